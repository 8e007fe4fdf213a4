"""Why a turn was lost: every lost turn has one reason, and no other turn has any."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games import ASSASSIN, BLUE_WORDS, BOARD, NEUTRAL_WORDS, RED_WORDS
from tests.metrics.episodes import clue_trace, played, record

from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import Role, Seat, Team
from codenames_core.game.events import Clue, Event, GuessKind, Pass, PassReason
from codenames_metrics import compute_episode_metrics
from codenames_metrics.game.played_turns import PlayedTurn, played_turns
from codenames_metrics.game.tidy import tidy_rows
from codenames_metrics.game.turns.turn_loss import TurnLoss, is_lost, right_cards, turn_loss

RED = Team.RED
ONE, TWO, THREE = RED_WORDS[:3]
THEIRS, NEUTRAL = BLUE_WORDS[0], NEUTRAL_WORDS[0]


def turn_of(
    number: Any, *picks: str, said: tuple[str, ...] = (), targets: tuple[str, ...] = (), listed: tuple[str, ...] = ()
) -> PlayedTurn:
    """A turn of red with what was said, meant and listed."""
    is_used_up = isinstance(number, int) and 0 < number < len(picks)
    goes_on = not picks or (picks[-1] in RED_WORDS and not is_used_up)
    events = played(RED, "sea", number, *picks, said=[(text, False) for text in said], stop=goes_on)
    traces = clue_trace(1, RED, intended_targets=targets)
    seat = Seat.of(RED, Role.GUESSER_1)
    guesses = AgentTrace(seat=seat, question=Question.GUESSES, turn=1, at=len(said) + 1, answer=[*listed] or [*picks])
    return played_turns(record(events, traces=[traces.model_copy(update={"guess_trace": guesses})]))[0]


@pytest.mark.parametrize(
    ("turn", "loss"),
    [
        (turn_of(2, ONE, TWO), None),
        (turn_of(2, ONE, TWO, NEUTRAL), None),  # the bonus guess was wrong, and what the clue promised was found
        (turn_of(0, ONE), None),
        (turn_of("unlimited", ONE, NEUTRAL), None),
        (turn_of(2, ONE), TurnLoss.STOPPED_EARLY),
        (turn_of(1), TurnLoss.STOPPED_EARLY),
        (turn_of(0), TurnLoss.STOPPED_EARLY),
        (turn_of(2, ONE, ASSASSIN), TurnLoss.ASSASSIN),
        (turn_of(2, ASSASSIN, said=(f"PLAN: {ONE}",)), TurnLoss.ASSASSIN),
        (turn_of(1, THEIRS, said=(f"PLAN: {ONE}", f"PLAN: {THEIRS}", f"PLAN: {THEIRS}")), TurnLoss.DISCUSSION),
        (turn_of(2, ONE, THEIRS, said=(f"PLAN: {ONE}, {TWO}", f"PLAN: {ONE}, {THEIRS}")), TurnLoss.DISCUSSION),
        (turn_of(1, THEIRS, said=(f"PLAN: {THEIRS}, {ONE}", f"PLAN: {THEIRS}")), TurnLoss.CLUE_MISLED),
        (turn_of(2, THEIRS, listed=(THEIRS, ONE)), TurnLoss.CLUE_MISLED),
        (turn_of(1, NEUTRAL, said=(f"PLAN: {NEUTRAL}", f"PLAN: {NEUTRAL}")), TurnLoss.TARGET_MISSED),
        (turn_of(1, NEUTRAL), TurnLoss.TARGET_MISSED),
        # Where targets are known, another own word is no right card.
        (turn_of(1, NEUTRAL, said=(f"PLAN: {TWO}",), targets=(ONE,)), TurnLoss.TARGET_MISSED),
        (turn_of(1, NEUTRAL, said=(f"PLAN: {ONE}",), targets=(ONE,)), TurnLoss.DISCUSSION),
    ],
)
def test_reasons(turn: PlayedTurn, loss: TurnLoss | None) -> None:
    assert turn_loss(turn, BOARD) is loss


@pytest.mark.parametrize("with_clue", [False, True])
def test_a_forfeited_turn_was_not_answered(with_clue: bool) -> None:
    events: list[Event] = [Clue("sea", 1, team=RED)] if with_clue else []
    forfeited = [*events, Pass(team=RED, reason=PassReason.FORFEITED)]
    assert turn_loss(played_turns(record(forfeited))[0], BOARD) is TurnLoss.UNANSWERED


def test_an_open_turn_and_one_that_wins_are_not_lost() -> None:
    assert turn_loss(played_turns(record(played(RED, "sea", 3, ONE, stop=False)))[0], BOARD) is None
    rounds = [event for word in RED_WORDS[:-1] for event in (*played(RED, "a", 1, word), *played(Team.BLUE, "b", 1))]
    last = played_turns(record(rounds, played(RED, "c", 3, RED_WORDS[-1], stop=False)))[-1]
    assert last.is_over
    assert turn_loss(last, BOARD) is None


words = st.sampled_from([*RED_WORDS[:4], *BLUE_WORDS[:2], *NEUTRAL_WORDS[:2], ASSASSIN])
plans = st.lists(words, max_size=3, unique=True).map(lambda plan: f"PLAN: {', '.join(plan)}" if plan else "Hm.")


@st.composite
def turns(draw: st.DrawFn) -> PlayedTurn:
    """A turn as the rules allow it: touching ends at the first word that is not red's."""
    order = draw(st.lists(words, max_size=5, unique=True))
    wrong = next((place for place, word in enumerate(order) if word not in RED_WORDS), len(order))
    number = draw(st.sampled_from([0, 1, 2, 3, "unlimited"]))
    most = number + 1 if isinstance(number, int) and number else len(order)
    picks = order[: wrong + 1][:most]
    said = tuple(draw(st.lists(plans, max_size=4)))
    targets = tuple(draw(st.lists(st.sampled_from(RED_WORDS[:4]), max_size=2, unique=True)))
    return turn_of(number, *picks, said=said, targets=targets, listed=tuple(order))


