"""Other keys: what can hold does, and what cannot is said with id, key and reason."""

from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.table import EVENTS, frame, record_of, screen_of
from textual.binding import Binding
from textual.widget import Widget

from codenames_core.text.sanitiser import one_line
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.key_meanings import MEANINGS, QUESTIONS, meanings_of
from codenames_tui.app.keymap import Checked, bound, check_keymap, is_key, known_bindings, written
from codenames_tui.app.screens import SCREENS
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.messages import Destination
from codenames_tui.ui.preferences import Preferences, Settings, settings_file

KNOWN = known_bindings()


def check(**keys: str) -> Checked:
    return check_keymap({name.replace("__", "."): text for name, text in keys.items()}, KNOWN)


def test_every_binding_has_an_id_of_its_own() -> None:
    assert not [one.id for one in KNOWN if ":" in one.id]
    assert len({one.id for one in KNOWN}) == len(KNOWN)


def test_no_class_of_ours_with_keys_is_forgotten() -> None:
    def ours(kind: type[Widget]) -> list[type[Widget]]:
        return [one for sub in kind.__subclasses__() for one in (sub, *ours(sub)) if "codenames_tui" in one.__module__]

    ids = {one.id for one in KNOWN}
    for kind in {*ours(Widget)}:
        for binding in Binding.make_bindings(vars(kind).get("BINDINGS", [])):
            assert binding.id in ids, kind


def test_the_keys_that_come_with_the_app_do_not_clash() -> None:
    for one in KNOWN:
        same = {one.id: ",".join(one.keys)}
        assert check_keymap(same, KNOWN) == Checked(same, ())


def test_every_key_means_one_thing_wherever_it_is_pressed() -> None:
    meanings: dict[str, set[str]] = {}
    for one in KNOWN:
        if one.where not in QUESTIONS:
            (meaning,) = meanings_of(one)
            for key in one.keys:
                meanings.setdefault(key, set()).add(meaning)
    assert {key: what for key, what in meanings.items() if len(what) > 1} == {}


def test_no_meaning_is_left_over() -> None:
    patterns = {one for ids in MEANINGS.values() for one in ids}
    assert not {one for one in patterns if not any(fnmatchcase(known.id, one) for known in KNOWN)}
    assert {known.where for known in KNOWN} >= QUESTIONS


@pytest.mark.parametrize(
    ("name", "keys", "reason"),
    [
        ("game.stop", "x", "unknown id"),
        ("game.step", "", "no key is given"),
        ("game.step", "contrl+x", "'contrl+x' is not a key"),
        ("game.step", "ctrl+ctrl+x", "is not a key"),
        ("game.step", "x y", "'x y' is not a key"),
        ("game.step", "space", "space is already the key of game.toggle: Play or pause"),
        ("game.step", ":", ": is already the key of app.commands"),
        ("home.new", "up", "up is already the key of list.up"),
        ("paper.up", "g", "g is already the key of game.start"),
        ("\x1b[31m", "x", "unknown id"),
    ],
)
def test_what_cannot_hold_is_said_with_id_key_and_reason(name: str, keys: str, reason: str) -> None:
    checked = check_keymap({name: keys}, KNOWN)
    assert checked.keymap == {}
    (problem,) = checked.problems
    assert one_line(name) in problem
    assert reason in problem
    assert problem == one_line(problem)


def test_good_keys_hold_beside_bad_ones() -> None:
    checked = check(game__step="x,ctrl+f", game__back="octarine")
    assert checked.keymap == {"game.step": "x,ctrl+f"}
    assert len(checked.problems) == 1


def test_two_bindings_can_swap_their_keys() -> None:
    checked = check(game__step="space", game__toggle=".")
    assert not checked.problems
    assert checked.keymap == {"game.step": "space", "game.toggle": "full_stop"}


def test_a_refusal_that_leads_to_another_one_is_noticed() -> None:
    checked = check(game__step="space", game__toggle="s")
    assert checked.keymap == {}
    assert len(checked.problems) == 2


def test_places_that_are_never_together_may_share_keys() -> None:
    assert not check(game__step="b").problems
    assert not check(help__close="n").problems


@given(st.dictionaries(st.sampled_from([one.id for one in KNOWN]) | st.text(), st.text()))
def test_whatever_is_wanted_what_holds_never_clashes(wanted: dict[str, str]) -> None:
    checked = check_keymap(wanted, KNOWN)
    assert len(checked.keymap) + len(checked.problems) == len(wanted)
    now = bound(KNOWN, checked.keymap)
    for where in {one.where for one in now}:
        keys = [key for one in now if one.where in (where, "everywhere") for key in one.keys]
        assert len(keys) == len(set(keys))


@given(st.text())
def test_a_key_is_told_from_other_text_without_a_crash(text: str) -> None:
    assert is_key(text) in (True, False)


def test_keys_are_written_as_they_can_be_set() -> None:
    for one in KNOWN:
        for key in one.keys:
            assert is_key(written(key)), key


async def test_other_keys_hold_and_show_and_the_others_are_reported() -> None:
    preferences = Preferences(keys={"game.forward": "x", "game.help": "x", "game.nothing": "y"})
    game = RecordedSession(record_of(EVENTS))
    app = CodenamesApp(GameScreen(game), settings=Settings(settings_file(), preferences))
    async with app.run_test(notifications=True, size=(120, 40)) as pilot:
        await pilot.press("x")
        assert screen_of(app).position == 1
        await pilot.press("right")
        assert screen_of(app).position == 1
        assert "game.nothing" in frame(app)
        assert "game.help" in frame(app)
        assert "←x event" in frame(app)


def test_a_screen_that_can_be_gone_to_says_its_place_and_names_only_places_that_there_are() -> None:
    classes = [row.load() for row in SCREENS]
    places = {kind.PLACE for kind in classes}
    for row, kind in zip(SCREENS, classes, strict=True):
        assert row.destination in (None, kind.PLACE)
        assert places.issuperset(getattr(kind, "TOGETHER_WITH", ()))
    assert {row.destination for row in SCREENS} - {None} == set(Destination) - {Destination.BACK, Destination.QUIT}
