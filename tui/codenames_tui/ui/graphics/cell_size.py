"""How many pixels a cell of the terminal has, as far as the system knows."""

import struct
import sys


def cell_size() -> tuple[int, int] | None:
    """Return width and height; None where the terminal has not told the system, or there is none."""
    try:
        import fcntl
        import termios

        told = fcntl.ioctl(sys.__stderr__, termios.TIOCGWINSZ, bytes(8))  # type: ignore[arg-type]
    except (ImportError, OSError, TypeError, ValueError):
        return None
    return cell_of(*struct.unpack("HHHH", told))


def cell_of(rows: int, columns: int, width: int, height: int) -> tuple[int, int] | None:
    """Return the size of a cell of a window of so many cells and pixels; what is left over is its border.

    >>> cell_of(40, 120, 964, 604), cell_of(24, 80, 0, 0)
    ((8, 15), None)
    """
    cell = (width // columns, height // rows) if rows and columns else (0, 0)
    return cell if all(cell) else None
