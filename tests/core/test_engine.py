"""The deal, words, turns and endings, the config, the fold, and what each seat may know."""

import copy
import dataclasses
import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from tests.games import (
    ASSASSIN,
    BLUE_WORDS,
    BOARD,
    BUSY_BLUE,
    NEUTRAL_WORDS,
    RED_WORDS,
    WINNING_RED,
    board_of,
    clue,
    golden_episode,
    idle,
    moves,
    play,
    position,
    rest,
    team,
    touch,
    turn,
)

import codenames_core
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.word_lists import reading_of
from codenames_core.game.board import Board, CardType, deal
from codenames_core.game.config import GameConfig, GameMode, Role, Seat, Team, TeamConfig
from codenames_core.game.events import (
    EVENT,
    KNOWN_TYPES,
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
from codenames_core.game.rules import process_guess
from codenames_core.game.state import (
    _RULES,
    Outcome,
    Phase,
    Termination,
    apply,
    fold,
    initialize_game,
    is_discussed,
    speaker,
)
from codenames_core.game.visibility import (
    BlindCluerView,
    CluerView,
    GuesserView,
    OverheardError,
    UnsurveilledBlindCluerView,
    UnsurveilledCluerView,
    UnsurveilledGuesserView,
    visible_state,
)
from codenames_core.game.words import default_word_list, normalise
from codenames_core.referee.legality import read_number, why_illegal, why_illegal_clue
from codenames_core.support.errors import BoardError, IllegalEvent, IllegalGuess, WordListError

RED, BLUE = Team.RED, Team.BLUE


# The deal


def test_a_board_has_25_distinct_words_9_for_the_starting_team_8_for_the_other_7_neutral_and_1_assassin() -> None:
    board = deal(GameConfig(seed=1))
    assert len({normalise(word) for word in board.words}) == 25
    assert Counter(board.key.values()) == {
        CardType.RED: 9,
        CardType.BLUE: 8,
        CardType.NEUTRAL: 7,
        CardType.ASSASSIN: 1,
    }


def test_red_starts_unless_the_config_says_otherwise() -> None:
    assert initialize_game(GameConfig(seed=1)).current_turn is RED
    state = initialize_game(GameConfig(seed=1, starting_team=BLUE))
    assert state.current_turn is BLUE
    assert (state.words_left(BLUE), state.words_left(RED)) == (9, 8)


def test_no_assassin_deals_the_standard_layout_with_the_assassin_made_neutral() -> None:
    standard, without = (deal(GameConfig(seed=5, mode=mode)) for mode in (GameMode.STANDARD, GameMode.NO_ASSASSIN))
    assert without.words == standard.words
    different = {word for word in standard.words if standard.key[word] is not without.key[word]}
    assert different == standard.cards[CardType.ASSASSIN]
    assert {without.key[word] for word in different} == {CardType.NEUTRAL}
    assert len(without.cards[CardType.NEUTRAL]) == 8


def test_a_blue_start_deals_the_same_layout_with_the_colours_swapped() -> None:
    red_first, blue_first = deal(GameConfig(seed=5)), deal(GameConfig(seed=5, starting_team=BLUE))
    assert blue_first.words_of(BLUE) == red_first.words_of(RED)
    assert blue_first.words_of(RED) == red_first.words_of(BLUE)


def test_one_seed_gives_one_board_and_another_seed_another() -> None:
    assert deal(GameConfig(seed=3)) == deal(GameConfig(seed=3))
    assert deal(GameConfig(seed=3)).words != deal(GameConfig(seed=4)).words


def test_the_words_of_a_board_say_nothing_of_its_key() -> None:
    """A card lies in each place of the board, and a word of the list is of each colour, about as often as any other."""
    assassins = Counter(
        board.words.index(min(board.cards[CardType.ASSASSIN]))
        for board in (deal(GameConfig(seed=seed)) for seed in range(1000))
    )
    assert len(assassins) == 25
    assert max(assassins.values()) < 80  # 40 on average; a standard deviation is 6


def test_a_deal_needs_a_seed_or_a_board() -> None:
    with pytest.raises(BoardError, match="seed"):
        initialize_game(GameConfig())
    assert initialize_game(GameConfig(), BOARD).board == BOARD


def test_a_board_of_another_word_list_is_never_dealt_from_the_shipped_one() -> None:
    with pytest.raises(WordListError, match="'mine'"):
        deal(GameConfig(seed=1, word_list="mine"))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (BOARD.words[:24], "24 words"),
        ((*BOARD.words, "EXTRA"), "26 words"),
        ((*BOARD.words[:24], "anchor"), "'anchor' twice"),
    ],
)
def test_a_board_that_is_none_is_refused_by_count_or_word(words: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        Board(words, dict.fromkeys(words, CardType.NEUTRAL))


def test_a_key_must_say_what_every_word_is_and_of_nothing_else() -> None:
    key = dict(BOARD.key)
    with pytest.raises(BoardError, match="'ANCHOR'"):
        Board(BOARD.words, {word: card for word, card in key.items() if word != "ANCHOR"})
    with pytest.raises(BoardError, match="26 entries"):
        Board(BOARD.words, key | {"EXTRA": CardType.RED})


# Words


def test_two_spellings_of_one_word_are_the_same_word() -> None:
    for one, other in [
        ("café", "cafe\u0301"),
        ("ICE CREAM", " ice\u00a0\u2003cream "),
        ("STRASSE", "straße"),
        ("KEY", "ｋｅｙ"),
        ("soft\u00adware", "SOFTWARE"),
        ("\ufeffword", "word\u200b"),
    ]:
        assert normalise(one) == normalise(other), (one, other)
    assert normalise("icecream") != normalise("ice cream")


def test_a_board_finds_a_word_in_any_spelling_and_answers_in_its_own() -> None:
    assert BOARD.find(" anchor ") == "ANCHOR"
    assert BOARD.find("anchors") is None


def test_the_shipped_list_has_distinct_words_and_no_problem() -> None:
    words = default_word_list().words
    assert len(words) >= 400
    assert reading_of("\n".join(words), "words").words == words
    assert not reading_of("\n".join(words), "words").problems


# Turns


@pytest.mark.parametrize("number", [1, 2, 3])
def test_own_words_go_on_up_to_the_number_and_one_more(number: int) -> None:
    state = position(clue(RED, number=number))
    for word in RED_WORDS[:number]:
        state, result = process_guess(word, state)
        assert (result.result, result.turn_continues) == (GuessKind.CORRECT, True)
    assert state.guesses_remaining == 1
    state, result = process_guess(RED_WORDS[number], state)
    assert not result.turn_continues
    assert (state.current_turn, state.phase) == (BLUE, Phase.CLUE)


@pytest.mark.parametrize("number", [0, "unlimited"])
def test_zero_and_unlimited_have_no_cap(number: Any) -> None:
    state = position(clue(RED, number=number))
    for word in RED_WORDS[:8]:
        assert state.guesses_remaining is None
        state, result = process_guess(word, state)
        assert result.turn_continues


@pytest.mark.parametrize(
    ("word", "card", "kind"),
    [(NEUTRAL_WORDS[0], CardType.NEUTRAL, GuessKind.NEUTRAL), (BLUE_WORDS[0], CardType.BLUE, GuessKind.OPPONENT)],
)
def test_a_neutral_or_opponents_word_ends_the_turn(word: str, card: CardType, kind: GuessKind) -> None:
    state, result = process_guess(word, position(clue(RED)))
    assert (result.card, result.result, result.turn_continues, result.winner) == (card, kind, False, None)
    assert (state.current_turn, state.phase, state.turn.number) == (BLUE, Phase.CLUE, 2)
    assert state.current_clue is None


def test_an_opponents_word_counts_for_them() -> None:
    state, _ = process_guess(BLUE_WORDS[0], position(clue(RED)))
    assert (state.words_left(RED), state.words_left(BLUE)) == (9, 7)


def test_a_team_may_pass_before_its_first_guess_and_after_any() -> None:
    assert position(clue(RED), rest(RED)).current_turn is BLUE
    assert position(clue(RED), touch(RED, RED_WORDS[0]), rest(RED, PassReason.STOPPED)).current_turn is BLUE


def test_the_phases_are_clue_discussion_guess_and_the_other_teams_clue() -> None:
    says = [
        DiscussionMessage(seat=Seat.RED_GUESSER_1, text="SADDLE?", consensus=True),
        DiscussionMessage(seat=Seat.RED_GUESSER_2, text="Yes.", consensus=True),
    ]
    events: list[Event] = [clue(RED), *says, touch(RED, "SADDLE"), rest(RED, PassReason.STOPPED)]
    phases = [position(*events[:count]).phase for count in range(len(events) + 1)]
    assert phases == [Phase.CLUE, Phase.DISCUSSION, Phase.DISCUSSION, Phase.GUESS, Phase.GUESS, Phase.CLUE]


def test_guessers_alternate_and_guesser_1_begins() -> None:
    state = position(clue(RED))
    for seat in (Seat.RED_GUESSER_1, Seat.RED_GUESSER_2, Seat.RED_GUESSER_1):
        assert speaker(state.turn) is seat
        state = apply(state, DiscussionMessage(seat=seat, text="Hm.", consensus=False))


@pytest.mark.parametrize(
    ("consensus", "over"),
    [
        ("", False),
        ("y", False),
        ("yy", True),
        ("yn", False),
        ("nyy", True),
        ("ynyn", False),
        ("nnnnn", False),
        ("nnnnnn", True),  # three rounds are used up
    ],
)
def test_two_consecutive_yeses_or_three_rounds_end_the_discussion(consensus: str, over: bool) -> None:
    state = position(clue(RED))
    for said in consensus:
        message = DiscussionMessage(seat=speaker(state.turn), text="Hm.", consensus=said == "y")
        state = apply(state, message)
    assert is_discussed(state.turn, state.config) is over


def test_two_yeses_of_one_guesser_are_no_consensus() -> None:
    message = DiscussionMessage(seat=Seat.RED_GUESSER_1, text="Yes.", consensus=True)
    assert not is_discussed(position(clue(RED), message, message).turn, GameConfig())


# Endings


def last_words(team: Team, but: int = 1) -> list[Event]:
    """Turns in which `team` finds all its words but the last ones, and the other team passes."""
    words = RED_WORDS if team is RED else BLUE_WORDS
    skipped = [] if team is RED else [rest(RED)]
    found = [touch(team, word) for word in words[: len(words) - but]]
    return [*skipped, clue(team, number=0), *found]


def test_the_team_that_finds_its_last_word_wins() -> None:
    state, result = process_guess(RED_WORDS[-1], position(*last_words(RED)))
    assert result.winner is RED
    assert state.outcome == Outcome(RED, Termination.ALL_WORDS)
    assert state.phase is Phase.OVER


def test_touching_the_other_teams_last_word_gives_them_the_game() -> None:
    events = [*last_words(BLUE), rest(BLUE, PassReason.STOPPED), clue(RED)]
    state, result = process_guess(BLUE_WORDS[-1], position(*events))
    assert (result.result, result.winner) == (GuessKind.OPPONENT, BLUE)
    assert state.outcome == Outcome(BLUE, Termination.OPPONENT_COMPLETED)


def test_guessing_the_assassin_loses_at_once() -> None:
    state, result = process_guess(ASSASSIN, position(clue(RED)))
    assert (result.card, result.result) == (CardType.ASSASSIN, GuessKind.ASSASSIN)
    assert (result.turn_continues, result.winner) == (False, BLUE)
    assert state.outcome == Outcome(BLUE, Termination.ASSASSIN)


def test_the_turn_limit_ends_a_game_without_a_winner() -> None:
    state = position(rest(RED), rest(BLUE), clue(RED), config=GameConfig(max_turns=3))
    assert state.outcome is None
    state = apply(state, rest(RED))
    assert state.outcome == Outcome(None, Termination.TURN_LIMIT)
    assert state.winner is None


def test_a_win_in_the_last_turn_that_is_allowed_is_a_win() -> None:
    config = GameConfig(max_turns=1)
    state = position(clue(RED, number=0), *(touch(RED, word) for word in RED_WORDS), config=config)
    assert state.outcome == Outcome(RED, Termination.ALL_WORDS)


async def test_a_seat_that_fails_aborts_the_game_where_the_config_says_so() -> None:
    record = await play(team(), idle(), GameConfig(fallback="abort"))
    assert record.outcome == Outcome(None, Termination.ABORTED)
    assert record.winner is None


@pytest.mark.parametrize(
    "event", [clue(BLUE), rest(BLUE), touch(BLUE, BLUE_WORDS[0])], ids=lambda event: str(event.type)
)
def test_nothing_happens_after_the_end(event: Event) -> None:
    over = position(clue(RED), touch(RED, ASSASSIN))
    with pytest.raises(IllegalEvent, match="after the end of the game"):
        apply(over, event)
    with pytest.raises(IllegalGuess, match="over"):
        process_guess("ANCHOR", over)


# Guesses


@pytest.mark.parametrize(
    ("guess", "reason"),
    [
        ("PAINT", "'PAINT' is not on the board"),
        ("anchor", "'ANCHOR' is already revealed"),
        ("", "not on the board"),
        ("\x1b[2J", "not on the board"),
    ],
)
def test_a_guess_that_cannot_be_made_says_what_would_be_right(guess: str, reason: str) -> None:
    state = position(clue(RED), touch(RED, "ANCHOR"))
    with pytest.raises(IllegalGuess, match=reason) as refusal:
        process_guess(guess, state)
    assert "face down" in str(refusal.value)
    assert "\x1b" not in str(refusal.value)


def test_no_guess_is_due_before_the_clue() -> None:
    with pytest.raises(IllegalGuess, match="no clue yet"):
        process_guess("ANCHOR", position())


def test_process_guess_changes_nothing_but_what_it_returns() -> None:
    before = position(clue(RED))
    after, _ = process_guess("anchor", before)
    assert before == position(clue(RED))
    assert after.public_transcript[-1] == touch(RED, "ANCHOR")
    assert after.revealed == {"ANCHOR"}


# The config


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"mode": "standard", "assassin_count": 0}, "no_assassin"),
        ({"mode": "standard", "discussion": False}, "single_guesser"),
        ({"mode": "no_assassin", "assassin_count": 1}, "no assassin"),
        ({"mode": "single_guesser", "discussion": True}, "no discussion"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"max_turns": 0}, "max_turns"),
        ({"seed": -1}, "seed"),
        ({"fallback": "give up"}, "fallback"),
        ({"word_list": "/home/someone/words.txt"}, "plain name"),
        ({"decision_seconds": 0}, "decision_seconds"),
        ({"no_such_field": 1}, "no_such_field"),
    ],
)
def test_a_config_that_contradicts_itself_is_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        GameConfig(**fields)


