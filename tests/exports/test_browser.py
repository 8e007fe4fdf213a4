"""The exported page in a real browser: it is stepped through by buttons and keys, and nothing of a game runs in it.

    CHROMIUM=/path/to/chromium AXE_CORE=/path/to/axe.min.js python -m pytest -m browser

Without the first variable a Chromium on the path is used; without the second, axe-core does not look at the pages.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.chromium import Browser, chromium
from tests.exports.hostile import ATTACKS, attacked
from tests.exports.published import a_hostile_run, a_run, served

from codenames_core.files.record import EpisodeRecord
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.page.game_page import to_html
from codenames_tui.exports.site.choices import Choices
from codenames_tui.exports.site.games_list import ListedGame, list_pages
from codenames_tui.exports.site.publish import publish
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
        told = "[...document.querySelectorAll('#talk > .event')].filter((part) => !part.hidden)"
        return int(self.look(f"{told}.length"))

    def swipe(self, begin: tuple[int, int], end: tuple[int, int]) -> None:
        """Move a finger over the page."""
        touches = [[{"x": x, "y": y}] for x, y in (begin, end)]
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=touches[0])
        self.ask("Input.dispatchTouchEvent", type="touchMove", touchPoints=touches[1])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def resize(self, width: int, height: int = 800, scheme: str = "light") -> None:
        """Be as wide as that, in light or dark colours."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])


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
    assert "RED wins: all 9 words found." in browser.look("document.getElementById('ending').textContent")
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
    revealed = "document.querySelectorAll('#board .up').length"
    signs = "[...document.querySelectorAll('#board .sign')].filter((sign) => sign.textContent).length"
    meant = "getComputedStyle(document.querySelector('#talk .meant')).display"
    targets = "document.querySelectorAll('#board li.meant').length"
    assert [browser.look(part) for part in (revealed, signs, meant, targets)] == [2, 2, "none", 0]
    browser.press("s")
    assert [browser.look(part) for part in (revealed, signs, meant, targets)] == [2, 25, "block", 4]
    browser.show(saved(tmp_path, EpisodeRecord.load(sample_path("comeback")), key=KeyShown.NEVER))
    for key in ("s", "G"):
        browser.press(key)
    assert [browser.look(part) for part in (signs, targets)] == [18, 0]


def test_it_opens_at_the_beginning_with_a_button_that_plays(browser: Page, tmp_path: Path) -> None:
    browser.show(saved(tmp_path, EpisodeRecord.load(sample_path("comeback")), pace=60.0))
    assert browser.where.startswith("event 0 of 56")
    assert not browser.look("document.getElementById('poster').hidden")
    assert "RED WINS" not in browser.look("document.body.innerText")
    browser.click("poster")
    while browser.where.startswith("event 0"):
        pass
    assert browser.look("document.getElementById('poster').hidden")
    assert browser.look("document.getElementById('stage-clue').textContent") == "PASSENGER ×4"


@pytest.mark.parametrize(("place", "opens"), [("#turn=6", 43), ("#event=42", 42), ("#event=999999", 56), ("#x", 0)])
def test_an_address_names_a_place(browser: Page, tmp_path: Path, place: str, opens: int) -> None:
    page = saved(tmp_path, EpisodeRecord.load(sample_path("comeback")))
    browser.open(page.as_uri() + place)
    assert browser.where.startswith(f"event {opens} of 56")
    browser.press("ArrowLeft")
    at = max(opens - 1, 0)
    assert browser.look("location.hash") == (f"#event={at}" if at else "")


def test_beliefs_chances_clues_and_the_ending_go_with_the_position(browser: Page, tmp_path: Path) -> None:
    browser.show(saved(tmp_path, EpisodeRecord.load(sample_path("comeback")), begin=22))
    bars = "[...document.querySelectorAll('.mind')].filter((mind) => !mind.hidden).length"
    turns = "[...document.querySelectorAll('#log > li')].filter((turn) => !turn.hidden).length"
    odds = "document.getElementById('odds-red').textContent"
    ending = "document.getElementById('ending').hidden"
    assert [browser.look(part) for part in (bars, turns, odds, ending)] == [8, 3, "8%", True]
    browser.press("m")
    assert "RED takes the lead" in browser.look("document.getElementById('live').textContent")
    browser.press("G")
    assert [browser.look(part) for part in (bars, turns, odds, ending)] == [0, 7, "100%", False]
    browser.look("document.querySelector('.landmarks button').click()")
    assert "BLUE hit CRANE" in browser.look("document.querySelector('.landmarks button').textContent")
    assert browser.look("document.querySelector('#board .last .word').textContent") == "CRANE"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 768, 1440])
