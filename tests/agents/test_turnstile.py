"""Games that go on one after the other where they could all go on at once."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Coroutine
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_agents.providers.held_questions import HeldQuestions
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import SLOW_ANSWER_S, Provider
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.turnstile import Turnstile

PASSES = st.integers(1, 12)
"""Of the event loop, that a game needs between an answer and its next request."""


async def play(turnstile: Turnstile, passes: int, heard: list[str], name: int) -> None:
    await turnstile.enter()
    heard.append(f"{name} begins")
    for _ in range(passes):
        await asyncio.sleep(0)
    heard.append(f"{name} sends")


def begun(heard: list[str]) -> list[int]:
    return [int(line.split()[0]) for line in heard if line.endswith("begins")]


@given(PASSES, st.integers(0, 30))
def test_the_first_game_sends_before_the_last_begins(passes: int, more: int) -> None:
    games, heard = passes + 2 + more, list[str]()

    async def together() -> None:
        turnstile = Turnstile()
        await asyncio.gather(*(play(turnstile, passes, heard, name) for name in range(games)))

    asyncio.run(together())
    assert begun(heard) == list(range(games))
    assert heard.index("0 sends") < heard.index(f"{games - 1} begins")


@given(st.lists(st.booleans(), min_size=1, max_size=20), st.integers(0, 25))
def test_whoever_is_cancelled_holds_nobody_up(cancelled: list[bool], after: int) -> None:
    heard: list[str] = []

    async def together() -> None:
        turnstile = Turnstile()
        tasks = [asyncio.create_task(play(turnstile, 1, heard, name)) for name in range(len(cancelled))]
        for _ in range(after):
            await asyncio.sleep(0)
        for task, is_cancelled in zip(tasks, cancelled, strict=True):
            if is_cancelled:
                task.cancel()
        await asyncio.wait(tasks)
        await turnstile.enter()  # nor is it left closed

    asyncio.run(together())
    assert begun(heard) == sorted(begun(heard))
    assert {name for name, is_cancelled in enumerate(cancelled) if not is_cancelled} <= set(begun(heard))


async def test_whoever_waits_for_something_else_holds_nobody_up() -> None:
    turnstile, answered = Turnstile(), asyncio.Event()

    async def person() -> None:
        await turnstile.enter()
        await answered.wait()

    async def game() -> None:
        await turnstile.enter()
        answered.set()

    await asyncio.gather(person(), game())


def test_a_game_alone_does_not_wait() -> None:
    async def alone() -> None:
        turnstile = Turnstile()
        for _ in range(3):
            with pytest.raises(StopIteration):
                turnstile.enter().send(None)
            await asyncio.sleep(0)

    asyncio.run(alone())


def test_an_event_loop_that_ended_in_the_middle_leaves_nothing_behind() -> None:
    turnstile = Turnstile()

    def begin(loop: asyncio.AbstractEventLoop) -> None:
        tasks = [loop.create_task(play(turnstile, 5, [], name)) for name in range(9)]
        loop.call_soon(loop.stop)
        loop.run_forever()
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.wait(tasks))
        loop.close()

    loop = asyncio.new_event_loop()
    begin(loop)
    reference = weakref.ref(loop)
    del loop
    gc.collect()
    assert reference() is None
    heard: list[str] = []
    asyncio.run(play(turnstile, 1, heard, 0))
    assert heard == ["0 begins", "0 sends"]


def test_each_event_loop_has_its_own_line() -> None:
    turnstile = Turnstile()
    heard: list[list[str]] = [[] for _ in range(4)]

    async def together(lines: list[str]) -> None:
        await asyncio.gather(*(play(turnstile, 2, lines, name) for name in range(20)))

    threads = [Thread(target=asyncio.run, args=(together(lines),)) for lines in heard]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [begun(lines) for lines in heard] == [list(range(20))] * 4


# The provider


def question(said: str) -> ModelRequest:
    return ModelRequest("openai/fake", ({"role": "user", "content": said},), api_base="http://127.0.0.1:1/v1")


class Together(Transport):
    """Answers all questions of a round at once, after so many seconds, and notes who asks and who is answered."""

    def __init__(self, games: int, seconds: float) -> None:
        self.heard: list[str] = []
        self.now = 0.0
        self._games = games
        self._seconds = seconds
        self._asked = 0
        self._round = asyncio.Event()

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """See `Transport`."""
        self.heard.append(f"{call.request.messages[0]['content']} sends")
        round_, self._asked = self._round, self._asked + 1
        if self._asked == self._games:
            self._asked, self._round, self.now = 0, asyncio.Event(), self.now + self._seconds
            asyncio.get_running_loop().call_soon(round_.set)
        await round_.wait()
        return RawAnswer("yes")

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """See `Transport`."""
        return False

    async def close(self) -> None:
        """See `Transport`."""


async def two_rounds(games: int, seconds: float) -> list[str]:
    """Return what happens where games that need three passes are answered together, twice."""
    transport = Together(games, seconds)
    provider = Provider(transport, clock=lambda: transport.now)

    async def game(name: int) -> None:
        for _ in range(2):
            await provider.ask(question(str(name)))
            transport.heard.append(f"{name} begins")
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    await asyncio.gather(*map(game, range(games)))
    return transport.heard[games : 3 * games]


async def test_games_that_are_answered_together_ask_again_in_turn() -> None:
    heard = await two_rounds(9, SLOW_ANSWER_S)
    assert begun(heard) == list(range(9))
    assert heard.index("0 sends") < heard.index("8 begins")


async def test_after_quick_answers_games_go_on_in_step() -> None:
    heard = await two_rounds(9, SLOW_ANSWER_S / 2)
    assert heard == [*(f"{name} begins" for name in range(9)), *(f"{name} sends" for name in range(9))]


async def test_questions_that_waited_for_the_first_of_their_kind_are_sent_in_turn() -> None:
    passes = 0
    at: list[int] = []

    class Prompt(Together):
        async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
            at.append(passes)
            await asyncio.sleep(0)  # the others ask meanwhile
            return RawAnswer("yes")

    async def count() -> None:
        nonlocal passes
        while True:
            passes += 1
            await asyncio.sleep(0)

    provider = Provider(Prompt(9, 0.0))
    provider.held = HeldQuestions(patience=10.0)
    counting = asyncio.create_task(count())

    def ask() -> Coroutine[Any, Any, object]:
        return provider.ask(question("?"), question="clue")

    await asyncio.gather(*(ask() for _ in range(9)))
    counting.cancel()
    assert len(set(at)) == 9
