"""The labelled fields of an answer (`CLUE: SEA`, `"clue": "SEA"`), each with the strength of its label.

Reads labels at the start of a line, labels inside a line, and JSON objects. A label in the middle of a sentence
("I thought of CLUE: SEA 2 but …") is no field. The readers of clues, messages and guesses decide what the fields mean.
"""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice
from typing import Any, Final

from codenames_core.text.sanitiser import clean

_MOST_LABELS: Final = 1_000
_MOST_JSON_TRIES: Final = 20
_MOST_DRAFTS: Final = 20
_MOST_LINES_BELOW: Final = 60
_WINDOW: Final = 80
"""How many characters before a label are looked at to tell its strength."""

_NAMES: Final = {
    "clue": ("clue word", "clue_word", "clue", "hint word", "hint"),
    "number": ("clue number", "clue_number", "number of words", "number of targets", "number", "num", "count"),
    "targets": ("intended targets", "intended target", "intended words", "target words", "targets", "target"),
    "reasoning": ("reasoning", "reason", "rationale", "explanation", "thoughts", "thinking", "analysis", "why", "note"),
    "guesses": ("guess list", "guesses", "guess", "picks", "pick"),
    "consensus": ("consensus",),
    "message": ("message",),
    "answer": ("answers", "answer", "decision", "choice", "final"),
}
_MEANING: Final = {name: meaning for meaning, names in _NAMES.items() for name in names}
_ANY_NAME: Final = "|".join(sorted(_MEANING, key=len, reverse=True))
_KEYS: Final = {
    **{name.replace("_", " "): meaning for name, meaning in _MEANING.items()},
    **dict.fromkeys(("word", "codeword"), "clue"),
    **dict.fromkeys(("intended", "target word", "connected words"), "targets"),
    **dict.fromkeys(("words", "final guesses", "final guess", "choices"), "guesses"),
    **dict.fromkeys(("text", "discussion", "argument", "comment", "say", "content"), "message"),
}
"""The keys of JSON answers."""

