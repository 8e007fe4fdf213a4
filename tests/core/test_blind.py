"""Blind games: nobody at the table has the key, whatever happens, and what an agent does cannot depend on it."""

import asyncio
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games import BLUE_WORDS, BOARD, NoteTaker, Saying, header, idle, play, position, runner, taking_notes

from codenames_agents.catalogue import build_team, team_seed
from codenames_agents.models.prompts import clue_messages, load_prompts, penalty_messages
from codenames_core.audit.verify import differences
from codenames_core.files.journal import JournalWriter
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import TeamAgents
from codenames_core.game.board import Board, CardType, deal
from codenames_core.game.config import GameConfig, IllegalCluePolicy, Role, Seat, Team
from codenames_core.game.events import Clue, Guess, Reveal
from codenames_core.game.state import GameState
from codenames_core.game.visibility import BlindCluerView, Rejection, UnsurveilledBlindCluerView, visible_state
from codenames_core.play.episode import fork, resume_journal
from codenames_core.play.orchestrator import TurnOrchestrator
from codenames_core.referee.legality import why_illegal_in

BLIND = GameConfig(blind=True, max_turns=12)
PENALTY = GameConfig(blind=True, illegal_clue=IllegalCluePolicy.PENALTY)
SPECS = ("vector", "vector:bold", "random")


def twin_of(board: Board, shown: frozenset[str], dice: Any) -> Board:
    """A board on which the cards that were not shown lie in another order."""
    hidden = [word for word in board.words if word not in shown]
    cards = [board.key[word] for word in hidden]
    dice.shuffle(cards)
    return Board(board.words, dict(board.key) | dict(zip(hidden, cards, strict=True)))


def played(board: Board, spec: str, seed: int, config: GameConfig = BLIND) -> EpisodeRecord:
    teams = (build_team(spec, seed=seed), build_team("random", seed=seed + 1))
    return asyncio.run(play(*teams, config, board))


def until_the_keys_show(one: EpisodeRecord, other: EpisodeRecord) -> int:
    """How many events of a game show nothing in which its board and another differ."""
    differ = {word for word in one.board.words if one.board.key[word] is not other.board.key[word]}
    showing = (Guess, Reveal)
    return next(
        (at for at, event in enumerate(one.public_transcript) if isinstance(event, showing) and event.word in differ),
        len(one.public_transcript),
    )


@settings(max_examples=12)
@given(st.sampled_from(SPECS), st.integers(0, 999), st.integers(0, 30), st.randoms(use_true_random=False))
def test_two_games_are_one_until_a_card_is_turned_that_differs(spec: str, seed: int, at: int, dice: Any) -> None:
    """Views, answers and traces: all that any seat of a blind game does is the same whatever lies face down."""
    one = played(BOARD, spec, seed)
    shown = frozenset(e.word for e in one.public_transcript[:at] if isinstance(e, Guess))
    other = played(twin_of(BOARD, shown, dice), spec, seed)
    same = until_the_keys_show(one, other)
    assert same >= min(at, len(one.public_transcript))
    assert one.public_transcript[:same] == other.public_transcript[:same]
    kept = [[trace for trace in record.decisions() if (trace.at or 0) < same] for record in (one, other)]
    assert kept[0] == kept[1]


@given(st.randoms(use_true_random=False), st.text(max_size=12), st.sampled_from(Seat))
def test_a_refusal_tells_nothing_of_the_key(dice: Any, word: str, seat: Seat) -> None:
    twin = twin_of(BOARD, frozenset(), dice)
    views: list[Any] = [visible_state(position(config=BLIND, board=board), seat) for board in (BOARD, twin)]
    for tried in (word, *BOARD.words, "bridges"):
        assert why_illegal_in(views[0], tried, 1) == why_illegal_in(views[1], tried, 1)


@given(st.randoms(use_true_random=False))
def test_a_blind_cluers_prompt_is_the_same_whatever_lies_face_down(dice: Any) -> None:
    rejected = (Rejection("ANCHORS 2", "'anchors' is a form of ANCHOR"),)
    prompts = []
    for board in (BOARD, twin_of(BOARD, frozenset(), dice)):
        view: Any = visible_state(position(config=BLIND, board=board), Seat.RED_CLUER, rejected)
        prompts.append([make(load_prompts(), view) for make in (clue_messages, penalty_messages)])
    assert prompts[0] == prompts[1]


# What can be reached from a view and from an agent


