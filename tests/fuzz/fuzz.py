"""Fuzzes the readers of `targets.py` with atheris, guided by what their code does: `python -m tests.fuzz.fuzz NAME`.

atheris is no dependency: `pip install atheris`. Options of libFuzzer follow the name, such as `-max_total_time=180`.
What it found worth keeping stays in a folder for the next time.
"""

import contextlib
import os
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["codenames_core", "codenames_agents", "codenames_metrics", "codenames_tui"]):
    from tests.fuzz.targets import TARGETS

    from codenames_core.support.errors import CodenamesError


def prepare(name: str, folder: Path) -> tuple[Path, Path]:
    """Write the examples and the tokens of a target where libFuzzer reads them."""
    corpus, tokens = folder / name, folder / f"{name}.tokens"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(TARGETS[name].examples()):
        (corpus / f"example-{number}").write_bytes(data)
    written = ("".join(f"\\x{byte:02x}" for byte in token.encode()) for token in TARGETS[name].tokens)
    tokens.write_text("".join(f'"{token}"\n' for token in written if token), "ascii")
    return corpus, tokens


def main(name: str, options: list[str]) -> None:
    """Fuzz one reader until the options say that it is enough, or a fault is found."""
    read = TARGETS[name].read
    folder = Path(os.environ.get("FUZZ_FOLDER", Path(tempfile.gettempdir()) / "codenames-fuzz"))
    corpus, tokens = prepare(name, folder)

    def feed(data: bytes) -> None:
        with contextlib.suppress(CodenamesError):
            read(data)

    bounds = ["-max_len=20000", "-timeout=20", "-rss_limit_mb=3000", f"-artifact_prefix={folder}/{name}-"]
    atheris.Setup([sys.argv[0], str(corpus), f"-dict={tokens}", *bounds, *options], feed)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
