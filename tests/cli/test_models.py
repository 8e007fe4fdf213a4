"""Models on the command line: checking one, playing with one, and games without one that load none of it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.agents.players import plays
from tests.cli.served import Served
from tests.fake_provider import PLANTED

from codenames_agents.providers import provider as provider_module
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Team
from codenames_core.play import orchestrator
from codenames_tui.cli import exits, main

pytestmark = [
    pytest.mark.filterwarnings("ignore:::(litellm|pydantic)"),
    pytest.mark.usefixtures("litellm_is_loaded", "own_provider"),
]

SMALL = ("--seed", "7", "--max-rounds", "1", "--max-turns", "2")


@pytest.fixture
def served() -> Iterator[Served]:
    with Served() as server:
        yield server


def test_a_model_that_works_is_checked_with_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    with Served(text='{"word": "ocean", "number": 2}') as served:
        assert main(["models", "check", served.spec]) == exits.DONE
        assert main(["models", "check", served.spec, "--json"]) == exits.DONE
    *lines, found = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("litellm:openai/fake: answers as fake-model-2026 in ")
    assert json.loads(found)["works"] is True
    assert json.loads(found)["answers_in_schema"] is True


def test_a_model_that_does_not_answer_is_a_no_with_the_exact_reason(capsys: pytest.CaptureFixture[str]) -> None:
    with Served("404") as served:
        assert main(["models", "check", served.spec]) == exits.ANSWER_IS_NO
    assert main(["models", "check", "gpt-4o"]) == exits.ANSWER_IS_NO
    out = capsys.readouterr().out
    assert "no such model (404): The model `x` does not exist" in out
    assert "gpt-4o: key missing: OPENAI_API_KEY is not set" in out


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("vector", "'vector' is not a model"),
        ("no-such-provider/x", "no-such-provider/x: unknown provider"),
        ("litellm:x?api_key=sk-0123456789abcdef", "unknown parameter 'api_key'"),
        ("litellm:x?temperature=hot", "temperature"),
        ("litellm:x?output=xml", "'auto', 'schema' or 'text', not 'xml'"),
        ("litellm:x?api_base=localhost", "http://127.0.0.1:8080/v1"),
        ("litellm:x?extra.api_key=sk-0123456789abcdef", "'api_key' cannot be an extra parameter"),
    ],
)
def test_a_bad_spec_is_one_line_that_names_what_is_wrong(
    spec: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "check", spec]) == exits.WRONG_INPUT
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1
    assert "0123456789" not in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--red", "gpt-4o"], "gpt-4o: OPENAI_API_KEY is not set"),
        (["--red", "litellm:anthropic/claude-x"], "ANTHROPIC_API_KEY is not set"),
        (["--blue-cluer", "openai/x?key_variable=MINE"], "MINE is not set"),
        (["--red", "groq/x?api_base=https://example.org/v1"], "GROQ_API_KEY is sent to https://example.org/v1 only if"),
        (["--red", "no-such-provider/x"], "unknown provider"),
        (["--red", "openai/x?prompts=mine&api_base=http://127.0.0.1:9"], "unknown prompt set 'mine'"),
        (["--red", "vector?temperature=1"], "'vector' does not take temperature; language models do"),
        (["--red", "openai/o3-mini?sees=picture"], "is not known to see pictures"),
        (["--red", "vector?picture=cards"], "picture is for a seat that sees a picture"),
        (["--red", "random?sees=picture"], "'random' does not take sees; vector and language models do"),
        (["--fallback", "resign"], "forfeit, abort or substitute:SPEC"),
        (["--fallback", "substitute:"], "forfeit, abort or substitute:SPEC"),
        (["--fallback", "substitute:chess"], "unknown agent 'chess'"),
        (["--fallback", "substitute:openai/x?heat=1"], "'openai/x': unknown parameter 'heat'"),
        (["--fallback", "substitute:openai/x?api_base=http://a:b@127.0.0.1:9"], "cannot contain a user and password"),
        (["--cassette", "missing/tape"], "cannot record to missing/tape"),
    ],
)
def test_what_cannot_be_played_is_said_before_the_game_starts(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", "--plain", "--out", "game.json", *arguments]) == exits.WRONG_INPUT
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("output", ["--plain", "--headless", "--json"])
@pytest.mark.parametrize("fallback", ["forfeit", "abort", "substitute:random"])
def test_why_a_model_could_not_be_asked_is_said_at_the_end(
    output: str, fallback: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Served("401") as served:
        game = ["play", "--red-cluer", served.spec, *SMALL, output, "--fallback", fallback]
        assert main([*game, "--out", str(tmp_path / "game.json")]) == exits.DONE
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("red cluer failed: key refused (401): no key was sent")
    assert second.startswith("saved as")


def test_a_resumed_game_is_not_answered_from_a_cassette(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tape, journal = tmp_path / "tape", tmp_path / "game.jsonl"
    tape.write_text('{"cassette":1}\n')
    journal.write_text("what was played so far")
    assert main(["play", "--plain", "--resume", str(journal), "--cassette", str(tape)]) == exits.WRONG_INPUT
    assert "to record the rest of this one, name a new file" in capsys.readouterr().err
    assert journal.read_text() == "what was played so far"


def test_a_game_is_recorded_and_repeated_from_its_cassette(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MINE", PLANTED)
    tape, games = tmp_path / "tape", []
    with Served() as served:
        spec = f"{served.spec}&key_variable=MINE"
        for name in ("recorded", "repeated"):
            out = tmp_path / f"{name}.json"
            played = main(
                ["play", "--plain", "--red", spec, "--blue", spec, *SMALL, "--cassette", str(tape), "--out", str(out)]
            )
            assert played == exits.DONE
            games.append((capsys.readouterr(), json.loads(out.read_text()), len(served.server.requests)))
            monkeypatch.delenv("MINE", raising=False)  # the replay needs no key
    assert games[0][2] == games[1][2] > 0
    assert f"the answers of models are recorded in {tape}" in games[0][0].err
    assert f"models answer from {tape}" in games[1][0].err
    assert games[0][0].out == games[1][0].out
    for _, record, _ in games:
        del record["episode_id"], record["metadata"]["created"]
    assert games[0][1] == games[1][1]
    assert PLANTED not in tape.read_text() + str(games)


def test_a_replay_of_another_game_is_refused_and_not_saved(
    tmp_path: Path, served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ["play", "--headless", "--red", served.spec, "--blue", "random", "--cassette", str(tmp_path / "tape")]
    assert main([*game, *SMALL, "--out", str(tmp_path / "one.json")]) == exits.DONE
    assert main([*game, *SMALL, "--seed", "8", "--out", str(tmp_path / "two.json")]) == exits.WRONG_INPUT
    assert "this is not the game that was recorded: tape has no answer" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.json", "tape"]


def test_a_game_that_cannot_be_set_up_leaves_no_cassette(tmp_path: Path) -> None:
    tape = tmp_path / "tape"
    assert main(["play", "--plain", "--red", "gpt-4o", "--cassette", str(tape)]) == exits.WRONG_INPUT
    assert not tape.exists()


def test_plain_mode_says_who_waits_for_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def no_wait(seconds: float) -> None: ...

    patient = provider_module.Provider(
        policy=provider_module.Policy(api_retries=1), sleep=no_wait, chance=lambda: 1.0, clock=lambda: 0.0
    )
    provider_module.share_provider(patient)
    with Served("429", "ok", "401", text=plays) as served:
        out = ["--out", str(tmp_path / "game.json")]
        assert main(["play", "--plain", "--red", served.spec, "--blue", "random", *SMALL, *out]) == exits.SOME_SKIPPED
    told = capsys.readouterr()
    assert "red cluer: retry 1/1 in 1 s (429)" in told.err
    assert "retry" not in told.out


def test_fallback_substitute_is_played_and_recorded(tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    with Served("401") as served:
        game = ["play", "--headless", "--red", served.spec, "--blue", "random", *SMALL, "--out", str(out)]
        assert main([*game, "--fallback", "substitute:random"]) == exits.DONE
    record = EpisodeRecord.load(out)
    assert record.config.fallback == "substitute:random"
    assert any(trace.is_fallback for trace in record.decisions())


def test_a_fork_keeps_the_parameters_of_its_parent(tmp_path: Path, served: Served) -> None:
    game = ["play", "--headless", "--red", served.spec, "--blue", "random", *SMALL]
    assert main([*game, "--out", str(tmp_path / "one.json")]) == exits.DONE
    fork = ["play", "--headless", "--from", str(tmp_path / "one.json"), "--at", "0", "--blue", "ghost:pass"]
    assert main([*fork, "--out", str(tmp_path / "two.json")]) == exits.DONE
    one, two = (EpisodeRecord.load(tmp_path / name) for name in ("one.json", "two.json"))
    assert one.teams[Team.RED] == two.teams[Team.RED]


# What a game costs


def test_the_end_of_a_game_tells_tokens_and_cost_for_each_team(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ("play", "--red", served.spec, "--blue", "random", *SMALL)
    assert main([*play, "--headless", "--out", str(tmp_path / "unknown.json")]) == exits.DONE
    told = capsys.readouterr().err
    assert "tokens in, " in told
    assert "out, unknown cost" in told
    priced = ("--price-in", "1", "--price-out", "10", "--out", str(tmp_path / "priced.json"))
    assert main([*play, "--json", *priced]) == exits.DONE
    spending = json.loads(capsys.readouterr().out)["spending"]
    asked = spending["red"]["questions"]
    assert spending == {
        "red": {
            "questions": asked,
            "tokens_in": 40 * asked,
            "tokens_out": 8 * asked,
            "cost_usd": pytest.approx(asked * 120e-6),
        }
    }
    traces = list(EpisodeRecord.load(tmp_path / "priced.json").decisions())
    assert sum(trace.cost_usd or 0.0 for trace in traces if trace.seat) > 0


def test_a_budget_ends_a_game_that_can_be_gone_on_with(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    priced = ("--price-in", "1", "--price-out", "10")
    play = ("play", "--headless", "--red", served.spec, "--blue", "random", *SMALL, *priced)
    out = tmp_path / "game.json"
    assert main([*play, "--budget", "0.0003", "--out", str(out)]) == exits.BUDGET_REACHED
    assert len(served.server.requests) * 120e-6 <= 0.0003
    assert "stopped: $0.0002 of $0.0003 is spent" in capsys.readouterr().err
    assert not out.exists()
    assert main(["play", "--headless", "--resume", str(tmp_path / "game.jsonl"), *priced, "--budget", "1"]) == 0
    cost = sum(trace.cost_usd or 0.0 for trace in EpisodeRecord.load(out).decisions())
    refused = sum(one.cost_usd or 0.0 for trace in EpisodeRecord.load(out).decisions() for one in trace.refused)
    assert cost + refused == pytest.approx(len(served.server.requests) * 120e-6)


def test_a_budget_holds_where_a_model_takes_money_and_answers_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The retries of a question were sent whether or not they fitted."""
    monkeypatch.setattr(orchestrator, "FIRST_WAIT", 0.0)
    with Served("content null") as served:
        play = ("play", "--headless", "--red", served.spec, "--blue", "random", *SMALL)
        options = ("--price-in", "1", "--price-out", "10", "--budget", "0.00015", "--out", str(tmp_path / "game.json"))
        assert main([*play, *options]) == exits.BUDGET_REACHED
        assert len(served.server.requests) == 1
    assert "stopped: $0.0001 of $0.0001 is spent" in capsys.readouterr().err


