"""Tuning: it finds what there is to find, claims nothing that is not there, and asks nothing twice."""

import asyncio
import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.honest_tuning import claims
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.players import Memory, door, plays
from tests.fake_provider import Json
from tests.laboratory.prompted import (
    BEST,
    REFLECTING,
    build_careful,
    careful,
    plan,
    rewrites,
    share_of_gain,
    strength,
    tuned,
)
from tests.patience import PATIENCE

from codenames_agents.models.prompts import load_prompts, parse_prompts
from codenames_agents.providers.errors import ErrorKind, provider_error
from codenames_agents.providers.transport import Call, RawAnswer
from codenames_core.game.config import AgentConfig, GameConfig, GameMode
from codenames_core.game.state import initialize_game
from codenames_core.support.errors import InputError
from codenames_metrics.laboratory.asking.answer_file import NAME, read_answers
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabProgress, LabStatus
from codenames_metrics.laboratory.tuning.outcome.choice import (
    CandidatePoint,
    choose,
    confirm,
    evidence,
    finalists,
    optimism,
    pareto_front,
)
from codenames_metrics.laboratory.tuning.outcome.differences import Change, prompt_diff
from codenames_metrics.laboratory.tuning.outcome.report import report_as_json, report_text, verdict
from codenames_metrics.laboratory.tuning.outcome.story import TuneStage, TuneStory
from codenames_metrics.laboratory.tuning.outcome.winner import prompts_file, write_prompts
from codenames_metrics.laboratory.tuning.planning.candidates import (
    Candidate,
    TunedSeat,
    components,
    revised,
    with_texts,
)
from codenames_metrics.laboratory.tuning.planning.plan import TuneGoal, check_partners, split_boards
from codenames_metrics.laboratory.tuning.running import open_test, open_tune_folder
from codenames_metrics.laboratory.tuning.searching.answering import AnswersByPrompts, reflection

GRID = [careful(care) for care in (3, BEST, 12)]
ALL = ("clue", "message", "guesses")


async def test_a_grid_finds_the_best_of_the_given_sets_and_the_test_confirms_it(tmp_path: Path) -> None:
    story, status = await tuned(tmp_path, plan(GRID[:2], rollouts=60))
    assert (status, story.stage) == (LabStatus.DONE, TuneStage.DONE)
    assert share_of_gain(story) == 1
    assert story.confirmation is not None
    assert story.confirmation.verdict == "better"
    assert sum(map(len, story.searched.values())) == 60
    boards = {one.board for rollouts in story.tested.values() for one in rollouts}
    assert not boards & {one.board for found in story.searched.values() for one in found.values()}


async def test_gepa_comes_near_the_best_in_300_answers(tmp_path: Path) -> None:
    pytest.importorskip("gepa")
    memory = Memory(rewrites)
    story, status = await tuned(tmp_path, plan(finalists=2), memory)
    assert status is LabStatus.DONE
    assert share_of_gain(story) >= 0.8
    assert sum(map(len, story.searched.values())) <= 300
    calls = len(memory.calls)
    again, _ = await tuned(tmp_path, plan(finalists=2), memory)
    assert len(memory.calls) == calls
    assert report_text(again).split("##", 1)[1] == report_text(story).split("##", 1)[1]


@pytest.mark.parametrize("answer", [None, ["no such word"]])
@pytest.mark.parametrize("asked", ["game ", ""])
async def test_an_answer_that_was_changed_is_named(tmp_path: Path, asked: str, answer: object) -> None:
    small = plan(GRID[:2], rollouts=12, items=4, boards=10, finalists=1)
    await tuned(tmp_path, small)
    lines = [json.loads(line) for line in (tmp_path / NAME).read_text("utf-8").splitlines()]
    changed = next(one for one in lines if one["position"].startswith(asked) and one["trace"]["question"] == "guesses")
    changed["trace"]["answer"] = answer
    (tmp_path / NAME).write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    with pytest.raises(InputError, match=changed["position"]):
        await tuned(tmp_path, small)


