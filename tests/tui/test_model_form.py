"""The parameters of a model as fields: both ways of writing them agree."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.setting_up import app_of, set_up
from tests.tui.table import frame, is_on, until

from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import InputError
from codenames_tui.setup import model_form
from codenames_tui.setup.model_screen import SetParameters

WHOLE = AgentConfig.parse(
    "openai/x?temperature=0.3&reasoning_effort=low&max_tokens=300&output=schema&prompts=default&persona=a%20poet&seed=7"
    "&sees=picture%2Bwords&picture=photo-3&picture_seed=7&api_base=http://127.0.0.1:8080/v1&key_variable=MY_KEY&extra.top_p=0.9&extra.stop=%5B%22a%20b%22%5D"
)


def test_a_field_is_read_as_it_was_written() -> None:
    agent = AgentConfig(spec="openai/x")
    for field in model_form.FIELDS:
        agent = model_form.with_text(field, model_form.text_of(field, WHOLE), agent)
    assert agent == WHOLE
    assert AgentConfig.parse(agent.text) == WHOLE


def test_a_blank_field_leaves_the_parameter_to_the_model() -> None:
    agent = WHOLE
    for field in [*model_form.FIELDS][1:]:
        assert model_form.with_text(field, model_form.text_of(field, agent), agent) == agent
        agent = model_form.with_text(field, "", agent)
        assert model_form.text_of(field, agent) == ""
    assert agent.text == "openai/x"


@given(st.sampled_from([*model_form.FIELDS]), st.text(max_size=30))
def test_whatever_is_typed_is_taken_as_it_is_or_refused(field: str, text: str) -> None:
    with suppress(InputError):
        agent = model_form.with_text(field, text, WHOLE)
        assert AgentConfig.parse(agent.text) == agent


@pytest.mark.parametrize(
    ("field", "text", "problem"),
    [
        ("temperature", "hot", "temperature"),
        ("temperature", "3", "temperature"),
        ("reasoning_effort", "much", "reasoning_effort"),
        ("max_tokens", "0", "max_tokens"),
        ("api_base", "127.0.0.1:80", "address of a server"),
        ("key_variable", "sk-123", "name of an environment variable"),
        ("extra", "top_p", "NAME=VALUE"),
        ("spec", "", "a model is needed"),
    ],
)
def test_a_field_says_what_is_wrong_with_it(field: str, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        model_form.with_text(field, text, WHOLE)


def test_a_look_makes_a_seat_see_and_goes_with_its_sight() -> None:
    words = AgentConfig(spec="openai/x")
    seeing = model_form.with_text("picture", "photo-4", words)
    assert seeing.label == "openai/x?sees=picture&picture=photo-4"
    seeded = model_form.with_text("picture_seed", "7", seeing)
    assert model_form.with_text("picture", "cards", seeded).label == "openai/x?sees=picture&picture=cards"
    assert model_form.with_text("sees", "", seeded) == words
    assert model_form.with_text("sees", "picture+words", seeded).picture_seed == 7


def test_choices_can_all_be_taken() -> None:
    for field in model_form.FIELDS:
        for text in model_form.choices_of(field):
            assert model_form.text_of(field, model_form.with_text(field, text, WHOLE)) == text
    assert "default" in model_form.choices_of("prompts")
    assert {"auto", "schema", "text"} < set(model_form.choices_of("output"))


async def test_parameters_are_set_in_the_form_of_a_game() -> None:
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await set_up(app, pilot)
        await pilot.press("i")
        assert "Only language models have parameters" in frame(app)
        screen._fill({"red_cluer": "openai/x?temperature=0.3&api_base=http://127.0.0.1:9/v1"})
        await pilot.press("i")
        await until(pilot, lambda: is_on(app, SetParameters))
        assert "127.0.0.1:9" in frame(app)
        await pilot.press("down", "right", "down", "right", "right")
        await pilot.press("down", "enter")
        await until(pilot, lambda: not is_on(app, SetParameters))
        await pilot.press(*"many", "enter")
        await until(pilot, lambda: "max_tokens" in frame(app))
        await pilot.press(*["backspace"] * 4, *"200", "enter")
        await until(pilot, lambda: is_on(app, SetParameters))
        await pilot.press("escape")
        assert "Press esc again" in frame(app)
        await pilot.press("f4")
        await until(pilot, lambda: not is_on(app, SetParameters))
        assert AgentConfig.parse(screen.form["red_cluer"]) == AgentConfig.parse(
            "openai/x?temperature=0.7&reasoning_effort=minimal&max_tokens=200&api_base=http://127.0.0.1:9/v1"
        )