# A name, perhaps quoted, numbered (`guess 1`) or with an aside (`clue (one word)`), and the mark that makes it a label:
# a colon, an equals sign, a dash, an arrow, or a verb (`my clue is`). The text is in lower case.
_LABEL: Final = re.compile(
    rf"(?P<quote>[\"'“]?)(?<![\w-])(?P<name>{_ANY_NAME})"
    r"(?P<index> ?#?\d{1,2})?(?P<aside> ?\([^()\n]{0,40}\))?(?P<unquote>[\"'”]?) {0,3}"
    r"(?P<mark>[:=]>?|(?: [-–—]{1,2}|->|→) | (?P<verb>is|are|will be)(?: ?:| ))"
)
_MARKED: Final = re.compile(
    rf"(?P<label>(?<![\w-])(?:{_ANY_NAME})(?: ?#?\d{{1,2}})?(?: ?\([^()\n]{{0,40}}\))?[\"'”]?)"
    r"(?:[ \t]{0,3}[:=]>?|[ \t]{1,3}[-–—]{1,2}>?|[ \t]{0,3}(?:->|→))+[ \t]*",
    re.IGNORECASE,
)
"""A label with all of its marks, in the text of other players; a sentence (`My guess is …`) is none."""
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "1st", "2nd", "3rd", "4th", "5th")
# Words that may stand before a label at the start of its line: `So, my final`. Anything else makes it prose.
_LEAD: Final = re.compile(
    r"(?:(?:my|our|the|final|corrected|revised|updated|team|team's|ordered|best|here are|here is|here's|so|ok|okay|and"
    r"|therefore|thus|hence|then|red|blue|guesser's|in order|json|output)[\s,:']{1,3}){0,5}"
)
_COUNTED_LEAD: Final = re.compile(rf"(?:(?:my|our|the) )?(?:{'|'.join(_ORDINALS)}) ")
_DETERMINER: Final = re.compile(r"(?:so|therefore|thus|hence)?[, ]{0,2}(?:my|our|the)(?: final)? ")
# Words shortly before a label inside a line that make it a draft: `another option, CLUE: SEA`.
_DRAFT_LEAD: Final = re.compile(
    r"\b(?:drafts?|option|alternative|alternatively|candidate|idea|attempt|try|backup|possible|potential|considered"
    r"|rejected|example|e\.g|for instance|format|initial)\b[^.!?;\n]{0,25}$"
    r"|\b(?:not|unlike|instead of|rather than)[\s\"'“‘]{1,3}$"
)
_SAME_LINE: Final = frozenset(
    (before, behind)
    for before in ("clue", "number", "targets", "answer")
    for behind in ("number", "targets", "reasoning", "consensus")
)
"""Labels that follow one another on a line: `CLUE: SEA NUMBER: 2`."""
_SENTENCE_END: Final = tuple(".!?;,:)|}]—–>")
_CONNECTIVE: Final = re.compile(r"\b(?:so|therefore|thus|hence|then|my|the|our|final|is|answer)$")
# A heading such as `Candidates:`, with the empty lines below it.
_DRAFTS: Final = re.compile(
    r"^[\W\d_]{0,8}(?:my )?(?:drafts?|(?:first|initial) (?:draft|try|attempt|thought|idea|clue|guess)(?:s|es)?"
    r"|brainstorm\w{0,6}|candidates?|options?|ideas?|possib\w{1,6}(?: \w{1,12})?|rejected(?: \w{1,12})?"
    r"|alternatives?(?: \w{1,12})?|examples?|considered)[ \d]{0,4}:?[ ]*\n(?:[ ]*\n)*",
    re.MULTILINE,
)
_ASKED_FOR: Final = re.compile(
    rf"[ \"'“]{{0,4}}(?:{'|'.join(name for meaning in _NAMES if meaning != 'reasoning' for name in _NAMES[meaning])}"
    r"|reasoning)[\"'”]? {0,3}[:=]"
)
"""A line that begins with a label that prompts ask for, without a bullet."""


class LabelStrength(IntEnum):
    """How likely a field is the answer: of candidates that differ, only the strongest count."""

    DRAFT = 0
    """Below a heading or behind a word that makes it a draft."""
    INLINE = 1
    """At the end of a line of prose."""
    LINE = 2
    """At the start of a line, or a key of a JSON object."""


