"""The only way to ask a language model: time limits, retries, limits, cost and redaction are decided here.

    provider = Provider()
    reply = await provider.ask(ModelRequest("openai/gpt-x", messages=({"role": "user", "content": "…"},)))

A request is tried until it is answered, refused for good, or the tries or the time are up. N tries are N requests on
the wire: nothing below retries. The loop is written here rather than taken from a library because its clock can be
replaced, its time limit leaves out queueing, and it announces each wait before it begins.
"""

import asyncio
import logging
import random
import re
import time
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Final

from codenames_agents.providers.cassette import Cassette
from codenames_agents.providers.endpoints import NO_KEY, endpoint_of
from codenames_agents.providers.errors import (
    ErrorKind,
    ProviderError,
    provider_error,
    refused_parameter,
    wants_no_system_role,
)
from codenames_agents.providers.held_questions import HeldQuestions, question_kind
from codenames_agents.providers.limits import MOST_AT_ONCE, AdaptiveLimit, Slot
from codenames_agents.providers.model_io import MAX_COMPLETION_TOKENS, ModelReply, ModelRequest, Quirks
from codenames_agents.providers.prices import StatedPrice, is_free
from codenames_agents.providers.redaction import RedactedStream, redact
from codenames_agents.providers.rests import Rest, Rests
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.transports.routing import RoutedTransport
from codenames_agents.providers.turnstile import Turnstile
from codenames_agents.providers.usage import CANCELLED, OK, Attempt, Usage, UsageByModel

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())  # without a log, nothing goes to standard error

SILENCE_RETRIES: Final = 1
"""A model that spends its tokens and answers nothing mostly does so again, and each time costs money."""
FILTERED_RETRIES: Final = 2
"""A filter that keeps an answer back may let another one pass; each costs money."""
SLOW_ANSWER_S: Final = 0.2
"""Games whose answers took so long go on one after the other; where they are quicker, the processor is what is short,
and turns would gain nothing."""
_LONGEST_KEY: Final = 4_000
"""Characters beyond a cut that are redacted with the rest, so that half of a key is never left."""
_OF_STREAMING: Final = frozenset({"stream", "stream_options"})
_ABOUT_STREAMING: Final = re.compile(r"\b(?:stream(?:_options|ing|ed)?)\b", re.IGNORECASE)
# Half of a character outside the basic plane, which UTF-8 cannot encode.
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Policy:
    """Limits of time, tries and size. Times are seconds."""

    api_retries: int = 5
    """Tries after the first."""
    call_seconds: float = 120.0
    """Time limit of one try."""
    ask_seconds: float = 280.0
    """Time limit of all tries and the waits between them, without queueing."""
    first_wait: float = 1.0
    """The wait after the first failure; it doubles with each further one."""
    longest_wait: float = 60.0
    """The longest single wait where the provider does not say how long."""
    longest_retry_after: float = 1_800.0
    """The longest time for which a model is left alone, even if its provider asks for more."""
    first_seconds: float = 10.0
    """How long questions wait for the first of their kind, which may be refused for good."""
    most_at_once: int = MOST_AT_ONCE
    """Calls that may be open at the same time to one provider and key."""
    most_at_provider: Mapping[str, int] = field(default_factory=dict)
    """The same for single providers, by name."""
    longest_answer: int = 100_000
    """Characters of an answer that are kept."""


class RequestPhase(StrEnum):
    """Where a question to a model is."""

    QUEUED = "queued"
    WAITING = "waiting"
    RETRYING = "retrying"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class CallState:
    """The state of an open question, as a screen shows it."""

    model: str
    label: str
    """Who asks, such as the name of a seat."""
    phase: RequestPhase
    retry: int = 0
    """Which retry this is, or will be after the wait; 0 for the first try, which waits where the provider wants to be
    left alone."""
    retries: int = 0
    resume_at: float = 0.0
    """When the wait is over, by the provider's clock."""
    reason: str = ""
    """Why there is a retry."""

    def describe(self, now: float) -> str:
        """Return the state in a few words.

        >>> CallState("m", "", RequestPhase.RETRYING, 2, 5, resume_at=108.0, reason="429").describe(100.0)
        'retry 2/5 in 8 s (429)'
        """
        if self.phase is RequestPhase.RETRYING and not self.retry:
            return f"asked in {max(0.0, self.resume_at - now):.0f} s ({self.reason})"
        if self.phase is RequestPhase.RETRYING:
            return f"retry {self.retry}/{self.retries} in {max(0.0, self.resume_at - now):.0f} s ({self.reason})"
        return f"{self.phase}, retry {self.retry}/{self.retries}" if self.retry else str(self.phase)


