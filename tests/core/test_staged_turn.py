"""The turn that people look at: a clue stays until the next one."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games import ASSASSIN, BLUE_WORDS, BOARD, NEUTRAL_WORDS, RED_WORDS, clue, rest, touch

from codenames_core.game.board import Board
from codenames_core.game.config import GameConfig, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, PassReason, Reveal
from codenames_core.game.state import GameState, Phase, apply, initialize_game, why_not_now
from codenames_core.game.timeline import Timeline
from codenames_core.watch.staged_turn import staged_turn

CONFIG = GameConfig(max_turns=12)


def one_of_the_moves(state: GameState, dice: int) -> Event:
    """An event that can follow from `state`."""
    team = state.turn.team
    face_down = [word for word in state.board.words if word not in state.revealed]
    if state.phase is Phase.CLUE:
        theirs = [word for word in face_down if state.board.key[word].team is team.other]
        if dice % 5 == 0 and theirs:
            return Reveal(team=team, word=theirs[0], card=state.board.key[theirs[0]])
        return rest(team, PassReason.FORFEITED) if dice % 5 == 1 else clue(team, f"word{dice}", 1 + dice % 4)
    seat = Seat.RED_GUESSER_1 if team is Team.RED else Seat.BLUE_GUESSER_1
    message = DiscussionMessage(seat=seat, text=f"thought {dice}", consensus=False)
    if dice % 3 == 0 and why_not_now(state, message) is None:
        return message
    return rest(team) if dice % 7 == 0 else touch(team, face_down[dice % len(face_down)])


def game_of(dice: Sequence[int], board: Board = BOARD) -> list[Event]:
    """A game that may follow from throws of a die."""
    state, events = initialize_game(CONFIG, board), list[Event]()
    for number in dice:
        if state.outcome is not None:
            break
        event = one_of_the_moves(state, number)
        state = apply(state, event)
        events.append(event)
    return events


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 400), max_size=60))
def test_a_clue_stays_until_the_next_one_or_until_a_turn_ends_without_any(dice: list[int]) -> None:
    events = game_of(dice)
    timeline = Timeline(initialize_game(CONFIG, BOARD), events)
    expected: Clue | None = None
    for position in range(1, len(events) + 1):
        event, before = events[position - 1], timeline.state_at(position - 1)
        if isinstance(event, Clue):
            expected = event
        elif isinstance(event, Pass | Reveal) and before.turn.clue is None:
            expected = None
        assert staged_turn(timeline, position).turn.clue is expected


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 400), max_size=60))
def test_the_turn_that_is_looked_at_holds_what_happened_and_nothing_of_what_will(dice: list[int]) -> None:
    events = game_of(dice)
    timeline = Timeline(initialize_game(CONFIG, BOARD), events)
    for position in range(len(events) + 1):
        state, staged = timeline.state_at(position), staged_turn(timeline, position)
        so_far = events[:position]
        assert {guess.word for guess in staged.turn.guesses} <= state.revealed
        assert all(said in so_far for said in (*staged.turn.discussion, *staged.turn.guesses))
        goes_on = staged.turn.number == state.turn.number and state.outcome is None
        assert (staged.ended_by is None) is goes_on
        if goes_on:
            assert staged.turn == state.turn
        elif isinstance(staged.ended_by, Guess | Pass | Reveal):
            assert staged.ended_by in so_far
            assert staged.ended_by.team is staged.turn.team
            assert not isinstance(staged.ended_by, Guess) or staged.turn.guesses[-1] is staged.ended_by


def test_a_wrong_guess_stays_with_its_clue_and_the_next_clue_takes_the_stage() -> None:
    red, blue = clue(Team.RED, "sea", 3), clue(Team.BLUE, "sky", 1)
    wrong = touch(Team.RED, NEUTRAL_WORDS[0])
    events: list[Event] = [red, touch(Team.RED, RED_WORDS[0]), wrong, blue, touch(Team.BLUE, BLUE_WORDS[0])]
    timeline = Timeline(initialize_game(CONFIG, BOARD), events)
    after = staged_turn(timeline, 3)
    assert (after.turn.clue, after.turn.team, after.turn.guesses, after.ended_by) == (
        red,
        Team.RED,
        (events[1], wrong),
        wrong,
    )
    assert staged_turn(timeline, 4).turn.clue is blue
    assert staged_turn(timeline, 4).ended_by is None


def test_the_turn_that_ended_a_game_stays_with_the_guess_that_ended_it() -> None:
    events: list[Event] = [clue(Team.RED), touch(Team.RED, ASSASSIN)]
    staged = staged_turn(Timeline(initialize_game(CONFIG, BOARD), events), 2)
    assert (staged.turn.clue, staged.ended_by) == (events[0], events[1])


def test_before_the_first_clue_there_is_an_empty_turn() -> None:
    staged = staged_turn(Timeline(initialize_game(CONFIG, BOARD)), 0)
    assert (staged.turn.clue, staged.turn.guesses, staged.ended_by) == (None, (), None)
