"""The laws of the protocol of a turn: every game that was played verifies, and goes on from wherever it was left."""

import asyncio
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games import RED_WORDS, clue, position, rest, touch

from codenames_agents.catalogue import build_team, substitute
from codenames_core.audit.verify import differences
from codenames_core.decisions.protocol import Failed, consequences, next_question, recorded_result, steps
from codenames_core.decisions.questions import Accepted, AskForGuesses
from codenames_core.files.journal import Header, JournalWriter
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, FailureKind, Question, TeamAgents, Unavailable, Unreadable
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, IllegalCluePolicy, Role, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, PassReason, UnknownEvent
from codenames_core.game.state import GameState, Outcome, Termination, apply
from codenames_core.play.episode import EpisodeRunner, fork, new_header, resume_journal

RED, BLUE = Team.RED, Team.BLUE


# The rules, one by one


def test_a_clue_is_due_then_messages_then_guesses_then_nothing() -> None:
    state = position()
    asked = [next_question(state)]
    agree = [DiscussionMessage(seat=seat, text="Yes.", consensus=True) for seat in _guessers()]
    events: list[Event] = [clue(RED), *agree]
    for event in events:
        state = position(*state.public_transcript, event)
        asked.append(next_question(state))
    assert [(ask.seat, ask.question) for ask in asked if ask] == [
        (Seat.RED_CLUER, Question.CLUE),
        (Seat.RED_GUESSER_1, Question.MESSAGE),
        (Seat.RED_GUESSER_2, Question.MESSAGE),
        (Seat.RED_GUESSER_1, Question.GUESSES),
    ]
    assert next_question(position(*state.public_transcript, touch(RED, "MARBLE"))) is None


def _guessers() -> tuple[Seat, Seat]:
    return Seat.RED_GUESSER_1, Seat.RED_GUESSER_2


ILLEGAL_CLUE = AgentTrace(seat=Seat.RED_CLUER, question=Question.CLUE, at=0, failure=FailureKind.ILLEGAL)


@pytest.mark.parametrize(
    ("config", "tries", "seat", "question"),
    [
        ({}, ILLEGAL_CLUE, Seat.BLUE_CLUER, Question.PENALTY),
        ({}, ILLEGAL_CLUE.model_copy(update={"at": 3}), Seat.RED_CLUER, Question.CLUE),
        ({}, ILLEGAL_CLUE.model_copy(update={"failure": FailureKind.TIMEOUT}), Seat.RED_CLUER, Question.CLUE),
        ({"blind": True}, ILLEGAL_CLUE, Seat.RED_CLUER, Question.CLUE),
        ({"illegal_clue": IllegalCluePolicy.FORFEIT}, ILLEGAL_CLUE, Seat.RED_CLUER, Question.CLUE),
    ],
)
def test_an_illegal_clue_has_the_other_cluer_choose_a_penalty_where_the_rules_say_so(
    config: dict[str, Any], tries: AgentTrace, seat: Seat, question: Question
) -> None:
    state = position(config=GameConfig(**{"illegal_clue": IllegalCluePolicy.PENALTY} | config))
    ask = next_question(state, [tries])
    assert ask is not None
    assert (ask.seat, ask.question) == (seat, question)


def test_a_list_that_was_left_in_the_middle_goes_on_with_the_words_that_are_face_down() -> None:
    state = position(clue(RED), touch(RED, RED_WORDS[0]), config=GameConfig(mode=GameMode.SINGLE_GUESSER))
    ask = next_question(state)
    assert ask is not None
    assert list(consequences(ask, Accepted(RED_WORDS[:2]), state)) == [
        touch(RED, RED_WORDS[1]),
        rest(RED, PassReason.STOPPED),
    ]


def test_every_event_comes_with_the_state_that_the_fold_makes_of_it() -> None:
    """Of a wrong guess, of a list that ends early, of a failure, a message and a clue."""
    talked = position(clue(RED), config=GameConfig(mode=GameMode.SINGLE_GUESSER))
    given = position(clue(RED))
    results: list[tuple[GameState, Accepted[Any] | Failed]] = [
        (talked, Accepted(RED_WORDS[:2])),
        (talked, Accepted((RED_WORDS[0], "MARBLE", RED_WORDS[1]))),
        (talked, Failed(FailureKind.TIMEOUT)),
        (given, Accepted(DiscussionMessage(seat=Seat.RED_GUESSER_1, text="Yes.", consensus=True))),
        (position(), Accepted(clue(RED))),
    ]
    for state, result in results:
        ask = next_question(state)
        assert ask is not None
        followed = list(steps(ask, result, state))
        assert followed
        for event, following in followed:
            state = apply(state, event)
            assert following == state


