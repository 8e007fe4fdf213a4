"""The library: the games of a folder or a benchmark and those that come with the app, in one table.

Rows appear while the files are read, in a thread; what is known of a file from before is not read again.
"""

import time
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import ClassVar, Final, Self

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.worker import Worker, get_current_worker

from codenames_core.text.sanitiser import one_line
from codenames_tui.episodes.episode_index import (
    Cache,
    Kept,
    entries,
    files_of,
    known_entries,
    renewed,
)
from codenames_tui.episodes.index_cache import load_cache, save_cache
from codenames_tui.library.game_rows import (
    GameRow,
    Part,
    SortOrder,
    about,
    columns_in,
    how_many,
    imported_in,
    in_order,
    matching,
    narrows,
    table_of,
)
from codenames_tui.library.game_table import GameTable
from codenames_tui.library.still_panel import StillPanel
from codenames_tui.ui.app_state import AppState
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.lines.window_sizes import WIDE
from codenames_tui.ui.messages import Destination, OpenEpisode
from codenames_tui.ui.screens.active_keys import hints, key_of
from codenames_tui.ui.screens.choosing import AskText
from codenames_tui.ui.screens.page import Page
from codenames_tui.ui.widgets.search_field import SEARCH_KEYS, SearchField

EVERY: Final = 0.1
"""Seconds between two pictures while files are read."""
GAMES_A_SECOND: Final = 100_000
"""So many games add a second between two pictures: each picture puts all of them in order."""


