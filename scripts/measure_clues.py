"""Theory of mind on recorded clues: with the targets that the giver stated, and with those read from its reasoning.

    python -m scripts.measure_clues CLUES.jsonl[.gz]

A line holds one clue: the board with its roles, `intended_targets`, what the guessers picked (`picks`), and perhaps the
giver's reasoning (`giver_rationale` or `giver_rationales`). For each source this prints

- how many clues have targets and picks, with the mean recall (the theory-of-mind score) and precision of the picks;
- of those that have a reasoning as well, the score with stated targets, with targets that were read, and the mean
  absolute difference of the two over clues: what reading costs. Clues whose reasoning names no target are counted.

How well targets are read from reasoning (precision and recall of the words) is printed by `scripts/parse_corpus.py`.
Exit code 0, or 2 for a file that cannot be read.
"""

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from scripts.parse_corpus import Record, own_words_of, reasoning_of, records_of

from codenames_agents.parsing import parse_intended_targets
from codenames_metrics.game.theory_of_mind import precision, recall
from codenames_metrics.statistics.moments import Moments


@dataclass
class Source:
    """What came of the clues of one source."""

    recall: Moments = field(default_factory=Moments)
    precision: Moments = field(default_factory=Moments)
    stated: Moments = field(default_factory=Moments)
    """Score of clues whose targets could also be read, with the targets that were stated."""
    read: Moments = field(default_factory=Moments)
    difference: Moments = field(default_factory=Moments)
    unread: int = 0
    """Clues with a reasoning in which no target was found."""

    def take(self, record: Record) -> None:
        """Take one clue."""
        targets, picks = (
            [word.casefold() for word in record.get(name) or []] for name in ("intended_targets", "picks")
        )
        score, share = recall(targets, picks), precision(targets, picks)
        if score is None or share is None:
            return
        self.recall.add(score)
        self.precision.add(share)
        if reasoning := reasoning_of(record):
            found = parse_intended_targets(reasoning, own_words_of(record))
            again = recall([word.casefold() for word in found], picks)
            if again is None:
                self.unread += 1
                return
            self.stated.add(score)
            self.read.add(again)
            self.difference.add(abs(score - again))


def main(arguments: list[str] | None = None) -> int:
    """Measure a corpus of clues and print a line or two for each source."""
    parser = argparse.ArgumentParser(description="Theory of mind on recorded clues; see the head of this file.")
    parser.add_argument("file", type=Path, help="clues, one a line: .jsonl or .jsonl.gz")
    path = parser.parse_args(arguments).file
    sources: dict[str, Source] = defaultdict(Source)
    try:
        for record in records_of(path):
            sources[record["source"]["repo"]].take(record)
    except (OSError, EOFError, ValueError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    for name, source in sorted(sources.items()):
        if source.recall.count:
            print(f"{name:42} {source.recall.count:5} clues  recall {source.recall.mean:.3f}", end="")
            print(f" ± {source.recall.std or 0:.3f}  precision {source.precision.mean:.3f}")
        if source.read.count:
            print(f"{'':42} {source.read.count:5} read   stated {source.stated.mean:.3f}", end="")
            print(f"  read {source.read.mean:.3f}  apart {source.difference.mean:.3f}  nothing read {source.unread}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
