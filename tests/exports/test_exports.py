"""Every format shows the whole game, as it is, and nothing of a game can act in the program that opens it."""

import base64
import hashlib
import io
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from markdown_it import MarkdownIt
from tests.exports.hostile import ATTACKS, attacked, records

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.events import DiscussionMessage, Guess
from codenames_core.game.timeline import Timeline
from codenames_core.text.sanitiser import clean, one_line
from codenames_tui.exports.cast import CAST_SIZE, to_cast
from codenames_tui.exports.colours import ink
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.markdown import literal, to_markdown
from codenames_tui.exports.moving.shapes import Lettering
from codenames_tui.exports.page.game_page import to_html
from codenames_tui.exports.page.preview import named_preview
from codenames_tui.exports.picture import Pictures, Size
from codenames_tui.exports.svg import to_svg
from codenames_tui.library.samples import SAMPLES, sample_path
from codenames_tui.ui.lines.lines import plain, width_of
from codenames_tui.ui.prose.narration import narrate

OUR_SEQUENCES: Final = re.compile(r"\x1b\[(\?25[lh]|2J|[\d;]+[Hm])")
FORMATS: Final[dict[str, Callable[[EpisodeRecord], str]]] = {
    "md": to_markdown,
    "html": to_html,
    "cast": lambda record: "".join(to_cast(record, 1.0)),
    "svg": to_svg,
}
few = hypothesis_settings(max_examples=40)


@pytest.fixture(scope="module")
def comeback() -> EpisodeRecord:
    return EpisodeRecord.load(sample_path("comeback"))


class Page(HTMLParser):
    """The tags, attributes and texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def sound_html(page: str) -> None:
    """Only our own elements and attributes are there, and the policy allows only what is on the page."""
    parsed = Page(page)
    assert parsed.tags.count("script") == 2
    assert page.lower().count("<script") == page.lower().count("</script") == 2
    ours = (
        "html head meta title link style body a header h1 h2 h3 nav main section div p span b strong ol ul li "
        "button input svg path rect g defs clippath footer details summary dl dt dd kbd code script"
    )
    assert set(parsed.tags) <= set(ours.split())
    assert {name for name, _ in parsed.attributes if name.startswith("on")} == set()
    assert {"src", "style", "action", "srcdoc"}.isdisjoint(name for name, _ in parsed.attributes)
    assert {value for name, value in parsed.attributes if name == "href"} == {"#talk", "data:,"}
    json.loads(page.partition('id="game">')[2].partition("</script>")[0])


def sound_svg(picture: str) -> None:
    root = ElementTree.fromstring(picture)  # noqa: S314
    ours = {f"{{http://www.w3.org/2000/svg}}{tag}" for tag in ("svg", "title", "desc", "rect", "g", "text")}
    assert {element.tag for element in root.iter()} <= ours
    names = {name for element in root.iter() for name in element.attrib}
    assert not any(name.startswith("on") or "href" in name for name in names)


def sound_cast(recording: str) -> None:
    header, *lines = [json.loads(line) for line in recording.splitlines()]
    assert header["version"] == 2
    seconds = [line[0] for line in lines]
    assert seconds == sorted(seconds)
    for _, kind, text in lines:
        rest = OUR_SEQUENCES.sub("", text)
        assert kind in ("o", "m")
        assert clean(rest).rstrip() == rest.rstrip().replace("\r", "")
        assert kind == "o" or rest == text


def sound_markdown(text: str) -> None:
    """Of all that Markdown can do, only headings, lists, tables, line breaks and our emphasis are in it."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    kinds = {token.type for token in tokens} | {child.type for token in tokens for child in token.children or ()}
    ours = ("heading", "paragraph", "bullet_list", "list_item", "table", "thead", "tbody", "tr", "th", "td", "em")
    allowed = {f"{name}_{side}" for name in ours for side in ("open", "close")}
    assert kinds <= allowed | {"inline", "text", "text_special", "hardbreak", "softbreak"}
    assert [token.tag for token in tokens if token.type == "heading_open"].count("h1") == 1
    emphasised = re.findall(r"(?<!\\)\*([^*\\]*)(?<!\\)\*", text)
    assert {*emphasised} <= {"meant for", "does not follow:", "in short:"}


SOUND: Final[dict[str, Callable[[str], None]]] = {
    "md": sound_markdown,
    "html": sound_html,
    "cast": sound_cast,
    "svg": sound_svg,
}


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("format", FORMATS)
def test_no_attack_acts_in_any_format(format: str, attack: str) -> None:
    SOUND[format](FORMATS[format](attacked(attack)))


@pytest.mark.parametrize("format", FORMATS)
@few
@given(record=records())
def test_no_text_of_a_game_acts_in_any_format(format: str, record: EpisodeRecord) -> None:
    exported = FORMATS[format](record)
    exported.encode()
    SOUND[format](exported)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_is_exported_in_every_format_and_always_the_same(name: str, format: str) -> None:
    record = EpisodeRecord.load(sample_path(name))
    exported = FORMATS[format](record)
    SOUND[format](exported)
    assert FORMATS[format](record) == exported


