"""`bench publish`: runs as a static site."""

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.streams import print_note
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.moving.drawing import can_draw
from codenames_tui.exports.site.choices import Choices
from codenames_tui.exports.site.previews import MISSING
from codenames_tui.exports.site.publish import INDEX
from codenames_tui.exports.site.publish import publish as write_site

_SAY_EVERY: Final = 500
_ADDRESS: Final = re.compile(r"https?://[\w.-]+(:\d+)?(/[\w.~%+-]+)*/?", re.ASCII)


def publish(options: argparse.Namespace) -> int:
    """Write the site, and say where it begins."""
    site = Path(options.out)
    choices = Choices(KeyShown(options.key), options.with_prompts, _public_url(options.public_url))
    if not can_draw():
        print_note(MISSING)
    games = write_site([Path(folder) for folder in options.folders], site, choices, _progress())
    print(f"{counted(games, 'game')} in {one_line(str(site / INDEX))}", file=sys.stderr)
    return exits.DONE


def _public_url(url: str | None) -> str:
    """Return where the site will be, without a slash at its end; empty if that is not said.

    Raises:
        InputError: it is no address of a folder on the web.
    """
    if url is not None and not _ADDRESS.fullmatch(url):
        raise InputError(
            f"--public-url is {one_line(url)!r}; an address is needed, as in https://example.org/codenames"
        )
    return (url or "").rstrip("/")


def _progress() -> Callable[[int], None]:
    def say(done: int) -> None:
        if done % _SAY_EVERY == 0:
            print_note(f"{done:,} games")

    return say
