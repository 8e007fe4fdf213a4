"""Metrics of a game while it is played: the same numbers as of its record, at any moment."""

from collections.abc import Collection

from codenames_core.files.journal import Header
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace
from codenames_core.game.events import Event
from codenames_core.game.state import Outcome, initialize_game
from codenames_core.game.traces import turn_traces
from codenames_core.support.errors import InputError
from codenames_metrics.analysis.aggregate import compute_aggregate_metrics
from codenames_metrics.game.episode import (
    DEFAULT_WEIGHTS,
    CoordinationWeights,
    EpisodeMetrics,
    GameFacts,
    compute_episode_metrics,
    metrics_of_turns,
)
from codenames_metrics.game.played_turns import Player, TurnLog, with_traces
from codenames_metrics.tables.export import export_metrics


class MetricsCollector:
    """Follows one game: give it each event and trace as they come, and ask for the metrics at any time.

    It also holds the functions for whole episodes.
    """

    compute_episode_metrics = staticmethod(compute_episode_metrics)
    compute_aggregate_metrics = staticmethod(compute_aggregate_metrics)
    export_metrics = staticmethod(export_metrics)

    def __init__(
        self,
        game: Header | EpisodeRecord | None = None,
        *,
        weights: CoordinationWeights = DEFAULT_WEIGHTS,
        exclude: Collection[Player] = (),
        discussion: bool = False,
    ) -> None:
        """Follow `game` from its first event, of which only the beginning is read; without one, only the functions."""
        self._game = game
        self._log = TurnLog(initialize_game(game.config, game.board)) if game else None
        self._tries: list[AgentTrace] = []
        self._seat_changes: list[SeatChange] = []
        self._weights = weights
        self._exclude = tuple(exclude)
        self._discussion = discussion

    def add(self, event: Event) -> None:
        """Take the next event of the game.

        Raises:
            IllegalEvent: it does not follow from the events before it.
            InputError: the collector follows no game.
        """
        self._following()[1].add(event)

    def answered(self, trace: AgentTrace) -> None:
        """Take the trace of a try, as the game's journal gets it; a refused one, too."""
        self._tries.append(trace)

    def seat_changed(self, change: SeatChange) -> None:
        """Take note of a seat that changed hands."""
        self._seat_changes.append(change)

    def metrics(self, outcome: Outcome | None = None) -> EpisodeMetrics:
        """Return the metrics of the game so far; `outcome` is one that no event tells, such as an aborted game.

        Raises:
            InputError: the collector follows no game.
        """
        game, log = self._following()
        return metrics_of_turns(
            GameFacts(game.episode_id, game.config, game.board, game.teams, game.parent),
            with_traces(log.turns(), turn_traces(self._tries), game.teams, self._seat_changes),
            log.state.outcome,
            outcome or log.state.outcome,
            weights=self._weights,
            exclude=self._exclude,
            discussion=self._discussion,
        )

    def _following(self) -> tuple[Header | EpisodeRecord, TurnLog]:
        if self._game is None or self._log is None:
            raise InputError("this collector follows no game; make one with MetricsCollector(header)")
        return self._game, self._log
