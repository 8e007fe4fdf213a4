"""`.ci/run` ends as its last step did, and leaves nothing behind: its whole verdict is that number."""

import re
import subprocess
from pathlib import Path

import pytest

SCRIPT = (Path(__file__).parent.parent / ".ci/run").read_text()


@pytest.mark.parametrize("code", [0, 1, 3])
@pytest.mark.parametrize("beside", ["true", "sleep 1000"], ids=["nothing runs beside it", "something runs beside it"])
def test_its_exit_code_is_that_of_what_it_ran(code: int, beside: str, tmp_path: Path) -> None:
    options = re.search(r"^set -.*$", SCRIPT, re.MULTILINE)
    clean_up = re.search(r"^trap clean_up EXIT\n.*?^}$", SCRIPT, re.MULTILINE | re.DOTALL)
    assert options
    assert clean_up
    (work := tmp_path / "work").mkdir()
    waits = 'wait "$beside"' if beside == "true" else ""
    lines = [options[0], f"work={work}", clean_up[0], f"{beside} & beside=$!", waits, f"exit {code}"]

    ended = subprocess.run(["bash", "-c", "\n".join(lines)], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)

    assert ended.returncode == code
    assert not ended.stderr
    assert not work.exists()
