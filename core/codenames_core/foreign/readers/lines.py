"""`lines`: one game a line, as JSON; the one format of these that is our own. `docs/import.md` documents its fields.

Whoever has games in another form writes this one, or says with a mapping what the fields are called there.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from codenames_core.foreign.fields import (
    BadField,
    card_of,
    counts_of,
    flag_of,
    list_of,
    number_of,
    object_of,
    players_of,
    team_of,
    text_of,
    texts_of,
)
from codenames_core.foreign.game import (
    ForeignCard,
    ForeignClue,
    ForeignGame,
    ForeignGuess,
    ForeignMessage,
    ForeignMove,
    ForeignOutcome,
    ForeignPass,
    ForeignPenalty,
    Refusal,
)
from codenames_core.foreign.mapping import EVENTS, NO_MAP, FieldMap
from codenames_core.foreign.sources import json_lines
from codenames_core.game.config import Role, Seat, Team

ONE_TEAM: Final = "single_team"
"""How the variants begin in which one team plays alone."""
USUAL: Final = "two_team"
KEPT: Final = ("licence", "source", "seed", "notes")
"""What is kept of a game beside what is played."""


def read_lines(path: Path, fields: FieldMap = NO_MAP) -> Iterator[ForeignGame | Refusal]:
    """Yield the games of a file, and what is wrong with its other lines.

    Raises:
        InputError: the file cannot be read.
    """
    for place, tree in json_lines(path):
        yield tree if isinstance(tree, Refusal) else game_of(tree, place, fields)


def looks_like_lines(beginning: str) -> bool:
    """Return whether a file begins as one of this format."""
    line = beginning.lstrip().partition("\n")[0]
    return line.startswith("{") and '"board"' in line and ('"events"' in line or '"turns"' in line)


def game_of(tree: Any, place: str, fields: FieldMap = NO_MAP) -> ForeignGame | Refusal:
    """Return the game that a line holds, or why it holds none."""
    if not isinstance(tree, Mapping):
        return Refusal(place, "not a game: an object is needed")
    ours = fields.translated(tree)
    name = str(ours.get("id") or place)
    try:
        return _game(ours, name, fields)
    except BadField as error:
        return Refusal(name, str(error))


def _game(tree: Mapping[str, Any], name: str, fields: FieldMap) -> ForeignGame:
    rules = tree.get("rules")
    rules = rules if isinstance(rules, Mapping) else {}
    variant = tree.get("variant") or rules.get("variant")
    first = tree.get("starting_team") or rules.get("starting_team")
    starting_team = None if first is None else team_of(first, "starting_team", fields.roles)
    moves = tuple(_moves(tree, fields))
    return ForeignGame(
        name=name,
        cards=tuple(_cards(tree, fields)),
        moves=moves,
        starting_team=starting_team,
        counts=counts_of(tree["counts"], "counts", fields.roles) if tree.get("counts") is not None else {},
        absent=_absent(tree, variant, starting_team, fields),
        players=players_of(fields.with_our_teams(tree.get("players"))),
        outcome=_outcome(tree, fields),
        is_finished=_is_finished(tree),
        follows_rules=tree.get("strict_replayable") is not False,
        language=tree["language"] if isinstance(tree.get("language"), str) else "en",
        variants=_variants(variant),
        created=tree["created"] if isinstance(tree.get("created"), str) else "",
        about={key: tree[key] for key in KEPT if isinstance(tree.get(key), str | int | float)},
    )


def _variants(variant: Any) -> tuple[str, ...]:
    is_known = not isinstance(variant, str) or variant == USUAL or variant.startswith(ONE_TEAM)
    return () if is_known else (variant,)


def _absent(tree: Mapping[str, Any], variant: Any, first: Team | None, fields: FieldMap) -> Team | None:
    if (absent := tree.get("absent_team")) is not None:
        return team_of(absent, "absent_team", fields.roles)
    if isinstance(variant, str) and variant.startswith(ONE_TEAM):
        return (first or Team.RED).other
    return None


def _cards(tree: Mapping[str, Any], fields: FieldMap) -> Iterator[ForeignCard]:
    board = tree.get("board")
    if board is None and "words" in tree:
        words, roles = list_of(tree["words"], "words"), list_of(tree.get("roles"), "roles")
        if len(words) != len(roles):
            raise BadField(f"there are {len(words)} words and {len(roles)} roles")
        board = [{"word": word, "role": role} for word, role in zip(words, roles, strict=True)]
    if isinstance(board, Mapping):
        board = [{"word": word, "role": role} for word, role in board.items()]
    for index, card in enumerate(list_of(board, "board")):
        entry = object_of(card, f"board[{index}]")
        word = text_of(entry.get("word"), f"board[{index}].word")
        yield ForeignCard(word, card_of(entry.get("role"), f"board[{index}].role", fields.roles))


def _moves(tree: Mapping[str, Any], fields: FieldMap) -> Iterator[ForeignMove]:
    if tree.get("events") is None and "turns" in tree:
        for index, turn in enumerate(list_of(tree["turns"], "turns")):
            yield from _turn(object_of(turn, f"turns[{index}]"), f"turns[{index}]", fields)
        return
    for index, event in enumerate(list_of(tree.get("events"), "events")):
        yield from _event(object_of(event, f"events[{index}]"), f"events[{index}]", fields)


def _turn(turn: Mapping[str, Any], place: str, fields: FieldMap) -> Iterator[ForeignMove]:
    """Yield what happened in a turn: a clue, the guesses for it, and a pass where they end before they have to."""
    team = team_of(turn.get("team"), f"{place}.team", fields.roles)
    if turn.get("clue") is None and not turn.get("guesses"):
        yield ForeignPass(team, forfeited=True)
        return
    yield _clue(turn, team, place)
    for index, guess in enumerate(list_of(turn.get("guesses") or [], f"{place}.guesses")):
        entry = {"word": guess} if isinstance(guess, str) else object_of(guess, f"{place}.guesses[{index}]")
        yield _guess(entry, team, f"{place}.guesses[{index}]", fields)
    yield ForeignPass(team, is_implied=True)


def _event(event: Mapping[str, Any], place: str, fields: FieldMap) -> Iterator[ForeignMove]:
    kind = event.get("t") or event.get("type")
    kind = fields.events.get(str(kind).casefold(), kind)
    if kind == "message":
        yield _message(event, place, fields)
        return
    team = team_of(event.get("team"), f"{place}.team", fields.roles)
    match kind:
        case "clue":
            yield _clue(event, team, place)
        case "guess":
            yield _guess(event, team, place, fields)
        case "pass":
            yield ForeignPass(team, is_implied=bool(event.get("implied")))
        case "invalid_clue" | "clue_failed":
            yield ForeignPass(team, forfeited=True)
        case "reveal":
            yield ForeignPenalty(team, text_of(event.get("word"), f"{place}.word"))
        case "invalid_guess":
            return  # a guess that was refused is no move
        case _:
            shown = "not given" if kind is None else repr(kind)[:40]
            raise BadField(f"{place}.t is {shown}; one of {', '.join(EVENTS)} is needed")


def _clue(event: Mapping[str, Any], team: Team, place: str) -> ForeignClue:
    word = None if event.get("clue") is None else text_of(event["clue"], f"{place}.clue")
    return ForeignClue(
        team,
        word,
        number_of(event.get("number"), f"{place}.number"),
        texts_of(event.get("targets")),
        event["rationale"] if isinstance(event.get("rationale"), str) else "",
    )


def _guess(event: Mapping[str, Any], team: Team, place: str, fields: FieldMap) -> ForeignGuess:
    role, left = event.get("role"), event.get("rem_after")
    return ForeignGuess(
        team,
        text_of(event.get("word"), f"{place}.word"),
        None if role is None else card_of(role, f"{place}.role", fields.roles),
        {} if left is None else counts_of(left, f"{place}.rem_after", fields.roles),
        flag_of(event.get("ends_turn_src"), f"{place}.ends_turn_src"),
        flag_of(event.get("game_over_src"), f"{place}.game_over_src"),
    )


def _message(event: Mapping[str, Any], place: str, fields: FieldMap) -> ForeignMessage:
    team = team_of(event.get("team"), f"{place}.team", fields.roles)
    role = Role.GUESSER_2 if event.get("guesser") in (2, "2") else Role.GUESSER_1
    return ForeignMessage(Seat.of(team, role), text_of(event.get("text"), f"{place}.text"))


def _outcome(tree: Mapping[str, Any], fields: FieldMap) -> ForeignOutcome | None:
    outcome = tree.get("outcome")
    said = outcome if isinstance(outcome, Mapping) else {}
    winner = said.get("winner", tree.get("winner"))
    if winner is None:
        return None
    reason = str(said.get("reason") or "").casefold()
    return ForeignOutcome(team_of(winner, "winner", fields.roles), _by_assassin(reason))


def _by_assassin(reason: str) -> bool | None:
    if "assassin" in reason:
        return True
    return False if "word" in reason or "card" in reason else None


def _is_finished(tree: Mapping[str, Any]) -> bool | None:
    outcome = tree.get("outcome")
    return flag_of(outcome.get("finished"), "outcome.finished") if isinstance(outcome, Mapping) else None
