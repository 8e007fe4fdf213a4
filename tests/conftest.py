"""What holds for every test: no home directory is touched, no key is seen, nothing leaves the machine.

Programs that a test starts inherit the environment, but not the guard of the network.
"""

import contextlib
import faulthandler
import gc
import ipaddress
import os
import socket
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# A slow machine is no bug of the code under test. `--hypothesis-profile thorough` looks longer, `brief` hardly at all:
# it is for a second Python, where the question is no longer whether the laws hold. Every run draws new examples.
settings.register_profile("patient", parent=settings(), deadline=None, max_examples=10)
settings.register_profile("thorough", parent=settings(), deadline=None, max_examples=200)
settings.register_profile("brief", parent=settings(), deadline=None, max_examples=3)
settings.load_profile("patient")


WORKER_BYTES = 1 << 30
"""What a worker of pytest-xdist grows to, with every package and a hundred screens in it."""


def pytest_xdist_auto_num_workers() -> int:
    """As many processes as cores, and one more where memory allows: half of the time tests wait for other processes."""
    return max(1, min((os.cpu_count() or 1) + 1, available_bytes() // WORKER_BYTES))


def available_bytes() -> int:
    """The memory that programs can have now; where the system does not tell, all that is built in, or plenty."""
    with contextlib.suppress(OSError, StopIteration):
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    with contextlib.suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 64 * WORKER_BYTES


def pytest_collection_finish() -> None:
    """Leave packages and tests to the end: looking through them for garbage took a fifth of the time of the tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


SECRETS = ("_API_KEY", "_API_BASE", "_TOKEN", "_SECRET_ACCESS_KEY")
APPEARANCE = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "SSH_CONNECTION", "SSH_TTY")


@pytest.fixture(scope="session")
def empty_homes() -> list[Path]:
    """Homes that tests have left as they found them."""
    return []


@pytest.fixture(scope="session")
def fonts_of_matplotlib(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where matplotlib keeps its list of fonts: to make it takes each process a second that finds none."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "matplotlib"


@pytest.fixture(autouse=True)
def home(
    empty_homes: list[Path],
    fonts_of_matplotlib: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Path]:
    """An empty home directory, where `Path.home()`, the XDG folders and so platformdirs lead.

    Few tests write into theirs. The others pass it on: to make a folder beside thousands of others takes long.
    """
    home = empty_homes.pop() if empty_homes else tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("MPLCONFIGDIR", str(fonts_of_matplotlib))
    for kind in ("CONFIG_HOME", "DATA_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"):
        monkeypatch.setenv(f"XDG_{kind}", str(home / kind.lower()))
    yield home
    with contextlib.suppress(OSError):  # it may be gone, or reading it still refused for a test
        if not os.listdir(home):
            empty_homes.append(home)


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No provider's key, no setting of the app, no wish about colour or size from the shell that runs the tests."""
    for name in list(os.environ):
        if name.startswith("CODENAMES_TUI_") or name.endswith(SECRETS) or name in APPEARANCE:
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking up or connecting to anything beyond this machine fails the test, whatever the code under test catches."""
    connect = socket.socket.connect
    getaddrinfo = socket.getaddrinfo

    def connect_on_this_machine(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            refuse_beyond_this_machine(address[0])
        connect(self, address)

    def look_up_on_this_machine(host: Any, *args: Any, **options: Any) -> Any:
        refuse_beyond_this_machine(host)
        return getaddrinfo(host, *args, **options)

    monkeypatch.setattr(socket.socket, "connect", connect_on_this_machine)
    monkeypatch.setattr(socket, "getaddrinfo", look_up_on_this_machine)


def refuse_beyond_this_machine(host: str | bytes | None) -> None:
    """Fails the test, unless the host is this machine."""
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        pytest.fail(f"a test may not look up {name!r}: it is not this machine")
    if not (address.is_loopback or address.is_unspecified):
        pytest.fail(f"a test may not connect to {name!r}: it is not this machine")


@pytest.fixture(scope="module")
def litellm_is_loaded() -> None:
    """Nothing that litellm says while it is imported fails a test that only uses it."""
    from codenames_agents.providers.transports.litellm_transport import load_litellm

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        load_litellm()


@pytest.fixture
def own_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test inherits the provider of the process from another."""
    monkeypatch.setattr("codenames_agents.providers.provider._shared", None)


@pytest.fixture
def nothing_hangs() -> Iterator[None]:
    """A test that waits for ever says where, instead of holding up the suite.

    On a busy machine some tests take a minute; what takes ten hangs.
    """
    faulthandler.dump_traceback_later(600, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()
