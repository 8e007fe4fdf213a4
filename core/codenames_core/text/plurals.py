"""Counts of things as English says them: one clue, two clues."""


def plural(count: int, one: str, many: str = "") -> str:
    """Return the word for so many things; `many` where an "s" at the end of `one` is not enough.

    >>> plural(1, "board"), plural(2, "board"), plural(0, "field needs", "fields need")
    ('board', 'boards', 'fields need')
    """
    return one if count == 1 else many or f"{one}s"


def counted(count: int, one: str, many: str = "") -> str:
    """Return how many things there are.

    >>> counted(1, "game"), counted(5000, "game")
    ('1 game', '5,000 games')
    """
    return f"{count:,} {plural(count, one, many)}"
