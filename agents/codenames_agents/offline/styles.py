"""How a vector agent plays: a handful of named styles, from sharp to novice.

A style is only numbers: `association` values clues with them, and `belief` turns associations into guesses.
"""

from types import MappingProxyType
from typing import Final, NamedTuple


class Style(NamedTuple):
    """The parameters of one agent, in any seat."""

    name: str
    description: str
    """One sentence for the person who chooses."""

    cluer_focus: float = 1.6
    """How strongly the cluer expects guessers to prefer the better link: an inverse temperature (nats per SD)."""
    doubt: float = 0.1
    """What a link loses where the sources disagree, in units of that disagreement."""
    opponent_cost: float = 0.5
    """The loss of touching an opponents' word, where finding an own word gains 1."""
    neutral_cost: float = 0.25
    assassin_cost: float = 4.0
    """The loss of touching the assassin, or the opponents' last word, which ends the game as well."""
    weakest_link: float = 1.6
    """A clue counts on no word beyond the first whose link is weaker than this (standard deviations)."""
    most_words: int = 4
    """The highest number of a clue."""
    rarity_cost: float = 0.2
    """What a rare clue word costs for each factor of ten in its frequency rank."""
    proper_noun_cost: float = 0.1

    cluer_dialect: float = 0.25
    """How private the cluer's associations are: 0 is common sense only, 1 as far apart as two independent sources."""
    guesser_dialect: float = 0.7
    """The same for a guesser."""

    guesser_focus: float = 1.2
    """How strongly a guesser prefers the better link: an inverse temperature (nats per SD)."""
    stop_below: float = 0.0
    """After the first guess, a guesser stops at a word less likely than this."""
    bonus_above: float | None = None
    """A guesser spends the extra guess on an earlier clue's word that is at least this likely; None: never."""
    temperature: float = 0.0
    """At 0 a guesser ranks words by its belief; at 1 the first word is a draw from it."""


_BALANCED = Style(
    "balanced",
    "Gives clues for one or two words that belong together and takes sensible risks; a good first opponent.",
    bonus_above=0.5,
)

STYLES: Final = MappingProxyType(
    {
        style.name: style
        for style in (
            _BALANCED._replace(
                name="sharp",
                description="The strongest style: all its seats think alike, and even its big clues rarely miss.",
                cluer_focus=1.8,
                doubt=0.0,
                opponent_cost=0.3,
                neutral_cost=0.15,
                assassin_cost=3.0,
                weakest_link=1.2,
                most_words=5,
                cluer_dialect=0.1,
                guesser_dialect=0.35,
            ),
            _BALANCED._replace(
                name="bold",
                description="Goes for many words at once, shrugs off danger, and sometimes hits the assassin.",
                cluer_focus=1.8,
                doubt=0.0,
                opponent_cost=0.2,
                neutral_cost=0.1,
                assassin_cost=2.0,
                weakest_link=1.1,
                most_words=6,
                bonus_above=0.35,
            ),
            _BALANCED,
            _BALANCED._replace(
                name="cautious",
                description="Prefers one safe word to two doubtful ones: it loses races rather than its head.",
                doubt=0.25,
                opponent_cost=1.0,
                neutral_cost=0.5,
                assassin_cost=8.0,
                weakest_link=2.3,
                most_words=3,
                stop_below=0.1,
                bonus_above=None,
            ),
            _BALANCED._replace(
                name="noisy",
                description="Thinks in private associations that teammates often miss.",
                cluer_dialect=0.8,
                guesser_dialect=1.1,
                bonus_above=None,
            ),
            _BALANCED._replace(
                name="novice",
                description="A beginner who sees odd links and guesses on a hunch; easy to beat.",
                cluer_dialect=1.2,
                guesser_dialect=1.6,
                bonus_above=None,
                temperature=1.0,
            ),
            _BALANCED._replace(
                name="stranger",
                description="Made for an unknown partner, a person or a language model: plain links, no private ones.",
                cluer_focus=1.2,
                doubt=0.3,
                weakest_link=2.0,
                cluer_dialect=0.0,
                guesser_dialect=0.0,
            ),
        )
    }
)
"""Every style by its name."""
