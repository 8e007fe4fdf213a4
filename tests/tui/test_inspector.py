"""The inspector: what an agent saw, said and cost, the same live and in a replay, and hidden while a person plays."""

import asyncio
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.tui.hostile import FORBIDDEN, INVISIBLE
from tests.tui.table import (
    BOARD,
    CONFIG,
    EVENTS,
    JOURNAL,
    RED_SCRIPT,
    SIZES,
    frame,
    live,
    play_events,
    record_of,
    runner_of,
    screen_of,
    until,
)
from tests.tui.traced import CLUE_TRACE, MESSAGE_TRACE, recorded, traces
from textual.pilot import Pilot

from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import (
    AgentTrace,
    AnyCluerView,
    ClueAnswer,
    FailureKind,
    TeamAgents,
    Unreadable,
)
from codenames_core.game.board import CardType
from codenames_core.game.config import Seat
from codenames_core.game.events import Clue
from codenames_core.game.state import initialize_game
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.inspector.agent_view import facts, view_of
from codenames_tui.game.inspector.inspector_lines import NOT_RECORDED, NOTHING_YET, Inspection, inspection_entries
from codenames_tui.game.inspector.inspector_pane import InspectorPane
from codenames_tui.game.sessions.decisions import Decisions
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.lines.lines import UNICODE, plain
from codenames_tui.ui.lines.paper import entry_lines
from codenames_tui.ui.look import Look


def text_of(trace: AgentTrace, **changes: Any) -> str:
    state = initialize_game(CONFIG, BOARD)
    inspection = Inspection(trace, 1, 1, (trace,), 0, view=view_of(trace, state), **changes)
    return plain(line for entry in inspection_entries(inspection, UNICODE) for line in entry_lines(entry, 78))


def test_the_inspector_shows_all_that_a_trace_holds() -> None:
    shown = text_of(CLUE_TRACE)
    wanted = [
        *("RED cluer", "openai/oracle", "(oracle-1)", "sea 2", "SHIP, WAVE", "0.50"),
        *("1.9k tokens in, 700 of them cached", "90 out", "$0.0123 + ?", "2 calls, 1 refused", "5.00 s"),
        *("both float", "CLUE: sea 2", "illegal · SHIP is on the board", "CLUE: SHIP 2", "900 in, 40 out · $?"),
        *("rate limit 429", "then waited 1.50 s", "slow down"),
        *("default-1", "system:", "You are the cluer.", "user:", "Your words: SHIP"),
        *("try 1 was refused: SHIP is on the board", "POISON"),
    ]
    assert [one for one in wanted if one not in shown] == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"is_human": True}, "a person"), ({"is_ghost": True}, "ghost"), ({"is_fallback": True}, "fallback")],
)
def test_the_inspector_says_who_it_was(changes: dict[str, bool], said: str) -> None:
    assert said in text_of(MESSAGE_TRACE.model_copy(update=changes))


def test_a_persona_is_shown_as_it_was_written() -> None:
    played = CLUE_TRACE.model_copy(update={"agent": "openai/oracle?persona=dry%2C%20and%20bold&seed=1"})
    assert any(line.split() == ["persona", "dry,", "and", "bold"] for line in text_of(played).splitlines())
    assert "persona" not in text_of(CLUE_TRACE)


def test_a_failure_is_no_failure_while_the_seat_is_still_asked() -> None:
    trace = CLUE_TRACE.model_copy(update={"failure": FailureKind.ILLEGAL, "refusal": "no", "answer": None})
    assert "failed, illegal" in text_of(trace)
    assert "is being asked again" in text_of(trace, is_open=True)


def test_the_view_is_the_one_that_the_agent_saw() -> None:
    """A cluer's view has the key, a guesser's none, and neither holds what came later."""
    state = initialize_game(CONFIG, BOARD)
    cluer, guesser = view_of(CLUE_TRACE, state), view_of(MESSAGE_TRACE, state)
    assert cluer is not None
    assert guesser is not None
    told = {fact.what: fact.says for fact in facts(cluer)}
    assert told["assassin"] == "POISON"
    heard = {fact.what: fact.says for fact in facts(guesser)}
    assert heard["key"] == "not seen"
    assert not set(heard) & {card.value for card in CardType}
    assert [one.reason for one in cluer.rejected] == ["SHIP is on the board"]


