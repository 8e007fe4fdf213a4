"""The library: what is listed, in which order, what a filter leaves, and what opens."""

import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from tests.tui.library import GAMES, kept
from tests.tui.table import EVENTS, frame, is_on, record_of, screen_of, until
from textual.pilot import Pilot
from textual.widgets import Input

from codenames_core.game.config import Team
from codenames_core.game.state import Termination
from codenames_core.support.folders import episodes_folder
from codenames_tui.app.app import CodenamesApp
from codenames_tui.episodes.episode_index import Cache, EpisodeRow, Kept, Stamp, entries, moment
from codenames_tui.episodes.index_cache import load_cache
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.library import library_screen
from codenames_tui.library.game_rows import (
    GameColumn,
    GameRow,
    Part,
    SortOrder,
    about,
    column_at,
    columns_in,
    game_heading,
    how_many,
    in_order,
    matching,
    table_line,
    table_of,
)
from codenames_tui.library.home_screen import HomeScreen
from codenames_tui.library.library_screen import LibraryScreen
from codenames_tui.library.samples import SAMPLES
from codenames_tui.setup import game_form, prepared_games
from codenames_tui.ui.crash import log_file
from codenames_tui.ui.lines.lines import ASCII, UNICODE, plain, width_of
from codenames_tui.ui.preferences import Preferences, Settings, settings_file
from codenames_tui.ui.screens.choosing import AskText

LISTED = [GameRow(one) for one in GAMES]
FAST = Preferences(pace=0.0, red="random", blue="random")


def names(listed: Sequence[GameRow | Part]) -> list[str]:
    return [one.name if isinstance(one, GameRow) else one.name.lower() for one in listed]


# The table


@given(
    created=st.one_of(
        st.just(""),
        st.datetimes().map(str),
        st.datetimes(timezones=st.timezones(), allow_imaginary=False).map(str),
        st.sampled_from(["9999-12-31T23:59:59.999999", "9999-12-31T23:59:59.999999+00:00", "1970-01-01T00:00+00:00"]),
    ),
    written=st.integers(-1, 2**62),
    imported=st.sampled_from(["", "jsonl"]),
)
def test_a_row_says_when_its_game_began_to_the_minute(created: str, written: int, imported: str) -> None:
    entry = Kept(Stamp(1, written), EpisodeRow("x.json", "x", created=created, imported=imported))
    assert GameRow(entry).played == moment(entry.when)


@pytest.mark.parametrize(
    ("column", "first", "reversed_"),
    [
        (GameColumn.PLAYED, "d c b a", "b c d a"),
        (GameColumn.WINNER, "b c d a", "c b d a"),
        (GameColumn.ENDING, "c b d a", "d b c a"),
        (GameColumn.TURNS, "d c b a", "b c d a"),
        (GameColumn.AGENTS, "b c d a", "d c b a"),
        (GameColumn.COST, "c d b a", "c d b a"),
        (GameColumn.ORIGINAL, "b d c a", "b d c a"),
        (GameColumn.FILE, "b c d a", "d c b a"),
    ],
)
def test_games_stand_in_the_order_of_a_column_and_what_is_not_known_comes_last(
    column: GameColumn, first: str, reversed_: str
) -> None:
    for order, wanted in ((SortOrder(column), first), (SortOrder(column, reverse=True), reversed_)):
        assert [name.partition(".")[0] for name in names(in_order(LISTED, order))] == wanted.split()


def test_a_blind_game_is_told_from_one_with_the_key() -> None:
    one = kept("e.json")
    blind = GameRow(one._replace(row=one.row._replace(blind=True)))
    assert (blind.row.rules, GameRow(one).row.rules) == ("blind standard", "standard")
    assert [game.name for game in matching([blind, *LISTED], "blind")] == ["e.json"]
    assert "blind standard" in plain([about(blind, UNICODE)])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "d c b a"),
        ("balanced", "c"),
        ("BALANCED  red", "c"),
        ("unfinished", "d"),
        ("assassin blue", "b"),
        ("fork", "b"),
        ("2b5e", "b"),
        ("11-27", "c b"),
        ("broken", "a"),
        ("expecting", "a"),
        ("standard won", "c b"),
        ("nothing of this", ""),
    ],
)
def test_a_filter_leaves_the_games_that_hold_every_word(text: str, found: str) -> None:
    assert [name.partition(".")[0] for name in names(matching(LISTED, text))] == found.split()


