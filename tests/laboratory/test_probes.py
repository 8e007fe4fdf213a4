"""Probes: what an arm changes, and that planted effects are found, and none where there is none."""

import csv
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.agents.eyes import eyes_that_read
from tests.agents.players import Memory, door, no_wait
from tests.laboratory.lab import recorded
from tests.laboratory.planted import planting

from codenames_agents.seats.seeing_agent import SeeingAgent
from codenames_agents.vision.look import PictureLook
from codenames_core.game.board import CardType
from codenames_core.game.config import AgentConfig, TeamConfig
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.visibility import visible_state
from codenames_core.support.errors import InputError
from codenames_metrics.laboratory.asking.executors import AnswersHere
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.asking.positions import Kind, decisions_in
from codenames_metrics.laboratory.asking.questions import build_asked, check_sight
from codenames_metrics.laboratory.probes.arms import (
    AGAIN,
    AS_WAS,
    agent_under,
    changes,
    clue_position,
    parse_arms,
    position_under,
)
from codenames_metrics.laboratory.probes.effects import ArmEffects, ProbedDecision, effects
from codenames_metrics.laboratory.probes.measures import ProbedAnswer
from codenames_metrics.laboratory.probes.plan import ProbePlan, draw_positions
from codenames_metrics.laboratory.probes.report import write_probe
from codenames_metrics.laboratory.probes.running import open_probe_folder, read_probe_run, run_probe
from codenames_metrics.statistics.decisions.answer_distances import distance
from codenames_metrics.statistics.decisions.clustered_means import clustered_mean
from codenames_metrics.statistics.decisions.holm import holm
from codenames_metrics.statistics.decisions.rank_correlation import correlation, ranks_of_intervals, spearman
from codenames_metrics.statistics.intervals import Bounds


async def probed(folder: Path, kind: Kind, *arms: str, repeats: int = 2, count: int = 100, **options: Any) -> ProbePlan:
    """Probe two short games."""
    for seed in (3, 4):
        path = folder / f"game{seed}.episode.json"
        if not path.exists():
            recorded(seed, turns=5).save(path)
    parsed = parse_arms(arms, kind)
    positions = draw_positions([str(folder / "game?.episode.json")], kind, parsed, count=count, seed=1)
    plan = ProbePlan(kind, positions, parsed, repeats)
    with open_probe_folder(folder / "probe", plan) as lab:
        async with Laboratory(lab, sleep=no_wait, **options) as laboratory:
            assert await run_probe(laboratory, plan) is LabStatus.DONE
    return plan


def found(folder: Path) -> dict[str, ArmEffects]:
    """The effects by arm; of all models together, as one of them decided alike."""
    plan, decisions = read_probe_run(folder / "probe")
    one = [decision._replace(model="all") for decision in decisions]
    return {effect.arm: effect for effect in effects(one, plan.kind, draws=99)}


def value(one: ArmEffects, measure: str) -> float | None:
    return next(effect.value.mean for effect in one.effects if effect.measure == measure)


async def test_without_an_effect_an_agent_that_decides_alike_moves_by_exactly_nothing(tmp_path: Path) -> None:
    await probed(tmp_path, Kind.CLUE, "unheard")
    for one in found(tmp_path).values():
        assert one.decisions > 2
        assert {effect.value.mean for effect in one.effects} <= {0.0, 1.0}
        assert value(one, "number") == value(one, "other_answer") == one.moved == one.distance.mean == 0
        assert one.distance.p_value == 1


async def test_a_planted_effect_is_found_exactly_where_it_was_planted(tmp_path: Path) -> None:
    plan = await probed(tmp_path, Kind.CLUE, "unheard", answerer=AnswersHere(planting(1.0)))
    effect = found(tmp_path)
    truth = []
    for one in plan.positions:
        deaf = position_under(plan.arms[2], one)
        agent = planting(0.0)
        clue, _ = await agent(_question(deaf)).generate_clue(visible_state(deaf.state, deaf.ask.seat))
        truth.append(float(clue.number > 1))
    assert sum(truth)
    assert value(effect["unheard"], "number") == pytest.approx(sum(truth) / len(truth))
    assert value(effect[AGAIN], "number") == 0


