"""The finished games of a run in a few numbers each, read as they come: what a live standing and small plots need.

A line of `metrics/measured.jsonl` is read for a handful of its fields alone, so that ten thousand take a moment; a
game whose line is missing or by another version is measured anew from its episode. Tables and tests are left to
`leaderboard`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import from_json

from codenames_core.files.tail import FileTail
from codenames_core.game.config import GameMode, Team
from codenames_core.game.state import Termination
from codenames_metrics.analysis.head_to_head import Pairing, pairings
from codenames_metrics.analysis.scores import SideScore
from codenames_metrics.experiment.combos import Composition, Lineup
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics, compute_episode_metrics
from codenames_metrics.game.episode_files import EPISODES, read_record
from codenames_metrics.run_folder.metrics_cache import METRICS, NAME, VERSION, finished_games
from codenames_metrics.statistics.stats import Interval, share, share_interval


class GameSoFar(NamedTuple):
    """A finished game."""

    place: int
    """Its place in the plan, from 0."""
    board: str
    winner: Team | None
    """None where nobody won, or where the result tells nothing."""
    termination: Termination | None
    turns: int
    red_coordination: float | None
    blue_coordination: float | None

    def coordination(self, team: Team) -> float | None:
        """Return the coordination score of a side."""
        return self.red_coordination if team is Team.RED else self.blue_coordination


class GamesSoFar:
    """Reads the finished games of a folder of results; `more` returns those that have come since the last time.

    Args:
        folder: of the results.
        plan: of the run.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder, self._plan = folder, plan
        self._tail = FileTail(folder / METRICS / NAME, limit=None)
        self._known = bytearray(len(plan))

    def more(self) -> list[GameSoFar]:
        """Return the games that have come since the last time, each once."""
        found = [game for line in self._tail.lines() if (game := _game_in(line)) is not None]
        return [game for game in found if self._is_new(game.place)]

    def rest(self, done: Iterable[int] | None = None) -> list[GameSoFar]:
        """Return the finished games that have no line; each takes as long as an episode takes to be read.

        Args:
            done: the places of the finished games, where they are known already.

        Raises:
            EpisodeFileError: an episode cannot be read.
        """
        done = finished_games(self._folder, self._plan) if done is None else done
        missing = [index for index in done if self._is_new(index)]
        return [self._measured(index) for index in missing]

    def _is_new(self, index: int) -> bool:
        if not 0 <= index < len(self._known) or self._known[index]:
            return False
        self._known[index] = 1
        return True

    def _measured(self, index: int) -> GameSoFar:
        record = read_record(self._folder / EPISODES / self._plan.record_name(index))
        return _of_metrics(index, compute_episode_metrics(record))


def _of_metrics(index: int, metrics: EpisodeMetrics) -> GameSoFar:
    red, blue = (SideScore.of(metrics.of(team)).coordination_score for team in (Team.RED, Team.BLUE))
    winner = metrics.winner if metrics.is_untouched else None
    return GameSoFar(index, metrics.board, winner, metrics.termination, metrics.turns, red, blue)


def _game_in(line: bytes) -> GameSoFar | None:
    """Return the game in a line of `measured.jsonl`; None where it is torn, or by another version."""
    try:
        tree = from_json(line)
        if tree["version"] != VERSION:
            return None
        metrics = tree["metrics"]
        sides = metrics["red_metrics"], metrics["blue_metrics"]
        tells = metrics["winner"] and not any(side["excluded_turns"] for side in sides)
        return GameSoFar(
            tree["game"] - 1,
            str(metrics["board"]),
            Team(metrics["winner"]) if tells else None,
            Termination(metrics["termination"]) if metrics["termination"] else None,
            int(metrics["turns"]),
            *(None if side["is_ghost"] else _number(side["coordination_score"]) for side in sides),
        )
    except (ValueError, KeyError, TypeError):
        return None


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


class LiveStanding(NamedTuple):
    """How two line-ups stand that meet, or how far a line-up is that plays itself."""

    mode: GameMode
    composition: Composition
    first: str
    second: str
    planned: int
    finished: int
    first_wins: int
    second_wins: int
    undecided: int
    win_rate: float | None
    """Of the first, over the decided games; None for a line-up against itself."""
    interval: Interval | None
    """95 %, as `head_to_head` has it: it tightens with every board."""

    @property
    def is_mirror(self) -> bool:
        """Whether a line-up plays itself."""
        return self.first == self.second


class Standings:
    """Who stands how against whom, kept up to date game by game.

    Args:
        plan: of the run.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._matchups: dict[Pairing | Cell, _Matchup] = {}
        met = {(one.mode, one.composition, frozenset({one.first, one.second})): one for one in pairings(plan.cells)}
        self._of_cell: dict[Cell, _Matchup] = {}
        for cell in plan.cells:
            combo = cell.combo
            pairing = met.get((cell.mode, combo.composition, frozenset({combo.red, combo.blue})))
            first, second = (pairing.first, pairing.second) if pairing else (combo.red, combo.blue)
            matchup = self._matchups.setdefault(pairing or cell, _Matchup(cell, first, second))
            matchup.planned += plan.games_per_cell
            self._of_cell[cell] = matchup

    def add(self, game: GameSoFar) -> None:
        """Take one more game."""
        cell = self._plan.cell_of(game.place)
        self._of_cell[cell].add(cell, game)

    def rows(self) -> tuple[LiveStanding, ...]:
        """Return all match-ups in the order of the plan; only those that have changed are worked out anew."""
        return tuple(one.standing() for one in self._matchups.values())


class _Matchup:
    def __init__(self, cell: Cell, first: Lineup, second: Lineup) -> None:
        self.planned = 0
        self._mode, self._composition = cell.mode, cell.combo.composition
        self._first, self._second = first, second
        self._boards: defaultdict[str, list[float]] = defaultdict(list)
        self._finished = self._undecided = self._first_wins = self._second_wins = 0
        self._standing: LiveStanding | None = None

    def add(self, cell: Cell, game: GameSoFar) -> None:
        self._standing = None
        self._finished += 1
        if game.winner is None:
            self._undecided += 1
        elif self._first != self._second:
            won = cell.lineup(game.winner) == self._first
            self._first_wins += won
            self._second_wins += not won
            self._boards[game.board].append(float(won))

    def standing(self) -> LiveStanding:
        if self._standing is None:
            decided = self._first_wins + self._second_wins
            self._standing = LiveStanding(
                self._mode,
                self._composition,
                self._first.name,
                self._second.name,
                self.planned,
                self._finished,
                self._first_wins,
                self._second_wins,
                self._undecided,
                share(self._first_wins, decided),
                share_interval(dict(sorted(self._boards.items()))),
            )
        return self._standing


def read_games(folder: Path, plan: Plan) -> Iterator[GameSoFar]:
    """Yield every finished game of a folder of results, in the order of the plan.

    Raises:
        EpisodeFileError: an episode cannot be read.
    """
    games = GamesSoFar(folder, plan)
    done = frozenset(finished_games(folder, plan))
    found = [game for game in games.more() if game.place in done]
    yield from sorted([*found, *games.rest(done)], key=lambda game: game.place)
