"""How well a finished game was played, for those who watch it."""

from typing import TYPE_CHECKING

from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import IllegalEvent

if TYPE_CHECKING:  # what measures is loaded once there is a game to measure
    from codenames_metrics.game.episode import EpisodeMetrics


def measured(record: EpisodeRecord) -> "EpisodeMetrics | None":
    """Return the metrics of a game; None where its events do not follow from each other."""
    from codenames_metrics.game.episode import compute_episode_metrics

    try:
        return compute_episode_metrics(record)
    except IllegalEvent:
        return None
