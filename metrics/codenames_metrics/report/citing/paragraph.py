"""A paragraph on how the games of a run were played, to be pasted into the methods of a paper."""

from collections.abc import Sequence
from typing import Final

from codenames_core.text.plurals import counted
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.run_facts import RunFacts
from codenames_metrics.tables.titles import title

_MOST_SEEDS: Final = 20
_OWN: Final = "codenames-tui"


def methods_paragraph(board: Leaderboard, facts: RunFacts, plan: Plan) -> str:
    """Return the paragraph: who played, on which boards, by which rules, with which versions, and how it was judged.

    Args:
        board: what the games came to.
        facts: of the run.
        plan: of the run.
    """
    version = facts.versions.get(_OWN, "of an unknown version")
    others = ", ".join(f"{name} {number}" for name, number in facts.versions.items() if name != _OWN)
    players = "; ".join(name if name == spec else f"{name} ({spec})" for name, spec in facts.players.items())
    rules = ", ".join(f"{title(name)} {value}" for name, value in facts.rules.items())
    prompts = ", ".join(sorted(set(facts.prompts.values())))
    sentences = [
        f"We played {counted(board.finished, 'game')} of Codenames with {_OWN} {version} (benchmark id "
        f"{board.benchmark_id}{f'; {others}' if others else ''}).",
        f"Players: {players}.",
        f"Modes: {', '.join(title(mode) for mode in facts.modes)}; compositions: "
        f"{', '.join(title(one) for one in facts.compositions)}; match-ups: {title(facts.matchups)}.",
        f"{counted(facts.boards, 'board')} were dealt from {_seeds(plan.config.seeds)} of the word list {facts.words}; "
        f"SHA-256 of all boards {facts.boards_sha256[:16]}.",
        f"Every cell played each board {counted(facts.repeats, 'time')}; the seed of the run, from which agents draw "
        f"theirs, is {plan.config.run_seed}.",
        f"Rules: {rules}.",
        *([f"Prompts: {prompts}."] if prompts else []),
        _judged(board),
    ]
    return " ".join(sentences) + "\n"


def _judged(board: Leaderboard) -> str:
    given_up = f" {counted(board.given_up, 'game')} were given up." if board.given_up else ""
    if not board.tested:
        left = board.planned - board.finished - board.given_up
        return f"{counted(left, 'planned game')} are still to be played, so these results are interim.{given_up}"
    return (
        "Win rates have Wilson intervals at the effective number of games, with boards as clusters, and hold jointly "
        "at 95 %; models are compared by paired differences over boards, with p values adjusted by swapping the "
        f"results of whole boards (Westfall and Young 1993).{given_up}"
    )


def _seeds(seeds: Sequence[int]) -> str:
    """Return the seeds of the boards: a range where they are one.

    >>> _seeds([1, 2, 3]), _seeds([4]), _seeds([7, 9])
    ('seeds 1 to 3', 'seed 4', 'seeds 7, 9')
    """
    if len(seeds) == 1:
        return f"seed {seeds[0]}"
    if len(seeds) > 2 and list(seeds) == list(range(seeds[0], seeds[0] + len(seeds))):
        return f"seeds {seeds[0]} to {seeds[-1]}"
    shown = ", ".join(map(str, seeds[:_MOST_SEEDS]))
    return f"seeds {shown}" + (f" and {len(seeds) - _MOST_SEEDS} more" if len(seeds) > _MOST_SEEDS else "")
