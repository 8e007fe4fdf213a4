"""Games in which every text that agents and files can choose is hostile."""

from collections.abc import Callable
from typing import Final

from hypothesis import strategies as st
from tests.games import BOARD, clue, idle, touch

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent, SeatChange
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import AgentConfig, GameConfig, Seat, Team, TeamConfig
from codenames_core.game.events import DiscussionMessage, Event, UnknownEvent
from codenames_core.game.traces import TurnTraces
from codenames_core.text.sanitiser import encodable

ATTACKS: Final = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]><svg onload=alert(1)>",
    "<img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "&lt;b&gt;&amp;&#60;",
    "[click](javascript:alert(1)) ![x](http://example.org/x.png)",
    "<http://example.org> http://example.org www.example.org",
    "# heading",
    "1. one",
    "- item",
    "+ item",
    "> quote",
    "```",
    "    code",
    "---",
    "a | b\\| c",
    "**bold** _it_ ~~gone~~ `code` $x$",
    "\x1b]52;c;aGk=\x07\x1b[2J",
    "\u202eright to left\u2066",
    "\ufffe\uffff\x00\ud800",
    "line\u2028separator\u2029\x85end",
    "{{7*7}} {% x %} ${x}",
    "ends in a backslash \\",
    "水水水 e\u0301\u0301\u0301\u0301\u0301\u0301",
)
hostile: Final = st.one_of(st.sampled_from(ATTACKS), st.text(max_size=40))


def hostile_record(texts: Callable[[], str]) -> EpisodeRecord:
    """A game whose texts come one by one from `texts`: clues, messages, agents, reasons, metadata, unknown events."""
    red = Team.RED
    agent = AgentConfig(spec=encodable(f"litellm:{texts()}".partition("?")[0]))
    team = TeamConfig(cluer=agent, guesser_1=agent, guesser_2=agent)
    events: list[Event] = [
        clue(red, texts()),
        DiscussionMessage(seat=Seat.RED_GUESSER_1, text=f"{texts()}\n{texts()}\n\n{texts()}", consensus=True),
        DiscussionMessage(seat=Seat.RED_GUESSER_2, text="", consensus=True, skipped=texts()),
        UnknownEvent(type=f"x{texts()}"),
        touch(red, "DRAGON"),
        touch(red, "CANDLE"),
        touch(red, "CANDLE"),
        DiscussionMessage(seat=Seat.RED_GUESSER_1, text=texts(), consensus=False),
    ]
    trace = AgentTrace(seat=Seat.RED_CLUER, question=Question.CLUE, at=0, turn=1, intended_targets=(texts(),))
    return EpisodeRecord(
        episode_id=texts(),
        config=GameConfig(),
        board=BOARD,
        teams={red: team, Team.BLUE: idle().config},
        public_transcript=events,
        traces=[TurnTraces(turn_number=1, team=red, clue_trace=trace)],
        seat_changes=[SeatChange(seat=Seat.BLUE_CLUER, at=2, agent=agent)],
        parent=Parent(episode_id=texts(), at=0),
        metadata={"created": texts()},
    )


@st.composite
def records(draw: st.DrawFn) -> EpisodeRecord:
    """Any such game."""
    return hostile_record(lambda: draw(hostile))


def attacked(attack: str) -> EpisodeRecord:
    """The game that has one attack everywhere."""
    return hostile_record(lambda: attack)
