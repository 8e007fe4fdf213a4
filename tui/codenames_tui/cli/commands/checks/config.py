"""`config`: the settings that hold, and the path of their file."""

import argparse
import dataclasses
import json
import sys

from codenames_core.text.sanitiser import one_line
from codenames_tui.app.keymap import check_keymap, known_bindings
from codenames_tui.cli import exits
from codenames_tui.ui.preferences import Settings, read_settings, settings_file, theme_folders
from codenames_tui.ui.themes.theming import load_themes, no_theme


def path(options: argparse.Namespace) -> int:
    """Print the path of the settings file; it need not exist."""
    del options
    print(settings_file())
    return exits.DONE


def show(options: argparse.Namespace) -> int:
    """Print every setting that holds; the answer is no where the file has problems."""
    settings = read_settings()
    problems = _problems(settings)
    for problem in problems:
        print(problem, file=sys.stderr)
    values = dataclasses.asdict(settings.preferences)
    if options.json:
        print(json.dumps({"path": str(settings.path), "settings": values, "problems": problems}))
    else:
        for name, value in values.items():
            print(f"{name} = {one_line(json.dumps(value, ensure_ascii=False))}")
    return exits.ANSWER_IS_NO if problems else exits.DONE


def _problems(settings: Settings) -> list[str]:
    keys, theme = settings.preferences.keys, settings.preferences.theme
    themes = load_themes(theme_folders())
    unknown = () if theme in themes.names else (no_theme(theme, themes.names),)
    wrong_keys = check_keymap(keys, known_bindings()).problems if keys else ()
    return [*settings.problems, *unknown, *themes.problems, *wrong_keys]