async def test_a_search_never_asks_more_than_it_may(tmp_path: Path) -> None:
    pytest.importorskip("gepa")
    story, status = await tuned(tmp_path, plan(rollouts=5, items=8, boards=10))
    assert status is LabStatus.DONE
    assert sum(map(len, story.searched.values())) == 0
    assert story.chosen == story.start


async def test_a_tune_that_is_cut_off_anywhere_goes_on_to_the_same_end(tmp_path: Path) -> None:
    pytest.importorskip("gepa")
    small = plan(rollouts=60, items=8, boards=10, finalists=1)
    whole = tmp_path / "whole"
    story, _ = await tuned(whole, small)
    lines = (whole / NAME).read_bytes()
    for cut in random.Random(1).sample(range(len(lines)), 2):
        folder = tmp_path / str(cut)
        folder.mkdir()
        (folder / NAME).write_bytes(lines[:cut])
        kept = {key for key in read_answers(folder) if key.arm == "reflection"}
        memory = Memory(rewrites)
        again, status = await tuned(folder, small, memory)
        assert (status, again.chosen, again.tested) == (LabStatus.DONE, story.chosen, story.tested)
        asked = [key for key in read_answers(folder) if key.arm == "reflection"]
        assert len(memory.calls) == len(asked) - len(kept)
        assert read_answers(folder).keys() == read_answers(whole).keys()


async def test_a_tune_that_is_left_in_the_middle_of_a_search_ends_at_once_and_goes_on_later(tmp_path: Path) -> None:
    pytest.importorskip("gepa")
    small, reached = plan(rollouts=60, items=8, boards=10, finalists=1), asyncio.Event()

    class NeverAnswers(Memory):
        async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
            reached.set()
            await asyncio.Event().wait()
            raise AssertionError

    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    task = asyncio.create_task(tuned(tmp_path, small, NeverAnswers()))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(PATIENCE):
        await asyncio.to_thread(lambda: None)  # the only thread is free again
    kept = len(read_answers(tmp_path))
    story, status = await tuned(tmp_path, small)
    assert status is LabStatus.DONE
    assert story.progress.begun_with == kept


def test_text_of_a_model_cannot_leave_its_block_in_the_report() -> None:
    """A line of tildes would end a block that begins with as many."""
    start, odd = Candidate(load_prompts()), Candidate(with_texts(load_prompts(), {"clue.system": "~~~~~~~~\n# Loud"}))
    candidates = {start.id: start, odd.id: replace(odd, parent=start.id)}
    progress = LabProgress(LabStatus.DONE, 0, 0, 0, 1, 0.0, 0.0, 0, last_failure="~~~~~~~~\n# no connection")
    story = TuneStory(plan(GRID, seat=TunedSeat.CLUER), TuneStage.DONE, candidates, {}, {}, {}, odd.id, {}, progress)
    text = report_text(story)
    assert "~~~~~~~~~diff" in text
    assert "Why it could not be asked: \\~" in text
    assert [line for line in text.splitlines() if line.startswith("# ")] == [text.splitlines()[0]]


async def test_a_budget_ends_a_tune_with_what_is_known_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    grid = plan(GRID, items=6, rollouts=24, boards=10, finalists=1)
    memory = Memory()
    story, status = await tuned(tmp_path, grid, memory, None, budget_usd=0.012)
    assert (status, story.stage) == (LabStatus.BUDGET, TuneStage.SEARCH)
    assert 0 < sum(map(len, story.searched.values())) < 24
    assert story.progress.spent_usd <= 0.012
    assert "ended in the search" in verdict(story)
    story, status = await tuned(tmp_path, grid, memory, None, budget_usd=10.0)
    assert (status, story.stage) == (LabStatus.DONE, TuneStage.DONE)
    assert story.progress.spent_usd == pytest.approx(0.001 * len(memory.calls))