@pytest.mark.parametrize(("budget", "most"), [("0.0004", 3), ("0.0007", 5)])
def test_each_request_that_broke_off_counts_against_the_budget_of_a_game(
    budget: str, most: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of the requests of a question counted as one, and those without a byte of an answer as none."""
    monkeypatch.setattr(orchestrator, "FIRST_WAIT", 0.0)
    with Served("ok", "half a body", "reset") as served:
        play = ("play", "--headless", "--red", served.spec, "--blue", "random", *SMALL)
        options = ("--price-in", "1", "--price-out", "10", "--budget", budget, "--out", str(tmp_path / "game.json"))
        assert main([*play, *options]) == exits.BUDGET_REACHED
        assert len(served.server.requests) == most  # at 0.00012 each
    assert "and perhaps $" in capsys.readouterr().err


def test_where_a_budget_ends_a_game_its_costs_and_failures_are_told_as_json(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ("play", "--json", "--red", served.spec, "--blue", "random", *SMALL, "--price-in", "1", "--price-out", "10")
    assert main([*play, "--budget", "0.0003", "--out", str(tmp_path / "game.json")]) == exits.BUDGET_REACHED
    told = capsys.readouterr()
    result = json.loads(told.out)
    asked = len(served.server.requests)
    assert (result["winner"], result["termination"]) == (None, None)
    assert result["failures"] == {"red cluer": {"illegal": 1}}
    assert result["spending"]["red"]["cost_usd"] == pytest.approx(asked * 120e-6)
    assert result["path"] == str(tmp_path / "game.jsonl")
    assert result["stopped"].startswith("$0.0002 of $0.0003 is spent")
    assert "resume with a larger budget: " in told.err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--budget", "1"), "is unknown, so no budget can be kept; give --price-in and --price-out"),
        (("--price-in", "1"), "--price-out is missing"),
        (("--price-in", "-1", "--price-out", "1"), "'-1' is not a price in US dollars"),
        (("--call-seconds", "soon"), "'soon' is not a number of seconds, such as 600"),
        (("--call-seconds", "nan"), "'nan' is not a number of seconds, such as 600"),
    ],
)
def test_what_cannot_be_kept_is_refused_before_anything_is_asked(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], says: str
) -> None:
    out = ("--out", str(tmp_path / "game.json"))
    try:
        code = main(["play", "--headless", "--red", served.spec, *SMALL, *options, *out])
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    assert code == exits.WRONG_INPUT
    assert says in capsys.readouterr().err
    assert not served.server.requests
    assert not list(tmp_path.iterdir())


def test_patience_is_what_the_options_say(served: Served, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    patience = ("--call-seconds", "600", "--outage-seconds", "60")
    assert main(["play", "--headless", "--red", served.spec, *SMALL, *patience, "--out", str(out)]) == exits.DONE
    config = EpisodeRecord.load(out).config
    assert (config.decision_seconds, config.outage_seconds) == (1_220, 60)
    policy = provider_module.shared_provider().policy
    assert (policy.call_seconds, policy.ask_seconds) == (600, 1_200)


def test_what_a_game_of_priced_models_will_cost_is_told_before_it_begins(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", "none")
    spec = f"deepseek/deepseek-reasoner?api_base={served.url}"
    play = ("play", "--headless", "--red", spec, "--blue", "random", *SMALL)
    assert main([*play, "--out", str(tmp_path / "game.json")]) == exits.DONE
    first, last, _ = capsys.readouterr().err.splitlines()
    assert first.startswith("deepseek/deepseek-reasoner: about ")
    assert "of them hidden thoughts), $" in first
    assert last.startswith("red: ")
    assert "unknown" not in last


@pytest.mark.parametrize("fault", ["401", "402", "403", "404", "422", "429 per day", "400 credit balance"])
def test_a_game_with_a_model_that_cannot_be_asked_stops_and_nobody_wins(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.json"
    with Served(fault) as served:
        arguments = ["play", "--json", "--blue", served.spec, "--red", "random", *SMALL, "--out", str(out)]
        assert main(arguments) == exits.SOME_SKIPPED
        assert len(served.server.requests) == 1
    said, complaint = capsys.readouterr()
    result = json.loads(said)
    assert (result["winner"], result["termination"]) == (None, None)
    assert [sum(kinds.values()) for kinds in result["failures"].values()] == [1]
    assert result["stopped"].startswith("blue cluer cannot be asked: ")
    assert not out.exists()
    assert "nobody has won" in complaint
    journal = result["path"]
    assert f"play --resume {journal} --blue-cluer SPEC" in complaint
    others = [f"--blue-{seat}=random" for seat in ("cluer", "guesser-1", "guesser-2")]
    assert main(["play", "--json", "--resume", journal, *others]) == exits.DONE
    assert json.loads(capsys.readouterr().out)["termination"] is not None


def test_plain_lines_say_why_a_turn_is_forfeited(capsys: pytest.CaptureFixture[str]) -> None:
    with Served(text="I would rather not.") as served:
        assert main(["play", "--plain", "--red", served.spec, "--blue", "random", *SMALL]) == exits.DONE
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("RED forfeits the turn.")
    assert lines[at + 1].startswith("    (there is no clue")