@given(record=records())
@few
def test_markdown_shows_every_text_as_it_is(record: EpisodeRecord) -> None:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    inline = [token.children or [] for token in parser.parse(to_markdown(record)) if token.type == "inline"]
    shown = "\n".join("".join(child.content or "\n" * (child.tag == "br") for child in line) for line in inline)
    for event in narrate(record).events:
        for line in event.lines:
            assert line in shown


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack.isprintable()])
def test_html_shows_every_text_as_it_is(attack: str) -> None:
    record = attacked(attack)
    texts = Page(to_html(record)).texts
    messages = [event.text for event in record.public_transcript if isinstance(event, DiscussionMessage)]
    lines = [line.strip() for text in messages for line in clean(text).split("\n") if line.strip()]
    assert lines
    assert {*lines, one_line(attack).upper()} <= {*texts}


def test_the_policy_of_the_page_allows_its_own_script_and_style_and_no_connection(comeback: EpisodeRecord) -> None:
    page = to_html(comeback)
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert found is not None
    policy = found[1]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for opening, closing in (("<style>", "</style>"), ("<script>", "</script>")):
        part = page.partition(opening)[2].partition(closing)[0]
        assert base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() in policy


def test_the_picture_of_a_link_is_in_the_page_and_shows_no_card_turned(comeback: EpisodeRecord) -> None:
    image = pytest.importorskip("PIL.Image")
    found = re.search(r'<meta property="og:image" content="data:image/png;base64,([^"]*)">', to_html(comeback))
    assert found is not None
    with image.open(io.BytesIO(base64.b64decode(found[1]))) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
        colours_of_cards = {
            picture.convert("RGB").getpixel((60 + 144 * column, 60 + 112 * row))
            for column in range(5)
            for row in range(5)
        }
    assert len(colours_of_cards) == 1
    parts = named_preview(comeback)
    said = {shape.text for part in parts for shape in part if isinstance(shape, Lettering)}
    assert {*comeback.board.words, "vector:balanced", "vector:bold"} <= said


def test_a_page_begins_with_how_the_game_goes_for_who_does_not_know_it() -> None:
    alone = to_html(EpisodeRecord.load(sample_path("single-guesser")))
    intro = alone.partition('<li class="intro"')[2].partition("</li>")[0]
    assert "Its guesser works out which ones" in intro
    assert "guesser 1" in intro
    assert "guesser 2" not in intro
    record = EpisodeRecord.load(sample_path("comeback"))
    assert "whoever turns the assassin ☠ loses at once" in to_html(record)
    safe = record.config.model_copy(update={"assassin_count": 0, "blind": True})
    page = to_html(record.model_copy(update={"config": safe}))
    assert "there is no assassin" in page
    assert "who does not know either" in page