def test_only_a_ghost_passes_by_its_clue() -> None:
    state = position()
    ask = next_question(state)
    assert ask is not None
    said = Clue("PASS", 0, team=RED)
    assert list(consequences(ask, Accepted(said), state)) == [said]
    trace = AgentTrace(answer=ask.write(said), is_ghost=True)
    assert list(consequences(ask, recorded_result(ask, trace), state)) == [rest(RED, PassReason.GHOST)]


@pytest.mark.parametrize("policy", IllegalCluePolicy)
@pytest.mark.parametrize("failure", FailureKind)
def test_every_failure_of_a_cluer_ends_the_turn_or_leads_to_a_penalty(
    policy: IllegalCluePolicy, failure: FailureKind
) -> None:
    state = position(config=GameConfig(illegal_clue=policy))
    ask = next_question(state)
    assert ask is not None
    events = list(consequences(ask, Failed(failure), state))
    if policy is IllegalCluePolicy.PENALTY and failure is FailureKind.ILLEGAL:
        assert events == []
    else:
        assert events == [rest(RED, PassReason.FORFEITED)]


# The laws

BEHAVIOURS = ("play", "play", "play", "raise", "rubbish", "unreadable", "unavailable", "out of reach", "illegal")
ILLEGAL: dict[str, Any] = {
    "generate_clue": Clue("two words", 1),
    "discuss": DiscussionMessage(text="", consensus=False),
    "make_guesses": ("no such word",),
    "choose_penalty": "no such word",
}


class Moody:
    """Plays at random, but often fails; how, depends on nothing but the seed and what it sees."""

    def __init__(self, agent: Any, seed: int, *, is_human: bool = False) -> None:
        self.agent, self.seed = agent, seed
        self.is_human = is_human

    async def _answer(self, method: str, view: Any, *more: Any) -> Any:
        mood = random.Random(f"{self.seed} {len(view.public_transcript)} {len(view.rejected)}").choice(BEHAVIOURS)
        trace = AgentTrace(agent="moody")
        match mood:
            case "raise":
                raise RuntimeError("moody")
            case "rubbish":
                return object()
            case "unreadable":
                return Unreadable("moody"), trace
            case "unavailable" | "out of reach":
                return Unavailable("away", for_good=mood == "out of reach"), trace
            case "illegal":
                return ILLEGAL[method], trace
            case _:
                return await getattr(self.agent, method)(view, *more)

    async def generate_clue(self, view: Any) -> Any:
        return await self._answer("generate_clue", view)

    async def choose_penalty(self, view: Any) -> Any:
        return await self._answer("choose_penalty", view)

    async def discuss(self, view: Any, discussion_so_far: Any) -> Any:
        return await self._answer("discuss", view, discussion_so_far)

    async def make_guesses(self, view: Any, discussion: Any) -> Any:
        return await self._answer("make_guesses", view, discussion)


def team_of(kind: str, seed: int) -> TeamAgents:
    if kind not in ("moody", "person"):
        return build_team(kind, seed=seed)
    whole = build_team("random", seed=seed)
    agents = {role.value: Moody(whole.of(role), seed, is_human=kind == "person") for role in Role}
    return TeamAgents(**agents, config=whole.config)


class Play(NamedTuple):
    """What a game is played with: everything in it can be made again."""

    config: GameConfig
    kinds: tuple[str, str]
    seed: int
    swaps: dict[int, tuple[Seat, str]]
    """Who sits down where before which decision or touched word."""

    def teams(self) -> tuple[TeamAgents, TeamAgents]:
        red, blue = (team_of(kind, self.seed + place) for place, kind in enumerate(self.kinds))
        return red, blue


class Restless(EpisodeRunner):
    """A game in which seats change hands, also between two words of a list."""

    swaps: dict[int, tuple[Seat, str]]
    steps = 0

    async def before_decision(self) -> None:
        self.steps += 1
        if (swap := self.swaps.get(self.steps)) is not None:
            seat, kind = swap
            self.swap(seat, team_of(kind, self.steps).of(seat.role), AgentConfig(spec="random"))


KINDS = st.sampled_from(("random", "ghost:pass", "ghost:random", "moody", "person"))


@st.composite
def plays(draw: st.DrawFn) -> Play:
    mode = draw(st.sampled_from((GameMode.STANDARD, GameMode.SINGLE_GUESSER, GameMode.NO_ASSASSIN)))
    config = GameConfig(
        seed=draw(st.integers(0, 99)),
        mode=mode,
        blind=draw(st.booleans()),
        surveillance=draw(st.booleans()),
        illegal_clue=draw(st.sampled_from(IllegalCluePolicy)),
        fallback=draw(st.sampled_from(("forfeit", "forfeit", "substitute:random", "abort"))),
        max_retries=draw(st.integers(0, 1)),
        max_rounds=1,
        max_turns=draw(st.integers(1, 4)),
        outage_seconds=6,
    )
    swaps = draw(st.dictionaries(st.integers(1, 15), st.tuples(st.sampled_from(Seat), KINDS), max_size=3))
    return Play(config, (draw(KINDS), draw(KINDS)), draw(st.integers(0, 999)), swaps)


