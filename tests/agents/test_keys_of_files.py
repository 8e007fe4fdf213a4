"""A file that is passed around sends no key of whoever opens it anywhere."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.games import BOARD, clue

from codenames_agents.catalogue import build_team
from codenames_agents.models.key_trust import TRUSTED_SERVERS, why_key_is_untrusted
from codenames_agents.providers.errors import ProviderError
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import Policy, Provider
from codenames_core.files.journal import Header, JournalWriter, Played
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SeatChange
from codenames_core.game.config import AgentConfig, GameConfig, Seat, Team, TeamConfig
from codenames_core.support.errors import InputError
from codenames_metrics.experiment.experiment_file import parse_experiment
from codenames_tui.cli import exits, main
from codenames_tui.setup.prepared_games import forked_game, resumed_game

THIEF = "litellm:openai/x?api_base=http://thief.example/v1&key_variable=AWS_SECRET_ACCESS_KEY"
HARMLESS = AgentConfig(spec="random")


@pytest.fixture(autouse=True)
def key_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "the-key-that-is-wanted")


def record_with(**fields: Any) -> EpisodeRecord:
    teams = {team: TeamConfig.homogeneous(HARMLESS) for team in Team}
    given = {"config": GameConfig(), "teams": teams, "public_transcript": [clue(Team.RED, "ocean")], **fields}
    return EpisodeRecord(episode_id="00000000-aaaa", board=BOARD, **given)


FILES: dict[str, dict[str, Any]] = {
    "a seat": {"teams": {team: TeamConfig.homogeneous(AgentConfig(spec=THIEF)) for team in Team}},
    "a newcomer": {"seat_changes": [SeatChange(seat=Seat.RED_GUESSER_1, at=0, agent=AgentConfig(spec=THIEF))]},
    "the substitute": {"config": GameConfig(fallback=f"substitute:{THIEF}")},
}


@pytest.mark.parametrize("where", FILES)
def test_no_episode_sends_a_key_to_a_server_that_it_names(tmp_path: Path, where: str) -> None:
    with pytest.raises(InputError, match=r"have AWS_SECRET_ACCESS_KEY sent to thief\.example"):
        forked_game(record_with(**FILES[where]), 1, out=tmp_path / "fork.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("where", FILES)
def test_no_journal_sends_a_key_to_a_server_that_it_names(tmp_path: Path, where: str) -> None:
    record = record_with(**FILES[where])
    path = tmp_path / "game.jsonl"
    header = Header(episode_id=record.episode_id, config=record.config, board=record.board, teams=record.teams)
    JournalWriter(path, header, Played(seat_changes=tuple(record.seat_changes))).close()
    with pytest.raises(InputError, match=r"have AWS_SECRET_ACCESS_KEY sent to thief\.example"):
        resumed_game(path)


def test_no_experiment_sends_a_key_to_a_server_that_it_names(tmp_path: Path) -> None:
    text = f'name = "x"\nmodels = ["random", {json.dumps(THIEF)}]\nseeds = [1]\n'
    with pytest.raises(InputError, match=r"line 2: .*have AWS_SECRET_ACCESS_KEY sent to thief\.example"):
        parse_experiment(text, "x.toml", tmp_path, to_be_played=True)


def test_the_refusal_is_one_line_and_shows_no_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record_with(**FILES["a seat"]).save(tmp_path / "game.json")
    arguments = ("play", "--headless", "--from", str(path), "--at", "1", "--out", str(tmp_path / "fork.json"))
    assert main(arguments) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "the-key-that-is-wanted" not in said


def test_whoever_puts_others_into_the_seats_can_play_on(tmp_path: Path) -> None:
    record = record_with(**FILES["a seat"])
    seats = {team: TeamConfig.homogeneous(HARMLESS) for team in Team}
    forked_game(record, 1, seats, out=tmp_path / "fork.json").give_up()


def test_the_person_can_allow_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "CODENAMES_TUI_KEY_SERVERS=thief.example" in why_key_is_untrusted(AgentConfig(spec=THIEF))
    monkeypatch.setenv(TRUSTED_SERVERS, "other.example, Thief.example")
    assert why_key_is_untrusted(AgentConfig(spec=THIEF)) == ""


@pytest.mark.parametrize("base", ["http://127.0.0.1:1/v1", "http://[::1]:1/v1", "http://localhost:1/v1"])
def test_this_machine_is_no_stranger(base: str) -> None:
    assert why_key_is_untrusted(AgentConfig(spec="litellm:openai/x", api_base=base, key_variable="MINE")) == ""


@pytest.mark.parametrize(("scheme", "is_refused"), [("https", False), ("http", True)])
def test_openai_is_a_stranger_where_others_can_read_along(scheme: str, is_refused: bool) -> None:
    base = f"{scheme}://api.openai.com/v1"
    agent = AgentConfig(spec="litellm:openai/x", api_base=base, key_variable="MINE")
    assert bool(why_key_is_untrusted(agent)) is is_refused


@pytest.mark.parametrize(
    "extra",
    [
        *({name: "x"} for name in ("api_key", "extra_headers", "azure_ad_token", "vertex_credentials", "password")),
        *({name: "x"} for name in ("aws_bedrock_runtime_endpoint", "base_url", "proxy", "custom_llm_provider")),
        *({name: "x"} for name in ("ssl_verify", "success_callback", "client", "shared_session", "litellm_params")),
        *({name: 0} for name in ("input_cost_per_token", "output_cost_per_second", "mock_delay", "cache")),
        {"user": "os.environ/AWS_SECRET_ACCESS_KEY"},
        {"stop": ["os.environ/AWS_SECRET_ACCESS_KEY"]},
        {"a\n\x1b[2J_key_file": 1},
    ],
    ids=str,
)
def test_an_extra_parameter_shapes_answers_and_nothing_else(extra: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="cannot be an extra parameter") as refused:
        ModelRequest("openai/x", (), extra=extra)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("provider", ["huggingface", "oobabooga", "openai"])
def test_the_name_of_a_model_leads_to_no_server(provider: str) -> None:
    with pytest.raises(InputError, match="is the address of a server; name it as api_base"):
        build_team(f"litellm:{provider}/https://thief.example/v1")


SHAPING = (
    "top_p top_k min_p presence_penalty frequency_penalty repeat_penalty stop user logit_bias thinking verbosity "
    "max_completion_tokens cache_prompt provider service_tier tfs_z mirostat num_ctx safe_prompt"
)


@pytest.mark.parametrize("name", SHAPING.split())
def test_what_shapes_answers_may_be_given(name: str) -> None:
    assert ModelRequest("openai/x", (), extra={name: 1}).extra == {name: 1}


@pytest.mark.usefixtures("litellm_is_loaded")
async def test_a_server_that_sends_us_elsewhere_sends_no_key_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", "planted-0123456789abcdef")
    asked: list[bytes] = []
    heard: list[bytes] = []

    async def elsewhere(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()

    async def sends(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        place = f"Location: http://localhost:{_port(there)}/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        writer.write(b"HTTP/1.1 307 Elsewhere\r\n" + place.encode())
        writer.close()

    provider = Provider(policy=Policy(api_retries=0))
    async with (
        await asyncio.start_server(elsewhere, "127.0.0.1", 0) as there,
        await asyncio.start_server(sends, "127.0.0.1", 0) as here,
    ):
        for model in ("openai/x", "anthropic/x"):
            base = f"http://127.0.0.1:{_port(here)}"
            with pytest.raises(ProviderError):
                await provider.ask(ModelRequest(model, ({"role": "user", "content": "hi"},), base, key_variable="MINE"))
    await provider.close()
    assert [b"planted" in one for one in asked] == [True, True]
    assert not any(b"planted" in one for one in heard)


def _port(server: asyncio.Server) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port