@pytest.mark.parametrize(
    ("mode", "assassins", "discussion"),
    [("standard", 1, True), ("no_assassin", 0, True), ("single_guesser", 1, False)],
)
def test_a_mode_sets_its_defaults(mode: str, assassins: int, discussion: bool) -> None:
    config = GameConfig(mode=GameMode(mode))
    assert (config.assassin_count, config.discussion) == (assassins, discussion)
    assert (config.max_rounds, config.max_turns, config.max_retries) == (3, 50, 3)


def test_a_team_is_named_by_its_seats() -> None:
    one = TeamConfig.model_validate({"cluer": "random", "guesser_1": "random", "guesser_2": "random"})
    assert one.label == "random"
    assert {seat.team for seat in Seat} == {RED, BLUE}
    assert [Seat.of(RED, role).label for role in Role] == ["red cluer", "red guesser 1", "red guesser 2"]


# The fold


async def test_folding_the_transcript_gives_the_state() -> None:
    record = await golden_episode()
    state = record.initial_state()
    for count, event in enumerate(record.public_transcript, start=1):
        state = apply(state, event)
        assert record.state_at(count) == state
    assert state.outcome == record.outcome
    assert fold(record.initial_state(), record.public_transcript) == state


@pytest.mark.parametrize(
    ("before", "event", "reason"),
    [
        ([], touch(RED, "ANCHOR"), "guess before clue"),
        ([], clue(BLUE), "it is red's turn"),
        ([clue(RED)], clue(RED), "second clue"),
        ([clue(RED)], touch(BLUE, "ANCHOR"), "it is red's turn"),
        ([], DiscussionMessage(seat=Seat.RED_GUESSER_1, text="", consensus=False), "before clue"),
        ([clue(RED)], DiscussionMessage(seat=Seat.RED_CLUER, text="", consensus=False), "takes no part"),
        (
            [clue(RED), touch(RED, "ANCHOR")],
            DiscussionMessage(seat=Seat.RED_GUESSER_1, text="", consensus=False),
            "after its end",
        ),
        ([clue(RED), touch(RED, "ANCHOR")], touch(RED, "ANCHOR"), "already revealed"),
        (
            [clue(RED)],
            Guess(team=RED, word="PAINT", card=CardType.RED, result=GuessKind.CORRECT),
            "'PAINT' is not on the board",
        ),
        (
            [clue(RED)],
            Guess(team=RED, word="ANCHOR", card=CardType.BLUE, result=GuessKind.OPPONENT),
            "the key says red",
        ),
        (
            [clue(RED)],
            Guess(team=RED, word="ANCHOR", card=CardType.RED, result=GuessKind.NEUTRAL),
            "said to be neutral",
        ),
        ([clue(RED)], Reveal(team=RED, word="BRIDGE", card=CardType.BLUE), "after a clue"),
        ([], Reveal(team=RED, word="ANCHOR", card=CardType.RED), "a word of blue"),
    ],
)
def test_an_event_that_does_not_follow_is_refused_and_says_where(
    before: list[Event], event: Event, reason: str
) -> None:
    with pytest.raises(IllegalEvent, match=rf"event {len(before)}: .*{reason}"):
        apply(position(*before), event)


