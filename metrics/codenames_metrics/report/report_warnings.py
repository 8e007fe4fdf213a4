"""What the reader of a report should know first: what is missing, and what these games are too few to tell."""

from collections.abc import Iterator, Sequence
from typing import Final

from codenames_core.text.plurals import counted
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard, is_homogeneous
from codenames_metrics.report.asking_section import asking_warnings
from codenames_metrics.report.run_facts import RunFacts
from codenames_metrics.statistics.intervals import FEWEST_JUDGED
from codenames_metrics.tables.failure_words import failure_warnings
from codenames_metrics.tables.markdown import cell
from codenames_metrics.tables.titles import mode_title, title

FEWEST_BOARDS: Final = 50
"""Below this the t test on board means is known to be less exact."""
MOST_NAMED: Final = 6


def warnings_section(board: Leaderboard, facts: RunFacts) -> Iterator[str]:
    """Yield the section, if there is anything to say."""
    problems = [
        *(f"**Failures**: {cell(warning)}." for warning in failure_warnings(board.failures)),
        *_of_completeness(board, facts),
        *(f"{cell(warning)}." for warning in facts.warnings),
        *asking_warnings(facts),
        *_of_sides(board),
        *_of_declared(facts),
        *_of_ghosts(board),
        *_of_comparisons(board),
        *_of_ratings(board),
    ]
    unpriced = sum(spending.unpriced for spending in facts.spent.values())
    if unpriced:
        is_known = any(spending.known_cost_usd for spending in facts.spent.values())
        below = "the cost below is a lower bound" if is_known else "what the run cost is unknown"
        problems.append(f"{counted(unpriced, 'request')} without a known price: {below}.")
    if problems:
        yield "## Read this first"
        yield "\n".join(f"- {warning}" for warning in problems)


def _of_completeness(board: Leaderboard, facts: RunFacts) -> Iterator[str]:
    if board.interim:
        left = board.planned - board.finished - board.given_up
        yield (
            f"**Interim**: {board.planned - board.finished:,} planned games are missing ({left:,} still to be played, "
            f"{board.given_up:,} given up)."
            + ("" if board.tested else " Verdicts and ranks on the way are by intervals that hold at any time.")
        )
    if board.given_up:
        kinds = ", ".join(f"{cell(kind)} {count:,}" for kind, count in sorted(facts.given_up.items()))
        yield f"{board.given_up:,} games were given up ({kinds}): see the cells and the column “missing lost”."
    for model in facts.held_back:
        yield f"{cell(model.line())}."
    undecided = sum(count.undecided for count in board.cells)
    if undecided:
        yield f"{undecided:,} games ended without a winner and count in no win rate."
    moved = dict.fromkeys(
        entry.model for view in board.views for entry in view.entries if entry.order_depends_on_missing
    )
    if moved:
        yield f"The order depends on the missing games for {_named(list(moved))} (marked †)."


def _of_ghosts(board: Leaderboard) -> Iterator[str]:
    if board.ghosts:
        yield (
            f"Not ranked, since a ghost stands for an empty seat: {_named(board.ghosts)}. {board.ghost_games:,} games "
            "with a ghost count in no win rate, no pair and no rating."
        )


def _of_sides(board: Leaderboard) -> Iterator[str]:
    if board.one_sided:
        yield (
            "**One-sided**: some line-ups always move first against others, and nothing separates their play from "
            "the advantage of moving first. Equal models are then said to differ in far more than 5 % of runs."
        )


def _of_declared(facts: RunFacts) -> Iterator[str]:
    if len(facts.declared) > 1:
        said = ", then ".join(f"{one.primary} (margin {one.equivalence_margin:g})" for one in facts.declared)
        yield f"The primary family was changed after games were played: {title(said)}. Treat everything as exploratory."


def _of_comparisons(board: Leaderboard) -> Iterator[str]:
    if not board.tested:
        return
    for view in (board.overall, *(view for view in board.by_mode if view.role is BoardRole.OVERALL)):
        compared = [pair for pair in view.comparisons if pair.boards >= FEWEST_JUDGED]
        unresolved = [pair for pair in compared if not pair.is_resolved]
        if unresolved:
            pairs = [f"{pair.first} and {pair.second}" for pair in unresolved]
            yield (
                f"{mode_title(view.mode)}: {len(unresolved)} of {len(compared)} pairs of models cannot be told apart "
                f"by these boards: {_named(pairs)}."
            )
    boards = max((pair.boards for pair in board.overall.comparisons), default=0)
    if 0 < boards < FEWEST_JUDGED:
        yield f"Pairs share {boards} boards; below {FEWEST_JUDGED} there are no verdicts and no ranks."
    elif 0 < boards < FEWEST_BOARDS:
        yield f"Pairs share {boards} boards; below {FEWEST_BOARDS} a t test is only roughly right."


def _of_ratings(board: Leaderboard) -> Iterator[str]:
    endless = dict.fromkeys(rating.model for rated in board.ratings for rating in rated.models if rating.is_endless)
    if endless:
        yield (
            "Ratings marked ‡ may have no end, since somebody always or never won; they have a bound and no value: "
            f"{_named(list(endless))}."
        )
    if is_homogeneous(board):
        yield (
            "No mixed team played, so nothing here separates a model's cluing from its guessing; the views by role "
            "would repeat the overall one, and are left out."
        )


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(map(cell, names[:MOST_NAMED])) + more
