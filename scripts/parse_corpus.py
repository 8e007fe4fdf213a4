"""Run the answer parser over recorded answers of language models and say what it makes of them.

    python scripts/parse_corpus.py FILE.jsonl[.gz]… [--show N]

A line holds one answer (`role`, `raw`, the board) or one clue with its giver's reasoning (`giver_rationale` or
`giver_rationales`, `intended_targets`). What is printed:

- by role and kind (the record's `model`, or its `format`), how many answers could be read;
- `made up`: answers whose clue or guess does not stand in the part of the text that counts. There must be none;
- where another program read the same answer (`source_parsed`), how often this one reads it otherwise;
- for reasoning, precision and recall of the targets by source;
- with `--show N`, the first N of each: unreadable answers with the reason, and differences.

The last line is `right N of M` over the records that say what is right (`expected`, or one of `accept`).
Exit code 0 if all of these are right and nothing is made up, 5 if not, 2 for a file that cannot be read.
"""

import argparse
import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codenames_agents.parsing import (
    ParsedClue,
    ParsedGuesses,
    ParsedMessage,
    Unreadable,
    parse_clue,
    parse_discussion,
    parse_guesses,
    parse_intended_targets,
)
from codenames_agents.reading.answer_text import AnswerText, extract_answer
from codenames_agents.reading.board_words import normalise_uncached
from codenames_core.text.sanitiser import one_line

Record = dict[str, Any]
Answer = ParsedClue | ParsedMessage | ParsedGuesses | Unreadable

CLUE_ROLES = ("cluer",)
MESSAGE_ROLES = ("discussion", "guesser_discussion", "guesser_first_thought")


@dataclass
class Tally:
    """What came of a corpus."""

    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    readable: Counter[tuple[str, str]] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    unreadable: list[str] = field(default_factory=list)
    made_up: list[str] = field(default_factory=list)
    compared: int = 0
    otherwise: list[str] = field(default_factory=list)
    targets: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    judged: int = 0
    wrong: list[str] = field(default_factory=list)


def main(arguments: list[str] | None = None) -> int:
    """Run over the files that are named and print the tally."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options.add_argument("--show", type=int, default=0, metavar="N", help="how many examples of each to print")
    chosen = options.parse_args(arguments)
    tally = Tally()
    try:
        for path in chosen.files:
            for record in records_of(path):
                take(record, tally)
    except (OSError, ValueError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    report(tally, chosen.show)
    return 5 if tally.wrong or tally.made_up else 0


def records_of(path: Path) -> Iterator[Record]:
    """The records of a file of JSON lines, compressed or not."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def take(record: Record, tally: Tally) -> None:
    """Read one record."""
    if "raw" not in record:
        take_reasoning(record, tally)
        return
    answer = read(record)
    kind = (record["role"], str(record.get("model") or record.get("format") or ""))
    tally.answers[kind] += 1
    if isinstance(answer, Unreadable):
        tally.reasons[reason_kind(answer.reason)] += 1
        tally.unreadable.append(f"{record['role']}: {one_line(record['raw'], 100)!r}: {answer.reason}")
    else:
        tally.readable[kind] += 1
        if not stands_in(answer, record["raw"]):
            tally.made_up.append(f"{answer} from {one_line(record['raw'], 200)!r}")
    compare(record, answer, tally)
    if "expected" in record:
        judge(record, answer, tally)


def read(record: Record) -> Answer:
    """Read the answer by the rules of what was asked."""
    if record["role"] in CLUE_ROLES:
        return parse_clue(record["raw"])
    if record["role"] in MESSAGE_ROLES:
        return parse_discussion(record["raw"])
    return parse_guesses(record["raw"], words_of(record))


def words_of(record: Record) -> list[str]:
    """The words that may be guessed: those that are left, or the whole board where that is not recorded."""
    left = record.get("unrevealed") or record.get("board_unrevealed")
    board = left or record.get("board") or []
    if isinstance(board, dict):
        return [word for words in board.values() for word in words]
    return [entry["word"] if isinstance(entry, dict) else entry for entry in board]


def reason_kind(reason: str) -> str:
    """A reason without the words that it quotes."""
    start = reason.split(";")[0].split("(")[0]
    return " ".join(part for part in start.split() if "'" not in part and not part.isdigit())


