"""A person at a guesser's seat learns nothing of the key, whatever is pressed.

Two games that look alike from that seat, and differ in what the hidden cards are, must be painted alike: every
character and every colour of every screen.
"""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.tui.idle import has_more_to_do
from tests.tui.table import (
    B1,
    B2,
    BLUE_SCRIPT,
    BOARD,
    CONFIG,
    EVENTS,
    KEY,
    RED_SCRIPT,
    WORDS,
    frame,
    record_of,
    screen_of,
    team_of,
    until,
)
from textual.app import App
from textual.command import CommandInput, CommandPalette, Hits
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from codenames_core.files.journal import Played
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.board import Board
from codenames_core.game.config import GameConfig, Seat
from codenames_core.game.events import Event, Guess
from codenames_core.game.state import kind_of_guess
from codenames_core.game.traces import turn_traces
from codenames_core.play.episode import EpisodeRunner, fork, new_header
from codenames_core.play.pause_gate import PauseGate
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.command_palette import ScreenCommands
from codenames_tui.game.forks.hindsight import Hindsight
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.answer_panel import AnswerPanel
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.ui.look import Look

OPEN = 14
"""Events that are shared: SHIP, WAVE, MOON and APPLE are face up."""
SEEN = ("SHIP", "WAVE", "MOON", "APPLE")
TURNED = dict(zip(HIDDEN := [word for word in WORDS if word not in SEEN], [*HIDDEN[7:], *HIDDEN[:7]], strict=True))
OTHER = Board(WORDS, {word: KEY[TURNED.get(word, word)] for word in WORDS})
"""The same board to whoever sees only its open cards."""


def parent_on(board: Board) -> EpisodeRecord:
    """A game that goes on after the open cards with guesses, so that what came of them differs from board to board."""
    events: list[Event] = [
        event.model_copy(
            update={"card": board.key[event.word], "result": kind_of_guess(event.team, board.key[event.word])}
        )
        if isinstance(event, Guess)
        else event
        for event in EVENTS
    ]
    guess = AgentTrace(seat=Seat.RED_GUESSER_1, question=Question.GUESSES, at=17, turn=3, answer=["HARBOR", "POISON"])
    told = AgentTrace(seat=Seat.RED_CLUER, question=Question.CLUE, at=14, turn=3, intended_targets=("HARBOR",))
    return record_of(events, board).model_copy(update={"traces": turn_traces([told, guess])})


def app_on(board: Board, config: GameConfig = CONFIG, seat: Seat = Seat.RED_GUESSER_1) -> CodenamesApp:
    """A fork that a person plays as red's first guesser, who is asked, from after the third clue and its discussion."""
    parent = parent_on(board)
    header, played = fork(parent, 17, episode_id="fork")
    red, blue = team_of(RED_SCRIPT), team_of(BLUE_SCRIPT)
    header = new_header(config, red.config, blue.config, board=board, episode_id="fork", parent=header.parent)
    runner = EpisodeRunner(header, red, blue, played=Played(played.events), gate=PauseGate(paused=True))
    look = Look()
    screen = GameScreen(LiveSession(runner, pace=0, clock=lambda: 0.0), glyphs=look.glyphs)
    screen.hindsight = Hindsight(parent)
    assert screen.session.seats is not None
    screen.session.seats.take(seat)
    return CodenamesApp(screen, look)


Painted = list[object]


async def painted(keys: list[str], board: Board, seat: Seat = Seat.RED_GUESSER_1) -> Painted:
    """What is on the screen after each key: text with its style, and the title."""
    app = app_on(board, seat=seat)
    seen: Painted = []
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: bool(screen_of(app).query(AnswerPanel)) is (seat is Seat.RED_GUESSER_1))
        await settled(pilot)
        seen.append(look_at(app))
        for key in keys:
            await pilot.press(key)
            await settled(pilot)
            seats = screen_of(app).session.seats
            if seats is None or not seats.people:
                break  # nobody is at the seat any more
            seen.append(look_at(app))
    return seen


THE_GAME = {"session"}
"""Groups of workers that go on for as long as the game."""


