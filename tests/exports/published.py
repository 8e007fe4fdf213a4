"""A small run of a model that answers from memory, as a results folder, and a site that is served on loopback."""

import asyncio
import contextlib
import functools
import http.server
import itertools
import json
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.bench.benchmarks import played, with_models
from tests.exports.hostile import ATTACKS

from codenames_core.text.sanitiser import encodable


def a_run(folder: Path, name: str = "models") -> Path:
    """Play a few games of a model that is asked at an address of this machine."""
    asyncio.run(played(with_models("clever", name=name), folder))
    return folder


def a_hostile_run(folder: Path) -> Path:
    """A run in which a model, its experiment, and all that is said and silent are attacks, one after the other."""
    attack = "</script><script>alert(1)</script><img src=x onerror=alert(1)>[x](javascript:alert(1))"
    model = {"clever": {"spec": f"openai/{attack}", "api_base": "http://127.0.0.1:9/v1"}}
    asyncio.run(played(with_models("clever", model=model, description=attack), folder))
    attacks = itertools.cycle([encodable(text) for text in (attack, *ATTACKS)])
    for path in sorted((folder / "episodes").glob("*.json")):
        tree = json.loads(path.read_text("utf-8"))
        for event in tree["public_transcript"]:
            if event["type"] == "message":
                event["skipped" if event.get("skipped") else "text"] = next(attacks)
            if event["type"] == "clue":
                event["word"] = next(attacks)
        path.write_text(json.dumps(tree), "utf-8")
    return folder


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
