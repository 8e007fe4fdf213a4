"""Records for the tests of metrics: turns as tables, with or without their private side."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.games import BOARD, idle, touch

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import GameConfig, Role, Seat, Team
from codenames_core.game.events import Clue, ClueNumber, DiscussionMessage, Event, Pass, PassReason
from codenames_core.game.state import fold, initialize_game
from codenames_core.game.traces import TurnTraces


def talk(team: Team, *said: tuple[str, bool]) -> list[Event]:
    """A discussion in which the guessers alternate."""
    seats = [Seat.of(team, role) for role in (Role.GUESSER_1, Role.GUESSER_2)]
    return [
        DiscussionMessage(seat=seats[place % 2], text=text, consensus=consensus)
        for place, (text, consensus) in enumerate(said)
    ]


AGREED = (("Yes.", True), ("Yes.", True))


def played(
    team: Team, word: str, number: ClueNumber, *picks: str, said: Sequence[tuple[str, bool]] = AGREED, stop: bool = True
) -> list[Event]:
    """A turn: clue, discussion, guesses, and a pass unless the guesses end it."""
    events: list[Event] = [Clue(word, number, team=team), *talk(team, *said), *(touch(team, pick) for pick in picks)]
    reason = PassReason.STOPPED if picks else PassReason.CHOSEN
    return [*events, Pass(team=team, reason=reason)] if stop else events


def clue_trace(turn: int, team: Team, reasoning: str = "", **more: Any) -> TurnTraces:
    """The private side of a turn in which only the cluer's is known."""
    trace = AgentTrace(
        seat=Seat.of(team, Role.CLUER), question=Question.CLUE, turn=turn, at=0, reasoning=reasoning, **more
    )
    return TurnTraces(turn_number=turn, team=team, clue_trace=trace)


def record(
    *turns: Iterable[Event],
    config: GameConfig | None = None,
    traces: Sequence[TurnTraces] = (),
    **more: Any,
) -> EpisodeRecord:
    """The record of a game with these turns."""
    config = config or GameConfig(seed=7)
    events = [event for turn in turns for event in turn]
    outcome = fold(initialize_game(config, BOARD), events).outcome
    team = idle().config
    fields: dict[str, Any] = {
        "episode_id": "test",
        "config": config,
        "board": BOARD,
        "board_seed": config.seed,
        "teams": {Team.RED: team, Team.BLUE: team},
        "public_transcript": events,
        "traces": list(traces),
        "winner": outcome.winner if outcome else None,
        "outcome": outcome,
    }
    return EpisodeRecord(**{**fields, **more})
