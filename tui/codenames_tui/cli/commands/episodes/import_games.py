"""`import`: turns games of other programs into episodes, and says which of them the rules cannot follow."""

import argparse
import json
import sys
from pathlib import Path

from codenames_core.foreign.formats import FORMATS, GameFormat, games_in
from codenames_core.foreign.importing import Tally, import_games_into, skipped_lines
from codenames_core.foreign.mapping import NO_MAP, FieldMap, read_map
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.streams import print_note


def import_games(options: argparse.Namespace) -> int:
    """Import what the options name, and print how much of it there is."""
    format = _format(options.format)
    fields = _map(options.map, format)
    folder = Path(options.out)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{one_line(options.out)} is a file; name a folder with -o")
    tally = Tally()
    into = None if options.dry_run else folder
    games = games_in(format, options.paths, fields)
    for tally in import_games_into(games, format.name, into, unfinished=options.unfinished):
        if tally.seen % _SAID_EVERY == 0 and sys.stderr.isatty():
            print_note(f"{tally.seen:,} games read")
    return _report(tally, options)


_SAID_EVERY = 1_000


def _format(name: str) -> GameFormat:
    if (format := FORMATS.get(name)) is None:
        raise InputError(f"there is no format {one_line(name, 40)!r}; there are {', '.join(FORMATS)}")
    return format


def _map(name: str | None, format: GameFormat) -> FieldMap:
    if name is None:
        return NO_MAP
    if format.name != "lines":
        raise InputError(f"--map is for the format lines; {format.name} has fields of its own")
    return read_map(Path(name))


def _report(tally: Tally, options: argparse.Namespace) -> int:
    if not tally.seen:
        raise InputError(f"no game of the format {options.format} in {', '.join(map(one_line, options.paths))}")
    if options.json:
        print(json.dumps({"imported": tally.imported, "new": tally.new, "skipped": dict(tally.refused)}))
    else:
        print(tally.sentence())
    for line in skipped_lines(tally):
        print_note(line)
    if not tally.imported:
        return exits.WRONG_INPUT
    return exits.SOME_SKIPPED if tally.skipped else exits.DONE
