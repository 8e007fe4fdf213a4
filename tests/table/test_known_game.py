"""What a guest makes of a host that breaks the protocol."""

import pytest
from tests.table.tables import runner_of

from codenames_core.game.agent import Question
from codenames_core.game.config import Seat
from codenames_core.table.known_game import KnownGame
from codenames_core.table.messages import YourQuestion, YourSeat
from codenames_core.table.telling import start_for

START = start_for(runner_of().header, "00000000", None)
QUESTION = YourQuestion(number=1, seat=Seat.RED_GUESSER_1, question=Question.GUESSES)


@pytest.mark.parametrize(
    "told",
    [
        [QUESTION],
        [YourSeat(seat=Seat.RED_GUESSER_1), QUESTION],
        [START, QUESTION],
        [START, YourSeat(seat=Seat.BLUE_CLUER), QUESTION],
        [YourSeat(seat=Seat.RED_GUESSER_1), START, QUESTION, YourSeat(seat=None)],
    ],
    ids=["alone", "before the game", "to nobody", "to another seat", "before standing up"],
)
def test_a_question_that_this_seat_cannot_be_asked_is_passed_over(told: list[object]) -> None:
    known = KnownGame()
    for message in told:
        known.take(message)
    assert known.question is None


def test_a_question_to_the_own_seat_can_be_answered_from_its_view() -> None:
    known = KnownGame()
    for message in (YourSeat(seat=Seat.RED_GUESSER_1), START, QUESTION):
        known.take(message)
    assert known.question == QUESTION
    assert known.view().seat is Seat.RED_GUESSER_1
