"""Whatever a dialog names at its foot or lists can be clicked, and does what its key does."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from tests.tui.table import frame, is_on, live, record_of, replayed, until
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen

from codenames_core.game.config import AgentConfig, Rules, Seat
from codenames_tui.app.app import CodenamesApp
from codenames_tui.benchmark.dialogs import ConfirmEnding, ConfirmSpending
from codenames_tui.exports.export_screen import ExportGame
from codenames_tui.game.seats.dialogs import QUIET_SECONDS, ChooseSeat, ConfirmGivingUp, HandOver
from codenames_tui.game.sessions.disclosure import EVERYTHING
from codenames_tui.game.talk.find_screen import FindInGame
from codenames_tui.game.talk.finding import event_texts
from codenames_tui.setup.model_screen import SetParameters
from codenames_tui.ui.lines.help import HelpGroup, HelpRow
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import KeyHint
from codenames_tui.ui.lines.lines import UNICODE
from codenames_tui.ui.screens.choose_item import ChooseItem
from codenames_tui.ui.screens.choosing import AskText, ChooseAgent, Note, Offer
from codenames_tui.ui.screens.dialogs import ConfirmLeaving, JumpToTurn
from codenames_tui.ui.screens.key_help import KeyHelp
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.key_line import KeyLine

SEATS = [(seat, f"{seat.label}  vector:bold  take it") for seat in Seat]
OFFERS = [Offer(f"vector:{name}", "thinks in vectors") for name in ("bold", "sharp", "novice")]
DIALOGS: dict[str, Callable[[], Screen[Any]]] = {
    "seats": lambda: ChooseSeat(SEATS, Seat.RED_CLUER),
    "giving up": lambda: ConfirmGivingUp(Seat.RED_CLUER, is_touched=True),
    "leaving": lambda: ConfirmLeaving(None, UNICODE),
    "jump": lambda: JumpToTurn(9),
    "help": lambda: KeyHelp([HelpGroup("Keys", (HelpRow("^p", "All commands", "app.commands"),) * 30)], UNICODE),
    "note": lambda: Note("A title", ["a line of several words"] * 9, UNICODE),
    "text": lambda: AskText("A name", "there", "what is possible", lambda _: "", UNICODE),
    "agent": lambda: ChooseAgent("Red", OFFERS, "", UNICODE),
    "parameters": lambda: SetParameters("Red", AgentConfig.parse("openai/gpt-4o"), UNICODE),
    "export": lambda: ExportGame("game", UNICODE),
    "find": lambda: FindInGame(event_texts(record_of().timeline(), EVERYTHING, UNICODE), UNICODE),
    "item": lambda: ChooseItem("Sort by", [Item(name, name) for name in ("one", "two")], "one", UNICODE),
    "ending": lambda: ConfirmEnding("End this run?", 3, UNICODE),
    "spending": lambda: ConfirmSpending(["at most $3.00"], UNICODE),
}
KEYS = {"esc": "escape", "⏎": "enter", "↑↓": "down"}


def keys_of(dialog: Screen[Any]) -> list[tuple[KeyHint, Offset]]:
    """The keys that a dialog names, and where each of them stands."""
    found = []
    for line in dialog.query(KeyLine):
        left = line.region.x
        for hint in line.hints:
            found.append((hint, Offset(left, line.region.y)))
            left += len(f"{hint.key} {hint.what}  ")
    return found


async def effect_of(app: CodenamesApp, pilot: Pilot[int], name: str, act: Callable[[], Awaitable[Any]]) -> object:
    """What a dialog answers to an act; what it shows, where it stays open."""
    answers: list[object] = []
    await app.push_screen(DIALOGS[name](), answers.append)
    await pilot.pause()
    await act()
    await pilot.pause()
    shown = frame(app)
    while len(app.screen_stack) > 1:
        await app.pop_screen()
    return answers[:1] or shown


@pytest.mark.parametrize("name", DIALOGS)
async def test_a_click_on_a_key_does_what_the_key_does(name: str) -> None:
    app = replayed(at=9)
    async with app.run_test(size=(100, 40)) as pilot:
        await app.push_screen(DIALOGS[name]())
        await pilot.pause()
        keys = keys_of(app.screen)
        await app.pop_screen()
        assert keys
        for hint, place in keys:
            clicked = await effect_of(app, pilot, name, partial(pilot.click, offset=place))
            pressed = await effect_of(app, pilot, name, partial(pilot.press, KEYS.get(hint.key, hint.key)))
            assert clicked == pressed, hint


@pytest.mark.parametrize("name", ["agent", "find", "item"])
async def test_a_click_on_a_row_chooses_it_and_one_beside_the_dialog_nothing(name: str) -> None:
    app = replayed(at=9)
    async with app.run_test(size=(100, 40)) as pilot:
        await app.push_screen(DIALOGS[name]())
        await pilot.pause()
        rows = app.screen.query_one(ItemList).region
        await app.pop_screen()
        second = await effect_of(app, pilot, name, lambda: pilot.click(offset=(rows.x + 6, rows.y + 1)))
        assert second == await effect_of(app, pilot, name, lambda: pilot.press("down", "enter"))
        assert isinstance(second, list)
        assert isinstance(await effect_of(app, pilot, name, lambda: pilot.click(offset=(1, 1))), str)


async def test_who_is_at_the_keyboard_may_click_it_once_the_hand_over_has_been_there() -> None:
    app = live()
    seconds = [0.0]
    answers: list[bool | None] = []
    async with app.run_test(size=(100, 40)) as pilot:
        await app.push_screen(HandOver(Seat.RED_CLUER, Rules(), lambda: seconds[0]), answers.append)
        await pilot.pause()
        (_, place), _ = keys_of(app.screen)
        await pilot.click(offset=place)
        assert is_on(app, HandOver)
        seconds[0] += 2 * QUIET_SECONDS
        await pilot.click(offset=place)
        await until(pilot, lambda: answers == [True])
