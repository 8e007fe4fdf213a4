"""Which plots a report shows, and of what."""

from collections.abc import Iterator

from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard
from codenames_metrics.report.plots import MOST_IN_A_MAP, PlottedShare, heat_map, interval_plot
from codenames_metrics.tables.titles import mode_title, title


def draw_plots(board: Leaderboard) -> Iterator[tuple[str, str]]:
    """Yield the name of each plot, and the plot as SVG."""
    views = [board.overall, *(view for view in board.by_mode if view.role is BoardRole.OVERALL)]
    sections = {
        mode_title(view.mode): [
            PlottedShare(entry.model, entry.win_rate, entry.win_rate_simultaneous_ci) for entry in view.entries
        ]
        for view in views
        if view.entries
    }
    if sections:
        yield "win_rates", interval_plot(f"{board.name}: win rates, simultaneous 95 % intervals", sections)
    met = dict.fromkeys((pair.mode, pair.composition) for pair in board.head_to_head)
    for mode, composition in met:
        pairs = [pair for pair in board.head_to_head if (pair.mode, pair.composition) == (mode, composition)]
        names = list(dict.fromkeys(name for pair in pairs for name in (pair.first, pair.second)))
        if len(names) > MOST_IN_A_MAP:
            continue
        shares = {(pair.first, pair.second): pair.win_rate for pair in pairs}
        shares |= {(pair.second, pair.first): None if pair.win_rate is None else 1 - pair.win_rate for pair in pairs}
        caption = f"{title(mode)}, {title(composition)}: wins of the row against the column, %"
        yield f"head_to_head_{mode}_{composition}", heat_map(caption, names, shares)
