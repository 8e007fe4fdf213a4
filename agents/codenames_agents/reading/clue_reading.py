"""Reads the clue out of a cluer's answer."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from codenames_agents.reading.answer_text import answer_versions, extract_answer, is_change_of_mind, plain_text
from codenames_agents.reading.answers import ParsedClue, Unreadable
from codenames_agents.reading.clue_line import (
    PLACEHOLDER,
    is_placeholder,
    read_bare_clue,
    read_clue_line,
    read_number_line,
)
from codenames_agents.reading.fields import LabelledField, LabelStrength, read_fields, reasoning_in
from codenames_agents.reading.refusals import APART_FORM, CLUE_FORM, LONGEST_QUOTED, NUMBER_FORM, quoted
from codenames_agents.reading.target_reading import parse_intended_targets
from codenames_core.game.events import ClueNumber
from codenames_core.text.sanitiser import one_line

_LONGEST_LIST: Final = 1_000
_FORM_WORDS: Final = frozenset(
    {"clue", "codenames", "json", "word", "words", "number", "targets", "reasoning", "red", "blue", "team", "assassin"}
)
"""Names in capitals that no clue is meant for."""
_GLUED: Final = re.compile(r"(?P<word>[^\W\d_][\w'’-]*?[^\W\d_]|[^\W\d_])[-:]?(?P<number>\d{1,2})")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A clue that may be the answer, with every number that is given for it."""

    word: str
    numbers: tuple[ClueNumber, ...]
    strength: LabelStrength
    start: int
    targets: tuple[str, ...] = ()
    problem: str = ""
    """Why it cannot be the clue, and what to write instead."""
    gives_way: bool = False
    """Whether another line is more likely the clue: this one is a sentence, or the form's placeholder."""

    def __str__(self) -> str:
        return " ".join([one_line(self.word), *map(str, self.numbers[:2])])

    @property
    def is_complete(self) -> bool:
        """Whether it is a word with one number."""
        return not self.problem and len(self.numbers) == 1

    @property
    def key(self) -> str:
        """The word without case: equal for two spellings of it."""
        return self.word.casefold()


def parse_clue(raw: object) -> ParsedClue | Unreadable:
    r"""Return the clue that a model's answer commits to, or why it cannot be read.

    A version that is marked as final replaces the drafts before it. Two different clues of equal strength, or two
    numbers, are unreadable; so is a number that is glued to the word (`SEA2` may be one word). Thoughts and prose are
    never an answer. A clue of two words is returned, since the referee can say what is wrong with it.

    >>> parse_clue("REASONING: both are wet\nCLUE: SEA\nNUMBER: 2")
    ParsedClue(word='SEA', number=2, targets=(), reasoning='both are wet')
    """
    answer = extract_answer(raw)
    if isinstance(answer, Unreadable):
        return answer
    outcome: ParsedClue | Unreadable = Unreadable(f"there is no clue; {CLUE_FORM}")
    for version in answer_versions(plain_text(answer.text)):
        outcome = _read(version, answer.thoughts)
        if isinstance(outcome, ParsedClue):
            break
    return outcome


def _read(text: str, thoughts: str) -> ParsedClue | Unreadable:
    fields = read_fields(text)
    if fields is None:
        return Unreadable(f"the answer repeats itself without end; {CLUE_FORM}")
    labelled = any(field.meaning in ("clue", "number", "answer") for field in fields)
    candidates = list(_labelled_clues(fields) if labelled else _bare_clues(text))
    reasoning = reasoning_in(text, fields)
    if any(is_placeholder(candidate.word) for candidate in candidates):
        named = parse_intended_targets(reasoning)
        candidates = [_unless_placeholder(candidate, named) for candidate in candidates]
    chosen = _choose(candidates, text)
    if isinstance(chosen, Unreadable):
        return chosen
    return ParsedClue(chosen.word, chosen.numbers[0], chosen.targets, reasoning or thoughts)


