"""Two teams of six agents, what each seat may know, the game modes, and the edges of the rules."""

import dataclasses
import json
from collections.abc import Mapping
from enum import Enum
from typing import Any

import pytest
from pydantic import BaseModel
from tests.games import (
    ASSASSIN,
    BLUE_WORDS,
    BOARD,
    BUSY_BLUE,
    NEUTRAL_WORDS,
    RED_WORDS,
    WINNING_RED,
    clue,
    ghost,
    golden_episode,
    idle,
    moves,
    play,
    position,
    rest,
    taking_notes,
    team,
    touch,
    turn,
)

from codenames_agents.catalogue import build_team
from codenames_core.game.agent import TeamAgents
from codenames_core.game.board import Board, CardType, deal
from codenames_core.game.config import GameConfig, GameMode, Role, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, UnknownEvent
from codenames_core.game.state import GameState, Outcome, Termination, apply, initialize_game
from codenames_core.game.visibility import (
    BlindCluerView,
    CluerView,
    GuesserView,
    OverheardError,
    UnsurveilledGuesserView,
    View,
    visible_state,
)
from codenames_core.play.episode import run_episode

RED, BLUE = Team.RED, Team.BLUE
GUESSERS = [seat for seat in Seat if seat.role is not Role.CLUER]


def views_of(agents: TeamAgents, role: Role) -> list[Any]:
    """What the note taker in a seat was shown."""
    noted: Any = agents.of(role)
    return list(noted.views)


# A game of two teams


async def test_both_teams_take_turns() -> None:
    record = await golden_episode()
    assert [(turn.turn_number, turn.team) for turn in record.traces] == [
        (1, RED),
        (2, BLUE),
        (3, RED),
        (4, BLUE),
        (5, RED),
    ]
    clues = [event.team for event in record.public_transcript if isinstance(event, Clue)]
    assert clues == [RED, BLUE, RED, BLUE, RED]


@pytest.mark.parametrize("mode", GameMode)
async def test_every_game_completes_with_a_valid_winner_in_a_reasonable_number_of_turns(mode: GameMode) -> None:
    for seed in range(12):
        config = GameConfig(seed=seed, mode=mode)
        record = await run_episode(config, build_team("random", seed=1), build_team("random", seed=2))
        assert record.outcome is not None
        assert record.outcome.termination is not Termination.TURN_LIMIT
        assert record.winner in (RED, BLUE)
        assert 1 <= len(record.traces) <= 50
        assert record.state_at(len(record.public_transcript)).outcome == record.outcome


async def test_all_six_agents_are_asked() -> None:
    red, blue = taking_notes(team(*WINNING_RED)), taking_notes(team(*BUSY_BLUE))
    await play(red, blue)
    for agents in (red, blue):
        for role in Role:
            assert views_of(agents, role)


async def test_blue_begins_where_the_config_says_so() -> None:
    config = GameConfig(seed=2, starting_team=BLUE)
    record = await run_episode(config, build_team("random", seed=1), build_team("random", seed=2))
    assert record.public_transcript[0].team is BLUE  # type: ignore[union-attr]
    assert record.traces[0].team is BLUE


# Who sees what


async def test_every_view_is_its_own_seats_and_of_its_own_type() -> None:
    red, blue = taking_notes(team(*WINNING_RED)), taking_notes(team(*BUSY_BLUE))
    await play(red, blue)
    for seats_team, agents in ((RED, red), (BLUE, blue)):
        for role in Role:
            wanted = CluerView if role is Role.CLUER else GuesserView
            for view in views_of(agents, role):
                assert type(view) is wanted
                assert view.seat is Seat.of(seats_team, role)
                assert view.current_turn is seats_team


async def test_a_guessers_view_has_no_field_for_the_key() -> None:
    """Not null: absent, whatever is asked for."""
    red, blue = taking_notes(team(*WINNING_RED)), taking_notes(team(*BUSY_BLUE))
    await play(red, blue)
    for agents in (red, blue):
        for role in (Role.GUESSER_1, Role.GUESSER_2):
            for view in views_of(agents, role):
                assert not {name for name in everything_named(view) if "key" in name or "seed" in name}
                for name in ("key", "board", "config", "board_seed", "seed"):
                    assert not hasattr(view, name)


