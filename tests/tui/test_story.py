"""The story beside a game: who is likely to win, the clues so far, the race; and nothing of what follows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games import clue, rest
from tests.tui.table import BOARD, EVENTS, frame, live, record_of, replayed, screen_of, touches, until
from tests.whole_games import whole_game

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace
from codenames_core.game.board import Board
from codenames_core.game.config import GameConfig, Seat, Team
from codenames_core.game.events import Clue, Event, Guess, PassReason, Reveal
from codenames_core.game.timeline import Timeline
from codenames_core.game.traces import TurnTraces
from codenames_core.watch.turn_log import turn_log
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.disclosure import EVERYTHING
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.story.race_chart import race_lines
from codenames_tui.game.story.story import Hits, Story, story_at
from codenames_tui.game.story.story_lines import chance_line, story_rows
from codenames_tui.game.story.story_panel import StoryPanel
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain, width_of

END = len(EVENTS)


def story_of(record: EpisodeRecord, position: int, targets: dict[int, tuple[str, ...]] | None = None) -> Story:
    session = RecordedSession(record)
    return story_at(Viewpoint(session, position, EVERYTHING), turn_log(session.timeline), targets)


def drawn(story: Story, width: int = 60, height: int = 12, glyphs: Glyphs = UNICODE) -> list[str]:
    return plain(row.line for row in story_rows(story, width, height, glyphs)).split("\n")


def test_each_turn_is_a_line_with_its_clue_and_what_became_of_its_words() -> None:
    assert drawn(story_of(record_of(), END), height=4)[1:] == [
        "  1 R SEA ×2 SHIP✓ WAVE✓",
        "  2 B SKY ×3 MOON✓ APPLE–",
        "▸ 3 R PORT ×1 HARBOR✓ POISON☠",
    ]


def test_it_is_told_with_plain_characters_too() -> None:
    lines = drawn(story_of(record_of(), END), height=12, glyphs=ASCII)
    assert lines[:4] == [
        "RED 0% =========================================== 100% BLUE",
        "  1 R SEA x2 SHIP+ WAVE+",
        "  2 B SKY x3 MOON+ APPLE-",
        "> 3 R PORT x1 HARBOR+ POISONX",
    ]
    assert all(line.isascii() for line in lines)


def test_words_are_cut_alike_and_short_ones_stay() -> None:
    story = story_of(record_of(), END)
    assert drawn(story, width=25, height=4)[2:] == ["  2 B SKY ×3 MOON✓ APPLE–", "▸ 3 R PORT ×1 HAR…✓ POI…☠"]
    assert drawn(story, width=24, height=4)[2:] == ["  2 B SKY ×3 MOON✓ APP…–", "▸ 3 R PORT ×1 ✓☠"]


def test_the_latest_turns_have_their_words_in_full_where_lines_are_left() -> None:
    story = story_of(record_of(), END)
    one, two, three = "  1 R SEA ×2 ✓✓", "  2 B SKY ×3 ✓–", "▸ 3 R PORT ×1 ✓☠"
    assert [line.rstrip() for line in drawn(story, width=20, height=4)[1:]] == [one, two, three]
    assert [line.rstrip() for line in drawn(story, width=20, height=5)[1:]] == [
        one,
        two,
        "▸ 3 R PORT ×1",
        "     HARBOR✓ POISON☠",
    ]
    assert "     MOON✓ APPLE–" in drawn(story, width=20, height=6)


def test_turns_stand_apart_and_tell_what_became_of_the_chances_where_there_is_room_for_all() -> None:
    lines = [line.rstrip() for line in drawn(story_of(record_of(), 10), width=50, height=40)]
    assert lines[-4:] == [
        "  1 R SEA ×2                         RED 49% → 53%",
        "     SHIP✓ WAVE✓",
        "",
        "▸ 2 B SKY ×3                        BLUE 47% → 46%",
    ]


def test_a_turn_that_brought_nothing_says_why() -> None:
    events: list[Event] = [
        clue(Team.RED, "sea", 2),
        rest(Team.RED),
        rest(Team.BLUE, PassReason.FORFEITED),
        Reveal(team=Team.RED, word="MOON", card=touches(Team.RED, "MOON").card),
    ]
    lines = drawn(story_of(record_of(events), 4), height=4)
    assert [line.split(maxsplit=2)[2].rstrip() for line in lines[1:3]] == ["SEA ×2 pass", "no clue forfeit"]
    assert lines[3].endswith("no clue MOON!")


@pytest.mark.parametrize(("chance", "said"), [(1.0, ("100%", "0%")), (0.999, ("99%", "1%")), (0.5, ("50%", "50%"))])
def test_only_what_is_decided_is_certain(chance: float, said: tuple[str, str]) -> None:
    text = plain([chance_line(chance, 40, UNICODE)])
    assert text.startswith(f"RED {said[0]} ")
    assert text.endswith(f" {said[1]} BLUE")


@given(st.floats(0.001, 0.999), st.integers(2, 200), st.sampled_from([UNICODE, ASCII]))
def test_the_bar_has_the_width_it_is_given(chance: float, width: int, glyphs: Glyphs) -> None:
    assert width_of(chance_line(chance, width, glyphs)) == width


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.integers(0, 80), st.integers(12, 120), st.integers(0, 60), st.booleans())
def test_it_takes_whatever_place_it_has(seed: int, position: int, width: int, height: int, wide: bool) -> None:
    game = whole_game(seed)
    story = told(game, position)
    rows = story_rows(story, width, height, UNICODE if wide else ASCII)
    assert len(rows) <= height
    assert all(width_of(row.line) <= width for row in rows)
    if height >= 3 and story.turns:
        assert len(story.turns) - 1 in [row.turn for row in rows]  # the current turn is in sight


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.integers(0, 80))
def test_nothing_is_told_of_what_follows(seed: int, position: int) -> None:
    game = whole_game(seed)
    position = game.nearest(position)
    shorter = Timeline(game.state_at(0), game.events[:position])
    assert told(game, position) == told(shorter, position)


def told(game: Timeline, position: int) -> Story:
    state = game.state_at(0)
    record = record_of(game.events, state.board, state.config)
    return story_of(record, game.nearest(position))


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=60),
    st.integers(12, 150),
    st.integers(3, 30),
    st.sampled_from([UNICODE, ASCII]),
)
def test_the_chart_fills_its_place_and_names_both_teams(
    race: list[tuple[int, int]], width: int, height: int, glyphs: Glyphs
) -> None:
    lines = race_lines(tuple(race), width, height, glyphs)
    assert [width_of(line) for line in lines] == [width] * height
    text = plain(lines)
    assert f"R{race[-1][0]}" in text
    assert f"B{race[-1][1]}" in text


def test_the_line_of_a_team_falls_as_words_are_found() -> None:
    race = ((9, 9), (6, 9), (6, 3), (0, 3), (0, 3), (0, 3), (0, 3))
    assert plain(race_lines(race, 30, 6, ASCII)).split("\n") == [
        "9|**bbb",
        " |  r  b",
        " |   rrr**r",
        " |        b*bbbbbbbbbbbbbbb B3",
        " |          rr",
        "0|            rrrrrrrrrrrrr R0",
    ]


def test_how_many_targets_were_found_is_told_where_they_may_be_seen() -> None:
    story = story_of(record_of(), END, {1: ("SHIP", "STORM", "PEARL")})
    assert [turn.hits for turn in story.turns] == [Hits(1, 3), None, None]
    assert drawn(story, height=4)[1].endswith("◎1/3")


async def test_targets_are_told_at_the_end_and_where_they_are_asked_for() -> None:
    trace = AgentTrace(seat=Seat.RED_CLUER, intended_targets=("SHIP", "STORM"))
    traces = [TurnTraces(turn_number=1, team=Team.RED, clue_trace=trace)]
    record = record_of().model_copy(update={"traces": traces})
    app = CodenamesApp(GameScreen(RecordedSession(record), position=8))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "◎1/2" not in frame(app)
        await pilot.press("o")
        await until(pilot, lambda: "◎1/2" in frame(app))
        await pilot.press("o")
        await until(pilot, lambda: "◎1/2" not in frame(app))
        await pilot.press("end")
        await until(pilot, lambda: "◎1/2" in frame(app))


async def test_enter_and_a_click_go_to_the_clue_of_a_turn() -> None:
    app = replayed(at=END - 1)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        screen.query_one(StoryPanel).focus()
        await pilot.press("up", "enter")
        await until(pilot, lambda: screen.position == 8)
        event = screen.viewpoint.last_event
        assert isinstance(event, Clue)
        assert event.word == "sky"
        await pilot.press("end", "left")
        await pilot.click(StoryPanel, offset=(10, 2))  # below the title and the bar
        await until(pilot, lambda: screen.position == 1)


async def test_it_stands_beside_what_is_said_at_any_size_and_alone_where_z_asks_for_it() -> None:
    app = replayed(at=9)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Story · offline chances" in frame(app)
        assert "Transcript" not in frame(app)
        await pilot.press("z", "z", "z")
        assert "Story · chances of offline agents" in frame(app)
        await pilot.press("z")
        await pilot.resize_terminal(70, 20)
        await until(pilot, lambda: "─ Story ─" in frame(app))
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: "Story · chances of offline agents" in frame(app))
        assert "Transcript" not in frame(app)
        await pilot.press("z", "z")
        assert "Transcript" in frame(app)
        assert "Story" not in frame(app)


async def test_no_chances_are_told_of_games_that_the_table_does_not_stand_for() -> None:
    record = record_of(EVENTS[:9], config=GameConfig(max_turns=8))
    app = CodenamesApp(GameScreen(RecordedSession(record), position=9))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "Story" in frame(app)
        assert "chances" not in frame(app)
        assert "%" not in frame(app)


async def test_it_grows_with_a_live_game() -> None:
    app = live()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("space")
        await until(pilot, lambda: screen_of(app).session.standing.over)
        await until(pilot, lambda: "POISON☠" in frame(app))


def test_words_of_others_are_cleaned() -> None:
    events = (Clue("s\x1b[31mea\u202e", 2, team=Team.RED), touches(Team.RED, "SHIP"))
    text = "\n".join(drawn(story_of(record_of(events), 2)))
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_boards_that_look_alike_have_the_same_story() -> None:
    position = 14
    open_words = {event.word for event in EVENTS[:position] if isinstance(event, Guess)}
    hidden = [word for word in BOARD.words if word not in open_words]
    turned = dict(zip(hidden, [*hidden[5:], *hidden[:5]], strict=True))
    other = Board(BOARD.words, {word: BOARD.key[turned.get(word, word)] for word in BOARD.words})
    stories = [story_of(record_of(EVENTS[:position], board), position) for board in (BOARD, other)]
    assert stories[0] == stories[1]