def test_the_penalty_reveals_a_word_of_the_other_team_and_ends_the_turn() -> None:
    state = position(Reveal(team=RED, word="BRIDGE", card=CardType.BLUE))
    assert (state.current_turn, state.words_left(BLUE), state.turn.number) == (BLUE, 7, 2)


def test_a_penalty_can_reveal_the_winning_word() -> None:
    events = [*last_words(BLUE), rest(BLUE, PassReason.STOPPED)]
    state = position(*events, Reveal(team=RED, word=BLUE_WORDS[-1], card=CardType.BLUE))
    assert state.winner is BLUE


# Events


@pytest.mark.parametrize(
    "event",
    [
        clue(RED, number="unlimited"),
        DiscussionMessage(seat=Seat.BLUE_GUESSER_2, text="银行?\n\x1b[2J", consensus=False),
        DiscussionMessage(seat=Seat.BLUE_GUESSER_2, text="", consensus=False, skipped="timeout"),
        touch(RED, ASSASSIN),
        rest(BLUE, PassReason.GHOST),
        Reveal(team=RED, word="BRIDGE", card=CardType.BLUE),
        UnknownEvent.model_validate({"type": "weather", "payload": {"rain": [1, 2]}}),
    ],
    ids=lambda event: str(event.type),
)
def test_every_event_survives_a_file(event: Event) -> None:
    text = EVENT.dump_json(event)
    assert EVENT.validate_json(text) == event
    assert EVENT.dump_json(EVENT.validate_json(text)) == text


