"""The part of an answer that counts: without thoughts, without other speakers' turns, the final version first.

Models leak what they think (`<think>`, in any case, closed or not), the tokens that end their turn, and turns that
they dream up after it. None of that is part of the answer, and neither is a line that begins with `>`: so the prompts
quote other players, and an echo of them commits to nothing. A text that is left may hold drafts; `versions` offers
what is marked as final before the whole.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from codenames_core.game.agent import Unreadable
from codenames_core.text.sanitiser import clean

LONGEST_ANSWER: Final = 1_000_000
"""Characters beside thoughts; no answer that is meant needs a hundredth of it."""
LONGEST_OUTPUT: Final = 4_000_000
"""Characters with thoughts; beyond that it is no model that speaks."""
_MOST_FINAL_MARKS: Final = 3

_THOUGHT_NAMES: Final = (
    "(?:seed:|ant)?think(?:ing)?|thoughts?|reasoning|reflection|analysis|scratchpad|inner_?monologue"
)
_THOUGHT: Final = re.compile(
    rf"<(?=[\s|/\\\w])\s{{0,3}}\|?(?P<close>[/\\]\s{{0,3}}|end_of_)?(?:begin_of_)?(?:{_THOUGHT_NAMES})\b"
    r"(?(close)\s{0,3}\|?>?|(?![^<>\n]{0,80}/>)[^<>\n]{0,80}(?:>|$))"
    r"|\[(?P<close_bracket>/?)think\]|◁(?P<close_triangle>/?)think▷",
    re.IGNORECASE | re.MULTILINE,
)
_CHANNEL: Final = re.compile(
    r"<\|channel\|>\s{0,3}(?P<name>\w{1,20})[^<]{0,40}<\|message\|>|assistantfinal(?=\W|[A-Z])"
)
_TURN_END: Final = re.compile(
    r"<[|｜](?:im_start|im_end|eot_id|eom_id|end|endoftext|return|call|start|start_header_id|end[▁_]of[▁_]sentence"
    r"|user|assistant|system)[|｜]>|<(?:start|end)_of_turn>|</?s>|<eos>|<bos>|\[/?INST\]",
    re.IGNORECASE,
)
_OTHER_TOKEN: Final = re.compile(r"<[|｜][^|｜<>\n]{1,40}[|｜]>")
_SPEAKER: Final = re.compile(r"\s*(?P<name>assistant|model|user|system|tool)[ ]*\n", re.IGNORECASE)

# D-024: prompts quote other players with `>`, so such a line is not the model's own.
_QUOTED: Final = re.compile(r"^ *+>.*+\n?", re.MULTILINE)
_BLANK_LINES: Final = re.compile(r"\n(?: *+\n){2,}+")
_ANSWER_TAG: Final = re.compile(
    r"<\s{0,3}(?P<close>/?)\s{0,3}(?P<name>answer|final|final_answer|clue|number|targets?|guess(?:es)?|consensus|message)"
    r"\s{0,3}>|\\boxed\{(?P<boxed>[^{}\n]{0,200})\}",
    re.IGNORECASE,
)
_FINAL_TAGS: Final = ("answer", "final", "final_answer")
_FENCE: Final = re.compile(
    r"(?:```|~~~)(?:(?:json\w?|te?xt|python|plain|plaintext|markdown|md|ya?ml|xml|html|js|javascript|output)(?![\w-]))?",
    re.IGNORECASE,
)
_STRUCK_OUT: Final = re.compile(r"~~[^~\n]{1,200}~~")
_HEADING: Final = re.compile(
    r"^ {0,3}[#*_]{1,8}+ ?[*_]{0,3}+"
    r"(?P<name>(?:final |my )?(?:clue(?: word| number)?|number|targets?|guess(?:es)?|answer|reasoning|consensus))"
    r"[*_: ]{0,6}$",
    re.IGNORECASE | re.MULTILINE,
)
_WIDE: Final = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if not chr(code).isalpha()},
    **dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x3000], " "),
    ord("、"): ",",
    ord("。"): ".",
}
"""Punctuation, digits and spaces that are told apart by width alone."""

_FINAL_MARK: Final = re.compile(
    r"^[\W\d_]{0,8}(?:(?:so|therefore|thus|ok|okay|and|here is|here's|this is|my|the|our|team|team's)[ ,]{1,2}){0,4}"
    r"(?:final|corrected|revised|updated)\b(?: (?:answer|clue|word|number|guess(?:es)?|choice|decision|verdict|output"
    r"|response|list|order|picks?|selection|version|targets?|consensus)\b[^:\n]{0,60}| {0,2})(?::|$)",
    re.IGNORECASE | re.MULTILINE,
)
_CHANGE_OF_MIND: Final = re.compile(
    r"\b(?:wait|actually|on second thou?ght|scratch that|instead|let me (?:re\w+|try|change)|better|correct(?:ion|ed)"
    r"|revis\w+|(?:changed? my|i(?:'ll| will) change) (?:mind)?|switch\w*|hmm+|too risky|not legal|illegal|not allowed"
    r"|final\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FinalPart:
    """An answer and what was thought before it."""

    text: str
    thought: str


def final_part(raw: object) -> FinalPart | Unreadable:
    """Take the answer out of what a model wrote; Unreadable where there is none.

    >>> final_part("<think>SEA, or OCEAN?</think>CLUE: SEA 2<|im_end|>")
    FinalPart(text='CLUE: SEA 2', thought='SEA, or OCEAN?')
    """
    if not isinstance(raw, str):
        return Unreadable("there is no answer; write it as text")
    if len(raw) > LONGEST_OUTPUT:
        return _too_long(raw)
    whole = clean(raw)
    own = _QUOTED.sub("", whole)
    text, thought = _without_thoughts(_last_channel(own))
    text = _BLANK_LINES.sub("\n\n", _first_turn(text)).strip()
    if len(text) > LONGEST_ANSWER:
        return _too_long(text)
    if not any(character.isalnum() for character in text):
        if thought:
            return Unreadable("there is no answer after the thoughts; write it after them")
        return Unreadable(_EMPTY if own == whole else _ONLY_QUOTED)
    return FinalPart(text, thought)


_ONLY_QUOTED: Final = "the answer only quotes; write your own, on lines that do not begin with >"
_EMPTY: Final = "the answer is empty; write it in the form that was asked for"


def _too_long(text: str) -> Unreadable:
    return Unreadable(f"the answer has {len(text):,} characters; answer in a few lines")


def plain(text: str) -> str:
    r"""Return `text` without Markdown and with answer tags as labels, one line for each line.

    >>> plain("**Clue:** `SEA`\n<number>2</number>")
    'Clue: SEA\n\nnumber: 2\n'
    """
    text = _FENCE.sub("", text.translate(_WIDE))
    text = _HEADING.sub(r"\g<name>:", text)
    text = _STRUCK_OUT.sub("", text)
    return _ANSWER_TAG.sub(_as_label, text).replace("*", "").replace("`", "")


def without_tokens(text: str) -> str:
    """Return `text` without the tokens that end or begin a turn in one of the known chat templates."""
    return _OTHER_TOKEN.sub(" ", _TURN_END.sub(" ", text))


def versions(text: str) -> Iterator[str]:
    """The parts of a plain text that may be the answer: from each of the last marks of a final version, then all."""
    marks = [match.start() for match in _FINAL_MARK.finditer(text)]
    for start in reversed(marks[-_MOST_FINAL_MARKS:]):
        if start > 0:
            yield text[start:]
    yield text


def is_change_of_mind(between: str) -> bool:
    """Whether a text, from one candidate to the next, takes the first back on a line below it."""
    line_end = between.find("\n")
    return line_end >= 0 and _CHANGE_OF_MIND.search(between, line_end) is not None


def _without_thoughts(text: str) -> tuple[str, str]:
    """Split a text into what is said and what is thought; a close without an opening makes all before it thought."""
    said: list[str] = []
    thought: list[str] = []
    thinking = False
    at = 0
    for mark in _THOUGHT.finditer(text):
        (thought if thinking else said).append(text[at : mark.start()])
        closes = any(mark.groups())
        if closes and not thinking:
            thought += said
            said.clear()
        thinking = not closes
        at = mark.end()
    (thought if thinking else said).append(text[at:])
    return "".join(said), "".join(thought).strip()


def _last_channel(text: str) -> str:
    """The final channel of a text in channels, with the others as thoughts; any other text as it is."""
    channels = list(_CHANNEL.finditer(text))
    if not channels:
        return text
    last = channels[-1]
    thought = _OTHER_TOKEN.sub(" ", text[: last.start()])
    rest = text[last.end() :]
    return f"{thought}</think>{rest}" if last["name"] in (None, "final") else f"<think>{thought}{rest}"


def _first_turn(text: str) -> str:
    """What the model said before its turn ended."""
    for turn in _TURN_END.split(text):
        speaker = _SPEAKER.match(turn)
        if speaker and speaker["name"].lower() not in ("assistant", "model"):
            continue
        said = _OTHER_TOKEN.sub(" ", turn[speaker.end() :] if speaker else turn)
        if said.strip() and said.strip().lower() not in ("assistant", "model", "user", "system", "tool"):
            return said
    return ""


def _as_label(tag: re.Match[str]) -> str:
    if tag["boxed"] is not None:
        return f"\nfinal answer: {tag['boxed']}\n"
    name = "final answer" if tag["name"].lower() in _FINAL_TAGS else tag["name"]
    return "\n" if tag["close"] else f"\n{name}: "
