"""What a game costs against how often it is won: money, tokens and seconds, with the Pareto front of each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.standings import Place
from codenames_metrics.report.pictures.axes import Axis, amount_axis, percent_axis
from codenames_metrics.report.pictures.fitting import name_lines
from codenames_metrics.report.pictures.head_to_head import LETTERS
from codenames_metrics.report.pictures.marks import FAINT, GRID, INK, MARK, PAPER, Box, Dot, Line, Mark, Path, Text
from codenames_metrics.report.pictures.sheet import INNER, SMALL, TINY, Body, Picture, sheet
from codenames_metrics.report.pictures.words import games_note, left_out_note, lineup_phrase
from codenames_metrics.run_folder.spending import LineupSpending

MEASURES: Final[Mapping[str, str]] = {
    "cost_usd": "cost of a game (US dollars)",
    "tokens": "tokens of a game, read and written",
    "seconds": "answering in a game (s)",
}
"""Fields of `LineupSpending`, and the titles of their axes."""
MEASURED: Final = "Seconds were measured while the run was played: the same games played again have others."
_COLUMNS: Final = (
    *("lineup", "games", "cost_usd", "tokens", "seconds", "win_rate", "low", "high", "decided_games"),
    *("on_front_of_cost_usd", "on_front_of_tokens", "on_front_of_seconds"),
)
_LEFT, _HEIGHT = 22.0, 74.0
_WIDTH: Final = INNER - _LEFT - 6


class Paid(NamedTuple):
    """A line-up, what its games took, and how it stands."""

    lineup: str
    spending: LineupSpending
    place: Place

    def amount(self, measure: str) -> float | None:
        """Return what a game took."""
        amount: float | None = getattr(self.spending, measure)
        return amount


def paid_lineups(board: Leaderboard, spent: Sequence[LineupSpending]) -> list[Paid]:
    """Return the line-ups that asked models over a network and won or lost a game, the strongest first."""
    by_name = {one.lineup: one for one in spent}
    entries = [entry for composition in board.compositions for entry in composition.entries]
    found = [
        Paid(entry.lineup, by_name[entry.lineup], entry)
        for entry in entries
        if entry.lineup in by_name and entry.win_rate is not None
    ]
    return sorted(found, key=lambda one: -(one.place.win_rate or 0.0))


def pareto_front(points: Mapping[str, tuple[float, float]]) -> set[str]:
    """Return the names of the points that none beats: none is as cheap and better, or cheaper and as good.

    >>> sorted(pareto_front({"a": (1.0, 0.4), "b": (2.0, 0.6), "c": (2.0, 0.5), "d": (3.0, 0.6)}))
    ['a', 'b']

    Args:
        points: what each takes, and how good it is.
    """
    return {
        name
        for name, (takes, good) in points.items()
        if not any(
            other_takes <= takes and other_good >= good and (other_takes, other_good) != (takes, good)
            for other_takes, other_good in points.values()
        )
    }


def efficiency_picture(board: Leaderboard, paid: Sequence[Paid]) -> Picture:
    """Return what games took against win rates, a plot for each measure that is known of somebody."""
    drawn = paid[: len(LETTERS)]
    letters = {one.lineup: LETTERS[place] for place, one in enumerate(drawn)}
    marks: list[Mark] = []
    y = 2.0
    unknown = []
    for measure, title in MEASURES.items():
        known = [one for one in drawn if one.amount(measure) is not None]
        if not known:
            unknown.append(measure)
            continue
        marks += _plot(known, measure, title, letters, y)
        y += _HEIGHT + 26
    for one in drawn:
        lines = name_lines(lineup_phrase(one.lineup), INNER - 12, SMALL, most=3)
        for place, line in enumerate(lines):
            y += 8.5
            if place == 0:
                marks.append(Text(4, y, letters[one.lineup], SMALL, anchor="middle", bold=True))
            marks.append(Text(12, y, line, SMALL))
    notes = [
        games_note(board),
        "Means over the games of a line-up, its own side alone, repeated requests included. Whiskers: 95 % intervals "
        "of the win rate that hold together (Wilson, Bonferroni, clustered by board). Filled: on the Pareto front, "
        "where none is as good for less; the front itself is not tested. Offline agents are left out.",
        *([MEASURED] if "seconds" not in unknown else []),
        *([f"Not known of any line-up: {', '.join(map(_in_short, unknown))}."] if unknown else []),
        *left_out_note(len(paid) - len(drawn), "line-ups"),
    ]
    title = f"{board.name}: what a game takes against win rate"
    return sheet("efficiency", title, Body(tuple(marks), y + 4), notes, _COLUMNS, _data(paid))


def _in_short(measure: str) -> str:
    return MEASURES[measure].partition(" (")[0].partition(",")[0]


def front_of(paid: Sequence[Paid], measure: str) -> set[str]:
    """Return the line-ups on the Pareto front of a measure, among those of which it is known."""
    known = {
        one.lineup: (amount, one.place.win_rate or 0.0) for one in paid if (amount := one.amount(measure)) is not None
    }
    return pareto_front(known)


def _plot(known: Sequence[Paid], measure: str, title: str, letters: Mapping[str, str], top: float) -> Iterator[Mark]:
    amounts = {one.lineup: one.amount(measure) or 0.0 for one in known}
    across, up = amount_axis(title, amounts.values()), percent_axis("won (%)", 2)
    yield from _frame(across, up, top)
    front = front_of(known, measure)
    places = {
        one.lineup: (
            _LEFT + across.place(amounts[one.lineup], _WIDTH),
            top + _HEIGHT - up.place(one.place.win_rate or 0.0, _HEIGHT),
        )
        for one in known
    }
    yield Path(tuple(_steps(sorted(places[name] for name in front))), ink=FAINT, thickness=0.8, dashes=(2, 1.5))
    written: list[Text] = []
    for one in known:
        x, y = places[one.lineup]
        if interval := one.place.win_rate_simultaneous_ci:
            low, high = (top + _HEIGHT - up.place(end, _HEIGHT) for end in interval)
            yield Line(x, low, x, high, thickness=0.8)
        yield Dot(x, y, 2.6, fill=MARK if one.lineup in front else PAPER)
        beside = _beside(x, y, letters[one.lineup], top, written)
        written.append(beside)
        yield beside


def _beside(x: float, y: float, letter: str, top: float, written: Sequence[Text]) -> Text:
    """Return a letter at the first corner of its dot that is inside of the plot and that no other letter has taken."""
    corners = [
        Text(x + right, y + down, letter, SMALL, "start" if right > 0 else "end", bold=True)
        for right in (4, -4)
        for down in (-3, 8, 15, -10, 22)
    ]
    inside = [
        text
        for text in corners
        if _LEFT + 6 <= text.x + (6 if text.anchor == "start" else 0) <= _LEFT + _WIDTH
        and top + 6 < text.y < top + _HEIGHT - 1
    ]
    free = [text for text in inside if all(abs(text.x - one.x) > 7 or abs(text.y - one.y) >= 7 for one in written)]
    return (free or inside or corners)[0]


def _steps(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield the corners of the front: who pays more has at least what it had for less."""
    for place, (x, y) in enumerate(points):
        if place:
            yield x, points[place - 1][1]
        yield x, y


