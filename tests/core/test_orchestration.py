"""One turn after another, ghosts, solo games, the record, and agents that misbehave."""

import asyncio
import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest
from tests.games import (
    ASSASSIN,
    BLUE_WORDS,
    BOARD,
    BUSY_BLUE,
    RED_WORDS,
    WINNING_RED,
    Deaf,
    NoteTaker,
    Saying,
    Waiting,
    board_of,
    clue,
    ghost,
    golden_episode,
    idle,
    moves,
    play,
    position,
    rest,
    runner,
    story,
    taking_notes,
    team,
    touch,
    turn,
)

from codenames_agents.catalogue import build_team, substitute
from codenames_agents.seats.ghost import GhostCluer, GhostGuesser, GhostMode, GhostTeam
from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser, ScriptedTurn
from codenames_core.audit.verify import differences
from codenames_core.files.journal import Played, new_header
from codenames_core.files.record import EpisodeRecord, as_record
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace, FailureKind, Question, TeamAgents, Unreadable
from codenames_core.game.board import deal
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, IllegalCluePolicy, Seat, Team, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, PassReason, Reveal
from codenames_core.game.state import Outcome, Phase, Termination, fold, has_consensus
from codenames_core.game.visibility import Rejection
from codenames_core.game.words import default_word_list
from codenames_core.play.episode import EpisodeRunner, run_episode
from codenames_core.play.orchestrator import TurnOrchestrator
from codenames_core.referee.legality import why_illegal
from codenames_core.support.errors import IllegalEvent

pytestmark = pytest.mark.usefixtures("nothing_hangs")

RED, BLUE = Team.RED, Team.BLUE
CHECKOUT = Path(__file__).parents[2]
SCRIPTED = AgentConfig(spec="scripted")


def with_cluer(cluer: Any, *turns: ScriptedTurn) -> TeamAgents:
    script = turns or (turn("sea", 2),) * 25
    return TeamAgents(cluer, ScriptedGuesser(script), ScriptedGuesser(script))


def with_guesser(guesser: Any, *turns: ScriptedTurn) -> TeamAgents:
    script = turns or (turn("sea", 2),) * 25
    return TeamAgents(ScriptedCluer(script), guesser, ScriptedGuesser(script))


# The phases of a turn


async def test_the_clue_phase_updates_the_state() -> None:
    table = TurnOrchestrator(team(turn("sea", 2)), idle())
    state, trace = await table.run_clue_phase(RED, position())
    assert state.current_clue == clue(RED)
    assert (state.guesses_remaining, state.phase) == (3, Phase.DISCUSSION)
    assert state.public_transcript == (clue(RED),)
    assert (trace.seat, trace.question, trace.answer) == (
        Seat.RED_CLUER,
        Question.CLUE,
        {"word": "sea", "number": 2},
    )


async def test_messages_appear_in_the_transcript_in_order() -> None:
    says = [("A?", False), ("B?", False), ("B, fine.", True), ("Agreed, B.", True), ("Never said.", True)]
    table = TurnOrchestrator(team(turn("sea", 2, says=says)), idle())
    state, traces = await table.run_discussion_phase(RED, position(clue(RED)))
    assert story(state.public_transcript[1:]) == [
        "red guesser 1: A?",
        "red guesser 2: B?",
        "red guesser 1: B, fine. (agrees)",
        "red guesser 2: Agreed, B. (agrees)",
    ]
    assert [trace.at for trace in traces] == [1, 2, 3, 4]
    assert state.phase is Phase.GUESS


async def test_every_message_is_in_the_transcript_before_the_next_guesser_speaks() -> None:
    red = taking_notes(team(turn("sea", 2, says=[("A?", False), ("B?", False), ("C?", False)])))
    table = TurnOrchestrator(red, idle())
    await table.run_discussion_phase(RED, position(clue(RED)))
    heard = [len(view.public_transcript) for view in red.guesser_1.views]  # type: ignore[attr-defined]
    assert heard == [1, 3, 5]


async def test_a_discussion_without_consensus_ends_after_its_rounds() -> None:
    says = [(f"{n}?", False) for n in range(20)]
    table = TurnOrchestrator(team(turn("sea", 2, says=says)), idle())
    state, traces = await table.run_discussion_phase(RED, position(clue(RED), config=GameConfig(max_rounds=2)))
    assert len(traces) == 4
    assert state.phase is Phase.GUESS


async def test_a_discussion_may_be_given_fewer_rounds_than_the_rules_allow() -> None:
    says = [(f"{n}?", False) for n in range(20)]
    table = TurnOrchestrator(team(turn("sea", 2, "ANCHOR", says=says)), idle())
    state, traces = await table.run_discussion_phase(RED, position(clue(RED)), max_rounds=1)
    assert len(traces) == 2
    state, _ = await table.run_guess_phase(RED, state)
    assert state.current_turn is BLUE
    for too_many in (0, 4):
        with pytest.raises(ValueError, match=f"max_rounds is {too_many}; the rules of this game allow 1 to 3"):
            await table.run_discussion_phase(RED, position(clue(RED)), max_rounds=too_many)


async def test_a_team_that_is_not_to_move_is_an_error_and_nobody_is_asked() -> None:
    asked = taking_notes(team(turn("sea", 2, "MARBLE")))
    table = TurnOrchestrator(asked, taking_notes(team(turn("sea", 2))))
    for phase in (table.run_turn, table.run_clue_phase, table.run_discussion_phase, table.run_guess_phase):
        with pytest.raises(IllegalEvent, match="blue is not to move: it is the turn of red"):
            await phase(BLUE, position())
    over, _ = await table.run_turn(RED, position())
    with pytest.raises(IllegalEvent, match="red is not to move: the game is over"):
        await table.run_turn(RED, over)
    assert asked.cluer.views == asked.cluer.views[:1]  # type: ignore[attr-defined]


