"""What a benchmark came to, as tables of lines: leaderboards, head to head, distributions, episodes, two runs compared.

Every row knows the cells whose games are behind its numbers. The numbers are those of the report; nothing is computed
here but what a small plot needs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_core.config import TEAMS, GameMode, Team
from codenames_core.state import Termination
from codenames_metrics.experiment import Composition
from codenames_metrics.games_so_far import GameSoFar
from codenames_metrics.head_to_head import HeadToHead
from codenames_metrics.jobs import Cell
from codenames_metrics.leaderboard import BoardRole, Leaderboard, LineupEntry, View
from codenames_metrics.numbers_shown import p, percent, points, score, signed, verdict
from codenames_metrics.plan import Plan, models_in
from codenames_metrics.run_comparison import RunComparison
from codenames_metrics.standings import Place
from codenames_metrics.stats import Interval
from codenames_metrics.tables import NOTHING, number
from codenames_tui.views.lines import Glyphs, Line, Span, cut
from codenames_tui.views.plots import histogram, interval_picture, quantile, spark
from codenames_tui.views.rows import Column

MOST_IN_A_MAP: Final = 16
_PICTURE: Final = 21
_LETTERS: Final = "abcdefghijklmnop"


class Filter(NamedTuple):
    """Which games and which roles are looked at."""

    role: BoardRole = BoardRole.OVERALL
    mode: GameMode | None = None
    """None for all modes together."""
    composition: Composition | None = None

    def takes(self, cell: Cell) -> bool:
        """Return whether games of a cell are looked at."""
        return self.mode in (None, cell.mode) and self.composition in (None, cell.combo.composition)


class Behind(NamedTuple):
    """The games behind a row."""

    what: str
    cells: frozenset[Cell]
    is_rate: bool = False
    """Whether the row has a win rate, in which not all of them are."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table, made row by row."""

    title: str
    columns: Sequence[Column]
    count: int
    cells: Callable[[int], Sequence[Span]]
    behind: Callable[[int], Behind | None] = lambda row: None
    pictures: frozenset[int] = frozenset()
    """Columns that are drawn, and say nothing in a file."""
    above: tuple[Line, ...] = ()
    """What is drawn above the table."""
    empty: str = "No game of these is finished."


# Leaderboards


_PLACES: Final = (
    Column("rank", 4, right=True),
    Column("who", 16, grows=True),
    Column("0    win rate   100", _PICTURE, rank=2),
    Column("win rate", 8, right=True),
    Column("95 %", 14, right=True, rank=4),
    Column("wins/games", 11, right=True, rank=3),
    Column("worth", 6, right=True, rank=6),
    Column("coord.", 6, right=True, rank=1),
    Column("clues", 6, right=True, rank=5),
    Column("guesses", 7, right=True, rank=5),
)


def leaderboard(board: Leaderboard, plan: Plan, chosen: Filter, glyphs: Glyphs) -> Shown:
    """Return the table for a filter; line-ups where a composition is chosen, models where none is."""
    if chosen.composition is not None:
        return _of_composition(board, plan, chosen.composition, glyphs)
    view = next((one for one in board.views if (one.role, one.mode) == chosen[:2]), None)
    view = view or (_only_mode(board, chosen) if _is_only_mode(plan, chosen.mode) else None)
    entries = view.entries if view else ()
    rows = [_place(one.model, one, glyphs) for one in entries]
    behind = [
        Behind(f"{one.model}, {chosen.role}", frozenset(_cells_of(one.model, chosen, plan.cells)), is_rate=True)
        for one in entries
    ]
    return Shown(
        f"{chosen.role.capitalize()}, {_mode(chosen.mode)}{_interim(board)}",
        _PLACES,
        len(rows),
        rows.__getitem__,
        behind.__getitem__,
        pictures=frozenset({2}),
        above=_left_out_of_rates(entries),
        empty="No team of one model." if chosen.role is BoardRole.OVERALL else "Nobody.",
    )


def _is_only_mode(plan: Plan, mode: GameMode | None) -> bool:
    return plan.config.game_modes == [mode]


def _only_mode(board: Leaderboard, chosen: Filter) -> View:
    return {BoardRole.CLUER: board.cluer, BoardRole.GUESSER: board.guesser}.get(chosen.role, board.overall)


def _of_composition(board: Leaderboard, plan: Plan, composition: Composition, glyphs: Glyphs) -> Shown:
    entries: tuple[LineupEntry, ...] = next(
        (one.entries for one in board.compositions if one.composition is composition), ()
    )
    rows = [_place(one.lineup, one, glyphs) for one in entries]
    chosen = Filter(composition=composition)
    behind = [
        Behind(one.lineup, frozenset(_cells_with(one.lineup, chosen, plan.cells)), is_rate=True) for one in entries
    ]
    title = f"Line-ups, {_words(composition)}, all modes{_interim(board)}"
    return Shown(
        title,
        _PLACES,
        len(rows),
        rows.__getitem__,
        behind.__getitem__,
        pictures=frozenset({2}),
        above=_left_out_of_rates(entries),
    )


