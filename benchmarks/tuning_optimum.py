"""How near does a tune come to an optimum that is known, with 300 answers on 20 boards? Takes minutes.

    python -m benchmarks.tuning_optimum

The tuned agent is as good as its prompt says, and a program rewrites texts: see `tests/laboratory/prompted.py`. Figures
and what they mean: docs/tuning.md.
"""

import asyncio
import tempfile
from pathlib import Path
from statistics import mean

from tests.laboratory.prompted import careful, plan, share_of_gain, tuned

from codenames_metrics.laboratory.tuning.planning.candidates import TunedSeat
from codenames_metrics.laboratory.tuning.planning.plan import Optimiser, split_boards

TUNES = 10
_CARES = (0, 2, 3, 4, 5, 7, 9, 11, 13)


async def shares(optimiser: Optimiser, seat: TunedSeat) -> tuple[list[float], int]:
    """Return the shares of the possible gain that tunes with other seeds reach, and how many were confirmed."""
    questions = ("clue",) if seat is TunedSeat.CLUER else ("guesses",)
    given = [careful(care, questions) for care in _CARES] if optimiser is Optimiser.GRID else []
    found, confirmed = [], 0
    for seed in range(TUNES):
        with tempfile.TemporaryDirectory() as folder:
            splits = split_boards(range(20), (60, 20, 20), seed)
            story, _ = await tuned(Path(folder), plan(given, seat=seat, seed=seed, splits=splits))
        found.append(share_of_gain(story))
        confirmed += story.confirmation is not None and story.confirmation.verdict == "better"
    return found, confirmed


def main() -> None:
    """Print what the documentation has."""
    for optimiser in Optimiser:
        for seat in (TunedSeat.CLUER, TunedSeat.GUESSER):
            found, confirmed = asyncio.run(shares(optimiser, seat))
            print(
                f"{optimiser}, {seat}: {100 * mean(found):.0f} % of the possible gain on average, least "
                f"{100 * min(found):.0f} %, confirmed {confirmed} of {TUNES}",
                flush=True,
            )


if __name__ == "__main__":
    main()
