"""Specs of agents and their parameters: how they are read, refused, recorded and shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from codenames_agents.catalogue import model_of
from codenames_core.game.config import PARAMETERS, AgentConfig, GameConfig, TeamConfig
from codenames_core.support.errors import InputError


def test_a_spec_carries_parameters_as_the_query_of_a_url_does() -> None:
    config = AgentConfig.parse(
        "litellm:openai/qwen?api_base=http%3A%2F%2F127.0.0.1%3A8080%2Fv1%3Fa%26b&temperature=0.2&max_tokens=90&seed=4"
        "&reasoning_effort=low&output=text&prompts=mine&persona=dry,%20and%20bold&key_variable=MY_KEY&extra.top_p=0.9&extra.stop=a+b"
        "&sees=picture+words&picture=photo-3&picture_seed=7"
    )
    assert config.spec == "litellm:openai/qwen"
    assert config.parameters == {
        "api_base": "http://127.0.0.1:8080/v1?a&b",
        "key_variable": "MY_KEY",
        "temperature": 0.2,
        "max_tokens": 90,
        "seed": 4,
        "reasoning_effort": "low",
        "output": "text",
        "prompts": "mine",
        "persona": "dry, and bold",
        "sees": "picture+words",
        "picture": "photo-3",
        "picture_seed": 7,
        "extra": {"top_p": 0.9, "stop": "a+b"},
    }
    assert set(config.parameters) == set(PARAMETERS)


@pytest.mark.parametrize("spec", ["vector:bold", "scripted:/tmp/what?.json", "litellm:ollama/llama3:8b"])
def test_a_spec_without_parameters_is_written_as_it_is(spec: str) -> None:
    assert AgentConfig.parse(spec).model_dump() == {"spec": spec}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("top_p=0.9", "unknown parameter 'top_p'; available: api_base, key_variable, temperature, max_tokens"),
        ("temperature=hot", "temperature: a number is needed"),
        ("temperature=3", "temperature: should be less than or equal to 2"),
        ("temperature=nan", "temperature: should be a finite number"),
        ("max_tokens=0", "max_tokens: should be greater than or equal to 1"),
        ("seed=1&seed=2", "seed is given twice"),
        ("output=xml", "output: should be 'auto', 'schema' or 'text'"),
        ("reasoning_effort=huge", "'medium'"),
        ("api_base=127.0.0.1:80", "api_base: the address of a server is needed"),
        ("api_base=http://ann:0123456789@127.0.0.1:port", "api_base: the address of a server is needed"),
        ("api_base=http://[", "api_base: the address of a server is needed"),
        ("extra.stop=" + "0123456789" * 400, "4,020 characters; the limit is 4,000"),
        ("key_variable=sk-0123456789", "key_variable: the name of an environment variable is needed"),
        ("prompts=../x", "prompts: the text should match"),
        ("persona=", "persona: one line of 1 to 200 characters"),
        ("persona=a%0Ab", "persona: one line of 1 to 200 characters"),
        ("persona=a%1B[2J", "persona: one line of 1 to 200 characters"),
        ("persona=" + "0123456789" * 21, "persona: one line of 1 to 200 characters"),
    ],
)
def test_a_bad_parameter_is_named_and_no_value_is_repeated(query: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        AgentConfig.parse(f"openai/x?{query}")
    assert str(refused.value).startswith("'openai/x': ")
    assert said in str(refused.value)
    assert "0123456789" not in str(refused.value)


@pytest.mark.parametrize("value", ["0.3", "1", True])
@pytest.mark.parametrize("name", ["temperature", "max_tokens", "seed"])
def test_in_a_file_a_number_is_a_number(name: str, value: object) -> None:
    with pytest.raises(ValidationError, match=r"valid (number|integer)"):
        AgentConfig.model_validate({"spec": "openai/x", name: value})


def test_no_user_and_no_password_is_written_or_shown() -> None:
    config = AgentConfig.parse("openai/x?api_base=http://ann:sesame@127.0.0.1:8080/v1?token=sesame")
    assert config.api_base == "http://ann:sesame@127.0.0.1:8080/v1?token=sesame"
    for shown in (config.model_dump_json(), repr(config), str(config), config.label):
        assert "sesame" not in shown
        assert "ann" not in shown
    assert AgentConfig.model_validate_json(config.model_dump_json()).api_base == "http://127.0.0.1:8080/v1"


def test_a_label_tells_agents_apart_by_what_shapes_their_answers_and_not_by_where_they_are() -> None:
    hot, cold = (AgentConfig.parse(f"openai/x?temperature={t}&api_base=http://127.0.0.1:{t}") for t in (1, 0))
    assert (hot.label, cold.label) == ("openai/x?temperature=1.0", "openai/x?temperature=0.0")
    team = TeamConfig(cluer=hot, guesser_1=cold, guesser_2=cold)
    assert team.label == "openai/x?temperature=1.0 + openai/x?temperature=0.0 + openai/x?temperature=0.0"


@given(
    st.builds(
        AgentConfig,
        spec=st.just("openai/x"),
        temperature=st.none() | st.floats(0, 2),
        max_tokens=st.none() | st.integers(1, 10**6),
        seed=st.none() | st.integers(0, 2**63 - 1),
        output=st.none() | st.sampled_from(["auto", "schema", "text"]),
        extra=st.none() | st.dictionaries(st.from_regex(r"[a-z_]{1,9}", fullmatch=True), st.text() | st.integers()),
    )
)
def test_a_label_is_a_spec_that_says_the_same(config: AgentConfig) -> None:
    read = AgentConfig.parse(config.label)
    assert read.model_dump() == config.model_copy(update={"extra": config.extra or None}).model_dump()


def test_a_fallback_that_is_written_down_holds_no_password() -> None:
    GameConfig(fallback="substitute:openai/x?api_base=http://127.0.0.1:9")
    with pytest.raises(ValueError, match="cannot contain a user and password"):
        GameConfig(fallback="substitute:openai/x?api_base=http://a:b@127.0.0.1:9")


@pytest.mark.parametrize(
    ("spec", "model"),
    [
        ("litellm:command-r", "command-r"),
        ("openai/gpt-x", "openai/gpt-x"),
        ("openrouter/meta/llama:free", "openrouter/meta/llama:free"),
        ("gpt-4o", "gpt-4o"),
        ("claude-x", "claude-x"),
        ("vector:bold", None),
        ("scripted:a/b.json", None),
        ("litellm:", None),
        ("chess", None),
    ],
)
def test_a_model_is_known_by_its_prefix_its_slash_or_its_well_known_name(spec: str, model: str | None) -> None:
    assert model_of(spec) == model
