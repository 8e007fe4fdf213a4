"""Agents that ask a language model: from a view to a prompt, from what comes back to an answer.

One question is one `Provider.ask` and one reading of its answer: what cannot be read goes back to the orchestrator as
`Unreadable`, which asks again; what could not be asked as `Unavailable`. The agents keep no memory between calls. The
wording is in `prompts`, the reading in `parsing`, the network behind `provider`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeVar

from codenames_agents.models.output_forms import asking_for_json, schema_of
from codenames_agents.models.prompts import (
    DEFAULT_PROMPTS,
    Message,
    PromptSet,
    clue_messages,
    guesses_messages,
    load_prompts,
    message_messages,
    penalty_messages,
)
from codenames_agents.parsing import parse_clue, parse_discussion, parse_guesses, parse_intended_targets
from codenames_agents.providers.endpoints import why_unaskable
from codenames_agents.providers.errors import ErrorKind, ProviderError
from codenames_agents.providers.model_io import ModelReply, ModelRequest
from codenames_agents.providers.provider import CallState, Provider, RequestPhase, shared_provider
from codenames_agents.providers.usage import OK, Attempt, spending_of
from codenames_agents.reading.answers import ParsedClue, ParsedGuesses
from codenames_core.game.agent import (
    AgentTrace,
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    NoAnswer,
    OnToken,
    PenaltyAnswer,
    Question,
    Unavailable,
    Unreadable,
    WireRequest,
)
from codenames_core.game.board import CardType
from codenames_core.game.config import AgentConfig, Role
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.visibility import CluerView, UnsurveilledCluerView
from codenames_core.game.words import normalise
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder
from codenames_core.text.sanitiser import one_line

_LITELLM: Final = "litellm:"
"""What may stand before the name of a model in a spec."""
_CONFIDENCE: Final = re.compile(r"^\W*confidence\W{1,6}(\d{1,3}(?:\.\d{1,6})?)\s?(%?)", re.IGNORECASE | re.MULTILINE)

T = TypeVar("T")


def request_of(config: AgentConfig, messages: Iterable[Message] = ()) -> ModelRequest:
    """Return the request that asks the model of `config`.

    Raises:
        InputError: a parameter cannot be sent on.
    """
    return ModelRequest(
        config.spec.removeprefix(_LITELLM),
        tuple(messages),  # type: ignore[arg-type]
        api_base=config.api_base,
        key_variable=config.key_variable,
        temperature=config.temperature,
        max_tokens=config.max_tokens,
        seed=config.seed,
        reasoning_effort=config.reasoning_effort,
        extra=config.extra or {},
    )


@dataclass(frozen=True, slots=True)
class _Heard:
    """What came of a question to a model: its reply, or why there is none."""

    reply: ModelReply | NoAnswer
    trace: AgentTrace

    def read(self, parse: Callable[[str], T | Unreadable]) -> "tuple[T | NoAnswer, AgentTrace]":
        """Return what `parse` makes of the answer, and the trace with what could be told of it so far."""
        if not isinstance(self.reply, ModelReply):
            return self.reply, self.trace
        answer = parse(self.reply.text)
        if isinstance(answer, Unreadable) and self.reply.finish_reason == "length":
            answer = Unreadable(f"{answer.reason}; your answer was cut off, so write less")
        return answer, self.trace


class _LlmAgent:
    """Asks one model.

    Args:
        config: which model, and how it is asked.
        prompts: the wording.
        provider: the door to ask at; that of the process if not given.
    """

    streams = True

    def __init__(self, config: AgentConfig, prompts: PromptSet, provider: Provider | None = None) -> None:
        self._config = config
        self._prompts = prompts
        self._provider = provider

    async def _ask(self, question: Question, messages: Sequence[Message], who: str, on_token: OnToken | None) -> _Heard:
        provider = self._provider or shared_provider()
        request = request_of(self._config, messages)
        try:
            request = await self._in_form(provider, question, request, messages)
            reply = await provider.ask(
                request, label=who, on_token=on_token, on_state=partial(_begin_anew, on_token) if on_token else None
            )
        except ProviderError as error:
            return _Heard(_no_answer(error), self._trace(request, error.attempts))
        return _Heard(reply, self._trace(request, reply.attempts, reply))

    async def _in_form(
        self, provider: Provider, question: Question, request: ModelRequest, messages: Sequence[Message]
    ) -> ModelRequest:
        """Return the request for an answer in JSON, where that is wanted."""
        output = self._config.output or "auto"
        if output == "text":
            return request
        asked = tuple(asking_for_json(question, messages))
        formed = replace(request, messages=asked, response_format=schema_of(question))  # type: ignore[arg-type]
        return formed if output == "schema" or await provider.takes_schema(formed) else request

    def _trace(self, request: ModelRequest, attempts: Sequence[Attempt], reply: ModelReply | None = None) -> AgentTrace:
        spending = spending_of(attempts)
        in_schema = request.response_format is not None and "response_format" not in (reply.dropped if reply else ())
        return AgentTrace(
            agent=self._config.label,
            model=reply.model if reply else None,
            prompt=self._prompts.label,
            messages=tuple(dict(message) for message in request.messages),
            raw=reply.text if reply else "",
            reasoning=reply.reasoning if reply else "",
            confidence=_confidence(reply.text) if reply else None,
            tokens_in=spending.usage.tokens_in,
            tokens_out=spending.usage.tokens_out,
            tokens_cached=spending.usage.cached,
            tokens_reasoning=spending.usage.reasoning,
            cost_usd=spending.cost_usd,
            latency_s=sum(one.latency_s + one.wait_s for one in attempts),
            requests=() if [one.outcome for one in attempts] == [OK] else tuple(map(_on_the_wire, attempts)),
            output="schema" if in_schema else "text",
            note=_joined(f"asked without {', '.join(reply.dropped)}" if reply and reply.dropped else ""),
        )


class LlmCluer(_LlmAgent):
    """A cluer that asks a language model."""

    async def generate_clue(self, view: AnyCluerView, *, on_token: OnToken | None = None) -> ClueAnswer:
        """Return the clue that the model commits to."""
        messages = clue_messages(self._prompts, view)
        heard = await self._ask(Question.CLUE, messages, view.seat.label, on_token)
        parsed, trace = heard.read(parse_clue)
        if not isinstance(parsed, ParsedClue):
            return parsed, trace
        targets = _targets(parsed, view)
        said = trace.model_copy(
            update={"reasoning": _joined(trace.reasoning, parsed.reasoning) or "", "intended_targets": targets}
        )
        return Clue(parsed.word, parsed.number), said

    async def choose_penalty(self, view: AnyCluerView, *, on_token: OnToken | None = None) -> PenaltyAnswer:
        """Return the own word that the model would rather see revealed."""
        messages = penalty_messages(self._prompts, view)
        heard = await self._ask(Question.PENALTY, messages, view.seat.label, on_token)
        parsed, trace = heard.read(lambda text: parse_guesses(text, view.unrevealed))
        if not isinstance(parsed, ParsedGuesses):
            return parsed, trace
        said = trace.model_copy(update={"reasoning": _joined(trace.reasoning, parsed.reasoning) or ""})
        if len(parsed.words) != 1:
            return Unreadable("one word is needed; write one line ANSWER: and a word of your team"), said
        return parsed.words[0], said


class LlmGuesser(_LlmAgent):
    """A guesser that asks a language model."""

    async def discuss(
        self, view: AnyGuesserView, discussion_so_far: Discussion, *, on_token: OnToken | None = None
    ) -> DiscussionAnswer:
        """Return what the model says to its partner, and whether it agrees."""
        messages = message_messages(self._prompts, view, discussion_so_far)
        heard = await self._ask(Question.MESSAGE, messages, view.seat.label, on_token)
        parsed, trace = heard.read(lambda text: parse_discussion(text, view.seat))
        if isinstance(parsed, Unreadable | Unavailable):
            return parsed, trace
        return DiscussionMessage(text=parsed.text, consensus=parsed.consensus), trace

    async def make_guesses(
        self, view: AnyGuesserView, discussion: Discussion, *, on_token: OnToken | None = None
    ) -> GuessesAnswer:
        """Return the words that the model lists, in its order, without those that are none."""
        messages = guesses_messages(self._prompts, view, discussion)
        heard = await self._ask(Question.GUESSES, messages, view.seat.label, on_token)
        parsed, trace = heard.read(lambda text: parse_guesses(text, view.unrevealed))
        if not isinstance(parsed, ParsedGuesses):
            return parsed, trace
        left_out = "; ".join(f"{one_line(item.text, 40)} {one_line(item.reason, 80)}" for item in parsed.rejected[:5])
        note = _joined(trace.note or "", f"left out: {left_out}" if left_out else "")
        reasoning = _joined(trace.reasoning, parsed.reasoning) or ""
        return parsed.words, trace.model_copy(update={"reasoning": reasoning, "note": note})


def build_llm_agent(config: AgentConfig, role: Role) -> LlmCluer | LlmGuesser:
    """Return the agent that asks the model of `config`.

    Raises:
        InputError: the model cannot be asked, or there is no such prompt set.
    """
    prompts = load_prompts(config.prompts or DEFAULT_PROMPTS, prompts_folder())
    request = request_of(config)
    cassette = shared_provider().cassette
    is_replaying = cassette is not None and cassette.is_replaying
    if not is_replaying and (problem := why_unaskable(request)):
        raise InputError(f"{one_line(config.spec, 60)}: {problem}")
    return LlmCluer(config, prompts) if role is Role.CLUER else LlmGuesser(config, prompts)


def _no_answer(error: ProviderError) -> NoAnswer:
    """Return what a failure means to the game: a model that says nothing has answered badly, it is not out of reach."""
    reason = one_line(str(error), 400)
    if error.kind in (ErrorKind.EMPTY, ErrorKind.OUT_OF_TOKENS):
        return Unreadable(reason)
    return Unavailable(reason, for_good=not error.retryable)


def _begin_anew(on_token: OnToken, state: CallState) -> None:
    """Let whoever listens forget what a failed try has said."""
    if state.phase is RequestPhase.RETRYING:
        on_token(None)


def _on_the_wire(attempt: Attempt) -> WireRequest:
    usage = attempt.usage
    return WireRequest(
        outcome=str(attempt.outcome),
        status=attempt.status,
        tokens_in=usage.tokens_in if usage else None,
        tokens_out=usage.tokens_out if usage else None,
        cost_usd=attempt.cost_usd,
        latency_s=attempt.latency_s,
        wait_s=attempt.wait_s,
        detail=attempt.detail,
    )


def _targets(parsed: ParsedClue, view: AnyCluerView) -> tuple[str, ...]:
    """Return the words of the board that the cluer means: those that it lists, else those that its reasoning names."""
    board = {normalise(word): word for word in view.unrevealed}
    listed = [board[normalise(target)] for target in parsed.targets if normalise(target) in board]
    return tuple(dict.fromkeys(listed)) or parse_intended_targets(parsed.reasoning, _own_words(view))


def _own_words(view: AnyCluerView) -> tuple[str, ...]:
    if not isinstance(view, CluerView | UnsurveilledCluerView):
        return view.unrevealed
    own = CardType.of(view.seat.team)
    return tuple(word for word in view.unrevealed if view.key[word] is own)


def _confidence(text: str) -> float | None:
    r"""Return the confidence that an answer states, from 0 to 1.

    >>> _confidence("CLUE: SEA\nCONFIDENCE: 70%"), _confidence("SEA 2")
    (0.7, None)
    """
    if not (stated := _CONFIDENCE.search(text)):
        return None
    number = float(stated[1])
    share = number / 100 if stated[2] or number > 1 else number
    return share if share <= 1 else None


def _joined(*parts: str) -> str | None:
    return "\n\n".join(part for part in parts if part) or None
