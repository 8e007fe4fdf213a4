"""Reads the list of guesses out of a guesser's answer."""

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from codenames_agents.reading.answer_text import answer_versions, extract_answer, is_change_of_mind, plain_text
from codenames_agents.reading.answers import ParsedGuesses, RejectedGuess, Unreadable
from codenames_agents.reading.fields import LabelledField, LabelStrength, read_fields, reasoning_in
from codenames_agents.reading.guess_items import (
    MOST_ITEMS,
    OFF_THE_BOARD,
    PASS,
    GuessItem,
    is_list,
    is_pure,
    read_items,
)
from codenames_agents.reading.refusals import (
    GUESSES_FORM,
    IN_ORDER_FORM,
    LONGEST_QUOTED,
    PASSING_FORM,
    PENALTY_FORM,
    quoted,
)
from codenames_core.game.words import normalise
from codenames_core.text.sanitiser import one_line

_LIKENESS: Final = 0.8
"""How much a word has to look like one of the board, from 0 to 1, to be a misspelling of it."""
_ASKED_FOR: Final = frozenset({"reasoning", "guesses", "guess", "answer"})
"""Labels of the form, which stay labels where they are words of the board, too."""
_MOST_LINES: Final = 400
# A line that announces the list below it: `My final guesses are`.
_COMMITTING: Final = re.compile(
    r"(?:guess|answer|pick|choice|choose|final|go with|select)\w{0,4}\b[^\n]{0,60}$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A list that may be the answer."""

    items: tuple[GuessItem, ...]
    strength: LabelStrength
    start: int

    @property
    def meaning(self) -> tuple[str, ...]:
        """The guesses without repetitions: equal for lists that mean the same."""
        return tuple(dict.fromkeys(item.word or item.text for item in self.items if item.depends_on is None))


@dataclass(frozen=True, slots=True)
class _Table:
    """The words that may be guessed, and what else an answer may name."""

    words: tuple[str, ...]
    revealed: frozenset[str]
    clue: str

    def why_not(self, item: GuessItem) -> str:
        """Return why an item of a list is no guess."""
        if item.reason != OFF_THE_BOARD:
            return item.reason
        word = normalise(item.text)
        if self.clue and word.rstrip(" 0123456789") == self.clue:
            return "is the clue itself"
        if word in self.revealed:
            return "was revealed already"
        if similar := self._similar(word):
            return f"{OFF_THE_BOARD}; did you mean {similar}?"
        return OFF_THE_BOARD

    def _similar(self, word: str) -> str | None:
        by_word = {normalise(word): word for word in self.words}
        close = difflib.get_close_matches(word, by_word, n=1, cutoff=_LIKENESS)
        return by_word[close[0]] if close else None


def parse_guesses(
    raw: object, board_words: Iterable[str], *, revealed: Iterable[str] = (), clue: str = ""
) -> ParsedGuesses | Unreadable:
    """Return the words of the board that a model's answer commits to, in order, or why they cannot be read.

    PASS alone is a pass, and so is `GUESSES: none`; PASS after words ends the list, and PASS before words is ambiguous
    and so unreadable. The bare word PASS is never taken for a word of the board; in quotes or brackets it is that word,
    where there is one. An item that is no word of the board, or a repetition, is left out and reported; where nothing
    else is left, the answer is unreadable, and so it is where a condition names a word that is not listed before it. A
    word in prose is never a guess.

    Args:
        raw: what the model wrote.
        board_words: the words that may be guessed.
        revealed: words of the board that may not be guessed any more, to say so of an item.
        clue: the clue that the guesses are for, to say so of an item.

    >>> parse_guesses("GUESSES: SHIP, WAVE, PASS", ["WAVE", "SHIP"]).words
    ('SHIP', 'WAVE')
    """
    answer = extract_answer(raw)
    if isinstance(answer, Unreadable):
        return answer
    table = _Table(tuple(board_words), frozenset(map(normalise, revealed)), normalise(clue))
    outcome: ParsedGuesses | Unreadable = Unreadable(f"there are no guesses; {GUESSES_FORM}")
    for version in answer_versions(plain_text(answer.text)):
        outcome = _read(version, table, answer.thoughts)
        if isinstance(outcome, ParsedGuesses):
            break
    return outcome


def parse_penalty(
    raw: object, board_words: Iterable[str], *, revealed: Iterable[str] = ()
) -> ParsedGuesses | Unreadable:
    """Return the one word that a cluer's answer reveals, or why it cannot be read; arguments as for `parse_guesses`."""
    parsed = parse_guesses(raw, board_words, revealed=revealed)
    if isinstance(parsed, ParsedGuesses) and len(parsed.words) != 1:
        return Unreadable(f"one word is needed; {PENALTY_FORM}")
    return parsed


def _read(text: str, table: _Table, thoughts: str) -> ParsedGuesses | Unreadable:
    words = table.words
    fields = read_fields(text, {normalise(word).lower() for word in words} - _ASKED_FOR)
    if fields is None:
        return Unreadable(f"the answer repeats itself without end; {GUESSES_FORM}")
    labelled = [field for field in fields if field.meaning in ("guesses", "answer")]
    candidates = list(_labelled_lists(labelled, words))
    if not candidates and all(field.is_blank for field in labelled):
        candidates = list(_bare_lists(text, words))
    chosen = _choose(candidates, text)
    if isinstance(chosen, Unreadable):
        return chosen
    return _check(chosen, table, (reasoning_in(text, fields) if labelled else "") or thoughts)


def _labelled_lists(fields: Sequence[LabelledField], words: tuple[str, ...]) -> Iterator[_Candidate]:
    """Yield a list for each GUESSES label; numbered labels make one list together."""
    numbered: list[GuessItem] = []
    for field in fields:
        items = tuple(_items_of(field, words))
        if field.meaning == "guesses" and [item.names_nothing for item in items] == [True]:
            items = (PASS,)
        if field.is_spoken and not all(item.is_known for item in items):
            continue  # `My guess is that …`
        if field.is_numbered:
            numbered += items
        elif items or field.data == []:
            yield _Candidate(items, field.strength, field.start)
    if numbered:
        yield _Candidate(tuple(numbered), LabelStrength.LINE, fields[-1].start)


def _items_of(field: LabelledField, words: tuple[str, ...]) -> Iterator[GuessItem]:
    if field.data is not None:
        yield from _items_of_data(field.data, words)
    elif field.value.replace(" ", "") == "[]":
        yield PASS
    elif field.value.strip():
        yield from read_items(field.value, words)
        yield from _continued(field.lines_below(), words)
    else:
        yield from _listed(field.lines_below(), words)


def _items_of_data(value: Any, words: tuple[str, ...]) -> Iterator[GuessItem]:
    """Yield the items of a JSON value: a string, a list of strings, or a list of objects with a word each."""
    for inner in value[:MOST_ITEMS] if isinstance(value, list) else [value]:
        if isinstance(inner, dict):
            inner = next((inner[key] for key in ("word", "guess", "name") if key in inner), None)
        if isinstance(inner, str):
            yield from read_items(inner, words)


def _continued(lines: Sequence[str], words: tuple[str, ...]) -> Iterator[GuessItem]:
    """Yield the rest of a list that began behind its label: from the lines below, while they are pure lists."""
    for line in lines:
        items = read_items(line, words)
        if not is_pure(items):
            return
        yield from items


def _listed(lines: Sequence[str], words: tuple[str, ...]) -> Iterator[GuessItem]:
    """Yield a list below its label, up to the first line of prose."""
    for line in lines:
        items = read_items(line, words)
        if not is_list(line, items):
            return
        yield from items


def _bare_lists(text: str, words: tuple[str, ...]) -> Iterator[_Candidate]:
    """Yield lists without a label: the whole answer, its first lines, or its last lines where one announces them.

    Words with explanations are no list, since an analysis of the board looks the same.
    """
    lines = [line for line in text.split("\n", _MOST_LINES)[:_MOST_LINES] if line.strip()]
    if [line.replace(" ", "") for line in lines] == ["[]"]:
        yield _Candidate((PASS,), LabelStrength.LINE, 0)
        return
    items = [read_items(line, words) for line in lines]
    if _is_one_list(lines, items):
        yield _Candidate(_flatten(items), LabelStrength.LINE, 0)
        return
    pure = [is_pure(in_line) for in_line in items]
    first = next((place for place, is_list_line in enumerate(pure) if not is_list_line), len(pure))
    last = next((place for place in range(len(pure), first, -1) if not pure[place - 1]), first)
    if any(pure[first:last]):
        return
    if first:
        yield _Candidate(_flatten(items[:first]), LabelStrength.INLINE, 0)
    if first < last < len(items) and (first or _COMMITTING.search(lines[last - 1])):
        yield _Candidate(_flatten(items[last:]), LabelStrength.INLINE, len(text))


def _is_one_list(lines: Sequence[str], items_by_line: Sequence[Sequence[GuessItem]]) -> bool:
    """Return whether all lines together are one list, of which at least half of the items are known."""
    items = _flatten(items_by_line)
    known = sum(item.is_known for item in items)
    if not items or 0 < 2 * known < len(items) or any(item.is_explained for item in items):
        return False
    return all(is_list(line, in_line) for line, in_line in zip(lines, items_by_line, strict=True))


def _flatten(lines: Iterable[Iterable[GuessItem]]) -> tuple[GuessItem, ...]:
    return tuple(item for items in lines for item in items)


def _choose(candidates: Sequence[_Candidate], text: str) -> _Candidate | Unreadable:
    """Return the one list of the answer; Unreadable where there is none, or where lists differ."""
    eligible = [candidate for candidate in candidates if candidate.strength > LabelStrength.DRAFT]
    if not eligible:
        return Unreadable(f"there is no list of guesses; {GUESSES_FORM}")
    highest = max(candidate.strength for candidate in eligible)
    eligible = [candidate for candidate in eligible if candidate.strength == highest]
    last = eligible[-1]
    other = next((candidate for candidate in reversed(eligible) if candidate.meaning != last.meaning), last)
    if other is last or (
        any(item.is_known for item in last.items) and is_change_of_mind(text[other.start : last.start])
    ):
        return last
    lists = one_line("; ".join(", ".join(candidate.meaning[:4]) or "empty" for candidate in (other, last)))
    shown = f" ({lists})" if len(lists) <= 2 * LONGEST_QUOTED else ""
    return Unreadable(f"there are different lists of guesses{shown}; give one")


def _check(candidate: _Candidate, table: _Table, reasoning: str) -> ParsedGuesses | Unreadable:
    """Return the guesses of a list, and the items that were left out."""
    chosen: dict[str, None] = {}
    rejected: list[RejectedGuess] = []
    passed = False
    for item in candidate.items:
        if item.passes:
            passed = True
        elif item.depends_on is not None:
            if item.depends_on not in chosen:
                return Unreadable(f"the list depends on {item.depends_on}, which does not come first; {IN_ORDER_FORM}")
        elif item.word is None:
            rejected.append(RejectedGuess(item.text, table.why_not(item)))
        elif passed and not chosen:
            return Unreadable(f"PASS stands before words; {PASSING_FORM}")
        elif passed:
            rejected.append(RejectedGuess(item.word, "stands after PASS"))
        elif item.word in chosen:
            rejected.append(RejectedGuess(item.word, "is in the list already"))
        else:
            chosen[item.word] = None
    if not chosen and not passed and candidate.items:
        return Unreadable(f"no guess can be touched{_reasons(rejected)}; choose from the words that are face down")
    return ParsedGuesses(tuple(chosen), tuple(rejected), reasoning)


def _reasons(rejected: Sequence[RejectedGuess]) -> str:
    """Return why the first items are no guesses, each with its text as far as that can be quoted whole."""
    parts = [f"{quoted(text).strip()} {reason}" for text, reason in rejected[:3] if quoted(text) and "…" not in text]
    return f": {', '.join(parts)}" if parts else ""
