"""Suites: built, written, answered, and what the answers are worth."""

import gzip
import json
import math
import re
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from tests.agents.players import no_wait
from tests.laboratory.lab import fresh, recorded

from codenames_core.game.agent import AgentTrace, FailureKind
from codenames_core.game.config import AgentConfig
from codenames_core.referee.legality import why_illegal
from codenames_core.support.errors import InputError
from codenames_metrics.laboratory.asking import answer_file
from codenames_metrics.laboratory.asking.lab_folder import HEADER
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition, as_json
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion, build_asked, line_up_for
from codenames_metrics.laboratory.scoring.clue_scores import heard, literal_clue, targets_of
from codenames_metrics.laboratory.scoring.guess_scores import chance_recall, own_words, score_guesses
from codenames_metrics.laboratory.scoring.message_scores import score_message
from codenames_metrics.laboratory.suites.building import build_suite, draw, stratum
from codenames_metrics.laboratory.suites.matrix import Heard, matrix
from codenames_metrics.laboratory.suites.plan import expected_panel_questions, planned
from codenames_metrics.laboratory.suites.report import ANSWERS, RESULTS, report_as_json, report_text, write_report
from codenames_metrics.laboratory.suites.results import split_half
from codenames_metrics.laboratory.suites.running import open_suite_folder, read_suite_run, run_suite
from codenames_metrics.laboratory.suites.suite_file import Suite, load_suite, suite_text, write_suite


def suite(*kinds: Kind, count: int = 3) -> Suite:
    return Suite("small", tuple(one for kind in kinds for one in fresh(kind, count)), {"seed": 1})


def written(path: Path, one: Suite) -> Path:
    path.write_text(suite_text(one), "utf-8")
    return path


def test_a_suite_is_read_as_it_was_written_packed_or_not(tmp_path: Path) -> None:
    one = suite(*Kind)
    for name in ("a.jsonl", "a.jsonl.gz"):
        write_suite(one, tmp_path / name)
        again = load_suite(tmp_path / name)
        assert (again.id, [p.id for p in again.positions]) == (one.id, [p.id for p in one.positions])
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()).decode() == suite_text(one)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda lines: lines[:-1], "it was cut off"),
        (lambda lines: [lines[0].replace('"suite_version":1', '"suite_version":2'), *lines[1:]], "version 2"),
        (lambda lines: [lines[1], *lines[1:]], "no suite_version"),
        (lambda lines: [lines[0], lines[1].replace('"number":', '"numbre":'), *lines[2:]], "line 2"),
        (lambda lines: [lines[0], *lines[2:], lines[1].replace("GUESSER", "guesser")], None),
        (lambda lines: [], "empty"),
    ],
)
def test_a_suite_that_was_changed_is_refused(tmp_path: Path, change: object, complaint: str | None) -> None:
    lines = suite_text(suite(Kind.GUESS)).splitlines()
    path = tmp_path / "suite.jsonl"
    path.write_text("\n".join(change(lines)), "utf-8")  # type: ignore[operator]
    if complaint is None:  # the order of the positions does not matter
        assert load_suite(path).id == suite(Kind.GUESS).id
        return
    with pytest.raises(InputError, match=complaint):
        load_suite(path)


@pytest.mark.parametrize("made", [5, True, "seed", [1], [[]]])
def test_a_suite_says_how_it_was_made_in_an_object(tmp_path: Path, made: object) -> None:
    head, *rest = suite_text(suite(Kind.GUESS)).splitlines()
    (tmp_path / "s.jsonl").write_text("\n".join([json.dumps(json.loads(head) | {"made": made}), *rest]), "utf-8")
    with pytest.raises(InputError, match=r"s\.jsonl, line 1: made is not an object"):
        load_suite(tmp_path / "s.jsonl")


def test_lines_of_a_suite_end_with_line_feeds_alone(tmp_path: Path) -> None:
    strange = replace(suite(Kind.GUESS), name="a\u2028b", made={"note": "a\x85b\u2028c\u2029d"})
    assert load_suite(written(tmp_path / "s.jsonl", strange)).made == strange.made
    (tmp_path / "s.jsonl").write_bytes(suite_text(strange).replace("\n", "\r\n").encode())
    assert load_suite(tmp_path / "s.jsonl").id == strange.id