async def test_a_turn_is_played_by_the_agents_that_are_given_with_it() -> None:
    table = TurnOrchestrator(idle(), idle())
    state, traces = await table.run_turn(RED, position(), team(turn("sea", 2, "ANCHOR")))
    assert traces.clue_trace is not None
    assert traces.clue_trace.answer == {"word": "sea", "number": 2}
    state, traces = await table.run_turn(BLUE, state, agents=team(turn("tree", 1)))
    assert traces.clue_trace is not None
    assert traces.clue_trace.answer == {"word": "tree", "number": 1}


async def test_run_episode_builds_the_agents_of_a_config_itself() -> None:
    config, teams = (
        GameConfig(seed=4),
        [TeamConfig.homogeneous(AgentConfig(spec="random"), seed=seed) for seed in (1, 2)],
    )
    built = await run_episode(config, *teams)
    given = await run_episode(config, *map(build_team, teams))
    assert built.public_transcript == given.public_transcript
    assert built.teams == given.teams
    assert built.metadata["word_list_sha256"] == default_word_list().sha256
    with pytest.raises(TypeError, match="a team is TeamAgents or a TeamConfig, not of type str"):
        await run_episode(config, "random", "random")  # type: ignore[arg-type]


async def test_a_pass_ghost_at_a_guessers_seat_says_nothing_and_agrees_to_nothing() -> None:
    real = team(*[turn("sea", 2, "ANCHOR", says=[("ANCHOR.", True)] * 3)] * 25)
    red = TeamAgents(real.cluer, real.guesser_1, GhostGuesser(GhostMode.PASS))
    record = await play(red, GhostTeam(), GameConfig(max_turns=1))
    messages = [event for event in record.public_transcript if isinstance(event, DiscussionMessage)]
    silent = [message for message in messages if message.seat is Seat.RED_GUESSER_2]
    assert len(messages) == 6
    assert {(message.text, message.consensus, message.skipped) for message in silent} == {("", False, "ghost")}
    assert not has_consensus(tuple(messages))
    assert [trace.failure for trace in record.decisions()] == [None] * len(record.decisions())
    assert differences(record) == []


def test_a_record_names_the_models_that_answered_and_their_prompts() -> None:
    red = TeamConfig.homogeneous(SCRIPTED)
    header = new_header(GameConfig(seed=1), red, red, metadata={"created": "2026"})
    tries = [
        AgentTrace(seat=Seat.RED_CLUER, model=name, prompt=prompt)
        for name, prompt in [("b-2", "default-1-3f2a9c"), ("a-1", "default-1-3f2a9c"), ("b-2", None), (None, None)]
    ]
    metadata = as_record(header, Played(tries=tuple(tries))).metadata
    assert metadata == {"created": "2026", "models": ["a-1", "b-2"], "prompts": ["default-1-3f2a9c"]}
    assert as_record(header, Played()).metadata == {"created": "2026"}


@pytest.mark.parametrize(
    ("guesses", "told", "next_team"),
    [
        (["ANCHOR", "GARDEN", "DRAGON"], ["ANCHOR: correct", "GARDEN: neutral"], BLUE),
        (["ANCHOR", "BRIDGE", "DRAGON"], ["ANCHOR: correct", "BRIDGE: opponent"], BLUE),
        (RED_WORDS[:5], [f"{word}: correct" for word in RED_WORDS[:3]], BLUE),
        (["MARBLE", "ANCHOR"], ["MARBLE: assassin"], RED),
    ],
)
async def test_the_guess_phase_goes_on_until_the_turn_ends(
    guesses: list[str], told: list[str], next_team: Team
) -> None:
    table = TurnOrchestrator(team(turn("sea", 2, *guesses)), idle())
    state, trace = await table.run_guess_phase(RED, position(clue(RED)))
    assert moves(state.public_transcript[1:]) == [f"red touches {one}" for one in told]
    assert state.current_turn is next_team
    assert trace.answer == list(guesses)


@pytest.mark.parametrize(
    ("guesses", "told"),
    [([], ["red passes: chosen"]), (["ANCHOR"], ["red touches ANCHOR: correct", "red passes: stopped"])],
)
async def test_an_empty_list_or_one_with_guesses_left_ends_in_a_pass(guesses: list[str], told: list[str]) -> None:
    table = TurnOrchestrator(team(turn("sea", 2, *guesses)), idle())
    state, _ = await table.run_guess_phase(RED, position(clue(RED)))
    assert moves(state.public_transcript[1:]) == told
    assert state.current_turn is BLUE


async def test_a_turn_goes_through_its_phases_to_the_other_teams_clue() -> None:
    table = TurnOrchestrator(team(turn("sea", 1, "ANCHOR")), idle())
    state, traces = await table.run_turn(RED, position())
    assert (state.current_turn, state.phase, state.turn.number) == (BLUE, Phase.CLUE, 2)
    assert [event.type for event in state.public_transcript] == ["clue", "message", "message", "guess", "pass"]
    assert (traces.turn_number, traces.team) == (1, RED)
    assert traces.clue_trace is not None
    assert traces.guess_trace is not None
    assert len(traces.discussion_traces) == 2
    assert [trace.at for trace in traces.decisions()] == [0, 1, 2, 3]


async def test_a_list_of_guesses_is_asked_for_once() -> None:
    red = taking_notes(team(turn("sea", 3, "ANCHOR", "DRAGON", "FALCON")))
    await TurnOrchestrator(red, idle()).run_turn(RED, position())
    assert red.guesser_1.questions == ["message", "guesses"]  # type: ignore[attr-defined]
    assert red.guesser_2.questions == ["message"]  # type: ignore[attr-defined]


# The ghost


async def test_a_pass_ghost_produces_a_pass_and_nothing_else() -> None:
    state, traces = await TurnOrchestrator(ghost(), idle()).run_turn(RED, position())
    assert state.public_transcript == (rest(RED, PassReason.GHOST),)
    assert (traces.discussion_traces, traces.guess_trace) == ([], None)


