"""Every dialog opens in a window of any size, and takes keys and clicks there, however fast they come."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.tui.table import frame, is_on, live, replayed, until
from textual import events
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.screen import Screen

from codenames_core.game.config import Rules, Seat
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.seats.dialogs import ChooseSeat, ConfirmGivingUp, HandOver
from codenames_tui.ui.lines.help import HelpGroup, HelpRow
from codenames_tui.ui.lines.lines import UNICODE
from codenames_tui.ui.screens.choosing import AskText, ChooseAgent, Note, Offer
from codenames_tui.ui.screens.dialogs import ConfirmLeaving, JumpToTurn
from codenames_tui.ui.screens.key_help import KeyHelp
from codenames_tui.ui.widgets.key_line import KeyLine

SEATS = [(seat, f"{seat.label}  vector:bold  take it") for seat in Seat]
DIALOGS: dict[str, Callable[[], Screen[Any]]] = {
    "seats": lambda: ChooseSeat(SEATS, Seat.RED_CLUER),
    "hand-over": lambda: HandOver(Seat.RED_CLUER, Rules()),
    "giving up": lambda: ConfirmGivingUp(Seat.RED_CLUER, is_touched=True),
    "leaving": lambda: ConfirmLeaving(Path("/somewhere/a game with a long name.jsonl"), UNICODE),
    "jump": lambda: JumpToTurn(9),
    "help": lambda: KeyHelp([HelpGroup("Keys", (HelpRow("^p", "All commands", "app.commands"),) * 30)], UNICODE),
    "note": lambda: Note("A title", ["a line of several words"] * 9, UNICODE),
    "text": lambda: AskText("A name", "there", "what is possible", lambda _: "", UNICODE),
    "agent": lambda: ChooseAgent("Red", [Offer("vector:bold", "thinks in vectors", "Offline")] * 9, "", UNICODE),
}
SIZES = [
    (1, 1),
    (1, 5),
    (2, 2),
    (3, 1),
    (4, 5),
    (5, 3),
    (6, 12),
    (7, 2),
    (8, 5),
    (9, 1),
    (10, 5),
    (11, 4),
    (12, 5),
    (20, 5),
]


def type_at_once(app: CodenamesApp, *keys: str) -> None:
    for key in keys:
        app.post_message(events.Key(key, None))


async def look_at(pilot: Pilot[int], app: CodenamesApp) -> None:
    """Go through all sizes, with the keys that move through lists."""
    for size in SIZES:
        await pilot.resize_terminal(*size)
        type_at_once(app, "down", "pagedown", "pageup", "end", "pagedown", "home")
        await pilot.pause()
        assert len(frame(app).splitlines()) <= size[1]


async def test_a_dialog_fits_into_any_window() -> None:
    app = replayed(at=9)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for make in DIALOGS.values():
            app.push_screen(make())
            await look_at(pilot, app)
            await app.pop_screen()


async def test_the_palette_fits_into_any_window() -> None:
    app = replayed(at=9)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: is_on(app, CommandPalette))
        await look_at(pilot, app)


async def test_seats_can_be_read_in_five_lines() -> None:
    app = live()
    async with app.run_test(size=(20, 5)) as pilot:
        await pilot.pause()
        app.push_screen(ChooseSeat(SEATS, Seat.BLUE_CLUER))
        await until(pilot, lambda: "blue cluer" in frame(app).lower())


async def test_the_palette_opens_once_also_under_another_screen() -> None:
    app = replayed(at=9)
    async with app.run_test() as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: is_on(app, CommandPalette))
        app.push_screen(HandOver(Seat.RED_CLUER, Rules()))
        await pilot.pause()
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert sum(isinstance(screen, CommandPalette) for screen in app.screen_stack) == 1


async def test_two_clicks_beside_the_palette_close_it_once() -> None:
    app = replayed(at=9)
    async with app.run_test() as pilot:
        before = app.screen
        await pilot.press("ctrl+p")
        await until(pilot, lambda: is_on(app, CommandPalette))
        palette = app.screen
        for _ in range(2):
            palette.post_message(events.Click(palette, 0, 0, 0, 0, 1, False, False, False, 0, 0))
        await until(pilot, lambda: app.screen is before)


async def test_a_dialog_that_is_closed_twice_closes_nothing_else() -> None:
    app = replayed(at=9)
    async with app.run_test() as pilot:
        await pilot.pause()
        under = app.screen
        for make in DIALOGS.values():
            dialog = make()
            app.push_screen(dialog)
            await pilot.pause()
            dialog.dismiss()
            dialog.dismiss()
            await until(pilot, lambda: app.screen is under)


@pytest.mark.parametrize("keys", [("down", "pagedown"), ("up", "up", "pageup"), ("pageup",)])
async def test_the_palette_takes_keys_before_its_list_is_there(keys: tuple[str, ...]) -> None:
    app = replayed(at=9)
    async with app.run_test() as pilot:
        await pilot.pause()
        type_at_once(app, "ctrl+p", *keys)
        await until(pilot, lambda: is_on(app, CommandPalette))
        await pilot.pause()


@pytest.mark.parametrize(("column", "answer"), [(0, "there"), (12, None)])
async def test_a_click_on_a_key_that_a_dialog_names_presses_it(column: int, answer: str | None) -> None:
    app = replayed(at=9)
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(AskText("A name", "there", "what is possible", lambda _: "", UNICODE), answers.append)
        await pilot.pause()
        assert "enter OK  esc back" in frame(app)
        await pilot.click(KeyLine, offset=(column, 0))
        await until(pilot, lambda: len(answers) == 1)
    assert answers == [answer]
