"""Games to look at, and how a screen is read: helpers of the tests in this folder."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from textual._wait import wait_for_idle
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser, ScriptedTurn
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import TeamAgents
from codenames_core.game.board import Board, CardType
from codenames_core.game.config import GameConfig, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, PassReason
from codenames_core.game.replay import Replay
from codenames_core.game.state import initialize_game, kind_of_guess
from codenames_core.play.episode import EpisodeRunner, new_header
from codenames_core.play.pause_gate import PauseGate
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.lines.lines import plain
from codenames_tui.ui.look import Look
from codenames_tui.ui.widgets.line_panel import LinePanel

RED = ("SHIP", "WAVE", "ANCHOR", "HARBOR", "FISH", "SALT", "ROLLER COASTER", "STORM", "PEARL")
BLUE = ("ROCKET", "MOON", "STAR", "COMET", "THANKSGIVING", "ORBIT", "SATELLITE", "DUST")
NEUTRAL = ("PIANO", "APPLE", "LEMON", "CHAIR", "GLASS", "TRAIN", "WHEEL")
ASSASSIN = ("POISON",)
KEY = {
    **dict.fromkeys(RED, CardType.RED),
    **dict.fromkeys(BLUE, CardType.BLUE),
    **dict.fromkeys(NEUTRAL, CardType.NEUTRAL),
    **dict.fromkeys(ASSASSIN, CardType.ASSASSIN),
}
WORDS = tuple(sorted(KEY, key=lambda word: word[::-1]))
BOARD = Board(WORDS, KEY)
CONFIG = GameConfig()
JOURNAL = Path("games") / "a-game.jsonl"
SIZES = ((80, 24), (120, 40), (200, 60))

R1, R2, B1, B2 = Seat.RED_GUESSER_1, Seat.RED_GUESSER_2, Seat.BLUE_GUESSER_1, Seat.BLUE_GUESSER_2


def says(seat: Seat, text: str, agrees: bool = False) -> DiscussionMessage:
    return DiscussionMessage(seat=seat, text=text, consensus=agrees)


def touches(team: Team, word: str, board: Board = BOARD) -> Guess:
    card = board.key[word]
    return Guess(team=team, word=word, card=card, result=kind_of_guess(team, card))


EVENTS: tuple[Event, ...] = (
    Clue("sea", 2, team=Team.RED),
    says(R1, "SHIP first, I think.\nRANKED: SHIP 0.60, WAVE 0.30\nPLAN: SHIP, WAVE\nCONSENSUS: NO"),
    says(R2, "SHIP, then WAVE. What else could it be?", agrees=True),
    says(R1, "Agreed.\nCONSENSUS: YES", agrees=True),
    touches(Team.RED, "SHIP"),
    touches(Team.RED, "WAVE"),
    Pass(team=Team.RED, reason=PassReason.STOPPED),
    Clue("sky", 3, team=Team.BLUE),
    says(B1, "MOON and STAR are safe; APPLE falls from the sky only for Newton.", agrees=True),
    DiscussionMessage(seat=B2, text="", consensus=False, skipped="timeout"),
    says(B1, "MOON, STAR, COMET.", agrees=True),
    says(B2, "Yes.", agrees=True),
    touches(Team.BLUE, "MOON"),
    touches(Team.BLUE, "APPLE"),
    Clue("port", 1, team=Team.RED),
    says(R1, "HARBOR, or ANCHOR?", agrees=True),
    says(R2, "HARBOR.", agrees=True),
    touches(Team.RED, "HARBOR"),
    touches(Team.RED, "POISON"),
)


def record_of(events: Sequence[Event] = EVENTS, board: Board = BOARD, config: GameConfig = CONFIG) -> EpisodeRecord:
    """The record of a game in which `events` happened."""
    red, blue = team_of(()).config, team_of(()).config
    last = Replay(initialize_game(config, board), events).last_state
    return EpisodeRecord(
        episode_id="a-game",
        config=config,
        board=board,
        teams={Team.RED: red, Team.BLUE: blue},
        public_transcript=list(events),
        outcome=last.outcome,
        winner=last.winner,
    )


def replayed(
    events: Sequence[Event] = EVENTS, *, at: int = 0, look: Look | None = None, board: Board = BOARD
) -> CodenamesApp:
    """The app with a recorded game at event `at`."""
    look = look or Look()
    game = RecordedSession(record_of(events, board))
    return CodenamesApp(GameScreen(game, glyphs=look.glyphs, position=at), look)


RED_SCRIPT = (
    ScriptedTurn(
        clue=("sea", 2),
        discussion=(("SHIP first, I think.", False), ("SHIP, then WAVE.", True), ("Yes.", True)),
        guesses=("SHIP", "WAVE"),
    ),
    ScriptedTurn(clue=("port", 1), discussion=(("HARBOR.", True), ("Yes.", True)), guesses=("HARBOR", "POISON")),
)
BLUE_SCRIPT = (
    ScriptedTurn(clue=("sky", 3), discussion=(("MOON.", True), ("And APPLE.", True)), guesses=("MOON", "APPLE")),
)


def team_of(turns: tuple[ScriptedTurn, ...]) -> TeamAgents:
    return TeamAgents(ScriptedCluer(turns), ScriptedGuesser(turns), ScriptedGuesser(turns))


def runner_of(
    red: TeamAgents | None = None, blue: TeamAgents | None = None, config: GameConfig = CONFIG, board: Board = BOARD
) -> EpisodeRunner:
    """A game of scripted agents that is paused before its first event."""
    red, blue = red or team_of(RED_SCRIPT), blue or team_of(BLUE_SCRIPT)
    header = new_header(config, red.config, blue.config, board=board, episode_id="a-game")
    return EpisodeRunner(header, red, blue, gate=PauseGate(paused=True))


def live(
    runner: EpisodeRunner | None = None,
    *,
    look: Look | None = None,
    on_end: Callable[[EpisodeRecord], Path] | None = None,
    clock: Callable[[], float] = lambda: 0.0,
) -> CodenamesApp:
    """The app with a game that is about to begin; its clock stands still if none is given."""
    look = look or Look()
    game = LiveSession(runner or runner_of(), pace=0, on_end=on_end, clock=clock)
    return CodenamesApp(GameScreen(game, glyphs=look.glyphs, journal=JOURNAL), look)


def screen_of(app: App[int]) -> GameScreen:
    """The game screen, whatever lies over it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))


def is_on(app: App[int], kind: type[Screen[Any]]) -> bool:
    """Whether a screen of that kind is on top."""
    return isinstance(app.screen, kind)


async def until(pilot: Pilot[int], happened: Callable[[], bool]) -> None:
    """Let the app, its threads and its timers work until `happened`."""
    for _ in range(500):
        await pilot.pause()
        if happened():
            await pilot.pause()
            return
        await wait_for_idle(0)
    raise AssertionError("it did not happen")


async def play_events(app: CodenamesApp, pilot: Pilot[int], count: int) -> None:
    """Let a paused live game go on by `count` events, one at a time."""
    replay = screen_of(app).session.timeline
    for _ in range(count):
        before = len(replay)
        await pilot.press("f6")
        await until(pilot, lambda before=before: len(replay) > before)  # type: ignore[misc]


def text_of(panel: LinePanel) -> str:
    """What a panel says, as one line: how it wraps depends on its size."""
    return " ".join(plain(panel.draw(panel.size)).split())


def frame(app: App[int]) -> str:
    """The screen as text, line by line, without spaces at the ends."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)
