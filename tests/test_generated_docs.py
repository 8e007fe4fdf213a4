"""What the documentation has from the program is what the program has, and its schemas describe real files."""

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel
from scripts.metric_docs import field_docstrings
from scripts.write_docs import DOCS, SCHEMAS, generated
from tests.agents.recordings import ASKED, recording
from tests.bench.benchmarks import offline, played

from codenames_agents.providers.errors import ErrorKind, ProviderError, provider_error
from codenames_core.files.journal import Header, JournalWriter
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SeatChange
from codenames_core.game.config import AgentConfig, Seat
from codenames_core.watch.broadcast import Audience, Happened, start_of
from codenames_metrics.experiment.experiment_file import shipped_experiments
from codenames_metrics.game.discussion import DiscussionMetrics
from codenames_metrics.game.metric_models import EpisodeMetrics, TeamMetrics
from codenames_metrics.game.reading_errors import ReadingErrors
from codenames_tui.library.samples import SAMPLES, sample_path
from codenames_tui.ui.preferences import read_settings, settings_file

CHECKOUT = Path(__file__).parents[1]
PAGES = ("keys.md", "commands.md", "metrics.md")
EPISODES = [*(sample_path(name) for name in SAMPLES), CHECKOUT / "tests/golden/episode.json"]


def complaints(kind: str, document: Any) -> list[str]:
    """What the schema in the documentation has against a document."""
    schema = json.loads((DOCS / f"schemas/{kind}.json").read_text("utf-8"))
    return [f"{error.json_path}: {error.message[:200]}" for error in Draft202012Validator(schema).iter_errors(document)]


def header_of(record: EpisodeRecord) -> Header:
    return Header(episode_id=record.episode_id, config=record.config, board=record.board, teams=record.teams)


def lines_of(path: Path) -> Iterable[Any]:
    return (json.loads(line) for line in path.read_text("utf-8").splitlines())


