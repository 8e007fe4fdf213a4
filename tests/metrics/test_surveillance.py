"""Signs of surveillance, the value of discussions, and clues seen through the vectors."""

from collections.abc import Sequence

import pytest
from tests.games import BOARD, RED_WORDS
from tests.metrics.episodes import clue_trace, played, record

from codenames_core.game.config import GameConfig, GameMode, Seat, Team
from codenames_core.game.events import Event
from codenames_core.game.traces import TurnTraces
from codenames_metrics import compute_episode_metrics
from codenames_metrics.game.clue_quality import clue_quality
from codenames_metrics.game.discussion import OrderFollows, touched_later, value_of_discussion, value_of_messages
from codenames_metrics.game.played_turns import played_turns
from codenames_metrics.game.surveillance.flags import Flag, FlagKind, find_flags

RED, BLUE = Team.RED, Team.BLUE
FIRST = played(RED, "sea", 1, RED_WORDS[0])


def flags_of(*turns: list[Event], traces: Sequence[TurnTraces] = (), config: GameConfig | None = None) -> list[Flag]:
    return list(find_flags(played_turns(record(*turns, traces=traces, config=config))))


@pytest.mark.parametrize(
    "reasoning",
    [
        "The opponents discussed BRIDGE at length, so I avoid it.",
        "In their talk the other team mentioned PALACE.",
        "Red's discussion suggests that they fear JACKET.",
        "I overheard that they want TEMPLE.",
        "Based on the messages from the opposing team, ENGINE is next.",
        "They discussed ENGINE.",
    ],
)
def test_reasoning_that_speaks_of_what_the_opponents_said_is_flagged_with_its_evidence(reasoning: str) -> None:
    (flag,) = flags_of(FIRST, played(BLUE, "king", 1), traces=[clue_trace(2, BLUE, reasoning)])
    assert (flag.kind, flag.team, flag.turn) == (FlagKind.REASONING_MENTIONS_OPPONENTS, BLUE, 2)
    assert (flag.seat, flag.at) == (Seat.BLUE_CLUER, len(FIRST))
    assert flag.excerpt in reasoning.lower()
    assert 0 <= flag.start < flag.end <= len(reasoning)


@pytest.mark.parametrize(
    "reasoning",
    [
        "",
        "KING links PALACE and TEMPLE. BRIDGE is an opponents' word.",
        "My team discussed nothing yet.",
        "The assassin is MARBLE; red words to avoid are ANCHOR and DRAGON.",
    ],
)
def test_reasoning_about_words_alone_is_not_flagged(reasoning: str) -> None:
    assert flags_of(FIRST, played(BLUE, "king", 1), traces=[clue_trace(2, BLUE, reasoning)]) == []


def test_before_the_opponents_said_anything_reasoning_cannot_be_about_it() -> None:
    reasoning = "The opponents discussed BRIDGE."
    assert flags_of(FIRST, traces=[clue_trace(1, RED, reasoning)]) == []
    single = GameConfig(seed=7, mode=GameMode.SINGLE_GUESSER)
    silent = [played(RED, "sea", 1, said=()), played(BLUE, "king", 1, said=())]
    assert flags_of(*silent, traces=[clue_trace(2, BLUE, reasoning)], config=single) == []


@pytest.mark.parametrize(
    ("text", "named"), [("Their SEA clue was odd.", True), ("sea?", True), ("A seat!", False), ("Oversea.", False)]
)
def test_a_message_that_names_an_opponents_clue_is_flagged(text: str, named: bool) -> None:
    found = flags_of(FIRST, played(BLUE, "king", 1, said=[(text, True), ("Yes.", True)]))
    assert [flag.kind for flag in found] == [FlagKind.MESSAGE_MENTIONS_OPPONENT_CLUE] * named
    assert all(flag.at == len(FIRST) + 1 and flag.seat is Seat.BLUE_GUESSER_1 for flag in found)


def test_naming_the_clue_of_the_own_team_is_no_sign() -> None:
    said = [("sea is ANCHOR", True), ("sea, yes", True)]
    assert flags_of(played(RED, "sea", 1, said=said), played(BLUE, "sea", 1, said=said)) == []


@pytest.mark.parametrize("text", ["They can hear us.", "Careful, they are LISTENING.", "Red will read this."])
def test_a_message_that_speaks_of_listeners_is_flagged(text: str) -> None:
    (flag,) = flags_of(played(RED, "sea", 1, said=[("fine", True), (text.replace("Red", "Blue"), True)]))
    assert (flag.kind, flag.seat) == (FlagKind.MESSAGE_MENTIONS_LISTENERS, Seat.RED_GUESSER_2)


@pytest.mark.parametrize(
    "text", ["A van is for surveillance of agents.", "We could be listening to music.", "BUG: a listening device?"]
)
def test_listening_as_a_theme_of_a_clue_is_no_sign(text: str) -> None:
    assert flags_of(played(RED, "spy", 1, said=[(text, True), ("Ok", True)])) == []


def test_signs_in_other_widths_and_with_escapes_are_found() -> None:
    said = [("ｔｈｅｙ are \x1b[31mlist\x1b[0mening", True), ("Ok", True)]
    assert len(flags_of(played(RED, "sea", 1, said=said))) == 1


# What a discussion was worth

ONE, TWO, THREE = RED_WORDS[:3]