async def test_a_cluers_view_holds_the_key_and_what_the_opponents_said() -> None:
    red, blue = taking_notes(team(*WINNING_RED)), taking_notes(team(*BUSY_BLUE))
    await play(red, blue)
    first, second, *_ = views_of(red, Role.CLUER)
    assert dict(first.key) == BOARD.key
    said = [event.text for event in second.public_transcript if isinstance(event, DiscussionMessage)]
    assert said == ["ANCHOR first.", "Then ISLAND.", "Yes.", "PALACE.", "PALACE, then TEMPLE."]


async def test_guessers_hear_the_opponents_discussion_too() -> None:
    red, blue = taking_notes(team(*WINNING_RED)), taking_notes(team(*BUSY_BLUE))
    await play(red, blue)
    heard = views_of(blue, Role.GUESSER_2)[0].public_transcript
    assert [event.seat.team for event in heard if isinstance(event, DiscussionMessage)] == [RED, RED, RED, BLUE]


def everything_named(value: Any) -> set[str]:
    """The names of all fields in a view, at any depth, also of what a serialiser would leave out."""
    match value:
        case BaseModel():
            fields = {name: getattr(value, name) for name in type(value).model_fields}
        case Mapping():
            fields = {}
            return {name for one in value.values() for name in everything_named(one)}
        case tuple() | list():
            return {name for one in value for name in everything_named(one)}
        case _ if dataclasses.is_dataclass(value):
            fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        case _:
            return set()
    return set(fields).union(*(everything_named(one) for one in fields.values()))


def serialised(value: Any) -> Any:
    """A view as plain data: every field of everything in it."""
    match value:
        case BaseModel():
            return {"": type(value).__name__} | {name: serialised(one) for name, one in value}
        case Mapping():
            return {str(serialised(name)): serialised(one) for name, one in value.items()}
        case tuple() | list():
            return [serialised(one) for one in value]
        case Enum():
            return value.value
        case _ if dataclasses.is_dataclass(value):
            return {field.name: serialised(getattr(value, field.name)) for field in dataclasses.fields(value)}
        case _:
            return value


def in_bytes(view: View) -> bytes:
    return json.dumps(serialised(view), ensure_ascii=False).encode()


def with_other_secrets(state: GameState) -> GameState:
    """The same public game on a board whose hidden cards are dealt otherwise, from another seed."""
    key = dict(state.board.key)
    hidden = [word for word in state.board.words if word not in state.revealed]
    cards = [key[word] for word in hidden]
    key |= dict(zip(hidden, [*cards[1:], cards[0]], strict=True))
    config = state.config.model_copy(update={"seed": 987_654_321_987})
    twin = initialize_game(config, Board(state.board.words, key))
    for event in state.public_transcript:
        twin = apply(twin, event)
    return twin


async def test_the_bytes_of_a_guessers_view_do_not_depend_on_what_is_hidden() -> None:
    """Whatever could be read out of a view could be read out of its twin's, whose hidden cards are others."""
    config = GameConfig(seed=123_456_789_123)
    record = await run_episode(config, build_team("random", seed=1), build_team("random", seed=2))
    for count in range(len(record.public_transcript) + 1):
        state = record.state_at(count)
        if state.outcome is not None:
            break
        twin = with_other_secrets(state)
        assert twin.board.key != state.board.key
        for seat in GUESSERS:
            assert in_bytes(visible_state(state, seat)) == in_bytes(visible_state(twin, seat))
        assert in_bytes(visible_state(state, Seat.RED_CLUER)) != in_bytes(visible_state(twin, Seat.RED_CLUER))