@pytest.mark.parametrize(
    "written",
    [
        {"type": "clue", "word": "sea", "number": 2},
        {"type": "clue", "team": None, "word": "sea", "number": 2},
        {"type": "message", "text": "Hm.", "consensus": False},
        {"type": "message", "seat": "red_dealer", "text": "Hm.", "consensus": False},
        {"type": "guess", "word": "ANCHOR", "card": "red", "result": "correct"},
        {"type": "pass", "reason": "chosen"},
    ],
)
def test_an_event_in_a_file_says_whose_it_is(written: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EVENT.validate_python(written)


@pytest.mark.parametrize("kind", KNOWN_TYPES)
def test_no_event_of_a_known_type_passes_for_an_unknown_one(kind: str) -> None:
    with pytest.raises(ValidationError, match=f"events of type '{kind}' are known"):
        UnknownEvent(type=kind)


def test_the_rules_cover_every_kind_of_event() -> None:
    assert set(_RULES) == {*KNOWN_TYPES.values(), UnknownEvent}


def test_the_events_that_are_known() -> None:
    assert set(KNOWN_TYPES.values()) == {Clue, DiscussionMessage, Guess, Pass, Reveal}
    assert {kind.value for kind in GuessKind} == {"correct", "opponent", "neutral", "assassin"}
    assert {reason.value for reason in PassReason} == {"chosen", "stopped", "forfeited", "ghost"}


def test_no_event_carries_a_time() -> None:
    events = (clue(RED), touch(RED, ASSASSIN), rest(RED), Reveal(team=RED, word="BRIDGE", card=CardType.BLUE))
    fields = {name for event in events for name in event.model_dump()}
    assert fields == {"type", "team", "word", "number", "card", "result", "reason"}


def test_an_unknown_event_is_kept_and_skipped_by_the_fold() -> None:
    weather = EVENT.validate_python({"type": "weather", "payload": {}})
    before = position(clue(RED))
    after = apply(before, weather)
    assert after.public_transcript == (*before.public_transcript, weather)
    assert (after.turn, after.revealed, after.phase) == (before.turn, before.revealed, before.phase)
    assert apply(position(clue(RED), touch(RED, ASSASSIN)), weather).winner is BLUE


class Rest(Pass):
    """A pass of a program that adds to the class."""


def test_an_event_of_a_derived_class_follows_as_its_kind_does() -> None:
    assert apply(position(), Rest(team=RED, reason=PassReason.CHOSEN)).current_turn is BLUE
    with pytest.raises(IllegalEvent, match="it is red's turn"):
        apply(position(), Rest(team=BLUE, reason=PassReason.CHOSEN))


def test_events_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        setattr(clue(RED), "word", "other")  # noqa: B010


# Legality of clues, rule set basic


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("sea", 2),
        ("  sea ", "2"),
        ("sea", " 2 "),
        ("sea", 0),
        ("sea", 25),
        ("sea", "unlimited"),
        ("sea", "Unlimited"),
        ("well-known", 1),
        ("o'clock", 1),
        ("银行", 1),
        ("7up", 1),
        ("PASS", 0),
    ],
)
def test_a_legal_clue(word: str, number: Any) -> None:
    assert why_illegal_clue(word, number, BOARD.words) is None