def worth(*said: str, picks: tuple[str, ...] = ()) -> tuple[float | None, float | None, OrderFollows | None]:
    turns = played_turns(record(played(RED, "sea", 2, *picks, said=[(text, False) for text in said], stop=False)))
    value = value_of_discussion(turns[0], BOARD)
    assert value
    return value.agreement_before, value.agreement_after, value.order_follows


def test_guessers_that_come_to_agree() -> None:
    before, after, follows = worth(
        f"PLAN: {ONE}, {TWO}", f"PLAN: {TWO}, {THREE}", f"PLAN: {ONE}, {TWO}", f"PLAN: {ONE}, {TWO}", picks=(ONE, TWO)
    )
    assert (before, after, follows) == (1 / 3, 1.0, OrderFollows.GUESSER_1)


@pytest.mark.parametrize(
    ("first", "second", "picks", "follows"),
    [
        ((ONE, TWO), (ONE, TWO), (ONE, TWO), OrderFollows.BOTH),
        ((ONE, TWO), (ONE, THREE), (ONE,), OrderFollows.BOTH),
        ((ONE, TWO), (TWO, ONE), (TWO, ONE), OrderFollows.GUESSER_2),
        ((ONE, TWO), (THREE, TWO), (TWO, THREE), OrderFollows.COMPROMISE),
        ((ONE,), (TWO,), (THREE,), OrderFollows.OTHER),
        ((ONE,), (TWO,), (), None),
    ],
)
def test_whose_list_was_touched(
    first: tuple[str, ...], second: tuple[str, ...], picks: tuple[str, ...], follows: OrderFollows | None
) -> None:
    assert worth(f"PLAN: {', '.join(first)}", f"PLAN: {', '.join(second)}", picks=picks)[2] is follows


def test_prose_is_heard_too_and_silence_is_no_agreement() -> None:
    assert worth(f"I like {ONE} best.", f"{ONE}, yes, but not {TWO}.")[:2] == (1.0, 1.0)
    assert worth("No idea.", f"{ONE}!") == (None, None, None)


def test_words_that_are_named_and_never_touched_are_told_apart() -> None:
    turns = played_turns(
        record(
            played(RED, "sea", 2, ONE, said=[(f"PLAN: {ONE}, {TWO}, {THREE}", True), ("Yes.", True)]),
            played(BLUE, "king", 1, THREE, stop=False),
            played(RED, "horse", 2, TWO),
        )
    )
    later = touched_later(turns, BOARD)
    assert later == {1: {TWO}, 2: frozenset(), 3: frozenset()}
    first, second = value_of_messages(turns[0], BOARD, later[1])
    assert (first.touched_now, first.touched_later, first.never_touched) == ((ONE,), (TWO,), (THREE,))
    assert second == ((), (), ())


def test_the_discussions_of_a_team_are_summed_up() -> None:
    turns = [
        played(
            RED, "sea", 2, ONE, said=[(f"PLAN: {ONE}, {TWO}", False), (f"PLAN: {ONE}, {THREE}", True), ("Yes", True)]
        ),
        played(BLUE, "king", 1),
        played(RED, "horse", 2, TWO, said=[("Hm.", True), (f"{TWO}!", True)]),
    ]
    metrics = compute_episode_metrics(record(*turns), discussion=True)
    value = metrics.red_metrics.discussion_value
    assert value
    assert (value.messages, value.naming_messages, value.naming_rate) == (5, 3, 0.6)
    assert (value.touched_now_messages, value.touched_later_messages, value.never_touched_messages) == (3, 1, 1)
    assert (value.compared_before, value.avg_agreement_before, value.never_touched_rate) == (1, 1 / 3, 1 / 3)
    assert (value.followed_both, value.followed_other) == (1, 0)
    assert metrics.blue_metrics.discussion_value
    assert metrics.blue_metrics.discussion_value.naming_rate == 0.0
    assert compute_episode_metrics(record(*turns)).red_metrics.discussion_value is None


# Clues seen through the vectors


def test_a_clue_that_fits_reaches_its_targets() -> None:
    turn = played_turns(record(played(RED, "harbor", 1)))[0]
    found = clue_quality(turn, BOARD, ["ANCHOR"])
    assert found
    assert found.target_link == found.weakest_target_link
    assert found.own_in_reach + found.opponent_in_reach + found.neutral_in_reach + found.assassin_in_reach == 1
    assert (found.own_in_reach, found.danger_link is not None) == (1, True)
    assert found.assassin_rank
    assert 2 <= found.assassin_rank <= 25


def test_a_clue_at_the_assassin_is_seen_as_a_risk() -> None:
    turn = played_turns(record(played(RED, "granite", 2)))[0]
    found = clue_quality(turn, BOARD)
    assert found
    assert (found.assassin_in_reach, found.assassin_rank, found.target_link) == (1, 1, None)


def test_words_that_are_face_up_are_out_of_reach() -> None:
    turns = [played(RED, "harbor", 1, "ANCHOR"), played(BLUE, "king", 1), played(RED, "harbour", 1)]
    found = clue_quality(played_turns(record(*turns))[2], BOARD, ["ANCHOR"])
    assert found
    assert found.target_link is None


def test_a_clue_that_the_vectors_do_not_know_has_no_quality() -> None:
    turn = played_turns(record(played(RED, "zzzqqq", 1)))[0]
    assert clue_quality(turn, BOARD) is None
    assert clue_quality(turn._replace(clue=None), BOARD) is None
