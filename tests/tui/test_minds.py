"""What guessers say that they believe, as it is drawn on the cards: from what was said aloud, and from nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.table import (
    B1,
    B2,
    BOARD,
    CONFIG,
    EVENTS,
    R1,
    R2,
    WORDS,
    frame,
    record_of,
    replayed,
    says,
    screen_of,
    touches,
    until,
)
from textual.app import App, ComposeResult

from codenames_core.game.board import Board
from codenames_core.game.config import Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Pass, PassReason
from codenames_core.game.state import initialize_game
from codenames_core.game.timeline import Timeline
from codenames_tui.game.board.board_lines import Card, Shape, card_at, card_lines, table_of
from codenames_tui.game.board.table import table_at
from codenames_tui.game.minds.bars import left_bar, legend, right_bar
from codenames_tui.game.minds.minds import STEPS, UNSAID, Belief, CardBeliefs, Minds, minds_of
from codenames_tui.game.sessions.disclosure import UNHEARD, Disclosure
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.talk.discussion import discussion_title
from codenames_tui.game.talk.speech import mentioned
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain, width_of
from codenames_tui.ui.look import Look
from codenames_tui.ui.prose.speech import parts
from codenames_tui.ui.widgets.paper import Paper

SEA = Clue("sea", 2, team=Team.RED)


def minds_after(*events: Event, unheard: tuple[Team, ...] = ()) -> dict[str, CardBeliefs]:
    """What was said of each card of which anything was."""
    view = Viewpoint(RecordedSession(record_of(events)), len(events), Disclosure(unheard=frozenset(unheard)))
    assert not view.timeline.notes
    return named(minds_of(view.staged_state))


def named(minds: Minds) -> dict[str, CardBeliefs]:
    return {word: card for word, card in zip(WORDS, minds, strict=False) if card.is_stated}


def steps(*chances: float) -> list[int]:
    return [round(chance * STEPS) for chance in chances]


def test_a_ranking_gives_the_chances_of_its_guesser() -> None:
    minds = minds_after(SEA, says(R1, "RANKED: SHIP 0.50, WAVE 0.25"), says(R2, "RANKED: WAVE 75%, SHIP 25%"))
    assert minds["SHIP"] == CardBeliefs(Belief(STEPS // 2), Belief(STEPS // 4))
    assert minds["WAVE"] == CardBeliefs(Belief(STEPS // 4), Belief(STEPS * 3 // 4))
    assert len(minds) == 2


def test_the_chances_are_drawn_as_they_were_stated_even_if_they_sum_to_more_than_one() -> None:
    minds = minds_after(SEA, says(R1, "RANKED: SHIP 1.00, WAVE 0.50"))
    assert [minds[word].first.steps for word in ("SHIP", "WAVE")] == steps(1, 0.5)


def test_a_later_message_replaces_an_earlier_one_and_one_without_words_does_not() -> None:
    first = says(R1, "RANKED: SHIP 0.50, WAVE 0.25")
    later = says(R1, "RANKED: WAVE 0.50")
    between = says(R2, "Hm.")
    assert named_firsts(minds_after(SEA, first, between, later)) == {"WAVE": steps(0.5)[0]}
    assert named_firsts(minds_after(SEA, first, between, says(R1, "Yes."))) == {
        "SHIP": steps(0.5)[0],
        "WAVE": steps(0.25)[0],
    }


def named_firsts(minds: dict[str, CardBeliefs]) -> dict[str, int]:
    return {word: card.first.steps for word, card in minds.items()}


@pytest.mark.parametrize(
    ("text", "spoken_for"),
    [
        ("SHIP first, then WAVE.", {"SHIP", "WAVE"}),
        ("PLAN: SHIP, WAVE", {"SHIP", "WAVE"}),
        ("SHIP, not WAVE.", {"SHIP"}),
        ("SHIP. Maybe WAVE.", {"SHIP"}),
        ("SHIP. I doubt WAVE.", {"SHIP"}),
        ("SHIP. What about WAVE?", {"SHIP"}),
        ("SHIP over WAVE for me.", {"SHIP"}),
        ("You said WAVE, but I see SHIP.", {"SHIP"}),
        ("WAVE! On second thoughts WAVE is too risky, so SHIP.", {"SHIP"}),
        ("I agree with you on SHIP.", {"SHIP"}),
        ("I have no idea.", set()),
    ],
)
def test_without_numbers_only_words_that_are_clearly_spoken_for_are_marked(text: str, spoken_for: set[str]) -> None:
    minds = minds_after(SEA, says(R1, text))
    assert set(minds) == spoken_for
    assert all(card.first == Belief(is_spoken_for=True) for card in minds.values())


@pytest.mark.parametrize(
    ("one", "other", "disputed"),
    [
        ("RANKED: SHIP 0.60, WAVE 0.30", "RANKED: WAVE 0.60, SHIP 0.30", set()),
        ("RANKED: SHIP 0.60, WAVE 0.30", "RANKED: WAVE 0.60, SHIP 0.10", {"SHIP"}),
        ("RANKED: SHIP 0.60, WAVE 0.10", "RANKED: WAVE 0.60, FISH 0.30", {"SHIP", "WAVE"}),
        ("RANKED: SHIP 0.60, WAVE 0.10", "RANKED: SHIP 0.60, FISH 0.30", set()),
        ("SHIP.", "WAVE.", {"SHIP", "WAVE"}),
        ("SHIP and WAVE.", "WAVE.", {"SHIP"}),
        ("SHIP and WAVE.", "SHIP.", set()),
        ("RANKED: SHIP 0.60, WAVE 0.10", "SHIP.", set()),
        ("RANKED: SHIP 0.60, WAVE 0.10", "WAVE.", {"SHIP"}),
        ("RANKED: SHIP 0.60, WAVE 0.10", "Hm.", set()),
    ],
)
def test_a_clear_disagreement_is_about_ones_first_choice(one: str, other: str, disputed: set[str]) -> None:
    minds = minds_after(SEA, says(R1, one), says(R2, other))
    assert {word for word, card in minds.items() if card.disputed} == disputed


def test_the_finished_turn_keeps_its_bars_until_the_next_clue() -> None:
    ranked = says(R1, "RANKED: SHIP 0.50, WAVE 0.25")
    turn = (SEA, ranked, says(R2, "Yes.", agrees=True), touches(Team.RED, "SHIP"))
    over = (*turn, Pass(team=Team.RED, reason=PassReason.STOPPED))
    assert "SHIP" in minds_after(*turn)
    assert minds_after(*over) == minds_after(*turn)
    assert minds_after(*over, Clue("sky", 1, team=Team.BLUE)) == {}


def test_a_card_that_lay_open_before_the_turn_has_no_bar() -> None:
    red = (SEA, says(R1, "SHIP.", True), says(R2, "Yes.", True), touches(Team.RED, "SHIP"))
    blue = (Pass(team=Team.RED, reason=PassReason.STOPPED), Clue("sky", 1, team=Team.BLUE))
    assert set(minds_after(*red, *blue, says(B1, "RANKED: SHIP 0.50, MOON 0.40"))) == {"MOON"}


def test_what_a_seat_cannot_hear_leaves_no_bar() -> None:
    events = (SEA, says(R1, "RANKED: SHIP 0.50"))
    assert minds_after(*events, unheard=(Team.BLUE,))
    assert not minds_after(*events, unheard=(Team.RED,))


def test_the_note_in_place_of_what_cannot_be_heard_names_no_card() -> None:
    board = Board((*WORDS[:24], "SEAT"), {**dict(list(BOARD.key.items())[:24]), "SEAT": BOARD.key[WORDS[24]]})
    assert mentioned((says(R1, UNHEARD),), board.words) == frozenset()


def test_a_message_that_is_still_being_spoken_draws_nothing() -> None:
    """Its numbers may not be whole yet: `0.5` of `0.57`."""
    view = Viewpoint(RecordedSession(record_of(EVENTS[:1])), 1, Disclosure())
    assert all(card.beliefs == UNSAID for card in table_at(view, UNICODE))


LINES = st.sampled_from(
    ["RANKED: SHIP 0.60, WAVE 0.30", "RANKED: MOON 90%, FISH 0.05", "PLAN: SHIP, WAVE", "SHIP!", "not SHIP", "WAVE?"]
)


@given(st.lists(LINES, max_size=6), st.permutations(WORDS))
def test_boards_that_look_alike_have_the_same_bars(said: list[str], order: list[str]) -> None:
    """The bars follow from the words and the messages: another key changes nothing."""
    other = Board(WORDS, dict(zip(WORDS, (BOARD.key[word] for word in order), strict=True)))
    messages = [says((R1, R2)[place % 2], text) for place, text in enumerate(said)]
    drawn = []
    for board in (BOARD, other):
        timeline = Timeline(initialize_game(CONFIG, board), [SEA, *messages])
        drawn.append(minds_of(timeline.last_state))
    assert drawn[0] == drawn[1]


@given(
    st.integers(0, STEPS),
    st.integers(0, STEPS),
    st.booleans(),
    st.sampled_from(["SHIP", "ROLLER COASTER", "THANKSGIVING", "", "水水水水"]),
    st.sampled_from([Shape(8, 2, 0), Shape(10, 2, 0), Shape(13, 3, 1), Shape(20, 4, 1), Shape(26, 6, 1)]),
    st.sampled_from([UNICODE, ASCII]),
    st.booleans(),
)
def test_bars_never_change_the_size_of_a_card_nor_hide_its_word_or_mark(
    one: int, other: int, disputed: bool, word: str, shape: Shape, glyphs: Glyphs, aimed: bool
) -> None:
    plainly = Card(glyphs.line(word), aimed=aimed, beliefs=CardBeliefs(disputed=disputed))
    beliefs = CardBeliefs(Belief(one), Belief(other), disputed)
    lines = card_lines(plainly._replace(beliefs=beliefs), shape, glyphs)
    assert [width_of(line) for line in lines] == [shape.card_width] * shape.card_height
    shown = "".join(plain(lines).split())
    bars = "".join((*glyphs.chance, *glyphs.half_chance))
    for sign in "".join(plain(card_lines(plainly, shape, glyphs)).split()):
        assert sign in shown
    assert (sum(sign in bars for sign in shown) > 0) or (one + other == 0) or len(word) > shape.card_width


@given(st.integers(0, STEPS), st.integers(0, STEPS), st.integers(1, 13))
def test_a_bar_grows_with_its_chance(less: int, more: int, full: int) -> None:
    less, more = sorted((less, more))
    for bar in (left_bar, right_bar):
        assert width(bar(Belief(less), full, full, UNICODE)) <= width(bar(Belief(more), full, full, UNICODE))
    assert len(left_bar(Belief(STEPS), full, full, UNICODE)) == full
    assert left_bar(Belief(1), full, full, UNICODE)
    assert not left_bar(Belief(0), full, full, UNICODE)


def width(bar: str) -> int:
    return sum(1 if sign == UNICODE.half_chance[0] else 2 for sign in bar)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_two_guessers_differ_without_any_colour(glyphs: Glyphs) -> None:
    belief = Belief(STEPS)
    assert left_bar(belief, 3, 3, glyphs) != right_bar(belief, 3, 3, glyphs)
    assert len({*glyphs.voice}) == 2


def test_the_legend_names_what_is_drawn_and_nothing_else() -> None:
    assert legend((), UNICODE) == ""
    marked = CardBeliefs(Belief(is_spoken_for=True))
    assert legend((marked,), UNICODE) == "◆ speaks for"
    ranked = CardBeliefs(Belief(4), Belief(0), disputed=True)
    assert legend((ranked,), UNICODE) == "≠ disagree  ▄ half card: 100%"


def test_cards_of_one_picture_are_alike_where_their_bars_are() -> None:
    """What is drawn of a card is kept, so cards are told apart in steps, and not by every digit."""
    tables = [
        table_of(initialize_game(CONFIG, BOARD), None, UNICODE, key_shown=False, minds=minds_after_one(text))
        for text in ("RANKED: SHIP 0.601", "RANKED: SHIP 0.602")
    ]
    assert tables[0] == tables[1]


def minds_after_one(text: str) -> Minds:
    timeline = Timeline(initialize_game(CONFIG, BOARD), [SEA, says(R1, text)])
    return minds_of(timeline.last_state)


# --- on the screen


async def test_bars_stand_on_the_board_and_machine_lines_nowhere() -> None:
    app = replayed(at=2)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "▄▄▄" in frame(app)
        assert "SHIP first, I think." in frame(app)
        assert "RANKED" not in frame(app)
        assert "PLAN" not in frame(app)
        assert "guesser 1 ▄▄" in frame(app)
        await pilot.press("left")
        await pilot.pause()
        assert "guesser 1" not in frame(app)
        assert all(card.beliefs == UNSAID for card in screen_of(app).board.table)


async def test_the_mouse_on_a_card_tells_the_chances_that_its_bars_show() -> None:
    app = replayed(at=2)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        said = {index: screen_of(app).board.hint_for(index) for index in range(25)}
        index = next(index for index, hint in said.items() if "SHIP" in hint)
        x, y = next((x, y) for y in range(20) for x in range(70) if card_at(x, y, screen_of(app).board.shape) == index)
        await pilot.hover("#board", offset=(x, y))
        await until(pilot, lambda: said[index] in frame(app))
        assert "SHIP · guesser 1 about" in said[index]
        assert not said[next(index for index in range(25) if "SATELLITE" in WORDS[index])]


async def test_bars_in_plain_characters() -> None:
    app = replayed(at=2, look=Look(ascii_only=True))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "===" in frame(app)
        assert frame(app).isascii()


def test_lines_for_agents_are_no_speech_unless_there_is_nothing_else() -> None:
    assert parts("SHIP.\n**RANKED:** SHIP 0.6\nPLAN: SHIP, WAVE").prose == ("SHIP.",)
    assert parts("RANKED: SHIP 0.6\nCONSENSUS: YES").prose == ("RANKED: SHIP 0.6",)
    assert parts("PLAN: SHIP because of the port.").prose == ("PLAN: SHIP because of the port.",)
    assert parts("SHIP.\nPlan: start with SHIP, then we see.").asides == ()


def test_a_timed_out_guesser_keeps_what_it_said() -> None:
    silent = DiscussionMessage(seat=R1, text="", consensus=False, skipped="timeout")
    said = says(R1, "RANKED: SHIP 0.50")
    assert set(minds_after(SEA, said, says(R2, "Hm."), silent)) == {"SHIP"}


def test_guessers_of_both_teams_have_their_own_side() -> None:
    start = (*EVENTS[:7], Clue("sky", 3, team=Team.BLUE))
    minds = minds_after(*start, says(B1, "RANKED: MOON 0.50"), says(B2, "RANKED: STAR 0.50"))
    assert minds["MOON"].first.steps == minds["STAR"].second.steps == STEPS // 2
    assert minds["MOON"].disputed
    assert minds["STAR"].disputed


async def test_a_title_ends_with_a_whole_sign_however_narrow_its_panel_is() -> None:
    ranked = CardBeliefs(Belief(4), Belief(is_spoken_for=True), disputed=True)
    title = discussion_title((ranked,), UNICODE)
    panel = Paper(title)

    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            yield panel

        CSS = "Paper { border-top: solid white; }"

    app = Alone()
    shown = []
    async with app.run_test(size=(60, 5)) as pilot:
        for width in (60, 44, 30, 16):
            await pilot.resize_terminal(width, 5)
            await pilot.pause()
            shown.append(str(panel.border_title).strip())
    assert shown == [
        title,
        "Discussion  ◆ speaks for  ≠ disagree",
        "Discussion  ◆ speaks for",
        "Discussion",
    ]
