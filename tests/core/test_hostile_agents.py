"""Agents that mean harm, or are just broken in odd ways: nothing that they return, raise or touch hurts a game."""

import asyncio
import dataclasses
import gc
import json
from pathlib import Path
from typing import Any, NoReturn

import pytest
from tests.games import (
    BOARD,
    BUSY_BLUE,
    WINNING_RED,
    NoteTaker,
    Saying,
    clue,
    ghost,
    header,
    idle,
    moves,
    play,
    position,
    runner,
    story,
    team,
    touch,
    turn,
)

from codenames_agents.catalogue import agent_seed, build_team, substitute, team_seed
from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser
from codenames_core.decisions.questions import Accepted, Refused
from codenames_core.decisions.reply_sanitiser import KEPT, KEPT_IF_REFUSED, LONGEST_HEARD, MOST_WORDS, class_name
from codenames_core.files.journal import JournalWriter
from codenames_core.files.record import EpisodeRecord, parse_episode
from codenames_core.game.agent import AgentTrace, FailureKind, RefusedTry, TeamAgents, Unreadable, WireRequest
from codenames_core.game.board import CardType, deal
from codenames_core.game.config import AgentConfig, GameConfig, IllegalCluePolicy, Role, Seat, Team, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage, UnknownEvent
from codenames_core.game.visibility import visible_state
from codenames_core.play.episode import EpisodeRunner, fork, run_episode
from codenames_core.play.orchestrator import TurnOrchestrator
from codenames_core.support.folders import LARGEST_FILE
from codenames_core.support.frozen import construct_unchecked

pytestmark = pytest.mark.usefixtures("nothing_hangs")

RED, BLUE = Team.RED, Team.BLUE


def fail(*_: Any, **__: Any) -> NoReturn:
    raise RuntimeError("touched")


DUNDERS = ("str", "repr", "iter", "len", "eq", "hash", "bool", "getitem", "contains", "format", "int", "float", "index")
TOUCHY: dict[str, Any] = {f"__{name}__": fail for name in DUNDERS}


class Touchy:
    """An object that answers every question about itself with an exception, even what class it is of."""

    __getattribute__ = fail


for _name, _method in TOUCHY.items():
    setattr(Touchy, _name, _method)

TouchyStr: Any = type("TouchyStr", (str,), TOUCHY)
TouchyInt: Any = type("TouchyInt", (int,), TOUCHY)
TouchyFloat: Any = type("TouchyFloat", (float,), TOUCHY)
TouchyList: Any = type("TouchyList", (list,), TOUCHY)
TouchyTuple: Any = type("TouchyTuple", (tuple,), TOUCHY)
TouchyDict: Any = type("TouchyDict", (dict,), TOUCHY | {"items": fail, "keys": fail, "get": fail})
TouchyMeta: Any = type("TouchyMeta", (type,), {"__hash__": fail, "__eq__": fail, "__instancecheck__": fail})
OfTouchyClass: Any = TouchyMeta("OfTouchyClass", (), {})


class TouchyClue(Clue):
    """A clue that nobody can look at."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError("touched")


class TouchyMessage(DiscussionMessage):
    """A message that nobody can look at."""

    __str__ = __repr__ = __eq__ = fail

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError("touched")


class TouchyTrace(AgentTrace):
    """A trace that nobody can look at."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError("touched")


class LyingError(Exception):
    """An exception that cannot be shown."""

    __str__ = __repr__ = fail


class LongError(Exception):
    """An exception with very much to say, in a string of its own kind."""

    def __str__(self) -> str:
        return TouchyStr("x" * 1_000_000)  # type: ignore[no-any-return]


class CustomError(BaseException):
    """An exception that is no `Exception`."""


class Sealed:
    """Something that pytest shall not look at."""

    def __init__(self, content: Any) -> None:
        self.content = content

    def __repr__(self) -> str:
        return class_name(self.content)


HUGE = 10**5000

