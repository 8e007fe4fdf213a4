"""Reads from a cluer's reasoning which words its team is to find."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import Final

from codenames_agents.reading.answer_text import LONGEST_ANSWER, plain_text
from codenames_agents.reading.board_words import Mention, find_mentions, normalise_uncached
from codenames_core.game.words import BOARD_SIZE
from codenames_core.text.sanitiser import clean

_LABELLED: Final = re.compile(
    r"\b(?:(?:intended |my )?targets?(?: words?)?(?: are| is)?|intended(?: words?)?(?: are| is)?|target(?:ing|s)"
    r"|(?:i|we) (?:want|need|would like) (?:my |the |our )?(?:team|guessers?|teammates|operatives)?(?: to)?"
    r" ?(?:find|guess|pick|choose|touch|get))\b(?P<items>[^\n]{0,400})"
)
"""A list of targets by its label, up to the end of its line."""
# Before a label: words that turn it into its opposite (`do not target BEAR`).
_NOT: Final = re.compile(r"(?:\b(?:not|never|without|avoid\w*)|n't)(?: to| a| the| any)?\s*\Z")
# The end of a list of targets: a full stop, or a word that begins another clause (`… but not BEAR`).
_LIST_END: Final = re.compile(
    r"[.;!?](?=\s|$)|\b(?:but|while|without|avoid\w*|not|rather|instead|except|because|since|as|so)\b"
)
_BULLET: Final = re.compile(r"\s{0,4}(?:[-•+–]|\d{1,2}[.)])")
_ASIDE: Final = re.compile(r"\([^()\n]{0,200}\)")
# Before a word, within its clause: words that warn of it. After `avoid` and the like the list may have commas.
_WARNING_BEFORE: Final = re.compile(
    r"\b(?:not|never|no|nor|against|instead of|rather than|assassin|opponents?'?|enem\w+|confus\w+|conflict\w*"
    r"|\w+n't)\b[^.,;:!?\n()]*\Z"
    r"|\b(?:avoid\w*|skip\w*|without|except|wary of|beware of|careful with|afraid of|worr\w+ about|risk\w*|away from"
    r"|steer\w* clear)\b[^.;:!?\n()]*\Z"  # a list of words to avoid has commas
    r"|^\W{0,4}(?:dangers?|risks?|avoid|assassin|opponents?|enem\w+|neutrals?)\b[^:\n]{0,20}:[^\n]*\Z",
    re.MULTILINE,
)
_TURN_BACK: Final = re.compile(
    r", (?:it|this|i|we|the clue|but|so|which|while|and (?:it|i|we))\b"
    r"|(?:,|\band\b|\bbut\b)[^,;]{0,30}?\b(?:hint|aim|link|point|connect|target|focus)\w*\b"
)
"""Words between a warning and a board word that end the warning: `not BEAR, but it links SHIP`."""
# After a word, within its clause: `BEAR is too risky`.
_WARNING_AFTER: Final = re.compile(
    r"^[^.;:,!?\n()]{0,40}\b(?:risky|dangerous|unsafe|is wrong|unlikely|worr\w+|scar\w+|a stretch|too far"
    r"|is the assassin|is an? (?:opponent|enemy|neutral)|should be avoided|to avoid|\w+n't|does not|is not|will not)\b"
)
_LABEL_END: Final = re.compile(r"\s{0,3}[:=–—-]")
_SAYS_WHAT: Final = re.compile(r"\b(?:are|is|i|we|targeting)\b")
_SEPARATOR: Final = re.compile(r"[,;/|&+•]|\b(?:and|or)\b")
_AROUND_AN_ITEM: Final = " \t\"'“”‘’.:()[]{}<>_-*"
_MOST_WORDS_OF_AN_ITEM: Final = 3
_CAPITALS: Final = re.compile(
    r"(?<![\w'’])(?P<name>[^\W\d_a-z]{2,30}+(?:[ -][^\W\d_a-z]{2,30}+){0,2})(?![\w'’])"
    r"(?P<label>[ ]?:)?"
    r"(?P<clue>[\"'”’]?[ ](?:as (?:a |the |my )?clue|links?|connects?|joins?|ties?|hints?|points?|covers?|suggests?"
    r"|fits?|works?|relates?|unites?)\b)?"
)
"""A name of up to three words in capitals; whether it is a label; whether it is said to be the clue."""
_MOST_NAMES: Final = 50
_MOST_WARNINGS: Final = 100
_WINDOW: Final = 80
"""How many characters before and after a word may warn of it."""


def parse_intended_targets(reasoning: object, own_words: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the intended own words, as `own_words` spells them, in the order of the reasoning.

    A labelled list ("TARGETS: …", "I want my team to find …") takes precedence. Without one, the words that the prose
    names count, except those it only warns of. Other words never count, and neither does a word inside another one.

    Where the own words are not given, the text has to tell by itself: the items of a labelled list count, or else the
    words in capitals, but for the clue that "links" or "connects" them. They are returned in capitals, as on a board.

    >>> parse_intended_targets("SEA links SHIP and WAVE, avoiding BEAR.", ["WAVE", "SHIP", "BEAR"])
    ('SHIP', 'WAVE')
    >>> parse_intended_targets("SEA links SHIP and WAVE, avoiding BEAR.")
    ('SHIP', 'WAVE')
    """
    if not isinstance(reasoning, str):
        return ()
    readable = plain_text(clean(reasoning[:LONGEST_ANSWER]))
    text = "\n".join(normalise_uncached(line) for line in readable.split("\n"))
    if own_words is None:
        return _items(text) or _named(text, _words_in_capitals(readable))
    words = tuple(own_words)
    return (_listed(text, words) or _named(text, words)) if words else ()


