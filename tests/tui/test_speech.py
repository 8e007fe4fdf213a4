"""What a message says: which words of the board it speaks of."""

import pytest

from codenames_core.game.config import GameConfig, Seat
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.state import initialize_game
from codenames_tui.game.talk.speech import mentioned
from codenames_tui.ui.prose.plain import event_lines
from codenames_tui.ui.prose.speech import in_words

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


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("RANKED: FOG 0.62, ICE CREAM 0.2, 水 7%", "puts FOG at 62 %, ICE CREAM at 20 %, 水 at 7 %"),
        ("**Ranked:** FOG, ICE CREAM", "ranks FOG, ICE CREAM"),
        ("RANKED: FOG 0.62, ICE CREAM", "puts FOG at 62 %, ICE CREAM"),
        ("RANKED: , FOG", "ranks FOG"),
        ("RANKED: ,", "names no word"),
        ("RANKED:", "names no word"),
        ("PLAN: FOG, ICE CREAM", "would guess FOG, ICE CREAM"),
        ("PLAN: fog it is", "PLAN: fog it is"),
        ("Fog 0.62, I think.", "Fog 0.62, I think."),
    ],
)
def test_lines_for_agents_are_told_as_a_player_would(line: str, told: str) -> None:
    assert in_words(line) == told


@pytest.mark.parametrize(("consensus", "said"), [(True, "(agrees)"), (False, "(wants to keep talking)")])
def test_a_text_of_a_game_has_no_word_of_the_records_own_form(consensus: bool, said: str) -> None:
    text = "Fog it is.\nRANKED: FOG 0.62\nPLAN: FOG\nCONSENSUS: NO"
    state = initialize_game(GameConfig(seed=1))
    message = DiscussionMessage(seat=Seat.RED_GUESSER_1, text=text, consensus=consensus)
    lines = [line.strip() for line in event_lines(message, state, state) if line][1:]
    assert lines == ["RED guesser 1: Fog it is.", "(puts FOG at 62 %)", "(would guess FOG)", said]
