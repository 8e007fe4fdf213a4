"""The pictures of a report: what is in them is in their data, and nothing from outside leaves its room."""

import csv
import io
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.bench.boards_played import board_of, round_robin
from tests.bench.pictured import MODELS, small_board, small_gallery, small_play
from tests.examples import examples
from tests.golden.regenerate import FOLDER
from tests.tui.colours import contrast
from textual.color import Color

from codenames_core.support.errors import InputError
from codenames_metrics.analysis.play.play import Play
from codenames_metrics.report.pictures import pdf
from codenames_metrics.report.pictures.axes import amount_axis
from codenames_metrics.report.pictures.efficiency import MEASURED, efficiency_picture, paid_lineups, pareto_front
from codenames_metrics.report.pictures.files import csv_text
from codenames_metrics.report.pictures.fitting import fitted, name_lines, width_of, wrapped
from codenames_metrics.report.pictures.gallery import draw_gallery
from codenames_metrics.report.pictures.head_to_head import _cell
from codenames_metrics.report.pictures.interval_rows import LEFT, PLOT
from codenames_metrics.report.pictures.marks import Area, Box, Dot, Line, Mark, Text
from codenames_metrics.report.pictures.marks import Path as Lines
from codenames_metrics.report.pictures.of_play import words_by_turn_picture
from codenames_metrics.report.pictures.sheet import MARGIN, Picture
from codenames_metrics.report.pictures.svg import svg_text
from codenames_metrics.run_folder.spending import LineupSpending

GALLERY = small_gallery()
BY_NAME = {picture.name: picture for picture in GALLERY.pictures}
NAMES = {
    *("win_rates", "win_rates_mixed_cluer", "head_to_head_standard_homogeneous", "head_to_head_standard_mixed_cluer"),
    *("words_by_turn_standard", "clue_success", "reliability", "efficiency", "hard_words", "forfeits"),
}
DRAWN = {"svg", "title", "g", "rect", "text", "line", "circle", "polygon", "polyline"}
HOSTILE = (
    "<script>alert(1)</script>",
    "quote\"'<&>\ufffe]]>",
    "\x1b[31mred\u202e",
    "$\\frac{1}{0}$ {} %s",
    "m" * 300,
    "openrouter/meta-llama/llama-4-maverick-17b-128e-instruct:free@2025-04-05?temperature=0.7",
    "水" * 90,
    "\ufdfd" * 40,
    "👩‍👩‍👧" * 30,
    "Z̴̡̢̛̗͍͇̟͈̗̬̪̹̻͋̀̓͗̓ " * 20,
)


def texts(picture: Picture) -> list[str]:
    return [mark.text for mark in picture.marks if isinstance(mark, Text)]


def told(picture: Picture) -> str:
    return " ".join(texts(picture))


def data(picture: Picture) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_text(picture))))


@pytest.mark.parametrize("name", sorted(NAMES))
def test_pictures_are_what_they_were(name: str) -> None:
    assert svg_text(BY_NAME[name]) == (FOLDER / f"picture-{name}.svg").read_text("utf-8")


def test_there_is_a_picture_of_everything_there_are_data_for() -> None:
    assert set(BY_NAME) == NAMES
    assert GALLERY.left_out == ()


def test_what_has_no_data_is_left_out_with_a_reason() -> None:
    gallery = draw_gallery(small_board(), Play())
    assert {picture.name for picture in gallery.pictures} == {
        name for name in NAMES if name.startswith(("win", "head"))
    }
    assert len(gallery.left_out) == 6
    assert "Reliability of stated chances: no cluer stated the chance of a clue." in gallery.left_out
    without = draw_gallery(
        small_board(),
        small_play()._replace(
            forfeits=tuple(
                one._replace(forfeited=0, failed_decisions=0, refused_tries=0) for one in small_play().forfeits
            )
        ),
    )
    assert "Forfeited turns: every seat gave a usable answer on the first try." in without.left_out


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_picture_says_of_how_many_games_and_boards_it_is_and_which_intervals_it_has(name: str) -> None:
    said = told(BY_NAME[name])
    assert re.search(r"\d+ games on 24 boards", said)
    assert "95 % intervals" in said
    assert "%)" in said or "(mean)" in said  # the unit of an axis
    if not name.startswith(("win_rates", "head_to_head")):
        assert "not tested" in said.lower()


