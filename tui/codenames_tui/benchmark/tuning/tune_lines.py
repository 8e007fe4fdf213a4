"""A tune in lines: how far it is, its candidates in a table, and what there is to say of one. Pure."""

from collections.abc import Iterator
from typing import Final

from codenames_core.text.plurals import counted
from codenames_metrics.laboratory.tuning.outcome.differences import Change, prompt_diff
from codenames_metrics.laboratory.tuning.outcome.report import verdict
from codenames_metrics.laboratory.tuning.outcome.story import TuneStage, TuneStory
from codenames_metrics.statistics.moments import mean
from codenames_metrics.tables.number_formats import NOTHING, format_percent, format_signed
from codenames_tui.benchmark.tuning.front_picture import front_lines
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span
from codenames_tui.ui.lines.rows import Column

_STAGES: Final = {
    TuneStage.SEARCH: "Searching",
    TuneStage.CHOICE: "Choosing by games",
    TuneStage.TEST: "Testing",
    TuneStage.DONE: "Done",
}
_STYLES: Final = {Change.ADDED: "good", Change.REMOVED: "bad", Change.KEPT: "dim", Change.PLACE: "accent"}
MOST_MOVED: Final = 8
"""Decisions that are shown before and after."""

COLUMNS: Final = (
    Column("Candidate", 18, grows=True),
    Column("Changed", 16, rank=3),
    Column("Answers", 7, right=True, rank=2, about="positions of the search that it was asked"),
    Column("Gain", 7, right=True, about="its score less the start's, on the same positions"),
    Column("Legal", 7, right=True, rank=1, about="answers that could be used at the first try"),
    Column("Failed", 7, right=True, rank=2, about="questions of which no try could be used"),
    Column("Assassin", 8, right=True, rank=1, about="answers that lead to the assassin"),
    Column("Tokens", 6, right=True, rank=2, about="read and written, for an answer"),
    Column("Front", 5, rank=1, about="no other is better in gain, assassin and tokens together"),
    Column("Games", 7, right=True, about="games of the choice: words ahead at the end, or legal answers"),
    Column("", 6),
)


def head_lines(story: TuneStory, glyphs: Glyphs) -> list[Line]:
    """Return how far a tune is."""
    plan, used = story.plan, sum(map(len, story.searched.values()))
    whose = "the whole team" if plan.seat == "all" else f"the {plan.seat}"
    refused = sum(story.refused.values())
    counts = [f"{used:,} of {plan.rollouts:,} answers", counted(len(story.candidates), "candidate")]
    counts += [f"{counted(refused, 'proposal')} refused"] if refused else []
    return [
        (
            Span(f"Tune {glyphs.line(plan.config.name)}", "strong"),
            Span(f"  prompts of {whose}, {plan.optimiser}, {glyphs.line(plan.model.label)}", "dim"),
        ),
        (
            Span(_STAGES[story.stage], "accent"),
            Span(f"  {f' {glyphs.dot} '.join(counts)}"),
            Span(f"  {glyphs.line(story.progress.line_so_far())}", "dim"),
        ),
        (Span(glyphs.line(verdict(story)), _verdict_style(story)),)
        if story.stage is TuneStage.DONE
        else (Span("The boards of the test are not looked at before the choice is made.", "dim"),),
        *_gap_lines(story),
    ]


def _verdict_style(story: TuneStory) -> str:
    found = story.confirmation
    return {"better": "good", "worse": "bad"}.get(found.verdict if found else "", "text")


def _gap_lines(story: TuneStory) -> Iterator[Line]:
    if (gap := story.optimism) is not None:
        yield (Span(f"The search overstates the gain by {format_signed(gap.gap, gap.interval, 2)}.", "dim"),)


def in_lineage(story: TuneStory) -> list[tuple[str, int]]:
    """Return the candidates with those below each that were made of it, and how deep each stands."""
    found: list[tuple[str, int]] = []

    def add(name: str, depth: int) -> None:
        found.append((name, depth))
        for child in story.children_of(name):
            add(child, depth + 1)

    for name, one in story.candidates.items():
        if one.parent not in story.candidates:
            add(name, 0)
    return found