def _unless_placeholder(candidate: _Candidate, named: Sequence[str]) -> _Candidate:
    """Return a candidate, refused if it is only the placeholder of the form: nothing says which words it links.

    Args:
        candidate: what may be the clue.
        named: the words that the reasoning is about.
    """
    if candidate.problem or not is_placeholder(candidate.word):
        return candidate
    linked = {*candidate.targets, *named}
    if any(not is_placeholder(word) and word.casefold() not in _FORM_WORDS for word in linked):
        return candidate
    return replace(candidate, problem=f"the clue{quoted(candidate.word)} {PLACEHOLDER}", gives_way=True)


def _labelled_clues(fields: Sequence[LabelledField]) -> Iterator[_Candidate]:
    """Yield a candidate for each CLUE label, with the numbers and targets that belong to it."""
    clues: list[LabelledField] = []
    behind: list[list[LabelledField]] = [[]]  # what stands before the first clue, behind it, behind the second …
    previous = ""
    for field in fields:
        if field.meaning in ("clue", "answer"):
            in_reasoning = field.is_spoken and previous == "reasoning"
            if not field.is_blank and not in_reasoning:
                clues.append(field)
                behind.append([])
        elif field.meaning in ("number", "targets"):
            behind[-1].append(field)
        previous = field.meaning
    for clue, others in zip(clues, _dealt_out(clues, behind), strict=True):
        if clue.meaning == "clue" or clue.data is None or isinstance(clue.data, str):
            yield _candidate(clue, others)


def _dealt_out(
    clues: Sequence[LabelledField], behind: Sequence[Sequence[LabelledField]]
) -> Iterator[list[LabelledField]]:
    """Yield for each clue the numbers and targets that belong to it."""
    handed_on = [*behind[0]]
    for place, clue in enumerate(clues):
        own, handed_on = handed_on, []
        for field in behind[place + 1]:
            is_next = place + 1 < len(clues) and _belongs_to_next(field, clue, own, behind[place + 2])
            (handed_on if is_next else own).append(field)
        yield own


def _belongs_to_next(
    field: LabelledField, clue: LabelledField, taken: Sequence[LabelledField], behind_next: Sequence[LabelledField]
) -> bool:
    """Return whether a NUMBER or TARGETS between two clues belongs to the second, which lacks one.

    That is so where the first has one already, or is only mentioned in a line of prose.
    """
    if any(other.meaning == field.meaning for other in behind_next):
        return False
    return field.strength > clue.strength or any(other.meaning == field.meaning for other in taken)


def _candidate(field: LabelledField, others: Sequence[LabelledField]) -> _Candidate:
    value = field.first_line
    candidate = _Candidate(value[:_LONGEST_LIST], (), field.strength, field.start)
    if field.data is not None and not isinstance(field.data, str):
        return replace(candidate, problem=f"the clue is not a word; {CLUE_FORM}")
    line = read_clue_line(value, whole=field.data is not None)
    if isinstance(line, Unreadable):
        is_sentence = field.meaning == "answer" or field.is_spoken or ("," not in value and len(value.split()) > 3)
        return replace(candidate, problem=line.reason, gives_way=is_sentence)
    numbers = _numbers([other for other in others if other.meaning == "number" and not other.is_blank])
    if isinstance(numbers, Unreadable):
        return replace(candidate, word=line.word, problem=numbers.reason)
    if line.number is not None:
        numbers = [line.number, *numbers]
    targets = next((_target_words(other) for other in others if other.meaning == "targets"), ())
    return replace(candidate, word=line.word, numbers=tuple(dict.fromkeys(numbers)), targets=targets)


def _numbers(fields: Sequence[LabelledField]) -> list[ClueNumber] | Unreadable:
    """Return the numbers of the strongest NUMBER labels."""
    highest = max((field.strength for field in fields), default=LabelStrength.LINE)
    numbers: list[ClueNumber] = []
    for field in fields:
        if field.strength < highest:
            continue
        value = field.first_line if field.data is None else field.data
        number = read_number_line(value)
        if number is None:
            return Unreadable(f"the number{quoted(str(value)[:_LONGEST_LIST])} cannot be read; {NUMBER_FORM}")
        numbers.append(number)
    return numbers


