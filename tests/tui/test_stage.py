"""The stage: the clue as a banner, the turn that stays, whose turn it is, and cards that turn, at any size."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tui.hostile import FORBIDDEN, HOSTILE, INVISIBLE
from tests.tui.table import BOARD, CONFIG, EVENTS, SIZES, frame, live, play_events, replayed, screen_of, text_of, until
from textual.color import Color
from textual.geometry import Size

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import Question
from codenames_core.game.board import CardType
from codenames_core.game.config import Seat, Team
from codenames_core.game.events import Clue, Guess, GuessKind
from codenames_core.game.state import Turn, initialize_game
from codenames_core.game.timeline import Timeline
from codenames_core.watch.markers import markers
from codenames_core.watch.staged_turn import StagedTurn, staged_turn
from codenames_tui.app.app import CodenamesApp
from codenames_tui.exports.picture import Pictures
from codenames_tui.exports.picture import Size as PictureSize
from codenames_tui.exports.svg import to_svg
from codenames_tui.game.board.board_lines import Card, Shape, board_lines, card_at, shape_for, table_of
from codenames_tui.game.board.turning import FRAMES, SECONDS, Turning, turned, turning_lines
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.panels.banner import banner_line, large_banner, pips
from codenames_tui.game.panels.names import line_up_in_short
from codenames_tui.game.panels.turn import Moment, moment_at, turn_lines
from codenames_tui.game.sessions.open_question import Asked
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.stage.places import places, presented_places
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain, width_of

SAMPLES = sorted(data_folder("sample_episodes").glob("*.json"))
MOST_BLANK = 0.2


TWO_SAMPLES = [path for path in SAMPLES if path.stem in {"comeback", "solo"}]


def turning_of(app: CodenamesApp) -> Turning | None:
    return screen_of(app).board.turning


# The turn that stays


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_at_every_mark_the_clue_that_led_there_is_on_the_screen_and_in_the_picture(path: Path) -> None:
    record = EpisodeRecord.load(path)
    session = RecordedSession(record)
    timeline = session.timeline
    pictures = Pictures(record, timeline, PictureSize())
    places_marked = {marker.position for marker in markers(timeline, record.decisions(), record.seat_changes)}
    led_by_a_clue = [at for at in places_marked if timeline.state_at(max(at - 1, 0)).turn.clue is not None]
    assert led_by_a_clue or places_marked <= {1}  # the first clue can be the turning point
    for position in led_by_a_clue:
        clue = timeline.state_at(position - 1).turn.clue
        assert clue is not None
        view = Viewpoint(session, position, session.disclosure(None))
        word = clue.word.upper()[:14]
        assert word in plain(turn_lines(moment_at(view, None, aim_shown=False), 22, 5, UNICODE))
        assert word in plain(pictures.at(position))
        assert word in to_svg(record, position).partition("<desc>")[2].partition("</desc>")[0]


async def test_a_finished_turn_stays_until_the_next_clue_in_a_live_game_and_its_replay() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 7)
        screen_of(app).look_at(7)
        await pilot.pause()
        played = text_of(screen_of(app).turn)
        assert "SEA" in played
        assert "RED ends its turn" in played
        assert "SHIP, then WAVE." in frame(app)
        screen_of(app).look_at(8)
        assert "SKY" in text_of(screen_of(app).turn)
    replay = replayed(at=7)
    async with replay.run_test() as pilot:
        await pilot.pause()
        assert "SEA" in text_of(screen_of(replay).turn)


# The banner


def staged_with(number: int | str, *results: GuessKind) -> StagedTurn:
    cards = {GuessKind.CORRECT: CardType.RED, GuessKind.NEUTRAL: CardType.NEUTRAL}
    guesses = tuple(Guess(team=Team.RED, word="X", card=cards[result], result=result) for result in results)
    return StagedTurn(Turn(1, Team.RED, Clue("sea", number, team=Team.RED), guesses=guesses))


RIGHT, WRONG = GuessKind.CORRECT, GuessKind.NEUTRAL


@pytest.mark.parametrize(
    ("number", "results", "signs"),
    [
        (3, (), "○ ○ ○"),
        (3, (RIGHT,), "● ○ ○"),
        (4, (RIGHT, WRONG), "● ✗ ○ ○"),
        (2, (RIGHT, RIGHT, RIGHT), "● ● +1"),
        (2, (RIGHT, RIGHT, WRONG), "● ● ✗"),
        (0, (RIGHT, WRONG), "● ✗"),
        ("unlimited", (RIGHT, RIGHT), "● ●"),
        (12, (RIGHT,), ""),
    ],
)
def test_there_is_a_pip_for_each_word_promised(number: int | str, results: tuple[GuessKind, ...], signs: str) -> None:
    assert " ".join(pips(staged_with(number, *results).turn, UNICODE)) == signs


def test_the_number_of_a_clue_stands_apart_from_its_word() -> None:
    assert plain([banner_line(staged_with(4), 22, UNICODE)]) == " SEA               ×4"
    assert plain([banner_line(staged_with(4), 22, ASCII)]) == " SEA               x4"
    assert plain([banner_line(staged_with("unlimited"), 22, UNICODE)]) == " SEA                ∞"


@settings(max_examples=80, deadline=None)
@given(
    st.one_of(st.sampled_from(HOSTILE), st.text(max_size=60)),
    st.one_of(st.integers(0, 25), st.just("unlimited"), st.text(max_size=12)),
    st.integers(10, 120),
    st.booleans(),
    st.sampled_from([UNICODE, ASCII]),
)
def test_whatever_the_clue_the_banner_fits(
    word: str, number: int | str, width: int, doubled: bool, glyphs: Glyphs
) -> None:
    turn = Turn(1, Team.RED, Clue(word, number, team=Team.RED))
    lines = [banner_line(StagedTurn(turn), width, glyphs)]
    lines += large_banner(StagedTurn(turn), "RED", "2 guesses left", max(width, 30), glyphs, doubled=doubled)
    assert [width_of(line) for line in lines] == [width, *[max(width, 30)] * (len(lines) - 1)]
    shown = plain(lines).replace("\n", "")
    assert not {unicodedata.category(sign) for sign in shown} & FORBIDDEN
    assert not set(shown) & INVISIBLE
    assert shown.isascii() or not glyphs.ascii_only


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("human + vector:balanced + vector:balanced", "you + 2 × balanced"),
        ("openai/qwen1.5b?temperature=0.4", "qwen1.5b"),
        ("vector:bold + random + ghost:pass", "bold + random + ghost:pass"),
        ("", ""),
    ],
)
def test_who_plays_is_said_in_short(label: str, name: str) -> None:
    assert line_up_in_short(label, "you") == name


# Who is asked


def test_who_thinks_is_said_with_the_time_and_with_how_much_has_come() -> None:
    state = initialize_game(CONFIG, BOARD)
    asked = Asked(Seat.RED_CLUER, Question.CLUE, seconds=12)
    moment = Moment(state, asked=asked, heard=195, read_along="s")
    assert "cluer is thinking… 12 s\n(195 characters, s to read along)" in plain(turn_lines(moment, 40, 10, UNICODE))
    assert "cluer is thinking... 12 s" in plain(turn_lines(moment, 40, 10, ASCII))
    assert "cluer thinks 12 s" in plain(turn_lines(moment, 22, 5, UNICODE))


def test_who_thinks_is_named_with_the_team_while_another_turn_is_on_the_stage() -> None:
    timeline = Timeline(initialize_game(CONFIG, BOARD), EVENTS[:7])
    asked = Asked(Seat.BLUE_CLUER, Question.CLUE)
    moment = Moment(timeline.last_state, EVENTS[6], asked, staged=staged_turn(timeline, 7))
    for width, height, said in ((22, 5, "BLUE cluer thinks"), (40, 12, "BLUE cluer is thinking…")):
        lines = plain(turn_lines(moment, width, height, UNICODE))
        assert "RED ends its turn" in lines
        assert said in lines


# Whose turn it is


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", [(57, 11), (79, 21), (140, 50)], ids=str)
def test_the_edge_says_whose_turn_it_is_without_any_colour(size: tuple[int, int], glyphs: Glyphs) -> None:
    table = table_of(initialize_game(CONFIG, BOARD), None, glyphs, key_shown=False)
    shape = shape_for(*size)
    red, blue = (board_lines(table, shape, glyphs, team) for team in Team)
    assert (plain(red)[0], plain(blue)[0]) == ("R", "B")
    for lines in (red, blue):
        assert {width_of(line) for line in lines} == {shape.width}
        assert len(lines) == shape.height
    assert {span.style for span in red[0]} == {"red-strong"}


@settings(max_examples=60, deadline=None)
@given(st.integers(57, 400), st.integers(11, 150))
def test_a_board_fits_its_place_and_every_card_is_found_where_it_is_drawn(width: int, height: int) -> None:
    shape = shape_for(width, height)
    assert shape.width <= width
    assert shape.height <= height
    assert width - shape.width < 5 or shape.card_width == 40
    corner = (shape.left, 1)
    assert card_at(*corner, shape) == 0
    assert card_at(corner[0] - 1, corner[1], shape) is None
    last = (shape.width - 2 - shape.margin, shape.height - 1 - shape.has_foot)
    assert card_at(*last, shape) == 24


# Any size


@settings(max_examples=100, deadline=None)
@given(st.integers(70, 500), st.integers(20, 200), st.booleans(), st.booleans())
def test_no_part_of_the_match_lies_over_another(width: int, height: int, talk: bool, story: bool) -> None:
    terminal = Size(width, height)
    size = Size(width - 4, height - 5)
    where = places(size, terminal, talk=talk, story=story)
    shown = [where.board, where.side, *([where.talk] if talk else []), *([where.story] if story else [])]
    for part in (*shown, *presented_places(size)):
        assert size.region.contains_region(part) or not part.area
    for number, part in enumerate(shown):
        assert not any(part.overlaps(other) for other in shown[number + 1 :])
    board, stage = presented_places(size)
    assert not board.overlaps(stage)


def blank_cells(app: CodenamesApp) -> float:
    """Which part of the screen shows nothing but the screen's own background."""
    ground = app.screen.background_colors[1]
    blank = total = 0
    for strip in app.screen._compositor.render_strips():
        for text, style, _ in strip:
            total += len(text)
            colour = style.bgcolor if style else None
            is_bare = colour is None or Color.from_rich_color(colour).rgb == ground.rgb
            blank += sum(sign == " " for sign in text) if is_bare else 0
    return blank / total


