"""Reads what a guesser says, and its verdict `CONSENSUS: YES` or `CONSENSUS: NO`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from codenames_agents.reading.answer_text import final_part, is_change_of_mind, plain
from codenames_agents.reading.answers import ParsedMessage, Unreadable
from codenames_agents.reading.fields import LabelledField, LabelStrength, read_fields
from codenames_core.game.config import Seat

_FORM: Final = "end with one line CONSENSUS: YES or CONSENSUS: NO"
_WINDOW: Final = 80
_MOST_VERDICTS: Final = 500

_VERDICT: Final = re.compile(
    r"\bconsensus(?: (?:reached|status|check|vote|verdict))?[^\w\n:=-]{0,6}(?:"
    r"[:=–—→-]>?[^\w\n]{0,8}(?:consensus[^\w\n]{1,6}){0,3}"
    r"|:[^\w\n]{0,6}\n[^\w\n]{0,8}(?=(?:yes|no)[^\w\n]{0,8}$))"  # the verdict alone on the next line
    r"(?P<verdict>yes|no)(?![\w'’])"
    r"|^[^\w\n]{0,8}consensus[^\w\n]{1,3}(?P<alone>yes|no)[^\w\n]{0,6}$",
    re.IGNORECASE | re.MULTILINE,
)
_EITHER: Final = re.compile(
    r"[\"'*_ ]{0,4}(?:/|\||,|\bor\b)[\"'*_ ]{0,4}(?:consensus[:= ]{1,3})?(?:yes|no)\b", re.IGNORECASE
)
_INSTRUCTION: Final = re.compile(
    r"[*_ ]{0,3}[\"'”’`][*_ ]{0,3}(?:if|when|line)\b|[\"'*_`” ]{0,4}(?:if not|otherwise)\b", re.IGNORECASE
)
_ONLY_TALKED_OF: Final = re.compile(
    r"(?:\bnot|n't|\bnever|\bcannot|\bunless|\buntil|\bbefore|\bif)\s(?:\w{1,12}\s){0,2}"
    r"(?:say|writ|call|declar|reach|hav|claim|giv|answer|put|stat|be)\w{0,6}\s(?:a\s|the\s|for\s)?[\"'“‘(*_]{0,4}$"
    r"|\b(?:says|said|(?:they|you|can|could|may|might|would) say)[,:]?\s[\"'“‘]$",
    re.IGNORECASE,
)
_BEFORE_ON_LINE: Final = re.compile(r"[\W_]*(?:[^\W\d_][\w ]{0,20}:)?[\W_]*")
_CONNECTIVE: Final = re.compile(
    r"(?:\b(?:so|therefore|thus|hence|overall|finally|and)\b)?[ ,:;\"'“‘(*_–—-]{0,4}\Z", re.IGNORECASE
)
_CLOSING: Final = re.compile(r"[.!\"'”’)*_`\]]{0,6}")
_LINE_END: Final = re.compile(r" *(?:\n|\Z)")
_SEAT_LABEL: Final = re.compile(
    r"[\W_]{0,12}(?:team\W{1,3})?(?:(?P<team>red|blue)[ _-]{1,3}(?:team\W{1,3})?)?guesser[ #_-]{0,3}(?P<number>[12])\b"
    r"[*_ ]{0,4}(?:\([^()\n]{0,40}\)[*_ ]{0,4})?(?:said|says|wrote|agrees)?[*_ ]{0,4}:[*_ ]{0,4}",
    re.IGNORECASE,
)
"""Whom a line is of, as in `red guesser 2 (agrees) said: …`."""
_BARE_LABEL: Final = re.compile(r"[\W_]*consensus[\W_]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """A verdict in a text."""

    consensus: bool
    standing: LabelStrength
    start: int
    end: int
    is_own: bool
    """Whether the speaker gives it, and does not say that another seat does."""


def parse_discussion(raw: object, speaker: Seat | None = None) -> ParsedMessage | Unreadable:
    r"""Return the message and the verdict that it ends in, or why there is none.

    The text is the speaker's own, Markdown and all, without the verdict. A verdict on a line of its own stands above
    one inside a sentence; verdicts that differ with none final are unreadable, and so is a bare YES or NO. A verdict
    that a line gives to another seat (`red guesser 2: CONSENSUS: YES`) is nobody's.

    Args:
        raw: what the model wrote.
        speaker: the seat that speaks; where it is not known, a line that names a seat is taken for another's.

    >>> parse_discussion("SHIP fits best.\nCONSENSUS: YES")
    ParsedMessage(text='SHIP fits best.', consensus=True)
    """
    part = final_part(raw)
    if isinstance(part, Unreadable):
        return part
    if (structured := _of_object(part.text, speaker)) is not None:
        return structured
    verdicts = list(islice(_verdicts(part.text, speaker), _MOST_VERDICTS + 1))
    if len(verdicts) > _MOST_VERDICTS:
        return Unreadable(f"the message repeats itself without end; {_FORM}")
    consensus = _agreed([verdict for verdict in verdicts if verdict.is_own], part.text)
    if isinstance(consensus, Unreadable):
        return consensus
    return ParsedMessage(_without(verdicts, part.text), consensus)


def without_verdicts(text: str) -> str:
    """Return a message without any verdict, whoever it is said to be of."""
    return _without(list(islice(_verdicts(text, None), _MOST_VERDICTS)), text)


def _of_object(text: str, speaker: Seat | None) -> ParsedMessage | Unreadable | None:
    """The message of a JSON object; None where the text is none."""
    if "{" not in text:
        return None
    fields = [field for field in read_fields(plain(text)) or () if field.data is not None]
    verdicts = {_verdict_of(field.data) for field in fields if field.meaning == "consensus"}
    if not verdicts:
        return None
    if len(verdicts) > 1 or None in verdicts:
        return Unreadable('the value of "consensus" is not one of "YES" and "NO"; give one')
    message = _message_of(fields)
    said = list(islice(_verdicts(message, speaker), _MOST_VERDICTS))
    if any(verdict.is_own and verdict.consensus not in verdicts for verdict in said):
        return Unreadable(f"the message and its verdict differ; {_FORM}")
    return ParsedMessage(_without(said, message), True in verdicts)


def _verdict_of(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    word = value.strip(" .!\"'").lower() if isinstance(value, str) else ""
    return {"yes": True, "no": False}.get(word)


def _message_of(fields: Sequence[LabelledField]) -> str:
    return "\n".join(field.value for field in fields if field.meaning == "message" and field.value)


def _verdicts(text: str, speaker: Seat | None) -> Iterator[_Verdict]:
    """Every verdict that is meant as one: not the instruction's wording, and none that is only talked of."""
    both_named = 0
    for match in _VERDICT.finditer(text):
        if either := _EITHER.match(text, match.end()):
            both_named = either.end()
        if match.start() < both_named or _INSTRUCTION.match(text, match.end()):
            continue
        if _ONLY_TALKED_OF.search(text[max(0, match.start() - _WINDOW) : match.start()]):
            continue
        consensus = (match["verdict"] or match["alone"]).lower() == "yes"
        is_own = not _is_anothers(text, match.start(), speaker)
        yield _Verdict(consensus, _standing(text, match), match.start(), match.end(), is_own)


