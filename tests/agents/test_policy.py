"""How patient the provider is: tries, waits, limits and what a screen is told, on a clock that nobody waits for."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.patience import PATIENCE

from codenames_agents.providers.endpoints import endpoint_of, missing_key, provider_of
from codenames_agents.providers.errors import (
    ErrorKind,
    HeldBack,
    MissingKey,
    ProviderError,
    ProviderRefused,
    ProviderUnavailable,
    error_from_response,
    error_in_answer,
    provider_error,
)
from codenames_agents.providers.held_questions import HeldQuestions
from codenames_agents.providers.limits import AdaptiveLimit
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import CallState, Policy, Provider, RequestPhase, shared_provider
from codenames_agents.providers.redaction import remember_secret
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.usage import Attempt, Usage
from codenames_core.support.errors import AgentError, InputError

LOCAL = ModelRequest("openai/fake", ({"role": "user", "content": "hi"},), api_base="http://127.0.0.1:1/v1", seed=3)
GOOD = RawAnswer("CLUE: OCEAN 2", model="fake-2026", usage=Usage(40, 8, 16, 3), cost_usd=0.001)
EMPTY = replace(GOOD, text=None)

Outcome = RawAnswer | ProviderError


def failing(kind: ErrorKind, status: int | None = None, retry_after: float | None = None) -> ProviderError:
    return provider_error(kind, "as scripted", status=status, retry_after=retry_after)


class Scripted(Transport):
    """A transport that gives its outcomes in order, then the last again and again."""

    def __init__(self, *outcomes: Outcome) -> None:
        self._outcomes = list(outcomes)
        self.calls: list[Call] = []
        self.streamed: list[bool] = []

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        self.calls.append(call)
        self.streamed.append(on_piece is not None)
        outcome = self._outcomes.pop(0) if len(self._outcomes) > 1 else self._outcomes[0]
        if isinstance(outcome, ProviderError):
            raise provider_error(
                outcome.kind, outcome.detail, status=outcome.status, retry_after=outcome.retry_after,
                parameter=outcome.parameter,
            )  # fmt: skip
        if on_piece and outcome.text:
            on_piece(outcome.text)
        return outcome

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        return False

    async def close(self) -> None: ...


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.waits: list[float] = []

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


def provider(*outcomes: Outcome, time: Time | None = None, chance: float = 1.0, **policy: float) -> Provider:
    time = time or Time()
    return Provider(
        Scripted(*outcomes),
        policy=replace(Policy(), **policy),  # type: ignore[arg-type]
        clock=time.clock,
        sleep=time.sleep,
        chance=lambda: chance,
    )


def holding(door: Provider) -> Provider:
    """The provider of a sitting, which sends only once what is refused for good."""
    door.held = HeldQuestions(PATIENCE)
    return door


def calls_of(door: Provider) -> int:
    assert isinstance(door.transport, Scripted)
    return len(door.transport.calls)


async def test_waits_double_up_to_the_longest_and_then_it_is_over() -> None:
    time = Time()
    door = provider(failing(ErrorKind.SERVER, 500), time=time, longest_wait=6.0)
    with pytest.raises(ProviderUnavailable) as failure:
        await door.ask(LOCAL)
    assert time.waits == [1.0, 2.0, 4.0, 6.0, 6.0]
    assert calls_of(door) == 6
    assert str(failure.value) == "server error (500) after 6 tries: as scripted"
    assert isinstance(failure.value, AgentError)
    assert failure.value.retryable
    assert [one.wait_s for one in failure.value.attempts] == [*time.waits, 0.0]


async def test_chance_shortens_a_wait_to_no_less_than_half() -> None:
    time = Time()
    door = provider(failing(ErrorKind.SERVER, 500), GOOD, time=time, chance=0.0)
    reply = await door.ask(LOCAL)
    assert time.waits == [0.5]
    assert reply.latency_s == 0.5
    assert [one.outcome for one in reply.attempts] == ["server error", "ok"]


async def test_the_provider_says_how_long_to_wait() -> None:
    time = Time()
    asked = [failing(ErrorKind.RATE_LIMIT, 429, seconds) for seconds in (7.5, 200.0)]
    reply = await provider(*asked, GOOD, time=time).ask(LOCAL)
    assert time.waits == [7.5, 200.0]
    assert (reply.latency_s, [one.latency_s for one in reply.attempts]) == (207.5, [0.0, 0.0, 0.0])


@pytest.mark.parametrize(("wanted", "kept"), [(300.0, 300.0), (700.0, 700.0), (86_400.0, 1_800.0)])
async def test_a_wait_that_is_too_long_for_a_question_is_told_to_whoever_asks(wanted: float, kept: float) -> None:
    time = Time()
    door = provider(failing(ErrorKind.RATE_LIMIT, 429, wanted), GOOD, time=time)
    with pytest.raises(ProviderUnavailable) as failure:
        await door.ask(LOCAL)
    assert (failure.value.retry_after, time.waits, len(failure.value.attempts)) == (kept, [], 1)
    time.now += kept - 290.0
    with pytest.raises(ProviderUnavailable, match=r"rate limit \(429\): it asks for a pause of another") as failure:
        await door.ask(replace(LOCAL, seed=4))
    assert (failure.value.retry_after, failure.value.attempts) == (290.0, ())
    assert calls_of(door) == 1
    await door.ask(replace(LOCAL, model="openai/other"))  # whose limit is its own
    time.now += 100.0
    shown: list[str] = []
    await door.ask(LOCAL, on_state=lambda state: shown.append(state.describe(time.now)))
    assert (calls_of(door), time.waits, shown[:2]) == (3, [190.0], ["asked in 190 s (429)", "waiting"])


async def test_after_a_rest_one_question_asks_and_the_others_wait_for_what_becomes_of_it() -> None:
    time = SharedTime()
    transport = Counting(failing(ErrorKind.RATE_LIMIT, 429, 100.0), failing(ErrorKind.RATE_LIMIT, 429, 50.0), GOOD)
    transport.now = time.clock
    door = Provider(transport, policy=Policy(), clock=time.clock, sleep=time.sleep)
    refused = asyncio.Event()
    first = asyncio.create_task(door.ask(LOCAL, on_state=lambda state: refused.set() if state.resume_at else None))
    await refused.wait()
    others = [asyncio.create_task(door.ask(LOCAL)) for _ in range(20)]
    await time.run(first, *others)
    assert transport.sent[:3] == [(1000.0, 1), (1100.0, 1), (1150.0, 1)]
    assert {moment for moment, _ in transport.sent[3:]} == {1150.0}
    assert max(open_at_once for _, open_at_once in transport.sent) > 3
    assert len(transport.sent) == 2 + 21


class SharedTime(Time):
    """A clock for many who sleep: it goes on to the next one's time once nobody has anything else to do."""

    def __init__(self) -> None:
        super().__init__()
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        wake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, wake))
        await wake

    async def run(self, *tasks: "asyncio.Task[object]") -> None:
        """Let the time pass until all tasks are done."""
        while not all(task.done() for task in tasks):
            for _ in range(200):
                await asyncio.sleep(0)
            self.now = min((moment for moment, _ in self._sleepers), default=self.now)
            for _, wake in [one for one in self._sleepers if one[0] <= self.now]:
                wake.set_result(None)
            self._sleepers = [one for one in self._sleepers if one[0] > self.now]


