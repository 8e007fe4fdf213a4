"""A game that is played now, as it is watched: its timeline grows, and people can sit down in it."""

import sys
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SeatChange
from codenames_core.files.seating import seated_first
from codenames_core.game.config import Seat, Team, TeamConfig
from codenames_core.game.state import Outcome
from codenames_core.game.timeline import Timeline
from codenames_core.support.errors import CodenamesError
from codenames_core.watch.markers import Marker, markers
from codenames_tui.game.sessions.decisions import Decisions
from codenames_tui.game.sessions.disclosure import EVERYTHING, Disclosure, disclosure_for
from codenames_tui.game.sessions.measuring import measured
from codenames_tui.game.sessions.open_question import Asked, Speaking, Waiting
from codenames_tui.game.sessions.playback import LivePlayback, Playback, ReplayPlayback
from codenames_tui.game.sessions.session import SessionFacts, Standing, Watching
from codenames_tui.ui.look import LIVE_PACE

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
    why_withheld = "A person is playing: you see what their seat sees."

    def __init__(
        self,
        runner: "EpisodeRunner",
        *,
        pace: float = LIVE_PACE,
        on_end: Callable[[EpisodeRecord], Path] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        from codenames_tui.game.sessions.seats import Seats

        self.header = runner.header
        teams: Mapping[Team, TeamConfig] = runner.header.teams
        if runner.header.parent is not None:
            teams = seated_first(teams, runner.played.seat_changes, runner.played.tries)
        labels = {team: config.label for team, config in teams.items()}
        self.facts = SessionFacts(labels, teams, runner.header.parent)
        self.message = ""
        self.timeline = Timeline(runner.initial, runner.state.public_transcript)
        self.first_position = len(self.timeline)
        self.live_playback = LivePlayback(runner, pace)
        """How the game goes on while it is played; its pace is that of the next game, too."""
        self.playback: Playback = self.live_playback
        """After the game it is one to watch."""
        self.standing = Standing()
        self.seats = Seats(runner)
        self.metrics: EpisodeMetrics | None = None
        self._runner = runner
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
        self._heard: Callable[[], None] | None = None
        runner.on_said = self._hear

    @property
    def seat_changes(self) -> Sequence[SeatChange]:
        """The seats that have changed hands."""
        return self._runner.played.seat_changes

    def disclosure(self, at_keyboard: Seat | None) -> Disclosure:
        """Return all while agents play; while people do, what the person at the keyboard may see.

        A person alone sees it all the time; of several, each only while it is asked. A game that stopped can be
        resumed: until it is decided, it shows what all of them may see.
        """
        people = self.seats.people
        if not people or (self.standing.over and self._is_decided):
            return EVERYTHING
        pending = self.seats.pending
        is_asked = pending is not None and pending.seat is at_keyboard
        looks = not self.standing.over and (is_asked or len(people) == 1)
        return disclosure_for(people, at_keyboard if looks else None, self.header.config)

    @property
    def _is_decided(self) -> bool:
        """Whether nothing can follow: a game that was aborted may be played on from its events."""
        return self._runner.state.outcome is not None

    @property
    def record(self) -> EpisodeRecord:
        """The record of the game so far."""
        return self._runner.record()

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the marked places, those that only `private` traces tell of where these may be looked at."""
        played = self._runner.played
        traces = played.tries if private else ()
        counts = len(self.timeline), len(traces), len(played.seat_changes)
        if counts != self._markers[0]:
            self._markers = counts, markers(self.timeline, traces, played.seat_changes)
        return self._markers[1]

    @property
    def asked(self) -> Asked | None:
        """Whose answer is awaited, and for how long."""
        question = self._runner.open_question
        if question is None or self.standing.over:
            return None
        if question is not self._question:
            self._question, self._asked_at = question, self._clock()
        is_person = question[0] in self.seats.people and not self.seats.has_stand_in(question[0])
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
        if self.standing.over:
            return None
        if stuck := self._runner.unreachable:
            return Waiting(stuck.seat, stuck.reason, 0, 0, is_paused=True)
        if (outage := self._runner.outage) is None:
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
        if self._heard is not None:
            self._heard()

    def activities(self, changed: Callable[[], None], heard: Callable[[], None]) -> Iterable[Coroutine[Any, Any, None]]:
        """Return what plays the game, and what takes note of its changes."""
        self._heard = heard
        return self._follow(changed), self._play()

    async def _follow(self, changed: Callable[[], None]) -> None:
        while not self.standing.over:
            await self._runner.changes.wait()
            if self._runner.unreachable:  # whoever lets the game go on wants the model to be asked
                _begin_asking_models()
            self.take_new_events()
            changed()

    def take_new_events(self) -> None:
        """Let the timeline grow by what has happened since."""
        for event in self._runner.state.public_transcript[len(self.timeline) :]:
            self.timeline.append(event)

    async def _play(self) -> None:
        """Play the game to its end, and keep its record."""
        _begin_asking_models()
        try:
            record = await self._runner.run()
        except CodenamesError as error:
            self._end(None, trouble=_why_it_stopped(error))
            return
        self.standing = self.standing._replace(outcome=record.outcome)
        self.metrics = measured(record)
        try:
            self._end(record.outcome, saved=str(self._on_end(record)) if self._on_end else "")
        except CodenamesError as error:
            self._end(record.outcome, trouble=f"Not saved: {error}")

    def _end(self, outcome: Outcome | None, *, saved: str = "", trouble: str = "") -> None:
        self.standing = Standing(True, outcome, saved, trouble)
        self.live_playback.is_over = True
        if outcome is not None:
            self.playback = ReplayPlayback()
        self._runner.changes.notify()


def _begin_asking_models() -> None:
    from codenames_agents.catalogue import begin_asking_models  # a replay needs no agents

    begin_asking_models()


def _why_it_stopped(error: CodenamesError) -> str:
    """Return why a game stopped, what the disk said first: paths are long."""
    cause = error.__cause__
    said = cause.strerror if isinstance(cause, OSError) else None
    return f"{said}: the game stopped. {error}" if said else f"{error}; the game stopped"


def _retry_for(seat: Seat) -> str:
    """Return which request to a provider comes next for `seat`, and when, after one that failed; else nothing."""
    if "codenames_agents.providers.provider" not in sys.modules:
        return ""  # no model has been asked
    from codenames_agents.providers.provider import RequestPhase, shared_provider

    provider = shared_provider()
    retrying = (state for state in provider.states if state.phase is RequestPhase.RETRYING)
    state = next((state for state in retrying if state.label == seat.label), None)
    return state.describe(provider.clock()) if state else ""