async def test_a_budget_holds_where_the_reflecting_model_takes_money_and_never_answers(tmp_path: Path) -> None:
    """The retries of its questions were sent whether or not they fitted."""
    memory = Memory(rewrites)
    agent, state = AgentConfig.parse(REFLECTING), initialize_game(GameConfig(seed=1))
    first, *others = (reflection(agent, str(at), 0, "Write.", state) for at in range(3))
    with open_tune_folder(tmp_path, plan()) as lab:
        answers, provider = AnswersByPrompts(), door(memory)
        async with Laboratory(lab, answerer=answers, provider=provider, concurrency=1, budget_usd=0.0025) as laboratory:
            await laboratory.ask([first])
            memory.failures = [provider_error(ErrorKind.TIMEOUT, "no answer")] * 100
            await laboratory.ask(others)
    assert len(memory.calls) == 2  # at 0.001 each
    assert laboratory.progress.unpriced == 1


async def test_a_model_that_cannot_be_asked_leaves_the_tune_for_the_next_session(tmp_path: Path) -> None:
    grid = plan(GRID, items=6, rollouts=24, boards=10, finalists=1)
    memory = Memory()
    memory.failures = [provider_error(ErrorKind.AUTHENTICATION, "no", status=401)] * 100
    story, status = await tuned(tmp_path, grid, memory, None)
    assert (status, story.stage) == (LabStatus.INCOMPLETE, TuneStage.SEARCH)
    _, status = await tuned(tmp_path, grid, Memory(), None)
    assert status is LabStatus.DONE


REPLIES: dict[str, Callable[[Json], str]] = {
    "it is empty": lambda _: "",
    "it lost the placeholder $mode_rules": lambda _: "```\nGuess well.\n```",
    "it has more than 12,000 characters": lambda _: "x" * 99_999,
    "it repeats the text that it is to replace": lambda body: (
        "```\n" + body["messages"][-1]["content"].partition("The text:\n\n```\n")[2].partition("\n```\n")[0] + "\n```"
    ),
    "a $ is followed by no name": lambda _: "```\nIt costs $ 5.\n```",
}


@pytest.mark.parametrize("reason", REPLIES)
async def test_what_the_reflecting_model_may_not_propose_is_refused_and_counted(tmp_path: Path, reason: str) -> None:
    pytest.importorskip("gepa")
    story, status = await tuned(tmp_path, plan(items=4, boards=10), Memory(REPLIES[reason]))
    assert status is LabStatus.DONE
    assert list(story.candidates) == [story.start] == [story.chosen]
    assert story.refused[reason] >= 1
    assert sum(story.refused.values()) == 20
    assert "20 proposals could not be used" in report_text(story)
    assert "nothing was tested" in verdict(story)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (lambda old: old + "$riddle", "system: there is no $riddle"),
        (lambda old: old.replace("$surveillance", ""), "it lost the placeholder $surveillance"),
        (lambda old: old + "\x1b[2J", "it has signs that steer a terminal or cannot be written"),
    ],
)
def test_a_text_that_could_not_be_asked_is_no_candidate(text: Callable[[str], str], reason: str) -> None:
    start = Candidate(load_prompts())
    old = components(start.prompts, ["clue"])["clue.system"]
    found = revised(start, "clue.system", text(old))
    assert isinstance(found, str)
    assert reason in found.replace("clue.system", "system")


async def test_prompts_of_the_whole_team_are_tuned_in_games_with_a_discussion(tmp_path: Path) -> None:
    sets = [careful(BEST, ALL)]
    small = plan(sets, start=careful(0, ALL), seat=TunedSeat.ALL, items=6, rollouts=12, boards=10)
    discussed = small.config.model_copy(update={"game_modes": [GameMode.STANDARD], "max_rounds": 1})
    story, _ = await tuned(tmp_path, replace(small, config=discussed))
    assert {str(one.kind) for found in story.searched.values() for one in found.values()} == {
        "clue",
        "message",
        "guess",
    }
    assert share_of_gain(story) in (0, 1)


async def test_legality_at_the_first_try_is_a_goal_of_its_own(tmp_path: Path) -> None:
    def answers(body: Json) -> str:
        system = body["messages"][0]["content"]
        return plays(body) if f"Care: {BEST}" in system else "I would rather not."

    legal = plan(GRID, items=6, rollouts=24, boards=30, finalists=1, goal=TuneGoal.LEGALITY)
    story, _ = await tuned(tmp_path, legal, Memory(answers), None)
    assert story.chosen is not None
    assert strength(story.candidates[story.chosen].prompts, ["guesses"]) == 1
    assert story.confirmation is not None
    assert story.confirmation.difference.mean == 1
    told = report_as_json(story)
    assert told["test"]["verdict"] == "better"
    assert json.loads(json.dumps(told)) == told


