"""How games go: words found by turn, clues by number, stated chances against what came, and the hardest words."""

from collections.abc import Iterator, Sequence
from typing import Final

from codenames_core.text.plurals import counted
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.play.calibration import Calibration
from codenames_metrics.analysis.play.clue_success import LARGEST_APART, ClueSuccess
from codenames_metrics.analysis.play.hard_words import WordDifficulty
from codenames_metrics.analysis.play.words_by_turn import WordsByTurn
from codenames_metrics.analysis.strength import by_strength, lineups_by_strength, ordered
from codenames_metrics.report.pictures.axes import Axis, percent_axis, whole_axis
from codenames_metrics.report.pictures.interval_rows import IntervalRow, interval_rows
from codenames_metrics.report.pictures.marks import FAINT, MARK, Area, Dot, Line, Mark, Path
from codenames_metrics.report.pictures.panels import HEIGHT, WIDTH, Panel, panels
from codenames_metrics.report.pictures.sheet import Cell, Picture, sheet
from codenames_metrics.report.pictures.words import (
    MOST_PANELS,
    MOST_ROWS,
    games_note,
    left_out_note,
    lineup_names,
)
from codenames_metrics.statistics.intervals import Interval

FEWEST_MEANT: Final = 10
"""Clues for a word below which it is not drawn."""
_WORDS: Final = ("mode", "lineup", "turn", "mean_words", "std", "low", "high", "still_playing", "games", "boards")
_SUCCESS: Final = ("cluer", "number", "clues", "worked_out", "share", "low", "high", "words_found", "boards")
_CALIBRATION: Final = (
    *("cluer", "bin_from", "bin_to", "clues", "mean_chance", "worked_out", "share", "low", "high", "boards"),
    *("all_clues", "brier_score", "reliability", "resolution", "uncertainty", "within_bins"),
)
_HARD: Final = ("word", "meant", "missed", "share", "low", "high", "boards")
_BY_ITSELF: Final = "95 % intervals, each by itself"


def words_by_turn_picture(board: Leaderboard, mode: str, counts: Sequence[WordsByTurn]) -> Picture:
    """Return how many words line-ups have found after each of their turns, in one mode."""
    by_name = {one.lineup: one for one in counts}
    names = ordered(by_name, lineups_by_strength(board))
    across = whole_axis("own turns", 0, max((len(one.turns) for one in counts), default=1))
    up = whole_axis("own words found (mean)", 0, 9, most=3)
    means = {name: _curve(by_name[name], across, up) for name in names}
    plots = [
        Panel(
            lineup_names(name),
            (
                *(Path(means[other], ink="#b0b0b0", thickness=0.5) for other in names[:MOST_PANELS] if other != name),
                *_words_marks(by_name[name], means[name], across, up),
            ),
            (f"n = {by_name[name].games:,} on {counted(by_name[name].boards, 'board')}",),
        )
        for name in names[:MOST_PANELS]
    ]
    notes = [
        games_note(board, mode),
        f"Bands: {_BY_ITSELF} (Student's t, clustered by board). A game that is over keeps its words, and a line ends "
        "with the longest game. Thin lines: the other line-ups. Best first; not tested.",
        *left_out_note(len(names) - MOST_PANELS, "line-ups"),
    ]
    title = f"{board.name}: words found by turn, {mode.replace('_', ' ')}"
    rows = (row for name in names for row in _words_data(by_name[name]))
    return sheet(f"words_by_turn_{mode}", title, panels(plots, across, up), notes, _WORDS, rows)


def _curve(count: WordsByTurn, across: Axis, up: Axis) -> tuple[tuple[float, float], ...]:
    points = ((0.0, 0.0), *((float(after.turn), after.mean) for after in count.turns))
    return tuple((across.place(turn, WIDTH), HEIGHT - up.place(mean, HEIGHT)) for turn, mean in points)