def stands_in(answer: Answer, raw: str) -> bool:
    """Whether what was read stands in the part of the text that counts, letter by letter."""
    part = extract_answer(raw)
    text = letters(part.text) if isinstance(part, AnswerText) else ""
    match answer:
        case ParsedClue():
            return letters(answer.word) in text
        case ParsedGuesses():
            return all(letters(word) in text for word in answer.words)
        case _:  # a message without a verdict is a NO
            return not isinstance(answer, ParsedMessage) or not answer.consensus or "consensus" in text


def letters(text: str) -> str:
    """A text without spaces, hyphens, emphasis and differences of case."""
    return "".join(character for character in normalise_uncached(text) if character not in " -‐‑*`")


def compare(record: Record, answer: Answer, tally: Tally) -> None:
    """Note where another program reads a clue or a guess otherwise."""
    theirs = record.get("source_parsed") or {}
    ours: object = None
    if isinstance(theirs.get("clue"), str):
        other: object = (theirs["clue"].casefold(), theirs.get("number"))
        if isinstance(answer, ParsedClue):  # a source without a number says nothing of it
            ours = (answer.word.casefold(), None if theirs.get("number") is None else answer.number)
    elif isinstance(theirs.get("guess"), str) and words_of(record):
        other = [theirs["guess"].casefold()]
        if isinstance(answer, ParsedGuesses):
            ours = [word.casefold() for word in answer.words]
    else:
        return
    tally.compared += 1
    if ours != other:
        tally.otherwise.append(f"{other} there, {ours} here: {one_line(record['raw'], 120)!r}")


def judge(record: Record, answer: Answer, tally: Tally) -> None:
    """Hold an answer against what is known to be right."""
    match answer:
        case ParsedClue():
            ours: object = {"clue": answer.word.upper(), "number": answer.number}
        case ParsedMessage():
            ours = {"consensus": "YES" if answer.consensus else "NO"}
        case ParsedGuesses():
            ours = {"guesses": list(answer.words)}
        case _:
            ours = "unparseable"
    tally.judged += 1
    if ours != record["expected"] and ours not in record.get("accept", []):
        tally.wrong.append(f"{ours}, not {record['expected']}: {one_line(record['raw'], 160)!r}")


def take_reasoning(record: Record, tally: Tally) -> None:
    """Read the targets out of a clue's reasoning and hold them against the recorded ones."""
    text = reasoning_of(record)
    wanted = {word.casefold() for word in record.get("intended_targets") or []}
    if not text or not wanted:
        return
    found = {word.casefold() for word in parse_intended_targets(text, own_words_of(record))}
    counts = tally.targets[record["source"]["repo"]]
    counts.update(clues=1, found=len(found), wanted=len(wanted), both=len(found & wanted), exact=found == wanted)


def reasoning_of(record: Record) -> str:
    """The giver's reasoning, of all words together."""
    each = record.get("giver_rationales") or {}
    return record.get("giver_rationale") or "\n".join(map(str, each.values()))


def own_words_of(record: Record) -> list[str]:
    """The words that a clue could mean."""
    team = record.get("team") or "green"
    return [entry["word"] for entry in record["board"] if entry["role"] == team and not entry.get("revealed")]


def report(tally: Tally, show: int) -> None:
    """Print what came of it all."""
    for kind, total in sorted(tally.answers.items()):
        count = tally.readable[kind]
        print(f"{kind[0]:24} {kind[1]:42} readable {count:5} of {total:5} {count / total:6.1%}")
    for reason, count in tally.reasons.most_common(12):
        print(f"unreadable {count:5}  {reason}")
    for source, counts in sorted(tally.targets.items()):
        precision = f"{counts['both'] / counts['found']:.3f}" if counts["found"] else "none"
        recall, exact = f"{counts['both'] / counts['wanted']:.3f}", f"{counts['exact'] / counts['clues']:.3f}"
        print(f"targets {source:40} {counts['clues']:5} clues  precision {precision}  recall {recall}  all {exact}")
    for title, examples in (("unreadable", tally.unreadable), ("otherwise", tally.otherwise), ("wrong", tally.wrong)):
        for example in examples[:show]:
            print(f"{title}: {example}")
    for example in tally.made_up:
        print(f"made up: {example}")
    print(
        f"otherwise {len(tally.otherwise)} of {tally.compared} that another program read; made up {len(tally.made_up)}"
    )
    print(f"right {tally.judged - len(tally.wrong)} of {tally.judged}")


if __name__ == "__main__":
    sys.exit(main())
