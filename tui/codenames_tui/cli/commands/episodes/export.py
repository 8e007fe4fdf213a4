"""`export`: write a game as a page, as Markdown, as a recording, or as a picture, which may move."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from codenames_core.files.atomic_writes import refuse_existing, write_new
from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.game.timeline import Timeline
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.streams import print_note
from codenames_tui.exports.formats import DEFAULT_PACE, ExportFormat, export_game
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.turns import turns_of
from codenames_tui.library.samples import episode_path
from codenames_tui.ui.file_forms import form_of
from codenames_tui.ui.look import LONGEST_PACE

STANDARD_OUTPUT: Final = "-"
_SAY_EVERY: Final = 2_000
"""Events of a recording between two words on how far it is; they take some seconds."""
_WITH_PACE: Final = ("html", "gif", "cast", "svg --animated")
_WITH_TURNS: Final = ("gif", "svg --animated")
_WITH_POSITION: Final = ("html", "cast", "svg")
_WITH_KEY: Final = ("html",)


def export(options: argparse.Namespace) -> int:
    """Write the game at `options.file` in the format that is asked for."""
    path = None if options.out in (None, STANDARD_OUTPUT) else Path(options.out)
    form = _form(options.format, path)
    _refuse_options_of_other_formats(options, form)
    if path is not None:
        refuse_existing(path)
    file = episode_path(options.file)
    reading = read_episode(file)
    for note in reading.notes:
        print(f"{one_line(str(file))}: {note}", file=sys.stderr)
    pace = DEFAULT_PACE if options.pace is None else options.pace
    position = _position(reading.record, options.at, options.turn)
    key = KeyShown(options.key or KeyShown.ASKED)
    progress = _progress_of(reading.record)
    data = export_game(
        reading.record,
        form,
        pace=pace,
        position=position,
        key=key,
        turns=None if options.turns is None else turns_of(options.turns),
        animated=options.animated,
        progress=progress,
    )
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        write_new(path, data)
        print(f"saved as {one_line(str(path))}", file=sys.stderr)
    return exits.DONE


def _progress_of(record: EpisodeRecord) -> Callable[[int], None]:
    """Return what says on standard error how far a long recording is."""
    events = len(record.public_transcript)

    def say(done: int) -> None:
        if done and done % _SAY_EVERY == 0 and done < events:
            print_note(f"{done:,} of {events:,} events")

    return say


def _form(named: str | None, path: Path | None) -> ExportFormat:
    """Return the format that `--format` names, or the end of the file's name; both have to agree."""
    by_end = None if path is None else form_of(path, ExportFormat)
    form = named or by_end
    if form is None:
        raise InputError("--format is needed, or --out with a name that ends in .html, .md, .gif, .cast or .svg")
    if by_end not in (None, form):
        raise InputError(f"--format {form} does not go with --out {one_line(str(path))}, which ends in .{by_end}")
    return ExportFormat(form)


def _refuse_options_of_other_formats(options: argparse.Namespace, form: ExportFormat) -> None:
    kind = f"{form} --animated" if options.animated else str(form)
    if options.animated and form is not ExportFormat.SVG:
        raise InputError(f"--animated does not go with --format {form}; it is for svg")
    for option, formats in (
        ("pace", _WITH_PACE),
        ("turns", _WITH_TURNS),
        ("turn", _WITH_POSITION),
        ("at", _WITH_POSITION),
        ("key", _WITH_KEY),
    ):
        if getattr(options, option) is not None and kind not in formats:
            raise InputError(f"--{option} does not go with --format {kind}; it is for {', '.join(formats)}")
    if form is ExportFormat.GIF and options.out in (None, STANDARD_OUTPUT) and sys.stdout.isatty():
        raise InputError("a GIF cannot be shown in a terminal; name a file with --out")
    if options.pace is not None and not 0 <= options.pace <= LONGEST_PACE:
        raise InputError(f"--pace is {options.pace}; seconds from 0 to {LONGEST_PACE:g} are needed")


def _position(record: EpisodeRecord, at: int | None, turn: int | None) -> int | None:
    """Return the position, in events, that `--at` or `--turn` names; None for neither."""
    last = len(record.public_transcript)
    if at is not None and not 0 <= at <= last:
        raise InputError(f"--at is {at}; the episode has positions 0 to {last}")
    if turn is None:
        return at
    starts = Timeline(record.initial_state(), record.public_transcript).turn_starts
    if not 1 <= turn <= len(starts):
        raise InputError(f"--turn is {turn}; the episode has turns 1 to {len(starts)}")
    return starts[turn - 1]
