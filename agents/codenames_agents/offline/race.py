"""What is at stake in a clue: how much each further word adds, and what the wrong ones cost.

While both teams have words enough, an own word gains 1, and a style's costs are what it fears. Near the end that is too
timid: a word that is left for a next turn is worth little where there may be none. So there everything is measured by
the chance to win the race, of which the assassin takes all, the opponents' last word too.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from codenames_agents.offline.styles import Style

NEAR_THE_END: Final = 3
"""As many words of the opponents, or fewer, may be found in their next turn (D-141)."""
FOUND: Final = (0.10, 0.25, 0.38, 0.20, 0.07)
"""How often a team finds 0, 1, 2, ... words in a turn, roughly as `balanced` does."""
_GAME_IN_WORDS: Final = 4.0
"""What a lost game costs in own words in a race that is even: what `balanced` pays for the assassin."""


class Stakes(NamedTuple):
    """What is at stake after so many own words have been found by a clue, by that number: 0, 1, 2, ..."""

    gains: tuple[float, ...]
    """Of finding another own word."""
    opponent: tuple[float, ...]
    """Costs of touching a word of the opponents."""
    assassin: tuple[float, ...]
    neutral: float
    is_near_the_end: bool
    """Whether there may be no further turn, so that a number counts on weak links too."""


@lru_cache(maxsize=1024)
def stakes(own: int, opponent: int, style: Style, near_the_end: int = NEAR_THE_END) -> Stakes:
    """Return what is at stake for a cluer whose team and whose opponents have so many words left.

    Args:
        own: words of the team.
        opponent: words of the opponents; the game is near its end if they are no more than `near_the_end`.
        style: says what it fears.
        near_the_end: 0 for a cluer that never thinks of the end, to compare with.
    """
    steps = range(own)
    if opponent > near_the_end:
        slip = style.opponent_cost if opponent > 1 else style.assassin_cost
        gains, opponents, assassins = ((value,) * own for value in (1.0, slip, style.assassin_cost))
        return Stakes(gains, opponents, assassins, style.neutral_cost, is_near_the_end=False)
    chances = [chance_to_win(own - found, opponent) for found in (*steps, own)]
    slips = [chance_to_win(own - found, opponent - 1) for found in steps]
    even = chance_to_win(_EVEN, _EVEN)
    fear = style.assassin_cost / even
    return Stakes(
        gains=tuple((chances[found + 1] - chances[found]) * (_GAME_IN_WORDS / even) for found in steps),
        opponent=tuple((chances[found] - slips[found]) * fear for found in steps),
        assassin=tuple(chances[found] * fear for found in steps),
        neutral=0.0,
        is_near_the_end=True,
    )


_EVEN: Final = 6


def chance_to_win(own: int, opponent: int) -> float:
    """Return the chance of a team whose turn has just ended, by the words that both teams have left.

    >>> [round(chance_to_win(own, 1), 2) for own in (0, 1, 2, 4)]
    [1.0, 0.09, 0.07, 0.01]
    """
    return 1.0 - _chance_to_move(opponent, own)


@lru_cache(maxsize=256)
def _chance_to_move(own: int, opponent: int) -> float:
    """Return the chance of a team that is about to move.

    It is the solution x of x = a + p (1 - y) and y = b + p (1 - x) with the opponents' chance y in their next turn: `p`
    is the probability of a turn in which nothing is found, which leaves everything as it was.
    """
    if own == 0 or opponent == 0:
        return float(own == 0)
    none = FOUND[0]
    mine, theirs = _chance_with_words_found(own, opponent), _chance_with_words_found(opponent, own)
    return (mine + none * (1.0 - theirs - none)) / (1.0 - none * none)


def _chance_with_words_found(own: int, opponent: int) -> float:
    """Return the chance to win by a turn that finds at least one word."""
    turns = enumerate(FOUND[1:], 1)
    return sum(often * (1.0 if found >= own else chance_to_win(own - found, opponent)) for found, often in turns)