async def test_a_ghost_is_known_by_its_attribute_and_a_clue_pass_is_a_clue() -> None:
    assert (await GhostCluer("pass").generate_clue(None))[0] == Clue("PASS", 0)  # type: ignore[arg-type]
    state, _ = await TurnOrchestrator(team(turn("PASS", 0)), idle()).run_turn(RED, position())
    assert state.public_transcript[0] == clue(RED, "PASS", 0)


async def test_a_pass_ghost_passes_also_where_the_word_pass_is_on_the_board() -> None:
    board = board_of("PASS+ " + " ".join(f"{word}." for word in BOARD.words[1:]))
    config = GameConfig(illegal_clue=IllegalCluePolicy.PENALTY)
    state, traces = await TurnOrchestrator(ghost(), idle()).run_turn(RED, position(board=board, config=config))
    assert state.public_transcript == (rest(RED, PassReason.GHOST),)
    assert traces.clue_trace is not None
    assert traces.clue_trace.failure is None


async def test_a_random_ghost_gives_legal_clues_and_valid_guesses() -> None:
    for seed in range(20):
        record = await run_episode(GameConfig(seed=seed), GhostTeam("random", seed), GhostTeam("random", seed + 1))
        assert {trace.failure for trace in record.decisions()} == {None}
        assert not any(trace.refused for trace in record.decisions())
        for index, event in enumerate(record.public_transcript):
            if isinstance(event, Clue):
                assert why_illegal(event, record.state_at(index)) is None
                assert event.number in (1, 2, 3)


async def test_a_random_ghost_lets_the_turns_change() -> None:
    record = await run_episode(GameConfig(seed=4), idle(), GhostTeam("random"))
    teams = [turn.team for turn in record.traces]
    assert len(teams) > 2
    assert teams == [RED if number % 2 == 0 else BLUE for number in range(len(teams))]


@pytest.mark.parametrize("mode", GhostMode)
async def test_ghost_traces_are_marked_and_nobody_elses(mode: GhostMode) -> None:
    record = await run_episode(GameConfig(seed=4), idle(), GhostTeam(mode))
    for one in record.traces:
        assert {trace.is_ghost for trace in one.decisions()} == {one.team is BLUE}


async def test_a_pass_ghost_says_nothing_and_guesses_nothing() -> None:
    guesser = GhostGuesser("pass")
    assert (await guesser.make_guesses(None, ()))[0] == ()  # type: ignore[arg-type]
    message, _ = await guesser.discuss(None, ())  # type: ignore[arg-type]
    assert isinstance(message, DiscussionMessage)


# One team alone


async def test_a_solo_game_ends_when_all_nine_words_are_found() -> None:
    record = await play(team(*WINNING_RED), ghost())
    assert record.outcome == Outcome(RED, Termination.ALL_WORDS)
    assert record.winner is RED
    assert [event for event in moves(record.public_transcript) if "blue" in event] == ["blue passes: ghost"] * 2


async def test_a_solo_game_ends_on_the_assassin() -> None:
    record = await play(team(turn("sea", 2, "ANCHOR", ASSASSIN, "DRAGON")), ghost())
    assert record.outcome == Outcome(BLUE, Termination.ASSASSIN)
    assert record.winner is BLUE
    assert moves(record.public_transcript)[-1] == "red touches MARBLE: assassin"


async def test_a_solo_game_is_lost_when_the_other_teams_words_are_completed() -> None:
    record = await play(team(*(turn("wrong", 1, word) for word in BLUE_WORDS)), ghost())
    assert record.outcome == Outcome(BLUE, Termination.OPPONENT_COMPLETED)


async def test_the_ghosts_turns_count_towards_the_limit() -> None:
    record = await play(idle(), ghost(), GameConfig(max_turns=6))
    assert record.outcome == Outcome(None, Termination.TURN_LIMIT)
    assert [turn.team for turn in record.traces] == [RED, BLUE] * 3


async def test_a_solo_cluer_sees_all_words_of_the_ghost() -> None:
    red = taking_notes(team(*WINNING_RED))
    await play(red, ghost())
    key = red.cluer.views[0].key  # type: ignore[attr-defined]
    assert {word for word, card in key.items() if card.team is BLUE} == set(BLUE_WORDS)


# The record


async def test_the_record_serialises_and_deserialises_to_an_identical_object() -> None:
    record = await golden_episode()
    assert EpisodeRecord.model_validate_json(record.to_json()) == record


async def test_the_transcript_and_the_traces_are_separate() -> None:
    red = with_cluer(Thinking("the secret plan"))
    record = await play(red, ghost(), GameConfig(max_turns=1))
    transcript = record.model_dump_json(include={"public_transcript"})
    assert "the secret plan" not in transcript
    assert record.traces[0].clue_trace is not None
    assert record.traces[0].clue_trace.reasoning == "the secret plan"
    assert record.traces[0].clue_trace.intended_targets == ("ANCHOR",)


class Thinking:
    """A cluer that thinks aloud in its trace."""

    def __init__(self, thought: str) -> None:
        self.thought = thought

    async def generate_clue(self, view: Any) -> Any:
        return Clue("ship", 1), AgentTrace(agent="thinking", reasoning=self.thought, intended_targets=("ANCHOR",))


async def test_the_state_can_be_rebuilt_from_the_transcript_alone() -> None:
    game = runner(team(*WINNING_RED), team(*BUSY_BLUE))
    record = await game.run()
    assert fold(position(), record.public_transcript) == game.state
    bare = record.model_copy(update={"traces": []})
    assert bare.state_at(len(bare.public_transcript)) == game.state


# Determinism


async def test_the_same_seed_and_answers_give_the_identical_transcript() -> None:
    one, other = await golden_episode(), await golden_episode()
    assert one == other
    assert one.to_json() == other.to_json()


RANDOM_GAME = """
import asyncio, sys
from codenames_agents.catalogue import build_team
from codenames_core.game.config import GameConfig
from codenames_core.play.episode import run_episode
record = asyncio.run(run_episode(GameConfig(seed=11), build_team("random", seed=1), build_team("random", seed=2)))
sys.stdout.write(record.model_dump_json(include={"board", "public_transcript", "outcome"}))
"""


