"""What is handed on from the game screen: files that take no other's place, and texts for the clipboard."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.table import EVENTS, R1, frame, is_on, live, play_events, record_of, replayed, says, screen_of, until
from textual.pilot import Pilot

from codenames_core.game.config import Role, Seat, Team
from codenames_core.game.events import Clue, Event
from codenames_tui.app.app import CodenamesApp
from codenames_tui.exports.export_screen import ExportGame, suggested_name
from codenames_tui.game.ending.copying import copy_of_event
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.disclosure import Disclosure
from codenames_tui.game.sessions.live import LiveSession


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the app is in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def put(folder: Path, name: str) -> None:
    (folder / name).write_text("mine")


def pointed(app: CodenamesApp) -> str | None:
    item = dialog_of(app).list.pointed
    return None if item is None else item.name


def dialog_of(app: CodenamesApp) -> ExportGame:
    assert isinstance(app.screen, ExportGame)
    return app.screen


async def written(app: CodenamesApp, pilot: Pilot[int]) -> None:
    await until(pilot, lambda: "saved as" in frame(app))


@pytest.mark.parametrize(
    ("steps", "name", "begins"),
    [
        (0, "mine.html", "<!DOCTYPE html>"),
        (3, "mine.md", "# Codenames"),
        (5, "mine.cast", "{"),
        (6, "mine.svg", "<svg"),
    ],
)
async def test_a_game_is_written_in_every_form(folder: Path, steps: int, name: str, begins: str) -> None:
    app = replayed(at=5)
    async with app.run_test() as pilot:
        screen_of(app).source = Path("folder/mine.json")
        await pilot.press("e", *["down"] * steps)
        assert dialog_of(app).field.value == name
        await pilot.press("enter")
        await written(app, pilot)
    ((file, text),) = texts(folder).items()
    assert file == name
    assert text.startswith(begins)


@pytest.mark.parametrize(("steps", "key", "has_all"), [(0, "asked", True), (1, "shown", True), (2, "never", False)])
async def test_who_exports_decides_whether_a_page_has_the_key(
    folder: Path, steps: int, key: str, has_all: bool
) -> None:
    app = replayed()
    async with app.run_test() as pilot:
        screen_of(app).source = Path("mine.json")
        await pilot.press("e", *["down"] * steps)
        assert dialog_of(app).field.value == "mine.html"
        await pilot.press("home", *"my-", "enter")
        await written(app, pilot)
    ((name, page),) = texts(folder).items()
    data = json.loads(page.partition('id="game">')[2].partition("</script>")[0])
    assert (name, data["keyShown"], all(data["cards"])) == ("my-mine.html", key, has_all)


BEGINNINGS = {"md": "# Codenames", "html": "<!DOCTYPE html>", "cast": '{"version":2', "svg": "<svg "}


PAGES = ("Page", "Page, key shown", "Page, no key")
POINTED = {"md": ("Markdown",), "html": PAGES, "cast": ("Recording",), "svg": ("Picture",)}


@pytest.mark.parametrize(
    ("end", "moves"),
    [
        pytest.param(end, moves, marks=() if moves == 2 * number else pytest.mark.soak)
        for number, end in enumerate(BEGINNINGS)
        for moves in (0, 2, 4, 6)
    ],
)
async def test_the_end_of_the_name_decides_the_form_wherever_the_list_points(
    folder: Path, end: str, moves: int
) -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.press("e", *["down"] * moves, "ctrl+u", *f"mine.{end}")
        await until(pilot, lambda: pointed(app) in POINTED[end])
        assert dialog_of(app).field.value == f"mine.{end}"
        await pilot.press("enter")
        await written(app, pilot)
    assert [(name, text.startswith(BEGINNINGS[end])) for name, text in texts(folder).items()] == [(f"mine.{end}", True)]


async def test_a_name_without_an_end_gets_that_of_the_form(folder: Path) -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.press("e", *["down"] * 3, "ctrl+u", *"mine", "enter")
        await written(app, pilot)
    assert [*texts(folder)] == ["mine.md"]


@pytest.mark.parametrize("name", ["mine.pdf", "mine.", "mine.htm", "mine.md.txt"])
async def test_an_end_that_is_no_form_is_refused_with_those_that_are(folder: Path, name: str) -> None:
    app = replayed()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("e", "ctrl+u", *name, "enter")
        await until(pilot, lambda: "does not end in .html, .md, .gif," in frame(app))
        assert is_on(app, ExportGame)
        await pilot.press("down")
        assert dialog_of(app).field.value == name
    assert texts(folder) == {}


async def test_a_click_chooses_a_form_and_saves_nothing(folder: Path) -> None:
    app = replayed()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("e")
        await until(pilot, lambda: is_on(app, ExportGame))
        await pilot.click("#forms", offset=(4, 3))
        await until(pilot, lambda: dialog_of(app).field.value.endswith(".md"))
        assert texts(folder) == {}
        await pilot.press("enter")
        await written(app, pilot)
    assert [name.rpartition(".")[2] for name in texts(folder)] == ["md"]


async def test_a_picture_is_that_of_the_place_that_is_looked_at(folder: Path) -> None:
    for at in (0, 5):
        app = replayed(at=at)
        async with app.run_test() as pilot:
            screen_of(app).source = Path(f"at-{at}.json")
            await pilot.press("e", *["down"] * 6, "enter")
            await written(app, pilot)
    pictures = texts(folder)
    assert "Agreed." not in pictures["at-0.svg"]
    assert "Agreed." in pictures["at-5.svg"]


async def test_a_file_that_is_there_is_not_written_over(folder: Path) -> None:
    put(folder, "mine.html")
    app = replayed()
    async with app.run_test() as pilot:
        screen_of(app).source = Path("mine.json")
        await pilot.press("e")
        assert dialog_of(app).field.value == "mine-2.html"
        dialog_of(app).field.value = "mine.html"
        await pilot.press("enter")
        assert "mine.html already exists" in frame(app)
        await pilot.press("home", *"my-", "enter")
        await written(app, pilot)
    assert texts(folder)["mine.html"] == "mine"
    assert texts(folder)["my-mine.html"].startswith("<!DOCTYPE html>")


async def test_a_file_that_appears_meanwhile_is_not_written_over_either(folder: Path) -> None:
    app = replayed()
    async with app.run_test() as pilot:
        screen_of(app).source = Path("mine.json")
        await pilot.press("e")
        dialog_of(app).on_input_submitted()
        put(folder, "mine.html")
        await until(pilot, lambda: is_on(app, GameScreen) and "already exists" in frame(app))
    assert texts(folder) == {"mine.html": "mine"}


@pytest.mark.parametrize("name", [" ", "x" * 300, "nul\x00", "~nobody-of-that-name/x.md"])
async def test_a_name_that_cannot_be_used_is_refused_in_the_dialog(folder: Path, name: str) -> None:
    app = replayed()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("e")
        dialog_of(app).field.value = name
        before = frame(app)
        await pilot.press("enter")
        await pilot.pause()
        assert is_on(app, ExportGame) or "\x00" in name
        assert frame(app) != before
    assert not [text for text in texts(folder).values() if not text.startswith(("# Codenames", "<!DOCTYPE html>"))]


async def test_where_the_folder_is_gone_a_path_is_asked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError

    app = replayed(at=5)
    async with app.run_test(size=(120, 40)) as pilot:
        with monkeypatch.context() as patch:
            patch.setattr(os, "getcwd", gone)
            await pilot.press("e")
            assert "A path of your own: the folder that the app was" in frame(app)
        dialog_of(app).field.value = str(folder / "mine.html")
        await pilot.press("enter")
        await written(app, pilot)
    assert list(texts(folder)) == ["mine.html"]


async def test_a_disk_that_refuses_is_a_message(folder: Path) -> None:
    put(folder, "file")
    app = replayed()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("e")
        dialog_of(app).field.value = "file/mine.md"
        await pilot.press("enter")
        await until(pilot, lambda: "could not be written" in frame(app))


async def test_a_name_that_was_typed_is_thrown_away_only_when_asked_for_twice() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.press("e", "x", "escape")
        assert is_on(app, ExportGame)
        await pilot.press("escape")
        assert is_on(app, GameScreen)
        await pilot.press("e", *["down"] * 3, "escape")
        assert is_on(app, GameScreen)


async def test_a_game_that_is_over_can_be_exported_and_one_with_a_person_in_it_cannot() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 1)
        game = screen_of(app).session
        assert isinstance(game, LiveSession)
        assert game.seats is not None
        game.seats.take(Seat.BLUE_GUESSER_1)
        screen_of(app).action_export()
        await pilot.pause()
        assert "A person is playing" in frame(app)
        screen_of(app).action_seek_start()
        screen_of(app).action_copy()
        await pilot.pause()
        assert "SHIP" in app.clipboard
        assert "red" not in app.clipboard
        game.seats.give_back(Seat.BLUE_GUESSER_1)
        await pilot.press("e")
        assert is_on(app, ExportGame)


# The clipboard


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (1, "RED: SEA 2"),
        (3, "RED guesser 2: SHIP, then WAVE. What else could it be?"),
        (5, "SHIP: red, right."),
        (7, "RED ends its turn."),
        (10, "BLUE guesser 2 said nothing: timeout."),
    ],
)
async def test_y_copies_what_was_said_or_done(at: int, text: str) -> None:
    app = replayed(at=at)
    async with app.run_test() as pilot:
        await pilot.press("y")
        assert app.clipboard == text
        assert f"{len(text)} characters." in frame(app)


@pytest.mark.parametrize("at", [0, len(EVENTS)])
async def test_at_both_ends_the_game_in_short_is_copied(at: int) -> None:
    app = replayed(at=at)
    async with app.run_test() as pilot:
        await pilot.press("y")
    for part in ("Codenames: ", "BLUE wins: RED hit the assassin.", "Mode: standard", "RED: own words found 3 of 9"):
        assert part in app.clipboard


async def test_nothing_is_copied_unasked_and_what_is_copied_is_clean() -> None:
    hostile: tuple[Event, ...] = (Clue("\x1b]52;c;aGk=\x07sea", 2, team=Team.RED), *EVENTS[1:])
    app = replayed(hostile)
    async with app.run_test() as pilot:
        await pilot.press("end", "g", "right", "s", "z")
        assert app.clipboard == ""
        await pilot.press("y")
        assert app.clipboard == "RED: SEA 2"
        assert json.dumps(app.clipboard).isascii()


async def test_what_is_too_long_for_a_terminal_is_cut_and_it_is_said() -> None:
    app = replayed((EVENTS[0], says(R1, "word " * 12_000), *EVENTS[2:]), at=2)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("y")
        assert len(app.clipboard) == 50_000
        assert "the first 50,000 of" in frame(app)


@given(st.sampled_from(list(Seat)), st.sets(st.sampled_from(list(Team))))
def test_a_copy_holds_no_talk_that_a_person_cannot_hear(seat: Seat, unheard: set[Team]) -> None:
    if seat.role is Role.CLUER:
        return
    sight = Disclosure(key=False, private=False, unheard=frozenset(unheard))
    copied = copy_of_event(sight.event(says(seat, "only for us")))
    assert ("only for us" in copied.text) is (seat.team not in unheard)


def test_a_name_is_suggested_that_no_file_has_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = record_of(())
    assert suggested_name(record, Path("games/comeback.json")) == "comeback"
    (tmp_path / "comeback.html").touch()
    assert suggested_name(record, Path("games/comeback.json")) == "comeback-2"
    (tmp_path / "comeback-2.svg").symlink_to("nowhere")
    assert suggested_name(record, Path("games/comeback.json")) == "comeback-3"
