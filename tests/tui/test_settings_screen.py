"""The settings on the screen: tried on at once, kept at once."""

from pathlib import Path

import pytest
from tests.tui.table import frame, is_on, until
from textual.pilot import Pilot
from textual.widgets import Input

from codenames_agents.seats.turn_limit import TimeUp, TurnLimit
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.key_editor import AskKey, KeysScreen
from codenames_tui.game.tips.tips import TIPS
from codenames_tui.library.home_screen import HomeScreen
from codenames_tui.setup.settings_screen import SettingsScreen, why_no_folder
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.look import Look
from codenames_tui.ui.preferences import Preferences, read_settings, settings_file, turn_limit, user_themes_folder
from codenames_tui.ui.screens.choose_item import ChooseItem
from codenames_tui.ui.screens.choosing import AskText, ChooseAgent


async def opened(app: CodenamesApp, pilot: Pilot[int]) -> SettingsScreen:
    await pilot.press("comma")
    await until(pilot, lambda: is_on(app, SettingsScreen))
    assert isinstance(app.screen, SettingsScreen)
    return app.screen


async def test_a_theme_is_worn_at_once_and_kept() -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        await opened(app, pilot)
        before = app.theme
        await pilot.press("right")
        await until(pilot, lambda: app.theme != before)
        assert app.theme in frame(app)
        await pilot.press("delete")
        await until(pilot, lambda: app.theme == before)
        await pilot.press("left")
        await until(pilot, lambda: app.theme != before)
    assert read_settings().preferences.theme == app.theme
    assert CodenamesApp(look=Look(theme=read_settings().preferences.theme)).theme == app.theme


async def test_tips_are_turned_off_and_on_again() -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        screen = await opened(app, pilot)
        screen.list.point_at("tips_seen")
        await pilot.press("right")
        await until(pilot, lambda: len(app.settings.preferences.tips_seen) == len(TIPS))
        assert "Tips" in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: not app.settings.preferences.tips_seen)
    assert not read_settings().preferences.tips_seen


async def test_a_theme_of_the_list_is_worn_while_it_is_pointed_at_and_kept_when_it_is_chosen() -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        await opened(app, pilot)
        for leave, theme in (("escape", "dark"), ("enter", "nord")):
            await pilot.press("enter")
            await until(pilot, lambda: is_on(app, ChooseItem))
            assert isinstance(app.screen, ChooseItem)
            assert {item.name for item in app.screen.list.items} == {*app.available_themes}
            app.screen.list.point_at("nord")
            await until(pilot, lambda: app.theme == "nord")
            await pilot.press(leave)
            await until(pilot, lambda: is_on(app, SettingsScreen))
            await until(pilot, lambda theme=theme: app.theme == theme)  # type: ignore[misc]
        await until(pilot, lambda: app.settings.preferences.theme == "nord")
    assert read_settings().preferences.theme == "nord"


async def test_the_command_that_changes_the_theme_shows_the_same_list_on_any_screen() -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        (command,) = (one for one in app.get_system_commands(app.screen) if one.title.startswith("Theme"))
        command.callback()
        await until(pilot, lambda: is_on(app, ChooseItem))


async def opened_keys(app: CodenamesApp, pilot: Pilot[int], name: str) -> KeysScreen:
    (await opened(app, pilot)).list.point_at("keys")
    await pilot.press("enter")
    await until(pilot, lambda: is_on(app, KeysScreen))
    assert isinstance(app.screen, KeysScreen)
    app.screen.list.point_at(name)
    return app.screen


async def test_another_key_is_pressed_holds_at_once_and_is_kept() -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        screen = await opened_keys(app, pilot, "home.settings")
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, AskKey))
        await pilot.press("u")
        await until(pilot, lambda: app.settings.preferences.keys == {"home.settings": "u"})
        assert screen.list.pointed
        assert screen.list.pointed.value == "u"
        await pilot.press("escape", "escape")
        await until(pilot, lambda: is_on(app, HomeScreen))
        await pilot.press("u")
        await until(pilot, lambda: is_on(app, SettingsScreen))
        assert read_settings().preferences.keys == {"home.settings": "u"}
        app.screen.list.point_at("keys")  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, KeysScreen))
        app.screen.list.point_at("home.settings")  # type: ignore[attr-defined]
        await pilot.press("delete")
        await until(pilot, lambda: app.settings.preferences.keys == {})
    assert read_settings().preferences.keys == {}


async def test_a_key_that_does_something_else_is_refused_with_what_it_does() -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        await opened_keys(app, pilot, "home.settings")
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, AskKey))
        await pilot.press("b")
        await until(pilot, lambda: "b is already the key of home.benchmark" in " ".join(frame(app).split()))
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, KeysScreen))
    assert app.settings.preferences.keys == {}


async def test_a_click_chooses_an_item_at_once() -> None:
    app = CodenamesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        row = next(y for y, line in enumerate(frame(app).splitlines()) if "Keys" in line)
        await pilot.click(None, offset=(10, row))
        await until(pilot, lambda: is_on(app, KeysScreen))
        assert screen.list.pointed


