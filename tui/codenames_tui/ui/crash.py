"""Reports of crashes: a log for the developers, one line for the person at the terminal."""

import traceback
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_log_path

from codenames_agents.providers.redaction import redact
from codenames_core.support.folders import APP_NAME
from codenames_core.text.sanitiser import one_line

LONGEST_REASON = 160
LARGEST_LOG = 1_000_000
"""Bytes after which the log is started again, so that repeated crashes do not fill the disk."""


def log_file() -> Path:
    """Return the path of the log."""
    return user_log_path(APP_NAME, appauthor=False) / "crash.log"


def write_crash(error: BaseException) -> Path | None:
    """Add the traceback of `error` to the log, without keys or the values of variables; None where it is impossible."""
    path = log_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = "w" if path.exists() and path.stat().st_size > LARGEST_LOG else "a"
        with path.open(mode, encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n")
            file.write(redact("".join(traceback.format_exception(error))) + "\n")
    except OSError:
        return None
    return path


def our_error(error: Exception) -> str:
    """Write down an error of ours that ends nothing, and return what to say of it."""
    path = write_crash(error)
    where = f"details are in {one_line(str(path))}" if path else "the details could not be saved"
    return f"internal error, {one_line(f'{type(error).__name__}: {error}', LONGEST_REASON)}; {where}"


def crash_line(error: BaseException, path: Path | None) -> str:
    """Return the one line that a person sees."""
    reason = one_line(f"{type(error).__name__}: {error}", LONGEST_REASON)
    where = f"details are in {one_line(str(path))}" if path else "the details could not be saved"
    return f"codenames-tui stopped because of an internal error: {reason} - {where}"