def test_boards_of_the_test_are_opened_for_one_candidate_alone(tmp_path: Path) -> None:
    open_test(tmp_path, "aaaa")
    open_test(tmp_path, "aaaa")
    with pytest.raises(InputError, match="were opened for aaaa, so they cannot test bbbb"):
        open_test(tmp_path, "bbbb")


def test_who_prompts_were_chosen_with_is_no_partner_of_the_test() -> None:
    first, second = (AgentConfig.parse(spec) for spec in ("vector:sharp", "vector:bold"))
    check_partners([first], [second])
    with pytest.raises(InputError, match="vector:sharp is a partner of the search and of the test"):
        check_partners([first], [second, first])


@given(st.integers(10, 200), st.integers(0, 5))
def test_no_board_is_in_two_parts(boards: int, seed: int) -> None:
    parts = split_boards(range(boards), (60, 20, 20), seed)
    assert sorted(seed for part in parts for seed in part) == list(range(boards))


@pytest.mark.parametrize(("boards", "shares"), [(4, (60, 20, 20)), (20, (60, 20, 10)), (20, (100, 0, 0))])
def test_splits_that_leave_nothing_for_a_part_are_refused(boards: int, shares: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match=r"board|shares"):
        split_boards(range(boards), shares, 1)


def test_the_chosen_prompts_are_written_once_and_over_nothing(tmp_path: Path) -> None:
    prompts = with_texts(load_prompts(), {"clue.system": 'Say """one" word\\. $clue_rules\n'})
    path = write_prompts(prompts, tmp_path)
    assert path.stem == prompts.name
    assert parse_prompts(path.read_text("utf-8"), "there") == prompts
    assert write_prompts(prompts, tmp_path) == path
    other = careful(3).model_copy(update={"name": prompts.name})
    with pytest.raises(InputError, match="another prompt set of this name is there"):
        write_prompts(other, tmp_path)
    assert parse_prompts(path.read_text("utf-8"), "there") == prompts


@given(st.dictionaries(st.sampled_from(["clue.system", "guesses.question"]), st.text(min_size=1), min_size=1))
def test_a_written_set_is_read_as_it_was(texts: dict[str, str]) -> None:
    plain = {
        name: "".join(sign for sign in text if sign.isprintable()).replace("$", "") + "x"
        for name, text in texts.items()
    }
    prompts = with_texts(load_prompts(), plain)
    assert parse_prompts(prompts_file(prompts), "there") == prompts


@pytest.mark.parametrize(
    "text", ["a\r\nb", "a\rb\n", "\r", "\\r \\n", "\x1b[31m\x00\x7f", "a\u2028b\u202e\x85", "'''\"\"\"\\"]
)
def test_a_set_of_odd_signs_is_written_as_it_is(text: str) -> None:
    prompts = with_texts(load_prompts(), {"guesses.system": f"Guess: {text}"})
    assert parse_prompts(prompts_file(prompts), "there") == prompts


def test_a_diff_says_which_text_changed_and_which_lines() -> None:
    lines = prompt_diff(careful(1), careful(4), ["message", "guesses"])
    assert [line for line in lines if line.change is not Change.KEPT] == [
        (Change.PLACE, "guesses.system"),
        (Change.REMOVED, "Care: 1"),
        (Change.ADDED, "Care: 4"),
    ]


def test_finalists_are_those_that_were_tried_on_all_positions() -> None:
    scores = {"s": {1: 0.0, 2: 0.0}, "a": {1: 9.0}, "b": {1: 1.0, 2: 2.0}, "c": {1: 0.0, 2: 1.0}}
    assert finalists(scores, "s", 1) == ["s", "b"]
    assert finalists(scores, "s", 5) == ["s", "b", "c"]


