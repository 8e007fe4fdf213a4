"""How many clues the referee judges in a second of CPU time, and what the first one costs.

Every clue of the offline agents' vocabulary is judged against boards of the shipped list, as a game does it: the board
is new for every hundred clues, and no clue is judged a second time.
"""

from collections.abc import Iterator
from typing import Final

from benchmarks.figures import Better, Figure
from benchmarks.measuring import spent_by
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.game.board import deal
from codenames_core.game.config import ClueRules, GameConfig
from codenames_core.referee.legality import why_illegal_clue

AIM: Final = 20_000
CLUES: Final = 20_000


def judge(rules: ClueRules, words: list[str]) -> None:
    """Judge them all."""
    board: tuple[str, ...] = ()
    for index in range(CLUES):
        if index % 100 == 0:
            board = deal(GameConfig(seed=index)).words
        why_illegal_clue(words[index % len(words)], 1, board, rules)


def figures(quick: bool) -> Iterator[Figure]:
    """Judge with each referee."""
    words = [word for word in shipped_vocabulary().words if " " not in word]
    first = spent_by(lambda: why_illegal_clue("zebra", 1, ["BANK"])).cpu
    yield Figure("the first clue", first, "s of CPU", 0.3, about="reads the dictionary")
    for rules in ClueRules:
        rate = CLUES / spent_by(lambda rules=rules: judge(rules, words)).cpu  # type: ignore[misc]
        yield Figure(f"clues judged, {rules} referee", rate, "/s of CPU", AIM, Better.MORE)
