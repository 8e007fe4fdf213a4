"""A table by SSH, as docs/ssh.md says: each connection is led into the lobby, to a seat of its own, and nowhere else.

python -m pytest -m sshd
"""

import contextlib
import getpass
import os
import re
import shlex
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.streaming.sshd import Host, host
from tests.table.host_processes import invitations_of, started
from tests.table.terminal_people import TerminalPerson
from tests.tmux import Terminal

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Seat

pytestmark = pytest.mark.sshd
ROOT = Path(__file__).parents[2]


@pytest.fixture
def machine(tmp_path: Path, home: Path) -> Iterator[Host]:
    with host(tmp_path) as machine:
        yield machine


@pytest.fixture
def table(machine: Host) -> Iterator["subprocess.Popen[str]"]:
    """A table, into whose lobby everybody is led who connects."""
    game = ("--listen", "127.0.0.1:0", "--seed", "7", "--max-turns", "1", "--out", "game.json")
    with started(machine.folder, *game) as process:
        try:
            invitation = machine.folder / "invitation"
            invitation.write_text(invitations_of(process)["any free seat"], "utf-8")
            machine.serve_block(recipe(machine, invitation))
            yield process
        finally:
            process.kill()


def recipe(machine: Host, invitation: Path) -> str:
    """The block of docs/ssh.md for the user who runs this test, with the app and the invitation of this machine."""
    block = re.search(r"```text\n(Match User play\n.*?)```", (ROOT / "docs/ssh.md").read_text("utf-8"), re.DOTALL)
    assert block is not None
    forced = "ForceCommand codenames-tui join --invitation-file /etc/codenames/table\n"
    assert forced in block[1]
    here = block[1].replace("Match User play", f"Match User {getpass.getuser()}")
    return here.replace(forced, f"ForceCommand {machine.app(f'join --invitation-file {invitation}')}\n")


def ssh(machine: Host, program: str, *more: str) -> list[str]:
    """A command line of a guest, who has a key and nothing else."""
    known = f"UserKnownHostsFile={machine.folder / 'known'}"
    options = ["-o", "StrictHostKeyChecking=accept-new", "-o", known, "-o", "IdentitiesOnly=yes", "-F", "none"]
    port = "-p" if program == "ssh" else "-P"
    return [program, "-q", *options, "-i", str(machine.folder / "guest"), port, str(machine.port), *more]


@pytest.fixture
def connect(machine: Host) -> Iterator[Callable[[], Terminal]]:
    """Opens a terminal in which somebody connects."""
    terminals = []

    def connected() -> Terminal:
        terminal = Terminal(machine.folder, {**os.environ, "TERM": "xterm-256color"})
        terminals.append(terminal)
        terminal.start(80, 24, shlex.join(ssh(machine, "ssh", "127.0.0.1")))
        return terminal

    yield connected
    for terminal in terminals:
        terminal.end()


def line_with(seen: str, *texts: str) -> bool:
    return any(all(text in line for text in texts) for line in seen.splitlines())


def test_two_connections_are_two_seats_and_play_a_turn(
    table: "subprocess.Popen[str]", machine: Host, connect: Callable[[], Terminal]
) -> None:
    ann, bob = connect(), connect()
    ann.wait_for(lambda seen: line_with(seen, "red cluer", "free"))
    ann.press("Enter")
    ann.wait_for(lambda seen: line_with(seen, "red cluer", "you"))
    bob.wait_for(lambda seen: line_with(seen, "red cluer", "person 1"))
    bob.press("Down", "Enter")
    bob.wait_for(lambda seen: line_with(seen, "red guesser 1", "you"))
    ann.press("F4")
    bob.press("F4")
    people = [TerminalPerson(terminal) for terminal in (ann, bob)]
    deadline = time.monotonic() + PATIENCE
    seen = [""]
    while not all("GAME OVER" in one for one in seen):
        assert time.monotonic() < deadline, seen
        time.sleep(0.2)
        seen = [person.play_on() for person in people]
    assert table.wait(PATIENCE) == 0
    record = EpisodeRecord.load(machine.folder / "game.json")
    played = {trace.seat for trace in record.decisions() if trace.is_human}
    assert played == {Seat.RED_CLUER, Seat.RED_GUESSER_1}


@pytest.mark.parametrize(
    ("program", "more"),
    [
        ("ssh", ["127.0.0.1", "sh -c 'echo PWNED; cat'"]),
        ("ssh", ["-tt", "127.0.0.1", "sh -c 'echo PWNED; cat'"]),
        ("ssh", ["-s", "127.0.0.1", "sftp"]),
        ("scp", ["127.0.0.1:secret", "stolen"]),
        ("scp", ["-O", "127.0.0.1:secret", "stolen"]),
        ("scp", ["brought", "127.0.0.1:brought-here"]),
        ("scp", ["-O", "brought", "127.0.0.1:brought-here"]),
        ("sftp", ["127.0.0.1:secret", "stolen"]),
    ],
    ids=" ".join,
)
def test_what_a_guest_asks_ssh_to_run_or_copy_is_not_done(
    table: "subprocess.Popen[str]", machine: Host, program: str, more: list[str]
) -> None:
    for name in ("secret", "brought"):
        machine.folder.joinpath(name).write_text("PWNED", "ascii")
    with subprocess.Popen(
        ssh(machine, program, *(one.replace(":", f":{machine.folder}/") for one in more)),
        cwd=machine.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as asking:
        if "-tt" in more:  # leads into the lobby, whose keys lead out again
            assert asking.stdout is not None
            said = b""
            while b"red cluer" not in said:
                said += (read := os.read(asking.stdout.fileno(), 65_536))
                assert read, said
            asking.stdin.write(b"q")  # type: ignore[union-attr]
            asking.stdin.flush()  # type: ignore[union-attr]
            said += asking.stdout.read()
        else:
            said, _ = asking.communicate(timeout=PATIENCE)
    assert asking.returncode == (0 if "-tt" in more else asking.returncode or 1)
    assert b"PWNED" not in said
    assert not machine.folder.joinpath("stolen").exists()
    assert not machine.folder.joinpath("brought-here").exists()


@pytest.mark.parametrize("forward", ["-L", "-R", "-D"])
def test_nothing_is_forwarded(table: "subprocess.Popen[str]", machine: Host, forward: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    what = f"127.0.0.1:{port}" + ("" if forward == "-D" else f":127.0.0.1:{machine.port}")
    command = ssh(machine, "ssh", "-N", "-o", "ExitOnForwardFailure=yes", forward, what, "127.0.0.1")
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as asking:
        try:
            if forward == "-R":  # what the host listens on is refused when it is asked for
                assert asking.wait(PATIENCE) == 255
            else:
                assert through(port, socks=(machine.port if forward == "-D" else 0)) == b""
        finally:
            asking.kill()


def through(port: int, socks: int) -> bytes:
    """What is heard behind a port of this machine that leads through ssh, once there is one."""
    deadline = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < deadline
        with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)) as line:
            if socks:
                line.sendall(b"\x05\x01\x00")
                line.recv(2)
                line.sendall(b"\x05\x01\x00\x01\x7f\x00\x00\x01" + socks.to_bytes(2, "big"))
            try:
                heard = line.recv(100)
            except ConnectionError:
                return b""
            return b"" if heard.startswith(b"\x05") and heard[1] else heard  # SOCKS says why it is refused
        time.sleep(0.05)
