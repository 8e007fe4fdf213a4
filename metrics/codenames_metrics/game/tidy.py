"""One row for each clue, message and guess, and for each turn that ended otherwise: what an analyst loads first.

All rows have the same columns; those that do not apply are None. Columns of `LISTS` hold lists. The cost of a decision
stands once, in the row of the event that it led to: a list of guesses is paid in the row of its first.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, assert_never

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, RefusedTry
from codenames_core.game.config import GameMode, Role, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Guess, Pass, Reveal, UnknownEvent
from codenames_core.game.usage import total_cost, total_known
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.discussion import MessageValue, touched_later, value_of_discussion, value_of_messages
from codenames_metrics.game.episode import board_name
from codenames_metrics.game.forecasts import clue_worked_out
from codenames_metrics.game.played_turns import PlayedTurn, Player, played_turns, player
from codenames_metrics.game.surveillance.flags import Flag, find_flags, heard_before
from codenames_metrics.game.theory_of_mind import TargetSource, blind_aim, intended_targets, read_clue
from codenames_metrics.game.turns.turn_loss import turn_loss

Row: TypeAlias = dict[str, Any]

COLUMNS: Final[Mapping[str, str]] = {
    "episode_id": "of the episode",
    "board": "what games on the same words share",
    "seed": "what the board was dealt from",
    "mode": "of the game",
    "surveillance": "whether each team overhears the other's discussion",
    "blind": "whether cluers play without the key",
    "starting_team": "the team that moves first, with nine words to find",
    "run": "name of the benchmark that the game is part of; empty for others, as the next three",
    "benchmark_id": "what runs on the same boards with the same rules and prompts share",
    "composition": "how the experiment filled the seats of a team",
    "repeat": "which game of the match-up on this board, from 0",
    "model": "the experiment's names of the cluer's and the guessers' models of the team in this row",
    "opponent_model": "those of the other team",
    "lineup": "agents of the team in this row",
    "opponent_lineup": "agents of the other team",
    "cluer": "the agent that gives the team's clues",
    "guessers": "the agents that guess for it, guesser 1 first",
    "winner": "team that won",
    "won": "whether the team in this row won",
    "termination": "how the game ended",
    "at": "number of events before this one",
    "turn": "counted from 1 over both teams",
    "team": "whose turn it is",
    "kind": "clue, message, guess, pass or reveal (the penalty for an illegal clue)",
    "seat": "who spoke or decided; empty for a guess without a trace",
    "agent": "the agent or model as its trace names it",
    "player": "agent, human, fallback or ghost; without a trace, of the turn if all its players are of one kind",
    "turn_is_over": "whether the turn came to its end",
    "own_left": "words that the team had left to find before the turn",
    "opponent_left": "words that the other team had left before the turn",
    "clue": "the clue of the turn",
    "clue_number": "its number, 1 or more; empty for 0, unlimited or no clue",
    "clue_number_said": "its number as it was said",
    "heard_opponents": "whether the opponents had discussed anything before the turn",
    "turn_loss": "why the turn was lost: unanswered, assassin, stopped_early, discussion, clue_misled, target_missed",
    "text": "the clue, the message, the guessed word, or why a turn was passed",
    "characters": "length of the message",
    "consensus": "message: whether it ends in consensus",
    "skipped": "message: why the seat said nothing",
    "result": "guess: correct, opponent, neutral or assassin",
    "guess_order": "guess: 1 for the first of the turn",
    "is_target": "guess: whether the cluer meant the word; empty where targets are unknown",
    "targets": "clue: the words it was meant for",
    "targets_source": "clue: stated, reasoning, or fallback (unknown)",
    "picks": "clue: all words guessed in its turn",
    "correct_picks": "clue: how many of them were the team's own",
    "target_recall": "clue: share of the targets that were found (the theory-of-mind score)",
    "target_precision": "clue: share of the picks that were targets",
    "targets_own": "clue of a blind cluer: share of the targets that were the team's",
    "targets_own_by_chance": "clue of a blind cluer: the same share of words drawn at random from those face down",
    "confidence": "what the agent said of its decision's chances, 0 to 1",
    "clue_worked_out": "clue: whether as many own words were found as its number says",
    "rounds": "clue: messages / 2 of the discussion after it",
    "agreement_before": "clue: words that both guessers' first messages want / words that either wants",
    "agreement_after": "clue: the same of their last messages",
    "order_follows": "clue: whose first list was guessed: both, guesser_1, guesser_2, compromise, other",
    "words_touched_now": "message: words it speaks for that were guessed in the turn",
    "words_touched_later": "message: those guessed by the team in a later turn",
    "words_never_touched": "message: those that the team never guessed",
    "flags": "kinds of signs of overhearing in the reasoning behind a clue, or in a message",
    "flag_excerpt": "the evidence",
    "literal_recall": "clue: share of its targets that a literal listener finds by the shipped vectors",
    "target_link": "clue: mean link of its targets by the shipped vectors, in standard deviations",
    "weakest_target_link": "clue: link of the weakest target",
    "danger_link": "clue: strongest link of a word that is not the team's",
    "own_in_reach": "clue: own words among the `number` words with the strongest links",
    "opponent_in_reach": "clue: words of the other team among them",
    "neutral_in_reach": "clue: neutral words among them",
    "assassin_in_reach": "clue: assassins among them",
    "assassin_rank": "clue: place of the assassin by link, 1 for the strongest",
    "tries": "answers that the decision took",
    "failure": "why the decision failed in the end",
    "tokens_in": "of all tries, where known",
    "tokens_out": "of all tries, where known",
    "tokens_reasoning": "the part of tokens_out that was hidden reasoning, where known",
    "cost_usd": "of all tries; empty where the price of one is unknown",
    "latency_s": "seconds that all tries took; empty where they are unknown",
    "prompts": "the prompt set that a model was asked with",
}
"""Every column and what it holds."""
LISTS: Final = (
    *("model", "opponent_model", "guessers", "targets", "picks", "flags"),
    *("words_touched_now", "words_touched_later", "words_never_touched"),
)
"""Columns that hold lists of texts; a table without lists has them joined by `; `."""


class _Game(NamedTuple):
    """What all rows of an episode draw on."""

    record: EpisodeRecord
    common: Row
    traces: Mapping[int, Sequence[AgentTrace]]
    """Decisions by the number of events before them."""
    flags: Mapping[int, Sequence[Flag]]
    """Flags by the number of events before the text."""
    heard: Mapping[int, bool]
    later: Mapping[int, frozenset[str]]
    """Words guessed later by the same team, by turn."""
    vectors: bool

    @property
    def single(self) -> bool:
        """Whether one guesser plays."""
        return self.record.config.mode is GameMode.SINGLE_GUESSER


def tidy_rows(episode: EpisodeRecord, *, vectors: bool = True) -> Iterator[Row]:
    """Yield the rows of an episode in the order of play.

    Args:
        episode: the record.
        vectors: whether clues are also held against the shipped word vectors, which takes numpy and 10 ms a board.

    Raises:
        IllegalEvent: an event does not follow from those before it.
    """
    turns = played_turns(episode)
    flags: dict[int, list[Flag]] = defaultdict(list)
    for flag in find_flags(turns):
        flags[flag.at].append(flag)
    traces: dict[int, list[AgentTrace]] = defaultdict(list)
    for trace in episode.decisions():
        traces[trace.at or 0].append(trace)
    later = touched_later(turns, episode.board)
    game = _Game(episode, _common(episode), traces, flags, heard_before(turns), later, vectors)
    for turn in turns:
        yield from _turn_rows(game, turn)


def _common(episode: EpisodeRecord) -> Row:
    outcome = episode.state_at(len(episode.public_transcript)).outcome or episode.outcome
    run = _run_of(episode)
    return {
        "episode_id": episode.episode_id,
        "board": board_name(episode.config, episode.board),
        "seed": episode.config.seed,
        "mode": episode.config.mode,
        "surveillance": episode.config.surveillance,
        "blind": episode.config.blind,
        "winner": outcome.winner if outcome else None,
        "termination": outcome.termination if outcome else None,
        "starting_team": episode.config.starting_team,
        "run": run.get("name"),
        "benchmark_id": run.get("id"),
        "composition": run.get("composition"),
        "repeat": run.get("repeat"),
    }


def _run_of(episode: EpisodeRecord) -> Mapping[str, Any]:
    """Return what the file of a benchmark's game says of its run; files are from untrusted hands."""
    given = episode.metadata.get("benchmark")
    run: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    texts = {name: one_line(run[name], 200) for name in ("name", "id", "composition") if isinstance(run.get(name), str)}
    models = {
        str(team): [one_line(name, 200) for name in names]
        for team in Team
        if isinstance(names := run.get(team.value), list) and all(isinstance(name, str) for name in names)
    }
    repeat = run.get("repeat")
    return {**texts, **models, **({"repeat": repeat} if isinstance(repeat, int) else {})}


