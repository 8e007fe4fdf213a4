"""`marichka`: logs of codenames-ai by marichkakorolyuk (MIT): JSON lists of events, and texts that were printed.

The texts are in `marichka_text`. In the lists, a spymaster's targets are recorded, and two operatives do not talk.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from codenames_core.foreign.fields import BadField, card_of, list_of, number_of, object_of, team_of, text_of, texts_of
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
from codenames_core.foreign.readers.marichka_text import looks_like_text, read_text
from codenames_core.foreign.sources import beginning_of, json_file
from codenames_core.game.config import Role, Seat, Team


def looks_like_marichka(beginning: str) -> bool:
    """Return whether a file begins as one of this format."""
    return looks_like_text(beginning) or _looks_like_events(beginning)


def _looks_like_events(beginning: str) -> bool:
    return beginning.lstrip().startswith("[") and '"game_start"' in beginning


def read_marichka(path: Path, _fields: FieldMap) -> Iterator[ForeignGame | Refusal]:
    """Yield the games of a file, of which a list of events holds one.

    Raises:
        InputError: the file cannot be read.
    """
    if looks_like_text(beginning_of(path)):
        yield from read_text(path)
    else:
        yield game_of(list_of(json_file(path), "the file"), path.stem)


def game_of(events: Sequence[Any], name: str) -> ForeignGame | Refusal:
    """Return the game that a list of events is, or why it is none."""
    try:
        return _game([object_of(event, f"[{index}]") for index, event in enumerate(events)], name)
    except BadField as error:
        return Refusal(name, str(error))


def _game(events: Sequence[Mapping[str, Any]], name: str) -> ForeignGame:
    start, board, end = (_first(events, kind) for kind in ("game_start", "board_state", "game_end"))
    if board is None:
        raise BadField("there is no board_state among the events")
    winner = end.get("winner") if end else None
    first = board.get("current_team")
    created = (start or {}).get("start_time")
    return ForeignGame(
        name=name,
        cards=tuple(
            ForeignCard(text_of(card.get("word"), "board.word"), card_of(card.get("type"), "board.type"))
            for card in (object_of(entry, "board") for entry in list_of(board.get("board"), "board"))
        ),
        moves=tuple(_moves(events)),
        starting_team=None if first is None else team_of(first, "current_team"),
        players=dict(_players(start or {})),
        outcome=None if winner is None else ForeignOutcome(team_of(winner, "winner")),
        is_finished=winner is not None,
        created=created if isinstance(created, str) else "",
    )


def _first(events: Sequence[Mapping[str, Any]], kind: str) -> Mapping[str, Any] | None:
    details = (event.get("details") for event in events if event.get("type") == kind)
    return next((found for found in details if isinstance(found, Mapping)), None)


def _players(start: Mapping[str, Any]) -> Iterator[tuple[Seat, str]]:
    for team in Team:
        who = start.get(f"{team}_team")
        for role in Role if isinstance(who, Mapping) else ():
            model = who.get("spymaster_model" if role is Role.CLUER else "operative_model") if who else None
            if isinstance(model, str):
                yield Seat.of(team, role), model


def _moves(events: Sequence[Mapping[str, Any]]) -> Iterator[ForeignMove]:
    for index, event in enumerate(events):
        kind, place = event.get("type"), f"[{index}]"
        if kind not in ("clue", "guess", "turn_end"):
            continue
        details = object_of(event.get("details"), place)
        team = team_of(details.get("team"), f"{place}.team")
        match kind:
            case "clue":
                number = number_of(details.get("number"), f"{place}.number")
                word = text_of(details.get("word"), f"{place}.word")
                yield ForeignClue(team, word, number, texts_of(details.get("target_words")))
            case "guess":
                colour = str(details.get("result")).partition(" ")[0]
                yield ForeignGuess(
                    team, text_of(details.get("word"), f"{place}.word"), card_of(colour, f"{place}.result")
                )
            case _:
                yield ForeignPass(team, is_implied=True)
