"""The app: it puts a screen together with a look, and sees that the terminal is given back whatever happens."""

import asyncio
import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import RenderableType
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme
from textual.worker import WorkerFailed

from codenames_agents.seats.turn_limit import NO_LIMIT, TurnLimit
from codenames_tui.app.bench_navigation import BenchNavigation
from codenames_tui.app.changed_cells import ChangedCells, TerminalCells
from codenames_tui.app.screens import EVERYWHERE
from codenames_tui.ui.keys_in_turn import KeysInTurn
from codenames_tui.ui.lines.lines import Span
from codenames_tui.ui.look import DEFAULT_THEME, LIVE_PACE, TRUE_COLOURS, Look
from codenames_tui.ui.messages import Settled, TerminalAnswer, ToTerminal
from codenames_tui.ui.preferences import Settings, read_settings, theme_folders
from codenames_tui.ui.themes.theming import FALLBACK, OFFERED, has_game_colours, load_themes, no_theme

if TYPE_CHECKING:  # the first screen is painted before the game is imported
    from codenames_core.files.record import EpisodeRecord
    from codenames_core.play.episode import EpisodeRunner
    from codenames_core.watch.broadcast import Start
    from codenames_tui.benchmark.runs import LocalRun
    from codenames_tui.streaming.news import Source