OnState = Callable[[CallState], None]
OnToken = Callable[[str], None]


class Provider:
    """Asks models. One serves the whole process, so that all games share its limits: see `shared_provider`.

    Args:
        transport: sends the requests; the one that suits the model, if not given.
        policy: limits of time, tries and size.
        cassette: records the answers, or replays recorded ones.
        stated_price: of tokens whose price is not known otherwise.
        on_state: is called with every new state of every question; must not raise.
        clock: gives seconds.
        sleep: waits for seconds.
        chance: gives numbers from 0 to 1, for the jitter of waits.
        new_limit: makes the limit of an endpoint, given the highest number of calls that may be open at once.
    """

    def __init__(
        self,
        transport: Transport | None = None,
        *,
        policy: Policy | None = None,
        cassette: Cassette | None = None,
        stated_price: StatedPrice | None = None,
        on_state: OnState | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
        new_limit: Callable[[Endpoint, int], AdaptiveLimit] = lambda _, most: AdaptiveLimit(most),
    ) -> None:
        self.policy = policy or Policy()
        self.cassette = cassette
        self.stated_price = stated_price
        self.ledger = UsageByModel()
        self.clock = clock
        self.sleep = sleep
        self.chance = chance
        self.transport: Transport = transport or RoutedTransport()
        self.held: HeldQuestions | None = None
        """Which kinds of questions are refused for good, and are not sent again; None where all are sent. Give it a new
        one where a sitting begins, since what was refused may be mended by then."""
        self.on_state = on_state
        self.asks_again: Callable[[Attempt], bool] | None = None
        """Is asked whether there is money for another request after one that failed; None where there is no budget."""
        self._new_limit = new_limit
        self._limits: dict[object, AdaptiveLimit] = {}
        self.rests = Rests(self.policy.longest_retry_after, clock)
        """Which models want to be left alone."""
        self.turnstile = Turnstile()
        """Lets those who have their answers go on one after the other, each up to its next request."""
        self._states: dict[int, CallState] = {}
        self._quirks: dict[tuple[str, str | None], Quirks] = {}
        self._warned: set[tuple[str, str]] = set()

    @property
    def states(self) -> tuple[CallState, ...]:
        """The open questions, oldest first."""
        return tuple(self._states.values())

    async def ask(
        self,
        request: ModelRequest,
        *,
        question: str = "",
        label: str = "",
        on_token: OnToken | None = None,
        on_state: OnState | None = None,
    ) -> ModelReply:
        """Return the model's answer.

        Args:
            request: what to ask.
            question: what kind of question it is, where those that are refused for good are not sent again.
            label: who asks, for `CallState`.
            on_token: is called with each piece of the answer as it comes. After a failed try the answer begins again;
                `on_state` announces that.
            on_state: is called with every new state of this question.

        Raises:
            ProviderUnavailable: every try failed, or the time is up.
            ProviderRefused: another try would fail the same way; `MissingKey` if nothing could be sent, `HeldBack` if
                a question of the same kind was refused before.
            NotOnCassette: answers come from a cassette, and it has none for this request.
        """
        if self.cassette is not None and self.cassette.is_replaying:
            return self._replay(self.cassette, request, on_token)
        ask = _Ask(self, request, label, on_token, on_state)
        try:
            if self.held is None or not question:
                reply = await ask.answer()
            else:
                reply = await ask.answer_unless_held_back(self.held, question_kind(request, question))
        except ProviderError as error:
            if self.cassette is not None:
                self.cassette.record(request, error)
            raise
        if self.cassette is not None:
            self.cassette.record(request, reply)
        if reply.attempts[-1].latency_s >= SLOW_ANSWER_S:
            await self.turnstile.enter()
        return reply

    async def takes_schema(self, request: ModelRequest) -> bool:
        """Return whether the model is known to keep to a JSON schema.

        litellm knows it of public models; of other servers nothing is known. A replay does as the recording did.
        """
        if self.cassette is not None and self.cassette.is_replaying:
            return self.cassette.has_next(request)
        if "response_format" in self.quirks(request).refused:
            return False
        return await self.transport.takes_schema(request.model, endpoint_of(request))

    async def left_out(self, request: ModelRequest) -> tuple[str, ...]:
        """Return the parameters of a request that are not sent, since the model is known not to take them."""
        known = await self.transport.left_out(request, endpoint_of(request))
        refused = self.quirks(request).refused & {*request.parameters, *request.extra}
        return tuple(sorted({*known, *refused}))

    def limit(self, endpoint: Endpoint) -> AdaptiveLimit:
        """Return the limit that calls to `endpoint` share."""
        if (limit := self._limits.get(endpoint.account)) is None:
            most = self.policy.most_at_provider.get(endpoint.provider, self.policy.most_at_once)
            limit = self._limits[endpoint.account] = self._new_limit(endpoint, most)
        return limit

    async def close(self) -> None:
        """Close the connections; call it before the event loop ends."""
        await self.transport.close()

    def show(self, ask: object, state: CallState, on_state: OnState | None) -> None:
        """Publish the new state of a question."""
        if state.phase is RequestPhase.DONE:
            self._states.pop(id(ask), None)
        else:
            self._states[id(ask)] = state
        for callback in (on_state, self.on_state):
            if callback is not None:
                callback(state)

    def quirks(self, request: ModelRequest) -> Quirks:
        """Return what the model has refused so far."""
        return self._quirks.get((request.model, request.server), Quirks())

    def learn(self, request: ModelRequest, quirks: Quirks) -> None:
        """Remember what else the model refuses."""
        self._quirks[request.model, request.server] = self.quirks(request) | quirks

    def warn_of_unsupported(self, model: str, dropped: tuple[str, ...]) -> None:
        """Log once for each parameter that the model does not take it."""
        for name in dropped:
            if (model, name) not in self._warned:
                self._warned.add((model, name))
                _log.warning("%s does not take %s: it is asked without", model, name)

    def _replay(self, cassette: Cassette, request: ModelRequest, on_token: OnToken | None) -> ModelReply:
        try:
            reply = cassette.replay(request)
        except ProviderError as error:
            self._count(request, error.attempts)
            raise
        self._count(request, reply.attempts)
        if on_token is not None:
            on_token(reply.text)
        return reply

    def _count(self, request: ModelRequest, attempts: Iterable[Attempt]) -> None:
        for attempt in attempts:
            self.ledger.add(request.model, attempt)