@dataclass(frozen=True, slots=True)
class LabelledField:
    """A label and what stands behind it."""

    meaning: str
    """A key of `_NAMES`, such as `clue`, whichever of its names the label has."""
    strength: LabelStrength
    start: int
    value: str
    """What follows on the same line."""
    below: str = ""
    """The lines below, up to the next field."""
    is_numbered: bool = False
    """Whether the label has a number: `Guess 1`."""
    is_spoken: bool = False
    """Whether it is a sentence: `My clue is …`."""
    data: Any = None
    """The value in a JSON object; None for a label in the text."""

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands behind the label."""
        return self.data is None and not self.first_line

    @property
    def first_line(self) -> str:
        """The value, or where it is empty, the next line that is not."""
        if self.value or self.data is not None:
            return self.value
        return next((line.strip() for line in self.lines_below() if line.strip()), "")

    def lines_below(self) -> list[str]:
        """Return the lines below, up to a limit that no sensible answer reaches."""
        return self.below.split("\n", _MOST_LINES_BELOW)[:_MOST_LINES_BELOW]


def read_fields(text: str, not_labels: Collection[str] = ()) -> list[LabelledField] | None:
    """Return the fields of a plain text in their order; None where it has more labels than any answer needs.

    Args:
        text: the text.
        not_labels: names of labels, in lower case, that are ordinary words here.
    """
    objects = list(_json_values(text))
    for start, end, _ in objects:  # blanked out, so that the labels inside are not read twice
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    labelled = _labelled_fields(text, not_labels)
    if labelled is None:
        return None
    keyed = [field for start, _, value in objects for field in _fields_of(value, start)]
    return sorted([*labelled, *keyed], key=lambda field: field.start) if len(keyed) < _MOST_LABELS else None


def without_labels(text: str) -> str:
    """Return a plain text without the marks that make labels, so that a model which repeats it commits to nothing.

    >>> without_labels("Write one line, GUESSES: PASS")
    'Write one line, GUESSES PASS'
    """
    fewer = _MARKED.sub(r"\g<label> ", text)
    return fewer if fewer == text else without_labels(fewer)  # `GUESS: 1: SHIP`: a number may be part of a label


def outside_fields(text: str, fields: Sequence[LabelledField]) -> str:
    """Return the text before the first field, or all of it where there is none."""
    return text[: fields[0].start] if fields else text


def reasoning_in(text: str, fields: Sequence[LabelledField]) -> str:
    """Return what stands behind REASONING labels; without any, the prose before the fields."""
    parts = [f"{field.value}\n{field.below}".strip() for field in fields if field.meaning == "reasoning"]
    return "\n".join(part for part in parts if part) or outside_fields(text, fields).strip()


@dataclass(frozen=True, slots=True)
class _Label:
    """A label in a text, whose value ends at the next one."""

    match: re.Match[str]
    strength: LabelStrength
    line_start: int

    @property
    def meaning(self) -> str:
        return _MEANING[self.match["name"]]


def _draft_blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield where drafts stand: below a heading, up to an empty line or to the answer itself.

    The answer begins with a label that was asked for. Where the draft begins with one, it is a draft of the whole form.
    """
    at = 0
    while heading := _DRAFTS.search(text, at):
        at = heading.end()
        ends_at_label = _ASKED_FOR.match(text, at) is None
        while at < len(text) and not (ends_at_label and _ASKED_FOR.match(text, at)):
            line_end = text.find("\n", at)
            is_empty = not text[at : line_end if line_end >= 0 else None].strip()
            at = line_end + 1 if line_end >= 0 else len(text)
            if is_empty:
                break
        yield heading.start(), at


def _labelled_fields(text: str, not_labels: Collection[str]) -> list[LabelledField] | None:
    lower = text.replace("\u0130", "I").lower()  # the one letter whose lower case is longer
    drafts = list(islice(_draft_blocks(lower), _MOST_DRAFTS))
    labels: list[_Label] = []
    for match in _LABEL.finditer(lower):
        label = _label(lower, match, labels[-1] if labels else None)
        if label is not None and not (match["name"] in not_labels and not match["index"]):
            labels.append(label)
        if len(labels) > _MOST_LABELS:
            return None
    fields = []
    for place, label in enumerate(labels):
        following = labels[place + 1] if place + 1 < len(labels) else None
        in_draft = any(start <= label.match.start() < end for start, end in drafts)
        fields.append(_field(text, label, following, in_draft))
    return fields


def _label(text: str, match: re.Match[str], previous: _Label | None) -> _Label | None:
    """Return the label of a match, or None where it stands in the middle of a sentence."""
    start = match.start()
    line_start = text.rfind("\n", max(0, start - _WINDOW), start) + 1 or max(0, start - _WINDOW)
    on_first_line = line_start == 0 or text[line_start - 1] == "\n"
    before = text[line_start:start]
    strength = _strength_of(before, match, on_first_line, _on_line(previous, line_start))
    return None if strength is None else _Label(match, strength, line_start if on_first_line else start)


def _on_line(previous: _Label | None, line_start: int) -> _Label | None:
    return previous if previous and previous.match.start() >= line_start else None


