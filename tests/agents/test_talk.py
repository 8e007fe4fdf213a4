"""What vector agents say, and how they listen."""

import re
import string
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.games import BOARD

from codenames_agents.offline import phrases
from codenames_agents.offline.belief import Belief, pick_places, softmax
from codenames_agents.offline.talk import Intention, TalkingPoints, cluer_reasoning, compose_message
from codenames_agents.reading.partner_message import StatedPreferences, parse_partner_message, stated_plan
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.words import default_word_list, normalise

WORDS = BOARD.words
PLACE = {word: place for place, word in enumerate(WORDS)}
PHRASES = {
    name: tuple(sentence for options in value.values() for sentence in options) if isinstance(value, Mapping) else value
    for name, value in vars(phrases).items()
    if name.isupper() and not name.startswith("_")
}
SENTENCES = [sentence for options in PHRASES.values() for sentence in options]


def belief_of(shares: Mapping[str, float], size: int = 25) -> Belief:
    """A belief in a few words of the board."""
    belief = [0.0] * size
    for word, share in shares.items():
        belief[PLACE[word]] = share
    return tuple(belief)


def thinking(shares: Mapping[str, float], number: int | str = 2, **more: object) -> TalkingPoints:
    """What to say of the clue SEA."""
    belief = belief_of(shares)
    thoughts = TalkingPoints(
        WORDS,
        Clue("sea", number),
        belief,
        pick_places(belief, number if isinstance(number, int) else 2, 0.0),
        "balanced",
    )
    return replace(thoughts, **more)  # type: ignore[arg-type]


def said(text: str, *, consensus: bool = False) -> DiscussionMessage:
    """A message as any partner may send it."""
    return DiscussionMessage(text=text, consensus=consensus)


def heard(text: str, *, consensus: bool = False) -> StatedPreferences | None:
    """What is understood of a text about the picture board."""
    return parse_partner_message(said(text, consensus=consensus), WORDS)


def named(places: tuple[int, ...]) -> list[str]:
    """The words at these places."""
    return [WORDS[place] for place in places]


# --- phrases


def test_no_phrase_names_a_board_word_by_accident() -> None:
    board_words = "|".join(re.escape(normalise(word)) for word in default_word_list().words)
    plain = (normalise(re.sub(r"{\w+}", "", sentence)) for sentence in SENTENCES)
    assert re.findall(rf"\b(?:{board_words})\b.*", "\n".join(plain)) == []


def test_no_guesser_speaks_of_what_a_card_is() -> None:
    for name, sentences in PHRASES.items():
        for sentence in sentences if not name.startswith("CLUER") else ():
            assert not re.search(r"\b(assassin|neutral|red|blue|our word|their word)\b", sentence.lower()), sentence


def test_there_are_several_ways_to_say_each_thing() -> None:
    assert len(SENTENCES) > 150
    assert len(set(SENTENCES)) == len(SENTENCES)
    assert [name for name, options in PHRASES.items() if len(options) < 2 and name != "CLUER_NO_WORRY"] == []


def test_phrases_use_known_placeholders_only() -> None:
    known = "first second rest theirs other instead risk before expected bonus clue count all_of left theirs_left slip"
    known += " old_clue targets danger card all chance link links"
    used = {field for sentence in SENTENCES for _, field, _, _ in string.Formatter().parse(sentence) if field}
    assert used <= set(known.split())


# --- speaking


def test_a_message_carries_the_ranking_the_plan_and_the_verdict() -> None:
    thoughts = thinking({"ANCHOR": 0.6, "ISLAND": 0.3, "BRIDGE": 0.07, "ROCKET": 0.03})
    answer = compose_message(thoughts, Random(1))
    sentence, *lines = answer.text.split("\n")
    assert "ANCHOR" in sentence
    assert lines == [
        "RANKED: ANCHOR 0.60, ISLAND 0.30, BRIDGE 0.07, ROCKET 0.03",
        "PLAN: ANCHOR, ISLAND",
        "CONSENSUS: NO",
    ]
    assert not answer.consensus


def test_the_same_dice_say_the_same_and_others_something_else() -> None:
    thoughts = thinking({"ANCHOR": 0.5, "ISLAND": 0.35, "BRIDGE": 0.15}, source="glove", own_left=2)
    texts = [compose_message(thoughts, Random(seed)).text for seed in range(40)]
    assert texts == [compose_message(thoughts, Random(seed)).text for seed in range(40)]
    assert len(set(texts)) > 30


