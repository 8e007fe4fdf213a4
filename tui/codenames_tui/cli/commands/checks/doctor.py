"""`doctor`: the facts about terminal and machine that a bug report needs. Keys are named, and their values not read."""

import argparse
import json
import locale
import os
import platform
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from codenames_agents.providers.endpoints import KEY_VARIABLES
from codenames_core.support.folders import episodes_folder
from codenames_core.text.sanitiser import one_line
from codenames_tui import __version__
from codenames_tui.cli import exits
from codenames_tui.ui.crash import log_file
from codenames_tui.ui.look import Look
from codenames_tui.ui.preferences import read_settings

_PACKAGES: Final = ("textual", "rich", "pydantic", "litellm", "numpy")
_TERMINAL: Final = (
    "TERM",
    "COLORTERM",
    "NO_COLOR",
    "TERM_PROGRAM",
    "TEXTUAL_COLOR_SYSTEM",
    "LC_ALL",
    "LC_CTYPE",
    "LANG",
)
"""Variables that decide what a terminal can show."""
_PRESENCE: Final = ("TMUX", "STY", "SSH_CONNECTION", "SSH_TTY")
"""Variables of which only matters that they are set."""


def doctor(options: argparse.Namespace) -> int:
    """Print the report; the answer is no if something stands in the way of a game."""
    report = findings()
    if options.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            if name != "problems":
                print(f"{name.replace('_', ' '):<14} {_line(value)}")
        for problem in report["problems"]:
            print(f"problem: {problem}", file=sys.stderr)
    return exits.ANSWER_IS_NO if report["problems"] else exits.DONE


def findings() -> dict[str, Any]:
    """Return the report, ready to be written as JSON."""
    settings = read_settings()
    size = shutil.get_terminal_size()
    games = Path(settings.preferences.episodes).expanduser() if settings.preferences.episodes else episodes_folder()
    folders = {"games": games, "settings": settings.path.parent, "log": log_file().parent}
    writable = {name: {"path": one_line(str(path)), "writable": is_writable(path)} for name, path in folders.items()}
    encoding = locale.getpreferredencoding(False)
    problems = [*settings.problems]
    problems += [f"{folder['path']} cannot be written to" for folder in writable.values() if not folder["writable"]]
    if "utf" not in encoding.lower():
        problems.append(f"the locale's encoding is {encoding}, not UTF-8; --ascii shows plain characters only")
    return {
        "version": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "packages": {name: _version(name) for name in _PACKAGES},
        "terminal": {name: one_line(os.environ[name], 60) for name in _TERMINAL if name in os.environ},
        "within": [name for name in _PRESENCE if os.environ.get(name)],
        "is_terminal": {name: getattr(sys, name).isatty() for name in ("stdin", "stdout", "stderr")},
        "size": f"{size.columns}x{size.lines}",
        "colours": _colours(),
        "encoding": encoding,
        "keys_set": sorted({name for names in KEY_VARIABLES.values() for name in names if os.environ.get(name)}),
        "folders": writable,
        "problems": problems,
    }


def is_writable(folder: Path) -> bool:
    """Return whether files can be made in `folder`, or it can be made itself."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _colours() -> str:
    from rich.console import Console

    if not Look.from_environment(os.environ).colour:
        return "none"
    return {None: "none", "standard": "16", "256": "256", "truecolor": "16 million"}.get(
        Console(force_terminal=True).color_system, "unknown"
    )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _line(value: Any) -> str:
    if isinstance(value, dict):
        if all(isinstance(folder, dict) for folder in value.values()) and value:
            parts = (
                f"{folder['path']} {'writable' if folder['writable'] else 'NOT writable'}" for folder in value.values()
            )
            return ", ".join(parts)
        return ", ".join(f"{name}={_plain(inner)}" for name, inner in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return _plain(value)


def _plain(value: Any) -> str:
    return (
        {True: "yes", False: "no", None: "not installed"}.get(value, str(value))
        if not value or value is True
        else str(value)
    )
