"""What one answer of the tuned model is worth, and what a model that rewrites its prompt is told about it. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from codenames_core.decisions.protocol import guess_question
from codenames_core.game.agent import AgentTrace
from codenames_core.game.board import CardType
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition
from codenames_metrics.laboratory.scoring.guess_scores import NOTHING, GuessScore, own_words, score_guesses
from codenames_metrics.laboratory.scoring.message_scores import score_message
from codenames_metrics.laboratory.tuning.planning.plan import TuneGoal
from codenames_metrics.statistics.moments import mean

_LONGEST_ANSWER: Final = 600


class Rollout(NamedTuple):
    """One answer of the tuned model in one position."""

    position: str
    board: str
    kind: Kind
    words: float
    """Own words less the opponents' words that it brings; 0 for no answer."""
    assassin: float
    """How often it leads to the assassin, over all who hear it."""
    is_legal: bool
    """Whether the first try could be used."""
    failed: bool
    """Whether no try could be used."""
    tokens: int | None
    """Read and written; None where they are not known."""
    answer: str
    situation: str
    """What was asked, for a model that rewrites the prompt."""
    feedback: str
    """What came of it, likewise."""

    def score(self, goal: TuneGoal) -> float:
        """Return what it is worth by a goal."""
        return self.words if goal is TuneGoal.WORDS else float(self.is_legal)


Heard = Mapping[str, tuple[RecordedPosition, AgentTrace]]
"""What each listener made of a clue: the position in which it heard it, and its answer."""


def rollout(position: RecordedPosition, trace: AgentTrace, heard: Heard) -> Rollout:
    """Return what an answer is worth; of a clue, on average over those who heard it."""
    failed = trace.failure is not None
    scores = [_score_of(where, answer) for where, answer in heard.values()]
    if position.kind is not Kind.CLUE:
        scores = [_own_score(position, trace)]
    tokens = None if trace.tokens_in is None or trace.tokens_out is None else trace.tokens_in + trace.tokens_out
    return Rollout(
        position=position.id,
        board=position.board,
        kind=position.kind,
        words=mean(float(score.net_words) for score in scores) or 0.0,
        assassin=mean(float(score.assassin) for score in scores) or 0.0,
        is_legal=not trace.refused and not failed,
        failed=failed,
        tokens=tokens,
        answer="" if failed else _in_words(position, trace),
        situation=_situation(position),
        feedback=" ".join(_feedback(position, trace, heard, scores)),
    )


def _score_of(position: RecordedPosition, trace: AgentTrace) -> GuessScore:
    return NOTHING if trace.failure is not None else score_guesses(position, position.answer_in(trace))


def _own_score(position: RecordedPosition, trace: AgentTrace) -> GuessScore:
    if position.kind is Kind.GUESS:
        return _score_of(position, trace)
    named = score_message(position, trace).named
    return score_guesses(as_guess(position), named) if named else NOTHING


def as_guess(position: RecordedPosition) -> RecordedPosition:
    """Return the position with the question for guesses, to say what touching the words of a message would bring."""
    return replace(position, kind=Kind.GUESS, ask=guess_question(position.state))


def _in_words(position: RecordedPosition, trace: AgentTrace) -> str:
    answer = position.answer_in(trace)
    match position.kind:
        case Kind.CLUE:
            return f"{answer.word} {answer.number}"
        case Kind.GUESS:
            return ", ".join(answer) or "(no word)"
        case Kind.MESSAGE:
            return one_line(answer.text, _LONGEST_ANSWER)


def _situation(position: RecordedPosition) -> str:
    state = position.state
    hidden = [word for word in state.board.words if word not in state.revealed]
    if position.kind is Kind.CLUE:
        own = own_words(position)
        bad = {word: state.board.key[word] for word in hidden if word not in own}
        other = [word for word, card in bad.items() if card.team is not None]
        assassin = [word for word, card in bad.items() if card is CardType.ASSASSIN]
        return (
            f"Own words: {', '.join(own)}. Opponents' words: {', '.join(other)}. Assassin: {', '.join(assassin)}. "
            f"Neutral words: {', '.join(word for word in bad if word not in (*other, *assassin))}."
        )
    clue = state.turn.clue
    said = f"{clue.word} {clue.number}" if clue else "(none)"
    return f"Clue: {one_line(said, 60)}. Words that are face down: {', '.join(hidden)}."


def _feedback(position: RecordedPosition, trace: AgentTrace, heard: Heard, scores: Sequence[GuessScore]) -> list[str]:
    reasons = [one.reason or str(one.failure) for one in trace.refused]
    reasons += [trace.refusal or str(trace.failure)] if trace.failure is not None else []
    said = [f"Refused {times(count)}: {one_line(why, 200)}." for why, count in Counter(reasons).most_common(3)]
    if trace.failure is not None:
        return [*said, "No answer could be used: worth nothing."]
    if position.kind is Kind.CLUE:
        meant = ", ".join(trace.intended_targets) or "(not said)"
        said.append(f"Meant for: {meant}.")
        said += [
            f"{name} touched {_touched(where, score)}."
            for (name, (where, _)), score in zip(heard.items(), scores, strict=True)
        ]
    else:
        said.append(f"The clue was meant for: {', '.join(position.targets)}.")
        where = position if position.kind is Kind.GUESS else as_guess(position)
        said += [f"Touched: {_touched(where, score)}." for score in scores]
    return [*said, f"Net words: {mean(float(score.net_words) for score in scores) or 0.0:+.2f}."]


def times(count: int) -> str:
    """Return how often something happened, in words.

    >>> times(1), times(2), times(3)
    ('once', 'twice', '3 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _touched(position: RecordedPosition, score: GuessScore) -> str:
    key, team = position.state.board.key, position.ask.seat.team

    def named(word: str) -> str:
        card = key[word]
        if card.team is team:
            return f"{word} (own)"
        return f"{word} (the opponents')" if card.team else f"{word} ({card})"

    return ", ".join(map(named, score.touched)) or "no word"
