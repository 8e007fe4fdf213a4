"""In what an experiment differs from the one that was begun in a run folder, key by key."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.manifest import Manifest, read_config

_CHANGE_NO_GAME: Final = frozenset(
    {"name", "description", "limits", "word_list", "seeds", "primary", "equivalence_margin", "one_sided"}
)
"""Keys that change no game, or are compared as what they stand for."""
_OF_MODELS: Final = frozenset({"model", "temperature", "prompts"})
"""Keys that are compared for each model by itself."""
_CHANGE_NO_ANSWER: Final = frozenset({"api_base", "key_variable"})
"""Keys of a model that change no answer. An address can hold a password, and is never shown."""
_MOST_NAMED: Final = 5
_LONGEST: Final = 80
"""Characters of a value that are shown."""


def why_other_games(folder: Path, manifest: Manifest, plan: Plan) -> str:
    """Return in what `plan` differs from what was begun in `folder`: each key with both values."""
    differences = list(_differences(folder, manifest, plan))
    if not differences:
        return "a script, or the code of an agent, was different"
    more = f"; and {len(differences) - _MOST_NAMED} more" if len(differences) > _MOST_NAMED else ""
    return "; ".join(differences[:_MOST_NAMED]) + more


def _differences(folder: Path, manifest: Manifest, plan: Plan) -> Iterator[str]:
    try:
        before = read_config(folder)
    except InputError:
        before = None  # the manifest alone tells the rest
    if before is not None:
        yield from _of_keys(_shaping(before), _shaping(plan.config))
        yield from _of_models(before, plan.config)
        yield from _of_seeds(before.seeds, plan.config.seeds)
    if manifest.word_list_sha256 != plan.words.sha256:
        yield (
            f"the words were {_shown(manifest.word_list)} ({manifest.word_list_sha256[:8]}) "
            f"and are now {_shown(plan.words.name)} ({plan.words.sha256[:8]})"
        )
    for name, prompts in plan.prompts.items():
        if (earlier := manifest.prompts.get(name, prompts)) != prompts:
            yield f"the prompts of {_shown(name)} were {_shown(earlier)} and are now {_shown(prompts)}"


def _shaping(config: ExperimentConfig) -> dict[str, Any]:
    """Return what shapes the games, but for the parameters of models."""
    return config.model_dump(mode="json", exclude={*_CHANGE_NO_GAME, *_OF_MODELS})


def _of_models(before: ExperimentConfig, now: ExperimentConfig) -> Iterator[str]:
    """Yield the parameters of models that both name, with what the experiment gives them filled in."""
    for name in now.models:
        if name in before.models:
            yield from _of_keys(_parameters(before, name), _parameters(now, name))


def _parameters(config: ExperimentConfig, name: str) -> dict[str, Any]:
    fields = config.agent(name).model_dump(mode="json", exclude=set(_CHANGE_NO_ANSWER))
    return {f"model.{name}.{key}": value for key, value in fields.items() if key not in _CHANGE_NO_ANSWER}


def _of_keys(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for key in dict.fromkeys((*before, *now)):
        if before.get(key) != now.get(key):
            yield f"{_shown(key)} was {_shown(before.get(key))} and is now {_shown(now.get(key))}"


def _of_seeds(before: list[int], now: list[int]) -> Iterator[str]:
    if before != now:
        common = len(set(before) & set(now))
        yield f"seeds were {_some(before)} and are now {_some(now)}, {common:,} of them in common"


def _some(seeds: list[int]) -> str:
    return _shown(seeds) if len(seeds) <= 4 else f"{len(seeds):,} from {seeds[0]} to {seeds[-1]}"


def _shown(value: Any) -> str:
    match value:
        case None:
            return "not given"
        case bool():
            return "true" if value else "false"
        case list():
            return one_line(", ".join(map(str, value)), _LONGEST) or "none"
        case _:
            return one_line(str(value), _LONGEST)