def transcript_of(record: EpisodeRecord) -> str:
    return record.model_dump_json(include={"board", "public_transcript", "outcome"})


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
async def test_a_transcript_depends_on_no_hash_seed_and_no_process(hash_seed: str) -> None:
    roots = os.pathsep.join(str(CHECKOUT / root) for root in ("core", "agents"))
    run = subprocess.run(  # noqa: ASYNC221
        [sys.executable, "-c", RANDOM_GAME],
        env=os.environ | {"PYTHONPATH": roots, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    config = GameConfig(seed=11)
    assert run.stdout == transcript_of(
        await run_episode(config, build_team("random", seed=1), build_team("random", seed=2))
    )


async def test_a_transcript_does_not_depend_on_what_else_runs_beside_it() -> None:
    async def game(seed: int) -> str:
        teams = build_team("random", seed=seed), build_team("random", seed=seed + 100)
        return transcript_of(await run_episode(GameConfig(seed=seed), *teams))

    alone = [await game(seed) for seed in range(12)]
    assert alone == await asyncio.gather(*(game(seed) for seed in range(12)))
    assert alone == list(reversed(await asyncio.gather(*(game(seed) for seed in reversed(range(12))))))


# Answers that cannot be used


async def test_a_refused_clue_is_asked_for_again_with_the_reason() -> None:
    script = (ScriptedTurn(clue=(("deep sea", 2), ("anchor", 2), ("sea", 2)), guesses=("ANCHOR",)),)
    cluer = NoteTaker(ScriptedCluer(script))
    state, traces = await TurnOrchestrator(with_cluer(cluer, *script), idle()).run_turn(RED, position())
    assert state.public_transcript[0] == clue(RED)
    assert [len(view.rejected) for view in cluer.views] == [0, 1, 2]
    assert cluer.views[2].rejected == (
        Rejection("deep sea 2", "'deep sea' is more than one word; give one word"),
        Rejection("anchor 2", "'anchor' is on the board; a clue must be a new word"),
    )
    assert traces.clue_trace is not None
    assert [(one.raw, one.failure) for one in traces.clue_trace.refused] == [
        ("deep sea 2", FailureKind.ILLEGAL),
        ("anchor 2", FailureKind.ILLEGAL),
    ]
    assert traces.clue_trace.failure is None


async def test_nobody_but_the_seat_sees_its_refusals() -> None:
    script = (ScriptedTurn(clue=(("deep sea", 2), ("sea", 2)), guesses=(("PAINT",), ("ANCHOR",))),)
    red, blue = taking_notes(team(*script)), taking_notes(idle())
    record = await play(red, blue, GameConfig(max_turns=2))
    others: list[Any] = [red.guesser_2, blue.cluer, blue.guesser_1, blue.guesser_2]
    assert all(view.rejected == () for agent in others for view in agent.views)
    assert [len(view.rejected) for view in red.guesser_1.views] == [0, 0, 1]  # type: ignore[attr-defined]
    assert "deep sea" not in record.model_dump_json(include={"public_transcript"})


@pytest.mark.parametrize("retries", [0, 1, 3])
async def test_after_its_last_try_a_cluer_forfeits_the_turn(retries: int) -> None:
    cluer = Saying(Clue("deep sea", 2))
    config = GameConfig(max_retries=retries)
    state, traces = await TurnOrchestrator(with_cluer(cluer), idle()).run_turn(RED, position(config=config))
    assert state.public_transcript == (rest(RED, PassReason.FORFEITED),)
    assert len(cluer.views) == retries + 1
    assert traces.clue_trace is not None
    assert traces.clue_trace.failure is FailureKind.ILLEGAL
    assert len(traces.clue_trace.refused) == retries


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (Unreadable("no CLUE line"), FailureKind.UNREADABLE),
        (None, FailureKind.UNREADABLE),
        ("sea 2", FailureKind.UNREADABLE),
        (object(), FailureKind.UNREADABLE),
        (RuntimeError("the provider\nis down"), FailureKind.ERROR),
        (ValueError(), FailureKind.ERROR),
        (asyncio.CancelledError(), FailureKind.ERROR),
        (TimeoutError("slow"), FailureKind.ERROR),
        (StopIteration("odd"), FailureKind.ERROR),
    ],
)
async def test_rubbish_and_exceptions_are_refused_in_every_role(answer: Any, failure: FailureKind) -> None:
    red = TeamAgents(Saying(answer), Saying(answer), Saying(answer))
    record = await play(red, ghost(), GameConfig(max_turns=1, max_retries=1))
    assert moves(record.public_transcript) == ["red passes: forfeited"]
    red = TeamAgents(ScriptedCluer([turn("sea", 2)]), Saying(answer), Saying(answer))
    record = await play(red, ghost(), GameConfig(max_turns=1, max_retries=1, max_rounds=1))
    assert story(record.public_transcript) == [
        "red: sea 2",
        f"red guesser 1: says nothing: {failure}",
        f"red guesser 2: says nothing: {failure}",
        "red passes: forfeited",
    ]
    assert [trace.failure for trace in record.decisions()] == [None, failure, failure, failure]
    assert all(len(trace.refused) == 1 for trace in record.decisions()[1:])


async def test_an_agent_without_a_trace_has_one_all_the_same() -> None:
    class Terse:
        async def generate_clue(self, view: Any) -> Any:
            return Clue("sea", 2)

    state, traces = await TurnOrchestrator(with_cluer(Terse()), idle()).run_turn(RED, position())
    assert state.public_transcript[0] == clue(RED)
    assert traces.clue_trace is not None
    assert (traces.clue_trace.agent, traces.clue_trace.raw) == ("Terse", "sea 2")