def test_samples_and_broken_files_come_after_the_games_of_the_folder_in_any_order() -> None:
    mixed = [*reversed(LISTED), GameRow(kept("solo.json", "2026-01-01T00:00"), Part.SAMPLES)]
    for order in (SortOrder(), SortOrder(GameColumn.FILE), SortOrder(GameColumn.COST, reverse=True)):
        listed = names(table_of(in_order(mixed, order), order).lines)
        assert set(listed[:3]) == {"b.json", "c.json", "d.jsonl"}
        assert listed[3:] == ["samples", "solo.json", "broken", "a.json"]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", [1, 10, 38, 78, 100, 118, 196, 240])
def test_lines_have_the_width_of_the_table(width: int, glyphs: Any) -> None:
    lines: list[GameRow | Part] = [*LISTED, Part.SAMPLES, Part.BROKEN]
    for line in lines:
        drawn = table_line(line, True, width, glyphs)
        assert width_of(drawn) == width
        assert plain([drawn]).isascii() or glyphs is UNICODE
    for column in GameColumn:
        assert width_of(game_heading(SortOrder(column), width, glyphs)) == width


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_text_of_a_row_reaches_the_terminal_as_it_is(glyphs: Any) -> None:
    said: dict[str, Any] = dict.fromkeys(
        ("episode_id", "red", "blue", "parent", "best_clue", "imported", "variant"), "é\x1b[2J\u202e"
    )
    one = kept("e.json")
    game = GameRow(one._replace(row=one.row._replace(**said)))
    for line in (table_line(game, False, 240, glyphs), about(game, glyphs)):
        assert not set("\x1b\u202e") & set(plain([line]))
        assert ("é" in plain([line])) is not glyphs.ascii_only


def test_headings_stand_over_their_columns() -> None:
    for column in columns_in(196):
        text = plain([game_heading(SortOrder(), 196, UNICODE)])
        assert column_at(text.index(column.value), 196) is column
    assert column_at(0, 196) is None


def test_both_ends_of_a_long_line_up_are_cut_and_short_ones_are_not() -> None:
    game = GameRow(kept("x.json", "", "vector:sharp", "b" * 300, 3, (Team.RED, Termination.ALL_WORDS)))
    text = plain([table_line(game, False, 84, UNICODE)])
    assert "sharp · bbb" in text
    assert text.endswith("…")


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_how_many_there_are_is_said_once(shown: int, of: int) -> None:
    said = how_many(shown, of, 1.0)
    assert (" of " in said) is (shown != of)


# The screen


def app_of(preferences: Preferences = FAST) -> CodenamesApp:
    return CodenamesApp(settings=Settings(settings_file(), preferences))


def library_of(app: CodenamesApp) -> LibraryScreen:
    assert isinstance(app.screen, LibraryScreen)
    return app.screen


async def opened(app: CodenamesApp, pilot: Pilot[int]) -> LibraryScreen:
    """The library, once it has read everything."""
    await pilot.press("l")
    await until(pilot, lambda: is_on(app, LibraryScreen))
    await until(pilot, lambda: "so far" not in frame(app) and " 0 games" not in frame(app))
    return library_of(app)


def three_games() -> None:
    """A folder with an episode, an unfinished one, a journal and a file that cannot be read."""
    folder = episodes_folder()
    for number, count in enumerate((len(EVENTS), 12)):
        record = record_of(EVENTS[:count])
        metadata = {"created": f"2026-11-2{8 - number}T10:00:00+00:00"}
        record = record.model_copy(update={"episode_id": f"game-{number}", "metadata": metadata})
        record.save(folder / f"{number}.json")
    form = game_form.blank_form(FAST)
    game = prepared_games.new_game(game_form.config_of(form), game_form.teams_of(form, 1), out=folder / "journal.json")
    game.journal.close()
    (folder / "broken.json").write_text("{")