class Counting(Scripted):
    """Notes when it was asked, and how many questions were open then."""

    def __init__(self, *outcomes: Outcome) -> None:
        super().__init__(*outcomes)
        self.sent: list[tuple[float, int]] = []
        self.open = 0
        self.now: Callable[[], float] = lambda: 0.0

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        self.open += 1
        self.sent.append((self.now(), self.open))
        try:
            for _ in range(5):
                await asyncio.sleep(0)
            return await super().send(call, on_piece)
        finally:
            self.open -= 1


async def test_no_wait_is_begun_that_would_not_end_in_time() -> None:
    time = Time()
    door = provider(failing(ErrorKind.RATE_LIMIT, 429, 7.0), time=time, ask_seconds=10.0)
    with pytest.raises(ProviderUnavailable, match="after 2 tries"):
        await door.ask(LOCAL)
    assert time.waits == [7.0]


async def test_a_provider_that_asks_for_no_wait_is_not_asked_for_ever() -> None:
    door = provider(failing(ErrorKind.OVERLOADED, 503, 0.0))
    with pytest.raises(ProviderUnavailable, match="after 6 tries"):
        await door.ask(LOCAL)


async def test_what_another_try_cannot_mend_is_not_tried_again() -> None:
    for kind in ErrorKind:
        if not kind.retryable and kind is not ErrorKind.FILTERED:
            door = provider(failing(kind, 400))
            with pytest.raises(ProviderRefused):
                await door.ask(LOCAL)
            assert calls_of(door) == 1, kind