def test_who_gives_clues_and_who_guesses_is_named_in_mixed_teams() -> None:
    assert "1. cluer gpt, guessers llama" in texts(BY_NAME["win_rates_mixed_cluer"])
    assert "cluer gpt, guessers llama" in texts(BY_NAME["head_to_head_standard_mixed_cluer"])


def test_line_ups_stand_in_the_order_of_their_strength_and_say_what_is_told_apart() -> None:
    rows = data(BY_NAME["win_rates"])
    rates = [float(row["win_rate"]) for row in rows]
    assert rates == sorted(rates, reverse=True)
    remarks = [text for text in texts(BY_NAME["win_rates"]) if text.startswith("n = ")]
    for row, remark in zip(rows, remarks, strict=True):
        assert ("told apart from all others" in remark) is (row["not_told_apart_from"] == "")
        assert f"n = {row['games']} on {row['boards']} boards" in remark
    keys = [text for text in texts(BY_NAME["head_to_head_standard_homogeneous"]) if text in {"gpt", "llama", "random"}]
    assert keys == [row["lineup"] for row in rows]


def test_the_data_of_win_rates_are_what_is_drawn() -> None:
    picture = BY_NAME["win_rates"]
    places = [mark.x for mark in picture.marks if isinstance(mark, Dot)]
    rows = data(picture)
    assert places == pytest.approx([MARGIN + LEFT + PLOT * float(row["win_rate"]) for row in rows])
    for row in rows:
        low, high = (100 * float(row[end]) for end in ("low", "high"))
        assert f"{100 * float(row['win_rate']):.1f} ({low:.1f} – {high:.1f})" in texts(picture)


def test_the_games_of_a_picture_of_win_rates_are_those_that_its_rows_count() -> None:
    for name in ("win_rates", "win_rates_mixed_cluer"):
        contests = sum(int(row["games"]) for row in data(BY_NAME[name])) // 2  # each game has two sides
        assert f"{contests:,} games on 24 boards between different line-ups." in told(BY_NAME[name])
    assert f"{small_board().finished:,} games on 24 boards." in told(BY_NAME["hard_words"])
    other = words_by_turn_picture(small_board(), "single_guesser", small_play().words_by_turn)
    assert "0 games on 24 boards." in told(other)


def test_the_numbers_of_a_map_are_read_on_every_grey() -> None:
    for share in range(101):
        box, number = _cell(0, 0, 26, share / 100, is_apart=False)
        assert isinstance(box, Box)
        assert isinstance(number, Text)
        assert contrast(Color.parse(box.fill), Color.parse(number.ink)) >= 4


def test_seconds_are_said_to_be_measured_where_they_are_drawn() -> None:
    assert MEASURED in told(BY_NAME["efficiency"])
    unmeasured = [LineupSpending(name, 48, 8000.0, 0.25, None) for name in MODELS]
    without = efficiency_picture(small_board(), paid_lineups(small_board(), unmeasured))
    assert MEASURED not in told(without)
    assert "Not known of any line-up: answering in a game." in told(without)


def test_letters_of_line_ups_that_took_the_same_and_won_alike_stand_apart() -> None:
    board = board_of(round_robin(dict.fromkeys(MODELS, 5), 24))
    alike = [LineupSpending(name, 48, 8000.0, 0.25, 90.0) for name in MODELS]
    assert not list(crowded(efficiency_picture(board, paid_lineups(board, alike))))