def _words_marks(count: WordsByTurn, curve: tuple[tuple[float, float], ...], across: Axis, up: Axis) -> Iterator[Mark]:
    bands = [(across.place(after.turn, WIDTH), after.interval) for after in count.turns if after.interval]
    if bands:
        upper = [(x, HEIGHT - up.place(interval.high, HEIGHT)) for x, interval in bands]
        lower = [(x, HEIGHT - up.place(interval.low, HEIGHT)) for x, interval in reversed(bands)]
        yield Area((curve[0], *upper, *lower))
    yield Path(curve)


def _words_data(count: WordsByTurn) -> Iterator[Sequence[Cell]]:
    for after in count.turns:
        low, high = after.interval or (None, None)
        of_turn = (after.turn, after.mean, after.std, low, high, after.still_playing)
        yield (str(count.mode), count.lineup, *of_turn, count.games, count.boards)


def clue_success_picture(board: Leaderboard, successes: Sequence[ClueSuccess]) -> Picture:
    """Return how often the clues of each model work out, by their number."""
    by_name = {one.cluer: one for one in successes}
    names = ordered(by_name, by_strength(board))
    largest = f"{LARGEST_APART}+"
    ticks = tuple(
        (number, f"{number}" if number < LARGEST_APART else largest) for number in range(1, LARGEST_APART + 1)
    )
    across = Axis("number of the clue (words)", 0.5, LARGEST_APART + 0.5, ticks)
    up = percent_axis("clues that worked out (%)", 2)
    plots = [
        Panel((f"cluer {name}",), tuple(_success_marks(by_name[name], across, up)), (_counts(by_name[name]),))
        for name in names[:MOST_PANELS]
    ]
    notes = [
        games_note(board),
        f"A clue works out if as many own words are found as it says, whoever guesses. Whiskers: {_BY_ITSELF} (Wilson, "
        "clustered by board). n: clues of 1, 2, … in order. Best model first; not tested.",
        *left_out_note(len(names) - MOST_PANELS, "models"),
    ]
    rows = (row for name in names for row in _success_data(by_name[name]))
    title = f"{board.name}: success of clues by number"
    return sheet("clue_success", title, panels(plots, across, up), notes, _SUCCESS, rows)


def _counts(success: ClueSuccess) -> str:
    clues = {one.number: one.clues for one in success.numbers}
    return f"n = {', '.join(str(clues.get(number, 0)) for number in range(1, LARGEST_APART + 1))}"


def _success_marks(success: ClueSuccess, across: Axis, up: Axis) -> Iterator[Mark]:
    points = [(across.place(one.number, WIDTH), HEIGHT - up.place(one.share, HEIGHT)) for one in success.numbers]
    yield Path(tuple(points), ink=FAINT, thickness=0.6, dashes=(2, 1.5))
    for (x, y), one in zip(points, success.numbers, strict=True):
        yield from _upright(x, one.interval, up)
        yield Dot(x, y, 2.0)


def _upright(x: float, interval: Interval | None, up: Axis) -> Iterator[Mark]:
    if interval is not None:
        low, high = (HEIGHT - up.place(end, HEIGHT) for end in interval)
        yield Line(x, low, x, high, thickness=1.0)
        for end in (low, high):
            yield Line(x - 2, end, x + 2, end, thickness=0.8)


def _success_data(success: ClueSuccess) -> Iterator[Sequence[Cell]]:
    for one in success.numbers:
        low, high = one.interval or (None, None)
        of_number = (one.number, one.clues, one.worked_out, one.share, low, high, one.words_found)
        yield (success.cluer, *of_number, success.boards)


