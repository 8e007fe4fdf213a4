"""What a search has tried: its candidates, what each answer was worth, and how many answers are left.

The engine keeps every answer, so a search that is begun again finds what it asked before, and goes on from there.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import CodenamesError
from codenames_metrics.laboratory.asking.laboratory import Laboratory
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion, line_up_for
from codenames_metrics.laboratory.tuning.planning.candidates import Candidate
from codenames_metrics.laboratory.tuning.planning.plan import TunePlan
from codenames_metrics.laboratory.tuning.searching.answering import AnswersByPrompts
from codenames_metrics.laboratory.tuning.searching.rollouts import Rollout, rollout
from codenames_metrics.statistics.moments import mean


class AskingEnded(CodenamesError):
    """A question has no answer: the budget is used up, or a model cannot be asked."""


class RolloutsUsedUp(CodenamesError):
    """The search may ask no more."""


class Trials:
    """Asks the tuned model by candidates, and keeps what came of it.

    Args:
        plan: of the tune.
        laboratory: that asks.
        answers: the answerer of the laboratory.
        on_change: is called when something is known that was not.
    """

    def __init__(
        self,
        plan: TunePlan,
        laboratory: Laboratory,
        answers: AnswersByPrompts,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.plan = plan
        self.laboratory = laboratory
        self._answers = answers
        self._on_change = on_change
        self.candidates: dict[str, Candidate] = {}
        """By id, in the order in which they were found."""
        self.searched: dict[str, dict[str, Rollout]] = {}
        """By candidate and position."""
        self.refused: Counter[str] = Counter()
        """Proposals that could not be used, by the reason."""

    @property
    def used(self) -> int:
        """Answers that the search has taken."""
        return sum(map(len, self.searched.values()))

    @property
    def left(self) -> int:
        """Answers that it may still take."""
        return self.plan.rollouts - self.used

    def add(self, candidate: Candidate) -> Candidate:
        """Return the candidate, or the one with the same texts that is known."""
        if (known := self.candidates.get(candidate.id)) is None:
            known = self.candidates[candidate.id] = candidate
            self._answers.sets[candidate.id] = candidate.prompts
            self._on_change()
        return known

    def refuse(self, reason: str) -> None:
        """Count a proposal that cannot be used."""
        self.refused[reason] += 1
        self._on_change()

    def mean_score(self, candidate: str) -> float | None:
        """Return what the answers of a candidate were worth so far, on average; None before there are any."""
        return mean(one.score(self.plan.goal) for one in self.searched.get(candidate, {}).values())

    async def search(self, candidate: Candidate, items: Sequence[RecordedPosition]) -> list[Rollout]:
        """Return what a candidate's answers on positions of the search are worth; known ones are not asked again.

        Raises:
            RolloutsUsedUp: more would have to be asked than may be.
            AskingEnded: there is an answer missing.
        """
        candidate = self.add(candidate)
        known = self.searched.setdefault(candidate.id, {})
        new = [one for one in items if one.id not in known]
        if len(new) > self.left:
            raise RolloutsUsedUp(f"{self.used} of {self.plan.rollouts} answers are used")
        for one in await self.answered(candidate, new, self.plan.partners):
            known[one.position] = one
        self._on_change()
        return [known[one.id] for one in items]

    async def answered(
        self, candidate: Candidate, items: Sequence[RecordedPosition], partners: Sequence[AgentConfig]
    ) -> list[Rollout]:
        """Return what a candidate's answers are worth, whatever they are for.

        Raises:
            AskingEnded: there is an answer missing.
        """
        model = self.plan.model
        asked = [
            LabQuestion(AnswerKey(one.id, candidate.id, 0), one.state, one.ask, line_up_for(model, one.id, 0))
            for one in items
        ]
        await self.laboratory.ask(asked)
        traces = [self.answer(question.key) for question in asked]
        heard = await self._hearings(candidate, list(zip(items, traces, strict=True)), partners)
        return [rollout(one, trace, heard.get(one.id, {})) for one, trace in zip(items, traces, strict=True)]

    def answer(self, key: AnswerKey) -> AgentTrace:
        """Return a kept answer.

        Raises:
            AskingEnded: there is none.
        """
        trace = self.laboratory.answers.get(key)
        if trace is None:
            raise AskingEnded("not everything could be asked")
        return trace

    async def _hearings(
        self,
        candidate: Candidate,
        given: Sequence[tuple[RecordedPosition, AgentTrace]],
        partners: Sequence[AgentConfig],
    ) -> dict[str, dict[str, tuple[RecordedPosition, AgentTrace]]]:
        """Have the partners hear the clues among some answers, and return what each made of them."""
        if not any(position.kind is Kind.CLUE for position, _ in given):
            return {}
        from codenames_metrics.laboratory.scoring.clue_scores import clue_of, heard, targets_of

        asked: list[tuple[str, str, RecordedPosition, LabQuestion]] = []
        for position, trace in given:
            clue = clue_of(position, trace) if position.kind is Kind.CLUE else None
            if clue is None:
                continue
            hears = heard(position, clue, targets_of(position, trace))
            for partner in partners:
                key = AnswerKey(position.id, f"{partner.label} hears {candidate.id}", 0)
                question = LabQuestion(key, hears.state, hears.ask, line_up_for(partner, position.id, 0))
                asked.append((position.id, partner.label, hears, question))
        await self.laboratory.ask([question for *_, question in asked])
        found: dict[str, dict[str, tuple[RecordedPosition, AgentTrace]]] = {}
        for position_id, label, hears, question in asked:
            found.setdefault(position_id, {})[label] = hears, self.answer(question.key)
        return found
