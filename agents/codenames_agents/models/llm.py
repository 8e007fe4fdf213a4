"""Agents that ask a language model: from a view to a prompt, and from the reply to an answer.

One question is one `Provider.ask` and one parse. The agent returns `Unreadable` for a reply that cannot be parsed, so
that the orchestrator asks again, and `Unavailable` if there is no reply. The agents keep no memory between calls.
`prompts` has the wording, `parsing` reads the replies, and `provider` does the network.
"""

import asyncio
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
    with_persona,
)
from codenames_agents.parsing import parse_clue, parse_discussion, parse_guesses, parse_intended_targets, parse_penalty
from codenames_agents.providers.endpoints import why_unaskable
from codenames_agents.providers.errors import ErrorKind, HeldBack, ProviderError
from codenames_agents.providers.model_io import ModelReply, ModelRequest, RequestImage
from codenames_agents.providers.provider import CallState, Provider, RequestPhase, shared_provider
from codenames_agents.providers.usage import OK, Attempt, spending_of
from codenames_agents.reading.answers import ParsedClue, ParsedGuesses
from codenames_agents.reading.refusals import for_json
from codenames_agents.reading.thoughts import answer_in_thoughts
from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.look import sight_of
from codenames_agents.vision.picture_file import PictureFile, check_pictures_can_be_drawn, picture_file
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
from codenames_core.game.visibility import CluerView, UnsurveilledCluerView, View
from codenames_core.game.words import normalise
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder
from codenames_core.text.sanitiser import one_line

_LITELLM: Final = "litellm:"
"""What may stand before the name of a model in a spec."""
_CONFIDENCE: Final = re.compile(r"^\W*confidence\W{1,6}(\d{1,3}(?:\.\d{1,6})?)\s?(%?)", re.IGNORECASE | re.MULTILINE)

_BAD_ANSWERS: Final = {
    ErrorKind.EMPTY: "the answer was empty; write it in the form that is asked for",
    ErrorKind.OUT_OF_TOKENS: "all tokens went into reasoning; think less, and answer in the form that is asked for",
}
"""Failures that are the model's own, and what it is told."""

T = TypeVar("T")


def request_of(
    config: AgentConfig, messages: Iterable[Message] = (), image: RequestImage | None = None
) -> ModelRequest:
    """Return the request that asks the model of `config`, with the picture that it is shown.

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
        image=image,
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The outcome of a question to a model: its reply, or why there is none."""

    reply: ModelReply | NoAnswer
    trace: AgentTrace
    in_json: bool = False
    """Whether a JSON object was asked for."""

    def parse_with(self, parse: Callable[[str], T | Unreadable]) -> "tuple[T | NoAnswer, AgentTrace]":
        """Return the parsed reply, or why there is none, with the trace."""
        if not isinstance(self.reply, ModelReply):
            return self.reply, self.trace
        if not self.reply.text:
            return self._parse_thoughts_with(parse, self.reply.reasoning)
        answer = parse(self.reply.text)
        if isinstance(answer, Unreadable):
            reason = for_json(answer.reason) if self.in_json else answer.reason
            was_cut = self.reply.finish_reason == "length"
            answer = Unreadable(f"{reason}; your answer was cut off, so write less" if was_cut else reason)
        return answer, self.trace

    def _parse_thoughts_with(
        self, parse: Callable[[str], T | Unreadable], thoughts: str
    ) -> "tuple[T | NoAnswer, AgentTrace]":
        found = answer_in_thoughts(thoughts)
        answer = parse(found) if found else None
        if answer is None or isinstance(answer, Unreadable):
            return Unreadable(_ONLY_THOUGHTS), self.trace
        note = _joined(self.trace.note or "", "the answer was read from the end of the reasoning")
        return answer, self.trace.model_copy(update={"note": note})


_ONLY_THOUGHTS: Final = "the answer was empty, since all of the text was reasoning; write the answer after it"


