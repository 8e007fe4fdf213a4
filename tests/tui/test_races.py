"""Takeover, hand-back, pause, stop and answers in any order, also within one tick: one consistent game comes of it."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.patience import PATIENCE
from tests.tui.table import BLUE_SCRIPT, BOARD, CONFIG, RED_SCRIPT, screen_of, until

from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser, ScriptedTurn
from codenames_core.files.journal import Header, JournalWriter, Played
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import occupants
from codenames_core.game.agent import (
    AgentTrace,
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    TeamAgents,
)
from codenames_core.game.config import Seat
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.replay import Replay
from codenames_core.play.episode import EpisodeRunner, new_header, resume_journal
from codenames_core.play.pause_gate import PauseGate
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.answer_panel import AnswerPanel
from codenames_tui.game.sessions.live import LiveSession

LATE = "an answer that nobody waited for"
CLUER, G1, G2 = Seat.RED_CLUER, Seat.RED_GUESSER_1, Seat.RED_GUESSER_2


class Stubborn:
    """Delays a scripted agent by some ticks, and answers all the same when it is cut off, as a bad client would."""

    def __init__(self, turns: tuple[ScriptedTurn, ...], *, cluer: bool, ticks: int = 2) -> None:
        self._agent: Any = ScriptedCluer(turns) if cluer else ScriptedGuesser(turns)
        self._ticks = ticks

    async def _wait(self) -> bool:
        """Return whether it was cut off."""
        try:
            for _ in range(self._ticks):
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            return True
        return False

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        late = await self._wait()
        return (Clue("toolate", 1), AgentTrace()) if late else await self._agent.generate_clue(view)

    async def choose_penalty(self, view: AnyCluerView) -> Any:
        return await self._agent.choose_penalty(view)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        if await self._wait():
            return DiscussionMessage(text=LATE, consensus=True), AgentTrace()
        return await self._agent.discuss(view, discussion_so_far)  # type: ignore[no-any-return]

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        if await self._wait():
            return ("POISON", "PIANO"), AgentTrace(raw=LATE)
        return await self._agent.make_guesses(view, discussion)  # type: ignore[no-any-return]


def stubborn(turns: tuple[ScriptedTurn, ...]) -> TeamAgents:
    return TeamAgents(Stubborn(turns, cluer=True), Stubborn(turns, cluer=False), Stubborn(turns, cluer=False))


def header() -> Header:
    red, blue = stubborn(RED_SCRIPT), stubborn(BLUE_SCRIPT)
    return new_header(CONFIG, red.config, blue.config, board=BOARD, episode_id="a-game")


def runner(journal: JournalWriter | None = None, played: Played | None = None) -> EpisodeRunner:
    red, blue = stubborn(RED_SCRIPT), stubborn(BLUE_SCRIPT)
    return EpisodeRunner(header(), red, blue, gate=PauseGate(), journal=journal, played=played)


def check(record: EpisodeRecord) -> None:
    """The record follows from itself, no abandoned answer is in it, and its traces say who decided."""
    text = record.to_json()
    assert LATE not in text
    assert "toolate" not in text
    assert not Replay(record.initial_state(), record.public_transcript).notes
    seats = [change.at for change in record.seat_changes]
    assert seats == sorted(seats)
    for trace in record.decisions():
        assert trace.seat is not None
        assert trace.at is not None
        changes = [change for change in record.seat_changes if change.at <= trace.at and change.seat is trace.seat]
        possible = {occupants(record.teams, changes[:count])[trace.seat].spec for count in range(len(changes) + 1)}
        assert not trace.is_human or "human" in possible


async def until_asked(game: LiveSession, seat: Seat) -> None:
    for _ in range(500):
        await asyncio.sleep(0)
        if game.asked and game.asked.seat is seat:
            return
    raise AssertionError("the seat was never asked")


async def until_pending(game: LiveSession) -> None:
    for _ in range(500):
        await asyncio.sleep(0)
        if game.seats.pending:
            return
    raise AssertionError("no person was ever asked")


async def stopped(task: "asyncio.Task[EpisodeRecord]") -> None:
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait_for(task, PATIENCE)


def answer(game: LiveSession) -> None:
    """Answer as a person would, whatever is asked."""
    pending = game.seats.pending
    if pending is None:
        return
    answers: dict[str, Any] = {
        "clue": Clue("zebra", 1),
        "message": DiscussionMessage(text="mine", consensus=True),
        "guesses": (),
        "penalty": pending.question.view.unrevealed[0],
    }
    game.seats.answer(answers[pending.question.question.value])


@pytest.mark.parametrize("seat", [CLUER, G1])
async def test_a_takeover_and_a_stop_in_one_tick_end_the_game_and_keep_the_seat(tmp_path: Path, seat: Seat) -> None:
    path = tmp_path / "game.jsonl"
    playing = runner(JournalWriter(path, header(), Played()))
    game = LiveSession(playing, pace=0, clock=lambda: 0.0)
    task = asyncio.create_task(playing.run())
    await until_asked(game, seat)
    game.seats.take(seat)
    playing.stop()
    await stopped(task)
    assert task.cancelled()
    journal, writer = resume_journal(path)
    writer.close()
    assert [(change.seat, change.agent.spec) for change in journal.played.seat_changes] == [(seat, "human")]
    check(playing.record())


async def test_a_stop_and_a_takeover_in_one_tick_end_the_game_too() -> None:
    playing = runner()
    game = LiveSession(playing, pace=0, clock=lambda: 0.0)
    task = asyncio.create_task(playing.run())
    await until_asked(game, G1)
    playing.stop()
    game.seats.take(G1)
    await stopped(task)
    assert task.cancelled()
    check(playing.record())


async def test_a_hand_back_and_a_stop_in_one_tick_end_the_game_with_the_agent_in_its_seat() -> None:
    playing = runner()
    game = LiveSession(playing, pace=0, clock=lambda: 0.0)
    task = asyncio.create_task(playing.run())
    await until_asked(game, G1)
    game.seats.take(G1)
    await until_asked(game, G1)
    game.seats.give_back(G1)
    playing.stop()
    await stopped(task)
    assert task.cancelled()
    assert not game.seats.people
    check(playing.record())


async def test_takeover_pause_and_hand_back_in_one_tick_lose_nothing() -> None:
    plain = await runner().run()
    playing = runner()
    game = LiveSession(playing, pace=0, clock=lambda: 0.0)
    task = asyncio.create_task(playing.run())
    await until_asked(game, G1)
    game.seats.take(G1)
    playing.pause()
    game.seats.give_back(G1)
    for _ in range(20):
        await asyncio.sleep(0)
    playing.resume()
    record = await asyncio.wait_for(task, PATIENCE)
    assert record.public_transcript == plain.public_transcript
    check(record)


async def test_an_answer_and_a_hand_back_in_one_tick_give_one_answer() -> None:
    playing = runner()
    game = LiveSession(playing, pace=0, clock=lambda: 0.0)
    task = asyncio.create_task(playing.run())
    await until_asked(game, G1)
    game.seats.take(G1)
    await until_pending(game)
    before = len(playing.state.public_transcript)
    answer(game)
    game.seats.give_back(G1)
    record = await asyncio.wait_for(task, PATIENCE)
    said = record.public_transcript[before]
    assert isinstance(said, DiscussionMessage)
    trace = next(one for one in record.decisions() if one.at == before)
    assert trace.is_human == (said.text == "mine")
    check(record)


async def test_an_answer_a_second_answer_and_a_takeover_of_the_other_seat_in_one_tick() -> None:
    playing = runner()
    game = LiveSession(playing, pace=0, clock=lambda: 0.0)
    task = asyncio.create_task(playing.run())
    await until_asked(game, G1)
    game.seats.take(G1)
    await until_pending(game)
    answer(game)
    answer(game)
    game.seats.take(G2)
    for seat in (G1, G2):
        game.seats.give_back(seat)
    check(await asyncio.wait_for(task, PATIENCE))


def content(path: Path) -> bytes:
    return path.read_bytes()


def fill(path: Path, data: bytes) -> None:
    path.write_bytes(data)


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["take", "give", "answer", "pause", "resume", "step", "tick", "tick", "ticks"]),
        st.sampled_from(list(Seat)),
    ),
    max_size=40,
)


@given(ACTIONS, st.booleans())
def test_no_order_of_actions_lets_an_abandoned_answer_land(actions: list[tuple[str, Seat]], stops: bool) -> None:
    async def play() -> EpisodeRecord:
        playing = runner()
        game = LiveSession(playing, pace=0, clock=lambda: 0.0)
        task = asyncio.create_task(playing.run())
        await asyncio.sleep(0)  # a game that has not begun cannot be stopped
        for action, seat in actions:
            match action:
                case "take":
                    game.seats.take(seat)
                case "give":
                    game.seats.give_back(seat)
                case "answer":
                    answer(game)
                case "pause" | "resume" | "step":
                    getattr(playing, action)()
                case _:
                    for _ in range(1 if action == "tick" else 7):
                        await asyncio.sleep(0)
        if stops:
            playing.stop()
            await stopped(task)
            return playing.record()
        for seat in Seat:
            game.seats.give_back(seat)
        playing.resume()
        return await asyncio.wait_for(task, PATIENCE)

    record = asyncio.run(play())
    check(record)
    assert stops or record.outcome is not None


@settings(max_examples=examples(8), deadline=None)
@given(ACTIONS)
def test_a_game_that_people_took_part_in_goes_on_after_it_was_killed_anywhere(
    actions: list[tuple[str, Seat]],
) -> None:
    import tempfile

    async def play(path: Path) -> None:
        playing = runner(JournalWriter(path, header(), Played()))
        game = LiveSession(playing, pace=0, clock=lambda: 0.0)
        task = asyncio.create_task(playing.run())
        await asyncio.sleep(0)  # a game that has not begun cannot be stopped
        for action, seat in actions:
            match action:
                case "take":
                    game.seats.take(seat)
                case "give":
                    game.seats.give_back(seat)
                case "answer":
                    answer(game)
                case _:
                    await asyncio.sleep(0)
        killed = content(path)  # what a killed process leaves
        playing.stop()
        await stopped(task)
        again = path.with_name("again.jsonl")
        fill(again, killed)
        journal, writer = resume_journal(again)
        going_on = runner(writer, journal.played)
        for seat in Seat:
            going_on.swap(seat, going_on.agent_of(seat))
        record = await asyncio.wait_for(going_on.run(), 10)
        assert record.outcome is not None
        kept = [json.loads(line) for line in killed.splitlines()]
        assert len(record.public_transcript) >= sum(1 for line in kept if "event" in line)
        assert "toolate" not in record.to_json()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder) / "game.jsonl"))


KEYS = st.lists(
    st.sampled_from(
        ["h", "f2", "enter", "escape", "space", ".", "tab", "x", "y", "n", "f", "left", "end", "o", "down"]
    ),
    max_size=25,
)


@settings(
    max_examples=examples(4),
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # to shrink what hangs takes longer than a test may
    suppress_health_check=[HealthCheck.too_slow],
)
@given(KEYS)
@example(["escape", "y"])
def test_no_order_of_keys_breaks_the_screen_or_the_game(keys: list[str]) -> None:
    async def walk() -> None:
        playing = runner()
        app = CodenamesApp(GameScreen(LiveSession(playing, pace=0, clock=lambda: 0.0)))
        async with app.run_test() as pilot:
            playing.pause()
            screen = screen_of(app)
            game = screen.session
            for key in keys:
                await pilot.press(key)
            assert 0 <= screen.position <= len(game.timeline)
            if app.return_code is not None or screen not in app.screen_stack:  # a game that is left is not played on
                check(playing.record())
                return
            assert len(screen.query(AnswerPanel)) <= 1
            assert game.seats is not None
            for seat in Seat:
                game.seats.give_back(seat)
            playing.resume()
            await until(pilot, lambda: game.standing.over)
            check(playing.record())

    asyncio.run(walk())
