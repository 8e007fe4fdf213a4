"""Clues of people: read from two experiments, asked as a suite, and their answers as a row beside models."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from codenames_core.foreign.formats import CLUE_FORMATS, clues_in, recognised
from codenames_core.foreign.game import PeoplesClue, Refusal
from codenames_core.game.board import CardType
from codenames_metrics.laboratory.asking.positions import RecordedPosition
from codenames_metrics.laboratory.scoring.guess_scores import chance_recall, score_guesses
from codenames_metrics.laboratory.suites.people import (
    PEOPLE,
    PeoplesSuite,
    Recall,
    curve_tables,
    is_people,
    label_of,
    position_of,
)
from codenames_metrics.laboratory.suites.plan import planned
from codenames_metrics.laboratory.suites.report import report_text, suite_results
from codenames_metrics.laboratory.suites.results import results
from codenames_metrics.laboratory.suites.rows import answer_rows
from codenames_metrics.laboratory.suites.suite_file import load_suite, write_suite
from codenames_tui.cli import exits, main

GREEN = ("harbour", "anchor", "ladder", "meadow")
BLACK = ("volcano", "poison", "wolf")
TAN = ("teapot", "riddle", "sponge", "cactus", "feather", "magnet", "saddle", "candle", "orchard", "piston")
TAKEN = "walnut"
"""A word that lies on the table, and is in no list of the giver."""


def table(path: Path, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([names, *rows])


def listed(**lists: Sequence[str]) -> str:
    return ", ".join(f"{name}: {list(words)}" for name, words in lists.items())


def duet(folder: Path, answers: Sequence[tuple[str, str]] = (("ship", "harbour, anchor"), ("ship", "anchor"))) -> Path:
    """A folder of tasks, with a row for each clue and what was chosen; all are meant for the same two words."""
    targets = ("harbour", "anchor")
    names = ("", "base_text", "output")
    remaining = listed(remaining=(*GREEN, *BLACK, *TAN, TAKEN))
    given = [(str(n), listed(black=BLACK, tan=TAN, targets=targets), clue) for n, (clue, _) in enumerate(answers)]
    chosen = [(str(n), f"{remaining}, hint: {clue}", words) for n, (clue, words) in enumerate(answers)]
    table(folder / "clue_generation_task/test.csv", names, given)
    table(folder / "generate_guess_task/test.csv", names, chosen)
    selected = [("0", listed(green=GREEN, black=BLACK, tan=TAN), "harbour, anchor")]
    table(folder / "target_selection_task/test.csv", names, selected)
    why = [("0", f"{listed(targets=targets)}, clue: ship, target: anchor", "ships have one")]
    table(folder / "target_rationale_task/test.csv", names, why)
    return folder


def connector(folder: Path) -> Path:
    words = [f"word{number}" for number in range(18)] + ["void", "couch"]
    names = ("Experiment", "Board", "Word1", "Word2", "Clue1", "P2W1", "P2W2")
    rows = [
        ("E1", "TrialList1", "void", "couch", "comfort", "word3", "couch"),
        ("E1", "TrialList1", "void", "couch", "comfort", "couch", "void"),
        ("E1", "TrialList1", "void", "couch", "na", "couch", "void"),
        ("E1", "TrialList1", "void", "couch", "seat", "", ""),
        ("E1", "TrialList9", "void", "couch", "seat", "couch", "void"),
        ("E1", "TrialList1", "void", "couch", "seat", "sofa", "couch"),
    ]
    table(folder / "raw_data.csv", names, rows)
    (folder / "boards.json").write_text(json.dumps({"e1_board1_words": words}))
    return folder


def clues(format: str, folder: Path) -> list[PeoplesClue | Refusal]:
    return list(clues_in(CLUE_FORMATS[format], [str(folder)]))


def positions(format: str, folder: Path) -> list[RecordedPosition]:
    read = (position_of(clue) for clue in clues(format, folder) if isinstance(clue, PeoplesClue))
    return [position for position in read if isinstance(position, RecordedPosition)]


def test_a_row_of_duet_is_a_position_with_what_it_was_meant_for(tmp_path: Path) -> None:
    first, _ = clues("duet", duet(tmp_path))
    assert isinstance(first, PeoplesClue)
    assert (first.clue, first.targets, first.picks) == ("ship", ("harbour", "anchor"), ("harbour", "anchor"))
    assert first.reasoning == "anchor: ships have one"
    position, _ = positions("duet", tmp_path)
    state = position.state
    assert (state.turn.clue and str(state.turn.clue), position.own_words_left) == ("ship 2", 4)
    assert state.board.cards[CardType.ASSASSIN] == frozenset(BLACK)
    hidden = set(state.board.words) - state.revealed
    assert hidden == {*GREEN, *BLACK, *TAN}, "what can be chosen is what was on the table"
    assert TAKEN in state.revealed
    assert state.config.variant == "Duet"


def test_people_who_were_asked_the_same_are_answers_to_one_position(tmp_path: Path) -> None:
    suite = PeoplesSuite()
    for position in positions("duet", duet(tmp_path)):
        suite.add(position)
    made = suite.suite("duet")
    [position] = made.positions
    assert position.people == (("harbour", "anchor"), ("anchor",))
    write_suite(made, tmp_path / "duet.suite.gz")
    again = load_suite(tmp_path / "duet.suite.gz")
    assert (again.id, again.positions[0].people) == (made.id, position.people)
    assert again.positions[0].reasoning == "anchor: ships have one"


def test_people_are_a_row_beside_models_and_no_listener_of_the_matrix(tmp_path: Path) -> None:
    suite = PeoplesSuite()
    for position in positions("duet", duet(tmp_path)):
        suite.add(position)
    plan = planned(suite.suite("duet"), ["random"])
    rows = list(answer_rows(plan, {}, ()))
    assert [(row.model, row.recall, row.net_words) for row in rows] == [
        ("people (Duet)", 1.0, 2.0),
        ("people (Duet)", 0.5, 1.0),
    ]
    [people] = results(rows)
    assert (people.model, people.measures["recall"].mean) == ("people (Duet)", 0.75)
    found = suite_results(plan, {})
    assert found.recorded is None
    text = report_text(found)
    assert "People answered the same questions elsewhere." in text
    assert "Recall by" not in text, "all answers would stand in one column"


def test_the_recall_of_people_stands_beside_models_by_number_and_by_words_left() -> None:
    answers = [
        Recall("people (Duet)", 1, 9, 1.0),
        Recall("people (Duet)", 2, 9, 0.5),
        Recall("people (Duet)", 7, 2, 0.0),
        Recall("random", 1, 5, 0.25),
        Recall("random", 1, 9, None),
    ]
    by_number, by_words = curve_tables(answers)
    assert by_number.splitlines()[0] == "| Recall by the number of the clue | 1 | 2 | 3 | 4 and more |"
    assert by_number.splitlines()[2:] == [
        "| people (Duet) | 1.00 | 0.50 | – | 0.00 |",
        "| random | 0.25 | – | – | – |",
    ]
    assert by_words.splitlines()[0] == "| Recall by own words left | up to 3 | up to 6 | more |"
    assert by_words.splitlines()[2:] == ["| people (Duet) | 0.00 | – | 0.75 |", "| random | – | 0.25 | – |"]


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([("ship", "")], "no word is chosen"),
        ([("ship", TAKEN)], "a word is chosen whose colour is not known"),
        ([("", "anchor")], "the row of the guesses is for another clue"),
    ],
)
def test_a_row_of_duet_that_does_not_say_enough_is_skipped(
    answers: Sequence[tuple[str, str]], reason: str, tmp_path: Path
) -> None:
    [refusal] = clues("duet", duet(tmp_path, answers))
    assert refusal == Refusal("test, row 1", reason)


def test_tables_of_duet_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    duet(tmp_path)
    table(tmp_path / "target_selection_task/test.csv", ("base_text", "output"), [])
    assert [clue.reason for clue in clues("duet", tmp_path) if isinstance(clue, Refusal)] == [
        "no row tells the giver's own words"
    ] * 2
    table(tmp_path / "generate_guess_task/test.csv", ("base_text", "output"), [])
    [refusal] = clues("duet", tmp_path)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "clue_generation_task and generate_guess_task have not as many rows"
    (tmp_path / "generate_guess_task/test.csv").unlink()
    [refusal] = clues("duet", tmp_path)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "there is no generate_guess_task/test.csv beside it"


def test_both_words_of_connector_are_chosen_at_once(tmp_path: Path) -> None:
    first, second, third = positions("connector", connector(tmp_path))
    assert first.id == second.id
    assert len(first.state.board.words) - len(first.state.revealed) == 20
    assert [score_guesses(one, one.people[0]).recall for one in (first, second, third)] == [0.5, 1.0, 0.5]
    assert score_guesses(first, ("word1", "void", "couch")).recall == 0.5, "no third word is chosen"
    assert chance_recall(first) == 0.1
    read = clues("connector", tmp_path)
    assert [clue.reason for clue in read if isinstance(clue, Refusal)] == [
        "no clue was given",
        "no word was chosen",
        "there is no board 'TrialList9' in boards.json",
    ]


def test_a_suite_of_people_is_built_run_and_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = connector(tmp_path / "data"), tmp_path / "out"
    assert recognised(source / "raw_data.csv") == "connector"
    command = ["import", "connector", str(source), "-o", str(out)]
    assert main(command) == exits.SOME_SKIPPED
    assert capsys.readouterr().out.startswith("3 of 6 clues imported; 3 skipped: no clue was given (1)")
    before = (out / "connector.suite.gz").read_bytes()
    assert main(command) == exits.SOME_SKIPPED
    assert "(3 of them before)" in capsys.readouterr().out
    assert (out / "connector.suite.gz").read_bytes() == before
    run = ["suite", "run", str(out / "connector.suite.gz"), "--models", "random", "--out", str(tmp_path / "run")]
    assert main(run) == exits.DONE
    assert "| people (Connector) | 0.67" in capsys.readouterr().out
    (source / "boards.json").write_text(json.dumps({"e1_board1_words": [f"other{n}" for n in range(18)]}))
    assert main(command) == exits.WRONG_INPUT
    assert (out / "connector.suite.gz").read_bytes() == before


def test_rows_of_people_are_told_from_those_of_agents() -> None:
    assert label_of(None) == PEOPLE
    assert is_people(label_of("Duet"))
    assert is_people(PEOPLE)
    assert not is_people("peopleware/model")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfeE", "this is UTF-16 text"),
        (b'Clue1,P2W1,P2W2,Board\n"open', "the table cannot be read on"),
        (b"Clue1,P2W1,P2W2,Board\n\xff\xff,a,b,c\n", "the table cannot be read on"),
        (b"Clue1,P2W1,P2W2,Board\n" + b"x" * 2_000_000, "the table cannot be read on"),
        (b"Clue1,P2W1,P2W2,Board\na\n", "there is no board '' in boards.json"),
    ],
)
def test_a_table_that_is_broken_says_where(data: bytes, reason: str, tmp_path: Path) -> None:
    (connector(tmp_path) / "raw_data.csv").write_bytes(data)
    [refusal] = clues("connector", tmp_path)
    assert isinstance(refusal, Refusal)
    assert reason in refusal.reason