async def no_time(_seconds: float) -> None:
    await asyncio.sleep(0)


def played_on(play: Play, header: Header, *, swaps: bool = False, **more: Any) -> EpisodeRecord:
    game = Restless(header, *play.teams(), substitute=substitute, clock=lambda: 0.0, sleep=no_time, **more)
    game.swaps = play.swaps if swaps else {}
    return asyncio.run(game.run())


def assert_verifies(record: EpisodeRecord) -> None:
    assert differences(record) == []
    assert record.outcome is not None


def beginnings(journal: bytes) -> Iterator[bytes]:
    """Every beginning of a journal that a crash can have left: after each line, and in the middle of the next."""
    lines = journal.splitlines(keepends=True)
    for count in range(1, len(lines) + 1):
        yield b"".join(lines[:count]) + b"".join(line[: len(line) // 2] for line in lines[count : count + 1])


@given(play=plays())
def test_every_game_verifies_resumes_from_every_line_and_forks_at_every_event(play: Play) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        red, blue = play.teams()
        header = new_header(play.config, red.config, blue.config)
        record = played_on(play, header, swaps=True, journal=JournalWriter(path, header))
        assert_verifies(record)
        for beginning in beginnings(path.read_bytes()):
            path.write_bytes(beginning)
            journal, writer = resume_journal(path)
            resumed = played_on(play, journal.header, played=journal.played, journal=writer)
            assert_verifies(resumed)
            assert resumed.public_transcript[: len(journal.played.events)] == list(journal.played.events)
    for at in range(len(record.public_transcript) + 1):
        branch, so_far = fork(record, at)
        forked = played_on(play, branch, played=so_far)
        assert_verifies(forked)
        assert forked.public_transcript[:at] == record.public_transcript[:at]


# What verify says of a game with a ghost that speaks and guesses, whose file was damaged


def ghost_game() -> EpisodeRecord:
    play = Play(GameConfig(seed=8), ("random", "ghost:random"), 8, {})
    red, blue = play.teams()
    return played_on(play, new_header(play.config, red.config, blue.config))


def test_a_game_with_a_ghost_that_speaks_and_guesses_verifies() -> None:
    record = ghost_game()
    assert any(trace.is_ghost and trace.question is Question.GUESSES for trace in record.decisions())
    assert_verifies(record)


DAMAGE: dict[str, tuple[Callable[[list[Event]], list[Event]], str]] = {
    "an event of the future": (
        lambda events: [*events[:5], UnknownEvent(type="weather"), *events[5:]],
        "event 6: .* was not asked that then",
    ),
    "guess before clue": (lambda events: [*events[1:], events[0]], "discussion before clue"),
    "one more guess": (lambda events: [*events, touch(RED, RED_WORDS[0])], "guess after the end of the game"),
    "no end": (lambda events: events[:-3], "outcome: recorded .*, replayed unfinished"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_to_the_events_of_a_ghosts_game_is_found(name: str) -> None:
    damage, said = DAMAGE[name]
    record = ghost_game()
    record = record.model_copy(update={"public_transcript": damage(record.public_transcript)})
    assert any(re.search(said, difference) for difference in differences(record)), differences(record)


def test_a_winner_that_contradicts_the_moves_is_found() -> None:
    record = ghost_game()
    winner = record.winner or RED
    wrong = record.model_copy(update={"winner": winner.other, "outcome": Outcome(winner.other, Termination.ALL_WORDS)})
    assert [difference.partition(":")[0] for difference in differences(wrong)] == ["outcome", "winner"]


def test_an_illegal_clue_on_a_board_without_words_to_reveal_forfeits() -> None:
    """A damaged file can hold such a board; nobody can be asked to reveal a word that is not there."""
    state = position(config=GameConfig(illegal_clue=IllegalCluePolicy.PENALTY, blind=True))
    state = state._replace(revealed=frozenset(state.board.words))
    ask = next_question(state)
    assert ask is not None
    assert list(consequences(ask, Failed(FailureKind.ILLEGAL), state)) == [rest(RED, PassReason.FORFEITED)]


@pytest.mark.parametrize("written", [[1], [None], ["APPLE", 2], 3, None])
def test_a_recorded_list_of_guesses_that_holds_no_words_does_not_fit_the_question(written: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        AskForGuesses(Seat.RED_GUESSER_1, ()).read(written)
