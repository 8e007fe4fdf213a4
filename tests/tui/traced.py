"""Traces to look at, recorded games that hold them, and every other trace that a file may hold."""

from typing import Any

from hypothesis import strategies as st
from tests.tui.hostile import HOSTILE
from tests.tui.table import EVENTS, is_on, record_of, screen_of, until
from textual.pilot import Pilot

from codenames_core.game.agent import AgentTrace, FailureKind, Question, RefusedTry, WireRequest
from codenames_core.game.config import Seat, Team
from codenames_core.game.traces import TurnTraces
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.inspector.picture_screen import PictureScreen
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.look import Look

REFUSED = RefusedTry(
    raw="CLUE: SHIP 2",
    reason="SHIP is on the board",
    failure=FailureKind.ILLEGAL,
    tokens_in=900,
    tokens_out=40,
    latency_s=2.0,
)

CLUE_TRACE = AgentTrace(
    agent="openai/oracle",
    model="oracle-1",
    seat=Seat.RED_CLUER,
    question=Question.CLUE,
    turn=1,
    at=0,
    prompt="default-1",
    messages=({"role": "system", "content": "You are the cluer."}, {"role": "user", "content": "Your words: SHIP"}),
    raw="REASONING: both float\nCLUE: sea 2",
    reasoning="both float",
    answer={"word": "sea", "number": 2},
    intended_targets=("SHIP", "WAVE"),
    confidence=0.5,
    refused=(REFUSED,),
    tokens_in=1000,
    tokens_out=50,
    tokens_cached=700,
    cost_usd=0.0123,
    latency_s=3.0,
    requests=(WireRequest(outcome="rate limit", status=429, wait_s=1.5, detail="slow down"), WireRequest(outcome="ok")),
    output="text",
)

MESSAGE_TRACE = AgentTrace(
    agent="vector:bold",
    seat=Seat.RED_GUESSER_1,
    question=Question.MESSAGE,
    turn=1,
    at=1,
    raw="SHIP first",
    answer={"text": "SHIP first", "consensus": False},
    latency_s=0.01,
)


def recorded(*traces: AgentTrace, look: Look | None = None) -> CodenamesApp:
    """The app with a recorded game whose first turn has these traces."""
    turn = TurnTraces(turn_number=1, team=Team.RED, clue_trace=traces[0], discussion_traces=list(traces[1:]))
    record = record_of(EVENTS).model_copy(update={"traces": [turn]})
    look = look or Look()
    game = RecordedSession(record)
    return CodenamesApp(GameScreen(game, glyphs=look.glyphs, position=1), look)


async def picture_screen(app: CodenamesApp, pilot: Pilot[int]) -> PictureScreen:
    """What the seat saw, opened from the inspector."""
    await until(pilot, lambda: screen_of(app).is_current)
    await pilot.press("i")
    await until(pilot, lambda: bool(screen_of(app).query("#inspector")))
    await pilot.press("B")
    await until(pilot, lambda: is_on(app, PictureScreen))
    screen = app.screen
    assert isinstance(screen, PictureScreen)
    return screen


@st.composite
def traces(draw: st.DrawFn) -> AgentTrace:
    text = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=60))
    number = st.one_of(st.none(), st.integers(0, 10**9), st.just(10**30))
    amount = st.one_of(st.none(), st.floats(allow_nan=True, allow_infinity=True))
    refused = st.builds(
        RefusedTry, raw=text, reason=text, failure=st.sampled_from(FailureKind), tokens_in=number, cost_usd=amount,
        latency_s=amount,
    )  # fmt: skip
    answers: st.SearchStrategy[Any] = st.one_of(
        text, st.lists(text, max_size=3), st.fixed_dictionaries({"word": text, "number": text}), st.none()
    )
    return AgentTrace(
        agent=draw(text),
        model=draw(text),
        seat=draw(st.one_of(st.none(), st.sampled_from(Seat))),
        question=draw(st.one_of(st.none(), st.sampled_from(Question))),
        turn=draw(st.one_of(st.none(), st.integers(-5, 10**6))),
        at=draw(st.one_of(st.none(), st.integers(-5, 10**6))),
        prompt=draw(text),
        messages=tuple(draw(st.lists(st.dictionaries(text, answers, max_size=2), max_size=2))),
        raw=draw(text),
        reasoning=draw(text),
        answer=draw(answers),
        intended_targets=tuple(draw(st.lists(text, max_size=3))),
        confidence=draw(amount),
        failure=draw(st.one_of(st.none(), st.sampled_from(FailureKind))),
        refusal=draw(st.one_of(st.none(), text)),
        refused=tuple(draw(st.lists(refused, max_size=2))),
        tokens_in=draw(number),
        cost_usd=draw(amount),
        latency_s=draw(amount),
        requests=tuple(draw(st.lists(st.builds(WireRequest, outcome=text, detail=text), max_size=2))),
        note=draw(text),
    )
