"""Games to fork, forks of them, and the screen on which they are made."""

from collections.abc import Sequence
from pathlib import Path

from tests.tui.table import B1, EVENTS, is_on, record_of, says, touches, until
from textual.pilot import Pilot

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import AgentConfig, Seat, Team, TeamConfig
from codenames_core.game.events import Clue, Event, Pass, PassReason
from codenames_core.game.state import Phase, speaker
from codenames_core.game.traces import turn_traces
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.setup.fork_screen import ForkScreen
from codenames_tui.ui.preferences import Preferences, Settings, settings_file

RANDOM = AgentConfig(spec="random")


def played(events: tuple[Event, ...] = EVENTS) -> EpisodeRecord:
    """A game of agents that need no file."""
    line_up = TeamConfig.homogeneous(RANDOM, seed=3)
    return record_of(events).model_copy(update={"teams": dict.fromkeys(Team, line_up)})


def app_of(record: EpisodeRecord, at: int, folder: Path) -> CodenamesApp:
    settings = Settings(settings_file(), Preferences(pace=0.0, episodes=str(folder)))
    game = RecordedSession(record)
    return CodenamesApp(GameScreen(game, position=at), settings=settings)


async def fork_screen(pilot: Pilot[int], app: CodenamesApp) -> ForkScreen:
    await pilot.press("f")
    await until(pilot, lambda: is_on(app, ForkScreen))
    assert isinstance(app.screen, ForkScreen)
    return app.screen


CLUER = Seat.BLUE_CLUER

SKY = {"word": "sky", "number": 3}


def line_of(at: int, choices: Sequence[int], events: tuple[Event, ...] = EVENTS) -> tuple[Event, ...]:
    """A legal game that begins as `events` do up to `at`, and goes on by what each number stands for."""
    timeline = record_of(events[:at]).timeline()
    for choice in choices:
        state = timeline.last_state
        team = state.turn.team
        hidden = [word for word in state.board.words if word not in state.revealed]
        match state.phase:
            case Phase.OVER:
                break
            case Phase.CLUE:
                timeline.append(Clue(f"word{choice}", choice % 4, team=team))
            case Phase.DISCUSSION:
                timeline.append(says(speaker(state.turn), f"{choice}, I think.", agrees=choice % 2 == 0))
            case Phase.GUESS if choice % 5 == 0 and state.turn.guesses:
                timeline.append(Pass(team=team, reason=PassReason.STOPPED))
            case Phase.GUESS:
                timeline.append(touches(team, hidden[choice % len(hidden)]))
    assert not timeline.notes
    return timeline.events


def trace(seat: Seat, question: Question, at: int, turn: int, answer: object, **more: object) -> AgentTrace:
    return AgentTrace(seat=seat, question=question, at=at, turn=turn, answer=answer, **more)  # type: ignore[arg-type]


def game(events: tuple[Event, ...], *tries: AgentTrace, parent: int | None = None) -> EpisodeRecord:
    record = record_of(events).model_copy(update={"traces": turn_traces(tries)})
    if parent is None:
        return record
    return record.model_copy(update={"episode_id": "fork", "parent": Parent(episode_id="a-game", at=parent)})


PARENT = game(
    EVENTS,
    trace(CLUER, Question.CLUE, 7, 2, SKY),
    trace(B1, Question.MESSAGE, 8, 2, {"text": "MOON and STAR", "consensus": True}),
    trace(B1, Question.GUESSES, 12, 2, ["MOON", "APPLE", "STAR"]),
)


def human(seat: Seat, question: Question, at: int, answer: object, **more: object) -> AgentTrace:
    return trace(seat, question, at, 2, answer, is_human=True, **more)
