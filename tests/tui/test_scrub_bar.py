"""The scrub bar and what is marked on it: how it reads, the mouse on it, the keys from mark to mark."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.table import EVENTS, frame, live, play_events, replayed, runner_of, screen_of, touches, until
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from codenames_core.game.agent import AgentTrace, FailureKind, Question, RefusedTry
from codenames_core.game.config import Seat, Team
from codenames_core.game.events import Clue, UnknownEvent
from codenames_core.watch.markers import Marker, MarkerKind
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.panels.marks import next_mark
from codenames_tui.game.panels.scrub_bar import ScrubBarState, cell_of, position_at, scrub_bar_line, signs_of
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain, width_of

WRONG, DEADLY = 14, 19
"""Where BLUE touches APPLE, and RED the assassin."""
MARKED = (
    Marker(4, MarkerKind.WRONG_GUESS, Team.RED),
    Marker(6, MarkerKind.ILLEGAL_CLUE, Team.BLUE),
    Marker(8, MarkerKind.SEAT_CHANGE, Team.BLUE),
    Marker(10, MarkerKind.LEAD_CHANGE, Team.BLUE),
    Marker(10, MarkerKind.WRONG_GUESS, Team.RED),
    Marker(12, MarkerKind.ASSASSIN, Team.BLUE),
)


def bar(cursor: int, glyphs: Glyphs = UNICODE, width: int = 25, seen: int = 12) -> str:
    return plain([scrub_bar_line(ScrubBarState(12, cursor, (0, 4, 8), Team.RED, MARKED, seen), width, glyphs)])


def test_the_bar_reads_without_colours() -> None:
    assert bar(3) == "R━━━━━●─✗B──!───@R──✗───☠"
    assert bar(12) == "R━━━━━━━✗B━━!━━━@R━━✗━━━●"
    assert bar(3, ASCII) == "R=====O-xB--!---@R--x---X"


def test_what_nobody_has_looked_at_yet_is_marked_and_not_told() -> None:
    assert bar(3, seen=3) == "R━━━━━●─┼B──┼───┼R──┼───┼"
    assert bar(3, seen=6) == "R━━━━━●─✗B──!───┼R──┼───┼"
    assert bar(3, ASCII, seen=3) == "R=====O-+B--+---+R--+---+"


@given(st.integers(0, 11))
def test_all_marks_that_lie_ahead_look_alike_whatever_they_are(seen: int) -> None:
    """The bar of a game in which other things will go wrong at the same places is the same, colours included."""
    marked = [marker for marker in MARKED if marker.position > seen]
    others = tuple(marker._replace(kind=MarkerKind.WRONG_GUESS, team=marker.team.other) for marker in marked)
    state = ScrubBarState(12, seen, (0, 4, 8), Team.RED, tuple(marked), seen)
    assert scrub_bar_line(state, 60, UNICODE) == scrub_bar_line(state._replace(markers=others), 60, UNICODE)


def test_no_two_kinds_of_marks_have_one_sign() -> None:
    for glyphs in (UNICODE, ASCII):
        assert len(set(signs_of(glyphs).values())) == len(MarkerKind)
        assert not {glyphs.cursor, glyphs.past, glyphs.future, glyphs.tick, "R", "B"} & set(signs_of(glyphs).values())


@given(
    length=st.integers(0, 400), place=st.floats(0, 1), width=st.integers(1, 300), starts=st.sets(st.integers(0, 400))
)
def test_the_bar_has_its_width_and_one_cursor_whatever_the_game(
    length: int, place: float, width: int, starts: set[int]
) -> None:
    cursor = round(place * length)
    marked = tuple(Marker(min(one.position * 9, length), one.kind, one.team) for one in MARKED)
    turns = (0, *sorted(start for start in starts if 0 < start <= length))
    line = scrub_bar_line(ScrubBarState(length, cursor, turns, Team.BLUE, marked), width, UNICODE)
    assert width_of(line) == width
    assert plain([line]).count(UNICODE.cursor) == 1
    assert 0 <= position_at(cell_of(cursor, length, width), length, width) <= length


@given(st.integers(-1, 20))
def test_the_next_mark_is_the_nearest_on_its_side(cursor: int) -> None:
    places = sorted({marker.position for marker in MARKED})
    after, before = next_mark(MARKED, cursor, 1), next_mark(MARKED, cursor, -1)
    assert after == next((place for place in places if place > cursor), None)
    assert before == next((place for place in reversed(places) if place < cursor), None)


async def test_m_goes_from_mark_to_mark_and_says_what_is_there() -> None:
    app = replayed()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("M")
        assert "There is no earlier mark." in frame(app)
        await pilot.press("m")
        assert screen_of(app).position == WRONG
        assert "BLUE guessed APPLE: neutral · mark 1 of 2" in frame(app)
        await pilot.press("m")
        assert screen_of(app).position == DEADLY
        assert "RED guessed POISON: the assassin" in frame(app)
        await pilot.press("m")
        assert "There is no further mark." in frame(app)
        await pilot.press("M")
        assert screen_of(app).position == WRONG


async def test_a_mark_tells_what_it_is_once_it_was_reached() -> None:
    app = replayed()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()

        def signs() -> set[str]:
            return set(plain([scrub_bar_line(screen_of(app).scrub_bar.bar, 100, UNICODE)])) & set("┼✗☠")

        assert signs() == {"┼"}
        await pilot.press("m")
        await pilot.press("left")
        assert signs() == {"┼", "✗"}
        await pilot.press("end", "home")
        assert signs() == {"✗", "☠"}


async def drag(app: CodenamesApp, pilot: Pilot[int], begin: int, end: int) -> None:
    await pilot.mouse_down("#timeline", offset=(begin, 0))
    await pilot.hover("#timeline", offset=(end, 0))
    await pilot.pause()


async def test_the_wheel_over_the_bar_moves_by_an_event_and_a_mark_is_explained_under_the_mouse() -> None:
    app = replayed(EVENTS, at=4)
    async with app.run_test(size=(80, 24)) as pilot:
        bar = screen_of(app).scrub_bar
        for kind, position in ((MouseScrollDown, 5), (MouseScrollUp, 4), (MouseScrollUp, 3)):
            bar.post_message(kind(bar, 0, 0, 0, 0, 0, False, False, False))
            await until(pilot, lambda position=position: screen_of(app).position == position)  # type: ignore[misc]
        marker = bar.bar.markers[0]
        await pilot.hover("#timeline", offset=(cell_of(marker.position, bar.bar.length, 80), 0))
        await until(pilot, lambda: "mark 1 of" in frame(app))
        await pilot.hover("#board")
        await until(pilot, lambda: "mark 1 of" not in frame(app))


async def test_dragging_on_the_bar_seeks_and_letting_go_ends_it() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await drag(app, pilot, 0, 79)
        assert screen_of(app).viewpoint.at_end
        await pilot.hover("#timeline", offset=(40, 0))
        assert screen_of(app).position == position_at(40, len(EVENTS), 80)
        await pilot.mouse_up("#timeline", offset=(40, 0))
        await pilot.hover("#timeline", offset=(2, 0))
        assert screen_of(app).position == position_at(40, len(EVENTS), 80)


@pytest.mark.parametrize("position", range(len(EVENTS) + 1))
def test_a_click_on_a_place_of_the_bar_leads_near_it(position: int) -> None:
    cell = cell_of(position, len(EVENTS), 80)
    assert position_at(cell, len(EVENTS), 80) == position


async def test_the_marks_of_a_live_game_come_while_it_is_played() -> None:
    app = live()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("m")
        assert "There is no further mark." in frame(app)
        await pilot.press("space")
        game = screen_of(app).session
        await until(pilot, lambda: game.standing.over)
        await pilot.press("g", "m")
        assert "BLUE guessed APPLE: neutral" in frame(app)


async def test_a_refused_clue_is_marked_for_viewers_and_not_where_a_person_plays() -> None:
    runner = runner_of()
    app = live(runner)
    async with app.run_test(size=(100, 30)) as pilot:
        await play_events(app, pilot, 1)
        illegal = (RefusedTry(failure=FailureKind.ILLEGAL),)
        runner.answered(AgentTrace(seat=Seat.RED_CLUER, question=Question.CLUE, at=0, refused=illegal))
        game = screen_of(app).session
        assert isinstance(game, LiveSession)
        assert [marker.kind for marker in game.marked(private=True)] == [MarkerKind.ILLEGAL_CLUE]
        assert game.marked(private=False) == ()
        assert game.seats is not None
        game.seats.take(Seat.BLUE_GUESSER_1)
        screen_of(app).redraw()
        assert {marker.kind for marker in screen_of(app).scrub_bar.bar.markers} == {MarkerKind.SEAT_CHANGE}


async def test_a_file_that_is_not_as_it_should_be_says_so_all_the_time() -> None:
    broken = (*EVENTS[:3], touches(Team.BLUE, "MOON"), UnknownEvent(type="weather"), *EVENTS[3:9])
    app = replayed(broken)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        for part in ("About this file", "1 event does not fit", " UNFINISHED ", " DOES NOT FIT "):
            assert part in frame(app)
        await pilot.press("right", "right")
        assert "About this file" not in frame(app)
        assert " UNFINISHED " in frame(app)
        await pilot.press("home")
        assert "About this file" in frame(app)


async def test_a_game_as_it_should_be_has_no_badge() -> None:
    app = replayed((Clue("sea", 2, team=Team.RED), *EVENTS[1:]))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "UNFINISHED" not in frame(app)
        assert "FIT" not in frame(app)
        assert "About this file" not in frame(app)