@pytest.mark.parametrize("fields", [{}, {"surveillance": False}, {"blind": True}])
async def test_no_guesser_was_shown_an_identity_a_seed_or_a_target(fields: dict[str, Any]) -> None:
    """In the bytes: the card types of the revealed words stand there, of no other, and neither seed nor targets."""
    red, blue = taking_notes(build_team("random", seed=5)), taking_notes(build_team("random", seed=6))
    for last_digit in range(4):
        await run_episode(GameConfig(seed=123_456_789_120 + last_digit, **fields), red, blue)
    guessers = [
        view for agents in (red, blue) for role in Role if role is not Role.CLUER for view in views_of(agents, role)
    ]
    if fields.get("blind"):
        guessers += [view for agents in (red, blue) for view in views_of(agents, Role.CLUER)]
    assert len(guessers) > 10
    for view in guessers:
        text = in_bytes(view).decode()
        assert "12345678912" not in text
        assert "target" not in text
        assert "key" not in text
        shown = serialised(view)
        seen = shown.pop("revealed")
        guesses = [event for event in shown.pop("public_transcript") if "card" in event]
        assert {event["word"]: event["card"] for event in guesses} == seen
        assert set(seen) | set(view.unrevealed) == set(view.words)
        rest_of_it = json.dumps(shown)
        for card in (CardType.NEUTRAL, CardType.ASSASSIN):
            assert f'"{card}"' not in rest_of_it


async def test_nothing_private_is_in_any_view() -> None:
    red, blue = taking_notes(build_team("vector", seed=5)), taking_notes(build_team("vector", seed=6))
    record = await run_episode(GameConfig(seed=3, max_turns=4), red, blue)
    secrets = [trace.reasoning for trace in record.decisions() if trace.reasoning]
    assert secrets
    for agents in (red, blue):
        for role in Role:
            for view in views_of(agents, role):
                text = in_bytes(view).decode()
                assert not any(secret in text for secret in secrets)


# Surveillance off


async def test_without_surveillance_nobody_hears_the_opponents() -> None:
    red, blue = taking_notes(team(*WINNING_RED)), taking_notes(team(*BUSY_BLUE))
    record = await play(red, blue, GameConfig(surveillance=False))
    for seats_team, agents in ((RED, red), (BLUE, blue)):
        for role in Role:
            for view in views_of(agents, role):
                heard = [event for event in view.public_transcript if isinstance(event, DiscussionMessage)]
                assert {event.team for event in heard} <= {seats_team}
                assert type(view).__name__.startswith("Unsurveilled")
    assert any(event.team is BLUE for event in record.public_transcript if isinstance(event, DiscussionMessage))
    own = [event for event in views_of(red, Role.CLUER)[-1].public_transcript if isinstance(event, DiscussionMessage)]
    assert len(own) == 5


async def test_without_surveillance_clues_guesses_and_passes_are_still_public() -> None:
    red, blue = taking_notes(team(*WINNING_RED)), taking_notes(team(*BUSY_BLUE))
    record = await play(red, blue, GameConfig(surveillance=False))
    seen = views_of(red, Role.CLUER)[-1].public_transcript
    assert moves(seen) == moves(record.public_transcript[: -len(WINNING_RED[-1].guesses) - 3])


def test_an_unsurveilled_type_cannot_be_made_to_hold_the_opponents_words() -> None:
    state = position(clue(RED), DiscussionMessage(seat=Seat.RED_GUESSER_1, text="A", consensus=False))
    overheard = visible_state(state, Seat.BLUE_GUESSER_1)
    fields = {field.name: getattr(overheard, field.name) for field in dataclasses.fields(overheard)}
    with pytest.raises(OverheardError):
        UnsurveilledGuesserView(**fields)


# Blind


async def test_blind_cluers_play_without_the_key() -> None:
    red, blue = taking_notes(team(*WINNING_RED)), taking_notes(team(*BUSY_BLUE))
    record = await play(red, blue, GameConfig(blind=True))
    views = [*views_of(red, Role.CLUER), *views_of(blue, Role.CLUER)]
    assert {type(view) for view in views} == {BlindCluerView}
    assert not any(hasattr(view, "key") for view in views)
    assert views_of(red, Role.CLUER)[1].revealed.keys() == {"ANCHOR", "ISLAND", "PALACE", "TEMPLE"}
    assert record.winner is RED