async def test_an_empty_answer_is_tried_again_and_its_tokens_count() -> None:
    reply = await provider(replace(EMPTY, text=" \n"), GOOD).ask(LOCAL)
    assert reply.usage == Usage(80, 16, 32, 6)
    assert reply.cost_usd == pytest.approx(0.002)
    assert (reply.spending.attempts, reply.spending.failed) == (2, 1)


@pytest.mark.parametrize("finish", ["stop", "tool_calls", "length"])
async def test_a_model_that_spends_its_tokens_and_says_nothing_gets_one_more_try(finish: str) -> None:
    door = provider(replace(EMPTY, finish_reason=finish))
    with pytest.raises(ProviderUnavailable):
        await door.ask(LOCAL)
    assert calls_of(door) == 2


async def test_silence_that_cost_nothing_is_tried_again_like_any_failure() -> None:
    door = provider(replace(EMPTY, usage=None))
    with pytest.raises(ProviderUnavailable, match="empty answer"):
        await door.ask(LOCAL)
    assert calls_of(door) == 1 + door.policy.api_retries


async def test_an_answer_that_is_all_reasoning_is_an_answer() -> None:
    """Whoever asked looks for the answer at the end of it."""
    reply = await provider(replace(EMPTY, reasoning="SEA.\n\nCLUE: SEA 2")).ask(LOCAL)
    assert (reply.text, reply.reasoning) == ("", "SEA.\n\nCLUE: SEA 2")
    assert reply.spending.attempts == 1


async def test_the_thoughts_of_a_model_that_ran_out_of_tokens_are_kept() -> None:
    with pytest.raises(ProviderUnavailable, match="all of it was reasoning") as failure:
        await provider(replace(EMPTY, reasoning="SEA, or", finish_reason="length")).ask(LOCAL)
    assert failure.value.reasoning == "SEA, or"


async def test_a_model_that_thinks_until_its_tokens_are_used_gets_one_more_try() -> None:
    door = provider(replace(EMPTY, finish_reason="length"))
    with pytest.raises(ProviderUnavailable, match="no tokens left"):
        await door.ask(LOCAL)
    assert calls_of(door) == 2
    assert door.ledger.of("openai/fake").usage.tokens_out == 16


async def test_a_refusal_is_an_answer() -> None:
    refusing = replace(EMPTY, refusal="I cannot help with that.")
    assert (await provider(refusing).ask(LOCAL)).text == "I cannot help with that."


async def test_an_answer_that_a_filter_keeps_back_is_asked_for_twice_more() -> None:
    filtered = replace(EMPTY, finish_reason="content_filter")
    assert (await provider(filtered, filtered, GOOD).ask(LOCAL)).text == "CLUE: OCEAN 2"
    door = provider(filtered)
    with pytest.raises(ProviderRefused, match=r"answer filtered \(200\) after 3 tries"):
        await door.ask(LOCAL)
    assert calls_of(door) == 3


class SlowToLoad(Scripted):
    """Takes ten seconds before its first request."""

    time: Time

    async def load(self, model: str, endpoint: Endpoint) -> None:
        self.time.now += 10.0


async def test_the_time_to_load_is_no_part_of_an_answers() -> None:
    time = Time()
    transport = SlowToLoad(GOOD)
    transport.time = time
    reply = await Provider(transport, clock=time.clock, sleep=time.sleep).ask(LOCAL)
    assert (reply.latency_s, time.now) == (0.0, 1010.0)


async def test_an_unknown_price_is_none_and_never_zero() -> None:
    unpriced = replace(GOOD, cost_usd=None)
    door = provider(unpriced)
    assert (await door.ask(LOCAL)).cost_usd is None
    assert door.ledger.of("openai/fake").cost_usd is None
    unmetered = provider(replace(unpriced, usage=None))
    assert (await unmetered.ask(LOCAL)).cost_usd is None
    assert unmetered.ledger.of("openai/fake").unmetered == 1
    assert unmetered.ledger.of("openai/fake").usage.tokens_in is None
    free = provider(replace(GOOD, cost_usd=0.0))
    assert (await free.ask(LOCAL)).cost_usd == 0.0


