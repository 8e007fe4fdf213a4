"""What it is worth to an offline cluer that it thinks of the end of a race.

    python -m benchmarks.vector_endgame [--games N]

Each style meets itself on the same boards from both sides; one of the two teams has a cluer that values every clue as
in the middle of a game, whatever the score.
"""

import argparse
import asyncio
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from codenames_agents.catalogue import team_as_recorded
from codenames_agents.offline.styles import STYLES, Style
from codenames_agents.offline.vector_agent import VectorCluer, VectorGuesser
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import TeamAgents
from codenames_core.game.config import AgentConfig, GameConfig, Team, TeamConfig
from codenames_core.game.events import Clue
from codenames_core.play.episode import run_episode

_BOARDS_FROM = 20_000
_MANY_WORDS = 4
"""Own words that are too many for one clue of most styles."""


class UnhurriedCluer(VectorCluer):
    """Never thinks of the end."""

    _near_the_end = 0


class Comparison(NamedTuple):
    """What became of the games of a style against itself."""

    wins: float
    """Share of those whose cluer thinks of the end."""
    number: float
    """Mean number of their clues where many words are left and the opponents have one."""
    number_before: float
    """The same of the others."""


def compared(style: Style, boards: int) -> Comparison:
    """Play a style against itself, each board from both sides."""
    points: list[float] = []
    numbers: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(_BOARDS_FROM, _BOARDS_FROM + boards):
        for thinks in Team:
            record = _game(style, seed, thinks)
            winner = record.outcome.winner if record.outcome else None
            points.append(0.5 if winner is None else float(winner is thinks))
            for team, number in _late_numbers(record):
                numbers[team is thinks].append(number)
    return Comparison(fmean(points), fmean(numbers[True] or [0]), fmean(numbers[False] or [0]))


def _game(style: Style, seed: int, thinks: Team) -> EpisodeRecord:
    teams = {team: _team(style, 2 * seed + place, thinks is team) for place, team in enumerate(Team)}
    return asyncio.run(run_episode(GameConfig(seed=seed), teams[Team.RED], teams[Team.BLUE]))


def _team(style: Style, seed: int, thinks: bool) -> TeamAgents:
    cluer = (VectorCluer if thinks else UnhurriedCluer)(style, 3 * seed)
    config = TeamConfig.homogeneous(AgentConfig(spec=f"vector:{style.name}"), seed=seed)
    guessers = VectorGuesser(style, 3 * seed + 1), VectorGuesser(style, 3 * seed + 2)
    return TeamAgents(cluer, *guessers, team_as_recorded(config))


def _late_numbers(record: EpisodeRecord) -> list[tuple[Team, int]]:
    timeline = record.timeline()
    late = []
    for place in range(len(timeline)):
        event, state = timeline.event(place), timeline.state_at(place)
        if not isinstance(event, Clue) or not isinstance(event.number, int):
            continue
        if state.words_left(event.team.other) == 1 and state.words_left(event.team) >= _MANY_WORDS:
            late.append((event.team, event.number))
    return late


def main() -> None:
    """Print what each style wins by it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="boards, each from both sides (default: 300)")
    boards = parser.parse_args().games
    print(f"{boards} boards from both sides; standard error of wins {sqrt(0.25 / (2 * boards)):.1%}")
    print("style        wins  number with many words left, the opponents' one: before, now")
    for style in STYLES.values():
        found = compared(style, boards)
        print(f"{style.name:<10}{found.wins:>7.1%}{found.number_before:>20.2f}{found.number:>8.2f}", flush=True)


if __name__ == "__main__":
    main()
