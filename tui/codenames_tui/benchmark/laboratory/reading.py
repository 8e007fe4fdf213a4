"""Reading a suite, or the folder of a suite or probe, into what its screen shows."""

import time
from pathlib import Path
from typing import NamedTuple

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.lab_folder import HEADER, read_header
from codenames_metrics.laboratory.asking.laboratory import LabProgress
from codenames_metrics.laboratory.asking.watching import LabStamp, stamp_of
from codenames_metrics.laboratory.probes.results import probe_progress, read_probe_results
from codenames_metrics.laboratory.probes.running import INSTRUMENT as PROBE
from codenames_metrics.laboratory.suites.running import INSTRUMENT as SUITE
from codenames_metrics.laboratory.suites.running import read_suite_run, suite_progress
from codenames_metrics.laboratory.suites.suite_file import BASIC, load_suite
from codenames_tui.benchmark.laboratory.probe_views import ProbeViews
from codenames_tui.benchmark.laboratory.suite_file_views import SuiteFileViews
from codenames_tui.benchmark.laboratory.suite_views import SuiteViews
from codenames_tui.benchmark.laboratory.tables import LabViews
from codenames_tui.ui.lines.lines import Glyphs


class LabReading(NamedTuple):
    """What there is at a moment."""

    stamp: LabStamp | None
    """None for a suite, which does not change."""
    views: LabViews
    progress: LabProgress | None
    seconds: float
    """How long it took to read."""


def is_lab_folder(path: Path) -> bool:
    """Return whether a folder is that of a suite or probe."""
    return (path / HEADER).is_file()


class LabReader:
    """Reads the same suite or folder again and again.

    Args:
        path: of a suite or a folder; `basic` is the suite that is shipped.
        glyphs: what is drawn with.
    """

    def __init__(self, path: Path, glyphs: Glyphs) -> None:
        self._path = path
        self._glyphs = glyphs
        self._first: tuple[float, int] | None = None
        """When the answers were read first, and how many there were."""

    def stamp(self) -> LabStamp | None:
        """Return what changes when there is something new; blocks for a moment."""
        return stamp_of(self._path) if is_lab_folder(self._path) else None

    def read(self) -> LabReading:
        """Return what there is now; blocks for seconds.

        Raises:
            InputError: it is neither, or cannot be read; the message says why.
        """
        began, stamp = time.monotonic(), self.stamp()
        views: LabViews
        if stamp is None:
            if self._path.is_dir():
                where = one_line(str(self._path))
                raise InputError(f"{where} is not a folder of a suite or probe; it has no {HEADER}")
            views = SuiteFileViews(load_suite(BASIC if str(self._path) == BASIC else self._path), self._glyphs)
            return LabReading(None, views, None, time.monotonic() - began)
        instrument = read_header(self._path)["instrument"]
        if instrument == SUITE:
            suite = read_suite_run(self._path)
            views, progress = SuiteViews(suite, self._glyphs), suite_progress(self._path, suite)
        elif instrument == PROBE:
            probe = read_probe_results(self._path)
            views, progress = ProbeViews(probe, self._glyphs), probe_progress(self._path, probe)
        else:
            said = one_line(str(instrument), 20)
            raise InputError(f"{one_line(str(self._path))}/{HEADER}: {said} is neither {SUITE} nor {PROBE}")
        now = time.monotonic()
        if self._first is None:
            self._first = now, progress.answered
        since, begun_with = self._first
        progress = progress.counted_from(begun_with, now - since)
        return LabReading(stamp, views, progress, now - began)
