"""Games in which a person sits at a seat."""

from tests.tui.table import screen_of, until
from textual.pilot import Pilot

from codenames_core.game.config import Seat
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.answer_panel import AnswerPanel
from codenames_tui.game.seats.dialogs import ChooseSeat, HandOver
from codenames_tui.game.sessions.live import LiveSession

CLUER, G1, G2 = Seat.RED_CLUER, Seat.RED_GUESSER_1, Seat.RED_GUESSER_2


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def clock_of(app: CodenamesApp) -> Clock:
    """Give the game screen, which the app begins with, a clock of its own."""
    screen, clock = app._first, Clock()
    assert isinstance(screen, GameScreen)
    screen.clock = clock
    return clock


async def come_to_keyboard(pilot: Pilot[int], app: CodenamesApp, clock: Clock) -> None:
    """Say that the person whose turn it is has come, once the hand-over has been there long enough."""
    await until(pilot, lambda: isinstance(app.screen, HandOver))
    clock.seconds += 2
    await pilot.press("f3")
    await until(pilot, lambda: not isinstance(app.screen, HandOver))


def game_of(app: CodenamesApp) -> LiveSession:
    game = screen_of(app).session
    assert isinstance(game, LiveSession)
    return game


def panel_of(app: CodenamesApp) -> AnswerPanel | None:
    return next(iter(screen_of(app).query(AnswerPanel)), None)


async def take(pilot: Pilot[int], app: CodenamesApp, seat: Seat) -> None:
    """Take a seat by its line in the list."""
    await pilot.press("f2")
    await until(pilot, lambda: isinstance(app.screen, ChooseSeat))
    await pilot.press("home", *["down"] * list(Seat).index(seat), "enter")
    await until(pilot, lambda: seat in game_of(app).seats.people)


async def sit_down(pilot: Pilot[int], app: CodenamesApp, seat: Seat) -> None:
    """Take a seat that is asked now, and wait for the question."""
    await take(pilot, app, seat)
    await until(pilot, lambda: panel_of(app) is not None)


async def play_to_the_talk(pilot: Pilot[int], app: CodenamesApp) -> None:
    await pilot.press(".")
    await until(pilot, lambda: len(game_of(app).timeline) == 1)
