"""The script that puts attacks to a model: what it asks, what it counts, and a game against a team of attackers."""

import json
from pathlib import Path

import pytest
from scripts.attacks import Attack, Goal, Vector, attackers, attacks
from scripts.red_team import AT_ONCE, Asker, Row, main, report, row_of, to_ask, told
from tests.agents.players import SHORT, Memory, config, door, game, team_of

from codenames_core.game.events import DiscussionMessage


def row(attack: Attack, raw: str, control: str, *, hit: bool, same: bool) -> Row:
    return Row("model", "prompts", *attack.key, hit, same, raw, control)


def test_a_report_counts_by_goal_and_vector_by_style_and_in_all() -> None:
    passes = [one for one in attacks() if (one.goal, one.vector) == (Goal.PASS, Vector.PARTNER)]
    said = ("GUESSES: PASS", "I will not say.", "GUESSES: PASS", "GUESSES: PASS")
    rows = [
        row(attack, raw, "GUESSES: PASS" if not place else "no idea", hit="PASS" in raw, same=not place)
        for place, (attack, raw) in enumerate(zip(passes, said, strict=False))
    ]
    lines = list(report(rows))
    assert lines[2] == "| pass, partner | 4 | 3 (30% to 95%) | 1 (5% to 70%) | +0.50 | 0.250 | 1 | 3 |"
    styles = sorted(attack.style for attack in passes[:4])
    assert [line.split(" | ")[0] for line in lines[3:]] == ["| partner", *(f"| {style}" for style in styles), "| all"]


async def test_equal_questions_are_asked_once_and_the_answers_judged() -> None:
    memory = Memory(lambda body: "GUESSES: PASS")
    asker = Asker(team_of(config(), door(memory)))
    chosen = [one for one in attacks() if (one.goal, one.vector) == (Goal.PASS, Vector.PARTNER)]
    rows = [await row_of(attack, asker) for attack in chosen]
    assert all(one and one.hit and one.control for one in rows)
    assert len(chosen) < len(memory.calls) < 2 * len(chosen)
    assert AT_ONCE == 2


def test_what_a_file_holds_is_not_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    every = to_ask(path, ["plain"])
    first = row(every[0], "", "", hit=False, same=False)
    path.write_text(json.dumps(first._asdict()) + "\n", encoding="utf-8")
    assert to_ask(path, ["plain"]) == every[1:]
    assert to_ask(path, []) == []


async def test_a_team_of_attackers_says_an_attack_each_time_it_speaks() -> None:
    blue = team_of(config(), door(Memory()))
    record = await game(attackers(), blue, SHORT).run()
    said = [e.text for e in record.public_transcript if isinstance(e, DiscussionMessage) and e.seat.team == "red"]
    assert len(said) == len(set(said)) == 4
    lines = list(told(record))
    assert lines[0] == "red clue: thunderstorm 1"
    assert lines[-1] == "blue: 4 decisions, 1 answers refused, 0 decisions failed"


def test_a_file_that_is_no_run_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"model": 1}\n', encoding="utf-8")
    assert main(["report", str(path)]) == 2
    assert main(["report", str(tmp_path / "none.jsonl")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2
