"""What one answer of a probe is, in numbers, and how it compares with another.

Each measure is of one answer, or of one answer against those that were given as-was.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Final, NamedTuple

from codenames_core.game.agent import AgentTrace
from codenames_core.game.events import Clue
from codenames_metrics.game.clue_quality import links_of, literal_guesses
from codenames_metrics.game.played_turns import PlayedTurn
from codenames_metrics.game.reading_errors import reading_errors
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition
from codenames_metrics.laboratory.scoring.clue_scores import clue_of, heard, targets_of
from codenames_metrics.laboratory.scoring.guess_scores import NOTHING, score_guesses
from codenames_metrics.laboratory.scoring.message_scores import score_message
from codenames_metrics.statistics.proportions import share


class ProbedAnswer(NamedTuple):
    """One answer."""

    choice: Hashable
    """What was decided: the clue, the list of guesses, or the words that a message speaks for; None for no answer."""
    words: tuple[str, ...]
    """The words of the plan: what a clue was meant for, the guesses, or the words that a message speaks for."""
    number: float | None
    """Of a clue, its number; of guesses and messages, how many words they name."""
    target_link: float | None
    """Of a clue, how strong its link to the words is that it was meant for, in standard deviations, by our vectors."""
    net_words: float | None
    """Own words less opponents' words: of guesses what they turn, of a clue what a literal listener turns by it."""
    recall: float | None
    """Of guesses and messages, the share of the targets that they find."""
    text: str
    """For people to read."""
    named_wrongly: float | None = None
    """Of the words that were named in all tries, the share that are not on the board or not what they were taken for.

    See `codenames_metrics.game.reading_errors`. It is 0 for an offline agent that reads words, and None where no word
    was named.
    """


def probed(position: RecordedPosition, trace: AgentTrace) -> ProbedAnswer:
    """Return an answer to a position, which is as it was asked."""
    return _answer(position, trace)._replace(named_wrongly=_named_wrongly(position, trace))


def _named_wrongly(position: RecordedPosition, trace: AgentTrace) -> float | None:
    state, team = position.state, position.ask.seat.team
    turn = PlayedTurn(state.turn.number, team, None, (), (), None, False, state.revealed, 0, decisions=(trace,))
    found = reading_errors([turn], state.board, blind=state.config.blind, of_words=True)
    return 0.0 if found is None else share(found.words_unknown + found.colours_mistaken, found.words_named)


def _answer(position: RecordedPosition, trace: AgentTrace) -> ProbedAnswer:
    if trace.failure is not None:
        return ProbedAnswer(None, (), None, None, None, None, f"no answer: {trace.refusal or trace.failure}")
    match position.kind:
        case Kind.CLUE:
            return _clue(position, trace)
        case Kind.GUESS:
            words = position.answer_in(trace)
            score = score_guesses(position, words) if words else NOTHING
            recall = score.recall if position.targets else None
            return ProbedAnswer(words, words, len(words), None, score.net_words, recall, ", ".join(words) or "pass")
        case Kind.MESSAGE:
            said = score_message(position, trace)
            text = position.answer_in(trace).text
            return ProbedAnswer(said.named, said.named, len(said.named), None, None, said.recall, text)


def _clue(position: RecordedPosition, trace: AgentTrace) -> ProbedAnswer:
    clue = clue_of(position, trace)
    assert clue is not None  # noqa: S101  it has no failure
    targets, state = targets_of(position, trace), position.state
    links = links_of(clue.word, state.board, state.revealed)
    link = sum(links[word] for word in targets) / len(targets) if links and targets else None
    number = float(clue.number) if isinstance(clue.number, int) else None
    shown = f"{clue.word} {clue.number} ({', '.join(targets)})" if targets else f"{clue.word} {clue.number}"
    return ProbedAnswer(
        (clue.word, clue.number), targets, number, link, _literal_net(position, clue, targets), None, shown
    )


def _literal_net(position: RecordedPosition, clue: Clue, targets: tuple[str, ...]) -> float | None:
    state = position.state
    guesses = literal_guesses(clue, state.board, state.revealed)
    return None if guesses is None else float(score_guesses(heard(position, clue, targets), guesses).net_words)


def agreement(first: ProbedAnswer, second: ProbedAnswer) -> float | None:
    """Return the share of the words of two plans that are in both; None where both name none.

    >>> one = ProbedAnswer(None, ("SHIP", "WAVE"), 2, None, None, None, "")
    >>> agreement(one, one._replace(words=("WAVE",)))
    0.5
    """
    both, either = {*first.words} & {*second.words}, {*first.words} | {*second.words}
    return len(both) / len(either) if either else None


OWN: Final[Mapping[str, Callable[[ProbedAnswer], float | None]]] = {
    "number": lambda answer: answer.number,
    "target_link": lambda answer: answer.target_link,
    "net_words": lambda answer: answer.net_words,
    "recall": lambda answer: answer.recall,
    "failed": lambda answer: float(answer.choice is None),
    "named_wrongly": lambda answer: answer.named_wrongly,
}
"""Measures of one answer."""
AGAINST: Final[Mapping[str, Callable[[ProbedAnswer, ProbedAnswer], float | None]]] = {
    "other_answer": lambda answer, was: float(answer.choice != was.choice),
    "first_word_differs": lambda answer, was: float(answer.words[:1] != was.words[:1]),
    "plan_agreement": agreement,
}
"""Measures of one answer against one that was given as-was; of the arm as-was again they show the noise floor."""
TITLES: Final[Mapping[str, Mapping[Kind, str]]] = {
    "number": {Kind.CLUE: "Clue number", Kind.GUESS: "Guesses", Kind.MESSAGE: "Words named"},
    "target_link": {Kind.CLUE: "Target link"},
    "net_words": {Kind.CLUE: "Expected net words", Kind.GUESS: "Net words"},
    "recall": {Kind.GUESS: "Recall", Kind.MESSAGE: "Recall"},
    "other_answer": {Kind.CLUE: "Other clue", Kind.GUESS: "Other list", Kind.MESSAGE: "Other words"},
    "first_word_differs": {
        Kind.CLUE: "Other first target",
        Kind.GUESS: "Other first guess",
        Kind.MESSAGE: "Other first word",
    },
    "plan_agreement": dict.fromkeys(Kind, "Plan agreement"),
    "failed": dict.fromkeys(Kind, "No answer"),
    "named_wrongly": {Kind.CLUE: "Named wrongly", Kind.GUESS: "Named wrongly"},
}
"""What each measure is called, for the kinds of questions that have it."""
