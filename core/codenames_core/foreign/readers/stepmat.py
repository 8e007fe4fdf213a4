"""`stepmat`: results of Codenames_GPT by stepmat (MIT): a folder with `move_log.txt` and `bot_results_new_style.txt`.

Each has a line for each game, in one order. The moves have no board. It is taken from `output_log.txt` beside them,
where it was printed; else it is dealt from the seed of the game and the repository's list of words, if that lies in
`players/cm_wordlist.txt` beside the results or above them, as the program dealt it. Where neither is there, the words
that nobody chose are not known. Whichever it is has to agree with every guess.

Red plays alone in the games of one team. There is no limit of guesses but what the players keep themselves, so it is
lifted where they do not keep to ours.
"""

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.foreign.fields import BadField, number_of, object_of, text_of
from codenames_core.foreign.game import (
    ForeignCard,
    ForeignClue,
    ForeignGame,
    ForeignGuess,
    ForeignMove,
    ForeignOutcome,
    ForeignPass,
    Refusal,
)
from codenames_core.foreign.mapping import FieldMap
from codenames_core.foreign.sources import json_lines, lines_of
from codenames_core.game.board import CardType
from codenames_core.game.config import Role, Seat, Team
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

MOVES: Final = "move_log.txt"
RESULTS: Final = "bot_results_new_style.txt"
PRINTED: Final = "output_log.txt"
WORDS: Final = "players/cm_wordlist.txt"
_LEVELS_UP: Final = 5
_LARGEST_LIST: Final = 10_000_000
_COUNTS: Final = {CardType.RED: 9, CardType.BLUE: 8, CardType.NEUTRAL: 7, CardType.ASSASSIN: 1}
_NAMES: Final = {
    "Red": CardType.RED,
    "Blue": CardType.BLUE,
    "Civilian": CardType.NEUTRAL,
    "Assassin": CardType.ASSASSIN,
}
_LEFT: Final = {
    CardType.RED: "red_words",
    CardType.BLUE: "blue_words",
    CardType.NEUTRAL: "civillian_words",
    CardType.ASSASSIN: "assassin_words",
}
_FOUND: Final = {CardType.RED: "R", CardType.BLUE: "B", CardType.NEUTRAL: "C", CardType.ASSASSIN: "A"}
_TEAM_OF_TURN: Final = {"GameCondition.RED_TURN": Team.RED, "GameCondition.BLUE_TURN": Team.BLUE}
_WINNERS: Final = {"R": Team.RED, "B": Team.BLUE}
_SEED: Final = re.compile(r"^seed: (\S+)")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")

Board = tuple[ForeignCard, ...]


def looks_like_stepmat(beginning: str) -> bool:
    """Return whether a file begins as the moves of this format."""
    return beginning.lstrip().startswith('{"clue_0":')


def read_stepmat(path: Path, _fields: FieldMap) -> Iterator[ForeignGame | Refusal]:
    """Yield the games of a folder of results, by its `move_log.txt`.

    Raises:
        InputError: a file cannot be read, or they have not as many games as each other.
    """
    if path.name != MOVES and (path.parent / MOVES).exists():
        raise InputError(f"the moves are in {MOVES} beside it; name that, or the folder")
    results = path.parent / RESULTS
    if not results.exists():
        raise InputError(f"there is no {RESULTS} beside it, which has the seeds and the winners")
    boards = _Boards(path.parent)
    for (place, moves), (other, result) in itertools.zip_longest(
        json_lines(path), json_lines(results), fillvalue=("", None)
    ):
        if moves is None or result is None:
            yield Refusal(place or other, f"there are not as many games in {MOVES} as in {RESULTS}")
            return
        if isinstance(moves, Refusal) or isinstance(result, Refusal):
            yield moves if isinstance(moves, Refusal) else result
            boards.skip()
            continue
        yield game_of(moves, result, f"{path.parent.name}, {place}", boards)


def game_of(moves: Any, result: Any, name: str, boards: "_Boards") -> ForeignGame | Refusal:
    """Return the game of a line of moves and a line of results, or why there is none."""
    try:
        return _game(object_of(moves, "moves"), object_of(result, "results"), name, boards)
    except BadField as error:
        return Refusal(name, str(error))


def _game(log: Mapping[str, Any], result: Mapping[str, Any], name: str, boards: "_Boards") -> ForeignGame:
    moves = tuple(_with_colours(_turns(log), result))
    clues = [move.team for move in moves if isinstance(move, ForeignClue)]
    is_alone = len(clues) > 1 and Team.BLUE not in clues
    cards = boards.next(result.get("seed"), moves)
    winner = _WINNERS.get(str(result.get("winner")))
    return ForeignGame(
        name=name,
        cards=cards or _chosen(moves),
        moves=moves,
        starting_team=Team.RED,
        counts={} if cards else _COUNTS,
        absent=Team.BLUE if is_alone else None,
        players=dict(_players(result)),
        outcome=None if winner is None else ForeignOutcome(winner),
        is_finished=winner is not None,
        about={"seed": result.get("seed"), "game": result.get("game_name")},
    )


def _chosen(moves: Sequence[ForeignMove]) -> Board:
    cards = {move.word: move.card for move in moves if isinstance(move, ForeignGuess)}
    return tuple(ForeignCard(word, card) for word, card in cards.items() if card is not None)


def _players(result: Mapping[str, Any]) -> Iterator[tuple[Seat, str]]:
    for team in Team:
        short = {Team.RED: "r", Team.BLUE: "b"}[team]
        for role, field, options in (
            (Role.CLUER, "codemaster", f"cm{short}_kwargs"),
            (Role.GUESSER_1, "guesser", f"g{short}_kwargs"),
        ):
            if isinstance(who := result.get(f"{field}_{team}"), str):
                given = result.get(options)
                version = given.get("version") if isinstance(given, Mapping) else None
                yield Seat.of(team, role), f"{who}:{version}" if isinstance(version, str) else who


