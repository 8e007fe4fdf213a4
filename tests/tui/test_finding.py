"""What is found by its name: words of a game, commands, themes."""

from functools import partial

from hypothesis import given
from hypothesis import strategies as st
from tests.tui.table import EVENTS, frame, is_on, record_of, replayed, screen_of, until
from textual.pilot import Pilot

from codenames_core.game.config import Team
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.command_palette import Commands
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.inspector.inspector_pane import InspectorPane
from codenames_tui.game.sessions.disclosure import EVERYTHING, UNHEARD, Disclosure
from codenames_tui.game.talk.find_screen import FindInGame
from codenames_tui.game.talk.finding import event_texts, found_items
from codenames_tui.ui.lines.lines import UNICODE

TEXTS = event_texts(record_of().timeline(), EVERYTHING, UNICODE)


def positions(wanted: str) -> list[int]:
    return [int(item.name) for item in found_items(TEXTS, wanted, UNICODE)]


def test_events_are_found_by_words_teams_and_turns() -> None:
    assert positions("newton") == [9]
    assert positions("blue sky 3") == [8]
    assert positions("guess apple") == [14]
    assert positions("turn 3 harbor") == [16, 17, 18]
    assert positions("nothing of this") == []
    assert positions("") == [*range(1, len(EVENTS) + 1)]


@given(st.text(max_size=12))
def test_whatever_is_looked_for_what_is_found_is_in_the_game_in_its_order(wanted: str) -> None:
    found = positions(wanted)
    assert found == sorted(found)
    assert set(found) <= {text.position for text in TEXTS}


def test_what_may_not_be_heard_cannot_be_found() -> None:
    texts = event_texts(record_of().timeline(), Disclosure(unheard=frozenset({Team.BLUE})), UNICODE)
    assert not found_items(texts, "newton", UNICODE)
    assert found_items(texts, UNHEARD.split()[1], UNICODE)


async def test_a_slash_looks_for_words_and_enter_goes_there() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.press("slash", *"newton")
        await until(pilot, lambda: "turn 2 BLUE" in frame(app))
        assert is_on(app, FindInGame)
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        assert screen_of(app).position == 9


async def palette(app: CodenamesApp, pilot: Pilot[int], typed: str) -> None:
    await pilot.press("ctrl+p")
    await until(pilot, lambda: is_on(app, Commands))
    await pilot.press(*typed)


async def test_the_palette_finds_what_people_call_things() -> None:
    app = replayed(at=9)
    async with app.run_test(size=(120, 40)) as pilot:
        for typed, found in (
            ("inspector", "Inspect this decision"),
            ("target", "Show clue targets"),
            ("speed", "Speed up"),
            ("screenshot", "Export: save, share, take a screenshot"),
            ("save", "Export: save, share, take a screenshot"),
            ("search", "Search what was said and done"),
            ("find", "Search what was said and done"),
            ("theme", "Theme: choose the colours"),
            ("colors", "Theme: choose the colours"),
            ("projector", "Presenter mode for a projector"),
            ("legend", "Help: keys and symbols"),
            ("takeover", "Take a seat, or give one back"),
            ("html", "Export: save, share, take a screenshot"),
        ):
            await palette(app, pilot, typed)
            await until(pilot, partial(lambda title: title in frame(app), found))
            await pilot.press("escape")
            await until(pilot, lambda: is_on(app, GameScreen))


async def test_a_command_of_the_palette_has_its_key_beside_it_and_is_run() -> None:
    app = replayed(at=9)
    async with app.run_test(size=(120, 40)) as pilot:
        await palette(app, pilot, "inspector")
        await until(pilot, lambda: "Inspect this decision" in frame(app))
        line = next(line for line in frame(app).splitlines() if "Inspect this decision" in line)
        assert line.split()[-2] == "i" or line.split()[-1] == "i"
        await pilot.press("enter", "enter")
        await until(pilot, lambda: bool(screen_of(app).query(InspectorPane)))
