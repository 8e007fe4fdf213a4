"""Untrusted replies of agents as plain values that a game may keep.

An agent may return anything: objects whose methods raise, subclasses of `str` that lie about their length, models
that were never validated, numbers of thousands of digits, a hundred megabytes of text. `sanitise_reply` and
`trace_fields` call no method that an agent could have defined. They read an object through the methods of the built-in
type that it derives from, bound what they read, and make new values, which everything after them can trust. What an
answer means is left to `questions`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import compress
from operator import is_not, itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from pydantic import BaseModel, JsonValue, ValidationError

from codenames_core.game.agent import AgentTrace, OnToken, Unavailable, Unreadable
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.text.sanitiser import LONGEST_ESCAPE, clean, encodable, one_line, shorten, written_size

MOST_WORDS: Final = 100
"""Items of a list of guesses; a longer list is refused before it is read."""
LONGEST_GUESS: Final = 400
"""Bytes of one guess; no word of a board is longer."""
LONGEST_REASON: Final = 2_000
"""Bytes of what an agent says of an answer that it could not read, and of any other refusal."""
LONGEST_ERROR: Final = 300
"""Characters of an exception's text that are kept."""

LONGEST_RETRY_AFTER: Final = 86_400.0
"""Seconds that are waited for what an agent needs, because the agent says so."""
LONGEST_HEARD: Final = 20_000
"""Characters of a streamed answer that are passed on; no message is longer."""

KEPT: Final = {"raw": 20_000, "reasoning": 30_000, "messages": 100_000, "requests": 6_000, "picture": 6_000}
"""Bytes of the long fields of a trace in a file. A prompt quotes all that was said in the game so far."""
KEPT_IF_REFUSED: Final = {"raw": 6_000, "reasoning": 3_000, "messages": 12_000, "requests": 6_000, "picture": 6_000}
"""The same, for an answer that could not be used: an agent that fails is asked again and again."""
KEPT_OF_OTHERS: Final = 1_000
"""Bytes of each other field of a trace."""
MOST_ITEMS: Final = 500
"""Values inside one field of a trace, on all levels together."""
MOST_LEVELS: Final = 8
SHORTEST: Final = 40
"""Characters of a text that is never cut: the names of fields stay readable where the budget is used up."""
LARGEST_INTEGER: Final = 2**63
AMOUNTS: Final = ("tokens_in", "tokens_out", "tokens_cached", "tokens_reasoning", "cost_usd", "latency_s")

# Slots of the built-in types, fetched once: `value.__class__` or `value.reason` could run code of the agent.
_ancestors: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
_name: Callable[[type], str] = type.__dict__["__name__"].__get__
_fields: Callable[[object], dict[str, Any]] = BaseModel.__dict__["__dict__"].__get__
_reason: Callable[[object], Any] = Unreadable.__dict__["reason"].__get__


class Unrecognised(NamedTuple):
    """Something that answers no question."""

    what: str
    """As in "the answer is …"."""


PlainAnswer: TypeAlias = Clue | DiscussionMessage | tuple[str, ...] | str | Unreadable | Unavailable | Unrecognised


@dataclass(slots=True)  # neither frozen nor a named tuple, which take longer to make: one is made for every answer
class SanitisedReply:
    """What an agent gave back; nobody changes it."""

    answer: PlainAnswer
    trace: AgentTrace | None
    """As the agent made it: only `trace_fields` may read it."""


def is_exactly(value: object, kind: type) -> bool:
    """Return whether `value` is of `kind`; `isinstance` would ask the value, which may lie or raise."""
    return type(value) is kind or kind in _ancestors(type(value))


def class_name(value: object) -> str:
    """Return the name of a value's class, in a form that is safe to keep and show."""
    return one_line(str.__str__(_name(type(value)))[:400], 80)


def sanitise_reply(reply: Any) -> SanitisedReply:
    """Return what an agent's reply, a pair of answer and trace or an answer alone, holds."""
    if is_exactly(reply, tuple) and tuple.__len__(reply) == 2:
        answer, trace = reply if type(reply) is tuple else tuple.__iter__(reply)
        if is_exactly(trace, AgentTrace):
            return SanitisedReply(_plain_answer(answer), trace)
    return SanitisedReply(_plain_answer(reply), None)