def test_nobody_repeats_a_sentence_of_the_discussion() -> None:
    theirs = heard("PLAN: ANCHOR, ISLAND")
    thoughts = thinking({"ANCHOR": 0.6, "ISLAND": 0.4}, partner_spoke=True, theirs=theirs)
    so_far = ""
    for seed in range(4):
        sentences = compose_message(thoughts, Random(seed), so_far).text.split("\n")[0]
        assert sentences.split(". ")[0] not in so_far
        so_far += sentences + "\n"


@pytest.mark.parametrize(
    ("thoughts", "options"),
    [
        (thinking({"ANCHOR": 0.9, "ISLAND": 0.1}), "FIRST_CERTAIN"),
        (thinking({"ANCHOR": 0.45, "ISLAND": 0.2}), "FIRST_LIKELY"),
        (thinking({"ANCHOR": 0.45, "ISLAND": 0.44}), "FIRST_TORN"),
        (thinking({"ANCHOR": 0.15, "ISLAND": 0.1}), "FIRST_VAGUE"),
        (thinking({"ANCHOR": 0.04, "ISLAND": 0.04}, clue_is_known=False), "UNKNOWN_CLUE"),
        (thinking({"ANCHOR": 0.2, "ISLAND": 0.1}, number=0), "ZERO"),
        (thinking({"ANCHOR": 0.2, "ISLAND": 0.1}, number="unlimited"), "UNLIMITED"),
    ],
)
def test_the_opening_fits_what_the_clue_says_to_the_speaker(thoughts: TalkingPoints, options: str) -> None:
    filled = {option.format(clue="SEA", first="ANCHOR", second="ISLAND") for option in PHRASES[options]}
    for seed in range(5):
        assert any(compose_message(thoughts, Random(seed)).text.startswith(opening) for opening in filled)


def test_what_links_two_words_is_said_where_something_does() -> None:
    shares = {"ANCHOR": 0.5, "ISLAND": 0.3, "BRIDGE": 0.2}
    linked = thinking(shares, shared=lambda place: ("HARBOUR",) if place == PLACE["ANCHOR"] else ())
    texts = [compose_message(linked, Random(seed)).text for seed in range(60)]
    assert 20 < sum("HARBOUR" in text for text in texts) < 60
    assert {text.split("\n", 1)[1] for text in texts} == {
        compose_message(thinking(shares), Random(0)).text.split("\n", 1)[1]
    }


def test_a_shared_word_is_named_once_in_a_discussion() -> None:
    theirs = heard("PLAN: ANCHOR, ISLAND")
    shares = {"ANCHOR": 0.6, "ISLAND": 0.4}
    answer = thinking(shares, partner_spoke=True, theirs=theirs, shared=lambda place: ("HARBOUR",))
    assert "HARBOUR" in "".join(compose_message(answer, Random(seed), "").text for seed in range(20))
    assert "HARBOUR" not in "".join(
        compose_message(answer, Random(seed), "Think of HARBOUR.").text for seed in range(20)
    )


def test_a_cluer_explains_a_loose_link() -> None:
    intention = Intention(Clue("SEA", 2), ("ANCHOR", "SAND"), (5.5, 2), 0.7, None, "", ((), ("BEACH", "SHORE")))
    assert "ANCHOR (a very strong link) and SAND (a loose link through BEACH and SHORE)" in cluer_reasoning(
        intention, Random(1)
    )


def test_one_who_changed_its_mind_says_so() -> None:
    mine = heard("RANKED: BRIDGE 0.6, ANCHOR 0.4\nPLAN: BRIDGE, ANCHOR")
    theirs = heard("RANKED: ANCHOR 0.9, BRIDGE 0.1\nPLAN: ANCHOR, BRIDGE")
    thoughts = thinking({"ANCHOR": 0.6, "BRIDGE": 0.4}, partner_spoke=True, theirs=theirs, mine=mine)
    filled = {option.format(first="ANCHOR", before="BRIDGE", clue="SEA") for option in phrases.CONVINCED}
    assert any(compose_message(thoughts, Random(3)).text.startswith(sentence) for sentence in filled)


@pytest.mark.parametrize(
    ("theirs", "consensus"),
    [
        ("PLAN: ANCHOR, ISLAND", True),
        ("PLAN: ANCHOR", True),
        ("I like ANCHOR and then ISLAND.", True),
        ("PLAN: ISLAND, ANCHOR", False),
        ("PLAN: ANCHOR, BRIDGE", False),
        ("PLAN: ROCKET", False),
    ],
)
def test_consensus_needs_the_same_words_and_the_same_first_word(theirs: str, consensus: bool) -> None:
    thoughts = thinking({"ANCHOR": 0.6, "ISLAND": 0.3, "BRIDGE": 0.1}, partner_spoke=True, theirs=heard(theirs))
    answer = compose_message(thoughts, Random(0))
    assert answer.consensus is consensus
    assert answer.text.endswith(f"CONSENSUS: {'YES' if consensus else 'NO'}")


