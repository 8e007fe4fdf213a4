"""The way into the app and around it: home, games from there, what comes after a game."""

import re
from pathlib import Path

import pytest
from tests.tui.table import EVENTS, frame, is_on, live, replayed, screen_of, until
from textual.pilot import Pilot

from codenames_core.game.config import Team
from codenames_core.support.folders import episodes_folder
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.command_palette import Commands
from codenames_tui.benchmark.setup_screens import BenchmarkScreen
from codenames_tui.episodes.episode_index import latest_files
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.library.home_screen import HomeScreen
from codenames_tui.library.library_screen import LibraryScreen
from codenames_tui.setup import game_form, prepared_games
from codenames_tui.setup.settings_screen import SettingsScreen
from codenames_tui.setup.setup_screen import SetupScreen
from codenames_tui.ui.preferences import Preferences, Settings, settings_file
from codenames_tui.ui.screens.dialogs import ConfirmLeaving
from codenames_tui.ui.screens.key_help import KeyHelp

FAST = Preferences(pace=0.0, red="random", blue="random")


def app_of(preferences: Preferences = FAST) -> CodenamesApp:
    return CodenamesApp(settings=Settings(settings_file(), preferences))


def interrupted() -> Path:
    """The journal of a game that was left before its first event."""
    form = game_form.blank_form(FAST)
    config = game_form.config_of(form)
    game = prepared_games.new_game(config, game_form.teams_of(form, config.seed))
    game.journal.close()
    return game.journal.path


async def looked(app: CodenamesApp, pilot: Pilot[int]) -> None:
    """Wait until the folder has been read."""
    await until(pilot, lambda: "Looking for games" not in frame(app))


async def ended(app: CodenamesApp, pilot: Pilot[int]) -> LiveSession:
    """Wait until the game on the screen is over and saved."""
    game = screen_of(app).session
    assert isinstance(game, LiveSession)
    await until(pilot, lambda: bool(game.standing.saved))
    return game


async def test_enter_plays_a_game_of_the_default_agents_and_keeps_it() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        game = await ended(app, pilot)
        assert game.facts.labels == {Team.RED: "random", Team.BLUE: "random"}
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, HomeScreen))
        await until(pilot, lambda: "random - random" in frame(app))
    assert len(list(episodes_folder().glob("*.json"))) == 1
    assert not list(episodes_folder().glob("*.jsonl"))


async def test_a_game_is_told_of_once_below_the_list_or_beside_it_and_its_date_is_whole() -> None:
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        await ended(app, pilot)
        await pilot.press("escape")
        await until(pilot, lambda: frame(app).count("random - random") == 2)  # who plays if asked, and who played
        await pilot.press("end")
        await pilot.pause()
        assert frame(app).count("random - random") == 2
        await pilot.resize_terminal(116, 40)
        await until(pilot, lambda: any("random - random" in line[60:] for line in frame(app).splitlines()))
        await until(pilot, lambda: app.look.glyphs.cut not in samples_and_own(app)[0])
        _, own = samples_and_own(app)
        assert re.search(r"20\d\d-\d\d-\d\d \d\d:\d\d, \d+ turns?", own)


def samples_and_own(app: CodenamesApp) -> tuple[str, str]:
    """What stands of samples, and below it of the games that were played."""
    samples, _, own = frame(app).partition("Games worth seeing")[2].partition("Your games")
    return samples, own


@pytest.mark.parametrize("width", [80, 100, 116, 120])
async def test_what_home_offers_is_said_in_full(width: int) -> None:
    app = app_of(Preferences())
    async with app.run_test(size=(width, 40)) as pilot:
        await looked(app, pilot)
        offered = frame(app).partition("Games worth seeing")[0]
        assert "offline agents, no key needed" in offered
        assert app.look.glyphs.cut not in offered


async def test_without_any_game_the_home_screen_says_what_to_do() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        await looked(app, pilot)
        assert "No games yet. Finished games are saved here." in frame(app)
        assert "Games worth seeing" in frame(app)
        assert "Unfinished" not in frame(app)


