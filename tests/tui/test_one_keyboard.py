"""Several people at one keyboard, whatever they press: nobody sees more than whoever said last that it is there.

Each walk is made twice, in two games that differ in nothing but what hidden cards are. As long as whoever looks may
not know that, both paint the same screens, cell by cell.
"""

from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.tui.disk import FullDisk, on_a_disk
from tests.tui.people import CLUER, G1, G2, Clock, game_of
from tests.tui.table import BOARD, KEY, WORDS, screen_of
from tests.tui.walks import Walk, walks

from codenames_core.game.board import Board
from codenames_core.game.config import Role, Seat
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.dialogs import HandOver

PRESSED = [
    "enter",
    "space",
    "tab",
    "y",
    "n",
    "q",
    "s",
    "i",
    "o",
    "h",
    "P",
    "c",
    "f",
    "left",
    "ctrl+end",
    "a",
    "1",
    "f1",
]
COMMANDS = ["Show the key", "Jump to turn 1", "Inspect this decision", "Show clue targets", "Take a seat"]
MANY = 12
SIZES = [(80, 24), (40, 10), (120, 40)]
SWAPPED = {"FISH": "STAR", "SALT": "PIANO", "DUST": "LEMON", "POISON": "GLASS"}
"""Cards that no script touches before the end, and with which each trades places."""
BLUE_CLUER = Seat.BLUE_CLUER


def _other_board() -> Board:
    trades = {**SWAPPED, **{other: word for word, other in SWAPPED.items()}}
    return Board(WORDS, {word: KEY[trades.get(word, word)] for word in WORDS})


@dataclass
class Game:
    """One of the two games."""

    app: CodenamesApp
    disk: FullDisk
    clock: Clock
    walk: Walk

    @classmethod
    def on(cls, board: Board) -> "Game":
        app, disk, clock = on_a_disk(board)
        return cls(app, disk, clock, Walk(app, SIZES[0]))

    @property
    def place(self) -> tuple[object, ...]:
        """Where it is, which no hidden card has a say in."""
        if not self.app.is_running:
            return ()
        game, screen = game_of(self.app), screen_of(self.app)
        asked = game.seats.pending.seat if game.seats.pending else None
        shown = screen.answers.seat, screen.answers.draft, screen.position, screen.message
        return type(self.app.screen), game.seats.people, asked, len(game.timeline), game.standing.over, *shown


