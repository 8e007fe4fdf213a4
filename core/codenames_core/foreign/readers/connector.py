"""`connector`: the experiments of abhilasha-kumar/Connector (MIT): `raw_data.csv`, with `boards.json` beside it.

On a board of 20 words one person gives a clue for two of them, and another chooses two words, both at once. Only the
first clue for a pair is read: a later one was given to somebody who knew that the first had failed. There are neither
opponents nor assassins; the pair is red here, and the other words are neutral. A word that was typed and is not on the
board found nothing.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from codenames_core.foreign.fields import BadField, list_of, object_of, text_of
from codenames_core.foreign.game import ForeignCard, PeoplesClue, Refusal
from codenames_core.foreign.sources import json_file, rows_of
from codenames_core.game.board import CardType
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

BOARDS: Final = "boards.json"
VARIANT: Final = "Connector"
_BOARD: Final = re.compile(r"TrialList(\d+)")
_NOTHING: Final = ("", "na", "nan", "none")


def looks_like_connector(beginning: str) -> bool:
    """Return whether a file begins as the table of these experiments."""
    head = beginning.partition("\n")[0]
    return all(name in head for name in ("Clue1", "P2W1", "P2W2", "Board"))


def read_connector(path: Path) -> Iterator[PeoplesClue | Refusal]:
    """Yield the first clues of the table.

    Raises:
        InputError: the table or the boards cannot be read.
    """
    boards = path.parent / BOARDS
    if not boards.is_file():
        raise InputError(f"there is no {BOARDS} beside it, which has the words of the boards")
    words = object_of(json_file(boards), BOARDS)
    for place, row in rows_of(path):
        yield row if isinstance(row, Refusal) else clue_of(row, words, place)


def clue_of(row: Mapping[str, str], boards: Mapping[str, object], name: str) -> PeoplesClue | Refusal:
    """Return the clue of a row, or why it cannot be used."""
    try:
        return _clue(row, boards, name)
    except BadField as error:
        return Refusal(name, str(error))


def _clue(row: Mapping[str, str], boards: Mapping[str, object], name: str) -> PeoplesClue:
    words = _board(row, boards)
    clue = row.get("Clue1", "").strip()
    if clue.casefold() in _NOTHING:
        raise BadField("no clue was given")
    targets, picks = (_on_board(row, fields, words) for fields in (("Word1", "Word2"), ("P2W1", "P2W2")))
    if len(targets) != 2:
        raise BadField("the two words of the pair are not on the board")
    if all(row.get(field, "").strip().casefold() in _NOTHING for field in ("P2W1", "P2W2")):
        raise BadField("no word was chosen")
    return PeoplesClue(
        name=name,
        cards=tuple(ForeignCard(word, CardType.RED if word in targets else CardType.NEUTRAL) for word in words),
        clue=clue,
        targets=targets,
        picks=picks,
        variant=VARIANT,
        at_once=True,
    )


def _board(row: Mapping[str, str], boards: Mapping[str, object]) -> tuple[str, ...]:
    match = _BOARD.fullmatch(row.get("Board", ""))
    key = f"{row.get('Experiment', '').casefold()}_board{match[1]}_words" if match else ""
    if key not in boards:
        raise BadField(f"there is no board {one_line(row.get('Board', ''), 40)!r} in {BOARDS}")
    return tuple(text_of(word, key) for word in list_of(boards[key], key))


def _on_board(row: Mapping[str, str], fields: tuple[str, str], words: tuple[str, ...]) -> tuple[str, ...]:
    said = (row.get(field, "").strip() for field in fields)
    return tuple(dict.fromkeys(word for word in said if word in words))