def describe_error(error: BaseException) -> str:
    """Return the class and text of an agent's exception; its `__str__` may raise as well."""
    try:
        text = one_line(str.__str__(str(error))[: 10 * LONGEST_ERROR], LONGEST_ERROR)
    except KeyboardInterrupt:
        raise
    except BaseException:
        text = "an error whose text cannot be read"
    return f"{class_name(error)}: {text}"


def has_flag(agent: object, attribute: str) -> bool:
    """Return whether a flag of an agent, such as `is_human`, is True; one that cannot be read is not."""
    try:
        return getattr(agent, attribute, False) is True
    except KeyboardInterrupt:
        raise
    except BaseException:
        return False


class AnswerStream:
    """Passes on the pieces of an agent's answer as they come: clean, bounded, and none after it is closed."""

    def __init__(self, listener: OnToken) -> None:
        self._listener = listener
        self._left = LONGEST_HEARD
        self._is_closed = False

    def __call__(self, piece: Any) -> None:
        """Take a piece of an answer, or None where the answer starts over; anything else is ignored."""
        if self._is_closed:
            return
        if piece is None:
            if self._left < LONGEST_HEARD:
                self._left = LONGEST_HEARD
                self._listener(None)
        elif is_exactly(piece, str):
            text = str.__str__(piece)[: self._left]
            self._left -= len(text)
            if heard := clean(text):
                self._listener(heard)

    def close(self) -> None:
        """Pass on nothing more: the question is no longer open."""
        self._is_closed = True


def answer_text(answer: PlainAnswer) -> str:
    """Return an answer as text, for a trace that does not say what came back."""
    kind = type(answer)  # `isinstance` is slow where it asks the class of a model
    if kind is tuple:
        return ", ".join(answer[:25])  # type: ignore[index]
    if kind is Unrecognised or kind is Unreadable or kind is Unavailable:
        return ""
    return answer.text if kind is DiscussionMessage else str(answer)  # type: ignore[union-attr]


def _plain_answer(answer: Any) -> PlainAnswer:
    if (reader := _READERS.get(type(answer))) is not None:
        return reader(answer)  # as nearly always
    for ancestor in _ancestors(type(answer)):
        if (reader := _READERS.get(ancestor)) is not None:
            return reader(answer)
    return Unrecognised(f"of type {class_name(answer)}")


def _plain_clue(clue: Any) -> Clue | Unrecognised:
    fields = _fields(clue)
    word: Any = dict.get(fields, "word")
    number: Any = dict.get(fields, "number")
    if type(clue) is Clue and type(word) is str and word.isascii() and type(number) is int and 0 <= number <= 25:
        return clue  # as nearly always
    if not is_exactly(word, str):
        return Unrecognised(f"a Clue whose word is of type {class_name(word)}")
    word = encodable(str.__str__(word))
    if is_exactly(number, str):
        return Clue(word, _cut(number, LONGEST_GUESS))
    if not is_exactly(number, int) or number is True or number is False:
        return Unrecognised(f"a Clue whose number is of type {class_name(number)}")
    number = int.__index__(number)
    if -LARGEST_INTEGER < number < LARGEST_INTEGER:
        return Clue(word, number)
    return Clue(word, f"{number.bit_length():,}-bit integer")


def _plain_message(message: Any) -> DiscussionMessage | Unrecognised:
    fields = _fields(message)
    text, consensus = dict.get(fields, "text"), dict.get(fields, "consensus")
    if type(message) is DiscussionMessage and type(text) is str and text.isascii() and type(consensus) is bool:
        return message
    if not is_exactly(text, str):
        return Unrecognised(f"a DiscussionMessage whose text is of type {class_name(text)}")
    if consensus is not True and consensus is not False:
        return Unrecognised(f"a DiscussionMessage whose consensus is of type {class_name(consensus)}")
    return DiscussionMessage(text=encodable(str.__str__(text)), consensus=consensus)