async def test_i_shows_the_decision_at_the_cursor_and_puts_it_away() -> None:
    app = recorded(CLUE_TRACE, MESSAGE_TRACE)
    async with app.run_test() as pilot:
        await pilot.press("i")
        await pilot.pause()
        assert "Inspector 1/2" in frame(app)
        assert "[cluer clue]  g1 message" in frame(app)
        assert "Discussion" not in frame(app)
        await pilot.press("right")
        assert "Inspector 2/2" in frame(app)
        await pilot.press("less_than_sign")
        assert "Inspector 1/2" in frame(app)
        assert screen_of(app).position == 1
        assert "esc close" in frame(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "Discussion" in frame(app)
        assert "esc close" not in frame(app)


async def test_the_inspector_scrolls_and_takes_the_whole_screen() -> None:
    app = recorded(CLUE_TRACE, MESSAGE_TRACE)
    async with app.run_test() as pilot:
        await pilot.press("i", "z")
        await pilot.pause()
        assert "what it saw" in frame(app)
        assert "SATELLITE" not in frame(app).split("Inspector", maxsplit=1)[0]
        await pilot.press(*["pagedown"] * 4)
        await pilot.pause()
        assert "Your words: SHIP" in frame(app)
        await pilot.press("z")
        await pilot.pause()
        assert "a " in frame(app).splitlines()[0]


@pytest.mark.parametrize("down", [1, 4, 9])
async def test_the_inspector_keeps_its_place_through_other_sizes(down: int) -> None:
    app = recorded(CLUE_TRACE, MESSAGE_TRACE)
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.press("i")
        await pilot.press(*["down"] * down)
        before = frame(app)
        for sizes in (((80, 24),), ((200, 60), (70, 20)), ((120, 60), (200, 24), (100, 30))):
            for size in (*sizes, (120, 30)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
            assert frame(app) == before


async def test_a_game_without_traces_says_so() -> None:
    look = Look()
    app = CodenamesApp(GameScreen(RecordedSession(record_of(EVENTS)), glyphs=look.glyphs), look)
    async with app.run_test() as pilot:
        await pilot.press("i")
        await pilot.pause()
        assert NOT_RECORDED in frame(app)


async def show_all(app: CodenamesApp, pilot: Pilot[int]) -> list[str]:
    """Every decision as the inspector of the app shows it, from the first on."""
    await pilot.press("g", "i")
    await until(pilot, lambda: bool(screen_of(app).query(InspectorPane)))
    pane = screen_of(app).query_one(InspectorPane)
    frames = []
    for _ in screen_of(app).session.decisions.traces:
        await pilot.press("greater_than_sign")
        await pilot.pause()
        frames.append(plain(line for entry in pane._entries for line in entry_lines(entry, 78)))
    return frames


async def test_a_live_game_and_its_replay_are_inspected_alike() -> None:
    kept: list[EpisodeRecord] = []

    def keep(record: EpisodeRecord) -> Path:
        kept.append(record)
        return JOURNAL

    app = live(on_end=keep)
    async with app.run_test() as pilot:
        await pilot.press("space")
        await until(pilot, lambda: screen_of(app).session.standing.over)
        while_live = await show_all(app, pilot)
    look = Look()
    again = CodenamesApp(GameScreen(RecordedSession(kept[0]), glyphs=look.glyphs), look)
    async with again.run_test() as pilot:
        in_replay = await show_all(again, pilot)
    assert len(while_live) > 5
    assert while_live == in_replay


class Stubborn(ScriptedCluer):
    """Answers nonsense first."""

    def __init__(self) -> None:
        super().__init__(RED_SCRIPT)
        self._left = 1

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        if self._left:
            self._left -= 1
            return Unreadable("one word and a number are needed"), AgentTrace(agent="stubborn", raw="Hmm…")
        return Clue("sea", 2), AgentTrace(agent="stubborn")


async def test_a_click_on_a_key_at_the_foot_is_the_inspectors_not_the_games() -> None:
    app = recorded(CLUE_TRACE, MESSAGE_TRACE)
    async with app.run_test() as pilot:
        await pilot.press("i")
        await pilot.pause()
        await pilot.click("#keys", offset=(frame(app).splitlines()[-1].index("larger"), 0))
        await pilot.pause()
        assert screen_of(app).has_class("-inspector-only")
        await pilot.click("#keys", offset=(frame(app).splitlines()[-1].index("close"), 0))
        await until(pilot, lambda: not screen_of(app).has_class("-inspector-only"))  # one layer at a time
        assert screen_of(app).has_class("-inspecting")
        await pilot.click("#keys", offset=(frame(app).splitlines()[-1].index("close"), 0))
        await until(pilot, lambda: "Discussion" in frame(app))


async def test_a_decision_that_is_still_open_can_be_looked_at_live() -> None:
    runner = runner_of(TeamAgents(Stubborn(), ScriptedGuesser(RED_SCRIPT), ScriptedGuesser(RED_SCRIPT)))
    app = live(runner)
    async with app.run_test() as pilot:
        await pilot.press("i")
        await pilot.pause()
        assert NOTHING_YET in frame(app)
        await pilot.press(".")
        await until(pilot, lambda: len(runner.tries) == 1)
        await pilot.pause()
        assert "is being asked again" in frame(app)
        await pilot.press(".")
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 1)
        assert "sea 2" in frame(app)
        assert "unreadable · one word and a number are needed" in frame(app)


async def test_a_decision_that_is_being_read_stays_where_it_is_while_the_game_goes_on() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 3)
        await pilot.press("i", "less_than_sign", "less_than_sign", "down", "down", "down")
        await pilot.pause()
        pane = screen_of(app).query_one(InspectorPane)
        before = [plain([line]) for line in pane._lines]
        assert "turn 1" not in before[0]
        runner = screen_of(app).session._runner  # type: ignore[attr-defined]
        count = len(screen_of(app).session.timeline)
        runner.step()
        await until(pilot, lambda: len(screen_of(app).session.timeline) > count)
        assert [plain([line]).replace("of 4", "of 3") for line in pane._lines] == before
        assert "1 new" in frame(app)


