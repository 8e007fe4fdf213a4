"""A small run of a model that answers from memory, as a results folder, and a site that is served on loopback."""

import asyncio
import contextlib
import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.bench.benchmarks import played, with_models


def a_run(folder: Path, name: str = "models") -> Path:
    """Play a few games of a model that is asked at an address of this machine."""
    asyncio.run(played(with_models("clever", name=name), folder))
    return folder


def say_everywhere(run: Path, attack: str) -> None:
    """Have every clue and every message of a run's games be an attack."""
    for path in (run / "episodes").glob("*.json"):
        tree = json.loads(path.read_text("utf-8"))
        for event in tree["public_transcript"]:
            if event["type"] == "message":
                event["text"] = attack
            if event["type"] == "clue":
                event["word"] = attack
        path.write_text(json.dumps(tree), "utf-8")


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder as any host would, and yield its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Silent, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
