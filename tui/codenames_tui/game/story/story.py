"""What the story panel shows: the game up to the position that is looked at, and nothing of what follows."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from codenames_core.game.config import Team
from codenames_core.game.events import Guess
from codenames_core.watch.turn_log import LoggedTurn, RaceStanding
from codenames_core.watch.win_chance import win_chance_at
from codenames_tui.game.sessions.viewpoint import Viewpoint

MOST_TURNS: Final = 200
"""Turns that are told; of an endless game the latest."""


class Hits(NamedTuple):
    """How many of the words that a clue was meant for were found."""

    found: int
    meant: int


class StoryTurn(NamedTuple):
    """One turn of the clue log."""

    turn: LoggedTurn
    hits: Hits | None = None
    """None where they may not be seen, or are not known."""


class Story(NamedTuple):
    """Everything that the story panel shows."""

    turns: tuple[StoryTurn, ...] = ()
    """As far as they have been played; the last one is the current turn."""
    start: RaceStanding | None = None
    """How both teams stood before the first turn that is told."""
    chance: float | None = None
    """Of the red team to win; None where no table speaks of such games."""


def story_at(view: Viewpoint, log: Sequence[LoggedTurn], targets: Mapping[int, Sequence[str]] | None = None) -> Story:
    """Return the story as it is seen from there.

    Args:
        view: from where the game is looked at.
        log: the turns of the game.
        targets: what the clue of each turn was meant for, by the turn's number, where that may be seen.
    """
    last = bisect_right(log, view.position, key=_begins)
    seen = [turn.up_to(view.position) for turn in log[max(last - MOST_TURNS, 0) : last]]
    turns = tuple(StoryTurn(turn, _hits(turn, (targets or {}).get(turn.number, ()))) for turn in seen if turn)
    start = turns[0].turn.before if turns else _start(view)
    return Story(turns, start, win_chance_at(view.state))


def _begins(turn: LoggedTurn) -> int:
    return turn.begins


def _start(view: Viewpoint) -> RaceStanding:
    red, blue = (view.state.words_left(team) for team in Team)
    return RaceStanding(red, blue, win_chance_at(view.state))


def _hits(turn: LoggedTurn, targets: Sequence[str]) -> Hits | None:
    touched = {step.event.word for step in turn.steps if isinstance(step.event, Guess)}
    return Hits(len(touched & set(targets)), len(targets)) if targets else None
