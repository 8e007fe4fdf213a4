"""From home to a table and back: hosting one in the app, and joining one."""

import pytest
from syrupy.assertion import SnapshotAssertion
from tests.table.tables import Player, client_for, open_table, runner_of
from tests.tui.colours import unreadable_texts
from tests.tui.table import SIZES, frame, is_on, until
from textual.pilot import Pilot

from codenames_core.game.config import Seat
from codenames_core.support.folders import episodes_folder
from codenames_core.table.invitations import Admits
from codenames_tui.app.app import CodenamesApp
from codenames_tui.library.home_screen import HomeScreen
from codenames_tui.table.client import invitation_to
from codenames_tui.table.lobby_screen import LobbyScreen
from codenames_tui.table.table_game_screen import TableGameScreen
from codenames_tui.table.with_others_screen import WithOthersScreen
from codenames_tui.ui.preferences import Preferences, Settings, settings_file
from codenames_tui.ui.screens.choosing import AskText
from codenames_tui.ui.screens.dialogs import ConfirmLeaving


def app_of() -> CodenamesApp:
    return CodenamesApp(settings=Settings(settings_file(), Preferences(pace=0.0, red="random", blue="random")))


async def play_with_others(app: CodenamesApp, pilot: Pilot[int]) -> None:
    await pilot.press("H")
    await until(pilot, lambda: is_on(app, WithOthersScreen))


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_what_there_is_to_choose(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    app = app_of()
    async with app.run_test(size=size) as pilot:
        await play_with_others(app, pilot)
        assert frame(app) == snapshot
        for theme in ("light", "dark"):
            app.theme = theme
            await pilot.pause()
            assert not list(unreadable_texts(app))


async def test_a_table_is_hosted_played_at_and_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    _at_a_free_port(monkeypatch)
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        await play_with_others(app, pilot)
        await pilot.press("end", "enter", *"Ann", "enter", "up", "enter")
        await until(pilot, lambda: is_on(app, LobbyScreen) and "red cluer" in frame(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Ann" in frame(app) and "not ready" in frame(app))
        (kept,) = episodes_folder().glob("*.table")
        await pilot.press("f4")
        await until(pilot, lambda: is_on(app, TableGameScreen) and "your clue" in frame(app))
        await pilot.press("ctrl+c")
        await until(pilot, lambda: is_on(app, ConfirmLeaving))
        await pilot.press("n")
        await until(pilot, lambda: is_on(app, TableGameScreen))
        (journal,) = episodes_folder().glob("*.jsonl")
        assert app.what_was_kept == f"to open this table again: codenames-tui host --resume {journal}"
        await pilot.press("escape", "enter")  # gives the seat back, and an agent plays on
        await until(pilot, lambda: "REPLAY" in frame(app) or "GAME OVER" in frame(app))
        await until(pilot, lambda: not kept.exists())
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, LobbyScreen))
        await pilot.press("escape", "escape")
        await until(pilot, lambda: is_on(app, HomeScreen))
    assert len([*episodes_folder().glob("*.json")]) == 1
    assert app.what_was_kept == ""


async def test_closing_a_table_is_asked_for_and_leaves_nothing_of_a_game_that_has_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _at_a_free_port(monkeypatch)
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        await play_with_others(app, pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: is_on(app, LobbyScreen) and "Invite people" in frame(app))
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, ConfirmLeaving))
        assert "Close this table?" in frame(app)
        assert "codenames-tui host --resume" in frame(app)
        await pilot.press("n")
        await until(pilot, lambda: is_on(app, LobbyScreen))
        await pilot.press("q", "y")
        await until(pilot, lambda: is_on(app, WithOthersScreen))
        await until(pilot, lambda: not [*episodes_folder().iterdir()])


@pytest.mark.parametrize("pasted", ["{}", "codenames-tui join '{}'"])
async def test_a_table_is_joined_by_what_was_pasted(pasted: str) -> None:
    app = app_of()
    async with open_table(runner_of(agents="random")) as table, app.run_test(size=(120, 40)) as pilot:
        await play_with_others(app, pilot)
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, AskText))
        app.screen.field.value = pasted.format(  # type: ignore[attr-defined]
            invitation_to(table.url, table.token(Admits.LOBBY))
        )
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, LobbyScreen) and "red guesser 1" in frame(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: table.host.lobby.in_seat(Seat.RED_GUESSER_1) is not None)
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, WithOthersScreen))
        watching = Player(client_for(table, table.token(Admits.WATCH)))
        assert watching.known.seat is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello", "is not an invitation"),
        ("http://127.0.0.1:1/", "no secret"),
        ("http://127.0.0.1:1/#x", "no connection: Connection refused"),
    ],
)
async def test_what_is_no_invitation_or_leads_nowhere_is_said(text: str, complaint: str) -> None:
    app = app_of()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await play_with_others(app, pilot)
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, AskText))
        await pilot.press(*text, "enter")
        await until(pilot, lambda: complaint in frame(app))


def _at_a_free_port(monkeypatch: pytest.MonkeyPatch) -> None:
    from codenames_tui.streaming.addresses import Address
    from codenames_tui.table.hosting import hosted_game

    monkeypatch.setattr(hosted_game, "USUAL_ADDRESS", Address("127.0.0.1", 0))
