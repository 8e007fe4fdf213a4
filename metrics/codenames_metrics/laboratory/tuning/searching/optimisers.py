"""The optimisers: what they try, one after another, until the answers of the search are used up."""

from collections.abc import Sequence
from typing import Final, Protocol

from codenames_metrics.laboratory.asking.positions import RecordedPosition
from codenames_metrics.laboratory.tuning.planning.candidates import Candidate
from codenames_metrics.laboratory.tuning.planning.plan import Optimiser, TunePlan
from codenames_metrics.laboratory.tuning.searching.trials import Trials

AT_ONCE: Final = 10
"""Positions of a grid that a set is asked together: enough to keep a provider busy, and few enough that all sets have
been asked about as much when a budget ends."""


class Search(Protocol):
    """Tries candidates on positions of the search; what it finds is in the trials."""

    async def __call__(self, trials: Trials, start: Candidate, items: Sequence[RecordedPosition]) -> None:
        """Search.

        Raises:
            RolloutsUsedUp: the search may ask no more.
            AskingEnded: something could not be asked.
        """
        ...


def search_for(plan: TunePlan) -> Search:
    """Return the search of a plan."""
    match plan.optimiser:
        case Optimiser.GRID:
            return grid
        case Optimiser.GEPA:
            from codenames_metrics.laboratory.tuning.searching.gepa_search import gepa_search

            return gepa_search


async def grid(trials: Trials, start: Candidate, items: Sequence[RecordedPosition]) -> None:
    """Try the given sets and the start on the same positions, on as many as the answers allow."""
    candidates = list({one.id: one for one in (start, *map(Candidate, trials.plan.given))}.values())
    for one in candidates:
        trials.add(one)
    places = items[: trials.plan.rollouts // len(candidates)]
    for first in range(0, len(places), AT_ONCE):
        for one in candidates:
            await trials.search(one, places[first : first + AT_ONCE])
