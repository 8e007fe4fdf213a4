"""Keys are taken out of every text, and words of the game stay in."""

import base64
import io
import logging

import pytest

from codenames_agents.providers import redaction
from codenames_agents.providers.redaction import (
    RedactedStream,
    RedactingFilter,
    redact,
    remember_credentials,
    remember_secret,
)
from codenames_core.support.addresses import without_credentials

KEY = 'a quite "odd"/key+1'


@pytest.fixture(autouse=True)
def nothing_is_known_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "_known", set())
    monkeypatch.setattr(redaction, "_known_pattern", None)


@pytest.mark.parametrize(
    "text",
    [
        "sk-proj-abcDEF0123456789",
        "sk-ant-api03-0123456789",
        "Incorrect key: sk-abcde***************wxyz.",
        "gsk_0123456789abcdef0123",
        "AIzaSyA-0123456789abcdefghijklmnopqrstu",
        "AKIAIOSFODNN7EXAMPLE",
        "Authorization: Bearer abcdef0123456789abcdef",
        "https://host/v1beta/models/x:generate?key=abcdef0123456789abc",
        "http://someone:password@host/v1",
    ],
)
def test_what_looks_like_a_key_is_taken_out(text: str) -> None:
    redacted = redact(text)
    assert "[redacted]" in redacted
    assert not any(part in redacted for part in ("0123456789", "wxyz", "IOSFODNN7", "password"))


@pytest.mark.parametrize(
    "text",
    [
        "CLUE: OCEAN 2",
        "The bearer of news: Bearer acknowledgements",
        "task-force, risk-averse, desk-bound",
        "key=value, http://example.com/path?key=short",
        "SK-8 skateboard",
    ],
)
def test_words_of_a_game_stay(text: str) -> None:
    assert redact(text) == text


def test_a_key_in_use_is_known_in_every_form_in_which_servers_send_it_back() -> None:
    remember_secret(KEY)
    for form in (KEY, "a%20quite%20%22odd%22%2Fkey%2B1", r"a quite \"odd\"/key+1"):
        assert redact(f"<{form}>") == "<[redacted]>"


def test_a_placeholder_is_no_secret() -> None:
    remember_secret("none")
    remember_secret("")
    remember_secret(None)
    assert redact("none") == "none"


def test_credentials_in_a_url_are_known_and_not_shown() -> None:
    url = "http://ann:open%20sesame@127.0.0.1:9/v1?token=1#x"
    remember_credentials(url)
    assert without_credentials(url) == "http://127.0.0.1:9/v1"
    header = base64.b64encode(b"ann:open sesame").decode()
    assert redact(f"open sesame {header} {url}").count("[redacted]") == 3


def test_a_key_that_comes_in_pieces_is_never_passed_on() -> None:
    remember_secret("planted-key")
    heard: list[str] = []
    stream = RedactedStream(heard.append)
    for piece in ("my ", "plan", "ted", "-key", " is plain"):
        stream.feed(piece)
    stream.finish()
    assert "".join(heard) == "my [redacted] is plain"


def test_what_only_begins_like_a_key_is_passed_on_late_but_whole() -> None:
    remember_secret("planted-key")
    heard: list[str] = []
    stream = RedactedStream(heard.append)
    stream.feed("my plant")
    assert heard == ["my "]
    stream.finish()
    assert heard == ["my ", "plant"]


def test_logs_hold_no_key_not_even_in_a_traceback() -> None:
    remember_secret("planted-key")
    log = io.StringIO()
    logger = logging.Logger("test")
    logger.addHandler(logging.StreamHandler(log))
    logger.addFilter(RedactingFilter())
    try:
        raise ValueError("no planted-key")
    except ValueError:
        logger.exception("key %s", "planted-key")
    assert "planted" not in log.getvalue()
    assert "key [redacted]" in log.getvalue()
    assert "ValueError: no [redacted]" in log.getvalue()
