"""What offline agents say of boards whose words they do not know."""

import pytest

from codenames_agents.offline.known_words import KnownWords, known_words
from codenames_core.game.config import AgentConfig
from codenames_core.game.words import default_word_list

VECTOR = (AgentConfig(spec="vector:bold"),)
SHIPPED = default_word_list().words[:25]


def test_of_english_words_there_is_nothing_to_say() -> None:
    assert known_words(VECTOR, SHIPPED, "en") is None
    assert known_words(VECTOR, (*SHIPPED[:24], "QXZVY"), "en") is None


def test_without_an_agent_that_plays_by_vectors_there_is_nothing_to_say() -> None:
    others = (AgentConfig(spec="random"), AgentConfig(spec="human"), AgentConfig(spec="litellm:openai/x"))
    assert known_words(others, ("机",) * 25, "ja") is None


@pytest.mark.parametrize(
    ("words", "language", "sentence"),
    [
        (
            ("HAND", "WAND", "机"),
            "de",
            "Offline agents know 2 of these 3 words, as English ones. In German they play nearly at random, "
            "with English clues.",
        ),
        (
            ("机", "椅子"),
            "ja",
            "Offline agents know none of these 2 words. In Japanese they play nearly at random, with English clues.",
        ),
        (
            ("机", "椅子", "SHIP"),
            "en",
            "Offline agents know 1 of these 3 words, and play the others nearly at random.",
        ),
    ],
)
def test_unknown_words_are_counted_and_another_language_is_always_named(
    words: tuple[str, ...], language: str, sentence: str
) -> None:
    known = known_words(VECTOR, words, language)
    assert isinstance(known, KnownWords)
    assert known.sentence == sentence


def test_emoji_are_known_by_their_names() -> None:
    assert known_words(VECTOR, ("🐱 cat face",) * 3, "en") is None