def test_the_first_to_speak_cannot_agree_and_the_last_to_speak_may_disagree() -> None:
    shares = {"ANCHOR": 0.6, "ISLAND": 0.4}
    assert not compose_message(thinking(shares, is_last=True), Random(0)).consensus
    disagreeing = thinking(shares, partner_spoke=True, theirs=heard("PLAN: ROCKET"), is_last=True, ends_discussion=True)
    assert not compose_message(disagreeing, Random(0)).consensus
    agreeing = thinking(shares, partner_spoke=True, theirs=heard("PLAN: ANCHOR"), is_last=True, ends_discussion=True)
    assert compose_message(agreeing, Random(0)).consensus


@pytest.mark.parametrize("silent", [True, False])
def test_a_partner_who_names_no_word_is_told_so(silent: bool) -> None:
    thoughts = thinking({"ANCHOR": 0.6, "ISLAND": 0.4}, partner_spoke=True, partner_was_silent=silent)
    options = phrases.PARTNER_SILENT if silent else phrases.PARTNER_UNCLEAR
    filled = {option.format(first="ANCHOR") for option in options}
    assert any(compose_message(thoughts, Random(0)).text.startswith(sentence) for sentence in filled)


def test_a_cluers_reasoning_names_its_targets_their_strength_the_danger_and_the_chance() -> None:
    intention = Intention(Clue("SEA", 2), ("ANCHOR", "ISLAND"), (5.5, 2.5), 0.734, "BRIDGE", "theirs")
    for seed in range(10):
        text = cluer_reasoning(intention, Random(seed))
        assert "ANCHOR (a very strong link) and ISLAND (a fair link)" in text
        assert "BRIDGE (theirs)" in text
        assert "0.73" in text
        assert text.endswith("\nTARGETS: ANCHOR, ISLAND")


# --- listening

names = st.text(st.characters(categories=("L", "N"), include_characters=" -'"), min_size=1, max_size=12).filter(
    lambda word: any(c.isalnum() for c in normalise(word)) and word == " ".join(word.split())
)
boards = st.lists(names, min_size=25, max_size=25, unique_by=normalise).map(tuple)


@given(boards, st.lists(st.floats(-3, 8), min_size=25, max_size=25), st.integers(1, 9), st.integers(0, 1000))
@settings(max_examples=examples(50))
def test_what_is_said_is_what_is_heard(words: tuple[str, ...], strengths: list[float], number: int, seed: int) -> None:
    belief = softmax(tuple(strengths), tuple(range(25)), 1.0)
    intended = pick_places(belief, number, 0.0)
    answer = compose_message(TalkingPoints(words, Clue("sea", number), belief, intended, "bold"), Random(seed))
    understood = parse_partner_message(answer, words)
    assert understood is not None
    assert understood.plan == intended
    assert [p for _, p in understood.ranking] == [
        pytest.approx(belief[place], abs=0.05) for place, _ in understood.ranking
    ]
    assert sum(understood.as_belief(tuple(range(25)), 25)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I think anchor, then Island.", ["ANCHOR", "ISLAND"]),
        ("ISLAND obviously. Not BRIDGE!", ["ISLAND"]),
        ("Not sure, but ANCHOR could work", ["ANCHOR"]),
        ("Let's avoid ROCKET, go for ISLAND", ["ISLAND"]),
        ("I'd take ANCHOR rather than BRIDGE.", ["ANCHOR"]),
        ("BRIDGE is too risky. ANCHOR?", ["ANCHOR"]),
        ("Bridges and islanders are no board words, gardening neither", None),
        ("Yes.", None),
        ("", None),
        ("GUESSES: anchor, island", ["ANCHOR", "ISLAND"]),
        ("**PLAN:** 1. Anchor 2. Island", ["ANCHOR", "ISLAND"]),
        ("I was thinking of BRIDGE first.\nPLAN: ISLAND", ["ISLAND"]),
        ("PLAN: BRIDGE\nno, wait\nPLAN: ISLAND", ["ISLAND"]),
        ("anchor anchor anchor", ["ANCHOR"]),
    ],
)
def test_words_are_read_from_what_people_and_models_write(text: str, words: list[str] | None) -> None:
    understood = heard(text)
    assert (understood and named(understood.plan)) == words