def _question(one: Any) -> Any:
    from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion

    return LabQuestion(AnswerKey(one.id, "x", 0), one.state, one.ask, one.source.line_up)


async def test_an_arm_that_is_added_later_asks_only_what_is_new(tmp_path: Path) -> None:
    await probed(tmp_path, Kind.GUESS, "no-partner-talk", repeats=1, count=3)
    before = (tmp_path / "probe" / "answers.jsonl").read_bytes()
    plan, _ = read_probe_run(tmp_path / "probe")
    wider = ProbePlan(plan.kind, plan.positions, parse_arms(["no-partner-talk", "model=random"], Kind.GUESS), 1)
    with open_probe_folder(tmp_path / "probe", wider) as lab:
        async with Laboratory(lab) as laboratory:
            await run_probe(laboratory, wider)
    after = (tmp_path / "probe" / "answers.jsonl").read_bytes()
    assert after.startswith(before)
    assert after[len(before) :].count(b"\n") == len(plan.positions)
    assert set(found(tmp_path)) == {AGAIN, "no-partner-talk", "model=random"}


async def test_somebody_else_gives_the_clue_and_guesses_are_held_against_what_it_meant(tmp_path: Path) -> None:
    await probed(tmp_path, Kind.GUESS, "clue-of=vector:stranger", repeats=1, count=4)
    text = write_probe(tmp_path, *read_probe_run(tmp_path / "probe"))
    assert "clue-of=vector:stranger" in text
    assert value(found(tmp_path)["clue-of=vector:stranger"], "recall") is not None


