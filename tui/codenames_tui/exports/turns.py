"""Which turns of a game an export shows."""

import re
from typing import NamedTuple

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line


class Turns(NamedTuple):
    """The turns that are shown, counted from 1, both ends included."""

    first: int
    last: int


def turns_of(text: str) -> Turns:
    """Return the turns that `3-5` or `4` names.

    Raises:
        InputError: it names none.

    >>> turns_of("3-5"), turns_of("4")
    (Turns(first=3, last=5), Turns(first=4, last=4))
    """
    if (named := re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", text, re.ASCII)) is None:
        raise InputError(f"--turns is {one_line(text, 40)!r}; the first and the last turn are needed, as in 3-5")
    return Turns(int(named[1]), int(named[2] or named[1]))
