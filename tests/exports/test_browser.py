"""The exported page in a real browser: it is stepped through by buttons and keys, and nothing of a game runs in it.

    CHROMIUM=/path/to/chromium python -m pytest -m browser

Without the variable a Chromium on the path is used.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.chromium import Browser, chromium
from tests.exports.hostile import ATTACKS, attacked

from codenames_core.files.record import EpisodeRecord
from codenames_tui.exports.html import to_html
from codenames_tui.library.samples import sample_path

pytestmark = pytest.mark.browser


class Page(Browser):
    """An exported page."""

    def show(self, page: Path) -> None:
        """Open a file."""
        self.open(page.as_uri())

    def click(self, button: str) -> None:
        """Click on the button of that id."""
        self.look(f"document.getElementById({button!r}).click()")

    @property
    def where(self) -> str:
        """What the page says about its position."""
        return str(self.look("document.getElementById('where').textContent"))

    @property
    def shown(self) -> int:
        """How many events are in sight."""
        told = (
            "[...document.querySelectorAll('#story li')].filter((part) => part.matches('.red, .blue') && !part.hidden)"
        )
        return int(self.look(f"{told}.length"))


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Page]:
    with chromium(tmp_path / "profile", Page) as page:
        yield page
        assert [address for address in page.asked_for if not address.startswith("file:")] == []


def saved(folder: Path, record: EpisodeRecord, **options: Any) -> Path:
    page = folder / "game.html"
    page.write_text(to_html(record, **options), "utf-8")
    return page


def test_a_page_is_stepped_through_by_keys_and_buttons(browser: Page, tmp_path: Path) -> None:
    record = EpisodeRecord.load(sample_path("comeback"))
    last = len(record.public_transcript)
    browser.show(saved(tmp_path, record, begin=0))
    assert browser.where.startswith(f"event 0 of {last}, turn 1, RED to move; RED 9 left, BLUE 8 left")
    assert browser.shown == 0
    for key, position in (("ArrowRight", 1), (".", 2), ("]", 6), ("[", 0), ("n", 6), ("ArrowLeft", 5), ("G", last)):
        browser.press(key)
        assert browser.where.startswith(f"event {position} of {last},")
        assert browser.shown == position
    assert "RED wins: all 9 words found." in browser.where
    assert "to move" not in browser.where
    for button, position in (
        ("back", last - 1),
        ("first", 0),
        ("on", 1),
        ("turnOn", 6),
        ("turnBack", 0),
        ("end", last),
    ):
        browser.click(button)
        assert browser.where.startswith(f"event {position} of {last},")
    assert browser.complaints == []


def test_the_board_shows_what_is_revealed_and_the_key_only_when_asked(browser: Page, tmp_path: Path) -> None:
    browser.show(saved(tmp_path, EpisodeRecord.load(sample_path("comeback")), begin=6))
    revealed = "[...document.querySelectorAll('#board li')].filter((card) => card.className).length"
    marks = "[...document.querySelectorAll('#board span')].filter((mark) => mark.textContent).length"
    meant = "getComputedStyle(document.querySelector('.meant')).display"
    assert (browser.look(revealed), browser.look(marks), browser.look(meant)) == (2, 2, "none")
    browser.press("s")
    assert (browser.look(revealed), browser.look(marks), browser.look(meant)) == (2, 25, "block")


def test_it_plays_by_itself_to_the_end_and_stays_there(browser: Page, tmp_path: Path) -> None:
    record = EpisodeRecord.load(sample_path("single-guesser"))
    last = len(record.public_transcript)
    browser.show(saved(tmp_path, record, begin=last - 3, pace=0.0))
    browser.press(" ")
    while browser.look("document.getElementById('play').getAttribute('aria-pressed')") == "true":
        pass
    assert browser.where.startswith(f"event {last} of {last}")


def test_no_attack_runs_opens_or_loads_anything(browser: Page, tmp_path: Path) -> None:
    for attack in ATTACKS:
        page = saved(tmp_path, attacked(attack), begin=0)
        browser.show(page)
        browser.press("G")
        assert browser.where.startswith("event 8 of 8")
        assert browser.look("document.querySelectorAll('script').length") == 2
    assert browser.complaints == []
