"""Any keys in any order: the screen never fails, its cursor stays inside, and it shows the fold of the first events."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.tui.table import EVENTS, WORDS, frame, record_of, replayed, screen_of, touches
from tests.tui.walks import Walk, walks

from codenames_core.game.config import Team
from codenames_core.game.events import UnknownEvent
from codenames_core.game.replay import Replay
from codenames_core.game.timeline import Timeline
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.board.board_panel import BoardPanel
from codenames_tui.game.game_screen import GameScreen

GAMES = {
    "whole": EVENTS,
    "none": (),
    "unfinished": EVENTS[:9],
    "broken": (*EVENTS[:3], touches(Team.BLUE, "MOON"), UnknownEvent(type="weather"), *EVENTS[3:]),
}
MOVES = ("left", "right", ".", "[", "]", "p", "n", "g", "G", "home", "end", "m", "M", *"0123456789")
PLAY = ("space", "+", "-", "=")
LOOK = ("s", "z", "y", "h", "r", "N", "up", "down", "pageup", "pagedown", "tab", "i", "o", "f", "P", "x")
DIALOGS = ("t", "?", "e", "f1")
SIZES = ((80, 24), (40, 10), (1, 1), (120, 40), (200, 60))


class Keys(RuleBasedStateMachine):
    """A person who knows no rules, at a replay."""

    def __init__(self) -> None:
        super().__init__()
        self.app: CodenamesApp | None = None
        self.walk: Walk | None = None

    @initialize(name=st.sampled_from(sorted(GAMES)), place=st.floats(0, 1), size=st.sampled_from(SIZES[:2]))
    def open(self, name: str, place: float, size: tuple[int, int]) -> None:
        events = GAMES[name]
        self.plain = Replay(record_of(events).initial_state(), events)
        self.app = replayed(events, at=round(place * len(events)))
        self.walk = Walk(self.app, size)

    def press(self, *keys: str) -> None:
        assert self.walk is not None
        self.walk.press(*keys)

    @property
    def position(self) -> int:
        assert self.app is not None
        return screen_of(self.app).position

    @property
    def timeline(self) -> Timeline:
        assert self.app is not None
        return screen_of(self.app).session.timeline

    def close_dialogs(self) -> None:
        assert self.app is not None
        for _ in range(4):
            if isinstance(self.app.screen, GameScreen):
                return
            self.press("escape")
        raise AssertionError(f"escape does not close {self.app.screen}")

    @rule(key=st.sampled_from(MOVES))
    def move(self, key: str) -> None:
        self.press(key)

    @rule(key=st.sampled_from(PLAY))
    def play(self, key: str) -> None:
        self.press(key)

    @rule(times=st.integers(1, 4))
    def time_passes(self, times: int) -> None:
        assert self.app is not None
        screen = screen_of(self.app)
        for _ in range(times):
            if screen.session.playback.running:
                screen.play_one()

    @rule(key=st.sampled_from(LOOK))
    def look(self, key: str) -> None:
        self.press(key)
        self.close_dialogs()

    @rule(key=st.sampled_from(DIALOGS), typed=st.lists(st.sampled_from(["1", "9", "x", "down", "enter"]), max_size=3))
    def dialog(self, key: str, typed: list[str]) -> None:
        self.press(key, *typed) if key != "e" else self.press(key, *(one for one in typed if one != "enter"))
        self.close_dialogs()

    @rule(place=st.floats(0, 1))
    def click_on_the_bar(self, place: float) -> None:
        assert self.app is not None
        assert self.walk is not None
        bar = screen_of(self.app).scrub_bar
        if bar.region and self.app.size.width > 1:
            self.walk.click(bar, offset=(round(place * (bar.size.width - 1)), 0))

    @rule(size=st.sampled_from(SIZES))
    def resize(self, size: tuple[int, int]) -> None:
        assert self.walk is not None
        self.walk.resize(size)

    @rule(steps=st.integers(1, 4))
    def forth_and_back(self, steps: int) -> None:
        assert self.app is not None
        if screen_of(self.app).session.playback.running:
            return
        before = self.position
        forth = min(steps, len(self.timeline) - before)
        self.press(*["right"] * forth, *["left"] * forth)
        assert self.position == before

    @invariant()
    def the_cursor_is_inside_and_shows_the_fold(self) -> None:
        if self.app is None:
            return
        assert isinstance(self.app.screen, GameScreen)
        assert self.app._exception is None
        assert 0 <= self.position <= len(self.timeline) == len(self.plain)
        assert self.timeline.state_at(self.position) == self.plain.seek(self.position)
        board = self.app.screen.query_one(BoardPanel)
        assert [card.word for card in board.table] == list(WORDS)
        turned = {card.word for card in board.table if card.revealed}
        assert turned == set(self.timeline.state_at(self.position).revealed)
        assert frame(self.app) is not None

    def teardown(self) -> None:
        if self.walk is not None:
            self.walk.close()


Keys.TestCase.settings = walks(examples=2, steps=20)
TestKeys = Keys.TestCase
