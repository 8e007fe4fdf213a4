"""The metrics of one episode: pure functions from an `EpisodeRecord` to `EpisodeMetrics` and `TeamMetrics`.

Rates are fractions. A rate or mean of nothing is None, never 0, and beside every one stands the count it is made of.
Turns of a ghost count nowhere but in `ghost_turns`; turns of other excluded players only in `excluded_turns`.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from codenames_core.agent import AgentTrace, RefusedTry
from codenames_core.board import Board
from codenames_core.config import TEAMS, GameConfig, Role, Team, TeamConfig
from codenames_core.events import UNLIMITED, GuessKind, Pass, PassReason
from codenames_core.record import EpisodeRecord, Parent
from codenames_core.spent import total_known
from codenames_core.state import Outcome, Termination, has_consensus
from codenames_metrics.counts import (
    PlayedTurn,
    Player,
    TurnLog,
    discussion_rounds,
    is_ghost_spec,
    player,
    with_traces,
)
from codenames_metrics.discussion import DiscussionMetrics, discussion_metrics
from codenames_metrics.stats import Moments, mean, share
from codenames_metrics.surveillance import Flag, flags, heard_before
from codenames_metrics.theory_of_mind import BlindAim, ClueReading, TargetSource, blind_aim, read_clue

Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class CoordinationWeights(BaseModel):
    """How much each term of the coordination score counts. They stand in every export."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    clue_efficiency: Weight = 0.4
    guess_accuracy: Weight = 0.3
    consensus_rate: Weight = 0.2
    discussion_speed: Weight = 0.1
    """Of 1 / average rounds of discussion."""


DEFAULT_WEIGHTS: Final = CoordinationWeights()


class TeamMetrics(BaseModel):
    """How one team played one episode."""

    model_config = ConfigDict(frozen=True)

    team: Team
    lineup: str
    """The agents of the three seats, in one phrase."""
    is_ghost: bool
    """A ghost played the team; nothing of it is counted."""

    turns: int
    """Finished turns that are counted."""
    ghost_turns: int
    excluded_turns: int
    """Finished turns left out because a player of an excluded kind made a decision in them."""
    human_turns: int
    """Finished turns in which a person made a decision, counted or not."""
    fallback_turns: int
    """The same for substitutes of seats that failed to answer."""
    forfeited_turns: int
    """Counted turns that ended because a seat failed to answer within the rules."""
    passed_turns: int
    """Counted turns in which the guessers chose not to guess."""

    words_cleared: int
    """The team's words revealed by its own guesses."""
    assassin_hit: bool

    total_clues: int
    numbered_clues: int
    """Clues whose number is 1 or more."""
    zero_clues: int
    unlimited_clues: int
    avg_clue_number: float | None
    """Over the numbered clues."""
    std_clue_number: float | None
    clue_words_promised: int
    """Sum of the numbers of the numbered clues, over finished turns."""
    clue_words_found: int
    """Correct guesses in the same turns."""
    clue_efficiency: float | None
    """clue_words_found / clue_words_promised; above 1 where bonus guesses succeed."""

    total_guesses: int
    correct_guesses: int
    wrong_guesses: int
    """Words of the other team and neutral words; an assassin is counted apart."""
    opponent_guesses: int
    neutral_guesses: int
    guess_accuracy: float | None
    """correct_guesses / total_guesses; an assassin is among the total."""

    discussions: int
    """Turns with at least one message that came to their end."""
    avg_discussion_rounds: float | None
    """A round is each guesser speaking once: messages / 2."""
    std_discussion_rounds: float | None
    consensus_turns: int
    consensus_rate: float | None
    """consensus_turns / discussions; consensus is two messages in a row, one from each guesser, that say so."""
    avg_discussion_length: float | None
    """Characters in a discussion."""
    std_discussion_length: float | None
    discussions_with_tokens: int
    """Discussions of which all tokens written are known."""
    avg_discussion_tokens: float | None

    coordination_score: float | None
    """See `coordination_score`; can exceed 1 as clue efficiency can."""

    theory_of_mind_source: TargetSource | None
    """`reasoning` where targets are known, `fallback` where the score is the weaker signal, None without a score."""
    theory_of_mind_score: float | None
    """Mean share of a clue's targets that were found; with the source `fallback`, see `theory_of_mind_fallback`."""
    std_theory_of_mind: float | None
    theory_of_mind_precision: float | None
    """Mean share of a turn's picks that were targets, over clues with targets and picks."""
    theory_of_mind_clues: int
    """Judged clues with known targets."""
    stated_target_clues: int
    """Those of them whose trace lists the targets; those of the others were read from the reasoning."""
    fallback_clues: int
    """Judged clues whose targets are not known."""
    theory_of_mind_fallback: float | None
    """Mean share of a turn's picks that were the team's own words, over the fallback clues with picks."""

    blind_targets: int
    """Targets of judged clues in games whose cluers play blind; 0 in others, where every target is the team's."""
    blind_own_share: float | None
    """Those of them that were the team's / blind_targets."""
    blind_chance_share: float | None
    """The same share if they had been drawn from the face-down words: see `BlindAim.chance`, once for each target."""

    clue_forecasts: int
    """Numbered clues in finished turns whose cluer stated the chance that they work out in full."""
    clue_brier: float | None
    """Mean of (chance - result)^2 over these: 0 is perfect, always saying a half gives 0.25."""

    numbered_clues_before_hearing: int
    """Numbered clues before the opponents had said anything."""
    avg_clue_number_before_hearing: float | None
    numbered_clues_after_hearing: int
    avg_clue_number_after_hearing: float | None
    adaptation_flags: tuple[Flag, ...]
    """Signs of surveillance with their evidence; not a verdict."""

    discussion_value: DiscussionMetrics | None = None
    """None where it was not asked for: it reads every message, and takes longer than all the rest."""

    agent_decisions: int
    """Traced decisions of the team, in all turns."""
    human_decisions: int
    fallback_decisions: int
    ghost_decisions: int
    failed_decisions: int
    """Decisions that gave no usable answer in the end."""
    refused_tries: int
    """Answers that were asked for again."""
    tokens_in: int | None
    """Over the tries of which it is known; None where it is known of none."""
    tokens_out: int | None
    cost_usd: float | None


