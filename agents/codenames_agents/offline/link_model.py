"""How one cluer links the clue words with the words of a board."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from codenames_agents.offline.links.dialects import Dialect
from codenames_agents.offline.links.strength import (
    CLUER_WEIGHTS,
    Doubles,
    Steps,
    common_strength,
    private_strength,
    rough_weights_at,
    weight_steps,
    weights_at,
)
from codenames_agents.offline.links.vectors import Floats, Rows
from codenames_agents.offline.links.word_links import space, strength_and_disagreement
from codenames_agents.offline.styles import Style


@dataclass(frozen=True, slots=True, eq=False)
class LinkModel:
    """How strongly one cluer links every clue word with the words of one board. It holds for the whole game."""

    words: tuple[str, ...]
    dialect: Dialect
    style: Style
    steps: Steps
    """Of the softmax weights: words x clue words.

    Where the sources disagree, links count less on own words and more on the others.
    """
    rough_weight: Floats
    """The softmax weights in single precision."""

    def weight(self, clues: Rows | slice = slice(None)) -> Doubles:
        """Return the softmax weights of some clue words, or of all: words x clue words."""
        return weights_at(self.steps[:, clues])

    def strength(self, row: int) -> Floats:
        """Return the strength of the links of the clue word of a row, in this cluer's dialect."""
        clue = slice(row, row + 1)
        common = common_strength(space(self.words).links_of_rows(clue), CLUER_WEIGHTS)
        return _private(common, clue, self.words, self.dialect, self.style)[:, 0]


def link_model(words: tuple[str, ...], own: Sequence[int], dialect: Dialect, style: Style) -> LinkModel:
    """Return the links of a cluer of this style and dialect on a board where the places `own` are its team's."""
    common, disagreement = strength_and_disagreement(words)
    strength = _private(common, slice(None), words, dialect, style)
    if style.doubt:
        doubt = np.full((len(words), 1), style.doubt, np.float32)
        doubt[list(own)] *= -1
        strength = strength + disagreement * doubt
    steps = weight_steps(strength, style.cluer_focus)
    return LinkModel(words, dialect, style, steps, rough_weights_at(steps))


def _private(common: Floats, clues: slice, words: tuple[str, ...], dialect: Dialect, style: Style) -> Floats:
    """Return the common strength of some links as this cluer sees them."""
    if not style.cluer_dialect:
        return common
    return private_strength(common, dialect.of_clues(clues, words), style.cluer_dialect)