async def test_a_refused_attempt_costs_nothing_and_an_unanswered_one_is_told_apart() -> None:
    door = provider(failing(ErrorKind.RATE_LIMIT, 429), failing(ErrorKind.TIMEOUT), GOOD)
    assert (await door.ask(LOCAL)).cost_usd == 0.001
    spending = door.ledger.of("openai/fake")
    assert (spending.attempts, spending.failed, spending.unmetered, spending.unpriced) == (3, 2, 1, 0)


async def test_a_parameter_that_the_server_does_not_know_is_left_out_from_then_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    unknown = provider_error(ErrorKind.UNSUPPORTED_PARAMETER, "no seed", status=400, parameter="seed")
    time = Time()
    door = provider(unknown, GOOD, time=time)
    assert (await door.ask(LOCAL)).dropped == ("seed",)
    assert (await door.ask(LOCAL)).dropped == ("seed",)
    assert isinstance(door.transport, Scripted)
    assert [one.request.seed for one in door.transport.calls] == [3, None, None]
    assert time.waits == []
    assert caplog.text.count("does not take seed") == 1


async def test_a_parameter_that_was_not_sent_is_no_reason_to_ask_again() -> None:
    unknown = provider_error(ErrorKind.UNSUPPORTED_PARAMETER, "no n", status=400, parameter="n")
    with pytest.raises(ProviderRefused):
        await provider(unknown).ask(LOCAL)


async def test_an_answer_is_cut_where_it_is_too_long() -> None:
    reply = await provider(replace(GOOD, text="x" * 50, reasoning="y" * 50), longest_answer=10).ask(LOCAL)
    assert (reply.text, reply.reasoning, reply.finish_reason) == ("x" * 10, "y" * 10, "length")


async def test_a_key_that_an_answer_is_cut_in_the_middle_of_leaves_no_half_behind() -> None:
    remember_secret("planted*key/of=no-known+shape")
    said = "x" * 80 + "planted*key/of=no-known+shape and more"
    reply = await provider(replace(GOOD, text=said, reasoning=said), longest_answer=100).ask(LOCAL)
    assert "planted" not in reply.text + reply.reasoning


async def test_a_server_without_streams_is_asked_without_one_and_shown_whole() -> None:
    door = provider(EMPTY, GOOD)
    heard: list[str] = []
    await door.ask(LOCAL, on_token=heard.append)
    assert isinstance(door.transport, Scripted)
    assert door.transport.streamed == [True, False]
    assert heard == ["CLUE: OCEAN 2"]


async def test_a_screen_sees_the_countdown() -> None:
    time = Time()
    told: list[str] = []
    door = provider(failing(ErrorKind.RATE_LIMIT, 429, 8.0), failing(ErrorKind.TIMEOUT), GOOD, time=time)
    await door.ask(LOCAL, label="red cluer", on_state=lambda state: told.append(state.describe(time.now)))
    assert told == [
        "waiting",
        "retry 1/5 in 8 s (429)",
        "waiting, retry 1/5",
        "retry 2/5 in 2 s (timeout)",
        "waiting, retry 2/5",
        "done, retry 2/5",
    ]
    assert door.states == ()


async def test_open_questions_can_be_looked_at() -> None:
    time = Time()
    door = provider(GOOD, time=time)
    states: list[CallState] = []
    await door.ask(LOCAL, label="red cluer", on_state=lambda state: states.extend(door.states))
    assert states == [CallState("openai/fake", "red cluer", RequestPhase.WAITING, retries=5)]


async def test_a_full_provider_queues_and_a_queue_costs_no_time() -> None:
    door = provider(GOOD, most_at_once=1)
    told: list[RequestPhase] = []
    await asyncio.gather(*(door.ask(LOCAL, on_state=lambda state: told.append(state.phase)) for _ in range(3)))
    assert calls_of(door) == 3
    assert told.count(RequestPhase.DONE) == 3


# The limit that adapts


async def test_many_refusals_at_once_halve_the_limit_once() -> None:
    limit = AdaptiveLimit(16)
    async with asyncio.TaskGroup() as group:
        for _ in range(16):
            group.create_task(through(limit, "refused"))
    assert limit.allowed == 8
    await through(limit, "refused")
    assert limit.allowed == 4
    for _ in range(10):
        await through(limit, "refused")
    assert limit.allowed == 1


async def test_a_round_of_answers_raises_the_limit_by_one_up_to_where_it_began() -> None:
    limit = AdaptiveLimit(4)
    await through(limit, "refused")
    assert limit.allowed == 2
    for _ in range(3):
        await through(limit, "answered")
    assert limit.allowed == 3
    for _ in range(40):
        await through(limit, "answered")
    assert limit.allowed == 4