ANSWERS: list[Any] = [
    [HUGE],
    ("ANCHOR", HUGE),
    Touchy(),
    [Touchy()],
    (Touchy(), Touchy()),
    Touchy,
    OfTouchyClass(),
    TouchyStr("PAINT"),
    TouchyList(["PAINT", TouchyStr("PAINT")]),
    TouchyTuple(("PAINT", "PAINT", "PAINT")),
    construct_unchecked(TouchyClue, {"word": "deep sea", "number": 2}),
    construct_unchecked(TouchyMessage, {"text": "", "consensus": True}),
    Clue("sea", HUGE),
    Clue.model_construct(),
    Clue.model_construct(word=5, number=2),
    Clue.model_construct(word=Touchy(), number=Touchy()),
    Clue.model_construct(word="sea", number=2.5),
    Clue.model_construct(word="sea", number=True),
    Clue.model_construct(word="\ud800", number=TouchyStr("\ud800")),
    Clue.model_construct(word="sea", number=TouchyInt(99)),
    DiscussionMessage.model_construct(),
    DiscussionMessage.model_construct(text=None, consensus="maybe"),
    DiscussionMessage.model_construct(text="Yes.", consensus=Touchy()),
    DiscussionMessage.model_construct(text=Touchy(), consensus=True),
    Unreadable(Touchy()),  # type: ignore[arg-type]
    Unreadable(HUGE),  # type: ignore[arg-type]
    Unreadable(TouchyStr("\ud800")),
    Unreadable("x" * 1_000_000),
    Unreadable.__new__(Unreadable),
    Accepted(Touchy()),
    Refused(Touchy(), Touchy()),  # type: ignore[arg-type]
    ["word"] * 1_000_000,
    "\x00" * 1_000_000,
    LyingError(),
    LongError(),
    CustomError("custom"),
    CustomError(Touchy()),
    GeneratorExit(),
    SystemExit(3),
    BaseExceptionGroup("many", [CustomError(), SystemExit()]),
    StopIteration(Touchy()),
    asyncio.CancelledError(Touchy()),
]


class SayingLater(Saying):
    """Answers or raises only after it has waited."""

    async def _say(self, view: Any) -> Any:
        await asyncio.sleep(0)
        return await super()._say(view)


def reread(record: EpisodeRecord) -> EpisodeRecord:
    """The record as it comes back from its file."""
    return parse_episode(record.to_json().encode(), "test").record


@pytest.mark.parametrize("kind", [Saying, SayingLater])
@pytest.mark.parametrize("answer", [*map(Sealed, ANSWERS)], ids=repr)
async def test_no_answer_and_no_exception_stops_a_game(kind: type[Saying], answer: Sealed, tmp_path: Path) -> None:
    bad = kind(answer.content)
    config = GameConfig(max_turns=2, max_retries=1, max_rounds=1, illegal_clue=IllegalCluePolicy.PENALTY)
    for name, red in {"cluer": TeamAgents(bad, bad, bad), "guesser": TeamAgents(honest(), bad, bad)}.items():
        path = tmp_path / f"{name}.jsonl"
        journal = JournalWriter(path, header(config))
        record = await play(red, TeamAgents(bad, honest(), honest()), config, journal=journal)
        assert record.outcome is not None
        assert {type(trace) for trace in record.decisions()} == {AgentTrace}
        assert reread(record) == record
        assert EpisodeRecord.load(path) == record
        assert len(record.to_json()) < 100_000


def honest() -> Any:
    """An agent for any seat that gives a clue and touches nothing."""
    script = [turn("sea", 2)] * 25

    class Both(ScriptedCluer, ScriptedGuesser):
        pass

    return Both(script)