@pytest.mark.parametrize(
    ("guesses", "reason"),
    [
        (("PAINT",), "'PAINT' is not on the board"),
        (("ANCHOR",), "'ANCHOR' is already revealed"),
        (("DRAGON", "PAINT"), "'PAINT' is not on the board"),
        ("DRAGON", "of type str"),
        ([1, 2], "a list of words is needed"),
    ],
)
async def test_a_list_with_a_word_that_cannot_be_touched_is_asked_for_again(guesses: Any, reason: str) -> None:
    guesser = Saying(guesses)
    state = position(clue(RED), touch(RED, "ANCHOR"))
    state, trace = await TurnOrchestrator(with_guesser(guesser), idle()).run_guess_phase(RED, state)
    assert moves(state.public_transcript)[-1] == "red passes: forfeited"
    assert len(guesser.views) == 4
    assert reason in (trace.refusal or "")
    assert reason in guesser.views[-1].rejected[0].reason


async def test_a_repeated_word_is_touched_once_and_noted() -> None:
    guesser = Saying(("ANCHOR", "anchor", "DRAGON", "Anchor"))
    state, trace = await TurnOrchestrator(with_guesser(guesser), idle()).run_guess_phase(RED, position(clue(RED)))
    assert moves(state.public_transcript[1:]) == [
        "red touches ANCHOR: correct",
        "red touches DRAGON: correct",
        "red passes: stopped",
    ]
    assert trace.note == "repeated words skipped: 2"


async def test_guesses_are_touched_in_the_boards_spelling() -> None:
    guesser = Saying([" anchor\u200b", "ＤＲＡＧＯＮ"])
    state, trace = await TurnOrchestrator(with_guesser(guesser), idle()).run_guess_phase(RED, position(clue(RED)))
    assert [event.word for event in state.public_transcript if isinstance(event, Guess)] == ["ANCHOR", "DRAGON"]
    assert trace.answer == ["ANCHOR", "DRAGON"]


async def test_guessers_who_never_agree_run_out_of_rounds() -> None:
    stubborn = Saying(DiscussionMessage(text="No.", consensus=False))
    red = TeamAgents(ScriptedCluer([turn("sea", 2)]), stubborn, stubborn)
    state, traces = await TurnOrchestrator(red, idle()).run_discussion_phase(RED, position(clue(RED)))
    assert len(traces) == 6
    assert state.phase is Phase.GUESS


@pytest.mark.parametrize(("text", "reason"), [("  \n", "empty"), ("a" * 20_001, "20,001 characters")])
async def test_a_message_of_nothing_or_of_far_too_much_is_refused(text: str, reason: str) -> None:
    talker = Saying(DiscussionMessage(text=text, consensus=True))
    red = TeamAgents(ScriptedCluer([turn("sea", 2)]), talker, talker)
    state, traces = await TurnOrchestrator(red, idle()).run_discussion_phase(RED, position(clue(RED)))
    assert all(message.skipped == "unreadable" for message in state.turn.discussion)
    assert reason in (traces[0].refusal or "")


async def test_an_agent_cannot_speak_for_another_seat_or_team() -> None:
    forged = DiscussionMessage(seat=Seat.BLUE_GUESSER_2, text="I am blue.", consensus=True, skipped="not me")
    red = TeamAgents(Saying(Clue("sea", 2, team=BLUE)), Saying(forged), Saying(forged))
    state, _ = await TurnOrchestrator(red, idle()).run_clue_phase(RED, position())
    assert state.public_transcript == (clue(RED),)
    state, _ = await TurnOrchestrator(red, idle()).run_discussion_phase(RED, state)
    assert story(state.turn.discussion) == [
        "red guesser 1: I am blue. (agrees)",
        "red guesser 2: I am blue. (agrees)",
    ]


async def test_a_whole_game_of_agents_that_only_fail_ends_at_the_turn_limit() -> None:
    broken = TeamAgents(Saying(RuntimeError()), Saying(None), Saying(None))
    record = await play(broken, broken, GameConfig(max_turns=8))
    assert record.outcome == Outcome(None, Termination.TURN_LIMIT)
    assert len(record.public_transcript) == 8


# Illegal clues that cost more


async def test_an_illegal_clue_forfeits_the_turn_at_once_where_the_rules_say_so() -> None:
    cluer = Saying(Clue("deep sea", 2))
    config = GameConfig(illegal_clue=IllegalCluePolicy.FORFEIT)
    state, _ = await TurnOrchestrator(with_cluer(cluer), idle()).run_turn(RED, position(config=config))
    assert state.public_transcript == (rest(RED, PassReason.FORFEITED),)
    assert len(cluer.views) == 1


async def test_an_unreadable_clue_is_asked_for_again_also_under_the_penalty() -> None:
    cluer = Saying(Unreadable("no CLUE line"))
    config = GameConfig(illegal_clue=IllegalCluePolicy.PENALTY)
    state, _ = await TurnOrchestrator(with_cluer(cluer), idle()).run_turn(RED, position(config=config))
    assert state.public_transcript == (rest(RED, PassReason.FORFEITED),)
    assert len(cluer.views) == 4


PENALTY = GameConfig(illegal_clue=IllegalCluePolicy.PENALTY)


@pytest.mark.parametrize(
    ("chosen", "word", "tries"),
    [("temple", "TEMPLE", 1), ("ANCHOR", "BRIDGE", 4), (None, "BRIDGE", 4), (RuntimeError(), "BRIDGE", 4)],
)
async def test_the_other_cluer_chooses_the_penalty_or_its_first_word_is_taken(
    chosen: Any, word: str, tries: int
) -> None:
    blue = with_cluer(Saying(chosen))
    state, traces = await TurnOrchestrator(with_cluer(Saying(Clue("anchor", 2))), blue).run_turn(
        RED, position(config=PENALTY)
    )
    assert moves(state.public_transcript) == [f"red pays with {word}"]
    assert (state.current_turn, state.words_left(BLUE)) == (BLUE, 7)
    assert len(blue.cluer.views) == tries  # type: ignore[attr-defined]
    assert [trace.seat for trace in traces.other_traces] == [Seat.BLUE_CLUER]
    assert traces.team is RED