async def test_an_unfinished_game_goes_on_where_it_was_left() -> None:
    journal = interrupted()
    app = app_of()
    async with app.run_test() as pilot:
        await until(pilot, lambda: "Unfinished" in frame(app))
        await pilot.press("end", "enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        await ended(app, pilot)
    assert journal.with_suffix(".json").exists()
    assert not journal.exists()


async def test_a_running_game_is_left_only_after_asking_and_waits_at_home() -> None:
    app = app_of(Preferences(pace=3600.0))
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        await pilot.press("escape")
        assert isinstance(app.screen, ConfirmLeaving)
        await pilot.press("n")
        assert isinstance(app.screen, GameScreen)
        await pilot.press("escape", "y")
        await until(pilot, lambda: is_on(app, HomeScreen))
        await until(pilot, lambda: "Unfinished" in frame(app))
        await pilot.press("end", "enter")
        await until(pilot, lambda: is_on(app, GameScreen))
    assert len(latest_files(episodes_folder())) == 1


async def test_a_rematch_is_played_on_the_same_board_with_sides_swapped() -> None:
    app = app_of(Preferences(pace=0.0, red="random", blue="ghost:pass"))
    async with app.run_test() as pilot:
        await pilot.press("enter")
        first = await _over(app, pilot)
        await pilot.press("r")
        await until(pilot, lambda: screen_of(app).session is not first)
        second = await _over(app, pilot)
        assert second.header.board == first.header.board
        assert second.facts.labels == {Team.RED: "ghost:pass", Team.BLUE: "random"}
        assert second.header.episode_id != first.header.episode_id
    assert len(latest_files(episodes_folder())) == 2


async def test_the_next_game_has_the_same_teams_and_another_board() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        await pilot.press("enter")
        first = await _over(app, pilot)
        await pilot.press("N")
        await until(pilot, lambda: screen_of(app).session is not first)
        second = await _over(app, pilot)
        assert second.header.board != first.header.board
        assert second.facts.labels == first.facts.labels
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, HomeScreen))
        assert len(app.screen_stack) == 1


async def _over(app: CodenamesApp, pilot: Pilot[int]) -> LiveSession:
    await until(pilot, lambda: is_on(app, GameScreen))
    return await ended(app, pilot)


@pytest.mark.parametrize(("word", "kind"), [("all commands", Commands), ("help", KeyHelp)])
async def test_a_click_on_a_key_at_the_foot_of_home_does_what_the_key_does(word: str, kind: type) -> None:
    app = app_of()
    async with app.run_test() as pilot:
        await pilot.click("#keys", offset=(frame(app).splitlines()[-1].index(word), 0))
        await until(pilot, lambda: is_on(app, kind))


async def test_a_click_on_an_entry_goes_there() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        await looked(app, pilot)
        line = next(y for y, text in enumerate(frame(app).splitlines()) if "New game" in text)
        await pilot.click(offset=(8, line))
        await until(pilot, lambda: is_on(app, SetupScreen))


@pytest.mark.parametrize(("key", "name"), [("1", "comeback"), ("2", "assassin-loss"), ("3", "local-model")])
async def test_one_key_opens_a_game_worth_seeing(key: str, name: str) -> None:
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(key)
        await until(pilot, lambda: is_on(app, GameScreen))
        source = screen_of(app).source
        assert source is not None
        assert source.stem == name


async def test_what_is_pointed_at_stands_beside_the_list_as_a_picture() -> None:
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        await looked(app, pilot)
        assert "inspect: what an agent saw" in frame(app)
        await pilot.press(*["down"] * 8)
        await until(pilot, lambda: "PENDULUM" in frame(app))
        assert "Turning point   turn 6: BLUE hit CRANE" in frame(app)
        await pilot.press("up")
        await until(pilot, lambda: "PENDULUM" not in frame(app))


