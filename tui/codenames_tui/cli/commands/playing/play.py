"""`play` and `demo`: play a game in the app, in plain lines or unseen, and save it."""

import argparse
import asyncio
import json
import secrets
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from codenames_agents.catalogue import SeatError, close_models, substitute, team_seed
from codenames_agents.kinds import DEFAULT_SPEC
from codenames_core.decisions.reply_sanitiser import says_of_itself
from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.files.word_lists import load_word_list
from codenames_core.game.config import AgentConfig, ClueRules, GameConfig, Role, Seat, Team, TeamConfig
from codenames_core.game.state import apply
from codenames_core.play.episode import EpisodeRunner
from codenames_core.play.pause_gate import PauseGate
from codenames_core.referee.languages import coverage
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.commands.playing.game_lines import closing_lines, print_lines
from codenames_tui.cli.commands.playing.models_in_play import (
    cassette_for_the_rest,
    missing_answer,
    out_of_reach,
    tell_troubles,
    with_cassette,
)
from codenames_tui.cli.commands.playing.serving import host_of, served
from codenames_tui.cli.terminal import has_terminal, no_terminal
from codenames_tui.game.sessions.measuring import measured
from codenames_tui.library.samples import episode_path
from codenames_tui.setup.prepared_games import PreparedGame, forked_game, journal_to_resume, new_game, resumed_game
from codenames_tui.ui import plain
from codenames_tui.ui.look import LIVE_PACE, LONGEST_PACE
from codenames_tui.ui.shell import resume_command, saved_line
from codenames_tui.ui.wording import verdict

if TYPE_CHECKING:
    from codenames_tui.streaming.server import EventServer

LARGEST_SEED = 2**31
RULES = (
    *("seed", "mode", "max_rounds", "max_turns", "blind", "no_surveillance"),
    *("words", "clue_rules", "language", "fallback"),
)
"""Options that only a new game can be given."""


def demo(options: argparse.Namespace) -> int:
    """Play a game between offline agents: in the app, or in plain lines where there is no terminal."""
    on_screen = has_terminal() and not options.plain
    pace = pace_of(options.pace, LIVE_PACE if on_screen else 0.0)
    config = _config({"seed": options.seed})
    game = new_game(config, _same_everywhere(DEFAULT_SPEC, config.seed), gate=PauseGate(pace=pace))
    return _on_screen(game, options) if on_screen else _unwatched(game, lines=True, as_json=False)


def play(options: argparse.Namespace) -> int:
    """Play the game that the options describe."""
    on_screen = not (options.plain or options.headless or options.json)
    if on_screen and not has_terminal():
        _complain_of_files(options)
        return no_terminal("--plain or --headless")
    gate = PauseGate(pace=pace_of(options.pace, LIVE_PACE if on_screen else 0.0))
    cassette_for_the_rest(options.cassette, options.resume)
    host = host_of(options)  # complains before a game is begun
    game = with_cassette(options.cassette, lambda: _set_up(options, gate))
    if game.note:
        print(game.note, file=sys.stderr)
    if host:
        host.publish(game.runner)
    if on_screen:
        return _on_screen(game, options, host)
    return _unwatched(game, lines=options.plain, as_json=options.json, host=host)


def _complain_of_files(options: argparse.Namespace) -> None:
    """Read the files that a game would begin with, and begin none.

    Raises:
        InputError: one of them cannot be used.
    """
    if options.resume is not None:
        journal_to_resume(options.resume)
    if options.parent is not None:
        read_episode(episode_path(options.parent))
    if options.words is not None:
        load_word_list(options.words)


def _on_screen(game: PreparedGame, options: argparse.Namespace, host: "EventServer | None" = None) -> int:
    from codenames_tui.app.app import watch_live
    from codenames_tui.cli.terminal import look

    return watch_live(
        lambda: game.runner,
        look=look(options),
        pace=game.runner.gate.pace,
        on_end=lambda record: _sealed(game, record),
        journal=game.journal.path,
        beside=host.serve_forever if host else None,
    )


def _unwatched(game: PreparedGame, *, lines: bool, as_json: bool, host: "EventServer | None" = None) -> int:
    if people := [seat.label for seat in Seat if says_of_itself(game.runner.agent_of(seat), "is_human")]:
        game.give_up()
        raise InputError(f"a person plays {', '.join(people)}, which takes the app: leave out --plain and --headless")
    stopped_by = [signal.SIGINT]
    narrate = lines and not as_json
    try:
        record = asyncio.run(served(host, lambda: _run(game, stopped_by, narrate=narrate)))
    except (KeyboardInterrupt, asyncio.CancelledError):
        if game.journal.path.exists():  # else the game was over and saved, and only its last lines were not printed
            print(f"stopped; go on with: {resume_command(game.journal.path)}", file=sys.stderr)
        return 128 + stopped_by[-1]
    if as_json:
        print(json.dumps(_summary(record, game.runner.state.turn.number, str(game.out))))
    elif not lines:
        print(verdict(record.outcome, game.runner.state))
    return exits.DONE


async def _run(game: PreparedGame, stopped_by: list[signal.Signals], *, narrate: bool) -> EpisodeRecord:
    """Play and seal the game; it is saved even where nobody reads on what is printed."""
    _stop_on_signals(stopped_by)
    narrator = asyncio.create_task(_narrate(game.runner)) if narrate else None
    troubles = asyncio.create_task(tell_troubles(game.runner)) if narrate else None
    try:
        record = await game.runner.run()
        _sealed(game, record)
    finally:
        if troubles:
            troubles.cancel()
        await close_models()
    try:
        if narrator:
            await narrator
            print_lines(closing_lines(record.outcome, game.runner.state, measured(record)))
    finally:
        for line in (*out_of_reach(record.decisions()), saved_line(game.out)):
            print(line, file=sys.stderr)
    return record


