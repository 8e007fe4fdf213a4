"""The finished games of a run in a few numbers each, read as they come: what live standings and small plots need.

Of a line of the metrics cache (`metrics/measured.jsonl`) only a handful of fields are read, so ten thousand take a
moment. A game without a line, or with one by another version, is measured from its episode.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import from_json

from codenames_core.files.tail import FileTail
from codenames_core.game.config import TEAMS, Team
from codenames_core.game.state import Termination
from codenames_metrics.analysis.failures.counts import (
    GameOfFailures,
    ModelFailures,
    SeatFailures,
    SideFailures,
    model_failures,
    sides_of_cells,
)
from codenames_metrics.analysis.scores import SideScore
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics, compute_episode_metrics
from codenames_metrics.game.episode_files import EPISODES, read_record
from codenames_metrics.run_folder.metrics_cache import (
    METRICS,
    NAME,
    VERSION,
    finished_games,
    from_columns,
    from_last_lines,
)


class GameResult(NamedTuple):
    """A finished game."""

    place: int
    """Its place in the plan, from 0."""
    board: str
    winner: Team | None
    """None without a winner, or if a turn was excluded: the result is then not that of the players who are counted."""
    termination: Termination | None
    turns: int
    red_coordination: float | None
    blue_coordination: float | None
    red_failures: SideFailures
    """How often red failed to answer."""
    blue_failures: SideFailures

    def failures(self, plan: Plan) -> GameOfFailures:
        """Return what failed in the game."""
        sides = {Team.RED: self.red_failures, Team.BLUE: self.blue_failures}
        return GameOfFailures(plan.cell_of(self.place), self.board, self.winner, sides)

    def coordination(self, team: Team) -> float | None:
        """Return the coordination score of a side."""
        return self.red_coordination if team is Team.RED else self.blue_coordination


class GameResultReader:
    """Reads the finished games of a results folder, each once.

    Args:
        folder: of the results.
        plan: of the run.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder, self._plan = folder, plan
        self._tail = FileTail(folder / METRICS / NAME, limit=None)
        self._known = bytearray(len(plan))

    def read_new(self) -> list[GameResult]:
        """Return the games whose lines were added to the metrics cache since the last call; each by its last line.

        A game that was returned before is not returned again, whatever a later line says of it.
        """
        games = from_last_lines(self._tail.lines(), self._plan, _parse_line).values()
        return [game for game in games if game is not None and self._is_new(game.place)]

    def read_uncached(self, done: Iterable[int] | None = None) -> list[GameResult]:
        """Return the finished games that have no line; each takes as long as an episode takes to be read.

        Args:
            done: the places of the finished games, where they are known already.

        Raises:
            EpisodeFileError: an episode cannot be read.
        """
        done = finished_games(self._folder, self._plan) if done is None else done
        missing = [index for index in done if self._is_new(index)]
        return [self._read_episode(index) for index in missing]

    def _is_new(self, index: int) -> bool:
        if not 0 <= index < len(self._known) or self._known[index]:
            return False
        self._known[index] = 1
        return True

    def _read_episode(self, index: int) -> GameResult:
        record = read_record(self._folder / EPISODES / self._plan.record_name(index))
        return _summarise(index, compute_episode_metrics(record))


def read_game_results(folder: Path, plan: Plan) -> Iterator[GameResult]:
    """Yield every finished game of a results folder, in the order of the plan.

    Raises:
        EpisodeFileError: an episode cannot be read.
    """
    reader = GameResultReader(folder, plan)
    done = frozenset(finished_games(folder, plan))
    known = from_columns(folder, plan, lambda game: _summarise(game.place, game.metrics))
    cached = {game.place: game for game in (reader.read_new() if known is None else known) if game.place in done}
    games = [*cached.values(), *reader.read_uncached(done - cached.keys())]
    yield from sorted(games, key=lambda game: game.place)


def failures_so_far(folder: Path, plan: Plan) -> tuple[ModelFailures, ...]:
    """Return how often each model failed in the finished games whose metrics are at hand, and read no episode."""
    games = (game.failures(plan) for game in GameResultReader(folder, plan).read_new())
    return model_failures(
        sides_of_cells(games), [model for model in plan.config.models if model not in plan.config.ghosts]
    )


def _summarise(index: int, metrics: EpisodeMetrics) -> GameResult:
    red, blue = (SideScore.of(metrics.of(team)).coordination_score for team in TEAMS)
    winner = metrics.winner if metrics.is_untouched else None
    red_failures, blue_failures = (SideFailures.of(metrics.of(team)) for team in TEAMS)
    return GameResult(
        index, metrics.board, winner, metrics.termination, metrics.turns, red, blue, red_failures, blue_failures
    )


def _parse_line(line: bytes, place: int) -> GameResult | None:
    """Return the game in a line of the metrics cache; None if the line is torn or by another version.

    The same as `_summarise`, on the bare tree: to validate the line as `EpisodeMetrics` takes three times as long.
    """
    try:
        tree = from_json(line)
        if tree["version"] != VERSION:
            return None
        metrics = tree["metrics"]
        sides = metrics["red_metrics"], metrics["blue_metrics"]
        red, blue = (None if side["is_ghost"] else _number(side["coordination_score"]) for side in sides)
        red_failures, blue_failures = map(_failures, sides)
        counts = metrics["winner"] and not any(side["excluded_turns"] for side in sides)
        return GameResult(
            place,
            str(metrics["board"]),
            Team(metrics["winner"]) if counts else None,
            Termination(metrics["termination"]) if metrics["termination"] else None,
            int(metrics["turns"]),
            red,
            blue,
            red_failures,
            blue_failures,
        )
    except (ValueError, KeyError, TypeError):
        return None


def _failures(side: Mapping[str, Any]) -> SideFailures:
    cluer, guesser = (
        SeatFailures(*(int(side[f"{role}_{name}"]) for name in SeatFailures._fields)) for role in ("cluer", "guesser")
    )
    return SideFailures(int(side["turns"]), cluer, guesser, bool(side["assassin_hit"]))


def _number(value: Any) -> float | None:
    return None if value is None else float(value)