@pytest.mark.parametrize(
    ("word", "number", "reason"),
    [
        ("anchor", 1, "on the board"),
        ("ＡＮＣＨＯＲ", 1, "on the board"),
        ("deep sea", 1, "more than one word"),
        ("", 1, "letter or digit"),
        ("--", 1, "letter or digit"),
        ("-sea", 1, "begins or ends"),
        ("s" * 41, 1, "41 characters"),
        ("sea!", 1, "'!'"),
        ("s\x1bea", 1, "one word"),
        (None, 1, "not a word"),
        (12, 1, "not a word"),
        ("sea", -1, "number"),
        ("sea", 26, "number"),
        ("sea", 1.5, "number"),
        ("sea", float("nan"), "number"),
        ("sea", True, "number"),
        ("sea", "²", "number"),
        ("sea", "1_0", "number"),
        ("sea", "9" * 5000, "number"),
        ("sea", 10**5000, "number"),
        ("sea", None, "number"),
        ("sea", "two", "number"),
    ],
    ids=lambda value: "many digits" if isinstance(value, int) and value > 10**9 else None,
)
def test_an_illegal_clue_says_why(word: Any, number: Any, reason: str) -> None:
    said = why_illegal_clue(word, number, BOARD.words)
    assert said is not None
    assert reason in said
    assert said.isprintable()
    assert len(said) < 300


