"""Files of games that are broken in the ways that files break: each opens to a message or to what could be read."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.tui.table import frame, is_on, screen_of, until
from textual.pilot import Pilot

from codenames_core.files.strict_json import DEEPEST
from codenames_tui.app.app import CodenamesApp
from codenames_tui.episodes.episode_index import row_of
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.library.samples import sample_path
from codenames_tui.ui.messages import OpenEpisode
from codenames_tui.ui.preferences import Preferences, Settings, settings_file

Tree = dict[str, Any]
WHOLE = sample_path("solo").read_bytes()
LENGTH = len(json.loads(WHOLE)["public_transcript"])


def changed(change: Callable[[Tree], Any]) -> bytes:
    tree = json.loads(WHOLE)
    change(tree)
    return json.dumps(tree).encode()


def first(tree: Tree, kind: str) -> int:
    """The index of the first event of that type."""
    return next(index for index, event in enumerate(tree["public_transcript"]) if event["type"] == kind)


def swapped(tree: Tree) -> None:
    events, clue, guess = tree["public_transcript"], first(tree, "clue"), first(tree, "guess")
    events[clue], events[guess] = events[guess], events[clue]


def unfinished(tree: Tree) -> None:
    del tree["public_transcript"][-3:]
    tree.update(outcome=None, winner=None, traces=[])


class Case(NamedTuple):
    data: bytes
    said: str
    opens: bool = True
    """Whether there is a replay; else only a message."""


def refused(data: bytes, said: str) -> Case:
    return Case(data, said, opens=False)


CASES = {
    "a byte order mark": Case(b"\xef\xbb\xbf" + WHOLE, "event 0/"),
    "UTF-16": refused(WHOLE.decode().encode("utf-16"), "save it as UTF-8"),
    "a byte of Latin-1": refused(WHOLE.replace(b'"word": "', b'"word": "CAF\xe9', 1), "not UTF-8 text"),
    "NaN": refused(
        changed(lambda tree: tree["traces"][0]["clue_trace"].update(cost_usd=float("nan"))), "not a number that can be"
    ),
    "a key twice": refused(WHOLE.replace(b"{", b'{"winner": "blue",', 1), "duplicate key 'winner'"),
    "a newer version": Case(changed(lambda tree: tree.update(schema_version=999)), "made by a newer version"),
    "a version that is text": refused(
        changed(lambda tree: tree.update(schema_version="1.0.0-beta")), "schema_version is '1.0.0-beta'"
    ),
    "no version": refused(changed(lambda tree: tree.pop("schema_version")), "schema_version is not given"),
    "three games in one file": refused(WHOLE * 3, "extra data; one episode per file"),
    "half a file": refused(WHOLE[: len(WHOLE) // 2], "not JSON"),
    "nothing": refused(b"", "the file is empty"),
    "an unknown event": Case(
        changed(lambda tree: tree["public_transcript"].insert(5, {"type": "weather", "payload": {}})),
        "events of the unknown type 'weather' are shown and skipped",
    ),
    "events out of order": Case(changed(swapped), "events do not fit and had no effect"),
    "a time before that": Case(
        changed(
            lambda tree: (
                tree["metadata"].update(created="1970-01-01T00:00:00"),
                tree["traces"][0]["clue_trace"].update(latency_s=-5.0),
            )
        ),
        "event 0/",
    ),
    "a word that is not on the board": Case(
        changed(lambda tree: tree["public_transcript"][first(tree, "guess")].update(word="NOWHERE")), "not fit"
    ),
    "a guess after the end": Case(
        changed(lambda tree: tree["public_transcript"].append(tree["public_transcript"][-1])), "1 event does not fit"
    ),
    "another winner": Case(
        changed(lambda tree: tree.update(winner="blue", outcome={"winner": "blue", "termination": "assassin"})),
        "winner: recorded blue, replayed red",
    ),
    "24 words": refused(changed(lambda tree: tree["board"]["words"].pop()), "board has 24 words"),
    "two assassins": Case(
        changed(
            lambda tree: tree["board"]["key"].update(
                {next(w for w, card in tree["board"]["key"].items() if card == "neutral"): "assassin"}
            )
        ),
        "2 assassin cards",
    ),
    "no end": Case(changed(unfinished), "unfinished: the game has no outcome"),
    "null where something may be absent": Case(
        changed(lambda tree: tree["traces"][0]["clue_trace"].update(reasoning=None, intended_targets=None)), "event 0/"
    ),
    "nested without end": refused(
        WHOLE.replace(b"{", b'{"extra": ' + b"[" * 100_000 + b"]" * 100_000 + b",", 1), f"more than {DEEPEST} lists"
    ),
    "a list": refused(b"[]", "an episode is a JSON object, but this is a list"),
}


async def opened(app: CodenamesApp, pilot: Pilot[int], path: Path) -> None:
    app.screen.post_message(OpenEpisode(path))
    await until(pilot, lambda: is_on(app, GameScreen) or bool(app.screen.query("Toast")))


def seen(app: CodenamesApp) -> str:
    """The words on the screen, without frames."""
    return " ".join(frame(app).translate(str.maketrans("│▌", "  ")).split())


def app_of(folder: Path) -> CodenamesApp:
    return CodenamesApp(settings=Settings(settings_file(), Preferences(episodes=str(folder))))


LIKE_OTHERS = ("a byte order mark", "a time before that", "another winner", "null where something may be absent")
"""Those that `make full` opens, too: others open as they do, and what is said of them is tested with the reading."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak if name in LIKE_OTHERS else ()) for name in CASES]
)
async def test_a_broken_file_opens_to_a_message_or_to_what_could_be_read(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    path = tmp_path / "game.json"
    path.write_bytes(case.data)
    app = app_of(tmp_path)
    async with app.run_test(size=(140, 50), notifications=True) as pilot:
        await opened(app, pilot, path)
        assert is_on(app, GameScreen) is case.opens
        assert case.said in seen(app)
        if case.opens:
            for key in ("right", "m", "]", "end", "y", "left", "space", "space", "5", "home"):
                await pilot.press(key)
            assert screen_of(app).position == 0
            assert len(screen_of(app).session.timeline) >= LENGTH - 3
    assert app.return_code in (None, 0)


@pytest.mark.parametrize("name", [name for name in CASES if not CASES[name].opens and name != "a key twice"])
def test_a_list_has_the_reason_too(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(CASES[name].data)
    assert row_of(path).broken


async def test_a_file_that_is_far_too_large_is_refused_by_its_size_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    app = app_of(tmp_path)
    async with app.run_test(size=(140, 50), notifications=True) as pilot:
        await opened(app, pilot, path)
        assert "200,000,000 bytes; the limit is 160,000,000" in seen(app)


@pytest.mark.parametrize("change", [lambda path: path.unlink(), lambda path: path.write_text("{"), Path.touch])
async def test_a_file_that_changes_while_it_is_open_changes_nothing(
    change: Callable[[Path], Any], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(WHOLE)
    app = app_of(tmp_path)
    async with app.run_test() as pilot:
        await opened(app, pilot, path)
        change(path)
        await pilot.press("end")
        assert screen_of(app).position == LENGTH
        await pilot.press("N", "g", "y")
        assert is_on(app, GameScreen)
        assert "Codenames: " in app.clipboard
