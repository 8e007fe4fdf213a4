"""Themes are readable, and a broken one is a message."""

import math
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from tests.tui.colours import contrast
from tests.tui.table import EVENTS, frame, replayed
from textual.color import Color, rgb_to_lab
from textual.theme import BUILTIN_THEMES, Theme

from codenames_tui.cli import exits, main
from codenames_tui.game.board.board_panel import BoardPanel
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.lines.mixing import TINTS, readable, text_on, weakest
from codenames_tui.ui.lines.mixing import contrast as contrast_of
from codenames_tui.ui.look import Look
from codenames_tui.ui.preferences import settings_file, user_themes_folder
from codenames_tui.ui.themes.derived import derived
from codenames_tui.ui.themes.few_colours import with_few_colours
from codenames_tui.ui.themes.theming import (
    OFFERED,
    SECOND_SHADE,
    ThemeError,
    has_game_colours,
    load_themes,
    read_theme,
)

READABLE = 4.5
SEEN = 3.0
"""Contrast of what is no text."""
OURS = [theme for theme in load_themes().usable if not theme.ansi]
THEMES = [*OURS, *(derived(BUILTIN_THEMES[name]) for name in OFFERED)]
ON_BACKGROUND = ("foreground", "accent", "error", "success", "warning", "muted", "team-red", "team-blue", "neutral")
ON_CARD = ("card-text", "team-red", "team-blue", "neutral", "assassin", "accent", "success")
ON_KEY = [*(("card-text", tint) for tint in TINTS), ("card-assassin-text", "card-assassin")]
SIDES = [("team-red", "key-red"), ("team-blue", "key-blue")]
"""No text, but what tells teams apart."""
PAIRS = [(f"{card}-text", card) for card in ("card-red", "card-blue", "card-neutral", "card-assassin")]
BADGES = [(f"{badge}-text", badge) for badge in ("badge", "badge-accent", "badge-warn")]


CARDS = ("card", "card-red", "card-blue", "card-neutral", "card-assassin")
COLOURS = st.binary(min_size=3, max_size=3).map(lambda parts: f"#{parts.hex()}")


def colour(theme: Theme, name: str) -> Color:
    return Color.parse(theme.variables.get(name) or getattr(theme, name))


def difference(one: Color, other: Color) -> float:
    """CIE 1976: the distance of two colours in L*a*b*, of which 2.3 is just noticed."""
    a, b = rgb_to_lab(one), rgb_to_lab(other)
    return math.dist((a.L, a.a, a.b), (b.L, b.a, b.b))


def test_black_on_white_is_the_greatest_contrast() -> None:
    assert contrast(Color.parse("#000000"), Color.parse("#ffffff")) == pytest.approx(21)


@given(COLOURS, COLOURS)
def test_contrast_is_what_the_standard_says(one: str, other: str) -> None:
    assert contrast_of(one, other) == pytest.approx(contrast(Color.parse(one), Color.parse(other)))


@given(COLOURS, st.lists(COLOURS, min_size=1, max_size=3), st.floats(1, 21))
def test_a_colour_is_made_readable_where_black_or_white_is(text: str, grounds: list[str], least: float) -> None:
    found = readable(text, grounds, least)
    assert weakest(found, grounds) >= min(least, weakest(text_on(*grounds), grounds))
    if weakest(text, grounds) >= least:
        assert found == text


@given(COLOURS)
def test_black_or_white_can_be_read_on_anything(ground: str) -> None:
    assert contrast_of(text_on(ground), ground) >= READABLE


def test_every_theme_that_is_offered_shows_the_game() -> None:
    app = replayed()
    assert {*app.available_themes} == {*load_themes().names}
    for name in app.available_themes:
        app.theme = name
        assert has_game_colours(app.current_theme), name