class _LlmAgent:
    """Asks one model.

    Args:
        config: which model, and how it is asked.
        prompts: the wording.
        provider: sends the requests; the one of the process if not given.
    """

    streams = True

    def __init__(self, config: AgentConfig, prompts: PromptSet, provider: Provider | None = None) -> None:
        self._config = config
        self._prompts = prompts
        self._provider = provider
        self._sight = sight_of(config)

    async def _ask(
        self, question: Question, messages: Sequence[Message], view: View, on_token: OnToken | None
    ) -> _Outcome:
        picture = await self._picture(view)
        outcome = await self._ask_with(picture, question, messages, view.seat.label, on_token)
        if picture is None:
            return outcome
        return replace(outcome, trace=outcome.trace.model_copy(update={"picture": picture.facts}))

    async def _picture(self, view: View) -> PictureFile | None:
        """Return what the seat is shown; drawing takes up to a second where it is a photo."""
        if self._sight is None:
            return None
        return await asyncio.to_thread(picture_file, board_picture(view), self._sight.look)

    async def _ask_with(
        self,
        picture: PictureFile | None,
        question: Question,
        messages: Sequence[Message],
        label: str,
        on_token: OnToken | None,
    ) -> _Outcome:
        provider = self._provider or shared_provider()
        messages = with_persona(messages, self._config.persona)
        image = RequestImage(picture.png, picture.facts.sha256) if picture else None
        request = request_of(self._config, messages, image)
        try:
            request = await self._with_schema(provider, question, request, messages)
            reply = await provider.ask(
                request,
                question=question,
                label=label,
                on_token=on_token,
                on_state=partial(_on_retry, on_token) if on_token else None,
            )
        except ProviderError as error:
            trace = self._trace(request, error.attempts)
            note = _joined(trace.note or "", _note(error))
            latency = (trace.latency_s or 0.0) + error.rested_s
            changes = {"note": note, "reasoning": error.reasoning, "latency_s": latency}
            return _Outcome(_no_answer(error), trace.model_copy(update=changes))
        return _Outcome(reply, self._trace(request, reply.attempts, reply), request.response_format is not None)

    async def _with_schema(
        self, provider: Provider, question: Question, request: ModelRequest, messages: Sequence[Message]
    ) -> ModelRequest:
        """Return the request with a JSON schema if the config asks for one, or the model is known to support it."""
        # D-030: a schema only where the model is known to keep to it.
        output = self._config.output or "auto"
        if output == "text":
            return request
        in_json = tuple(asking_for_json(question, messages))
        with_schema = replace(request, messages=in_json, response_format=schema_of(question))  # type: ignore[arg-type]
        return with_schema if output == "schema" or await provider.takes_schema(with_schema) else request

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
            latency_s=sum(attempt.latency_s + attempt.wait_s for attempt in attempts),
            requests=() if [attempt.outcome for attempt in attempts] == [OK] else tuple(map(_wire_request, attempts)),
            output="schema" if in_schema else "text",
            note=_joined(f"asked without {', '.join(reply.dropped)}" if reply and reply.dropped else ""),
        )


class LlmCluer(_LlmAgent):
    """A cluer that asks a language model."""

    async def generate_clue(self, view: AnyCluerView, *, on_token: OnToken | None = None) -> ClueAnswer:
        """Return the clue that the model commits to."""
        messages = clue_messages(self._prompts, view, self._sight)
        outcome = await self._ask(Question.CLUE, messages, view, on_token)
        parsed, trace = outcome.parse_with(parse_clue)
        if not isinstance(parsed, ParsedClue):
            return parsed, trace
        if normalise(parsed.word) in self._prompts.example_clues:
            return Unreadable(
                f"{one_line(parsed.word, 40)!r} is the clue of an example; give one for this board"
            ), trace
        targets = _targets(parsed, view)
        trace = trace.model_copy(
            update={"reasoning": _joined(trace.reasoning, parsed.reasoning) or "", "intended_targets": targets}
        )
        return Clue(parsed.word, parsed.number), trace

    async def choose_penalty(self, view: AnyCluerView, *, on_token: OnToken | None = None) -> PenaltyAnswer:
        """Return the own word that the model chooses to reveal."""
        messages = penalty_messages(self._prompts, view, self._sight)
        outcome = await self._ask(Question.PENALTY, messages, view, on_token)
        parsed, trace = outcome.parse_with(lambda text: parse_penalty(text, view.unrevealed, revealed=view.revealed))
        if not isinstance(parsed, ParsedGuesses):
            return parsed, trace
        trace = trace.model_copy(update={"reasoning": _joined(trace.reasoning, parsed.reasoning) or ""})
        return parsed.words[0], trace


