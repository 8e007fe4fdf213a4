"""Positions: asked again as they were, written and read without loss, and without a key where the seat has none."""

import json
from pathlib import Path

import pytest
from tests.games import BOARD
from tests.laboratory.lab import answered, fresh, recorded

from codenames_core.game.board import CardType
from codenames_core.game.config import Role, Seat
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.visibility import visible_state
from codenames_metrics.laboratory.asking.positions import (
    Kind,
    RecordedPosition,
    as_json,
    decisions_in,
    from_json,
    with_rules,
    without_messages,
)
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion


@pytest.mark.parametrize("kind", list(Kind))
async def test_an_offline_agent_decides_again_as_it_did_in_the_game(kind: Kind, tmp_path: Path) -> None:
    positions = list(decisions_in(recorded(), kind))
    questions = [
        LabQuestion(AnswerKey(one.id, "as-was", 0), one.state, one.ask, one.source.line_up) for one in positions
    ]
    _, laboratory = await answered(tmp_path, questions)
    assert len(positions) > 3
    for one in positions:
        assert laboratory.answers[AnswerKey(one.id, "as-was", 0)].answer == one.recorded, one.source


@pytest.mark.parametrize("kind", list(Kind))
def test_a_position_sees_what_the_seat_saw_in_the_game(kind: Kind) -> None:
    for one in decisions_in(recorded(), kind):
        state = recorded().state_at(one.source.at)
        assert visible_state(one.state, one.ask.seat) == visible_state(state, one.ask.seat)


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("talk", [True, False])
def test_a_position_is_read_as_it_was_written(kind: Kind, talk: bool) -> None:
    for one in fresh(kind, talk=talk):
        again = from_json(json.loads(json.dumps(as_json(one))))
        assert (again.id, again.board, again.targets, again.ask) == (one.id, one.board, one.targets, one.ask)
        assert visible_state(again.state, one.ask.seat) == visible_state(one.state, one.ask.seat)


def test_only_the_question_for_a_clue_is_asked_with_a_key() -> None:
    for kind in Kind:
        for one in fresh(kind):
            asked = as_json(one)["asked"]
            assert ("key" in asked) is (kind is Kind.CLUE)
            if kind is not Kind.CLUE:
                faces = {event["word"] for event in asked["events"] if "card" in event}
                assert faces <= one.state.revealed
                assert not any(card in json.dumps(asked["words"]) for card in map(str, CardType))


def test_ids_tell_positions_apart_and_boards_go_by_their_words() -> None:
    positions = [one for kind in Kind for one in fresh(kind)]
    assert len({one.id for one in positions}) == len(positions)
    assert len({one.board for one in positions}) == 1


def test_other_rules_are_validated_anew_so_that_the_view_follows() -> None:
    heard = next(one for one in decisions_in(recorded(), Kind.CLUE) if _opponents_said(one))
    assert heard.state.config.rules.surveillance  # which is computed once, and kept
    deaf = with_rules(heard.state, surveillance=False)
    seat = heard.ask.seat
    assert deaf.config.rules.surveillance is False
    said = [event for event in visible_state(deaf, seat).public_transcript if isinstance(event, DiscussionMessage)]
    assert all(event.team is seat.team for event in said)


def _opponents_said(one: RecordedPosition) -> bool:
    events = one.state.public_transcript
    return any(isinstance(event, DiscussionMessage) and event.team is not one.ask.seat.team for event in events)


def test_silenced_seats_have_said_nothing_in_this_turn_or_before() -> None:
    one = next(one for one in decisions_in(recorded(), Kind.GUESS) if one.state.turn.discussion)
    partner = Seat.of(one.ask.seat.team, Role.GUESSER_2)
    state = without_messages(one.state, frozenset({partner}))
    left = [event for event in state.public_transcript if isinstance(event, DiscussionMessage)]
    assert partner not in {event.seat for event in left}
    assert partner not in {message.seat for message in state.turn.discussion}
    assert {event.seat for event in left}


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "clue"},
        {"scored": {"key": "n" * 25, "targets": []}},  # the cards that were turned say otherwise
        {"scored": {"key": "x" * 25, "targets": []}},
        {"scored": {"key": "r", "targets": []}},
        {"source": {}},
    ],
)
def test_what_is_no_position_is_refused(change: dict[str, object]) -> None:
    written = as_json(next(one for one in fresh(Kind.GUESS) if one.state.revealed))
    with pytest.raises((ValueError, KeyError)):
        from_json({**written, **change})


def test_a_target_that_is_not_on_the_board_is_refused() -> None:
    written = as_json(fresh(Kind.GUESS)[0])
    with pytest.raises(ValueError, match="not on the board"):
        from_json({**written, "scored": {**written["scored"], "targets": [f"{BOARD.words[0]}ISH"]}})
