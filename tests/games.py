"""Positions, scripts and players that tests share: a picture of a board, turns as tables, and agents that misbehave."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from codenames_agents.seats.ghost import GhostTeam
from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser, ScriptedTurn
from codenames_core.files.journal import Header, JournalWriter, Played
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, AnyCluerView, AnyGuesserView, Discussion, TeamAgents
from codenames_core.game.board import Board, CardType
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import (
    Clue,
    ClueNumber,
    DiscussionMessage,
    Event,
    Guess,
    Pass,
    PassReason,
    Reveal,
    UnknownEvent,
)
from codenames_core.game.state import GameState, apply, initialize_game, kind_of_guess
from codenames_core.play.episode import EpisodeRunner, new_header

PICTURE: Final = """
    ANCHOR+  BRIDGE-  CANDLE.  DRAGON+  ENGINE-
    FALCON+  GARDEN.  HAMMER-  ISLAND+  JACKET-
    KETTLE+  LADDER-  MARBLE!  NEEDLE+  ORCHID.
    PALACE-  QUIVER+  ROCKET.  SADDLE+  TEMPLE-
    UMPIRE.  VIOLIN-  WALNUT+  YELLOW.  ZIPPER.
"""
"""+ is red, - is blue, . is neutral, ! is the assassin."""

_SIGNS: Final = {"+": CardType.RED, "-": CardType.BLUE, ".": CardType.NEUTRAL, "!": CardType.ASSASSIN}


def board_of(picture: str) -> Board:
    """The board of a picture like `PICTURE`."""
    key = {cell[:-1]: _SIGNS[cell[-1]] for cell in picture.split()}
    return Board(tuple(key), key)


BOARD: Final = board_of(PICTURE)
RED_WORDS: Final = tuple(word for word in BOARD.words if BOARD.key[word] is CardType.RED)
BLUE_WORDS: Final = tuple(word for word in BOARD.words if BOARD.key[word] is CardType.BLUE)
NEUTRAL_WORDS: Final = tuple(word for word in BOARD.words if BOARD.key[word] is CardType.NEUTRAL)
ASSASSIN: Final = "MARBLE"


def position(*events: Event, config: GameConfig | None = None, board: Board = BOARD) -> GameState:
    """The state after `events`."""
    state = initialize_game(config or GameConfig(), board)
    for event in events:
        state = apply(state, event)
    return state


def clue(team: Team, word: str = "sea", number: ClueNumber = 2) -> Clue:
    """A recorded clue."""
    return Clue(word, number, team=team)


def touch(team: Team, word: str, board: Board = BOARD) -> Guess:
    """A recorded guess, with the card that the board has there."""
    card = board.key[word]
    return Guess(team=team, word=word, card=card, result=kind_of_guess(team, card))


def rest(team: Team, reason: PassReason = PassReason.CHOSEN) -> Pass:
    """A recorded pass."""
    return Pass(team=team, reason=reason)


def turn(
    word: str, number: ClueNumber, *guesses: str, says: Sequence[tuple[str, bool]] = (), penalty: str | None = None
) -> ScriptedTurn:
    """A turn as a script has it; guessers with nothing to say agree at once."""
    return ScriptedTurn(clue=(word, number), guesses=guesses, discussion=tuple(says), penalty=penalty)


def team(*turns: ScriptedTurn) -> TeamAgents:
    """A team that plays the script."""
    return TeamAgents(ScriptedCluer(turns), ScriptedGuesser(turns), ScriptedGuesser(turns))


def idle(turns: int = 25) -> TeamAgents:
    """A team that gives clues and never touches a word."""
    return team(*[turn("nothing", 0)] * turns)


def ghost() -> TeamAgents:
    """The team that always passes."""
    return GhostTeam("pass")


WINNING_RED: Final = (
    turn("sea", 2, "ANCHOR", "ISLAND", says=[("ANCHOR first.", False), ("Then ISLAND.", True), ("Yes.", True)]),
    turn("wings", 2, "FALCON", "DRAGON", "WALNUT"),
    turn("horse", 3, "SADDLE", "QUIVER", "KETTLE", "NEEDLE"),
)
BUSY_BLUE: Final = (
    turn("king", 2, "PALACE", "TEMPLE", says=[("PALACE.", True), ("PALACE, then TEMPLE.", True)]),
    turn("tool", 2, "HAMMER", "GARDEN"),
)


def header(config: GameConfig | None = None, board: Board = BOARD, **more: Any) -> Header:
    """What a test game starts from: no random id."""
    teams = idle().config
    return new_header(config or GameConfig(), teams, teams, board=board, episode_id="test", **more)


def runner(
    red: TeamAgents,
    blue: TeamAgents,
    config: GameConfig | None = None,
    board: Board = BOARD,
    *,
    start: Header | None = None,
    played: Played | None = None,
    journal: JournalWriter | None = None,
    substitute: Callable[..., Any] | None = None,
) -> EpisodeRunner:
    """A runner whose clock stands still, so that equal games have equal records."""
    return EpisodeRunner(
        start or header(config, board),
        red,
        blue,
        played=played,
        journal=journal,
        substitute=substitute,
        clock=lambda: 0.0,
    )


async def play(
    red: TeamAgents, blue: TeamAgents, config: GameConfig | None = None, board: Board = BOARD, **options: Any
) -> EpisodeRecord:
    """The record of a game between two teams."""
    return await runner(red, blue, config, board, **options).run()


async def golden_episode() -> EpisodeRecord:
    """The episode that the golden file keeps: a whole game with every kind of turn in it."""
    return await play(team(*WINNING_RED), team(*BUSY_BLUE))


def story(events: Iterable[Event]) -> list[str]:
    """The events as one would tell them, a line each."""
    return [_told(event) for event in events]


def _told(event: Event) -> str:
    match event:
        case Clue():
            return f"{event.team}: {event}"
        case DiscussionMessage():
            agrees = " (agrees)" if event.consensus else ""
            said = f"says nothing: {event.skipped}" if event.skipped else event.text
            return f"{event.seat.label}: {said}{agrees}"
        case Guess():
            return f"{event.team} touches {event.word}: {event.result}"
        case Pass():
            return f"{event.team} passes: {event.reason}"
        case Reveal():
            return f"{event.team} pays with {event.word}"
        case UnknownEvent():
            return f"? {event.type}"


def moves(events: Iterable[Event]) -> list[str]:
    """The story without what was said."""
    return story(event for event in events if not isinstance(event, DiscussionMessage))


class NoteTaker:
    """Plays as another agent does, and keeps every view and discussion that it was shown."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        self.views: list[Any] = []
        self.questions: list[str] = []

    def _note(self, question: str, view: Any) -> None:
        self.views.append(view)
        self.questions.append(question)

    async def generate_clue(self, view: AnyCluerView) -> Any:
        self._note("clue", view)
        return await self.agent.generate_clue(view)

    async def choose_penalty(self, view: AnyCluerView) -> Any:
        self._note("penalty", view)
        return await self.agent.choose_penalty(view)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> Any:
        self._note("message", view)
        return await self.agent.discuss(view, discussion_so_far)

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> Any:
        self._note("guesses", view)
        return await self.agent.make_guesses(view, discussion)