def test_without_what_draws_a_page_has_no_picture_of_a_link(
    comeback: EpisodeRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codenames_tui.exports.page.game_page.can_draw", lambda: False)
    assert "og:image" not in to_html(comeback)


def test_markdown_has_every_event_under_the_heading_of_its_turn(comeback: EpisodeRecord) -> None:
    text = to_markdown(comeback)
    assert re.findall(r"^## Turn (\d+)", text, re.MULTILINE) == [str(number) for number in range(1, 8)]
    told = text[text.index("## Turn 1,") : text.index("## End")]
    assert len(re.findall(r"^- ", told, re.MULTILINE)) == len(comeback.public_transcript)
    assert "*meant for* TOURIST, SUBWAY, WAITER, DONKEY" in text


@pytest.mark.parametrize(
    ("text", "escaped"), [("-1", "\\-1"), ("2) x", "2\\) x"), ("x - 2.", "x - 2."), ("a:b", "a:b")]
)
def test_only_what_would_act_is_escaped(text: str, escaped: str) -> None:
    assert literal(text) == escaped


def test_a_cast_has_a_picture_for_each_position_at_the_pace_that_was_asked_for(comeback: EpisodeRecord) -> None:
    header, *lines = [json.loads(line) for line in to_cast(comeback, 0.5, begin=6)]
    outputs = [line for line in lines if line[1] == "o"]
    events = len(comeback.public_transcript)
    assert (header["width"], header["height"]) == CAST_SIZE
    assert [output[0] for output in outputs] == [0.5 * step for step in range(events - 6 + 2)]
    assert next(line[2] for line in lines if line[1] == "m") == "turn 2, red: wrong guess"


def test_a_cast_paints_the_last_picture(comeback: EpisodeRecord) -> None:
    """What a terminal shows in the end, each line put where the recording says, is the frame of the last position."""
    screen = [""] * CAST_SIZE.height
    for line in list(to_cast(comeback, 1.0))[1:-1]:
        _, kind, text = json.loads(line)
        if kind == "o":
            for row, painted in re.findall(r"\x1b\[(\d+);1H((?:(?!\x1b\[\d+;1H).)*)", text, re.DOTALL):
                screen[int(row) - 1] = OUR_SEQUENCES.sub("", painted)
    game = Timeline(comeback.initial_state(), comeback.public_transcript)
    assert [line.rstrip() for line in screen] == plain(Pictures(comeback, game, CAST_SIZE).at(len(game))).split("\n")


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("size", [Size(), Size(100, 30), Size(160, 60)])
def test_a_frame_fills_its_size_in_known_styles_at_every_position(name: str, size: Size) -> None:
    record = EpisodeRecord.load(sample_path(name))
    game = Timeline(record.initial_state(), record.public_transcript)
    for position in range(0, len(game) + 1, 5):
        lines = Pictures(record, game, size).at(position)
        assert len(lines) == size.height
        assert {width_of(line) for line in lines} == {size.width}
        assert all(re.fullmatch("#[0-9a-f]{6}", ink(span.style).background) for line in lines for span in line)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_does_not_depend_on_those_that_were_taken_before(name: str) -> None:
    record = EpisodeRecord.load(sample_path(name))
    game = Timeline(record.initial_state(), record.public_transcript)
    walked = Pictures(record, game, Size())
    for position in range(len(game) + 1):
        assert walked.at(position) == Pictures(record, game, Size()).at(position)


def test_a_picture_is_that_of_the_position(comeback: EpisodeRecord) -> None:
    assert "event 0 of 56" in to_svg(comeback, 0)
    assert "no clue yet" in to_svg(comeback, 0)
    assert "RED wins" in to_svg(comeback)


def test_the_key_is_in_no_picture_of_a_game_that_goes_on(comeback: EpisodeRecord) -> None:
    assert "☠" not in to_svg(comeback, 30)
    assert comeback.board.key["PARTY"] == "assassin"


@pytest.mark.parametrize(("begin", "opens"), [(None, 0), (12, 12), (-1, 0)])
def test_a_page_does_not_open_at_the_end_of_the_game(comeback: EpisodeRecord, begin: int | None, opens: int) -> None:
    """-1 stands for the end, which would give it away."""
    place = len(comeback.public_transcript) if begin == -1 else begin
    data = json.loads(to_html(comeback, begin=place).partition('id="game">')[2].partition("</script>")[0])
    assert data["begin"] == opens
    assert data["over"]


def test_a_page_embeds_a_card_for_each_guess_and_the_score_of_each_position(comeback: EpisodeRecord) -> None:
    data = json.loads(to_html(comeback, pace=0.5, begin=3).partition('id="game">')[2].partition("</script>")[0])
    turned = [card for card in data["turned"] if card >= 0]
    words = [event.word for event in comeback.public_transcript if isinstance(event, Guess)]
    assert [comeback.board.words[card] for card in turned] == words
    assert (data["begin"], data["pace"]) == (3, 0.5)
    assert (data["left"][0], data["left"][-1]) == ([9, 8], [0, 1])


def test_a_page_tells_on_the_stage_what_the_screen_tells(comeback: EpisodeRecord) -> None:
    """The clue stays until the next one is given, with what was found and how the turn ended."""
    data = json.loads(to_html(comeback).partition('id="game">')[2].partition("</script>")[0])
    stages = [data["stages"][index] for index in data["stage"]]
    meant = [comeback.board.words.index(word) for word in ("TOURIST", "SUBWAY", "WAITER", "DONKEY")]
    assert stages[6] == ["red", "PASSENGER", "4", "1 of 4", "TRACK was neutral, turn over", meant]
    assert data["beliefs"][0][0] == 2
    subway = comeback.board.words.index("SUBWAY")
    said = [belief for belief in data["beliefs"][0][1] if belief[0] == subway]
    assert said == [[subway, 13, 0, 0]], "0.53 of 24 steps, and the other has not spoken yet"
    assert data["chance"][-1] == 1000
    assert data["marks"][0][2] == "RED guessed TRACK: neutral"


def test_a_page_without_the_key_does_not_hold_it(comeback: EpisodeRecord) -> None:
    page = to_html(comeback, key=KeyShown.NEVER)
    data = json.loads(page.partition('id="game">')[2].partition("</script>")[0])
    revealed = {event.word for event in comeback.public_transcript if isinstance(event, Guess)}
    assert {word for word, card in zip(comeback.board.words, data["cards"], strict=True) if card} == revealed
    assert all(not stage[5] for stage in data["stages"])
    assert "meant for TOURIST" in to_html(comeback)
    assert "meant for TOURIST" not in page
    hidden = re.findall(r'<li class="([^"]*)"><span class="word">(?:PARTY|WEREWOLF|LANTERN)<', page)
    assert [re.sub(r"n\d+", "", classes).strip() for classes in hidden] == ["", "", ""]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_page_is_small(name: str) -> None:
    assert len(to_html(EpisodeRecord.load(sample_path(name))).encode()) < 400_000


def test_exports_load_neither_textual_nor_the_network(tmp_path: Path) -> None:
    from tests.interpreters import RUN_THE_COMMAND, loaded_by

    for format in FORMATS:
        command = ["export", "sample:solo", "--format", format, "--out", str(tmp_path / format)]
        assert loaded_by(RUN_THE_COMMAND, *command) & {"textual", "litellm", "httpx", "numpy"} == set()
