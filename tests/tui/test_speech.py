"""What a message says: which words of the board it speaks of."""

import pytest

from codenames_core.game.config import Seat
from codenames_core.game.events import DiscussionMessage
from codenames_tui.game.talk.speech import mentioned

WORDS = ("FOG", "ICE CREAM", "STRASSE", "水")


@pytest.mark.parametrize(
    ("texts", "named"),
    [
        ([], []),
        ([""], []),
        (["Fog, I think."], ["FOG"]),
        (["A foghorn in the foggy night."], []),
        (["A foghorn", "in the fog"], ["FOG"]),
        (["Foghorn or fog?"], ["FOG"]),
        (["ice cream is cold"], ["ICE CREAM"]),
        (["ice", "cream"], []),
        (["die Straße im Nebel"], ["STRASSE"]),
        (["冷水。"], ["水"]),
        (["RANKED: FOG, ICE CREAM\nNothing fits."], []),
        (["RANKED: ICE CREAM\nIt is fog."], ["FOG"]),
        (["fog", "水"], ["FOG", "水"]),
    ],
)
def test_it_speaks_of_whole_words_outside_of_ranked_lists(texts: list[str], named: list[str]) -> None:
    said = tuple(DiscussionMessage(seat=Seat.RED_GUESSER_1, text=text, consensus=False) for text in texts)
    assert mentioned(said, WORDS) == frozenset(named)