@pytest.mark.parametrize(
    ("text", "ranking"),
    [
        ("RANKED: ANCHOR 0.6, ISLAND 0.3", [("ANCHOR", 0.6), ("ISLAND", 0.3)]),
        ("**RANKED:** Anchor (60%), island: 30 %", [("ANCHOR", 0.6), ("ISLAND", 0.3)]),
        ("Ranking: anchor 80, island 80", [("ANCHOR", 0.5), ("ISLAND", 0.5)]),
        ("RANKED: ANCHOR > ISLAND", [("ANCHOR", 0.46875), ("ISLAND", 0.28125)]),
        ("avoid ROCKET", [("ROCKET", 0.01)]),
    ],
)
def test_confidences_are_read_in_several_notations(text: str, ranking: list[tuple[str, float]]) -> None:
    understood = heard(text)
    assert understood is not None
    assert [WORDS[place] for place, _ in understood.ranking] == [word for word, _ in ranking]
    assert [p for _, p in understood.ranking] == pytest.approx([p for _, p in ranking])


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        (("ICE CREAM", "ICE", "YORK"), "ice-cream it is", ["ICE CREAM"]),
        (("ICE CREAM", "ICE", "YORK"), "icecream, then ice", ["ICE CREAM", "ICE"]),
        (("银行", "水", "火"), "我觉得是银行，然后水", ["银行", "水"]),
        (("CAFÉ", "NAÏVE", "ÑU"), "cafe\u0301 first, ñu later", ["CAFÉ", "ÑU"]),
        (("בנק", "מים", "אש"), "אולי בנק", ["בנק"]),
        (("CATCH", "CATCH 22", "22"), "RANKED: CATCH 22 0.50, 22 0.25, CATCH 0.10", ["CATCH 22", "22", "CATCH"]),
    ],
)
def test_names_and_scripts_of_all_kinds_are_heard(words: tuple[str, ...], text: str, found: list[str]) -> None:
    understood = parse_partner_message(said(text), words)
    assert understood is not None
    assert [words[place] for place, _ in understood.ranking] == found


def test_a_warning_makes_a_word_less_likely_than_those_not_mentioned() -> None:
    understood = heard("Please not ROCKET.")
    assert understood is not None
    belief = understood.as_belief(tuple(range(25)), 25)
    assert belief[PLACE["ROCKET"]] < belief[PLACE["ANCHOR"]]
    assert sum(belief) == pytest.approx(1)


def test_what_is_said_of_revealed_words_is_forgotten() -> None:
    understood = heard("RANKED: ANCHOR 0.9, ISLAND 0.1")
    assert understood is not None
    hidden = tuple(place for place in range(25) if place != PLACE["ANCHOR"])
    belief = understood.as_belief(hidden, 25)
    assert belief[PLACE["ANCHOR"]] == 0
    assert sum(belief) == pytest.approx(1)


def test_a_skipped_message_says_nothing() -> None:
    assert parse_partner_message(DiscussionMessage(text="ANCHOR", consensus=False, skipped="timeout"), WORDS) is None


def test_a_long_and_hostile_message_is_just_a_message() -> None:
    for text in ("not " * 5000, "ANCHOR " * 2800, "RANKED" + ":" * 19_000, "ranked: " + "(" * 19_000, "\n" * 20_000):
        heard(text)


@pytest.mark.parametrize(
    "text",
    [
        "RANKED: ANCHOR 0.62, FALCON 0.2\nPLAN: FALCON, ANCHOR\nCONSENSUS: NO",
        "Plan: the falcon and then ANCHOR, FALCON",
        "RANKED: ANCHOR 0.62, FALCON 0.2",
        "PLAN: \nRANKED: DRAGON, XQZT",
        "PLAN: XQZT\nI like ANCHOR, not FALCON.",
        "**Guesses** = ISLAND",
        "picks: island\nplan: anchor\nplan: dragon",
        "PLAN: dragon\nＰＬＡＮ: island",
        "The plan is this.\rpicks: dragon\x1cranked: island",
        "I fear FALCON.",
        "Hm.",
        "",
    ],
)
def test_the_plan_alone_is_that_of_all_that_a_message_prefers(text: str) -> None:
    understood = parse_partner_message(said(text), WORDS)
    assert stated_plan(said(text), WORDS) == (() if understood is None else understood.plan)
    assert stated_plan(DiscussionMessage(text=text, consensus=False, skipped="timeout"), WORDS) == ()