def _turn_rows(game: _Game, turn: PlayedTurn) -> Iterator[Row]:
    source, targets = intended_targets(turn, game.record.board, blind=game.record.config.blind)
    messages = iter(value_of_messages(turn, game.record.board, game.later[turn.number]))
    of_turn = game.common | _turn_columns(game, turn)
    guesses = 0
    for at, event in _events(game, turn):
        guesses += isinstance(event, Guess)
        row: Row = dict.fromkeys(COLUMNS)
        row |= of_turn | _decision_columns(game, turn, at, event)
        match event:
            case Clue():
                row |= _clue_columns(game, turn, source, targets)
            case DiscussionMessage():
                row |= _message_columns(event, next(messages))
            case Guess():
                row |= {"text": event.word, "result": event.result, "guess_order": guesses}
                row["is_target"] = event.word in targets if targets else None
            case Pass():
                row["text"] = event.reason
            case Reveal():
                row["text"] = event.word
            case _:
                assert_never(event)
        if isinstance(event, Clue | DiscussionMessage) and (signs := game.flags.get(at)):
            row |= {"flags": [str(sign.kind) for sign in signs], "flag_excerpt": signs[0].excerpt}
        yield row


_KnownEvent: TypeAlias = Clue | DiscussionMessage | Guess | Pass | Reveal


