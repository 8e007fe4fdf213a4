"""What a tune came to, as text and as JSON."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.tuning.outcome.differences import prompt_diff
from codenames_metrics.laboratory.tuning.outcome.story import TuneStage, TuneStory
from codenames_metrics.laboratory.tuning.planning.plan import Optimiser
from codenames_metrics.laboratory.tuning.searching.rollouts import Rollout
from codenames_metrics.statistics.moments import mean
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import NOTHING, format_percent, format_score, format_signed

REPORT: Final = "tune.md"
RESULTS: Final = "tune.json"
_MOST_MOVED: Final = 5
_TILDES: Final = re.compile("~+")


def write_report(folder: Path, story: TuneStory) -> None:
    """Write `tune.md` and `tune.json`.

    Raises:
        StorageError: the disk refused.
    """
    write_atomically(folder / REPORT, report_text(story).encode())
    write_atomically(
        folder / RESULTS, (json.dumps(report_as_json(story), indent=1, ensure_ascii=False) + "\n").encode()
    )


def report_text(story: TuneStory) -> str:
    """Return the report as Markdown."""
    parts = [*_head(story), *_result(story), *_search(story), *_choice(story), *_lineage(story), *_moved(story)]
    return "\n".join(parts)


def verdict(story: TuneStory) -> str:
    """Return in a sentence what came out."""
    if story.stage is not TuneStage.DONE:
        return f"The tune is not finished: it ended in the {story.stage}, and nothing was tested."
    if story.chosen == story.start:
        return "Nothing that was tried did better than the start on the boards for the choice, so nothing was tested."
    found = story.confirmation
    if found is None or story.chosen is None:
        return "The test has no answers."
    name = story.candidates[story.chosen].prompts.name
    shown = format_signed(found.difference.mean, found.difference.interval, 2)
    unit = story.plan.goal.unit
    match found.verdict:
        case "better":
            return f"{name} is better than the start on boards and partners that were not looked at: {shown} {unit}."
        case "worse":
            return f"{name} is worse than the start on boards and partners that were not looked at: {shown} {unit}."
        case _:
            return f"The test does not tell {name} from the start: {shown} {unit}."


def _head(story: TuneStory) -> Iterator[str]:
    plan = story.plan
    how = plan.optimiser + (f", rewritten by {one_line(plan.reflecting.label, 60)}" if plan.reflecting else "")
    yield (
        f"# Tune {cell(plan.config.name)}: prompts of the {plan.seat}\n"
        if plan.seat != "all"
        else (f"# Tune {cell(plan.config.name)}: prompts of the whole team\n")
    )
    partners, test = (", ".join(cell(one.label) for one in some) for some in (plan.partners, plan.test_partners))
    yield (
        f"{cell(plan.model.label)} was asked by the start `{plan.start.label}` and by "
        f"{counted(len(story.candidates) - 1, 'other candidate')} ({how}). Boards: {len(plan.splits.search)} for the "
        f"search, {len(plan.splits.choice)} for the choice, {len(plan.splits.test)} for the test. Partners: "
        f"{partners}; in the test {test}.\n"
    )
    yield f"**{verdict(story)}**\n"
    yield f"{one_line(story.progress.line())}.\n"
    if story.progress.last_failure:
        yield f"Why it could not be asked: {cell(story.progress.last_failure)}\n"


def _result(story: TuneStory) -> Iterator[str]:
    found = story.confirmation
    if found is None or story.chosen is None:
        return
    goal, difference = story.plan.goal, found.difference
    before, after = story.tested[story.start], story.tested[story.chosen]
    yield "## The test\n"
    yield (
        f"One test, paired by position, on {counted(difference.clusters, 'board')} with "
        f"{counted(difference.n, 'position')}; the interval is 95 %, clustered by board (Student's t), p = "
        f"{_p(found.p_value)}.\n"
    )
    heads = ("", "Net words", "Legal at the first try", "No answer", "Assassin", "Tokens")
    yield table(heads, [_rates("start", before), _rates("chosen", after)])
    yield f"Difference in {goal.unit}: **{format_signed(difference.mean, difference.interval, 2)}**.\n"
    gap = story.optimism
    if gap is not None:
        yield (
            f"The search overstates the gain by {format_signed(gap.gap, gap.interval, 2)} (bootstrap over boards): "
            "what is best of many by a score looks better by that score than it is.\n"
        )


def _p(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}" if value >= 0.001 else "below 0.001"


def _rates(name: str, found: Sequence[Rollout]) -> tuple[str, ...]:
    tokens = mean(float(one.tokens) for one in found if one.tokens is not None)
    return (
        name,
        format_score(mean(one.words for one in found)),
        format_percent(mean(float(one.is_legal) for one in found)),
        format_percent(mean(float(one.failed) for one in found)),
        format_percent(mean(one.assassin for one in found)),
        NOTHING if tokens is None else f"{tokens:,.0f}",
    )


def _search(story: TuneStory) -> Iterator[str]:
    yield "## The search\n"
    used = sum(map(len, story.searched.values()))
    yield (
        f"{used:,} of {story.plan.rollouts:,} answers. Candidates that none beats in gain, assassin and tokens "
        "together are marked * (the Pareto front); only those that were tried on all positions of the search can be.\n"
    )
    heads = (
        "Candidate",
        "Made of",
        "Changed",
        "Positions",
        "Gain",
        "Legal at first",
        "No answer",
        "Assassin",
        "Tokens",
        "",
    )
    yield table(heads, [_candidate_row(name, story) for name in story.candidates])
    refused = sum(story.refused.values())
    if refused:
        yield f"{counted(refused, 'proposal')} could not be used:\n"
        yield table(("Times", "Why"), [(str(times), why) for why, times in story.refused.items()])


def _candidate_row(name: str, story: TuneStory) -> tuple[str, ...]:
    one, point = story.candidates[name], story.point(name)
    made_of = story.candidates.get(one.parent or "")
    parent = made_of.prompts.name if made_of else ""
    found = list(story.searched.get(name, {}).values())
    if point is None:
        return one.prompts.name, parent, one.changed, "0", *[NOTHING] * 5, ""
    tokens = NOTHING if point.tokens is None else f"{point.tokens:,.0f}"
    return (
        one.prompts.name,
        parent,
        one.changed,
        str(len(found)),
        "" if name == story.start else f"{point.gain:+.2f}",
        format_percent(mean(float(row.is_legal) for row in found)),
        format_percent(mean(float(row.failed) for row in found)),
        format_percent(point.risk),
        tokens,
        "*" if name in story.front else "",
    )


def _choice(story: TuneStory) -> Iterator[str]:
    if not story.games:
        return
    yield "## The choice\n"
    what = "words ahead at the end" if story.plan.goal == "words" else "share of answers legal at the first try"
    yield (
        f"Whole games on boards of their own, as red and as blue. Of those with more {what} there than the start, the "
        "best by search and games together is chosen; the last column is the difference from the start in standard "
        "errors, of both together (Stouffer).\n"
    )
    rows, together = [], story.evidence
    for name, games in story.games.items():
        score = mean(game.score(story.plan.goal) for game in games)
        won, failed = sum(game.won for game in games), sum(game.failed for game in games)
        mark = "chosen" if name == story.chosen else ""
        shown = format_score(score)
        name_shown, above = story.candidates[name].prompts.name, "" if name == story.start else f"{together[name]:+.1f}"
        rows.append((name_shown, shown, f"{won} of {len(games)}", str(failed), above, mark))
    yield table(("Candidate", what.capitalize(), "Won", "No answer", "Search and games", ""), rows)


def _lineage(story: TuneStory) -> Iterator[str]:
    if story.chosen is None or story.chosen == story.start:
        return
    yield "## What was changed\n"
    for name in line_of(story, story.chosen)[1:]:
        one = story.candidates[name]
        before = story.candidates.get(one.parent or story.start, story.candidates[story.start])
        yield f"### {one.prompts.name}, made of {before.prompts.name}\n"
        lines = prompt_diff(before.prompts, one.prompts, story.plan.questions)
        shown = [f"{line.change}{one_line(line.text)}" for line in lines] or ["(worked examples alone)"]
        fence = "~" * (1 + max(map(len, _TILDES.findall("\n".join(["~~~~~", *shown])))))
        yield "\n".join([f"{fence}diff", *shown, fence, ""])


def line_of(story: TuneStory, candidate: str) -> list[str]:
    """Return the candidates from the start to one, each made of the one before it."""
    found = [candidate]
    while (parent := story.candidates[found[0]].parent) in story.candidates and parent is not None:
        found.insert(0, parent)
    return found if found[0] == story.start else [story.start, *found]


def _moved(story: TuneStory) -> Iterator[str]:
    pairs = story.moved[:_MOST_MOVED]
    if not pairs:
        return
    yield "## What moved\n"
    yield f"Decisions of the test before and after, those first whose {story.plan.goal.unit} changed most.\n"
    for before, after in pairs:
        yield f"- {cell(before.situation)}\n  - before: {cell(before.answer or 'no answer')}. {cell(before.feedback)}"
        yield f"  - after: {cell(after.answer or 'no answer')}. {cell(after.feedback)}"
    yield ""


def report_as_json(story: TuneStory) -> dict[str, Any]:
    """Return the results for other programs."""
    plan, test, gap = story.plan, story.confirmation, story.optimism
    chosen = story.candidates[story.chosen] if story.chosen else None
    return {
        "tune": plan.id,
        "experiment": plan.config.name,
        "model": plan.model.label,
        "seat": plan.seat,
        "goal": plan.goal,
        "optimiser": plan.optimiser,
        "reflecting": plan.reflecting.label if plan.optimiser is Optimiser.GEPA and plan.reflecting else None,
        "boards": {name: list(seeds) for name, seeds in plan.splits._asdict().items()},
        "partners": [one.label for one in plan.partners],
        "test_partners": [one.label for one in plan.test_partners],
        "stage": story.stage,
        "status": story.progress.status,
        "spent_usd": story.progress.spent_usd,
        "rollouts": {"used": sum(map(len, story.searched.values())), "most": plan.rollouts},
        "refused": dict(story.refused),
        "start": plan.start.label,
        "chosen": chosen.prompts.label if chosen else None,
        "candidates": [_candidate_as_json(name, story) for name in story.candidates],
        "test": None
        if test is None
        else {
            "difference": test.difference.mean,
            "low": test.difference.interval.low if test.difference.interval else None,
            "high": test.difference.interval.high if test.difference.interval else None,
            "p_value": test.p_value,
            "positions": test.difference.n,
            "boards": test.difference.clusters,
            "verdict": test.verdict,
        },
        "optimism": None if gap is None else {"gap": gap.gap, "low": gap.interval.low, "high": gap.interval.high},
    }


def _candidate_as_json(name: str, story: TuneStory) -> dict[str, Any]:
    one, point = story.candidates[name], story.point(name)
    games, found = story.games.get(name), story.searched.get(name, {}).values()
    return {
        "id": name,
        "set": one.prompts.label,
        "parent": one.parent,
        "changed": one.changed,
        "positions": len(story.searched.get(name, ())),
        "gain": point.gain if point else None,
        "legal": mean(float(row.is_legal) for row in found),
        "no_answer": mean(float(row.failed) for row in found),
        "assassin": point.risk if point else None,
        "tokens": point.tokens if point else None,
        "on_front": name in story.front,
        "games": None if games is None else [game._asdict() for game in games],
    }
