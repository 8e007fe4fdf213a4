"""Who may see what where several people share a keyboard: it takes more than one key too many to uncover a seat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.disk import on_a_disk
from tests.tui.people import CLUER, G1, G2, clock_of, come_to_keyboard, game_of, panel_of, sit_down, take
from tests.tui.table import frame, is_on, live, screen_of, until
from textual.pilot import Pilot

from codenames_core.game.config import Seat
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.seats.dialogs import ConfirmGivingUp, HandOver
from codenames_tui.game.sessions.keyboard import Keyboard

BLUE = Seat.BLUE_CLUER


def sees_key(app: CodenamesApp) -> bool:
    return any(card.card is not None for card in screen_of(app).board.table if not card.revealed)


async def hand_over_to_the_cluer(pilot: Pilot[int], app: CodenamesApp) -> None:
    """A guesser sits at the keyboard, and the cluer of the team has to come to it."""
    await take(pilot, app, G1)
    await take(pilot, app, CLUER)
    await until(pilot, lambda: is_on(app, HandOver))


# What a hand-over takes


@pytest.mark.parametrize(
    "key",
    ["enter", "escape", "y", "1", *(pytest.param(key, marks=pytest.mark.soak) for key in ("space", *"aq", "tab"))],
)
async def test_no_key_that_answers_uncovers_the_next_seat(key: str) -> None:
    app = live()
    clock = clock_of(app)
    async with app.run_test() as pilot:
        await hand_over_to_the_cluer(pilot, app)
        clock.seconds += 10
        await pilot.press(key, key)
        assert is_on(app, HandOver)
        assert not sees_key(app)


async def test_a_hand_over_takes_its_key_only_after_a_moment() -> None:
    app = live()
    clock = clock_of(app)
    async with app.run_test() as pilot:
        await hand_over_to_the_cluer(pilot, app)
        clock.seconds += 0.9
        await pilot.press("f3")
        assert is_on(app, HandOver)
        await come_to_keyboard(pilot, app, clock)
        assert sees_key(app)


async def test_a_key_that_is_held_down_uncovers_nothing() -> None:
    app = live()
    clock = clock_of(app)
    async with app.run_test() as pilot:
        await hand_over_to_the_cluer(pilot, app)
        for _ in range(60):
            clock.seconds += 0.03
            await pilot.press("f3")
        assert is_on(app, HandOver)


async def test_a_hand_over_names_its_keys() -> None:
    app = live()
    async with app.run_test() as pilot:
        await hand_over_to_the_cluer(pilot, app)
        assert "f3 I am at the keyboard" in frame(app)
        assert "^c quit" in frame(app)


async def test_the_palette_does_not_uncover_a_seat() -> None:
    app = live()
    clock = clock_of(app)
    async with app.run_test() as pilot:
        await hand_over_to_the_cluer(pilot, app)
        clock.seconds += 10
        await pilot.press("ctrl+p", *"keyboard", "enter", "escape", "escape")
        await pilot.pause()
        assert not sees_key(app)


# Who is known to be there


async def test_the_last_one_left_has_to_come_to_the_keyboard_before_its_key_shows() -> None:
    app = live()
    clock = clock_of(app)
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await take(pilot, app, G1)
        await pilot.press(*"sea", "enter")
        await until(pilot, lambda: len(game_of(app).timeline) == 1)
        await pilot.press("f6")
        await come_to_keyboard(pilot, app, clock)
        await until(pilot, lambda: panel_of(app) is not None)
        await pilot.press("escape", "y")
        await until(pilot, lambda: game_of(app).seats.people == (CLUER,))
        await pilot.pause()
        assert not sees_key(app)
        await pilot.press("f2", "escape", "s", "left", "right")
        assert not sees_key(app)


async def test_escape_asks_before_a_seat_is_given_away() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, ConfirmGivingUp))
        assert "Give the seat of RED CLUER back?" in frame(app)
        assert "is lost" not in frame(app)
        await pilot.press("escape")
        await until(pilot, lambda: not is_on(app, ConfirmGivingUp))
        assert game_of(app).seats.people == (CLUER,)


async def test_giving_another_seat_back_keeps_what_was_typed() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await take(pilot, app, G1)
        await pilot.press(*"gra")
        await pilot.press("f2")
        await pilot.press("home", "down", "enter")
        await until(pilot, lambda: game_of(app).seats.people == (CLUER,))
        panel = panel_of(app)
        assert panel is not None
        assert panel.is_touched


async def test_between_two_guessers_of_a_team_nothing_is_handed_over() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.press(".")
        await until(pilot, lambda: len(game_of(app).timeline) == 1)
        await sit_down(pilot, app, G1)
        await take(pilot, app, G2)
        await pilot.press(*"sea", "enter")
        await until(pilot, lambda: len(game_of(app).timeline) == 2)
        await pilot.press("f6")
        await until(pilot, lambda: panel_of(app) is not None)
        assert screen_of(app).answers.seat is G2


def is_as_good_as(seat: Seat, other: Seat) -> bool:
    return seat is other or {seat, other} in ({G1, G2}, {Seat.BLUE_GUESSER_1, Seat.BLUE_GUESSER_2})


CHANGES = st.lists(st.tuples(st.frozensets(st.sampled_from(list(Seat))), st.none() | st.sampled_from(list(Seat))))


@given(CHANGES, st.data())
def test_only_who_said_so_or_sat_down_alone_is_known_to_be_there(
    changes: list[tuple[frozenset[Seat], Seat | None]], said_so: st.DataObject
) -> None:
    keyboard, trusted = Keyboard(), set[Seat]()
    for people, asked in changes:
        if people and not keyboard.people:
            trusted = set(people) if len(people) == 1 else set()
        keyboard = keyboard.among(people, asked if asked in people else None)
        if keyboard.seat is not None:
            assert keyboard.seat in people
            assert any(is_as_good_as(keyboard.seat, one) for one in trusted)
        said = said_so.draw(st.none() | st.sampled_from(list(Seat)))
        if said in people:
            keyboard, trusted = keyboard.with_seat(said), {said}


# A disk that is full


@pytest.mark.parametrize("seat", [CLUER, G1])
async def test_a_game_that_stops_without_an_outcome_shows_no_key(seat: Seat) -> None:
    app, disk, _ = on_a_disk()
    async with app.run_test(size=(80, 24)) as pilot:
        if seat is G1:
            await pilot.press(".")
            await until(pilot, lambda: len(game_of(app).timeline) == 1)
        await sit_down(pilot, app, seat)
        disk.is_full = True
        await pilot.press(*"gravel", "enter")
        await until(pilot, lambda: game_of(app).standing.over)
        await pilot.pause()
        for keys in ([], ["s"], ["e"], ["o"], ["i"], ["c"], ["left", "right"], ["y"], ["P"]):
            await pilot.press(*keys)
            assert not sees_key(app), keys
        await pilot.press("P")
        seen = frame(app)
        assert "STOPPED" in seen
        assert "GAME OVER" not in seen
        assert "no space left: the game stopped" in " ".join(seen.split())
        assert "gravel" in seen
        assert "gravel" in app.what_was_kept


async def test_a_seat_that_cannot_be_taken_or_given_back_is_said_to_be() -> None:
    app, disk, _ = on_a_disk()
    async with app.run_test() as pilot:
        disk.is_full = True
        await pilot.press("f2", "home", "enter")
        await pilot.pause()
        assert "The seat was not taken" in frame(app)
        disk.is_full = False
        await sit_down(pilot, app, CLUER)
        disk.is_full = True
        await pilot.press("escape", "y")
        await pilot.pause()
        assert "The seat was not given back" in frame(app)
        assert panel_of(app) is not None