def reachable(root: Any) -> Iterator[Any]:
    """Everything that a value leads to: fields, items, slots and what its functions keep, but no module's globals."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if id(value) in seen or isinstance(value, type | ModuleType | BuiltinFunctionType | str | bytes | float):
            continue
        seen.add(id(value))
        waiting += _parts(value)
        yield value


def _parts(value: Any) -> list[Any]:
    match value:
        case FunctionType():
            return [cell.cell_contents for cell in value.__closure__ or ()] + [*(value.__defaults__ or ())]
        case MethodType():
            return [value.__self__, value.__func__]
        case tuple() | list() | set() | frozenset():
            return [*value]
        case dict():
            return [*value.keys(), *value.values()]
        case _:
            slots = [name for kind in type(value).__mro__ for name in _slots(kind)]
            return [
                *getattr(value, "__dict__", {}).values(),
                *(getattr(value, name) for name in slots if hasattr(value, name)),
            ]


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def assert_no_key(root: Any, revealed: frozenset[str]) -> None:
    """Nothing that `root` leads to says of a face-down word what it is, or could rebuild the board."""
    for value in reachable(root):
        assert not isinstance(value, Board | GameState | GameConfig | EpisodeRecord)
        if isinstance(value, dict):
            hidden = [word for word, card in value.items() if isinstance(card, CardType) and word in BOARD.words]
            assert revealed.issuperset(hidden)


def test_the_walk_finds_a_key_wherever_it_is() -> None:
    view: Any = visible_state(position(), Seat.RED_CLUER)
    for holder in (view, lambda: view, NoteTaker(view).discuss, [{"view": view}], dataclasses.replace(view)):
        with pytest.raises(AssertionError):
            assert_no_key(holder, frozenset())


@pytest.mark.parametrize("surveillance", [True, False])
@pytest.mark.parametrize("spec", SPECS)
def test_nothing_leads_from_a_blind_seat_to_the_key(spec: str, surveillance: bool) -> None:
    config = BLIND.model_copy(update={"surveillance": surveillance})
    red, blue = taking_notes(build_team(spec, seed=3)), taking_notes(build_team("vector", seed=4))
    record = asyncio.run(play(red, blue, config))
    assert record.public_transcript
    for agents in (red, blue):
        for role in Role:
            _seen_nothing(agents, role)


def _seen_nothing(agents: TeamAgents, role: Role) -> None:
    taker: Any = agents.of(role)
    if role is Role.CLUER:
        assert {type(view) for view in taker.views} <= {BlindCluerView, UnsurveilledBlindCluerView}
    for view in taker.views:
        assert_no_key(view, frozenset(view.revealed))
    shown = frozenset().union(*(view.revealed for view in taker.views)) if taker.views else frozenset()
    assert_no_key(taker.agent, shown)


@pytest.mark.parametrize("spec", SPECS)
def test_nothing_that_a_blind_game_lets_an_agent_reach_is_the_seed_of_its_board(spec: str) -> None:
    config = BLIND.model_copy(update={"seed": 2**40 + 7})
    red, blue = (taking_notes(build_team(spec, seed=team_seed(config.seed, repeat=repeat))) for repeat in (0, 1))
    asyncio.run(play(red, blue, config, deal(config)))
    for agents in (red, blue):
        assert config.seed not in [value for value in reachable(agents) if isinstance(value, int)]


def test_a_resumed_and_a_forked_blind_game_stay_blind_and_play_the_same(tmp_path: Path) -> None:
    def teams() -> tuple[TeamAgents, TeamAgents]:
        return build_team("vector", seed=1), build_team("random", seed=2)

    path, start = tmp_path / "game.jsonl", header(BLIND)
    whole = asyncio.run(runner(*teams(), start=start, journal=JournalWriter(path, start)).run())
    assert list(differences(whole)) == []
    lines = path.read_bytes().splitlines(keepends=True)
    for count in range(1, len(lines), 15):
        path.write_bytes(b"".join(lines[:count]))
        journal, writer = resume_journal(path)
        _goes_on_blindly(whole, teams(), start=journal.header, played=journal.played, journal=writer)
    for at in range(0, len(whole.public_transcript), 15):
        start, shared = fork(whole, at, episode_id="fork")
        _goes_on_blindly(whole, teams(), start=start, played=shared)


def _goes_on_blindly(whole: EpisodeRecord, teams: tuple[TeamAgents, TeamAgents], **options: Any) -> None:
    red, blue = map(taking_notes, teams)
    record = asyncio.run(runner(red, blue, **options).run())
    assert record.public_transcript == whole.public_transcript
    assert list(differences(record)) == []
    for agents, role in ((agents, role) for agents in (red, blue) for role in Role):
        _seen_nothing(agents, role)


# The penalty


def _unable(cluer: Any) -> TeamAgents:
    return TeamAgents(cluer, Saying(None), Saying(None), idle().config)


async def _penalty(board: Board) -> tuple[GameState, TeamAgents]:
    blue = _unable(Saying("TEMPLE"))
    red = _unable(Saying(Clue("anchor", 2)))
    state, traces = await TurnOrchestrator(red, blue).run_turn(Team.RED, position(config=PENALTY, board=board))
    assert traces.other_traces == []
    return state, blue


async def test_a_blind_cluer_is_not_asked_for_a_penalty_it_cannot_choose() -> None:
    state, blue = await _penalty(BOARD)
    assert blue.cluer.views == []  # type: ignore[attr-defined]
    (event,) = state.public_transcript
    assert isinstance(event, Reveal)
    assert (event.team, event.card) == (Team.RED, CardType.BLUE)
    assert (state.current_turn, state.words_left(Team.BLUE)) == (Team.BLUE, 7)


async def test_the_word_that_is_drawn_does_not_tell_that_those_before_it_are_of_another_kind() -> None:
    dice, firsts, boards = Random(1), 0, 40
    for _ in range(boards):
        board = twin_of(BOARD, frozenset(), dice)
        state, _ = await _penalty(board)
        blue = [word for word in board.words if board.key[word] is CardType.BLUE]
        event: Any = state.public_transcript[0]
        firsts += event.word == blue[0]
    assert 0 < firsts < boards / 2  # one of eight, in the long run


async def test_a_word_that_was_not_drawn_contradicts_the_answers() -> None:
    record = await play(_unable(Saying(Clue("anchor", 2))), idle(), PENALTY.model_copy(update={"max_turns": 1}))
    assert list(differences(record)) == []
    (event,) = record.public_transcript
    assert isinstance(event, Reveal)
    other = next(word for word in BLUE_WORDS if word != event.word)
    forged = record.model_copy(update={"public_transcript": [event.model_copy(update={"word": other})]})
    assert any(event.word in one for one in differences(forged))
