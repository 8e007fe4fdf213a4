"""Texts of any characters: the `Text` of Gymnasium allows only those of a fixed set."""

from collections.abc import Sequence
from typing import Any

from gymnasium import spaces


class TextSpace(spaces.Space[str]):  # type: ignore[misc]  # of a package that need not be installed
    """All texts up to a length.

    Args:
        longest: characters.
        examples: what `sample` chooses from; texts that an agent could reasonably give.
    """

    def __init__(self, longest: int, examples: Sequence[str] = ("",)) -> None:
        super().__init__(None, str)
        self.longest = longest
        self.examples = tuple(examples)

    @property
    def is_np_flattenable(self) -> bool:
        """A text is no array."""
        return False

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return one of the examples; masks mean nothing here."""
        return self.examples[int(self.np_random.integers(len(self.examples)))]

    def contains(self, x: Any) -> bool:
        """Whether `x` is a text that is not too long."""
        return isinstance(x, str) and len(x) <= self.longest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TextSpace) and (self.longest, self.examples) == (other.longest, other.examples)

    def __hash__(self) -> int:
        return hash((self.longest, self.examples))

    def __repr__(self) -> str:
        return f"TextSpace({self.longest})"