def _plain_list(answer: Any) -> tuple[str, ...] | Unrecognised:
    kind: Any = tuple if is_exactly(answer, tuple) else list
    if (length := kind.__len__(answer)) > MOST_WORDS:
        return Unrecognised(f"a list of {length:,} items; the limit is {MOST_WORDS}")
    words = []
    for item in kind.__iter__(answer):
        if not is_exactly(item, str):
            return Unrecognised(f"a list that holds an item of type {class_name(item)}")
        words.append(_cut(item, LONGEST_GUESS))
    return tuple(words)


def _plain_word(answer: Any) -> str:
    return _cut(answer, LONGEST_GUESS)


def _plain_unreadable(answer: Any) -> Unreadable:
    try:
        reason = _reason(answer)
    except AttributeError:  # it was never set
        reason = None
    text = _cut(reason, LONGEST_REASON) if is_exactly(reason, str) else ""
    return Unreadable(text or "the agent could not read its own answer")


def _plain_unavailable(answer: Any) -> Unavailable:
    try:
        reason, for_good, retry_after = _unavailable(answer)
    except AttributeError:  # they were never set
        reason, for_good, retry_after = None, False, None
    text = _cut(reason, LONGEST_REASON) if is_exactly(reason, str) else ""
    reason = text or "what the agent needs cannot be reached"
    return Unavailable(reason, for_good is True, _plain_seconds(retry_after))


def _unavailable(answer: Any) -> tuple[Any, Any, Any]:
    fields = Unavailable.__dict__
    reason, for_good, retry_after = (fields[name].__get__(answer) for name in ("reason", "for_good", "retry_after"))
    return reason, for_good, retry_after


def _plain_seconds(value: Any) -> float | None:
    """Return a time to wait; None for what is none."""
    is_number = is_exactly(value, float) or is_exactly(value, int)
    return float(value) if is_number and 0 <= value <= LONGEST_RETRY_AFTER else None


def _cut(text: Any, most: int) -> str:
    if type(text) is str and len(text) <= SHORTEST and text.isascii():
        return text  # as nearly always
    return shorten(str.__str__(text), most)


_READERS: Final[dict[type, Callable[[Any], PlainAnswer]]] = {
    Clue: _plain_clue,
    DiscussionMessage: _plain_message,
    tuple: _plain_list,
    list: _plain_list,
    str: _plain_word,
    Unreadable: _plain_unreadable,
    Unavailable: _plain_unavailable,
}


def trace_fields(reply: SanitisedReply | None, is_used: bool) -> dict[str, Any]:
    """Return the fields of a trace, with what can be kept of the one that an agent gave; the game fills in the rest.

    Args:
        reply: what the agent gave back, if anything.
        is_used: whether the answer could be used; much less is kept of one that could not.
    """
    fields = _BLANKS.copy()
    if reply is None:
        return fields
    limits = KEPT if is_used else KEPT_IF_REFUSED
    if reply.trace is not None:
        try:
            _fill_fields(_fields(reply.trace), limits, fields)
        except KeyboardInterrupt:
            raise
        except BaseException:  # keys of its dictionary may have a `__hash__` or `__eq__` that raises
            fields = {**_BLANKS, "note": "not kept: the trace, which cannot be read"}
    if not fields["raw"]:
        fields["raw"] = shorten(answer_text(reply.answer), limits["raw"])
    return fields


def _fill_fields(given: dict[str, Any], limits: Mapping[str, int], fields: dict[str, Any]) -> None:
    """Fill `fields` with what can be kept of `given`."""
    unusual: dict[str, Any] = {}
    lost: list[str] = []
    try:
        values = _values(given)
    except KeyError:  # a trace that was made without its fields
        values = _values({**_BLANKS, **given})
    for place in compress(_PLACES, map(is_not, values, _BLANK_VALUES)):
        name, value = _GIVEN[place], values[place]
        size = limits.get(name, KEPT_OF_OTHERS)
        if type(value) is str and name in _TEXTS and value.isascii() and _surely_fits(value, size):
            fields[name] = value  # as nearly always
            continue
        if type(value) is float and name == "confidence" and 0 <= value <= 1:
            fields[name] = value
            continue
        budget = _SizeBudget(size)
        unusual[name] = budget.take(value)
        if budget.is_short:
            lost.append(name)
    if unusual:
        fields |= _validated(unusual, lost)
    if lost:
        note = f"not kept in full: {', '.join(dict.fromkeys(lost))}"
        fields["note"] = f"{fields['note']}; {note}" if fields["note"] else note


