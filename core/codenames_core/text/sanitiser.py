"""The one sanitiser of untrusted text.

All text from a model, a file or the network passes through `clean` (or `one_line`) before it reaches a screen, a log or
standard output. The result holds no escape sequence, no control character but the line feed, no bidirectional
override, no zero-width character except a few combining marks and the joiners inside words of scripts that need them,
and no sequence whose width terminals disagree on. It is
*not* a markup escape: widgets must still render it as literal content.
"""

import json
import re
import unicodedata
from typing import Final

TAB_WIDTH: Final = 4
MOST_COMBINING_MARKS: Final = 4
LONGEST_ESCAPE: Final = 6
"""Bytes that a character can take in a file of JSON."""

_STRING_END: Final = "(?:\x1b\\\\|\x07|\x9c|$)"
_ESCAPE_SEQUENCES: Final = re.compile(
    "(?:\x1b[PX\\]^_]|[\x90\x98\x9d\x9e\x9f])"  # DCS, SOS, OSC, PM, APC, in their 7- and 8-bit forms …
    f"[^\x1b\x07\x9c]*{_STRING_END}"  # … up to their terminator, or to the end where it is missing
    "|(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]?"  # CSI
    "|\x1b[ -/]*[0-~]?",  # any other escape
    re.DOTALL,
)
_UNWANTED: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and line feed, DEL, C1
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5"  # soft hyphen, joiners and invisible fillers
    "\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]"
)
_JOINING: Final = "\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ua840-\ua87f\ufb50-\ufdff\ufe70-\ufefc"
"""Letters of scripts in which a joiner or non-joiner is part of the spelling: Arabic, Indic and others."""
_STRAY_JOINERS: Final = re.compile(f"(?<![{_JOINING}])[\u200c\u200d]|[\u200c\u200d](?![{_JOINING}])")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_LINE_ENDS: Final = re.compile("\r\n?|\u2028|\u2029|\x85|\x0b|\x0c")
_MARK_PILES: Final = re.compile(
    "([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
    f"{{{MOST_COMBINING_MARKS}}})[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)


def clean(text: str) -> str:
    r"""Return `text` without anything that could act on a terminal or upset a layout.

    Line ends become `\n`, tabs become spaces, lone surrogates become U+FFFD.

    >>> clean("a\x1b]52;c;aGk=\x07b\u202ec\td")
    'abc    d'
    """
    if text.isascii() and text.isprintable():
        return text
    text = _ESCAPE_SEQUENCES.sub("", text)
    text = _LINE_ENDS.sub("\n", text)
    text = without_stray_joiners(_UNWANTED.sub("", text.replace("\t", " " * TAB_WIDTH)))
    text = _SURROGATES.sub("\ufffd", text)
    return _MARK_PILES.sub(r"\1", text)


def without_stray_joiners(text: str) -> str:
    """Return `text` without zero-width joiners and non-joiners but those inside words whose scripts need them.

    The source is chapter 9.2 and 12.1 of the Unicode Standard: they shape the letters beside them, and have no width.
    """
    return _STRAY_JOINERS.sub("", text) if "\u200c" in text or "\u200d" in text else text


def encodable(text: str) -> str:
    """Return `text` with U+FFFD for each lone surrogate, which JSON can escape but UTF-8 cannot encode."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def without_format(text: str) -> str:
    """Return `text` without format characters (category Cf), which have no width and are part of no word."""
    return text if text.isascii() else "".join(c for c in text if unicodedata.category(c) != "Cf")


def written_size(text: str) -> int:
    """Return the bytes that `text` takes in a file of JSON, its quotation marks not counted."""
    return len(json.dumps(encodable(text), ensure_ascii=False).encode()) - 2


def shorten(text: str, limit: int) -> str:
    """Return `text`, or as much of it as fits into `limit` bytes of a file, and how many characters are missing.

    Only as much of the text is read as may fit, however long it is.

    >>> shorten("a" * 5_000, 3)
    'aaa… (4,997 more characters)'
    """
    if len(text) * LONGEST_ESCAPE <= limit:
        return encodable(text)
    kept = encodable(text[:limit])
    while written_size(kept) > limit:
        kept = kept[: len(kept) * 3 // 4]
    missing = len(text) - len(kept)
    return f"{kept}… ({missing:,} more characters)" if missing else kept


def one_line(text: str, limit: int | None = None) -> str:
    r"""Return `text` cleaned and on one line, cut to `limit` characters with an ellipsis.

    >>> one_line("one\n  two", limit=6)
    'one t…'
    """
    line = " ".join(clean(text).split())
    if limit is not None and len(line) > limit:
        return line[: max(limit - 1, 0)] + "…"
    return line