def _frame(across: Axis, up: Axis, top: float) -> Iterator[Mark]:
    for value, shown in up.ticks:
        y = top + _HEIGHT - up.place(value, _HEIGHT)
        yield Line(_LEFT, y, _LEFT + _WIDTH, y, ink=GRID, thickness=0.5)
        yield Text(_LEFT - 2, y + 2, shown, TINY, anchor="end")
    yield Box(_LEFT, top, _WIDTH, _HEIGHT, ink=FAINT, thickness=0.5)
    for value, shown in across.ticks:
        x = _LEFT + across.place(value, _WIDTH)
        yield Line(x, top + _HEIGHT, x, top + _HEIGHT + 2, ink=INK, thickness=0.5)
        yield Text(x, top + _HEIGHT + 8, shown, TINY, anchor="middle")
    yield Text(_LEFT + _WIDTH / 2, top + _HEIGHT + 17, across.title, SMALL, anchor="middle")
    yield Text(6, top + _HEIGHT / 2, up.title, SMALL, anchor="middle", upwards=True)


def _data(paid: Sequence[Paid]) -> Iterator[tuple[str | float | int | bool | None, ...]]:
    fronts = [front_of(paid, measure) for measure in MEASURES]
    for one in paid:
        low, high = one.place.win_rate_simultaneous_ci or (None, None)
        yield (
            *(one.lineup, one.spending.games, one.spending.cost_usd, one.spending.tokens, one.spending.seconds),
            *(one.place.win_rate, low, high, one.place.games),
            *(one.lineup in front for front in fronts),
        )
