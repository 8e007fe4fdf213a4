"""`kaggle`: replays of `word_association` of kaggle-environments (Apache-2.0): one JSON file, of one game or several.

Blue plays yellow, which is red here. Of every step the whole state is recorded, so a move is what has changed: a clue,
a card that lies face up now, a turn that went over. An illegal clue turns a card of the other team. An action that is
invalid loses the game at once, which our rules do not have.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from codenames_core.foreign.fields import BadField, card_of, list_of, object_of, text_of
from codenames_core.foreign.game import (
    ForeignCard,
    ForeignClue,
    ForeignGame,
    ForeignGuess,
    ForeignMove,
    ForeignOutcome,
    ForeignPass,
    ForeignPenalty,
    Refusal,
)
from codenames_core.foreign.mapping import FieldMap
from codenames_core.foreign.sources import json_file
from codenames_core.game.config import Role, Seat, Team
from codenames_core.game.events import UNLIMITED

NAME: Final = "word_association"
_ROLES: Final = {"yellow": "red", "trap": "assassin"}
_TEAMS: Final = (Team.BLUE, Team.BLUE, Team.RED, Team.RED)
"""Of the four agents: a cluer and a guesser each."""
_CLUERS: Final = (0, 2)
_SEATS: Final = {0: Role.CLUER, 1: Role.GUESSER_1, 2: Role.CLUER, 3: Role.GUESSER_1}
_State = Mapping[str, Any]


def looks_like_kaggle(beginning: str) -> bool:
    """Return whether a file begins as a replay of this environment."""
    return beginning.lstrip().startswith("{") and f'"{NAME}"' in beginning


def read_kaggle(path: Path, _fields: FieldMap) -> Iterator[ForeignGame | Refusal]:
    """Yield the games of a replay.

    Raises:
        InputError: the file cannot be read, or is no replay of this environment.
    """
    tree = object_of(json_file(path), "the file")
    if tree.get("name") != NAME:
        raise BadField(f"a replay of {tree.get('name')!r}, and not of {NAME!r}")
    steps = list_of(tree.get("steps"), "steps")
    for number, (begin, end) in enumerate(_games(steps), start=1):
        name = f"{path.stem}, game {number}" if number > 1 or end < len(steps) else path.stem
        yield game_of(steps[begin:end], name, dict(_players(tree)), after=steps[end] if end < len(steps) else None)


def _games(steps: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """Yield where games begin and end: a new one has other words."""
    starts = [0]
    for index in range(1, len(steps)):
        if _state(steps, index).get("words") != _state(steps, starts[-1]).get("words"):
            starts.append(index)
    yield from zip(starts, [*starts[1:], len(steps)], strict=True)


def game_of(steps: Sequence[Any], name: str, players: dict[Seat, str], *, after: Any = None) -> ForeignGame | Refusal:
    """Return the game of some steps, or why there is none.

    Args:
        steps: from the deal to the last one on this board.
        name: of the game.
        players: who sat where.
        after: the step that deals the next board, which holds the last move of this one.
    """
    try:
        return _game(steps, name, players, after)
    except (BadField, IndexError) as error:
        return Refusal(name, str(error) if isinstance(error, BadField) else "a step has not four agents")


def _game(steps: Sequence[Any], name: str, players: dict[Seat, str], after: Any) -> ForeignGame:
    start = _state(steps, 0)
    words, roles = list_of(start.get("words"), "words"), list_of(start.get("roles"), "roles")
    if len(words) != len(roles):
        raise BadField(f"there are {len(words)} words and {len(roles)} roles")
    moves = [move for index in range(1, len(steps)) for move in _moves(steps, index)]
    if after is not None:
        moves += _last_move(steps[-1], after)
    winner = _winner(steps, after)
    return ForeignGame(
        name=name,
        cards=tuple(
            ForeignCard(text_of(word, "words"), card_of(role, "roles", _ROLES))
            for word, role in zip(words, roles, strict=True)
        ),
        moves=tuple(moves),
        starting_team=_TEAMS[_turn(start)],
        players=players,
        outcome=None if winner is None else ForeignOutcome(winner),
        is_finished=winner is not None,
    )


def _players(tree: Mapping[str, Any]) -> Iterator[tuple[Seat, str]]:
    info = tree.get("info")
    names = info.get("TeamNames") if isinstance(info, Mapping) else None
    for agent, name in enumerate(names if isinstance(names, list) and len(names) == len(_TEAMS) else ()):
        if isinstance(name, str):
            yield Seat.of(_TEAMS[agent], _SEATS[agent]), name


def _agent(step: Any, agent: int) -> _State:
    return object_of(list_of(step, "steps")[agent], "steps")


def _state(steps: Sequence[Any], index: int) -> _State:
    return object_of(_agent(steps[index], 0).get("observation"), f"steps[{index}].observation")


def _turn(state: _State) -> int:
    turn = state.get("current_turn")
    if isinstance(turn, bool) or not isinstance(turn, int) or not 0 <= turn < len(_TEAMS):
        raise BadField(f"current_turn is {turn!r}; a number from 0 to 3 is needed")
    return turn


def _moves(steps: Sequence[Any], index: int) -> Iterator[ForeignMove]:
    before, now = _state(steps, index - 1), _state(steps, index)
    actor = _turn(before)
    if _agent(steps[index], actor).get("status") in ("INVALID", "ERROR", "TIMEOUT"):
        raise BadField("an invalid action lost the game at once")
    team = _TEAMS[actor]
    turned = [
        text_of(word, "words")
        for word, was, lies in zip(now["words"], _revealed(before), _revealed(now), strict=True)
        if lies and not was
    ]
    if actor in _CLUERS:
        yield _clue(team, now, turned, is_given=_turn(now) == actor + 1)
        return
    yield from (ForeignGuess(team, word) for word in turned)
    if not turned and _turn(now) != actor:
        yield ForeignPass(team)


def _clue(team: Team, now: _State, turned: Sequence[str], *, is_given: bool) -> ForeignMove:
    if is_given:
        number = now.get("clue_number")
        if isinstance(number, bool) or not isinstance(number, int) or number > 25:
            raise BadField(f"clue_number is {number!r}; a number is needed")
        return ForeignClue(team, text_of(now.get("clue"), "clue"), UNLIMITED if number < 0 else number)
    return ForeignPenalty(team, turned[0]) if turned else ForeignPass(team, forfeited=True)


def _last_move(before: Any, after: Any) -> list[ForeignMove]:
    """Return the move after which the next board was dealt: what was chosen is told by the action alone."""
    state = object_of(_agent(before, 0).get("observation"), "observation")
    actor = _turn(state)
    action = _agent(after, actor).get("action")
    for field in ("submission", "guess"):
        action = action.get(field, action) if isinstance(action, Mapping) else action
    words = list_of(state.get("words"), "words")
    if actor in _CLUERS or isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < len(words):
        raise BadField("the move that ended the game is not known")
    return [ForeignGuess(_TEAMS[actor], text_of(words[action], "words"))]


def _revealed(state: _State) -> Sequence[Any]:
    revealed = list_of(state.get("revealed"), "revealed")
    if len(revealed) != len(list_of(state.get("words"), "words")):
        raise BadField("there are not as many words as places in revealed")
    return revealed


def _winner(steps: Sequence[Any], after: Any) -> Team | None:
    """Return who won: whoever got a reward for it that it did not have before."""
    end = steps[-1] if after is None else after
    won = [_reward(end, agent) - _reward(steps[0], agent) for agent in _CLUERS]
    if won[0] == won[1]:
        return None
    return Team.BLUE if won[0] > won[1] else Team.RED


def _reward(step: Any, agent: int) -> float:
    reward = _agent(step, agent).get("reward")
    return float(reward) if isinstance(reward, int | float) else 0.0
