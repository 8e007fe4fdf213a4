"""What a person types who is not asked, or no longer, is no command; what is typed for the seat stays in its field."""

import pytest
from tests.tui.people import CLUER, G1, clock_of, game_of, panel_of, play_to_the_talk, sit_down, take
from tests.tui.table import frame, is_on, live, screen_of, until
from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input

from codenames_core.decisions.questions import LONGEST_MESSAGE
from codenames_core.game.config import Seat
from codenames_core.game.events import DiscussionMessage
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.dialogs import ConfirmGivingUp
from codenames_tui.ui.lines.help import rows_of_groups
from codenames_tui.ui.screens.active_keys import writes
from codenames_tui.ui.screens.key_help import KeyHelp

CHAT = "quite likely it is ROOT. for me: +1 - [hope] so? Go! mMnNpPzseofhgrty0123456789"


@pytest.mark.parametrize("seat", [Seat.BLUE_GUESSER_2, CLUER, G1])
async def test_a_person_who_chats_while_others_are_asked_does_nothing(seat: Seat) -> None:
    app = live()
    clock_of(app)
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await take(pilot, app, Seat.BLUE_GUESSER_1)
        await take(pilot, app, seat) if seat is not G1 else None
        before = screen_of(app).position, game_of(app).playback.running, screen_of(app).presented
        await pilot.press(*CHAT)
        assert app.is_running
        assert is_on(app, GameScreen)
        assert before == (screen_of(app).position, game_of(app).playback.running, screen_of(app).presented)
        if seat is G1:
            assert screen_of(app).answers.typed_by(Seat.BLUE_GUESSER_1) == CHAT
        else:  # who of the two types is not known
            assert "It is not your turn" in frame(app)


async def keep_waiting_field(app: CodenamesApp, pilot: Pilot[int]) -> None:
    await pilot.press(*"wa")
    await pilot.press("f1")
    await until(pilot, lambda: is_on(app, KeyHelp))
    await pilot.press("escape")
    await until(pilot, lambda: is_on(app, GameScreen))
    await pilot.resize_terminal(40, 10)
    await until(pilot, lambda: "Too small" in frame(app))
    await pilot.resize_terminal(100, 30)
    await until(pilot, lambda: "Too small" not in frame(app))
    await pilot.click("#board")
    await pilot.press(*"ve")


async def test_what_a_person_types_before_its_turn_is_kept_and_begins_its_answer() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await take(pilot, app, Seat.RED_GUESSER_2)
        await until(pilot, lambda: screen_of(app).answers.is_waiting)
        assert "RED GUESSER 2: waiting for RED GUESSER 1" in frame(app)
        await keep_waiting_field(app, pilot)
        await pilot.press("enter")
        assert "It is not your turn yet. What you typed is kept." in frame(app)
        game_of(app)._runner.step()
        await until(pilot, lambda: len(game_of(app).timeline) == 2)
        assert screen_of(app).answers.typed_by(Seat.RED_GUESSER_2) == "wave"
        game_of(app)._runner.step()
        await until(pilot, lambda: panel_of(app) is not None)
        await pilot.press("tab", "enter")
        await until(pilot, lambda: len(game_of(app).timeline) == 3)
        said = DiscussionMessage(seat=Seat.RED_GUESSER_2, text="wave", consensus=True)
        assert game_of(app).timeline.events[2] == said


async def test_the_arrows_move_along_the_timeline_until_something_is_typed() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await take(pilot, app, Seat.BLUE_CLUER)
        await until(pilot, lambda: screen_of(app).answers.is_waiting)
        await pilot.press("left")
        assert screen_of(app).position == 0
        await pilot.press("right", *"ab", "left", "c")
        assert screen_of(app).position == 1
        assert screen_of(app).answers.typed_by(Seat.BLUE_CLUER) == "acb"


async def test_giving_a_seat_back_asks_whether_what_was_typed_may_be_lost() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await take(pilot, app, Seat.BLUE_CLUER)
        await until(pilot, lambda: screen_of(app).answers.is_waiting)
        await pilot.press("x", "escape")
        await until(pilot, lambda: is_on(app, ConfirmGivingUp))
        assert "is lost" in frame(app)
        await pilot.press("y")
        await until(pilot, lambda: not screen_of(app).answers.is_waiting)
        assert screen_of(app).answers.typed_by(Seat.BLUE_CLUER) == ""