class _Ask:
    """One question on its way through tries and waits.

    It is an object of its own since every step needs the same state: the endpoint, the time left, the attempts so far,
    and whether the answer is still streamed. `Provider` keeps what questions share.
    """

    def __init__(
        self,
        provider: Provider,
        request: ModelRequest,
        label: str,
        on_token: OnToken | None,
        on_state: OnState | None,
    ) -> None:
        self._provider = provider
        self._on_failed_try: Callable[[], None] = lambda: None
        self._policy = provider.policy
        self._request = request
        self._endpoint = endpoint_of(request)
        self._limit = provider.limit(self._endpoint)
        self._resting = self._endpoint.account, request.model
        """What the provider means that wants to be left alone."""
        self._on_token = on_token
        self._streams = on_token is not None
        self._sent_as = Quirks()
        """What the last try did without; other questions may have learnt of more since."""
        self._on_state = on_state
        self._state = CallState(request.model, label, RequestPhase.QUEUED, retries=self._policy.api_retries)
        self._seconds_left = self._policy.ask_seconds
        self._attempts: list[Attempt] = []
        self._latency = 0.0
        """Of the last request."""
        self._waited_for: Rest | None = None
        self._rested = 0.0

    async def answer(self) -> ModelReply:
        try:
            await self._provider.transport.load(self._request.model, self._endpoint)
            return await self._retry_until_answered()
        except ProviderError as error:
            error.attempts, error.rested_s = tuple(self._attempts), self._rested
            raise
        finally:
            self._show(phase=RequestPhase.DONE)

    async def answer_unless_held_back(self, held: HeldQuestions, kind: Hashable) -> ModelReply:
        """Answer, or fail at once where a question of this kind has been refused for good."""
        try:
            self._show(phase=RequestPhase.QUEUED)
            if await held.admit(kind):
                await self._provider.turnstile.enter()
        finally:
            self._show(phase=RequestPhase.DONE)
        self._on_failed_try = partial(held.let_go, kind)
        try:
            reply = await self.answer()
        except ProviderError as error:
            held.failed(kind, error)
            raise
        finally:
            held.let_go(kind)
        held.answered(kind)
        return reply

    # D-033: a loop of our own, on a clock that tests can turn.
    async def _retry_until_answered(self) -> ModelReply:
        while True:
            outcome = await self._try_once()
            latency = self._latency
            if isinstance(outcome, RawAnswer):
                self._show_whole(outcome)
                self._count_attempt(Attempt(OK, 200, outcome.usage, outcome.cost_usd, latency))
                return self._reply(outcome)
            # A server that cannot stream sends what looks like an empty stream: the next try asks for the whole answer.
            self._streams = self._streams and outcome.kind not in (ErrorKind.EMPTY, ErrorKind.MALFORMED)
            if outcome.retryable:
                self._on_failed_try()
            if self._does_without(outcome):
                self._count_attempt(_failed_attempt(outcome, latency))
                continue
            wait = self._wait_after(outcome)
            self._count_attempt(_failed_attempt(outcome, latency, wait or 0.0))
            if wait is None:
                raise outcome
            if (asks_again := self._provider.asks_again) is not None and not asks_again(self._attempts[-1]):
                raise provider_error(
                    ErrorKind.OVER_BUDGET, f"the last failure was {outcome.reason}", reasoning=outcome.reasoning
                )
            rest = self._provider.rests.of(self._resting)
            await self._pause(wait, outcome, retry=self._state.retry + 1)
            if rest is not None and rest.error is outcome:
                self._waited_for = rest

    async def _try_once(self) -> RawAnswer | ProviderError:
        """Send the request once and return what came of it; nothing is sent while the model is left alone."""
        rests = self._provider.rests
        while True:
            await self._wait_for_rest()
            outcome = None
            if (rest := rests.unprobed(self._resting)) is None:
                outcome = await self._send_in_turn()
            else:
                if rest.probe.locked():
                    self._show(phase=RequestPhase.QUEUED)
                async with rest.probe:
                    if rests.unprobed(self._resting) is rest and (outcome := await self._send_in_turn()) is not None:
                        rests.end(self._resting, rest)
            if outcome is not None:
                return outcome

    def _rest(self) -> Rest | None:
        """Return why the model is left alone, unless this question has waited for that already."""
        rest = self._provider.rests.of(self._resting)
        return None if rest is self._waited_for else rest

    async def _wait_for_rest(self) -> None:
        """Wait until the model may be asked.

        Raises:
            ProviderUnavailable: that takes longer than the question may.
        """
        while (rest := self._rest()) is not None:
            seconds = max(rest.until - self._provider.clock(), 0.0)
            if seconds >= self._seconds_left:
                raise rest.too_long(seconds)
            await self._pause(seconds, rest.error, retry=self._state.retry)
            self._waited_for = rest
            self._rested += seconds

    async def _send_in_turn(self) -> RawAnswer | ProviderError | None:
        """Wait for a slot and send the request; None if the model has wanted to be left alone meanwhile."""
        if self._limit.is_full:
            self._show(phase=RequestPhase.QUEUED)
        async with self._limit.slot() as slot:
            if self._rest() is not None:
                return None
            self._show(phase=RequestPhase.WAITING)
            began = self._provider.clock()
            try:
                outcome = await self._send()
            except asyncio.CancelledError:
                self._count_attempt(Attempt(CANCELLED, latency_s=self._provider.clock() - began))
                raise
            finally:
                self._latency = self._provider.clock() - began
                self._seconds_left -= self._latency
            if isinstance(outcome, ProviderError) and self._provider.rests.begin(self._resting, outcome) is not None:
                outcome.retry_after = min(outcome.retry_after or 0.0, self._policy.longest_retry_after)
            _adapt_limit(slot, outcome)
            return outcome

    async def _send(self) -> RawAnswer | ProviderError:
        limit = min(self._policy.call_seconds, self._seconds_left)
        self._sent_as = self._provider.quirks(self._request)
        self._streams = self._streams and not self._sent_as.refuses_streams
        stream = RedactedStream(self._on_token) if self._on_token and self._streams else None
        call = Call(
            self._request.as_taken(self._sent_as),
            self._endpoint,
            read_timeout_s=self._policy.call_seconds,  # clients are cached by it: one value for all calls
            longest_answer=self._policy.longest_answer,
        )
        try:
            async with asyncio.timeout(limit):
                answer = await self._provider.transport.send(call, stream.feed if stream else None)
        except TimeoutError:
            return provider_error(ErrorKind.TIMEOUT, f"no answer within {limit:.3g} seconds")
        except ProviderError as error:
            return _explain(error, self._endpoint)
        if stream is not None:
            stream.finish()
        return _judge(answer, self._policy.longest_answer)

    def _show_whole(self, answer: RawAnswer) -> None:
        if self._on_token and not self._streams:
            self._on_token(answer.text or "")

    def _wait_after(self, error: ProviderError) -> float | None:
        """Return how long to wait before the next try, None if there is none."""
        retries = self._policy.api_retries
        if error.is_paid_silence:
            retries = min(retries, SILENCE_RETRIES)
        if error.kind is ErrorKind.FILTERED:
            retries = min(retries, FILTERED_RETRIES)
        elif not error.retryable:
            return None
        if self._state.retry >= retries:
            return None
        wait = self._back_off(error)
        return wait if wait < self._seconds_left else None

    def _does_without(self, error: ProviderError) -> bool:
        """Return whether there is something that the model refused and can do without; it is not sent that again."""
        if (learnt := self._learnt_from(error)) is None:
            return False
        self._provider.learn(self._request, learnt)
        return True

    def _learnt_from(self, error: ProviderError) -> Quirks | None:
        if self._streams and _is_about_streaming(error):
            return Quirks(refuses_streams=True)
        sent = self._request.as_taken(self._sent_as)
        if wants_no_system_role(error):
            return Quirks(has_no_system_role=True) if sent.without_system_role() != sent else None
        name = refused_parameter(error, {**sent.parameters, **sent.extra})
        if name == "max_tokens" and MAX_COMPLETION_TOKENS in error.detail and not self._sent_as.renames_max_tokens:
            return Quirks(renames_max_tokens=True)
        return Quirks(refused=frozenset({name})) if name is not None else None

    def _back_off(self, error: ProviderError) -> float:
        longest = self._policy.longest_wait
        if error.retry_after is not None:
            return min(error.retry_after, self._policy.longest_retry_after)
        wait = min(self._policy.first_wait * 2.0 ** min(self._state.retry, 30), longest)
        return wait * (0.5 + self._provider.chance() / 2)

    async def _pause(self, wait: float, error: ProviderError, *, retry: int) -> None:
        resume_at = self._provider.clock() + wait
        self._show(phase=RequestPhase.RETRYING, retry=retry, resume_at=resume_at, reason=error.reason)
        await self._provider.sleep(wait)
        self._seconds_left -= wait

    def _show(self, **changes: object) -> None:
        self._state = replace(self._state, **changes)  # type: ignore[arg-type]
        self._provider.show(self, self._state, self._on_state)

    def _count_attempt(self, attempt: Attempt) -> None:
        if attempt.cost_usd is None:
            attempt = replace(attempt, cost_usd=self._cost_of(attempt.usage))
        self._attempts.append(attempt)
        self._provider.ledger.add(self._request.model, attempt)

    def _cost_of(self, usage: Usage | None) -> float | None:
        """Return what tokens cost that came without a price: as stated, or else nothing where the model is free."""
        stated = self._provider.stated_price
        if stated is not None:
            return stated.of(usage or Usage())
        return 0.0 if is_free(self._request.model, self._endpoint) else None

    def _reply(self, answer: RawAnswer) -> ModelReply:
        dropped = (*answer.dropped, *self._sent_as.notes(self._request, streamed=self._on_token is not None))
        self._provider.warn_of_unsupported(self._request.model, dropped)
        return ModelReply(
            text=answer.text or "",
            reasoning=answer.reasoning,
            finish_reason=answer.finish_reason,
            model=answer.model,
            latency_s=sum(attempt.latency_s + attempt.wait_s for attempt in self._attempts),
            attempts=tuple(self._attempts),
            dropped=dropped,
        )


