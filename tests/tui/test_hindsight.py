"""What an agent did where a person decided otherwise: found at the same point only, and shown to that person alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.forks import CLUER, PARENT, SKY, game, human, trace
from tests.tui.table import B1, B2, EVENTS, frame, says, screen_of, touches, until

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.forks.comparison_screen import ComparisonScreen
from codenames_tui.game.forks.hindsight import Alternative, Hindsight, alternatives, may_be_shown
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.recorded import RecordedSession


def said(fork: EpisodeRecord) -> list[tuple[str, str]]:
    return [(one.yours, one.theirs) for one in alternatives(PARENT, fork)]


def test_a_clue_at_the_same_point_is_found() -> None:
    other = Clue("rocket", 2, team=Team.BLUE)
    fork = game((*EVENTS[:7], other), human(CLUER, Question.CLUE, 7, {"word": "rocket", "number": 2}), parent=7)
    assert said(fork) == [("rocket 2", "sky 3")]
    assert alternatives(PARENT, fork)[0].turn == 2


def test_after_another_clue_nothing_is_the_same_point_any_more() -> None:
    other = Clue("rocket", 2, team=Team.BLUE)
    mine = human(B1, Question.MESSAGE, 8, {"text": "DUST?", "consensus": True})
    fork = game((*EVENTS[:7], other, says(B1, "DUST?", agrees=True)), mine, parent=7)
    assert said(fork) == []


def test_a_guess_after_another_talk_is_the_same_point() -> None:
    talk = (says(B1, "STAR?", agrees=True), says(B2, "Yes.", agrees=True))
    fork = game((*EVENTS[:8], *talk), human(B1, Question.GUESSES, 10, ["STAR"]), parent=8)
    assert said(fork) == [("STAR", "MOON, APPLE, STAR")]


def test_in_the_middle_of_a_list_it_is_the_rest_of_the_list() -> None:
    fork = game(EVENTS[:13], human(B1, Question.GUESSES, 13, []), parent=13)
    assert said(fork) == [("pass", "APPLE, STAR")]


def test_a_list_that_another_card_was_touched_from_is_another_point() -> None:
    fork = game((*EVENTS[:12], touches(Team.BLUE, "STAR")), human(B1, Question.GUESSES, 13, ["MOON"]), parent=12)
    assert said(fork) == []


@pytest.mark.parametrize(
    "mine",
    [
        trace(CLUER, Question.CLUE, 7, 2, SKY),
        human(CLUER, Question.CLUE, 7, SKY, failure=FailureKind.ILLEGAL),
        human(CLUER, Question.CLUE, 7, "nonsense"),
        human(CLUER, Question.CLUE, 7, {"word": 3, "number": None}),
        human(Seat.RED_CLUER, Question.CLUE, 7, SKY),
    ],
)
def test_only_decisions_of_people_that_were_used_count(mine: AgentTrace) -> None:
    assert said(game(EVENTS[:8], mine, parent=7)) == []


def test_what_a_person_did_before_the_fork_is_nothing_of_its_own() -> None:
    assert said(game(EVENTS, human(CLUER, Question.CLUE, 7, SKY), parent=8)) == []


@given(st.sets(st.sampled_from(list(Seat))), st.sampled_from(list(Seat)))
def test_while_people_play_only_the_one_who_decided_is_told(people: set[Seat], seat: Seat) -> None:
    one = Alternative(seat, Question.CLUE, 7, 2, "mine", "agent", "theirs")
    assert may_be_shown(one, tuple(people)) is (not people or people == {seat})


@given(st.integers(0, len(EVENTS)), st.lists(st.sampled_from(list(EVENTS)), max_size=6), st.sampled_from(list(Seat)))
def test_nothing_that_came_of_the_agents_answer_is_told(at: int, later: list[Event], seat: Seat) -> None:
    """Only the answer itself, which was given without knowing more than the seat."""
    mine = [human(seat, question, at, SKY) for question in Question]
    fork = game((*EVENTS[:at], *later), *mine, parent=at)
    answers = {"sky 3", "MOON and STAR", "MOON, APPLE, STAR", "APPLE, STAR", "STAR", "pass"}
    for one in alternatives(PARENT, fork):
        assert one.theirs in answers
        before = PARENT.public_transcript[: one.at]
        table = [event for event in before if not isinstance(event, DiscussionMessage)]
        ours = [event for event in fork.public_transcript[: one.at] if not isinstance(event, DiscussionMessage)]
        assert [event for event in ours if isinstance(event, Guess)] == [
            event for event in table if isinstance(event, Guess)
        ]


async def test_a_replay_of_the_fork_tells_it_after_the_decision_and_at_the_end_how_both_went() -> None:
    mine = human(B1, Question.GUESSES, 12, ["STAR", "POISON"])
    end = (touches(Team.BLUE, "STAR"), touches(Team.BLUE, "POISON"))
    fork = game((*EVENTS[:12], *end), mine, parent=12)
    recorded = RecordedSession(fork)
    app = CodenamesApp(GameScreen(recorded, position=12))
    async with app.run_test(size=(120, 40)) as pilot:
        screen_of(app).hindsight = Hindsight(PARENT)
        await pilot.pause()
        assert "same point" not in frame(app)
        await pilot.press("right")
        await until(pilot, lambda: "In turn 2, at the same point, BLUE guesser 1:" in frame(app))
        assert "the original's agent, ScriptedGuesser  MOON, APPLE," in frame(app)
        await pilot.press("end")
        await pilot.press("pagedown")
        await until(pilot, lambda: "fork  RED wins: BLUE hit the assassin." in frame(app))
        assert "original  BLUE wins: RED hit the assassin." in frame(app)


async def test_beside_each_other_decisions_stand_in_the_order_in_which_they_were_made() -> None:
    said_it = human(B1, Question.MESSAGE, 8, {"text": "STAR!", "consensus": True})
    picked = human(B1, Question.GUESSES, 12, ["STAR", "POISON"])
    fork = game((*EVENTS[:12], touches(Team.BLUE, "STAR"), touches(Team.BLUE, "POISON")), said_it, picked, parent=7)
    both = alternatives(PARENT, fork)
    assert [one.question for one in both] == [Question.MESSAGE, Question.GUESSES]
    app = CodenamesApp(ComparisonScreen(PARENT, fork, both))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "STAR, POISON" in frame(app))
        assert frame(app).index("STAR!") < frame(app).index("STAR, POISON")
