"""A recorded decision asked again from the inspector: who can be asked, what came back, and what it costs first."""

import asyncio

from tests.agents.players import Memory, door
from tests.laboratory.lab import recorded
from tests.tui.table import frame, screen_of, until

from codenames_agents.providers.provider import share_provider
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import Question
from codenames_core.game.config import AgentConfig, TeamConfig
from codenames_metrics.laboratory.asking.again import counted_choices, decision_at, questions_again
from codenames_metrics.laboratory.asking.asking import ask_here
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.inspector.ask_again_screen import AskAgainScreen, why_not_again
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.look import Look
from codenames_tui.ui.screens.choosing import AskText


def replay(record: EpisodeRecord) -> CodenamesApp:
    look = Look()
    return CodenamesApp(GameScreen(RecordedSession(record), glyphs=look.glyphs), look)


async def test_whoever_decided_decides_alike_when_it_is_asked_again() -> None:
    record = recorded()
    for trace in record.decisions():
        position = decision_at(record, trace)
        assert position is not None
        decided = position.source.line_up.of(position.ask.seat.role)
        (question,) = questions_again(position, decided, 0, 1)
        again = await ask_here(question)
        assert again.answer == trace.answer
        assert counted_choices(position, [trace, again])[0].times == 2


def test_what_was_not_chosen_cannot_be_asked_again() -> None:
    record = recorded()
    trace = record.decisions()[0]
    assert why_not_again(record, trace) == ""
    assert "nothing was chosen" in why_not_again(record, trace.model_copy(update={"question": Question.PENALTY}))
    assert "is over" in why_not_again(None, trace)


async def test_a_decision_is_asked_again_beside_what_was_played() -> None:
    app = replay(recorded())
    async with app.run_test(size=(100, 36)) as pilot:
        await pilot.press("right", "i", "I")
        await until(pilot, lambda: isinstance(app.screen, AskAgainScreen))
        await pilot.press("enter")
        await until(pilot, lambda: "asked 5 times" in frame(app))
        text = frame(app)
        answer = recorded().decisions()[0].answer
        assert isinstance(answer, dict)
        assert f"{answer['word']} {answer['number']}" in text
        assert "clues of 5 answers" in text
        assert "decided in the game" in text
        await pilot.press("escape")
        assert screen_of(app).session.decisions.traces


async def test_a_model_is_asked_only_after_its_price_and_a_yes() -> None:
    record = recorded()
    model = AgentConfig.parse("openai/fake?api_base=http://127.0.0.1:9/v1")
    teams = {team: TeamConfig.homogeneous(model) for team in record.teams}
    memory = Memory()
    share_provider(door(memory))
    app = replay(record.model_copy(update={"teams": teams}))
    try:
        async with app.run_test(size=(100, 36)) as pilot:
            await pilot.press("right", "i", "I")
            await until(pilot, lambda: isinstance(app.screen, AskAgainScreen))
            await pilot.press("enter")
            await until(pilot, lambda: "Ask it?" in frame(app))
            await asyncio.sleep(0)
            assert not memory.calls
            await pilot.press("y")
            await until(pilot, lambda: "asked 5 times" in frame(app))
            assert "QUIXLE 2" in frame(app)
            assert "cost $" in frame(app)
    finally:
        share_provider(None)


async def test_an_agent_that_did_not_play_is_asked_by_its_spec_and_a_model_still_after_its_price() -> None:
    memory = Memory()
    share_provider(door(memory))
    app = replay(recorded())
    try:
        async with app.run_test(size=(110, 40)) as pilot:
            await pilot.press("right", "i", "I")
            await until(pilot, lambda: isinstance(app.screen, AskAgainScreen))
            for spec, answer in (
                ("human", "cannot be asked again"),
                ("vector:unheard-of", "vector"),
                ("openai/fake?api_base=http://127.0.0.1:9/v1", "Ask it?"),
            ):
                await pilot.press("end", "enter")
                assert isinstance(app.screen, AskText)
                app.screen.field.value = spec
                await pilot.press("enter")
                await until(pilot, lambda answer=answer: answer in frame(app))  # type: ignore[misc]
                if answer != "Ask it?":
                    assert isinstance(app.screen, AskText)
                    await pilot.press("escape")
            assert not memory.calls
            await pilot.press("y")
            await until(pilot, lambda: "asked 5 times" in frame(app))
            assert "QUIXLE 2" in frame(app)
            assert "127.0.0.1" not in frame(app)
    finally:
        share_provider(None)