def calibration_picture(board: Leaderboard, calibrations: Sequence[Calibration]) -> Picture:
    """Return the reliability diagram of the chances that cluers stated, with the parts of their Brier scores."""
    by_name = {one.cluer: one for one in calibrations}
    names = ordered(by_name, by_strength(board))
    across, up = percent_axis("stated chance of the clue (%)", 2), percent_axis("clues that worked out (%)", 2)
    plots = [
        Panel((f"cluer {name}",), tuple(_calibration_marks(by_name[name], across, up)), _parts(by_name[name]))
        for name in names[:MOST_PANELS]
    ]
    notes = [
        games_note(board),
        "Dots: clues by tenths of the stated chance, the larger the more; on the line, chances are what comes. "
        f"Whiskers: {_BY_ITSELF} (Wilson, clustered by board). Brier score = reliability (0 is perfect) − resolution "
        "(large is good) + uncertainty, and what is left within tenths (Murphy 1973). Best model first; not tested.",
        *left_out_note(len(names) - MOST_PANELS, "models"),
    ]
    rows = (row for name in names for row in _calibration_data(by_name[name]))
    title = f"{board.name}: stated chances of clues against what came of them"
    return sheet("reliability", title, panels(plots, across, up), notes, _CALIBRATION, rows)


def _parts(one: Calibration) -> tuple[str, ...]:
    parts = one.parts
    return (
        f"Brier {parts.score:.3f}, n = {parts.forecasts:,}",
        f"= {parts.reliability:.3f} − {parts.resolution:.3f} + {parts.uncertainty:.3f}",
        f"{'+' if parts.within_bins >= 0 else '−'} {abs(parts.within_bins):.3f} within tenths",
    )


def _calibration_marks(one: Calibration, across: Axis, up: Axis) -> Iterator[Mark]:
    yield Line(0, HEIGHT, WIDTH, 0, ink=FAINT, thickness=0.5, dashes=(2, 1.5))
    most = max(inside.forecasts for inside in one.parts.bins)
    for inside, interval in zip(one.parts.bins, one.intervals, strict=True):
        x, y = across.place(inside.mean_chance, WIDTH), HEIGHT - up.place(inside.share, HEIGHT)
        yield from _upright(x, interval, up)
        yield Dot(x, y, 1.2 + 2.2 * (inside.forecasts / most) ** 0.5, fill=MARK)


def _calibration_data(one: Calibration) -> Iterator[Sequence[Cell]]:
    parts = one.parts
    for inside, interval in zip(parts.bins, one.intervals, strict=True):
        low, high = interval or (None, None)
        of_bin = (inside.forecasts, inside.mean_chance, inside.happened, inside.share, low, high, one.boards)
        whole = (
            parts.forecasts,
            parts.score,
            parts.reliability,
            parts.resolution,
            parts.uncertainty,
            parts.within_bins,
        )
        yield (one.cluer, inside.place / 10, (inside.place + 1) / 10, *of_bin, *whole)


def hard_words_picture(board: Leaderboard, words: Sequence[WordDifficulty]) -> Picture:
    """Return the words that are missed most often, the hardest first."""
    drawn = [word for word in words if word.meant >= FEWEST_MEANT][:MOST_ROWS]
    shown = [
        IntervalRow(
            f"{one.word}, {counted(one.boards, 'board')}",
            one.share,
            one.interval,
            f"{100 * one.share:.0f} ({one.missed} / {one.meant})",
        )
        for one in drawn
    ]
    notes = [
        games_note(board),
        f"Words of the board that clues were meant for and that were not found in the turn, all teams; at least "
        f"{FEWEST_MEANT} clues. Whiskers: {_BY_ITSELF} (Wilson, clustered by board; wide for a word of one or two "
        "boards). Not tested: the extremes of many words look more extreme than they are.",
        *left_out_note(len(words) - len(drawn), "words"),
    ]
    rows = ((one.word, one.meant, one.missed, one.share, *(one.interval or (None, None)), one.boards) for one in words)
    body = interval_rows({"": shown}, percent_axis("times missed, of times meant (%)"))
    return sheet("hard_words", f"{board.name}: hardest board words", body, notes, _HARD, rows)
