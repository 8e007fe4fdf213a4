"""What a viewer stands on: the stream of events, its state at a position, the replay, and the board as it is drawn."""

import asyncio
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from tests.tui.table import BOARD, CONFIG, EVENTS, R1, R2, frame, record_of, replayed, says

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.board import Board, CardType
from codenames_core.game.config import GameConfig, IllegalCluePolicy, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, PassReason, Reveal, UnknownEvent
from codenames_core.game.replay import Replay, ViewerState
from codenames_core.game.state import Phase, initialize_game
from codenames_core.watch.stream import EventStream
from codenames_tui.game.board.board_lines import board_lines, board_room, shape_for, table_of
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain, width_of

# Event stream


async def test_events_arrive_in_order() -> None:
    stream = EventStream(EVENTS[:4])

    async def read() -> list[Event]:
        return [event async for event in stream.follow()]

    reading = [asyncio.create_task(read()) for _ in range(3)]
    for event in EVENTS[4:]:
        stream.publish(event)
        await asyncio.sleep(0)
    stream.close()
    for one in reading:
        assert tuple(await one) == EVENTS


async def test_the_delay_is_respected_between_two_events() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    stream = EventStream(EVENTS[:5])
    stream.close()
    seen = [event async for event in stream.follow(delay=2.5, sleep=sleep)]
    assert tuple(seen) == EVENTS[:5]
    assert slept == [2.5] * 4
    assert [event async for event in stream.follow(3, sleep=sleep)] == list(EVENTS[3:5])
    assert slept == [2.5] * 4


async def test_a_slow_consumer_holds_up_nobody_and_misses_nothing() -> None:
    stream = EventStream()
    go_on = asyncio.Event()
    slow: list[Event] = []

    async def read_slowly() -> None:
        async for event in stream.follow():
            slow.append(event)
            await go_on.wait()

    reading = asyncio.create_task(read_slowly())
    for event in EVENTS:
        stream.publish(event)  # never waits
        await asyncio.sleep(0)
    stream.close()
    assert [event async for event in stream.follow()] == list(EVENTS)
    assert len(slow) == 1
    go_on.set()
    await reading
    assert tuple(slow) == EVENTS


# Viewer state


def viewer(*events: Event, config: GameConfig = CONFIG) -> ViewerState:
    return ViewerState.of(Replay(initialize_game(config, BOARD), events).state)


def test_the_viewer_state_follows_every_kind_of_event() -> None:
    before = viewer()
    assert (before.current_turn, before.current_phase, before.current_clue) == (Team.RED, Phase.CLUE, None)
    clue = viewer(*EVENTS[:1])
    assert clue.current_clue == EVENTS[0]
    assert clue.current_phase is Phase.DISCUSSION
    said = viewer(*EVENTS[:2])
    assert said.discussion == EVENTS[1:2]
    guessed = viewer(*EVENTS[:5])
    assert guessed.revealed == {"SHIP": CardType.RED}
    assert guessed.current_phase is Phase.GUESS
    passed = viewer(*EVENTS[:7])
    assert (passed.current_turn, passed.current_phase, passed.current_clue) == (Team.BLUE, Phase.CLUE, None)
    penalty = GameConfig(illegal_clue=IllegalCluePolicy.PENALTY)
    turned = viewer(Reveal(team=Team.RED, word="MOON", card=CardType.BLUE), config=penalty)
    assert turned.revealed == {"MOON": CardType.BLUE}
    strange = viewer(*EVENTS[:5], UnknownEvent(type="weather"))
    assert strange.revealed == guessed.revealed
    assert len(strange.transcript) == 6
    over = viewer(*EVENTS)
    assert over.current_phase is Phase.OVER
    assert {type(event) for event in over.transcript} == {Clue, DiscussionMessage, Guess, Pass}


def test_a_reveal_updates_the_grid() -> None:
    for count in range(len(EVENTS) + 1):
        state = viewer(*EVENTS[:count])
        touched = [event.word for event in EVENTS[:count] if isinstance(event, Guess)]
        assert list(state.revealed) == [word for word in state.board if word in touched]
        assert len(state.board) == 25


