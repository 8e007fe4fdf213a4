"""A real sshd on loopback with the recipe of docs/ssh.md, and a terminal at the other end of its connection."""

import contextlib
import fcntl
import os
import pty
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
SSHD = shutil.which("sshd") or next((path for path in ("/usr/sbin/sshd",) if os.access(path, os.X_OK)), None)
TMUX_CONF = (ROOT / "docs/tmux.conf").read_text("utf-8") if (ROOT / "docs/tmux.conf").exists() else ""


class Session:
    """A terminal of a given size that is connected by ssh."""

    def __init__(self, command: list[str], width: int, height: int, environment: dict[str, str]) -> None:
        self.process, self._terminal = _in_terminal(command, width, height, environment)
        self.seen = b""
        """Everything that was sent to this terminal."""

    def resize(self, width: int, height: int) -> None:
        """Change the size, as a person does who drags the corner of a window."""
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def press(self, keys: bytes) -> None:
        """Type."""
        os.write(self._terminal, keys)

    def read(self, seconds: float) -> bytes:
        """Return what comes until nothing has come for that long."""
        got = b""
        while select.select([self._terminal], [], [], seconds)[0]:
            try:
                data = os.read(self._terminal, 65_536)
            except OSError:  # the other end has gone
                break
            if not data:
                break
            got += data
        self.seen += got
        return got

    def first_bytes(self) -> bytes:
        """Return what comes first."""
        assert select.select([self._terminal], [], [], PATIENCE)[0]
        return os.read(self._terminal, 65_536)

    def wait_for(self, happened: Callable[[bytes], bool]) -> bytes:
        """Return what came until `happened`, which is given all of it."""
        deadline, got = time.monotonic() + PATIENCE, b""
        while not happened(got):
            assert time.monotonic() < deadline, got[-3_000:]
            got += self.read(0.05)
        return got

    def hang_up(self) -> None:
        """Lose the connection without a word."""
        if self._terminal >= 0:
            self.process.kill()
            self.process.wait()
            os.close(self._terminal)
            self._terminal = -1

    def ended(self) -> int:
        """Return the exit code, once the other end is done."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.seen[-2_000:]
            self.read(0.05)
        return self.process.returncode


def _in_terminal(
    command: list[str], width: int, height: int, environment: dict[str, str]
) -> tuple[subprocess.Popen[bytes], int]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    return process, ours


class Host:
    """A machine to which people connect and get the app, and nothing else."""

    def __init__(self, folder: Path, port: int, environment: dict[str, str]) -> None:
        self.folder, self.port = folder, port
        self.environment = environment
        self.tmux_socket = f"codenames-{uuid.uuid4().hex[:8]}"
        self.process: subprocess.Popen[bytes] | None = None
        self._sessions: list[Session] = []

    def app(self, arguments: str) -> str:
        """The command line that starts the app."""
        named = " ".join(f"{name}={value}" for name, value in self.environment.items())
        return f"env {named} {sys.executable} -m codenames_tui {arguments}"

    def in_tmux(self, arguments: str) -> str:
        """The same in a session that outlives connections."""
        conf = self.folder / "tmux.conf"
        conf.write_text(TMUX_CONF, "utf-8")
        return f"tmux -L {self.tmux_socket} -f {conf} new-session -A -s game '{self.app(arguments)}'"

    def serve(self, forced: str) -> None:
        """Run sshd with this as what everybody gets."""
        self.serve_block(f"""\
DisableForwarding yes
PermitUserRC no
ClientAliveInterval 15
ForceCommand {forced}
""")

    def serve_block(self, block: str) -> None:
        """Run sshd with these lines at the end of what it is told."""
        config = self.folder / "sshd_config"
        config.write_text(
            f"""\
Port {self.port}
ListenAddress 127.0.0.1
HostKey {self.folder / "host"}
AuthorizedKeysFile {self.folder / "guest.pub"}
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
Subsystem sftp internal-sftp
{block}""",
            "utf-8",
        )
        with (self.folder / "sshd.log").open("wb") as log:
            self.process = subprocess.Popen([str(SSHD), "-D", "-e", "-f", str(config)], stderr=log)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                pytest.skip(f"sshd does not start here: {(self.folder / 'sshd.log').read_text()[-300:]}")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)
        pytest.fail("sshd does not answer")

    def connect(self, width: int = 80, height: int = 24, term: str = "xterm-256color", said: str = "") -> Session:
        """Connect as a guest."""
        known = f"UserKnownHostsFile={self.folder / 'known'}"
        options = ["-o", "StrictHostKeyChecking=accept-new", "-o", known, "-o", "IdentitiesOnly=yes", "-F", "none"]
        command = ["ssh", "-tt", "-q", *options, "-i", str(self.folder / "guest"), "-p", str(self.port), "127.0.0.1"]
        session = Session([*command, *([said] if said else [])], width, height, {**os.environ, "TERM": term})
        self._sessions.append(session)
        return session

    def end(self) -> None:
        """Stop everything."""
        for session in self._sessions:
            session.hang_up()
        subprocess.run(["tmux", "-L", self.tmux_socket, "kill-server"], check=False, capture_output=True)
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)


@contextlib.contextmanager
def host(folder: Path) -> Iterator[Host]:
    """A machine to connect to; the test is skipped where there can be none."""
    for program in ("ssh", "ssh-keygen", "tmux"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    if SSHD is None:
        pytest.skip("sshd is not installed")
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)  # where sshd locks itself in; a service makes it
    for name in ("host", "guest"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if name.startswith("XDG_") or name == "HOME"}
    roots = os.pathsep.join(str(ROOT / part) for part in ("core", "agents", "metrics", "tui"))
    machine = Host(folder, port, {**kept, "PYTHONPATH": roots, "LANG": "C.UTF-8"})
    try:
        yield machine
    finally:
        machine.end()