# The modes


async def test_standard_the_assassin_ends_the_game_and_the_other_team_wins() -> None:
    record = await play(team(*WINNING_RED), team(turn("king", 2, "PALACE", ASSASSIN)))
    assert record.outcome == Outcome(RED, Termination.ASSASSIN)


async def test_no_assassin_the_same_card_just_ends_the_turn() -> None:
    standard = deal(GameConfig(seed=9))
    word = min(standard.cards[CardType.ASSASSIN])
    config = GameConfig(seed=9, mode=GameMode.NO_ASSASSIN, max_turns=2)
    record = await run_episode(config, team(turn("boo", 1, word, "never touched")), idle())
    assert f"red touches {word}: neutral" not in moves(record.public_transcript)  # the list holds a word that is none
    record = await run_episode(config, team(turn("boo", 2, word, min(standard.words_of(RED)))), idle())
    assert moves(record.public_transcript)[:3] == ["red: boo 2", f"red touches {word}: neutral", "blue: nothing 0"]
    assert record.outcome == Outcome(None, Termination.TURN_LIMIT)


@pytest.mark.parametrize("seed", range(5))
def test_no_assassin_and_standard_pair_on_one_seed(seed: int) -> None:
    standard, without = (deal(GameConfig(seed=seed, mode=mode)) for mode in (GameMode.STANDARD, GameMode.NO_ASSASSIN))
    assert standard.words == without.words
    assert [
        (word, standard.key[word], without.key[word])
        for word in standard.words
        if standard.key[word] != without.key[word]
    ] == [(min(standard.cards[CardType.ASSASSIN]), CardType.ASSASSIN, CardType.NEUTRAL)]


def test_single_guesser_deals_the_standard_board() -> None:
    assert deal(GameConfig(seed=9, mode=GameMode.SINGLE_GUESSER)) == deal(GameConfig(seed=9))


async def test_single_guesser_has_no_discussion_and_one_guesser_decides_alone() -> None:
    red, blue = taking_notes(team(*WINNING_RED)), taking_notes(team(*BUSY_BLUE))
    record = await play(red, blue, GameConfig(mode=GameMode.SINGLE_GUESSER))
    assert record.winner is RED
    assert not any(isinstance(event, DiscussionMessage) for event in record.public_transcript)
    assert all(turn.discussion_traces == [] for turn in record.traces)
    for agents in (red, blue):
        noted: Any = agents
        assert set(noted.guesser_1.questions) == {"guesses"}
        assert noted.guesser_2.questions == []


# What to study: logged, never enforced


async def test_whether_a_clue_came_after_the_opponents_discussion_can_be_told_from_the_record() -> None:
    record = await golden_episode()
    before = []
    for one in record.traces:
        assert one.clue_trace is not None
        heard = record.public_transcript[: one.clue_trace.at]
        before.append(sum(isinstance(event, DiscussionMessage) and event.team is not one.team for event in heard))
    assert before == [0, 3, 2, 5, 4]


async def test_discussions_that_mention_the_opponents_clue_can_be_found_in_the_transcript() -> None:
    blue = turn("king", 1, "PALACE", says=[("They had SEA, so they want the ISLAND.", True), ("Yes.", True)])
    record = await play(team(*WINNING_RED), team(blue, *BUSY_BLUE[1:]))
    clues = {event.team: event.word for event in record.public_transcript[:1] if isinstance(event, Clue)}
    mentions = [
        event.seat
        for event in record.public_transcript
        if isinstance(event, DiscussionMessage)
        and clues.get(event.team.other, "?").casefold() in event.text.casefold().replace(",", "").split()
    ]
    assert mentions == [Seat.BLUE_GUESSER_1]


# The edges


