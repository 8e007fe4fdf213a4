"""The view of a seat that saw the board on a picture: what it read there, and what everybody heard. Pure.

Words that were touched or revealed have been said aloud, so a card that lies face up is known by its true word. Every
other word is as it was read, right or wrong, and the key is as its colours were seen.
"""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import TypeVar

from codenames_agents.vision.board_reading import ReadCard
from codenames_core.game.board import CardType
from codenames_core.game.events import Guess, Reveal
from codenames_core.game.visibility import TableView
from codenames_core.game.words import normalise
from codenames_core.text.sanitiser import clean, one_line

V = TypeVar("V", bound=TableView)
LONGEST_READ = 60
"""Characters of a word that was read."""


def seen_view(view: V, cards: Sequence[ReadCard]) -> V:
    """Return a view whose board is what was read on a picture of it.

    Only the parts of `view` are used that are heard or written beside the board.
    """
    said = {event.word: event.card for event in view.public_transcript if isinstance(event, Guess | Reveal)}
    places = _places_of(said, cards)
    words = _distinct(cards, {place: word for word, place in places.items()})
    refused = [word for word in words if word not in said and _was_refused(word, view)]
    revealed = {word: said.get(word, CardType.NEUTRAL) for word in words if word in said or word in refused}
    fields = {
        name: getattr(view, name)
        for name in ("seat", "turn_number", "current_turn", "phase", "current_clue", "guesses_remaining")
    } | {name: getattr(view, name) for name in ("words_left", "public_transcript", "rules", "rejected")}
    if "key" in type(view).__dataclass_fields__:
        key = {word: _key_of(card, said.get(word)) for word, card in zip(words, cards, strict=True)}
        fields["key"] = key
    return type(view)(words=words, revealed=revealed, **fields)


def _key_of(card: ReadCard, said: CardType | None) -> CardType:
    """Return what a cluer takes a card for; one of which it saw no colour is nobody's."""
    return said or card.key or card.face_up or CardType.NEUTRAL


def _places_of(said: Mapping[str, CardType], cards: Sequence[ReadCard]) -> dict[str, int]:
    """Return where each word lies that was touched: where it was read, or at least its colour."""
    places: dict[str, int] = {}
    ranked = sorted(
        (
            (_likeness(word, card, kind), -place, word)
            for word, kind in said.items()
            for place, card in enumerate(cards)
        ),
        reverse=True,
    )
    for _, place, word in ranked:
        if word not in places and -place not in places.values():
            places[word] = -place
    return places


def _likeness(word: str, card: ReadCard, kind: CardType) -> float:
    letters = SequenceMatcher(None, normalise(word), normalise(card.word), autojunk=False).ratio() if card.word else 0
    return letters + 0.3 * (card.face_up is kind)


def _distinct(cards: Sequence[ReadCard], known: Mapping[int, str]) -> tuple[str, ...]:
    """Return a word for each card, no two of them alike: a number stands for what could not be read."""
    taken = {normalise(word) for word in known.values()}
    words = []
    for place, card in enumerate(cards):
        word = known.get(place)
        if word is None:
            word = one_line(clean(card.word), LONGEST_READ)
            if not normalise(word) or normalise(word) in taken:
                word = f"{word} card {place + 1}".strip()
            taken.add(normalise(word))
        words.append(word)
    return tuple(words)


def _was_refused(word: str, view: TableView) -> bool:
    """Return whether the seat has been told that there is no such word face down: it takes another one."""
    named = f"{one_line(word, 40)!r} is not "
    return any(named in rejection.reason for rejection in view.rejected)