class Yielding:
    """Something to await that gives the event loop what it does not know."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def __await__(self) -> Any:
        yield self.given
        yield self.given


def not_async(self: Any, *_: Any) -> int:
    return 5


def oddly_awaited(self: Any, *_: Any) -> Any:
    return Yielding(self)


async def waits_for_itself(self: Any, *_: Any) -> Any:
    await asyncio.sleep(0)
    await asyncio.current_task()  # type: ignore[misc]


@pytest.mark.parametrize("method", [None, 5, fail, not_async, oddly_awaited, waits_for_itself, property(fail)])
async def test_no_oddly_made_agent_stops_a_game(method: Any) -> None:
    names = ("generate_clue", "discuss", "make_guesses")
    agent = type("Odd", (), dict.fromkeys(names, method) if method else {})()
    config = GameConfig(max_turns=2, max_retries=0, max_rounds=1)
    record = await play(TeamAgents(agent, agent, agent), TeamAgents(honest(), agent, agent), config)
    assert [trace.failure for trace in record.decisions()] == [FailureKind.ERROR, None, *[FailureKind.ERROR] * 3]
    assert reread(record) == record


async def test_reasons_say_what_was_given_without_looking_into_it() -> None:
    for answer, reason in (
        ([HUGE], "the answer is a list that holds an item of type int, but a list of words is needed"),
        (
            ["a"] * 1_000_000,
            "the answer is a list of 1,000,000 items; the limit is 100, but a list of words is n",
        ),
        (Touchy(), "the answer is of type Touchy, but a list of words is needed"),
        (Clue("sea", 2), "the answer is of type Clue, but a list of words is needed"),
        (LyingError(), "LyingError: an error whose text cannot be read"),
    ):
        red = TeamAgents(honest(), Saying(answer), honest())
        _, trace = await TurnOrchestrator(red, idle()).run_guess_phase(RED, position(clue(RED)))
        assert (trace.refusal or "").startswith(reason)
    table = TurnOrchestrator(TeamAgents(Saying(Clue("sea", HUGE)), honest(), honest()), idle())
    _, trace = await table.run_clue_phase(RED, position())
    assert trace.failure is FailureKind.ILLEGAL
    assert "16,610-bit integer" in (trace.refusal or "")


async def test_an_answer_of_a_strange_kind_that_is_right_counts() -> None:
    guesser = Saying(TouchyList([TouchyStr("anchor"), TouchyStr("DRAGON")]))
    red = TeamAgents(
        Saying(construct_unchecked(TouchyClue, {"word": TouchyStr("sea"), "number": 2})), guesser, honest()
    )
    state, _ = await TurnOrchestrator(red, idle()).run_clue_phase(RED, position())
    state, trace = await TurnOrchestrator(red, idle()).run_guess_phase(RED, state)
    assert moves(state.public_transcript)[:3] == [
        "red: sea 2",
        "red touches ANCHOR: correct",
        "red touches DRAGON: correct",
    ]
    assert [type(word) for word in trace.answer] == [str, str]  # type: ignore[union-attr]


async def test_no_more_than_three_words_of_a_list_are_complained_of() -> None:
    red = TeamAgents(honest(), Saying([f"PAINT{n}" for n in range(MOST_WORDS)]), honest())
    _, trace = await TurnOrchestrator(red, idle()).run_guess_phase(RED, position(clue(RED)))
    assert (trace.refusal or "").count("is not on the board") == 3


async def test_a_message_of_control_characters_is_refused_for_its_size_in_a_file() -> None:
    talker = Saying(DiscussionMessage(text="\x01" * 20_000, consensus=True))
    state, traces = await TurnOrchestrator(TeamAgents(honest(), talker, talker), idle()).run_discussion_phase(
        RED, position(clue(RED))
    )
    assert {message.skipped for message in state.turn.discussion} == {"unreadable"}
    assert "120,000 bytes; the limit is 60,000" in (traces[0].refusal or "")


# What a person does still reaches the game


@pytest.mark.parametrize("kind", [Saying, SayingLater])
def test_a_keyboard_interrupt_ends_the_game_and_is_told_once(
    kind: type[Saying], caplog: pytest.LogCaptureFixture
) -> None:
    agent = kind(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(play(TeamAgents(agent, agent, agent), ghost()))
    del agent  # which holds the exception, and so the task that nobody asks any more
    gc.collect()
    assert caplog.text == ""


# Attributes


@pytest.mark.parametrize("error", [RuntimeError(), SystemExit(), CustomError(), asyncio.CancelledError()])
@pytest.mark.parametrize("attribute", ["is_ghost", "is_human"])
async def test_an_agent_whose_attributes_raise_is_taken_for_an_ordinary_one(
    attribute: str, error: BaseException
) -> None:
    def refuse(self: Any) -> Any:
        raise error

    kind = type("Secretive", (SayingLater,), {attribute: property(refuse)})
    agent = kind(Clue("sea", 2))
    record = await play(TeamAgents(agent, agent, agent), ghost(), GameConfig(max_turns=1, max_retries=0))
    assert record.public_transcript[0] == clue(RED)
    assert not any(trace.is_ghost or trace.is_human for trace in record.decisions())


async def test_an_attribute_that_is_not_true_is_false() -> None:
    agent = Saying(Clue("PASS", 0))
    agent.is_ghost = Touchy()  # type: ignore[attr-defined]
    record = await play(TeamAgents(agent, agent, agent), ghost(), GameConfig(max_turns=1, max_retries=0))
    assert record.public_transcript[0] == clue(RED, "PASS", 0)
    assert reread(record) == record


async def test_a_ghost_can_pass_instead_of_a_clue_and_of_nothing_else() -> None:
    agent = Saying(Clue("PASS", 0))
    agent.is_ghost = True  # type: ignore[attr-defined]
    red = TeamAgents(honest(), agent, agent)
    record = await play(red, ghost(), GameConfig(max_turns=1, max_retries=0, max_rounds=1))
    assert story(record.public_transcript) == [
        "red: sea 2",
        "red guesser 1: says nothing: unreadable",
        "red guesser 2: says nothing: unreadable",
        "red passes: forfeited",
    ]


# Traces


class Tracing(Saying):
    """Gives one answer with a trace of its own."""

    def __init__(self, answer: Any, trace: Any) -> None:
        super().__init__(answer)
        self.trace = trace

    async def _say(self, view: Any) -> Any:
        return self.answer, self.trace


SEA = Clue("sea", 2)


async def traced(trace: Any, answer: Any = SEA) -> AgentTrace:
    """What the record keeps of a trace."""
    config = GameConfig(max_turns=1, max_retries=0, max_rounds=1)
    record = await play(TeamAgents(Tracing(answer, trace), honest(), honest()), ghost(), config)
    assert reread(record) == record
    return record.decisions()[0]


ODD_FIELDS: list[tuple[str, Any]] = [
    *((name, value) for name in ("tokens_in", "tokens_out") for value in (HUGE, -1, Touchy(), "many", 1.5)),
    *(
        (name, value)
        for name in ("cost_usd", "latency_s", "confidence")
        for value in (float("nan"), float("inf"), -float("inf"), TouchyFloat("nan"), -0.5, HUGE, "much", Touchy())
    ),
    ("confidence", 1.5),
    ("raw", HUGE),
    ("reasoning", Touchy()),
    ("model", ["gpt"]),
    ("intended_targets", HUGE),
    ("intended_targets", [Touchy()]),
    ("messages", Touchy()),
    ("messages", ["hello"]),
    ("refused", [Touchy()]),
    ("refused", HUGE),
    ("refused", [RefusedTry.model_construct(raw=Touchy(), failure="none of them")]),
]


@pytest.mark.parametrize(("field", "value"), [(name, Sealed(value)) for name, value in ODD_FIELDS], ids=str)
async def test_a_field_of_a_trace_that_no_file_can_hold_is_left_out_and_that_is_said(field: str, value: Sealed) -> None:
    blank = AgentTrace()
    trace = await traced(AgentTrace.model_construct(**{"note": "mine", field: value.content}))
    if field == "raw":
        assert trace.raw == "sea 2"
    elif field != "latency_s":
        assert getattr(trace, field) == getattr(blank, field)
    assert trace.note == f"mine; not kept in full: {field}"


ODD_TRACES: list[Any] = [
    AgentTrace.model_construct(
        seat="nowhere", question=HUGE, turn=-5, at=HUGE, failure="none", refusal="\ud800", answer=Touchy()
    ),
    AgentTrace.model_construct(is_ghost=HUGE, is_human=True, is_fallback=Touchy()),
    AgentTrace.model_construct(agent="\ud800", raw="\ud800", note=TouchyStr("\ud800"), reasoning=TouchyStr("why")),
    AgentTrace.model_construct(messages=[{"a": float("nan"), "b": HUGE, "c": Touchy(), "d": {1: 2}, "\ud800": "x"}]),
    AgentTrace.model_construct(messages=TouchyTuple((TouchyDict({"role": TouchyStr("user")}),))),
    construct_unchecked(TouchyTrace, {"reasoning": "hidden"}),
    AgentTrace.__new__(AgentTrace),
]


@pytest.mark.parametrize("trace", [*map(Sealed, ODD_TRACES)])
async def test_a_trace_of_wrong_values_is_kept_as_far_as_a_file_can_hold_it(trace: Sealed) -> None:
    kept = await traced(trace.content)
    assert (kept.seat, kept.turn, kept.at, kept.failure, kept.refusal) == (Seat.RED_CLUER, 1, 0, None, None)
    assert kept.answer == {"word": "sea", "number": 2}
    assert (kept.is_ghost, kept.is_human, kept.is_fallback) == (False, False, False)


async def test_a_trace_that_refers_to_itself_ends() -> None:
    endless: dict[str, Any] = {}
    endless["again"] = [endless] * 1_000
    kept = await traced(AgentTrace.model_construct(messages=(endless,)))
    assert len(kept.model_dump_json()) < 20_000


async def test_what_a_trace_holds_in_order_is_kept_as_it_is() -> None:
    given = AgentTrace(
        agent="mine",
        model="some/model",
        prompt="default 1",
        messages=({"role": "user", "content": "Grüße\n", "n": [1, 2.5, None, True]},),
        raw="CLUE: sea\n",
        reasoning="because",
        intended_targets=("ANCHOR", "ISLAND"),
        confidence=0.25,
        tokens_in=12,
        tokens_out=3,
        cost_usd=0.001,
        latency_s=1.5,
        note="well",
        refused=(RefusedTry(raw="?", reason="unclear", failure=FailureKind.UNREADABLE, tokens_in=4),),
    )
    kept = await traced(given)
    for name in AgentTrace.model_fields:
        if getattr(given, name) != getattr(AgentTrace(), name):
            assert getattr(kept, name) == getattr(given, name)


# Bounds


@pytest.mark.parametrize("text", ["x", "ü", "\x00", "字", "😀", '"'])
@pytest.mark.parametrize("name", ["raw", "reasoning", "messages"])
async def test_long_texts_of_a_trace_are_cut_and_say_so(name: str, text: str) -> None:
    value: Any = ({"role": "user", "content": text * 1_000_000},) if name == "messages" else text * 1_000_000
    for answer, kept in ((Clue("sea", 2), KEPT), (Clue("deep sea", 2), KEPT_IF_REFUSED)):
        trace = await traced(AgentTrace(**{name: value}), answer)
        found: Any = getattr(trace, name)
        found = found[0]["content"] if name == "messages" else found
        assert found.startswith(text * 300)
        assert found.endswith(" more characters)")
        assert len(json.dumps(found, ensure_ascii=False).encode()) <= kept[name] + 50
        assert trace.note == f"not kept in full: {name}"


async def test_long_lists_of_a_trace_are_cut_and_say_so() -> None:
    trace = await traced(AgentTrace.model_construct(intended_targets=["ANCHOR"] * 1_000_000, messages=[{}] * 1_000_000))
    assert len(trace.intended_targets) < 1_000
    assert len(trace.messages) < 1_000
    assert trace.note == "not kept in full: messages, intended_targets"


async def test_the_worst_game_by_the_usual_rules_can_be_read_again(tmp_path: Path) -> None:
    long = "\x01" * 1_000_000
    texts = dict.fromkeys(("raw", "reasoning", "note", "agent", "model", "prompt", "output"), long)
    requests = (WireRequest(outcome=long, detail=long),) * 6
    trace = AgentTrace(messages=({"m": long},), intended_targets=(long,), requests=requests, **texts)  # type: ignore[arg-type]
    talk = DiscussionMessage(text="字" * 20_000, consensus=False)

    class Worst(Saying):
        """Is refused as often as it may be, then answers."""

        async def _say(self, view: Any) -> Any:
            answer = self.answer if len(view.rejected) == 3 else Unreadable(long)
            return answer, trace

    red = TeamAgents(Worst(Clue("sea", 0)), Worst(talk), Worst(talk))
    red.guesser_1.make_guesses = Worst(()).make_guesses  # type: ignore[method-assign]
    config = GameConfig(max_turns=2)
    path = tmp_path / "worst.jsonl"
    record = await play(red, red, config, journal=JournalWriter(path, header(config)))
    assert [event.type for event in record.public_transcript].count("message") == 12
    share = config.max_turns / GameConfig().max_turns
    assert len(record.to_json().encode()) < LARGEST_FILE * share
    assert path.stat().st_size < LARGEST_FILE * share


async def test_a_used_prompt_is_kept_whole_and_its_question_too_where_the_answer_was_refused() -> None:
    messages: Any = ({"role": "system", "content": "s" * 9_000}, {"role": "user", "content": "q" * 90_000})
    assert (await traced(AgentTrace(messages=messages))).messages == messages
    short: Any = ({"role": "system", "content": "s" * 6_000}, {"role": "user", "content": "q" * 5_000})
    assert (await traced(AgentTrace(messages=short), Clue("deep sea", 2))).messages == short


# Agents that are heard while they speak


class Speaking(Saying):
    """Says pieces before it answers."""

    streams = True

    def __init__(self, *pieces: Any) -> None:
        super().__init__(Clue("sea", 1))
        self.pieces = pieces
        self.on_token: Any = None

    async def generate_clue(self, view: Any, *, on_token: Any = None) -> Any:
        self.on_token = on_token
        for piece in self.pieces:
            on_token(piece)
        return await self._say(view)


async def heard(agent: Any) -> list[Any]:
    """Return what somebody hears who listens to a game of the agent."""
    pieces: list[Any] = []
    red = TeamAgents(agent, honest(), honest())
    listened = EpisodeRunner(header(GameConfig(max_turns=1)), red, ghost())
    listened.on_said = lambda seat, piece: pieces.append(piece)
    await listened.run()
    return pieces


class Liar(str):
    """Lies about everything that a listener may ask."""

    def __len__(self) -> int:
        return 0

    def __str__(self) -> str:
        return "\x1b[2J"


async def test_what_is_heard_of_an_agent_is_plain_and_clean_text() -> None:
    pieces = await heard(Speaking("\x1b[2Ja\x07", Liar("b\u202e"), 7, b"c", ["d"], "\ud800", "", "\x1b", "e\r\nf"))
    assert pieces == ["a", "b", "\ufffd", "e\nf"]
    assert {type(piece) for piece in pieces} == {str}


async def test_what_is_heard_of_one_answer_is_bounded_and_begins_anew_where_the_answer_does() -> None:
    pieces = await heard(Speaking(None, None, "x" * 10_000_000, "y", *["z"] * 10, None, None, "again"))
    assert pieces == ["x" * LONGEST_HEARD, None, "again"]


async def test_an_agent_that_speaks_after_its_time_is_heard_by_nobody() -> None:
    late = Speaking("in time")
    pieces = await heard(late)
    late.on_token("late")
    late.on_token(None)
    assert pieces == ["in time"]


# Agents that do not let go


class Clinging:
    """Swallows every cancellation and waits again, for ever."""

    def __init__(self, swallowed: type[BaseException]) -> None:
        self.swallowed = swallowed
        self.asked = asyncio.Event()

    async def generate_clue(self, view: Any) -> Any:
        self.asked.set()
        while True:
            try:
                await asyncio.Event().wait()
            except self.swallowed:
                continue


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("swallowed", [asyncio.CancelledError, BaseException])
def test_an_agent_that_swallows_cancellation_holds_up_neither_the_game_nor_the_end_of_the_loop(
    swallowed: type[BaseException],
) -> None:
    async def game() -> EpisodeRecord:
        config = GameConfig(decision_seconds=0.001, max_retries=1, max_turns=1)
        return await play(TeamAgents(Clinging(swallowed), honest(), honest()), ghost(), config)  # type: ignore[arg-type]

    record = asyncio.run(game())
    assert record.decisions()[0].failure is FailureKind.TIMEOUT
    gc.collect()


def test_a_stopped_game_leaves_no_agent_behind_that_holds_up_the_end_of_the_loop() -> None:
    async def stop() -> None:
        agent = Clinging(asyncio.CancelledError)
        game = asyncio.create_task(play(TeamAgents(agent, honest(), honest()), ghost()))  # type: ignore[arg-type]
        await agent.asked.wait()
        game.cancel()
        with pytest.raises(asyncio.CancelledError):
            await game

    asyncio.run(stop())


async def test_an_agent_that_is_given_up_may_still_clean_up() -> None:
    cleaned = asyncio.Event()

    class Tidy:
        async def generate_clue(self, view: Any) -> Any:
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                cleaned.set()

    config = GameConfig(decision_seconds=0.001, max_retries=0, max_turns=1)
    await play(TeamAgents(Tidy(), honest(), honest()), ghost(), config)  # type: ignore[arg-type]
    await cleaned.wait()


# Views


def vandalise(value: Any) -> None:
    """Change whatever can be changed of a value, and of what it is made of."""
    if isinstance(value, dict):
        for one in value.values():
            vandalise(one)
        keys = list(value)
        dict.update(value, dict.fromkeys(keys, CardType.RED))
        value.__init__(dict.fromkeys(keys, CardType.RED))  # type: ignore[misc]
        dict.clear(value)
    elif isinstance(value, tuple | list):
        for one in value:
            vandalise(one)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            vandalise(getattr(value, field.name))
            object.__setattr__(value, field.name, None)
    elif hasattr(value, "model_fields_set"):
        for name in [*value.__dict__]:
            vandalise(value.__dict__[name])
            value.__dict__[name] = None


class Vandal(NoteTaker):
    """Plays as another agent does, and then destroys all that it was shown."""

    async def generate_clue(self, view: Any) -> Any:
        return self._and_vandalise(await self.agent.generate_clue(view), view)

    async def discuss(self, view: Any, discussion_so_far: Any) -> Any:
        return self._and_vandalise(await self.agent.discuss(view, discussion_so_far), view, discussion_so_far)

    async def make_guesses(self, view: Any, discussion: Any) -> Any:
        return self._and_vandalise(await self.agent.make_guesses(view, discussion), view, discussion)

    def _and_vandalise(self, answer: Any, *shown: Any) -> Any:
        for one in shown:
            vandalise(one)
        return answer


def vandals(agents: TeamAgents) -> TeamAgents:
    return TeamAgents(Vandal(agents.cluer), Vandal(agents.guesser_1), Vandal(agents.guesser_2), agents.config)


@pytest.mark.parametrize(
    "fields", [{}, {"surveillance": False}, {"blind": True}, {"surveillance": False, "blind": True}]
)
async def test_what_agents_do_to_their_views_does_nothing_to_the_game(fields: dict[str, Any]) -> None:
    config = GameConfig(**fields)
    expected = await play(team(*WINNING_RED), team(*BUSY_BLUE), config)
    spoilt = await play(vandals(team(*WINNING_RED)), vandals(team(*BUSY_BLUE)), config)
    assert spoilt.to_json() == expected.to_json()
    assert spoilt.board == BOARD
    assert spoilt.board.cards == BOARD.cards


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("fields", [{}, {"surveillance": False}, {"blind": True}])
def test_a_view_shares_nothing_with_the_game_or_another_view(seat: Seat, fields: dict[str, Any]) -> None:
    weather = UnknownEvent.model_validate({"type": "weather", "where": {"rain": ["here"]}})
    state = position(clue(RED), weather, touch(RED, "ANCHOR"), config=GameConfig(**fields))
    before = visible_state(state, seat)
    kept = repr(before), repr(state.public_transcript), repr(state.config.rules), repr(state.board)
    for other in Seat:
        vandalise(visible_state(state, other))
    after = visible_state(state, seat)
    assert (repr(after), repr(state.public_transcript), repr(state.config.rules), repr(state.board)) == kept
    assert after == before
    assert not ids_of_what_can_be_changed(after) & ids_of_what_can_be_changed((state.public_transcript, state.board))


def ids_of_what_can_be_changed(value: Any) -> set[int]:
    """The identities of the dictionaries, lists and models that a value is made of."""
    if isinstance(value, dict):
        return {id(value)}.union(*map(ids_of_what_can_be_changed, value.values()))
    if isinstance(value, tuple | list):
        return set().union(*map(ids_of_what_can_be_changed, value))
    if dataclasses.is_dataclass(value):
        return set().union(*(ids_of_what_can_be_changed(getattr(value, f.name)) for f in dataclasses.fields(value)))
    if hasattr(value, "model_fields_set"):
        return {id(value), id(value.__dict__)}.union(*map(ids_of_what_can_be_changed, value.__dict__.values()))
    return set()


def test_a_view_has_only_the_fields_of_its_kind() -> None:
    guesser = visible_state(position(), Seat.RED_GUESSER_1)
    assert not hasattr(guesser, "key")
    assert not hasattr(guesser, "nothing")
    with pytest.raises(AttributeError, match="'GuesserView' object has no attribute 'key'"):
        _ = guesser.key  # type: ignore[union-attr]
    assert dataclasses.replace(guesser, phase=guesser.phase) == guesser


# Clues as they are recorded


@pytest.mark.parametrize(
    ("given", "recorded"),
    [
        ("s\u200be\u200ca\u2060" + "\u200b" * 300, "sea"),
        ("\ufeff  Sea \u200e", "Sea"),
        ("\u202eaes\u202c", None),
        ("Grün", "Grün"),
    ],
)
async def test_a_clue_is_recorded_as_the_referee_read_it(given: str, recorded: str | None) -> None:
    table = TurnOrchestrator(TeamAgents(Saying(Clue(given, 2)), honest(), honest()), idle())
    state, trace = await table.run_clue_phase(RED, position())
    assert getattr(state.current_clue, "word", None) == recorded
    if recorded:
        assert trace.answer == {"word": recorded, "number": 2}
        assert trace.raw == f"{given} 2"


# Seeds


def numbers_in(value: Any, level: int = 0) -> set[int]:
    """The integers that an object holds."""
    if isinstance(value, int):
        return {value}
    held = [*value.values()] if isinstance(value, dict) else [*value] if isinstance(value, list | tuple) else []
    held += [*getattr(value, "__dict__", {}).values()]
    return set().union(*(numbers_in(one, level + 1) for one in held)) if level < 5 else set()


@pytest.mark.parametrize("spec", ["random", "ghost:random", "vector:bold"])
def test_no_agent_holds_the_seed_of_the_board(spec: str) -> None:
    board_seed = 987_654_321
    config = GameConfig(seed=board_seed, fallback=f"substitute:{spec}")
    agents = build_team(spec, seed=team_seed(board_seed))
    for role in Role:
        assert board_seed not in numbers_in(agents.of(role))
        assert agents.config.seed not in numbers_in(agents.of(role))
    for seat in Seat:
        assert board_seed not in numbers_in(substitute(seat, config))


def test_a_teams_seed_follows_from_run_board_and_repeat() -> None:
    seeds = [team_seed(5), team_seed(6), team_seed(5, run_seed=1), team_seed(5, repeat=1), team_seed(None)]
    assert len({*seeds}) == 5
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert seeds[0] == team_seed(5, run_seed=0, repeat=0)


def test_the_folder_of_a_script_does_not_change_who_sits_beside_it(tmp_path: Path) -> None:
    seeds = set()
    for folder in ("one", "other"):
        path = tmp_path / folder / "script.json"
        path.parent.mkdir()
        path.write_text('{"turns": []}')
        cluer, script = AgentConfig(spec="random"), AgentConfig(spec=f"scripted:{path}")
        agents = build_team(TeamConfig(cluer=cluer, guesser_1=script, guesser_2=script))
        seeds |= numbers_in(agents.cluer)
        assert agent_seed(agents.config, Role.CLUER) in seeds
    assert len(seeds) == 1


async def test_agents_that_are_built_from_a_record_play_as_those_of_the_game() -> None:
    config = GameConfig(seed=11, max_turns=6)
    seed = team_seed(11)
    record = await run_episode(config, build_team("random", seed=seed), build_team("ghost:random", seed=seed))
    assert record.teams[RED].seed == seed
    start, played = fork(record, 3)
    rebuilt = {side: build_team(record.teams[side]) for side in Team}
    again = await runner(rebuilt[RED], rebuilt[BLUE], board=deal(config), start=start, played=played).run()
    assert again.public_transcript == record.public_transcript
