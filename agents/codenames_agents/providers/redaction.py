"""Keeps keys out of everything that is written: traces, logs, errors, cassettes, screens.

`redact` removes the keys in use, in all forms in which servers send them back, and whatever looks like a key. The
patterns are narrow, since answers pass through them too: no word of a game looks like a key.
"""

import base64
import json
import logging
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import quote, unquote, urlsplit

REDACTED: Final = "[redacted]"
SHORTEST_SECRET: Final = 6
"""Characters; a shorter key is a placeholder such as `none`, which ordinary words may contain."""

_LOOKS_LIKE_A_KEY: Final = re.compile(
    r"""
    \b(?:sk|pk|rk|gsk|xai|hf|r8|csk|pplx|nvapi|ghp|tgp)[-_][A-Za-z0-9_\-*.]{12,}   # as the big providers begin theirs
    | \bAIza[A-Za-z0-9_\-]{30,}                                                   # Google
    | \b(?:AKIA|ASIA)[A-Z0-9]{16}\b                                               # Amazon
    | \beyJ[A-Za-z0-9_\-]{10,}\.[A-Za-z0-9_\-]{10,}\.[A-Za-z0-9_\-]*              # JSON web tokens
    | (?<=[Bb]earer[ ])(?=[A-Za-z0-9._~+/=\-]*[0-9])[A-Za-z0-9._~+/=\-]{16,}      # the header, but no `bearer of news`
    | (?<=[?&]key=)[A-Za-z0-9._~\-]{16,}                                          # Google's URLs
    | (?<=://)[^\s/@"'\\]+(?=@)                                                   # user and password in a URL
    """,
    re.VERBOSE,
)

_known: set[str] = set()
_known_pattern: re.Pattern[str] | None = None


def remember_secret(secret: str | None) -> None:
    """Let `redact` know a key that is in use."""
    global _known_pattern
    if not secret or len(secret) < SHORTEST_SECRET or secret in _known:
        return
    _known.update({secret, quote(secret, safe=""), json.dumps(secret)[1:-1]})
    _known_pattern = re.compile("|".join(map(re.escape, sorted(_known, key=len, reverse=True))))


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
    if _known_pattern is not None:
        text = _known_pattern.sub(REDACTED, text)
    return _LOOKS_LIKE_A_KEY.sub(REDACTED, text)


class RedactedStream:
    """Passes on pieces of text, and holds back what may be the beginning of a key in use."""

    def __init__(self, sink: Callable[[str], None]) -> None:
        self._sink = sink
        self._held = ""

    def feed(self, piece: str) -> None:
        """Take the next piece."""
        text = redact(self._held + piece)
        held = _start_of_a_key(text)
        self._held = text[len(text) - held :]
        self._pass_on(text[: len(text) - held])

    def finish(self) -> None:
        """Pass on what was held back, at the end of the text."""
        self._pass_on(self._held)
        self._held = ""

    def _pass_on(self, text: str) -> None:
        if text:
            self._sink(text)


def _start_of_a_key(text: str) -> int:
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
