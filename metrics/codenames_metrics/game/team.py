"""The metrics of one team in one episode: pure functions from its turns to `TeamMetrics`."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from codenames_agents.kinds import kind_of
from codenames_core.files.schema import Parent
from codenames_core.game.board import Board
from codenames_core.game.config import GameConfig, Role, Team, TeamConfig
from codenames_core.game.events import UNLIMITED, GuessKind, Pass, PassReason
from codenames_core.game.state import GUESSERS, has_consensus
from codenames_core.game.usage import total_cost, total_known
from codenames_metrics.game.coordination import CoordinationWeights, coordination_score
from codenames_metrics.game.failures import failure_fields
from codenames_metrics.game.forecasts import brier_score, clue_forecast
from codenames_metrics.game.metric_models import TeamMetrics
from codenames_metrics.game.played_turns import PlayedTurn, Player, discussion_rounds, player
from codenames_metrics.game.reading_errors import reading_errors
from codenames_metrics.game.surveillance.flags import Flag
from codenames_metrics.game.theory_of_mind import BlindAim, ClueReading, TargetSource, blind_aim, read_clue
from codenames_metrics.game.turns.turn_loss import TurnLoss, turn_loss
from codenames_metrics.game.turns.turn_summary import summarise_turn
from codenames_metrics.statistics.moments import Moments, mean
from codenames_metrics.statistics.proportions import share


class GameFacts(NamedTuple):
    """What is known of a game before its first event."""

    episode_id: str
    config: GameConfig
    board: Board
    teams: dict[Team, TeamConfig]
    parent: Parent | None = None
    """Where a fork comes from."""


_Fields: TypeAlias = dict[str, Any]
"""Some of the fields of `TeamMetrics`."""


def team_metrics(
    team: Team,
    table: GameFacts,
    turns_of_both: Sequence[PlayedTurn],
    signs: Sequence[Flag],
    heard: Mapping[int, bool],
    weights: CoordinationWeights,
    exclude: Collection[Player],
    *,
    literal_listener: bool = False,
) -> TeamMetrics:
    """Return how `team` played; `signs` and `heard` are of the whole game, and turns of `exclude` are left out."""
    own = [turn for turn in turns_of_both if turn.team is team]
    left_out = {*exclude, Player.GHOST}
    turns = [turn for turn in own if not turn.players & left_out]
    numbers = {turn.number for turn in turns}
    board, blind = table.board, table.config.blind
    readings = [read_clue(turn, board, blind=blind) for turn in turns]
    losses = [
        turn_loss(turn, board, blind=blind, targets=reading.targets if reading else None)
        for turn, reading in zip(turns, readings, strict=True)
    ]
    forecasts = [clue_forecast(turn) for turn in turns]
    clues = _clue_fields(turns, heard)
    guesses = _guess_fields(turns)
    talk = _discussion_fields(turns)
    if not any(kind_of(table.teams[team].of(role).spec).says_by_consensus for role in GUESSERS):
        talk["consensus_rate"] = None  # D-146: who cannot disagree says nothing by agreeing
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
        words_per_turn=share(guesses["words_cleared"], sum(turn.is_over for turn in turns)),
        net_words_per_clue=share(guesses["words_cleared"] - guesses["opponent_guesses"], clues["total_clues"]),
        **talk,
        coordination_score=score,
        **_theory_of_mind_fields(readings),
        **(_listener_fields(turns, readings, board, turns_of_both) if literal_listener else {}),
        **_blind_fields(_blind_aims(table, turns, readings)),
        **_forecast_fields(forecasts),
        adaptation_flags=tuple(flag for flag in signs if flag.turn in numbers),
        **_decision_fields(own),
        **failure_fields(turns),
        **_loss_fields(losses),
        reading=reading_errors(turns, board, blind=blind),
        turn_summaries=tuple(
            [
                summarise_turn(turn, reading, loss, forecast)
                for turn, reading, loss, forecast in zip(turns, readings, losses, forecasts, strict=True)
                if turn.is_over
            ]
        ),
    )


def _is_ghost(own: Sequence[PlayedTurn], lineup: TeamConfig) -> bool:
    if own:
        return all(Player.GHOST in turn.players for turn in own)
    return all(kind_of(lineup.of(role).spec).is_ghost for role in Role)


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


def _loss_fields(losses: Sequence[TurnLoss | None]) -> _Fields:
    counts = Counter(losses)
    return {
        "lost_turns": counts.total() - counts[None],
        **{f"lost_{reason}": counts[reason] for reason in TurnLoss},
    }


def _clue_fields(turns: Sequence[PlayedTurn], heard: Mapping[int, bool]) -> _Fields:
    numbered = [(turn, number) for turn in turns if (number := turn.number_said)]
    numbers = Moments([number for _, number in numbered])
    before = [number for turn, number in numbered if not heard[turn.number]]
    after = [number for turn, number in numbered if heard[turn.number]]
    promised = sum([number for turn, number in numbered if turn.is_over])
    correct = sum([len(turn.correct) for turn, _ in numbered if turn.is_over])
    all_numbers = [turn.clue.number for turn in turns if turn.clue]
    return {
        "total_clues": len(all_numbers),
        "numbered_clues": numbers.count,
        "zero_clues": all_numbers.count(0),
        "unlimited_clues": all_numbers.count(UNLIMITED),
        "one_clues": all_numbers.count(1),
        "two_clues": all_numbers.count(2),
        "three_clues": all_numbers.count(3),
        "larger_clues": sum(number > 3 for _, number in numbered),
        "avg_clue_number": numbers.mean,
        "std_clue_number": numbers.std,
        "clue_words_promised": promised,
        "clue_words_found": correct,
        "clue_efficiency": share(correct, promised),
        "numbered_clues_before_hearing": len(before),
        "avg_clue_number_before_hearing": share(sum(before), len(before)),
        "numbered_clues_after_hearing": len(after),
        "avg_clue_number_after_hearing": share(sum(after), len(after)),
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
    rounds = Moments([discussion_rounds(turn.discussion) for turn in talks])
    length = Moments([sum([len(message.text) for message in turn.discussion]) for turn in talks])
    tokens = Moments([written for turn in talks if (written := _tokens_written(turn)) is not None])
    consensus = sum([has_consensus(turn.discussion) for turn in talks])
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
    written = [trace.tokens_out for trace in traces]
    known = [tokens for tokens in written if tokens is not None]
    return sum(known) if known and len(known) == len(written) else None


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


def _listener_fields(
    turns: Sequence[PlayedTurn], readings: Sequence[ClueReading | None], board: Board, of_game: Sequence[PlayedTurn]
) -> _Fields:
    known = [(turn, reading) for turn, reading in zip(turns, readings, strict=True) if reading and reading.targets]
    numbered = [(turn, reading) for turn, reading in known if turn.number_said]
    if not numbered:
        return {}
    from codenames_metrics.game.clue_quality import literal_recalls  # loads the vectors

    recalls = literal_recalls([(turn, reading.targets) for turn, reading in numbered], board, of_game)
    judged = [(literal, reading.recall) for literal, (_, reading) in zip(recalls, numbered, strict=True)]
    both = [(literal, found) for literal, found in judged if literal is not None and found is not None]
    return {
        "literal_listener_clues": len(both),
        "literal_listener_unknown": len(judged) - len(both),
        "literal_listener_score": mean(literal for literal, _ in both),
        "theory_of_mind_gain": mean(found - literal for literal, found in both),
    }


def _blind_aims(
    table: GameFacts, turns: Sequence[PlayedTurn], readings: Sequence[ClueReading | None]
) -> list[BlindAim]:
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


def _forecast_fields(forecasts: Sequence[tuple[float, bool] | None]) -> _Fields:
    stated = [forecast for forecast in forecasts if forecast]
    return {"clue_forecasts": len(stated), "clue_brier": brier_score(stated)}


def _decision_fields(own: Sequence[PlayedTurn]) -> _Fields:
    traces = [trace for turn in own for trace in turn.decisions]
    refused = [one for trace in traces for one in trace.refused]
    of = _decisions_by_player(own)
    tokens = list(map(_tokens, [*traces, *refused]))
    hidden = [reasoning for _, _, reasoning in tokens if reasoning is not None]
    return {
        **{f"{kind}_decisions": of[kind] for kind in Player},
        "failed_decisions": len([trace for trace in traces if trace.failure is not None]),
        "refused_tries": len(refused),
        "tokens_in": total_known([read for read, _, _ in tokens]),
        "tokens_out": total_known([written for _, written, _ in tokens]),
        "tokens_reasoning": sum(hidden) if hidden else None,
        "hidden_tokens_per_answer": mean(hidden) if any(hidden) else None,
        "cost_usd": total_cost(traces),
    }


_tokens: Final = attrgetter("tokens_in", "tokens_out", "tokens_reasoning")
"""Reads three fields in the time of two."""


def _decisions_by_player(own: Sequence[PlayedTurn]) -> Counter[Player]:
    of: Counter[Player] = Counter()
    for turn in own:
        if turn.players == _AGENTS_ALONE:  # the usual case, without a look at each decision
            of[Player.AGENT] += len(turn.decisions)
        else:
            of.update(map(player, turn.decisions))
    return of


_AGENTS_ALONE: Final = frozenset({Player.AGENT})
