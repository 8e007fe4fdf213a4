"""The words that a clue and a board word have in common: they explain a link, and name nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_agents.offline.near_words import too_close
from codenames_agents.offline.shared_words import CLEAR, LOOSE, shared_words
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.game.board import deal
from codenames_core.game.config import GameConfig
from codenames_core.game.words import normalise

BOARDS = st.integers(0, 40).map(lambda seed: tuple(deal(GameConfig(seed=seed)).words))
CLUES = st.integers(0, 3000).map(lambda row: shipped_vocabulary().words[row])


@pytest.mark.parametrize(
    ("clue", "word", "shared"),
    [("goddess", "TEMPLE", "ANCIENT"), ("lake", "POND", "WATER"), ("fighter", "SAMURAI", "COMBAT")],
)
def test_what_people_would_say_is_found(clue: str, word: str, shared: str) -> None:
    assert shared in shared_words((word, "PIANO", "ZEBRA"), clue, 0, LOOSE)


@settings(max_examples=60, deadline=None)
@given(BOARDS, CLUES, st.integers(0, 24))
def test_no_shared_word_is_on_the_board_or_spelled_like_what_it_links(
    words: tuple[str, ...], clue: str, place: int
) -> None:
    parts = {part for word in words for part in normalise(word).split()}
    shared = shared_words(words, clue, place, LOOSE)
    assert len(shared) <= 3
    for word in map(str.lower, shared):
        assert word not in parts
        assert word in shipped_vocabulary().rows
        assert not too_close(word, clue)
        assert not too_close(word, normalise(words[place]))
    assert set(shared_words(words, clue, place, CLEAR)) <= set(shared)


def test_strangers_share_nothing() -> None:
    assert shared_words(("TEMPLE", "PIANO"), "zzyzx", 0) == ()
    assert shared_words(("ZZYZX", "PIANO"), "goddess", 0) == ()