class Table(RuleBasedStateMachine):
    """People who share a keyboard, and press what they like."""

    def __init__(self) -> None:
        super().__init__()
        self.games = Game.on(BOARD), Game.on(_other_board())
        self.app = self.games[0].app
        self.presses_so_far = 0
        self.palette_was_open = False
        self.people: tuple[Seat, ...] = ()
        self.trusted: Seat | None = None
        """Who sat down alone, or said last that it is at the keyboard."""

    @initialize(
        people=st.sampled_from(
            [(CLUER,), (CLUER, G1), (G1, CLUER), (BLUE_CLUER, CLUER), (CLUER, G1, G2, BLUE_CLUER), (G1, G2)]
        ),
        events=st.sampled_from([0, 0, 1, 4]),
    )
    def begin(self, people: tuple[Seat, ...], events: int) -> None:
        for _ in range(events):
            self.let_the_game_go_on()
        for seat in people:
            self.choose(seat)

    # What people do

    def press(self, *keys: str) -> None:
        self.presses_so_far += 1
        for game in self.games:
            game.walk.press(*keys)
        self.note()

    def note(self) -> None:
        """Work out who is known to be there, from who sits and who is asked."""
        self.wait_until_alike()
        people, pending = game_of(self.app).seats.people, game_of(self.app).seats.pending
        if people != self.people:
            if not self.people:
                self.trusted = people[0] if len(people) == 1 else None
            elif self.trusted not in people or pending is None or pending.seat is not self.trusted:
                self.trusted = None
            self.people = people

    def wait_until_alike(self) -> None:
        """Wait for the game that has more to do: a key must find both at the same place."""
        for _ in range(20):
            one, other = (game.place for game in self.games)
            if one == other or self.worlds_part:
                return
            for game in self.games:
                game.walk.wait()
        raise AssertionError(f"the games part: {one}, {other}")

    @property
    def at_the_game(self) -> bool:
        return self.app.is_running and isinstance(self.app.screen, GameScreen)

    def choose(self, seat: Seat) -> None:
        """Take the seat in the list of seats, or give it back."""
        if self.at_the_game and not game_of(self.app).standing.over:
            self.press("f2")
            self.press("home", *["down"] * list(Seat).index(seat), "enter")

    @property
    def is_asking(self) -> bool:
        return self.at_the_game and screen_of(self.app).answers.is_asking

    @rule(seat=st.sampled_from(list(Seat)))
    def takes_a_seat_or_gives_it_back(self, seat: Seat) -> None:
        self.choose(seat)

    @precondition(lambda self: self.people)
    @rule(which=st.integers(0, 5))
    def gives_a_seat_back(self, which: int) -> None:
        self.choose(self.people[which % len(self.people)])

    @rule(word=st.sampled_from(["gravel", "zebra", "ship", "a1"]))
    def types(self, word: str) -> None:
        self.press(*word, "enter")

    @precondition(lambda self: self.is_asking)
    @rule()
    def answers(self) -> None:
        """Answer so that it is taken, and let the game go on."""
        picks = screen_of(self.app).answers.picking is not None
        self.press(*("enter", "enter") if picks else (*"gravel", "enter"))
        self.let_the_game_go_on()

    @precondition(lambda self: self.is_asking)
    @rule(sure=st.sampled_from(["y", "y", "n", "escape"]))
    def presses_escape(self, sure: str) -> None:
        self.press("escape", sure)

    @rule(key=st.sampled_from(PRESSED), times=st.integers(1, 3))
    def presses(self, key: str, times: int) -> None:
        self.press(*[key] * times)
        self.back_to_the_game()

    @precondition(lambda self: self.at_the_game)
    @rule(begins=st.sampled_from(COMMANDS))
    def asks_the_palette(self, begins: str) -> None:
        """Run a command as the palette does, which takes a while to find them."""
        for game in self.games:
            commands = game.app.get_system_commands(game.app.screen)
            if found := next((command for command in commands if command.title.startswith(begins)), None):
                game.app.call_later(found.callback)
            game.walk.settle()
        self.note()
        self.back_to_the_game()

    @precondition(lambda self: not self.palette_was_open)
    @rule()
    def opens_and_closes_the_palette(self) -> None:
        """Once in a walk: to paint it costs as much as ten other steps."""
        self.palette_was_open = True
        self.press("ctrl+p")
        self.press("escape")
        self.back_to_the_game()

    @rule(events=st.integers(1, 3))
    def lets_the_game_go_on(self, events: int) -> None:
        for _ in range(events):
            self.let_the_game_go_on()

    def let_the_game_go_on(self) -> None:
        for game in self.games:
            game_of(game.app)._runner.step()
            game.walk.settle()
        self.note()

    @property
    def is_handing_over(self) -> bool:
        return self.app.is_running and isinstance(self.app.screen, HandOver)

    @precondition(lambda self: self.is_handing_over)
    @rule(seconds=st.sampled_from([0.5, 1.5, 1.5]))
    def comes_to_the_keyboard(self, seconds: float) -> None:
        before = self.app.screen
        assert isinstance(before, HandOver)
        for game in self.games:
            game.clock.seconds += seconds
        self.press("f3")
        if self.app.screen is not before:
            self.trusted = before._seat if before._seat in self.people else self.trusted

    @precondition(lambda self: self.is_handing_over)
    @rule()
    def comes_and_answers(self) -> None:
        self.comes_to_the_keyboard(1.5)
        if self.is_asking:
            self.answers()

    @rule(size=st.sampled_from(SIZES))
    def resizes(self, size: tuple[int, int]) -> None:
        for game in self.games:
            game.walk.resize(size)
        self.note()

    @precondition(lambda self: self.app.is_running and self.presses_so_far > MANY)
    @rule(is_full=st.sampled_from([False, True, True]))
    def fills_the_disk_or_empties_it(self, is_full: bool) -> None:
        """Late in a walk, since the game stops at the next thing that happens."""
        for game in self.games:
            game.disk.is_full = is_full
        self.let_the_game_go_on()

    def back_to_the_game(self) -> None:
        for _ in range(3):
            if not self.app.is_running or isinstance(self.app.screen, GameScreen | HandOver):
                return
            self.press("escape")

    # What nobody may see

    @property
    def key_is_due(self) -> bool:
        """Whether whoever looks may see the key: nobody plays, the game is decided, or its cluer is at the keyboard."""
        game = game_of(self.app)
        if not self.people or game._runner.state.outcome is not None:
            return True
        if game.standing.over or self.trusted is None or self.trusted.role is not Role.CLUER:
            return False
        pending = game.seats.pending
        return len(self.people) == 1 or (pending is not None and pending.seat is self.trusted)

    @property
    def worlds_part(self) -> bool:
        """Whether the games may differ from here on: a card that trades places lies face up in one of them."""
        trades = {*SWAPPED, *SWAPPED.values()}
        return any(trades & set(game_of(game.app).timeline.last_state.revealed) for game in self.games)

    @invariant()
    def nobody_sees_more_than_it_may(self) -> None:
        if not self.app.is_running or self.key_is_due or self.worlds_part:
            return
        self.wait_until_alike()
        for _ in range(20):
            one, other = (game.walk.painted() for game in self.games)
            if one == other:
                return
            for game in self.games:
                game.walk.wait()
        assert one == other

    def teardown(self) -> None:
        for game in self.games:
            game.walk.close()


Table.TestCase.settings = walks(examples=4, steps=30)
TestTable = Table.TestCase