NEARLY_DONE: list[Event] = [
    clue(RED, number=0),
    *(touch(RED, word) for word in RED_WORDS[:-1]),
    rest(RED),
    clue(BLUE, number=0),
    *(touch(BLUE, word) for word in BLUE_WORDS[:-1]),
    rest(BLUE),
]


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        (RED_WORDS[-1], Outcome(RED, Termination.ALL_WORDS)),
        (BLUE_WORDS[-1], Outcome(BLUE, Termination.OPPONENT_COMPLETED)),
        (ASSASSIN, Outcome(BLUE, Termination.ASSASSIN)),
        (NEUTRAL_WORDS[0], None),
    ],
)
def test_both_teams_down_to_one_word(word: str, outcome: Outcome | None) -> None:
    state = position(*NEARLY_DONE)
    assert (state.words_left(RED), state.words_left(BLUE)) == (1, 1)
    state = apply(apply(state, clue(RED, "end", 1)), touch(RED, word))
    assert state.outcome == outcome
    if outcome is None:
        state = apply(apply(state, clue(BLUE, "end", 1)), touch(BLUE, BLUE_WORDS[-1]))
        assert state.outcome == Outcome(BLUE, Termination.ALL_WORDS)


async def test_both_teams_down_to_one_word_and_the_faster_one_wins() -> None:
    red = team(turn("most", 0, *RED_WORDS[:8]), turn("end", 1, NEUTRAL_WORDS[0]))
    blue = team(turn("most", 0, *BLUE_WORDS[:7]), turn("end", 1, BLUE_WORDS[7]))
    record = await play(red, blue)
    assert record.state_at(len(record.public_transcript) - 1).words_left(RED) == 1
    assert record.outcome == Outcome(BLUE, Termination.ALL_WORDS)
    assert len(record.traces) == 4


async def test_the_assassin_on_the_first_guess() -> None:
    record = await play(team(turn("oops", 3, ASSASSIN, "ANCHOR")), idle())
    assert record.outcome == Outcome(BLUE, Termination.ASSASSIN)
    assert moves(record.public_transcript) == ["red: oops 3", "red touches MARBLE: assassin"]
    assert len(record.traces) == 1


async def test_a_team_wins_on_the_bonus_guess() -> None:
    red = team(turn("most", 0, *RED_WORDS[:7]), turn("last", 1, *RED_WORDS[7:]))
    record = await play(red, idle())
    last = [event for event in record.public_transcript if isinstance(event, Guess)][-2:]
    assert [guess.word for guess in last] == list(RED_WORDS[7:])
    before_the_last = record.state_at(len(record.public_transcript) - 1)
    assert before_the_last.guesses_remaining == 1
    assert record.outcome == Outcome(RED, Termination.ALL_WORDS)


async def test_words_after_the_winning_one_are_not_touched() -> None:
    record = await play(team(turn("all", 0, *RED_WORDS, ASSASSIN)), idle())
    assert record.outcome == Outcome(RED, Termination.ALL_WORDS)
    assert ASSASSIN not in record.state_at(len(record.public_transcript)).revealed


async def test_a_team_can_lose_by_finding_the_others_last_word_on_its_bonus_guess() -> None:
    blue = team(turn("most", 0, *BLUE_WORDS[:7]))
    red = team(turn("none", 0), turn("sea", 1, "ANCHOR", BLUE_WORDS[7]))
    record = await play(red, blue)
    assert record.outcome == Outcome(BLUE, Termination.OPPONENT_COMPLETED)


async def test_solo_against_a_pass_ghost_only_the_real_team_gives_clues() -> None:
    record = await play(team(*WINNING_RED), ghost())
    assert {event.team for event in record.public_transcript if isinstance(event, Clue)} == {RED}
    assert record.winner is RED


async def test_an_event_of_the_future_reaches_every_view_as_it_is() -> None:
    weather = UnknownEvent.model_validate({"type": "weather", "rain": True})
    state = position(clue(RED), weather, config=GameConfig(surveillance=False))
    for seat in Seat:
        assert visible_state(state, seat).public_transcript[-1] == weather