# D-106: the time to draw a screen grows with its cells.
LARGEST = Size(500, 200)
"""Cells of the largest screen that is drawn."""
INTERRUPTED = 128 + signal.SIGINT
_TERMINAL_CHECK_SECONDS = 2.0
OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""More than a picture takes, and so few that a collection of them is not felt."""


class CodenamesApp(BenchNavigation):
    """Shows one screen after another, beginning with `first`.

    Args:
        first: the screen to begin with; home if not given.
        look: how it looks.
        settings: what the person has settled; read from their file if not given.
    """

    PLACE = EVERYWHERE
    TITLE = "codenames-tui"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["app.tcss", "../ui/screens/pages.tcss", "../benchmark/benchmark.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (12, "-high")]  # noqa: RUF012  # Textual declares it of the instance
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "Quit", id="app.leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", id="app.suspend", show=False, priority=True),
        Binding("ctrl+p,colon", "command_palette", "All commands", id="app.commands", show=False),
        Binding("ctrl+o", "go_to_panel", "Go to a panel by its letter", id="app.panels", show=False),
    ]

    def __init__(
        self, first: Screen[Any] | None = None, look: Look | None = None, settings: Settings | None = None
    ) -> None:
        look, settings = look or Look(), settings or read_settings()
        with _no_color(not look.colour):
            super().__init__(look, settings)
        self.set_class(look.ascii_only, "-ascii")
        self.last_words = ""
        """What a crash leaves to be said on the terminal."""
        self.beside: Callable[[], Coroutine[Any, Any, None]] | None = None
        """Runs as long as the app does."""
        self.write_to_terminal: Callable[[str], None] | None = None
        """Sends something as it is, where there is a terminal of ours."""
        self._keys = KeysInTurn(self, super().on_event)
        self._drawn = TerminalCells()
        self._first = first or self._home()
        self.note_watched(self._first)
        themes = load_themes(theme_folders())
        self.start_problems = [*settings.problems, *themes.problems]
        for name in self.available_themes.keys() - {*OFFERED}:
            self.unregister_theme(name)
        for theme in themes.usable:
            self.register_theme(self._shown(theme))
        self.theme_names = themes.names
        """Every theme that is offered: those that come with the app first."""
        if look.theme in self.available_themes:
            self.theme = look.theme
        else:
            self.start_problems.append(no_theme(look.theme, themes.names))
            self.theme = DEFAULT_THEME if DEFAULT_THEME in self.available_themes else "textual-dark"
        if not look.animation:
            self.let_move(False)
        if settings.preferences.keys:
            self.start_problems += self.remap(settings.preferences.keys)

    def remap(self, keys: Mapping[str, str]) -> tuple[str, ...]:
        """Let the keys hold that can, and return what is wrong with the others; it takes all screens to know which."""
        from codenames_tui.app.keymap import check_keymap, known_bindings

        checked = check_keymap(keys, known_bindings())
        self.set_keymap(checked.keymap)
        return checked.problems

    def get_driver_class(self) -> type[Driver]:
        """Return what draws on the terminal and reads from it; a browser, and Windows, have drivers of their own."""
        found = super().get_driver_class()
        if found.__module__ != "textual.drivers.linux_driver":
            return found
        from codenames_tui.app.terminal_driver import TerminalDriver

        return TerminalDriver

    def get_default_screen(self) -> Screen[Any]:
        """Return the screen to begin with."""
        return self._first

    def refresh_css(self, animate: bool = True) -> None:
        """Read the styles again, as after a change of theme; before there is a screen, only their colours are set."""
        if self.screen_stack:
            super().refresh_css(animate)
            for screen in self.screen_stack:
                screen.refresh()  # what lies behind a dialog would keep the old colours
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return colours for the time before a theme is worn."""
        return dict(FALLBACK)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            super()._display(screen, ChangedCells(renderable, self._drawn))
        else:
            super()._display(screen, renderable)

    def validate_theme(self, name: str) -> str:
        """See that a theme has colours for the game before it is worn."""
        if not has_game_colours(theme := self.available_themes[name]):
            from codenames_tui.ui.themes.derived import derived

            self.register_theme(self._shown(derived(theme)))
            if name == self.theme:  # nothing changes that would have the colours looked up
                self.refresh_css(animate=False)
        return name

    def action_change_theme(self) -> None:
        """Have a theme chosen from a list, with each one worn that is pointed at; what is chosen is kept."""
        from codenames_tui.ui.lines.items import Item
        from codenames_tui.ui.screens.choose_item import ChooseItem
        from codenames_tui.ui.themes.sample import sample

        before = self.theme if self.look.colour else self.settings.preferences.theme

        def wear(name: str) -> None:
            if self.look.colour:
                self.theme = name

        def keep(name: str | None) -> None:
            wear(before if name is None else name)
            if name is not None:
                self.post_message(Settled("theme", name))

        items = [Item(name, name) for name in self.theme_names]
        glyphs = self.look.glyphs
        words = sample(glyphs) if self.look.colour else ((Span("NO_COLOR is set, so themes have no effect.", "warn"),),)
        self.push_screen(ChooseItem("Theme", items, before, glyphs, try_out=wear, words=words), keep)

    def _shown(self, theme: Theme) -> Theme:
        """Return a theme in colours that the terminal has."""
        if self.look.colours == TRUE_COLOURS:
            return theme
        from codenames_tui.ui.themes.few_colours import with_few_colours

        return with_few_colours(theme)

    def action_command_palette(self) -> None:
        """Show all commands, unless they are shown already, be it under something else."""
        from codenames_tui.app.command_palette import Commands, ScreenCommands

        if not any(isinstance(screen, Commands) for screen in self.screen_stack):
            self.push_screen(Commands(providers=[ScreenCommands], id="--command-palette"))

    def action_go_to_panel(self) -> None:
        """Show a letter on each panel that can have the focus, where there are several."""
        from codenames_tui.ui.screens.go_to_panel import go_to_panel

        if not self.screen.is_modal and not go_to_panel(self.screen):
            self.complain("There is only one panel here.")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer what the screen's keys do, what else it has, and the choice of a theme."""
        commands: dict[str, tuple[str, list[str]]] = {}
        left_out: Collection[str] = getattr(screen, "NOT_OFFERED", ())
        for active in screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.description and active.node is screen and binding.id not in left_out:
                _, keys = commands.setdefault(binding.description, (binding.action, []))
                keys.append(self.get_key_display(binding))
        for what, (action, keys) in commands.items():
            yield SystemCommand(what, " ".join(keys), self._runs(screen, action))
        more: Callable[[], Iterable[SystemCommand]] = getattr(screen, "more_commands", tuple)
        yield from more()
        yield SystemCommand("Suites and probes: look at single decisions", "", self.action_show_laboratory)
        yield SystemCommand("Theme: choose the colours", "", self.action_change_theme)
        yield SystemCommand("Quit", self.get_key_display(Binding("ctrl+c", "leave")), self.action_leave)

    def _runs(self, screen: Screen[Any], action: str) -> Callable[[], None]:
        def run() -> None:
            screen.call_later(screen.run_action, action)

        return run

    @property
    def size(self) -> Size:
        """How much of the terminal is drawn on."""
        return _bounded(super().size)

    @property
    def keys_wait(self) -> bool:
        """Whether a key was pressed whose turn has not come."""
        return self._keys.is_behind

    async def on_event(self, event: events.Event) -> None:
        """Take keys in their turn, and no notice of more cells than can be drawn; `LINES` may say anything."""
        if isinstance(event, events.Paste) and not event.is_forwarded:
            from codenames_tui.ui.widgets.field import in_one_line

            event = events.Paste(in_one_line(event.text))
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._keys.take(event)
            return
        if isinstance(event, events.Resize):
            event = events.Resize(_bounded(event.size), _bounded(event.virtual_size))
            self._drawn.forget()
        await super().on_event(event)

    def on_mount(self) -> None:
        """Say what is wrong with settings, keys and themes, and watch the terminal."""
        self.call_after_refresh(_know_how_to_report)
        for problem in self.start_problems:
            self.complain(problem)
        if self.beside is not None:
            self.run_worker(self.beside(), group="beside")
        self.app_resume_signal.subscribe(self, lambda _: self._draw_again())
        if not self.is_headless:
            _on_signals(self._stop_for)
            self.set_interval(_TERMINAL_CHECK_SECONDS, self._stop_without_terminal)

    def on_to_terminal(self, message: ToTerminal) -> None:
        """Send what Textual cannot draw."""
        if self.write_to_terminal is not None:
            if message.data:
                self.write_to_terminal(message.data)
            if message.is_drawn_over:
                self._draw_again()

    def on_terminal_answer(self, message: TerminalAnswer) -> None:
        """Tell the screen that is looked at, which may have asked."""
        self.screen.post_message(TerminalAnswer(message.sequence))

    def _draw_again(self) -> None:
        """Draw all of it: another program had the terminal."""
        self._drawn.forget()
        self.refresh(layout=True)

    async def on_unmount(self) -> None:
        """Close what models were asked through, before the event loop ends."""
        from codenames_agents.catalogue import close_models

        await close_models()

    def _stop_for(self, number: int) -> None:
        self.exit(return_code=128 + number)

    def _stop_without_terminal(self) -> None:
        if not self.is_web and not os.isatty(sys.__stdin__.fileno() if sys.__stdin__ else 0):
            self.terminal_gone()

    def terminal_gone(self) -> None:
        """End: nobody is there any more."""
        self.exit(return_code=128 + getattr(signal, "SIGHUP", 1))

    def fail(self, error: Exception) -> None:
        """End because of an error that no handler of a message raised.

        Raises:
            Exception: the error.
        """
        raise error

    def action_suspend_process(self) -> None:
        """Give the terminal back to the shell until it says `fg`, if there is one that can."""
        if self._has_shell():
            os.kill(0, signal.SIGTSTP)  # what it was started with, too, as the terminal would
        else:
            self.complain("There is no shell here to go back to.")

    def _has_shell(self) -> bool:
        """Return whether the process is a job of a shell, which alone could let it go on."""
        is_job = hasattr(signal, "SIGTSTP") and os.getpgrp() != os.getsid(0)
        return is_job and not self.is_headless and not self.is_web

    def action_leave(self) -> None:
        """Leave the screen as its own key does; asked a second time, leave at once."""
        from codenames_tui.ui.screens.dialogs import ConfirmLeaving

        if isinstance(self.screen, ConfirmLeaving):
            self.exit(return_code=INTERRUPTED)
            return
        for screen in reversed(self.screen_stack):
            if leave := getattr(screen, "action_leave", None):
                leave()
                return
        self.exit(0)

    def panic(self, *renderables: Any) -> None:
        """End as after any other error, also where Textual has no error but something to draw."""
        if self._exception is None:
            drawn = " ".join(str(getattr(one, "trace", one)) for one in renderables)
            self.call_later(self.fail, RuntimeError(drawn))
        else:
            self._fatal_error()

    def _fatal_error(self) -> None:
        error = self._exception or RuntimeError("unknown")
        cause = error.error if isinstance(error, WorkerFailed) else error
        if not self.last_words:
            from codenames_tui.ui.crash import crash_line, write_crash

            self.last_words = crash_line(cause, write_crash(cause))
        self._close_messages_no_wait()