def test_no_word_is_broken_and_nothing_is_wider_than_the_window(
    browser: Page, tmp_path: Path, width: int, scheme: str
) -> None:
    browser.resize(width, scheme=scheme)
    page = saved(tmp_path, EpisodeRecord.load(sample_path("comeback")))
    broken = (
        "[...document.querySelectorAll('#board .word')].filter((word) => word.getClientRects().length > 1 || "
        "word.getBoundingClientRect().width > word.parentElement.clientWidth).map((word) => word.textContent).join()"
    )
    for place in ("", "#event=22", "#event=56"):
        browser.open("about:blank")
        browser.open(page.as_uri() + place)
        assert browser.look(broken) == ""
        assert browser.look("document.documentElement.scrollWidth") <= width
        assert axe_finds(browser) == []


def axe_finds(page: Page) -> list[str]:
    """What axe-core finds wrong with a page; nothing where there is no axe-core, which AXE_CORE names."""
    if (script := os.environ.get("AXE_CORE")) is None:
        return []
    page.ask("Runtime.evaluate", expression=Path(script).read_text("utf-8"))
    run = "axe.run().then((found) => found.violations.map((each) => each.id + ' ' + each.nodes[0].html))"
    found = page.ask("Runtime.evaluate", expression=run, awaitPromise=True, returnByValue=True)
    wrong: list[str] = found["result"]["value"]
    return wrong


