"""Recorded answers of models, so that a game with models can be repeated without them.

A cassette is JSON lines: a header, then a line for each answer or failure. An answer is found by its request (see
`ModelRequest.fingerprint`) and by how often the same request was made before. The server and the key are not recorded.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

from pydantic import TypeAdapter, ValidationError

from codenames_agents.providers.errors import ErrorKind, NotOnCassette, ProviderError, provider_error
from codenames_agents.providers.model_io import ModelReply, ModelRequest
from codenames_agents.providers.redaction import redact
from codenames_agents.providers.usage import Attempt
from codenames_core.files.untrusted_files import decode, read_bytes, refusal
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

VERSION: Final = 1
LARGEST_CASSETTE: Final = 256_000_000
"""Bytes of a cassette that are read."""
_HEADER: Final = {"cassette": VERSION}
_REPLY: Final = TypeAdapter(ModelReply)
_ATTEMPTS: Final = TypeAdapter(tuple[Attempt, ...])
_LONGEST_EXCERPT: Final = 80


class CassetteError(InputError):
    """A file is no cassette, or cannot be recorded to."""


class Cassette:
    """Records or replays answers. Use `Cassette.record_to`, `Cassette.replay_from` or `Cassette.open`."""

    def __init__(self, path: Path, entries: dict[tuple[str, int], dict[str, Any]] | None) -> None:
        self._path = path
        self._entries = entries
        self._asked: Counter[str] = Counter()
        self.missing = ""
        """The first request of a replay that is not on the cassette."""

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Replay from `path`, or record to it if there is no such file."""
        return cls.replay_from(path) if Path(path).exists() else cls.record_to(path)

    @classmethod
    def record_to(cls, path: Path | str) -> Self:
        """Return a new cassette that records to `path`.

        Raises:
            CassetteError: the file exists, or cannot be written.
        """
        try:
            Path(path).touch(exist_ok=False)
        except (OSError, ValueError) as error:
            raise CassetteError(f"cannot record to {one_line(str(path))}: {refusal(error)}") from None
        cassette = cls(Path(path), None)
        cassette._write(_HEADER)
        return cassette

    @classmethod
    def replay_from(cls, path: Path | str) -> Self:
        """Return a cassette that replays the answers in `path`.

        Raises:
            CassetteError: the file cannot be read, or is no cassette.
        """
        where = one_line(str(path))
        text = decode(read_bytes(path, LARGEST_CASSETTE, CassetteError), where, CassetteError)
        return cls(Path(path), dict(_entries(where, text.splitlines())))

    @property
    def is_replaying(self) -> bool:
        """Whether answers come from the file."""
        return self._entries is not None

    def record(self, request: ModelRequest, outcome: ModelReply | ProviderError) -> None:
        """Record the outcome of `request`."""
        key, attempt = self._next(request)
        entry: dict[str, Any] = {"key": key, "attempt": attempt, "model": request.model}
        if isinstance(outcome, ModelReply):
            entry["reply"] = _REPLY.dump_python(outcome, mode="json")
        else:
            entry["error"] = {
                "kind": outcome.kind,
                "detail": outcome.detail,
                "status": outcome.status,
                "attempts": _ATTEMPTS.dump_python(outcome.attempts, mode="json"),
            }
            if outcome.reasoning:
                entry["error"]["reasoning"] = outcome.reasoning
        self._write(entry)

    def replay(self, request: ModelRequest) -> ModelReply:
        """Return the recorded answer to `request`, or raise the recorded failure.

        Raises:
            NotOnCassette: nothing was recorded for it.
        """
        key, attempt = self._next(request)
        entry = (self._entries or {}).get((key, attempt))
        if entry is None:
            missing = self._describe_missing(request, key, attempt)
            self.missing = self.missing or missing
            raise NotOnCassette(ErrorKind.NOT_ON_CASSETTE, missing)
        if "error" in entry:
            raise _recorded_error(entry["error"])
        reply: ModelReply = _REPLY.validate_python(entry["reply"])
        return reply

    def has_next(self, request: ModelRequest) -> bool:
        """Return whether the cassette has an answer if `request` is made now."""
        key = request.fingerprint()
        return (key, self._asked[key]) in (self._entries or {})

    def _next(self, request: ModelRequest) -> tuple[str, int]:
        key = request.fingerprint()
        attempt = self._asked[key]
        self._asked[key] += 1
        return key, attempt

    def _write(self, entry: dict[str, Any]) -> None:
        line = redact(json.dumps(entry, separators=(",", ":"))) + "\n"
        with self._path.open("a", encoding="ascii", newline="\n") as file:
            file.write(line)

    def _describe_missing(self, request: ModelRequest, key: str, attempt: int) -> str:
        last = request.messages[-1].get("content") if request.messages else ""
        asked = f"it was asked {attempt} times before" if attempt else "it was never asked"
        return (
            f"{self._path.name} has no answer of {request.model} to request {key[:12]} ({asked} in this replay): "
            f"{one_line(str(last)[-4 * _LONGEST_EXCERPT :], _LONGEST_EXCERPT)!r}"
        )


def _entries(path: str, lines: list[str]) -> Iterator[tuple[tuple[str, int], dict[str, Any]]]:
    if not lines or _parsed(lines[0]) != _HEADER:
        raise CassetteError(f"{path} is not a cassette of version {VERSION}")
    for number, line in enumerate(lines[1:], start=2):
        entry = _parsed(line)
        if entry is None and number == len(lines):
            return  # the recording was interrupted in the middle of its last line
        try:
            yield _key(entry), entry
        except (KeyError, TypeError, ValueError):
            raise CassetteError(f"{path}, line {number}: this is not a recorded answer") from None


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


# D-041: what was asked, not where.
def _key(entry: Any) -> tuple[str, int]:
    """Return the key of `entry`, after a check that it can be replayed."""
    if "error" in entry:
        _recorded_error(entry["error"])
    else:
        try:
            _REPLY.validate_python(entry["reply"])
        except ValidationError:
            raise ValueError("no reply") from None
    return str(entry["key"]), int(entry["attempt"])


def _recorded_error(facts: dict[str, Any]) -> ProviderError:
    error = provider_error(
        ErrorKind(facts["kind"]),
        str(facts["detail"]),
        status=facts["status"],
        reasoning=str(facts.get("reasoning", "")),
    )
    error.attempts = _ATTEMPTS.validate_python(facts["attempts"])
    return error
