"""What the options of `play` and `demo` say about a game: its rules, who plays, and where it begins."""

import argparse
import secrets
import sys
from typing import Any, Final

from pydantic import ValidationError

from codenames_agents.catalogue import SeatError, substitute, team_seed
from codenames_agents.kinds import DEFAULT_SPEC, seated_here
from codenames_core.files.record import read_episode
from codenames_core.game.config import AgentConfig, ClueRules, GameConfig, Role, Seat, Team, TeamConfig
from codenames_core.game.language_codes import language_code
from codenames_core.game.words import WordList
from codenames_core.play.pause_gate import PauseGate
from codenames_core.referee.languages import coverage
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli.streams import print_note
from codenames_tui.library.samples import episode_path
from codenames_tui.setup.prepared_games import PreparedGame, forked_game, new_game, resumed_game

LARGEST_SEED: Final = 2**31
_FOR_WAITS: Final = 20.0
"""Seconds between two requests for one decision."""
_NEW_GAMES_ONLY: Final = (
    *("seed", "mode", "max_rounds", "max_turns", "blind", "no_surveillance"),
    *("words", "clue_rules", "language", "fallback", "outage_seconds"),
)
"""Options that a game which has begun cannot be given."""


def prepare_game(options: argparse.Namespace, gate: PauseGate) -> PreparedGame:
    """Return the game that the options of `play` describe: a new one, a resumed one or a fork.

    Raises:
        InputError: the options do not go together, or name what cannot be used.
    """
    if options.resume is not None or options.parent is not None:
        return _prepare_begun_game(options, gate)
    if options.at is not None:
        raise InputError("--at names an event of the episode that --from names; give both")
    word_list = _word_list(options.words) if options.words is not None else None
    stated = word_list.language if word_list else ""
    config = game_config(
        {
            "seed": options.seed,
            "mode": options.mode,
            "max_rounds": options.max_rounds,
            "max_turns": options.max_turns,
            "blind": options.blind,
            "surveillance": not options.no_surveillance,
            "clue_rules": options.clue_rules,
            "language": language_code(options.language) if options.language is not None else stated or None,
            "fallback": _fallback(options.fallback),
            "outage_seconds": options.outage_seconds,
            "decision_seconds": _decision_seconds(options.call_seconds),
        }
    )
    if config.substitute is not None:
        substitute(Seat.RED_CLUER, config)  # complains now, where there is no such agent
    if config.clue_rules is ClueRules.OFFICIAL and (note := coverage(config.language)):
        print(note, file=sys.stderr)
    teams = _teams(options, same_agent_everywhere(DEFAULT_SPEC, config.seed))
    return new_game(config, teams, word_list=word_list, out=options.out, gate=gate, force=options.force)


def _word_list(path: str) -> WordList:
    """Return the list of a file, and say what the file was taken for unless it is a plain list."""
    from codenames_core.files.word_lists import read_word_list, usable_words  # most games are dealt from the usual list

    reading = read_word_list(path)
    words = usable_words(path, reading)
    if reading.summary:
        print(f"{one_line(path)}: {reading.summary}", file=sys.stderr)
    return words


def _decision_seconds(call_seconds: float | None) -> float | None:
    """Return the time limit of a decision in which two requests of this length find room; None for the usual one."""
    usual = GameConfig.model_fields["decision_seconds"].default
    return None if call_seconds is None else max(usual, 2 * call_seconds + _FOR_WAITS)


def _prepare_begun_game(options: argparse.Namespace, gate: PauseGate) -> PreparedGame:
    """Return a game that has begun already: its rules are settled, who plays on is not."""
    source = "--from" if options.resume is None else "--resume"
    others = _NEW_GAMES_ONLY if options.resume is None else ("parent", "at", *_NEW_GAMES_ONLY)
    for name in others:
        if getattr(options, name) not in (None, False):
            option = "--from" if name == "parent" else "--" + name.replace("_", "-")
            reason = "both say where to start" if name == "parent" else "the game keeps what it began with"
            raise InputError(f"{option} cannot be given with {source}: {reason}; leave it out")
    try:
        return _resumed(options, gate) if options.parent is None else _forked(options, gate)
    except SeatError as error:
        option = error.seat.label.replace(" ", "-")
        raise InputError(f"{error}; name another agent with --{option} SPEC") from error


def _resumed(options: argparse.Namespace, gate: PauseGate) -> PreparedGame:
    named = {seat: AgentConfig.parse(spec) for seat in Seat if (spec := _named(options, seat)) is not None}
    return resumed_game(options.resume, named, out=options.out, gate=gate, force=options.force)


def _forked(options: argparse.Namespace, gate: PauseGate) -> PreparedGame:
    parent = read_episode(episode_path(options.parent)).record
    at = len(parent.public_transcript) if options.at is None else options.at
    teams = _seated_here(_teams(options, parent.teams_at(at)))
    return forked_game(parent, at, teams, out=options.out, gate=gate, force=options.force)


def _seated_here(teams: dict[Team, TeamConfig]) -> dict[Team, TeamConfig]:
    """Return line-ups of agents that can be asked here, and say it where others played in the original."""
    ours = {
        team: line_up.model_copy(update={role.value: seated_here(line_up.of(role)) for role in Role})
        for team, line_up in teams.items()
    }
    if ours != teams:
        print_note(
            f"who played elsewhere cannot be asked here: {DEFAULT_SPEC} takes these seats; "
            "name others with --red SPEC, --blue SPEC or the options of single seats"
        )
    return ours


def game_config(given: dict[str, Any]) -> GameConfig:
    """Return the configuration with the values that are not None, and a random board where no seed is given.

    Raises:
        InputError: a value is impossible; the message names its option.
    """
    fields = {name: value for name, value in given.items() if value is not None}
    try:
        return GameConfig(**{"seed": secrets.randbelow(LARGEST_SEED), **fields})
    except ValidationError as error:
        name, colon, problem = first_problem(error).partition(":")
        option = f"--{name.replace('_', '-')}" if name in given else name
        raise InputError(option + colon + problem) from error


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
    """Return the agent that the options name for `seat`, None for none."""
    of_seat: str | None = getattr(options, seat)
    of_team: str | None = getattr(options, seat.team)
    return of_team if of_seat is None else of_seat


def same_agent_everywhere(spec: str, seed: int | None) -> dict[Team, TeamConfig]:
    """Return two teams whose six seats have agents of one kind."""
    return dict.fromkeys(Team, TeamConfig.homogeneous(AgentConfig(spec=spec), seed=team_seed(seed)))