def _strength_of(before: str, match: re.Match[str], from_start: bool, previous: _Label | None) -> LabelStrength | None:
    lead = before.strip(" \t\"'“‘([{<>_#-•+|.)0123456789")
    if match["verb"]:
        is_spoken = from_start and not previous and _DETERMINER.fullmatch(before.lstrip("\"'“ -•"))
        return LabelStrength.INLINE if is_spoken else None
    if from_start and not previous and _is_lead(f"{lead} ", _MEANING[match["name"]]):
        return LabelStrength.LINE
    if match["mark"].strip(" ") not in (":", "=", ":>", "=>"):
        return None
    if match["quote"] and match["unquote"]:
        return LabelStrength.LINE
    if previous and (previous.meaning, _MEANING[match["name"]]) in _SAME_LINE:
        return previous.strength
    if _DRAFT_LEAD.search(before[-40:]):
        return LabelStrength.DRAFT
    sentence = before.rstrip(" \"'“‘([{<")
    return LabelStrength.INLINE if sentence.endswith(_SENTENCE_END) or _CONNECTIVE.search(sentence) else None


def _is_lead(lead: str, meaning: str) -> bool:
    """Return whether a label after `lead` counts as one at the start of its line."""
    if not lead.strip() or _LEAD.fullmatch(lead):
        return True
    return meaning == "guesses" and _COUNTED_LEAD.fullmatch(lead) is not None


def _field(text: str, label: _Label, following: _Label | None, in_draft: bool) -> LabelledField:
    match = label.match
    limit = following.match.start() if following else len(text)
    end = text.find("\n", match.end(), limit)
    below = ""
    if end >= 0:
        below = text[end + 1 : max(end, following.line_start if following else limit)]
    lead = text[max(0, match.start() - 12) : match.start()].lower().split()
    return LabelledField(
        label.meaning,
        LabelStrength.DRAFT if in_draft else label.strength,
        match.start(),
        text[match.end() : end if end >= 0 else limit].strip(),
        below,
        is_numbered=bool(match["index"]) or bool(lead and lead[-1] in _ORDINALS),
        is_spoken=bool(match["verb"]),
    )


def _json_values(text: str) -> Iterator[tuple[int, int, Any]]:
    """Yield the start, end and value of each JSON object, or list of objects; broken ones are read by their labels."""
    decoder = json.JSONDecoder(parse_constant=str, parse_int=_integer)
    at = 0
    for _ in range(_MOST_JSON_TRIES):
        opening = _JSON_START.search(text, at)
        if opening is None:
            return
        try:
            value, end = decoder.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            at = opening.end()
            continue
        yield opening.start(), end, value
        at = end


_JSON_START: Final = re.compile(r"\{(?=\s{0,20}\")|\[(?=\s{0,20}\{)")


def _integer(digits: str) -> Any:
    """Return an integer of a JSON text; a longer one stays a string, since `int` refuses thousands of digits."""
    return int(digits) if len(digits) < 10 else digits


def _fields_of(value: Any, start: int, depth: int = 3) -> Iterator[LabelledField]:
    """Yield the fields of a JSON value and of the objects inside it."""
    if isinstance(value, list):
        for item in value[:_MOST_LINES_BELOW]:
            if isinstance(item, dict):
                yield from _fields_of(item, start, depth - 1)
    elif isinstance(value, dict) and depth > 0:
        for key, inner in value.items():
            meaning = _KEYS.get(key.strip().lower().replace("_", " ").replace("-", " "))
            if isinstance(inner, dict) and meaning in (None, "answer"):
                yield from _fields_of(inner, start, depth - 1)
            elif meaning is not None:
                inner = _clean_data(inner)
                yield LabelledField(
                    meaning, LabelStrength.LINE, start, inner if isinstance(inner, str) else "", data=inner
                )


def _clean_data(value: Any) -> Any:
    """Return a JSON value with its strings cleaned: what was cleaned from the text may come back by escapes."""
    if isinstance(value, list):
        return [clean(item) if isinstance(item, str) else item for item in value[:_MOST_LINES_BELOW]]
    return clean(value) if isinstance(value, str) else value