def test_the_data_of_a_map_are_what_is_drawn() -> None:
    picture = BY_NAME["head_to_head_standard_homogeneous"]
    shown = texts(picture)
    rows = data(picture)
    for row in rows:
        share = float(row["win_rate_of_first"])
        assert {f"{100 * share:.0f}", f"{100 * (1 - share):.0f}"} <= set(shown)
    apart = sum(row["verdict"] == "differ" for row in rows)
    assert apart > 0
    frames = [mark for mark in picture.marks if isinstance(mark, Box) and mark.thickness == 1.3]
    assert len(frames) == 2 * apart


def test_the_data_of_the_others_hold_what_is_written() -> None:
    assert {row["brier_score"] for row in data(BY_NAME["reliability"])} == {
        "0.1115"
    }  # (0.0025 + 0.4225 + 0.1225 + 0.01) / 5
    assert "Brier 0.112, n = 5" in texts(BY_NAME["reliability"])
    assert [row["share"] for row in data(BY_NAME["hard_words"])] == ["0.0", "0.25", "0.5"]
    assert {"0 (0 / 20)", "25 (5 / 20)", "50 (10 / 20)"} <= set(texts(BY_NAME["hard_words"]))
    assert {(row["number"], row["share"]) for row in data(BY_NAME["clue_success"])} == {("1", "0.9"), ("5", "0.2")}
    assert "3.0 (6 / 200)" in texts(BY_NAME["forfeits"])
    front = {row["lineup"]: row["on_front_of_tokens"] for row in data(BY_NAME["efficiency"])}
    assert front == {"gpt": "true", "llama": "true"}
    assert [row["cost_usd"] for row in data(BY_NAME["efficiency"])] == ["0.25", ""]


def test_every_share_of_a_csv_is_a_fraction_and_every_row_has_all_columns() -> None:
    for picture in GALLERY.pictures:
        rows = list(csv.reader(io.StringIO(csv_text(picture))))
        assert len(rows) > 1
        assert {len(row) for row in rows} == {len(picture.columns)}
        for row in data(picture):
            for name in ("low", "high", "share", "win_rate"):
                if row.get(name) and picture.name != "words_by_turn_standard":
                    assert 0 <= float(row[name]) <= 1


def reach(mark: Mark) -> Iterator[tuple[float, float]]:
    """The corners of the room that a mark takes."""
    match mark:
        case Line():
            yield from ((mark.x1, mark.y1), (mark.x2, mark.y2))
        case Box():
            yield from ((mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height))
        case Dot():
            yield from ((mark.x - mark.radius, mark.y - mark.radius), (mark.x + mark.radius, mark.y + mark.radius))
        case Area() | Lines():
            yield from mark.points
        case Text():
            width = width_of(mark.text, mark.size, bold=mark.bold)
            before = {"start": 0.0, "middle": width / 2, "end": width}[mark.anchor]
            if mark.upwards:
                yield from ((mark.x - mark.size, mark.y + before), (mark.x, mark.y + before - width))
            else:
                yield from ((mark.x - before, mark.y - mark.size), (mark.x - before + width, mark.y + 0.25 * mark.size))


def crowded(picture: Picture) -> Iterator[tuple[str, str]]:
    """The texts that run into each other: beside each other there are three points between them."""
    rooms = [(mark.text, *sides(mark)) for mark in picture.marks if isinstance(mark, Text)]
    for (one, left, top, right, bottom), (other, *room) in combinations(rooms, 2):
        if left < room[2] + 3 and room[0] < right + 3 and top < room[3] and room[1] < bottom:
            yield one, other


def sides(text: Text) -> tuple[float, float, float, float]:
    """The left, upper, right and lower ends of the letters, whose capitals are three quarters of their size."""
    (x1, y1), (x2, y2) = reach(text)
    if text.upwards:
        return x1 + 0.25 * text.size, min(y1, y2), x2, max(y1, y2)
    return x1, y1 + 0.25 * text.size, x2, y2


