"""A suite as a task of inspect_ai: its positions are the samples, our agents the solver, and our rows the scores.

    inspect eval codenames_metrics/codenames_suite --model openai/gpt-x -T suite=basic -T kind=guess

The model is inspect_ai's, with its parameters, limits and logs; prompts, parser, the second tries that the referee asks
for, and what an answer is worth are those of `suite run`. This module imports inspect_ai, which the extra `inspect`
installs; nothing else imports it.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Model,
    ModelOutput,
    get_model,
)
from inspect_ai.scorer import SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from codenames_agents.models.llm import LlmCluer, LlmGuesser
from codenames_agents.models.prompts import DEFAULT_PROMPTS, PromptSet, load_prompts
from codenames_agents.providers.provider import Policy, Provider
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.usage import Usage
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, Role
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import is_language_model
from codenames_metrics.experiment.typical_game import messages_of_question
from codenames_metrics.laboratory.asking.asking import ask_here
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion, line_up_for
from codenames_metrics.laboratory.suites.plan import PANEL, SuitePlan, heard_clues, panel_questions, planned
from codenames_metrics.laboratory.suites.results import MEASURES
from codenames_metrics.laboratory.suites.rows import AnswerRow, answer_rows
from codenames_metrics.laboratory.suites.suite_file import Suite, load_suite
from codenames_metrics.statistics.decisions.clustered_means import ClusteredMean, clustered_mean

SCORED: Final = ("recall", "precision", "net_words", "assassin", "gain")
"""The measures of `results.MEASURES` that are scores; `gain` is over a literal listener or the literal clue."""
_NOWHERE: Final = "http://inspect.invalid/v1"
"""Stands for a server: requests go through inspect_ai, and never there."""
_HOURS: Final = 86_400.0
"""Seconds; how long an answer may take is up to inspect_ai."""
_TRACE, _ROW = "codenames trace", "codenames row"


class ThroughInspect(Transport):
    """Sends requests through a model of inspect_ai, which retries, counts and logs them.

    Args:
        model: is asked.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """Return the answer."""
        output = await self._model.generate(_chat(call.request.messages))
        if on_piece is not None:
            on_piece(output.completion)
        usage = output.usage
        return RawAnswer(
            output.completion,
            finish_reason="length" if output.stop_reason in ("max_tokens", "model_length") else "stop",
            model=output.model,
            usage=Usage(usage.input_tokens, usage.output_tokens) if usage else None,
            cost_usd=usage.total_cost if usage else None,
        )

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """Return False: answers are asked for in lines."""
        return False

    async def close(self) -> None:
        """Nothing to close: the connections are inspect_ai's."""


def _chat(messages: Iterable[Mapping[str, Any]]) -> list[ChatMessage]:
    kinds: dict[str, Callable[..., ChatMessage]] = {
        "system": ChatMessageSystem,
        "user": ChatMessageUser,
        "assistant": ChatMessageAssistant,
    }
    return [kinds[str(message["role"])](content=str(message["content"])) for message in messages]


@task  # type: ignore[untyped-decorator]  # inspect_ai looks for this line in a file that it is given
def codenames_suite(
    suite: str = "basic", kind: str = "guess", prompts: str = DEFAULT_PROMPTS, panel: Sequence[str] | str = PANEL
) -> Task:
    """Return the questions of one kind of a suite as a task.

    Args:
        suite: its file, or `basic` for the one that is shipped.
        kind: `clue`, `message` or `guess`; numbers of different kinds have no common mean.
        prompts: the prompt set.
        panel: specs of the offline agents who hear the clues.

    Raises:
        InputError: there is no such suite, kind, prompt set or panel; the message says which.
    """
    wording = load_prompts(prompts, prompts_folder())
    listeners = tuple(panel.split(",")) if isinstance(panel, str) else tuple(panel)
    if kind not in set(Kind):
        raise InputError(f"there is no kind {one_line(str(kind), 40)!r}; there are {', '.join(Kind)}")
    plan = planned(load_suite(suite), ["random"], listeners, kinds=[Kind(kind)])
    if not plan.suite.positions:
        raise InputError(f"{one_line(suite)}: no question for a {kind}")
    if models := [one.label for one in plan.panel if is_language_model(one.spec)]:
        raise InputError(f"{models[0]} is a language model; the panel of a task is of offline agents")
    positions = {position.id: position for position in plan.suite.positions}
    samples = [_sample(position, wording) for position in positions.values()]
    return Task(
        dataset=MemoryDataset(samples, name=f"{plan.suite.name} {plan.suite_id}"),
        solver=decide(positions, wording),
        scorer=worth(plan, positions),
        metadata={"suite_id": plan.suite_id, "prompts": wording.label},
    )


