"""`bench publish`: runs as a static site."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.streams import print_note
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.site.publish import INDEX, Choices
from codenames_tui.exports.site.publish import publish as write_site

_SAY_EVERY: Final = 500


def publish(options: argparse.Namespace) -> int:
    """Write the site, and say where it begins."""
    site = Path(options.out)
    choices = Choices(KeyShown(options.key), options.with_prompts)
    games = write_site([Path(folder) for folder in options.folders], site, choices, _progress())
    print(f"{counted(games, 'game')} in {one_line(str(site / INDEX))}", file=sys.stderr)
    return exits.DONE


def _progress() -> Callable[[int], None]:
    def say(done: int) -> None:
        if done % _SAY_EVERY == 0:
            print_note(f"{done:,} games")

    return say
