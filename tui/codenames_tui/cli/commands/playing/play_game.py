"""Plays a prepared game to its end and saves it: in the app, in plain lines, or unseen."""

import argparse
import asyncio
import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codenames_agents.catalogue import begin_asking_models, close_models
from codenames_agents.seats.turn_limit import NO_LIMIT, TurnLimit
from codenames_core.decisions.reply_sanitiser import has_flag
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Seat, Team
from codenames_core.game.state import apply
from codenames_core.play.episode import EpisodeRunner
from codenames_core.play.unreachable import SeatUnreachable
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.commands.playing.cassettes import missing_from_cassette
from codenames_tui.cli.commands.playing.game_lines import closing_lines, print_lines
from codenames_tui.cli.commands.playing.model_reports import (
    failures_by_seat,
    print_model_waits,
    unreachable_model_lines,
    why_forfeited,
)
from codenames_tui.cli.commands.playing.spending import GameBudgetReached, spending_as_json, spending_lines
from codenames_tui.cli.event_serving import run_while_serving
from codenames_tui.game.sessions.measuring import measured
from codenames_tui.setup.prepared_games import PreparedGame
from codenames_tui.ui.prose import plain
from codenames_tui.ui.prose.explanation import verdict_and_why
from codenames_tui.ui.shell import resume_command, saved_line

if TYPE_CHECKING:
    from codenames_tui.streaming.server import EventServer


def play_in_app(
    game: PreparedGame,
    options: argparse.Namespace,
    server: "EventServer | None" = None,
    turn_limit: TurnLimit = NO_LIMIT,
) -> int:
    """Play the game on the screen and return the exit code; `server` publishes it, people keep to `turn_limit`."""
    from codenames_tui.app.app import watch_live
    from codenames_tui.cli.terminal import look

    return watch_live(
        lambda: game.runner,
        look=look(options),
        pace=game.runner.gate.pace,
        on_end=lambda record: _seal(game, record),
        journal=game.journal.path,
        beside=server.serve_forever if server else None,
        turn_limit=turn_limit,
        note=game.note,
    )


def play_as_text(game: PreparedGame, *, lines: bool, as_json: bool, server: "EventServer | None" = None) -> int:
    """Play the game without a screen and return the exit code.

    Args:
        game: without a person in any seat.
        lines: whether a line is printed for each event; else for the result alone.
        as_json: whether the result is printed as JSON, and nothing else.
        server: publishes the game.

    Raises:
        InputError: a person has a seat.
    """
    if people := [seat.label for seat in Seat if has_flag(game.runner.agent_of(seat), "is_human")]:
        game.give_up()
        raise InputError(f"a person plays {', '.join(people)}, which takes the app: leave out --plain and --headless")
    stopped_by = [signal.SIGINT]
    narrate = lines and not as_json
    try:
        record = asyncio.run(run_while_serving(server, lambda: _run(game, stopped_by, narrate=narrate)))
    except (KeyboardInterrupt, asyncio.CancelledError):
        if game.journal.path.exists():  # else the game was over and saved, and only its last lines were not printed
            print(f"stopped; resume with: {resume_command(game.journal.path)}", file=sys.stderr)
        return 128 + stopped_by[-1]
    except GameBudgetReached as error:
        if as_json:
            print(json.dumps(_summary(game.runner, str(game.journal.path)) | {"stopped": str(error)}))
        again = f"{resume_command(game.journal.path)} --budget USD"
        print(f"stopped: {error}; resume with a larger budget: {again}", file=sys.stderr)
        return exits.BUDGET_REACHED
    except SeatUnreachable as error:
        if missing := _nothing_was_recorded(game):
            raise InputError(missing) from error
        if as_json:
            print(json.dumps(_summary(game.runner, str(game.journal.path)) | {"stopped": str(error)}))
        for line in _how_to_go_on(error, game.journal.path):
            print(line, file=sys.stderr)
        return exits.SOME_SKIPPED
    if as_json:
        print(json.dumps(_summary(game.runner, str(game.out))))
    elif not lines:
        print(verdict_and_why(record.outcome, game.runner.state))
    return exits.DONE


async def _run(game: PreparedGame, stopped_by: list[signal.Signals], *, narrate: bool) -> EpisodeRecord:
    """Play and seal the game; it is saved even if the printed lines are no longer read."""
    _stop_on_signals(stopped_by)
    narrator = asyncio.create_task(_narrate(game.runner)) if narrate else None
    waits = asyncio.create_task(print_model_waits(game.runner)) if narrate else None
    begin_asking_models()
    try:
        record = await game.runner.run()
        _seal(game, record)
    except SeatUnreachable:
        if narrator:
            await narrator
        raise
    finally:
        if waits:
            waits.cancel()
        await close_models()
    try:
        if narrator:
            await narrator
            print_lines(closing_lines(record.outcome, game.runner.state, measured(record)))
    finally:
        decisions = list(record.decisions())
        for line in (*unreachable_model_lines(decisions), *spending_lines(decisions), saved_line(game.out)):
            print(line, file=sys.stderr)
    return record


def _seal(game: PreparedGame, record: EpisodeRecord) -> Path:
    """Save the game and return where.

    Raises:
        InputError: it was played from a cassette, and asked for what was never recorded; nothing is saved.
    """
    if missing := _nothing_was_recorded(game):
        raise InputError(missing)
    return game.seal(record)


def _nothing_was_recorded(game: PreparedGame) -> str:
    """Discard a game that asked its cassette for what is not on it, and return what that is; else nothing."""
    if not (missing := missing_from_cassette()):
        return ""
    game.journal.discard()
    return f"this is not the game that was recorded: {missing}"


def _how_to_go_on(error: SeatUnreachable, journal: Path) -> tuple[str, ...]:
    """Return why a game stopped, and the commands that go on with it."""
    command, seat = resume_command(journal), error.seat.label.replace(" ", "-")
    return (
        f"the game stopped, and nobody has won: {one_line(str(error), 300)}",
        f"resume when it is available: {command}",
        f"or with another agent: {command} --{seat} SPEC",
    )


def _stop_on_signals(stopped_by: list[signal.Signals]) -> None:
    """Have the signals that end a process cancel this task, and add their numbers to `stopped_by`."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def stop(number: signal.Signals) -> None:
        stopped_by.append(number)
        if task:
            task.cancel()

    for name in ("SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            loop.add_signal_handler(number, stop, number)


async def _narrate(runner: EpisodeRunner) -> None:
    """Print every event as it comes; what happened before a game was resumed goes first."""
    teams = runner.header.teams
    red, blue = (teams[team].label for team in Team)
    print_lines(plain.opening(runner.header.board, red, blue, blind=runner.header.config.blind))
    state = runner.initial
    async for event in runner.stream.follow():
        after = apply(state, event)
        print_lines(
            plain.event_lines(
                event, state, after, reason=why_forfeited(event, len(state.public_transcript), runner.tries)
            )
        )
        state = after


def _summary(runner: EpisodeRunner, path: str) -> dict[str, Any]:
    record = runner.record()
    return {
        "episode_id": record.episode_id,
        "seed": record.board_seed,
        "mode": record.config.mode,
        "red": record.teams[Team.RED].label,
        "blue": record.teams[Team.BLUE].label,
        "winner": record.winner,
        "termination": record.outcome.termination if record.outcome else None,
        "turns": runner.state.turn.number,
        "events": len(record.public_transcript),
        "spending": spending_as_json(record.decisions()),
        "failures": failures_by_seat(runner.tries),
        "path": path,
    }