async def test_a_penalty_can_end_the_game() -> None:
    events: list[Event] = [
        rest(RED),
        clue(BLUE, number=0),
        *(touch(BLUE, word) for word in BLUE_WORDS[:-1]),
        rest(BLUE),
    ]
    state = position(*events, config=PENALTY)
    state, _ = await TurnOrchestrator(with_cluer(Saying(Clue("anchor", 2))), idle()).run_turn(RED, state)
    assert isinstance(state.public_transcript[-1], Reveal)
    assert state.winner is BLUE


async def test_a_game_of_penalties_comes_to_its_end() -> None:
    illegal = [turn("two words", 1, penalty=word) for word in RED_WORDS]
    illegal_blue = [turn("two words", 1, penalty=word) for word in BLUE_WORDS]
    record = await play(team(*illegal), team(*illegal_blue), PENALTY)
    assert record.outcome == Outcome(BLUE, Termination.ALL_WORDS)
    assert all(isinstance(event, Reveal) for event in record.public_transcript)
    assert len(record.public_transcript) == 15


# What happens to a seat that failed


async def test_a_seat_that_fails_is_answered_for_by_its_substitute() -> None:
    broken = TeamAgents(Saying(None), Saying(None), Saying(None))
    config = GameConfig(seed=3, fallback="substitute:random", max_turns=1)
    record = await play(broken, idle(), config, deal(config), substitute=substitute)
    decisions = record.decisions()
    assert isinstance(record.public_transcript[0], Clue)
    assert all(trace.is_fallback and trace.failure is None for trace in decisions)
    assert all(len(trace.refused) == 4 for trace in decisions)
    assert {trace.agent for trace in decisions} == {"random"}


async def test_a_substitute_that_fails_too_forfeits() -> None:
    config = GameConfig(fallback="substitute:mine", max_retries=1)
    stand_in = Saying(None)
    table = TurnOrchestrator(with_cluer(Saying(None)), idle(), substitute=lambda seat, config: stand_in)
    state, traces = await table.run_turn(RED, position(config=config))
    assert state.public_transcript == (rest(RED, PassReason.FORFEITED),)
    assert stand_in.views[0].rejected == ()
    assert len(stand_in.views[1].rejected) == 1
    assert traces.clue_trace is not None
    assert (len(traces.clue_trace.refused), traces.clue_trace.is_fallback) == (3, True)


@pytest.mark.parametrize("question", [Question.CLUE, Question.MESSAGE, Question.GUESSES])
async def test_abort_ends_the_game_whatever_the_seat_failed_at(question: Question) -> None:
    script = [turn("sea", 2, "ANCHOR")]
    red = TeamAgents(
        Saying(None) if question is Question.CLUE else ScriptedCluer(script),
        Saying(None) if question is Question.GUESSES else ScriptedGuesser(script),
        Saying(None) if question is Question.MESSAGE else ScriptedGuesser(script),
    )
    config = GameConfig(
        fallback="abort", mode=GameMode.SINGLE_GUESSER if question is Question.GUESSES else GameMode.STANDARD
    )
    record = await play(red, idle(), config)
    assert record.outcome == Outcome(None, Termination.ABORTED)
    assert record.decisions()[-1].question is question
    assert record.decisions()[-1].failure is FailureKind.UNREADABLE
    assert not any(isinstance(event, Pass) for event in record.public_transcript)


# Agents that wait, and the time limit


async def test_an_agent_that_never_answers_is_refused_after_the_time_limit() -> None:
    cluer = Waiting(None)
    config = GameConfig(decision_seconds=0.001, max_retries=1)
    state, traces = await TurnOrchestrator(with_cluer(cluer), idle()).run_turn(RED, position(config=config))
    assert state.public_transcript == (rest(RED, PassReason.FORFEITED),)
    assert traces.clue_trace is not None
    assert traces.clue_trace.failure is FailureKind.TIMEOUT
    assert "0.001 seconds" in (traces.clue_trace.refusal or "")
    await asyncio.sleep(0)
    assert cluer.cancellations == 2


async def test_an_agent_that_ignores_its_time_limit_is_left_behind_and_its_late_answer_never_lands() -> None:
    cluer = Deaf(ScriptedCluer([turn("late", 1)]))
    config = GameConfig(decision_seconds=0.001, max_retries=0, max_turns=2)
    game = runner(with_cluer(cluer), ghost(), config)
    record = await game.run()
    cluer.let.set()
    await settle()
    assert cluer.questions == ["clue"]  # it did answer in the end
    assert moves(record.public_transcript) == ["red passes: forfeited", "blue passes: ghost"]
    assert game.record() == record


async def test_a_person_has_all_the_time_in_the_world() -> None:
    class Person(Waiting):
        is_human = True

    person = Person(ScriptedCluer([turn("sea", 2)]))
    config = GameConfig(decision_seconds=1e-9, max_turns=1)
    game = asyncio.create_task(runner(with_cluer(person), ghost(), config).run())
    await person.asked.wait()
    await settle()
    assert not game.done()
    person.let.set()
    record = await game
    assert record.public_transcript[0] == clue(RED)
    assert record.decisions()[0].is_human


async def test_a_time_limit_of_its_own_works_in_an_agents_first_step() -> None:
    class Impatient:
        async def generate_clue(self, view: Any) -> Any:
            try:
                async with asyncio.timeout(0.001):
                    await asyncio.Event().wait()
            except TimeoutError:
                return Clue("late", 1), AgentTrace()

        async def choose_penalty(self, view: Any) -> Any:
            raise NotImplementedError

    state, _ = await TurnOrchestrator(with_cluer(Impatient()), idle()).run_turn(RED, position())
    assert state.public_transcript[0] == clue(RED, "late", 1)


