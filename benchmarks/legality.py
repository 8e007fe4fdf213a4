"""How many clues the referee judges in a second of CPU time, and what the first one costs.

    python benchmarks/legality.py

Every clue of the offline agents' vocabulary is judged against boards of the shipped list, as a game does it: the board
is new for every hundred clues. Target: at least 20,000 a second once loaded, and the dictionary in at most 0.3 s.
"""

import time
from typing import Final

from codenames_agents.vocabulary import shipped_vocabulary
from codenames_core.board import deal
from codenames_core.config import ClueRules, GameConfig
from codenames_core.legality import why_illegal_clue

TARGET: Final = 20_000
CLUES: Final = 20_000


def rate(rules: ClueRules, words: list[str]) -> float:
    """Return the clues judged per second of CPU time, none of them for the second time."""
    began = time.process_time()
    board: tuple[str, ...] = ()
    for index in range(CLUES):
        if index % 100 == 0:
            board = deal(GameConfig(seed=index)).words
        why_illegal_clue(words[index % len(words)], 1, board, rules)
    return CLUES / (time.process_time() - began)


def main() -> None:
    """Measure and print."""
    words = [word for word in shipped_vocabulary().words if " " not in word]
    began = time.process_time()
    why_illegal_clue("zebra", 1, ["BANK"])
    print(f"the first clue         {(time.process_time() - began) * 1000:8.0f} ms of CPU   (target 300)")
    for rules in ClueRules:
        print(f"{rules:8} clues judged {rate(rules, words):10,.0f} per CPU second   (target {TARGET:,})")


if __name__ == "__main__":
    main()