async def test_who_types_on_when_the_game_ends_does_not_leave() -> None:
    app = live()
    clock = clock_of(app)
    async with app.run_test() as pilot:
        await take(pilot, app, Seat.BLUE_CLUER)
        game_of(app)._end(None)
        await until(pilot, lambda: screen_of(app)._has_ended)
        for letter in "quite":
            clock.seconds += 0.5
            await pilot.press(letter)
        assert app.is_running
        clock.seconds += 5
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)


async def test_letters_that_pick_no_card_do_nothing_while_cards_are_picked() -> None:
    app = live()
    async with app.run_test() as pilot:
        for count in range(1, 5):
            await pilot.press(".")
            await until(pilot, lambda count=count: len(game_of(app).timeline) == count)  # type: ignore[misc]
        await sit_down(pilot, app, G1)
        await pilot.press(*"qfhrtPzsioy")
        assert is_on(app, GameScreen)
        assert panel_of(app) is not None
        assert "✗" not in frame(app).splitlines()[-2]


@pytest.mark.parametrize("where", ["#discussion", "#board", "#score", "#turn", "#status"])
async def test_a_click_elsewhere_leaves_the_field_its_letters(where: str) -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await sit_down(pilot, app, G1)
        await pilot.press(*"abc")
        await pilot.click(where)
        await pilot.press(*"def")
        panel = panel_of(app)
        assert panel is not None
        assert panel.query_one(Input).value == "abcdef"


async def test_a_click_elsewhere_leaves_the_number_its_digits() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await pilot.press(*"sea", "tab")
        await pilot.click("#discussion")
        await pilot.press("3")
        panel = panel_of(app)
        assert panel is not None
        assert panel.query_one("#clue-number", Input).value == "3"


async def test_who_is_asked_sees_the_present() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await take(pilot, app, Seat.RED_GUESSER_2)
        await pilot.press("left")
        assert screen_of(app).position == 0
        game_of(app)._runner.step()
        await until(pilot, lambda: len(game_of(app).timeline) == 2)
        game_of(app)._runner.step()
        await until(pilot, lambda: panel_of(app) is not None)
        assert screen_of(app).position == 2
        screen_of(app).position = 0
        await pilot.press("a", "ctrl+end")
        assert screen_of(app).position == 2


@pytest.mark.parametrize("over", [1, 80_000])
async def test_a_message_that_is_too_long_is_refused_and_kept(over: int) -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await sit_down(pilot, app, G1)
        app.post_message(events.Paste("x" * (LONGEST_MESSAGE + over)))
        await pilot.pause()
        await pilot.press("enter", "enter", "enter", "enter")
        panel = panel_of(app)
        assert panel is not None
        assert len(panel.query_one(Input).value) == LONGEST_MESSAGE + over
        assert "the limit is 20,000" in " ".join(frame(app).split())
        assert len(game_of(app).timeline) == 1
        await pilot.press(*["backspace"] * (over if over == 1 else 0), *(["ctrl+u", "a"] if over > 1 else []), "enter")
        await until(pilot, lambda: len(game_of(app).timeline) == 2)


@pytest.mark.parametrize("typed", ["two words 2", "two words", "two  words 2"])
async def test_two_words_are_refused_as_two_words(typed: str) -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await pilot.press(*("space" if letter == " " else letter for letter in typed))
        seen = " ".join(frame(app).split())
        assert "one word" in seen
        assert "is not a number" not in seen


@pytest.mark.parametrize("answering", [True, False])
async def test_help_lists_only_keys_that_act(answering: bool) -> None:
    app = live()
    async with app.run_test(size=(100, 60)) as pilot:
        await play_to_the_talk(pilot, app)
        if answering:
            await sit_down(pilot, app, G1)
        else:
            await take(pilot, app, Seat.BLUE_CLUER)
        await pilot.press("f1")
        await until(pilot, lambda: is_on(app, KeyHelp))
        groups = [group for group in app.screen.panel._all if "ymbol" not in group.title]  # type: ignore[attr-defined]
        keys = [key for row in rows_of_groups(groups) for key in row.sign.split()]
        assert not [key for key in keys if len(key) == 1 and key.isascii()]
        assert "0-9" not in keys
        assert keys.count("tab") == 1


@pytest.mark.parametrize("key", [*CHAT.replace(" ", ""), "space", "plus", "minus", "full_stop", "G"])
def test_what_writes_is_known_by_its_key(key: str) -> None:
    assert writes(key if len(key) > 1 else _character_to_key(key))


@pytest.mark.parametrize("key", ["escape", "enter", "tab", "shift+tab", "f1", "ctrl+c", "up", "backspace", "home"])
def test_what_writes_nothing_is_known_by_its_key(key: str) -> None:
    assert not writes(key)
