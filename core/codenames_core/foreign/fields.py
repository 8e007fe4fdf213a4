"""Reads single values of foreign trees: a team, a colour, a number. What is none is a `BadField` that says where."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from codenames_core.game.board import CardType
from codenames_core.game.config import Role, Seat, Team
from codenames_core.game.events import ClueNumber
from codenames_core.referee.legality import read_number
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

CARDS: Final[Mapping[str, CardType]] = {
    **{str(card): card for card in CardType},
    "civilian": CardType.NEUTRAL,
    "bystander": CardType.NEUTRAL,
    "bomb": CardType.ASSASSIN,
}
"""What programs that play red against blue call the cards, in small letters."""


class BadField(InputError):
    """A value of a foreign tree that cannot be read; it becomes a `Refusal`."""


def team_of(value: Any, field: str, names: Mapping[str, str] | None = None) -> Team:
    """Return the team that a value names; `names` says what the source calls our colours."""
    card = card_of(value, field, names, what="red or blue")
    if card.team is None:
        raise BadField(f"{field} is {_shown(value)}; red or blue is needed")
    return card.team


def card_of(
    value: Any, field: str, names: Mapping[str, str] | None = None, *, what: str = "red, blue, neutral or assassin"
) -> CardType:
    """Return the colour that a value names."""
    if isinstance(value, str):
        said = value.strip().casefold()
        if card := CARDS.get((names or {}).get(said, said)):
            return card
    raise BadField(f"{field} is {_shown(value)}; {what} is needed")


def text_of(value: Any, field: str) -> str:
    """Return a text that holds more than blanks."""
    if not isinstance(value, str) or not one_line(value):
        raise BadField(f"{field} is {_shown(value)}; a text is needed")
    return value


def number_of(value: Any, field: str) -> ClueNumber | None:
    """Return the number of a clue, None where there is none."""
    if value is None:
        return None
    number = read_number(int(value) if isinstance(value, float) and value.is_integer() else value)
    if number is None:
        raise BadField(f"{field} is {_shown(value)}; a number from 0 to 25 or unlimited is needed")
    return number


def list_of(value: Any, field: str) -> Sequence[Any]:
    """Return a list."""
    if not isinstance(value, list):
        raise BadField(f"{field} is {_shown(value)}; a list is needed")
    return value


def object_of(value: Any, field: str) -> Mapping[str, Any]:
    """Return an object."""
    if not isinstance(value, Mapping):
        raise BadField(f"{field} is {_shown(value)}; an object is needed")
    return value


def texts_of(value: Any) -> tuple[str, ...]:
    """Return the texts of a list; a text alone is one, and what else there is counts as none."""
    if isinstance(value, str):
        return (value,) if one_line(value) else ()
    return tuple(item for item in value if isinstance(item, str) and one_line(item)) if isinstance(value, list) else ()


def flag_of(value: Any, field: str) -> bool | None:
    """Return true or false, None where there is neither."""
    if value is None or isinstance(value, bool):
        return value
    raise BadField(f"{field} is {_shown(value)}; true or false is needed")


def counts_of(value: Any, field: str, names: Mapping[str, str] | None = None) -> dict[CardType, int]:
    """Return how many cards there are of each colour."""
    counts = {}
    for name, count in object_of(value, field).items():
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 25:
            raise BadField(f"{field}.{one_line(name, 20)} is {_shown(count)}; a number from 0 to 25 is needed")
        counts[card_of(name, field, names)] = count
    return counts


_CLUERS: Final = ("cluer", "spymaster", "codemaster", "master", "hint", "clue", "giver")
_GUESSERS: Final = ("guess", "operative")


def players_of(value: Any) -> dict[Seat, str]:
    """Return who sat where, by names such as `red`, `blue_spymaster` or `guesser_red`; what is not understood is left.

    >>> players_of({"red": "a", "guesser_red": "b"})[Seat.RED_GUESSER_2]
    'b'
    """
    seats: dict[Seat, str] = {}
    named = value.items() if isinstance(value, Mapping) else ()
    for key, who in sorted(named, key=lambda item: _is_one_seat(str(item[0]))):
        seats.update(_seated(str(key).casefold(), texts_of(who)))
    return seats


def _is_one_seat(key: str) -> bool:
    return any(word in key.casefold() for word in (*_CLUERS, *_GUESSERS))


def _seated(key: str, who: tuple[str, ...]) -> Iterator[tuple[Seat, str]]:
    team = next((team for team in Team if team in key.replace("-", "_").split("_")), None)
    if team is None or not who:
        return
    is_guesser = any(word in key for word in _GUESSERS)
    is_cluer = not is_guesser and any(word in key for word in _CLUERS)
    if not is_guesser:
        yield Seat.of(team, Role.CLUER), who[0]
    if not is_cluer:
        guessers = who if is_guesser else who[1:] or who
        yield Seat.of(team, Role.GUESSER_1), guessers[0]
        yield Seat.of(team, Role.GUESSER_2), guessers[1] if len(guessers) > 1 else guessers[0]


def _shown(value: Any) -> str:
    return "not given" if value is None else one_line(repr(value), 40)
