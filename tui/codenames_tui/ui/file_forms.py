"""The end of a file's name says in which form the file is written, wherever a person names one."""

from collections.abc import Iterable
from pathlib import Path

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line


def form_of(path: Path, forms: Iterable[str]) -> str | None:
    """Return the form that the end of a name asks for, None for a name without an end.

    Args:
        path: of the file.
        forms: which there are, as names end: `html`.

    Raises:
        InputError: there is no such form; the message says which there are.

    >>> form_of(Path("games.d/comeback.HTML"), ["md", "html"])
    'html'
    >>> form_of(Path("games.d/comeback"), ["md", "html"]) is None
    True
    """
    known = tuple(forms)
    _, dot, end = path.name.rpartition(".")
    if not dot:
        return None
    if end.lower() not in known:
        raise wrong_end(path, known)
    return end.lower()


def wrong_end(path: Path, forms: Iterable[str]) -> InputError:
    """Return the complaint about a name whose end says no form."""
    *most, last = (f".{form}" for form in forms)
    return InputError(f"{one_line(path.name, 60)} does not end in {', '.join(most)} or {last}")
