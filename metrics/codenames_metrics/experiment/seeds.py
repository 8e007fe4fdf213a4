"""The seeds of an experiment's boards: a list, a range, a count, or the hundred that are shipped."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any, Final

from codenames_core.text.sanitiser import one_line

MOST_SEEDS: Final = 1_000_000
SHIPPED_SEEDS: Final = "seeds-100"

_RANGE: Final = re.compile(r"(\d{1,18})\.\.(\d{1,18})")


def board_seeds(run_seed: int, boards: int) -> list[int]:
    """Return seeds of boards, hashed one-way from the run's: some of them do not reveal the others.

    >>> board_seeds(1, 2) == board_seeds(1, 3)[:2] != board_seeds(2, 2)
    True
    """
    return list(islice(endless_board_seeds(run_seed), boards))


def endless_board_seeds(run_seed: int) -> Iterator[int]:
    """Yield the seeds of as many boards as are wanted."""
    return (_hashed(f"codenames board 1:{run_seed}:{index}") for index in count())


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1


def shipped_seeds() -> list[int]:
    """Return the 100 seeds that are shipped."""
    from importlib.resources import files

    text = files("codenames_metrics").joinpath(f"experiments/{SHIPPED_SEEDS}.txt").read_text("utf-8")
    return [int(line) for line in text.split("\n") if line and not line.startswith("#")]


def expand_seeds(seeds: Any, run_seed: int) -> Any:
    """Return the list that `seeds` stands for; anything else than a text or a table is returned as it is.

    Args:
        seeds: `"0..99"`, `{"count": 100}`, `"seeds-100"` or a list.
        run_seed: what the seeds of a count are hashed from.

    Raises:
        ValueError: a text or table that stands for no list; the message says what would.
    """
    match seeds:
        case str() if seeds == SHIPPED_SEEDS:
            return shipped_seeds()
        case str() if ends := _RANGE.fullmatch(seeds.replace(" ", "")):
            first, last = int(ends[1]), int(ends[2])
            if not 0 <= last - first < MOST_SEEDS:
                raise ValueError(f"seeds: {seeds!r} is not a range of 1 to {MOST_SEEDS:,} seeds, the smaller first")
            return list(range(first, last + 1))
        case str():
            raise ValueError(f'seeds: {one_line(seeds, 40)!r} is neither "{SHIPPED_SEEDS}" nor a range such as "0..99"')
        case {"count": int(boards)} if len(seeds) == 1 and not isinstance(boards, bool):
            if not 1 <= boards <= MOST_SEEDS:
                raise ValueError(f"seeds: count is {boards}; 1 to {MOST_SEEDS:,} are possible")
            return board_seeds(run_seed, boards)
        case Mapping():
            raise ValueError("seeds: a table of seeds has one key, a number called count: {count = 100}")
        case _:
            return seeds
