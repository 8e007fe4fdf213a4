"""What all commands of the laboratory share: where agents think, what may be spent, and lines about the progress."""

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.estimate import price_of
from codenames_metrics.laboratory.asking.executors import (
    Answerer,
    AnswersBesideScreen,
    AnswersHere,
    AnswersInProcesses,
    AnswersOnCluster,
)
from codenames_metrics.laboratory.asking.lab_folder import LabFolder
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.asking.price import Price, price
from codenames_metrics.laboratory.asking.questions import LabQuestion
from codenames_metrics.runner.models.budget import PriceUnknown
from codenames_tui.benchmark.laboratory.local_lab import LocalLab
from codenames_tui.cli import exits
from codenames_tui.cli.streams import print_note

if TYPE_CHECKING:
    from codenames_agents.providers.prices import StatedPrice
    from codenames_agents.providers.provider import Provider

BY_STATUS: Final = {
    LabStatus.DONE: exits.DONE,
    LabStatus.INCOMPLETE: exits.SOME_SKIPPED,
    LabStatus.BUDGET: exits.BUDGET_REACHED,
}
"""The exit code for each way in which asking ends."""
SECONDS_BETWEEN_LINES: Final = 5.0


def answerer(options: argparse.Namespace) -> Answerer:
    """Return where agents think.

    Raises:
        InputError: options that do not go together.
    """
    if options.scheduler is not None and options.executor != "dask":
        raise InputError("--scheduler says where a cluster is; give --executor dask with it")
    if options.workers is not None and options.executor == "local":
        raise InputError("--workers says how many processes ask here; give --executor procs or dask with it")
    match options.executor:
        case "procs":
            return AnswersInProcesses(options.workers)
        case "dask":
            return AnswersOnCluster(options.scheduler, options.workers)
        case _:
            return AnswersBesideScreen() if options.tui else AnswersHere()


def stated_price(options: argparse.Namespace) -> "StatedPrice | None":
    """Return what the options say that tokens cost.

    Raises:
        InputError: one of the two prices is missing.
    """
    if options.price_in is None and options.price_out is None:
        return None
    if options.price_in is None or options.price_out is None:
        raise InputError("--price-in and --price-out go together")
    from codenames_agents.providers.prices import StatedPrice

    return StatedPrice(options.price_in, options.price_out)


def expect(questions: Iterable[LabQuestion], options: argparse.Namespace) -> list[Price]:
    """Return what questions to language models will take, model by model."""
    by_model: dict[str, list[LabQuestion]] = {}
    for question in questions:
        if question.model:
            by_model.setdefault(question.model, []).append(question)
    stated = stated_price(options)
    known = (stated.dollars_in, stated.dollars_out) if stated else None
    return [price(model, asked, known or price_of(asked[0].agent)) for model, asked in by_model.items()]


def confirm_cost(expected: Iterable[Price], options: argparse.Namespace) -> None:
    """Say what models will take, and ask before money is spent; without a terminal, a budget is the permission.

    Raises:
        InputError: the answer is no, or nothing permits it.
    """
    expected = list(expected)
    for one in expected:
        print_note(one.line())
        if one.cost_usd is None and options.budget is not None:
            raise PriceUnknown(one.model)
    is_replayed = options.cassette is not None and Path(options.cassette).exists()
    if options.yes or is_replayed or all(one.cost_usd == 0 for one in expected):
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        if options.budget is None:
            raise InputError("models cost money, and there is nobody to ask; give --yes, or a limit with --budget USD")
        return
    print("Ask them? [y/N] ", end="", file=sys.stderr, flush=True)
    if not sys.stdin.readline().strip().casefold().startswith("y"):
        raise InputError("nothing was asked; --yes asks without a question")