class EpisodeMetrics(BaseModel):
    """How one episode was played."""

    model_config = ConfigDict(frozen=True)

    episode_id: str
    config: GameConfig
    board: str
    """What games on the same words share: the seed where there is one, else a digest of the words."""
    winner: Team | None
    termination: Termination | None
    """None for a game that was not finished."""
    outcome_follows: bool = True
    """Whether the recorded outcome is what the events say. Where both say something, the events count; where the events
    leave the game open, the record does. That a game was aborted no event says."""
    forked_at: int | None = None
    """How many events a fork shares with its parent: what happened in them counts here as well as there, whoever
    played then. None for a game of its own."""
    turns: int
    """Finished turns of both teams, ghosts included."""
    turns_to_win: int | None
    """The winner's own turns; None if nobody won."""
    red_metrics: TeamMetrics
    blue_metrics: TeamMetrics
    coordination_weights: CoordinationWeights = DEFAULT_WEIGHTS
    excluded: tuple[Player, ...] = ()
    """Players whose turns were left out."""

    def of(self, team: Team) -> TeamMetrics:
        """Return the metrics of `team`."""
        return self.red_metrics if team is Team.RED else self.blue_metrics

    @property
    def is_decided(self) -> bool:
        """Whether somebody won."""
        return self.winner is not None

    @property
    def is_untouched(self) -> bool:
        """Whether no turn was excluded, so that the result is that of the players who are counted."""
        return not (self.red_metrics.excluded_turns or self.blue_metrics.excluded_turns)


class Table(NamedTuple):
    """What is known of a game before its first event."""

    episode_id: str
    config: GameConfig
    board: Board
    teams: dict[Team, TeamConfig]
    parent: Parent | None = None
    """Where a fork comes from."""


