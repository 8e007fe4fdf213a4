"""What the script of a page knows of a game: what lies on the table at each position, in numbers and few words.

Texts of agents are in it only as clues and words that the stage shows. The script puts them in as text, not as markup.
"""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.board import CardType
from codenames_core.game.config import Team
from codenames_core.game.events import Guess, Reveal
from codenames_core.game.timeline import Timeline
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.markers import markers
from codenames_core.watch.staged_turn import StagedTurn, staged_turn
from codenames_core.watch.win_chance import win_chance_at
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.game.ending.ending import headline_of
from codenames_tui.game.minds.minds import Belief, minds_of
from codenames_tui.game.panels.marks import reasons_of
from codenames_tui.ui.lines.lines import UNICODE
from codenames_tui.ui.prose.narration import GameNarration
from codenames_tui.ui.wording import format_end_of_turn, format_found

SIGNS: Final = {CardType.RED: "R", CardType.BLUE: "B", CardType.NEUTRAL: "N", CardType.ASSASSIN: "☠"}
_SPOKEN_FOR: Final = -1


class Mark(NamedTuple):
    """A place of the game that is worth a look, for the bar of a page."""

    position: int
    kind: str
    title: str


def marks_of(record: EpisodeRecord, timeline: Timeline) -> list[Mark]:
    """Return the marked places in order, one for each position, with clean titles."""
    found = markers(timeline, record.decisions(), record.seat_changes)
    first = {marker.position: marker for marker in reversed(found)}
    return [
        Mark(position, str(marker.kind), reasons_of(found, position, timeline, UNICODE))
        for position, marker in sorted(first.items())
    ]


def position_data(
    record: EpisodeRecord, narration: GameNarration, *, pace: float, begin: int, key: KeyShown
) -> dict[str, Any]:
    """Return what the script needs, as a tree of JSON.

    Args:
        record: the game.
        narration: of the game.
        pace: seconds from one event to the next.
        begin: number of events that have happened when the page opens.
        key: whether it holds the key.
    """
    timeline = narration.timeline
    positions = range(len(timeline) + 1)
    states = [timeline.state_at(position) for position in positions]
    stages = _Stages(record, timeline, narration, with_targets=key is not KeyShown.NEVER)
    shown = timeline.last_state.revealed if key is KeyShown.NEVER else frozenset(timeline.last_state.board.words)
    chances = [win_chance_at(state) for state in states]
    return {
        "begin": begin,
        "pace": pace,
        "keyShown": str(key),
        "over": record.outcome is not None,
        "headline": "" if record.outcome is None else headline_of(record.outcome),
        "cards": [str(card) if word in shown else "" for word, card in record.board.key.items()],
        "signs": SIGNS,
        "turned": [_turned(timeline, position) for position in positions],
        "turn": [state.turn.number for state in states],
        "mover": [str(state.turn.team) for state in states],
        "left": [[state.words_left(team) for team in Team] for state in states],
        "chance": [None if chance is None else round(chance * 1000) for chance in chances],
        "stage": [stages.at(position) for position in positions],
        "stages": stages.all,
        "beliefs": [*_beliefs(timeline)],
        "marks": marks_of(record, timeline),
    }


def as_script_data(tree: dict[str, Any]) -> str:
    """Return JSON in which nothing can end the element that holds it."""
    text = json.dumps(tree, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


class _Stages:
    """The turns as the stage tells them: each different telling once."""

    def __init__(
        self, record: EpisodeRecord, timeline: Timeline, narration: GameNarration, *, with_targets: bool
    ) -> None:
        self._record, self._timeline = record, timeline
        self._targets = {
            index: event.targets for index, event in enumerate(narration.events) if event.targets and with_targets
        }
        self._places: dict[tuple[Any, ...], int] = {}

    @property
    def all(self) -> list[tuple[Any, ...]]:
        """Team, clue, number, what was found, how it ended, and which cards the clue was meant for."""
        return [*self._places]

    def at(self, position: int) -> int:
        """Return which of them is on stage."""
        staged = staged_turn(self._timeline, position)
        return self._places.setdefault(self._told(staged), len(self._places))

    def _told(self, staged: StagedTurn) -> tuple[Any, ...]:
        turn = staged.turn
        clue, number = ("", "") if turn.clue is None else (one_line(turn.clue.word), one_line(str(turn.clue.number)))
        found, end = format_found(turn), format_end_of_turn(staged)
        return str(turn.team), clue.upper(), number, found, end, self._meant(turn.number)

    def _meant(self, turn: int) -> tuple[int, ...]:
        board = self._record.board
        start = self._timeline.start_of_turn(turn)
        found = [board.find(word) for word in self._targets.get(start, ())]
        return tuple(board.words.index(word) for word in found if word is not None)


def _turned(timeline: Timeline, position: int) -> int:
    """Return which card the event before `position` turned; -1 for none."""
    event = timeline.event_before(position)
    if not isinstance(event, Guess | Reveal) or position - 1 in timeline.notes:
        return -1
    board = timeline.last_state.board
    word = board.find(event.word)
    return -1 if word is None else board.words.index(word)


def _beliefs(timeline: Timeline) -> Iterator[list[Any]]:
    """Yield where what guessers say they believe changes: the position, and a list for each card that has any.

    A card's list: its place, the steps of both guessers (see `codenames_tui.game.minds.minds.STEPS`; -1 where they
    speak for it without a number), and 1 where they clearly disagree.
    """
    before: list[list[int]] = []
    for position in range(len(timeline) + 1):
        turn = staged_turn(timeline, position).turn
        minds = minds_of(timeline.state_at(position)._replace(turn=turn))
        now = [
            [place, _steps(mind.first), _steps(mind.second), int(mind.disputed)]
            for place, mind in enumerate(minds)
            if mind.is_stated
        ]
        if now != before:
            yield [position, now]
        before = now


def _steps(belief: Belief) -> int:
    return belief.steps or (_SPOKEN_FOR if belief.is_spoken_for else 0)
