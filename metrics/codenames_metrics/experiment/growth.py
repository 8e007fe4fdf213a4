"""Experiments that grow: what was planned stays planned, and more is added.

Games are told apart by their keys (`jobs`), so a plan that holds all games of another one can go on in its folder.
"""

from collections.abc import Mapping, Sequence
from itertools import islice

from pydantic import ValidationError

from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.arms import Arm
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.experiment.seeds import endless_board_seeds


def grown(
    config: ExperimentConfig, *, models: Sequence[str] = (), boards: int = 0, arms: Mapping[str, Arm] | None = None
) -> ExperimentConfig:
    """Return an experiment with more models, boards and arms. To add twice is the same as to add both at once.

    Args:
        config: the experiment so far.
        models: specs of further ones; a reference team stays the last of all.
        boards: how many more; hashed from the run's seed, as those of `seeds = {count = 400}` are, so that a run of 100
            such boards grows into one of 400.

        arms: further ones, by name.

    Raises:
        InputError: a model cannot play, or plays already, an arm is there already or changes nothing, or there would be
            too many games.
    """
    for name in models:
        if name in config.models:
            raise InputError(f"{one_line(name, 60)} already plays in it; without --add-model, bench extend resumes it")
    for name in arms or {}:
        if name in config.arms:
            raise InputError(f"the arm {name} is already there; without --add-arm, bench extend resumes it")
    listed = [*config.models]
    place = len(listed) - (config.against is not None and listed[-1] == config.against)
    listed[place:place] = models
    known = frozenset(config.seeds)
    more = islice((seed for seed in endless_board_seeds(config.run_seed) if seed not in known), boards)
    tree = config.model_dump(mode="json", exclude_none=True)
    try:
        return ExperimentConfig.model_validate(
            {**tree, "models": listed, "seeds": [*config.seeds, *more], "arms": {**config.arms, **(arms or {})}}
        )
    except ValidationError as error:
        raise InputError(first_problem(error)) from error


def new_games(before: Plan, after: Plan) -> int | None:
    """Return how many games a plan has that another one has not; None if it lacks some of the other's.

    Both are gone through once, which takes some 5 microseconds for each game.
    """
    names = {before.key_of(index) for index in range(len(before))}
    added = sum(after.key_of(index) not in names for index in range(len(after)))
    return added if len(after) - added == len(names) else None