def test_a_revealed_word_is_free_again() -> None:
    assert why_illegal(Clue("anchor", 1), position())
    revealed = position(clue(RED), touch(RED, "ANCHOR"), rest(RED), clue(BLUE), rest(BLUE))
    assert why_illegal(Clue("anchor", 1), revealed) is None


def test_decimal_strings_are_read_after_trimming() -> None:
    assert [read_number(text) for text in ("2", " 2 ", "02", "unlimited ")] == [2, 2, 2, "unlimited"]


# Views


@pytest.mark.parametrize(
    ("fields", "cluer", "guesser"),
    [
        ({}, CluerView, GuesserView),
        ({"blind": True}, BlindCluerView, GuesserView),
        ({"surveillance": False}, UnsurveilledCluerView, UnsurveilledGuesserView),
        ({"surveillance": False, "blind": True}, UnsurveilledBlindCluerView, UnsurveilledGuesserView),
    ],
)
def test_what_a_seat_may_know_is_a_type(fields: dict[str, Any], cluer: type, guesser: type) -> None:
    state = position(config=GameConfig(**fields))
    for seat in Seat:
        view = visible_state(state, seat)
        assert type(view) is (cluer if seat.role is Role.CLUER else guesser)
        assert ("key" in {field.name for field in dataclasses.fields(view)}) is (
            seat.role is Role.CLUER and not fields.get("blind", False)
        )