def _left_out_of_rates(entries: Iterable[Place]) -> tuple[Line, ...]:
    if not any(one.mirror_games for one in entries):
        return ()
    return ((Span("  Games against itself are in no win rate, but among the episodes of a row.", "dim"),),)


def _place(who: str, one: Place, glyphs: Glyphs) -> tuple[Span, ...]:
    moved = " !" if one.order_depends_on_missing else ""
    return (
        Span(f"{one.rank}" if one.rank else NOTHING, "strong"),
        Span(who),
        Span(interval_picture(one.win_rate, one.win_rate_ci, _PICTURE, glyphs), "accent"),
        Span(percent(one.win_rate) + moved, "strong"),
        Span(_interval(one.win_rate_ci), "dim"),
        Span(f"{one.wins:,}/{one.games:,}"),
        Span(f"{one.effective_games:,.0f}", "dim"),
        Span(score(one.avg_coordination_score)),
        Span(score(one.avg_clue_efficiency)),
        Span(score(one.avg_guess_accuracy)),
    )


def _interval(interval: Interval | None) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}" if interval else ""


def _cells_of(model: str, chosen: Filter, cells: Iterable[Cell]) -> Iterable[Cell]:
    """Return the cells in which a model has the role, on either side."""
    for cell in cells:
        if chosen.takes(cell) and any(_has_role(model, chosen.role, cell, team) for team in TEAMS):
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
    return (cell for cell in cells if chosen.takes(cell) and lineup in (cell.combo.red.name, cell.combo.blue.name))


# Head to head


_PAIRS: Final = (
    Column("first - second", 24, grows=True),
    Column("mode", 14, rank=1),
    Column("0    win rate   100", _PICTURE, rank=3),
    Column("win rate", 8, right=True),
    Column("wins", 9, right=True, rank=4),
    Column("difference, 95 %", 22, right=True, rank=5),
    Column("p adj.", 7, right=True, rank=2),
    Column("verdict", 23),
)


def head_to_head(board: Leaderboard, plan: Plan, chosen: Filter, glyphs: Glyphs, width: int) -> Shown:
    """Return the matrix of who wins how often against whom, and a row for each pair."""
    pairs = [
        one
        for one in board.head_to_head
        if chosen.mode in (None, one.mode) and chosen.composition in (None, one.composition)
    ]
    rows = [_pair(one, glyphs) for one in pairs]
    behind = [_behind_pair(one, plan.cells) for one in pairs]
    kind = f", {_words(chosen.composition)}" if chosen.composition else ""
    return Shown(
        f"Head to head, {_mode(chosen.mode)}{kind}{_interim(board)}",
        _PAIRS,
        len(rows),
        rows.__getitem__,
        behind.__getitem__,
        pictures=frozenset({2}),
        above=tuple(heat_lines(pairs, width, glyphs)),
        empty="No two line-ups have met.",
    )


def _pair(one: HeadToHead, glyphs: Glyphs) -> tuple[Span, ...]:
    told = one.comparison
    return (
        Span(f"{one.first} - {one.second}"),
        Span(_words(one.mode), "dim"),
        Span(interval_picture(one.win_rate, one.interval, _PICTURE, glyphs), "accent"),
        Span(percent(one.win_rate), "strong"),
        Span(f"{one.first_wins:,} : {one.second_wins:,}"),
        Span(points(told), "dim"),
        Span(p(told.p_value_adjusted)),
        Span(verdict(told), "good" if told.is_resolved else "dim"),
    )


def _behind_pair(one: HeadToHead, cells: Iterable[Cell]) -> Behind:
    found = (
        cell
        for cell in cells
        if cell.mode is one.mode
        and cell.combo.composition is one.composition
        and {cell.combo.red.name, cell.combo.blue.name} == {one.first, one.second}
    )
    return Behind(f"{one.first} against {one.second}", frozenset(found))


def shares_of(pairs: Iterable[HeadToHead]) -> tuple[list[str], dict[tuple[str, str], float | None]]:
    """Return the names in order, and who won which share of the decided games against whom, modes taken together."""
    names: dict[str, None] = {}
    won: dict[tuple[str, str], list[int]] = {}
    for one in pairs:
        names |= dict.fromkeys((one.first, one.second))
        for key, wins in (((one.first, one.second), one.first_wins), ((one.second, one.first), one.second_wins)):
            counts = won.setdefault(key, [0, 0])
            counts[0] += wins
            counts[1] += one.first_wins + one.second_wins
    return list(names), {key: wins / games if games else None for key, (wins, games) in won.items()}