def _surely_fits(text: str, size: int) -> bool:
    return len(text) <= SHORTEST or len(text) * LONGEST_ESCAPE <= size


_BLANKS: Final = {name: field.get_default() for name, field in AgentTrace.model_fields.items()}
_STAMPED: Final = frozenset(
    ("seat", "question", "turn", "at", "answer", "failure", "refusal", "is_ghost", "is_human", "is_fallback")
)
"""Fields that the orchestrator sets, whatever the agent put there."""
_GIVEN: Final = tuple(name for name in _BLANKS if name not in _STAMPED)
_PLACES: Final = range(len(_GIVEN))
_values: Final = itemgetter(*_GIVEN)
_BLANK_VALUES: Final = _values(_BLANKS)
_TEXTS: Final = frozenset(("agent", "model", "prompt", "raw", "reasoning", "note"))


def _validated(fields: dict[str, Any], lost: list[str]) -> dict[str, Any]:
    """Return the fields as a trace holds them; names of fields that do not validate are added to `lost`."""
    for name in ("confidence", *AMOUNTS):
        amount: Any = fields.get(name)
        if type(amount) in (int, float) and not 0 <= amount <= (1 if name == "confidence" else math.inf):
            del fields[name]
            lost.append(name)
    try:
        read = AgentTrace.model_validate(fields)
    except ValidationError as error:
        unfit = {str(problem["loc"][0]) for problem in error.errors(include_input=False)}
        lost.extend(sorted(unfit))
        return _validated({name: value for name, value in fields.items() if name not in unfit}, lost)
    return {name: getattr(read, name) for name in fields}


class _SizeBudget:
    """How many bytes and items one field of a trace may still take."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._items = MOST_ITEMS
        self.is_short = False
        """Whether something did not fit, or cannot be held by a file."""

    def take(self, value: Any, level: int = 0) -> JsonValue:
        """Return `value` as JSON as far as it fits, None for what is not JSON."""
        self._items -= 1
        if value is None or value is True or value is False:
            return value
        if is_exactly(value, str):
            return self._text(str.__str__(value))
        if is_exactly(value, int) and -LARGEST_INTEGER < (whole := int.__index__(value)) < LARGEST_INTEGER:
            return whole
        if is_exactly(value, float) and math.isfinite(number := float.__add__(value, 0.0)):
            return number
        if level < MOST_LEVELS:
            if is_exactly(value, tuple) or is_exactly(value, list):
                return self._list(value, level)
            if is_exactly(value, dict) or is_exactly(value, BaseModel):
                return self._object(value, level)
        self.is_short = True
        return None

    def _text(self, text: str) -> str:
        kept = text if len(text) <= SHORTEST else shorten(text, max(self._size, 0))
        self.is_short |= len(kept) != len(text)
        self._size -= written_size(kept)
        return encodable(kept)

    def _list(self, value: Any, level: int) -> JsonValue:
        kept: list[JsonValue] = []
        for item in (tuple if is_exactly(value, tuple) else list).__iter__(value):
            if self._is_full():
                break
            kept.append(self.take(item, level + 1))
        return kept

    def _object(self, value: Any, level: int) -> JsonValue:
        kept: dict[str, JsonValue] = {}
        for name, item in dict.items(value if is_exactly(value, dict) else _fields(value)):
            if self._is_full():
                break
            if is_exactly(name, str):
                kept[self._text(str.__str__(name))] = self.take(item, level + 1)
            else:
                self.is_short = True
        return kept

    def _is_full(self) -> bool:
        self.is_short |= self._items <= 0
        return self._items <= 0
