"""Count how many signs of overhearing are found in labelled texts, and how many of the finds are none.

    python -m scripts.measure_signs TEXTS.jsonl [--development]

A line holds a text with its label: `{"set": 1, "sign": "uses", "team": "red", "by": "guesser_1", "text": "…"}`. Its
`sign` is `none` where there is none, else which of the four kinds of `docs/metrics.md`. The first byte of a text's
SHA-256 says which half it belongs to: who changes the rules may look at what goes wrong in the development half only.
The rows are those of `docs/metrics.md`, with Wilson intervals; `--development` counts the development half, and lists
what goes wrong there.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from codenames_core.game.config import Role, Team
from codenames_metrics.game.surveillance.signs import find_sign, folded
from codenames_metrics.statistics.proportions import wilson_interval

NONE: Final = "none"
HEADING: Final = "| set | texts | signs found | recall | false finds | precision |\n|---|---|---|---|---|---|"


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text, and whether it holds a sign."""

    set: int
    sign: str
    team: Team
    by: Role
    text: str

    @property
    def is_for_development(self) -> bool:
        """Whether who changes the rules may look at what becomes of it."""
        return hashlib.sha256(self.text.encode()).digest()[0] % 2 == 0

    @property
    def is_sign(self) -> bool:
        """Whether it holds a sign, by its label."""
        return self.sign != NONE

    @property
    def is_found(self) -> bool:
        """Whether a sign is found in it."""
        return find_sign(folded(self.text), self.team, self.by) is not None


@dataclass(frozen=True, slots=True)
class Counts:
    """What was found in some texts."""

    texts: int
    signs: int
    found: int
    false_finds: int

    @property
    def recall(self) -> float:
        """Signs found / signs."""
        return self.found / self.signs

    @property
    def precision(self) -> float:
        """Signs found / finds."""
        return self.found / (self.found + self.false_finds)


def read_texts(path: Path) -> tuple[LabelledText, ...]:
    """Return the texts of a file."""
    return tuple(_labelled(json.loads(line)) for line in path.read_text("utf-8").splitlines())


def _labelled(fields: dict[str, Any]) -> LabelledText:
    return LabelledText(**fields | {"team": Team(fields["team"]), "by": Role(fields["by"])})


def count(texts: Iterable[LabelledText]) -> Counts:
    """Look for signs in texts, and count."""
    seen = [(text.is_sign, text.is_found) for text in texts]
    signs = sum(is_sign for is_sign, _ in seen)
    return Counts(len(seen), signs, seen.count((True, True)), seen.count((False, True)))


def rows(texts: Iterable[LabelledText], *, development: bool = False) -> Iterator[str]:
    """Yield a row for each set."""
    chosen = [text for text in texts if text.is_for_development is development]
    for number in sorted({text.set for text in chosen}):
        counts = count(text for text in chosen if text.set == number)
        recall = _share(counts.found, counts.signs)
        precision = _share(counts.found, counts.found + counts.false_finds)
        false_finds = f"{counts.false_finds} of {counts.texts - counts.signs}"
        found = f"{counts.found} of {counts.signs}"
        yield f"| {number} | {counts.texts} | {found} | {recall} | {false_finds} | {precision} |"


def _share(part: int, whole: int) -> str:
    interval = wilson_interval(part, whole)
    return f"{part / whole:.2f} ({interval.low:.2f} to {interval.high:.2f})" if interval else ""


def main(arguments: list[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Count signs of overhearing in labelled texts.")
    parser.add_argument("texts", type=Path)
    parser.add_argument("--development", action="store_true", help="the development half, and what goes wrong in it")
    options = parser.parse_args(arguments)
    texts = read_texts(options.texts)
    print(HEADING, *rows(texts, development=options.development), sep="\n")
    if options.development:
        for text in texts:
            if text.is_for_development and text.is_found is not text.is_sign:
                print(text.sign, text.team, text.by, json.dumps(text.text, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
