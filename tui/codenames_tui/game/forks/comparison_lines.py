"""Two games beside each other: from where they part, turn by turn, with how each ended and how well it was played."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from codenames_core.game.config import Team
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode import TeamMetrics
from codenames_metrics.game.metric_models import TEAM_METRICS
from codenames_metrics.game.side_by_side import GameComparison, Relation, TurnPair
from codenames_metrics.tables.number_formats import format_number
from codenames_tui.ui.lines.lines import EMPTY, Line, Span, cut, fit, team_style, wrap
from codenames_tui.ui.prose.narration import GameNarration
from codenames_tui.ui.wording import OneLine

_GAP: Final = " | "
_HANG: Final = 2
_RELATIONS: Final = {
    Relation.SECOND_IS_FORK: "the right one was forked from the left one",
    Relation.FIRST_IS_FORK: "the left one was forked from the right one",
    Relation.FORKS_OF_ONE: "both were forked from one game",
    Relation.ONE_BOARD: "two games on one board",
}
_METRICS: Final = (
    (TEAM_METRICS["turns"].label, "turns"),
    (TEAM_METRICS["words_cleared"].short, "words_cleared"),
    (TEAM_METRICS["avg_clue_number"].label, "avg_clue_number"),
    (TEAM_METRICS["clue_efficiency"].label, "clue_efficiency"),
    (TEAM_METRICS["guess_accuracy"].label, "guess_accuracy"),
    (TEAM_METRICS["consensus_rate"].label, "consensus_rate"),
    (TEAM_METRICS["coordination_score"].short, "coordination_score"),
    (TEAM_METRICS["theory_of_mind_score"].label, "theory_of_mind_score"),
)


def comparison_lines(
    comparison: GameComparison,
    first: GameNarration,
    second: GameNarration,
    names: tuple[str, str],
    width: int,
    line: OneLine = one_line,
) -> Iterator[Line]:
    """Yield the lines of a comparison: two columns, together at most `width` cells wide.

    Args:
        comparison: what is drawn.
        first: the game of the left column as it is told.
        second: the same of the right column.
        names: what stands above them.
        width: of a line; at least 40 are used.
        line: cleans a text for where it is shown.
    """
    column = max((width - len(_GAP)) // 2, 18)
    alike = f"alike up to event {comparison.branching_point}{_difference(comparison)}"
    yield (Span(f"{_RELATIONS[comparison.relation]}; {alike}"),)
    if comparison.rules:
        yield (Span(f"they differ in {', '.join(comparison.rules)}"),)
    yield EMPTY
    yield from _columns([line(names[0])], [line(names[1])], column, "strong")
    for pair in comparison.turns:
        yield EMPTY
        yield (Span(f"turn {pair.number}", _style_of(pair, first, second)),)
        left = _sentences(first, pair.first_at, len(pair.first), line)
        yield from _columns(left, _sentences(second, pair.second_at, len(pair.second), line), column)
    yield EMPTY
    yield from _columns([first.verdict], [second.verdict], column, "strong")
    yield EMPTY
    yield from _metrics(comparison)


def _style_of(pair: TurnPair, first: GameNarration, second: GameNarration) -> str:
    event = first.events[pair.first_at] if pair.first else second.events[pair.second_at]
    return f"{team_style(event.team)}-strong"


def _difference(comparison: GameComparison) -> str:
    if comparison.first_difference is None:
        return " and to the end"
    later = comparison.first_difference - comparison.branching_point
    return f" (and, as it happens, for {later} more)" if later else ""


def _sentences(narration: GameNarration, at: int, count: int, line: OneLine) -> list[str]:
    """Return what happened, a line each; of messages what was said first, and whether they agree."""
    lines = []
    for event in narration.events[at : at + count]:
        first, *others = event.lines or ("",)
        lines.append(f"{first} {others[-1]}" if event.kind == "message" and others else first)
    return [line(text) for text in lines]


def _columns(left: Sequence[str], right: Sequence[str], width: int, style: str = "text") -> Iterator[Line]:
    """Yield two lists of sentences beside each other, each sentence wrapped."""
    pairs = zip_longest(left, right, fillvalue="")
    for sentences in pairs:
        cells = (wrap((Span(text, style),), width, _HANG) for text in sentences)
        for here, there in zip_longest(*cells, fillvalue=EMPTY):
            yield (*fit(here, width), Span(_GAP, "rule"), *there)


def _metrics(comparison: GameComparison) -> Iterator[Line]:
    names = ["red left", "red right", "blue left", "blue right"]
    yield (Span(" " * 18 + "".join(f"{name:>12}" for name in names), "dim"),)
    sides = [game.of(team) for team in Team for game in (comparison.first, comparison.second)]
    for label, field in _METRICS:
        yield (Span(f"{cut(label.lower(), 18):<18}"), Span("".join(f"{_shown(side, field):>12}" for side in sides)))


def _shown(side: TeamMetrics, field: str) -> str:
    value: int | float | None = getattr(side, field)
    return str(value) if isinstance(value, int) else format_number(value)
