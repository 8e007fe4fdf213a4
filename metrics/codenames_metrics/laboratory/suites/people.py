"""People as a yardstick: their clues as the positions of a suite, and their answers as a row beside those of models."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from codenames_core.decisions.questions import AskForGuesses
from codenames_core.foreign.game import PeoplesClue, Refusal
from codenames_core.game.board import Board, CardType
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, Seat, Team, TeamConfig
from codenames_core.game.events import Clue
from codenames_core.game.state import apply, initialize_game
from codenames_core.game.words import BOARD_SIZE
from codenames_core.support.errors import InputError, RuleError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.positions import Kind, PositionSource, RecordedPosition
from codenames_metrics.laboratory.suites.suite_file import Suite
from codenames_metrics.tables.markdown import table
from codenames_metrics.tables.number_formats import format_score

PEOPLE: Final = "people"
"""Who gave the clues, and who answered."""
_BLANK: Final = "?"
"""How the words begin that fill up a board of fewer than 25; they lie face up."""
_MOST_PEOPLE: Final = 1_000
"""Answers that are kept to one clue on one board."""
_LONGEST_REASONING: Final = 2_000
_MOST_NUMBER: Final = 4
"""Clues for more words than these stand in one column."""
_BANDS: Final = (3, 6)
"""Own words left, as a suite is drawn by them: few at the end of a game, many at its beginning."""


def label_of(variant: str | None) -> str:
    """Return what a row of people is called, with what they played."""
    return f"{PEOPLE} ({one_line(variant, 40)})" if variant else PEOPLE


def is_people(label: str) -> bool:
    """Return whether a row is one of people; no agent is called so."""
    return label == PEOPLE or label.startswith(f"{PEOPLE} (")


def position_of(clue: PeoplesClue) -> RecordedPosition | Refusal:
    """Return the position in which the clue of a person is heard, or why there is none."""
    try:
        return _position(clue)
    except (InputError, RuleError) as error:
        return Refusal(clue.name, one_line(str(error), 200))
    except ValueError as error:  # what pydantic raises
        return Refusal(clue.name, "its rules cannot be had here", detail=one_line(str(error), 100))


def _position(clue: PeoplesClue) -> RecordedPosition:
    cards = {card.word: card.card for card in clue.cards}
    cards |= dict.fromkeys(clue.face_up, CardType.NEUTRAL)
    blanks = [f"{_BLANK}{number}" for number in range(1, BOARD_SIZE - len(cards) + 1)]
    board = Board((*cards, *blanks), {**cards, **dict.fromkeys(blanks, CardType.NEUTRAL)})
    assassins = len(board.cards[CardType.ASSASSIN])
    config = GameConfig(
        mode=GameMode.SINGLE_GUESSER if assassins else GameMode.NO_ASSASSIN,
        assassin_count=assassins,
        discussion=False,
        variant=clue.variant,
        face_up=(*clue.face_up, *blanks),
    )
    heard = Clue(clue.clue, len(clue.targets), team=Team.RED)
    state = apply(initialize_game(config, board), heard)
    return RecordedPosition(
        Kind.GUESS,
        PositionSource(one_line(clue.name, 80), 1, TeamConfig.homogeneous(AgentConfig(spec=PEOPLE))),
        state,
        AskForGuesses(Seat.RED_GUESSER_1, ()),
        clue.targets,
        people=(clue.picks,),
        reasoning=one_line(clue.reasoning, _LONGEST_REASONING),
        at_once=clue.at_once,
    )


class PeoplesSuite:
    """Takes clues one by one; those that were given to several people are one position with several answers."""

    def __init__(self) -> None:
        self._positions: dict[str, RecordedPosition] = {}
        self._answers: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        self.clues = 0

    def add(self, position: RecordedPosition) -> None:
        """Take the position of one more clue."""
        self._positions.setdefault(position.id, position)
        if len(answers := self._answers[position.id]) < _MOST_PEOPLE:
            answers += position.people
        self.clues += 1

    def suite(self, name: str) -> Suite:
        """Return the suite of all clues so far."""
        positions = (replace(one, people=tuple(self._answers[key])) for key, one in self._positions.items())
        return Suite(name, tuple(positions), {"imported": name, "clues": self.clues})


class Recall(NamedTuple):
    """What one answer found, of whom, and in which position."""

    model: str
    number: int | None
    words_left: int
    recall: float | None


def curve_tables(answers: Sequence[Recall]) -> Iterator[str]:
    """Yield tables of the recall of each model, and of people, by the number of the clue and by own words left.

    A table is left out where all answers stand in one column.
    """
    numbers = {number: str(number) for number in range(1, _MOST_NUMBER)} | {_MOST_NUMBER: f"{_MOST_NUMBER} and more"}
    yield from _table("the number of the clue", numbers, [(one, _number_of(one)) for one in answers])
    left = {band: f"up to {band}" for band in _BANDS} | {None: "more"}
    yield from _table("own words left", left, [(one, _band_of(one)) for one in answers])


def _number_of(one: Recall) -> int | None:
    return None if one.number is None else min(one.number, _MOST_NUMBER)


def _band_of(one: Recall) -> int | None:
    return next((band for band in _BANDS if one.words_left <= band), None)


def _table(
    what: str, columns: Mapping[int | None, str] | Mapping[int, str], answers: Iterable[tuple[Recall, int | None]]
) -> Iterator[str]:
    found: dict[str, dict[int | None, list[float]]] = {}
    for one, column in answers:
        if one.recall is not None:
            found.setdefault(one.model, {}).setdefault(column, []).append(one.recall)
    if len({column for values in found.values() for column in values}) > 1:
        means = {model: [_mean(values.get(column, ())) for column in columns] for model, values in found.items()}
        rows = [(model, *map(format_score, values)) for model, values in means.items()]
        yield table((f"Recall by {what}", *columns.values()), rows)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
