"""Reads what a guesser says, and its verdict `CONSENSUS: YES` or `CONSENSUS: NO`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from codenames_agents.reading.answer_text import extract_answer, is_change_of_mind, plain_text
from codenames_agents.reading.answers import ParsedMessage, Unreadable
from codenames_agents.reading.fields import LabelledField, LabelStrength, read_fields
from codenames_agents.reading.refusals import MESSAGE_FORM
from codenames_core.game.config import Seat

_WINDOW: Final = 80
_MOST_VERDICTS: Final = 500

# What stands for NO: the seat does not agree, or not to all of it, or not now.
_NOT_YET: Final = (
    "not(?: yet| reached| there| now| quite)?(?: yet)?|partial(?:ly)?|pending|undecided|unsure|unclear|none"
)
_NO: Final = re.compile(f"no|{_NOT_YET}", re.IGNORECASE)
# `CONSENSUS: YES` inside a text, with Markdown, a word more (`Consensus reached: yes`) or a line break in between, or
# `CONSENSUS YES` alone on a line. A bare YES or NO, or one inside a word, is none.
_VERDICT: Final = re.compile(
    r"\bconsensus(?: (?:reached|status|check|vote|verdict))?[^\w\n:=-]{0,6}(?:"
    r"[:=–—→-]>?[^\w\n]{0,8}(?:consensus[^\w\n]{1,6}){0,3}"
    r"|:[^\w\n]{0,6}\n[^\w\n]{0,8}(?=(?:yes|no)[^\w\n]{0,8}$))"  # the verdict alone on the next line
    rf"(?P<verdict>yes|no|{_NOT_YET})(?![\w'’])"
    rf"|^[^\w\n]{{0,8}}consensus[^\w\n]{{1,3}}(?P<alone>yes|no|{_NOT_YET})[^\w\n]{{0,6}}$",
    re.IGNORECASE | re.MULTILINE,
)
# Behind a verdict: the other one, so that both are only named (`CONSENSUS: YES or NO`).
_EITHER: Final = re.compile(
    r"(?:[\"'*_ ]{0,4}(?:/|\||,|\bor\b)[\"'*_ ]{0,4}(?:consensus[:= ]{1,3})?(?P<named>yes|no)\b"
    r"|[^\w]{1,12}(?:or )?(?P<alone>yes|no)[^\w\n]{0,12}$)",  # `YES? no`, up to the end of its line
    re.IGNORECASE | re.MULTILINE,
)
# Behind a verdict: the rest of a quoted instruction (`…" if you agree`), which the model only repeats.
_INSTRUCTION: Final = re.compile(
    r"[*_ ]{0,3}[\"'”’`][*_ ]{0,3}(?:if|when|line|otherwise)\b|[\"'*_`” ]{0,4}if not\b", re.IGNORECASE
)
# Behind a YES: what it depends on, so that it is none yet, or the instruction (`CONSENSUS: YES if you agree`).
_CONDITION: Final = re.compile(
    r"[ ,*_]{1,8}(?:but )?(?:only )?(?:if|when|once|unless|provided|as long as)\b", re.IGNORECASE
)
_OTHERWISE: Final = re.compile(r" {1,8}otherwise\b", re.IGNORECASE)
# Before a verdict: words that keep it from being given (`I would not say "`, `before we declare `, `they said, "`).
_ONLY_TALKED_OF: Final = re.compile(
    r"(?:\bnot|n't|\bnever|\bcannot|\bunless|\buntil|\bbefore|\bif)\s(?:\w{1,12}\s){0,2}"
    r"(?:say|writ|call|declar|reach|hav|claim|giv|answer|put|stat|be)\w{0,6}\s(?:a\s|the\s|for\s)?[\"'“‘(*_]{0,4}$"
    r"|\b(?:called|named|titled)\s[\"'“‘]{0,2}$"
    r"|\b(?:says|said|(?:they|you|can|could|may|might|would) say)[,:]?\s[\"'“‘]$",
    re.IGNORECASE,
)
# Behind a verdict: the end of a quotation that began before it, within a sentence (`"…, CONSENSUS: YES", and`).
_QUOTED_IN_PASSING: Final = re.compile(r"[\"”][,;]? [^\W\dA-Z]")
_BEFORE_ON_LINE: Final = re.compile(r"[\W_]*(?:[^\W\d_][\w ]{0,20}:)?[\W_]*")
_CONNECTIVE: Final = re.compile(
    r"(?:\b(?:so|therefore|thus|hence|overall|finally|and)\b)?[ ,:;\"'“‘(*_–—-]{0,4}\Z", re.IGNORECASE
)
_CLOSING: Final = re.compile(r"(?: {1,8}otherwise\b)?[.!\"'”’)*_`\]]{0,6}", re.IGNORECASE)
_LINE_END: Final = re.compile(r" *(?:\n|\Z)")
_SEAT_LABEL: Final = re.compile(
    r"[\W_]{0,12}(?:team\W{1,3})?(?:(?P<team>red|blue)[ _-]{1,3}(?:team\W{1,3})?)?guesser[ #_-]{0,3}(?P<number>[12])\b"
    r"[*_ ]{0,4}(?:\([^()\n]{0,40}\)[*_ ]{0,4})?(?:said|says|wrote|agrees)?[*_ ]{0,4}:[*_ ]{0,4}",
    re.IGNORECASE,
)
"""The speaker that a line names, as in `red guesser 2 (agrees) said: …`."""
_AGREE: Final = r"(?<!n't )(?<!n’t )(?<!\bnot )(?<!\bcannot )(?<!\bnever )\bagree(?:s|d)?\b"
# What a message without a verdict may mean by YES: then it has to be asked again, while silence is no agreement, and
# neither is agreement with a point that somebody made (`I agree that BEAR is a trap`).
_MAY_AGREE: Final = re.compile(
    r"\byes\b|(?<!\bno )\bconsens|\bconsus"
    r"|\b(?:we|all|both|teams?|everyone|everybody|guessers?|players?|partners?)\b"
    rf"(?:[ ,]{{1,2}}\w{{1,20}}){{0,3}}? {_AGREE}"
    rf"|{_AGREE}(?:[^\w\n]{{0,4}}$|[.!;]"
    r"| with (?:you|him|her|them|(?:my |the |our )?(?:other |red |blue )?(?:partner|team\w{0,5}|guesser))\b(?!['’]s))",
    re.IGNORECASE | re.MULTILINE,
)
_BARE_LABEL: Final = re.compile(r"[\W_]*consensus[\W_]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """A verdict, and where it stands in the text."""

    consensus: bool
    strength: LabelStrength
    start: int
    end: int
    is_own: bool
    """Whether it is the speaker's, and not said to be another seat's."""


def parse_discussion(raw: object, speaker: Seat | None = None) -> ParsedMessage | Unreadable:
    r"""Return the message and its verdict, or why there is none.

    The text is the speaker's own, with its Markdown, without the verdict. A verdict on a line of its own is stronger
    than one inside a sentence; verdicts that differ are unreadable, and so is a bare YES. NOT YET, PARTIAL and the like
    are a NO. A message without a verdict is one, too, unless it speaks of agreement: then it is unreadable. A verdict
    on a line that names another seat (`red guesser 2: CONSENSUS: YES`) does not count.

    Args:
        raw: what the model wrote.
        speaker: the seat that speaks; if it is not known, any line that names a seat counts as another's.

    >>> parse_discussion("SHIP fits best.\nCONSENSUS: YES")
    ParsedMessage(text='SHIP fits best.', consensus=True)
    """
    answer = extract_answer(raw)
    if isinstance(answer, Unreadable):
        return answer
    structured = _parse_object(answer.text, speaker)
    return _parse_text(answer.text, speaker) if structured is None else structured


def _parse_text(text: str, speaker: Seat | None) -> ParsedMessage | Unreadable:
    verdicts = list(islice(_verdicts(text, speaker), _MOST_VERDICTS + 1))
    if len(verdicts) > _MOST_VERDICTS:
        return Unreadable(f"the message repeats itself without end; {MESSAGE_FORM}")
    if not verdicts and not _MAY_AGREE.search(text) and (said := _without((), text)):
        return ParsedMessage(said, consensus=False)
    consensus = _final_verdict([verdict for verdict in verdicts if verdict.is_own], text)
    if isinstance(consensus, Unreadable):
        return consensus
    return ParsedMessage(_without(verdicts, text), consensus)


def without_verdicts(text: str) -> str:
    """Return a message without any verdict, the speaker's or another seat's."""
    return _without(list(islice(_verdicts(text, None), _MOST_VERDICTS)), text)


def _parse_object(text: str, speaker: Seat | None) -> ParsedMessage | Unreadable | None:
    """Return the message of a JSON object; None where the text has none."""
    if "{" not in text:
        return None
    fields = [field for field in read_fields(plain_text(text)) or () if field.data is not None]
    verdicts = {_verdict_of(field.data) for field in fields if field.meaning == "consensus"}
    message = _message_of(fields)
    if not verdicts:
        return _parse_text(message, speaker) if message else None
    if len(verdicts) > 1 or None in verdicts:
        return Unreadable(f"the verdict is not one of YES and NO; {MESSAGE_FORM}")
    in_message = list(islice(_verdicts(message, speaker), _MOST_VERDICTS))
    if any(verdict.is_own and verdict.consensus not in verdicts for verdict in in_message):
        return Unreadable(f"the message and its verdict differ; {MESSAGE_FORM}")
    return ParsedMessage(_without(in_message, message), True in verdicts)


def _verdict_of(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    word = value.strip(" .!\"'").lower() if isinstance(value, str) else ""
    return False if _NO.fullmatch(word) else True if word == "yes" else None


def _message_of(fields: Sequence[LabelledField]) -> str:
    return "\n".join(field.value for field in fields if field.meaning == "message" and field.value)


def _verdicts(text: str, speaker: Seat | None) -> Iterator[_Verdict]:
    """Yield every verdict that is given, leaving out quoted instructions and verdicts that are only talked about."""
    both_named = 0
    has_condition = False
    for match in _VERDICT.finditer(text):
        word = (match["verdict"] or match["alone"]).lower()
        either = _EITHER.match(text, match.end())
        if either and (either["named"] or either["alone"]).lower() != word:
            both_named = either.end()
        if match.start() < both_named or _is_only_named(text, match):
            continue
        if word == "yes" and _CONDITION.match(text, match.end()):
            has_condition = True
            continue
        if has_condition and _OTHERWISE.match(text, match.end()):
            continue  # the second half of the instruction
        is_own = not _is_of_another_seat(text, match.start(), speaker)
        yield _Verdict(word == "yes", _strength_of(text, match), match.start(), match.end(), is_own)


def _is_only_named(text: str, match: re.Match[str]) -> bool:
    """Return whether a verdict is part of an instruction, of a quotation or of other talk."""
    if match["verdict"] and match["verdict"].lower() not in ("yes", "no") and not re.search("[:=]", match.group()):
        return True  # `consensus - none of us …`
    if _INSTRUCTION.match(text, match.end()):
        return True
    if text[max(0, match.start() - 1)] not in '"“' and _QUOTED_IN_PASSING.match(text, match.end()):
        return True
    return _ONLY_TALKED_OF.search(text[max(0, match.start() - _WINDOW) : match.start()]) is not None


def _is_of_another_seat(text: str, start: int, speaker: Seat | None) -> bool:
    """Return whether the line of a verdict, or a line above it that has nothing else, names another seat."""
    line_start = text.rfind("\n", 0, start) + 1
    label = _SEAT_LABEL.match(text[line_start : min(line_start + _WINDOW, start)])
    if label is None and line_start:
        above = text.rfind("\n", max(0, line_start - _WINDOW), line_start - 1) + 1
        label = _SEAT_LABEL.fullmatch(text[above : line_start - 1])
    if label is None or speaker is None:
        return label is not None
    is_own = speaker.role.value.endswith(label["number"]) and (label["team"] or speaker.team).lower() == speaker.team
    return not is_own


def _strength_of(text: str, match: re.Match[str]) -> LabelStrength:
    line_start = text.rfind("\n", max(0, match.start() - _WINDOW), match.start()) + 1
    if not line_start and match.start() > _WINDOW:
        return LabelStrength.INLINE
    alone = _BEFORE_ON_LINE.fullmatch(text[line_start : match.start()])
    return LabelStrength.LINE if alone else LabelStrength.INLINE


def _final_verdict(verdicts: Sequence[_Verdict], text: str) -> bool | Unreadable:
    """Return the verdict that counts; Unreadable where there is none, or where they differ."""
    if not verdicts:
        return Unreadable(f"there is no verdict; {MESSAGE_FORM}")
    highest = max(verdict.strength for verdict in verdicts)
    strong = [place for place, verdict in enumerate(verdicts) if verdict.strength == highest]
    counted = [verdict for place, verdict in enumerate(verdicts) if place >= strong[-1] or verdict.strength == highest]
    last = counted[-1]
    before = [verdict for verdict in counted if verdict.consensus != last.consensus]
    if before and not is_change_of_mind(text[before[-1].start : last.start]):
        return Unreadable(f"the verdict is both YES and NO; {MESSAGE_FORM}")
    return last.consensus


def _without(verdicts: Sequence[_Verdict], text: str) -> str:
    """Return the text without its verdicts, and without the words that only lead up to them."""
    kept: list[str] = []
    at = 0
    for verdict in verdicts:
        closing = _CLOSING.match(text, verdict.end)
        end = closing.end() if closing else verdict.end
        kept.append(_leading_up(text[at : verdict.start], verdict, _LINE_END.match(text, end) is not None))
        at = end
    lines = "".join([*kept, text[at:]]).split("\n")
    rest = [line.rstrip() for line in lines if not _BARE_LABEL.fullmatch(line) and not _SEAT_LABEL.fullmatch(line)]
    message = re.sub(r"\n{3,}", "\n\n", "\n".join(rest)).strip()
    return message if any(character.isalnum() for character in message) else ""


def _leading_up(before: str, verdict: _Verdict, ends_line: bool) -> str:
    """Return the text before a verdict without what leads up to it: a name on its line, or `Therefore, `."""
    if ends_line and verdict.strength == LabelStrength.LINE:
        return before[: before.rfind("\n") + 1]
    connective = _CONNECTIVE.search(before, max(0, len(before) - 20))
    return before[: connective.start()] if connective else before