def _know_how_to_report() -> None:
    """Load what a crash is reported with while files can be opened: too many open ones may be what it comes from."""
    import codenames_tui.ui.crash  # noqa: F401


def _bounded(size: Size) -> Size:
    return Size(min(size.width, LARGEST.width), min(size.height, LARGEST.height))


@contextlib.contextmanager
def _no_color(wanted: bool) -> Iterator[None]:
    """Have Textual see `NO_COLOR` if and only if it is wanted: an empty one means nothing."""
    before = os.environ.pop("NO_COLOR", None)
    if wanted:
        os.environ["NO_COLOR"] = "1"
    try:
        yield
    finally:
        os.environ.pop("NO_COLOR", None)
        if before is not None:
            os.environ["NO_COLOR"] = before


def _on_signals(stop: Callable[[int], None]) -> None:
    """Have `stop` called when the process is told to end, where the platform can do that."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, stop, int(number))


def run_app(
    first: Screen[Any] | None,
    look: Look,
    settings: Settings | None = None,
    *,
    beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
    run: "LocalRun | None" = None,
) -> int:
    """Show `first`, or home, until the person leaves, and return the exit code of the process.

    What is given as `beside` runs in the same event loop until then, and a benchmark's `run` is played. However the app
    ended, what became of the game that was watched last is left on the terminal.
    """
    app = CodenamesApp(first, look, settings)
    app.beside = beside
    app.run_here = run
    app.gives_tips = True
    app.give_tips(app.get_default_screen())
    gc.freeze()  # what was loaded stays until the end: no collection has to look through it
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    app.run(mouse=look.mouse)
    for line in (app.last_words, app.what_was_kept, app.run_summary):
        if line:
            sys.stderr.write(line + "\n")
    return app.return_code or 0


def watch_live(
    runner_factory: "Callable[[], EpisodeRunner]",
    *,
    look: Look | None = None,
    pace: float = LIVE_PACE,
    on_end: "Callable[[EpisodeRecord], Path] | None" = None,
    journal: Path | None = None,
    beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
    turn_limit: TurnLimit = NO_LIMIT,
    note: str = "",
) -> int:
    """Play a game on the screen and return the exit code.

    Args:
        runner_factory: makes what plays it.
        look: how it looks; as the environment wants it if not given.
        pace: seconds between two events.
        on_end: keeps the record when the game is over, and returns where.
        journal: where the game is written down while it is played, so that it can be resumed.
        beside: runs as long as the app does.
        turn_limit: how long people may take for an answer.
        note: what is said at the beginning.
    """
    from codenames_tui.game.game_screen import GameScreen
    from codenames_tui.game.sessions.live import LiveSession

    look = look or Look.from_environment(os.environ)
    game = LiveSession(runner_factory(), pace=pace, on_end=on_end)
    game.message = note
    screen = GameScreen(game, glyphs=look.glyphs, journal=journal)
    screen.turn_limit = turn_limit
    return run_app(screen, look, beside=beside)


def watch_elsewhere(start: "Start", source: "Source", *, look: Look, pace: float = 0.0) -> int:
    """Show a game that is played in another process and return the exit code.

    Args:
        start: what the game begins with.
        source: tells it.
        look: how it looks.
        pace: seconds between two events that are shown by themselves; 0 shows them as they come.
    """
    from codenames_tui.game.game_screen import GameScreen
    from codenames_tui.game.sessions.remote import RemoteSession

    return run_app(GameScreen(RemoteSession(start, source, pace=pace), glyphs=look.glyphs), look)


def watch_replay(
    record: "EpisodeRecord",
    *,
    look: Look | None = None,
    notes: Sequence[str] = (),
    turn: int | None = None,
    source: Path | None = None,
    pace: float = 1.0,
) -> int:
    """Show a recorded game and return the exit code.

    Args:
        record: the game, finished or not.
        look: how it looks; as the environment wants it if not given.
        notes: what a reader should know about its file.
        turn: the turn to begin with; the start if not given.
        source: the file that it was read from; the next one of its folder can be opened after it.
        pace: seconds between two events once it plays by itself.
    """
    from codenames_core.watch.staged_turn import opening_of_turn
    from codenames_tui.game.game_screen import GameScreen
    from codenames_tui.game.sessions.recorded import RecordedSession

    look = look or Look.from_environment(os.environ)
    game = RecordedSession(record, notes=notes, pace=pace)
    position = None if turn is None else opening_of_turn(game.timeline, turn)
    screen = GameScreen(game, glyphs=look.glyphs, position=position)
    screen.source = source
    return run_app(screen, look)