@pytest.mark.parametrize("name", ["../../../out", "..", "/etc/x", "a\\b", "C:x", "%2e%2e", "<b>\x1b[2J", "x" * 5_000])
def test_the_name_of_a_suite_leads_nowhere(name: str) -> None:
    folder = replace(suite(Kind.GUESS), name=name).folder_name
    assert re.fullmatch(r"suite-[\w-]{1,40}-[0-9a-f]{12}", folder)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"repeats": 10**30}, "repeats is 1000.*from 1 to 10,000"),
        ({"repeats": 0}, "repeats is 0;"),
        ({"repeats": ["x"]}, "repeats is "),
        ({"repeats": True}, "repeats is True"),
        ({"kinds": ["x\x1b[2J"]}, "'x' in kinds is none of clue, message, guess"),
        ({"kinds": [""]}, "'' in kinds is none of clue, message, guess"),
    ],
)
def test_a_folder_whose_header_was_changed_is_refused(
    tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    one = suite(Kind.GUESS)
    plan = planned(one, ["random"], [])
    with open_suite_folder(tmp_path, one, plan):
        pass
    header = json.loads((tmp_path / HEADER).read_text("utf-8"))
    (tmp_path / HEADER).write_text(json.dumps(header | change), "utf-8")
    with pytest.raises(InputError, match=rf"{HEADER}: {complaint}"):
        read_suite_run(tmp_path)
    if "repeats" in change:
        with pytest.raises(InputError, match=complaint), open_suite_folder(tmp_path, one, plan):
            pass
        assert json.loads((tmp_path / HEADER).read_text("utf-8")) == header | change, "it is not overwritten"


def test_a_suite_tells_nothing_of_the_machine(tmp_path: Path) -> None:
    agent = AgentConfig(spec="openai/x", api_base="http://10.9.8.7/v1", key_variable="MY_PLANTED_KEY")
    line_up = line_up_for(agent, "p", 0)
    positions = [replace(one, source=replace(one.source, line_up=line_up)) for one in fresh(Kind.GUESS, 2)]
    path = written(tmp_path / "s.jsonl", Suite("x", tuple(positions), {}))
    assert not [word for word in ("10.9.8.7", "MY_PLANTED_KEY", "api_base") if word in path.read_text("utf-8")]
    read = load_suite(path)
    assert [(one.id, one.speaker) for one in read.positions] == [(one.id, "openai/x") for one in positions]


def test_the_folder_of_a_suite_tells_nothing_of_servers_and_early_ones_that_do_are_read(tmp_path: Path) -> None:
    one, spec = suite(Kind.GUESS), "openai/fake?api_base=http://10.9.8.7/v1"
    plan = planned(one, [spec], [spec])
    with open_suite_folder(tmp_path, one, plan):
        pass
    assert "10.9.8.7" not in (tmp_path / HEADER).read_text("utf-8")
    header = json.loads((tmp_path / HEADER).read_text("utf-8"))
    (tmp_path / HEADER).write_text(json.dumps(header | {"models": [spec]}), "utf-8")
    with open_suite_folder(tmp_path, one, plan):
        pass
    assert read_suite_run(tmp_path).plan.labels == ("openai/fake",)


def test_a_folder_that_somebody_works_in_is_left_as_it_is(tmp_path: Path) -> None:
    one = suite(Kind.GUESS)
    with open_suite_folder(tmp_path, one, planned(one, ["random"], [])):
        before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        other = open_suite_folder(tmp_path, one, planned(one, ["vector:sharp"], []))
        with pytest.raises(InputError, match="is being written"), other:
            pass
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_model_that_joins_while_a_folder_is_opened_is_not_forgotten(tmp_path: Path) -> None:
    one = suite(Kind.GUESS)
    later = open_suite_folder(tmp_path, one, planned(one, ["random"], []))
    with open_suite_folder(tmp_path, one, planned(one, ["vector:sharp"], [])):
        pass
    with later:
        pass
    assert read_suite_run(tmp_path).plan.labels == ("vector:sharp", "random")


def test_a_target_that_was_changed_is_noticed(tmp_path: Path) -> None:
    lines = suite_text(suite(Kind.GUESS)).splitlines()
    position = json.loads(lines[1])
    position["scored"]["targets"] = position["asked"]["words"][:1]
    lines[1] = json.dumps(position)
    (tmp_path / "suite.jsonl").write_text("\n".join(lines), "utf-8")
    with pytest.raises(InputError, match="line 2: the position was changed"):
        load_suite(tmp_path / "suite.jsonl")


def test_positions_are_drawn_one_of_each_stratum_in_turn() -> None:
    pool = fresh(Kind.GUESS, 100)
    strata = {stratum(one) for one in pool}
    assert len(strata) > 1
    chosen = draw(pool, len(strata), "seed")
    assert {stratum(one) for one in chosen} == strata
    assert draw(pool, 3, "seed") == draw(pool[::-1], 3, "seed")
    assert {one.id for one in draw(pool, 1_000, "seed")} == {one.id for one in pool}


def test_a_suite_is_built_from_episodes_and_says_what_it_lacks(tmp_path: Path) -> None:
    recorded().save(tmp_path / "game.episode.json")
    drawn = build_suite([str(tmp_path)], [Kind.GUESS, Kind.CLUE], name="x", per_model=100, seed=1)
    assert {one.kind for one in drawn.suite.positions} == {Kind.GUESS, Kind.CLUE}
    assert all("only" in note for note in drawn.notes)
    one = build_suite([str(tmp_path)], [Kind.GUESS], name="x", per_model=1, seed=1, speakers=["vector:balanced"])
    assert [position.speaker for position in one.suite.positions] == ["vector:balanced"]
    with pytest.raises(InputError, match="no position for the question of a guess"):
        build_suite([str(tmp_path)], [Kind.GUESS], name="x", per_model=1, seed=1, speakers=["vector:sharp"])


def test_an_unfinished_game_gives_the_turns_that_are_over(tmp_path: Path) -> None:
    record = recorded()
    events = record.public_transcript[
        : max(at for at, event in enumerate(record.public_transcript) if event.type == "clue") + 1
    ]
    cut = record.model_copy(update={"public_transcript": events, "outcome": None, "winner": None})
    cut.save(tmp_path / "game.episode.json")
    drawn = build_suite([str(tmp_path)], [Kind.GUESS], name="x", per_model=100, seed=1)
    assert any("unfinished" in note for note in drawn.notes)
    assert 0 < len(drawn.suite.positions) < len(fresh(Kind.GUESS, 100)) + 1
    assert all(one.source.at < len(events) for one in drawn.suite.positions)


def by_hand(position: RecordedPosition) -> float:
    """The recall of random guesses, from all orders in which words can be touched."""
    state, number = position.state, position.number or 0
    hidden = [word for word in state.board.words if word not in state.revealed]
    own = set(own_words(position))
    total = count = 0.0
    for order in permutations(hidden, number):
        found = 0
        for word in order:
            if word not in own:
                break
            found += word in position.targets
        total += found / len(position.targets)
        count += 1
    return total / count


def test_the_recall_of_random_guesses_is_that_of_all_orders() -> None:
    for one in fresh(Kind.GUESS):
        if (one.number or 9) <= 3:
            assert chance_recall(one) == pytest.approx(by_hand(one))


def test_guesses_are_touched_up_to_the_first_wrong_word() -> None:
    one = fresh(Kind.GUESS, 1)[0]
    own = own_words(one)
    wrong = next(word for word in one.state.board.words if word not in own and word not in one.state.revealed)
    score = score_guesses(one, (one.targets[0], wrong, *one.targets[1:]))
    assert score.touched == (one.targets[0], wrong)
    assert score.recall == pytest.approx(1 / len(one.targets))
    assert score.precision == 0.5
    assert score_guesses(one, ()).recall == 0


def test_a_message_is_worth_the_words_that_it_speaks_for() -> None:
    one = next(one for one in fresh(Kind.MESSAGE) if one.number)
    said = f"PLAN: {', '.join(one.targets)}"
    trace = AgentTrace(answer={"text": said, "consensus": False})
    assert score_message(one, trace).recall == pytest.approx(min(1.0, (one.number or 0) / len(one.targets)))
    assert score_message(one, AgentTrace(failure=FailureKind.UNREADABLE)).recall == 0


def test_the_literal_clue_is_legal_and_for_the_same_words() -> None:
    one = fresh(Kind.CLUE, 1)[0]
    targets = own_words(one)[:2]
    clue = literal_clue(one, targets)
    assert clue is not None
    assert why_illegal(clue, one.state) is None
    assert clue.number == 2
    hears = heard(one, clue, tuple(targets))
    assert hears.state.turn.clue == clue
    assert hears.targets == tuple(targets)
    assert hears.ask.seat.team is one.ask.seat.team


def test_the_targets_of_a_clue_are_own_words_as_stated_or_as_reasoned() -> None:
    one = fresh(Kind.CLUE, 1)[0]
    own, other = own_words(one)[0], next(w for w in one.state.board.words if w not in own_words(one))
    assert targets_of(one, AgentTrace(intended_targets=(own.lower(), other))) == (own,)
    assert targets_of(one, AgentTrace(reasoning=f"TARGETS: {own}")) == (own,)
    assert targets_of(one, AgentTrace()) == ()


def test_the_parts_of_a_matrix_are_found_where_they_were_planted() -> None:
    speakers, listeners = {"a": 0.1, "b": -0.1}, {"a": 0.05, "b": 0.0, "c": -0.05}
    heard = [
        Heard(speaker, listener, f"board {board}", 0.5 + first + second + 0.2 * (speaker == listener) + board / 100)
        for speaker, first in speakers.items()
        for listener, second in listeners.items()
        for board in range(6)
    ]
    found = matrix(heard)
    assert found is not None
    assert found.own_pair is not None
    assert found.own_pair.mean == pytest.approx(0.2)
    assert {name: round(effect.mean, 6) for name, effect in found.speaker_effects.items()} == speakers
    assert {name: round(effect.mean, 6) for name, effect in found.listener_effects.items()} == listeners
    assert matrix([]) is None


async def run_in(folder: Path, one: Suite, *models: str, panel: tuple[str, ...] = ("random",)) -> LabStatus:
    plan = planned(one, models, panel)
    with open_suite_folder(folder, one, plan) as lab:
        async with Laboratory(lab, sleep=no_wait) as laboratory:
            return await run_suite(laboratory, plan)


async def test_a_suite_is_run_and_its_results_say_the_same_as_text_json_and_rows(tmp_path: Path) -> None:
    one = suite(*Kind)
    assert await run_in(tmp_path, one, "random", "vector:stranger") is LabStatus.DONE
    found = read_suite_run(tmp_path)
    text, numbers = report_text(found), report_as_json(found)
    assert numbers["suite_id"] == one.id
    assert all(f"## {title}" in text for title in ("Guesses", "Clues", "Messages"))
    assert len(found.rows) == 2 * len(one.positions)
    best = next(m for m in numbers["models"] if m["kind"] == "guess")
    assert best["model"] == "vector:stranger"
    assert math.isclose(
        best["recall"]["mean"],
        sum(r.recall or 0 for r in found.rows if (r.model, r.kind) == ("vector:stranger", "guess")) / 3,
    )
    write_report(tmp_path, found)
    assert json.loads((tmp_path / RESULTS).read_text("utf-8")) == json.loads(json.dumps(numbers))
    assert len((tmp_path / ANSWERS).read_text("utf-8").splitlines()) == len(found.rows) + 1


@pytest.mark.parametrize("answer", [None, 3, True, 1e308, ["SEA", 2], {"word": 3}, {"text": [], "team": "red"}, [[]]])
@pytest.mark.parametrize("kind", Kind)
async def test_an_answer_to_another_question_is_named(tmp_path: Path, kind: Kind, answer: object) -> None:
    await run_in(tmp_path, suite(kind, count=1), "random")
    path = tmp_path / "answers.jsonl"
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        line["trace"]["answer"] = answer
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    with pytest.raises(InputError, match="which does not answer a question for"):
        report_text(read_suite_run(tmp_path))


async def test_guesses_that_are_not_face_down_on_the_board_are_named(tmp_path: Path) -> None:
    one = suite(Kind.GUESS, count=1)
    (position,) = one.positions
    people = replace(position, people=(("",),))
    await run_in(tmp_path, Suite("small", (people,), {}), "random")
    with pytest.raises(InputError, match=f"a person to position {position.id} is .*, which does not answer"):
        report_text(read_suite_run(tmp_path))
    word = position.state.board.words[0]
    assert position.answer_in(AgentTrace(answer=[word, word])) == (word,)


async def test_a_line_of_answers_that_has_no_end_or_is_not_strict_json_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await run_in(tmp_path, suite(Kind.GUESS, count=1), "random")
    path = tmp_path / "answers.jsonl"
    good = path.read_bytes()
    twice = good.replace(b'"repeat":0', b'"repeat":0,"repeat":0', 1)
    half = good.replace(b'"raw":"', b'"raw":"' + rb"\ud800", 1)
    for wrong in (twice, half, b"\xff\n", b"[" * 500 + b"\n"):
        assert wrong != good
        path.write_bytes(wrong)
        with pytest.raises(InputError, match=r"answers.jsonl, line 1: not an answer"):
            read_suite_run(tmp_path)
    monkeypatch.setattr(answer_file, "LONGEST", 10_000)
    path.write_bytes(good + b" " * 20_000)
    with pytest.raises(InputError, match=r"answers.jsonl, line \d+: more than 10,000 bytes"):
        read_suite_run(tmp_path)


async def test_a_model_that_comes_later_joins_those_that_were_asked_before(tmp_path: Path) -> None:
    one = suite(Kind.GUESS)
    await run_in(tmp_path, one, "random")
    await run_in(tmp_path, one, "vector:stranger")
    assert [result.model for result in read_suite_run(tmp_path).models] == ["vector:stranger", "random"]


async def test_a_model_in_the_panel_is_part_of_what_is_expected(tmp_path: Path) -> None:
    one = suite(Kind.CLUE)
    plan = planned(one, ["vector:balanced"], ["random", "vector:stranger"])
    with open_suite_folder(tmp_path, one, plan) as lab:
        async with Laboratory(lab, sleep=no_wait) as laboratory:
            await run_suite(laboratory, plan)
            asked = sum("hears" in key.arm for key in laboratory.answers)
    assert len(list(expected_panel_questions(plan))) == asked == 12


async def test_another_suite_is_refused_in_the_same_folder(tmp_path: Path) -> None:
    await run_in(tmp_path, suite(Kind.GUESS), "random")
    with pytest.raises(InputError, match="choose another folder"):
        await run_in(tmp_path, suite(Kind.CLUE), "random")


def test_a_spec_that_cannot_be_asked_is_named() -> None:
    for spec in ("human", "ghost:pass", "scripted:x.json"):
        with pytest.raises(InputError, match="answers no question of a suite"):
            planned(suite(Kind.GUESS), [spec])
    with pytest.raises(InputError, match="random is given twice"):
        planned(suite(Kind.GUESS), ["random", "random"])


def test_the_shipped_suite_holds_400_decisions_and_no_key_in_what_guessers_are_asked() -> None:
    basic = load_suite("basic")
    assert (len(basic.of(Kind.GUESS)), len(basic.of(Kind.CLUE))) == (200, 200)
    assert len({one.id for one in basic.positions}) == 400
    assert all("key" not in as_json(one)["asked"] for one in basic.of(Kind.GUESS))
    assert all(one.targets for one in basic.of(Kind.GUESS))


async def test_random_guesses_are_worth_what_chance_says() -> None:
    rows = []
    for one in load_suite("basic").of(Kind.GUESS):
        for repeat in range(3):
            line_up = line_up_for(AgentConfig.parse("random"), one.id, repeat)
            agent = build_asked(LabQuestion(AnswerKey(one.id, "random", repeat), one.state, one.ask, line_up))
            words, _ = await one.ask.put(agent, _view(one))
            rows.append((score_guesses(one, words).recall or 0.0) - (chance_recall(one) or 0.0))
    spread = math.sqrt(sum(d * d for d in rows)) / len(rows)
    assert abs(sum(rows) / len(rows)) < 3 * spread


def _view(one: RecordedPosition):  # type: ignore[no-untyped-def]
    from codenames_core.game.visibility import visible_state

    return visible_state(one.state, one.ask.seat)


def test_the_reliability_of_halves_is_that_of_equal_halves() -> None:
    from codenames_metrics.laboratory.suites.rows import AnswerRow

    def row(model: str, board: int, recall: float) -> AnswerRow:
        blank = dict.fromkeys(AnswerRow._fields)
        return AnswerRow(**{**blank, "model": model, "kind": "guess", "board": str(board), "recall": recall})  # type: ignore[arg-type]

    even = [row(model, board, value) for model, value in (("a", 0.1), ("b", 0.5), ("c", 0.9)) for board in range(6)]
    assert split_half(even, Kind.GUESS) == pytest.approx(1.0)
    assert split_half(even[:12], Kind.GUESS) is None
