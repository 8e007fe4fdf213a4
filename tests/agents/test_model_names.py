"""Which model was meant by a name that is none."""

import subprocess
import sys

import pytest
from pydantic import ValidationError

from codenames_agents.catalogue import build_team
from codenames_agents.providers.model_names import chat_models, is_known_model, meant_model, why_no_model
from codenames_core.support.errors import InputError
from codenames_metrics.experiment.config import ExperimentConfig


@pytest.mark.parametrize("name", ["claude-sonnet", "claude-opus", "gemini-pro", "gemini-flash"])
def test_a_family_means_the_newest_of_its_models(name: str) -> None:
    meant = meant_model(name)
    assert meant in chat_models()
    assert set(name.split("-")) <= set((meant or "").replace("/", "-").split("-"))


@pytest.mark.parametrize(
    ("name", "meant"),
    [("gpt4o", "gpt-4o"), ("gpt-4-trubo", "gpt-4-turbo"), ("gpt-4o", "gpt-4o"), ("chess", None), ("nobody", None)],
)
def test_a_slip_means_the_name_that_is_nearest(name: str, meant: str | None) -> None:
    assert meant_model(name) == meant


def test_the_models_of_an_experiment_are_refused_with_the_name_that_would_work() -> None:
    models = ["claude-sonnet", "gpt-4o", "gemini-pro"]
    for place in (0, 2):
        with pytest.raises(ValidationError) as refusal:
            ExperimentConfig(name="compare", models=models)
        assert f"models[{place}]: there is no" in str(refusal.value)
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