async def test_an_agent_may_use_tasks_groups_and_context_like_any_coroutine() -> None:
    class Busy:
        async def generate_clue(self, view: Any) -> Any:
            me = asyncio.current_task()
            assert me is not None
            async with asyncio.TaskGroup() as group:
                ideas = [group.create_task(asyncio.sleep(0, word)) for word in ("sea", "ship")]
            assert asyncio.current_task() is me
            return Clue(ideas[0].result(), 2), AgentTrace()

    outside = asyncio.current_task()
    state, _ = await TurnOrchestrator(with_cluer(Busy()), idle()).run_turn(RED, position())
    assert state.public_transcript[0] == clue(RED)
    assert asyncio.current_task() is outside


async def test_an_agent_that_cancels_itself_is_refused_and_the_game_goes_on() -> None:
    class Quitter:
        async def generate_clue(self, view: Any) -> Any:
            me = asyncio.current_task()
            assert me is not None
            me.cancel()
            await asyncio.sleep(0)

    state, traces = await TurnOrchestrator(with_cluer(Quitter()), idle()).run_turn(RED, position())
    assert state.public_transcript == (rest(RED, PassReason.FORFEITED),)
    assert traces.clue_trace is not None
    assert traces.clue_trace.refusal == "the agent cancelled its own answer"
    assert [one.failure for one in traces.clue_trace.refused] == [FailureKind.ERROR] * 3


# Takeover, pause and stop


