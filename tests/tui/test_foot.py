"""The keys at the foot of the game screen: for every way that a game can stand."""

from itertools import product
from typing import Any

import pytest

from codenames_tui.app.keymap import known_bindings
from codenames_tui.game.board.board_panel import BoardPanel
from codenames_tui.game.ending.ending_panel import EndingPanel
from codenames_tui.game.panels.footer_keys import Focus, FooterContext, focus_of, footer_hints
from codenames_tui.game.sessions.session import Watching
from codenames_tui.game.story.story_panel import StoryPanel
from codenames_tui.game.talk.transcript_panel import TranscriptPanel
from codenames_tui.ui.lines.keys import KeyHint, fitting
from codenames_tui.ui.screens.active_keys import writes
from codenames_tui.ui.widgets.paper import Paper

MOODS = [
    FooterContext._make((watching, *flags, Focus.NONE, False, ""))._replace(focus=focus)
    for watching in Watching
    for flags in product((False, True), repeat=7)
    for focus in (Focus.NONE, Focus.STORY)
]


def said(mood: FooterContext) -> list[str]:
    return [hint.what for hint in footer_hints(mood)]


def mood_of(watching: Watching, **changed: Any) -> FooterContext:
    return FooterContext(watching, False, False, False, False, False, False, key_is_free=True)._replace(**changed)


def test_every_key_at_the_foot_exists_and_stands_there_once() -> None:
    known = {binding.id for binding in known_bindings()}
    for mood in MOODS:
        ids = [name for hint in footer_hints(mood) for name in hint.ids]
        assert set(ids) <= known, mood
        assert len(ids) == len(set(ids)), mood
        assert said(mood)[-1] in ("quit", "close"), mood


def test_a_replay_leads_from_mark_to_mark_and_can_be_looked_into_forked_and_shared() -> None:
    assert said(mood_of(Watching.REPLAY, over=True)) == [
        "play", "event", "mark", "inspect", "fork", "help", "share", "targets",
        "present", "turn", "key", "search", "zoom", "speed", "all commands", "quit",
    ]  # fmt: skip


def test_a_running_game_offers_its_seats_and_one_that_a_person_plays_hides_the_key() -> None:
    assert said(mood_of(Watching.LIVE, running=True)) == [
        "pause", "step", "event", "inspect", "play", "help", "targets", "key", "share",
        "present", "turn", "speed", "mark", "zoom", "search", "all commands", "quit",
    ]  # fmt: skip
    assert {"key", "inspect", "targets"}.isdisjoint(said(mood_of(Watching.LIVE, key_is_free=False)))
    assert "seats" in said(mood_of(Watching.LIVE, key_is_free=False))


@pytest.mark.parametrize(("focus", "first"), [(Focus.TEXT, "scroll"), (Focus.STORY, "turn"), (Focus.ENDING, "choose")])
def test_the_keys_of_the_panel_with_the_focus_come_first(focus: Focus, first: str) -> None:
    assert said(mood_of(Watching.REPLAY)._replace(focus=focus))[0] == first


def test_the_panels_name_their_place_as_the_foot_does() -> None:
    kinds = (Paper, TranscriptPanel, StoryPanel, EndingPanel, BoardPanel)
    assert [focus_of(getattr(kind, "PLACE", None)).name for kind in kinds] == [
        "TEXT",
        "TEXT",
        "STORY",
        "ENDING",
        "NONE",
    ]


@pytest.mark.parametrize("width", [1, 6, 20, 40, 80, 120, 200])
def test_the_foot_is_filled_by_priority_and_says_how_to_leave(width: int) -> None:
    hints = tuple(KeyHint(what[0], what, what) for what in said(mood_of(Watching.REPLAY)))
    shown = fitting(hints, width)
    left = width - sum(len(hint.what) + 4 for hint in shown) + 2
    assert left >= 0 or not shown
    assert not shown or shown[-1] == hints[-1]
    assert all(len(hint.what) + 4 > left for hint in hints if hint not in shown) or not shown


@pytest.mark.parametrize("watching", list(Watching))
def test_a_decision_that_is_looked_into_can_be_asked_again_once_the_game_is_over(watching: Watching) -> None:
    looking = mood_of(watching, is_inspecting=True)
    assert "ask again" not in said(looking)
    assert said(looking._replace(over=True)) == ["decision", "ask again", "scroll", "larger", "help", "close"]


def test_after_a_game_it_can_be_looked_at_again_and_handed_on() -> None:
    over = mood_of(Watching.LIVE, over=True)
    assert said(over)[:5] == ["replay", "mark", "inspect", "share", "rematch"]
    assert "compare" in said(mood_of(Watching.LIVE, over=True, is_fork=True))


def test_a_fork_can_be_compared_once_nothing_more_can_be_given_away() -> None:
    assert "compare" in said(mood_of(Watching.REPLAY, over=True, is_fork=True))
    assert "compare" not in said(mood_of(Watching.LIVE, is_fork=True))


@pytest.mark.parametrize("is_answering", [False, True])
def test_whoever_plays_is_offered_keys_that_are_no_letters(is_answering: bool) -> None:
    keys = {binding.id: binding.keys for binding in known_bindings()}
    for hint in footer_hints(mood_of(Watching.LIVE, is_played=True, is_answering=is_answering)):
        for name in hint.ids:
            assert any(not writes(key) for key in keys[name]), name


def test_whoever_writes_an_answer_is_offered_no_letters() -> None:
    assert said(mood_of(Watching.LIVE, is_answering=True)) == ["seats", "give the seat back", "help", "quit"]
    assert "decision" in said(mood_of(Watching.LIVE, is_answering=True, is_inspecting=True))
