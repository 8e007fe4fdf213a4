"""Answers are read as a careful person reads them.

`data/labelled_outputs.jsonl` has outputs of language models, drawn by model and question from many more.
What each commits to was decided by hand before the parser read it: `right`, or what would be as right (`also`). `none`
means that it has to be asked again.
"""

import json
from pathlib import Path
from typing import Any

from codenames_agents.parsing import (
    ParsedClue,
    ParsedGuesses,
    ParsedMessage,
    parse_clue,
    parse_discussion,
    parse_guesses,
)

ANSWERS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "data/labelled_outputs.jsonl").read_text("utf-8").splitlines()
]
LEAST_RIGHT = 0.97


def reading(answer: dict[str, Any]) -> Any:
    """What the parser makes of an answer, in the fixture's terms."""
    parsed: object
    match answer["ask"]:
        case "clue":
            parsed = parse_clue(answer["raw"])
        case "message":
            parsed = parse_discussion(answer["raw"])
        case _:
            parsed = parse_guesses(answer["raw"], answer["words"])
    match parsed:
        case ParsedClue():
            return {"clue": parsed.word.upper(), "number": parsed.number}
        case ParsedMessage():
            return {"consensus": "YES" if parsed.consensus else "NO"}
        case ParsedGuesses():
            return {"guesses": [word.upper() for word in parsed.words]}
        case _:
            return "none"


def test_answers_are_read_as_a_careful_person_reads_them_and_no_play_is_made_up() -> None:
    readings = [(answer, reading(answer)) for answer in ANSWERS]
    wrong = [(a["raw"], read) for a, read in readings if read not in (a["right"], *a.get("also", ()))]
    assert [pair for pair in wrong if pair[1] != "none"] == []
    assert len(wrong) <= (1 - LEAST_RIGHT) * len(ANSWERS), wrong
    assert len(ANSWERS) == 400
