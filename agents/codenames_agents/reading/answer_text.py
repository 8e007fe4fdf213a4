"""Extracts the answer from what a model wrote: without its thoughts, without other turns, the final version first.

Models leak their thoughts (`<think>`, in any case, closed or not), the tokens that end their turn, and turns that they
invent after it. None of that is part of the answer, and neither is a line that begins with `>`: the prompts quote other
players in that way, so that a model which repeats them commits to nothing. The answer may still contain drafts;
`answer_versions` yields what is marked as final before the whole.

Repetitions in the patterns of this folder are bounded (`{0,80}`), possessive (`++`), or cannot match the same text in
two ways, so that hostile text of any length is read in linear time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from codenames_core.game.agent import Unreadable
from codenames_core.text.sanitiser import clean

LONGEST_ANSWER: Final = 1_000_000
"""Characters without thoughts; no sensible answer needs a hundredth of it."""
LONGEST_OUTPUT: Final = 4_000_000
"""Characters with thoughts; no model writes more."""
_MOST_FINAL_MARKS: Final = 3

_THOUGHT_NAMES: Final = (
    "(?:seed:|ant)?think(?:ing)?|thoughts?|reasoning|reflection|analysis|scratchpad|inner_?monologue"
)
# The marks around thoughts: `<think>`, `</thinking>`, `<|end_of_thought|>`, `[/THINK]`, `◁think▷`. The lookahead after
# `<` skips all other tags at once; a tag that closes itself (`<think/>`) opens nothing.
_THOUGHT: Final = re.compile(
    rf"<(?=[\s|/\\\w])\s{{0,3}}\|?(?P<close>[/\\]\s{{0,3}}|end_of_)?(?:begin_of_)?(?:{_THOUGHT_NAMES})\b"
    r"(?(close)\s{0,3}\|?>?|(?![^<>\n]{0,80}/>)[^<>\n]{0,80}(?:>|$))"
    r"|\[(?P<close_bracket>/?)think\]|◁(?P<close_triangle>/?)think▷",
    re.IGNORECASE | re.MULTILINE,
)
# Channels of the Harmony format (`<|channel|>final<|message|>`), and `assistantfinal` where a server dropped the tokens
_CHANNEL: Final = re.compile(
    r"<\|channel\|>\s{0,3}(?P<name>\w{1,20})[^<]{0,40}<\|message\|>|assistantfinal(?=\W|[A-Z])"
)
# Tokens of the known chat templates that begin or end a turn; some servers pass them on as text.
_TURN_END: Final = re.compile(
    r"<[|｜](?:im_start|im_end|eot_id|eom_id|end|endoftext|return|call|start|start_header_id|end[▁_]of[▁_]sentence"
    r"|user|assistant|system)[|｜]>|<(?:start|end)_of_turn>|</?s>|<eos>|<bos>|\[/?INST\]",
    re.IGNORECASE,
)
_OTHER_TOKEN: Final = re.compile(r"<[|｜][^|｜<>\n]{1,40}[|｜]>")
_SPEAKER: Final = re.compile(r"\s*(?P<name>assistant|model|user|system|tool)[ ]*\n", re.IGNORECASE)

# D-024: prompts quote other players with `>`, so such a line is not the model's own.
_QUOTED: Final = re.compile(r"^ *+>.*+\n?", re.MULTILINE)
# Two blank lines or more, of any length: the possessive `*+` and `{2,}+` keep megabytes of spaces linear.
_BLANK_LINES: Final = re.compile(r"\n(?: *+\n){2,}+")
# Tags (`<clue>SEA</clue>`) and LaTeX boxes (`\\boxed{SEA}`) that models put around the answer without being asked.
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
# A Markdown heading or bold line that is a label without a colon: `## Clue`, `**Number**`.
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
"""Full-width punctuation and digits, and spaces of all widths, to their usual forms."""

# The start of a line that announces the final version: `So, my final answer:`, `Corrected clue:`, `FINAL`.
_FINAL_MARK: Final = re.compile(
    r"^[\W\d_]{0,8}(?:(?:so|therefore|thus|ok|okay|and|here is|here's|this is|my|the|our|team|team's)[ ,]{1,2}){0,4}"
    r"(?:final|corrected|revised|updated)\b(?: (?:answer|clue|word|number|guess(?:es)?|choice|decision|verdict|output"
    r"|response|list|order|picks?|selection|version|targets?|consensus)\b[^:\n]{0,60}| {0,2})(?::|$)",
    re.IGNORECASE | re.MULTILINE,
)
# Words that take back what stands before them.
_CHANGE_OF_MIND: Final = re.compile(
    r"\b(?:wait|actually|on second thou?ght|scratch that|instead|let me (?:re\w+|try|change)|better|correct(?:ion|ed)"
    r"|revis\w+|(?:changed? my|i(?:'ll| will) change) (?:mind)?|switch\w*|hmm+|too risky|not legal|illegal|not allowed"
    r"|final\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AnswerText:
    """The answer in what a model wrote, and its thoughts."""

    text: str
    thoughts: str


def extract_answer(raw: object) -> AnswerText | Unreadable:
    """Return the answer in what a model wrote; Unreadable where there is none.

    >>> extract_answer("<think>SEA, or OCEAN?</think>CLUE: SEA 2<|im_end|>")
    AnswerText(text='CLUE: SEA 2', thoughts='SEA, or OCEAN?')
    """
    if not isinstance(raw, str):
        return Unreadable("there is no answer; write it as text")
    if len(raw) > LONGEST_OUTPUT:
        return _too_long(raw)
    cleaned = clean(raw)
    unquoted = _QUOTED.sub("", cleaned)
    text, thoughts = _split_thoughts(_last_channel(unquoted))
    text = _BLANK_LINES.sub("\n\n", _first_turn(text)).strip()
    if len(text) > LONGEST_ANSWER:
        return _too_long(text)
    if not any(character.isalnum() for character in text):
        if thoughts:
            return Unreadable("there is no answer after the thoughts; write it after them")
        return Unreadable(_EMPTY if unquoted == cleaned else _ONLY_QUOTED)
    return AnswerText(text, thoughts)


_ONLY_QUOTED: Final = "the answer only quotes; write your own, on lines that do not begin with >"
_EMPTY: Final = "the answer is empty; write it in the form that was asked for"


def _too_long(text: str) -> Unreadable:
    return Unreadable(f"the answer has {len(text):,} characters; answer in a few lines")


def plain_text(text: str) -> str:
    r"""Return `text` without Markdown, and with answer tags as labels on lines of their own.

    >>> plain_text("**Clue:** `SEA`\n<number>2</number>")
    'Clue: SEA\n\nnumber: 2\n'
    """
    text = _FENCE.sub("", text.translate(_WIDE))
    text = _HEADING.sub(r"\g<name>:", text)
    text = _STRUCK_OUT.sub("", text)
    return _ANSWER_TAG.sub(_as_label, text).replace("*", "").replace("`", "")


def without_tokens(text: str) -> str:
    """Return `text` without the tokens that end or begin a turn in one of the known chat templates."""
    return _OTHER_TOKEN.sub(" ", _TURN_END.sub(" ", text))


def answer_versions(text: str) -> Iterator[str]:
    """Yield the texts that may be the answer: from each of the last marks of a final version on, then all."""
    marks = [match.start() for match in _FINAL_MARK.finditer(text)]
    for start in reversed(marks[-_MOST_FINAL_MARKS:]):
        if start > 0:
            yield text[start:]
    yield text


def is_change_of_mind(between: str) -> bool:
    """Return whether the text from one candidate to the next takes the first back, on a line below it."""
    line_end = between.find("\n")
    return line_end >= 0 and _CHANGE_OF_MIND.search(between, line_end) is not None


def _split_thoughts(text: str) -> tuple[str, str]:
    """Return the answer and the thoughts; a closing mark without an opening one makes all before it thoughts."""
    answer: list[str] = []
    thoughts: list[str] = []
    is_thinking = False
    at = 0
    for mark in _THOUGHT.finditer(text):
        (thoughts if is_thinking else answer).append(text[at : mark.start()])
        closes = any(mark.groups())
        if closes and not is_thinking:
            thoughts += answer
            answer.clear()
        is_thinking = not closes
        at = mark.end()
    (thoughts if is_thinking else answer).append(text[at:])
    return "".join(answer), "".join(thoughts).strip()


def _last_channel(text: str) -> str:
    """Return the final channel of a text in channels, with the others as thoughts; any other text as it is."""
    channels = list(_CHANNEL.finditer(text))
    if not channels:
        return text
    last = channels[-1]
    before = _OTHER_TOKEN.sub(" ", text[: last.start()])
    rest = text[last.end() :]
    return f"{before}</think>{rest}" if last["name"] in (None, "final") else f"<think>{before}{rest}"


def _first_turn(text: str) -> str:
    """Return what the model wrote before its turn ended."""
    for turn in _TURN_END.split(text):
        speaker = _SPEAKER.match(turn)
        if speaker and speaker["name"].lower() not in ("assistant", "model"):
            continue
        answer = _OTHER_TOKEN.sub(" ", turn[speaker.end() :] if speaker else turn)
        if answer.strip() and answer.strip().lower() not in ("assistant", "model", "user", "system", "tool"):
            return answer
    return ""


def _as_label(tag: re.Match[str]) -> str:
    if tag["boxed"] is not None:
        return f"\nfinal answer: {tag['boxed']}\n"
    name = "final answer" if tag["name"].lower() in _FINAL_TAGS else tag["name"]
    return "\n" if tag["close"] else f"\n{name}: "