@pytest.mark.parametrize(
    "path", [path for path in SAMPLES if path.stem in {"comeback", "solo"}], ids=lambda path: path.stem
)
async def test_a_large_window_is_filled(path: Path) -> None:
    session = RecordedSession(EpisodeRecord.load(path))
    app = CodenamesApp(GameScreen(session, position=len(session.timeline) // 2))
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.pause()
        assert blank_cells(app) <= MOST_BLANK
        await pilot.press("P")
        await until(pilot, lambda: bool(app.screen.query("#stage")))
        assert app.screen.query_one("#board").region.width > 180


@pytest.mark.parametrize("size", [(70, 20), *SIZES], ids=str)
async def test_every_part_is_there_at_every_size(size: tuple[int, int]) -> None:
    app = replayed(at=9)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        seen = frame(app)
        for part in ("THANKS", "8 left", "Discussion", "event" if size[0] > 70 else "9/19"):
            assert part in seen
        for part in ("#board", "#score", "#turn", "#discussion", "#story", "#timeline", "#status", "#keys"):
            assert app.screen.query_one(part).region.area, part


# A card that turns


def test_a_reveal_is_a_moment() -> None:
    assert FRAMES <= 3
    assert (FRAMES - 1) * SECONDS <= 0.2
    before = Card("SHIP")
    after = Card("SHIP", CardType.RED, revealed=True, last=True)
    assert turned((before, Card("SEA")), (after, Card("SEA"))) == Turning(0, before)
    assert turned((before, before), (after, after)) is None
    assert turned((after,), (after,)) is None
    shape = Shape(10, 3, 1)
    pictures = [turning_lines(Turning(0, before, at), after, shape, "") for at in range(FRAMES - 1)]
    assert [{span.style for line in lines for span in line} - {"text"} for lines in pictures] == [
        {"card"},
        {"card-red"},
    ]
    assert all(width_of(line) == shape.card_width for lines in pictures for line in lines)


async def test_a_card_turns_only_where_the_game_goes_on_by_itself_and_nothing_forbids_it() -> None:
    app = replayed(at=4)
    async with app.run_test() as pilot:
        screen = screen_of(app)
        screen.session.playback.toggle(screen.viewpoint.place)
        screen.play_one()
        assert turning_of(app) is None  # nothing moves in tests, over SSH, and for who wants it so
        app.animation_level = "full"
        screen.play_one()
        assert turning_of(app) is not None
        screen.redraw()  # something else happens meanwhile
        assert turning_of(app) is not None
        await until(pilot, lambda: turning_of(app) is None)
        assert "WAVE" in text_of(screen.board)
        assert plain(screen.board._lines) == plain(screen.board.draw(screen.board.size))
        screen.session.playback.toggle(screen.viewpoint.place)
        await pilot.press("left", "right")
        assert turning_of(app) is None  # a person looks around