def compute_episode_metrics(
    episode: EpisodeRecord,
    *,
    weights: CoordinationWeights = DEFAULT_WEIGHTS,
    exclude: Collection[Player] = (),
    discussion: bool = False,
) -> EpisodeMetrics:
    """Return the metrics of an episode, finished or not: a pure function of transcript and traces.

    Args:
        episode: the record.
        weights: of the coordination score.
        exclude: kinds of players; turns in which one of them made a decision are left out. Ghosts always are.
        discussion: whether to read what the messages speak for, too.

    Raises:
        IllegalEvent: an event does not follow from those before it.
    """
    log = TurnLog(episode.initial_state())
    for event in episode.public_transcript:
        log.add(event)
    return metrics_of_turns(
        Table(episode.episode_id, episode.config, episode.board, episode.teams, episode.parent),
        with_traces(log.turns(), episode.traces, episode.teams, episode.seat_changes),
        log.state.outcome,
        episode.outcome,
        weights=weights,
        exclude=exclude,
        discussion=discussion,
    )


def metrics_of_turns(
    table: Table,
    turns: Sequence[PlayedTurn],
    folded: Outcome | None,
    recorded: Outcome | None,
    *,
    weights: CoordinationWeights = DEFAULT_WEIGHTS,
    exclude: Collection[Player] = (),
    discussion: bool = False,
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
    """
    outcome = folded or recorded
    aborted = recorded is not None and recorded.termination is Termination.ABORTED
    winner = outcome.winner if outcome else None
    signs = flags(turns)
    heard = heard_before(turns)
    red, blue = (_team_metrics(team, table, turns, signs, heard, weights, exclude) for team in TEAMS)
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
        return f"{config.word_list}:{config.seed}"
    return "sha256:" + hashlib.sha256("\n".join(board.words).encode()).hexdigest()[:16]


def coordination_score(
    clue_efficiency: float | None,
    guess_accuracy: float | None,
    consensus_rate: float | None,
    avg_discussion_rounds: float | None,
    weights: CoordinationWeights = DEFAULT_WEIGHTS,
) -> float | None:
    """Return how well a team worked together: a weighted sum of four terms.

        0.4 x clue_efficiency + 0.3 x guess_accuracy + 0.2 x consensus_rate + 0.1 x (1 / avg_discussion_rounds)

    Without a discussion its two terms drop out, and the weights of the others are scaled to the same sum. Without a
    numbered clue or a guess there is no score: talk alone is no coordination. The score is no share: it exceeds 1 where
    clue efficiency does by bonus guesses, or where discussions take less than a round.

    >>> round(coordination_score(0.8, 0.75, 1.0, 2.0), 4)  # 0.32 + 0.225 + 0.2 + 0.05
    0.795
    >>> round(coordination_score(0.8, 0.75, None, None), 4)  # (0.32 + 0.225) / 0.7
    0.7786
    >>> coordination_score(None, 0.75, 1.0, 2.0)
    """
    if clue_efficiency is None or guess_accuracy is None:
        return None
    terms = [(weights.clue_efficiency, clue_efficiency), (weights.guess_accuracy, guess_accuracy)]
    if consensus_rate is not None and avg_discussion_rounds:
        terms += [(weights.consensus_rate, consensus_rate), (weights.discussion_speed, 1 / avg_discussion_rounds)]
        return sum(weight * term for weight, term in terms)
    play = weights.clue_efficiency + weights.guess_accuracy
    talk = weights.consensus_rate + weights.discussion_speed
    return sum(weight * term for weight, term in terms) * (play + talk) / play if play else None


def brier_score(forecasts: Iterable[tuple[float, bool]]) -> float | None:
    """Return the mean of (stated chance - result)^2, the result being 1 or 0; None for no forecasts.

    >>> round(brier_score([(0.8, True), (0.6, False)]), 4)  # (0.04 + 0.36) / 2
    0.2
    """
    return Moments((chance - happened) ** 2 for chance, happened in forecasts).mean


_Fields: TypeAlias = dict[str, Any]
"""Some of the fields of `TeamMetrics`."""


def _team_metrics(
    team: Team,
    table: Table,
    all_turns: Sequence[PlayedTurn],
    signs: Sequence[Flag],
    heard: Mapping[int, bool],
    weights: CoordinationWeights,
    exclude: Collection[Player],
) -> TeamMetrics:
    own = [turn for turn in all_turns if turn.team is team]
    left_out = {*exclude, Player.GHOST}
    turns = [turn for turn in own if not turn.players & left_out]
    numbers = {turn.number for turn in turns}
    readings = [read_clue(turn, table.board, blind=table.config.blind) for turn in turns]
    clues = _clue_fields(turns, heard)
    guesses = _guess_fields(turns)
    talk = _discussion_fields(turns)
    score = coordination_score(
        clues["clue_efficiency"],
        guesses["guess_accuracy"],
        talk["consensus_rate"],
        talk["avg_discussion_rounds"],
        weights,
    )
    return TeamMetrics(
        team=team,
        lineup=table.teams[team].label,
        is_ghost=_is_ghost(own, table.teams[team]),
        **_turn_fields(own, turns),
        **clues,
        **guesses,
        **talk,
        coordination_score=score,
        **_theory_of_mind_fields(readings),
        **_blind_fields(_blind_aims(table, turns, readings)),
        **_forecast_fields(turns),
        adaptation_flags=tuple(flag for flag in signs if flag.turn in numbers),
        **_decision_fields(own),
    )


def _with_discussion(
    metrics: TeamMetrics, table: Table, turns: Sequence[PlayedTurn], exclude: Collection[Player]
) -> TeamMetrics:
    left_out = {*exclude, Player.GHOST}
    counted = {turn.number for turn in turns if turn.team is metrics.team and not turn.players & left_out}
    return metrics.model_copy(update={"discussion_value": discussion_metrics(turns, table.board, counted)})


def _is_ghost(own: Sequence[PlayedTurn], lineup: TeamConfig) -> bool:
    if own:
        return all(Player.GHOST in turn.players for turn in own)
    return all(is_ghost_spec(lineup.of(role).spec) for role in Role)


def _turn_fields(own: Sequence[PlayedTurn], counted: Sequence[PlayedTurn]) -> _Fields:
    over = [turn for turn in own if turn.is_over]
    ghosts = sum(Player.GHOST in turn.players for turn in over)
    turns = sum(turn.is_over for turn in counted)
    return {
        "turns": turns,
        "ghost_turns": ghosts,
        "excluded_turns": len(over) - ghosts - turns,
        "human_turns": sum(Player.HUMAN in turn.players for turn in over),
        "fallback_turns": sum(Player.FALLBACK in turn.players for turn in over),
        "forfeited_turns": sum(turn.is_forfeited for turn in counted),
        "passed_turns": sum(isinstance(turn.end, Pass) and turn.end.reason is PassReason.CHOSEN for turn in counted),
    }


def _clue_fields(turns: Sequence[PlayedTurn], heard: Mapping[int, bool]) -> _Fields:
    numbered = [(turn, number) for turn in turns if (number := turn.number_said)]
    numbers = Moments(number for _, number in numbered)
    before = Moments(number for turn, number in numbered if not heard[turn.number])
    after = Moments(number for turn, number in numbered if heard[turn.number])
    promised = sum(number for turn, number in numbered if turn.is_over)
    found = sum(len(turn.correct) for turn, _ in numbered if turn.is_over)
    said = [turn.clue.number for turn in turns if turn.clue]
    return {
        "total_clues": len(said),
        "numbered_clues": numbers.count,
        "zero_clues": said.count(0),
        "unlimited_clues": said.count(UNLIMITED),
        "avg_clue_number": numbers.mean,
        "std_clue_number": numbers.std,
        "clue_words_promised": promised,
        "clue_words_found": found,
        "clue_efficiency": share(found, promised),
        "numbered_clues_before_hearing": before.count,
        "avg_clue_number_before_hearing": before.mean,
        "numbered_clues_after_hearing": after.count,
        "avg_clue_number_after_hearing": after.mean,
    }


def _guess_fields(turns: Sequence[PlayedTurn]) -> _Fields:
    of = Counter(guess.result for turn in turns for guess in turn.guesses)
    correct, opponent, neutral = of[GuessKind.CORRECT], of[GuessKind.OPPONENT], of[GuessKind.NEUTRAL]
    return {
        "words_cleared": correct,
        "assassin_hit": of[GuessKind.ASSASSIN] > 0,
        "total_guesses": of.total(),
        "correct_guesses": correct,
        "wrong_guesses": opponent + neutral,
        "opponent_guesses": opponent,
        "neutral_guesses": neutral,
        "guess_accuracy": share(correct, of.total()),
    }


def _discussion_fields(turns: Sequence[PlayedTurn]) -> _Fields:
    talks = [turn for turn in turns if turn.discussion and (turn.is_over or turn.guesses)]
    rounds = Moments(discussion_rounds(turn.discussion) for turn in talks)
    length = Moments(sum(len(message.text) for message in turn.discussion) for turn in talks)
    tokens = Moments(written for turn in talks if (written := _tokens_written(turn)) is not None)
    consensus = sum(has_consensus(turn.discussion) for turn in talks)
    return {
        "discussions": len(talks),
        "avg_discussion_rounds": rounds.mean,
        "std_discussion_rounds": rounds.std,
        "consensus_turns": consensus,
        "consensus_rate": share(consensus, len(talks)),
        "avg_discussion_length": length.mean,
        "std_discussion_length": length.std,
        "discussions_with_tokens": tokens.count,
        "avg_discussion_tokens": tokens.mean,
    }


def _tokens_written(turn: PlayedTurn) -> int | None:
    traces = turn.traces.discussion_traces if turn.traces else []
    written = [trace.tokens_out for trace in traces if trace.tokens_out is not None]
    return sum(written) if written and len(written) == len(traces) else None


def _theory_of_mind_fields(readings: Sequence[ClueReading | None]) -> _Fields:
    judged = [reading for reading in readings if reading]
    known = [reading for reading in judged if reading.targets]
    unknown = [reading for reading in judged if not reading.targets]
    recall = Moments(reading.recall for reading in known if reading.recall is not None)
    fallback = mean(reading.own_share for reading in unknown if reading.own_share is not None)
    source = TargetSource.REASONING if known else TargetSource.FALLBACK if fallback is not None else None
    return {
        "theory_of_mind_source": source,
        "theory_of_mind_score": recall.mean if known else fallback,
        "std_theory_of_mind": recall.std,
        "theory_of_mind_precision": mean(r.precision for r in known if r.precision is not None),
        "theory_of_mind_clues": len(known),
        "stated_target_clues": sum(reading.source is TargetSource.STATED for reading in known),
        "fallback_clues": len(unknown),
        "theory_of_mind_fallback": fallback,
    }


def _blind_aims(table: Table, turns: Sequence[PlayedTurn], readings: Sequence[ClueReading | None]) -> list[BlindAim]:
    if not table.config.blind:
        return []
    read = [(turn, reading.targets) for turn, reading in zip(turns, readings, strict=True) if reading]
    return [aim for turn, targets in read if (aim := blind_aim(turn, table.board, targets))]


def _blind_fields(aims: Sequence[BlindAim]) -> _Fields:
    targets = sum(aim.targets for aim in aims)
    return {
        "blind_targets": targets,
        "blind_own_share": share(sum(aim.own for aim in aims), targets),
        "blind_chance_share": mean(aim.chance for aim in aims for _ in range(aim.targets)),
    }


def _forecast_fields(turns: Sequence[PlayedTurn]) -> _Fields:
    forecasts = [forecast for turn in turns if (forecast := clue_forecast(turn))]
    return {"clue_forecasts": len(forecasts), "clue_brier": brier_score(forecasts)}


def clue_forecast(turn: PlayedTurn) -> tuple[float, bool] | None:
    """Return the chance that a cluer gave its clue, and whether the clue worked out.

    None where either is unknown, or the chance is not between 0 and 1.
    """
    chance = turn.clue_trace.confidence if turn.clue_trace else None
    result = worked_out(turn)
    return None if chance is None or result is None or not 0 <= chance <= 1 else (chance, result)


def worked_out(turn: PlayedTurn) -> bool | None:
    """Return whether as many own words were found as the clue's number says; None without one, or in an open turn."""
    number = turn.number_said
    return len(turn.correct) >= number if number and turn.is_over else None


def _decision_fields(own: Sequence[PlayedTurn]) -> _Fields:
    traces = [trace for turn in own for trace in turn.decisions]
    refused = [one for trace in traces for one in trace.refused]
    of = Counter(map(player, traces))
    tries: list[AgentTrace | RefusedTry] = [*traces, *refused]
    return {
        **{f"{kind}_decisions": of[kind] for kind in Player},
        "failed_decisions": len([trace for trace in traces if trace.failure is not None]),
        "refused_tries": len(refused),
        "tokens_in": total_known([one.tokens_in for one in tries]),
        "tokens_out": total_known([one.tokens_out for one in tries]),
        "cost_usd": total_known([one.cost_usd for one in tries]),
    }
