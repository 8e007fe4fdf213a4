"""`import`: turns games of other programs into episodes, and the clues of people into a suite.

What the rules cannot follow is skipped and said; the rest is imported.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from codenames_core.foreign.formats import CLUE_FORMATS, FORMATS, ClueFormat, GameFormat, clues_in, games_in
from codenames_core.foreign.game import Refusal
from codenames_core.foreign.importing import ImportTally, import_games_into, skipped_lines
from codenames_core.foreign.mapping import NO_MAP, FieldMap, read_map
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.streams import print_note

SUITE_SUFFIX: Final = ".suite.gz"
"""Of the file of a suite that is made of people's clues; no list of games takes it for one."""
_SAID_EVERY: Final = 1_000


def import_games(options: argparse.Namespace) -> int:
    """Import what the options name, and print how much of it there is."""
    folder = Path(options.out)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{one_line(options.out)} is a file; name a folder with -o")
    if (clues := CLUE_FORMATS.get(options.format)) is not None:
        _refuse_map(options)
        return _report(_import_clues(clues, options), options, "clues")
    if (format := FORMATS.get(options.format)) is None:
        known = ", ".join((*FORMATS, *CLUE_FORMATS))
        raise InputError(f"there is no format {one_line(options.format, 40)!r}; there are {known}")
    return _report(_import_games(format, options), options, "games")


def _import_games(format: GameFormat, options: argparse.Namespace) -> ImportTally:
    tally = ImportTally()
    games = games_in(format, options.paths, _map(options, format))
    into = None if options.dry_run else Path(options.out)
    for tally in import_games_into(games, format.name, into, unfinished=options.unfinished):
        _say_how_far(tally)
    return tally


def _import_clues(format: ClueFormat, options: argparse.Namespace) -> ImportTally:
    from codenames_metrics.laboratory.suites.people import PeoplesSuite, position_of

    tally, suite = ImportTally(), PeoplesSuite()
    for clue in clues_in(format, options.paths):
        position = clue if isinstance(clue, Refusal) else position_of(clue)
        if isinstance(position, Refusal):
            tally.refuse(position)
        else:
            suite.add(position)
            tally.new += 1
        _say_how_far(tally)
    if tally.new and not options.dry_run:
        from codenames_metrics.laboratory.suites.suite_file import load_suite, write_suite

        made, path = suite.suite(format.name), Path(options.out) / f"{format.name}{SUITE_SUFFIX}"
        if path.exists():
            if load_suite(path).id != made.id:
                raise InputError(
                    f"{one_line(str(path))} holds other clues; nothing was overwritten, so name another -o"
                )
            tally.new, tally.there = 0, tally.new
        else:
            write_suite(made, path)
        print_note(f"suite {made.id}: {len(made.positions):,} positions in {one_line(str(path))}")
    return tally


def _say_how_far(tally: ImportTally) -> None:
    if tally.seen % _SAID_EVERY == 0 and sys.stderr.isatty():
        print_note(f"{tally.seen:,} read")


def _map(options: argparse.Namespace, format: GameFormat) -> FieldMap:
    if options.map is None:
        return NO_MAP
    if format.name != "lines":
        _refuse_map(options)
    return read_map(Path(options.map))


def _refuse_map(options: argparse.Namespace) -> None:
    if options.map is not None:
        raise InputError(f"--map is for the format lines; {options.format} has fields of its own")


def _report(tally: ImportTally, options: argparse.Namespace, what: str) -> int:
    if not tally.seen:
        raise InputError(f"no {what} of the format {options.format} in {_named(options.paths)}")
    if options.json:
        counts = {"imported": tally.imported, "new": tally.new, "skipped": tally.skipped}
        print(json.dumps({**counts, "reasons": dict(tally.refused.most_common())}))
    else:
        print(tally.sentence("" if what == "games" else f" {what}"))
    for line in skipped_lines(tally):
        print_note(line)
    if not tally.imported:
        return exits.WRONG_INPUT
    return exits.SOME_SKIPPED if tally.skipped else exits.DONE


def _named(paths: Sequence[str]) -> str:
    shown = [one_line(path, 80) for path in paths[:3]]
    return ", ".join([*shown, "…"] if len(paths) > len(shown) else shown)