async def test_no_more_than_the_limit_are_inside_and_none_is_lost() -> None:
    limit, most, done = AdaptiveLimit(3), 0, 0

    async def pass_through() -> None:
        nonlocal most, done
        async with limit.slot():
            most = max(most, limit.in_flight)
            await asyncio.sleep(0)
        done += 1

    await asyncio.gather(*(pass_through() for _ in range(50)))
    assert (most, done, limit.in_flight, limit.queued) == (3, 50, 0, 0)


async def test_a_place_in_the_queue_that_is_given_up_is_given_on() -> None:
    limit = AdaptiveLimit(1)
    inside = asyncio.Event()

    async def stay() -> None:
        async with limit.slot():
            inside.set()
            await asyncio.get_running_loop().create_future()

    holder = asyncio.create_task(stay())
    await inside.wait()
    waiting = [asyncio.create_task(through(limit, "answered")) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()  # while it waits
    holder.cancel()
    await asyncio.sleep(0)
    waiting[1].cancel()  # when its turn has just come
    await asyncio.wait([holder, *waiting])
    assert not waiting[2].cancelled()
    assert (limit.in_flight, limit.queued) == (0, 0)


async def through(limit: AdaptiveLimit, outcome: str) -> None:
    async with limit.slot() as slot:
        await asyncio.sleep(0)
        slot.answered() if outcome == "answered" else slot.refused()


async def test_the_limit_is_shared_by_provider_and_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "first-key")
    monkeypatch.setenv("OTHER", "second-key")
    door = provider(GOOD)
    mine = door.limit(endpoint_of(ModelRequest("openai/a", ())))
    assert door.limit(endpoint_of(ModelRequest("gpt-b", ()))) is mine
    assert door.limit(endpoint_of(ModelRequest("openai/a", (), key_variable="OTHER"))) is not mine
    assert door.limit(endpoint_of(ModelRequest("openai/a", (), api_base="http://127.0.0.1:1"))) is not mine


async def test_only_a_provider_that_is_too_busy_lowers_the_limit() -> None:
    for kind, allowed in {ErrorKind.RATE_LIMIT: 4, ErrorKind.OVERLOADED: 4, ErrorKind.SERVER: 8}.items():
        door = provider(failing(kind, 500), GOOD, most_at_once=8)
        await door.ask(LOCAL)
        assert door.limit(endpoint_of(LOCAL)).allowed == allowed


# Errors, from what is on the wire


@pytest.mark.parametrize(
    ("headers", "message", "seconds"),
    [
        ({"retry-after": "7"}, "", 7.0),
        ({"retry-after": "0"}, "", 0.0),
        ({"retry-after": "1.5"}, "", 1.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, "", 0.25),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:30 GMT"}, "", 20.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:01 GMT"}, "", 0.0),
        ({"retry-after": "soon"}, "Please retry in 37.5s.", 37.5),
        ({}, "try again in 20ms", 0.02),
        ({"retry-after": "-1"}, "", None),
        ({"retry-after": "nan"}, "", None),
        ({"retry-after": "inf"}, "", None),
        ({}, "try again later", None),
    ],
)
def test_how_long_to_wait_is_read_from_wherever_it_is_said(
    headers: dict[str, str], message: str, seconds: float | None
) -> None:
    error = error_from_response(429, headers, {"error": {"message": message}}, now=10.0)
    assert error.retry_after == seconds


@pytest.mark.parametrize(
    "body",
    ["", b"\xff\xfe", "<html>", "null", "[]", "[1]", "7", {}, {"error": None}, {"error": "x"}, {"error": []}, None],
)
@pytest.mark.parametrize("status", [200, 301, 400, 418, 429, 500, 599, 999])
def test_any_body_with_any_status_is_some_error(status: int, body: object) -> None:
    assert isinstance(error_from_response(status, {}, body), ProviderError)
    assert isinstance(error_in_answer(body), ProviderError)


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("https://me:pass@example.org/v1?key=hunter2#x", "to https://example.org/v1; give the address that answers"),
        ("/login", "to /login; give the address that answers"),
        ("http://[", "it is not said where to"),
        (None, "it is not said where to"),
    ],
)
def test_a_redirect_is_told_by_where_it_leads_and_costs_nothing(location: str | None, said: str) -> None:
    """It was an unreadable answer, was sent again as often as allowed, and may have cost something each time."""
    error = error_from_response(302, {} if location is None else {"location": location}, b"<html>")
    assert (error.kind, error.retryable) == (ErrorKind.REDIRECTED, False)
    assert str(error).startswith(f"redirected (302): {said}")
    assert not Attempt(str(error.kind), error.status).may_have_cost