async def settle() -> None:
    """Let everything run that can run."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_takeover_abandons_the_open_question_and_asks_the_newcomer() -> None:
    old, new = Waiting(ScriptedCluer([turn("old", 1)])), NoteTaker(ScriptedCluer([turn("new", 1)]))
    game = runner(with_cluer(old), ghost(), GameConfig(max_turns=1))
    playing = asyncio.create_task(game.run())
    await old.asked.wait()
    assert game.open_question == (Seat.RED_CLUER, Question.CLUE)
    game.swap(Seat.RED_CLUER, new, SCRIPTED)
    record = await playing
    assert record.public_transcript[0] == clue(RED, "new", 1)
    assert old.cancellations == 1
    assert new.views[0].rejected == ()
    assert record.seat_changes == [SeatChange(seat=Seat.RED_CLUER, at=0, agent=SCRIPTED)]
    assert [one.failure for one in record.decisions()[0].refused] == [FailureKind.REPLACED]


async def test_a_takeover_of_another_seat_leaves_the_open_question_alone() -> None:
    old = Waiting(ScriptedCluer([turn("old", 1)]))
    game = runner(with_cluer(old), ghost(), GameConfig(max_turns=1))
    playing = asyncio.create_task(game.run())
    await old.asked.wait()
    game.swap(Seat.BLUE_CLUER, Saying(None), SCRIPTED)
    old.let.set()
    assert (await playing).public_transcript[0] == clue(RED, "old", 1)


async def test_a_late_answer_never_lands_after_a_takeover() -> None:
    old, new = Deaf(ScriptedCluer([turn("late", 1)])), Waiting(ScriptedCluer([turn("new", 1)]))
    game = runner(with_cluer(old), ghost(), GameConfig(max_turns=1))
    playing = asyncio.create_task(game.run())
    await old.asked.wait()
    game.swap(Seat.RED_CLUER, new, SCRIPTED)
    await new.asked.wait()
    old.let.set()
    await settle()
    assert old.questions == ["clue"]
    assert game.state.public_transcript == ()
    new.let.set()
    assert (await playing).public_transcript[0] == clue(RED, "new", 1)


async def test_an_answer_given_in_the_same_tick_as_the_takeover_never_lands() -> None:
    old = Waiting(ScriptedCluer([turn("late", 1)]))
    game = runner(with_cluer(old), ghost(), GameConfig(max_turns=1))
    playing = asyncio.create_task(game.run())
    await old.asked.wait()
    old.let.set()
    await asyncio.sleep(0)  # the answer is there now, and nobody has read it
    game.swap(Seat.RED_CLUER, ScriptedCluer([turn("new", 1)]), SCRIPTED)
    record = await playing
    assert record.public_transcript[0] == clue(RED, "new", 1)


async def test_taken_over_twice_in_one_tick_only_the_last_newcomer_is_asked() -> None:
    old, second, third = (Waiting(ScriptedCluer([turn(word, 1)])) for word in ("one", "two", "three"))
    game = runner(with_cluer(old), ghost(), GameConfig(max_turns=1))
    playing = asyncio.create_task(game.run())
    await old.asked.wait()
    game.swap(Seat.RED_CLUER, second, SCRIPTED)
    game.swap(Seat.RED_CLUER, third, SCRIPTED)
    third.let.set()
    record = await playing
    assert record.public_transcript[0] == clue(RED, "three", 1)
    assert not second.asked.is_set()
    assert len(record.seat_changes) == 2


@pytest.mark.parametrize("kind", [Waiting, Deaf])
async def test_stop_pressed_in_the_same_tick_as_takeover_stops_the_game(kind: type[Waiting]) -> None:
    old, new = kind(ScriptedCluer([turn("old", 1)])), NoteTaker(ScriptedCluer([turn("new", 1)]))
    game = runner(with_cluer(old), ghost())
    playing = asyncio.create_task(game.run())
    await old.asked.wait()
    game.swap(Seat.RED_CLUER, new, SCRIPTED)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert new.views == []
    assert game.state.public_transcript == ()
    assert game.stream.closed
    old.let.set()
    await settle()
    assert game.state.public_transcript == ()


async def test_takeover_stop_and_pause_in_one_tick_stop_the_game() -> None:
    old = Waiting(ScriptedCluer([turn("old", 1)]))
    game = runner(with_cluer(old), ghost())
    playing = asyncio.create_task(game.run())
    await old.asked.wait()
    playing.cancel()
    game.pause()
    game.swap(Seat.RED_CLUER, Saying(None), SCRIPTED)
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert game.open_question is None
    assert game.record().outcome is None


async def test_a_stop_reaches_a_game_whose_agent_ignores_it() -> None:
    deaf = Deaf(ScriptedCluer([turn("late", 1)]))
    game = runner(with_cluer(deaf), ghost())
    playing = asyncio.create_task(game.run())
    await deaf.asked.wait()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    deaf.let.set()
    await settle()
    assert game.state.public_transcript == ()


async def test_a_stop_is_no_failure_of_the_agent() -> None:
    waiting = Waiting(ScriptedCluer([turn("late", 1)]))
    game = runner(with_cluer(waiting), ghost(), GameConfig(fallback="abort"))
    playing = asyncio.create_task(game.run())
    await waiting.asked.wait()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert game.tries == ()
    assert game.record().outcome is None


async def test_a_game_that_was_stopped_before_it_began_asks_nobody() -> None:
    cluer = NoteTaker(ScriptedCluer([turn("sea", 1)]))
    game = runner(with_cluer(cluer), ghost())
    playing = asyncio.create_task(game.run())
    game.stop()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert cluer.views == []
    assert game.stream.closed


async def test_a_game_that_is_over_is_gone_without_the_collector() -> None:
    gc.disable()
    try:
        game = runner(ghost(), ghost(), GameConfig(max_turns=1))
        await game.run()
        gone = weakref.ref(game)
        del game
        assert gone() is None
    finally:
        gc.enable()


async def test_pause_stops_the_start_of_decisions_and_what_is_in_flight_lands() -> None:
    cluer = Waiting(ScriptedCluer([turn("sea", 2, "ANCHOR")]))
    red = taking_notes(team(turn("sea", 2, "ANCHOR")))
    game = runner(TeamAgents(cluer, red.guesser_1, red.guesser_2), ghost(), GameConfig(max_turns=1))
    playing = asyncio.create_task(game.run())
    await cluer.asked.wait()
    game.pause()
    cluer.let.set()
    await settle()
    assert game.state.public_transcript == (clue(RED),)
    assert red.guesser_1.views == []  # type: ignore[attr-defined]
    game.resume()
    assert (await playing).outcome == Outcome(None, Termination.TURN_LIMIT)


async def test_a_step_lets_one_event_happen() -> None:
    game = runner(team(*WINNING_RED), team(*BUSY_BLUE))
    game.pause()
    playing = asyncio.create_task(game.run())
    for count in range(4):
        await settle()
        assert len(game.state.public_transcript) == count
        game.step()
    game.resume()
    assert (await playing).winner is RED


async def test_a_paused_game_reveals_a_list_word_by_word() -> None:
    game = runner(team(turn("sea", 3, "ANCHOR", "DRAGON", "FALCON")), ghost(), GameConfig(mode=GameMode.SINGLE_GUESSER))
    game.pause()
    playing = asyncio.create_task(game.run())
    for count in range(4):
        await settle()
        assert len(game.state.public_transcript) == count
        game.step()
    playing.cancel()
    await asyncio.wait({playing})


async def test_a_guess_list_is_dropped_when_its_seat_changes_hands() -> None:
    config = GameConfig(mode=GameMode.SINGLE_GUESSER, max_turns=1)
    game = runner(team(turn("sea", 4, "ANCHOR", "DRAGON", "FALCON")), ghost(), config)
    newcomer = NoteTaker(ScriptedGuesser([turn("sea", 4, "WALNUT", "GARDEN")]))
    game.pause()
    playing = asyncio.create_task(game.run())
    for _ in range(2):  # the clue and the first word
        game.step()
        await settle()
    game.swap(Seat.RED_GUESSER_1, newcomer, SCRIPTED)
    game.resume()
    record = await playing
    assert moves(record.public_transcript) == [
        "red: sea 4",
        "red touches ANCHOR: correct",
        "red touches WALNUT: correct",
        "red touches GARDEN: neutral",
    ]
    assert newcomer.views[0].guesses_remaining == 4
    (dropped,) = record.traces[0].other_traces
    assert dropped.answer == ["ANCHOR", "DRAGON", "FALCON"]
    assert "changed hands" in (dropped.note or "")
    assert record.traces[0].guess_trace is not None
    assert record.traces[0].guess_trace.answer == ["WALNUT", "GARDEN"]


async def test_a_guess_list_goes_on_when_another_seat_changes_hands() -> None:
    config = GameConfig(mode=GameMode.SINGLE_GUESSER, max_turns=1)
    game = runner(team(turn("sea", 4, "ANCHOR", "DRAGON")), ghost(), config)
    game.pause()
    playing = asyncio.create_task(game.run())
    for _ in range(2):
        game.step()
        await settle()
    game.swap(Seat.RED_CLUER, Saying(None), SCRIPTED)
    game.resume()
    assert "red touches DRAGON: correct" in moves((await playing).public_transcript)


async def test_a_newcomer_between_two_tries_inherits_no_refusals() -> None:
    old, new = Saying(Clue("deep sea", 2)), NoteTaker(ScriptedCluer([turn("sea", 2)]))
    game = runner(with_cluer(old), ghost(), GameConfig(max_turns=1))
    game.pause()
    playing = asyncio.create_task(game.run())
    game.step()
    await settle()
    assert len(old.views) == 1
    game.swap(Seat.RED_CLUER, new, SCRIPTED)
    game.resume()
    record = await playing
    assert [view.rejected for view in new.views] == [()]
    assert record.public_transcript[0] == clue(RED)


async def test_the_stream_gives_every_follower_the_backlog_and_the_tail_in_order() -> None:
    game = runner(team(*WINNING_RED), team(*BUSY_BLUE))
    early = asyncio.create_task(collect(game))
    record = await game.run()
    assert await early == record.public_transcript
    assert await collect(game) == record.public_transcript


async def collect(game: EpisodeRunner) -> list[Any]:
    return [event async for event in game.stream.follow()]


async def test_guessing_at_random_needs_no_more_than_the_turn_limit() -> None:
    for seed in range(10):
        record = await run_episode(GameConfig(seed=seed), build_team("random", seed=1), ghost())
        assert record.outcome is not None
        assert len(record.traces) <= 50
