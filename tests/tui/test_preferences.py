"""The settings file: read with care, edited in place, never damaged."""

import doctest
import string
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.ui import toml_file
from codenames_tui.ui.preferences import (
    LARGEST_FILE,
    MOST_RECENT,
    Preferences,
    as_changes,
    read_settings,
    save_settings,
    with_recent,
)
from codenames_tui.ui.toml_file import edit_toml, key_lines

MINE = """\
# mine
theme = "light"  # the office has windows
pace = 1

[agents]
red = 'vector:bold'
# blue = "random"

[keys]
"game.step" = "x"
"""


def kept(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_file_that_is_not_there_settles_nothing(tmp_path: Path) -> None:
    settings = read_settings(tmp_path / "settings.toml")
    assert settings.preferences == Preferences()
    assert not settings.problems
    assert not settings.broken


def test_what_is_settled_holds(tmp_path: Path) -> None:
    settings = read_settings(kept(tmp_path, MINE))
    assert not settings.problems
    assert settings.preferences == Preferences(theme="light", pace=1, red="vector:bold", keys={"game.step": "x"})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('theme = "dark"\npace = "fast"', "line 2: pace is 'fast'; seconds from 0 to 3600 are needed"),
        ("pace = -1", "line 1: pace is -1"),
        ("pace = nan", "line 1: pace is nan"),
        ("mouse = 1", "line 1: mouse is 1; true or false is needed"),
        ("theme = 5", "line 1: theme is 5; a name is needed"),
        ('thema = "dark"', "line 1: there is no setting thema"),
        ("[agents]\n\nred = []", "line 3: agents.red is []; a name is needed"),
        ('[agents]\nrecent = ["a", 5]', "line 2: agents.recent is ['a', 5]; a list of names is needed"),
        ('[keys]\n"game.step" = 5', "line 2: keys.game.step is 5; one line of text is needed"),
        ("[colours]\nred = 1", "line 1: there is no setting colours"),
        ('agents = "x"', "line 1: there is no setting agents"),
        ('theme = "\\u001b[31m"', "line 1: theme is '\\x1b[31m'; a name is needed"),
    ],
)
def test_a_wrong_setting_is_a_problem_with_its_line_and_the_default_holds(
    text: str, problem: str, tmp_path: Path
) -> None:
    settings = read_settings(kept(tmp_path, text))
    assert settings.preferences == Preferences()
    (found,) = settings.problems
    assert problem in found
    assert found == one_line(found)
    assert not settings.broken