def test_a_cluers_view_is_a_guessers_view_and_the_key() -> None:
    names = [{field.name for field in dataclasses.fields(kind)} for kind in (CluerView, GuesserView)]
    assert names[0] - names[1] == {"key"}
    assert names[1] < names[0]
    assert not issubclass(CluerView, GuesserView)
    assert not issubclass(GuesserView, CluerView)


def test_a_view_shows_the_table() -> None:
    state = position(clue(RED, number=3), touch(RED, "ANCHOR"), touch(RED, "DRAGON"))
    view = visible_state(state, Seat.BLUE_GUESSER_2)
    assert view.words == BOARD.words
    assert view.revealed == {"ANCHOR": CardType.RED, "DRAGON": CardType.RED}
    assert (view.current_turn, view.phase, view.turn_number) == (RED, Phase.GUESS, 1)
    assert (view.current_clue, view.guesses_remaining) == (clue(RED, number=3), 2)
    assert view.words_left == {RED: 7, BLUE: 8}
    assert view.public_transcript == state.public_transcript
    assert "ANCHOR" not in view.unrevealed
    assert len(view.unrevealed) == 23


def test_nobody_can_change_the_game_through_a_view() -> None:
    view = visible_state(position(), Seat.RED_CLUER)
    assert isinstance(view, CluerView)
    for mapping in (view.key, view.revealed):
        with pytest.raises(TypeError):
            mapping["ANCHOR"] = CardType.BLUE  # type: ignore[index]


@pytest.mark.parametrize("seat", [Seat.RED_CLUER, Seat.BLUE_GUESSER_1])
def test_a_view_can_be_written_down_by_any_usual_means(seat: Seat) -> None:
    view = visible_state(position(clue(RED), touch(RED, "ANCHOR")), seat)
    assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301
    assert copy.deepcopy(view) == view
    adapter: TypeAdapter[Any] = TypeAdapter(type(view))
    for written in (dataclasses.asdict(view), adapter.dump_python(view), adapter.dump_python(view, mode="json")):
        assert written["revealed"] == {"ANCHOR": "red"}
        assert ("key" in written) is (seat.role is Role.CLUER)