names = st.lists(
    st.text(min_size=1, max_size=120).filter(lambda text: text.strip()), min_size=3, max_size=3, unique=True
)


@settings(max_examples=examples(15))
@given(names)
@example([HOSTILE[0], HOSTILE[1], HOSTILE[2]])
@example([HOSTILE[3], HOSTILE[4], HOSTILE[5]])
@example([HOSTILE[6], HOSTILE[7], HOSTILE[8]])
@example([HOSTILE[9], "a + b + c", "x"])
def test_no_name_leaves_the_picture_and_none_is_more_than_text(hostile: list[str]) -> None:
    for picture in small_gallery(hostile, hostile).pictures:
        for mark in picture.marks:
            for x, y in reach(mark):
                assert -0.01 <= x <= picture.width + 0.01, mark
                assert -0.01 <= y <= picture.height + 0.01, mark
        assert not list(crowded(picture))
        tree = ElementTree.fromstring(svg_text(picture))  # noqa: S314
        assert {one.tag.rpartition("}")[2] for one in tree.iter()} <= DRAWN
        assert not any("\x1b" in (one.text or "") or "\u202e" in (one.text or "") for one in tree.iter())
        list(csv.reader(io.StringIO(csv_text(picture))))


@settings(max_examples=examples(100))
@given(st.text(max_size=200), st.floats(20, 200), st.sampled_from([6.0, 7.0, 8.0]))
def test_a_fitted_text_fits(text: str, width: float, size: float) -> None:
    assert width_of(fitted(text, width, size), size) <= width
    for lines in (wrapped(text, width, size, most=3), name_lines(text, width, size)):
        assert len(lines) <= 3
        assert all(width_of(line, size) <= width for line in lines)


def test_of_a_long_name_both_ends_are_kept() -> None:
    shown = fitted("provider/family-of-models-17b-instruct-2025-04-05", 90, 7)
    assert shown.startswith("provider")
    assert shown.endswith("-05")


@given(st.dictionaries(st.text(max_size=3), st.tuples(st.floats(0, 9), st.floats(0, 1)), min_size=1))
def test_nobody_beats_the_front_and_somebody_on_it_beats_all_others(points: dict[str, tuple[float, float]]) -> None:
    front = pareto_front(points)
    assert front
    for name, (takes, good) in points.items():
        beaten = [
            one for one in front if points[one][0] <= takes and points[one][1] >= good and points[one] != (takes, good)
        ]
        assert bool(beaten) is (name not in front)


@given(st.lists(st.floats(1e-6, 1e7), min_size=1, max_size=6))
def test_an_axis_of_amounts_holds_them_and_names_each_tick_once(amounts: list[float]) -> None:
    axis = amount_axis("seconds", amounts)
    assert axis.low <= min(amounts) * (1 + 1e-9)
    assert axis.high >= max(amounts) * (1 - 1e-9)
    assert len({shown for _, shown in axis.ticks}) == len(axis.ticks) >= 2


def test_equal_pictures_give_equal_bytes_of_pdf_with_their_fonts_and_no_date() -> None:
    pytest.importorskip("matplotlib")
    picture = BY_NAME["win_rates_mixed_cluer"]
    written = pdf.pdf_bytes(picture)
    assert written.startswith(b"%PDF-")
    assert written == pdf.pdf_bytes(small_gallery().pictures[1])
    assert b"FontFile2" in written  # TrueType, embedded
    assert b"CreationDate" not in written
    assert b"/MediaBox [ 0 0 227 " in written


def test_a_pdf_takes_any_names_as_text() -> None:
    pytest.importorskip("matplotlib")
    for one, other in zip(HOSTILE[::2], HOSTILE[1::2], strict=True):
        assert pdf.pdf_bytes(small_gallery([one, other, "c"]).pictures[0]).startswith(b"%PDF-")


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(InputError, match=re.escape("pip install 'codenames-tui[pictures]'")):
        pdf.pdf_bytes(BY_NAME["win_rates"])