@pytest.mark.parametrize("data", [b"theme = ", b"\xff\xfe", b"a = 1\na = 2", b"[" * 5000, b"#" * (LARGEST_FILE + 1)])
def test_a_broken_file_is_a_problem_and_is_never_written_to(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(data)
    settings = read_settings(path)
    assert settings.broken
    assert settings.preferences == Preferences()
    (problem,) = settings.problems
    assert "settings.toml" in problem
    with pytest.raises(InputError, match="not saved"):
        save_settings(path, {("", "theme"): "light"})
    assert path.read_bytes() == data


def test_a_broken_file_is_told_with_its_line(tmp_path: Path) -> None:
    (problem,) = read_settings(kept(tmp_path, "theme = 'dark'\npace =\n")).problems
    assert "line 2" in problem


def test_a_file_that_is_too_large_to_be_edited_is_refused_for_its_size(tmp_path: Path) -> None:
    """A change of a theme would take seconds."""
    path = kept(tmp_path, "# a comment\n" * (LARGEST_FILE // 12 + 1))
    (problem,) = read_settings(path).problems
    assert problem == "settings.toml: larger than 100,000 bytes, which settings never need; the defaults are used"
    with pytest.raises(InputError, match=r"settings\.toml cannot be read: larger than 100,000 bytes"):
        save_settings(path, {("", "theme"): "light"})


def test_a_folder_in_the_place_of_the_file_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()
    assert read_settings(path).broken


def test_saving_changes_one_line_and_keeps_comments(tmp_path: Path) -> None:
    path = kept(tmp_path, MINE)
    save_settings(path, {("", "pace"): 2.5, ("agents", "blue"): "random", ("game", "mode"): "standard"})
    text = path.read_text("utf-8")
    assert "# mine\n" in text
    assert '# blue = "random"' in text
    assert read_settings(path).preferences == Preferences(
        theme="light", pace=2.5, red="vector:bold", blue="random", keys={"game.step": "x"}, game={"mode": "standard"}
    )


def test_a_value_over_several_lines_is_changed_and_the_comment_behind_a_value_stays(tmp_path: Path) -> None:
    path = kept(
        tmp_path,
        'theme = "dark"  # at night\n\n[agents]\nrecent = [\n    "a",  # good\n    "b",\n]\n# mine\nred = """\nx"""\n',
    )
    save_settings(path, {("", "theme"): "light", ("agents", "recent"): ("c", "a"), ("agents", "red"): "y"})
    assert path.read_text("utf-8") == (
        'theme = "light"  # at night\n\n[agents]\nrecent = ["c", "a"]\n# mine\nred = "y"\n'
    )


def test_saving_makes_the_file_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    save_settings(path, {("keys", "game.step"): "x", ("", "theme"): "light"})
    assert read_settings(path).preferences == Preferences(theme="light", keys={"game.step": "x"})


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path = kept(tmp_path, MINE)
    link = tmp_path / "link.toml"
    link.symlink_to(path)
    save_settings(link, {("", "theme"): "dark"})
    assert link.is_symlink()
    assert read_settings(path).preferences.theme == "dark"


@pytest.mark.parametrize("text", ['theme = """\nlight"""\n', "agents.red = 'a'\n[x.y]\n", 'keys = {"a" = "b"}\n'])
def test_a_file_that_is_laid_out_in_another_way_is_changed_rightly_or_not_at_all(text: str, tmp_path: Path) -> None:
    path = kept(tmp_path, text)
    for place in (("", "theme"), ("agents", "red"), ("keys", "c")):
        before = tomllib.loads(path.read_text("utf-8"))
        try:
            save_settings(path, {place: "new"})
        except InputError:
            assert tomllib.loads(path.read_text("utf-8")) == before
        else:
            table, key = place
            tree: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
            assert (tree[table] if table else tree)[key] == "new"


NAMES = st.text(string.ascii_letters + string.digits + "._-' \"é", min_size=1, max_size=8)


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "agents", "game", "keys"]), NAMES, st.text() | st.integers() | st.booleans())
    )
)
def test_any_sequence_of_edits_is_read_back(edits: list[tuple[str, str, Any]]) -> None:
    text, expected = MINE, tomllib.loads(MINE)
    for table, key, value in edits:
        if table == "" and key in ("agents", "game", "keys"):
            continue
        value = value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
        text = edit_toml(text, {(table, key): value})
        (expected.setdefault(table, {}) if table else expected)[key] = value
    assert tomllib.loads(text) == expected


def test_a_setting_that_is_taken_out_leaves_the_rest() -> None:
    assert edit_toml("a = 1\nb = 2\n", {("", "a"): None}) == "b = 2\n"
    assert edit_toml("a = 1\n", {("t", "a"): None}) == "a = 1\n"


def test_the_worked_examples_of_editing_are_true() -> None:
    assert doctest.testmod(toml_file).failed == 0


def test_a_key_has_a_line_in_its_own_table_only() -> None:
    assert key_lines("[t]\na = 1\n") == {("", "t"): 1, ("t", "a"): 2}
    assert key_lines("[t]\na = ") == {}


def test_only_what_changed_is_written() -> None:
    before = Preferences(game={"mode": "standard", "words": "a.txt"})
    after = replace(before, pace=1.0, game={"mode": "no_assassin"})
    assert as_changes(before, after) == {
        ("", "pace"): 1.0,
        ("game", "mode"): "no_assassin",
        ("game", "words"): None,
    }
    assert as_changes(before, before) == {}


def test_the_latest_agents_come_first_and_once() -> None:
    recent: tuple[str, ...] = ()
    for name in [*"abcdefghij", "b"]:
        recent = with_recent(recent, name)
    assert recent[:3] == ("j", "i", "h") or recent[0] == "b"
    assert len(recent) == len(set(recent)) == MOST_RECENT


@given(st.binary(max_size=200))
def test_whatever_is_in_the_file_is_read_or_told(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.toml"
        path.write_bytes(data)
        settings = read_settings(path)
        assert all(problem == one_line(problem) for problem in settings.problems)