def _adapt_limit(slot: Slot, outcome: RawAnswer | ProviderError) -> None:
    """Adapt the limit to the outcome of a call; most failures say nothing about how many calls are too many."""
    if isinstance(outcome, RawAnswer):
        slot.answered()
    elif outcome.kind.says_slow_down:
        slot.refused()


def _explain(error: ProviderError, endpoint: Endpoint) -> ProviderError:
    """Return the error; if a key was refused where none was sent, with that reason."""
    if error.kind is not ErrorKind.AUTHENTICATION or endpoint.key != NO_KEY:
        return error
    detail = f"no key was sent, since no variable was named for this server: {error.detail}"
    return provider_error(error.kind, detail, status=error.status)


def _is_about_streaming(error: ProviderError) -> bool:
    """Return whether a request was refused since its answer was to be streamed."""
    if error.kind not in (ErrorKind.UNSUPPORTED_PARAMETER, ErrorKind.BAD_REQUEST):
        return False
    return error.parameter in _OF_STREAMING or (error.parameter is None and bool(_ABOUT_STREAMING.search(error.detail)))


def _failed_attempt(error: ProviderError, latency: float, wait: float = 0.0) -> Attempt:
    return Attempt(error.kind, error.status, error.usage, error.cost_usd, latency, wait, error.detail)