@pytest.fixture(autouse=True)
def no_clock_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing comes or goes with time: what a slow machine paints later would differ from what it painted before."""
    monkeypatch.setattr(CommandPalette, "_NO_MATCHES_COUNTDOWN", 0.001)
    monkeypatch.setattr(CommandInput, "cursor_blink", False)


async def settled(pilot: Pilot[int]) -> None:
    """Wait until everything that the last key set off is done and painted.

    Nothing is awaited between the last look and the end: what is true then is what the caller sees.
    """
    for _ in range(1000):
        await pilot.pause()
        if is_settled(pilot.app):
            return
    raise AssertionError("it goes on and on")


def is_settled(app: App[int]) -> bool:
    """Whether nothing is left to do but the game, which waits for the person at the seat.

    `Pilot.pause` does not say so: it ends where the process got no time, and waits neither for workers nor for what
    they set off. The palette searches in a worker, and shows after a moment that it found nothing.
    """
    if any(not worker.is_finished and worker.group not in THE_GAME for worker in app.workers):
        return False
    if has_more_to_do() or app.animator._animations or app.animator._scheduled:
        return False
    palette = app.screen
    if not isinstance(palette, CommandPalette):
        return True
    typed = palette.query_one(Input).value.strip()
    return not typed or palette.query_one(OptionList).option_count > 0


def look_at(app: CodenamesApp) -> object:
    strips = app.screen._compositor.render_strips()
    return app.title, app.sub_title, [[(part.text, str(part.style)) for part in strip] for strip in strips]


KEYS = ["s", "o", "i", "P", "c", "m", "M", "e", "y", "z", "left", "right", "0", "9", "G", "t", "escape", "f5", "tab"]
WAITING = [*"soicmMye", "down", "tab", "escape", "n", "0", "y", "G"]
"""What is tried while others are asked; who leaves stays after all. Presenter mode would play on, and turn cards."""
COMMANDS = ("insp", "targ", "key", "pres", "expo", "copy", "comp", "next", "jump")
"""What the palette is asked for, in as few letters as it takes: it reaches what the answer keeps as letters."""
WALKS = (
    KEYS,
    ["f", "down", "y", "up", "question_mark", "escape", "escape"],
    ["ctrl+p", *"key", "escape", "colon", *"target", "escape"],
    ["question_mark", "down", "escape", "h", "down", "escape"],
    ["b", "2", "space", "backspace", "s", "o", "c"],
    ["P", "o", "s", "i", "m", "m", "M", "z", "y", "e", "escape", "P"],
    *(["ctrl+p", *command, "enter", "y", "z", "escape"] for command in COMMANDS[:3]),
    *(
        pytest.param(["ctrl+p", *command, "enter", "y", "z", "escape"], marks=pytest.mark.soak)
        for command in COMMANDS[3:]
    ),
)


@pytest.mark.parametrize("keys", WALKS, ids=" ".join)
async def test_two_keys_that_differ_in_hidden_cards_are_painted_alike(keys: list[str]) -> None:
    assert BOARD.key != OTHER.key
    assert await painted(keys, BOARD) == await painted(keys, OTHER)


async def test_what_is_compared_has_the_marks_of_what_guessers_said_on_its_cards() -> None:
    app = app_on(BOARD)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: bool(screen_of(app).query(AnswerPanel)))
        assert "◆" in frame(app)


async def test_the_palette_offers_the_same_on_both_boards() -> None:
    """Here nothing is searched, drawn or waited for."""
    offered = []
    for board in (BOARD, OTHER):
        app = app_on(board)
        async with app.run_test(size=(100, 30)) as pilot:
            await until(pilot, lambda: bool(screen_of(app).query(AnswerPanel)))  # noqa: B023
            await settled(pilot)
            offered.append([(command.title, command.help) for command in app.get_system_commands(app.screen)])
    assert len(offered[0]) > 10
    assert offered[0] == offered[1]


async def test_a_key_of_the_palette_is_waited_for_and_so_is_its_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that an earlier letter left is no end: two boards were compared with a letter between them."""
    free = asyncio.Event()
    search = ScreenCommands.search

    async def held(self: ScreenCommands, query: str) -> Hits:
        await free.wait()
        async for hit in search(self, query):
            yield hit

    app = app_on(BOARD)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: bool(screen_of(app).query(AnswerPanel)))
        await pilot.press("ctrl+p", "k")
        await settled(pilot)
        before = look_at(app)
        monkeypatch.setattr(ScreenCommands, "search", held)
        app.post_message(Key("e", "e"))
        assert look_at(app) == before
        assert not is_settled(app)
        await pilot.pause()
        assert not is_settled(app)
        free.set()
        await settled(pilot)
        assert look_at(app) != before


@pytest.mark.parametrize("keys", [WAITING, [*WAITING, "left", *WAITING]], ids=["at the end", "and before it"])
async def test_a_guesser_who_waits_for_the_others_is_told_no_more(keys: list[str]) -> None:
    """Nobody asks, so every letter is a command."""
    assert await painted(keys, BOARD, B1) == await painted(keys, OTHER, B1)


async def test_the_test_sees_a_key_that_is_shown() -> None:
    """Without a person the same key, `s`, must make the difference."""
    seen = []
    for board in (BOARD, OTHER):
        app = app_on(board)
        seats = screen_of_first(app).session.seats
        assert seats is not None
        async with app.run_test(size=(100, 30)) as pilot:
            seats.give_back(Seat.RED_GUESSER_1)
            await settled(pilot)
            await pilot.press("s")
            await settled(pilot)
            seen.append(look_at(app))
    assert seen[0] != seen[1]


def screen_of_first(app: CodenamesApp) -> GameScreen:
    assert isinstance(app._first, GameScreen)
    return app._first


@settings(max_examples=examples(3), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from([*KEYS, "f", "h", "n", "down", "space", "ctrl+p", "a", "1"]), max_size=12))
def test_no_walk_over_the_keys_tells_them_apart(keys: list[str]) -> None:
    assert asyncio.run(painted(keys, BOARD)) == asyncio.run(painted(keys, OTHER))


def test_without_surveillance_the_discussion_panel_keeps_the_opponents_words() -> None:
    from codenames_tui.game.sessions.disclosure import UNHEARD, disclosure_for

    config = GameConfig(surveillance=False)
    state = record_of(EVENTS[:12], config=config).state_at(12)
    said = disclosure_for([Seat.RED_GUESSER_1], Seat.RED_GUESSER_1, config).state(state).turn.discussion
    assert {message.text for message in said} == {UNHEARD}
    assert {message.seat for message in said} == {B1, B2}


@pytest.mark.parametrize("surveillance", [True, False])
async def test_only_with_surveillance_the_screen_shows_what_the_opponents_said(surveillance: bool) -> None:
    app = app_on(BOARD, GameConfig(surveillance=surveillance))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: bool(screen_of(app).query(AnswerPanel)))
        screen = screen_of(app)
        screen.position = 12
        await settled(pilot)
        assert (
            "(spoken where this seat cannot hear it)" in " ".join(frame(app).replace("┃", "").split())
        ) is not surveillance
        assert ("Newton" in frame(app)) is surveillance
        assert ("◆" in frame(app)) is surveillance
