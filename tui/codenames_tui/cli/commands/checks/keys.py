"""`keys`: every binding with its id, its keys and what it does, as the settings have it."""

import argparse
import json
import sys

from codenames_tui.app.keymap import bound, check_keymap, known_bindings, written
from codenames_tui.cli import exits
from codenames_tui.ui.preferences import read_settings


def keys(options: argparse.Namespace) -> int:
    """Print the bindings; what is wrong with the settings goes to standard error."""
    settings = read_settings()
    known = known_bindings()
    checked = check_keymap(settings.preferences.keys, known)
    for problem in (*settings.problems, *checked.problems):
        print(problem, file=sys.stderr)
    now = bound(known, checked.keymap)
    if options.json:
        defaults = {one.id: list(one.keys) for one in known}
        table = [{**one._asdict(), "keys": list(one.keys), "default": defaults[one.id]} for one in now]
        print(json.dumps(table))
        return exits.DONE
    rows = [(one.id, " ".join(written(key) for key in one.keys), f"{one.description} ({one.where})") for one in now]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, names, what in rows:
        print(f"{name:<{widths[0]}}  {names:<{widths[1]}}  {what}")
    print(f'other keys: "game.step" = "x" under [keys] in {settings.path}', file=sys.stderr)
    return exits.DONE