def test_a_swipe_over_the_board_steps_and_a_tap_or_a_scroll_does_not(browser: Page, tmp_path: Path) -> None:
    browser.resize(320)
    browser.ask("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.show(saved(tmp_path, EpisodeRecord.load(sample_path("comeback")), begin=6))
    for across, down, at in ((-120, 5, 7), (-120, 5, 8), (120, -5, 7), (-10, 0, 7), (-60, 90, 7)):
        browser.swipe((200, 320), (200 + across, 320 + down))
        assert browser.where.startswith(f"event {at} of 56")


def test_what_is_printed_is_the_whole_game_and_no_button(browser: Page, tmp_path: Path) -> None:
    browser.show(saved(tmp_path, EpisodeRecord.load(sample_path("comeback")), begin=6))
    shown = "[...document.querySelectorAll('#talk > li')].filter((part) => part.getClientRects().length).length"
    before = browser.look(shown)
    browser.ask("Emulation.setEmulatedMedia", media="print")
    browser.look("window.dispatchEvent(new Event('beforeprint'))")
    assert browser.shown == 56
    assert browser.look("document.querySelectorAll('#board .up').length") == 18
    assert browser.look("document.getElementById('facts').open")
    hidden = "['controls', 'poster'].every((id) => !document.getElementById(id).getClientRects().length)"
    assert browser.look(hidden)
    talk = "document.getElementById('talk')"
    assert browser.look(f"{talk}.scrollHeight <= {talk}.clientHeight + 1")
    assert browser.look("document.getAnimations().length") == 0
    browser.ask("Emulation.setEmulatedMedia", media="")
    browser.look("window.dispatchEvent(new Event('afterprint'))")
    assert browser.where.startswith("event 6 of 56")
    assert browser.look(shown) == before
    assert len(browser.ask("Page.printToPDF", printBackground=True)["data"]) > 20_000


def test_without_scripts_everything_can_be_read(browser: Page, tmp_path: Path) -> None:
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.show(saved(tmp_path, EpisodeRecord.load(sample_path("comeback"))))
    text = browser.look("document.body.innerText")
    assert "Nothing to add, your four are my four." in text
    assert "RED WINS" in text
    assert "Watch the game" not in text


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
        page = saved(tmp_path, attacked(attack))
        browser.show(page)
        for key in ("s", "m", "G"):
            browser.press(key)
        assert browser.where.startswith("event 8 of 8")
        assert browser.look("document.querySelectorAll('script').length") == 2
    assert browser.complaints == []


def test_a_site_works_under_its_policy_and_no_attack_runs_on_any_page(browser: Page, tmp_path: Path) -> None:
    runs = [a_hostile_run(tmp_path / "run"), a_run(tmp_path / "other", name="other")]
    publish(runs, tmp_path / "site", Choices(with_prompts=True))
    pages = sorted(path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.html"))
    browser.resize(320)
    with served(tmp_path / "site") as address:
        for page in pages:
            browser.open(address + page)
            assert browser.look("document.documentElement.scrollWidth") <= 320, page
            assert browser.look("[...document.images].every((image) => image.src.startsWith(location.origin))")
            assert axe_finds(browser) == []
        browser.open(address + next(page for page in pages if "/episode_" in page))
        assert played_to_its_end(browser)
        games = len([page for page in pages if page.startswith("models/games/episode_")])
        browser.open(f"{address}models/games.html")
        browser.look("document.forms[0].elements.text.value = 'clever'")
        browser.look("document.forms[0].dispatchEvent(new Event('input'))")
        while browser.look("document.getElementById('found').textContent") != f"{games} of {games} games":
            pass
        assert all(asked.startswith((address, "data:", "about:")) for asked in browser.asked_for)
    assert browser.complaints == []
    browser.asked_for.clear()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    publish([a_run(folder / "run")], folder / "site", Choices())
    return folder / "site"


def a_game_of(site: Path) -> str:
    return min((site / "models" / "games").iterdir()).relative_to(site).as_posix()


def played_to_its_end(browser: Page) -> bool:
    """Whether the page of a game plays; its script comes a moment after the page."""
    while not browser.look("document.body.classList.contains('live')"):
        assert browser.complaints == []
    browser.press("G")
    return browser.where.startswith(f"event {browser.look('game.turned.length - 1')} of")


def test_a_site_works_from_the_disk_but_for_filters_of_lists(browser: Page, site: Path) -> None:
    browser.open(f"{(site / a_game_of(site)).as_uri()}#event=3")
    assert played_to_its_end(browser)
    browser.open((site / "models" / "games.html").as_uri())
    while browser.look("document.getElementById('from-disk').hidden"):
        assert browser.complaints == []
    assert browser.look("document.forms[0].hidden")
    assert "no browser loads lists from a disk" in browser.look("document.body.innerText")
    browser.open((site / "models" / "report.html").as_uri())
    browser.look("[...document.images].forEach((image) => { image.loading = 'eager'; })")
    while not browser.look("[...document.images].every((image) => image.complete)"):
        pass
    assert browser.look("document.images.length > 0 && [...document.images].every((image) => image.naturalWidth > 0)")
    assert browser.complaints == []


def test_a_script_that_somebody_changed_on_the_host_does_not_run(browser: Page, site: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(site, tmp_path / "copy")
    script = copy / "assets" / "game.js"
    script.write_text(f"{script.read_text('utf-8')}\nalert(1);", "utf-8")
    with served(copy) as address:
        browser.open(address + a_game_of(site))
        while not browser.complaints:
            browser.look("1")
    assert "integrity" in browser.complaints[0]
    assert not browser.look("document.body.classList.contains('live')")
    browser.asked_for.clear()


def test_filters_fit_a_phone_however_long_a_name_is(browser: Page, site: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(site, tmp_path / "copy")
    row = ListedGame("episode_1", "x" * 80, "a name of " + "many words " * 6, "standard", 1, "red", "all words", 9)
    (copy / "models" / "games.html").write_text(dict(list_pages([row], "models", ()))["games.html"], "utf-8")
    browser.resize(320)
    with served(copy) as address:
        browser.open(f"{address}models/games.html")
        while browser.look("document.forms[0].hidden"):
            assert browser.complaints == []
        assert browser.look("document.documentElement.scrollWidth") <= 320
    browser.asked_for.clear()
