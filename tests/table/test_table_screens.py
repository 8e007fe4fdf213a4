"""The lobby and the game as a person at a table has them on the screen."""

import pytest
from tests.games import BOARD, RED_WORDS
from tests.table.fake_tables import AGENT, FakeTable, shown
from tests.tui.table import frame, is_on, until

from codenames_core.files.journal import new_header
from codenames_core.game.agent import Question
from codenames_core.game.config import GameConfig, Seat
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess
from codenames_core.game.rules import process_guess
from codenames_core.game.state import Outcome, Termination, apply
from codenames_core.table.lobby import Presence
from codenames_core.table.messages import AskForPause, SetReady, SetTyping, SitDown, TurnedDown, Welcome
from codenames_tui.streaming.news import Notice
from codenames_tui.table.lobby_screen import LobbyScreen
from codenames_tui.table.table_game_screen import TableGameScreen
from codenames_tui.ui.lines.lines import UNICODE

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby_shows_who_sits_where_and_who_is_ready(size: tuple[int, int]) -> None:
    table = FakeTable()
    table.lobby = table.lobby.sit(1, Seat.RED_CLUER).set_ready(1, ready=True).sit(2, Seat.BLUE_GUESSER_1)
    async with shown(table, size) as (app, pilot):
        lines = frame(app).splitlines()
        (ann,) = (line for line in lines if "red cluer" in line)
        (bob,) = (line for line in lines if "blue guesser 1" in line)
        assert "Ann" in ann
        assert "✓ ready" in ann
        assert "Bob" in bob
        assert "you" in bob
        assert "not ready" in bob
        table.tell(table.lobby.present(1, Presence.LOST))
        await until(pilot, lambda: "connection lost" in frame(app))


async def test_a_seat_is_taken_and_given_back_with_enter_and_f4_is_ready() -> None:
    table = FakeTable()
    async with shown(table) as (app, pilot):
        await pilot.press("down", "enter")
        assert table.asked == [SitDown(seat=Seat.RED_GUESSER_1)]
        table.tell(table.lobby.sit(2, Seat.RED_GUESSER_1))
        await until(pilot, lambda: "you" in frame(app))
        await pilot.press("f4", "enter")
        assert table.asked[1:] == [SetReady(ready=True), SitDown(seat=None)]
        table.say(TurnedDown(reason="Ann has the seat [b]of[/b] red cluer"))
        await until(pilot, lambda: "[b]of[/b]" in frame(app))


async def test_names_from_a_table_are_text_and_no_more() -> None:
    table = FakeTable()
    lobby, _ = table.lobby.come("[red]x[/] \x1b]0;t\x07")
    table.lobby = lobby.sit(3, Seat.RED_CLUER)
    async with shown(table) as (app, _pilot):
        assert "[red]x[/]" in frame(app)


async def test_a_guesser_at_a_table_answers_on_the_game_screen_and_sees_no_key() -> None:
    table = FakeTable()
    table.lobby = table.lobby.sit(2, Seat.RED_GUESSER_1)
    async with shown(table, (120, 40)) as (app, pilot):
        table.tell(table.lobby.begin())
        await until(pilot, lambda: is_on(app, TableGameScreen))
        table.events = (Clue("OCEAN", 2, team=Seat.RED_CLUER.team),)
        table.asks(Seat.RED_GUESSER_1, Question.MESSAGE, 5)
        await until(pilot, lambda: "your message" in frame(app))
        screen = app.screen
        assert isinstance(screen, TableGameScreen)
        await pilot.press(*"sure")
        screen.tell_typing()
        await pilot.press("tab", "enter")
        assert SetTyping(typing=True) in table.asked
        assert table.answers == [{"type": "answer", "number": 5, "answer": {"text": "sure", "consensus": True}}]
        assert screen.disclosure.key is False
        assert "yacht" not in frame(app)
        table.asks(Seat.RED_GUESSER_1, Question.GUESSES, 6)
        await until(pilot, lambda: "your guesses" in frame(app))


async def test_a_cluer_at_a_table_has_the_key_and_the_referee() -> None:
    table = FakeTable()
    table.lobby = table.lobby.sit(2, Seat.RED_CLUER)
    async with shown(table, (120, 40)) as (app, pilot):
        table.tell(table.lobby.begin())
        table.asks(Seat.RED_CLUER, Question.CLUE, 0)
        await until(pilot, lambda: "your clue" in frame(app))
        assert isinstance(app.screen, TableGameScreen)
        assert app.screen.disclosure.key is True
        await pilot.press(*"ocean")
        await until(pilot, lambda: "is legal" in frame(app))
        await pilot.press("enter")
        assert table.answers == [{"type": "answer", "number": 0, "answer": {"word": "ocean", "number": 1}}]


async def test_who_types_is_shown_and_a_pause_is_asked_for() -> None:
    table = FakeTable()
    async with shown(table, (120, 40)) as (app, pilot):
        table.tell(table.lobby.begin())
        await until(pilot, lambda: is_on(app, TableGameScreen))
        table.tell(awaited=(Seat.RED_CLUER, Question.CLUE), typing=frozenset({Seat.RED_CLUER}))
        await until(pilot, lambda: "typing" in frame(app))
        await pilot.press("space")
        assert table.asked == [AskForPause(pause=True)]
        table.tell(table.lobby.want_pause(1, pause=True))
        await until(pilot, lambda: f"TABLE {UNICODE.paused}" in frame(app))


async def test_a_lost_connection_is_said_and_the_end_shows_the_key() -> None:
    table = FakeTable()
    async with shown(table, (120, 40)) as (app, pilot):
        table.tell(table.lobby.begin())
        await until(pilot, lambda: is_on(app, TableGameScreen))
        table.say(Notice("reconnecting in 1 s: no connection"))
        await until(pilot, lambda: "TABLE lost" in frame(app))
        table.say(Welcome(person=2, token="y" * 32))
        await until(pilot, lambda: "TABLE lost" not in frame(app))
        table.events = _won()
        table.tell(is_over=True, outcome=Outcome(Seat.RED_CLUER.team, Termination.ALL_WORDS))
        await until(pilot, lambda: "GAME OVER" in frame(app))
        screen = app.screen
        assert isinstance(screen, TableGameScreen)
        assert screen.session.timeline.last_state.board == BOARD
        await pilot.press("N", "r", "f", "i")  # nothing here leads out of the table
        assert app.screen is screen
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, LobbyScreen))


def _won() -> tuple[Event, ...]:
    """A game that red wins with its first clue."""
    header = new_header(GameConfig(), AGENT, AGENT, board=BOARD)
    state = apply(header.initial_state(), Clue("OCEAN", "unlimited", team=Seat.RED_CLUER.team))
    events: list[Event] = []
    for seat in (Seat.RED_GUESSER_1, Seat.RED_GUESSER_2):
        state = apply(state, DiscussionMessage(seat=seat, text="yes", consensus=True))
    for word in RED_WORDS:
        state, _ = process_guess(word, state)
    events += state.public_transcript
    assert isinstance(events[-1], Guess)
    return tuple(events)
