"""Keeps keys out of everything that is written: traces, logs, errors, cassettes, screens.

`redact` removes the keys in use, in all forms in which servers send them back, and whatever looks like a key. The
patterns are narrow, since answers pass through them too: no word of a game looks like a key. A text that comes in
pieces goes through a `RedactedStream`, which passes on nothing that may still turn out to be one.
"""

import base64
import html
import json
import logging
import os
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import quote, unquote, urlsplit

REDACTED: Final = "[redacted]"
SHORTEST_SECRET: Final = 6
"""Characters; a shorter key is a placeholder such as `none`, which ordinary words may contain."""
LONGEST_KEY: Final = 4_000
"""Characters; a longer text without an end is no key."""
_ENOUGH_OF_A_KEY: Final = 200
"""Characters of a longer key that are held back: they tell that it is one, and none of it will be shown."""
_TELLING: Final = 12
"""So many first characters of a key in use tell it, whatever a server puts in the place of the others."""
_BETWEEN: Final = " \t\r\n\"'\\\\,()[]{}<>"
"""What stands between a key and the text around it, even if it is part of a key."""
_ENVIRONMENT_SECRET: Final = 16
"""Characters of the shortest value in the environment that is taken for a secret by its variable's name alone."""

_HEADS: Final = (
    *("sk-", "sk_", "pk-", "pk_", "rk-", "rk_", "gsk-", "gsk_", "xai-", "xai_", "hf-", "hf_", "r8-", "r8_", "csk-"),
    *("csk_", "pplx-", "pplx_", "nvapi-", "nvapi_", "fw-", "fw_", "jina-", "jina_", "ghp-", "ghp_", "gho_", "ghs_"),
    *("ghu_", "github_pat_", "glpat-", "tgp-", "tgp_", "xoxb-", "xoxp-", "ya29."),
)
"""As the big providers begin their keys; no word begins so."""
_HEADED: Final = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, _HEADS))})[A-Za-z0-9_\-*.]{{12,}}")
_LOOKS_LIKE_A_KEY: Final = re.compile(
    r"""
    \bAIza[A-Za-z0-9_\-]{30,}                                                     # Google
    | \b(?:AKIA|ASIA)[A-Z0-9]{16}\b                                               # Amazon
    | \beyJ[A-Za-z0-9_\-]{10,}\.[A-Za-z0-9_\-]{10,}\.[A-Za-z0-9_\-]*              # JSON web tokens
    | (?<=[Bb]earer[ ])(?=[A-Za-z0-9._~+/=\-]*[0-9])[A-Za-z0-9._~+/=\-]{16,}      # the header, but no `bearer of news`
    | (?<=[?&]key=)[A-Za-z0-9._~\-]{16,}                                          # Google's URLs
    | (?<=://)[^\s/@"'\\]+(?=@)                                                   # user and password in a URL
    """,
    re.VERBOSE,
)

# What may become one of these as more characters come: the beginning of a key, up to the end of the text.
_MARKS: Final = (*_HEADS, "AIza", "AKIA", "ASIA", "eyJ")
_INTRODUCTIONS: Final = ("Bearer ", "bearer ", "?key=", "&key=", "://")


def _beginnings(texts: tuple[str, ...]) -> str:
    """Return the pattern of every beginning of `texts` that is shorter than the whole."""
    shorter = {text[:length] for text in texts for length in range(1, len(text))}
    return "|".join(map(re.escape, sorted(shorter, key=len, reverse=True)))


def _whole(texts: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, texts))


_MAY_BECOME_A_KEY: Final = re.compile(
    rf"""(?<![A-Za-z0-9])(?:{_beginnings(_MARKS)})\Z
    |(?<![A-Za-z0-9])(?:{_whole(_MARKS)})[A-Za-z0-9_\-*.]*\Z
    |(?:{_beginnings(_INTRODUCTIONS)})\Z
    |(?:{_whole(("Bearer ", "bearer ", "?key=", "&key="))})[A-Za-z0-9._~+/=\-]*\Z
    |://[^\s/@"'\\]*\Z""".replace("\n    ", "")
)
_UNFINISHED: Final = re.compile(rf"(?<![A-Za-z0-9])(?:{_whole(_MARKS)})[A-Za-z0-9_\-*.]+\Z")
"""A text that ends within a key, since a server or the limit of tokens cut it off."""

_known: set[str] = set()
_known_pattern: re.Pattern[str] | None = None


def remember_secret(secret: str | None) -> None:
    """Let `redact` know a key that is in use."""
    global _known_pattern
    if not secret or len(secret) < SHORTEST_SECRET or secret in _known:
        return
    escaped = json.dumps(secret)[1:-1]
    in_urls, in_json = {quote(secret), quote(secret, safe="")}, {escaped, escaped.replace("/", r"\/")}
    _known.update({secret, html.escape(secret)} | in_urls | in_json)
    longest_first = sorted(_known, key=len, reverse=True)
    whole = map(re.escape, longest_first)
    masked: dict[str, set[str]] = {}
    for secret in sorted(_known):
        if len(secret) > _TELLING:
            masked.setdefault(secret[:_TELLING], set()).update({*secret} - {*_BETWEEN})
    _known_pattern = re.compile("|".join([*whole, *(_masked(start, marks) for start, marks in masked.items())]))