class LlmGuesser(_LlmAgent):
    """A guesser that asks a language model."""

    async def discuss(
        self, view: AnyGuesserView, discussion_so_far: Discussion, *, on_token: OnToken | None = None
    ) -> DiscussionAnswer:
        """Return the model's message to its partner, and its verdict."""
        messages = message_messages(self._prompts, view, discussion_so_far, self._sight)
        outcome = await self._ask(Question.MESSAGE, messages, view, on_token)
        parsed, trace = outcome.parse_with(lambda text: parse_discussion(text, view.seat))
        if isinstance(parsed, Unreadable | Unavailable):
            return parsed, trace
        return DiscussionMessage(text=parsed.text, consensus=parsed.consensus), trace

    async def make_guesses(
        self, view: AnyGuesserView, discussion: Discussion, *, on_token: OnToken | None = None
    ) -> GuessesAnswer:
        """Return the board words that the model lists, in its order."""
        messages = guesses_messages(self._prompts, view, discussion, self._sight)
        outcome = await self._ask(Question.GUESSES, messages, view, on_token)
        clue = view.current_clue.word if view.current_clue else ""
        parsed, trace = outcome.parse_with(
            lambda text: parse_guesses(text, view.unrevealed, revealed=view.revealed, clue=clue)
        )
        if not isinstance(parsed, ParsedGuesses):
            return parsed, trace
        left_out = "; ".join(f"{one_line(item.text, 40)} {one_line(item.reason, 80)}" for item in parsed.rejected[:5])
        note = _joined(trace.note or "", f"left out: {left_out}" if left_out else "")
        reasoning = _joined(trace.reasoning, parsed.reasoning) or ""
        return parsed.words, trace.model_copy(update={"reasoning": reasoning, "note": note})


class LlmWriter(_LlmAgent):
    """Has a language model write a text that is no answer of a game."""

    async def write(self, request: str) -> tuple[str | NoAnswer, AgentTrace]:
        """Return what the model writes, or why there is nothing."""
        messages: list[Message] = [{"role": "user", "content": request}]
        outcome = await self._ask_with(None, Question.MESSAGE, messages, "a writer", None)
        return outcome.reply.text if isinstance(outcome.reply, ModelReply) else outcome.reply, outcome.trace


def build_llm_agent(config: AgentConfig, role: Role, prompts: PromptSet | None = None) -> LlmCluer | LlmGuesser:
    """Return the agent that asks the model of `config`.

    Args:
        config: which model, and how it is asked.
        role: of its seat.
        prompts: the wording; the set that the config names if not given.

    Raises:
        InputError: the model cannot be asked, or there is no such prompt set.
    """
    prompts = prompts or load_prompts(config.prompts or DEFAULT_PROMPTS, prompts_folder())
    if config.sees is not None:
        check_pictures_can_be_drawn()
    request = request_of(config)
    cassette = shared_provider().cassette
    is_replaying = cassette is not None and cassette.is_replaying
    if not is_replaying and (problem := why_unaskable(request)):
        raise InputError(f"{one_line(config.spec, 60)}: {problem}")
    return LlmCluer(config, prompts) if role is Role.CLUER else LlmGuesser(config, prompts)


def _no_answer(error: ProviderError) -> NoAnswer:
    """Return what a failure means to the game: an empty reply is a bad answer, not a provider that is unavailable.

    The reason for a bad answer goes back to the model, which has no use for the provider's words.
    """
    if reason := _BAD_ANSWERS.get(error.kind):
        return Unreadable(reason)
    return Unavailable(one_line(str(error), 400), for_good=not error.retryable, retry_after=error.retry_after)


def _note(error: ProviderError) -> str:
    """Return what the reason leaves out: the provider's words for a bad answer, or that nothing was sent."""
    if isinstance(error, HeldBack):
        return "not sent: the model has refused this kind of question for good"
    return one_line(str(error), 400) if error.kind in _BAD_ANSWERS else ""


def _on_retry(on_token: OnToken, state: CallState) -> None:
    """Announce before a retry that the pieces of the failed try are void."""
    if state.phase is RequestPhase.RETRYING:
        on_token(None)


def _wire_request(attempt: Attempt) -> WireRequest:
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
    """Return the board words that the cluer intends: those it lists, or else those that its reasoning names."""
    board = {normalise(word): word for word in view.unrevealed}
    listed = [board[normalise(target)] for target in parsed.targets if normalise(target) in board]
    return tuple(dict.fromkeys(listed)) or parse_intended_targets(parsed.reasoning, _own_words(view))


def _own_words(view: AnyCluerView) -> tuple[str, ...]:
    if not isinstance(view, CluerView | UnsurveilledCluerView):
        return view.unrevealed
    own = CardType.of(view.seat.team)
    return tuple(word for word in view.unrevealed if view.key[word] is own)


def _confidence(text: str) -> float | None:
    r"""Return the confidence that an answer states, from 0 to 1; None if it states none.

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
