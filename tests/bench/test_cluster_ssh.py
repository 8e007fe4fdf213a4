"""A cluster that is started over SSH, as docs/scaling.md says: sshd is real, every host is this machine."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bench.benchmarks import COMMAND, derived
from tests.bench.clusters import ENVIRONMENT
from tests.streaming.sshd import SSHD, host

pytestmark = [pytest.mark.sshd, pytest.mark.cluster]

ROOT = Path(__file__).parents[2]
EXPERIMENT = 'name = "my-models"\nmodels = ["random", "vector:novice"]\nmatchups = "round_robin"\nseeds = [1, 2, 3]\n'


def recipe() -> str:
    """The commands of the manual."""
    text = (ROOT / "docs/scaling.md").read_text("utf-8")
    recipe = re.search(r"over SSH, .*?```sh[^\n]*\n(.*?)```", text, re.DOTALL)
    assert recipe is not None
    return recipe[1]


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Path]:
    """A folder with an `ssh` that reaches this machine under any name, and with what the recipe takes for given."""
    with host(tmp_path) as machine:
        machine.serve('eval "$SSH_ORIGINAL_COMMAND"')
        where = f"-q -F none -o StrictHostKeyChecking=accept-new -o UserKnownHostsFile={tmp_path}/known"
        programs = tmp_path / "bin"
        programs.mkdir()
        (programs / "ssh").write_text(
            "#!/bin/sh\nshift\n"
            f'exec {shutil.which("ssh")} {where} -i {tmp_path}/guest -p {machine.port} 127.0.0.1 "cd {tmp_path}; $*"\n'
        )
        (programs / "dask").write_text(f'#!/bin/sh\nexec {sys.executable} -m dask "$@"\n')
        (programs / "codenames-tui").write_text(f'#!/bin/sh\nexec {sys.executable} -m codenames_tui "$@"\n')
        for program in programs.iterdir():
            program.chmod(0o755)
        activate = tmp_path / "codenames/.venv/bin/activate"
        activate.parent.mkdir(parents=True)
        activate.write_text(f"export PATH={programs}:$PATH PYTHONPATH={ENVIRONMENT['PYTHONPATH']} WITH_KEYS=no\n")
        (tmp_path / "keys.sh").write_text("export MY_KEY=for-workers-alone\n")
        (tmp_path / "my-models.toml").write_text(EXPERIMENT)
        yield tmp_path
        assert machine.process is not None
        for process in descendants(machine.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def descendants(parent: int) -> list[int]:
    """What a process has started, and what that has."""
    started = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    children = [int(pid) for pid in started.stdout.split()]
    return [*children, *(pid for child in children for pid in descendants(child))]


@pytest.mark.skipif(SSHD is None, reason="sshd is not installed")
def test_commands_of_the_manual_start_a_cluster_and_play_on_it(hosts: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    commands = recipe().replace("10.0.0.5", "127.0.0.1").replace("8786", str(port))
    commands = commands.replace("--nworkers 4 --nthreads 64", "--nworkers 1 --nthreads 2")
    script = f"source codenames/.venv/bin/activate\n{commands}"
    with (hosts / "output").open("wb") as output:
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=hosts,
            env=os.environ | {"HOME": str(hosts)},
            stdout=output,
            stderr=output,
            timeout=180,
            check=False,
        )
    assert done.returncode == 0, (hosts / "output").read_text()
    subprocess.run(
        [*COMMAND, str(hosts / "my-models.toml"), "--out", str(hosts / "here")], check=True, capture_output=True
    )
    assert derived(hosts / "benchmark_results/my-models") == derived(hosts / "here/my-models")
