"""A cluster whose scheduler, workers and driver speak TLS, with a certificate that is made for the test."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import dask
import pytest
from tests.bench.benchmarks import COMMAND, derived, offline
from tests.bench.clusters import ENVIRONMENT, Cluster

from codenames_core.support.errors import InputError
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.executors.cluster import DaskExecutor

pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("ignore::ResourceWarning")]

MAKE = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
EXPERIMENT = 'name = "quick"\nmodels = ["random", "vector:novice"]\nmatchups = "round_robin"\nseeds = [1, 2]\n'


def certificate(folder: Path) -> dict[str, str]:
    """The settings of Dask, as variables, for a certificate of its own."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder.mkdir()
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        [*MAKE, "-days", "2", "-subj", "/CN=codenames", "-keyout", str(key), "-out", str(cert)],
        check=True,
        capture_output=True,
    )
    named = {
        f"{who}__{what}": str(path)
        for who in ("SCHEDULER", "WORKER", "CLIENT")
        for what, path in (("CERT", cert), ("KEY", key))
    }
    settings = {
        "TLS__CA_FILE": str(cert),
        "REQUIRE_ENCRYPTION": "true",
        **{f"TLS__{name}": path for name, path in named.items()},
    }
    return {f"DASK_DISTRIBUTED__COMM__{name}": value for name, value in settings.items()}


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return certificate(tmp_path_factory.mktemp("ours") / "tls")


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory, ours: dict[str, str]) -> Iterator[Cluster]:
    """A worker and a scheduler that refuse connections without the certificate."""
    with Cluster(tmp_path_factory.mktemp("cluster"), workers=1, protocol="tls", environment=ours) as cluster:
        yield cluster


def driver(folder: Path, address: str, settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    experiment = folder / "quick.toml"
    experiment.write_text(EXPERIMENT)
    return subprocess.run(
        [*COMMAND, str(experiment), "--executor", "dask", "--scheduler", address, "--out", str(folder)],
        env=os.environ | ENVIRONMENT | settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_all_three_speak_tls_and_play_the_same_games(tmp_path: Path, secured: Cluster, ours: dict[str, str]) -> None:
    assert secured.address.startswith("tls://")
    done = driver(tmp_path, secured.address, ours)
    assert done.returncode == 0, done.stderr
    experiment = tmp_path / "quick.toml"
    subprocess.run([*COMMAND, str(experiment), "--out", str(tmp_path / "here")], check=True, capture_output=True)
    assert derived(tmp_path / "quick") == derived(tmp_path / "here/quick")


def test_driver_with_another_certificate_is_not_taken(tmp_path: Path, secured: Cluster) -> None:
    done = driver(tmp_path, secured.address, certificate(tmp_path / "theirs"))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert f"no scheduler of Dask answers at {secured.address}; it does not accept our certificate" in done.stderr


def test_driver_that_does_not_encrypt_is_not_heard(tmp_path: Path, secured: Cluster) -> None:
    done = driver(tmp_path, secured.address.replace("tls://", "tcp://"), {})
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "no scheduler of Dask answers at tcp://" in done.stderr


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "tls://127.0.0.1:9 needs certificates: name them in the settings of Dask"),
        (
            {"distributed.comm.tls.ca-file": "/none", "distributed.comm.tls.client.cert": "/none"},
            "the certificates for tls://127.0.0.1:9 cannot be read: ",
        ),
    ],
)
async def test_certificates_that_are_missing_are_asked_for(
    tmp_path: Path, settings: dict[str, str], message: str
) -> None:
    with dask.config.set(settings), pytest.raises(InputError) as refused:
        await BenchmarkRunner(offline(), tmp_path, executor=DaskExecutor("tls://127.0.0.1:9")).run()
    assert str(refused.value).startswith(message)


async def test_address_without_encryption_is_refused_where_it_is_asked_for(tmp_path: Path) -> None:
    with (
        dask.config.set({"distributed.comm.require-encryption": True}),
        pytest.raises(InputError, match="is not encrypted, and the settings of Dask ask for it; give a tls:// address"),
    ):
        await BenchmarkRunner(offline(), tmp_path, executor=DaskExecutor("tcp://127.0.0.1:9")).run()
