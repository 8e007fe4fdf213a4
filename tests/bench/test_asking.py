"""How models are asked stands in the manifest, the report, the estimate and comparisons; mixed ways are warned of."""

from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from tests.agents.players import Memory, door
from tests.bench.benchmarks import played, with_models

from codenames_agents.models.asking import HowAsked, how_asked
from codenames_agents.providers.model_io import Quirks
from codenames_agents.providers.provider import Provider
from codenames_core.game.config import AgentConfig
from codenames_metrics.experiment.asking import asked_otherwise, how_models_will_be_asked
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.run_comparison import compare_runs, comparison_text, read_run
from codenames_metrics.run_folder.ledger import seconds_by_model
from codenames_metrics.run_folder.manifest import Manifest, read_manifest

SERVER = "http://127.0.0.1:9/v1"
PROMPTS = "default-1:abc"


async def asked(spec: str, *, schema: bool = False) -> HowAsked:
    how = await how_asked(
        AgentConfig.parse(f"{spec}{'&' if '?' in spec else '?'}api_base={SERVER}"), PROMPTS, door(Memory(schema=schema))
    )
    assert how is not None
    return how


async def test_auto_is_resolved_and_what_is_set_comes_first() -> None:
    assert (await asked("openai/x")).answers == "text"
    assert (await asked("openai/x", schema=True)).answers == "schema"
    assert (await asked("openai/x?output=text", schema=True)).answers == "text"
    assert (await asked("openai/x?output=schema")).answers == "schema"
    how = await asked("openai/x?temperature=0.2&max_tokens=9&reasoning_effort=low&extra.top_p=0.5")
    assert (how.temperature, how.max_tokens, how.reasoning_effort, how.extra) == (0.2, 9, "low", {"top_p": "0.5"})


async def test_what_a_model_has_refused_is_not_said_to_be_sent() -> None:
    provider = door(Memory(schema=True))
    agent = AgentConfig.parse(f"openai/x?temperature=0.2&api_base={SERVER}")
    before = await how_asked(agent, PROMPTS, provider)
    assert before is not None
    from codenames_agents.models.llm import request_of

    provider.learn(request_of(agent), Quirks(refused=frozenset({"temperature", "response_format"})))
    after = await how_asked(agent, PROMPTS, provider)
    assert after is not None
    assert (before.temperature, before.answers, before.left_out) == (0.2, "schema", ())
    assert (after.temperature, after.answers, after.left_out) == (None, "text", ("temperature",))


@pytest.mark.filterwarnings("ignore:::(litellm|pydantic)")
@pytest.mark.usefixtures("litellm_is_loaded")
async def test_gpt_5_is_held_to_a_schema_and_sent_no_temperature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
    how = await how_asked(AgentConfig.parse("openai/gpt-5?temperature=0.7"), PROMPTS, Provider())
    assert how is not None
    assert (how.answers, how.temperature, how.left_out) == ("schema", None, ("temperature",))
    monkeypatch.delenv("OPENAI_API_KEY")
    assert await how_asked(AgentConfig.parse("openai/gpt-5"), PROMPTS, Provider()) is None


def test_only_what_differs_is_warned_of() -> None:
    usual = HowAsked(answers="text", temperature=0.7, prompts=PROMPTS)
    assert list(asked_otherwise({})) == list(asked_otherwise({"a": usual, "b": usual})) == []
    held = usual.model_copy(update={"answers": "schema", "temperature": None})
    form, temperature = asked_otherwise({"a": usual, "b": held})
    assert form.startswith("models do not have the same form of answers (lines: a; JSON schema: b)")
    assert "temperature (0.7: a; its own: b)" in temperature
    (prompts,) = asked_otherwise({"a": usual, "b": usual.model_copy(update={"prompts": "mine-1:def"})})
    assert "prompt set (default-1:abc: a; mine-1:def: b)" in prompts


def mixed() -> ExperimentConfig:
    tables = {name: {"spec": f"openai/{name}", "api_base": SERVER} for name in ("fake-a", "fake-b")}
    tables["fake-b"] |= {"output": "schema"}
    return with_models("fake-a", "fake-b", model=tables)


async def test_a_report_says_how_each_model_was_asked_and_warns_of_mixed_ways(tmp_path: Path) -> None:
    await played(mixed(), tmp_path)
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    assert {name: [how.answers for how in ways] for name, ways in manifest.asked.items()} == {
        "fake-a": ["text"],
        "fake-b": ["schema"],
    }
    text = (tmp_path / "report.md").read_text()
    html = MarkdownIt("commonmark").enable(["table"]).render(text)
    assert "<h2>How each model was asked</h2>" in html
    assert "| fake\\-a | lines | 0\\.7 |" in text or "| fake-a | lines | 0.7 |" in text
    assert "the same form of answers" in text.partition("## Leaderboard")[0]
    assert set(seconds_by_model(tmp_path)) == {"fake-a", "fake-b"}


async def test_an_unknown_price_makes_no_game_free(tmp_path: Path) -> None:
    memory = Memory()
    await played(with_models("fake-a"), tmp_path, memory)
    section = (tmp_path / "report.md").read_text().partition("## How each model was asked")[2].partition("\n## ")[0]
    row = next(line for line in section.splitlines() if line.startswith("| fake") and line.count("|") == 5)
    _, _, seconds, game, _, _ = (part.strip() for part in row.split("|"))
    assert float(seconds) >= 0
    assert float(game) > 0
    ledger = tmp_path / "ledger.csv"
    ledger.write_text(ledger.read_text().replace(",0.001,", ",,"))
    from codenames_metrics.report.artefacts import write_artefacts

    write_artefacts(tmp_path, Plan(with_models("fake-a")))
    section = (tmp_path / "report.md").read_text().partition("## How each model was asked")[2].partition("\n## ")[0]
    row = next(line for line in section.splitlines() if line.startswith("| fake") and line.count("|") == 5)
    assert [part.strip() for part in row.split("|")][3:5] == ["unknown", "unknown"]


async def test_a_comparison_of_runs_warns_of_mixed_ways(tmp_path: Path) -> None:
    tables = {"fake-a": {"spec": "openai/fake-a", "api_base": SERVER, "temperature": 1.0}}
    await played(with_models("fake-a"), tmp_path / "first")
    await played(with_models("fake-a", model=tables), tmp_path / "second")
    result = compare_runs(read_run(tmp_path / "first"), read_run(tmp_path / "second"))
    (warning,) = result.warnings
    assert "temperature (0.7: fake-a of the first; 1: fake-a of the second)" in warning
    assert "**Warning**" in comparison_text(result)
    assert compare_runs(read_run(tmp_path / "first"), read_run(tmp_path / "first")).warnings == ()


async def test_each_way_is_kept_once_and_earlier_manifests_have_none(tmp_path: Path) -> None:
    await played(with_models("fake-a"), tmp_path)
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    (way,) = manifest.asked["fake-a"]
    assert manifest.asking({"fake-a": way}) == manifest
    other = way.model_copy(update={"answers": "schema"})
    assert manifest.asking({"fake-a": other}).asked["fake-a"] == (way, other)
    assert Manifest.model_validate(manifest.model_dump(exclude={"asked"})).asked == {}


def test_offline_agents_are_asked_nothing() -> None:
    from tests.bench.benchmarks import offline

    assert how_models_will_be_asked(Plan(offline())) == {}
