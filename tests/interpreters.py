"""What a fresh interpreter loads when it runs some code."""

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]

PACKAGES = {
    "codenames_core": CHECKOUT / "core/codenames_core",
    "codenames_agents": CHECKOUT / "agents/codenames_agents",
    "codenames_metrics": CHECKOUT / "metrics/codenames_metrics",
    "codenames_tui": CHECKOUT / "tui/codenames_tui",
}

RUN_THE_COMMAND = """
from codenames_tui.cli import main
try:
    code = main()
except SystemExit as end:
    code = end.code
assert not code, code
"""


def modules_of(code: str, *arguments: str, folder: Path = CHECKOUT) -> set[str]:
    """The modules that a fresh interpreter has loaded after running the code in `folder`."""
    report = "\nimport sys; print(*sys.modules, file=sys.stderr)"
    import_roots = os.pathsep.join(str(package.parent) for package in PACKAGES.values())
    finished = subprocess.run(
        [sys.executable, "-c", code + report, *arguments],
        env=os.environ | {"PYTHONPATH": import_roots},
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert finished.returncode == 0, finished.stderr
    return set(finished.stderr.splitlines()[-1].split())


def loaded_by(code: str, *arguments: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running the code."""
    return {name.partition(".")[0] for name in modules_of(code, *arguments)}