def _target_words(field: LabelledField) -> tuple[str, ...]:
    """Return the words of a TARGETS line or list, as they were written."""
    if isinstance(field.data, list):
        items = [item for item in field.data if isinstance(item, str)]
    else:
        items = re.split(r"[,;|]|\band\b", field.first_line[:_LONGEST_LIST])
    words = (item.strip(" \t\"'“”‘’.()[]{}<>_-") for item in items)
    return tuple(dict.fromkeys(word for word in words if word))


def _bare_clues(text: str) -> Iterator[_Candidate]:
    """Yield clues without a label: `('sea', 2)` or `SEA 2` as the whole answer, or alone on its first or last line."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    clues = [(place, bare) for place, line in enumerate(lines) if (bare := read_bare_clue(line))]
    if not any(bare.fills_line and place in (0, len(lines) - 1) for place, bare in clues):
        return
    for place, bare in clues:
        if (bare.is_sure or len(lines) == 1) and bare.clue.number is not None:
            yield _Candidate(bare.clue.word, (bare.clue.number,), LabelStrength.INLINE, place)


def _choose(candidates: Sequence[_Candidate], text: str) -> _Candidate | Unreadable:
    """Return the one clue of the answer, with its number; Unreadable where there is none, or more than one."""
    eligible = [candidate for candidate in candidates if candidate.strength > LabelStrength.DRAFT]
    if any(candidate.is_complete for candidate in eligible):
        eligible = [candidate for candidate in eligible if not candidate.gives_way]
    highest = max((candidate.strength for candidate in eligible), default=LabelStrength.LINE)
    eligible = [candidate for candidate in eligible if candidate.strength == highest]
    if not eligible:
        return Unreadable(f"there is no clue; {CLUE_FORM}")
    merged = eligible[-1:] if _is_revised(eligible, text) else _merge(eligible)
    if problem := next((candidate.problem for candidate in merged if candidate.problem), ""):
        return Unreadable(problem)
    if len(merged) > 1:
        shown = "; ".join(map(str, merged))
        shown = f" ({shown})" if len(shown) <= 2 * LONGEST_QUOTED else ""
        return Unreadable(f"there are {len(merged)} different clues{shown}; give one")
    return _with_one_number(merged[0])


def _merge(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """Return one candidate for each word, with all the numbers that it was given."""
    merged: dict[str, _Candidate] = {}
    for candidate in candidates:
        earlier = merged.get(candidate.key, candidate)
        merged[candidate.key] = replace(
            candidate,
            numbers=tuple(dict.fromkeys([*earlier.numbers, *candidate.numbers])),
            targets=candidate.targets or earlier.targets,
            problem=candidate.problem or earlier.problem,
        )
    return list(merged.values())


def _is_revised(candidates: Sequence[_Candidate], text: str) -> bool:
    """Return whether the last candidate is complete, and the text takes back the different one before it."""
    last = candidates[-1]
    for candidate in reversed(candidates):
        if candidate.key != last.key or (candidate.numbers and candidate.numbers != last.numbers):
            return last.is_complete and is_change_of_mind(text[candidate.start : last.start])
    return False


def _with_one_number(clue: _Candidate) -> _Candidate | Unreadable:
    shown = quoted(clue.word)
    glued = _GLUED.fullmatch(clue.word)
    if glued and (not clue.numbers or int(glued["number"]) in clue.numbers):
        return Unreadable(f"the number is glued to the clue{shown}; {APART_FORM}")
    if not clue.numbers:
        return Unreadable(f"the clue{shown} has no number; {NUMBER_FORM}")
    if len(clue.numbers) > 1:
        numbers = ", ".join(map(str, clue.numbers[:4]))
        return Unreadable(f"there are different numbers ({numbers}) for the clue{shown}; give one")
    return clue
