"""What goes to a seat is its view and nothing else: every byte of it, for every game."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.games import ASSASSIN, BLUE_WORDS, BOARD, NEUTRAL_WORDS, RED_WORDS

from codenames_core.files.journal import Header, new_header
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import Question
from codenames_core.game.board import Board
from codenames_core.game.config import AgentConfig, GameConfig, Role, Seat, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage, Event, Pass, PassReason
from codenames_core.game.rules import process_guess
from codenames_core.game.state import Phase, apply, initialize_game
from codenames_core.game.visibility import visible_state
from codenames_core.table.invitations import Invitations
from codenames_core.table.known_game import KnownGame
from codenames_core.table.lobby import Lobby, Person
from codenames_core.table.messages import TOLD
from codenames_core.table.telling import PutQuestion, TableNow, ToldSoFar, agents_of, lobby_now, news

INVITATIONS = Invitations.draw(tuple(Seat))
AGENT = TeamConfig.homogeneous(AgentConfig(spec="vector:bold"), seed=3)
GUESSERS = [seat for seat in Seat if seat.role is not Role.CLUER]
CLUERS = [seat for seat in Seat if seat.role is Role.CLUER]


def header_of(board: Board, config: GameConfig) -> Header:
    return new_header(config, AGENT, AGENT, board=board, episode_id="x")


def table_of(header: Header, events: tuple[Event, ...], seat: Seat | None, **more: Any) -> tuple[TableNow, Person]:
    person = Person(1, "Ann", seat)
    lobby = Lobby(header.config.rules, tuple(Seat), (person,)).begin()
    changes = (SeatChange(seat=seat, at=0, agent=AgentConfig(spec="human")),) if seat else ()
    now = TableNow(header, "0" * 16, lobby, lobby_now(lobby, agents_of(header)), INVITATIONS, events, changes, **more)
    return now, lobby.person(1)


def told(now: TableNow, person: Person) -> bytes:
    """All bytes that the person is sent, from the beginning."""
    so_far = ToldSoFar()
    lines: list[bytes] = []
    while True:
        messages, so_far = news(so_far, now, person)
        if not messages:
            return b"\n".join(lines)
        lines += [message.model_dump_json().encode() for message in messages]


def play(board: Board, config: GameConfig, choices: list[int]) -> Iterator[tuple[Event, ...]]:
    """The events of a game by these choices, after every event; it ends before a hidden difference would show."""
    state = initialize_game(config, board)
    yield state.public_transcript
    for choice in choices:
        if state.phase is Phase.OVER:
            return
        team = state.turn.team
        if state.phase is Phase.CLUE:
            event: Event = Clue(team=team, word=f"CLUE{choice}", number=choice % 3)
        elif state.phase is Phase.DISCUSSION:
            seat = Seat.of(team, Role.GUESSER_1 if len(state.turn.discussion) % 2 == 0 else Role.GUESSER_2)
            event = DiscussionMessage(seat=seat, text=f"said {choice}", consensus=choice % 2 == 0)
        elif choice % 3 == 0:
            event = Pass(team=team, reason=PassReason.CHOSEN)
        else:
            words = [word for word in (*RED_WORDS[:4], *BLUE_WORDS[:4]) if word not in state.revealed]
            if not words:
                return
            state, _ = process_guess(words[choice % len(words)], state)
            yield state.public_transcript
            continue
        state = apply(state, event)
        yield state.public_transcript


@st.composite
def look_alikes(draw: st.DrawFn) -> Board:
    """A board like `BOARD`, but for the cards that no game of `play` turns."""
    hidden = [*RED_WORDS[4:], *BLUE_WORDS[4:], *NEUTRAL_WORDS, ASSASSIN]
    cards = draw(st.permutations([BOARD.key[word] for word in hidden]))
    return Board(BOARD.words, {**BOARD.key, **dict(zip(hidden, cards, strict=True))})


RULES = st.builds(GameConfig, surveillance=st.booleans(), blind=st.just(False))
CHOICES = st.lists(st.integers(0, 11), max_size=30)


@given(look_alikes(), RULES, CHOICES, st.sampled_from([*GUESSERS, None]))
@settings(max_examples=examples(60))
def test_boards_that_look_alike_give_a_guesser_the_same_bytes(
    other: Board, config: GameConfig, choices: list[int], seat: Seat | None
) -> None:
    for events, same_events in zip(play(BOARD, config, choices), play(other, config, choices), strict=True):
        assert events == same_events
        asked = PutQuestion(seat, Question.GUESSES, 3, (("FOO", "no such word"),)) if seat else None
        here = told(*table_of(header_of(BOARD, config), events, seat, question=asked))
        there = told(*table_of(header_of(other, config), events, seat, question=asked))
        assert here == there


@given(look_alikes(), CHOICES, st.sampled_from(CLUERS))
@settings(max_examples=examples(20))
def test_they_do_so_for_a_cluer_that_plays_blind(other: Board, choices: list[int], seat: Seat) -> None:
    config = GameConfig(blind=True)
    *_, events = play(BOARD, config, choices)
    assert told(*table_of(header_of(BOARD, config), events, seat)) == told(
        *table_of(header_of(other, config), events, seat)
    )


@given(RULES, CHOICES, st.sampled_from(list(Seat)))
@settings(max_examples=examples(60))
def test_what_a_seat_is_told_makes_its_view_and_nothing_more(
    config: GameConfig, choices: list[int], seat: Seat
) -> None:
    *_, events = play(BOARD, config, choices)
    known = KnownGame()
    now, person = table_of(header_of(BOARD, config), events, seat)
    for line in told(now, person).splitlines():
        known.take(TOLD.validate_json(line))
    state = initialize_game(config, BOARD)
    for event in events:
        state = apply(state, event)
    view, whole = known.view(), visible_state(state, seat)
    for name in ("words", "revealed", "turn_number", "current_turn", "phase", "current_clue", "words_left", "rules"):
        assert getattr(view, name) == getattr(whole, name), name
    assert view.guesses_remaining == whole.guesses_remaining
    if config.surveillance:
        assert view.public_transcript == whole.public_transcript
    assert getattr(view, "key", None) == getattr(whole, "key", None)


@given(CHOICES, st.sampled_from(list(Seat)))
@settings(max_examples=examples(30))
def test_where_teams_do_not_overhear_each_other_a_seat_is_told_what_its_own_team_says(
    choices: list[int], seat: Seat
) -> None:
    config = GameConfig(surveillance=False)
    *_, events = play(BOARD, config, choices)
    sent = told(*table_of(header_of(BOARD, config), events, seat)).decode()
    messages = [json.loads(line)["event"] for line in sent.splitlines() if '"type":"event"' in line]
    heard = {(one["seat"], one["text"]) for one in messages if one["type"] == "message"}
    for speaker, text in heard:
        assert text.startswith("said") is (Seat(speaker).team is seat.team)


@pytest.mark.parametrize("seat", [*GUESSERS, None])
def test_no_field_that_is_for_somebody_else_is_on_the_connection_of_a_guesser(seat: Seat | None) -> None:
    header = header_of(BOARD, GameConfig(seed=None))
    other = PutQuestion(Seat.RED_CLUER, Question.CLUE, 1, (("SECRETWORD", "part of a word on the board"),))
    sent = told(*table_of(header, (), seat, question=other, awaited=(Seat.RED_CLUER, Question.CLUE))).decode()
    assert "SECRETWORD" not in sent
    start = next(json.loads(line) for line in sent.splitlines() if '"type":"start"' in line)
    assert start["key"] is None
    assert '"question":"clue"' in sent  # that a clue is awaited is for all to know
    assert '"rejected"' not in sent
