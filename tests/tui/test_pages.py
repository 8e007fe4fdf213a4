"""The screens around a game: what they look like at every size and in every look, and that no text upsets them."""

import asyncio
import itertools
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from tests.tui.colours import coloured_texts, unreadable_texts
from tests.tui.hostile import HOSTILE, check
from tests.tui.library import FOLDER, GAMES, kept
from tests.tui.table import SIZES, frame, is_on, until
from textual.events import Paste
from textual.pilot import Pilot
from textual.screen import Screen

from codenames_core.text.sanitiser import one_line
from codenames_tui.app.app import CodenamesApp
from codenames_tui.episodes.episode_index import Kept
from codenames_tui.library.game_rows import GameRow
from codenames_tui.library.home_screen import HomeScreen
from codenames_tui.library.library_screen import LibraryScreen
from codenames_tui.setup import game_form
from codenames_tui.setup.play_yourself_screen import PlayYourselfScreen
from codenames_tui.setup.settings_screen import SettingsScreen
from codenames_tui.setup.setup_screen import SetupScreen
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.look import Look
from codenames_tui.ui.preferences import Preferences, Settings, user_themes_folder
from codenames_tui.ui.screens.choosing import AskText, ChooseAgent
from codenames_tui.ui.screens.key_help import KeyHelp

FILE = Path("/home/me/.config/codenames-tui/settings.toml")
MINE = Preferences(red="vector:bold", episodes=str(FOLDER), recent=("openai/some-model",))
WAYS: dict[str, tuple[tuple[str, ...], type[Screen[Any]]]] = {
    "home": ((), HomeScreen),
    "library": (("l",), LibraryScreen),
    "play yourself": (("h",), PlayYourselfScreen),
    "set-up": (("N",), SetupScreen),
    "agents": (("N", "enter"), ChooseAgent),
    "question": (("N", *["down"] * 8, "enter"), AskText),
    "settings": (("comma",), SettingsScreen),
    "help": (("?",), KeyHelp),
}
"""The keys that lead to each screen."""


