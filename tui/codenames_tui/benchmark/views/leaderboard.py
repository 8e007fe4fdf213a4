"""Leaderboards: who won which share of its games, by role, mode and composition."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from codenames_core.game.config import TEAMS, GameMode, Team
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard, LineupEntry
from codenames_metrics.analysis.standings import Place
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan, models_in
from codenames_metrics.tables.number_formats import NOTHING, format_percent
from codenames_tui.benchmark.views.failures import COLUMNS, columns, failure_spans
from codenames_tui.benchmark.views.results import (
    PICTURE,
    DrillDown,
    Filter,
    ResultsTable,
    completeness,
    in_per_cent,
    mode_title,
    spaced,
    weight,
    with_spread,
)
from codenames_tui.benchmark.views.roles import role_ranking
from codenames_tui.benchmark.views.verdict import verdict
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.lines.plots import interval_picture
from codenames_tui.ui.lines.rows import Column

_PLACES: Final = (
    Column("#", 3, right=True),
    Column("who", 16, grows=True),
    Column("0    win rate   100", PICTURE, rank=2),
    Column("win rate", 8, right=True),
    Column("95 % together", 14, right=True, rank=4),
    Column("SD", 6, right=True, rank=5, about="of boards"),
    Column("wins/games", 11, right=True, rank=3),
    Column("worth", 6, right=True, rank=9, about="independent games"),
    *COLUMNS,
    Column("rank", 4, right=True, rank=5),
    Column("not told apart", 14, rank=3),
    Column("words ±SD", 10, right=True, rank=2, about="found per turn"),
    Column("coord. ±SD", 10, right=True, rank=7, about="coordination, 0 to 1"),
    Column("clues ±SD", 10, right=True, rank=8, about="words found / promised"),
    Column("guesses ±SD", 11, right=True, rank=8, about="right / all"),
)


def leaderboard(board: Leaderboard, plan: Plan, chosen: Filter, glyphs: Glyphs) -> ResultsTable:
    """Return the table for a filter; line-ups where a composition is chosen, models where none is."""
    if chosen.composition is not None:
        return _of_composition(board, plan, chosen.composition, glyphs)
    if chosen.role is not BoardRole.OVERALL:
        cells = [(model, frozenset(_cells_of(model, chosen, plan.cells))) for model in plan.config.models]
        return role_ranking(board, chosen, glyphs, cells)
    view = next((entry for entry in board.views if (entry.role, entry.mode) == chosen[:2]), None)
    view = view or (board.overall if _is_only_mode(plan, chosen.mode) else None)
    entries = view.entries if view else ()
    kind = weight(board, chosen.role, chosen.mode) + completeness(board)
    shown = _ranked(
        f"{chosen.role.capitalize()}, {mode_title(chosen.mode)}{kind}",
        board,
        entries,
        _rows([(entry.model, entry) for entry in entries], glyphs),
        [(f"{entry.model}, {chosen.role}", _cells_of(entry.model, chosen, plan.cells)) for entry in entries],
        glyphs,
    )
    return replace(shown, empty="No team of one model played: press V for cluers and guessers.")


def _is_only_mode(plan: Plan, mode: GameMode | None) -> bool:
    return plan.config.game_modes == [mode]


def _of_composition(board: Leaderboard, plan: Plan, composition: Composition, glyphs: Glyphs) -> ResultsTable:
    entries: tuple[LineupEntry, ...] = next(
        (entry.entries for entry in board.compositions if entry.composition is composition), ()
    )
    chosen = Filter(composition=composition)
    return _ranked(
        f"Line-ups, {spaced(composition)}, all modes (exploratory){completeness(board)}",
        board,
        entries,
        _rows([(entry.lineup, entry) for entry in entries], glyphs),
        [(entry.lineup, _cells_with(entry.lineup, chosen, plan.cells)) for entry in entries],
        glyphs,
    )


def _ranked(
    title: str,
    board: Leaderboard,
    entries: Sequence[Place],
    rows: Sequence[Sequence[Span]],
    games: Iterable[tuple[str, Iterable[Cell]]],
    glyphs: Glyphs,
) -> ResultsTable:
    """Return the table of a ranking: for each entry its row, and the name and the cells of the games behind it."""
    behind = [DrillDown(who, frozenset(cells), is_rate=True) for who, cells in games]
    named = [(row[1].text, place) for row, place in zip(rows, entries, strict=True)]
    return ResultsTable(
        title,
        columns(_PLACES, board.failures),
        len(rows),
        rows.__getitem__,
        behind.__getitem__,
        pictures=frozenset({2}),
        verdict=verdict(named),
        above=_left_out_of_rates(entries),
    )


def _rows(places: Sequence[tuple[str, Place]], glyphs: Glyphs) -> list[tuple[Span, ...]]:
    orders = {who: place.order for who, place in places}
    return [_place(who, place, orders, glyphs) for who, place in places]


def _left_out_of_rates(entries: Iterable[Place]) -> tuple[Line, ...]:
    places = list(entries)
    kinds = [
        *(["against itself"] if any(place.mirror_games for place in places) else []),
        *(["with a ghost"] if any(place.ghost_games for place in places) else []),
    ]
    if not kinds:
        return ()
    said = f"  Games {' or '.join(kinds)} count in no win rate; the episodes of a row list them."
    return ((Span(said, "dim"),),)


def _place(who: str, place: Place, orders: Mapping[str, int], glyphs: Glyphs) -> tuple[Span, ...]:
    moved = " !" if place.order_depends_on_missing else ""
    alike = sorted(orders[other] for other in place.not_told_apart if other in orders)
    return (
        Span(f"{place.order}", "strong"),
        Span(who),
        Span(interval_picture(place.win_rate, place.win_rate_simultaneous_ci, PICTURE, glyphs), "accent"),
        Span(format_percent(place.win_rate) + moved, "strong"),
        Span(in_per_cent(place.win_rate_simultaneous_ci), "dim"),
        Span(format_percent(place.win_rate_std), "dim"),
        Span(f"{place.wins:,}/{place.games:,}"),
        Span(f"{place.effective_games:,.0f}", "dim"),
        *failure_spans(place.failures),
        Span(f"{place.rank}" if place.rank else NOTHING),
        Span(", ".join(f"#{other}" for other in alike) or NOTHING, "dim"),
        Span(with_spread(place.avg_words_per_turn, place.std_words_per_turn)),
        Span(with_spread(place.avg_coordination_score, place.std_coordination_score)),
        Span(with_spread(place.avg_clue_efficiency, place.std_clue_efficiency)),
        Span(with_spread(place.avg_guess_accuracy, place.std_guess_accuracy)),
    )


def _cells_of(model: str, chosen: Filter, cells: Iterable[Cell]) -> Iterable[Cell]:
    """Return the cells in which a model has the role, on either side."""
    for cell in cells:
        if chosen.includes(cell) and any(_has_role(model, chosen.role, cell, team) for team in TEAMS):
            yield cell


def _has_role(model: str, role: BoardRole, cell: Cell, team: Team) -> bool:
    lineup = cell.lineup(team)
    match role:
        case BoardRole.OVERALL:
            return cell.combo.composition is Composition.HOMOGENEOUS and lineup.cluer == model
        case BoardRole.CLUER:
            return lineup.cluer == model
        case BoardRole.GUESSER:
            return model in models_in(cell.mode, lineup)[1:]


def _cells_with(lineup: str, chosen: Filter, cells: Iterable[Cell]) -> Iterable[Cell]:
    return (cell for cell in cells if chosen.includes(cell) and lineup in (cell.combo.red.name, cell.combo.blue.name))
