"""The metrics of one episode: pure functions from an `EpisodeRecord` to `EpisodeMetrics`."""

import hashlib
from collections.abc import Collection, Sequence

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.board import Board
from codenames_core.game.config import TEAMS, GameConfig
from codenames_core.game.state import Outcome, Termination
from codenames_core.game.timeline import Timeline
from codenames_metrics.game.coordination import DEFAULT_WEIGHTS, CoordinationWeights
from codenames_metrics.game.discussion import discussion_metrics
from codenames_metrics.game.metric_models import EpisodeMetrics, TeamMetrics
from codenames_metrics.game.played_turns import PlayedTurn, Player, logged, played_turns, with_traces
from codenames_metrics.game.reading_errors import reading_errors
from codenames_metrics.game.surveillance.flags import find_flags, heard_before
from codenames_metrics.game.team import GameFacts, team_metrics

__all__ = [
    "DEFAULT_WEIGHTS",
    "CoordinationWeights",
    "EpisodeMetrics",
    "GameFacts",
    "TeamMetrics",
    "board_name",
    "compute_episode_metrics",
    "measure_game",
    "metrics_of_turns",
    "with_words_read",
]


def compute_episode_metrics(
    episode: EpisodeRecord,
    *,
    weights: CoordinationWeights = DEFAULT_WEIGHTS,
    exclude: Collection[Player] = (),
    discussion: bool = False,
    literal_listener: bool = False,
    timeline: Timeline | None = None,
) -> EpisodeMetrics:
    """Return the metrics of an episode, finished or not: a pure function of transcript and traces.

    Args:
        episode: the record.
        weights: of the coordination score.
        exclude: kinds of players; turns in which one of them made a decision are left out. Ghosts always are.
        discussion: whether to read what the messages speak for, too.
        literal_listener: whether clues are held against a literal listener, too; that loads the shipped vectors.
        timeline: of the record, where it is at hand: then its events are not folded again.

    Raises:
        IllegalEvent: an event does not follow from those before it.
    """
    log = logged(episode, timeline)
    return metrics_of_turns(
        GameFacts(episode.episode_id, episode.config, episode.board, episode.teams, episode.parent),
        with_traces(log.turns(), episode.traces, episode.teams, episode.seat_changes),
        log.state.outcome,
        episode.outcome,
        weights=weights,
        exclude=exclude,
        discussion=discussion,
        literal_listener=literal_listener,
    )


def measure_game(episode: EpisodeRecord, timeline: Timeline | None = None) -> EpisodeMetrics:
    """Return the metrics that a benchmark keeps of a game; `timeline` is that of the record, where it is at hand."""
    return compute_episode_metrics(episode, literal_listener=True, timeline=timeline)


def with_words_read(metrics: EpisodeMetrics, episode: EpisodeRecord) -> EpisodeMetrics:
    """Return the metrics of an episode with what its models misread of words, which is left out otherwise."""
    turns = [turn for turn in played_turns(episode) if Player.GHOST not in turn.players]

    def read(side: TeamMetrics) -> TeamMetrics:
        own = [turn for turn in turns if turn.team is side.team]
        found = reading_errors(own, episode.board, blind=episode.config.blind, of_words=True)
        return side.model_copy(update={"reading": found})

    red, blue = read(metrics.red_metrics), read(metrics.blue_metrics)
    return metrics.model_copy(update={"red_metrics": red, "blue_metrics": blue})


def metrics_of_turns(
    table: GameFacts,
    turns: Sequence[PlayedTurn],
    folded: Outcome | None,
    recorded: Outcome | None,
    *,
    weights: CoordinationWeights = DEFAULT_WEIGHTS,
    exclude: Collection[Player] = (),
    discussion: bool = False,
    literal_listener: bool = False,
) -> EpisodeMetrics:
    """Return the metrics of a game whose turns are known already, such as one that is still played.

    Args:
        table: what the game started from.
        turns: with their traces.
        folded: how the game ended by its events.
        recorded: how it ended by its record.
        weights: as for `compute_episode_metrics`, and so the rest.
        exclude: the same.
        discussion: the same.
        literal_listener: the same.
    """
    outcome = folded or recorded
    aborted = recorded is not None and recorded.termination is Termination.ABORTED
    winner = outcome.winner if outcome else None
    signs = find_flags(turns)
    heard = heard_before(turns)
    red, blue = (
        team_metrics(team, table, turns, signs, heard, weights, exclude, literal_listener=literal_listener)
        for team in TEAMS
    )
    if discussion:
        red, blue = (_with_discussion(side, table, turns, exclude) for side in (red, blue))
    return EpisodeMetrics(
        episode_id=table.episode_id,
        config=table.config,
        board=board_name(table.config, table.board),
        winner=winner,
        termination=outcome.termination if outcome else None,
        outcome_follows=recorded == folded or (aborted and folded is None),
        forked_at=table.parent.at if table.parent else None,
        turns=sum(turn.is_over for turn in turns),
        turns_to_win=sum(turn.is_over and turn.team is winner for turn in turns) if winner else None,
        red_metrics=red,
        blue_metrics=blue,
        coordination_weights=weights,
        excluded=tuple(sorted(set(exclude))),
    )


def board_name(config: GameConfig, board: Board) -> str:
    """Return what games on the same words have in common."""
    if config.seed is not None:
        return dealt_board_name(config.word_list, config.seed)
    return "sha256:" + hashlib.sha256("\n".join(board.words).encode()).hexdigest()[:16]


def dealt_board_name(word_list: str, seed: int) -> str:
    """Return the name of a board that is dealt from a seed."""
    return f"{word_list}:{seed}"


def _with_discussion(
    metrics: TeamMetrics, table: GameFacts, turns: Sequence[PlayedTurn], exclude: Collection[Player]
) -> TeamMetrics:
    left_out = {*exclude, Player.GHOST}
    counted = {turn.number for turn in turns if turn.team is metrics.team and not turn.players & left_out}
    return metrics.model_copy(update={"discussion_value": discussion_metrics(turns, table.board, counted)})
