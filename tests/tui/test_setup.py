"""Setting up a game: what can be filled in, what is said of it, and that nothing wrong is played."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.tui.setting_up import app_of, set_up
from tests.tui.table import frame, is_on, screen_of, until
from textual.widgets import Input

from codenames_agents.providers import model_choice
from codenames_agents.providers.model_choice import ServerModels
from codenames_agents.seats.turn_limit import TimeUp, TurnLimit
from codenames_core.game.config import ClueRules, GameMode, Seat, Team
from codenames_core.game.words import default_word_list
from codenames_core.support.errors import InputError
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.library.home_screen import HomeScreen
from codenames_tui.setup import agent_choice, game_form
from codenames_tui.setup.agent_choice import look_up
from codenames_tui.setup.setup_screen import SetupScreen
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.preferences import Preferences, read_settings
from codenames_tui.ui.screens.choosing import AskText, ChooseAgent

FORM = game_form.blank_form(Preferences())


@pytest.mark.parametrize(
    ("field", "text", "problem"),
    [
        ("red_cluer", "vector:bald", "unknown vector agent 'bald'"),
        ("red_cluer", "", "an agent is needed"),
        ("blue_guesser_1", "scripted:nowhere.json", "nowhere.json"),
        ("blue_guesser_2", "openai/gpt-x", "OPENAI_API_KEY is not set"),
        ("blue_guesser_2", "litellm:claude-x", "ANTHROPIC_API_KEY is not set"),
        ("mode", "chess", "choose from standard, no_assassin, single_guesser"),
        ("words", "nowhere.txt", "nowhere.txt"),
        ("words", "\x00", ""),
        ("language", "klingon", "is not a language code"),
        ("seed", "-1", "a whole number from 0"),
        ("seed", "9" * 19, "a whole number from 0"),
        ("seed", "9" * 500, "is not a whole number"),
        ("seed", "٣", "is not a whole number"),
        ("pace", "fast", "seconds from 0 to 3600"),
        ("pace", "nan", "seconds from 0 to 3600"),
        ("rounds", "0", "1 to 100"),
        ("clue_rules", "none", "choose from official, basic"),
        ("surveillance", "maybe", "yes or no"),
        ("blind", "perhaps", "yes or no"),
    ],
)
def test_every_field_says_what_is_wrong_with_it(field: str, text: str, problem: str) -> None:
    said = game_form.problem_with(field, {**FORM, field: text})
    assert said
    assert problem in said


@pytest.mark.parametrize("field", game_form.FIELDS)
def test_nothing_is_wrong_with_a_blank_form(field: str) -> None:
    assert game_form.problem_with(field, FORM) == ""


def test_a_key_that_is_set_is_no_problem_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    said = game_form.problem_with("red_cluer", {**FORM, "red_cluer": "openai/gpt-x"})
    assert "OPENAI_API_KEY" not in said
    assert "sk-secret" not in said


def test_every_choice_of_every_field_can_be_played() -> None:
    for field, choices in game_form.CHOICES.items():
        for text in choices:
            assert game_form.problem_with(field, {**FORM, field: text}) == ""
    for spec in game_form.agents_to_choose():
        assert game_form.problem_with("red_cluer", {**FORM, "red_cluer": spec}) == ""
        assert game_form.about_agent(spec)


def test_a_form_becomes_a_game(tmp_path: Path) -> None:
    words = tmp_path / "mine.txt"
    words.write_text("\n".join(default_word_list().words[:30]))
    form = {**FORM, "mode": "no_assassin", "seed": "7", "rounds": "2", "clue_rules": "basic", "surveillance": "no"}
    form |= {"red_cluer": "vector:bold", "words": str(words), "pace": "0.5"}
    config = game_form.config_of(form)
    assert (config.mode, config.seed, config.max_rounds) == (GameMode.NO_ASSASSIN, 7, 2)
    assert (config.clue_rules, config.surveillance, config.assassin_count) == (ClueRules.BASIC, False, 0)
    assert game_form.teams_of(form, 7)[Team.RED].label == "vector:bold + vector:balanced + vector:balanced"
    assert game_form.word_list_of(form).name == "mine"
    assert game_form.pace_of(form) == 0.5


def test_a_game_is_played_with_the_key_unless_the_form_says_blind() -> None:
    assert game_form.config_of(FORM).blind is False
    assert game_form.config_of({**FORM, "blind": game_form.next_choice("blind", FORM["blind"], 1)}).blind is True


def test_a_blank_seed_deals_a_new_board_each_time() -> None:
    assert game_form.config_of(FORM).seed != game_form.config_of(FORM).seed


def test_choices_go_round() -> None:
    assert game_form.next_choice("mode", "single_guesser", 1) == "standard"
    assert game_form.next_choice("mode", "standard", -1) == "single_guesser"
    assert game_form.next_choice("pace", "7", 1) == "0"
    assert game_form.next_choice("words", "a.txt", 1) == "a.txt"
    assert game_form.next_choice("red_cluer", "human", 1, ("gpt-x",)) == "gpt-x"


def test_the_form_with_a_mode_that_is_wrong_makes_no_game() -> None:
    with pytest.raises(InputError):
        game_form.config_of({**FORM, "mode": "chess"})


async def test_a_game_is_set_up_by_keyboard_alone_at_80x24_and_the_choice_is_remembered() -> None:
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await set_up(app, pilot)
        await pilot.press("right", "a")
        assert screen.form["red_guesser_2"] == screen.form["red_cluer"] == "ghost:pass"
        await pilot.press("x")
        assert screen.form["blue_cluer"] == "ghost:pass"
        await pilot.press(*["down"] * 9, "enter")
        await until(pilot, lambda: is_on(app, AskText))
        await pilot.press("backspace", "0", "enter")
        await until(pilot, lambda: screen.form["pace"] == "0")
        await pilot.press("up", "enter", "7", "enter", "f4")
        await until(pilot, lambda: is_on(app, GameScreen))
        game = screen_of(app).session
        assert isinstance(game, LiveSession)
        assert game.header.config.seed == 7
        assert game.live_playback.pace == 0
        await until(pilot, lambda: bool(game.standing.saved))
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, HomeScreen))
        again = await set_up(app, pilot)
        assert again.form["blue_cluer"] == "ghost:pass"
        assert again.form["seed"] == ""
    assert read_settings().preferences.game["blue_cluer"] == "ghost:pass"


async def test_a_missing_key_is_named_beside_its_seat_and_no_game_begins() -> None:
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await set_up(app, pilot)
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, ChooseAgent))
        await pilot.press(*"gpt-x", "enter")
        await until(pilot, lambda: "OPENAI_API_KEY is not set" in frame(app))
        line = next(line for line in frame(app).splitlines() if "OPENAI_API_KEY" in line)
        assert "Cluer" in line
        assert "1 field needs a change" in frame(app)
        await pilot.press("down", "f4")
        await until(pilot, lambda: bool(screen.list.pointed and screen.list.pointed.name == "red_cluer"))
        assert is_on(app, SetupScreen)
        await pilot.press("delete")
        await until(pilot, lambda: "OPENAI_API_KEY" not in frame(app))


async def test_an_agent_is_found_by_a_part_of_its_name_and_a_typed_one_is_suggested_later() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        screen = await set_up(app, pilot)
        await pilot.press("enter", *"caut", "enter")
        await until(pilot, lambda: screen.form["red_cluer"] == "vector:cautious")
        await pilot.press("down", "enter", *"groq/some-model", "enter")
        await until(pilot, lambda: screen.form["red_guesser_1"] == "groq/some-model")
        await pilot.press("down", "enter")
        await until(pilot, lambda: is_on(app, ChooseAgent))
        await pilot.press("up")
        assert isinstance(app.screen, ChooseAgent)
        app.screen.query_one(Input).value = "groq"
        await until(pilot, lambda: "groq/some-model" in frame(app))


async def test_a_form_that_is_left_is_there_again() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        screen = await set_up(app, pilot)
        await pilot.press("A", "right")
        changed = dict(screen.form)
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, HomeScreen))
        assert (await set_up(app, pilot)).form == changed


async def test_one_agent_can_be_given_all_six_seats() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        screen = await set_up(app, pilot)
        await pilot.press("left", "A")
        assert {screen.form[seat] for seat in Seat} == {"vector:stranger"}
        await pilot.press("end", "A")
        assert "Select a seat first." in frame(app)


async def test_a_limit_can_be_chosen_where_people_play_and_holds_in_the_game() -> None:
    app = app_of()
    async with app.run_test(size=(80, 40)) as pilot:
        screen = await set_up(app, pilot)
        assert "Time to answer" not in frame(app)
        await pilot.press("h")
        await until(pilot, lambda: "Time to answer" in frame(app))
        assert "When it is up" not in frame(app)
        screen.list.point_at("turn_seconds")
        await pilot.press("right", "right")
        await until(pilot, lambda: "When it is up" in frame(app))
        screen.list.point_at("time_up")
        await pilot.press("right", "f4")
        await until(pilot, lambda: is_on(app, GameScreen))
        assert screen_of(app).turn_limit == TurnLimit(30, TimeUp.FORFEIT)


def test_a_model_of_a_server_here_needs_no_key_of_its_provider() -> None:
    here = "openai/qwen?api_base=http://127.0.0.1:9/v1"
    assert game_form.problem_with("red_cluer", {**FORM, "red_cluer": here}) == ""
    named = game_form.problem_with("red_cluer", {**FORM, "red_cluer": f"{here}&key_variable=MY_KEY"})
    assert named.startswith("MY_KEY is not set")


def test_no_password_of_an_address_is_remembered() -> None:
    spec = "openai/qwen?temperature=0.5&api_base=http://me:secret@127.0.0.1:9/v1"
    assert game_form.remembered({**FORM, "red_cluer": spec})["red_cluer"] == (
        "openai/qwen?api_base=http://127.0.0.1:9/v1&temperature=0.5"
    )
    assert "secret" not in game_form.kept_spec("openai/qwen?secret=1")


async def test_models_are_looked_for_when_somebody_chooses_and_can_be_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    here = "http://127.0.0.1:8080/v1"
    asked: list[list[str]] = []

    def models_here(addresses: Iterable[str]) -> list[ServerModels]:
        asked.append(list(addresses))
        models = {here: (f"openai/qwen?api_base={here}",)}
        return [
            ServerModels(each, models.get(each, ()), "" if each in models else "does not answer") for each in asked[-1]
        ]

    monkeypatch.setattr(model_choice, "USUAL_SERVERS", {"llama.cpp": here, "vLLM": "http://127.0.0.1:8000/v1"})
    monkeypatch.setattr(model_choice, "models_here", models_here)
    monkeypatch.setattr(agent_choice, "look_up", look_up)
    monkeypatch.setenv("GROQ_API_KEY", "gsk-planted")
    app = app_of(Preferences(recent=("openai/mine?api_base=http://127.0.0.1:9/v1", "openai/x?api_base=http://far/v1")))
    async with app.run_test(size=(120, 60)) as pilot:
        screen = await set_up(app, pilot)
        assert asked == []
        await pilot.press("enter")
        await until(pilot, lambda: bool(asked))
        assert asked == [[here, "http://127.0.0.1:8000/v1", "http://127.0.0.1:9/v1"]]
        await pilot.press("pagedown", "pagedown")
        await until(pilot, lambda: "On this machine: llama.cpp, http://127.0.0.1:8080/v1" in frame(app))
        await pilot.press("pagedown")
        await until(pilot, lambda: "groq: GROQ_API_KEY is set" in frame(app))
        assert "No server found: vLLM :8000" in frame(app)
        assert "gsk-planted" not in frame(app)
        await pilot.press(*"qwen", "enter")
        await until(pilot, lambda: screen.form["red_cluer"] == f"openai/qwen?api_base={here}")


async def test_the_models_of_an_address_are_listed_and_a_silent_server_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def models_at(address: str) -> ServerModels:
        if "9001" in address:
            return ServerModels(address, (), "does not answer")
        return ServerModels(address, ("openai/gemma?api_base=http://localhost:9000/v1",))

    monkeypatch.setattr(model_choice, "USUAL_SERVERS", {})
    monkeypatch.setattr(model_choice, "models_at", models_at)
    monkeypatch.setattr(agent_choice, "look_up", look_up)
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await set_up(app, pilot)
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, ChooseAgent))
        await pilot.press(*"localhost:9001")
        assert "list the models of this server" in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: "localhost:9001 does not answer" in frame(app))
        await pilot.press("escape", *"localhost:9000", "enter")
        await until(pilot, lambda: "At localhost:9000" in frame(app))
        await pilot.press("enter")
        await until(pilot, lambda: screen.form["red_cluer"] == "openai/gemma?api_base=http://localhost:9000/v1")


def word_file(tmp_path: Path, first_line: str = "") -> str:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(filter(None, (first_line, *default_word_list().words[:30]))))
    return str(path)


@pytest.mark.parametrize(
    ("first_line", "typed", "language"),
    [
        ("# language: de", "", "de"),
        ("# language: de", "fr", "de"),
        ("", "fr", "fr"),
        ("", "Polish", "pl"),
        ("", "", "en"),
    ],
)
def test_a_game_is_in_the_language_of_its_list_or_else_of_the_form(
    tmp_path: Path, first_line: str, typed: str, language: str
) -> None:
    form = {**FORM, "words": word_file(tmp_path, first_line), "language": typed}
    assert game_form.config_of(form, game_form.stated_language(form)).language == language


async def test_the_language_is_asked_for_where_the_list_states_none_and_shown_beside_it_where_it_does(
    tmp_path: Path,
) -> None:
    app = app_of()
    async with app.run_test(size=(80, 40)) as pilot:
        screen = await set_up(app, pilot)

        def item(name: str) -> Item | None:
            return next((item for item in screen.list.items if item.name == name), None)

        assert item("language") is None
        screen._fill({"words": word_file(tmp_path)})
        await until(pilot, lambda: item("language") is not None)
        shown = item("language")
        assert shown
        assert shown.value == "English"
        screen._fill({"language": "xx"})
        await until(pilot, lambda: "no word forms are known" in getattr(item("language"), "about", ""))
        screen._fill({"words": word_file(tmp_path, "# language: pl")})
        await until(pilot, lambda: item("language") is None)
        words = item("words")
        assert words
        assert words.value.endswith("words.txt (Polish)")