async def test_nothing_private_is_shown_while_a_person_plays() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 2)
        await pilot.press("i")
        await pilot.pause()
        assert "Inspector" in frame(app)
        seats = screen_of(app).session.seats
        assert seats is not None
        seats.take(Seat.BLUE_GUESSER_1)
        screen_of(app).redraw()
        await pilot.pause()
        assert "Inspector" not in frame(app)
        screen_of(app).action_inspect()
        await pilot.pause()
        assert not screen_of(app).query(InspectorPane)
        assert "A person is playing" in frame(app)


@settings(max_examples=examples(50), suppress_health_check=list(HealthCheck), deadline=None)
@given(traces())
def test_whatever_a_trace_says_can_be_inspected(trace: AgentTrace) -> None:
    shown = text_of(trace).replace("\n", "")
    assert not {unicodedata.category(sign) for sign in shown} & FORBIDDEN
    assert not set(shown) & INVISIBLE


@settings(
    max_examples=3, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None, derandomize=True
)
@given(st.lists(traces(), min_size=12, max_size=12))
def test_whatever_traces_a_file_holds_the_screen_stands(many: list[AgentTrace]) -> None:
    async def look_at() -> None:
        app = recorded(*many)
        async with app.run_test() as pilot:
            await pilot.press("i")
            for key in ("greater_than_sign",) * 12 + ("z", "g", "end", "pagedown", "z"):
                await pilot.press(key)
            for line in frame(app).splitlines():
                assert not {unicodedata.category(sign) for sign in line} & FORBIDDEN
        assert app.return_code in (None, 0)

    asyncio.run(look_at())


@given(st.lists(st.one_of(st.none(), st.integers(0, 40)), max_size=30), st.integers(0, 40))
def test_the_decision_at_a_position_was_made_before_it(places: list[int | None], position: int) -> None:
    decisions = Decisions(AgentTrace(at=at) for at in places)
    count = decisions.count_at(position, at_end=False)
    assert all(place < position for place in decisions.places[:count])
    assert all(place >= position for place in decisions.places[count:])
    assert decisions.count_at(position, at_end=True) == len(places)


@pytest.mark.parametrize("size", SIZES)
async def test_the_inspector_at_every_size(size: tuple[int, int], snapshot: Any) -> None:
    app = recorded(CLUE_TRACE, MESSAGE_TRACE)
    async with app.run_test(size=size) as pilot:
        await pilot.press("i")
        await pilot.pause()
        assert frame(app) == snapshot