def test_all_five_themes_are_there() -> None:
    themes = load_themes()
    assert not themes.problems
    assert {theme.name for theme in themes.usable} == {"dark", "light", "high-contrast", "colour-blind", "ansi"}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_can_be_read(theme: Theme) -> None:
    background = colour(theme, "background")
    least = 7.0 if theme.name == "high-contrast" else READABLE
    pairs = [(name, colour(theme, name), background) for name in ON_BACKGROUND]
    pairs += [(f"{name} on surface", colour(theme, name), colour(theme, "surface")) for name in ON_BACKGROUND]
    for text, ground in [*((name, "card") for name in ON_CARD), *PAIRS, *ON_KEY]:
        card = colour(theme, ground)
        pairs += [(f"{text} on {ground}", colour(theme, text), card)]
        pairs += [(f"{text} on {ground}, second shade", colour(theme, text), background.blend(card, SECOND_SHADE))]
    pairs += [(text, colour(theme, text), colour(theme, ground)) for text, ground in BADGES]
    weak = {name: round(contrast(text, ground), 2) for name, text, ground in pairs if contrast(text, ground) < least}
    assert not weak


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_cards_and_teams_are_told_apart(theme: Theme) -> None:
    for one, other in combinations(CARDS, 2):
        assert difference(colour(theme, one), colour(theme, other)) > 12, (one, other)
    assert difference(colour(theme, "team-red"), colour(theme, "team-blue")) > 30
    assert difference(colour(theme, "card"), colour(theme, "background")) > 3


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_key_is_read_at_a_glance(theme: Theme) -> None:
    for shown in (theme, with_few_colours(theme)):
        assert len({colour(shown, name).hex for name in ("card-assassin", *TINTS)}) == 4
        least = SEEN if shown is theme else 2.0
        assert all(contrast(colour(shown, side), colour(shown, ground)) >= least for side, ground in SIDES)
        for open_, hidden in (("card-red", "key-red"), ("card-blue", "key-blue")):
            assert colour(shown, open_) != colour(shown, hidden) != colour(shown, "card")


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_256_colours_keep_texts_readable_and_cards_apart(theme: Theme) -> None:
    few = with_few_colours(theme)
    assert len({colour(few, card).hex for card in CARDS}) == len(CARDS)
    for name in ("card-red", "card-blue", "team-red", "team-blue"):
        before, after = colour(theme, name).hsl, colour(few, name).hsl
        assert abs((before.h - after.h + 0.5) % 1 - 0.5) < 0.07, name
    pairs = [
        *((name, "background") for name in ON_BACKGROUND),
        *((name, "card") for name in ON_CARD),
        *PAIRS,
        *BADGES,
        *ON_KEY,
    ]
    assert all(contrast(colour(few, text), colour(few, ground)) >= READABLE for text, ground in pairs)


def test_colours_by_their_names_and_with_a_part_of_the_ground_are_rounded_or_left(tmp_path: Path) -> None:
    text = (data_folder("themes") / "dark.toml").read_text()
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('card-red = "#b3352e"', 'card-red = "crimson"'))
    few = with_few_colours(read_theme(path))
    assert colour(few, "card-red").hex == colour(few, "card-red").hex6 != "#DC143C"
    assert with_few_colours(derived(BUILTIN_THEMES["nord"])).variables["input-selection-background"] == "#81a1c1 35%"


def test_what_is_drawn_with_few_colours_is_what_was_chosen() -> None:
    for theme in THEMES:
        for card in ("card-red", "card-blue"):
            chosen = colour(with_few_colours(theme), card)
            drawn = chosen.rich_color.downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
            assert (drawn.red, drawn.green, drawn.blue) == chosen.rgb


