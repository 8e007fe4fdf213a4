"""A person begins a game in a few keys, and nothing that is typed fast, or not at all, stands in the way."""

from pathlib import Path

import pytest
from tests.tui.table import frame, is_on, live, play_events, screen_of, until
from textual import events
from textual.pilot import Pilot

from codenames_core.game.config import Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.answer_panel import AGREED, AnswerPanel, ClueForm, MessageForm
from codenames_tui.game.seats.dialogs import ChooseSeat, HandOver
from codenames_tui.game.seats.pick_form import PickForm
from codenames_tui.setup.play_yourself_screen import PlayYourselfScreen
from codenames_tui.setup.setup_screen import SetupScreen
from codenames_tui.ui.preferences import Preferences, Settings, settings_file

CLUER, G1 = Seat.RED_CLUER, Seat.RED_GUESSER_1


def home(folder: Path, pace: float = 0.0) -> CodenamesApp:
    preferences = Preferences(red="random", blue="random", pace=pace, episodes=str(folder))
    return CodenamesApp(settings=Settings(settings_file(), preferences))


def people_of(app: CodenamesApp) -> tuple[Seat, ...]:
    seats = screen_of(app).session.seats
    return seats.people if seats else ()


@pytest.mark.parametrize(
    ("keys", "people"),
    [
        ([], (G1,)),
        (["down"], (CLUER,)),
        (["down", "down"], (Seat.BLUE_GUESSER_1,)),
        (["down", "down", "down"], (Seat.BLUE_CLUER,)),
        (["end"], tuple(Seat)),
    ],
)
async def test_two_keys_from_home_begin_a_game_with_a_person(
    tmp_path: Path, keys: list[str], people: tuple[Seat, ...]
) -> None:
    app = home(tmp_path, pace=10.0)  # at once, the agents that move first may lose the game before it is looked at
    async with app.run_test() as pilot:
        await pilot.press("h")
        await until(pilot, lambda: is_on(app, PlayYourselfScreen))
        await pilot.press(*keys, "enter")
        await until(pilot, lambda: is_on(app, GameScreen) or is_on(app, HandOver))
        assert people_of(app) == people
        if len(people) == 1:
            assert "You play" in frame(app)


async def test_a_key_of_the_form_gives_a_seat_to_the_person_and_back(tmp_path: Path) -> None:
    app = home(tmp_path)
    async with app.run_test() as pilot:
        await pilot.press("N")
        await until(pilot, lambda: is_on(app, SetupScreen))
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        await pilot.press("h")
        await pilot.pause()
        assert screen.form[CLUER] == "human"
        assert "Cluer              you" in frame(app)
        await pilot.press("h")
        assert screen.form[CLUER] == "random"


async def sit_down(pilot: Pilot[int], app: CodenamesApp) -> AnswerPanel:
    """Take the seat that is asked, and wait for the question."""
    await pilot.press("h")
    await until(pilot, lambda: is_on(app, ChooseSeat))
    await pilot.press("enter")
    await until(pilot, lambda: bool(app.screen.query(AnswerPanel)))
    return app.screen.query_one(AnswerPanel)


@pytest.mark.parametrize("typed", ["sea 3", "  sea   3 ", "sea\u30003", "sea\u3000\uff13", "sea\u00a03\u3000"])
async def test_a_clue_that_is_pasted_has_its_number(typed: str) -> None:
    app = live()
    async with app.run_test() as pilot:
        form = (await sit_down(pilot, app)).form
        assert isinstance(form, ClueForm)
        form.word.post_message(events.Paste(typed))
        await until(pilot, lambda: "sea 3 is legal" in frame(app))
        await pilot.press("enter")
        await until(pilot, lambda: len(screen_of(app).session.timeline) > 0)
        assert screen_of(app).session.timeline.events[0] == Clue("sea", 3, team=Team.RED)


async def test_keys_that_come_faster_than_they_are_handled_are_not_lost() -> None:
    app = live()
    async with app.run_test() as pilot:
        form = (await sit_down(pilot, app)).form
        assert isinstance(form, ClueForm)
        for key in "sea 12":
            name = "space" if key == " " else key
            form.word.post_message(events.Key(name, key))
        await until(pilot, lambda: "sea 12" in frame(app) and form.number.value == "12")
        await pilot.press("up")
        await until(pilot, lambda: form.number.value == "13")
        assert form.word.value == "sea"
        await pilot.press("tab")
        await until(pilot, lambda: form.number.has_focus)
        await pilot.press("2", "enter")
        await until(pilot, lambda: len(screen_of(app).session.timeline) > 0)
        assert screen_of(app).session.timeline.events[0] == Clue("sea", 2, team=Team.RED)


async def test_who_agrees_need_not_type_and_who_does_neither_is_told() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 1)
        form = (await sit_down(pilot, app)).form
        assert isinstance(form, MessageForm)
        await pilot.press("enter")
        await until(pilot, lambda: "Type what you think first" in frame(app))
        await pilot.press("tab", "enter")
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        said = DiscussionMessage(seat=G1, text=AGREED, consensus=True)
        assert screen_of(app).session.timeline.events[1] == said


async def test_the_board_has_a_cursor_as_soon_as_cards_are_to_be_picked_and_tab_moves_it() -> None:
    app = live()
    async with app.run_test(size=(160, 50)) as pilot:
        await play_events(app, pilot, 1)
        await sit_down(pilot, app)
        await pilot.press("tab", "enter")
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        await play_events(app, pilot, 1)
        await pilot.press("f6")
        await until(pilot, lambda: bool(app.screen.query(PickForm)))
        await until(pilot, lambda: screen_of(app).board.table[0].pointed)
        form = app.screen.query_one(PickForm)
        await pilot.press("tab")
        await until(pilot, lambda: screen_of(app).board.table[1].pointed)
        assert form.has_focus
        await pilot.press("shift+tab", "b")
        await until(pilot, lambda: "b, and a row from 1 to 5" in frame(app))
        await pilot.press("3")
        await until(pilot, lambda: "f4 guesses them" in " ".join(frame(app).split()))


async def test_at_full_speed_one_question_follows_another_without_harm() -> None:
    """The panel of the last question is still being taken away when the next one comes."""
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 1)
        await sit_down(pilot, app)
        screen_of(app).action_play_or_pause()
        while not screen_of(app).session.standing.over:
            panels = list(screen_of(app).query(AnswerPanel))
            assert len(panels) <= 2
            await pilot.press("tab", "enter", "f4")
            await pilot.pause()