def test_the_discussion_is_cleared_when_a_turn_begins() -> None:
    assert len(viewer(*EVENTS[:6]).discussion) == 3
    assert viewer(*EVENTS[:7]).discussion == ()
    stopped = (Clue("sea", 1, team=Team.RED), says(R1, "?", True), says(R2, "!", True))
    ended = (*stopped, Pass(team=Team.RED, reason=PassReason.CHOSEN))
    assert len(viewer(*stopped).discussion) == 2
    assert viewer(*ended).discussion == ()


# Replay


def test_an_episode_is_loaded_as_it_was_saved(tmp_path: Path) -> None:
    record = record_of()
    loaded = EpisodeRecord.load(record.save(tmp_path / "game.json"))
    replay = Replay(loaded.initial_state(), loaded.public_transcript)
    assert replay.events == EVENTS
    assert replay.last_state.outcome == record.outcome


def test_a_step_forward_and_a_step_backward_are_the_fold_at_their_place() -> None:
    replay = Replay(initialize_game(CONFIG, BOARD), EVENTS)
    replay.seek(0)
    forward = [replay.state, *(replay.step() for _ in EVENTS)]
    assert forward == [record_of().state_at(count) for count in range(len(EVENTS) + 1)]
    backward = [replay.state, *(replay.step(-1) for _ in EVENTS)]
    assert backward == forward[::-1]


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_jump_to_a_turn_is_its_beginning(turn: int) -> None:
    replay = Replay(initialize_game(CONFIG, BOARD), EVENTS)
    state = replay.seek_turn(turn)
    assert (state.turn.number, state.turn.clue, replay.cursor) == (turn, None, (0, 7, 14)[turn - 1])


# The board as it is drawn


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_the_board_is_five_by_five(size: tuple[int, int]) -> None:
    app = replayed()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        lines = frame(app).splitlines()
    heading = next(y for y, line in enumerate(lines) if set("abcde") <= set(line.split()))
    columns = [lines[heading].index(f" {letter} ") for letter in "abcde"]
    assert len({right - left for left, right in pairwise(columns)}) == 1
    rows = [y for y, line in enumerate(lines) if line.lstrip()[:1] in tuple("12345") and line.index(line.lstrip()) < 4]
    assert [lines[y].lstrip()[0] for y in rows] == list("12345")
    assert len({below - above for above, below in pairwise(rows)}) == 1


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_five_kinds_of_cards_are_told_apart_without_colours(glyphs: Glyphs) -> None:
    hidden = initialize_game(CONFIG, BOARD)

    def drawn(*words: str) -> str:
        table = table_of(hidden._replace(revealed=frozenset(words)), None, glyphs, key_shown=False)
        return plain(board_lines(table, shape_for(*board_room(80, 24)), glyphs))

    words = ("SHIP", "MOON", "APPLE", "POISON")
    assert {BOARD.key[word] for word in words} == set(CardType)
    for word in words:
        added = Counter(drawn(word)) - Counter(drawn())
        assert glyphs.mark(BOARD.key[word]) in added
    assert len({glyphs.mark(card) for card in CardType}) == len(CardType)


def test_long_words_are_shown_in_full_or_cut_with_a_sign() -> None:
    words = ("INTERNATIONALISATION", "ANTIDISESTABLISHMENTARIANISM" * 2, *BOARD.words[2:])
    key = dict(zip(words, BOARD.key.values(), strict=True))
    board = Board(words, key)
    shape = shape_for(*board_room(80, 24))
    state = initialize_game(CONFIG, board)
    lines = board_lines(table_of(state, None, UNICODE, key_shown=False), shape, UNICODE)
    assert {width_of(line) for line in lines} == {shape.width}
    text = plain(lines)
    assert "INTERNATIO" in text
    assert "NALISA" in text
    assert UNICODE.cut in text
