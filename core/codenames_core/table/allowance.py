"""How many messages a person may send: a token bucket."""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a person may still send: `most` at once, and `per_second` more with every second."""

    most: float
    per_second: float
    left: float
    seen_at: float

    @classmethod
    def full(cls, most: float, per_second: float, now: float) -> Self:
        """Return the allowance of whoever is new."""
        return cls(most, per_second, most, now)

    def spend(self, now: float, cost: float = 1.0) -> tuple[Self, bool]:
        """Return what is left after another message, and whether it was within the allowance."""
        left = min(self.left + max(now - self.seen_at, 0.0) * self.per_second, self.most)
        if left < cost:
            return replace(self, left=left, seen_at=now), False
        return replace(self, left=left - cost, seen_at=now), True
