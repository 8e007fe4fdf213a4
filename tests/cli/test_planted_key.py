"""A key of the environment is in no byte that is written, whatever is called and wherever one looks."""

from pathlib import Path

import pytest
from tests.tui.table import frame, is_on, until

from codenames_agents.providers.endpoints import KEY_VARIABLES
from codenames_tui.app.app import CodenamesApp
from codenames_tui.cli import main
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.ui.preferences import Preferences, Settings, settings_file

KEY = "planted-0123456789abcdefghij"
MODEL = "litellm:openai/x?api_base=http://127.0.0.1:9/v1"
COMMANDS = (
    "demo --plain --pace 0 --seed 7",
    "play --headless --red random --blue random --seed 7 --out game.json",
    f"play --headless --red {MODEL} --seed 7 --max-turns 1 --words no.txt --out model.json",
    "play --headless --from game.json --at 2 --out fork.json",
    "replay --plain game.json",
    "verify game.json fork.json --json",
    "compare game.json fork.json --json",
    "metrics game.json --format json",
    "metrics game.json --tidy",
    "export game.json --format md",
    "export game.json --format html",
    "export game.json --format cast",
    "export game.json --format svg",
    "bench run offline --dry-run",
    "bench status nothing",
    "words check nothing",
    "clue check ocean --board SHIP,WAVE",
    "keys --json",
    "config show --json",
    "doctor --json",
    "doctor",
    "models check openai/x?key_variable=NOT_SET",
    "replay nothing.json --plain",
)
KEYS = (
    "question_mark",
    "escape",
    "down",
    "down",
    "enter",
    "escape",
    "s",
    "b",
    "escape",
    "l",
    "escape",
    "ctrl+p",
    "escape",
)


@pytest.fixture(autouse=True)
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for names in KEY_VARIABLES.values():
        for name in names:
            monkeypatch.setenv(name, KEY)
    for name in ("AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "MINE"):
        monkeypatch.setenv(name, KEY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files_with_the_key(*folders: Path) -> list[Path]:
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    assert files
    return [path for path in files if KEY.encode() in path.read_bytes() or KEY in path.name]


def test_no_command_writes_it(planted: Path, home: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for command in COMMANDS:
        main(command.split())
        printed = capfdbinary.readouterr()
        assert printed.out or printed.err, command
        assert KEY.encode() not in printed.out + printed.err, command
    assert (planted / "fork.json").exists()
    assert files_with_the_key(planted, home) == []


async def test_no_screen_shows_it(planted: Path, home: Path) -> None:
    preferences = Preferences(pace=0.0, red="random", blue="random", recent=(MODEL,))
    app = CodenamesApp(settings=Settings(settings_file(), preferences))
    async with app.run_test(size=(120, 40)) as pilot:
        for key in KEYS:
            await pilot.press(key)
            assert KEY not in frame(app)
    app = CodenamesApp(settings=Settings(settings_file(), preferences))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        for key in ("i", "o", "P", "P", "f", "escape", "e", "escape", "question_mark", "escape", "end"):
            await pilot.press(key)
            assert KEY not in frame(app)
    assert files_with_the_key(planted, home) == []
