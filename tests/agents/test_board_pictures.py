"""Pictures of boards: they hold what a seat sees and nothing else, and are the same whenever they are drawn."""

import io
import unicodedata
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.games import BOARD, clue, position, touch

from codenames_agents.vision.board_picture import BoardPicture, PicturedCard, board_picture
from codenames_agents.vision.lettering import FONTS, font_runs, lettering, why_not_drawn
from codenames_agents.vision.look import PictureLook, Sight, sight_of
from codenames_agents.vision.picture_file import picture_file, pixel_hash
from codenames_core.game.board import LONGEST_BOARD_WORD, Board, CardType, deal
from codenames_core.game.config import AgentConfig, GameConfig, Role, Seat, Team
from codenames_core.game.language_codes import _TABLE
from codenames_core.game.state import initialize_game
from codenames_core.game.visibility import visible_state
from codenames_core.game.words import default_word_list
from codenames_core.support.errors import InputError

PIL = pytest.importorskip("PIL.Image")
LOOKS = (PictureLook(), PictureLook("cards"), PictureLook("photo", 3))
GUESSERS = [seat for seat in Seat if seat.role is not Role.CLUER]


def opened(png: bytes) -> Any:
    return PIL.open(io.BytesIO(png))


def drawn(seat: Seat, look: PictureLook, *events: Any, board: Board = BOARD, **rules: Any) -> Any:
    state = position(*events, board=board, config=GameConfig(**rules) if rules else None)
    return picture_file(board_picture(visible_state(state, seat)), look)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.style)
def test_a_picture_is_a_png_of_the_size_that_is_said_and_its_hash_is_of_its_pixels(look: PictureLook) -> None:
    picture = drawn(Seat.RED_CLUER, look)
    image = opened(picture.png)
    assert (image.format, image.size) == ("PNG", (picture.facts.width, picture.facts.height))
    assert pixel_hash(image) == picture.facts.sha256


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.style)
def test_the_same_board_gives_the_same_bytes(look: PictureLook) -> None:
    first = drawn(Seat.RED_CLUER, look)
    picture_file.cache_clear()
    assert drawn(Seat.RED_CLUER, look).png == first.png


def test_a_clean_picture_is_small() -> None:
    board = deal(GameConfig(seed=1))
    for seat in (Seat.RED_CLUER, Seat.RED_GUESSER_1):
        assert len(drawn(seat, PictureLook(), board=board).png) <= 60_000


@given(st.permutations(tuple(BOARD.key.values())), st.sampled_from(GUESSERS), st.sampled_from(LOOKS))
@settings(max_examples=examples(6))
def test_boards_that_look_alike_to_a_guesser_give_it_the_same_bytes(key: Any, seat: Seat, look: PictureLook) -> None:
    """Whatever the key says: of two boards with the same words a guesser's picture is one."""
    other = Board(BOARD.words, dict(zip(BOARD.words, key, strict=True)))
    assert drawn(seat, look, board=other).png == drawn(seat, look).png


@given(st.permutations(tuple(BOARD.key.values())))
def test_no_seat_but_a_cluer_that_sees_it_has_the_key_on_its_picture(key: Any) -> None:
    board = Board(BOARD.words, dict(zip(BOARD.words, key, strict=True)))
    for blind in (False, True):
        state = initialize_game(GameConfig(blind=blind), board)
        for seat in Seat:
            picture = board_picture(visible_state(state, seat))
            assert picture.shows_key is (seat.role is Role.CLUER and not blind)
            assert all(card.face_up is None for card in picture.cards)


def test_a_touched_card_is_face_up_for_everybody() -> None:
    events = clue(Team.RED), touch(Team.RED, "ANCHOR"), touch(Team.RED, "CANDLE")
    for seat in Seat:
        cards = {card.word: card for card in board_picture(visible_state(position(*events), seat)).cards}
        assert {word: card.face_up for word, card in cards.items() if card.face_up} == {
            "ANCHOR": CardType.RED,
            "CANDLE": CardType.NEUTRAL,
        }


def test_a_photo_follows_from_what_is_on_it_and_from_a_seed_that_is_given() -> None:
    base = board_picture(visible_state(position(), Seat.RED_GUESSER_1))
    again = board_picture(visible_state(position(), Seat.BLUE_GUESSER_2))
    photos = [picture_file(base, PictureLook("photo", 2, seed)).facts for seed in (None, 1, 2)]
    assert len({photo.sha256 for photo in photos}) == 3
    assert photos[0].seed == base.seed == again.seed
    other = BoardPicture((PicturedCard("OTHER"), *base.cards[1:]))
    assert other.seed != base.seed


