"""The keys at the foot of the game screen: for every way that a game can stand."""

from itertools import product
from typing import Any

import pytest

from codenames_tui.app.keymap import known_bindings
from codenames_tui.game.panels.footer_keys import FooterContext, footer_hints
from codenames_tui.game.sessions.session import Watching
from codenames_tui.ui.screens.active_keys import writes

MOODS = [
    FooterContext._make((watching, *flags, False, ""))
    for watching in Watching
    for flags in product((False, True), repeat=7)
]


def said(mood: FooterContext) -> list[str]:
    return [hint.what for hint in footer_hints(mood)]


def mood_of(watching: Watching, **changed: Any) -> FooterContext:
    return FooterContext(watching, False, False, False, False, False, False, key_is_free=True)._replace(**changed)


@pytest.mark.parametrize("mood", MOODS, ids=str)
def test_every_key_at_the_foot_exists_and_stands_there_once(mood: FooterContext) -> None:
    ids = [name for hint in footer_hints(mood) for name in hint.ids]
    assert set(ids) <= {binding.id for binding in known_bindings()}
    assert len(ids) == len(set(ids))
    assert said(mood)[-1] in ("quit", "close")


def test_a_replay_leads_from_mark_to_mark_and_can_be_forked() -> None:
    assert said(mood_of(Watching.REPLAY, over=True)) == [
        "play", "event", "turn", "mark", "key", "fork", "zoom", "help",
        "inspect", "targets", "share", "present", "speed", "quit",
    ]  # fmt: skip


def test_a_running_game_offers_its_seats_and_one_that_a_person_plays_hides_the_key() -> None:
    assert said(mood_of(Watching.LIVE, running=True)) == [
        "pause", "step", "event", "turn", "key", "play", "zoom", "help",
        "inspect", "targets", "share", "present", "speed", "quit",
    ]  # fmt: skip
    assert "key" not in said(mood_of(Watching.LIVE, key_is_free=False))
    assert "seats" in said(mood_of(Watching.LIVE, key_is_free=False))


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
