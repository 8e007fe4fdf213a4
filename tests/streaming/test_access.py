"""Who may follow: addresses, tokens, and requests that pages of other sites make."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_core.support.errors import InputError
from codenames_core.watch.broadcast import Audience
from codenames_tui.streaming.addresses import Address, is_loopback, listen, parse_address
from codenames_tui.streaming.cross_site_requests import why_refused
from codenames_tui.streaming.tokens import Tokens, read_secrets

SECRET = "a-secret-of-16-signs"  # noqa: S105


def written(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "token"
    path.write_text(text, "utf-8")
    path.chmod(mode)
    return path


def test_a_token_file_holds_the_spymasters_token_and_perhaps_one_for_the_public_view(tmp_path: Path) -> None:
    assert read_secrets(written(tmp_path, f"{SECRET}\n")) == (SECRET,)
    assert read_secrets(written(tmp_path, f"{SECRET}\n{SECRET[::-1]}\n")) == (SECRET, SECRET[::-1])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "0 tokens"),
        ("short", "token 1: at least 16"),
        (f"{SECRET}\nshort", "token 2: at least 16"),
        ("ü" * 20, "token 1: at least 16 ASCII"),
        (f"{SECRET} " * 3, "3 tokens"),
    ],
)
def test_a_token_that_could_be_guessed_is_refused_and_never_shown(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as refused:
        read_secrets(written(tmp_path, text))
    assert SECRET not in str(refused.value)


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes here")
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o602])
def test_a_token_that_others_can_read_is_none(tmp_path: Path, mode: int) -> None:
    with pytest.raises(InputError, match="chmod 600"):
        read_secrets(written(tmp_path, SECRET, mode))


def test_each_token_opens_what_it_is_for() -> None:
    tokens = Tokens.of(SECRET, "guests")
    opened = {
        (given, audience): tokens.open(given, audience) for given in (SECRET, "guests", "") for audience in Audience
    }
    assert [pair for pair, is_open in opened.items() if is_open] == [
        (SECRET, Audience.PUBLIC),
        (SECRET, Audience.SPYMASTER),
        ("guests", Audience.PUBLIC),
    ]
    assert not Tokens.of(SECRET).open("", Audience.PUBLIC)
    assert SECRET not in repr(tokens)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [("127.0.0.1:8765", "127.0.0.1", 8765), ("localhost:0", "localhost", 0), ("[::1]:1", "::1", 1)],
)
def test_an_address_is_a_host_and_a_port(text: str, host: str, port: int) -> None:
    address = parse_address(text)
    assert address == Address(host, port)
    assert parse_address(address.url().removeprefix("http://").rstrip("/")) == address


@pytest.mark.parametrize("text", ["", "8765", ":8765", "host:", "host:65536", "host:-1", "host:٣", "a b\x1b[2J:1"])
def test_what_is_no_address_is_named(text: str) -> None:
    with pytest.raises(InputError, match="HOST:PORT is needed"):
        parse_address(text)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104
def test_others_are_served_only_where_a_token_guards_the_stream(host: str) -> None:
    with pytest.raises(InputError, match="give --token-file"):
        listen(Address(host, 0), guarded=False)
    listen(Address(host, 0), guarded=True).close()


def test_an_address_that_is_taken_says_so() -> None:
    with listen(Address("127.0.0.1", 0), guarded=False) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"127.0.0.1:{port}: Address already in use"):
            listen(Address("127.0.0.1", port), guarded=False)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("0.0.0.0", False), ("10.0.0.1", False), ("x", False)],  # noqa: S104
)
def test_loopback_is_what_only_this_machine_reaches(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "localhost:8765"},
        {"Host": "127.0.0.1:9999"},  # through a tunnel the port is another
        {"Host": "[::1]:8765"},
        {"Host": "games.example"},
        {"Host": "localhost:1", "Origin": "http://localhost:1", "Sec-Fetch-Site": "same-origin"},
        {"Host": "localhost:1", "Sec-Fetch-Site": "none"},
        {  # a person follows a link, and the page that has the link sees nothing
            "Host": "localhost:1",
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
        },
    ],
)
def test_requests_of_this_machine_and_of_the_name_that_was_given_are_answered(headers: dict[str, str]) -> None:
    assert why_refused(headers, "games.example") is None


MALFORMED = (
    "127.0.0.1:8765.evil.com",
    "evil.com@127.0.0.1:8765",
    "127.0.0.1:8765, evil.com",
    "127.0.0.1/evil.com",
    "127.0.0.1?evil.com",
    "127.0.0.1#evil.com",
    "127.0.0.1\\evil.com",
    "127.0.0.1:",
    "127.0.0.1:٣",
    "127.0.0.1:8765\n",
    " 127.0.0.1",
    "[::1]evil.com",
    "[::1]:1.evil.com",
    "[127.0.0.1",
    "[localhost]",
)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Host": ""},
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "localhost@evil.example"},
        {"Host": "["},
        *({"Host": host} for host in MALFORMED),
        {"Host": "localhost:1", "Origin": "ftp://localhost:1"},
        {"Host": "localhost:1", "Origin": "http://localhost:1/"},
        {"Host": "localhost:1", "Origin": "http://evil.example"},
        {"Host": "localhost:1", "Origin": "null"},
        {"Host": "localhost:1", "Origin": "http://["},
        {"Host": "localhost:1", "Origin": "http://1[26.:"},
        {"Host": "localhost:1", "Origin": "http://localhost:2"},
        {"Host": "localhost:1", "Sec-Fetch-Site": "cross-site"},
        {"Host": "localhost:1", "Sec-Fetch-Site": "same-site"},
        {
            "Host": "localhost:1",
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "iframe",
        },
    ],
)
def test_requests_that_a_page_of_another_site_could_make_are_refused(headers: dict[str, str]) -> None:
    assert why_refused(headers, "127.0.0.1") is not None


@given(
    st.sampled_from(["127.0.0.1", "localhost", "[::1]", "127.0.0.1:8765"]),
    st.text("a0.:@,/?#\\[]%; \t\né"),
    st.sampled_from("@,/?#\\%; \t\né"),
    st.text("a0.:@,/?#\\[]%; \t\né"),
)
def test_a_sign_that_no_host_has_shuts_out_whoever_writes_it(ours: str, before: str, sign: str, behind: str) -> None:
    for written in (f"{ours}{before}{sign}{behind}", f"{before}{sign}{behind}{ours}"):
        assert why_refused({"Host": written}, "127.0.0.1") is not None
