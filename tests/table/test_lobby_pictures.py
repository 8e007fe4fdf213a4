"""What the lobby of a table looks like, as text, at every size; and what its owner does there."""

import pytest
from syrupy.assertion import SnapshotAssertion
from tests.table.fake_tables import INVITATIONS, FakeTable, shown
from tests.tui.colours import coloured_texts, unreadable_texts
from tests.tui.hostile import HOSTILE
from tests.tui.table import SIZES, frame, is_on, until

from codenames_core.game.config import Seat
from codenames_core.table.lobby import Away, Presence
from codenames_core.table.messages import MovePerson, RemovePerson
from codenames_tui.table.lobby_screen import LobbyScreen
from codenames_tui.table.table_game_screen import TableGameScreen
from codenames_tui.ui.look import Look
from codenames_tui.ui.screens.choose_item import ChooseItem

NO_COLOUR = Look.from_environment({"NO_COLOR": "1"})
PLAIN = Look(ascii_only=True)


def busy(person: int = 2) -> FakeTable:
    """A table with people in every state: ready, not ready, lost, gone, without a seat."""
    table = FakeTable(person=person)
    lobby = table.lobby
    for name in ("Cleo with a very long name, as people have", "Dora", "", "Emil"):
        lobby, _ = lobby.come(name)
    lobby = lobby.sit(1, Seat.RED_CLUER).set_ready(1, ready=True).sit(2, Seat.RED_GUESSER_1)
    lobby = lobby.sit(3, Seat.BLUE_CLUER).present(3, Presence.LOST)
    lobby = lobby.sit(4, Seat.BLUE_GUESSER_1).set_away(4, Away.WAIT).present(4, Presence.GONE)
    table.lobby = lobby
    return table


@pytest.mark.parametrize("person", [1, 2], ids=["owner", "guest"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_lobby(size: tuple[int, int], person: int, snapshot: SnapshotAssertion) -> None:
    async with shown(busy(person), size) as (app, pilot):
        await until(pilot, lambda: "Emil" in frame(app))
        assert frame(app) == snapshot
        assert not list(unreadable_texts(app))
        app.theme = "light"
        await pilot.pause()
        assert not list(unreadable_texts(app))


@pytest.mark.parametrize("look", [NO_COLOUR, PLAIN], ids=["no colour", "ascii"])
async def test_the_lobby_without_colour_and_in_ascii(look: Look, snapshot: SnapshotAssertion) -> None:
    async with shown(busy(), look=look) as (app, pilot):
        await until(pilot, lambda: "Emil" in frame(app))
        assert frame(app) == snapshot
        assert look.colour or not list(coloured_texts(app))
        assert not look.ascii_only or frame(app).isascii()


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_lobby_of_a_game_that_has_begun(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    table = busy(6)
    async with shown(table, size) as (app, pilot):
        table.tell(table.lobby.begin())
        await until(pilot, lambda: is_on(app, TableGameScreen))
        await pilot.pause()
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, LobbyScreen))
        assert frame(app) == snapshot


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_owner_moves_people(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    table = busy(1)
    async with shown(table, size) as (app, pilot):
        await pilot.press("down", "enter")
        await until(pilot, lambda: is_on(app, ChooseItem))
        assert frame(app) == snapshot
        await pilot.press("enter")
        assert table.asked == [MovePerson(person=2, seat=Seat.RED_GUESSER_2)]


@pytest.mark.parametrize(("ups", "bar"), [(1, False), (0, True)])
async def test_the_owner_sends_people_away_for_now_or_for_good(ups: int, bar: bool) -> None:
    table = busy(1)
    async with shown(table) as (app, pilot):
        await pilot.press("end", "enter")  # those without a seat
        await until(pilot, lambda: "Who?" in frame(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Move Emil to" in frame(app))
        await pilot.press("end", *["up"] * ups, "enter")
        assert table.asked == [RemovePerson(person=6, bar=bar)]


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_owner_sees_and_copies_invitations(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    table = busy(1)
    async with shown(table, size) as (app, pilot):
        await pilot.press("end", "up", "enter")
        await until(pilot, lambda: is_on(app, ChooseItem))
        await until(pilot, lambda: "codenames-tui join" in frame(app))
        assert frame(app) == snapshot
        await pilot.press("down", "enter")
        watch = INVITATIONS.all[2].token
        assert app.clipboard == f"codenames-tui join 'http://127.0.0.1:8777/#{watch}'"


async def test_an_invitation_to_a_long_address_is_shown_to_its_end() -> None:
    table = busy(1)
    table.url = f"wss://{'long.' * 16}example.org:8777/table"
    async with shown(table) as (app, pilot):
        await pilot.press("end", "up", "enter")
        await until(pilot, lambda: "codenames-tui join" in frame(app))
        shown_letters = "".join(line.strip(" ╭│╰╮╯─▸").split("│")[-1] for line in frame(app).splitlines())
        assert f"{'0' * 31}1'" in shown_letters.replace(" ", "")


async def test_a_guest_is_offered_nothing_that_only_the_owner_may_do() -> None:
    table = busy()
    async with shown(table) as (app, pilot):
        assert "Invite people" not in frame(app)
        await pilot.press("home", "enter", "end", "enter")
        assert is_on(app, LobbyScreen)
        assert not [one for one in table.asked if isinstance(one, MovePerson | RemovePerson)]


async def test_no_name_upsets_the_lobby_or_what_its_owner_is_asked() -> None:
    table = FakeTable(person=1)
    lobby = table.lobby
    for text in HOSTILE:
        lobby, _ = lobby.come(text)
    table.lobby = lobby.sit(3, Seat.BLUE_GUESSER_2)
    async with shown(table) as (app, pilot):
        await pilot.press("end", "enter")
        await until(pilot, lambda: "Who?" in frame(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Move " in frame(app))
        assert "\x1b" not in frame(app)