@settings(max_examples=200)
@given(turns())
def test_every_lost_turn_has_exactly_one_reason_and_it_holds(turn: PlayedTurn) -> None:
    loss = turn_loss(turn, BOARD)
    last = turn.guesses[-1].result if turn.guesses else None
    found = sum(guess.result is GuessKind.CORRECT for guess in turn.guesses)
    said = {word for message in turn.discussion for word in BOARD.words if word in message.text}
    answer = turn.traces.guess_trace.answer if turn.traces and turn.traces.guess_trace else None
    listed = set(map(str, answer)) if isinstance(answer, list) else set()
    right = right_cards(turn, BOARD)
    assert is_lost(turn, BOARD) is (found < (turn.number_said or 1))
    is_wrong = last in (GuessKind.OPPONENT, GuessKind.NEUTRAL)
    holds = {
        None: not is_lost(turn, BOARD),
        TurnLoss.ASSASSIN: is_lost(turn, BOARD) and last is GuessKind.ASSASSIN,
        TurnLoss.STOPPED_EARLY: is_lost(turn, BOARD) and last in (None, GuessKind.CORRECT),
        TurnLoss.TARGET_MISSED: is_lost(turn, BOARD) and is_wrong and not right & (said | listed),
    }
    true = [reason for reason, is_true in holds.items() if is_true]
    if true:
        assert [loss] == true
    else:
        assert loss in (TurnLoss.DISCUSSION, TurnLoss.CLUE_MISLED)
        assert right & (said | listed)


def test_the_metrics_of_a_team_sum_up_to_its_lost_turns_and_tidy_rows_say_why() -> None:
    episode = record(
        played(RED, "sea", 2, ONE), played(Team.BLUE, "king", 1, ASSASSIN, stop=False), traces=[clue_trace(1, RED)]
    )
    metrics = compute_episode_metrics(episode)
    red, blue = metrics.red_metrics, metrics.blue_metrics
    assert (red.lost_turns, red.lost_stopped_early) == (1, 1)
    assert (blue.lost_turns, blue.lost_assassin) == (1, 1)
    for side in (red, blue):
        assert side.lost_turns == sum(getattr(side, f"lost_{reason}") for reason in TurnLoss)
    rows = list(tidy_rows(episode, vectors=False))
    assert {(row["team"], row["turn_loss"]) for row in rows} == {
        (Team.RED, TurnLoss.STOPPED_EARLY),
        (Team.BLUE, TurnLoss.ASSASSIN),
    }
