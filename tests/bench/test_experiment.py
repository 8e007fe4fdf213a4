"""Experiments: what a file may say, what it is refused for, who meets whom, and which games follow."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from codenames_agents.catalogue import team_seed
from codenames_agents.models.prompts import load_prompts
from codenames_core.game.board import deal
from codenames_core.game.config import AgentConfig, ClueRules, GameConfig, GameMode, IllegalCluePolicy, Team, TeamConfig
from codenames_core.game.words import default_word_list
from codenames_metrics.experiment.combos import (
    TEAM_COMPOSITIONS,
    Composition,
    Lineup,
    Matchups,
    generate_model_combos,
    lineups,
)
from codenames_metrics.experiment.config import ExperimentConfig, ModelConfig
from codenames_metrics.experiment.estimate import estimate
from codenames_metrics.experiment.experiment_file import (
    ExperimentFileError,
    experiment_text,
    load_experiment,
    parse_experiment,
    shipped_experiments,
)
from codenames_metrics.experiment.game_names import Naming
from codenames_metrics.experiment.jobs import CellKeys, player_identity, rules_identity
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.experiment.seeds import board_seeds, shipped_seeds

GOLDEN = Path(__file__).parent / "golden" / "job_keys.json"
HERE = Path(".")


def experiment(**fields: Any) -> ExperimentConfig:
    """A small experiment of offline agents."""
    return ExperimentConfig(
        **{"name": "test", "models": ["random", "vector:bold", "vector:sharp"], "seeds": [1, 2], **fields}
    )


# What a file may say


def test_the_text_example_of_the_milestone_is_an_experiment() -> None:
    config = experiment(
        game_modes=["standard", "single_guesser"],
        team_compositions=["homogeneous", "mixed_cluer", "mixed_guesser"],
        games_per_config=1,
        temperature=0.7,
        max_retries=3,
    )
    assert config.game_modes == [GameMode.STANDARD, GameMode.SINGLE_GUESSER]


@pytest.mark.parametrize(
    ("seeds", "expected"),
    [
        ([3, 1], [3, 1]),
        ("5..8", [5, 6, 7, 8]),
        ({"count": 3}, board_seeds(9, 3)),
        ("seeds-100", shipped_seeds()),
    ],
)
def test_seeds_are_a_list_a_range_a_count_or_the_shipped_ones(seeds: Any, expected: list[int]) -> None:
    assert experiment(seeds=seeds, run_seed=9).seeds == expected


def test_without_seeds_the_shipped_hundred_are_played() -> None:
    assert len(set(ExperimentConfig(name="a", models=["random"]).seeds)) == 100


def test_seeds_come_from_a_file_beside_the_experiment(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("# three\n4\n5 # five\n\n6\n")
    (tmp_path / "a.toml").write_text('name = "a"\nmodels = ["random"]\nseeds = {file = "boards.txt"}\n')
    assert load_experiment(tmp_path / "a.toml").seeds == [4, 5, 6]


def test_a_word_list_lies_beside_the_experiment(tmp_path: Path) -> None:
    (tmp_path / "animals.txt").write_text("\n".join(f"ANIMAL{n}" for n in range(30)))
    (tmp_path / "a.toml").write_text('name = "a"\nmodels = ["random"]\nword_list = "animals.txt"\n')
    plan = Plan(load_experiment(tmp_path / "a.toml", to_be_played=True))
    assert (plan.words.name, plan[0].config.word_list) == ("animals", "animals")


@pytest.mark.parametrize("name", shipped_experiments())
def test_a_shipped_experiment_survives_being_written_and_read(name: str) -> None:
    config = load_experiment(name)
    assert parse_experiment(experiment_text(config), "again", HERE) == config


def test_models_take_temperature_and_prompts_of_the_experiment_where_they_have_none() -> None:
    config = experiment(
        models=["small", "litellm:gpt-4o?temperature=0.1", "random"],
        model={"small": {"spec": "litellm:openai/x", "max_tokens": 100}},
        temperature=0.4,
        prompts="mine",
    )
    small, large, random = map(config.agent, config.models)
    assert (small.temperature, small.max_tokens, small.prompts) == (0.4, 100, "mine")
    assert (large.temperature, large.prompts) == (0.1, "mine")
    assert random == AgentConfig(spec="random")


def test_models_that_are_told_to_think_get_no_temperature_by_default() -> None:
    told = ["openai/x?reasoning_effort=low", 'openai/y?extra.thinking={"type":"enabled","budget_tokens":2000}']
    plain = ["openai/x", "openai/x?reasoning_effort=none", "openai/x?extra.enable_thinking=false"]
    config = experiment(models=[*told, *plain])
    assert [config.agent(name).temperature for name in told] == [None, None]
    assert [config.agent(name).temperature for name in plain] == [0.7, 0.7, 0.7]
    chosen = experiment(models=[*told, *plain], temperature=1.0)
    assert {chosen.agent(name).temperature for name in chosen.models} == {1.0}


def test_a_setting_that_a_thinking_model_is_known_to_refuse_is_warned_of_with_its_cure() -> None:
    model = {"spec": "anthropic/claude-sonnet-4-5", "reasoning_effort": "low"}
    expected = estimate(Plan(experiment(models=["claude"], model={"claude": model}, matchups="mirror")))
    assert not [warning for warning in expected.warnings if "claude" in warning]
    refused = {**model, "temperature": 0.2, "max_tokens": 300}
    expected = estimate(Plan(experiment(models=["claude"], model={"claude": refused}, matchups="mirror")))
    assert [warning for warning in expected.warnings if "claude" in warning] == [
        "claude: temperature 0.2 is refused while Claude thinks; leave it out, or set it to 1",
        "claude: max_tokens 300 is refused, since 1,024 of them are for thoughts; leave it out, "
        "or set it to 1,524 or more",
    ]


# What it is refused for

REFUSED = [
    ('name = "a"\nmodels = ["random"]\nseeds = [true]', "line 3: seeds[0]: a whole number is needed, not true"),
    (
        'name = "a"\nmodels = ["random"]\nseeds = {count = true}',
        "line 3: seeds: a table of seeds has one key, a number",
    ),
    ('name = "a"\nmodels = ["random"]\nrun_seed = true', "line 3: run_seed: a whole number is needed, not true"),
    ('name = "a"\nmodels = ["random"]\ngames_per_config = "3"', "line 3: games_per_config: a whole number is needed"),
    ('name = "a"\nmodels = ["random"]\ntemperature = "0.3"', "line 3: temperature: a number is needed"),
    ('name = "a"\nmodels = ["random"]\nsurveillance = "yes"', "line 3: surveillance: true or false is needed"),
    ('name = "a"\nmodels = ["random"]\n[limits]\nbudget_usd = true', "line 4: limits.budget_usd: a number is needed"),
    (f'name = "a"\nmodels = ["random"]\nrun_seed = {"9" * 5000}', "not TOML: Exceeds the limit"),
    (
        'name = "a"\nmodels = ["random"]\nseeds = "0..999999"\ngames_per_config = 2',
        "line 3: seeds: 2,000,000 games (1 cell x 1,000,000 seeds x 2 games_per_config); the limit is 1,000,000",
    ),
    ('name = "a"\nmodels = ["vector", "vector:balanced"]', "line 2: models[1]: vector:balanced is the same agent as"),
    ('name = "a"\nmodels = ["litellm:openai/x", "openai/x"]', "line 2: models[1]: openai/x is the same agent as lite"),
    ('name = "a"\nmodels = ["random"]\nword_list = ""', "line 3: word_list: names no file; name a list of words"),
    ('name = "a"\nmodels = ["nope"]', "line 2: models[0]: unknown agent 'nope'; available: vector"),
    (
        'name = "a"\nmodels = ["random"]\n\ncolour = 3',
        "line 4: colour: is not known here; the known keys are",
    ),
    ('name = "a"\nmodels = ["random"]\ngame_modes = [\n "standard",\n "x"]', "line 3: game_modes[1]: should be 'st"),
    ('name = "a"\nmodels = ["random"]\nteam_compositions = ["heterogeneous"]', "line 3: team_compositions[0]: het"),
    ('name = "a"\nmodels = ["random"]\nmatchups = "round_robin"', "line 3: matchups: round_robin needs two models"),
    ('name = "a"\nmodels = ["m"]\n[model.m]\nspec = "gpt-4o"\ntemperature = 9', "line 5: model.m.temperature: should"),
    (
        'name = "a"\nmodels = ["m"]\n[model.m]\nspec = "gpt-4o"\nhot = 1',
        "line 5: model.m.hot: is not known here; the known",
    ),
    (
        'name = "a"\nmodels = ["random"]\n[arms.photo]\nsees = "picture"\npicture_seed = 3',
        "line 5: arms.photo.picture_seed: is not known here; the known keys are prompts, sees, picture, surveillance,",
    ),
    (
        'name = "a"\nmodels = ["random"]\n[model.m]\nspec = "gpt-4o"',
        "line 3: model.m: models does not list it; add 'm'",
    ),
    ('name = "a"\nmodels = ["random"]\nseeds = "many"', "line 3: seeds: 'many' is neither"),
    ('name = "a"\nmodels = ["random"]\nseeds = "9..2"', "line 3: seeds: '9..2' is not a range"),
    ('name = "a"\nmodels = ["random"]\nseeds = [1, 1]', "line 3: seeds: 1 is listed twice"),
    ('name = "a"\nmodels = ["random"]\nseeds = {counts = 3}', "line 3: seeds: a table of seeds has one key"),
    ('models = ["random"]', "name: is missing"),
    ('name = "a"\nmodels = ["random"', "not TOML: Unclosed array"),
    ('name = "../up"\nmodels = ["random"]', "line 1: name: the text should match"),
    ('name = "a"\nmodels = ["human"]', "line 2: models[0]: a person cannot play a benchmark"),
    ('name = "a"\nmodels = ["vector", "vector:balanced", "vector"]', "line 2: models: vector is listed twice"),
    ('name = "a"\nmodels = ["random", "b"]\n[model.b]\nspec = "random"', "line 2: models[1]: b is the same agent"),
    ('name = "a"\nmodels = ["random", "vector"]\nmatchups = "explicit"', "pairs: lists the match-ups if, and only if"),
    ('name = "a"\nmodels = ["random"]\npairs = [["random", "random"]]', "line 3: pairs: lists the match-ups if"),
    (
        'name = "a"\nmodels = ["random", "vector"]\nmatchups = "explicit"\npairs = [["random", "bold"]]',
        "line 4: pairs[0]: unknown line-up 'bold'; available: random, vector",
    ),
    ('name = "a"\nmodels = ["random"]\n[limits]\nconcurrency = 0', "line 4: limits.concurrency: should be greater"),
]


@pytest.mark.parametrize(("text", "complaint"), REFUSED)
def test_what_is_impossible_is_refused_with_file_line_and_key(text: str, complaint: str) -> None:
    with pytest.raises(ExperimentFileError, match=re.escape(f"my.toml: {complaint}")):
        parse_experiment(text, "my.toml", HERE)


def test_so_many_models_that_nobody_can_list_their_match_ups_are_refused_at_once() -> None:
    models = [f"litellm:openai/m{number}" for number in range(300)]
    with pytest.raises(ValidationError, match="models: 714,524,976,360,000 match-ups of so many models"):
        experiment(models=models, team_compositions=["heterogeneous"])


def test_an_unknown_model_is_refused_when_the_experiment_is_made() -> None:
    with pytest.raises(ValidationError, match="unknown agent 'claude'"):
        experiment(models=["claude"])


def test_a_key_that_is_not_set_is_named_with_its_line_before_anything_is_played() -> None:
    text = 'name = "a"\nmodels = ["m"]\n\n[model.m]\nspec = "openai/gpt-4o"'
    parse_experiment(text, "my.toml", HERE)
    with pytest.raises(ExperimentFileError, match=r"my\.toml: line 4: model\.m: openai/gpt-4o: OPENAI_API_KEY is not"):
        parse_experiment(text, "my.toml", HERE, to_be_played=True)


def test_a_word_list_that_cannot_be_read_is_refused_with_its_line() -> None:
    text = 'name = "a"\nmodels = ["random"]\nword_list = "none.txt"'
    with pytest.raises(ExperimentFileError, match=r"line 3: word_list: none\.txt: No such file"):
        parse_experiment(text, "my.toml", HERE, to_be_played=True)


@given(st.text())
def test_no_text_at_all_raises_anything_else(text: str) -> None:
    with pytest.raises(ExperimentFileError, match=r"^[^\n]+$"):  # no text that chance writes is an experiment
        parse_experiment(text, "my.toml", HERE)


def test_a_password_in_an_address_is_not_written() -> None:
    config = experiment(models=["m"], model={"m": {"spec": "openai/x", "api_base": "http://me:secret@127.0.0.1/v1"}})
    assert "secret" not in experiment_text(config) + config.model_dump_json()


# Who meets whom

COMPOSITIONS = list(TEAM_COMPOSITIONS)


def lineups_of(models: int, composition: Composition) -> int:
    return {
        Composition.HOMOGENEOUS: models,
        Composition.CROSS: models * models,
        Composition.HETEROGENEOUS: models * (models - 1) * (models - 2),
    }.get(composition, models * (models - 1))


def test_a_cell_that_comes_to_another_process_is_found_there_where_texts_have_other_hashes() -> None:
    plan = Plan(ExperimentConfig(name="small", models=["vector:bold", "random"], seeds=[1]))
    cell = plan.cells[0]
    before = hash(cell)
    object.__setattr__(cell, "_hash", before + 1)  # as if it was made where texts are hashed in another way
    here = copy.copy(cell)  # as pickle does
    assert (here, hash(here)) == (cell, before)
    assert here != replace(cell, arm="other")


def test_compositions_fill_the_seats_as_the_milestone_says() -> None:
    assert lineups(["a", "b"], Composition.HOMOGENEOUS) == [Lineup("a", "a", "a"), Lineup("b", "b", "b")]
    assert lineups(["a", "b"], Composition.MIXED_CLUER) == [Lineup("a", "b", "b"), Lineup("b", "a", "a")]
    assert lineups(["a", "b"], Composition.MIXED_GUESSER) == [Lineup("a", "a", "b"), Lineup("b", "b", "a")]
    assert len(set(lineups("abcd", Composition.HETEROGENEOUS))) == 24
    mixed, same = (lineups("ab", one) for one in (Composition.MIXED_CLUER, Composition.HOMOGENEOUS))
    assert set(lineups("ab", Composition.CROSS)) == {*mixed, *same}


MODELS = ["random", "vector:bold", "vector:sharp", "vector:noisy"]


@pytest.mark.parametrize(
    ("composition", "matchups", "count"), list(product(COMPOSITIONS, ["mirror", "round_robin", "both"], [3, 4]))
)
def test_the_number_of_matchups_follows_the_documented_formula(
    composition: Composition, matchups: str, count: int
) -> None:
    config = experiment(models=MODELS[:count], team_compositions=[composition], matchups=matchups)
    sides = lineups_of(count, composition)
    expected = {"mirror": sides, "round_robin": sides * (sides - 1), "both": sides * sides}[matchups]
    combos = generate_model_combos(config)
    assert len(combos) == len(set(combos)) == expected


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("mode", list(GameMode))
def test_line_ups_of_cross_meet_a_reference_team_from_both_sides(count: int, mode: GameMode) -> None:
    config = experiment(models=MODELS[:count], team_compositions=["cross"], against="vector:novice")
    assert config.models == [*MODELS[:count], "vector:novice"]
    assert ExperimentConfig(**config.model_dump()) == config
    combos = generate_model_combos(config, mode)
    met = {(combo.red.name, combo.blue.name) for combo in combos}
    assert len(combos) == len(met) == 2 * count * count
    assert {(blue, red) for red, blue in met} == met
    assert all("vector:novice" in pair for pair in met)
    assert {(combo.composition, combo.reference) for combo in combos} == {(Composition.CROSS, "vector:novice")}


def test_partners_that_are_held_out_never_sit_together() -> None:
    config = experiment(models=MODELS, team_compositions=["cross"], hold_out=MODELS[2:], against="vector:novice")
    teams = {combo.red.models[:2] for combo in generate_model_combos(config)} - {("vector:novice", "vector:novice")}
    assert teams == {pair for pair in product(MODELS, repeat=2) if not set(MODELS[2:]).issuperset(pair)}


def test_compositions_that_meet_play_each_pair_of_different_line_ups_once_from_each_side() -> None:
    both: dict[str, Any] = {"models": MODELS[:3], "team_compositions": ["homogeneous", "mixed_cluer"]}
    apart, together = (
        generate_model_combos(experiment(**both, **meet)) for meet in ({}, {"meet": [*both["team_compositions"]]})
    )
    assert together[: len(apart)] == apart
    across = together[len(apart) :]
    assert len(across) == 2 * 3 * 6
    assert {combo.composition for combo in across} == {Composition.ACROSS}
    overlapping = experiment(
        models=MODELS[:3], team_compositions=["homogeneous", "cross"], meet=["cross", "homogeneous"]
    )
    pairs = [(combo.red, combo.blue) for combo in generate_model_combos(overlapping)]
    assert len(pairs) == len(set(pairs)) == 81


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"team_compositions": ["across"]}, "team_compositions.0.: across fills no team"),
        ({"against": "random"}, "against: is for line-ups of cross"),
        (
            {"team_compositions": ["cross"], "models": ["random"], "against": "vector:bold"},
            "needs 2 models, but models lists 1 beside the reference",
        ),
        (
            {"team_compositions": ["cross"], "against": "vector:novice", "matchups": "mirror"},
            "against: says who is met",
        ),
        ({"team_compositions": ["cross"], "hold_out": ["nobody"]}, "hold_out.0.: 'nobody' is not one of the models"),
        ({"team_compositions": ["cross"], "hold_out": MODELS[:3]}, "hold_out: holds out every model"),
        ({"meet": ["homogeneous"]}, "meet: lists one composition"),
        ({"meet": ["homogeneous", "mixed_cluer"]}, "meet.1.: team_compositions does not list mixed_cluer"),
    ],
)
def test_cross_play_that_cannot_be_is_refused(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        experiment(**{"models": MODELS[:3], **fields})


def test_in_a_round_robin_every_pair_plays_from_both_sides() -> None:
    combos = generate_model_combos(experiment(matchups="round_robin"))
    met = {(combo.red, combo.blue) for combo in combos}
    assert all((blue, red) in met and red != blue for red, blue in met)


ONE_SIDED = (
    'name = "a"\nmodels = ["random", "vector:bold"]\nmatchups = "explicit"\npairs = [["random", "vector:bold"]]\n'
)


def test_a_design_in_which_one_side_always_moves_first_is_refused_unless_it_is_meant(tmp_path: Path) -> None:
    with pytest.raises(ExperimentFileError, match="line 4: pairs: random always moves first against vector:bold"):
        parse_experiment(ONE_SIDED, "x.toml", tmp_path)
    meant = parse_experiment(ONE_SIDED + "one_sided = true\n", "x.toml", tmp_path)
    assert meant.one_sided_pairs == (("random", "vector:bold"),)
    both = ONE_SIDED.replace("]]", '], ["vector:bold", "random"], ["random", "random"]]')
    assert parse_experiment(both, "x.toml", tmp_path).one_sided_pairs == ()
    before = meant.model_dump(mode="json", exclude={"one_sided"})
    assert ExperimentConfig.model_validate(before).one_sided_pairs  # a run of an earlier version is read


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"primary": "cluer"}, "primary: cluer needs mixed teams"),
        ({"primary": "overall", "team_compositions": ["mixed_cluer"]}, "primary: overall compares teams of one model"),
        ({"primary": "best"}, "primary"),
        ({"equivalence_margin": 0.0}, "equivalence_margin"),
    ],
)
def test_a_primary_family_that_cannot_be_played_is_refused(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        experiment(**fields)


def test_what_decides_is_overall_unless_there_are_only_mixed_teams() -> None:
    assert experiment().primary_family == "overall"
    assert experiment(team_compositions=["mixed_cluer"]).primary_family == "cluer"
    assert experiment(primary="head_to_head").primary_family == "head_to_head"
    assert Plan(experiment()).digest == Plan(experiment(primary="head_to_head", equivalence_margin=0.05)).digest


COPIES = """\
name = "aa"
models = ["twin", "random"]
seeds = [1, 2]
matchups = "round_robin"
[model.twin]
spec = "vector:bold"
replicas = 2
"""


def test_copies_of_a_model_play_under_names_of_their_own_with_other_seeds(tmp_path: Path) -> None:
    config = parse_experiment(COPIES, "x.toml", tmp_path)
    assert config.models == ["twin", "twin-2", "random"]
    assert config.copies == (("twin", "twin-2"),)
    assert config.agent("twin") == config.agent("twin-2")
    again = parse_experiment(experiment_text(config), "x.toml", tmp_path)
    assert (again.models, again.copies) == (config.models, config.copies)
    jobs = [job for job in Plan(config) if job.seed == 1 and "twin" in job.cell.models]
    assert len({job.key for job in Plan(config)}) == len(Plan(config))
    (meeting, *_) = (job for job in jobs if job.cell.models == {"twin", "twin-2"})
    assert meeting.teams[Team.RED].label == meeting.teams[Team.BLUE].label
    assert meeting.teams[Team.RED].seed != meeting.teams[Team.BLUE].seed


def test_copies_change_no_game_of_the_first_and_clashing_names_are_refused(tmp_path: Path) -> None:
    one = parse_experiment(COPIES.replace("replicas = 2\n", ""), "x.toml", tmp_path)
    first = {job.key for job in Plan(one)}
    assert first < {job.key for job in Plan(parse_experiment(COPIES, "x.toml", tmp_path))}
    with pytest.raises(ExperimentFileError, match="twin-2 is listed twice"):
        parse_experiment(COPIES.replace('"random"', '"twin-2"'), "x.toml", tmp_path)
    with pytest.raises(ExperimentFileError, match="replicas"):
        parse_experiment(COPIES.replace("= 2\n", "= 40\n"), "x.toml", tmp_path)


def test_explicit_pairs_are_played_as_listed() -> None:
    config = experiment(
        matchups=Matchups.EXPLICIT,
        team_compositions=["homogeneous", "mixed_cluer"],
        pairs=[("random", "vector:bold"), ("random + vector:bold + vector:bold", "vector:bold + random + random")],
    )
    assert [combo.composition for combo in generate_model_combos(config)] == ["homogeneous", "mixed_cluer"]


def test_lineups_of_different_compositions_do_not_meet() -> None:
    with pytest.raises(ValidationError, match="homogeneous and mixed_cluer do not meet"):
        experiment(
            matchups=Matchups.EXPLICIT,
            team_compositions=["homogeneous", "mixed_cluer"],
            pairs=[("random", "random + vector:bold + vector:bold")],
        )


def test_with_one_guesser_lineups_that_become_the_same_are_played_once() -> None:
    config = experiment(team_compositions=["homogeneous", "mixed_guesser"], matchups="both")
    assert len(generate_model_combos(config)) == 9 + 36
    combos = generate_model_combos(config, GameMode.SINGLE_GUESSER)
    assert len(combos) == len({(combo.red, combo.blue) for combo in combos}) == 9
    assert {combo.composition for combo in combos} == {Composition.HOMOGENEOUS}


def test_with_one_guesser_a_round_robin_has_no_team_that_meets_itself() -> None:
    config = experiment(team_compositions=["mixed_guesser"], matchups="round_robin")
    combos = generate_model_combos(config, GameMode.SINGLE_GUESSER)
    assert len(combos) == 6
    assert not any(combo.is_mirror for combo in combos)


def test_with_one_guesser_three_models_are_a_cluer_and_a_guesser() -> None:
    config = experiment(team_compositions=["heterogeneous"], matchups="mirror")
    combos = generate_model_combos(config, GameMode.SINGLE_GUESSER)
    assert {combo.composition for combo in combos} == {Composition.MIXED_CLUER}
    assert len(combos) == 6


# Which games follow


def test_the_number_of_games_is_matchups_times_seeds_times_repeats() -> None:
    plan = Plan(experiment(game_modes=["standard", "no_assassin"], seeds="0..4", games_per_config=3))
    assert len(plan) == len(list(plan)) == 2 * 9 * 5 * 3


def test_the_offline_experiment_has_3200_games() -> None:
    assert len(Plan(load_experiment("offline"))) == 3_200


def test_every_game_has_a_key_and_an_id_of_its_own() -> None:
    plan = Plan(experiment(game_modes=list(GameMode), team_compositions=COMPOSITIONS[:3], games_per_config=2))
    jobs = list(plan)
    assert len({job.key for job in jobs}) == len({job.episode_id for job in jobs}) == len(plan)


def test_same_seed_is_the_same_board_in_every_cell() -> None:
    plan = Plan(experiment(game_modes=["standard", "single_guesser"]))
    boards: dict[int, set[object]] = {}
    for job in plan:
        boards.setdefault(job.seed, set()).add(deal(job.config, plan.words))
    assert [len(same) for same in boards.values()] == [1, 1]


def test_any_beginning_of_a_plan_has_played_the_same_boards_in_every_cell() -> None:
    plan = Plan(experiment(seeds="0..9"))
    played = [job.seed for job in plan][: 4 * len(plan.cells)]
    assert sorted(set(played)) == [0, 1, 2, 3]


def test_both_sides_of_a_swap_have_the_same_agents() -> None:
    plan = Plan(experiment(matchups="round_robin"))
    teams: dict[tuple[Lineup, int], set[TeamConfig]] = {}
    for job in plan:
        for team in Team:
            teams.setdefault((job.lineup(team), job.seed), set()).add(job.teams[team])
    assert {len(same) for same in teams.values()} == {1}


def test_repeats_of_a_board_have_other_agents() -> None:
    plan = Plan(experiment(models=["random"], seeds=[5], games_per_config=3))
    assert len({job.teams[Team.RED].seed for job in plan}) == 3


def test_files_are_named_by_the_keys_of_their_games() -> None:
    plan = Plan(experiment(seeds=[1]))
    key = plan[4].key.removeprefix("1:")
    assert (plan.name(4), plan.record_name(4)) == (key[:16], f"episode_{key[:16]}.json")
    assert plan.index_of(plan.journal_name(4)) == plan.index_named(plan.name(4)) == 4
    assert [plan.index_of(name) for name in ("episode_001.json", f"episode_{key[:15]}²", "notes.txt")] == [None] * 3
    assert {plan.index_of(plan.record_name(index)) for index in range(len(plan))} == set(range(9))
    assert [plan.name(index) for index in range(9)] == [Plan(plan.config).name(index) for index in range(9)]


def test_a_game_keeps_its_name_wherever_it_stands_in_a_plan() -> None:
    few = Plan(experiment(models=["random", "vector:bold"], seeds=[1, 2]))
    many = Plan(experiment(models=["vector:novice", "vector:bold", "random"], seeds=[5, 2, 1], games_per_config=2))
    names = {(job.cell, job.seed, job.repeat): many.name(job.index) for job in many}
    assert [few.name(job.index) for job in few] == [names[job.cell, job.seed, job.repeat] for job in few]


def test_files_of_earlier_versions_are_numbered_from_one_with_three_digits_or_more() -> None:
    plan = Plan(experiment(seeds=[1]), naming=Naming.NUMBER)
    large = Plan(experiment(seeds="0..999"), naming=Naming.NUMBER)
    assert (plan.record_name(0), plan.journal_name(8)) == ("episode_001.json", "episode_009.jsonl")
    assert len(large) == 9_000
    assert large.record_name(8_999) == "episode_9000.json"
    for name, index in (("episode_001.json", 0), ("episode_0001.json", None), ("episode_010.json", None)):
        assert plan.index_of(name) == index
    assert [plan.index_of(name) for name in ("episode_000.json", "notes.txt", "episode_²²².json")] == [None] * 3


def test_a_hundred_thousand_seeds_have_no_two_alike() -> None:
    seeds = board_seeds(1, 100_000)
    assert len(set(seeds)) == 100_000
    assert len({team_seed(seed, run_seed=1) for seed in seeds}) == 100_000


def test_seeds_are_reproducible_and_one_way_from_the_run_seed() -> None:
    assert board_seeds(1, 3) == [1841024788578885339, 1189968564342968479, 4993819934191198461]
    assert set(board_seeds(1, 1_000)).isdisjoint(board_seeds(2, 1_000))


# Keys


def golden_jobs() -> Iterator[tuple[str, str]]:
    """Twenty games and their keys."""
    plans = [
        Plan(experiment(game_modes=list(GameMode), team_compositions=["homogeneous", "heterogeneous"])),
        Plan(experiment(matchups="round_robin", run_seed=7, games_per_config=2, blind=True, clue_rules="basic")),
    ]
    for plan in plans:
        for index in range(0, len(plan), max(1, len(plan) // 10)):
            job = plan[index]
            yield f"{job.cell.name}, board {job.seed}, repeat {job.repeat}", job.key


def test_keys_are_what_they_have_always_been() -> None:
    assert dict(golden_jobs()) == json.loads(GOLDEN.read_text("utf-8"))


def key(rules: GameConfig | None = None, red: AgentConfig | None = None, **fields: Any) -> str:
    """The key of a game between two models."""
    agent = AgentConfig(spec="openai/x", temperature=0.5)
    players = [player_identity(one) for one in (red or agent, agent, agent)]
    keys = CellKeys(
        rules_identity(rules or GameConfig()),
        fields.get("words", default_word_list().sha256),
        {Team.RED: players, Team.BLUE: [player_identity(agent)] * 3},
        run_seed=fields.get("run_seed", 0),
    )
    return keys.key(fields.get("seed", 1), fields.get("repeat", 0))


@pytest.mark.parametrize(
    "changed",
    [
        key(GameConfig(mode=GameMode.NO_ASSASSIN)),
        key(GameConfig(max_rounds=2)),
        key(GameConfig(max_turns=9)),
        key(GameConfig(max_retries=1)),
        key(GameConfig(clue_rules=ClueRules.BASIC)),
        key(GameConfig(illegal_clue=IllegalCluePolicy.PENALTY)),
        key(GameConfig(surveillance=False)),
        key(GameConfig(blind=True)),
        key(GameConfig(language="de")),
        key(GameConfig(starting_team=Team.BLUE)),
        key(red=AgentConfig(spec="openai/y", temperature=0.5)),
        key(red=AgentConfig(spec="openai/x", temperature=0.6)),
        key(red=AgentConfig(spec="openai/x", temperature=0.5, reasoning_effort="low")),
        key(red=AgentConfig(spec="openai/x", temperature=0.5, extra={"top_p": 0.5})),
        key(words="other"),
        key(seed=2),
        key(run_seed=1),
        key(repeat=1),
    ],
)
def test_what_changes_a_prompt_or_a_rule_changes_the_key(changed: str) -> None:
    assert changed != key()


@pytest.mark.parametrize(
    "same",
    [
        key(GameConfig(decision_seconds=1)),
        key(GameConfig(outage_seconds=1)),
        key(red=AgentConfig(spec="openai/x", temperature=0.5, api_base="http://127.0.0.1:1/v1")),
        key(red=AgentConfig(spec="openai/x", temperature=0.5, key_variable="MINE")),
    ],
)
def test_what_only_changes_how_a_game_is_run_changes_no_key(same: str) -> None:
    assert same == key()


def test_the_wording_of_a_prompt_set_is_in_the_key() -> None:
    assert player_identity(AgentConfig(spec="openai/x", temperature=0.5)).endswith(f" {load_prompts().label}")


def test_plans_differ_where_a_key_does_and_limits_change_none() -> None:
    plan = Plan(experiment())
    assert Plan(experiment(limits={"concurrency": 2, "budget_usd": 1.0})).digest == plan.digest
    assert Plan(experiment(description="other")).digest == plan.digest
    for changed in ({"seeds": [1, 3]}, {"max_rounds": 2}, {"run_seed": 1}, {"games_per_config": 2}):
        assert Plan(experiment(**changed)).digest != plan.digest


def test_the_benchmark_id_names_boards_and_rules_and_not_who_plays() -> None:
    plan = Plan(experiment())
    assert Plan(experiment(models=["random"])).benchmark_id == plan.benchmark_id
    for changed in ({"seeds": [1, 3]}, {"max_rounds": 2}, {"game_modes": ["no_assassin"]}):
        assert Plan(experiment(**changed)).benchmark_id != plan.benchmark_id


# Before anything is spent


def test_the_estimate_counts_games_and_what_is_to_be_played() -> None:
    found = estimate(Plan(load_experiment("offline")))
    assert (found.games, found.cells, found.games_per_cell, found.models) == (3_200, 32, 100, ())
    assert found.cost_usd == 0
    assert not found.warnings


def test_a_price_that_the_experiment_names_gives_a_cost() -> None:
    config = experiment(
        models=["m", "random"],
        model={"m": {"spec": "openai/x", "api_base": "http://127.0.0.1:1/v1", "price_in": 1.0, "price_out": 2.0}},
    )
    (model,) = estimate(Plan(config)).models
    assert model.cost_usd == pytest.approx((model.tokens_in + 2 * model.tokens_out) / 1e6)
    assert ModelConfig(spec="openai/x").cost_of(1, 1) is None


def test_small_cells_and_mirrors_are_warned_of() -> None:
    warnings = " ".join(Plan(experiment(matchups="mirror")).warnings)
    assert "2 games in each cell; with fewer than 100" in warnings
    assert "every line-up plays only itself" in warnings


def test_a_blind_experiment_says_what_its_results_can_tell() -> None:
    assert any("nobody has the key" in warning for warning in Plan(experiment(blind=True)).warnings)
    assert not any("nobody has the key" in warning for warning in Plan(experiment()).warnings)