def test_an_unsurveilled_view_refuses_to_hold_what_the_opponents_said() -> None:
    said = DiscussionMessage(seat=Seat.RED_GUESSER_1, text="SADDLE!", consensus=False)
    state = position(clue(RED), said, config=GameConfig(surveillance=False))
    view = visible_state(state, Seat.BLUE_GUESSER_1)
    assert view.public_transcript == (clue(RED),)
    assert visible_state(state, Seat.RED_GUESSER_2).public_transcript == (clue(RED), said)
    with pytest.raises(OverheardError, match="may not hear"):
        dataclasses.replace(view, public_transcript=state.public_transcript)


# The record


async def test_a_record_survives_its_file(tmp_path: Path) -> None:
    record = await golden_episode()
    path = record.save(tmp_path / "game.json")
    assert EpisodeRecord.load(path) == record
    assert EpisodeRecord.load(path).to_json() == record.to_json()


async def test_a_record_stores_the_dealt_board_itself() -> None:
    record = await play(team(*WINNING_RED), team(*BUSY_BLUE), GameConfig(seed=7, max_turns=1), deal(GameConfig(seed=7)))
    stored = json.loads(record.to_json())["board"]
    assert list(stored["key"]) == stored["words"] == list(deal(GameConfig(seed=7)).words)
    assert record.board_seed == 7


async def test_a_scripted_game_is_played_to_its_end() -> None:
    record = await golden_episode()
    assert moves(record.public_transcript) == [
        "red: sea 2",
        "red touches ANCHOR: correct",
        "red touches ISLAND: correct",
        "red passes: stopped",
        "blue: king 2",
        "blue touches PALACE: correct",
        "blue touches TEMPLE: correct",
        "blue passes: stopped",
        "red: wings 2",
        "red touches FALCON: correct",
        "red touches DRAGON: correct",
        "red touches WALNUT: correct",
        "blue: tool 2",
        "blue touches HAMMER: correct",
        "blue touches GARDEN: neutral",
        "red: horse 3",
        "red touches SADDLE: correct",
        "red touches QUIVER: correct",
        "red touches KETTLE: correct",
        "red touches NEEDLE: correct",
    ]
    assert record.outcome == Outcome(RED, Termination.ALL_WORDS)


async def test_any_recorded_game_can_be_rebuilt_by_hand_whatever_its_layout() -> None:
    board = board_of(" ".join([f"W{n}+" for n in range(9)] + [f"V{n}." for n in range(15)] + ["X!"]))
    record = await play(team(turn("all", 0, *[f"W{n}" for n in range(9)])), idle(), board=board)
    assert record.winner is RED


# The public names


def test_every_public_name_can_be_imported_from_the_package() -> None:
    for name in codenames_core.__all__:
        assert getattr(codenames_core, name) is not None
    wanted = """GameConfig GameMode Team CardType Phase Board Event Clue DiscussionMessage Guess Pass Reveal GameState
        GuessResult EpisodeRecord TurnTraces AgentTrace AgentConfig TeamConfig View GuesserView CluerView
        BlindCluerView Seat Cluer Guesser TeamAgents Rejection Unreadable Outcome Termination deal initialize_game
        apply fold process_guess why_illegal why_illegal_clue visible_state TurnOrchestrator EpisodeRunner run_episode
        save_episode EventStream Replay ViewerState"""
    assert set(wanted.split()) <= set(codenames_core.__all__)
    with pytest.raises(AttributeError):
        codenames_core.no_such_name  # noqa: B018


async def test_a_record_is_shown_in_one_short_phrase_however_long_its_game() -> None:
    """The event loop writes down the result of a finished task, and that takes long where the whole game is in it."""
    record = await golden_episode()
    begins = f"EpisodeRecord(episode_id={record.episode_id!r}, events={len(record.public_transcript)}, "
    assert repr(record).startswith(begins)
    assert len(repr(record)) < 300