@pytest.mark.parametrize("colours", [16, 256])
async def test_with_few_colours_a_card_is_the_same_in_every_row(colours: int) -> None:
    term = {16: "linux", 256: "xterm-256color"}[colours]
    look = Look.from_environment({"TERM": term})
    assert look.colours == colours
    app = replayed(look=look, at=len(EVENTS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        board = app.screen.query_one(BoardPanel)
        for card in ("card-red", "card-blue", "card-neutral", "card-assassin", "card"):
            assert board._style(card) == board._style(f"{card}-2")
        grounds = {
            str(board._style(card).bgcolor) for card in ("card-red", "card-blue", "card-neutral", "card-assassin")
        }
        assert len(grounds) == 4


@pytest.mark.parametrize(
    ("term", "colorterm", "theme"),
    [
        ("linux", "", "ansi"),
        ("xterm-256color", "", "dark"),
        ("xterm", "truecolor", "dark"),
        ("xterm-kitty", "", "dark"),
    ],
)
def test_sixteen_colours_are_the_terminals_own(term: str, colorterm: str, theme: str) -> None:
    assert Look.from_environment({"TERM": term, "COLORTERM": colorterm}).theme == theme


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = ", "not TOML"),
        ("", "name is missing"),
        ('name = "x"', r"section \[colours\] is missing"),
        ('name = "x"\n[colours]\nprimary = "octarine"', "colours.primary is 'octarine', which is not a colour"),
        ('name = "x"\n[colours]\npaper = "#fff"', "colours.paper is not a colour that is used"),
    ],
)
def test_a_broken_theme_says_which_file_and_why(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ThemeError, match=f"theme mine.toml: {reason}"):
        read_theme(path)
    assert len(load_themes([data_folder("themes"), tmp_path]).problems) == 1


async def test_an_unknown_theme_is_a_message_and_not_a_crash() -> None:
    app = replayed(look=Look(theme="octarine"))
    async with app.run_test(notifications=True, size=(120, 40)) as pilot:
        await pilot.pause()
        assert "octarine" in frame(app)
        assert app.theme == "dark"


def test_a_theme_of_ones_own_can_be_asked_for_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    mine = user_themes_folder()
    mine.mkdir(parents=True)
    text = (data_folder("themes") / "dark.toml").read_text()
    (mine / "a.toml").write_text(text.replace('name = "dark"', 'name = "mine"'))
    (mine / "b.toml").write_text('name = "theirs"')
    assert main(["demo", "--plain", "--seed", "5", "--theme", "mine"]) == exits.DONE
    assert main(["demo", "--plain", "--theme", "theirs"]) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert "unknown theme 'theirs'; available: " in said
    assert "mine, textual-dark" in said
    assert "theme b.toml: section [colours] is missing" in said


def test_what_is_wrong_with_themes_is_told_with_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "show"]) == exits.DONE
    user_themes_folder().mkdir(parents=True)
    (user_themes_folder() / "b.toml").write_text("red")
    settings_file().write_text('theme = "octarine"\n')
    assert main(["config", "show"]) == exits.ANSWER_IS_NO
    said = capsys.readouterr().err
    assert "unknown theme 'octarine'" in said
    assert "theme b.toml: not TOML" in said


@pytest.mark.parametrize("command", ["demo --plain", "demo", "play --headless", "replay --plain missing.json"])
def test_a_theme_that_is_asked_for_by_a_wrong_name_is_refused(
    command: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "--theme", "octarine"]) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert "unknown theme 'octarine'; available: ansi, colour-blind, dark, high-contrast, light" in said
    assert said.count("\n") == 1
    assert list(home.rglob("*.json*")) == []


@pytest.mark.parametrize("name", ["light", "high-contrast", "colour-blind", "ansi", "textual-dark", "nord"])
async def test_every_theme_can_be_worn(name: str) -> None:
    app = replayed(at=9, look=Look(theme=name))
    async with app.run_test() as pilot:
        await pilot.press("s")
        assert "SHIP" in frame(app)


def test_an_empty_no_color_means_colour() -> None:
    assert Look.from_environment({"NO_COLOR": ""}).colour
    assert not Look.from_environment({"NO_COLOR": "1"}).colour


def test_nothing_is_animated_over_ssh() -> None:
    assert Look.from_environment({}).animation
    assert not Look.from_environment({"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}).animation


@pytest.mark.parametrize("name", OFFERED)
def test_the_cards_of_both_teams_have_more_colour_than_a_grey(name: str) -> None:
    variables = derived(BUILTIN_THEMES[name]).variables
    assert all(Color.parse(variables[card]).hsl[1] >= 0.39 for card in ("card-red", "card-blue"))
