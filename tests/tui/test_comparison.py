"""The comparison of two games part by part: the verdict, the boards, the turns, the metrics, then the whole."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from tests.tui.forks import PARENT, game, line_of, played
from tests.tui.table import BOARD, CONFIG, EVENTS, WORDS, frame, is_on, screen_of, touches, until

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent
from codenames_core.game.config import Team
from codenames_core.game.events import Clue, Event, Guess
from codenames_core.game.state import GameState, initialize_game
from codenames_metrics.game.side_by_side import Favours, metric_differences
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.board.board_lines import Shape, board_lines, table_of
from codenames_tui.game.forks.board_pair import differences_of, framed_board, framed_height, framed_width
from codenames_tui.game.forks.comparison_lines import comparison_lines
from codenames_tui.game.forks.comparison_picture import ComparisonView, comparison_picture, place_text
from codenames_tui.game.forks.comparison_screen import ComparisonScreen
from codenames_tui.game.forks.games import TwoGames, place_index, places, two_games
from codenames_tui.game.forks.hindsight import Hindsight
from codenames_tui.game.forks.metric_lines import metric_lines
from codenames_tui.game.forks.score_lines import score_lines
from codenames_tui.game.forks.turn_lines import halves_of, moves_of, packed, speech_lines
from codenames_tui.game.forks.verdict_lines import relation_text, verdict_line
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, Line, joined, plain, width_of

GLYPHS = st.sampled_from([UNICODE, ASCII])
CARDS = st.frozensets(st.integers(0, 24))
SHAPES = st.tuples(st.integers(8, 22), st.integers(2, 5), st.integers(0, 1)).map(lambda sizes: Shape(*sizes))
LINES = st.lists(st.integers(0, 40), max_size=40)
FRAME = re.compile("[┏┓┗┛┣┫┳┻╋┃━▐▌█]")


def fork_of(events: Sequence[Event], at: int, original: EpisodeRecord | None = None) -> EpisodeRecord:
    parent = Parent(episode_id=(original or played()).episode_id, at=at)
    return played(tuple(events)).model_copy(update={"episode_id": "fork", "parent": parent})


@st.composite
def pairs(draw: st.DrawFn) -> TwoGames:
    """An original, and a fork of it that goes on otherwise, to its end or not."""
    events = EVENTS if draw(st.booleans()) else line_of(0, draw(LINES))
    at = draw(st.integers(0, len(events)))
    return two_games(played(events), fork_of(line_of(at, draw(LINES), events), at))


def text(*lines: Line) -> str:
    return plain(lines)


def revealed(indexes: frozenset[int]) -> GameState:
    return initialize_game(CONFIG, BOARD)._replace(revealed=frozenset(WORDS[index] for index in indexes))


# The verdict

RED_WINS = (*EVENTS[:12], touches(Team.BLUE, "POISON"))
"""BLUE meets the assassin in turn 2, when RED has 7 words left and BLUE has 8."""
OTHER_CLUE = (*EVENTS[:14], Clue("bay", 1, team=Team.RED), *EVENTS[15:])
ONE_CLOSER = (*EVENTS[:7], Clue("void", 1, team=Team.BLUE), *EVENTS[8:13], touches(Team.BLUE, "POISON"))
LONGER = (
    *EVENTS[:12],
    touches(Team.BLUE, "APPLE"),
    Clue("nil", 0, team=Team.RED),
    *EVENTS[15:17],
    touches(Team.RED, "LEMON"),
    Clue("void", 1, team=Team.BLUE),
    *EVENTS[10:12],
    touches(Team.BLUE, "POISON"),
)


@pytest.mark.parametrize(
    ("original", "fork", "at", "said"),
    [
        (EVENTS, RED_WINS, 12, "BLUE wins · Fork: RED wins, RED one word further away, BLUE one word further away"),
        (RED_WINS, EVENTS, 12, "RED wins · Fork: BLUE wins, RED one word closer, BLUE one word closer"),
        (EVENTS, OTHER_CLUE, 14, "BLUE wins · Fork: BLUE wins, with the same score"),
        (RED_WINS, ONE_CLOSER, 7, "RED wins · Fork: RED wins, BLUE one word closer"),
        (RED_WINS, LONGER, 12, "RED wins · Fork: RED wins, two turns later"),
        (EVENTS, EVENTS[:13], 12, "BLUE wins · Fork: not finished, RED one word further away"),
    ],
)
def test_the_verdict_says_who_wins_and_who_came_closer(
    original: tuple[Event, ...], fork: tuple[Event, ...], at: int, said: str
) -> None:
    assert text(verdict_line(two_games(played(original), fork_of(fork, at)), UNICODE)) == f"Original: {said}"


def test_a_game_that_is_the_same_is_said_to_be() -> None:
    games = two_games(played(), fork_of(EVENTS, 12))
    assert text(verdict_line(games, UNICODE)).endswith("move by move the same")
    assert relation_text(games) == "Original (left) and fork (right); identical up to event 12 and to the end"


def test_the_original_is_the_first_in_whatever_order_they_are_given() -> None:
    fork = fork_of(line_of(12, (1, 2, 3)), 12)
    there, back = two_games(played(), fork), two_games(fork, played())
    assert [side.title for side in there.sides] == [side.title for side in back.sides] == ["Original", "Fork"]
    assert there.second.name == "made before BLUE's guess in turn 2"


def test_two_games_of_one_board_are_no_fork_and_no_original() -> None:
    other = played(line_of(12, (1, 2, 3))).model_copy(update={"episode_id": "other"})
    games = two_games(played(), other)
    assert [side.title for side in games.sides] == ["First game", "Second game"]
    assert relation_text(games).startswith("Two games on one board; identical up to event")


# The boards


@given(CARDS, CARDS)
def test_cards_differ_that_are_face_up_in_one_game_alone(first: frozenset[int], second: frozenset[int]) -> None:
    differences = differences_of(revealed(first), revealed(second))
    assert differences.first == first - second
    assert differences.second == second - first
    assert differences.both == first ^ second


@given(CARDS, CARDS, SHAPES, GLYPHS, st.booleans())
@settings(max_examples=60)
def test_a_frame_adds_to_a_board_and_changes_nothing_of_it(
    up: frozenset[int], framed: frozenset[int], shape: Shape, glyphs: Glyphs, key_shown: bool
) -> None:
    state = revealed(up)
    lines = framed_board(state, framed, shape, glyphs, key_shown=key_shown)
    assert len(lines) == framed_height(shape)
    assert {width_of(line) for line in lines} == {framed_width(shape)}
    bare = board_lines(table_of(state, None, glyphs, key_shown=key_shown), shape, glyphs)[1:]
    inner = lines[1:-1] if shape.row_gap else lines
    for drawn, line in zip(inner, bare, strict=True):
        cards = joined(span for span in line if span.style.startswith(("card", "key")))
        assert joined(span for span in drawn if span.style.startswith(("card", "key"))) == cards
        assert drawn[0].text[:1] == (line[0].text[:1] if line else " ")  # the number of the row


@given(st.integers(0, 24), SHAPES)
def test_a_framed_card_has_the_frame_on_all_its_lines(index: int, shape: Shape) -> None:
    lines = framed_board(revealed(frozenset()), {index}, shape, UNICODE, key_shown=False)
    drawn = [FRAME.findall(text(line)) for line in lines]
    sides = [signs for signs in drawn if signs == (["┃", "┃"] if shape.row_gap else ["▐", "▌"])]
    assert len(sides) == shape.card_height
    if shape.row_gap:
        assert [signs[0] for signs in drawn if len(signs) > 2] == ["┏", "┗"]
    first = next(number for number, signs in enumerate(drawn) if signs)
    assert first == index // 5 * (shape.card_height + shape.row_gap)


def test_without_room_for_frames_a_bar_still_says_which_card_it_belongs_to() -> None:
    """A card between two that differ is not taken for one."""
    lines = framed_board(revealed(frozenset()), {0, 2, 3}, Shape(8, 2, 0), UNICODE, key_shown=False)
    assert FRAME.findall(text(lines[0])) == ["▐", "▌", "▐", "█", "▌"]
    ascii_lines = framed_board(revealed(frozenset()), {0, 2, 3}, Shape(8, 2, 0), ASCII, key_shown=False)
    assert re.findall(r"[][|]", text(ascii_lines[0])) == ["[", "]", "[", "|", "]"]


def test_neighbours_share_the_frame_between_them() -> None:
    lines = framed_board(revealed(frozenset()), {0, 1, 5}, Shape(8, 2, 1), UNICODE, key_shown=False)
    assert FRAME.findall(text(lines[0])) == ["┏", *"━" * 8, "┳", *"━" * 8, "┓"]
    assert FRAME.findall(text(lines[3])) == ["┣", *"━" * 8, "╋", *"━" * 8, "┛"]
    ascii_lines = framed_board(revealed(frozenset()), {0, 1, 5}, Shape(8, 2, 1), ASCII, key_shown=False)
    assert text(ascii_lines[0]).strip() == "+--------+--------+"


# The turns


def moves(events: tuple[Event, ...], at: int, turn: int) -> tuple[str, str]:
    games = two_games(played(), fork_of(events, at))
    pair = next(pair for pair in games.comparison.turns if pair.number == turn)
    first, second = (text(*packed(moves_of(half, UNICODE), 80)) for half in halves_of(games, pair))
    return first, second


def test_each_guess_has_the_sign_of_what_came_of_it() -> None:
    fork = (*EVENTS[:12], touches(Team.BLUE, "MOON"), touches(Team.BLUE, "SALT"))
    assert moves(fork, 12, 2) == ("SKY 3  ✓ MOON  – APPLE", "SKY 3  ✓ MOON  ✗ SALT")
    assert moves(fork, 12, 3) == ("PORT 1  ✓ HARBOR  ☠ POISON", "the game is over")


def test_a_guess_stays_on_a_line_with_its_sign() -> None:
    games = two_games(played(), fork_of(EVENTS, 0))
    half = halves_of(games, games.comparison.turns[0])[0]
    assert [text(line) for line in packed(moves_of(half, UNICODE), 16)] == [
        "SEA 2  ✓ SHIP",
        "  ✓ WAVE",
        "  ends its turn",
    ]


def test_what_was_said_ends_with_whether_the_guesser_agrees() -> None:
    games = two_games(played(), fork_of(EVENTS[:4], 0))
    half = halves_of(games, games.comparison.turns[0])[1]
    assert [text(line) for line in speech_lines(half, 100, UNICODE)] == [
        "Guesser 1: SHIP first, I think. (undecided)",
        "Guesser 2: SHIP, then WAVE. What else could it be? ✓ agrees",
        "Guesser 1: Agreed. ✓ agrees",
    ]


@given(pairs())
@settings(max_examples=40)
def test_every_guess_since_the_games_parted_is_told_once(games: TwoGames) -> None:
    for side, number in zip(games.sides, (0, 1), strict=True):
        halves = [halves_of(games, pair)[number] for pair in games.comparison.turns]
        told = [event for half in halves for event in half.own if isinstance(event, Guess)]
        since = side.timeline.events[games.comparison.branching_point :]
        assert told == [event for event in since if isinstance(event, Guess)]
        for half in halves:
            words = [event.word for event in (*half.shared, *half.own) if isinstance(event, Guess)]
            assert [word for word in words if any(word in text(move) for move in moves_of(half, UNICODE))] == words
            assert all(width_of(line) <= 30 for line in packed(moves_of(half, UNICODE), 30))


# Where both games are looked at


@given(pairs())
@settings(max_examples=40)
def test_the_places_lead_from_where_the_games_part_to_the_end_of_both(games: TwoGames) -> None:
    every = places(games)
    begin = games.comparison.branching_point
    assert every[0][1:] == (begin, begin)
    if len(every) > 1:
        assert every[-1][1:] == (len(games.first.timeline), len(games.second.timeline))
    assert all(one.first_at <= other.first_at for one, other in pairwise(every))
    assert all(one.second_at <= other.second_at for one, other in pairwise(every))


@given(pairs(), st.integers(0, 60))
@settings(max_examples=40)
def test_a_position_belongs_to_the_turn_in_which_it_is(games: TwoGames, position: int) -> None:
    index = place_index(games, position)
    every = places(games)
    if games.comparison.branching_point < position < len(games.second.timeline):
        assert every[index - 1].second_at < position <= every[index].second_at
    else:
        assert index == len(every) - 1


# The metrics


@given(pairs())
@settings(max_examples=40)
def test_metrics_are_rows_of_one_precision_with_a_sign_where_one_game_is_better(games: TwoGames) -> None:
    lines = [text(line) for line in metric_lines(games, 60, UNICODE)]
    rows = [row for team in metric_differences(games.comparison).values() for row in team]
    drawn = [line for line in lines if line and line.split()[0] not in ("RED", "BLUE", "▲")]
    assert len(drawn) == len(rows)
    for row, line in zip(rows, drawn, strict=True):
        assert ("▲" in line, "▼" in line) == (row.favours is Favours.SECOND, row.favours is Favours.FIRST)
        numbers = re.findall(r"[-+]?\d+(?:\.\d+)?", line[19:])
        digits = 0 if isinstance(row.first, int) else 2
        assert all(len(number.partition(".")[2]) == digits for number in numbers)


def test_where_there_is_room_the_teams_stand_side_by_side() -> None:
    games = two_games(played(), fork_of(RED_WINS, 12))
    assert len(metric_lines(games, 120, UNICODE)) == 9 + 2
    assert len(metric_lines(games, 60, UNICODE)) == 2 * 9 + 1 + 2


def test_the_score_has_a_row_for_every_place() -> None:
    games = two_games(played(), fork_of(RED_WINS, 12))
    assert [text(line) for line in score_lines(games, 1, UNICODE)] == [
        "words left         original      fork",
        "  where they part  R 7  B 8      R 7  B 8",
        "▸ after turn 2     R 7  B 7      R 7  B 8",
        "  after turn 3     R 6  B 7      R 7  B 8",
    ]


# All of it


@given(pairs(), st.integers(40, 220), st.integers(10, 70), st.integers(0, 20), GLYPHS, st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_picture_fits_and_begins_with_the_verdict(
    games: TwoGames, width: int, height: int, step: int, glyphs: Glyphs, key_shown: bool
) -> None:
    view = ComparisonView(games, min(step, len(places(games)) - 1), key_shown=key_shown)
    lines = comparison_picture(view, max(width, 67), height, glyphs)
    assert all(width_of(line) <= max(width, 67) for line in lines)
    assert text(lines[0]).startswith("Original: ")
    shown = text(*lines)
    assert shown.count("Fork") >= 2
    assert shown.isascii() or not glyphs.ascii_only
    assert all(cell_len(line) <= 60 for line in plain(comparison_lines(games, 60, glyphs)).splitlines())


def test_at_the_end_the_outcome_does_not_depend_on_where_the_games_are_looked_at() -> None:
    games = two_games(played(), fork_of(RED_WINS, 12))
    at_first, at_last = (comparison_picture(ComparisonView(games, step), 110, 36, UNICODE) for step in (0, 2))
    assert at_first[0] == at_last[0]
    assert "The same cards are revealed." in text(*at_first)
    assert "Only in the original: APPLE (neutral), MOON (blue), HARBOR (red)" in text(*at_last)
    assert [place_text(ComparisonView(games, step)) for step in range(3)] == [
        "where they part",
        "after turn 2",
        "at the end",
    ]


async def test_a_key_steps_through_the_turns_of_both_games() -> None:
    app = CodenamesApp(ComparisonScreen(PARENT, game((*EVENTS[:12], *RED_WINS[12:]), parent=12)))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "at the end" in frame(app))
        assert "┏" in frame(app)
        await pilot.press("[", "left", "p")
        await until(pilot, lambda: "where they part" in frame(app))
        assert "┏" not in frame(app)
        await pilot.press("]")
        await until(pilot, lambda: "after turn 2" in frame(app))
        assert "▸ turn 2 · BLUE" in frame(app)
        await pilot.press("s")
        await until(pilot, lambda: " b" in frame(app))
        await pilot.press("right", "n", "n")
        await until(pilot, lambda: "at the end" in frame(app))


async def test_the_comparison_begins_in_the_turn_that_was_looked_at() -> None:
    """And one key leads to it from the fork."""
    fork = game((*EVENTS[:12], touches(Team.BLUE, "MOON"), *EVENTS[13:18]), parent=12)
    app = CodenamesApp(GameScreen(RecordedSession(fork), position=13))
    async with app.run_test(size=(120, 40)) as pilot:
        screen_of(app).hindsight = Hindsight(PARENT)
        await pilot.press("c")
        await until(pilot, lambda: is_on(app, ComparisonScreen))
        await until(pilot, lambda: "after turn 2" in frame(app))
