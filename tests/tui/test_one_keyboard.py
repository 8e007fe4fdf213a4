"""Several people at one keyboard, whatever they press: nobody sees more than whoever said last that it is there."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.tui.disk import on_a_disk
from tests.tui.people import CLUER, G1, G2, game_of, panel_of
from tests.tui.table import WORDS, frame, screen_of
from textual.pilot import Pilot

from codenames_core.game.config import Role, Seat
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.dialogs import HandOver

PRESSED = ["enter", "space", "tab", "y", "n", "q", "s", "i", "o", "h", "P", "c", "f", "left", "ctrl+end", "a", "1"]
WANTED = ["key", "keyboard", "jump", "inspect", "targets"]
SIZES = [(80, 24), (40, 10), (120, 40)]


class Table(RuleBasedStateMachine):
    """People who share a keyboard, and press what they like."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.app, self.disk, self.clock = on_a_disk()
        self.people: tuple[Seat, ...] = ()
        self.trusted: Seat | None = None
        """Who sat down alone, or said last that it is at the keyboard."""

    def run(self, what: Any) -> Any:
        return self.loop.run(what)

    @initialize(people=st.sampled_from([(CLUER,), (CLUER, G1), (G1, CLUER), (CLUER, G1, G2, Seat.BLUE_CLUER)]))
    def begin(self, people: tuple[Seat, ...]) -> None:
        self.pilot: Pilot[int] = self.run(self.stack.enter_async_context(self.app.run_test(size=SIZES[0])))
        for seat in people:
            self.sit(seat)

    def press(self, *keys: str) -> None:
        if self.app.is_running:
            self.run(self.pilot.press(*keys))
            self.run(self.pilot.pause())
            self.note()

    def note(self) -> None:
        """Work out who is known to be there, from who sits and who is asked."""
        people, asked = game_of(self.app).seats.people, game_of(self.app).seats.pending
        if people != self.people:
            if not self.people:
                self.trusted = people[0] if len(people) == 1 else None
            elif self.trusted not in people or asked is None or asked.seat is not self.trusted:
                self.trusted = None
            self.people = people

    def sit(self, seat: Seat) -> None:
        if isinstance(self.app.screen, GameScreen) and not game_of(self.app).standing.over:
            self.press("f2")
            self.press("home", *["down"] * list(Seat).index(seat), "enter")

    @rule(seat=st.sampled_from(list(Seat)))
    def takes_a_seat_or_gives_it_back(self, seat: Seat) -> None:
        self.sit(seat)

    @rule(word=st.sampled_from(["gravel", "zebra", "ship", "a1"]))
    def answers(self, word: str) -> None:
        self.press(*word, "enter")

    @rule(sure=st.sampled_from(["y", "n", "escape"]))
    def presses_escape(self, sure: str) -> None:
        if isinstance(self.app.screen, GameScreen) and self.app.screen.answers.is_asking:
            self.press("escape", sure)

    @rule(key=st.sampled_from(PRESSED), times=st.integers(1, 3))
    def presses(self, key: str, times: int) -> None:
        self.press(*[key] * times)
        self.back_to_the_game()

    @rule(word=st.sampled_from(WANTED))
    def asks_the_palette(self, word: str) -> None:
        self.press("ctrl+p", *word, "enter")
        self.back_to_the_game()

    @rule()
    def lets_the_game_go_on(self) -> None:
        game_of(self.app)._runner.step()
        self.run(self.pilot.pause())
        self.note()

    @precondition(lambda self: isinstance(self.app.screen, HandOver))
    @rule(seconds=st.sampled_from([0.5, 1.5]))
    def comes_to_the_keyboard(self, seconds: float) -> None:
        before = self.app.screen
        assert isinstance(before, HandOver)
        self.clock.seconds += seconds
        self.press("f3")
        if self.app.screen is not before:
            self.trusted = before._seat if before._seat in self.people else self.trusted

    @rule(size=st.sampled_from(SIZES))
    def resizes(self, size: tuple[int, int]) -> None:
        self.run(self.pilot.resize_terminal(*size))

    @rule(full=st.sampled_from([False, False, True]))
    def fills_the_disk(self, full: bool) -> None:
        self.disk.is_full = full

    def back_to_the_game(self) -> None:
        for _ in range(3):
            if isinstance(self.app.screen, GameScreen | HandOver):
                return
            self.press("escape")

    @invariant()
    def nobody_sees_more_than_it_may(self) -> None:
        if not self.app.is_running or not self.people:
            return
        if isinstance(self.app.screen, HandOver):
            assert not any(word in frame(self.app) for word in WORDS)
            return
        shown = [card for card in screen_of(self.app).board.table if card.card is not None and not card.revealed]
        assert not shown or (self.trusted is not None and self.trusted.role is Role.CLUER)
        if game_of(self.app).standing.over:
            assert not shown
        if (panel := panel_of(self.app)) is not None and len(self.people) > 1 and shown:
            assert panel.pending.view.seat is self.trusted

    def teardown(self) -> None:
        try:
            self.run(self.stack.aclose())
        finally:
            self.loop.close()


Table.TestCase.settings = settings(
    max_examples=8,
    stateful_step_count=25,
    deadline=None,
    phases=[Phase.generate],  # each step takes a while, so a failure is shown as it was found
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)
TestTable = Table.TestCase
