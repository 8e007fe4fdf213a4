"""What it costs to see the board on a picture: what line-ups misread there, beside what they misread in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from codenames_core.text.plurals import counted
from codenames_metrics.analysis.cross.ablation import ArmEffect
from codenames_metrics.analysis.failures.misreadings import Misreading
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.experiment.arms import BASE
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.seeing_section import part_of
from codenames_metrics.tables.number_formats import NOTHING, format_points, format_signed
from codenames_tui.benchmark.views.results import DrillDown, ResultsTable, brief, completeness
from codenames_tui.ui.lines.lines import Span
from codenames_tui.ui.lines.rows import Column

_COLUMNS: Final = (
    Column("who", 9, grows=True),
    Column("board", 7, grows=True, about="base, with words, or the arm with pictures"),
    Column("games", 5, right=True, rank=5),
    Column("pictures", 8, right=True, rank=4),
    Column("words", 5, right=True, rank=3, about="named by cluers as targets, and by guessers"),
    Column("not there", 11, right=True, about="of them not on the board"),
    Column("mistaken", 11, right=True, about="not a face-down word of the team, or face up already"),
    Column("misread", 13, right=True, rank=1, about="cards that a program took for others"),
    Column("wrong, difference", 26, right=True, about="share of words named wrongly, arm - base"),
    Column("net words, difference", 26, right=True, rank=2, about="per clue, arm - base"),
)
_PLAY: Final = "net_words_per_clue"


def seeing(board: Leaderboard, plan: Plan) -> ResultsTable:
    """Return a row for each line-up that was shown pictures, with words first, and then for each arm."""
    models, rows = plan.config.models, board.seeing
    effects = {(one.arm, one.lineup): one for one in board.arms if one.measure == _PLAY}
    return ResultsTable(
        f"What seeing costs, all modes (exploratory){completeness(board, 'tested at the end')}",
        _COLUMNS,
        len(rows),
        lambda row: _row(rows[row], effects.get((rows[row].arm, rows[row].lineup)), models),
        lambda row: _behind(rows[row], plan.cells),
        verdict=verdict_on_seeing(rows),
        empty='Nobody was shown a picture; an arm with sees = "picture" shows the board to whoever can see it.',
        in_full=lambda row: _row(rows[row], effects.get((rows[row].arm, rows[row].lineup))),
    )


def verdict_on_seeing(rows: Sequence[Misreading]) -> str:
    """Return how many line-ups name more wrongly with a picture than with words; nothing where nobody saw one."""
    base = {row.lineup: bool(row.pictures) for row in rows if row.arm == BASE}
    compared = [row for row in rows if row.difference and bool(row.pictures) is not base.get(row.lineup)]
    differences = [(one, bool(row.pictures)) for row in compared if (one := row.difference)]
    if not rows:
        return ""
    if not differences:
        return "Nobody who was shown pictures has played with words on the same boards."
    if not all(one.is_final for one, _ in differences):
        return "What seeing costs is tested once all games are played."
    shown = [(one.difference or 0.0) * (1 if is_seen else -1) for one, is_seen in differences if one.is_resolved]
    if not shown:
        return "It is not shown that anybody names more or fewer words wrongly with pictures than with words."
    more = sum(difference > 0 for difference in shown)
    which = f"{more:,} of {counted(len(differences), 'comparison')}"
    fewer = f", and {len(shown) - more:,} fewer" if more < len(shown) else ""
    return f"With pictures more words are named wrongly than with words in {which}{fewer}."


def _row(row: Misreading, play: ArmEffect | None, models: Sequence[str] = ()) -> tuple[Span, ...]:
    one = row.difference
    net = play.comparison if play else None
    return (
        Span(brief(row.lineup, models)),
        Span(row.arm or "base", "text" if row.arm else "dim"),
        Span(f"{row.games:,}"),
        Span(f"{row.pictures:,}" if row.pictures else NOTHING),
        Span(f"{row.words_named:,}" if row.words_named else NOTHING),
        Span(part_of(row.words_unknown, row.words_named)),
        Span(part_of(row.colours_mistaken, row.words_seen)),
        Span(part_of(row.cards_misread, row.cards_read)),
        Span(format_points(one) if one else NOTHING, "good" if one and one.is_resolved else "strong"),
        Span(
            format_signed(net.difference, net.simultaneous_interval, 3) if net else NOTHING,
            "good" if net and net.is_resolved else "dim",
        ),
    )


def _behind(row: Misreading, cells: Iterable[Cell]) -> DrillDown:
    """Return the games of a line-up in an arm."""
    mine = frozenset(
        cell for cell in cells if cell.arm == row.arm and row.lineup in (cell.combo.red.name, cell.combo.blue.name)
    )
    return DrillDown(f"{row.lineup}, {row.arm or 'base'}", mine)
