"""One row for each answer of a model to a suite: what tables are made of, and `answers.csv`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from codenames_core.game.agent import AgentTrace
from codenames_metrics.game.clue_quality import literal_guesses
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition
from codenames_metrics.laboratory.asking.questions import AnswerKey
from codenames_metrics.laboratory.scoring.guess_scores import NOTHING, GuessScore, chance_recall, score_guesses
from codenames_metrics.laboratory.scoring.message_scores import score_message
from codenames_metrics.laboratory.suites.people import label_of
from codenames_metrics.laboratory.suites.plan import HeardClue, SuitePlan, by_board, panel_key
from codenames_metrics.statistics.moments import mean


class AnswerRow(NamedTuple):
    """What one answer was worth. Of a clue, what it was worth on average over the listeners of the panel."""

    model: str
    kind: str
    position: str
    board: str
    """A hash of its words: answers on one board go together."""
    speaker: str
    """Who gave the clue that is heard; of a clue, the model itself."""
    repeat: int
    words_left: int
    number: int | None
    answer: str
    failed: bool
    """Whether it gave no answer that the rules accept; it is worth nothing then."""
    recall: float | None
    precision: float | None
    net_words: float | None
    assassin: float | None
    chance: float | None
    """As the model stated it, from 0 to 1."""
    came_true: bool | None
    """Of guesses, whether the first word was the team's; of a clue, whether at least half of the panel found as many
    own words as its number says."""
    chance_recall: float | None
    """The recall of random guesses."""
    literal_recall: float | None
    """Of guesses, what a literal listener finds; of a clue, what the panel finds by the literal clue for the same
    words."""
    cost_usd: float | None


def answer_rows(
    plan: SuitePlan, answers: Mapping[AnswerKey, AgentTrace], clues: Iterable[HeardClue]
) -> Iterator[AnswerRow]:
    """Yield the rows of all answers that were given; `clues` are those of the models, literal ones included."""
    heard = _by_clue(clues)
    for position in by_board(plan.suite.positions):
        literal = _literal_score(position) if position.kind is Kind.GUESS else None
        for model in plan.labels:
            for repeat in range(plan.repeats):
                trace = answers.get(AnswerKey(position.id, model, repeat))
                if trace is None:
                    continue
                row: AnswerRow | None = _row(position, model, repeat, trace, literal)
                if position.kind is Kind.CLUE and row is not None:
                    row = _with_panel(row, heard.get((position.id, model, repeat), ()), plan, answers)
                if row is not None:
                    yield row
        for repeat, words in enumerate(position.people):
            yield _row_of_people(position, repeat, words, literal)


def _row_of_people(
    position: RecordedPosition, repeat: int, words: Sequence[str], literal: GuessScore | None
) -> AnswerRow:
    trace = AgentTrace(answer=list(words))
    return _row(position, label_of(position.state.config.variant), repeat, trace, literal)


def _row(
    position: RecordedPosition, model: str, repeat: int, trace: AgentTrace, literal: GuessScore | None
) -> AnswerRow:
    failed = trace.failure is not None
    score, answer = None, "" if failed else str(trace.answer)
    if position.kind is Kind.GUESS:
        score = NOTHING if failed else score_guesses(position, position.answer_in(trace))
    said = score_message(position, trace) if position.kind is Kind.MESSAGE else None
    stated = trace.confidence if trace.confidence is not None and 0 <= trace.confidence <= 1 else None
    return AnswerRow(
        model=model,
        kind=str(position.kind),
        position=position.id,
        board=position.board,
        speaker=position.speaker if position.kind is not Kind.CLUE else model,
        repeat=repeat,
        words_left=position.own_words_left,
        number=position.number,
        answer=answer,
        failed=failed,
        recall=said.recall if said else score.recall if score else None,
        precision=said.precision if said else score.precision if score else None,
        net_words=float(score.net_words) if score else None,
        assassin=float(score.assassin) if score else None,
        chance=stated if score else None,
        came_true=score.first_is_own if score else None,
        chance_recall=chance_recall(position) if position.kind is Kind.GUESS else None,
        literal_recall=literal.recall if literal else None,
        cost_usd=trace.cost_usd,
    )


def _literal_score(position: RecordedPosition) -> GuessScore | None:
    """Return what the guesses of a literal listener are worth; None where it does not know the clue."""
    clue, state = position.state.turn.clue, position.state
    guesses = literal_guesses(clue, state.board, state.revealed) if clue else None
    return None if guesses is None else score_guesses(position, guesses)


_Clues = Mapping[tuple[str, str, int], Sequence[HeardClue]]


def _by_clue(clues: Iterable[HeardClue]) -> _Clues:
    found: dict[tuple[str, str, int], list[HeardClue]] = {}
    for one in clues:
        found.setdefault((one.position.id, one.cluer, one.repeat), []).append(one)
    return found


def panel_scores(one: HeardClue, plan: SuitePlan, answers: Mapping[AnswerKey, AgentTrace]) -> dict[str, GuessScore]:
    """Return what each listener who was asked made of a clue."""
    scores = {}
    for listener in plan.panel:
        trace = answers.get(panel_key(one, listener.label))
        if trace is not None:
            given = () if trace.failure is not None else one.heard.answer_in(trace)
            scores[listener.label] = score_guesses(one.heard, given)
    return scores


def _with_panel(
    row: AnswerRow, heard: Sequence[HeardClue], plan: SuitePlan, answers: Mapping[AnswerKey, AgentTrace]
) -> AnswerRow | None:
    """Return the row of a clue with what the panel made of it; None while the panel was not asked."""
    if row.failed:
        return row._replace(recall=0.0, net_words=0.0, assassin=0.0)
    own = next((one for one in heard if not one.literal), None)
    scores = panel_scores(own, plan, answers) if own else {}
    if own is None or not scores:
        return None
    literal = next((panel_scores(one, plan, answers) for one in heard if one.literal), {})
    number = own.heard.number
    trace = answers[AnswerKey(row.position, row.model, row.repeat)]
    stated = trace.confidence if trace.confidence is not None and 0 <= trace.confidence <= 1 else None
    found = [
        sum(own.heard.state.board.key[word].team is own.heard.ask.seat.team for word in score.touched)
        for score in scores.values()
    ]
    return row._replace(
        number=number,
        recall=mean(score.recall for score in scores.values() if score.recall is not None),
        precision=mean(score.precision for score in scores.values() if score.precision is not None),
        net_words=mean(score.net_words for score in scores.values()),
        assassin=mean(score.assassin for score in scores.values()),
        chance=stated,
        came_true=None if number is None else sum(words >= number for words in found) * 2 >= len(found),
        literal_recall=mean(score.recall for score in literal.values() if score.recall is not None),
    )
