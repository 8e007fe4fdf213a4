"""The kinds of agents: one row of a table is all that another kind takes."""

from typing import Any

import pytest

from codenames_agents.catalogue import as_recorded, build_agent, build_team, model_of
from codenames_agents.kinds import KINDS, AgentKind, DecidedBy, kind_of
from codenames_agents.offline.random_agent import RandomCluer, RandomGuesser
from codenames_core.game.config import FILE_KINDS, AgentConfig, GameMode, Role
from codenames_core.support.errors import InputError
from codenames_metrics.experiment.combos import Lineup
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_tui.cli.command_line import parser
from codenames_tui.setup import game_form


def build_echo(_config: AgentConfig, role: Role, seed: int) -> Any:
    return RandomCluer(seed) if role is Role.CLUER else RandomGuesser(seed)


ECHO = AgentKind("echo", "echo[:LOUD]", build_echo, choices={"echo": "Says it again."}, short_for="echo:low")


@pytest.fixture
def _echo(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of agent that only a row of the table knows."""
    monkeypatch.setitem(KINDS, "echo", ECHO)


@pytest.mark.usefixtures("_echo")
def test_one_row_builds_an_agent_of_a_new_kind() -> None:
    assert isinstance(build_team("echo:loud").guesser_1, RandomGuesser)
    assert model_of("echo") is None
    with pytest.raises(InputError, match=r"'echo' does not take seed; language models do$"):
        build_agent("echo?seed=1", Role.CLUER, 0)
    with pytest.raises(InputError, match=r"available: vector\[:.*, language models as PROVIDER/MODEL, echo\[:LOUD\]$"):
        build_team("choir")


@pytest.mark.usefixtures("_echo")
def test_one_row_puts_a_new_kind_into_the_form() -> None:
    choices = game_form.agents_to_choose()
    assert "echo" in choices
    assert choices[-1] == "human"
    assert game_form.about_agent("echo") == "Says it again."
    assert not game_form.is_model("echo")
    assert game_form.problem_with("red_cluer", {"red_cluer": "echo"}) == ""


@pytest.mark.usefixtures("_echo")
def test_one_row_puts_a_new_kind_into_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["play", "--help"])
    help_text = " ".join(capsys.readouterr().out.split())
    assert "scripted:FILE, echo[:LOUD], or a language model: PROVIDER/MODEL" in help_text


@pytest.mark.usefixtures("_echo")
def test_one_row_lets_a_new_kind_play_a_benchmark() -> None:
    experiment = ExperimentConfig(name="small", models=["echo", "random"], seeds=[1])
    assert experiment.language_models == ()
    with pytest.raises(ValueError, match="echo:low"):
        ExperimentConfig(name="small", models=["echo", "echo:low"], seeds=[1])


@pytest.mark.parametrize(
    ("decided_by", "is_ghost", "is_person", "is_model"),
    [
        (DecidedBy.PROGRAM, False, False, False),
        (DecidedBy.GHOST, True, False, False),
        (DecidedBy.PERSON, False, True, False),
        (DecidedBy.MODEL, False, False, True),
    ],
)
def test_a_row_says_who_decides(
    decided_by: DecidedBy, is_ghost: bool, is_person: bool, is_model: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "echo", ECHO._replace(decided_by=decided_by))
    kind = kind_of("echo:loud")
    assert (kind.is_ghost, kind.is_person, kind.is_model) == (is_ghost, is_person, is_model)
    assert (model_of("echo:loud") == "loud") is is_model


def test_a_row_and_the_reader_of_records_agree_on_which_details_are_files() -> None:
    assert {kind.name for kind in KINDS.values() if kind.takes_file} == FILE_KINDS
    assert as_recorded(AgentConfig(spec="scripted:somewhere/a?b.json")).spec == "scripted:a?b.json"


def test_every_choice_of_every_kind_can_be_built() -> None:
    for kind in KINDS.values():
        for spec in kind.choices:
            assert kind_of(spec) is kind
            assert build_agent(spec, Role.CLUER, 0)


@pytest.mark.parametrize(
    "spec", ["random:x", "human:x", "ghost:loud", "scripted", "scripted:", "litellm", "litellm:", "foo", ""]
)
def test_a_spec_of_no_agent_is_refused_with_the_agents_that_there_are(spec: str) -> None:
    with pytest.raises(
        InputError,
        match=r"^unknown agent '.*'; (did .* )?available: vector\[:sharp\|.*, language models as PROVIDER/MODEL$",
    ):
        build_agent(AgentConfig(spec=spec), Role.CLUER, 0)


def test_a_team_is_built_from_a_line_up_and_a_mode() -> None:
    lineup = Lineup("vector:bold", "random", "vector:cautious")
    specs = [build_team(lineup, mode).config.of(role).spec for mode in GameMode for role in Role]
    two, one = ["vector:bold", "random", "vector:cautious"], ["vector:bold", "random", "random"]
    assert specs == [*two, *two, *one]
    assert build_team(lineup).config == build_team(lineup, GameMode.STANDARD).config
    assert build_team("random", GameMode.SINGLE_GUESSER).config == build_team("random").config
    with pytest.raises(InputError, match="choir"):
        build_team(Lineup("random", "choir", "random"), GameMode.STANDARD)
