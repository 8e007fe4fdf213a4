"""People as a yardstick: their clues as the positions of a suite, and their answers as a row beside those of models."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

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
_MOST_NUMBER: Final = 4


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


def by_number(rows: Iterable[tuple[str, int | None, float | None]]) -> Iterator[tuple[str, tuple[float | None, ...]]]:
    """Yield for each model, and for people, the mean recall of clues for 1, 2, 3, and more words.

    Args:
        rows: the model, the number of the clue and the recall of each answer.
    """
    found: dict[str, dict[int, list[float]]] = {}
    for model, number, recall in rows:
        if number is not None and recall is not None:
            found.setdefault(model, {}).setdefault(min(number, _MOST_NUMBER), []).append(recall)
    for model, values in found.items():
        yield model, tuple(_mean(values.get(number, ())) for number in range(1, _MOST_NUMBER + 1))


def number_table(rows: Iterable[tuple[str, int | None, float | None]]) -> str:
    """Return a table of the recall by the number of the clue."""
    heads = ("Recall by the number of the clue", "1", "2", "3", f"{_MOST_NUMBER} and more")
    return table(heads, [(model, *map(format_score, means)) for model, means in by_number(rows)])


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