def taking_notes(agents: TeamAgents) -> TeamAgents:
    """The same team with a note taker in every seat."""
    return TeamAgents(NoteTaker(agents.cluer), NoteTaker(agents.guesser_1), NoteTaker(agents.guesser_2), agents.config)


class Waiting(NoteTaker):
    """Answers as another agent does, but only once it is let."""

    def __init__(self, agent: Any) -> None:
        super().__init__(agent)
        self.asked = asyncio.Event()
        self.let = asyncio.Event()
        self.cancellations = 0

    async def _until_let(self) -> None:
        self.asked.set()
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.cancellations += 1
            raise

    async def generate_clue(self, view: AnyCluerView) -> Any:
        await self._until_let()
        return await super().generate_clue(view)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> Any:
        await self._until_let()
        return await super().discuss(view, discussion_so_far)

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> Any:
        await self._until_let()
        return await super().make_guesses(view, discussion)


class Deaf(Waiting):
    """Waits, and does not hear that it is cancelled."""

    async def _until_let(self) -> None:
        self.asked.set()
        while not self.let.is_set():
            try:
                await self.let.wait()
            except asyncio.CancelledError:
                self.cancellations += 1


class Saying:
    """Answers every question with the same thing; raises it where it is an exception."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.views: list[Any] = []

    async def _say(self, view: Any) -> Any:
        self.views.append(view)
        if issubclass(type(self.answer), BaseException):
            raise self.answer
        return self.answer, AgentTrace(agent="saying")

    async def generate_clue(self, view: AnyCluerView) -> Any:
        return await self._say(view)

    async def choose_penalty(self, view: AnyCluerView) -> Any:
        return await self._say(view)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> Any:
        return await self._say(view)

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> Any:
        return await self._say(view)
