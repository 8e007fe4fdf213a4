"""What a report says of a run beside its results: who played, by which rules, with which versions, at what cost."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from codenames_agents.models.asking import HowAsked
from codenames_metrics.experiment.jobs import rules_identity
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.failures import last_failures
from codenames_metrics.run_folder.held_back import HeldBackModel, held_back_models
from codenames_metrics.run_folder.ledger import ModelSpending, seconds_by_model, spent_by_model
from codenames_metrics.run_folder.manifest import Declared, read_manifest
from codenames_metrics.run_folder.metrics_cache import finished_names
from codenames_metrics.run_folder.spending import LineupSpending, spending_by_lineup


class RunFacts(NamedTuple):
    """The facts."""

    description: str
    players: Mapping[str, str]
    """By the names of the experiment: specs with parameters."""
    prompts: Mapping[str, str]
    """Of language models: name, version and hash of the prompt set."""
    modes: Sequence[str]
    compositions: Sequence[str]
    matchups: str
    boards: int
    repeats: int
    words: str
    """Name of the word list and the beginning of its hash."""
    boards_sha256: str
    rules: Mapping[str, str]
    """All that shape a game, but for the mode."""
    versions: Mapping[str, str]
    asked: Mapping[str, Sequence[HowAsked]]
    """By language model: how it was asked, in several ways where sessions of the run differed."""
    seconds: Mapping[str, float]
    """By model: how long an answer took on average; those of which it is known."""
    spent: Mapping[str, ModelSpending]
    """By model; empty if no model was asked over a network."""
    spending: Sequence[LineupSpending]
    """What the games of each line-up took that asked models over a network."""
    given_up: Mapping[str, int]
    """By class of failure, how many games were skipped."""
    held_back: Sequence[HeldBackModel]
    """Models that refuse for good what they are asked."""
    copies: Sequence[Sequence[str]]
    """Models that are copies of one agent, together."""
    declared: Sequence[Declared]
    """What was to be decided, in the order in which sessions said so."""
    warnings: Sequence[str]
    """That were to be given before the first game."""


def run_facts(folder: Path, plan: Plan, given_up: Sequence[int] = ()) -> RunFacts:
    """Return the facts of the run in a results folder.

    Args:
        folder: of the results.
        plan: of the run.
        given_up: places of the games that were skipped.
    """
    config = plan.config
    manifest = read_manifest(folder)
    failures = last_failures(folder)
    numbers = (plan.name(index) for index in given_up)
    rules = rules_identity(config.game(config.game_modes[0], 0))
    return RunFacts(
        description=config.description,
        players={name: config.agent(name).label for name in config.models},
        prompts=plan.prompts,
        modes=[str(mode) for mode in config.game_modes],
        compositions=[str(composition) for composition in config.team_compositions],
        matchups=str(config.matchups),
        boards=len(config.seeds),
        repeats=config.games_per_config,
        words=f"{plan.words.name}, SHA-256 {plan.words.sha256[:16]}",
        boards_sha256=plan.boards_sha256,
        rules={name: str(value) for name, value in rules.items() if name not in _OF_A_MODE},
        versions=manifest.versions if manifest else {},
        asked=manifest.asked if manifest else {},
        seconds=seconds_by_model(folder),
        spent=dict(spent_by_model(folder, config.model)),
        spending=spending_by_lineup(folder, plan, config.model),
        given_up=Counter(failures[number].kind for number in numbers if number in failures),
        held_back=held_back_models(folder, finished_names(folder, plan)),
        copies=config.copies,
        declared=manifest.declared if manifest else (),
        warnings=plan.warnings,
    )


_OF_A_MODE = ("mode", "assassin_count", "discussion")