async def test_games_samples_and_broken_files_are_listed_apart() -> None:
    three_games()
    app = app_of()
    async with app.run_test(size=(80, 40)) as pilot:
        library = await opened(app, pilot)
        assert names(library.table._table.lines)[-2:] == ["broken", "broken.json"]
        assert set(names(library.table.games)[:3]) == {"0.json", "1.json", "journal.jsonl"}
        seen = frame(app)
        stories = ("Comeback", "RED is five words behind and wins")
        for part in ("BLUE wins, SEA 2", "unfinished", "Sample games", *stories, "Unreadable files", "not JSON"):
            assert part in seen
        assert f"{4 + len(SAMPLES)} games" in seen
    assert len(load_cache()) == 4 + len(SAMPLES)


async def test_an_episode_opens_and_n_opens_the_next_in_the_order_of_the_table() -> None:
    three_games()
    app = app_of()
    async with app.run_test() as pilot:
        library = await opened(app, pilot)
        await pilot.press(*"/json 2026-11-2", "escape", *[">"])  # by turns, the fewest first
        order = [game.row.file for game in library.table.games if not game.row.broken]
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        assert [str(screen_of(app).source)] == order[:1]
        for file in order[1:]:
            await pilot.press("N")
            await until(pilot, lambda file=file: str(screen_of(app).source) == file)  # type: ignore[misc]
        await pilot.press("N")
        await pilot.pause()
        assert "last episode" in frame(app)
        await pilot.press("r")
        await pilot.pause()
        assert "recorded game" in frame(app)
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, LibraryScreen))
        assert library.table.pointed
        assert library.table.pointed.row.file == order[-1]
        await pilot.press("escape")  # drops the filter
        assert library.field.value == ""
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, HomeScreen))


async def test_what_is_typed_filters_at_once_and_escape_takes_it_back_step_by_step() -> None:
    three_games()
    app = app_of()
    async with app.run_test() as pilot:
        library = await opened(app, pilot)
        await pilot.press("/", *"unfin")
        assert set(names(library.table.games)) == {"1.json", "journal.jsonl"}
        assert "2 of" in frame(app)
        await pilot.press(*" zzz")
        assert library.table.games == ()
        assert "No game matches all of these words." in frame(app)
        await pilot.press("enter", "down", "pageup", "escape", "R", "end")
        assert is_on(app, LibraryScreen)
        await pilot.press("escape")
        assert len(library.table.games) == 4 + len(SAMPLES)
        assert not library.field.display
        await pilot.press("/", "down", "q")
        assert library.field.value == "q"
        await pilot.press("escape")
        assert library.field.value == "q"
        assert not library.field.has_focus


async def test_enter_opens_the_first_game_that_a_filter_finds() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        await opened(app, pilot)
        await pilot.press(*"/five words")
        assert frame(app).splitlines()[-1].split() == ["↑↓", "move", "⏎", "open", "esc", "to", "the", "list"]
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        source = screen_of(app).source
        assert source is not None
        assert source.stem == "comeback"


async def test_columns_sort_by_key_and_by_click() -> None:
    three_games()
    app = app_of()
    async with app.run_test() as pilot:
        library = await opened(app, pilot)
        before = names(library.table.games)
        await pilot.press("x")
        assert names(library.table.games)[:3] == before[:3][::-1]
        await pilot.press("x", *[">"] * len(columns_in(library.table.size.width)))
        assert names(library.table.games) == before
        y = next(y for y, line in enumerate(frame(app).splitlines()) if "agents" in line)
        await pilot.click(offset=(frame(app).splitlines()[y].index("turns"), y))
        assert "turns▴" in frame(app)
        await pilot.click(offset=(frame(app).splitlines()[y].index("turns"), y))
        assert "turns▾" in frame(app)


async def test_an_error_of_ours_with_one_game_is_a_message_and_the_list_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def odd(*_: object) -> GameScreen:
        raise ZeroDivisionError("of a test")

    monkeypatch.setattr("codenames_tui.app.screen_factory.replay_screen", odd)
    three_games()
    app = app_of()
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await opened(app, pilot)
        await pilot.press("enter")
        await until(pilot, log_file().exists)
        assert is_on(app, LibraryScreen)
        await until(pilot, lambda: bool(app.screen.query("Toast")))
    assert "of a test" in log_file().read_text()


async def test_one_click_opens_a_game() -> None:
    three_games()
    app = app_of()
    async with app.run_test() as pilot:
        library = await opened(app, pilot)
        lines = frame(app).splitlines()
        y = next(y for y, line in enumerate(lines) if "unfinished" in line and "▸" not in line)
        game = library.table.games[y - next(y for y, line in enumerate(lines) if "▸" in line)]
        await pilot.click(offset=(5, y))
        await until(pilot, lambda: is_on(app, GameScreen))
        assert str(screen_of(app).source) == game.row.file