def _items(text: str) -> tuple[str, ...]:
    """Return the items of the labelled lists, whatever they are, in capitals."""
    found = (item for items in _lists(text, only_certain=True) for item in _SEPARATOR.split(items))
    found = (item.strip(_AROUND_AN_ITEM).upper() for item in found)
    items = dict.fromkeys(item for item in found if item and len(item.split()) <= _MOST_WORDS_OF_AN_ITEM)
    return tuple(islice(items, BOARD_SIZE))


def _words_in_capitals(text: str) -> tuple[str, ...]:
    """Return the names in capitals, without labels and without the clue, which is said to link the others."""
    found = [match for match in _CAPITALS.finditer(text) if match["name"].isupper() and match["label"] is None]
    clues = {match["name"] for match in found if match["clue"] is not None}
    names = dict.fromkeys(match["name"] for match in found if match["name"] not in clues)
    return tuple(islice(names, _MOST_NAMES))


def _listed(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of the labelled lists."""
    mentions = (mention for items in _lists(text) for mention in find_mentions(items, words))
    return tuple(dict.fromkeys(words[mention.place] for mention in mentions))


def _lists(text: str, *, only_certain: bool = False) -> Iterator[str]:
    """Yield what stands in each labelled list; `targets` alone may be a word of the prose, and is no certain label."""
    for label in islice(_LABELLED.finditer(text), _MOST_WARNINGS):
        if _NOT.search(text[max(0, label.start() - 20) : label.start()]):
            continue
        if only_certain and not (_LABEL_END.match(label["items"]) or _SAYS_WHAT.search(text, *label.span())):
            continue
        items = _ASIDE.sub(" ", label["items"])
        if not any(character.isalnum() for character in items):
            items = _list_below(text[label.end() :][: _WINDOW * 10])
        end = _LIST_END.search(items)
        yield items[: end.start()] if end else items


def _list_below(text: str) -> str:
    """Return the items at the start of a text that has one on each line, with a bullet or a number."""
    lines = text.lstrip("\n").split("\n")
    return ", ".join(takewhile(_BULLET.match, lines))


def _named(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that the prose names without a warning."""
    targets: dict[str, None] = {}
    warnings: Counter[int] = Counter()
    for mention in find_mentions(text, words):
        if words[mention.place] in targets or warnings[mention.place] > _MOST_WARNINGS:
            continue
        if _is_warned_of(text, mention):
            warnings[mention.place] += 1
        else:
            targets[words[mention.place]] = None
    return tuple(targets)


def _is_warned_of(text: str, mention: Mention) -> bool:
    before = text[max(0, mention.start - _WINDOW) : mention.start]
    warning = _WARNING_BEFORE.search(before)
    if warning and not _TURN_BACK.search(before, warning.start()):
        return True
    return _WARNING_AFTER.match(text[mention.end : mention.end + _WINDOW]) is not None