def test_each_strength_changes_a_photo_more_and_none_is_the_clean_picture() -> None:
    import numpy as np

    base = board_picture(visible_state(position(), Seat.RED_CLUER))
    clean, *photos = (
        np.asarray(opened(picture_file(base, look).png), dtype=float)
        for look in (PictureLook(), *(PictureLook("photo", strength, 7) for strength in range(6)))
    )
    differences = [float(abs(photo - clean).mean()) for photo in photos]
    assert differences[0] == 0
    assert differences == sorted(differences)
    assert len(set(differences)) == 6


@pytest.mark.parametrize(
    "word",
    [
        *("ocean", "Ωκεανός", "Щука", "straße", "שלום", "سلام", "नमस्ते", "かわ", "山水", "機關車"),
        *("ঘোড়া", "சூரியன்", "సూర్యుడు", "ผู้ใหญ่", "고양이", "\N{CAT FACE} cat face"),
        unicodedata.normalize("NFD", "꽃병"),
    ],
)
def test_words_of_many_scripts_are_drawn_from_the_bundled_fonts(word: str) -> None:
    assert why_not_drawn(word) == ""
    assert lettering(word, 180, 90).font.size >= 20


def test_every_language_that_the_app_knows_is_drawn_in_its_own_letters_and_so_is_every_shipped_word() -> None:
    languages = [row.partition("|")[2].split() for row in _TABLE.splitlines()]
    lines = (files("codenames_core") / "data/emoji.txt").read_text("utf-8").splitlines()
    emoji = [line.partition("\t")[2] for line in lines if not line.startswith("# ")]
    words = [word for names in languages for word in names] + [*default_word_list().words, *emoji]
    assert {word: why_not_drawn(word) for word in words if why_not_drawn(word)} == {}


@pytest.mark.parametrize("style", ["clean", "cards"])
@pytest.mark.parametrize("word", ["bạn Ậ", "ที่นี่", "ผู้ใหญ่", "పిల్లి", "চাঁদ", "क्षत्रिय", "ஸ்ரீ"])
def test_no_sign_of_a_tall_script_is_cut_off(word: str, style: str) -> None:
    for width, height in ((184, 90), (150, 28), (188, 57)):
        lines, font = lettering(word, width, height)
        image = PIL.new("L", (width, height + 200))
        draw = pytest.importorskip("PIL.ImageDraw").Draw(image)
        step = font.size * 7 / 6
        for number, line in enumerate(lines):
            at = 100 + height / 2 + step * (number - (len(lines) - 1) / 2)
            draw.text((width / 2, at), line, fill=255, font=font, anchor="mm")
        _, top, _, bottom = image.getbbox()
        assert 100 - 1 <= top < bottom <= 100 + height + 1


@pytest.mark.parametrize(
    "word", ["Tシャツ", "卡拉OK", "日本語 ABC", "한국 日本", "தமிழ் ABC", "日本 日本", "می\u200cخواهم", "a\u200bb"]
)
def test_a_word_that_no_font_has_alone_is_written_in_pieces_of_which_each_font_has_every_letter(word: str) -> None:
    assert why_not_drawn(word) == ""
    for width, height in ((184, 90), (150, 28)):
        lines, font = lettering(word, width, height)
        for run in (run for line in lines for run in font_runs(line, font.size)):
            boxes = [bytes(run.font.getmask(sign)) for sign in run.text if sign not in " \u200c"]
            assert bytes(run.font.getmask("\uffff")) not in boxes  # which is drawn for what a font has not
            assert " " not in run.text or not any(run.font.getmask(" "))


def test_pieces_of_a_line_stand_beside_each_other_on_its_card() -> None:
    np = pytest.importorskip("numpy")
    alone, mixed = (
        picture_file(BoardPicture((PicturedCard(word),) * 25), PictureLook()).png for word in ("シャツ", "Tシャツ")
    )
    widths = []
    for png in (alone, mixed):
        ink = np.asarray(opened(png).convert("L"))[20:120, 20:220] < 120
        columns = np.flatnonzero(ink.any(axis=0))
        widths.append(columns[-1] - columns[0])
        assert abs((columns[0] + columns[-1]) / 2 - 102) < 8
    assert widths[1] > widths[0] + 15


@settings(max_examples=examples(30), deadline=None)
@given(word=st.text("WwÉ日ש한 ", min_size=1, max_size=LONGEST_BOARD_WORD))
def test_a_word_of_any_length_stays_on_its_card(word: str) -> None:
    for width, height in ((184, 90), (150, 28), (188, 57)):
        lines, font = lettering(word, width, height)
        assert all(sum(run.font.getlength(run.text) for run in font_runs(line, font.size)) <= width for line in lines)
        assert len(lines) * font.size * 7 // 6 <= height
        assert "".join("".join(lines).split()) == "".join(word.split())


