"""`tune`: looks for better prompts on some boards, chooses on others, and tests once on boards not looked at."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Final

from codenames_agents.catalogue import build_agent
from codenames_agents.models.prompts import DEFAULT_PROMPTS, PromptSet, load_prompts, shipped_sets
from codenames_core.game.config import AgentConfig, Role
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import is_language_model
from codenames_metrics.experiment.experiment_file import load_experiment
from codenames_metrics.laboratory.asking.laboratory import Laboratory
from codenames_metrics.laboratory.asking.positions import RecordedPosition
from codenames_metrics.laboratory.tuning.outcome.report import REPORT, report_text, write_report
from codenames_metrics.laboratory.tuning.outcome.story import TuneStage, TuneStory
from codenames_metrics.laboratory.tuning.outcome.winner import write_prompts
from codenames_metrics.laboratory.tuning.planning.candidates import TunedSeat, texts_id
from codenames_metrics.laboratory.tuning.planning.forecast import forecast
from codenames_metrics.laboratory.tuning.planning.items import held_out_items, search_items
from codenames_metrics.laboratory.tuning.planning.plan import (
    PARTNERS,
    TEST_PARTNERS,
    Optimiser,
    TuneGoal,
    TunePlan,
    check_partners,
    split_boards,
    tuned_model,
)
from codenames_metrics.laboratory.tuning.running import Tune, open_tune_folder
from codenames_metrics.laboratory.tuning.searching.answering import AnswersByPrompts
from codenames_tui.benchmark.tuning.tune_run import TuneRun
from codenames_tui.cli import exits
from codenames_tui.cli.commands.laboratory.asking_options import (
    BY_STATUS,
    ask_in_lines,
    confirm_cost,
    provider,
    refuse_no_screen,
    stated_price,
)
from codenames_tui.cli.streams import print_note
from codenames_tui.cli.terminal import look

ENOUGH_FOR_CHOICE: Final = 4
"""Boards, below which the games of a choice are noted to say little: who does worse in them than the start is out."""


def tune(options: argparse.Namespace) -> int:
    """Tune prompts, and print what came out."""
    refuse_no_screen(options)
    plan = plan_of(options)
    _take_prices(options, plan)
    items, tested = asyncio.run(_items(plan))
    stated = stated_price(options)
    expected = forecast(plan, items, tested, (stated.dollars_in, stated.dollars_out) if stated else None)
    games = 2 * len(plan.splits.choice)
    print_note(
        f"search: {counted(plan.rollouts, 'answer')} at most on {counted(len(items), 'position')}; choice: "
        f"{counted(games, 'game')} for each of {plan.finalists + 1}; test: {counted(len(tested), 'position')}, twice"
    )
    if len(plan.splits.choice) < ENOUGH_FOR_CHOICE:
        print_note(
            f"with {counted(len(plan.splits.choice), 'board')} for the choice the start may be kept by chance; give "
            f"the experiment more seeds, or the choice a larger part of --splits, for {ENOUGH_FOR_CHOICE} or more"
        )
    if options.dry_run:
        for one in expected:
            print(one.line())
        return exits.DONE
    if options.cassette is None or not Path(options.cassette).exists():  # nobody is asked whose answers are recorded
        for agent in (plan.model, *plan.partners, *plan.test_partners, *([plan.reflecting] if plan.reflecting else [])):
            build_agent(agent, Role.CLUER, 0)
    confirm_cost(expected, options)
    folder = Path(options.out or "laboratory") / plan.name
    through, answers = provider(options, has_models=True), AnswersByPrompts()
    if options.tui:
        return _tune_in_app(
            TuneRun(
                plan,
                folder,
                provider=through,
                concurrency=options.concurrency,
                budget_usd=options.budget,
                answers=answers,
            ),
            options,
        )
    stories: list[TuneStory] = []

    def note(story: TuneStory) -> None:
        if not stories or story.stage is not stories[-1].stage:
            print_note(f"{story.stage}: {counted(len(story.candidates), 'candidate')}")
            write_report(folder, story)
        stories[:] = [story]

    with open_tune_folder(folder, plan) as lab:
        laboratory = Laboratory(
            lab, answerer=answers, concurrency=options.concurrency, budget_usd=options.budget, provider=through
        )
        status = ask_in_lines(
            laboratory, options, lambda laboratory: Tune(plan, laboratory, answers, folder, note).run()
        )
    _finish(folder, stories[-1])
    return BY_STATUS[status]


def _tune_in_app(run: TuneRun, options: argparse.Namespace) -> int:
    """Tune in the app, and return the exit code."""
    from codenames_tui.app.app import run_app
    from codenames_tui.benchmark.tuning.tune_screen import TuneScreen

    wanted = look(options)
    code = run_app(TuneScreen(run, glyphs=wanted.glyphs), wanted, beside=run.play)
    if run.trouble:
        print_note(run.trouble)
        return exits.WRONG_INPUT
    if run.status is not None and run.story is not None:
        _finish(run.folder, run.story)
    else:
        print_note("it is not finished; run it again, and it goes on from here")
    return code or (exits.INTERRUPTED if run.status is None else BY_STATUS[run.status])


def _finish(folder: Path, story: TuneStory) -> None:
    """Write and print what came out, and put the chosen prompts where `--prompts` finds them."""
    write_report(folder, story)
    for candidate in story.candidates.values():
        if candidate.id != story.start:
            write_prompts(candidate.prompts, folder / "prompts")
    sys.stdout.write(report_text(story))
    print_note(f"report in {one_line(str(folder / REPORT))}")
    if story.stage is TuneStage.DONE and story.chosen is not None and story.chosen != story.start:
        chosen = story.candidates[story.chosen].prompts
        if story.plan.optimiser is not Optimiser.GRID:  # what a grid compares is there already
            path = write_prompts(chosen, prompts_folder())
            print_note(f"the chosen prompts are in {one_line(str(path))}")
        print_note(f"play with --prompts {chosen.name}")


def _take_prices(options: argparse.Namespace, plan: TunePlan) -> None:
    """Take the prices that the experiment says for its model, where the options say none and nobody else is asked."""
    table = plan.config.model.get(options.model or plan.config.language_models[0])
    asked = (*plan.partners, *plan.test_partners, *([plan.reflecting] if plan.reflecting else []))
    others = [one for one in asked if is_language_model(one.spec) and one.spec != plan.model.spec]
    if table is not None and not others and options.price_in is None and options.price_out is None:
        options.price_in, options.price_out = table.price_in, table.price_out


async def _items(plan: TunePlan) -> tuple[list[RecordedPosition], list[RecordedPosition]]:
    return await search_items(plan), await held_out_items(plan)


def plan_of(options: argparse.Namespace) -> TunePlan:
    """Return what the options ask for.

    Raises:
        InputError: options that do not go together, or name what there is not.
    """
    config = load_experiment(options.experiment)
    model = tuned_model(config, options.model)
    own = config.agent(options.model or config.language_models[0]).prompts
    start = load_prompts(options.start or own or DEFAULT_PROMPTS, prompts_folder())
    optimiser = Optimiser(options.optimiser)
    partners = tuple(map(AgentConfig.parse, options.partners or PARTNERS))
    test_partners = tuple(map(AgentConfig.parse, options.test_partners or TEST_PARTNERS))
    check_partners(partners, test_partners)
    return TunePlan(
        config=config,
        model=model,
        seat=TunedSeat(options.seat),
        start=start,
        given=_given(options, start, optimiser),
        optimiser=optimiser,
        reflecting=_reflecting(options, model, optimiser),
        goal=TuneGoal(options.goal),
        rollouts=options.rollouts,
        items=options.items,
        finalists=options.finalists,
        splits=split_boards(config.seeds, options.splits, options.seed),
        partners=partners,
        test_partners=test_partners,
        seed=options.seed,
    )


def _given(options: argparse.Namespace, start: PromptSet, optimiser: Optimiser) -> tuple[PromptSet, ...]:
    if optimiser is not Optimiser.GRID:
        if options.rollouts <= options.items:
            raise InputError(f"--rollouts {options.rollouts} are used up by the start on {options.items} positions")
        if options.sets:
            raise InputError(f"--sets are what a grid compares, and the optimiser is {optimiser}")
        return ()
    sets = [load_prompts(name, prompts_folder()) for name in options.sets or shipped_sets()]
    others = tuple(one for one in sets if texts_id(one) != texts_id(start))
    if not others:
        raise InputError("there is nothing to compare the start with; name other prompt sets with --sets")
    if options.rollouts <= len(others):
        raise InputError(f"--rollouts {options.rollouts} are too few for {len(others) + 1} prompt sets")
    return others


def _reflecting(options: argparse.Namespace, model: AgentConfig, optimiser: Optimiser) -> AgentConfig | None:
    if optimiser is Optimiser.GRID:
        if options.reflect:
            raise InputError("--reflect names the model that rewrites texts, and a grid rewrites none")
        return None
    if options.reflect:
        return AgentConfig.parse(options.reflect)
    return model.model_copy(update={"max_tokens": None, "persona": None})  # both are for answers in games