def _sealed(game: PreparedGame, record: EpisodeRecord) -> Path:
    """Save the game and return where, unless it is a replay that asked for what was never recorded."""
    if missing := missing_answer():
        game.journal.discard()
        raise InputError(f"this is not the game that was recorded: {missing}")
    return game.seal(record)


def _stop_on_signals(stopped_by: list[signal.Signals]) -> None:
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
        print_lines(plain.event_lines(event, state, after))
        state = after


def _summary(record: EpisodeRecord, turns: int, path: str) -> dict[str, Any]:
    return {
        "episode_id": record.episode_id,
        "seed": record.board_seed,
        "mode": record.config.mode,
        "red": record.teams[Team.RED].label,
        "blue": record.teams[Team.BLUE].label,
        "winner": record.winner,
        "termination": record.outcome.termination if record.outcome else None,
        "turns": turns,
        "events": len(record.public_transcript),
        "path": path,
    }


def _set_up(options: argparse.Namespace, gate: PauseGate) -> PreparedGame:
    if options.resume is not None or options.parent is not None:
        return _set_up_again(options, gate)
    if options.at is not None:
        raise InputError("--at names an event of the episode that --from names; give both")
    config = _config(
        {
            "seed": options.seed,
            "mode": options.mode,
            "max_rounds": options.max_rounds,
            "max_turns": options.max_turns,
            "blind": options.blind,
            "surveillance": not options.no_surveillance,
            "clue_rules": options.clue_rules,
            "language": options.language,
            "fallback": _fallback(options.fallback),
        }
    )
    if config.fallback.startswith("substitute:"):
        substitute(Seat.RED_CLUER, config)  # complains now, where there is no such agent
    if config.clue_rules is ClueRules.OFFICIAL and (note := coverage(config.language)):
        print(note, file=sys.stderr)
    word_list = load_word_list(options.words) if options.words is not None else None
    teams = _teams(options, _same_everywhere(DEFAULT_SPEC, config.seed))
    return new_game(config, teams, word_list=word_list, out=options.out, gate=gate)


def _set_up_again(options: argparse.Namespace, gate: PauseGate) -> PreparedGame:
    """Set up a game that has begun already: its rules are settled, who plays on is not."""
    source = "--from" if options.resume is None else "--resume"
    others = RULES if options.resume is None else ("parent", "at", *RULES)
    for name in others:
        if getattr(options, name) not in (None, False):
            option = "--from" if name == "parent" else "--" + name.replace("_", "-")
            reason = "both say where to start" if name == "parent" else "the game keeps what it began with"
            raise InputError(f"{option} cannot be given with {source}: {reason}; leave it out")
    try:
        return _resumed(options, gate) if options.parent is None else _forked(options, gate)
    except SeatError as error:
        option = error.seat.label.replace(" ", "-")
        raise InputError(f"{error}; say who plays on there with --{option} SPEC") from error


def _resumed(options: argparse.Namespace, gate: PauseGate) -> PreparedGame:
    named = {seat: AgentConfig.parse(spec) for seat in Seat if (spec := _named(options, seat)) is not None}
    return resumed_game(options.resume, named, out=options.out, gate=gate)


def _forked(options: argparse.Namespace, gate: PauseGate) -> PreparedGame:
    parent = read_episode(episode_path(options.parent)).record
    at = len(parent.public_transcript) if options.at is None else options.at
    return forked_game(parent, at, _teams(options, parent.teams_at(at)), out=options.out, gate=gate)


def _config(given: dict[str, Any]) -> GameConfig:
    fields = {name: value for name, value in given.items() if value is not None}
    try:
        return GameConfig(**{"seed": secrets.randbelow(LARGEST_SEED), **fields})
    except ValidationError as error:
        name, colon, said = first_problem(error).partition(":")
        option = f"--{name.replace('_', '-')}" if name in given else name
        raise InputError(option + colon + said) from error


def _fallback(given: str | None) -> str | None:
    if given is None or given in ("forfeit", "abort"):
        return given
    if given.startswith("substitute:") and given != "substitute:":
        AgentConfig.parse(given.partition(":")[2])
        return given
    raise InputError(f"--fallback is {one_line(given, 40)!r}; forfeit, abort or substitute:SPEC is needed")


def _teams(options: argparse.Namespace, otherwise: dict[Team, TeamConfig]) -> dict[Team, TeamConfig]:
    return {team: _team(options, team, otherwise[team]) for team in Team}


def _team(options: argparse.Namespace, team: Team, otherwise: TeamConfig) -> TeamConfig:
    named = {role: _named(options, Seat.of(team, role)) for role in Role}
    return otherwise.model_copy(
        update={role.value: AgentConfig.parse(spec) for role, spec in named.items() if spec is not None}
    )


def _named(options: argparse.Namespace, seat: Seat) -> str | None:
    """Return who is to sit at `seat`, if the options say so."""
    of_seat: str | None = getattr(options, seat)
    of_team: str | None = getattr(options, seat.team)
    return of_team if of_seat is None else of_seat


def _same_everywhere(spec: str, seed: int | None) -> dict[Team, TeamConfig]:
    return dict.fromkeys(Team, TeamConfig.homogeneous(AgentConfig(spec=spec), seed=team_seed(seed)))


def pace_of(given: float | None, otherwise: float) -> float:
    """Return the seconds between events that `--pace` asks for.

    Raises:
        InputError: they are too few or too many.
    """
    if given is None:
        return otherwise
    if not 0 <= given <= LONGEST_PACE:
        raise InputError(f"--pace is {given}; seconds from 0 to {LONGEST_PACE:g} are needed")
    return given