def heat_lines(pairs: Sequence[HeadToHead], width: int, glyphs: Glyphs) -> list[Line]:
    """Return the matrix: per cent that the row's line-up won against the column's, the fuller the more."""
    names, shares = shares_of(pairs)
    names = names[:MOST_IN_A_MAP]
    if len(names) < 2:
        return []
    longest = min(max(cell_len(glyphs.line(name)) for name in names), max(width - 6 - 6 * len(names), 8))
    head = Span(" " * (longest + 6) + "".join(f"{_LETTERS[place]:>4}  " for place in range(len(names))), "dim")
    lines: list[Line] = [(head,)]
    for place, name in enumerate(names):
        shown = cut(glyphs.line(name), longest, glyphs.cut)
        line = [Span(f"  {_LETTERS[place]} ", "dim"), Span(f"{shown}{' ' * (longest - cell_len(shown))}  ")]
        line += [_heat(shares.get((name, other)), glyphs, same=name == other) for other in names]
        lines.append(tuple(line))
    return lines


def _heat(share: float | None, glyphs: Glyphs, *, same: bool) -> Span:
    if share is None:
        return Span(f"{glyphs.dot if same else '-':>4}  ", "dim")
    shade = " " if glyphs.ascii_only else glyphs.bars[round(share * (len(glyphs.bars) - 1))]
    style = "good" if share > 0.55 else "warn" if share < 0.45 else "text"
    return Span(f"{100 * share:>4.0f}{shade} ", style)


# Distributions


_SPREADS: Final = (
    Column("who", 18, grows=True),
    Column("games", 6, right=True),
    Column("turns of a game", 16),
    Column("5 % - median - 95 %", 19, right=True, rank=2),
    Column("coordination", 16, rank=1),
    Column("5 % - median - 95 %", 20, right=True, rank=3),
    Column("assassin", 8, right=True, rank=1),
)


def distributions(games: Sequence[GameSoFar], plan: Plan, chosen: Filter, glyphs: Glyphs) -> Shown:
    """Return how long games of each line-up are, and how well it works together, as small histograms."""
    found: dict[str, _Spread] = {}
    for cell in plan.cells:
        if chosen.takes(cell):
            for team in TEAMS:
                found.setdefault(cell.lineup(team).name, _Spread()).cells.add(cell)
    for game in games:
        cell = plan.cell_of(game.place)
        if chosen.takes(cell):
            for team in TEAMS:
                found[cell.lineup(team).name].add(game, team)
    longest = max((game.turns for game in games), default=1)
    names = list(found)
    return Shown(
        f"Turns and coordination, {_mode(chosen.mode)}; turns from 0 to {longest}, coordination from 0 to 1",
        _SPREADS,
        len(names),
        lambda row: found[names[row]].cells_shown(names[row], longest, glyphs),
        lambda row: Behind(names[row], frozenset(found[names[row]].cells)),
        pictures=frozenset({2, 4}),
    )


class _Spread:
    """What is gathered for one line-up, over its sides of all games."""

    def __init__(self) -> None:
        self.cells: set[Cell] = set()
        self.turns: list[float] = []
        self.scores: list[float] = []
        self.assassins = 0

    def add(self, game: GameSoFar, team: Team) -> None:
        self.turns.append(game.turns)
        if (share := game.coordination(team)) is not None:
            self.scores.append(share)
        lost = game.winner is not None and game.winner is not team
        self.assassins += lost and game.termination is Termination.ASSASSIN

    def cells_shown(self, name: str, longest: int, glyphs: Glyphs) -> tuple[Span, ...]:
        return (
            Span(name),
            Span(f"{len(self.turns):,}"),
            Span(spark(histogram(self.turns, 0, longest), glyphs), "accent"),
            Span(_three(self.turns, 0)),
            Span(spark(histogram(self.scores, 0, 1), glyphs), "accent"),
            Span(_three(self.scores, 2)),
            Span(f"{self.assassins:,}"),
        )


def _three(values: Sequence[float], digits: int) -> str:
    ordered = sorted(values)
    return " - ".join(number(quantile(ordered, share), digits) for share in (0.05, 0.5, 0.95)) if values else NOTHING


# Episodes


_EPISODES: Final = (
    Column("game", 6, right=True),
    Column("red - blue", 22, grows=True),
    Column("mode", 15, rank=3),
    Column("board", 12, rank=4),
    Column("winner", 6),
    Column("how", 12, rank=2),
    Column("turns", 5, right=True),
    Column("coord. red : blue", 17, right=True, rank=3),
)


