"""`replay`: step through an episode, or print it; without a file, say which samples there are."""

import argparse
import sys
from pathlib import Path

from codenames_core.audit.record_checks import outcome_differences
from codenames_core.files.record import Reading
from codenames_core.game.config import Team
from codenames_core.game.timeline import Timeline
from codenames_core.support.errors import EpisodeFileError, InputError
from codenames_core.support.folders import JOURNAL_SUFFIX, RECORD_SUFFIX, game_suffix
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.terminal import has_terminal, no_terminal
from codenames_tui.episodes.foreign_games import read_or_hint, with_hint
from codenames_tui.library.samples import PREFIX, SAMPLES, episode_path
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.pacing import pace_of


def replay(options: argparse.Namespace) -> int:
    """Open the episode at `options.path`, or the library for a folder; list the samples where no path is given."""
    if options.path is None:
        return _list_samples()
    pace = pace_of(options.pace, 1.0)
    if options.plain and options.pace is not None:
        raise InputError("--pace is for the screen; --plain prints the whole game at once")
    path = episode_path(options.path)
    if path.is_dir() and not options.plain and (options.turn, options.pace) == (None, None):
        return _open_library(path, options)
    reading = read_or_hint(path := _episode_of(path))
    timeline = Timeline(reading.record.initial_state(), reading.record.public_transcript)
    if options.turn is not None and not 1 <= options.turn <= len(timeline.turn_starts):
        raise InputError(f"--turn is {options.turn}; the episode has turns 1 to {len(timeline.turn_starts)}")
    notes = [*reading.notes, *outcome_differences(reading.record, timeline.last_state.outcome)]
    for note in notes:
        print(f"{one_line(str(path))}: {note}", file=sys.stderr)
    if not options.plain and not has_terminal():
        return no_terminal("--plain")
    if options.plain:
        _print_game(reading, timeline, timeline.start_of_turn(options.turn or 1))
        return exits.DONE
    from codenames_tui.app.app import watch_replay
    from codenames_tui.cli.terminal import look

    wanted = look(options)
    return watch_replay(reading.record, look=wanted, notes=reading.notes, turn=options.turn, source=path, pace=pace)


def _open_library(folder: Path, options: argparse.Namespace) -> int:
    from codenames_metrics.game.episode_files import episode_files
    from codenames_tui.app.app import run_app
    from codenames_tui.cli.terminal import look
    from codenames_tui.library.library_screen import LibraryScreen

    try:
        episode_files(str(folder))  # a folder without episodes is an error, not an empty screen
    except EpisodeFileError as error:
        raise with_hint(error, folder) from error
    if not has_terminal():
        return no_terminal("--plain")
    wanted = look(options)
    return run_app(LibraryScreen(folder, data_folder("sample_episodes"), glyphs=wanted.glyphs), wanted)


def _list_samples() -> int:
    longest = max(map(len, SAMPLES))
    for name, description in SAMPLES.items():
        print(f"{PREFIX}{name:<{longest}}  {description}")
    return exits.DONE


def _episode_of(path: Path) -> Path:
    if not path.is_dir():
        return path
    episodes = sorted(p for p in path.iterdir() if game_suffix(p) in (RECORD_SUFFIX, JOURNAL_SUFFIX))
    if not episodes:
        raise with_hint(EpisodeFileError(f"{one_line(str(path))}: no episode in this folder"), path)
    if len(episodes) > 1:
        print(f"{one_line(str(path))}: {len(episodes)} episodes, opening the first", file=sys.stderr)
    return episodes[0]


def _print_game(reading: Reading, timeline: Timeline, begin: int) -> None:
    """Print the game from position `begin` on."""
    from codenames_tui.cli.commands.playing.game_lines import closing_lines
    from codenames_tui.game.sessions.measuring import measured
    from codenames_tui.ui.prose import plain

    record = reading.record
    labels = record.labels_in_turn
    red, blue = (labels[team] for team in Team)
    lines = [*plain.opening(record.board, red, blue, blind=record.config.blind)]
    before = timeline.state_at(begin)
    for index in range(begin, len(timeline)):
        after = timeline.state_at(index + 1)
        lines += plain.event_lines(timeline.event(index), before, after)
        if note := timeline.notes.get(index):
            lines.append(f"    (event {index} does not follow: {note})")
        before = after
    lines += closing_lines(record.outcome, timeline.last_state, measured(record))
    print("\n".join(lines))
