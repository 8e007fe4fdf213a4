"""A letter on each panel: typing it goes there, and anything else changes nothing."""

import pytest
from tests.tui.table import frame, is_on, replayed, screen_of, until

from codenames_tui.game.game_screen import GameScreen
from codenames_tui.ui.look import Look
from codenames_tui.ui.screens.go_to_panel import LETTERS, GoToPanel


@pytest.mark.parametrize("look", [Look(), Look(ascii_only=True), Look(theme="ansi", colour=False)])
async def test_a_letter_goes_to_its_panel(look: Look) -> None:
    app = replayed(at=9, look=look)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        panels = [panel for panel in app.screen.focus_chain if panel.region]
        assert len(panels) >= 2
        for letter, panel in zip(LETTERS, panels, strict=False):
            await pilot.press("ctrl+o")
            await until(pilot, lambda: is_on(app, GoToPanel))
            line = frame(app).splitlines()[panel.region.y].ljust(120)
            assert line[panel.region.x :].startswith(f" {letter} ")
            await pilot.press(letter)
            await until(pilot, lambda: is_on(app, GameScreen))
            assert app.focused is panel


@pytest.mark.parametrize("key", ["escape", "l", "enter", "1"])
async def test_any_other_key_goes_back_and_does_nothing_else(key: str) -> None:
    app = replayed(at=9)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: is_on(app, GoToPanel))
        await pilot.press(key)
        await until(pilot, lambda: is_on(app, GameScreen))
        assert app.focused is None
        assert screen_of(app).position == 9
