"""With how many examples a law is tried."""

from hypothesis import settings

USUAL = 25
"""The examples of a profile under which a law is tried as often as it says."""


def examples(usual: int) -> int:
    """Return how many examples the chosen profile has for a law of which the usual one has so many.

    A law that says its own number is else tried with that number by every profile: no longer by a thorough one, and no
    less by a brief one.
    """
    return max(1, usual * settings().max_examples // USUAL)