def _is_anothers(text: str, start: int, speaker: Seat | None) -> bool:
    """Whether the line of a verdict, or the line above it and nothing else, names another seat as its speaker."""
    line_start = text.rfind("\n", 0, start) + 1
    label = _SEAT_LABEL.match(text[line_start : min(line_start + _WINDOW, start)])
    if label is None and line_start:
        above = text.rfind("\n", max(0, line_start - _WINDOW), line_start - 1) + 1
        label = _SEAT_LABEL.fullmatch(text[above : line_start - 1])
    if label is None or speaker is None:
        return label is not None
    is_own = speaker.role.value.endswith(label["number"]) and (label["team"] or speaker.team).lower() == speaker.team
    return not is_own


def _standing(text: str, match: re.Match[str]) -> LabelStrength:
    line_start = text.rfind("\n", max(0, match.start() - _WINDOW), match.start()) + 1
    if not line_start and match.start() > _WINDOW:
        return LabelStrength.INLINE
    alone = _BEFORE_ON_LINE.fullmatch(text[line_start : match.start()])
    return LabelStrength.LINE if alone else LabelStrength.INLINE


def _agreed(verdicts: Sequence[_Verdict], text: str) -> bool | Unreadable:
    """The verdict that counts."""
    if not verdicts:
        return Unreadable(f"there is no verdict; {_FORM}")
    highest = max(verdict.standing for verdict in verdicts)
    firm = [place for place, verdict in enumerate(verdicts) if verdict.standing == highest]
    counted = [verdict for place, verdict in enumerate(verdicts) if place >= firm[-1] or verdict.standing == highest]
    last = counted[-1]
    before = [verdict for verdict in counted if verdict.consensus != last.consensus]
    if before and not is_change_of_mind(text[before[-1].start : last.start]):
        return Unreadable(f"there are both CONSENSUS: YES and CONSENSUS: NO; {_FORM}")
    return last.consensus


def _without(verdicts: Sequence[_Verdict], text: str) -> str:
    """The text without its verdicts, and without what only led to them."""
    kept: list[str] = []
    at = 0
    for verdict in verdicts:
        closing = _CLOSING.match(text, verdict.end)
        end = closing.end() if closing else verdict.end
        kept.append(_leading_up(text[at : verdict.start], verdict, _LINE_END.match(text, end) is not None))
        at = end
    lines = "".join([*kept, text[at:]]).split("\n")
    said = [line.rstrip() for line in lines if not _BARE_LABEL.fullmatch(line) and not _SEAT_LABEL.fullmatch(line)]
    message = re.sub(r"\n{3,}", "\n\n", "\n".join(said)).strip()
    return message if any(character.isalnum() for character in message) else ""


def _leading_up(before: str, verdict: _Verdict, ends_line: bool) -> str:
    """What stays of the text before a verdict: not the speaker's name on its line, nor `Therefore, `."""
    if ends_line and verdict.standing == LabelStrength.LINE:
        return before[: before.rfind("\n") + 1]
    connective = _CONNECTIVE.search(before, max(0, len(before) - 20))
    return before[: connective.start()] if connective else before
