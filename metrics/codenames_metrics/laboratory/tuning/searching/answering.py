"""Who answers the questions of a tune: the tuned model by a candidate, its partners, and the model that rewrites."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from codenames_agents.models.prompts import PromptSet, load_prompts
from codenames_core.decisions.questions import AskForMessage
from codenames_core.game.agent import AgentTrace, FailureKind, Question, Unavailable
from codenames_core.game.config import AgentConfig, Seat, TeamConfig
from codenames_core.game.state import GameState
from codenames_metrics.laboratory.asking.asking import ask_here
from codenames_metrics.laboratory.asking.executors import AnswersHere
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion, build_asked
from codenames_metrics.runner.game_failure import model_unreachable
from codenames_metrics.runner.game_task import Meter
from codenames_metrics.runner.models.call_listener import admit_retries

REFLECTION: Final = "reflection"
"""The arm of the requests for another text."""
_SEAT: Final = Seat.RED_GUESSER_1

BuildPrompted = Callable[[LabQuestion, PromptSet], Any]
"""Makes the agent that answers by a candidate's prompts."""


def build_prompted(question: LabQuestion, prompts: PromptSet) -> Any:
    """Return the language model that a question goes to, asked by `prompts`.

    Raises:
        InputError: its key is not set, or it cannot be asked; the message says which.
    """
    from codenames_agents.models.llm import build_llm_agent

    return build_llm_agent(question.agent, question.ask.seat.role, prompts)


@dataclass(frozen=True, slots=True)
class Reflection(LabQuestion):
    """A request for another text, which goes the way of all questions: it is kept, counted and paid once.

    It is put to nobody in a game; the state is that of any position.
    """

    request: str = field(kw_only=True)


def reflection(agent: AgentConfig, key: str, repeat: int, request: str, state: GameState) -> Reflection:
    """Return a request for another text."""
    config = agent.model_copy(update={"output": "text"})
    line_up = TeamConfig.homogeneous(config)
    return Reflection(AnswerKey(key, REFLECTION, repeat), state, AskForMessage(_SEAT, ()), line_up, request=request)


class AnswersByPrompts(AnswersHere):
    """Asks in the running event loop, the tuned model by the candidate that a question's arm names.

    Args:
        build: makes the agent of the tuned model.
    """

    def __init__(self, build: BuildPrompted = build_prompted) -> None:
        super().__init__(self._build_any)
        self._build_prompted = build
        self.sets: dict[str, PromptSet] = {}
        """By the arm of its questions."""

    async def answer(self, question: LabQuestion, meter: Meter | None) -> AgentTrace:
        """See `Answerer.answer`."""
        if isinstance(question, Reflection):
            return await _written(question, meter)
        return await ask_here(question, meter=meter, build=self._build_any)

    def _build_any(self, question: LabQuestion) -> Any:
        prompts = self.sets.get(question.key.arm)
        return build_asked(question) if prompts is None else self._build_prompted(question, prompts)


async def _written(question: Reflection, meter: Meter | None) -> AgentTrace:
    """Return a trace whose `raw` is what the model wrote; a reply that is empty is one, too.

    Raises:
        GameFailed: the model could not be asked.
    """
    from codenames_agents.models.llm import LlmWriter

    seat = question.ask.seat
    if meter is not None:
        await meter.admit(seat)
        meter.asked(seat, Question.MESSAGE)
    with admit_retries(meter.asks_again if meter is not None else None):
        text, trace = await LlmWriter(question.agent, load_prompts()).write(question.request)
    known: dict[str, Any] = {"seat": seat, "question": Question.MESSAGE, "prompt": None}
    if isinstance(text, Unavailable):
        known |= {"failure": FailureKind.UNAVAILABLE, "refusal": text.reason}
    trace = trace.model_copy(update=known)
    if meter is not None:
        meter.answered(trace)
    if trace.failure is not None:
        raise model_unreachable(trace)
    return trace
