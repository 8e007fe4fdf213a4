"""Text of models, files and word lists is shown, never obeyed, and upsets no layout."""

import asyncio

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from tests.tui.hostile import HOSTILE, check, game_of
from tests.tui.table import KEY, frame, replayed, screen_of, touches

from codenames_core.game.board import Board, CardType
from codenames_core.game.config import Team
from codenames_core.game.events import Clue
from codenames_core.game.words import normalise
from codenames_tui.ui.lines.lines import LONGEST_LINE, UNICODE
from codenames_tui.ui.look import Look


async def look_at(texts: tuple[str, ...], look: Look, words: tuple[str, ...] | None = None) -> None:
    board = Board(words, dict(zip(words, KEY.values(), strict=True))) if words else Board(tuple(KEY), KEY)
    app = replayed(game_of(texts), look=look, board=board)
    async with app.run_test() as pilot:
        for key in ("end", "z", "z"):
            await pilot.press(key)
            check(app)
        if look.ascii_only:
            assert frame(app).isascii()
        assert screen_of(app).session.message is not None
    assert app.return_code in (None, 0)


@pytest.mark.parametrize("look", [Look(), Look(ascii_only=True)], ids=["unicode", "ascii"])
async def test_known_tricks_do_nothing(look: Look) -> None:
    words = tuple(f"{text[:30]} {number}" for number, text in enumerate(HOSTILE * 2))[:25]
    assert len({normalise(word) for word in words}) == 25
    await look_at(HOSTILE, look, words)


@settings(
    max_examples=5, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None, derandomize=True
)
@given(st.lists(st.text(max_size=60), min_size=60, max_size=60))
def test_whatever_is_said_can_be_shown(texts: list[str]) -> None:
    asyncio.run(look_at(tuple(texts), Look()))


async def test_a_click_on_markup_is_a_click_on_text() -> None:
    app = replayed(game_of(HOSTILE[:1]), at=2)
    async with app.run_test() as pilot:
        await pilot.pause()
        for y, line in enumerate(frame(app).splitlines()):
            if "[@click=app.quit]x[/]" in line:
                await pilot.click(offset=(line.index("x[/]"), y))
        await pilot.press("end")
        assert screen_of(app).viewpoint.at_end


async def test_wide_and_right_to_left_words_leave_the_cards_aligned() -> None:
    words = tuple(f"水水{chr(0x4E00 + n)}" for n in range(12)) + tuple(f"שלו{chr(0x5D0 + n)}" for n in range(13))
    board = Board(words, dict(zip(words, KEY.values(), strict=True)))
    app = replayed((Clue("x", 1, team=Team.RED), touches(Team.RED, words[0], board)), at=2, board=board)
    async with app.run_test() as pilot:
        await pilot.pause()
        screen = screen_of(app)
        widths = {sum(cell_len(span.text) for span in line) for line in screen.board._lines}
    assert widths == {56}
    assert screen.board.table[0].card is CardType.RED


async def test_of_texts_without_end_the_beginning_is_drawn() -> None:
    endless = "w" * 300_000
    app = replayed(game_of((endless, f"{endless} {endless}", "wide 水" * 100_000)))
    async with app.run_test() as pilot:
        for key in ("end", "z", "o", "i", "escape", "question_mark", "escape", "P"):
            await pilot.press(key)
            check(app)
    assert len(UNICODE.line(endless)) < LONGEST_LINE + 40
    assert UNICODE.text(endless).endswith("(100,000 more characters)")
