"""The marked places of a game."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from tests.games import ASSASSIN, BLUE_WORDS, BOARD, NEUTRAL_WORDS, RED_WORDS, clue, rest, touch

from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace, FailureKind, Question, RefusedTry
from codenames_core.game.board import CardType
from codenames_core.game.config import AgentConfig, GameConfig, IllegalCluePolicy, Seat, Team
from codenames_core.game.events import Event, Guess, GuessKind, Reveal
from codenames_core.game.replay import Replay
from codenames_core.game.state import initialize_game
from codenames_core.watch.markers import Marker, MarkerKind, markers

RED, BLUE = Team.RED, Team.BLUE


def replay(*events: Event, config: GameConfig | None = None) -> Replay:
    return Replay(initialize_game(config or GameConfig(), BOARD), events)


def refused_clue(at: int, *, in_the_end: bool = False) -> AgentTrace:
    illegal = RefusedTry(failure=FailureKind.ILLEGAL)
    failure = FailureKind.ILLEGAL if in_the_end else None
    return AgentTrace(seat=Seat.RED_CLUER, question=Question.CLUE, at=at, refused=(illegal,), failure=failure)


def test_a_wrong_guess_and_the_assassin_are_marked_where_they_show() -> None:
    game = replay(clue(RED), touch(RED, NEUTRAL_WORDS[0]), clue(BLUE), touch(BLUE, RED_WORDS[0]), clue(RED))
    assert markers(game) == (Marker(2, MarkerKind.WRONG_GUESS, RED), Marker(4, MarkerKind.WRONG_GUESS, BLUE))
    lost = replay(clue(RED), touch(RED, ASSASSIN))
    assert markers(lost) == (Marker(2, MarkerKind.ASSASSIN, RED), Marker(2, MarkerKind.TURNING_POINT, BLUE))


def test_a_refused_clue_is_marked_at_what_came_of_it_even_if_the_next_try_was_fine() -> None:
    game = replay(clue(RED), rest(RED), rest(BLUE))
    assert markers(game, [refused_clue(0)]) == (Marker(1, MarkerKind.ILLEGAL_CLUE, RED),)
    assert markers(game, [refused_clue(3, in_the_end=True)]) == (Marker(3, MarkerKind.ILLEGAL_CLUE, RED),)
    fine = AgentTrace(seat=Seat.RED_CLUER, question=Question.CLUE, at=0)
    unreadable = fine.model_copy(update={"refused": (RefusedTry(failure=FailureKind.UNREADABLE),)})
    assert markers(game, [fine, unreadable]) == ()


def test_a_penalty_is_one_marker_whether_or_not_the_traces_are_there() -> None:
    penalty = Reveal(team=RED, word=BLUE_WORDS[0], card=CardType.BLUE)
    game = replay(penalty, config=GameConfig(illegal_clue=IllegalCluePolicy.PENALTY))
    for traces in ([], [refused_clue(0, in_the_end=True)]):
        assert markers(game, traces) == (Marker(1, MarkerKind.ILLEGAL_CLUE, RED),)


def test_a_seat_that_changes_hands_is_marked() -> None:
    change = SeatChange(seat=Seat.BLUE_GUESSER_1, at=1, agent=AgentConfig(spec="human"))
    assert markers(replay(clue(RED)), (), [change]) == (Marker(1, MarkerKind.SEAT_CHANGE, BLUE),)


def test_the_lead_changes_when_the_other_team_has_fewer_words_left() -> None:
    events: list[Event] = [clue(RED, number=5)]
    events += [touch(RED, word) for word in RED_WORDS[:2]]  # 9 to 8 became 7 to 8: the first lead is no change
    events += [rest(RED), clue(BLUE, number=5), touch(BLUE, BLUE_WORDS[0])]  # 7 to 7
    assert markers(replay(*events)) == ()
    events += [touch(BLUE, BLUE_WORDS[1])]  # 7 to 6
    assert markers(replay(*events)) == (Marker(7, MarkerKind.LEAD_CHANGE, BLUE),)


def test_a_draw_leaves_the_lead_where_it_was() -> None:
    events: list[Event] = [clue(RED, number=5), *(touch(RED, word) for word in RED_WORDS[:2]), rest(RED)]
    events += [clue(BLUE, number=5), touch(BLUE, BLUE_WORDS[0]), rest(BLUE)]
    events += [clue(RED, number=5), touch(RED, RED_WORDS[2])]
    assert markers(replay(*events)) == ()


def test_what_does_not_follow_is_not_marked() -> None:
    assert markers(replay(touch(RED, ASSASSIN), clue(RED))) == ()


@given(st.lists(st.sampled_from(BOARD.words), max_size=25, unique=True), st.integers(0, 60))
def test_markers_are_ordered_within_the_game_and_leave_the_cursor(words: Sequence[str], cursor: int) -> None:
    game = replay()
    for word in words:
        team = game.last_state.turn.team
        if game.last_state.turn.clue is None:
            game.append(clue(team, number=9))
        game.append(touch(team, word))
    game.seek(cursor)
    before = game.cursor
    found = markers(game, [refused_clue(cursor)])
    assert game.cursor == before
    assert list(found) == sorted(found, key=lambda marker: marker.position)
    assert all(0 <= marker.position <= len(game) for marker in found)
    wrong = [marker for marker in found if marker.kind in (MarkerKind.WRONG_GUESS, MarkerKind.ASSASSIN)]
    events = [game.event(marker.position - 1) for marker in wrong]
    assert all(isinstance(event, Guess) and event.result is not GuessKind.CORRECT for event in events)
