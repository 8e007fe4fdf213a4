"""The lost turns of a run one by one: which they are, and some examples of each reason."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic_core import from_json

from codenames_core.files.tail import FileTail
from codenames_core.game.config import TEAMS, Team
from codenames_metrics.analysis.failures.turn_losses import GameLosses, LossSeat, SideLosses, seats_of
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics, compute_episode_metrics
from codenames_metrics.game.episode_files import EPISODES, read_record
from codenames_metrics.game.turns.turn_loss import TurnLoss
from codenames_metrics.run_folder.metrics_cache import (
    METRICS,
    NAME,
    VERSION,
    finished_games,
    from_columns,
    from_last_lines,
)

MOST_EXAMPLES: Final = 3


class LostTurn(NamedTuple):
    """A turn that was lost."""

    place: int
    """Of its game in the plan, from 0."""
    team: Team
    turn: int
    """Counted from 1 over both teams."""
    clue: str | None
    number: int | None
    """What the clue promised; None for 0, `unlimited` or no clue."""
    found: int
    missed: tuple[str, ...]
    """Targets of the clue that were not guessed, where they are known."""
    loss: TurnLoss


class GameTurns(NamedTuple):
    """The turns of one finished game: how many were lost, and which."""

    place: int
    """In the plan, from 0."""
    losses: GameLosses
    lost: tuple[LostTurn, ...]


def read_lost_turns(folder: Path, plan: Plan) -> list[GameTurns]:
    """Return the turns of every finished game in a results folder, in the order of the plan.

    Of a game without a line in the metrics cache, or with one by another version, the episode is read.

    Raises:
        EpisodeFileError: an episode cannot be read.
    """
    done = finished_games(folder, plan)
    known = from_columns(folder, plan, lambda game: _turns_of(plan, game.place, game.metrics))
    cached: Mapping[int, GameTurns | None]
    if known is None:
        lines = FileTail(folder / METRICS / NAME, limit=None).lines()
        cached = from_last_lines(lines, plan, lambda line, place: _parse_line(line, plan, place))
    else:
        cached = {game.place: game for game in known}
    return [cached.get(place) or _read_episode(folder, plan, place) for place in done]


def lost_by(games: Iterable[GameTurns], model: str, seat: LossSeat, reason: TurnLoss) -> list[LostTurn]:
    """Return the turns that were lost for a reason by teams in which a model sat at certain seats."""
    return [
        turn
        for game in games
        for turn in game.lost
        if turn.loss is reason and (model, seat) in set(seats_of(game.losses.cell, turn.team))
    ]


class LossExamples:
    """Takes finished games one by one in the order of the plan, and keeps some turns for each reason."""

    def __init__(self) -> None:
        self._first: dict[TurnLoss, dict[str, LostTurn]] = defaultdict(dict)
        """By reason, the first turn of each line-up."""
        self._spare: dict[TurnLoss, list[LostTurn]] = defaultdict(list)

    def add(self, place: int, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        for turn in _lost_turns(place, metrics):
            first, spare = self._first[turn.loss], self._spare[turn.loss]
            if first.setdefault(cell.lineup(turn.team).name, turn) is not turn and len(spare) < MOST_EXAMPLES:
                spare.append(turn)

    def result(self) -> dict[TurnLoss, tuple[LostTurn, ...]]:
        """Return up to `MOST_EXAMPLES` turns for each reason that there is, of different line-ups where there are."""
        chosen = {reason: [*self._first[reason].values(), *self._spare[reason]] for reason in TurnLoss}
        return {reason: tuple(turns[:MOST_EXAMPLES]) for reason, turns in chosen.items() if turns}


def _lost_turns(place: int, metrics: EpisodeMetrics) -> Iterator[LostTurn]:
    turns = ((team, turn) for team in TEAMS for turn in metrics.of(team).turn_summaries)
    for team, turn in sorted(turns, key=lambda pair: pair[1].turn):
        if turn.loss is not None:
            yield LostTurn(place, team, turn.turn, turn.clue, turn.number, turn.found, turn.missed, turn.loss)


def _read_episode(folder: Path, plan: Plan, place: int) -> GameTurns:
    record = read_record(folder / EPISODES / plan.record_name(place))
    return _turns_of(plan, place, compute_episode_metrics(record))


def _turns_of(plan: Plan, place: int, metrics: EpisodeMetrics) -> GameTurns:
    sides = {team: SideLosses.of(metrics.of(team)) for team in TEAMS}
    return GameTurns(place, GameLosses(plan.cell_of(place), metrics.board, sides), tuple(_lost_turns(place, metrics)))


def _parse_line(line: bytes, plan: Plan, place: int) -> GameTurns | None:
    """Return the game in a line of the metrics cache; None if the line is torn or by another version.

    The same as `_turns_of`, on the bare tree: to validate the line as `EpisodeMetrics` takes much longer.
    """
    try:
        tree = from_json(line)
        metrics = tree["metrics"]
        if tree["version"] != VERSION:
            return None
        sides: Mapping[Team, Any] = {team: metrics[f"{team.value}_metrics"] for team in TEAMS}
        losses = {
            team: SideLosses(int(side["turns"]), tuple(int(side[f"lost_{reason}"]) for reason in TurnLoss))
            for team, side in sides.items()
        }
        lost = [
            _parse_turn(place, team, turn)
            for team, side in sides.items()
            for turn in side["turn_summaries"]
            if turn["loss"] is not None
        ]
        return GameTurns(
            place,
            GameLosses(plan.cell_of(place), str(metrics["board"]), losses),
            tuple(sorted(lost, key=lambda turn: turn.turn)),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _parse_turn(place: int, team: Team, turn: Mapping[str, Any]) -> LostTurn:
    number, missed = turn["number"], turn["missed"]
    words: Sequence[str] = [str(word) for word in missed]
    return LostTurn(
        place,
        team,
        int(turn["turn"]),
        None if turn["clue"] is None else str(turn["clue"]),
        None if number is None else int(number),
        int(turn["found"]),
        tuple(words),
        TurnLoss(turn["loss"]),
    )