def episodes(games: Sequence[GameSoFar], plan: Plan, chosen: Filter, behind: Behind | None) -> tuple[Shown, list[int]]:
    """Return the games behind a row, or all that the filter leaves, and their places in the plan."""
    found = [game for game in games if _is_meant(plan.cell_of(game.place), chosen, behind)]
    what = f"Episodes behind {behind.what}" if behind else f"Episodes, {_mode(chosen.mode)}"

    def cells(row: int) -> tuple[Span, ...]:
        return _episode(found[row], plan.cell_of(found[row].place))

    above = _not_in_the_rate(found, plan) if behind and behind.is_rate else ()
    shown = Shown(f"{what}: {len(found):,}", _EPISODES, len(found), cells, above=above)
    return shown, [game.place for game in found]


def _not_in_the_rate(games: Sequence[GameSoFar], plan: Plan) -> tuple[Line, ...]:
    mirrors = sum(plan.cell_of(game.place).combo.is_mirror for game in games)
    undecided = sum(game.winner is None and not plan.cell_of(game.place).combo.is_mirror for game in games)
    counts = ((mirrors, "against itself"), (undecided, "undecided"))
    left_out = ", ".join(f"{count:,} {kind}" for count, kind in counts if count)
    return ((Span(f"  Listed, but not in the win rate: {left_out}.", "dim"),),) if left_out else ()


def _is_meant(cell: Cell, chosen: Filter, behind: Behind | None) -> bool:
    return cell in behind.cells if behind else chosen.takes(cell)


def _episode(game: GameSoFar, cell: Cell) -> tuple[Span, ...]:
    return (
        Span(f"{game.place + 1}", "dim"),
        Span(f"{cell.combo.red.name} - {cell.combo.blue.name}"),
        Span(_words(cell.mode), "dim"),
        Span(game.board, "dim"),
        Span(game.winner or "nobody", game.winner.value if game.winner else "dim"),
        Span(_words(game.termination or "unfinished")),
        Span(f"{game.turns}"),
        Span(f"{score(game.red_coordination)} : {score(game.blue_coordination)}"),
    )


# Two runs


_COMPARED: Final = (
    Column("measure", 19),
    Column("first", 14, grows=True),
    Column("second", 14, grows=True, rank=2),
    Column("means", 15, right=True, rank=1),
    Column("difference, 95 %", 26, right=True),
    Column("boards", 6, right=True, rank=3),
    Column("p adj.", 7, right=True, rank=1),
    Column("verdict", 20),
)
_UNPAIRED: Final = (
    Column("run", 6),
    Column("model", 16, grows=True),
    Column("win rate", 8, right=True),
    Column("95 %", 14, right=True),
    Column("games", 7, right=True),
    Column("coord.", 6, right=True),
)


def comparison(result: RunComparison) -> Shown:
    """Return how two runs compare: by paired tests where both have the same boards, rules and prompts."""
    title = f"{result.first.name} against {result.second.name}"
    if result.paired:
        rows = [
            (
                Span(_words(one.measure)),
                Span(one.first),
                Span(one.second),
                Span(f"{number(one.first_mean, 2)} : {number(one.second_mean, 2)}"),
                Span(signed(one.comparison.difference, one.comparison.interval, 3), "strong"),
                Span(f"{one.comparison.boards:,}"),
                Span(p(one.comparison.p_value_adjusted)),
                Span(verdict(one.comparison), "good" if one.comparison.is_resolved else "dim"),
            )
            for one in result.models
        ]
        empty = "No model of one and model of the other were ever in the same situation."
        return Shown(f"{title}, board by board", _COMPARED, len(rows), rows.__getitem__, empty=empty)
    runs = (("first", result.first), ("second", result.second))
    entries = [(which, one) for which, run in runs for one in run.overall]
    unpaired = [
        (
            Span(which, "dim"),
            Span(one.model),
            Span(percent(one.win_rate), "strong"),
            Span(_interval(one.win_rate_ci), "dim"),
            Span(f"{one.games:,}"),
            Span(score(one.avg_coordination_score)),
        )
        for which, one in entries
    ]
    why = tuple((Span(f"  They differ in {one}", "warn"),) for one in result.differs[:4])
    note = ((Span("  Not the same boards, rules and prompts: no difference is tested.", "warn"),), *why)
    return Shown(f"{title}, side by side", _UNPAIRED, len(unpaired), unpaired.__getitem__, above=note)


# Files


def cells_for_files(shown: Shown) -> tuple[list[str], list[list[str]]]:
    """Return names and rows of a table without what is only drawn."""
    kept = [place for place in range(len(shown.columns)) if place not in shown.pictures]
    names = [shown.columns[place].title for place in kept]
    rows = []
    for row in range(shown.count):
        cells = shown.cells(row)
        rows.append([cells[place].text if place < len(cells) else "" for place in kept])
    return names, rows


def _mode(mode: GameMode | None) -> str:
    return _words(mode) if mode else "all modes"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _interim(board: Leaderboard) -> str:
    return "" if board.tested else f" (interim: {board.finished:,} of {board.planned:,} games, no ranks yet)"