def candidate_cells(story: TuneStory, name: str, depth: int, glyphs: Glyphs) -> tuple[Span, ...]:
    """Return the cells of a candidate's row."""
    one, point = story.candidates[name], story.point(name)
    rollouts = list(story.searched.get(name, {}).values())
    games = story.games.get(name, ())
    is_start = name == story.start
    mark = "chosen" if name == story.chosen else "start" if is_start else ""
    gain = NOTHING if point is None else "" if is_start else f"{point.gain:+.2f}"
    style = "strong" if name == story.chosen else "text"
    legal = format_percent(mean(float(row.is_legal) for row in rollouts))
    score = mean(game.score(story.plan.goal) for game in games)
    return (
        Span(f"{'  ' * depth}{glyphs.line(one.prompts.name)}", style),
        Span(glyphs.line(one.changed), "dim"),
        Span(str(len(rollouts)), "dim"),
        Span(gain, "good" if point and point.gain > 0 else "bad" if point and point.gain < 0 else "dim"),
        Span(legal),
        Span(format_percent(mean(float(row.failed) for row in rollouts))),
        Span(NOTHING if point is None else format_percent(point.risk)),
        Span(NOTHING if point is None or point.tokens is None else f"{point.tokens:,.0f}"),
        Span(glyphs.turning if name in story.front else "", "accent"),
        Span("" if score is None else f"{score:.2f}"),
        Span(mark, "good" if mark == "chosen" else "dim"),
    )


def detail_lines(story: TuneStory, name: str, glyphs: Glyphs) -> list[Line]:
    """Return what there is to say of a candidate: what was changed, its games, and what moved in the test."""
    return [*_difference(story, name, glyphs), *_games(story, name), *_moved(story, name, glyphs)]


def _difference(story: TuneStory, name: str, glyphs: Glyphs) -> Iterator[Line]:
    one = story.candidates[name]
    if name == story.start:
        yield (Span("The start. Point at another candidate to see what was changed.", "dim"),)
        if len(story.points) > 1:
            yield EMPTY
            yield (
                Span("Gain (to the right) and assassin (upwards)", "strong"),
                Span(f"  {glyphs.turning} front", "dim"),
            )
            yield from front_lines(story.points, story.front, glyphs)
        return
    before = story.candidates.get(one.parent or "", story.candidates[story.start])
    yield (Span(f"What differs from {glyphs.line(before.prompts.name)}", "strong"),)
    lines = prompt_diff(before.prompts, one.prompts, story.plan.questions)
    for line in lines:
        yield (Span(f"{line.change} {glyphs.line(line.text)}", _STYLES[line.change]),)
    if not lines:
        yield (Span("Worked examples alone.", "dim"),)


def _games(story: TuneStory, name: str) -> Iterator[Line]:
    games = story.games.get(name)
    if not games:
        return
    ahead = mean(game.words_ahead for game in games) or 0.0
    won, failed = sum(game.won for game in games), sum(game.failed for game in games)
    yield EMPTY
    yield (Span("In the games for the choice", "strong"),)
    legal = format_percent(mean(game.legal for game in games))
    yield (Span(f"{ahead:+.1f} words ahead at the end, {won} of {len(games)} won"),)
    yield (Span(f"{legal} of its answers legal at the first try, {counted(failed, 'question')} without an answer"),)


def _moved(story: TuneStory, name: str, glyphs: Glyphs) -> Iterator[Line]:
    if name != story.chosen or not story.moved:
        return
    yield EMPTY
    yield (Span("What moved in the test, before and after", "strong"),)
    for before, after in story.moved[:MOST_MOVED]:
        yield (Span(glyphs.line(before.situation), "dim"),)
        yield (Span("- ", "bad"), Span(glyphs.line(f"{before.answer or 'no answer'}. {before.feedback}")))
        yield (Span("+ ", "good"), Span(glyphs.line(f"{after.answer or 'no answer'}. {after.feedback}")))