def test_a_permanent_code_in_an_answer_that_promised_success_is_permanent() -> None:
    assert error_in_answer({"error": {"code": "insufficient_quota"}}).kind is ErrorKind.QUOTA
    assert error_in_answer({"error": {"code": 429}}).kind is ErrorKind.RATE_LIMIT
    assert error_in_answer({"error": "down"}).kind is ErrorKind.MALFORMED


# Keys and names


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("openai/gpt-x", "OPENAI_API_KEY"),
        ("gpt-4o", "OPENAI_API_KEY"),
        ("claude-x", "ANTHROPIC_API_KEY"),
        ("gemini/gemini-x", "GEMINI_API_KEY"),
        ("openrouter/a/b", "OPENROUTER_API_KEY"),
        ("ollama/llama", None),
        ("hosted_vllm/x", None),
    ],
)
def test_a_missing_key_is_told_by_the_name_of_its_variable(
    model: str, variable: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert missing_key(model) == variable
    if variable:
        monkeypatch.setenv(variable, "some-key")
        assert missing_key(model) is None


def test_any_of_a_providers_variables_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "some-key")
    assert missing_key("gemini/x") is None


def test_a_server_of_ones_own_needs_no_key_unless_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing_key("openai/local", api_base="http://127.0.0.1:1/v1") is None
    assert missing_key("openai/local", api_base="http://127.0.0.1:1/v1", key_variable="MINE") == "MINE"
    assert missing_key("openai/gpt-x", api_base="https://api.openai.com/v1") == "OPENAI_API_KEY"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    assert missing_key("openai/local") is None
    assert endpoint_of(ModelRequest("openai/local", ())).api_base == "http://127.0.0.1:1/v1"


async def test_nothing_is_sent_without_a_key() -> None:
    door = provider(GOOD)
    with pytest.raises(MissingKey, match="ANTHROPIC_API_KEY is not set") as failure:
        await door.ask(ModelRequest("anthropic/claude-x", ()))
    assert failure.value.variable == "ANTHROPIC_API_KEY"
    assert calls_of(door) == 0


def test_a_stranger_gets_no_key_that_was_not_named_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "planted-key")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "planted-key")

    def key(model: str, base: str, variable: str | None = None) -> str | None:
        return endpoint_of(ModelRequest(model, (), api_base=base, key_variable=variable)).key

    assert key("openai/x", "https://stranger.example/v1") == "none"
    assert key("openai/x", "https://127.0.0.1.stranger.example/v1") == "none"
    assert key("openai/x", "https://127.0.0.1@stranger.example/v1") == "none"
    assert key("hosted_vllm/x", "https://stranger.example/v1") == "none"
    with pytest.raises(MissingKey, match=r"sent to https://stranger\.example/v1 only if it is named"):
        key("anthropic/x", "https://stranger.example/v1")
    with pytest.raises(MissingKey):
        key("azure/x", "https://stranger.example")
    assert key("openai/x", "https://stranger.example/v1", "OPENAI_API_KEY") == "planted-key"
    assert key("openai/x", "http://localhost:8080/v1") == "planted-key"
    assert key("openai/x", "http://[::1]:8080/v1") == "planted-key"
    assert key("openai/x", "https://api.openai.com/v1") == "planted-key"
    monkeypatch.setenv("OPENAI_BASE_URL", "https://mine.example/v1")
    assert endpoint_of(ModelRequest("openai/x", ())).key == "planted-key"


async def test_a_refusal_where_no_key_was_sent_says_so() -> None:
    door = provider(failing(ErrorKind.AUTHENTICATION, 401))
    with pytest.raises(ProviderRefused, match="no key was sent, since no variable was named"):
        await door.ask(LOCAL)


def test_a_request_shows_no_key_and_takes_none() -> None:
    request = replace(LOCAL, api_base="http://ann:planted@host/v1")
    assert "planted" not in repr(request)
    assert request.server == "http://host/v1"
    for name in ("api_key", "extra_headers", "mock_response", "stream", "num_retries", "seed", "client_secret"):
        with pytest.raises(InputError, match=name):
            replace(LOCAL, extra={name: "planted"})


