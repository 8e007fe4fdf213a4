"""The app: it puts a screen together with a look, and sees that the terminal is given back whatever happens."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import WorkerFailed

from codenames_core.record import EpisodeRecord
from codenames_core.text import one_line
from codenames_tui.crash import crash_line, write_crash
from codenames_tui.screens.dialogs import ConfirmLeaving
from codenames_tui.screens.game import GameScreen
from codenames_tui.screens.playing import LIVE_PACE, REPLAY_PACE, LiveGame, RecordedGame
from codenames_tui.settings import DEFAULT_THEME, Look
from codenames_tui.shell import resume_command, saved_line
from codenames_tui.theming import FALLBACK, load_themes, no_theme

if TYPE_CHECKING:
    from codenames_core.episode import EpisodeRunner

LARGEST = Size(500, 200)
"""Cells of the largest screen that is drawn."""
INTERRUPTED = 128 + signal.SIGINT
_TERMINAL_CHECK_SECONDS = 2.0


class CodenamesApp(App[int]):
    """Shows one screen after another, beginning with `first`.

    Args:
        first: the screen to begin with.
        look: how it looks.
    """

    TITLE = "codenames-tui"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "Quit", id="app.leave", show=False, priority=True),
        Binding("colon", "command_palette", "All commands", id="app.commands", show=False),
    ]

    def __init__(self, first: Screen[Any], look: Look | None = None) -> None:
        look = look or Look()
        with _no_color(not look.colour):
            super().__init__(ansi_color=None if look.colour else True)
        self.look = look
        self.set_class(look.ascii_only, "-ascii")
        self.last_words = ""
        """What a crash leaves to be said on the terminal."""
        self._first = first
        themes = load_themes()
        self.theme_problems = list(themes.problems)
        for theme in themes.usable:
            self.register_theme(theme)
        if look.theme in self.available_themes:
            self.theme = look.theme
        else:
            self.theme_problems.append(no_theme(look.theme, self.available_themes))
            self.theme = DEFAULT_THEME if DEFAULT_THEME in self.available_themes else "textual-dark"
        if not look.animation:
            self.animation_level = "none"

    def get_default_screen(self) -> Screen[Any]:
        """Return the screen to begin with."""
        return self._first

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return colours for themes that are not ours."""
        return dict(FALLBACK)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer what the screen's keys do, and the choice of a theme."""
        commands: dict[str, tuple[str, list[str]]] = {}
        for active in screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.description and active.node is screen:
                _, keys = commands.setdefault(binding.description, (binding.action, []))
                keys.append(self.get_key_display(binding))
        for what, (action, keys) in commands.items():
            yield SystemCommand(what, f"key: {' '.join(keys)}", self._runs(screen, action))
        yield SystemCommand("Theme", "Change the colours", self.action_change_theme)

    def _runs(self, screen: Screen[Any], action: str) -> Callable[[], None]:
        def run() -> None:
            screen.call_later(screen.run_action, action)

        return run

    @property
    def size(self) -> Size:
        """How much of the terminal is drawn on."""
        return _bounded(super().size)

    async def on_event(self, event: events.Event) -> None:
        """Take no notice of more cells than can be drawn in time; `COLUMNS` and `LINES` may say anything."""
        if isinstance(event, events.Resize):
            event = events.Resize(_bounded(event.size), _bounded(event.virtual_size))
        await super().on_event(event)

    def on_mount(self) -> None:
        """Say what is wrong with themes, and watch the terminal."""
        for problem in self.theme_problems:
            self.notify(problem, severity="warning", markup=False)
        if not self.is_headless:
            _on_signals(self._stop_for)
            self.set_interval(_TERMINAL_CHECK_SECONDS, self._stop_without_terminal)

    async def on_unmount(self) -> None:
        """Close what models were asked through, before the event loop ends."""
        from codenames_agents.catalogue import close_models

        await close_models()

    def _stop_for(self, number: int) -> None:
        self.exit(return_code=128 + number)

    def _stop_without_terminal(self) -> None:
        if not os.isatty(sys.__stdin__.fileno() if sys.__stdin__ else 0):
            self.exit(return_code=128 + getattr(signal, "SIGHUP", 1))

    def action_leave(self) -> None:
        """Leave the screen as its own key does; asked a second time, leave at once."""
        if isinstance(self.screen, ConfirmLeaving):
            self.exit(return_code=INTERRUPTED)
            return
        for screen in reversed(self.screen_stack):
            if isinstance(screen, GameScreen):
                screen.action_leave()
                return
        self.exit(0)

    def panic(self, *renderables: Any) -> None:
        """Leave one line on the terminal instead of a traceback."""
        del renderables
        self._fatal_error()

    def _fatal_error(self) -> None:
        error = self._exception or RuntimeError("unknown")
        cause = error.error if isinstance(error, WorkerFailed) else error
        if not self.last_words:
            self.last_words = crash_line(cause, write_crash(cause))
        self._close_messages_no_wait()


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


def run_app(first: Screen[Any], look: Look, last_line: Callable[[], str] = str) -> int:
    """Show `first` until the person leaves, and return the exit code of the process.

    Args:
        first: the screen to begin with.
        look: how it looks.
        last_line: returns what to leave on the terminal, however the app ended; nothing where it is empty.
    """
    app = CodenamesApp(first, look)
    app.run(mouse=look.mouse)
    for line in (app.last_words, last_line()):
        if line:
            sys.stderr.write(line + "\n")
    return app.return_code or 0


def watch_live(
    runner_factory: "Callable[[], EpisodeRunner]",
    *,
    look: Look | None = None,
    pace: float = LIVE_PACE,
    on_end: Callable[[EpisodeRecord], Path] | None = None,
    journal: Path | None = None,
) -> int:
    """Play a game on the screen and return the exit code.

    Args:
        runner_factory: makes what plays it.
        look: how it looks; as the environment wants it if not given.
        pace: seconds between two events.
        on_end: keeps the record when the game is over, and returns where.
        journal: where the game is written down while it is played, so that it can be resumed.
    """
    look = look or Look.from_environment(os.environ)
    game = LiveGame(runner_factory(), pace=pace, on_end=on_end)
    return run_app(GameScreen(game, glyphs=look.glyphs, journal=journal), look, lambda: what_was_kept(game, journal))


def what_was_kept(game: LiveGame, journal: Path | None) -> str:
    """Return where the game was saved; or what was wrong with it, and how to go on."""
    if game.saved:
        return saved_line(Path(game.saved))
    go_on = f"to go on with this game: {resume_command(journal)}" if journal else ""
    return "\n".join(line for line in (one_line(game.trouble), go_on) if line)


def watch_replay(
    record: EpisodeRecord,
    *,
    look: Look | None = None,
    notes: Sequence[str] = (),
    turn: int | None = None,
    pace: float = REPLAY_PACE,
) -> int:
    """Show a recorded game and return the exit code.

    Args:
        record: the game, finished or not.
        look: how it looks; as the environment wants it if not given.
        notes: what a reader should know about its file.
        turn: the turn to begin with; the start if not given.
        pace: seconds between two events while it plays by itself.
    """
    look = look or Look.from_environment(os.environ)
    game = RecordedGame(record, notes=notes, pace=pace)
    if turn is not None:
        game.replay.seek_turn(turn)
    return run_app(GameScreen(game, glyphs=look.glyphs), look)
