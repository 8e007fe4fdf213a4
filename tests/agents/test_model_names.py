"""Which model was meant by a name that is none."""

import subprocess
import sys

import pytest
from pydantic import ValidationError

from codenames_agents.catalogue import build_team
from codenames_agents.providers.model_names import (
    MOST_OFFERED,
    chat_models,
    is_known_model,
    meant_model,
    models_of,
    why_no_model,
)
from codenames_core.support.errors import InputError
from codenames_metrics.experiment.config import ExperimentConfig


@pytest.mark.parametrize("name", ["claude-sonnet", "claude-opus", "gemini-pro", "gemini-flash"])
def test_a_family_means_the_newest_of_its_models(name: str) -> None:
    meant = meant_model(name)
    assert meant is not None
    assert is_known_model(meant)
    assert set(name.split("-")) <= set(meant.replace("/", "-").split("-"))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("gpt4o", "openai/gpt-4o"),
        ("gpt-4-trubo", "openai/gpt-4-turbo"),
        ("gpt-4o", "openai/gpt-4o"),
        ("gemini-2.5-pro", "gemini/gemini-2.5-pro"),
        ("deepseek-chat", "deepseek/deepseek-chat"),
        ("llama3", "ollama/llama3"),
        ("opnai/gpt-4o", "openai/gpt-4o"),
        ("chess", None),
        ("nobody", None),
        ("", None),
        ("x" * 100_000, None),
    ],
)
def test_a_slip_means_the_name_that_is_nearest(name: str, meant: str | None) -> None:
    assert meant_model(name) == meant


@pytest.mark.parametrize("name", ["grok-4", "opus", "mistral-large", "kimi-k2"])
def test_every_providers_models_are_meant(name: str) -> None:
    meant = meant_model(name)
    assert meant is not None
    assert is_known_model(meant)
    assert name.partition("-")[0] in meant


@pytest.mark.parametrize(
    ("spec", "meant"),
    [("gpt4o", "openai/gpt-4o"), ("Sharp", "vector:sharp"), ("humn", "human"), ("vector:bald", "vector:bold")],
)
def test_every_place_for_a_spec_says_which_was_meant_and_how_models_are_written(spec: str, meant: str) -> None:
    with pytest.raises(InputError, match=rf"did you mean {meant}\?"):
        build_team(spec)
    with pytest.raises(ValidationError, match=rf"did you mean {meant}\?"):
        ExperimentConfig(name="compare", models=[spec])
    with pytest.raises(InputError, match="PROVIDER/MODEL"):
        build_team("gpt4o")


def test_a_provider_that_there_is_not_may_be_another() -> None:
    with pytest.raises(InputError, match=r"unknown provider; did you mean openai/gpt-4o\?"):
        build_team("opnai/gpt-4o")


def test_the_newest_models_of_a_provider_come_first() -> None:
    models = models_of("openai")
    assert 0 < len(models) <= MOST_OFFERED
    assert set(models) <= chat_models()
    assert not [name for name in models if "preview" in name or "audio" in name]
    assert models.index("openai/gpt-5") < models.index("openai/gpt-4o")
    assert models_of("nobody") == ()


def test_the_models_of_an_experiment_are_refused_with_the_name_that_would_work() -> None:
    models = ["claude-sonnet", "gpt-4o", "gemini-pro"]
    for place in (0, 2):
        with pytest.raises(ValidationError) as refusal:
            ExperimentConfig(name="compare", models=models)
        assert f"models[{place}]: unknown" in str(refusal.value)
        assert f"did you mean {meant_model(models[place])}?" in str(refusal.value)
        models[place] = meant_model(models[place]) or ""
    assert ExperimentConfig(name="compare", models=models).models == models


@pytest.mark.parametrize("spec", ["claude-sonnet", "anthropic/claude-sonnet", "litellm:claude-sonnet", "gemini-pro"])
def test_a_team_is_refused_with_the_name_that_would_work(spec: str) -> None:
    with pytest.raises(InputError, match="did you mean"):
        build_team(spec)


@pytest.mark.parametrize("name", ["openai/my-model", "gpt-9-new", "claude-sonnet-99", "ollama/llama", "groq/llama-pro"])
def test_a_model_that_the_list_does_not_have_may_still_be_one(name: str) -> None:
    assert not is_known_model(name)
    assert why_no_model(name) == ""


def test_a_server_of_ones_own_calls_its_models_as_it_likes() -> None:
    assert why_no_model("openai/claude-sonnet", api_base="http://127.0.0.1:9/v1") == ""


def test_names_are_known_without_litellm() -> None:
    code = "from codenames_agents.providers.model_names import meant_model as m; import sys; m('gemini-pro')"
    subprocess.run([sys.executable, "-c", f"{code}; sys.exit('litellm' in sys.modules)"], check=True)
