"""Providers that want to be left alone for a while: nobody asks before the time is up, and then one asks first.

A provider that is asked too much says when to come back (Retry-After). It means the account and not one question, so
all games of the process keep away from it, and the first question after that is a probe: the others wait for what
becomes of it. See `AdaptiveLimit`, which lets only the probe in.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from codenames_agents.providers.errors import ProviderError, provider_error


@dataclass(frozen=True, slots=True)
class Rest:
    """A time in which a provider is not asked."""

    until: float
    """In seconds of the provider's clock."""
    error: ProviderError
    """By which the provider said so."""

    def too_long(self, seconds: float) -> ProviderError:
        """Return the failure of a question that cannot wait for the `seconds` that are left."""
        detail = f"it wants to be left alone for another {seconds:.0f} s"
        error = self.error
        return provider_error(error.kind, detail, status=error.status, retry_after=seconds)


class Rests:
    """Keeps which accounts are left alone, and until when.

    Args:
        longest: seconds that are kept at most, whatever a provider asks for.
        clock: gives seconds.
    """

    def __init__(self, longest: float, clock: Callable[[], float]) -> None:
        self._longest = longest
        self._clock = clock
        self._rests: dict[Hashable, Rest] = {}

    def begin(self, account: Hashable, error: ProviderError) -> Rest | None:
        """Leave an account alone if the failure asks for it, and return the rest that it has then."""
        if not error.retry_after or not error.kind.says_slow_down:
            return None
        until = self._clock() + min(error.retry_after, self._longest)
        known = self._rests.get(account)
        if known is None or known.until < until:
            known = self._rests[account] = Rest(until, error)
        return known

    def of(self, account: Hashable) -> Rest | None:
        """Return why an account is left alone; None if it may be asked."""
        rest = self._rests.get(account)
        return rest if rest is not None and rest.until > self._clock() else None