def _sample(position: RecordedPosition, prompts: PromptSet) -> Sample:
    messages = messages_of_question(prompts, position.ask, position.state)
    about = {"kind": str(position.kind), "board": position.board, "speaker": position.speaker}
    return Sample(input=_chat(messages), target=", ".join(position.targets), id=position.id, metadata=about)


def _decide(positions: Mapping[str, RecordedPosition], prompts: PromptSet) -> Solver:
    """Put the question of each sample to the model, as a suite does: with our prompts, our parser and second tries."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        position, model = positions[str(state.sample_id)], get_model()
        provider = Provider(
            ThroughInspect(model), policy=Policy(api_retries=0, call_seconds=_HOURS, ask_seconds=_HOURS)
        )
        config = AgentConfig(spec="openai/inspect", api_base=_NOWHERE)
        kind = LlmCluer if position.ask.seat.role is Role.CLUER else LlmGuesser
        line_up = line_up_for(config, position.id, state.epoch - 1)
        key = AnswerKey(position.id, str(state.model), state.epoch - 1)
        question = LabQuestion(key, position.state, position.ask, line_up)
        trace = await ask_here(question, build=lambda _: kind(config, prompts, provider))
        trace = trace.model_copy(update={"agent": str(state.model)})
        state.messages = [*_chat(trace.messages), ChatMessageAssistant(content=trace.raw)]
        state.output = ModelOutput.from_content(str(state.model), trace.raw)
        state.store.set(_TRACE, trace.model_dump(mode="json"))
        return state

    return cast("Solver", solve)


def _worth(plan: SuitePlan, positions: Mapping[str, RecordedPosition]) -> Scorer:
    """Score an answer as `suite report` does; the panel hears a clue first."""

    async def score(state: TaskState, target: Target) -> Score:
        trace = AgentTrace.model_validate(state.store.get(_TRACE))
        row = await scored_row(plan, positions[str(state.sample_id)], trace)
        model = str(state.model)
        row = row._replace(model=model, speaker=model if row.kind == Kind.CLUE else row.speaker)
        values = {name: MEASURES[name](row) for name in SCORED}
        return Score(
            value={name: float("nan") if value is None else float(value) for name, value in values.items()},
            answer=row.answer,
            explanation=trace.reasoning or None,
            metadata={_ROW: row._asdict()},
        )

    return cast("Scorer", score)


async def scored_row(plan: SuitePlan, position: RecordedPosition, trace: AgentTrace) -> AnswerRow:
    """Return the row of an answer; what the panel makes of a clue is asked here."""
    label = plan.labels[0]
    alone = dataclasses.replace(plan, suite=Suite(plan.suite.name, (position,), {}), repeats=1)
    answers = {AnswerKey(position.id, label, 0): trace}
    clues = tuple(heard_clues(alone, answers)) if position.kind is Kind.CLUE else ()
    for question in panel_questions(alone, clues):
        answers[question.key] = await ask_here(question)
    return next(answer_rows(alone, answers, clues))


def _over_boards(scores: Iterable[SampleScore], name: str) -> ClusteredMean:
    values = []
    for one in scores:
        row = AnswerRow(**(one.score.metadata or {})[_ROW])
        if (value := MEASURES[name](row)) is not None:
            values.append((row.board, value))
    return clustered_mean(values)


def _mean(name: str) -> Any:
    """Return the metric of a measure's mean over all answers that have one."""

    def build() -> Callable[[list[SampleScore]], float]:
        def compute(scores: list[SampleScore]) -> float:
            return _known(_over_boards(scores, name).mean)

        return compute

    return metric(name="mean")(build)()


def _error(name: str) -> Any:
    """Return the metric of its standard error, clustered by board."""

    def build() -> Callable[[list[SampleScore]], float]:
        def compute(scores: list[SampleScore]) -> float:
            return _known(_over_boards(scores, name).standard_error)

        return compute

    return metric(name="stderr")(build)()


def _known(value: float | None) -> float:
    return float("nan") if value is None else value


decide = solver(name="codenames_decide")(_decide)
worth = scorer(name="codenames_worth", metrics={name: [_mean(name), _error(name)] for name in SCORED})(_worth)
