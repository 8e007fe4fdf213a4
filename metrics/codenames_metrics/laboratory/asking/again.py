"""One recorded decision, asked again of any agent: the question, and what came back, counted."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import RuleError
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition, decisions_in
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion, line_up_for

KIND_OF = {Question.CLUE: Kind.CLUE, Question.MESSAGE: Kind.MESSAGE, Question.GUESSES: Kind.GUESS}
LONGEST_MESSAGE = 120


class Choice(NamedTuple):
    """One answer, and how often it was given."""

    text: str
    times: int
    targets: tuple[str, ...]
    """What a clue was meant for, where that is said."""


def decision_at(record: EpisodeRecord, trace: AgentTrace) -> RecordedPosition | None:
    """Return the position of a recorded decision, whoever made it; None for one that cannot be asked again.

    That is the choice of a penalty word, a seat that gave no answer, and a game whose events do not follow.
    """
    kind = KIND_OF.get(trace.question) if trace.question else None
    if kind is None or trace.failure is not None:
        return None
    try:
        return next(
            (
                one
                for one in decisions_in(record, kind, everybody=True)
                if (one.source.at, one.ask.seat) == (trace.at, trace.seat)
            ),
            None,
        )
    except RuleError:
        return None


def questions_again(position: RecordedPosition, agent: AgentConfig, first: int, count: int) -> list[LabQuestion]:
    """Return the question so many times, the first of them with the number `first`.

    Whoever decided in the game is asked with the seed that it had the first time; all else has a seed of its own.
    """
    decided = position.source.line_up
    own = decided.of(position.ask.seat.role)
    found = []
    for repeat in range(first, first + count):
        line_up = decided if agent == own and repeat == 0 else line_up_for(agent, position.id, repeat)
        found.append(LabQuestion(AnswerKey(position.id, agent.label, repeat), position.state, position.ask, line_up))
    return found


def counted_choices(position: RecordedPosition, traces: Iterable[AgentTrace]) -> list[Choice]:
    """Return what was answered, the most frequent first: whole clues, first guesses, or messages."""
    counts: dict[str, list[AgentTrace]] = {}
    for trace in traces:
        counts.setdefault(choice_in_words(position, trace), []).append(trace)
    found = [Choice(text, len(given), given[0].intended_targets) for text, given in counts.items()]
    return sorted(found, key=lambda choice: -choice.times)


def choice_in_words(position: RecordedPosition, trace: AgentTrace) -> str:
    """Return an answer in words: a clue, the first guess, or a message."""
    if trace.failure is not None:
        return f"no answer ({trace.failure})"
    answer = position.answer_in(trace)
    match position.kind:
        case Kind.CLUE:
            return f"{answer.word.upper()} {answer.number}"
        case Kind.GUESS:
            return first_guess(answer)
        case Kind.MESSAGE:
            return str(answer.text).strip()[:LONGEST_MESSAGE]


def first_guess(words: Sequence[str]) -> str:
    """Return the first word of a list, or that there is none."""
    return words[0] if words else "pass"