def _masked(start: str, marks: set[str]) -> str:
    """Return the pattern of the first characters of a key, with what may be left of the others: its own marks, too."""
    own = "".join(re.escape(mark) for mark in sorted(marks) if not mark.isalnum())
    return rf"{re.escape(start)}[\w\-*.+/=%{own}]*"


_SECRET_VARIABLE: Final = re.compile(r"(?:KEY|KEY_ID|TOKEN|SECRET|PASSWORD)$", re.IGNORECASE)


def remember_environment() -> None:
    """Let `redact` know the secrets in the environment, for providers that read them from there by themselves."""
    for name, value in os.environ.items():
        if _SECRET_VARIABLE.search(name) and len(value) >= _ENVIRONMENT_SECRET and "://" not in value:
            remember_secret(value)


def remember_credentials(url: str) -> str | None:
    """Let `redact` know the user and password of a URL; return them encoded for basic authentication, None if none."""
    user, at, _ = urlsplit(url).netloc.rpartition("@")
    if not at:
        return None
    basic = base64.b64encode(unquote(user).encode()).decode()
    for secret in (unquote(user.partition(":")[2]), user, basic):
        remember_secret(secret)
    return basic


def redact(text: str) -> str:
    """Return `text` without keys.

    >>> redact("Incorrect API key provided: sk-proj-0123456789abcdef")
    'Incorrect API key provided: [redacted]'
    """
    text = _without_keys(text)
    unfinished = _UNFINISHED.search(text, max(0, len(text) - LONGEST_KEY))
    start = len(text) - _known_beginning(text)
    start = start if len(text) - start >= SHORTEST_SECRET else len(text)
    start = min(start, unfinished.start()) if unfinished else start
    return text if start == len(text) else text[:start] + REDACTED


def _without_keys(text: str) -> str:
    for pattern in _patterns():
        text = pattern.sub(REDACTED, text)
    return text


def _patterns() -> tuple[re.Pattern[str], ...]:
    return (_HEADED, _LOOKS_LIKE_A_KEY) if _known_pattern is None else (_known_pattern, _HEADED, _LOOKS_LIKE_A_KEY)


class RedactedStream:
    """Passes on pieces of text without keys, and holds back what may be the beginning of one."""

    def __init__(self, sink: Callable[[str], None]) -> None:
        self._sink = sink
        self._held = ""
        self._last = ""
        """The character before what is held: it tells whether a word begins there."""

    def feed(self, piece: str) -> None:
        """Take the next piece."""
        text = self._last + self._held + piece
        settled = max(len(self._last), _settled(text))
        self._pass_on(_without_keys(text[:settled]))
        self._last, self._held = text[:settled][-1:], _shortened(text[settled:])

    def finish(self) -> None:
        """Pass on what was held back, at the end of the text."""
        self._pass_on(redact(self._last + self._held))
        self._last = self._held = ""

    def _pass_on(self, text: str) -> None:
        if text := text[len(self._last) :]:
            self._sink(text)


# Keys are looked for in the raw text: once a part of one is taken out, the rest no longer looks like a key.
def _settled(text: str) -> int:
    """Return how many characters at the start of `text` no key reaches, whatever comes next."""
    unfinished = _MAY_BECOME_A_KEY.search(text, max(0, len(text) - LONGEST_KEY - 1))
    settled = min(unfinished.start() if unfinished else len(text), len(text) - _known_beginning(text))
    matches = [match.span() for pattern in _patterns() for match in pattern.finditer(text)]
    for start, end in sorted(matches, reverse=True):
        if start < settled < end or (end == len(text) and start < settled):
            settled = start
    return settled


def _shortened(held: str) -> str:
    """Return what is held back; of a key without an end only as much as still tells that it is one."""
    return held[:_ENOUGH_OF_A_KEY] if len(held) > LONGEST_KEY else held


def _known_beginning(text: str) -> int:
    """Return how many characters at the end of `text` could be the beginning of a key in use."""
    longest = max((len(secret) for secret in _known), default=1) - 1
    ends = range(min(longest, len(text)), 0, -1)
    return next((end for end in ends if any(secret.startswith(text[-end:]) for secret in _known)), 0)


class RedactingFilter(logging.Filter):
    """Removes keys from log records before any handler sees them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact the message and the traceback of `record`, and let it pass."""
        record.msg, record.args = redact(record.getMessage()), None
        if record.exc_info:
            record.exc_text = redact(logging.Formatter().formatException(record.exc_info))
            record.exc_info = None
        return True