@pytest.mark.parametrize(("word", "named"), [("ខ្មែរ", "KHMER LETTER KHA"), ("አማርኛ", "ETHIOPIC SYLLABLE")])
def test_a_word_of_another_script_is_refused_with_its_name(word: str, named: str) -> None:
    board = BoardPicture((PicturedCard(word),) * 25)
    with pytest.raises(InputError, match=rf"{named}.*there are Latin.*sees=words"):
        picture_file(board, PictureLook())


def test_a_long_word_is_written_smaller_and_blanks_make_two_lines() -> None:
    short, long, two = (lettering(word, 184, 90) for word in ("sea", "Donaudampfschifffahrt", "ice cream van"))
    assert short.font.size > long.font.size
    assert long.font.getlength(long.lines[0]) <= 184
    assert len(two.lines) == 2


@pytest.mark.parametrize(
    ("spec", "sight"),
    [
        ("vector", None),
        ("vector?sees=words", None),
        ("vector?sees=picture", Sight(PictureLook())),
        ("openai/x?sees=picture+words&picture=cards", Sight(PictureLook("cards"), words_too=True)),
        ("openai/x?sees=picture&picture=photo", Sight(PictureLook("photo", 2))),
        ("openai/x?sees=picture&picture=photo-5&picture_seed=3", Sight(PictureLook("photo", 5, 3))),
    ],
)
def test_a_spec_says_what_its_seat_is_shown(spec: str, sight: Sight | None) -> None:
    assert sight_of(AgentConfig.parse(spec)) == sight


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("sees=eyes", "sees"),
        ("picture=cards", "picture is for a seat that sees a picture; give it sees=picture, too"),
        ("sees=picture&picture=photo-6", "picture"),
        ("sees=picture&picture_seed=1", "picture_seed is for a photo"),
    ],
)
def test_a_spec_that_says_nothing_of_sight_is_refused(query: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        AgentConfig.parse(f"openai/x?{query}")


def test_words_alone_and_a_clean_picture_are_not_written_so_that_an_agent_has_one_label() -> None:
    assert AgentConfig.parse("vector?sees=words").label == "vector"
    assert AgentConfig.parse("vector?sees=picture&picture=clean").label == "vector?sees=picture"
    assert AgentConfig.parse("x/y?sees=picture+words&picture=photo").label == ("x/y?sees=picture+words&picture=photo-2")


@pytest.mark.parametrize("name", FONTS)
def test_each_bundled_font_has_the_characters_of_its_list_and_a_size_that_the_notice_states(name: str) -> None:
    ttfont: Any = pytest.importorskip("fontTools.ttLib")
    folder = files("codenames_agents") / "data/fonts"
    data = (folder / name).read_bytes()
    listed: set[int] = set()
    for item in (folder / f"{name}.characters").read_text("ascii").split():
        first, _, last = item.partition("-")
        listed.update(range(int(first, 16), int(last or first, 16) + 1))
    assert listed == set(ttfont.TTFont(io.BytesIO(data)).getBestCmap())
    assert f"| `{name}` | {len(data):,} bytes |" in (folder / "NOTICE.md").read_text("utf-8")


PIXELS = {
    (Seat.RED_CLUER, "clean"): "bc2311158e734aab34c720a5608b1d8d246a44a34b226f69e0b30078a6d50ac9",
    (Seat.RED_CLUER, "cards"): "96d40433a79b31aad057b7da7c814ba3f51759f24ac1180a2e0d9d68261e62c1",
    (Seat.RED_GUESSER_1, "clean"): "375bcc7ef44f66ddd70787d470309e635ae97cc9d1d14f5b3ee6a4c73d181ea4",
    (Seat.RED_GUESSER_1, "cards"): "88bc29d041ce58f7cf1d4dd98fb88cac62d7632da915bed62b4cbd46f6de30b4",
}
"""Of Pillow 13.0.0 with FreeType 2.14.3: others may place a pixel of a letter otherwise."""


@pytest.mark.parametrize(("seat", "style"), PIXELS)
def test_the_pixels_of_a_picture_are_those_of_every_machine_with_these_versions(seat: Seat, style: Any) -> None:
    pillow, features = pytest.importorskip("PIL"), pytest.importorskip("PIL.features")
    if (pillow.__version__, features.version("freetype2")) != ("13.0.0", "2.14.3"):
        pytest.skip("the pixels are pinned for Pillow 13.0.0 with FreeType 2.14.3")
    picture = drawn(seat, PictureLook(style), clue(Team.RED), touch(Team.RED, "ANCHOR"), touch(Team.RED, "CANDLE"))
    assert picture.facts.sha256 == PIXELS[seat, style]
