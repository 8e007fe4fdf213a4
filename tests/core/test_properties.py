"""Laws that hold for every game, text and word list, tried on many that nobody would write by hand."""

import dataclasses
import json
import pickle
import unicodedata
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from tests.games import BOARD, idle

from codenames_core.files.journal import Header, Played
from codenames_core.files.record import EpisodeRecord, as_record
from codenames_core.game.board import Board, CardType, deal
from codenames_core.game.config import GameConfig, GameMode, Role, Seat, Team
from codenames_core.game.events import (
    EVENT,
    Clue,
    DiscussionMessage,
    Event,
    Guess,
    GuessKind,
    Pass,
    PassReason,
    Reveal,
    UnknownEvent,
)
from codenames_core.game.replay import Replay, ViewerState
from codenames_core.game.rules import process_guess, why_illegal_guess
from codenames_core.game.state import (
    GameState,
    Phase,
    Termination,
    apply,
    fold,
    initialize_game,
    kind_of_guess,
    speaker,
    why_not_now,
)
from codenames_core.game.visibility import GuesserView, UnsurveilledGuesserView, visible_state
from codenames_core.game.words import BOARD_SIZE, normalise
from codenames_core.referee.legality import read_number, why_illegal_clue
from codenames_core.support.errors import IllegalEvent, IllegalGuess
from codenames_core.support.frozen import construct_unchecked
from codenames_core.text.sanitiser import clean, one_line

