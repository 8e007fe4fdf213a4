"""Which words of the boards are missed most often when a clue is meant for them."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from codenames_core.game.config import TEAMS
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.proportions import share_interval


class WordDifficulty(NamedTuple):
    """A word, over all clues whose targets are known."""

    word: str
    meant: int
    """How many clues were meant for it."""
    missed: int
    """In how many of their turns it was not guessed."""
    boards: int
    interval: Interval | None
    """Of the share that was missed: 95 %, Wilson, with the effective number of clues of the boards."""

    @property
    def share(self) -> float:
        """The share that was missed."""
        return self.missed / self.meant


class WordTargets:
    """Takes finished games one by one."""

    def __init__(self) -> None:
        self._missed: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
        """By word and board: how often it was found, and how often it was missed."""

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        for team in TEAMS:
            for turn in metrics.of(team).turn_summaries:
                for word in turn.targets:
                    self._missed[word][metrics.board][word in turn.missed] += 1

    def result(self) -> Iterator[WordDifficulty]:
        """Yield all words that were meant, the one that is missed most often first."""
        words = [self._of(word) for word in self._missed]
        yield from sorted(words, key=lambda one: (-one.share, -one.meant, one.word))

    def _of(self, word: str) -> WordDifficulty:
        by_board = {
            board: [0.0] * found + [1.0] * missed for board, (found, missed) in sorted(self._missed[word].items())
        }
        meant = sum(map(len, by_board.values()))
        missed = round(sum(map(sum, by_board.values())))
        return WordDifficulty(word, meant, missed, len(by_board), share_interval(by_board))