class LibraryScreen(Page):
    """Lists what is in a folder.

    Args:
        folder: the folder, or the folder of a benchmark's run.
        samples: the folder of the episodes that come with the app.
        glyphs: what is drawn with.
    """

    PLACE = Destination.LIBRARY
    TOGETHER_WITH = (SearchField.PLACE,)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", id="library.up"),
        Binding("down,j", "move(1)", "Down", id="library.down"),
        Binding("pageup", "page(-1)", "Page up", id="library.page_up"),
        Binding("pagedown", "page(1)", "Page down", id="library.page_down"),
        Binding("home,g", "go(False)", "First", id="library.first"),
        Binding("end,G", "go(True)", "Last", id="library.last"),
        Binding("enter", "open", "Open as a replay", id="library.open"),
        Binding("slash", "filter", "Filter the games", id="library.filter"),
        Binding("greater_than_sign", "sort", "Sort by the next column", id="library.sort"),
        Binding("x", "reverse", "Reverse the order", id="library.reverse"),
        Binding("R", "resume", "Resume an unfinished game", id="library.resume"),
        Binding("l", "ask", "Open another folder or file", id="library.path"),
    ]
    FIRST_KEYS = (Hint(("library.up", "library.down"), "move"), Hint(("library.open",), "open"))
    KEYS = (
        Hint(("library.filter",), "filter"),
        Hint(("library.sort", "library.reverse"), "sort"),
        Hint(("library.resume",), "resume"),
        Hint(("library.path",), "other folder"),
        Hint(("app.commands",), "all commands"),
    )

    class Found(Message):
        """Some files have been looked at."""

        def __init__(
            self, folder: Path, games: Sequence[GameRow], *, begins: bool, looked_at: float, problem: str = ""
        ) -> None:
            super().__init__()
            self.folder = folder
            self.games = games
            self.begins = begins
            """Whether they take the place of all that were there, or only of those of the same files."""
            self.looked_at = looked_at
            """Which share of the files; 1 for all."""
            self.problem = problem

    def __init__(self, folder: Path, samples: Path, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self.table = GameTable(glyphs=glyphs, id="games")
        self.still = StillPanel(glyphs=glyphs, id="still")
        self.folder = folder
        self.field = SearchField("filter by agent, result, clue or date", glyphs=glyphs)
        self._samples = samples
        self._order = SortOrder()
        self._games: list[GameRow] = []
        """By date, the latest first."""
        self._imported = ""
        """How many of them are imported."""
        self._filtered: list[tuple[str, list[GameRow]]] = [("", [])]
        """Filters, each narrower than the one before, and the games in order that each leaves; the first leaves all."""
        self._looked_at = 0.0
        """The share of the files that were looked at."""
        self._cache: Cache | None = None
        self._seen: Cache = {}
        """What is shown of each file, by its absolute path; for the thread that looks at them."""

    @classmethod
    def for_app(cls, app: AppState) -> Self:
        """Return the library of the folder of games."""
        return cls(app.games_folder, data_folder("sample_episodes"), glyphs=app.look.glyphs)

    def middle(self) -> tuple[Widget, ...]:
        """Return the table, and beside it a picture of the game that is pointed at."""
        return (Horizontal(self.table, self.still, id="beside"),)

    def on_mount(self) -> None:
        """Have the filter at hand, and show that the folder is being read."""
        self.mount(self.field, after=self.heading)
        self.field.display = False
        self._show()

    def show_keys(self) -> None:
        """Show the keys that matter, by what has the focus."""
        if self.field.has_focus:
            self.key_line.hints = hints(self, (*SEARCH_KEYS, Hint(("page.back",), "to the list")), self.glyphs)
        else:
            super().show_keys()

    def on_descendant_focus(self) -> None:
        """Have the keys at the foot follow the focus."""
        self.show_keys()

    def on_descendant_blur(self) -> None:
        """Have the keys at the foot follow the focus."""
        self.show_keys()

    def heading_lines(self) -> tuple[Line, ...]:
        """Return the title, the folder, and how many games are shown."""
        _, shown = self._filtered[-1]
        many = how_many(len(shown), len(self._games), self._looked_at)
        where = self.glyphs.line(str(self.folder))
        more = (Span(f"  {self.glyphs.line(self._imported)}", "accent"),) if self._imported else ()
        return ((Span("Library", "strong"), Span(f"  {many}", "text"), *more, Span(f"  {where}", "dim")),)

    # Reading

    def on_screen_resume(self) -> None:
        """Look at the folder when the screen has been painted; something may have been played meanwhile."""
        self.call_after_refresh(self._read_folder)

    def _read_folder(self) -> None:
        self.run_worker(self._read, thread=True, exclusive=True, group="folder", exit_on_error=False)

    def _read(self) -> None:
        """Show what is known, then look at all files, the latest names first; to be called in a thread."""
        worker, folder = get_current_worker(), self.folder
        fills = not self._complete
        cache = load_cache() if self._cache is None else self._cache
        own_files, problem = _files(folder)
        sample_files, _ = _files(self._samples)
        listed = ((Part.FOLDER, own_files[::-1]), (Part.SAMPLES, sample_files))
        seen, shown = self._seen, []
        if fills:
            known = [(part, *entry) for part, files in listed for entry in known_entries(files, cache)]
            seen = {path: kept for _, path, kept in known}
            self._tell(folder, shown := [GameRow(kept, part) for part, _, kept in known], begins=True, looked_at=0.0)
        now: dict[str, Kept] = {}
        listing: list[tuple[Part, Kept]] = []
        batch: list[GameRow] = []
        read, last, total = 0, time.monotonic(), len(own_files) + len(sample_files)
        for part, (path, kept, is_new) in chain.from_iterable(
            ((part, entry) for entry in entries(files, cache)) for part, files in listed
        ):
            if worker.is_cancelled:
                break
            now[path] = kept
            listing.append((part, kept))
            read += is_new
            if seen.get(path) != kept:
                batch.append(GameRow(kept, part))
            if fills and time.monotonic() - last > max(EVERY, len(now) / GAMES_A_SECOND):
                self._tell(folder, batch, begins=False, looked_at=len(now) / total)
                batch, last = [], time.monotonic()
        else:
            is_less = not seen.keys() <= now.keys()  # some files are gone
            if is_less:
                batch = [GameRow(kept, part) for part, kept in listing]
            self._tell(folder, batch, begins=is_less, looked_at=1.0, problem=problem)
            self._seen = now
        self._prepare_filter([*shown, *batch], worker)
        if read:
            self._cache = {**cache, **now} if worker.is_cancelled else renewed(cache, now)
            save_cache(self._cache)
        else:
            self._cache = cache

    def _prepare_filter(self, games: Iterable[GameRow], worker: Worker[None]) -> None:
        """Have at hand what a filter looks at, before a key needs it."""
        for game in games:
            if worker.is_cancelled or not game.searched:
                break

    def _tell(
        self, folder: Path, games: Sequence[GameRow], *, begins: bool, looked_at: float, problem: str = ""
    ) -> None:
        self.post_message(self.Found(folder, games, begins=begins, looked_at=looked_at, problem=problem))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say it where the folder could not be read."""
        if event.worker.error is not None:
            self.say(f"The folder could not be read: {event.worker.error}", "bad")

    def on_library_screen_found(self, message: Found) -> None:
        """Show what has been looked at."""
        if message.folder == self.folder:
            self.add_games(message.games, begins=message.begins, looked_at=message.looked_at, problem=message.problem)

    def add_games(
        self, games: Sequence[GameRow], *, begins: bool = True, looked_at: float = 1.0, problem: str = ""
    ) -> None:
        """Show `games`, in the place of the others or beside them, and say what is wrong with the folder."""
        self._looked_at = looked_at
        if begins or games:
            files = {game.row.file for game in games}
            others = () if begins else (game for game in self._games if game.row.file not in files)
            self._games = in_order([*others, *games], SortOrder())
            self._imported = imported_in(self._games)
            self._arrange()
        else:
            self.heading.lines = self.heading_lines()
        if self._complete and not any(game.part is Part.FOLDER for game in self._games):
            self.say(problem or "No games yet. Watch one and it will appear here.")

    @property
    def _complete(self) -> bool:
        return self._looked_at >= 1

    # What is shown

    def _arrange(self, *, keep: bool = True) -> None:
        ordered = self._games if self._order == SortOrder() else in_order(self._games, self._order)
        self._filtered = [("", ordered)]
        self._show(keep=keep)

    def _show(self, *, keep: bool = True) -> None:
        text = self.field.value
        while not narrows(text, self._filtered[-1][0]):
            self._filtered.pop()
        before, shown = self._filtered[-1]
        if text != before:
            self._filtered.append((text, shown := matching(shown, text)))
        self.table.show(table_of(shown, self._order), keep=keep)
        self.heading.lines = self.heading_lines()

    def on_game_table_pointed(self) -> None:
        """Say what a line has no room for."""
        self._show_still(self.table.pointed)
        if game := self.table.pointed:
            self.about.lines = (about(game, self.glyphs),)
        elif self._games:
            self.say("No game matches all of these words.")

    def on_resize(self) -> None:
        """Show the picture where there is room for it now."""
        self._show_still(self.table.pointed)

    def _show_still(self, game: GameRow | None) -> None:
        if game and not game.row.broken and self.app.size.width >= WIDE:
            title: Line = (Span(self.glyphs.line(game.row.title), "strong"),)
            self.still.show_game(Path(game.row.file), lambda _: (title,))
        else:
            self.still.show(lambda _: ())

    def action_move(self, lines: int) -> None:
        """Move the cursor."""
        self.table.action_move(lines)

    def action_page(self, pages: int) -> None:
        """Move the cursor by pages."""
        self.table.action_page(pages)

    def action_go(self, last: bool) -> None:
        """Move the cursor to the first game, or to the last."""
        self.table.action_go(last)

    def point_at(self, path: Path) -> None:
        """Move the cursor to the game of that file, if it is shown."""
        self.table.point_at(path)

    # Order and filter

    def action_sort(self) -> None:
        """Sort by the next column that is shown."""
        columns = [*columns_in(self.table.size.width)]
        place = columns.index(self._order.column) if self._order.column in columns else -1
        self._sort(SortOrder(columns[(place + 1) % len(columns)]))

    def action_reverse(self) -> None:
        """Sort the other way round."""
        self._sort(self._order._replace(reverse=not self._order.reverse))

    def on_game_table_sorted(self, message: GameTable.Sorted) -> None:
        """Sort by the column that was clicked; by the one that sorts already, the other way round."""
        if message.column is self._order.column:
            self.action_reverse()
        else:
            self._sort(SortOrder(message.column))

    def _sort(self, order: SortOrder) -> None:
        self._order = order
        self._arrange(keep=False)

    def action_filter(self) -> None:
        """Type what games must hold."""
        self.field.display = True
        self.field.focus()

    def on_input_changed(self) -> None:
        """Show the games that hold what is typed."""
        self._show()

    def on_search_field_moved(self, message: SearchField.Moved) -> None:
        """Move the cursor while the filter has the focus."""
        message.move(self.table)

    def on_input_submitted(self) -> None:
        """Open the game that is pointed at, which is the first that was found, or the one that was moved to."""
        self.action_open()

    def _leave_field(self) -> None:
        self.set_focus(None)
        self.field.display = bool(self.field.value)

    def action_back(self) -> None:
        """Leave the filter; drop it; go back."""
        if self.field.has_focus:
            self._leave_field()
        elif self.field.value:
            self.field.value = ""
            self.field.display = False
        else:
            super().action_back()

    # Games

    def on_game_table_chosen(self) -> None:
        """Open the game that was clicked."""
        self.action_open()

    def action_open(self) -> None:
        """Open the game that is pointed at; the others of the table, in its order, come next."""
        if game := self.table.pointed:
            among = tuple(row.row.file for row in self.table.games if not row.row.broken)
            self.post_message(OpenEpisode(Path(game.row.file), among=among))

    def action_resume(self) -> None:
        """Go on with the game that is pointed at."""
        game = self.table.pointed
        if game and game.row.can_go_on:
            self.post_message(OpenEpisode(Path(game.row.file), resume=True))
        else:
            replays = key_of(self, "library.open", self.glyphs)
            self.say(f"This game is finished; press {replays} to replay it.")

    def action_ask(self) -> None:
        """Ask for a folder or a file."""
        about = "A folder, a benchmark's run, an episode (.json), or the journal of a game (.jsonl)."
        self.app.push_screen(AskText("Open", "", about, _why_nothing, self.glyphs), self._open)

    def _open(self, text: str | None) -> None:
        if not text:
            return
        path = Path(text).expanduser()
        if not path.is_dir():
            self.post_message(OpenEpisode(path))
            return
        self.folder = path
        self.field.value = ""
        self.field.display = False
        self.add_games((), looked_at=0.0)
        self._read_folder()


def _files(folder: Path) -> tuple[Sequence[str], str]:
    """Return the files of a folder, and why there are none."""
    if not folder.is_dir():
        return (), ""
    files, problems = files_of([str(folder)])
    if problems:
        from codenames_core.foreign.formats import import_hint

        return files, import_hint(folder) or problems[0]
    return files, ""


def _why_nothing(path: str) -> str:
    try:
        there = Path(path).expanduser().exists()
    except (OSError, ValueError, RuntimeError):
        there = False
    return "" if there else f"{one_line(path, 100)} is neither a file nor a folder"