async def test_without_colour_a_theme_is_kept_and_not_worn() -> None:
    app = CodenamesApp(look=Look.from_environment({"NO_COLOR": "1"}))
    async with app.run_test() as pilot:
        await opened(app, pilot)
        assert "NO_COLOR is set" in frame(app)
        await pilot.press("right")
        await until(pilot, lambda: app.settings.preferences.theme != "dark")
        assert app.theme == "ansi"


async def test_pace_agents_and_folder_are_kept_and_hold_at_home(tmp_path: Path) -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        screen = await opened(app, pilot)
        screen.list.point_at("pace")
        await pilot.press("left")
        await until(pilot, lambda: app.settings.preferences.pace == 1.0)
        screen.list.point_at("red")
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, ChooseAgent))
        await pilot.press(*"novice", "enter")
        await until(pilot, lambda: app.settings.preferences.red == "vector:novice")
        screen.list.point_at("episodes")
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, AskText))
        app.screen.query_one(Input).value = str(tmp_path / "games")
        await pilot.press("enter")
        await until(pilot, lambda: app.settings.preferences.episodes == str(tmp_path / "games"))
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, HomeScreen))
        await until(pilot, lambda: "vector:novice - vector:balanced" in frame(app))
    assert read_settings().preferences == Preferences(pace=1.0, red="vector:novice", episodes=str(tmp_path / "games"))


@pytest.mark.parametrize("name", ["ascii", "mouse", "animation", "bell"])
async def test_a_switch_is_turned_and_kept(name: str) -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        screen = await opened(app, pilot)
        screen.list.point_at(name)
        before = getattr(app.settings.preferences, name)
        await pilot.press("enter")
        await until(pilot, lambda: getattr(app.settings.preferences, name) != before)
    assert getattr(read_settings().preferences, name) != before


async def test_a_limit_for_answers_is_kept_and_what_follows_it_is_asked_where_there_is_one() -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        screen = await opened(app, pilot)
        assert "When it is up" not in frame(app)
        screen.list.point_at("turn_seconds")
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, AskText))
        await pilot.press("backspace", "3", "enter")
        await until(pilot, lambda: "from 5 to 3600" in " ".join(frame(app).split()))
        await pilot.press("0", "enter")
        await until(pilot, lambda: app.settings.preferences.turn_seconds == 30)
        screen.list.point_at("time_up")
        await pilot.press("right")
        await until(pilot, lambda: app.settings.preferences.time_up == "forfeit")
    assert turn_limit(read_settings().preferences) == TurnLimit(30, TimeUp.FORFEIT)


async def test_a_broken_file_is_told_and_stays_as_it_is() -> None:
    path = settings_file()
    path.parent.mkdir(parents=True)
    path.write_text("theme = \n")
    app = CodenamesApp()
    async with app.run_test(notifications=True, size=(120, 40)) as pilot:
        await until(pilot, lambda: "line 1" in frame(app))
        await opened(app, pilot)
        await pilot.press("right")
        await until(pilot, lambda: "not saved" in frame(app))
        assert app.theme != "dark"
    assert path.read_text() == "theme = \n"


async def test_a_theme_of_ones_own_can_be_chosen_and_a_broken_one_is_told() -> None:
    folder = user_themes_folder()
    folder.mkdir(parents=True)
    text = (data_folder("themes") / "dark.toml").read_text("utf-8")
    (folder / "mine.toml").write_text(text.replace('name = "dark"', 'name = "mine"'))
    (folder / "other.toml").write_text("name = ")
    app = CodenamesApp(look=Look(theme="mine"))
    async with app.run_test(notifications=True, size=(120, 40)) as pilot:
        assert app.theme == "mine"
        await until(pilot, lambda: "theme other.toml: not TOML" in frame(app))


def test_a_folder_for_games_is_one_or_can_become_one(tmp_path: Path) -> None:
    assert why_no_folder("") == ""
    assert why_no_folder(str(tmp_path / "a" / "b")) == ""
    assert "a whole path is needed" in why_no_folder("games")
    (tmp_path / "file").write_text("")
    assert "is not a folder" in why_no_folder(str(tmp_path / "file" / "games"))
    assert why_no_folder("/\x00")


async def test_a_command_is_found_by_its_name_and_given_another_key() -> None:
    app = CodenamesApp()
    async with app.run_test() as pilot:
        screen = await opened_keys(app, pilot, "app.leave")
        await pilot.press("slash", *"clue", "space", *"targets")
        await until(pilot, lambda: [item.name for item in screen.list.items] == ["game.targets"])
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, AskKey))
        await pilot.press("s")
        await until(pilot, lambda: "spymaster sees it" in frame(app))  # the end of the refusal, which takes two lines
        await pilot.press("u")
        await until(pilot, lambda: app.settings.preferences.keys == {"game.targets": "u"})
        await pilot.press("escape")
        await until(pilot, lambda: len(screen.list.items) > 1 and is_on(app, KeysScreen))
