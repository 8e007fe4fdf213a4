"""A game that is played now, as it is watched: its replay grows, and people can sit down in it."""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SeatChange
from codenames_core.game.config import Seat, Team
from codenames_core.game.replay import Replay
from codenames_core.game.state import Outcome
from codenames_core.support.errors import CodenamesError
from codenames_core.watch.markers import Marker, markers
from codenames_tui.game.ending.summary import measured
from codenames_tui.game.inspector.decisions import Decisions
from codenames_tui.game.panels.status import Watching
from codenames_tui.game.panels.turn import Asked
from codenames_tui.game.seats.disclosure import EVERYTHING
from codenames_tui.game.seats.waiting import Waiting
from codenames_tui.game.talk.speaking import Speaking
from codenames_tui.ui.look import LIVE_PACE
from codenames_tui.ui.pacing import next_pace

if TYPE_CHECKING:  # a replay starts faster without what plays and measures
    from codenames_core.play.episode import EpisodeRunner
    from codenames_metrics.game.episode import EpisodeMetrics


class LiveSession:
    """A game that is played now.

    Args:
        runner: plays it.
        pace: seconds between two events.
        on_end: keeps the record and returns where.
        clock: gives seconds; says how long a question has been open.
    """

    watching = Watching.LIVE
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    sight = EVERYTHING
    """What may be seen where no person plays."""
    why_withheld = "A person plays: only what its seat may see."

    def __init__(
        self,
        runner: "EpisodeRunner",
        *,
        pace: float = LIVE_PACE,
        on_end: Callable[[EpisodeRecord], Path] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        from codenames_tui.game.seats.seats import Seats

        self.replay = Replay(runner.initial, runner.state.public_transcript)
        self.labels: dict[Team, str] = {team: config.label for team, config in runner.header.teams.items()}
        self.header = runner.header
        self.teams = runner.header.teams
        self.parent = runner.header.parent
        self.over = False
        self.message = ""
        self.saved = ""
        """Where the finished game was kept."""
        self.trouble = ""
        """Why it stopped, or could not be kept."""
        self.outcome: Outcome | None = None
        self.seats = Seats(runner)
        self.metrics: EpisodeMetrics | None = None
        """How well it was played, once it is over."""
        self._runner = runner
        self._runner.gate.pace = pace
        self._on_end = on_end
        self._clock = clock
        self._markers: tuple[tuple[int, ...], tuple[Marker, ...]] = (), ()
        """What they were made from, in counts, and the marked places."""
        self._question: object = None
        self._asked_at = 0.0
        self._decisions = Decisions()
        self._tries = 0
        """How many tries `_decisions` are made of."""
        self._answering: object = None
        """The open question that `_pieces` are of."""
        self._pieces: list[str] = []
        self.on_heard: Callable[[], None] | None = None
        """Is called whenever more of an answer was said; set by who shows it."""
        runner.on_said = self._hear

    @property
    def seat_changes(self) -> Sequence[SeatChange]:
        """The seats that have changed hands."""
        return self._runner.played.seat_changes

    @property
    def pace(self) -> float:
        """Seconds that the game waits before each event."""
        return self._runner.gate.pace

    @property
    def running(self) -> bool:
        """Whether the next event comes by itself."""
        return not self.over and not self._runner.gate.paused

    @property
    def record(self) -> EpisodeRecord:
        """The record of the game so far."""
        return self._runner.record()

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the marked places, those that only `private` traces tell of where these may be looked at."""
        played = self._runner.played
        traces = played.tries if private else ()
        counts = len(self.replay), len(traces), len(played.seat_changes)
        if counts != self._markers[0]:
            self._markers = counts, markers(self.replay, traces, played.seat_changes)
        return self._markers[1]

    @property
    def asked(self) -> Asked | None:
        """Whose answer is awaited, and for how long."""
        question = self._runner.open_question
        if question is None or self.over:
            return None
        if question is not self._question:
            self._question, self._asked_at = question, self._clock()
        is_person = question[0] in self.seats.people
        return Asked(*question, int(self._clock() - self._asked_at), _retry_for(question[0]), is_person=is_person)

    @property
    def decisions(self) -> Decisions:
        """The private side of the game so far."""
        if len(tries := self._runner.tries) != self._tries:
            self._decisions, self._tries = Decisions.of_tries(tries), len(tries)
        return self._decisions

    @property
    def speaking(self) -> Speaking | None:
        """What has been said of the answer that is awaited, if its agent speaks while it thinks."""
        question = self._runner.open_question
        if question is None or question is not self._answering or not self._pieces:
            return None
        self._pieces = ["".join(self._pieces)]
        return Speaking(*question, self._pieces[0])

    @property
    def waiting(self) -> Waiting | None:
        """Who waits for a model that cannot be reached, and for how long."""
        outage = self._runner.outage
        if outage is None or self.over:
            return None
        left = max(outage.until - self._runner.clock(), 0.0)
        return Waiting(outage.seat, outage.reason, round(left), round(left + outage.left))

    def _hear(self, seat: Seat, piece: str | None) -> None:
        """Take a piece of an answer; None where it begins anew."""
        question = self._runner.open_question
        if question is None or question[0] is not seat:
            return
        if question is not self._answering or piece is None:
            self._answering, self._pieces = question, []
        if piece:
            self._pieces.append(piece)
        if self.on_heard is not None:
            self.on_heard()

    def toggle(self) -> None:
        """Pause, or go on."""
        if self._runner.gate.paused:
            self._runner.resume()
        else:
            self._runner.pause()

    def change_pace(self, steps: int) -> None:
        """Play slower, or faster where negative."""
        self._runner.gate.pace = next_pace(self.pace, steps)

    def step(self) -> None:
        """Go on by one event: by one that happened where the past is looked at, else the game plays one."""
        if self.replay.at_end:
            self._runner.step()
        else:
            self.replay.step()

    async def play(self) -> None:
        """Play the game to its end, and keep its record."""
        try:
            record = await self._runner.run()
        except CodenamesError as error:
            self._end(None, trouble=f"The game stopped: {error}")
            return
        self.outcome = record.outcome
        self.metrics = measured(record)
        try:
            self._end(record.outcome, saved=str(self._on_end(record)) if self._on_end else "")
        except CodenamesError as error:
            self._end(record.outcome, trouble=f"Not saved: {error}")

    async def changed(self) -> None:
        """Return at the next change of the game."""
        await self._runner.changes.wait()

    def take_new_events(self) -> None:
        """Let the replay grow by what has happened since."""
        for event in self._runner.state.public_transcript[len(self.replay) :]:
            self.replay.append(event)

    def _end(self, outcome: Outcome | None, *, saved: str = "", trouble: str = "") -> None:
        self.over, self.outcome, self.saved, self.trouble = True, outcome, saved, trouble
        self._runner.changes.notify()


def _retry_for(seat: Seat) -> str:
    """Return which request to a provider comes next for `seat`, and when, after one that failed; else nothing."""
    if "codenames_agents.providers.provider" not in sys.modules:
        return ""  # no model has been asked
    from codenames_agents.providers.provider import RequestPhase, shared_provider

    provider = shared_provider()
    failed = [one for one in provider.states if one.phase is RequestPhase.RETRYING and one.label == seat.label]
    return failed[0].describe(provider.clock()) if failed else ""
