"""The prompts of a seat that sees the board on a picture: none of its words stands in the text. Pure.

The places of a prompt set that hold words of the board say where to look for them instead. What was said and touched
stays text: clues, talk, cards that were revealed. A refusal keeps the words that the model wrote itself, and no others.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, assert_never

from codenames_agents.vision.look import PictureLook, Sight, Style
from codenames_core.game.visibility import CluerView, Rejection, UnsurveilledCluerView, View
from codenames_core.text.sanitiser import one_line

UNNAMED: Final = "a word of the board"
"""What a refusal says in place of a word that the model has not named."""
_HIDDEN: Final = "(hidden from you)"


def picture_guide(look: PictureLook, view: View) -> str:
    """Return the sentences that say what is on the picture."""
    key = isinstance(view, CluerView | UnsurveilledCluerView)
    match look.style:
        case "clean" | "photo":
            cards = "A card on a light ground is face down. A card on a coloured ground is face up: " + _COLOURS
            with_key = " The frame of a card that is face down tells you from the key whose it is, in the same colours."
        case "cards":
            cards = (
                "A card that shows a word is face down; its word stands there twice, once upside down for those who "
                "sit opposite. A coloured tile without a word is a card that is face up: " + _COLOURS
            )
            with_key = (
                " The small card on the right is the key: each of its squares tells you whose the card in the same "
                "place is, in the same colours."
            )
        case _:
            assert_never(look.style)
    return f"The picture shows the board: 25 cards in five rows of five. {cards}{with_key if key else ''}"


_COLOURS: Final = "red and blue are the teams' words, sand is neutral, black is the ASSASSIN."


def seen_places(places: Mapping[str, str], sight: Sight | None, view: View) -> dict[str, str]:
    """Return what fills the places of a prompt for a seat that is shown the board as `sight` says."""
    if sight is None or sight.words_too:
        return dict(places)
    team, other = view.seat.team, view.seat.team.other
    key = isinstance(view, CluerView | UnsurveilledCluerView)
    texts = {
        "board": f"(see the picture: {_FACE_DOWN[sight.look.style]})",
        "revealed": "(see the picture and what was touched)",
        "own_words": _of_key(sight.look.style, team) if key else _HIDDEN,
        "other_words": _of_key(sight.look.style, other) if key else _HIDDEN,
        "neutral_words": _of_key(sight.look.style, "sand") if key else _HIDDEN,
        "assassin": _of_key(sight.look.style, "black") if key else _HIDDEN,
    }
    return {name: texts.get(name, text) for name, text in places.items()}


_FACE_DOWN: Final[Mapping[Style, str]] = {
    "clean": "the cards on a light ground",
    "photo": "the cards on a light ground",
    "cards": "the cards that show a word",
}


def _of_key(style: Style, colour: str) -> str:
    if style == "cards":
        return f"(see the picture: the cards face down whose squares on the key are {colour})"
    return f"(see the picture: the cards with a {colour} frame)"


def unnamed_reasons(rejected: Iterable[Rejection], words: Sequence[str]) -> list[str]:
    """Return the reasons of refusals, none of which names a word that its answer does not name."""
    return [without_unnamed_words(rejection, words) for rejection in rejected]


def without_unnamed_words(rejection: Rejection, words: Iterable[str]) -> str:
    """Return the reason of a refusal with `UNNAMED` in place of each of `words` that the refused answer does not name.

    >>> without_unnamed_words(Rejection("CLUE: SEAS", "'SEAS' is a form of SEA, which is on the board"), ["SEA"])
    "'SEAS' is a form of a word of the board, which is on the board"
    """
    reason = rejection.reason
    for word in sorted(words, key=len, reverse=True):
        spelled = "|".join(map(re.escape, dict.fromkeys((word, one_line(word)))))  # as a reason quotes it
        whole = re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE)
        if not whole.search(rejection.answer):
            reason = whole.sub(UNNAMED, reason)
    return reason