class _Turn(NamedTuple):
    """A clue, the words that were chosen for it, and how many cards were face down before it."""

    clue: ForeignClue
    words: tuple[str, ...]
    left: Mapping[CardType, int]


def _turns(log: Mapping[str, Any]) -> list[_Turn]:
    turns: list[_Turn] = []
    for key, value in log.items():
        entry = object_of(value, one_line(key, 20))
        if key.startswith("clue_"):
            turns.append(_turn(entry, key))
        elif key.startswith("guess_") and turns:
            word = text_of(entry.get("guess_answer"), f"{key}.guess_answer")
            turns[-1] = turns[-1]._replace(words=(*turns[-1].words, word))
        else:
            raise BadField(f"{one_line(key, 20)} is neither a clue nor a guess for one")
    return turns


def _turn(entry: Mapping[str, Any], key: str) -> _Turn:
    team = _TEAM_OF_TURN.get(str(entry.get("team")))
    if team is None:
        raise BadField(f"{key}.team is {one_line(str(entry.get('team')), 40)}, which is no team's turn")
    word = text_of(entry.get("clue"), f"{key}.clue")
    clue = ForeignClue(team, word, number_of(entry.get("clue_num"), f"{key}.clue_num"))
    return _Turn(clue, (), {card: _count(entry.get(field), f"{key}.{field}") for card, field in _LEFT.items()})


def _count(value: Any, field: str) -> int:
    if isinstance(value, str | int) and str(value).isdecimal() and len(str(value)) < 4:
        return int(value)
    raise BadField(f"{field} is {one_line(repr(value), 20)}; a number of cards is needed")


def _with_colours(turns: Sequence[_Turn], result: Mapping[str, Any]) -> Iterator[ForeignMove]:
    """Yield the moves with the colours of the words, which follow from how many cards were left, turn by turn.

    All words of a turn but the last are the team's own, for otherwise the turn would have been over.
    """
    last = {card: _COUNTS[card] - _count(result.get(field), field) for card, field in _FOUND.items()}
    after = [*(turn.left for turn in turns[1:]), last][: len(turns)]
    for index, (turn, left) in enumerate(zip(turns, after, strict=True)):
        turned = Counter({card: turn.left[card] - left[card] for card in CardType})
        team = turn.clue.team
        colours = [CardType.of(team)] * (len(turn.words) - 1)
        rest = [*(turned - Counter(colours)).elements()]
        if len(rest) != bool(turn.words) or turned.total() != len(turn.words):
            raise BadField(f"turn {index + 1}: {len(turn.words)} words are chosen, and {turned.total()} cards turned")
        yield turn.clue
        for word, card in zip(turn.words, [*colours, *rest], strict=True):
            yield ForeignGuess(team, word, card)
        yield ForeignPass(team, is_implied=True)


class _Boards:
    """Where the boards of a folder come from, game by game."""

    def __init__(self, folder: Path) -> None:
        printed = folder / PRINTED
        self._printed = _printed(printed) if printed.is_file() else iter(())
        self._words = _list_near(folder)

    def skip(self) -> None:
        """Pass over the board of a game that cannot be read."""
        next(self._printed, None)

    def next(self, seed: Any, moves: Sequence[ForeignMove]) -> Board | None:
        """Return the board of the next game; None where none that agrees with all guesses is known."""
        printed = next(self._printed, None)
        for board in (printed, _dealt(self._words, seed)):
            if board and all(ForeignCard(*guess) in board for guess in _guesses(moves)):
                return board
        return None


def _guesses(moves: Sequence[ForeignMove]) -> Iterator[tuple[str, CardType]]:
    return ((move.word, move.card) for move in moves if isinstance(move, ForeignGuess) and move.card)


def _list_near(folder: Path) -> tuple[str, ...]:
    for place in [folder.absolute(), *folder.absolute().parents][: _LEVELS_UP + 1]:
        path = place / WORDS
        if path.is_file():
            return tuple(decode(read_bytes(path, _LARGEST_LIST), WORDS).split())
    return ()


def _dealt(words: Sequence[str], seed: Any) -> Board | None:
    """Return the board that the program deals from a seed: two shuffles by Python's generator."""
    if isinstance(seed, bool) or not isinstance(seed, int) or len(words) < 25:
        return None
    rng = random.Random(seed)
    pool = list(words)
    rng.shuffle(pool)
    key = [card for card, count in _COUNTS.items() for _ in range(count)]
    rng.shuffle(key)
    return tuple(ForeignCard(word.upper(), card) for word, card in zip(pool[:25], key, strict=True))


def _printed(path: Path) -> Iterator[Board]:
    """Yield the first board of each game in what the program printed: a grid of colours above a grid of words."""
    key: list[str] | None = None
    words: list[str] | None = None
    for _, line in lines_of(path):
        if isinstance(line, Refusal):
            return
        text = _COLOUR.sub("", line).strip()
        if _SEED.match(text):
            key, words = [], None
        elif text.strip("_") == "BOARD" and key is not None and len(key) == 25:
            words = []
        elif text.startswith("____") and words is not None and len(words) == 25 and key is not None:
            yield tuple(ForeignCard(word, _NAMES[name]) for word, name in zip(words, key, strict=True))
            key = words = None
        elif words is not None and len(words) <= len(key or ()):  # one too many spoils the board, and more are not kept
            words += text.split()
        elif key is not None and len(key) < 25 and all(name in _NAMES for name in text.split()):
            key += text.split()