def provider(options: argparse.Namespace, *, has_models: bool) -> "Provider | None":
    """Return the provider through which models are asked; None where there is none.

    Raises:
        InputError: a cassette cannot be used.
    """
    if not has_models:
        if options.cassette is not None:
            raise InputError("--cassette keeps the answers of language models, but none is asked")
        return None
    from codenames_agents.providers.cassette import Cassette
    from codenames_agents.providers.provider import Provider

    cassette = Cassette.open(options.cassette) if options.cassette is not None else None
    if cassette is not None:
        doing = "models answer from" if cassette.is_replaying else "the answers of models are recorded in"
        print_note(f"{doing} {one_line(options.cassette)}")
    return Provider(cassette=cassette, stated_price=stated_price(options))


Work = Callable[[Laboratory], Awaitable[LabStatus]]
"""Asks all questions of a suite or probe."""


def refuse_no_screen(options: argparse.Namespace) -> None:
    """Refuse `--tui` where the app cannot run.

    Raises:
        InputError: there is no terminal.
    """
    from codenames_tui.cli.terminal import has_terminal

    if options.tui and not has_terminal():
        raise InputError("there is no terminal here; without --tui, lines say how far it is")


def ask_all(
    opening: AbstractContextManager[LabFolder],
    path: Path,
    options: argparse.Namespace,
    through: "Provider | None",
    work: Work,
) -> int:
    """Have `work` ask its questions, in the app or with lines about the progress, and return the exit code.

    Args:
        opening: opens the folder of the answers.
        path: of the folder.
        options: of the command line.
        through: the provider that models are asked through.
        work: asks.
    """

    def laboratory(folder: LabFolder) -> Laboratory:
        return Laboratory(
            folder,
            answerer=answerer(options),
            concurrency=options.concurrency,
            budget_usd=options.budget,
            provider=through,
        )

    if options.tui:
        return _ask_in_app(path, options, LocalLab(opening, laboratory, work))
    with opening as folder:
        return BY_STATUS[ask_in_lines(laboratory(folder), options, work)]


def _ask_in_app(path: Path, options: argparse.Namespace, lab: "LocalLab") -> int:
    """Show the app, in which all is asked, and return how that ended, where the app ended well."""
    from codenames_tui.app.app import run_app
    from codenames_tui.benchmark.laboratory.lab_screen import LabScreen
    from codenames_tui.cli.terminal import look

    wanted = look(options)
    code = run_app(LabScreen(path, glyphs=wanted.glyphs, local=lab), wanted, beside=lab.run)
    if lab.trouble:
        print_note(lab.trouble)
        return exits.WRONG_INPUT
    if lab.status is None:
        print_note("not all is answered; the same command goes on from here")
    return code or (BY_STATUS[lab.status] if lab.status is not None else exits.INTERRUPTED)


def ask_in_lines(laboratory: Laboratory, options: argparse.Namespace, work: Work) -> LabStatus:
    """Print lines about the progress, and return how it ended."""

    async def run() -> LabStatus:
        async with laboratory:
            printing = asyncio.create_task(_print_progress(laboratory))
            try:
                status = await work(laboratory)
            finally:
                printing.cancel()
        _print_end(laboratory, status, options)
        return status

    return asyncio.run(run())


async def _print_progress(laboratory: Laboratory) -> None:
    printed = time.monotonic()
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_BETWEEN_LINES):
                await laboratory.changes.wait()
        if (now := time.monotonic()) - printed >= SECONDS_BETWEEN_LINES:
            printed = now
            print_note(laboratory.progress.line())


def _print_end(laboratory: Laboratory, status: LabStatus, options: argparse.Namespace) -> None:
    progress = laboratory.progress
    print_note(f"{status}: {progress.line()}")
    if progress.last_failure:
        print_note(progress.last_failure)
    if status is LabStatus.BUDGET:
        print_note(f"the budget of ${options.budget:.2f} is used up; run it again with a larger one to resume")
    if status is LabStatus.INCOMPLETE:
        print_note("run it again to resume")


def note_all(notes: Iterable[str], most: int = 10) -> None:
    """Print what was noted, each kind of note once, and how many more there are."""
    counts = Counter(notes)
    for note in list(counts)[:most]:
        print_note(note)
    if len(counts) > most:
        print_note(f"and {len(counts) - most} more notes")
