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
        defaults = {binding.id: list(binding.keys) for binding in known}
        table = [{**binding._asdict(), "keys": list(binding.keys), "default": defaults[binding.id]} for binding in now]
        print(json.dumps(table))
        return exits.DONE
    rows = [
        (binding.id, " ".join(written(key) for key in binding.keys), f"{binding.description} ({binding.where})")
        for binding in now
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for id, keys_of_it, description in rows:
        print(f"{id:<{widths[0]}}  {keys_of_it:<{widths[1]}}  {description}")
    print(f'other keys: "game.step" = "x" under [keys] in {settings.path}', file=sys.stderr)
    return exits.DONE