async def test_an_interrupted_game_goes_on_with_r_and_nothing_else_does() -> None:
    three_games()
    app = app_of()
    async with app.run_test() as pilot:
        await opened(app, pilot)
        await pilot.press(*"/game-0", "escape", "R")
        await pilot.pause()
        assert "This game is finished; press ⏎ to replay it." in frame(app)
        await pilot.press("escape", *"/jsonl", "escape", "R")
        await until(pilot, lambda: is_on(app, GameScreen))
        game = screen_of(app).session
        assert isinstance(game, LiveSession)
        await until(pilot, lambda: bool(game.standing.saved))
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, LibraryScreen))
        await pilot.press("escape")
        await until(pilot, lambda: "journal.json" in names(library_of(app).table.games))


async def test_an_episode_that_cannot_be_read_is_a_message() -> None:
    three_games()
    app = app_of()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await opened(app, pilot)
        await pilot.press("end", "enter")
        await until(pilot, lambda: bool(app.screen.query("Toast")))
        assert is_on(app, LibraryScreen)


async def test_another_folder_and_a_file_are_opened_by_their_path(tmp_path: Path) -> None:
    path = record_of().save(tmp_path / "run/episodes/a game.json")
    app = app_of()
    async with app.run_test() as pilot:
        library = await opened(app, pilot)
        assert "No game here yet" in frame(app) or library.table.pointed
        await pilot.press("l")
        await until(pilot, lambda: is_on(app, AskText))
        app.screen.query_one(Input).value = "none.json"
        await pilot.press("enter")
        await pilot.pause()
        assert "is neither a file nor a folder" in frame(app)
        app.screen.query_one(Input).value = str(tmp_path / "run")
        await pilot.press("enter")
        await until(pilot, lambda: library.folder == tmp_path / "run" and "so far" not in frame(app))
        await until(pilot, lambda: names(library.table.games)[0] == "a game.json")
        await pilot.press("l")
        await until(pilot, lambda: is_on(app, AskText))
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))


async def test_without_any_game_the_samples_are_there() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        library = await opened(app, pilot)
        assert set(names(library.table.games)) == {f"{name}.json" for name in SAMPLES}
        assert library.table.pointed


@pytest.mark.skipif(os.name != "posix", reason="names of bytes that are no text")
async def test_a_name_that_is_no_text_is_listed_and_opened() -> None:
    for name in (os.fsdecode(b"\xff\x1b[2J.json"), "a.json"):
        record_of().save(episodes_folder() / name)
    app = app_of()
    async with app.run_test() as pilot:
        await opened(app, pilot)
        assert "\x1b" not in frame(app)
        await until(pilot, lambda: all(worker.is_finished for worker in app.workers))
        assert "could not be read" not in frame(app)
        assert {os.path.basename(path) for path in load_cache()} >= {"a.json"}  # the others are known from now on
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))


async def test_a_key_moves_the_cursor_past_headings_and_no_further_than_the_ends() -> None:
    three_games()
    app = app_of()
    async with app.run_test(size=(60, 12)) as pilot:
        library = await opened(app, pilot)
        last = len(library.table.games) - 1
        for keys, place in (("up", 0), ("end", last), ("down", last), ("home", 0), ("pagedown", None), ("pageup", 0)):
            await pilot.press(keys)
            assert library.table.pointed
            assert "▸ " in frame(app)
            if place is not None:
                assert library.table.games.index(library.table.pointed) == place
        for _ in range(last):
            await pilot.press("down")
        assert library.table.games.index(library.table.pointed) == last
        for _ in range(last):
            await pilot.press("up")
        assert library.table.games.index(library.table.pointed) == 0