@pytest.fixture(autouse=True)
def no_file_is_read_beside_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are made up: what stands beside them would depend on how soon their files are missed."""
    monkeypatch.setattr("codenames_tui.library.still_panel.REST", 3600.0)


def app_of(look: Look, preferences: Preferences = MINE, file: Path = FILE) -> CodenamesApp:
    return CodenamesApp(None, look, Settings(file, preferences))


async def go(app: CodenamesApp, pilot: Pilot[int], name: str, games: Sequence[Kept] = GAMES) -> None:
    """Open a screen from home, with these games where it lists any."""
    await until(pilot, lambda: "Looking for games" not in frame(app))
    show_games(app, games)
    for key in WAYS[name][0]:
        before = app.screen
        await pilot.press(key)
        if key in ("N", "l", "h", "comma", "?", "enter"):
            await until(pilot, lambda before=before: app.screen is not before)  # type: ignore[misc]
    assert is_on(app, WAYS[name][1])
    await until(pilot, lambda: "Looking for games" not in frame(app))
    show_games(app, games)
    await pilot.pause()


def show_games(app: CodenamesApp, games: Sequence[Kept]) -> None:
    if isinstance(app.screen, HomeScreen):
        app.screen.show_games(games)
    elif isinstance(app.screen, LibraryScreen):
        app.screen.add_games([GameRow(game) for game in games])


@pytest.mark.parametrize("name", WAYS)
async def test_what_a_screen_looks_like(name: str, snapshot: SnapshotAssertion) -> None:
    for look in (Look(), Look.from_environment({"NO_COLOR": "1"})):
        app = app_of(look)
        async with app.run_test(size=SIZES[0]) as pilot:
            await go(app, pilot, name)
            for theme in ("dark", "light") if look.colour else ("ansi",):
                app.theme = theme
                for size in SIZES:
                    await pilot.resize_terminal(*size)
                    await pilot.pause()
                    show_games(app, GAMES)
                    await pilot.pause()
                    # The settings name the theme; what lies under a dialog is drawn where it cannot be dimmed.
                    differs = name == "settings" or (app.screen.is_modal and not look.colour)
                    other = f" {theme}" if differs else ""
                    assert frame(app) == snapshot(name=f"{name} {size}{other}")
                    assert not list(unreadable_texts(app) if look.colour else coloured_texts(app))


async def test_a_form_with_something_wrong(snapshot: SnapshotAssertion) -> None:
    app = app_of(Look(), Preferences(game={"red_cluer": "gpt-x", "words": "/nowhere.txt"}))
    async with app.run_test() as pilot:
        await pilot.press("N")
        await until(pilot, lambda: "OPENAI_API_KEY" in frame(app))
        assert frame(app) == snapshot


# Any size


OTHER_SIZES = [pytest.param(size, marks=pytest.mark.soak) for size in ((2, 1), (1, 5), (5, 20), (40, 10))]


@pytest.mark.parametrize("size", [(1, 1), (80, 1), (1, 24), (300, 100), *OTHER_SIZES], ids=str)
async def test_every_screen_opens_at_any_size(size: tuple[int, int]) -> None:
    app = app_of(Look())
    async with app.run_test(size=size) as pilot:
        for keys, _ in WAYS.values():
            await pilot.press(*keys, "down", "right", "escape", "escape")
            await pilot.pause()
            assert len(frame(app).splitlines()) <= size[1]


async def test_resizing_changes_nothing_but_the_picture() -> None:
    dice = random.Random(5)
    app = app_of(Look())
    async with app.run_test(size=(80, 24)) as pilot:
        await go(app, pilot, "set-up")
        before = frame(app)
        for _ in range(12):
            await pilot.resize_terminal(dice.randint(1, 300), dice.randint(1, 100))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert frame(app) == before


async def test_a_page_that_does_not_fit_says_what_it_needs() -> None:
    app = app_of(Look())
    async with app.run_test(size=(39, 20)) as pilot:
        await pilot.pause()
        assert frame(app).startswith("Too small: 40x10 needed, 39x20 here.")


@pytest.mark.parametrize("name", WAYS)
async def test_only_ascii(name: str) -> None:
    app = app_of(Look(ascii_only=True))
    async with app.run_test() as pilot:
        await go(app, pilot, name)
        assert frame(app).isascii()


async def test_the_cursor_is_in_sight_wherever_it_goes() -> None:
    app = app_of(Look())
    async with app.run_test(size=(60, 10)) as pilot:
        await go(app, pilot, "set-up")
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        for key in [*["down"] * 15, "home", "end", "pageup", "pageup", "pagedown", "up", "tab", "shift+tab"]:
            await pilot.press(key)
            await pilot.pause()
            assert "▸ " in frame(app)
            assert screen.list.pointed is not None


async def test_one_click_chooses() -> None:
    app = app_of(Look())
    async with app.run_test() as pilot:
        await go(app, pilot, "home")
        y = next(y for y, line in enumerate(frame(app).splitlines()) if "Settings" in line)
        await pilot.click(offset=(5, y))
        await until(pilot, lambda: is_on(app, SettingsScreen))
        x = frame(app).splitlines()[-1].index("back")
        await pilot.click(offset=(x, 23))
        await until(pilot, lambda: is_on(app, HomeScreen))


# Any text


def hostile_preferences(texts: Sequence[str]) -> Preferences:
    """Settings of which every text is one of these; agents are none that litellm would be asked about."""
    text = itertools.cycle(texts)
    agent = (f"{kind}{next(text)}" for kind in itertools.cycle(("vector:", "scripted:", "openai/")))
    form = {field: next(agent if field in game_form.SEATS else text) for field in game_form.REMEMBERED}
    return Preferences(
        theme=next(text) or "x",
        red=next(agent),
        blue=next(agent),
        episodes="/nowhere/" + next(text).replace("\x00", ""),
        recent=tuple(next(agent) for _ in range(4)),
        game=form,
        keys={next(text): next(text) for _ in range(4)},
    )


def hostile_games(texts: Sequence[str]) -> list[Kept]:
    """Rows of files with such names; what is in them is cleaned when they are read."""
    clean = [one_line(text) for text in texts]
    games = [kept(f"{number}.json", text, text, text, number, parent=text) for number, text in enumerate(clean)]
    games += [kept(f"{text}.jsonl", "", clean[0], clean[0], 3) for text in texts]
    return [*games, *(kept(f"{text}.json", broken=one_line(text) or "x") for text in texts)]


async def look_around(texts: Sequence[str], look: Look, size: tuple[int, int]) -> None:
    """Visit every screen with these texts wherever a text can come from."""

    def checked(app: CodenamesApp) -> None:
        check(app)
        if look.ascii_only:
            assert frame(app).isascii()

    app = app_of(look, hostile_preferences(texts), Path("/nowhere") / (texts[0].replace("\x00", "") or "x"))
    async with app.run_test(size=size, notifications=True) as pilot:
        for name in WAYS:
            await go(app, pilot, name, hostile_games(texts))
            app.complain(texts[len(name) % len(texts)])
            for key in ("down", "end"):
                await pilot.press(key)
                checked(app)
            if isinstance(app.screen, AskText | ChooseAgent):
                for text in texts[:13]:
                    app.screen.field.value = text
                    await pilot.pause()
                    checked(app)
            while not is_on(app, HomeScreen):
                await pilot.press("escape")
                await pilot.pause()
    assert app.return_code in (None, 0)


@pytest.mark.parametrize(
    "look",
    [Look(), pytest.param(Look(ascii_only=True), marks=pytest.mark.soak)],
    ids=["unicode", "ascii"],
)
async def test_known_tricks_do_nothing(look: Look) -> None:
    await look_around(HOSTILE, look, (80, 24))


@settings(
    max_examples=1, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None, derandomize=True
)
@given(st.lists(st.text(st.characters(exclude_characters="/"), max_size=40), min_size=30, max_size=30))
def test_whatever_a_file_or_a_setting_says_can_be_shown(texts: list[str]) -> None:
    asyncio.run(look_around(texts, Look(), (80, 24)))


async def test_what_is_pasted_into_a_field_is_cleaned() -> None:
    app = app_of(Look())
    async with app.run_test() as pilot:
        await go(app, pilot, "question")
        assert isinstance(app.screen, AskText)
        app.screen.field.value = ""
        app.screen.field.post_message(Paste("\x1b]52;c;aGk=\x07a\x9b2Jb\x00\nc"))
        await pilot.pause()
        assert app.screen.field.value == "ab c"


async def test_a_theme_whose_name_is_markup_is_refused_and_the_palette_opens() -> None:
    user_themes_folder().mkdir(parents=True)
    text = (data_folder("themes") / "dark.toml").read_text("utf-8")
    (user_themes_folder() / "x.toml").write_text(text.replace('name = "dark"', 'name = "[@click=app.quit]x[foo=\'"'))
    app = app_of(Look())
    async with app.run_test() as pilot:
        assert any("letters, digits, spaces" in problem for problem in app.start_problems)
        await pilot.press("ctrl+p", *"theme")
        await until(pilot, lambda: "Theme: choose the colours" in frame(app))
        check(app)