def test_of_those_who_beat_the_start_in_the_games_the_best_by_search_and_games_is_chosen() -> None:
    games = {"s": {1: -2.0, 2: -4.0}, "a": {1: 1.0, 2: -1.0}, "b": {1: 0.0, 2: -1.0}, "c": {1: -3.0, 2: -4.0}}
    places = range(30)
    searched = {
        name: {place: worth + place % 3 * (-1) ** place for place in places}
        for name, worth in (("s", 0.0), ("a", 1.0), ("b", 2.0), ("c", 9.0))
    }
    searched["b"][0] += 1.0
    assert choose(games, searched) == "b", "the games hardly tell a from b, and the search does"
    assert choose({"s": games["s"], "c": games["c"]}, searched) == "s", "in the games c is worse than the start"
    equal = {name: dict.fromkeys(places, 1.0) for name in games}
    assert choose(games, equal) == "a", "nothing but the games tells them apart"
    assert evidence(games, equal)["s"] == 0


@given(st.floats(0.1, 10), st.floats(-5, 5), st.integers(0, 1_000))
def test_the_choice_does_not_depend_on_the_unit_of_scores(factor: float, shift: float, seed: int) -> None:
    dice = random.Random(seed)
    games, searched = (
        {name: {place: round(dice.gauss(0, 3), 3) for place in range(places)} for name in "sabc"} for places in (4, 12)
    )
    other = {name: {place: factor * value + shift for place, value in one.items()} for name, one in searched.items()}
    assert choose(games, searched) == choose(games, other)


def test_the_verdict_is_that_of_the_test() -> None:
    assert confirm([(board, 1.0 + board / 10) for board in range(5)]).verdict == "better"
    assert confirm([(board, -1.0 - board / 10) for board in range(5)]).verdict == "worse"
    assert confirm([(board, (-1.0) ** board) for board in range(6)]).verdict == "not told apart"
    assert confirm([(board, 1.0) for board in range(6)]).p_value == 1 / 32  # two of 64 signs of the boards
    assert confirm([(board, 1.0) for board in range(5)]).verdict == "not told apart"
    assert confirm([]).verdict == "not told apart"


def test_optimism_is_the_gain_of_the_search_less_that_of_the_test() -> None:
    found = optimism([(1, 2.0), (2, 4.0)], [(8, 1.0), (9, 1.0)])
    assert found is not None
    assert found.gap == 2
    assert tuple(found.interval) == (1, 3)
    assert optimism([], [(1, 1.0)]) is None


points = st.lists(st.tuples(*[st.integers(0, 3).map(float)] * 3), min_size=1, max_size=12).map(
    lambda found: [CandidatePoint(str(place), *one) for place, one in enumerate(found)]
)


@given(points)
def test_whoever_is_not_on_the_front_is_beaten_by_one_who_is(found: list[CandidatePoint]) -> None:
    front = pareto_front(found)
    assert front
    on = [one for one in found if one.candidate in front]
    for one in found:
        beaten = any(
            (o.gain, -o.risk, -(o.tokens or 0)) != (one.gain, -one.risk, -(one.tokens or 0))
            and o.gain >= one.gain
            and o.risk <= one.risk
            and (o.tokens or 0) <= (one.tokens or 0)
            for o in on
        )
        assert beaten is (one.candidate not in front)


def test_the_careful_agent_is_as_strong_as_its_prompt_says() -> None:
    assert [strength(careful(care), ["guesses"]) for care in (0, BEST, 2 * BEST)] == [0, 1, 0]
    assert build_careful is not None


def test_of_equal_prompts_the_test_claims_few_to_differ_where_the_best_of_many_flatters_itself() -> None:
    """Few simulations; `benchmarks.honest_tuning` has many, and docs/tuning.md their figures."""
    found = claims(9, 200)
    assert found.tested > 100
    assert found.claimed <= 10
    assert found.naive > 15
    assert found.naive_gain > 0.2
    assert found.gap > 0.1


def test_a_set_that_is_better_by_far_is_chosen_and_confirmed() -> None:
    found = claims(9, 50, gain=1.5)
    assert found.better >= 48
    assert found.true_gain > 1.4
