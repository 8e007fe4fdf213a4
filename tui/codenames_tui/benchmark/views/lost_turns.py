"""Why turns were lost: a row for each reason of each model, and behind it the turns themselves."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from codenames_metrics.analysis.failures.lost_turns import GameTurns, LostTurn, lost_by
from codenames_metrics.analysis.failures.turn_losses import LossSeat, TurnLosses, turn_losses
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.turns.turn_loss import TurnLoss
from codenames_metrics.report.turn_loss_table import SEATS
from codenames_metrics.tables.number_formats import NOTHING, format_percent
from codenames_tui.benchmark.views.results import (
    PICTURE,
    Filter,
    ResultsTable,
    brief,
    in_per_cent,
    mode_title,
    spaced,
    with_mode_last,
)
from codenames_tui.benchmark.views.verdict import verdict_on_losses, verdict_on_turns
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.lines.plots import interval_picture
from codenames_tui.ui.lines.rows import NEVER, Column

_REASONS: Final = (
    Column("who", 16, grows=True),
    Column("team", 21, rank=1),
    Column("reason", 14),
    Column("0  share of turns 100", PICTURE, rank=3),
    Column("share", 7, right=True, about="of all turns, lost or not"),
    Column("95 %", 14, right=True, rank=2, about="individual, clustered by board, not tested"),
    Column("turns", 6, right=True),
)
_REASONS_OF_ONE_SEAT: Final = tuple(
    column._replace(needs=NEVER) if column.title == "team" else column for column in _REASONS
)
"""Where the team is the same in all rows, it is left out."""
_TURNS: Final = (
    Column("game", 6, right=True),
    Column("turn", 4, right=True),
    Column("team", 5, rank=3),
    Column("line-up", 20, grows=True, rank=1),
    Column("mode", 15, rank=5),
    Column("clue", 16),
    Column("found", 7, right=True),
    Column("meant and missed", 28, rank=2),
)


class LossRow(NamedTuple):
    """A model at certain seats, and a reason for which its teams lost turns."""

    model: str
    seat: LossSeat
    reason: TurnLoss


def loss_reasons(
    games: Sequence[GameTurns], plan: Plan, chosen: Filter, glyphs: Glyphs
) -> tuple[ResultsTable, list[LossRow]]:
    """Return a row for each reason that occurred, by model and seat, and what each row is about."""
    counted = [game.losses for game in games if chosen.includes(game.losses.cell)]
    models = [model for model in plan.config.models if model not in plan.config.ghosts]
    lost = list(turn_losses(counted, models))
    found = [(losses, place) for losses in lost for place, reason in enumerate(losses.reasons) if reason.turns]

    def cells(row: int) -> tuple[Span, ...]:
        return _reason(*found[row], glyphs)

    shown = ResultsTable(
        f"Why turns were lost, {mode_title(chosen.mode)}",
        _REASONS if len({losses.seat for losses in lost}) > 1 else _REASONS_OF_ONE_SEAT,
        len(found),
        cells,
        pictures=frozenset({3}),
        verdict=verdict_on_losses(lost),
        empty="No turn was lost in these games.",
    )
    return shown, [LossRow(losses.model, losses.seat, losses.reasons[place].reason) for losses, place in found]


def lost_turn_list(
    games: Sequence[GameTurns], plan: Plan, chosen: Filter, row: LossRow
) -> tuple[ResultsTable, list[LostTurn]]:
    """Return the turns behind a row, in the order of the plan."""
    turns = lost_by((game for game in games if chosen.includes(game.losses.cell)), *row)

    def cells(place: int, models: Sequence[str] = plan.config.models) -> tuple[Span, ...]:
        return _turn(turns[place], plan, models)

    title = f"Lost turns of {row.model}, {SEATS[row.seat]}: {row.reason.label}, {len(turns):,}"
    columns = with_mode_last(_TURNS, plan.config.game_modes)
    said = verdict_on_turns(turns, row.model)
    shown = ResultsTable(title, columns, len(turns), cells, verdict=said, in_full=lambda place: cells(place, ()))
    return shown, turns


def _reason(losses: TurnLosses, place: int, glyphs: Glyphs) -> tuple[Span, ...]:
    reason = losses.reasons[place]
    return (
        Span(losses.model),
        Span(SEATS[losses.seat], "dim"),
        Span(reason.reason.label, "strong"),
        Span(interval_picture(reason.share, reason.interval, PICTURE, glyphs), "accent"),
        Span(format_percent(reason.share)),
        Span(in_per_cent(reason.interval), "dim"),
        Span(f"{reason.turns:,}"),
    )


def _turn(turn: LostTurn, plan: Plan, models: Sequence[str]) -> tuple[Span, ...]:
    cell = plan.cell_of(turn.place)
    promised = NOTHING if turn.number is None else f"{turn.number}"
    return (
        Span(f"{turn.place + 1}", "dim"),
        Span(f"{turn.turn}"),
        Span(turn.team.value, turn.team.value),
        Span(brief(cell.lineup(turn.team).name, models)),
        Span(spaced(cell.mode), "dim"),
        Span(turn.clue or "no clue", "strong" if turn.clue else "dim"),
        Span(f"{turn.found} of {promised}"),
        Span(", ".join(turn.missed) or NOTHING, "dim"),
    )
