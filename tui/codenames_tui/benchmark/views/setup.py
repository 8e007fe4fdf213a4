"""Setting up a benchmark as lists: a form, what an experiment takes, and earlier runs."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final

from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.estimate import Estimate
from codenames_tui.benchmark.form import CHOICES, ListedRun
from codenames_tui.ui.lines.items import Item

_WIDEST: Final = 72
_LABELS: Final = {
    "name": "Name",
    "models": "Models",
    "modes": "Modes",
    "compositions": "Teams",
    "matchups": "Match-ups",
    "seeds": "Boards",
    "repeats": "Games on each",
    "concurrency": "Games at once",
    "budget": "Budget",
}
_ABOUT: Final = {
    "name": "The results folder's name: letters, digits, dots, dashes and underscores.",
    "models": "Enter adds or removes an agent or a model. Left and right go through examples.",
    "modes": "Standard, without the assassin, or one guesser per team without discussion.",
    "compositions": "One model per team, or mixed: by role, or a different one in each seat.",
    "matchups": "Every pair on both sides, with or without self-play, or self-play only.",
    "seeds": "How many boards. Under 100 games per match-up, results are a first impression.",
    "repeats": "Games per match-up and board, each with new seeds for the agents.",
    "concurrency": "How many games are played at the same time. Leave empty for the default.",
    "budget": "US dollars that the whole run may cost. Leave empty for no limit.",
}


def form_items(form: Mapping[str, str], problem: str) -> list[Item]:
    """Return the fields of a form, and the way on."""
    items = [
        Item(
            name,
            label,
            (form[name] or ("no limit" if name == "budget" else "default")).replace("_", " "),
            about=_ABOUT[name],
            turns=name in CHOICES,
        )
        for name, label in _LABELS.items()
    ]
    note = problem or "games, calls, cost and precision"
    return [*items, Item("next", "See the estimate", note=note, style="accent", wrong=bool(problem), apart=True)]


def estimate_items(
    config: ExperimentConfig,
    expected: Estimate | None,
    resolution: Sequence[str],
    folder: str,
    concurrency: int | None,
    budget: float | None,
    problem: str,
) -> list[Item]:
    """Return what can be changed before a run starts, and what it will take."""
    usual = config.games_at_once if config.language_models else "all cores"
    at_once = str(concurrency) if concurrency else f"default ({usual})"
    money = "no limit" if budget is None else f"${budget:,.2f}"
    spends = bool(expected and expected.models)
    note = problem or ("asks before money is spent" if spends else "free: every agent is offline")
    start = Item(
        "start", "Start the run", note=note if expected or problem else "", style="accent", wrong=bool(problem)
    )
    items = [
        start,
        Item("concurrency", _LABELS["concurrency"], at_once, about=_ABOUT["concurrency"], apart=True),
        Item("budget", _LABELS["budget"], money, about=_ABOUT["budget"]),
        Item("", f"Results go to {folder}", idle=True),
    ]
    if expected is None:
        return [*items, Item("", "" if problem else "Estimating …", idle=True, section="Estimate")]
    lines = [part for line in (*expected.lines(), *resolution) for part in wrap(line, _WIDEST, subsequent_indent="  ")]
    return items + [
        Item("", line, idle=True, section="Estimate" if not number else "") for number, line in enumerate(lines)
    ]


def run_items(runs: Sequence[ListedRun]) -> list[Item]:
    """Return an item for each run, called by its folder."""
    return [_run_item(run, "Earlier runs" if not number else "") for number, run in enumerate(runs)]


def _run_item(run: ListedRun, section: str) -> Item:
    if run.problem:
        return Item(str(run.folder), run.name, note=run.problem, wrong=True, section=section)
    note = f"{run.done:,} of {run.planned:,} games"
    return Item(str(run.folder), run.name, run.status, note, about=str(run.folder), section=section)
