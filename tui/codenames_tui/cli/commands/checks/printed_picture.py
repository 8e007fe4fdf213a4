"""A picture in what a command prints: for people at a terminal, and for nobody else."""

import os
import sys

from codenames_agents.vision.picture_file import opened
from codenames_tui.cli.terminal import takes_all_signs

_COLOURS = ("truecolor", "256")
_LINES_BESIDE = 4
"""Of the terminal, which are left to what stands under the picture."""


def print_picture(png: bytes) -> None:
    """Print a picture in half blocks; nothing where the output goes to no terminal, or to one that cannot show it."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or not takes_all_signs(sys.stdout.encoding):
        return
    from rich.console import Console
    from rich.segment import Segment, Segments

    from codenames_tui.ui.graphics.half_blocks import half_blocks

    console = Console()
    if console.color_system in _COLOURS:
        for line in half_blocks(opened(png), console.width, max(console.height - _LINES_BESIDE, 1)):
            console.print(Segments([*line, Segment("\n")]), end="")
