"""The end of a game on the screen: who won, the score, why, and three places to go back to."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tui.table import EVENTS, frame, live, record_of, replayed, screen_of, until
from tests.whole_games import whole_game

from codenames_core.game.config import Team
from codenames_core.game.events import Guess, Reveal
from codenames_core.game.state import Outcome, Termination
from codenames_core.game.timeline import Timeline
from codenames_core.watch.markers import MarkerKind
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.ending.ending import FinalScore, GameEnding, ending_at, headline_of
from codenames_tui.game.ending.ending_lines import ending_rows
from codenames_tui.game.ending.ending_panel import EndingPanel
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.chronicle import Chronicle
from codenames_tui.game.sessions.disclosure import EVERYTHING
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.lines import ASCII, UNICODE, plain, width_of

END = len(EVENTS)


def ending_of(game: Timeline, position: int | None = None) -> GameEnding | None:
    session = RecordedSession(record_of(game.events, game.last_state.board, game.last_state.config))
    chronicle = Chronicle()
    view = Viewpoint(session, len(game) if position is None else position, EVERYTHING)
    return ending_at(view, chronicle.turns_of(session.timeline), chronicle.highlights_of(session.timeline), UNICODE)


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_the_score_tells_where_every_word_has_gone(seed: int) -> None:
    game = whole_game(seed)
    ending = ending_of(game)
    assert ending is not None
    state = game.last_state
    for score in ending.scores:
        words = state.board.words_of(score.team)
        turned = [event for event in game.events if isinstance(event, Guess | Reveal) and event.word in words]
        assert score.found == sum(event.team is score.team for event in turned)
        assert score.given == sum(event.team is not score.team for event in turned)
        assert score.left == state.words_left(score.team)
        assert score.found + score.given + score.left == len(words)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(20, 120), st.integers(4, 60), st.booleans())
def test_it_fits_any_width_and_leads_to_places_of_the_game(seed: int, width: int, height: int, plainly: bool) -> None:
    game = whole_game(seed)
    ending = ending_of(game)
    assert ending is not None
    assert all(0 < landmark.position <= len(game) for landmark in ending.landmarks)
    rows = ending_rows(ending, (), width, height, ASCII if plainly else UNICODE, pointed=0)
    assert all(width_of(row.line) <= width for row in rows)
    led = [row.landmark for row in rows if row.landmark is not None]
    assert [*dict.fromkeys(led)] == [*range(len(ending.landmarks))]


def test_there_is_no_end_before_the_end() -> None:
    game = whole_game(3)
    assert ending_of(game, len(game) - 1) is None
    unfinished = Timeline(game.state_at(0), game.events[:-1])
    assert ending_of(unfinished) is None


@pytest.mark.parametrize(
    ("outcome", "headline"),
    [
        (Outcome(Team.BLUE, Termination.ASSASSIN), "BLUE WINS"),
        (Outcome(None, Termination.TURN_LIMIT), "DRAW"),
        (Outcome(None, Termination.ABORTED), "NO WINNER"),
    ],
)
def test_every_ending_has_a_headline(outcome: Outcome, headline: str) -> None:
    assert headline_of(outcome) == headline


def test_what_was_given_away_is_told_apart_from_what_was_found() -> None:
    ending = GameEnding(
        "RED WINS", Team.RED, (FinalScore(Team.RED, 6, 2, 1), FinalScore(Team.BLUE, 8, 0, 0)), "Why.", ()
    )
    lines = plain(row.line for row in ending_rows(ending, (), 60, 10, UNICODE, pointed=None)).split("\n")
    assert lines == ["Why.", "RED   found 6 · given by BLUE 2 · left 1", "BLUE  found 8 · left 0"]


async def test_the_end_is_told_once_and_leads_to_the_turning_point() -> None:
    app = replayed(at=END)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        seen = frame(app)
        assert "RED was one word ahead when it guessed POISON" in seen
        assert seen.count("BLUE wins: RED hit the assassin.") == 1
        assert "Costliest guess" in seen
        assert "RED hit POISON" in seen
        screen = screen_of(app)
        marks = screen.session.marked(private=True)
        turning = next(mark for mark in marks if mark.kind is MarkerKind.TURNING_POINT)
        assert screen.query_one(EndingPanel).has_focus
        await pilot.press("down", "enter")
        await until(pilot, lambda: screen.position == 1)  # the best clue
        assert screen.focused is None
        assert "Costliest guess" not in frame(app)
        await pilot.press("end", "up", "enter")
        await until(pilot, lambda: screen.position == turning.position)


async def test_a_click_goes_there_too() -> None:
    app = replayed(at=END)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        lines = frame(app).splitlines()
        row = next(number for number, line in enumerate(lines) if "Best clue" in line)
        panel = screen_of(app).query_one(EndingPanel)
        await pilot.click(EndingPanel, offset=(5, row - panel.region.y))
        await until(pilot, lambda: screen_of(app).position == 1)


async def test_a_game_that_was_just_played_is_replayed_with_space_and_marked() -> None:
    app = live(on_end=lambda record: Path("games") / "kept.json")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("space")
        screen = screen_of(app)
        await until(pilot, lambda: screen.session.standing.over)
        await until(pilot, lambda: "GAME OVER" in frame(app))
        seen = frame(app)
        assert seen.count("kept.json") == 1
        assert "space replay  mM mark  i inspect  e share  r rematch" in seen
        await pilot.press("space")
        assert screen.position == 0
        assert bool(screen.session.playback.running)
        assert "REPLAY ▶" in frame(app)
        screen.play_one()
        assert screen.position == 1
        await pilot.press("space")
        assert "REPLAY ‖" in frame(app)
        await pilot.press("end", "M")
        await until(pilot, lambda: 1 < screen.position < len(screen.session.timeline))
        assert "mark" in frame(app)


async def test_an_unfinished_game_says_so_and_has_no_end() -> None:
    app = CodenamesApp(GameScreen(RecordedSession(record_of(EVENTS[:9])), position=9))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "The record ends here" in frame(app)
        assert "The end" not in frame(app)
