"""What clues were meant for: on the board and in words, for viewers, and for nobody who plays."""

import pytest
from tests.tui.table import BOARD, CONFIG, EVENTS, frame, is_on, live, play_events, screen_of, until
from tests.tui.targets import meant

from codenames_metrics.game.played_turns import played_turns
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.board.board_lines import table_of
from codenames_tui.game.board.targets import NO_CLUE, UNKNOWN, Aim, aim_at, aim_lines, with_aim
from codenames_tui.game.board.targets_overlay import TargetsOverlay
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.answer_panel import AnswerPanel
from codenames_tui.game.seats.dialogs import ChooseSeat
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.lines.lines import ASCII, UNICODE, plain
from codenames_tui.ui.look import Look


def aim(position: int) -> Aim | None:
    return aim_at(played_turns(meant()), EVENTS, position, BOARD, CONFIG)


@pytest.mark.parametrize(
    ("position", "source", "targets", "touched", "found", "score"),
    [
        (1, "stated", ("SHIP", "ANCHOR"), (), 0, None),
        (5, "stated", ("SHIP", "ANCHOR"), ("SHIP",), 1, None),
        (6, "stated", ("SHIP", "ANCHOR"), ("SHIP", "WAVE"), 1, None),
        (7, "stated", ("SHIP", "ANCHOR"), ("SHIP", "WAVE"), 1, 0.5),
        (13, "reasoning", ("MOON", "STAR", "COMET"), ("MOON",), 1, None),
        (14, "reasoning", ("MOON", "STAR", "COMET"), ("MOON", "APPLE"), 1, 1 / 3),
        (19, "fallback", (), ("HARBOR", "POISON"), 0, None),
    ],
)
def test_the_targets_of_a_turn_grow_their_score_with_it(
    position: int, source: str, targets: tuple[str, ...], touched: tuple[str, ...], found: int, score: float | None
) -> None:
    seen = aim(position)
    assert seen is not None
    assert seen[1:] == (source, targets, touched, found, score)


def test_before_the_first_clue_there_is_nothing_to_show() -> None:
    assert aim(0) is None
    assert plain(aim_lines(None, None, 80, UNICODE)) == NO_CLUE


def test_it_is_said_where_targets_come_from_and_which_clue_they_belong_to() -> None:
    now, past, unknown = aim(6), aim(7), aim(19)
    assert now is not None
    assert past is not None
    assert unknown is not None
    assert plain(aim_lines(now, now.clue, 80, UNICODE)).startswith("1/2 found, stated by the cluer")
    assert "sea: theory of mind 0.50 (1/2), stated by the cluer" in plain(aim_lines(past, None, 80, UNICODE))
    assert plain(aim_lines(unknown, unknown.clue, 80, UNICODE)) == UNKNOWN
    assert "◎ SHIP, ANCHOR" in plain(aim_lines(past, None, 22, UNICODE))


def test_targets_and_touched_cards_differ_without_any_colour() -> None:
    seen = aim(6)
    assert seen is not None
    state = meant().state_at(6)
    table = {card.word: card for card in with_aim(table_of(state, None, ASCII, key_shown=False), seen, BOARD)}
    assert (table["SHIP"].aimed, table["SHIP"].touched) == (True, 1)
    assert (table["ANCHOR"].aimed, table["ANCHOR"].touched) == (True, 0)
    assert (table["WAVE"].aimed, table["WAVE"].touched) == (False, 2)
    assert (table["MOON"].aimed, table["MOON"].touched) == (False, 0)


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_o_shows_and_hides_them_on_the_board_and_in_the_turn(ascii_only: bool) -> None:
    look = Look(ascii_only=ascii_only)
    mark = look.glyphs.aimed
    game = RecordedSession(meant())
    app = CodenamesApp(GameScreen(game, glyphs=look.glyphs, position=6), look)
    async with app.run_test() as pilot:
        assert mark not in frame(app)
        await pilot.press("o")
        await pilot.pause()
        assert f"{mark} R 1" in frame(app)
        assert f"{mark} SHIP, ANCHOR" in frame(app)
        await pilot.press("left", "right", "o")
        await pilot.pause()
        assert f"{mark} " not in frame(app)


async def test_a_game_that_contradicts_itself_has_no_targets_and_can_be_looked_at() -> None:
    broken = meant().model_copy(update={"public_transcript": [EVENTS[0], EVENTS[0], *EVENTS[1:]]})
    app = CodenamesApp(GameScreen(RecordedSession(broken)))
    async with app.run_test() as pilot:
        await pilot.press("o", "right", "right", "right")
        await pilot.pause()
        assert NO_CLUE.split(" once", maxsplit=1)[0] in frame(app)


async def test_a_live_game_shows_them_to_viewers_and_stops_when_a_person_sits_down() -> None:
    app = live()
    shown = "The targets of this clue are unknown"
    async with app.run_test(size=(120, 40)) as pilot:
        await play_events(app, pilot, 1)
        await pilot.press("o")
        await until(pilot, lambda: shown in frame(app))
        await pilot.press("h")
        await until(pilot, lambda: is_on(app, ChooseSeat))
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.screen.query(AnswerPanel)))
        assert shown not in frame(app)
        await app.run_action("screen.toggle_targets")
        await pilot.pause()
        assert shown not in frame(app)
        assert not screen_of(app).shows_targets
        assert TargetsOverlay().aim_at(screen_of(app).viewpoint) is None