async def test_the_report_has_a_row_for_each_answer(tmp_path: Path) -> None:
    plan = await probed(tmp_path, Kind.MESSAGE, "no-partner-talk", "model=random", repeats=2, count=4)
    plan, decisions = read_probe_run(tmp_path / "probe")
    text = write_probe(tmp_path, plan, decisions)
    with (tmp_path / "probe.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == sum(len(answers) for one in decisions for answers in one.answers.values())
    assert {row["arm"] for row in rows} >= {AS_WAS, AGAIN, "model=random"}
    assert "Most moved" in text


async def test_a_parameter_of_a_model_is_an_arm_of_its_own(tmp_path: Path) -> None:
    memory = Memory()
    arms = ("model=openai/fake?api_base=http://127.0.0.1:9/v1",)
    await probed(tmp_path, Kind.GUESS, *arms, repeats=1, count=3, provider=door(memory))
    assert len(memory.calls) == 3


def test_a_picture_in_place_of_words_changes_who_can_be_shown_one_and_keeps_its_seed() -> None:
    arms = parse_arms(["sees=picture", "picture=photo-4", "sees=words"], Kind.CLUE)
    asked = [agent_under(arm, AgentConfig.parse("vector:bold")).label for arm in arms[2:]]
    assert asked == ["vector:bold?sees=picture", "vector:bold?sees=picture&picture=photo-4", "vector:bold"]
    position = next(decisions_in(recorded(), Kind.CLUE))
    assert [changes(arm, position) for arm in arms[2:]] == [True, True, False]
    blind = replace(position.source, line_up=TeamConfig.homogeneous(AgentConfig.parse("random")))
    assert not any(changes(arm, replace(position, source=blind)) for arm in arms[2:])
    assert agent_under(arms[2], AgentConfig.parse("random")).label == "random"


@pytest.mark.parametrize(
    ("text", "said"), [("sees=eyes", "sees"), ("picture=photo-6", "picture"), ("sees=", "available: .*sees=picture")]
)
def test_an_arm_of_sight_that_says_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_arms([text], Kind.CLUE)


def test_an_arm_of_sight_stands_for_recorded_decisions_only_where_it_can_be_drawn_and_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = next(decisions_in(recorded(), Kind.CLUE))
    check_sight([AgentConfig.parse("vector"), AgentConfig.parse("random")], [position])
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    unseeing = AgentConfig.parse("openai/o3-mini?sees=picture")
    with pytest.raises(InputError, match=r"is not known to see pictures.*--force"):
        check_sight([unseeing], [position])
    check_sight([unseeing], [position], force=True)


@pytest.mark.parametrize(("misread", "recall", "failed"), [(0, "none", 0.0), (2, "less", None), (25, "unknown", 1.0)])
async def test_pictures_are_held_against_words_decision_by_decision(
    tmp_path: Path, misread: int, recall: str, failed: float | None
) -> None:
    """Eyes that read every word change nothing; eyes that misread targets cost recall, and all words every answer."""
    await probed(tmp_path, Kind.GUESS, "sees=picture", repeats=1, answerer=AnswersHere(_with_eyes(misread)))
    effect = found(tmp_path)["sees=picture"]
    lost = value(effect, "recall")
    assert effect.decisions > 2
    assert {"none": lost == 0, "less": lost is not None and lost < 0, "unknown": lost is None}[recall]
    if failed is not None:
        assert value(effect, "failed") == failed
    wrong = value(effect, "named_wrongly")
    assert wrong is not None
    assert wrong > 0 if misread else wrong == 0
    if misread == 0:
        assert value(effect, "other_answer") == effect.moved == 0


def _with_eyes(misread: int) -> Any:
    """Agents whose eyes know what was drawn, and take so many words for others, those of the team first."""

    def build(question: Any) -> Any:
        agent, board = question.agent, question.state.board
        words = TeamConfig.homogeneous(agent.shown("words"), seed=question.line_up.seed)
        built = build_asked(replace(question, line_up=words))
        if agent.sees is None:
            return built
        own = CardType.of(question.ask.seat.team)
        first = sorted(board.words, key=lambda word: board.key[word] is not own)[:misread]
        eyes = eyes_that_read(board.words, {word: f"{word[::-1]}x" for word in first})
        return SeeingAgent(built, PictureLook(), agent.label, eyes)

    return build


async def test_no_file_of_a_probe_tells_where_a_server_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_PLANTED_KEY", "planted")
    server = "api_base=http://10.9.8.7/v1&key_variable=MY_PLANTED_KEY"
    arms = parse_arms([f"model=openai/fake?{server}&temperature=0"], Kind.GUESS)
    decided = TeamConfig.homogeneous(AgentConfig.parse(f"openai/fake?{server}"))
    position = next(decisions_in(recorded(), Kind.GUESS))
    plan = ProbePlan(Kind.GUESS, (replace(position, source=replace(position.source, line_up=decided)),), arms, 1)
    memory = Memory()
    with open_probe_folder(tmp_path, plan) as lab:
        async with Laboratory(lab, sleep=no_wait, provider=door(memory)) as laboratory:
            assert await run_probe(laboratory, plan) is LabStatus.DONE
    assert len(memory.calls) == 3
    read, decisions = read_probe_run(tmp_path)
    write_probe(tmp_path, read, decisions)
    assert [arm.name for arm in read.arms][2:] == ["model=openai/fake?temperature=0.0"]
    assert {arm: len(answers) for arm, answers in decisions[0].answers.items()} == dict.fromkeys(
        (arm.name for arm in arms), 1
    )
    text = "".join(path.read_text("utf-8") for path in sorted(tmp_path.iterdir()))  # noqa: ASYNC240  a few lines
    assert not [word for word in ("10.9.8.7", "MY_PLANTED_KEY", "api_base") if word in text]


def test_arms_change_what_they_say_and_nothing_else() -> None:
    deaf, silent = parse_arms(["unheard", "no-partner-talk"], Kind.GUESS)[2:]
    for one in decisions_in(recorded(), Kind.GUESS):
        before = visible_state(one.state, one.ask.seat)
        for arm in (deaf, silent):
            after = visible_state(position_under(arm, one).state, one.ask.seat)
            lost = {event for event in before.public_transcript if event not in after.public_transcript}
            assert bool(lost) is changes(arm, one)
            said = [event for event in lost if isinstance(event, DiscussionMessage)]
            assert len(said) == len(lost)
            assert all((event.team is one.ask.seat.team) is (arm is silent) for event in said)
            assert (after.words, after.revealed, after.current_clue) == (
                before.words,
                before.revealed,
                before.current_clue,
            )


def test_the_position_before_the_clue_is_that_of_the_game() -> None:
    clues = {one.source.at: one for one in decisions_in(recorded(), Kind.CLUE)}
    for one in decisions_in(recorded(), Kind.GUESS):
        before = clue_position(one)
        was = clues[len(before.state.public_transcript)]
        assert visible_state(before.state, before.ask.seat) == visible_state(was.state, was.ask.seat)


@pytest.mark.parametrize(
    ("arms", "kind", "complaint"),
    [
        (["deaf"], Kind.CLUE, "unknown arm 'deaf'; available: as-was, unheard"),
        (["model="], Kind.CLUE, "unknown arm"),
        (["temperature=9"], Kind.CLUE, "^arm 'temperature=9': temperature: should be less than or equal to 2, not 9$"),
        (["sees=x"], Kind.CLUE, r"^arm 'sees=x': sees: should be 'words', 'picture' or 'picture\+words', not 'x'$"),
        (
            ["picture=photo-9"],
            Kind.CLUE,
            "^arm 'picture=photo-9': picture: should be 'clean', 'cards', 'photo', 'photo-0",
        ),
        (["clue-of=random"], Kind.CLUE, "says nothing about the question for a clue"),
        (["unheard", "unheard"], Kind.CLUE, "named twice"),
    ],
)
def test_an_arm_that_cannot_be_is_named(arms: list[str], kind: Kind, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parse_arms(arms, kind)


def test_a_setting_of_models_is_refused_for_others_and_replaces_what_was_set() -> None:
    arm = parse_arms(["temperature=0"], Kind.CLUE)[2]
    with pytest.raises(InputError, match="vector:bold is not a language model"):
        agent_under(arm, AgentConfig.parse("vector:bold"))
    model = AgentConfig.parse("openai/x?temperature=1&api_base=http://127.0.0.1:9/v1&persona=calm")
    assert agent_under(arm, model) == model.model_copy(update={"temperature": 0})


def test_games_without_such_a_decision_are_named(tmp_path: Path) -> None:
    recorded(3, red="random", blue="ghost:pass", turns=2).save(tmp_path / "game.episode.json")
    arms = parse_arms(["unheard"], Kind.CLUE)
    with pytest.raises(InputError, match="no question for a clue in these games"):
        draw_positions([str(tmp_path)], Kind.CLUE, arms, count=9, seed=1)


# What follows needs no game: answers are drawn, and only the statistics are asked.


def answer(number: int, word: str = "SEA") -> ProbedAnswer:
    return ProbedAnswer((word, number), ("SHIP",), float(number), None, None, None, "")


def drawn(rng: random.Random, boards: int, effect: float, noise: float) -> list[ProbedDecision]:
    """Decisions of an agent that gives 2, or 1 with the chance `noise`, or, under the arm, with `effect` more."""

    def given(chance: float) -> list[ProbedAnswer]:
        return [answer(1 + (rng.random() >= chance)) for _ in range(3)]

    def decision(board: int, place: int) -> ProbedDecision:
        arms = {AS_WAS: given(noise), AGAIN: given(noise), "arm": given(noise + effect)}
        return ProbedDecision(f"{board}/{place}", str(board), "model", arms)

    return [decision(board, place) for board in range(boards) for place in range(rng.choice((1, 2, 3)))]


def of_arm(decisions: list[ProbedDecision], **options: Any) -> ArmEffects:
    return next(one for one in effects(decisions, Kind.CLUE, **options) if one.arm == "arm")


@pytest.mark.parametrize("effect", [0.0, 0.1, 0.3])
def test_intervals_hold_what_was_planted_and_false_alarms_are_as_rare_as_they_say(effect: float) -> None:
    rng, repeats = random.Random(17), 120
    held = alarms = 0
    total = 0.0
    for _ in range(repeats):
        number = of_arm(drawn(rng, 25, effect, 0.3), draws=0).effects[0].value
        assert number.interval is not None
        assert number.mean is not None
        held += number.interval.low <= -effect <= number.interval.high
        alarms += (number.p_value or 1.0) < 0.05
        total += number.mean
    assert held >= 0.88 * repeats  # 95 % less three standard errors
    assert abs(total / repeats + effect) < 0.02
    assert (alarms <= 0.11 * repeats) if effect == 0 else (alarms > 0.1 * repeats)


def test_what_differs_anyway_is_no_effect() -> None:
    rng = random.Random(23)
    noisy = [of_arm(drawn(rng, 25, 0.0, 0.4), draws=0) for _ in range(20)]
    other = [value(one, "other_answer") or 0.0 for one in noisy]
    assert abs(sum(other) / len(other)) < 0.05  # and 0.48 of the answers differ
    again = next(one for one in effects(drawn(rng, 100, 0.0, 0.4), Kind.CLUE, draws=0) if one.arm == AGAIN)
    assert value(again, "other_answer") == pytest.approx(0.48, abs=0.08)


def test_shuffled_answers_are_as_far_apart_as_chance_says() -> None:
    rng, repeats = random.Random(5), 60
    alarms = sum((of_arm(drawn(rng, 10, 0.0, 0.4), draws=99).distance.p_value or 1) <= 0.05 for _ in range(repeats))
    assert alarms <= 0.14 * repeats
    assert (of_arm(drawn(rng, 25, 0.5, 0.2), draws=99).distance.p_value or 1) <= 0.01


def test_holm_corrects_each_measure_over_the_arms_and_leaves_the_noise_floor_alone() -> None:
    rng = random.Random(3)
    decisions = [
        one._replace(answers={**one.answers, "other": one.answers[AGAIN]}) for one in drawn(rng, 30, 0.25, 0.2)
    ]
    by_arm = {one.arm: one for one in effects(decisions, Kind.CLUE, draws=99)}
    raw = by_arm["arm"].effects[0].value.p_value
    other = by_arm["other"].effects[0].value.p_value
    assert raw is not None
    assert other is not None
    assert by_arm["arm"].effects[0].p_adjusted == pytest.approx(holm([raw, other])[0])
    assert by_arm[AGAIN].effects[0].p_adjusted is None


def test_statistics_of_decisions_agree_with_what_is_known_by_hand() -> None:
    assert holm([0.01, 0.04, None, 0.03]) == [0.03, 0.06, None, 0.06]
    one = clustered_mean([(1, 1.0), (2, 2.0), (3, 6.0)])
    assert (one.mean, one.interval and round(one.interval.low, 3)) == (3.0, -3.572)
    assert clustered_mean([(1, 0.0), (2, 0.0)]).p_value == 1
    assert clustered_mean([]).mean is None
    assert distance([(["a"], ["a"])] * 20).p_value == 1
    assert distance([(["a"] * 3, ["b"] * 3)] * 20).p_value == 0.001
    assert distance([]).mean is None
    assert spearman([1, 2, 3], [10, 20, 30]) == 1
    assert spearman([1, 1], [1, 2]) is None
    assert correlation([1.0], [1.0]) is None
    overlapping = [Bounds(0.5, 1.5), Bounds(0.7, 1.7), Bounds(4.0, 6.0)]
    assert ranks_of_intervals([1.0, 1.2, 5.0], overlapping) == [1.5, 1.5, 3.0]
    assert ranks_of_intervals([1.0, 5.0], [Bounds(0.5, 1.5), Bounds(None, 6.0)]) == [1.5, 1.5]
