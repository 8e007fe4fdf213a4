"""Moving pictures show at each moment what the game was then, and stay small; no text of a game acts in them."""

import io
from itertools import accumulate
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from tests.exports.hostile import ATTACKS, attacked, records

from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import InputError
from codenames_tui.exports.moving.animated_svg import seen_parts, to_animated_svg
from codenames_tui.exports.moving.gif import LARGEST, to_gif
from codenames_tui.exports.moving.playing import frames_of
from codenames_tui.exports.moving.scene import HEIGHT, WIDTH
from codenames_tui.exports.moving.shapes import Lettering, RoundedBox, width_of_words, wrapped
from codenames_tui.exports.turns import Turns, turns_of
from codenames_tui.library.samples import SAMPLES, sample_path

SVG = "{http://www.w3.org/2000/svg}"
few = hypothesis_settings(max_examples=20)


@pytest.fixture(scope="module")
def comeback() -> EpisodeRecord:
    return EpisodeRecord.load(sample_path("comeback"))


def texts_of(parts: object) -> list[str]:
    assert isinstance(parts, tuple)
    return [shape.text for part in parts for shape in part if isinstance(shape, Lettering)]


def sound(picture: str) -> None:
    root = ElementTree.fromstring(picture)  # noqa: S314
    assert {element.tag for element in root.iter()} <= {
        SVG + tag for tag in ("svg", "title", "style", "rect", "g", "text")
    }
    names = {name for element in root.iter() for name in element.attrib}
    assert not any(name.startswith("on") or "href" in name for name in names)
    style = root.find(f"{SVG}style")
    assert style is not None
    assert "url" not in (style.text or "")
    assert "import" not in (style.text or "")


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_acts_in_a_moving_picture(attack: str) -> None:
    sound(to_animated_svg(attacked(attack), 1.0))


@given(record=records())
@few
def test_no_text_of_a_game_acts_in_a_moving_picture(record: EpisodeRecord) -> None:
    sound(to_animated_svg(record, 1.0))


def test_each_frame_shows_what_the_game_was_then(comeback: EpisodeRecord) -> None:
    frames = frames_of(comeback, 1.0)
    assert len(frames) == len(comeback.public_transcript) + 1
    assert {"RED 9 left", "BLUE 8 left", "turn 1 · event 0 of 56"} <= {*texts_of(frames[0].parts)}
    assert {"BUS ×3", "0 of 3", "RED guesser 2  ✓ agrees", "8%"} <= {*texts_of(frames[22].parts)}
    assert {"RED WINS", "100%", "✓ DROP: red, right"} <= {*texts_of(frames[56].parts)}


def test_a_part_is_seen_in_the_frames_that_have_it_and_in_no_other(comeback: EpisodeRecord) -> None:
    frames = frames_of(comeback, 1.0)
    seen = seen_parts(frames)
    for index, frame in enumerate(frames):
        assert {part for (begin, end), part in seen if begin <= index < end} == {*frame.parts}


def test_nothing_lies_outside_of_the_picture_and_no_words_are_wider_than_their_box(comeback: EpisodeRecord) -> None:
    for frame in frames_of(comeback, 1.0):
        for part in frame.parts:
            for shape in part:
                assert shape.x >= 0
                assert 0 <= shape.y <= HEIGHT
                if isinstance(shape, RoundedBox):
                    assert shape.x + shape.width <= WIDTH
                    assert shape.y + shape.height <= HEIGHT


def test_speech_is_seen_for_the_pace_and_the_end_for_longer(comeback: EpisodeRecord) -> None:
    seconds = [frame.seconds for frame in frames_of(comeback, 2.0, Turns(1, 1))]
    assert seconds == [2.0, 1.4, 2.0, 2.0, 2.0, 1.4, 6.0]
    whole = [*accumulate(seconds)][-1]
    assert f"{whole:g}s step-end infinite" in to_animated_svg(comeback, 2.0, Turns(1, 1))


@pytest.mark.parametrize(("turns", "begins", "ends"), [(None, 0, 56), (Turns(7, 7), 51, 56), (Turns(2, 3), 6, 27)])
def test_some_turns_can_be_shown_alone(comeback: EpisodeRecord, turns: Turns | None, begins: int, ends: int) -> None:
    frames = frames_of(comeback, 1.0, turns)
    shown = [text for frame in (frames[0], frames[-1]) for text in texts_of(frame.parts) if " · event " in text]
    assert [text.split()[4] for text in shown] == [str(begins), str(ends)]


def test_turns_that_there_are_not_are_refused(comeback: EpisodeRecord) -> None:
    for turns in (Turns(0, 1), Turns(3, 2), Turns(1, 8)):
        with pytest.raises(InputError, match="the episode has turns 1 to 7"):
            frames_of(comeback, 1.0, turns)
    for text in ("", "x", "1-", "1-2-3", "٣"):
        with pytest.raises(InputError, match="as in 3-5"):
            turns_of(text)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_moving_picture_is_small_and_always_the_same(name: str) -> None:
    record = EpisodeRecord.load(sample_path(name))
    picture = to_animated_svg(record, 1.0)
    assert len(picture.encode()) <= LARGEST
    assert to_animated_svg(record, 1.0) == picture


def test_a_gif_has_every_frame_for_its_time_is_small_and_always_the_same(comeback: EpisodeRecord) -> None:
    image = pytest.importorskip("PIL.Image")
    turns = Turns(6, 7)
    data = to_gif(comeback, 1.0, turns)
    assert to_gif(comeback, 1.0, turns) == data
    assert len(data) <= LARGEST
    frames = frames_of(comeback, 1.0, turns)
    with image.open(io.BytesIO(data)) as picture:
        assert (picture.size, picture.n_frames, picture.info["loop"]) == ((WIDTH, HEIGHT), len(frames), 0)
        shown = []
        for index, frame in enumerate(frames):
            picture.seek(index)
            shown.append(picture.convert("RGB"))
            assert picture.info["duration"] == round(frame.seconds * 1000)
    assert shown[1].getpixel((300, 82)) == (31, 98, 176), "BLUE's clue on stage"
    assert shown[-1].getpixel((300, 82)) == (179, 53, 46), "RED has won"


def test_words_are_wrapped_and_what_does_not_fit_ends_in_an_ellipsis() -> None:
    lines = wrapped("one two three four five six seven eight nine ten", 15, 90, 3)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert all(width_of_words(line, 15) <= 90 for line in lines)
    assert "".join(wrapped("x" * 40, 15, 90, 9)) == "x" * 40
