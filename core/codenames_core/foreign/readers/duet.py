"""`duet`: the tasks of SALT-NLP/codenames, clues of people who played Codenames Duet: tables of `data/*_task`.

A game is cut into tasks, a row for each clue: `clue_generation` has what the giver meant and the clue, `generate_guess`
the words that lay face down and those that were chosen, `target_selection` the giver's own words, `target_rationale`
why. Rows of the first two belong together by their number, which is checked; the others are found by what they say.
The giver's words are red here, black ones are assassins, tan ones neutral. The repository states no licence.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from codenames_core.foreign.fields import BadField
from codenames_core.foreign.game import ForeignCard, PeoplesClue, Refusal
from codenames_core.foreign.sources import rows_of
from codenames_core.game.board import CardType
from codenames_core.support.errors import InputError

CLUES: Final = "clue_generation_task"
GUESSES: Final = "generate_guess_task"
SELECTIONS: Final = "target_selection_task"
REASONS: Final = "target_rationale_task"
VARIANT: Final = "Duet"
_LIST: Final = r"\b{}: (\[[^\]]*\])"
_Words = tuple[str, ...]


def looks_like_duet(beginning: str) -> bool:
    """Return whether a file begins as a table of these tasks."""
    head = beginning.partition("\n")[0]
    return head.startswith(",base_text,") and "output" in head


def read_duet(path: Path) -> Iterator[PeoplesClue | Refusal]:
    """Yield the clues of one part of the data, by its file in `clue_generation_task`.

    Raises:
        InputError: a table cannot be read, or one of the others is missing.
    """
    if path.parent.name != CLUES:
        raise InputError(f"name the folder of all tasks, or the file of {CLUES}")
    folder, part = path.parent.parent, path.name
    own = _own_words(folder / SELECTIONS / part)
    reasons = _reasons(folder / REASONS / part)
    tables = (rows_of(path), rows_of(_beside(folder / GUESSES / part)))
    for number, (given, chosen) in enumerate(zip_longest(*tables), start=1):
        name = f"{part.partition('.')[0]}, row {number}"
        if given is None or chosen is None:
            yield Refusal(name, f"{CLUES} and {GUESSES} have not as many rows")
            return
        wrong = next((row for _, row in (given, chosen) if isinstance(row, Refusal)), None)
        if wrong is not None or isinstance(given[1], Refusal) or isinstance(chosen[1], Refusal):
            yield wrong or Refusal(name, "the table cannot be read on")
            return
        yield clue_of(given[1], chosen[1], own, reasons, name)


def clue_of(
    given: Mapping[str, str],
    chosen: Mapping[str, str],
    own: Mapping[tuple[_Words, _Words, _Words], _Words],
    reasons: Mapping[tuple[str, _Words], str],
    name: str,
) -> PeoplesClue | Refusal:
    """Return the clue of a row of each table, or why it cannot be used.

    Args:
        given: the row of the clue.
        chosen: the row of the guesses.
        own: the giver's own words, by its black, tan and meant words.
        reasons: by the clue and what it was meant for.
        name: of the row.
    """
    try:
        return _clue(given, chosen, own, reasons, name)
    except BadField as error:
        return Refusal(name, str(error))


def _clue(
    given: Mapping[str, str],
    chosen: Mapping[str, str],
    own: Mapping[tuple[_Words, _Words, _Words], _Words],
    reasons: Mapping[tuple[str, _Words], str],
    name: str,
) -> PeoplesClue:
    text, seen = given.get("base_text", ""), chosen.get("base_text", "")
    black, tan, targets = (_words(text, field) for field in ("black", "tan", "targets"))
    clue = given.get("output", "").strip()
    if not clue or seen.rpartition("hint: ")[2].strip() != clue:
        raise BadField("the row of the guesses is for another clue")
    green = own.get((black, tan, targets))
    if green is None:
        raise BadField("no row tells the giver's own words")
    colours = {
        **dict.fromkeys(tan, CardType.NEUTRAL),
        **dict.fromkeys(black, CardType.ASSASSIN),
        **dict.fromkeys(green, CardType.RED),
    }
    remaining = _words(seen, "remaining")
    picks = _picks(chosen.get("output", ""))
    if any(word not in remaining for word in (*targets, *colours)):
        raise BadField("a word of the giver does not lie on the table")
    if not picks or any(word not in colours for word in picks):
        raise BadField("a word is chosen whose colour is not known" if picks else "no word is chosen")
    return PeoplesClue(
        name=name,
        cards=tuple(ForeignCard(word, colours[word]) for word in remaining if word in colours),
        clue=clue,
        targets=targets,
        picks=picks,
        variant=VARIANT,
        face_up=tuple(word for word in remaining if word not in colours),
        reasoning=reasons.get((clue, targets), ""),
    )


def _words(text: str, field: str) -> _Words:
    match = re.search(_LIST.format(field), text)
    try:
        words: Any = ast.literal_eval(match[1]) if match else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        words = None
    if not isinstance(words, list) or not all(isinstance(word, str) and word.strip() for word in words):
        raise BadField(f"there is no list of words {field!r}")
    return tuple(words)


def _picks(output: str) -> _Words:
    return tuple(dict.fromkeys(word.strip() for word in output.split(",") if word.strip()))


def _beside(path: Path) -> Path:
    if not path.is_file():
        raise InputError(f"there is no {path.parent.name}/{path.name} beside it")
    return path


def _rows(path: Path) -> Iterator[Mapping[str, str]]:
    return (row for _, row in rows_of(_beside(path)) if not isinstance(row, Refusal))


def _own_words(path: Path) -> dict[tuple[_Words, _Words, _Words], _Words]:
    found: dict[tuple[_Words, _Words, _Words], _Words] = {}
    for row in _rows(path):
        try:
            green, black, tan = (_words(row.get("base_text", ""), field) for field in ("green", "black", "tan"))
        except BadField:
            continue
        found[black, tan, _picks(row.get("output", ""))] = green
    return found


def _reasons(path: Path) -> dict[tuple[str, _Words], str]:
    """Return why clues mean what they mean, word by word; nothing where that table is not there."""
    found: dict[tuple[str, _Words], list[str]] = {}
    for row in _rows(path) if path.is_file() else ():
        text = row.get("base_text", "")
        match = re.search(r"clue: (.*), target: (.*)$", text)
        try:
            targets = _words(text, "targets")
        except BadField:
            continue
        if match:
            found.setdefault((match[1], targets), []).append(f"{match[2]}: {row.get('output', '')}")
    return {key: "; ".join(reasons) for key, reasons in found.items()}
