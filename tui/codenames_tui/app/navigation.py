"""From screen to screen: what people ask for on one screen is done here, and the game is imported when it is needed."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.app import App
from textual.screen import Screen

from codenames_agents.seats.turn_limit import NO_LIMIT, TurnLimit
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line
from codenames_tui.app.screens import screen_at
from codenames_tui.ui.crash import our_error
from codenames_tui.ui.look import Look
from codenames_tui.ui.messages import (
    Destination,
    Export,
    ForkFrom,
    GoTo,
    OpenEpisode,
    PlayAgain,
    PlayOn,
    Settled,
    StartGame,
    TipsGiven,
)
from codenames_tui.ui.preferences import Settings, as_changes, games_folder, save_settings, turn_limit

if TYPE_CHECKING:
    from codenames_tui.game.game_screen import GameScreen


class KeptGame(Protocol):
    """A game of which something is left when the app ends."""

    @property
    def what_was_kept(self) -> str:
        """Where it was saved, or how to go on with it."""
        ...


class Navigation(App[int]):
    """Goes where the screens' messages say.

    A game takes the place of the form or the game that it was started from, and lies over every other screen; leaving
    a screen leads to the one below it, and home where there is none.

    Args:
        look: how it looks.
        settings: what is settled, and in which file.
    """

    def __init__(self, look: Look, settings: Settings) -> None:
        super().__init__(ansi_color=None if look.colour else True)
        self.look = look
        self.settings = settings
        self.gives_tips = False
        """Whether games give tips."""
        self.draft: Mapping[str, str] | None = None
        """The form of a game as it was left, until it is played."""
        self._played: Mapping[str, str] | None = None
        """The set-up of the game that is watched, if it was set up here."""
        self._last_game: KeptGame | None = None
        """The live game that was watched last, or the table that was gone to."""

    @property
    def what_was_kept(self) -> str:
        """Where the game that was watched last was saved; or what was wrong with it, and how to go on."""
        return self._last_game.what_was_kept if self._last_game else ""

    def note_watched(self, screen: Screen[Any]) -> None:
        """Remember a game that is being played."""
        if getattr(screen, "is_live", False):
            self._last_game = cast("GameScreen", screen)

    def note_table(self, hosted: "KeptGame | None") -> None:
        """Remember a table that this app hosts; with None, that of somebody else, who keeps its game."""
        self._last_game = hosted

    def complain(self, problem: str) -> None:
        """Show what is wrong, without getting in the way."""
        self.notify(self.look.glyphs.line(problem), severity="warning", markup=False)

    # Screens around a game

    def on_go_to(self, message: GoTo) -> None:
        """Show another screen."""
        match message.destination:
            case Destination.QUIT:
                self.exit(0)
            case Destination.BACK:
                self._back()
            case destination:
                self.push_screen(screen_at(destination).for_app(self))

    def _back(self) -> None:
        from codenames_tui.library.home_screen import HomeScreen

        from_setup = getattr(self.screen, "form", None)
        self.draft = from_setup if from_setup is not None else self.draft
        source = getattr(self.screen, "source", None)
        if len(self.screen_stack) > 1:
            self.pop_screen()
            if source is not None and (point_at := getattr(self.screen, "point_at", None)):
                point_at(source)
        elif not isinstance(self.screen, HomeScreen):  # the app was started with it, from a shell
            self.post_message(GoTo(Destination.QUIT))

    def _home(self) -> Screen[None]:
        from codenames_tui.library.home_screen import HomeScreen

        return HomeScreen(self.settings.preferences, glyphs=self.look.glyphs, preload=_import_games)

    def _replace(self, screen: Screen[None]) -> None:
        """Switch to `screen`; Textual expects that the one before was pushed, which the first one never was."""
        if not self.screen._result_callbacks:
            self.screen._push_result_callback(self.screen, None)
        self.switch_screen(screen)

    @property
    def games_folder(self) -> Path:
        """Where games are kept, as the settings or else the platform want it."""
        return games_folder(self.settings.preferences)

    # Games

    def on_start_game(self, message: StartGame) -> None:
        """Begin a game; without a form, one between the default agents."""
        from codenames_tui.app.screen_factory import new_screen
        from codenames_tui.setup.game_form import default_form

        form = message.form or default_form(self.settings.preferences)
        try:
            screen = new_screen(form, self.games_folder, self.look.glyphs)
        except CodenamesError as error:
            self.complain(str(error))
            return
        self.draft = None
        self._watch(screen, form)

    def on_open_episode(self, message: OpenEpisode) -> None:
        """Replay an episode, or go on with an interrupted game."""
        from codenames_tui.app.screen_factory import replay_screen, resumed_screen

        try:
            if message.resume:
                screen = resumed_screen(message.path, self.settings.preferences.pace, self.look.glyphs)
            else:
                screen = replay_screen(message.path, self.look.glyphs, message.among, message.turn)
        except CodenamesError as error:
            self.complain(str(error))
            return
        except Exception as error:  # of one game, whose list stays as it is
            self.complain(f"{one_line(str(message.path))} cannot be opened: {our_error(error)}")
            return
        self._watch(screen, None)

    def on_export(self, message: Export) -> None:
        """Ask for a format and a file, and write the game there."""
        from codenames_tui.exports.export_screen import Chosen, ExportGame, suggested_name, write_export
        from codenames_tui.game.game_screen import GameScreen

        screen = self.screen
        if not isinstance(screen, GameScreen):
            return

        def export(chosen: Chosen | None) -> None:
            if chosen is not None:
                screen.say(f"writing {chosen.path} …")
                screen.run_worker(partial(write, chosen), thread=True, group="export")

        def write(chosen: Chosen) -> None:
            self.call_from_thread(screen.say, write_export(message.record, message.position, chosen))

        self.push_screen(ExportGame(suggested_name(message.record, message.source), self.look.glyphs), export)

    def on_fork_from(self, message: ForkFrom) -> None:
        """Ask who plays on."""
        from codenames_tui.setup.fork_screen import ForkScreen

        recent = self.settings.preferences.recent
        self.push_screen(ForkScreen(message.parent, message.at, recent, glyphs=self.look.glyphs))

    def on_play_on(self, message: PlayOn) -> None:
        """Begin a fork of a game; the game itself stays below, where it was."""
        from codenames_tui.app.screen_factory import forked_screen

        pace, glyphs = self.settings.preferences.pace, self.look.glyphs
        try:
            screen = forked_screen(message.parent, message.at, message.seats, self.games_folder, pace, glyphs)
        except CodenamesError as error:
            self.complain(str(error))
            return
        self._watch(screen, None)

    def on_play_again(self, message: PlayAgain) -> None:
        """Play the board with sides swapped, or another one; after a replay, open the next episode of its folder."""
        from codenames_tui.app.screen_factory import next_screen, swapped_screen
        from codenames_tui.game.game_screen import GameScreen
        from codenames_tui.game.sessions.live import LiveSession

        watched = self.screen
        if not isinstance(watched, GameScreen):
            return
        game = watched.session
        if not isinstance(game, LiveSession):
            self._after_replay(watched, swapped=message.swapped)
            return
        glyphs = self.look.glyphs
        try:
            if message.swapped:
                screen = swapped_screen(game.header, self.games_folder, game.live_playback.pace, glyphs)
            else:
                screen = next_screen(game.header, self._played, self.games_folder, game.live_playback.pace, glyphs)
        except CodenamesError as error:
            self.complain(str(error))
            return
        self._watch(screen, self._played)

    def _after_replay(self, watched: "GameScreen", *, swapped: bool) -> None:
        from codenames_tui.app.screen_factory import next_file

        if swapped or watched.source is None:
            watched.say("A recorded game has no rematch.")
        elif following := next_file(watched.source, watched.among):
            self.on_open_episode(OpenEpisode(following, among=watched.among))
        else:
            watched.say("This is the last episode of the folder.")

    def _watch(self, screen: "GameScreen", form: Mapping[str, str] | None) -> None:
        screen.turn_limit = self._turn_limit(form)
        self._played = form
        self.note_watched(screen)
        self.give_tips(screen)
        if self._gives_way(self.screen):
            self._replace(screen)
        else:
            self.push_screen(screen)

    def _turn_limit(self, form: Mapping[str, str] | None) -> TurnLimit:
        """Return how long people may take in the next game: as its form says, as in the game before, or as settled."""
        if form is not None:
            from codenames_tui.setup.game_form import turn_limit_of

            return turn_limit_of(form)
        before = [limit for screen in self.screen_stack if (limit := getattr(screen, "turn_limit", NO_LIMIT)).seconds]
        return before[-1] if before else turn_limit(self.settings.preferences)

    def _gives_way(self, screen: Screen[object]) -> bool:
        from codenames_tui.game.game_screen import GameScreen
        from codenames_tui.setup.fork_screen import ForkScreen
        from codenames_tui.setup.play_yourself_screen import PlayYourselfScreen
        from codenames_tui.setup.setup_screen import SetupScreen

        return isinstance(screen, GameScreen | SetupScreen | ForkScreen | PlayYourselfScreen)

    def on_person_asked(self) -> None:
        """Call the person whose turn it is."""
        self._ring()

    def on_time_short(self) -> None:
        """Call a person who has little time left."""
        self._ring()

    def _ring(self) -> None:
        """Ring the terminal's bell, unless it is to be quiet."""
        if self.settings.preferences.bell:
            self.bell()

    # Settings

    def on_settled(self, message: Settled) -> None:
        """Apply a setting and keep it; one that cannot be kept holds until the end."""
        from codenames_tui.library.home_screen import HomeScreen

        before = self.settings.preferences
        after = replace(before, **{message.name: message.value})
        if changes := as_changes(before, after):
            try:
                save_settings(self.settings.path, changes)
            except CodenamesError as error:
                self.complain(str(error))
        self.settings = self.settings._replace(preferences=after)
        self._apply(message.name)
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.preferences = after
        if take := getattr(self.screen, "take", None):
            take(self.settings)

    def give_tips(self, screen: Screen[Any]) -> None:
        """Let a game give the tips that have not been given."""
        if self.gives_tips and hasattr(screen, "tips_seen"):
            screen.tips_seen = frozenset(self.settings.preferences.tips_seen)

    def on_tips_given(self, message: TipsGiven) -> None:
        """Keep which tips have been given; where that cannot be kept, they are given again next time."""
        before = self.settings.preferences
        after = replace(before, tips_seen=tuple(dict.fromkeys((*before.tips_seen, *message.names))))
        with suppress(CodenamesError):
            save_settings(self.settings.path, as_changes(before, after))
        self.settings = self.settings._replace(preferences=after)

    def remap(self, keys: Mapping[str, str]) -> tuple[str, ...]:
        """Let the keys hold that can, and return what is wrong with the others."""
        raise NotImplementedError

    def _apply(self, name: str) -> None:
        now = self.settings.preferences
        if name == "theme" and self.look.colour and now.theme in self.available_themes:
            self.theme = now.theme
        elif name == "keys":
            self.remap(now.keys)
        elif name == "animation":
            self.let_move(self.look.animation if now.animation is None else now.animation)

    def let_move(self, is_animated: bool) -> None:
        """Animate, or let nothing move. Then nothing is dimmed behind a dialog: all of it would be sent again."""
        self.animation_level = "full" if is_animated else "none"
        self.set_class(not is_animated, "-still")


def _import_games() -> None:
    """Import what a game needs, so that the first one begins at once."""
    import codenames_tui.app.screen_factory  # noqa: F401