def _judge(answer: RawAnswer, longest: int) -> RawAnswer | ProviderError:
    """Return the answer, cut and redacted, or the error that it amounts to."""
    text = answer.text or answer.refusal or ""
    reasoning = _fit(answer.reasoning, longest)
    if not text.strip() and not _ended_in_thought(answer):
        return provider_error(
            _kind_of_empty_answer(answer),
            f"finish_reason {answer.finish_reason}" + (", and all of it was reasoning" if reasoning.strip() else ""),
            status=200,
            usage=answer.usage,
            cost_usd=answer.cost_usd,
            reasoning=reasoning,
        )
    return replace(
        answer,
        text=_fit(text, longest) if text.strip() else "",
        reasoning=reasoning,
        finish_reason="length" if len(text) > longest else _fit(answer.finish_reason, 40),
        model=_fit(answer.model, 200),
    )


def _ended_in_thought(answer: RawAnswer) -> bool:
    """Return whether the model came to an end, but all of its text is reasoning; the answer may stand at its end."""
    return answer.finish_reason == "stop" and bool(answer.reasoning.strip())


def _kind_of_empty_answer(answer: RawAnswer) -> ErrorKind:
    if answer.finish_reason == "content_filter":
        return ErrorKind.FILTERED
    return ErrorKind.OUT_OF_TOKENS if answer.finish_reason == "length" else ErrorKind.EMPTY


def _fit(text: str, longest: int) -> str:
    """Return `text` cut, without keys, and without what UTF-8 cannot encode."""
    return _SURROGATES.sub("\ufffd", redact(text[: longest + _LONGEST_KEY])[:longest])


_shared: Provider | None = None


def shared_provider() -> Provider:
    """Return the provider of this process, whose games share its limits, ledger and connections."""
    global _shared
    if _shared is None:
        _shared = Provider()
    return _shared


def share_provider(provider: Provider | None) -> None:
    """Make this the provider of the process, such as one with a cassette; None for a new one when it is needed."""
    global _shared
    _shared = provider


def hold_refused_questions() -> None:
    """Have the provider of this process send only once what is refused for good from now on."""
    provider = shared_provider()
    provider.held = HeldQuestions(provider.policy.first_seconds)


async def close_shared_provider() -> None:
    """Close the connections of the process's provider, if there is one; call it before the event loop ends."""
    if _shared is not None:
        await _shared.close()
