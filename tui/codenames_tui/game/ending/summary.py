"""How well a game was played, once it is over: a few measures of both teams, each with the count it is made of.

The numbers are those of `codenames_metrics`; here they only fall into a table, or into lines for plain mode.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codenames_core.game.board import Board
from codenames_core.game.config import TEAMS
from codenames_core.text.plurals import counted
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, team_style, width_of, wrap
from codenames_tui.ui.wording import name_of

if TYPE_CHECKING:  # what measures is loaded once there is a game to measure
    from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics

TITLE: Final = "How it was played"
UNKNOWN: Final = "–"
WEAKER: Final = "*"
"""Stands behind a score for theory of mind whose targets are not known."""
WEAKER_MEANS: Final = "targets unknown: scored by own words picked"


class Measure(NamedTuple):
    """One number of one team."""

    name: str
    value: str
    mark: str
    made_of: str
    """A part of a whole, or how many there were; empty where the number says it itself, or there is none."""


class GameSummary(NamedTuple):
    """How a game was played, in two forms: the table has the room that it needs, or the sentences stand there."""

    table: tuple[Line, ...]
    """A column for each team."""
    sentences: tuple[Line, ...]
    """One for each team, to be wrapped."""
    notes: tuple[str, ...]


def measures(metrics: "TeamMetrics") -> tuple[Measure, ...]:
    """Return what is shown of a team."""
    from codenames_metrics.game.metric_models import TEAM_METRICS

    def rate(name: str, count: str, mark: str = "") -> Measure:
        return _rate(TEAM_METRICS[name].heading.lower(), getattr(metrics, name), count, mark)

    weaker = _is_weaker(metrics)
    clues = metrics.fallback_clues if weaker else metrics.theory_of_mind_clues
    return (
        _part("clue words found", metrics.clue_words_found, metrics.clue_words_promised, " promised"),
        _part("right guesses", metrics.correct_guesses, metrics.total_guesses),
        rate("coordination_score", counted(metrics.turns, "turn")),
        rate("theory_of_mind_score", counted(clues, "clue"), WEAKER if weaker else ""),
    )


def _part(name: str, part: int, whole: int, of_what: str = "") -> Measure:
    return Measure(name, f"{part} of {whole}{of_what}" if whole else UNKNOWN, "", "")


def _rate(name: str, value: float | None, count: str, mark: str = "") -> Measure:
    return Measure(name, UNKNOWN, "", "") if value is None else Measure(name, f"{value:.2f}", mark, count)


def summary_of(metrics: "EpisodeMetrics", glyphs: Glyphs) -> GameSummary:
    """Return how both teams played, for the end of a game on the screen."""
    sides = [metrics.of(team) for team in TEAMS]
    sentences = tuple(
        (Span(f"{_heading(side)}  ", f"{team_style(side.team)}-strong"), Span(glyphs.line(_sentence(side))))
        for side in sides
    )
    return GameSummary((*_table(sides, glyphs), *_explained(sides)), sentences, (*_notes(sides), *_parent(metrics)))


def summary_lines(summary: GameSummary, width: int) -> list[Line]:
    """Return the summary in lines of at most `width` cells."""
    fits = max(map(width_of, summary.table)) <= width
    told = summary.table if fits else [line for each in summary.sentences for line in wrap(each, width, 2)]
    return [*told, *(line for note in summary.notes for line in wrap((Span(note, "dim"),), width, 2))]


def _table(sides: "Sequence[TeamMetrics]", glyphs: Glyphs) -> Iterator[Line]:
    columns = [measures(side) for side in sides]
    label_width = max(len(measure.name) for measure in columns[0]) + 1
    cells = [*map(_heading, sides), *(_cell(measure) for column in columns for measure in column)]
    width = max(map(len, cells)) + 1
    headings = (Span(_heading(side).ljust(width), f"{team_style(side.team)}-strong") for side in sides)
    yield (Span(" " * label_width), *headings)
    for row in zip(*columns, strict=True):
        numbers = [span for measure in row for span in _spans(measure, width, glyphs)]
        yield (Span(row[0].name.ljust(label_width), "dim"), *numbers)


def _heading(side: "TeamMetrics") -> str:
    return f"{name_of(side.team)} ghost" if side.is_ghost else name_of(side.team)


def _cell(measure: Measure) -> str:
    return f"{measure.value}{measure.mark or ' '}{measure.made_of}"


def _spans(measure: Measure, width: int, glyphs: Glyphs) -> Line:
    value = glyphs.line(measure.value)
    rest = f"{measure.mark or ' '}{measure.made_of}".ljust(width - len(value))
    return Span(value, "strong"), Span(rest, "dim")


def _explained(sides: "list[TeamMetrics]") -> Iterator[Line]:
    """Yield what a mark in the table means; sentences say it themselves."""
    if any(_is_weaker(side) for side in sides):
        yield (Span(f"{WEAKER} {WEAKER_MEANS}", "dim"),)


def _notes(sides: "list[TeamMetrics]") -> Iterator[str]:
    for side in sides:
        if others := _others(side):
            yield f"{name_of(side.team)}: {others}"


def _parent(metrics: "EpisodeMetrics") -> Iterator[str]:
    if metrics.forked_at is not None:
        yield f"forked at event {metrics.forked_at}; figures include the original's turns"


def _is_weaker(side: "TeamMetrics") -> bool:
    """Whether a team's theory of mind is scored without knowing what its clues were meant for."""
    return side.theory_of_mind_score is not None and not side.theory_of_mind_clues


def _others(side: "TeamMetrics") -> str:
    """Return in how many turns somebody else than an agent decided."""
    counts = (("a person", side.human_turns), ("a substitute", side.fallback_turns))
    return ", ".join(f"{who} decided in {counted(turns, 'turn')}" for who, turns in counts if turns)


def summary_text(metrics: "EpisodeMetrics", board: Board) -> Iterator[str]:
    """Yield the same for plain mode: a line for each team."""
    yield f"{TITLE}:"
    for team in TEAMS:
        side = metrics.of(team)
        found = f"own words found {side.words_cleared} of {len(board.words_of(team))}"
        others = _others(side)
        yield f"  {_heading(side)}: {found}; {_sentence(side)}{f'; {others}' if others else ''}"
    yield from (f"  {note}" for note in _parent(metrics))


def _sentence(side: "TeamMetrics") -> str:
    return "; ".join(map(_in_words, measures(side)))


def _in_words(measure: Measure) -> str:
    count = f" ({measure.made_of})" if measure.made_of else ""
    weaker = f", {WEAKER_MEANS}" if measure.mark else ""
    return f"{measure.name} {measure.value}{count}{weaker}"
