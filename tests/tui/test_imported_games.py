"""Games of other programs in the app: what the library says of them, and of files that are not imported yet."""

import json
from pathlib import Path

import pytest
from tests.core import foreign_games as own
from tests.tui.library import kept
from tests.tui.table import frame, until

from codenames_agents.kinds import DEFAULT_SPEC
from codenames_core.files.record import read_episode
from codenames_core.foreign.formats import FORMATS, games_in
from codenames_core.foreign.importing import import_games_into
from codenames_core.support.errors import EpisodeFileError
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.screen_factory import replay_screen
from codenames_tui.episodes.episode_index import Kept, row_of, stamp_of
from codenames_tui.library.game_rows import GameRow, Part, about, imported_in, matching
from codenames_tui.library.library_screen import LibraryScreen
from codenames_tui.setup.fork_screen import ForkScreen
from codenames_tui.ui.lines.lines import UNICODE, plain


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three imported games: one of two teams, one of red alone, and one of which 17 words are not known."""
    own.write_lines(tmp_path / "games.jsonl", own.line(), own.line(own.ALONE, id="alone"))
    (tmp_path / "results.json").write_text(json.dumps(own.dewey(own.TURNS)))
    for format, file in (("lines", "games.jsonl"), ("dewey", "results.json")):
        games = games_in(FORMATS[format], [str(tmp_path / file)])
        assert all(tally.skipped == 0 for tally in import_games_into(games, format, tmp_path / "out"))
    return tmp_path / "out"


def rows(folder: Path) -> dict[str, Kept]:
    found = {}
    for path in folder.iterdir():
        source = read_episode(path).record.imported
        assert source is not None
        found[str(source["name"])] = Kept(stamp_of(path), row_of(path))
    return found


def test_a_row_says_where_a_game_is_from_and_what_was_played(folder: Path) -> None:
    alone = rows(folder)["alone"].row
    assert (alone.imported, alone.variant, alone.rules) == ("lines", "one team", "single guesser, one team")
    game = GameRow(rows(folder)["alone"])
    assert "single guesser, one team · imported from lines" in plain([about(game, UNICODE)])
    assert matching([game, GameRow(kept("own.json"))], "imported lines") == [game]


def test_when_a_game_was_played_is_unknown_where_its_source_does_not_say(folder: Path) -> None:
    games = {name: GameRow(one).played for name, one in rows(folder).items()}
    assert games == {"own/1": "", "alone": "", "results, game 1 (game_1)": "2026-01-02 03:04"}


def test_a_library_says_how_many_of_its_games_are_imported(folder: Path) -> None:
    games = [GameRow(one) for one in rows(folder).values()]
    assert imported_in(games) == "3 imported: dewey, lines"
    assert imported_in([*games, GameRow(kept("own.json")), GameRow(kept("s.json"), Part.SAMPLES)]) == (
        "3 imported: dewey, lines"
    )


async def test_the_heading_of_the_library_says_it(folder: Path, tmp_path: Path) -> None:
    screen = LibraryScreen(folder, tmp_path / "no samples")
    app = CodenamesApp(screen)
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: "3 imported: dewey, lines" in frame(app))


async def test_a_folder_that_is_not_imported_yet_says_how_it_can_be(tmp_path: Path) -> None:
    screen = LibraryScreen(own.write_stepmat(tmp_path / "results", own.TURNS), tmp_path / "no samples")
    app = CodenamesApp(screen)
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: "this looks like stepmat; import it with" in frame(app))


def test_an_imported_game_says_so_at_its_beginning(folder: Path) -> None:
    notes = {
        str((reading.record.imported or {})["name"]): reading.notes for reading in map(read_episode, folder.iterdir())
    }
    assert notes == {
        "own/1": ["imported: answers not checked"],
        "alone": ["imported: answers not checked", "played was a variant: one team"],
        "results, game 1 (game_1)": ["imported: answers not checked", "17 words of the board not known"],
    }


def test_a_file_that_is_not_imported_yet_says_how_it_can_be(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text(json.dumps(own.dewey(own.TURNS)))
    hint = f"this looks like dewey; import it with codenames-tui import dewey {path} -o DIR"
    assert row_of(path).broken.startswith("this looks like dewey; import it with")
    with pytest.raises(EpisodeFileError) as complaint:
        replay_screen(path, UNICODE)
    assert str(complaint.value) == f"{path}: {hint}"
    path.write_text("{}")
    with pytest.raises(EpisodeFileError) as complaint:
        replay_screen(path, UNICODE)
    assert "looks like" not in str(complaint.value)


def test_a_fork_begins_with_our_agents_in_the_seats_of_theirs(folder: Path) -> None:
    [path] = [path for path in folder.iterdir() if (read_episode(path).record.imported or {}).get("name") == "own/1"]
    screen = ForkScreen(read_episode(path).record, 4)
    assert {agent.spec for agent in screen.seats.values()} == {DEFAULT_SPEC}