def _events(game: _Game, turn: PlayedTurn) -> Iterator[tuple[int, _KnownEvent]]:
    """The turn's events that are known here, each with the number of events before it."""
    known = len(turn.discussion) + len(turn.guesses) + (turn.clue is not None) + (turn.end is not None)
    for at in range(turn.begins, len(game.record.public_transcript)):
        event = game.record.public_transcript[at]
        if not known:
            return
        if not isinstance(event, UnknownEvent):
            known -= 1
            yield at, event


def _turn_columns(game: _Game, turn: PlayedTurn) -> Row:
    teams, run = game.record.teams, _run_of(game.record)
    winner = game.common["winner"]
    team = teams[turn.team]
    return {
        "model": run.get(turn.team.value),
        "opponent_model": run.get(turn.team.other.value),
        "cluer": team.cluer.label,
        "guessers": [team.guesser_1.label, *([] if game.single else [team.guesser_2.label])],
        "own_left": _left(game, turn, turn.team),
        "opponent_left": _left(game, turn, turn.team.other),
        "lineup": teams[turn.team].label,
        "opponent_lineup": teams[turn.team.other].label,
        "won": None if winner is None else winner is turn.team,
        "turn": turn.number,
        "team": turn.team,
        "turn_is_over": turn.is_over,
        "clue": turn.clue.word if turn.clue else None,
        "clue_number": turn.number_said,
        "clue_number_said": turn.clue.number if turn.clue else None,
        "heard_opponents": game.heard[turn.number],
        "turn_loss": turn_loss(turn, game.record.board, blind=game.record.config.blind),
    }


def _left(game: _Game, turn: PlayedTurn, team: Team) -> int:
    return sum(word not in turn.revealed for word in game.record.board.words_of(team))


def _decision_columns(game: _Game, turn: PlayedTurn, at: int, event: _KnownEvent) -> Row:
    traces = game.traces.get(at, ())
    trace = traces[-1] if traces else None
    tries: list[AgentTrace | RefusedTry] = [
        *traces,
        *(refused for decision in traces for refused in decision.refused),
    ]
    return {
        "at": at,
        "kind": event.type,
        "seat": _seat(event) or (trace.seat if trace else None),
        "agent": (trace.model or trace.agent) if trace else None,
        "player": player(trace) if trace else _only_player(turn),
        "confidence": trace.confidence if trace else None,
        "tries": len(tries) or None,
        "failure": trace.failure if trace else None,
        "tokens_in": total_known(attempt.tokens_in for attempt in tries),
        "tokens_out": total_known(attempt.tokens_out for attempt in tries),
        "tokens_reasoning": total_known(attempt.tokens_reasoning for attempt in tries),
        "cost_usd": total_cost(traces),
        "latency_s": total_known(attempt.latency_s for attempt in tries),
        "prompts": trace.prompt if trace else None,
    }


def _seat(event: _KnownEvent) -> Seat | None:
    match event:
        case Clue():
            return Seat.of(event.team, Role.CLUER)
        case DiscussionMessage():
            return event.seat
        case Guess() | Pass() | Reveal():
            return None
        case _:
            assert_never(event)


def _only_player(turn: PlayedTurn) -> Player | None:
    return next(iter(turn.players)) if len(turn.players) == 1 else None


def _clue_columns(game: _Game, turn: PlayedTurn, source: TargetSource, targets: Sequence[str]) -> Row:
    board = game.record.board
    reading = read_clue(turn, board, blind=game.record.config.blind)
    row: Row = {
        "text": turn.clue.word if turn.clue else None,
        "targets": list(targets),
        "targets_source": source,
        "picks": list(turn.picks),
        "correct_picks": len(turn.correct),
        "target_recall": reading.recall if reading else None,
        "target_precision": reading.precision if reading else None,
        "clue_worked_out": clue_worked_out(turn),
    }
    if game.record.config.blind and (aim := blind_aim(turn, board, targets)):
        row |= {"targets_own": aim.own_share, "targets_own_by_chance": aim.chance}
    if value := value_of_discussion(turn, board):
        row |= {name: number for name, number in value._asdict().items() if name != "characters"}
    if game.vectors:
        from codenames_metrics.game.clue_quality import clue_quality, literal_recall

        if quality := clue_quality(turn, board, targets):
            row |= quality._asdict() | {"literal_recall": literal_recall(turn, board, targets)}
    return row


def _message_columns(message: DiscussionMessage, value: MessageValue) -> Row:
    return {
        "text": message.text,
        "characters": len(message.text),
        "consensus": message.consensus,
        "skipped": message.skipped,
        "words_touched_now": list(value.touched_now),
        "words_touched_later": list(value.touched_later),
        "words_never_touched": list(value.never_touched),
    }


def without_lists(row: Row) -> Row:
    """Return a row for tables that know no lists: their texts joined by `; `."""
    return row | {name: "; ".join(row[name]) or None for name in LISTS if row[name] is not None}
