"""Drawing the positions of a suite from recorded games: spread over models, words left and numbers of the clue."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from codenames_core.support.errors import InputError, RuleError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode_files import episode_files, read_record
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition, fresh_decisions_in
from codenames_metrics.laboratory.suites.suite_file import Suite

_BANDS: Final = (3, 6)
"""Own words left: up to three, up to six, more."""
_LARGEST_NUMBER: Final = 4
"""Clues for more words than these are one stratum."""


class Stratum(NamedTuple):
    """Positions that are alike in what makes them hard."""

    words_left: int
    """0 for few, 1 for some, 2 for many; see `_BANDS`."""
    number: int
    """Of the recorded clue, `_LARGEST_NUMBER` for larger ones; 0 where it says none."""


class Drawn(NamedTuple):
    """A suite, and what was noted on the way."""

    suite: Suite
    notes: tuple[str, ...]


def build_suite(
    names: Sequence[str],
    kinds: Sequence[Kind],
    *,
    name: str,
    per_model: int,
    seed: int,
    speakers: Sequence[str] = (),
    talk: bool = True,
) -> Drawn:
    """Draw a suite from episodes on disk.

    Args:
        names: of run folders, episodes or patterns.
        kinds: what is asked.
        name: of the suite.
        per_model: positions of each kind for each model that gave, or is to give, the clue.
        seed: of the draw.
        speakers: the models whose clues are taken, by their specs; all if not given.
        talk: whether what was said in earlier turns is kept.

    Raises:
        InputError: a file is no episode, or there is no position of a kind in all of them.
    """
    notes: list[str] = []
    paths = list(dict.fromkeys(path for one in names for path in episode_files(one)))
    pools: dict[tuple[Kind, str], list[RecordedPosition]] = defaultdict(list)
    for kind, position in _all_positions(paths, kinds, notes, talk=talk):
        if not speakers or position.speaker in speakers:
            pools[kind, position.speaker].append(position)
    for kind in kinds:
        if not any(found is kind for found, _ in pools):
            raise InputError(f"no position for the question of a {kind} in {counted(len(paths), 'episode')}")
    drawn: dict[str, RecordedPosition] = {}
    for kind, speaker in sorted(pools):
        left = [position for position in pools[kind, speaker] if position.id not in drawn]
        chosen = draw(left, per_model, f"{seed}:{kind}:{speaker}")
        if len(chosen) < per_model:
            what = f"{counted(len(chosen), 'position')} of {one_line(speaker, 60)} for the question of a {kind}"
            notes.append(f"only {what}, but {per_model} were asked for")
        drawn |= {position.id: position for position in chosen}
    made = {"seed": seed, "per_model": per_model, "talk": talk, "episodes": len(paths)}
    return Drawn(Suite(name, tuple(drawn.values()), made), tuple(notes))


def draw(pool: Iterable[RecordedPosition], count: int, seed: str) -> list[RecordedPosition]:
    """Return so many positions, or all: one of each stratum in turn, and within a stratum at random."""
    strata: dict[Stratum, list[RecordedPosition]] = defaultdict(list)
    for position in {position.id: position for position in pool}.values():
        strata[stratum(position)].append(position)
    rng = random.Random(seed)
    queues = [sorted(strata[one], key=lambda position: position.id) for one in sorted(strata)]
    for queue in queues:
        rng.shuffle(queue)
    chosen: list[RecordedPosition] = []
    while len(chosen) < count and any(queues):
        turn = [queue for queue in queues if queue]
        rng.shuffle(turn)
        chosen += [queue.pop() for queue in turn[: count - len(chosen)]]
    return chosen


def stratum(position: RecordedPosition) -> Stratum:
    """Return which positions one is like."""
    left = sum(position.own_words_left > band for band in _BANDS)
    number = position.number
    if number is None and isinstance(position.recorded, dict):
        said = position.recorded.get("number")
        number = said if isinstance(said, int) else 0
    return Stratum(left, min(number or 0, _LARGEST_NUMBER))


def _all_positions(
    paths: Sequence[Path], kinds: Sequence[Kind], notes: list[str], *, talk: bool
) -> Iterator[tuple[Kind, RecordedPosition]]:
    for path in paths:
        record = read_record(path)
        if record.outcome is None:
            notes.append(f"{one_line(path.name, 60)}: unfinished; its turns that are over are used")
        try:
            for kind in kinds:
                for position in fresh_decisions_in(record, kind, talk=talk):
                    yield kind, position
        except RuleError as error:
            raise InputError(f"{one_line(str(path))}: {error}") from None
