"""Keys are taken out of every text, and words of the game stay in."""

import base64
import io
import logging
import string
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from codenames_agents.providers import redaction
from codenames_agents.providers.redaction import (
    RedactedStream,
    RedactingFilter,
    redact,
    remember_credentials,
    remember_environment,
    remember_secret,
)
from codenames_core.support.addresses import without_credentials

KEY = 'a quite "odd"/key+1'


LETTERS = string.ascii_letters + string.digits


def forget_secrets() -> None:
    redaction._known.clear()
    redaction._known_pattern = None


@pytest.fixture(autouse=True)
def nothing_is_known_yet() -> Iterator[None]:
    forget_secrets()
    yield
    forget_secrets()


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


def body(characters: str, least: int, most: int) -> st.SearchStrategy[str]:
    return st.text(characters, min_size=least, max_size=most)


KEYS_OF_A_SHAPE = st.one_of(
    *(
        body(f"{LETTERS}_-", 12, 160).map(head.__add__)
        for head in ("sk-", "sk-proj-", "sk-ant-api03-", "sk-or-v1-", "gsk_", "xai-", "hf_", "pplx-", "r8_", "nvapi-")
    ),
    body(f"{LETTERS}_-", 33, 40).map("AIza".__add__),
    body(string.ascii_uppercase + string.digits, 16, 16).map("AKIA".__add__),
    st.tuples(*(body(f"{LETTERS}_-", 12, 80) for _ in range(3))).map(lambda parts: f"eyJ{'.'.join(parts)}"),
)
"""The provider's own pattern tells them: no variable of the environment has them."""

KEYS_OF_NO_SHAPE = body(f"{LETTERS}/+=_-:.", 16, 64).filter(lambda key: len(set(key)) > 8)


@st.composite
def texts_with_a_key(draw: st.DrawFn) -> tuple[str, str, list[int]]:
    """Return a key, a text that quotes it, and where the text is cut."""
    if draw(st.booleans()):
        key = draw(KEYS_OF_NO_SHAPE)
        remember_secret(key)
    else:
        key = draw(KEYS_OF_A_SHAPE)
    before = draw(
        st.sampled_from(["", "Your key is ", "REASONING: my task, ", "Bearer ", '{"key": "', "https://h/?key=", "("])
    )
    after = draw(st.sampled_from(["", " . Bye", "\n", '"}', "\nCLUE: OCEAN 2", ")"]))
    text = before + key + after
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=20))
    if draw(st.booleans()):
        size = draw(st.integers(1, 20))
        cuts = list(range(0, len(text), size))
    return key, text, sorted({0, len(text), *cuts})


def streamed(text: str, cuts: list[int]) -> str:
    heard: list[str] = []
    stream = RedactedStream(heard.append)
    for begin, end in pairwise(cuts):
        stream.feed(text[begin:end])
    stream.finish()
    return "".join(heard)


def shown_of(key: str, text: str) -> int:
    """Return how many characters in a row of `key` are in `text`."""
    return max(
        (n for n in range(1, len(key) + 1) for i in range(len(key) - n + 1) if key[i : i + n] in text), default=0
    )


@given(texts_with_a_key())
@example(("sk-FAKEKEY0123456789abcdef", "Your key is sk-FAKEKEY0123456789abcdef. Bye", [*range(0, 44, 5), 43]))
def test_a_key_in_whatever_pieces_is_shown_nowhere(case: tuple[str, str, list[int]]) -> None:
    key, text, cuts = case
    around = text.replace(key, "\0")
    for shown in (streamed(text, cuts), redact(text)):
        assert shown_of(key, shown) <= max(3, shown_of(key, around))
        assert "[redacted]" in shown
    forget_secrets()


@given(texts_with_a_key(), st.data())
def test_a_key_is_not_shown_where_an_answer_breaks_off_within_it(
    case: tuple[str, str, list[int]], data: st.DataObject
) -> None:
    key, text, cuts = case
    end = text.index(key) + data.draw(st.integers(6, len(key)))
    begun = text[:end]
    for shown in (streamed(begun, [cut for cut in cuts if cut < end] + [end]), redact(begun)):
        assert shown_of(key, shown) <= max(6, shown_of(key, text.replace(key, "\0")))
    forget_secrets()


@given(st.lists(st.text("sk-pAIzaeyJ Bearer://?&=x1", max_size=6), max_size=12))
def test_what_is_streamed_is_what_is_kept(pieces: list[str]) -> None:
    remember_secret("spare-key-of-a-person")
    heard: list[str] = []
    stream = RedactedStream(heard.append)
    for piece in pieces:
        stream.feed(piece)
    stream.finish()
    assert "".join(heard) == redact("".join(pieces))


@pytest.mark.parametrize("opening", ["sk-", "spare-key-of-a-person", "Bearer 1", "://", "eyJ"])
def test_a_key_without_an_end_is_not_kept_waiting_for(opening: str) -> None:
    remember_secret("spare-key-of-a-person")
    heard: list[str] = []
    stream = RedactedStream(heard.append)
    stream.feed(opening)
    for _ in range(200):
        stream.feed("a" * 100)
        assert len(stream._held) <= redaction.LONGEST_KEY
    stream.finish()
    assert "".join(heard).startswith("[redacted]" if opening.startswith("s") else opening[:1])


def test_the_environment_tells_the_keys_that_a_provider_reads_there_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    value = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", value)
    monkeypatch.setenv("SOME_TOKEN", "short")
    monkeypatch.setenv("LANGUAGE_OF_THE_GAME", "a word of sixteen letters")
    remember_environment()
    assert redact(f"<{value}> short, a word of sixteen letters") == "<[redacted]> short, a word of sixteen letters"


def test_a_key_in_use_is_told_by_its_first_characters() -> None:
    remember_secret("a-key-of-no-known-shape")
    assert redact("no a-key-of-no-k*******ape here") == "no [redacted] here"


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
