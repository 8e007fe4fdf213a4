"""One experiment out of several: everybody's models, boards and match-ups, as far as somebody planned them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.combos import Composition, Matchups, generate_model_combos
from codenames_metrics.experiment.config import ExperimentConfig

_SHARED: Final = (
    "game_modes", "run_seed", "games_per_config", "temperature", "prompts", "max_retries", "max_rounds", "max_turns",
    "clue_rules", "illegal_clue", "language", "surveillance", "blind", "word_list", "primary", "equivalence_margin",
    "arms",
)  # fmt: skip
"""What has to be the same in all of them."""


def union(name: str, configs: Mapping[str, ExperimentConfig]) -> ExperimentConfig:
    """Return the experiment that holds the games of all others; the same in whichever order they are given.

    Where all have the same models, that is one with all their boards. Else its match-ups are listed: those of models
    that no laboratory let meet are not planned.

    Args:
        name: of the new one.
        configs: by what complaints call each.

    Raises:
        InputError: they do not belong together; the message names the first that differs, and in what.
    """
    (first, base), *others = sorted(configs.items(), key=lambda one: (one[1].model_dump_json(), one[0]))
    for where, config in others:
        for key in _SHARED:
            if (here := getattr(config, key)) != (there := getattr(base, key)):
                shown, other = (one_line(_in_words(value), 60) for value in (here, there))
                raise InputError(f"{where}: `{key}` is {shown} there, but {other} in {first}")
    every = [config for _, config in sorted(configs.items(), key=lambda one: one[1].model_dump_json())]
    models = sorted({model for config in every for model in config.models})
    tree = base.model_dump(mode="json", exclude_none=True) | {
        "name": name,
        "models": models,
        "model": _tables(configs),
        "seeds": sorted({seed for config in every for seed in config.seeds}),
    }
    if any(_who_meets(config) != _who_meets(base) for config in every):
        tree |= _listed(first, every)
    try:
        return ExperimentConfig.model_validate(tree)
    except ValidationError as error:
        raise InputError(f"they do not fit into one run: {first_problem(error)}") from error


def _in_words(value: object) -> str:
    """Return a setting as a complaint says it: lists and tables by what is in them."""
    if isinstance(value, Mapping | list | tuple):
        return ", ".join(map(str, value)) or "none"
    return f"{value}"


def _who_meets(config: ExperimentConfig) -> tuple[Any, ...]:
    return (
        frozenset(config.models), frozenset(config.team_compositions), config.matchups, frozenset(config.pairs),
        config.against, frozenset(config.hold_out), frozenset(config.meet),
    )  # fmt: skip


def _tables(configs: Mapping[str, ExperimentConfig]) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    agents: dict[str, tuple[str, Any]] = {}
    for where, config in sorted(configs.items()):
        for model in config.models:
            said_by, agent = agents.setdefault(model, (where, config.agent(model)))
            if agent != config.agent(model):
                raise InputError(f"{where}: {one_line(model, 60)} is a different agent there than in {said_by}")
        tables |= {name: table.model_dump(mode="json", exclude_none=True) for name, table in config.model.items()}
    return dict(sorted(tables.items()))


def _listed(first: str, every: Sequence[ExperimentConfig]) -> dict[str, Any]:
    """Return the match-ups of all, one by one."""
    if any(config.against is not None for config in every):
        raise InputError(f"{first}: cross-play against a reference team is merged only with the same models")
    pairs = {
        (combo.red.name, combo.blue.name)
        for config in every
        for mode in config.game_modes
        for combo in generate_model_combos(config, mode)
    }
    there = {composition for config in every for composition in config.team_compositions}
    meet = {composition for config in every for composition in config.meet}
    return {
        "matchups": str(Matchups.EXPLICIT),
        "pairs": sorted(pairs),
        "team_compositions": [str(one) for one in Composition if one in there],
        "meet": [str(one) for one in Composition if one in meet],
        "hold_out": [],
        "one_sided": any(config.one_sided for config in every),
    }