async def test_rows_appear_while_the_folder_is_read_and_a_cursor_that_was_moved_stays_on_its_game() -> None:
    app = app_of()
    async with app.run_test() as pilot:
        library = await opened(app, pilot)
        library.add_games([GameRow(kept("b.json", "2026-11-27T20:15"))], looked_at=0.5)
        await pilot.pause()
        assert "1 game so far" in frame(app)
        library.add_games([GameRow(kept("c.json", "2026-11-28T20:15"))], begins=False, looked_at=0.5)
        assert names(library.table.games) == ["c.json", "b.json"]
        assert library.table.pointed
        assert library.table.pointed.name == "c.json"
        await pilot.press("down")
        library.add_games([GameRow(kept("d.json", "2026-11-29T20:15"))], begins=False, looked_at=0.5)
        assert names(library.table.games) == ["d.json", "c.json", "b.json"]
        assert library.table.pointed.name == "b.json"


async def test_what_is_known_is_shown_at_once_and_compared_with_the_files_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    three_games()
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
    folder = episodes_folder()
    (folder / "1.json").write_text("{")
    (folder / "0.json").rename(folder / "2.json")
    goes_on = threading.Event()

    def waiting(paths: Sequence[str], cache: Cache) -> Iterator[tuple[str, Kept, bool]]:
        assert goes_on.wait(60)
        yield from entries(paths, cache)

    monkeypatch.setattr("codenames_tui.library.library_screen.entries", waiting)
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("l")
        await until(pilot, lambda: is_on(app, LibraryScreen) and bool(library_of(app).table.games))
        library = library_of(app)
        shown = names(library.table.games)
        assert {"1.json", "journal.jsonl", "broken.json"} < set(shown)  # as they were when they were read
        assert not {"0.json", "2.json"} & set(shown)
        assert "so far, 0 % of the files looked at" in frame(app)
        assert not next(game for game in library.table.games if game.name == "1.json").row.broken
        goes_on.set()
        await until(pilot, lambda: library._complete)
        shown = names(library.table.games)
        assert (set(shown) >= {"1.json", "2.json"}, "0.json" in shown) == (True, False)
        assert len(shown) == len(set(shown)) == 4 + len(SAMPLES)
        assert next(game for game in library.table.games if game.name == "1.json").row.broken
        assert "so far" not in frame(app)
        (folder / "2.json").unlink()
        library._read_folder()
        await until(pilot, lambda: "2.json" not in names(library.table.games))


async def test_games_that_are_listed_as_samples_too_stay_in_both_parts_when_one_of_them_is_gone(tmp_path: Path) -> None:
    for number in range(2):
        record_of().save(tmp_path / f"{number}.json")
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        library = LibraryScreen(tmp_path, tmp_path)
        app.push_screen(library)
        await until(pilot, lambda: library._complete and len(library.table.games) == 4)
        (tmp_path / "1.json").unlink()
        library._read_folder()
        await until(pilot, lambda: "1.json" not in names(library.table.games))
        assert [(game.name, game.part) for game in library.table.games] == [
            ("0.json", Part.FOLDER),
            ("0.json", Part.SAMPLES),
        ]


async def test_a_filter_that_is_typed_on_looks_only_at_what_it_left_and_one_taken_back_at_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at: list[list[str]] = []

    def watched(games: Sequence[GameRow], text: str) -> list[GameRow]:
        looked_at.append(names(games))
        return matching(games, text)

    monkeypatch.setattr(library_screen, "matching", watched)
    app = app_of()
    async with app.run_test(size=(120, 40)) as pilot:
        library = await opened(app, pilot)
        library.add_games(LISTED)
        every = library.table.games
        await pilot.press("slash", "c", ".")
        left = names(library.table.games)
        assert 0 < len(left) < len(GAMES)
        looked_at.clear()
        await pilot.press("j")
        assert looked_at == [left]
        await pilot.press("backspace", "backspace", "backspace")
        assert looked_at == [left]
        assert library.table.games == every
        await pilot.press("s", "h")
        await pilot.press("greater_than_sign", "backspace", "backspace")
        for key in ("r", "e", "d", "space", "j", "home", "delete", "delete", "right", "x", "backspace", "end"):
            await pilot.press(key)
            assert names(library.table.games) == names(matching(every, library.field.value))


def test_a_sum_that_is_free_is_no_unknown_one() -> None:
    for cost, shown in ((None, ""), (0.0, "$0.00"), (0.0042, "$0.0042"), (1234.5, "$1,234.50")):
        text = plain([table_line(GameRow(kept("x.json", turns=1, cost=cost)), False, 118, UNICODE)])
        assert (shown in text) if shown else ("$" not in text)
        assert cell_len(text) <= 118
