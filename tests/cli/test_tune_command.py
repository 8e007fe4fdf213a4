"""`tune` as a person or a script calls it, with a model behind a server of OpenAI's chat completions."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.agents.players import plays
from tests.cli.served import Served
from tests.fake_provider import FakeProvider, Json
from tests.laboratory.prompted import BEST, careful, rewrites, strength_of

from codenames_agents.models.prompts import load_prompts
from codenames_core.support.folders import prompts_folder
from codenames_metrics.laboratory.tuning.outcome.winner import prompts_file
from codenames_tui.cli import exits, main

EXPERIMENT = """\
name = "small"
models = ["small"]
game_modes = ["single_guesser"]
max_turns = 4
seeds = "0..9"

[model.small]
spec = "openai/fake"
api_base = "{url}"
price_in = 0
price_out = 0
"""


def answers(body: Json) -> str:
    """What the served model says: it answers in the right form as often as its prompt says, and rewrites texts."""
    if "The text:" in body["messages"][-1]["content"]:
        return rewrites(body)
    return plays(body) if strength_of(body["messages"][0]["content"]) == 1 else "I would rather not."


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeProvider]:
    """A server in a thread, an experiment that asks it, and a prompt set that is far from the best."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with Served(text=answers) as server:
        (tmp_path / "small.toml").write_text(EXPERIMENT.format(url=server.url), "utf-8")
        prompts_folder().mkdir(parents=True)
        for name, care in (("careless", 1), ("careful", BEST)):
            prompts = careful(care).model_copy(update={"name": name})
            (prompts_folder() / f"{name}.toml").write_text(prompts_file(prompts), "utf-8")
        load_prompts.cache_clear()
        yield server.server
    load_prompts.cache_clear()


TUNE = [
    *("tune", "small.toml", "--seat", "guesser", "--start", "careless", "--goal", "legality"),
    *("--rollouts", "24", "--items", "6"),
]


def test_a_grid_ends_in_a_report_and_prompts_to_play_with(
    served: FakeProvider, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*TUNE, "--sets", "careful,short", "--cassette", "tape.jsonl"]
    assert main(command) == exits.DONE
    printed = capsys.readouterr()
    (folder,) = Path("laboratory").iterdir()
    assert (folder / "tune.md").read_text("utf-8") == printed.out
    told = json.loads((folder / "tune.json").read_text("utf-8"))
    assert told["chosen"].startswith("careful-")
    assert told["test"]["difference"] == 1
    assert {path.stem for path in (folder / "prompts").iterdir()} == {"careful", "short"}
    assert "play with --prompts careful" in printed.err
    asked = len(served.requests)
    assert main(command) == exits.DONE
    assert len(served.requests) == asked
    assert capsys.readouterr().out == printed.out
    assert main([*command, "--out", "played back"]) == exits.DONE
    assert len(served.requests) == asked
    assert capsys.readouterr().out == printed.out


def test_gepa_leaves_the_chosen_prompts_where_games_find_them(
    served: FakeProvider, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("gepa")
    again = careful(4).model_copy(update={"name": "careless"})
    (prompts_folder() / "careless.toml").write_text(prompts_file(again), "utf-8")
    load_prompts.cache_clear()
    assert main([*TUNE, "--optimiser", "gepa", "--rollouts", "60"]) == exits.DONE
    assert "rewritten by openai/fake" in capsys.readouterr().out
    (folder,) = Path("laboratory").iterdir()
    name = json.loads((folder / "tune.json").read_text("utf-8"))["chosen"].rsplit("-", 3)[0]
    assert f"Care: {BEST}" in load_prompts(name, prompts_folder()).guesses.system


def test_a_dry_run_says_what_it_would_take_and_asks_nothing(
    served: FakeProvider, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TUNE, "--optimiser", "gepa", "--reflect", "openai/other", "--dry-run"]) == exits.DONE
    printed, noted = capsys.readouterr()
    assert "for the choice the start may be kept by chance" in noted
    assert "openai/fake?temperature=0.7: about" in printed
    assert "openai/vector" not in printed
    assert "openai/other, rewriting: about 6 calls" in printed
    assert not served.requests
    assert not Path("laboratory").exists()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--splits", "50/50/10"], "three shares above 0 that add up to 100"),
        (["--splits", "60/40"], "is not three shares in percent"),
        (["--model", "large"], "--model large: the experiment lists small"),
        (["--start", "nothing"], "unknown prompt set 'nothing'"),
        (["--sets", "careless"], "nothing to compare the start with"),
        (["--reflect", "openai/x"], "a grid rewrites none"),
        (["--optimiser", "gepa", "--sets", "short"], "--sets are what a grid compares"),
        (["--test-partners", "vector:sharp"], "is a partner of the search and of the test"),
        (["--partners", "human"], "is no partner that can be asked"),
        (["--rollouts", "2"], "too few for"),
        (["--optimiser", "gepa", "--rollouts", "6"], "are used up by the start on 6 positions"),
        (["--tui"], "there is no terminal here"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    served: FakeProvider, options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main([*TUNE, *options])
    except SystemExit as ended:  # what argparse itself refuses
        code = int(str(ended.code))
    assert code == exits.WRONG_INPUT
    said = capsys.readouterr().err.strip().splitlines()
    assert complaint in said[-1]
    assert not served.requests


def test_an_experiment_without_a_language_model_has_no_prompts_to_tune(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "offline"]) == exits.WRONG_INPUT
    assert "has no language model, and other agents have no prompts to tune" in capsys.readouterr().err
    assert main(["tune", "models"]) == exits.WRONG_INPUT
    assert "say with --model which to tune: small, large" in capsys.readouterr().err
