"""`clembench`: `interactions.json` of the game `codenames` of clembench (MIT): one file for each game.

One team plays against a scripted opponent, which turns one or more of its own cards after each of the team's turns,
without a clue. Its turns are told as clues that are not known. The team is red here. The board is what the game master
logged of it, in the order in which the guesser was told the words at first; in alphabetical order where it was not. An
answer in the wrong form aborts the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from codenames_core.foreign.fields import BadField, list_of, object_of, text_of, texts_of
from codenames_core.foreign.game import (
    ForeignCard,
    ForeignClue,
    ForeignGame,
    ForeignGuess,
    ForeignMove,
    ForeignOutcome,
    ForeignPass,
    Refusal,
)
from codenames_core.foreign.mapping import FieldMap
from codenames_core.foreign.sources import json_file
from codenames_core.game.board import CardType
from codenames_core.game.config import Role, Seat, Team

_CARDS: Final = {
    "team": CardType.RED,
    "opponent": CardType.BLUE,
    "innocent": CardType.NEUTRAL,
    "assassin": CardType.ASSASSIN,
}
_SCRIPT: Final = "scripted opponent"
_MARKS: Final = ('"board status"', '"board end status"', '"team revealed"', '"word targeted"')


def looks_like_clembench(beginning: str) -> bool:
    """Return whether a file begins as one of this format."""
    return beginning.lstrip().startswith("{") and '"turns"' in beginning and any(mark in beginning for mark in _MARKS)


def read_clembench(path: Path, _fields: FieldMap) -> Iterator[ForeignGame | Refusal]:
    """Yield the game of a file.

    Raises:
        InputError: the file cannot be read.
    """
    yield game_of(json_file(path), f"{path.parent.parent.name}/{path.parent.name}".strip("/") or path.stem)


def game_of(tree: Any, name: str) -> ForeignGame | Refusal:
    """Return the game of a file, or why it is none."""
    try:
        return _game(object_of(tree, "the file"), name)
    except BadField as error:
        return Refusal(name, str(error))


def _game(tree: Mapping[str, Any], name: str) -> ForeignGame:
    actions = list(_actions(tree))
    lost, aborted = tree.get("Lose"), tree.get("Aborted")
    is_over = isinstance(lost, bool | int) and not aborted
    meta = tree.get("meta")
    created = meta.get("timestamp") if isinstance(meta, Mapping) else None
    created = created or next(_stamps(tree), None)
    return ForeignGame(
        name=name,
        cards=tuple(_cards(tree, actions)),
        moves=tuple(_moves(actions)),
        starting_team=Team.RED,
        players=dict(_players(tree)),
        outcome=ForeignOutcome(Team.BLUE if lost else Team.RED) if is_over else None,
        is_finished=is_over,
        variants=(_SCRIPT,),
        created=created if isinstance(created, str) else "",
    )


def _actions(tree: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what the game master logged, in order: the kind and what there is to it."""
    for turn in list_of(tree.get("turns"), "turns"):
        for entry in list_of(turn, "turns"):
            action = object_of(entry, "turns").get("action")
            if isinstance(action, Mapping) and isinstance(action.get("type"), str):
                yield action["type"], action.get("content")


def _cards(tree: Mapping[str, Any], actions: Sequence[tuple[str, Any]]) -> list[ForeignCard]:
    """Return the board, of a status of it: a word is face down, or was turned by one of the two."""
    status = next((content for kind, content in actions if kind == "board status"), tree.get("board end status"))
    known = object_of(status, "board status")
    found: dict[str, CardType] = {}
    revealed = known.get("revealed")
    places = [known.get("hidden"), *(revealed.values() if isinstance(revealed, Mapping) else ())]
    for place in places:
        for name, words in object_of(place, "board status").items():
            if (card := _CARDS.get(name)) is not None:
                found.update(dict.fromkeys(texts_of(words), card))
    lists = (_told_words(content) for kind, content in actions if kind == "send message")
    order = next((words for words in lists if len(words) == len(found) and set(words) == set(found)), sorted(found))
    return [ForeignCard(word, found[word]) for word in order]


def _told_words(content: Any) -> list[str]:
    """Return the words of the last line of a message, between commas, as the guesser is told them."""
    last = content.rstrip().rpartition("\n")[2] if isinstance(content, str) else ""
    return [word.strip() for word in last.split(",")]


def _stamps(tree: Mapping[str, Any]) -> Iterator[str]:
    for turn in list_of(tree.get("turns"), "turns"):
        for entry in list_of(turn, "turns"):
            if isinstance(stamp := object_of(entry, "turns").get("timestamp"), str):
                yield stamp


def _players(tree: Mapping[str, Any]) -> Iterator[tuple[Seat, str]]:
    yield Seat.BLUE_CLUER, _SCRIPT
    yield Seat.BLUE_GUESSER_1, _SCRIPT
    players = tree.get("players")
    for key, role in (("Player 1", Role.CLUER), ("Player 2", Role.GUESSER_1)):
        who = players.get(key) if isinstance(players, Mapping) else None
        if isinstance(who, Mapping):
            who = who.get("model_name") or who.get("model")
        if isinstance(who, str):  # such as "ClueGiver, some-model"
            yield Seat.of(Team.RED, role), who.rpartition(", ")[2]


def _moves(actions: Sequence[tuple[str, Any]]) -> Iterator[ForeignMove]:
    clue: str | None = None
    opponent_moves = False
    for kind, content in actions:
        match kind:
            case "clue":
                clue = text_of(content, "clue")
            case "targets":
                if opponent_moves:
                    yield ForeignPass(Team.BLUE, is_implied=True)
                opponent_moves = False
                targets = texts_of(content)
                yield ForeignClue(Team.RED, clue, len(targets), targets)
            case "team revealed":
                yield ForeignGuess(Team.RED, *_revealed(content))
            case "opponent revealed":
                if not opponent_moves:
                    yield ForeignPass(Team.RED, is_implied=True)
                    yield ForeignClue(Team.BLUE, None, None)
                opponent_moves = True
                yield ForeignGuess(Team.BLUE, *_revealed(content))
            case _:
                continue


def _revealed(content: Any) -> tuple[str, CardType | None]:
    if isinstance(content, str):
        return content, None
    entry = object_of(content, "revealed")
    return text_of(entry.get("word"), "revealed.word"), _CARDS.get(str(entry.get("assignment")))