def test_a_model_name_tells_its_provider() -> None:
    names = {"openai/x": "openai", "o3-mini": "openai", "claude-x": "anthropic", "a/b/c": "a", "command-r": None}
    assert {name: provider_of(name) for name in names} == names


def test_one_provider_serves_the_process() -> None:
    assert shared_provider() is shared_provider()


# Questions that are refused for good


REFUSED = failing(ErrorKind.BAD_REQUEST, 422)


async def test_a_question_that_is_refused_for_good_is_sent_once_however_many_ask_at_the_same_time() -> None:
    door = holding(provider(REFUSED))
    outcomes = await asyncio.gather(*(door.ask(LOCAL, question="clue") for _ in range(20)), return_exceptions=True)
    assert calls_of(door) == 1
    assert {str(outcome) for outcome in outcomes} == {"bad request (422): as scripted"}
    assert sum(isinstance(outcome, HeldBack) for outcome in outcomes) == 19
    with pytest.raises(HeldBack) as held:
        await door.ask(LOCAL, question="clue")
    assert held.value.attempts == ()


async def test_other_kinds_of_questions_and_other_settings_are_asked_all_the_same() -> None:
    door = holding(provider(REFUSED, GOOD))
    with pytest.raises(ProviderRefused):
        await door.ask(LOCAL, question="clue")
    assert (await door.ask(LOCAL, question="message")).text == GOOD.text
    assert (await door.ask(replace(LOCAL, temperature=0.5), question="clue")).text == GOOD.text
    assert (await door.ask(LOCAL)).text == GOOD.text
    with pytest.raises(HeldBack):
        await door.ask(LOCAL, question="clue")
    holding(door)
    assert (await door.ask(LOCAL, question="clue")).text == GOOD.text


async def test_a_kind_that_was_answered_before_is_held_back_at_the_second_refusal_in_a_row() -> None:
    door = holding(provider(GOOD, REFUSED, GOOD, REFUSED, REFUSED))
    for outcome in ("ok", "refused", "ok", "refused", "refused", "held back"):
        try:
            await door.ask(LOCAL, question="clue")
            was = "ok"
        except ProviderRefused as error:
            was = "held back" if isinstance(error, HeldBack) else "refused"
        assert was == outcome
    assert calls_of(door) == 5


@pytest.mark.parametrize("kind", [ErrorKind.CONTEXT_LENGTH, ErrorKind.CONTENT_POLICY, ErrorKind.SERVER])
async def test_what_is_the_fault_of_one_prompt_or_of_the_moment_holds_nothing_back(kind: ErrorKind) -> None:
    door = holding(provider(failing(kind, 400), GOOD, api_retries=0))
    with pytest.raises(ProviderError):
        await door.ask(LOCAL, question="clue")
    assert (await door.ask(LOCAL, question="clue")).text == GOOD.text


async def test_the_others_go_on_where_the_first_question_is_given_up_or_has_to_be_repeated() -> None:
    door = holding(provider(failing(ErrorKind.SERVER, 500), GOOD))
    first, second = (asyncio.ensure_future(door.ask(LOCAL, question="clue")) for _ in range(2))
    await asyncio.gather(first, second)
    waiting = Hanging()
    door = holding(Provider(waiting))
    first, second = (asyncio.ensure_future(door.ask(LOCAL, question="clue")) for _ in range(2))
    await waiting.came.wait()
    waiting.came.clear()
    first.cancel()
    await waiting.came.wait()
    second.cancel()
    await asyncio.wait({first, second})


async def test_nobody_waits_long_for_a_first_question_that_is_not_answered() -> None:
    waiting = Hanging()
    door = Provider(waiting)
    door.held = HeldQuestions(0.0)
    asking = [asyncio.ensure_future(door.ask(LOCAL, question="clue")) for _ in range(3)]
    while len(waiting.calls) < 3:
        await waiting.came.wait()
        waiting.came.clear()
    for task in asking:
        task.cancel()
    await asyncio.wait(asking)


class Hanging(Scripted):
    """Takes a question and never answers."""

    def __init__(self) -> None:
        super().__init__(GOOD)
        self.came = asyncio.Event()

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        self.calls.append(call)
        self.came.set()
        await asyncio.get_running_loop().create_future()
        raise AssertionError
