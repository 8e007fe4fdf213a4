"""Models that want to be left alone for a while: nobody asks before the time is up, and then one question goes first.

A provider that is asked too much says when to come back (Retry-After). It means the model and not one question, so all
seats of all games of the process keep away from it. The first question after that is a probe: the others wait for what
becomes of it. Other models of the provider are asked all the same, since limits are mostly a model's own.
"""

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from codenames_agents.providers.errors import ProviderError, provider_error


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A time in which a model is not asked."""

    until: float
    """In seconds of the provider's clock."""
    error: ProviderError
    """By which the provider said so."""
    probe: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the question that goes first afterwards."""

    def too_long(self, seconds: float) -> ProviderError:
        """Return the failure of a question that cannot wait for the `seconds` that are left."""
        detail = f"it asks for a pause of another {seconds:.0f} s"
        error = self.error
        return provider_error(error.kind, detail, status=error.status, retry_after=seconds)


class Rests:
    """Keeps which models are left alone, and until when.

    Args:
        longest: seconds that are kept at most, whatever a provider asks for.
        clock: gives seconds.
    """

    def __init__(self, longest: float, clock: Callable[[], float]) -> None:
        self._longest = longest
        self._clock = clock
        self._rests: dict[Hashable, Rest] = {}

    def begin(self, model: Hashable, error: ProviderError) -> Rest | None:
        """Leave a model alone if the failure asks for it, and return the rest that it has then."""
        if not error.retry_after or not error.kind.says_slow_down:
            return None
        until = self._clock() + min(error.retry_after, self._longest)
        known = self._rests.get(model)
        if known is None or known.until < until:
            known = self._rests[model] = Rest(until, error)
        return known

    def of(self, model: Hashable) -> Rest | None:
        """Return why a model is left alone; None if it may be asked, or nobody knows yet whether it may."""
        rest = self._rests.get(model)
        return rest if rest is not None and rest.until > self._clock() else None

    def unprobed(self, model: Hashable) -> Rest | None:
        """Return the rest of a model after which no question has been answered or refused yet."""
        return self._rests.get(model)

    def end(self, model: Hashable, rest: Rest) -> None:
        """Let all questions be asked again, unless another rest has begun."""
        if self._rests.get(model) is rest:
            del self._rests[model]
