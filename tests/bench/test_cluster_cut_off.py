"""A host of a cluster is cut off in the middle of a run: nothing says so, its packets just stay away.

Each host is a network namespace: the driver's, which also holds the switch, and two others. In these are the workers,
the scheduler being with the driver; or the scheduler alone, the worker being with the driver.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bench.benchmarks import COMMAND, derived
from tests.bench.clusters import ENVIRONMENT, Cluster

from codenames_metrics.run_folder.line_file import read_rows

pytestmark = pytest.mark.netns

HUB, HOSTS = "codenames-hub", ("codenames-1", "codenames-2")
EXPERIMENT = 'name = "quick"\nmodels = ["vector:sharp", "random"]\nseeds = "0..19"\nmatchups = "round_robin"\n'


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def within(space: str) -> list[str]:
    """The beginning of a command that runs there."""
    return ["ip", "netns", "exec", space]


@pytest.fixture
def network() -> Iterator[None]:
    """Three hosts that reach each other."""
    try:
        ip("netns", "add", HUB)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this machine makes no network namespaces: {error}")
    try:
        ip("-n", HUB, "link", "add", "switch", "type", "bridge")
        ip("-n", HUB, "addr", "add", "10.77.0.1/24", "dev", "switch")
        for device in ("lo", "switch"):
            ip("-n", HUB, "link", "set", device, "up")
        for number, host in enumerate(HOSTS, start=1):
            ip("netns", "add", host)
            ip("-n", HUB, "link", "add", f"port{number}", "type", "veth", "peer", "name", "eth0", "netns", host)
            ip("-n", HUB, "link", "set", f"port{number}", "master", "switch", "up")
            ip("-n", host, "addr", "add", f"10.77.0.{number + 1}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                ip("-n", host, "link", "set", device, "up")
        yield
    finally:
        for space in (*HOSTS, HUB):
            subprocess.run(["ip", "netns", "del", space], check=False, capture_output=True)


def test_a_host_that_is_cut_off_costs_its_games_an_attempt_and_nothing_else(
    tmp_path: Path, network: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP", "13s")  # half a minute otherwise
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    experiment = tmp_path / "quick.toml"
    experiment.write_text(EXPERIMENT)
    subprocess.run([*COMMAND, str(experiment), "--out", str(tmp_path / "whole")], check=True, capture_output=True)
    folder = tmp_path / "cut" / "quick"
    with Cluster(tmp_path, games=2, host="10.77.0.1", inside=[within(space) for space in (HUB, *HOSTS)]) as cluster:
        command = [*COMMAND, str(experiment), "--executor", "dask", "--scheduler", cluster.address]
        with (tmp_path / "output").open("wb") as output:
            driver = subprocess.Popen(
                [*within(HUB), *command, "--out", str(folder.parent)], stdout=output, stderr=output
            )
        try:
            while len(list(folder.glob("episodes/*.json"))) < 5 or both_play(tmp_path) is False:
                assert driver.poll() is None, (tmp_path / "output").read_text()
            ip("-n", HUB, "link", "set", "port1", "down")
            assert driver.wait(timeout=120) == 0, (tmp_path / "output").read_text()
        finally:
            driver.kill()
    assert derived(folder) == derived(tmp_path / "whole/quick")
    assert len((folder / "metrics/measured.jsonl").read_bytes().splitlines()) == 40
    rows = list(read_rows(folder / "failures.csv"))
    assert {row["kind"] for row in rows} == {"worker lost"}
    assert len(rows) <= 6


def test_a_scheduler_that_is_cut_off_ends_the_run_within_a_minute_and_it_goes_on_elsewhere(
    tmp_path: Path, network: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    experiment = tmp_path / "quick.toml"
    experiment.write_text(EXPERIMENT)
    subprocess.run([*COMMAND, str(experiment), "--out", str(tmp_path / "whole")], check=True, capture_output=True)
    folder = tmp_path / "cut" / "quick"
    run = [*COMMAND, str(experiment), "--out", str(folder.parent)]
    with Cluster(tmp_path, workers=1, host="10.77.0.2", inside=[within(HOSTS[0]), within(HUB)]) as cluster:
        command = [*within(HUB), *run, "--executor", "dask", "--scheduler", cluster.address]
        with (tmp_path / "output").open("wb") as output:
            driver = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            while len(list(folder.glob("episodes/*.json"))) < 3:
                assert driver.poll() is None, (tmp_path / "output").read_text()
            ip("-n", HUB, "link", "set", "port1", "down")
            assert driver.wait(timeout=60) == 2, (tmp_path / "output").read_text()
        finally:
            driver.kill()
    assert f"the scheduler at {cluster.address} is gone; run it again to resume" in (tmp_path / "output").read_text()
    assert 3 <= len(list(folder.glob("episodes/*.json"))) < 40
    subprocess.run(run, check=True, capture_output=True)
    assert derived(folder) == derived(tmp_path / "whole/quick")


def both_play(folder: Path) -> bool:
    """Whether both workers have come to the scheduler."""
    return all(b"Registered to" in (folder / f"{number}.log").read_bytes() for number in (1, 2))
