"""Theory of mind: did the guessers guess the words that the cluer meant?

The targets of a clue are what its trace lists as intended, else what the cluer's reasoning says. Only words that the
clue can mean count: the team's own words that were face down, or any such word where cluers play blind. Where a cluer
does not say what it meant, a weaker signal is kept, apart from the score: the share of the picks that were the team's
own words.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from codenames_agents.reading.target_reading import parse_intended_targets
from codenames_core.game.board import Board
from codenames_metrics.game.played_turns import PlayedTurn

__all__ = [
    "BlindAim",
    "ClueReading",
    "TargetSource",
    "blind_aim",
    "parse_intended_targets",
    "precision",
    "read_clue",
    "recall",
]


class TargetSource(StrEnum):
    """Where the targets of a clue are known from."""

    STATED = "stated"
    """The trace lists them."""
    REASONING = "reasoning"
    """They were read from the cluer's reasoning."""
    FALLBACK = "fallback"
    """They are not known; only the share of own words among the picks is."""


class ClueReading(NamedTuple):
    """What the guessers made of one clue."""

    source: TargetSource
    targets: tuple[str, ...]
    """In the cluer's order."""
    picks: tuple[str, ...]
    """All words that were guessed, also those after the bonus guess."""
    recall: float | None
    """The theory-of-mind score of the clue; None without targets."""
    precision: float | None
    """None without targets or picks."""
    own_share: float | None
    """Own words among the picks, the weaker signal; None without picks."""


class BlindAim(NamedTuple):
    """How well a cluer without the key aimed, against chance."""

    targets: int
    own: int
    """Those of them that were the team's."""
    chance: float
    """The share of own words among all that were face down: what is expected of targets drawn blindly, however many.

    It is the mean of the hypergeometric distribution, divided by the number of draws.
    """

    @property
    def own_share(self) -> float:
        """The share of the targets that were the team's."""
        return self.own / self.targets


def blind_aim(turn: PlayedTurn, board: Board, targets: Sequence[str]) -> BlindAim | None:
    """Return how the targets of a blind cluer's clue compare with words drawn at random; None without targets."""
    if not targets:
        return None
    own = board.words_of(turn.team)
    chance = len(own - turn.revealed) / (len(board.words) - len(turn.revealed))
    return BlindAim(len(targets), sum(word in own for word in targets), chance)


def read_clue(turn: PlayedTurn, board: Board, *, blind: bool = False) -> ClueReading | None:
    """Return how the clue of a turn was understood; None where there is nothing to judge.

    There is nothing to judge without a clue, while the turn is open, and where a guesser failed to answer before the
    first guess. A team that passes of its own will has found none of the targets: 0.
    """
    if turn.clue is None or not turn.is_over or (turn.is_forfeited and not turn.guesses):
        return None
    source, targets = intended_targets(turn, board, blind=blind)
    picks, correct = turn.picks, turn.correct
    return ClueReading(
        source,
        targets,
        picks,
        recall(targets, correct),
        precision(targets, picks),
        len(correct) / len(picks) if picks else None,
    )


def intended_targets(turn: PlayedTurn, board: Board, *, blind: bool = False) -> tuple[TargetSource, tuple[str, ...]]:
    """Return what the clue of a turn was meant for, and where that is known from."""
    trace = turn.clue_trace
    if trace is None:
        return TargetSource.FALLBACK, ()
    possible = clueable(turn, board, blind=blind)
    named = dict.fromkeys(map(board.find, trace.intended_targets))
    if stated := tuple([word for word in named if word in possible]):
        return TargetSource.STATED, stated
    if not trace.reasoning:
        return TargetSource.FALLBACK, ()
    read = parse_intended_targets(trace.reasoning, [word for word in board.words if word in possible])
    return (TargetSource.REASONING if read else TargetSource.FALLBACK), read


def clueable(turn: PlayedTurn, board: Board, *, blind: bool = False) -> frozenset[str]:
    """Return the words that a clue of this turn can mean."""
    return (frozenset(board.words) if blind else board.words_of(turn.team)) - turn.revealed


def recall(targets: Sequence[str], correct: Sequence[str]) -> float | None:
    """Return the share of the targets that were found: targets and correct guesses in common / targets.

    This is the theory-of-mind score, between 0 and 1; None without targets.

    >>> recall(["SHIP", "WAVE"], ["WAVE", "CORAL"])  # 1 of 2
    0.5
    >>> recall([], ["WAVE"])
    """
    return len(set(targets) & set(correct)) / len(set(targets)) if targets else None


def precision(targets: Sequence[str], picks: Sequence[str]) -> float | None:
    """Return the share of the picks that were targets; None without targets or picks.

    A bonus guess for an earlier clue counts as a pick, so 1 is out of reach for a team that makes one.

    >>> precision(["SHIP", "WAVE"], ["WAVE", "CORAL", "BEAR"])  # 1 of 3
    0.3333333333333333
    >>> precision(["SHIP"], [])
    """
    return len(set(targets) & set(picks)) / len(set(picks)) if targets and picks else None