@pytest.mark.parametrize("name", [*PAGES, *(f"schemas/{kind}.json" for kind in SCHEMAS)])
def test_generated_pages_are_not_stale(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == generated()[name], "run `make docs`"


@pytest.mark.parametrize("model", [EpisodeMetrics, TeamMetrics, DiscussionMetrics, ReadingErrors])
def test_every_metric_has_a_row_of_its_own(model: type[BaseModel]) -> None:
    page = (DOCS / "metrics.md").read_text("utf-8")
    assert [name for name in model.model_fields if f"| `{name}` | " not in page] == []
    assert list(field_docstrings(model)) == list(model.model_fields)


def test_every_schema_is_generated_and_listed() -> None:
    assert {path.stem for path in (DOCS / "schemas").iterdir()} == set(SCHEMAS)
    page = (DOCS / "file-formats.md").read_text("utf-8")
    assert [kind for kind in SCHEMAS if f"| [{kind}.json](schemas/{kind}.json) |" not in page] == []


@pytest.mark.parametrize("kind", SCHEMAS)
def test_every_schema_is_one(kind: str) -> None:
    Draft202012Validator.check_schema(json.loads((DOCS / f"schemas/{kind}.json").read_text("utf-8")))


@pytest.mark.parametrize("path", EPISODES, ids=lambda path: path.stem)
def test_episodes_fit_their_schema(path: Path) -> None:
    assert complaints("episode", json.loads(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("board", {"words": ["SEA"]}),
        ("public_transcript", [{"type": "clue", "team": "red"}]),
        ("public_transcript", [{"type": "guess", "team": "red", "word": "SEA", "card": "green", "result": "correct"}]),
        ("winner", "green"),
        ("traces", [{}]),
        ("episode_id", 7),
    ],
)
def test_a_broken_episode_does_not_fit(field: str, value: Any) -> None:
    episode = json.loads(EPISODES[0].read_text("utf-8")) | {field: value}
    assert complaints("episode", episode)


async def test_the_leaderboard_of_a_run_fits_its_schema(tmp_path: Path) -> None:
    config = offline(team_compositions=["homogeneous", "mixed_cluer"], seeds=[1], max_turns=4)
    await played(config, tmp_path)
    board = json.loads((tmp_path / "leaderboard.json").read_text("utf-8"))
    assert complaints("leaderboard", board) == []
    assert complaints("leaderboard", board | {"failures": [{"model": "a"}]})


def test_an_event_of_a_newer_version_fits() -> None:
    episode = json.loads(EPISODES[0].read_text("utf-8"))
    episode["public_transcript"].append({"type": "draw offered", "team": "red"})
    assert complaints("episode", episode) == []


def test_the_lines_of_a_journal_fit_their_schema(tmp_path: Path) -> None:
    record = EpisodeRecord.load(EPISODES[0])
    path = tmp_path / "game.jsonl"
    journal = JournalWriter(path, header_of(record))
    for trace in record.decisions():
        journal.answered(trace)
    for event in record.public_transcript:
        journal.happened(event)
    journal.seat_changed(SeatChange(seat=Seat.RED_CLUER, at=2, agent=AgentConfig(spec="human")))
    journal.close()
    assert [said for line in lines_of(path) for said in complaints("journal-line", line)] == []
    assert complaints("journal-line", {"sound": {}})


@pytest.mark.parametrize("name", shipped_experiments())
def test_experiments_fit_their_schema(name: str) -> None:
    tree = tomllib.loads(shipped_experiments()[name].read_text("utf-8"))
    assert complaints("experiment", tree) == []
    for seeds in ("0..99", {"count": 4}, {"file": "seeds.txt"}, [1, 2]):
        assert complaints("experiment", tree | {"seeds": seeds}) == []
    assert complaints("experiment", tree | {"seeds": {"number": 4}})
    assert complaints("experiment", tree | {"modles": []})


SETTINGS = """
theme = "light"
pace = 0.5
animation = false
ascii = true
mouse = false
episodes = "games"
[agents]
red = "vector:bold"
blue = "random"
recent = ["gpt-4o"]
[game]
seed = "5"
[keys]
"game.step" = "x"
"""


def test_settings_fit_their_schema_if_the_app_takes_them() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(SETTINGS, "utf-8")
    assert read_settings().problems == ()
    assert complaints("settings", tomllib.loads(SETTINGS)) == []


@pytest.mark.parametrize("wrong", ["pace = -1", "pace = 1e9", "ascii = 1", "colour = 'red'", "[agents]\ngreen = 'x'"])
def test_settings_that_the_app_refuses_do_not_fit(wrong: str) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(wrong, "utf-8")
    assert read_settings().problems != ()
    assert complaints("settings", tomllib.loads(wrong))


def test_the_script_of_the_guide_fits_its_schema() -> None:
    guide = (DOCS / "agents.md").read_text("utf-8")
    script = json.loads(guide.partition("```json\n")[2].partition("```")[0])
    assert complaints("script", script) == []
    assert complaints("script", {"turns": [{"clue": "sea"}]})


async def test_the_lines_of_a_cassette_fit_their_schema(tmp_path: Path) -> None:
    path = tmp_path / "game.tape"
    provider = recording(path, "SEA 2", provider_error(ErrorKind.BAD_REQUEST, "no"))
    await provider.ask(ASKED)
    with pytest.raises(ProviderError):
        await provider.ask(ASKED)
    lines = list(lines_of(path))
    assert len(lines) == 3
    assert [said for line in lines for said in complaints("cassette-line", line)] == []
    assert complaints("cassette-line", {"key": "a"})


def test_messages_of_the_stream_fit_their_schema() -> None:
    record = EpisodeRecord.load(EPISODES[0])
    messages = [
        start_of(header_of(record), "0123456789abcdef", Audience.PUBLIC),
        *(Happened(at=at, event=event) for at, event in enumerate(record.public_transcript)),
    ]
    told = [json.loads(message.model_dump_json(exclude_none=True)) for message in messages]
    assert [said for message in told for said in complaints("stream", message)] == []
    assert complaints("stream", {"type": "event", "at": 0, "event": {"type": "clue", "word": 3}})