TEXTS = st.text(max_size=30)
HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cc", "Cf", "Cs", "Mn", "Zl", "Zp"]),
        st.sampled_from("\x1b[]0;m\x07\x9b\x9c\r\n\t\u202e\u0301\u200d\ufe0f"),
    ),
    max_size=40,
)
NUMBERS = st.one_of(st.integers(0, 9), st.just("unlimited"))
CONFIGS = st.builds(
    GameConfig,
    mode=st.sampled_from(GameMode),
    starting_team=st.sampled_from(Team),
    max_turns=st.integers(1, 30),
    max_rounds=st.integers(1, 3),
    surveillance=st.booleans(),
    blind=st.booleans(),
    seed=st.integers(0, 2**63 - 1),
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of any layout."""
    cards = draw(st.lists(st.sampled_from(CardType), min_size=BOARD_SIZE, max_size=BOARD_SIZE))
    return Board(BOARD.words, dict(zip(BOARD.words, cards, strict=True)))


def next_events(draw: st.DrawFn, state: GameState) -> Event:
    """An event that may follow: of every kind that the phase allows."""
    team, hidden = state.turn.team, [word for word in state.board.words if word not in state.revealed]
    kinds = {
        Phase.CLUE: ["clue", "clue", "clue", "pass", "reveal", "unknown"],
        Phase.DISCUSSION: ["message", "message", "guess", "pass", "unknown"],
        Phase.GUESS: ["guess", "guess", "guess", "pass"],
        Phase.OVER: ["unknown"],
    }
    match draw(st.sampled_from(kinds[state.phase])):
        case "clue":
            return Clue(draw(TEXTS), draw(NUMBERS), team=team)
        case "message":
            agrees = draw(st.booleans())
            return DiscussionMessage(seat=speaker(state.turn), text=draw(TEXTS), consensus=agrees)
        case "guess":
            word = draw(st.sampled_from(hidden))
            card = state.board.key[word]
            return Guess(team=team, word=word, card=card, result=kind_of_guess(team, card))
        case "reveal":
            theirs = [word for word in hidden if state.board.key[word].team is team.other]
            if theirs:
                word = draw(st.sampled_from(theirs))
                return Reveal(team=team, word=word, card=state.board.key[word])
        case "unknown":
            return UnknownEvent.model_validate({"type": "weather", "rain": draw(st.booleans())})
        case _:
            pass
    return Pass(team=team, reason=draw(st.sampled_from(PassReason)))


@st.composite
def games(draw: st.DrawFn) -> tuple[GameState, list[Event], list[GameState]]:
    """A game that the rules allow: its beginning, its events, and the state after each of them."""
    initial = initialize_game(draw(CONFIGS), draw(st.one_of(boards(), st.just(BOARD))))
    states, events = [initial], []
    for _ in range(draw(st.integers(0, 40))):
        events.append(next_events(draw, states[-1]))
        states.append(apply(states[-1], events[-1]))
    return initial, events, states


Game = tuple[GameState, list[Event], list[GameState]]

ANY_EVENT: st.SearchStrategy[Event] = st.one_of(
    st.builds(Clue, TEXTS, NUMBERS, team=st.sampled_from(Team)),
    st.builds(DiscussionMessage, seat=st.sampled_from(Seat), text=TEXTS, consensus=st.booleans()),
    st.builds(
        Guess,
        team=st.sampled_from(Team),
        word=st.sampled_from([*BOARD.words, "PAINT"]),
        card=st.sampled_from(CardType),
        result=st.sampled_from(GuessKind),
    ),
    st.builds(Pass, team=st.sampled_from(Team), reason=st.sampled_from(PassReason)),
    st.builds(
        Reveal,
        team=st.sampled_from(Team),
        word=st.sampled_from([*BOARD.words, "PAINT"]),
        card=st.sampled_from(CardType),
    ),
    st.builds(UnknownEvent, type=st.sampled_from(["weather", "applause"])),
)


# What the engine makes without validating it


@given(games())
def test_an_event_that_was_not_validated_cannot_be_told_from_one_that_was(game: Game) -> None:
    for event in game[1]:
        if isinstance(event, UnknownEvent):
            continue
        made = construct_unchecked(type(event), dict(event.__dict__))
        assert made == event
        assert hash(made) == hash(event)
        assert repr(made) == repr(event)
        assert made.model_dump() == event.model_dump()
        assert made.model_dump_json() == event.model_dump_json()
        assert pickle.loads(pickle.dumps(made)) == event  # noqa: S301
        assert made.model_copy(update={"team": event.team}) == event.model_copy(update={"team": event.team})
        with pytest.raises(ValidationError):
            setattr(made, "type", "other")  # noqa: B010


# The fold


@given(games())
def test_folding_the_events_gives_the_state_however_they_are_cut(game: Game) -> None:
    initial, events, states = game
    for count, state in enumerate(states):
        assert fold(initial, events[:count]) == state
        assert fold(state, events[count:]) == states[-1]
        assert state.public_transcript == tuple(events[:count])


@given(games())
def test_the_revealed_only_grow_and_by_one_word_at_a_time(game: Game) -> None:
    _, events, states = game
    for event, before, after in zip(events, states, states[1:], strict=False):
        assert before.revealed <= after.revealed
        assert len(after.revealed - before.revealed) == isinstance(event, Guess | Reveal)


@given(games())
def test_a_game_is_over_or_somebody_owes_something(game: Game) -> None:
    _, _, states = game
    for state in states:
        assert (state.outcome is None) is (state.phase is not Phase.OVER)
        if state.outcome is not None:
            undecided = state.outcome.termination is Termination.TURN_LIMIT
            assert (state.winner is None) is undecided
        if state.phase is Phase.CLUE:
            assert state.current_clue is None
        if state.phase in (Phase.DISCUSSION, Phase.GUESS):
            assert state.current_clue is not None


@given(games())
def test_every_change_of_mover_follows_from_an_event_and_turns_alternate(game: Game) -> None:
    _, _, states = game
    for before, after in pairwise(states):
        assert after.turn.number - before.turn.number in (0, 1)
        assert (after.current_turn is before.current_turn) is (after.turn.number == before.turn.number)
        assert after.turn.number <= after.config.max_turns


@given(games())
def test_an_outcome_once_reached_stays(game: Game) -> None:
    _, _, states = game
    for before, after in pairwise(states):
        if before.outcome is not None:
            assert after.outcome == before.outcome


@given(games(), st.lists(ANY_EVENT, max_size=5))
def test_apply_refuses_exactly_what_why_not_now_names(game: Game, strays: list[Event]) -> None:
    state = game[2][-1]
    for event in [*strays, *game[1][:5]]:
        reason = why_not_now(state, event)
        if reason is None:
            apply(state, event)
        else:
            with pytest.raises(IllegalEvent) as refusal:
                apply(state, event)
            assert str(refusal.value).endswith(reason)


@given(games(), st.one_of(st.sampled_from(BOARD.words), TEXTS))
def test_process_guess_refuses_exactly_what_why_illegal_guess_names(game: Game, word: str) -> None:
    state = game[2][-1]
    reason = why_illegal_guess(word, state)
    if reason is None:
        after, result = process_guess(word, state)
        assert apply(state, after.public_transcript[-1]) == after
        assert result.winner is after.winner
        goes_on = after.outcome is None and after.current_turn is state.current_turn
        assert result.turn_continues is goes_on
    else:
        with pytest.raises(IllegalGuess) as refusal:
            process_guess(word, state)
        assert str(refusal.value) == reason


# Views


@given(games())
def test_a_guessers_view_never_holds_an_identity_that_is_not_revealed(game: Game) -> None:
    """Seen from the outside: games that differ only in hidden cards of no consequence look the same."""
    initial, events, states = game
    state = states[-1]
    hidden = [word for word in state.board.words if word not in state.revealed]
    cards = [state.board.key[word] for word in hidden]
    twin_board = Board(state.board.words, dict(state.board.key) | dict(zip(hidden, reversed(cards), strict=True)))
    twin = fold(initialize_game(initial.config, twin_board), events)
    for seat in Seat:
        view = visible_state(state, seat)
        if seat.role is Role.CLUER and not state.config.blind:
            continue
        assert not {field.name for field in dataclasses.fields(view)} & {"key", "seed", "board", "config"}
        assert set(view.revealed) == set(state.revealed)
        assert view == visible_state(twin, seat)
        if seat.role is not Role.CLUER:
            assert type(view) is (GuesserView if state.config.surveillance else UnsurveilledGuesserView)


@given(games())
def test_without_surveillance_a_view_holds_only_the_own_discussion(game: Game) -> None:
    state = game[2][-1]
    for seat in Seat:
        heard = [one for one in visible_state(state, seat).public_transcript if isinstance(one, DiscussionMessage)]
        said = [one for one in state.public_transcript if isinstance(one, DiscussionMessage)]
        own = [one for one in said if one.team is seat.team]
        assert heard == (said if state.config.surveillance else own)


# Files


@given(ANY_EVENT)
def test_every_event_survives_json(event: Event) -> None:
    assert EVENT.validate_json(EVENT.dump_json(event)) == event
    assert EVENT.validate_python(json.loads(EVENT.dump_json(event))) == event


@given(games())
def test_every_record_survives_json(game: Game) -> None:
    initial, events, states = game
    teams = idle().config
    header = Header(
        episode_id="law", config=initial.config, board=initial.board, teams={Team.RED: teams, Team.BLUE: teams}
    )
    record = as_record(header, Played(tuple(events)), states[-1])
    assert record == as_record(header, Played(tuple(events)))
    read = EpisodeRecord.model_validate_json(record.to_json())
    assert read == record
    assert read.to_json() == record.to_json()
    assert read.state_at(len(events)) == states[-1]


# Replay


@given(games(), st.data())
def test_seeking_gives_the_fold_of_the_first_events(game: Game, data: st.DataObject) -> None:
    initial, events, states = game
    replay = Replay(initial, events)
    assert replay.notes == {}
    for position in data.draw(st.lists(st.integers(-3, len(events) + 3), max_size=12)):
        reached = min(max(position, 0), len(events))
        assert replay.seek(position) == states[reached]
        assert (replay.cursor, replay.state) == (reached, states[reached])


@given(games(), st.data())
def test_a_step_back_undoes_a_step(game: Game, data: st.DataObject) -> None:
    initial, events, states = game
    replay = Replay(initial, events)
    start = replay.cursor
    assert start == len(events)
    replay.seek(data.draw(st.integers(0, len(events))))
    for size in data.draw(st.lists(st.integers(1, 8), max_size=6)):
        before = replay.cursor
        if before + size <= len(events):
            replay.step(size)
            assert replay.step(-size) == states[before]
        if before - size >= 0:
            replay.step(-size)
            assert replay.step(size) == states[before]


@given(games())
def test_a_replay_that_grows_is_the_replay_of_the_whole(game: Game) -> None:
    initial, events, states = game
    growing, whole = Replay(initial), Replay(initial, events)
    for event, state in zip(events, states[1:], strict=True):
        growing.append(event)
        assert growing.state == state
    assert growing.turn_starts == whole.turn_starts
    for number, position in enumerate(whole.turn_starts, start=1):
        assert whole.seek_turn(number).turn.number == number
        assert whole.cursor == position


@given(games(), st.lists(st.tuples(st.integers(0, 40), ANY_EVENT), max_size=4))
def test_a_replay_of_any_list_of_events_notes_what_does_not_follow_and_never_fails(
    game: Game, strays: list[tuple[int, Event]]
) -> None:
    initial, events, _ = game
    mixed = list(events)
    for position, stray in strays:
        mixed.insert(min(position, len(mixed)), stray)
    replay = Replay(initial, mixed)
    kept = [event for index, event in enumerate(mixed) if index not in replay.notes]
    assert replay.last_state == fold(initial, kept)
    assert ViewerState.of(replay.seek(len(mixed) // 2)).board == initial.board.words


# Text


@given(HOSTILE)
def test_cleaning_is_idempotent_and_leaves_nothing_that_acts_on_a_terminal(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert not {character for character in cleaned if unicodedata.category(character) in ("Cc", "Cs")} - {"\n"}
    assert not {character for character in cleaned if unicodedata.bidirectional(character) in ("RLO", "LRO", "RLE")}
    cleaned.encode()


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"], exclude_characters="\u115f\u1160\u3164\uffa0")))
def test_plain_text_passes_unchanged(text: str) -> None:
    assert clean(text) == text


@given(HOSTILE, st.one_of(st.none(), st.integers(1, 20)))
def test_one_line_is_one_line_and_no_longer_than_its_limit(text: str, limit: int | None) -> None:
    line = one_line(text, limit)
    assert len(line.splitlines()) <= 1
    assert one_line(line, limit) == line
    assert limit is None or len(line) <= limit


# Words


@given(st.one_of(HOSTILE, st.text(st.characters(exclude_categories=["Cs"]))))
def test_normalising_is_idempotent(word: str) -> None:
    form = normalise(word)
    assert normalise(form) == form
    assert normalise(f"  {word}\u00a0\n") == form
    assert form == " ".join(form.split())
    assert not [character for character in form if unicodedata.category(character) == "Cf"]


@given(st.text(st.characters(max_codepoint=0x7F)))
def test_plain_ascii_is_normalised_as_any_other_text(word: str) -> None:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
    assert normalise(word) == " ".join(folded.split())


@given(st.text(st.characters(categories=["L", "M", "N"]), max_size=12))
def test_composed_and_decomposed_words_are_the_same(word: str) -> None:
    assert normalise(unicodedata.normalize("NFD", word)) == normalise(unicodedata.normalize("NFC", word))


@given(st.integers(0, 2**63 - 1), st.sampled_from(GameMode), st.sampled_from(Team))
def test_every_seed_deals_a_board_of_the_official_layout(seed: int, mode: GameMode, first: Team) -> None:
    board = deal(GameConfig(seed=seed, mode=mode, starting_team=first))
    assert len({normalise(word) for word in board.words}) == BOARD_SIZE
    counts = [len(board.words_of(first)), len(board.words_of(first.other)), len(board.cards[CardType.ASSASSIN])]
    assert counts == [9, 8, 0 if mode is GameMode.NO_ASSASSIN else 1]


# The referee

ANYTHING: st.SearchStrategy[Any] = st.one_of(
    HOSTILE, st.integers(), st.floats(), st.booleans(), st.none(), st.lists(st.integers(), max_size=3)
)


@given(ANYTHING, ANYTHING)
def test_the_referee_never_fails_and_always_says_the_same(word: Any, number: Any) -> None:
    said = why_illegal_clue(word, number, BOARD.words)
    assert said == why_illegal_clue(word, number, BOARD.words)
    if said is None:
        assert normalise(word) not in map(normalise, BOARD.words)
        assert read_number(number) is not None
    else:
        assert clean(said) == said
        assert len(said.splitlines()) == 1
