"""Which plots a report shows, and of what."""

from collections.abc import Iterator

from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard
from codenames_metrics.report.plots import MOST_IN_A_MAP, PlottedShare, heat_map, interval_plot
from codenames_metrics.report.titles import mode_title, title


def draw_plots(board: Leaderboard) -> Iterator[tuple[str, str]]:
    """Yield the name of each plot, and the plot as SVG."""
    views = [board.overall, *(one for one in board.by_mode if one.role is BoardRole.OVERALL)]
    sections = {
        mode_title(view.mode): [PlottedShare(one.model, one.win_rate, one.win_rate_ci) for one in view.entries]
        for view in views
        if view.entries
    }
    if sections:
        yield "win_rates", interval_plot(f"{board.name}: win rates, 95 % intervals", sections)
    met = dict.fromkeys((one.mode, one.composition) for one in board.head_to_head)
    for mode, composition in met:
        pairs = [one for one in board.head_to_head if (one.mode, one.composition) == (mode, composition)]
        names = list(dict.fromkeys(name for one in pairs for name in (one.first, one.second)))
        if len(names) > MOST_IN_A_MAP:
            continue
        shares = {(one.first, one.second): one.win_rate for one in pairs}
        shares |= {(one.second, one.first): None if one.win_rate is None else 1 - one.win_rate for one in pairs}
        caption = f"{title(mode)}, {title(composition)}: wins of the row against the column, %"
        yield f"head_to_head_{mode}_{composition}", heat_map(caption, names, shares)