async def test_a_file_that_cannot_be_read_is_said_to_be_so_and_a_picture_that_is_passed_over_is_not() -> None:
    journal = interrupted()
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Unfinished" in frame(app))
        await pilot.press(*["down"] * 10, *["up"] * 10)
        await pilot.pause()
        assert "directory" not in frame(app)
        journal.unlink()
        await pilot.press("end")
        await until(pilot, lambda: "directory" in frame(app))


async def test_where_there_is_no_room_for_a_picture_a_sentence_says_what_is_pointed_at() -> None:
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await looked(app, pilot)
        assert "Two teams of agents play on a new board." in frame(app)
        await pilot.press(*["down"] * 5)
        await until(pilot, lambda: "before anything is spent" in frame(app))


async def test_keys_that_a_person_changed_are_named_as_they_are() -> None:
    app = app_of(Preferences(keys={"game.inspect": "f9"}))
    async with app.run_test(size=(120, 40)) as pilot:
        await looked(app, pilot)
        assert "f9     inspect: what" in frame(app)


async def test_a_running_game_has_no_rematch() -> None:
    app = app_of(Preferences(pace=3600.0))
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        await pilot.press("r")
        await pilot.pause()
        assert "Finish or leave this game first" in frame(app)


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("N", SetupScreen),
        ("l", LibraryScreen),
        (",", SettingsScreen),
        ("?", KeyHelp),
        ("b", BenchmarkScreen),
    ],
)
async def test_every_entry_leads_somewhere_and_back(key: str, kind: type) -> None:
    app = app_of()
    async with app.run_test() as pilot:
        await pilot.press(key)
        await until(pilot, lambda: is_on(app, kind))
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, HomeScreen))
        place = [item.key for item in app.screen.list.items].index(key)  # type: ignore[attr-defined]
        await pilot.press("home", *["down"] * place, "enter")
        await until(pilot, lambda: is_on(app, kind))


async def test_q_quits_and_escape_at_home_does_not() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert "q quits." in frame(app)
        await pilot.press("q")
    assert app.return_code == 0


async def test_the_palette_offers_no_way_back_from_home() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert "Quit" in titles
        assert "Back" not in titles
        await pilot.press("N")
        await until(pilot, lambda: not is_on(app, HomeScreen))
        assert "Back" in [command.title for command in app.get_system_commands(app.screen)]


async def test_default_agents_that_cannot_play_are_a_message() -> None:
    app = app_of(Preferences(red="nobody"))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: "nobody" in frame(app).replace("nobody - vector:balanced", ""))
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_a_game_that_was_started_by_a_command_leads_back_to_the_shell(key: str) -> None:
    app = replayed(EVENTS)
    async with app.run_test() as pilot:
        await pilot.press("z", key)  # one layer at a time
        assert app.is_running
        await pilot.press(key)
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0


async def test_a_game_that_was_started_by_a_command_has_a_rematch() -> None:
    form = game_form.blank_form(FAST)
    game = prepared_games.new_game(game_form.config_of(form), game_form.teams_of(form, 1))
    app = live(game.runner)
    async with app.run_test() as pilot:
        first = screen_of(app).session
        await until(pilot, lambda: first.standing.over)
        await pilot.press("r")
        await until(pilot, lambda: screen_of(app).session is not first)
        assert len(app.screen_stack) == 1


async def test_agents_that_cannot_be_made_again_are_a_message() -> None:
    app = live()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.press("space")
        first = screen_of(app).session
        await until(pilot, lambda: first.standing.over)
        await pilot.press("N")
        await until(pilot, lambda: "unknown agent 'ScriptedCluer'" in frame(app))
        assert screen_of(app).session is first


async def test_the_palette_has_the_commands_of_the_screen() -> None:
    app = replayed(EVENTS)
    async with app.run_test() as pilot:
        await pilot.press("ctrl+p", *"turn 3")
        await until(pilot, lambda: "Jump to turn 3" in frame(app))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        await until(pilot, lambda: screen_of(app).viewpoint.state.turn.number == 3)


def test_a_folder_that_is_not_there_holds_no_games(tmp_path: Path) -> None:
    assert latest_files(tmp_path / "none") == []
