"""The results of a benchmark: leaderboards, head to head, distributions, and the episodes behind each number."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Final, NamedTuple, TypeVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from codenames_core.files.atomic_writes import refuse_existing, write_new
from codenames_core.files.untrusted_files import read_bytes
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.failures.lost_turns import GameTurns, LostTurn, read_lost_turns
from codenames_metrics.analysis.game_results import GameResult, read_game_results
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.report.artefacts import LEADERBOARD, read_tally
from codenames_metrics.report.results import read_plan
from codenames_metrics.report.run_comparison import RunComparison, compare_runs, read_run
from codenames_metrics.run_folder.manifest import LARGEST_FILE
from codenames_tui.benchmark.export import FORMS, export_bytes
from codenames_tui.benchmark.form import runs_in
from codenames_tui.benchmark.page import BenchPage
from codenames_tui.benchmark.views.arms import arms
from codenames_tui.benchmark.views.comparison import comparison
from codenames_tui.benchmark.views.cross_play import cross_play
from codenames_tui.benchmark.views.distributions import distributions
from codenames_tui.benchmark.views.episodes import episodes
from codenames_tui.benchmark.views.failures import failure_lines
from codenames_tui.benchmark.views.head_to_head import head_to_head
from codenames_tui.benchmark.views.leaderboard import leaderboard
from codenames_tui.benchmark.views.lost_turns import LossRow, loss_reasons, lost_turn_list
from codenames_tui.benchmark.views.results import DrillDown, Filter, ResultsTable
from codenames_tui.benchmark.views.seeing import seeing
from codenames_tui.benchmark.views.setup import run_items
from codenames_tui.benchmark.views.verdict import legend
from codenames_tui.ui.file_forms import form_of, wrong_end
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span, wrap
from codenames_tui.ui.messages import OpenEpisode
from codenames_tui.ui.screens.active_keys import key_of
from codenames_tui.ui.screens.choose_item import ChooseItem
from codenames_tui.ui.screens.choosing import AskText
from codenames_tui.ui.widgets.row_table import RowTable
from codenames_tui.ui.widgets.words import Words

Choice = TypeVar("Choice")
COMPUTING: Final = "Recomputing the tables: those in the folder lack games or come from an earlier version."
_BY_PATH: Final = ""
"""Names the item that asks for a path."""
TABS: Final = (
    "leaderboard",
    "head to head",
    "distributions",
    "episodes",
    "comparison",
    "lost turns",
    "cross-play",
    "arms",
    "seeing",
)
"""The last one is there where somebody was shown pictures."""
ROOM_FOR_LEGEND: Final = 20
"""Lines of the terminal below which headings are not explained."""
_TITLES: Final = {"seeing": "What seeing costs"}
"""What a view is called in the help, where that is not its name."""
_SHORT_TABS: Final = ("ranks", "pairs", "spread", "games", "compare", "lost", "cross", "arms", "seeing")
"""Their names where there is little room."""


def _width_of(tabs: Sequence[str], after: str) -> int:
    return sum(len(tab) + len(after) + 3 for tab in tabs)


class Results(NamedTuple):
    """A run as far as it came."""

    plan: Plan
    board: Leaderboard
    games: Sequence[GameResult]


def read_results(folder: Path, computing: Callable[[], None] = lambda: None) -> Results:
    """Return what a run came to.

    The leaderboard in the folder is used where it counts all finished games; otherwise it is computed.

    Args:
        folder: of the results.
        computing: is called before a leaderboard is computed, which takes seconds.

    Raises:
        InputError: the folder is not one of results.
        EpisodeFileError: an episode cannot be read.
    """
    plan = read_plan(folder)
    games = list(read_game_results(folder, plan))
    board = _kept(folder, plan, len(games))
    if board is None:
        computing()
        board = read_tally(folder, plan).leaderboard()
    return Results(plan, board, games)


def _kept(folder: Path, plan: Plan, games: int) -> Leaderboard | None:
    try:
        board = Leaderboard.model_validate_json(read_bytes(folder / LEADERBOARD, LARGEST_FILE))
    except (ValueError, RecursionError):
        return None
    is_current = (board.benchmark_id, board.finished, board.planned) == (plan.benchmark_id, games, len(plan))
    is_current = is_current and bool(board.failures) == bool(games)  # those of earlier versions have none
    return board if is_current and set(board.ghosts) == plan.config.ghosts else None


def first_view(board: Leaderboard) -> tuple[int, Filter]:
    """Return the view that is shown at first, and what is chosen: where no team of one model is ranked, who is.

    Of cross-play that is the matrix of pairs, of other mixed teams the cluers.
    """
    if board.overall.entries:
        return 0, Filter()
    chosen = Filter(role=BoardRole.CLUER) if any(ranking.entries for ranking in board.roles) else Filter()
    return (TABS.index("cross-play") if board.cross else 0), chosen


class BenchResultsScreen(BenchPage):
    """Shows results.

    Args:
        folder: of the results.
        glyphs: what is drawn with.
    """

    PLACE = "benchmark results"
    TOGETHER_WITH = ("rows",)
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(number), f"tab({number - 1})", _TITLES.get(name, name.capitalize()), id=f"results.tab_{number}")
            for number, name in enumerate(TABS, 1)
        ),
        Binding("tab,right", "turn_tab(1)", "Next view", id="results.next"),
        Binding("shift+tab,left", "turn_tab(-1)", "Previous view", id="results.before"),
        Binding("d", "next_mode", "Filter by mode", id="results.mode"),
        Binding("T", "next_composition", "Filter by team composition", id="results.composition"),
        Binding("V", "next_role", "Rank models for another role", id="results.role"),
        Binding("c", "ask_other", "Compare with another run", id="results.compare"),
        Binding("e", "ask_export", "Export what is shown", id="results.export"),
        Binding("ctrl+r", "read", "Reload", id="results.read"),
    ]
    KEYS: ClassVar[Sequence[Hint]] = (
        Hint(("rows.choose",), "open"),
        Hint(("results.next",), "view"),
        Hint(("results.role",), "role"),
        Hint(("results.mode",), "mode"),
        Hint(("results.composition",), "team"),
        Hint(("results.compare",), "compare"),
        Hint(("results.export",), "export"),
    )

    def __init__(self, folder: Path, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self.folder = folder
        self.above = Words(glyphs=glyphs, id="bench-above", wraps=False)
        self.table = RowTable(glyphs=glyphs, id="bench-rows")
        self.results: Results | None = None
        self.shown: ResultsTable | None = None
        self._chosen = Filter()
        self._tab = 0
        self._behind: DrillDown | None = None
        self._places: list[int] = []
        """Of the episodes that are shown."""
        self._turns: Sequence[GameTurns] | None = None
        """Which turns were lost, once that is asked."""
        self._losses: list[LossRow] = []
        """What the rows of lost turns are about."""
        self._loss: LossRow | None = None
        """The row whose turns are listed."""
        self._lost: list[LostTurn] = []
        """The turns that are listed."""
        self._comparison: RunComparison | None = None
        self._title = "reading …"
        self._came_from: tuple[int, int] | None = None
        """The view and the row from which episodes were opened."""

    def middle(self) -> Sequence[Widget]:
        """Return what is drawn above, and the table."""
        return self.above, self.table

    def on_mount(self) -> None:
        """Read the results."""
        self.set_focus(self.table, scroll_visible=False)
        self.action_read()

    def action_read(self) -> None:
        """Read the results, in a thread."""
        self.run_worker(self._read(), group="results", exclusive=True)

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()

        def tell() -> None:
            loop.call_soon_threadsafe(self.say, COMPUTING)  # the reading thread waits for nothing

        first = self.results is None
        try:
            self.results = await asyncio.to_thread(read_results, self.folder, tell)
        except (CodenamesError, OSError) as error:
            self._entitle("")
            self.say(str(error).removeprefix(f"{one_line(str(self.folder))}/"), "bad")  # a long path would cut it
            return
        self._turns = None
        self.say("")
        if first:
            self._tab, self._chosen = first_view(self.results.board)
        self.show_view()

    async def _read_turns(self, plan: Plan) -> None:
        try:
            self._turns = await asyncio.to_thread(read_lost_turns, self.folder, plan)
        except (CodenamesError, OSError) as error:
            self.say(str(error), "bad")
            return
        self.show_view()

    def on_resize(self) -> None:
        """Draw the matrix for the new width."""
        if self.results is not None:
            self.call_after_refresh(self.show_view, keep=True)

    @property
    def _width(self) -> int:
        """How wide lines may be: as the heading is, once it has been laid out."""
        return max(self.heading.size.width or self.app.size.width - 2, 10)

    # What is shown

    def show_view(self, *, keep: bool = False, row: int = 0) -> None:
        """Show the view that is chosen; `keep` leaves the cursor where it is."""
        results = self.results
        if results is None:
            return
        self.shown = shown = self._made(results)
        self._entitle(shown.title)
        self.above.lines = self._lines_above(results.board, shown)
        self.above.display = bool(self.above.lines)
        self.above.refresh(layout=True)
        self.table.empty = shown.empty
        self.table.show(shown.columns, shown.count, shown.cells, cursor=None if keep else row)
        self.show_keys()

    def _lines_above(self, board: Leaderboard, shown: ResultsTable) -> tuple[Line, ...]:
        """Return warnings, what the view comes to, and, where there is room, what its short headings stand for."""
        width, height = self._width, self.app.size.height
        stands_for = legend(shown.columns, width) if shown.count and height >= ROOM_FOR_LEGEND else ""
        return (
            *failure_lines(board.failures, self.glyphs),
            *self._wrapped(shown.verdict, "strong", width),
            *([()] if shown.above and TABS[self._tab] == "head to head" else []),
            *shown.above,
            *self._wrapped(stands_for, "dim", width),
        )

    def _wrapped(self, text: str, style: str, width: int) -> Sequence[Line]:
        parts = wrap((Span(self.glyphs.line(text), style),), width - 4) if text else ()
        return [(Span("  "), *part) for part in parts]

    def _made(self, results: Results) -> ResultsTable:
        plan, board, games = results
        width = self._width
        match TABS[self._tab]:
            case "leaderboard":
                return leaderboard(board, plan, self._chosen, self.glyphs)
            case "head to head":
                return head_to_head(board, plan, self._chosen, self.glyphs, width)
            case "distributions":
                return distributions(games, plan, self._chosen, self.glyphs)
            case "lost turns":
                return self._made_of_turns(plan)
            case "cross-play":
                return cross_play(board, plan, self._chosen, self.glyphs, width)
            case "arms":
                return arms(board, plan, self.glyphs, width)
            case "seeing":
                return seeing(board, plan)
            case "comparison" if self._comparison is not None:
                return comparison(self._comparison)
            case "comparison":
                key = key_of(self, "results.compare", self.glyphs)
                title, empty = "Comparison with another run", f"{key} chooses a run to compare with."
                return ResultsTable(title, (), 0, lambda row: (), verdict="Nothing is compared yet.", empty=empty)
            case _:
                shown, self._places = episodes(games, plan, self._chosen, self._behind)
                return shown

    def _made_of_turns(self, plan: Plan) -> ResultsTable:
        if self._turns is None:
            self.run_worker(self._read_turns(plan), group="turns", exclusive=True)
            return ResultsTable("Why turns were lost", (), 0, lambda row: (), empty="reading …")
        if self._loss is None:
            shown, self._losses = loss_reasons(self._turns, plan, self._chosen, self.glyphs)
        else:
            shown, self._lost = lost_turn_list(self._turns, plan, self._chosen, self._loss)
        return shown

    def _entitle(self, title: str) -> None:
        self._title = title
        self.heading.lines = self.heading_lines()

    def heading_lines(self) -> tuple[Line, ...]:
        """Return the name of the run, what is shown of it, and the views that there are."""
        line, name = self.glyphs.line, self.results.plan.config.name if self.results else self.folder.name
        tabs: list[Span] = []
        there, room = self._tabs_there, self.app.size.width
        names = TABS[:there] if _width_of(TABS[:there], " ") <= room else _SHORT_TABS[:there]
        after = " " if _width_of(names, " ") <= room - 2 else ""
        for number, tab in enumerate(names):
            style = "badge-accent" if number == self._tab else "dim"
            tabs += [Span(f" {number + 1} {tab}{after}", style)]
        return ((Span(line(name), "strong"), Span(f"  {line(self._title)}", "dim")), tuple(tabs))

    @property
    def _tabs_there(self) -> int:
        """How many views there are."""
        return len(TABS) if self.results is not None and self.results.board.seeing else len(TABS) - 1

    def action_tab(self, tab: int) -> None:
        """Show a view."""
        if tab >= self._tabs_there:
            self.say("Nobody was shown a picture in this run.")
            return
        self._tab, self._behind, self._came_from, self._loss = tab, None, None, None
        self.say("")
        self.show_view()

    def action_turn_tab(self, steps: int) -> None:
        """Show the next view, or the one before."""
        self.action_tab((self._tab + steps) % self._tabs_there)

    def action_next_mode(self) -> None:
        """Go through the modes."""
        if results := self.results:
            self._filter(self._chosen._replace(mode=_next((None, *results.plan.config.game_modes), self._chosen.mode)))

    def action_next_composition(self) -> None:
        """Go through the compositions."""
        if results := self.results:
            there = (None, *results.plan.config.team_compositions)
            self._filter(self._chosen._replace(composition=_next(there, self._chosen.composition)))

    def action_next_role(self) -> None:
        """Go through the roles."""
        self._filter(self._chosen._replace(role=_next(tuple(BoardRole), self._chosen.role), composition=None))

    def _filter(self, chosen: Filter) -> None:
        self._chosen, self._behind, self._loss = chosen, None, None
        self.show_view()

    # Behind the numbers

    def on_row_table_chosen(self, message: RowTable.Chosen) -> None:
        """Show the episodes behind a row; open the one that is an episode."""
        if self.results is None or self.shown is None:
            return
        if TABS[self._tab] == "episodes":
            name = self.results.plan.record_name(self._places[message.row])
            self.post_message(OpenEpisode(self.folder / EPISODES / name))
        elif TABS[self._tab] == "lost turns":
            self._open_loss(message.row)
        elif (behind := self.shown.behind(message.row)) is not None:
            self._came_from = self._tab, message.row
            self._tab, self._behind = TABS.index("episodes"), behind
            self.show_view()

    def _open_loss(self, row: int) -> None:
        """List the turns behind a row, or replay the one that is chosen from where it begins."""
        if self.results is None or self._turns is None:
            return
        if self._loss is None:
            self._came_from, self._loss = (self._tab, row), self._losses[row]
            self.show_view()
        else:
            turn = self._lost[row]
            name = self.results.plan.record_name(turn.place)
            self.post_message(OpenEpisode(self.folder / EPISODES / name, turn=turn.turn))

    def action_back(self) -> None:
        """Go back to the number whose episodes are shown, or else to the screen before."""
        if self._came_from is None:
            super().action_back()
            return
        (self._tab, row), self._behind, self._came_from, self._loss = self._came_from, None, None, None
        self.show_view(row=row)

    # Another run

    def action_ask_other(self) -> None:
        """Ask which run to compare with: one of those beside this one, or any by its path."""
        others = [run for run in runs_in(self.folder.parent) if run.folder.name != self.folder.name]
        items = [*run_items([run for run in others if not run.problem]), Item(_BY_PATH, "By path")]
        if len(items) == 1:
            self._ask_path()
        else:
            self.app.push_screen(ChooseItem("Compare with", items, items[0].name, self.glyphs), self._take_other)

    def _take_other(self, name: str | None) -> None:
        if name == _BY_PATH:
            self._ask_path()
        else:
            self._compare(name)

    def _ask_path(self) -> None:
        about = "The results folder of the other run."
        self.app.push_screen(AskText("Compare with", "", about, _why_no_folder, self.glyphs), self._compare)

    def _compare(self, path: str | None) -> None:
        if path:
            self._tab, self._comparison = TABS.index("comparison"), None
            self.show_view()
            self.say("Comparing …")
            self.run_worker(self._read_other(Path(path).expanduser()), group="compare", exclusive=True)

    async def _read_other(self, other: Path) -> None:
        try:
            self._comparison = await asyncio.to_thread(lambda: compare_runs(read_run(self.folder), read_run(other)))
        except (CodenamesError, OSError) as error:
            self.say(str(error), "bad")
            return
        self.say("First - second; intervals and p adjusted hold for all pairs of a measure together.")
        self.show_view()

    # Export

    def action_ask_export(self) -> None:
        """Ask for a file."""
        if self.shown is not None:
            about = "A new file: .md for Markdown, .csv for a table, .svg or .pdf for a picture of win rates."
            name = f"{self.folder.name}-{TABS[self._tab].replace(' ', '-')}.md"
            self.app.push_screen(AskText("Export", name, about, _why_no_export, self.glyphs), self._export)

    def _export(self, path: str | None) -> None:
        if not path or self.shown is None or self.results is None:
            return
        file = Path(path).expanduser()
        try:
            write_new(file, export_bytes(_form_of_export(file), self.shown, self.results.board, self._chosen))
        except CodenamesError as error:
            self.say(str(error), "bad")
            return
        self.say(f"Written to {one_line(str(file))}")


def _next(choices: Sequence[Choice], now: Choice) -> Choice:
    return choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]


def _checked(check: Callable[[Path], bool], complaint: str) -> Callable[[str], str]:
    def why_not(text: str) -> str:
        try:
            good = bool(text) and check(Path(text).expanduser())
        except (OSError, ValueError, RuntimeError):
            good = False
        return "" if good else f"{one_line(text, 60)} {complaint}"

    return why_not


_why_no_folder: Final = _checked(lambda path: (path / "manifest.json").is_file(), "is not a results folder")


def _why_no_export(text: str) -> str:
    try:
        path = Path(text).expanduser()
        _form_of_export(path)
        refuse_existing(path)
    except (CodenamesError, OSError, RuntimeError, ValueError) as error:
        return str(error)
    return ""


def _form_of_export(path: Path) -> str:
    form = form_of(path, FORMS)
    if form is None:
        raise wrong_end(path, FORMS)
    return form
