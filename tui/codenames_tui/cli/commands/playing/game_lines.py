"""Plain lines about a game, printed as it goes on."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codenames_core.game.state import GameState, Outcome
from codenames_tui.game.ending.summary import summary_text
from codenames_tui.ui.prose import plain

if TYPE_CHECKING:
    from codenames_metrics.game.episode import EpisodeMetrics


def print_lines(lines: Iterable[str]) -> None:
    """Print each line at once, also into a pipe."""
    for line in lines:
        print(line, flush=True)


def closing_lines(outcome: Outcome | None, state: GameState, metrics: "EpisodeMetrics | None") -> Iterator[str]:
    """Yield the lines after the last event: how it ended, the key and, where it is known, how well it was played."""
    yield from plain.closing(outcome, state)
    if outcome is not None and metrics is not None:
        yield from summary_text(metrics, state.board)
