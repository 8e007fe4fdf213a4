"""The part of a report that says why turns were lost."""

from collections.abc import Iterator

from codenames_metrics.analysis.failures.turn_losses import LossSeat, TurnLosses
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.game.turns.turn_loss import TurnLoss
from codenames_metrics.tables.markdown import table
from codenames_metrics.tables.number_formats import format_percent, format_rate

_TEAMS = {
    LossSeat.ALL: "a team of its own",
    LossSeat.CLUER: "as cluer of others",
    LossSeat.GUESSER: "as guesser for others",
}


def turn_losses_section(board: Leaderboard) -> Iterator[str]:
    """Yield the section, once a turn is finished."""
    if not any(losses.turns for losses in board.turn_losses):
        return
    yield "## Why turns were lost"
    yield (
        "A turn is lost if it was forfeited or found fewer of the team's words than its clue promised. Each lost turn "
        "has one reason, the first of these that holds. **Unanswered**: forfeited. **Assassin**: it ended there. "
        "**Stopped early**: nothing wrong was touched. **Discussion**: a guesser's first message spoke for a right "
        "card next, and a wrong word was touched. **Clue misled**: a right card was named or listed, but a wrong word "
        "was taken to be meant. **Target missed**: nobody named a right card. Right cards are the clue's targets, or "
        "any word of the team's where these are not known. Shares are of all turns, with 95 % intervals."
    )
    headings = ["Model", "Team", "Turns", "Lost", *(reason.label.capitalize() for reason in TurnLoss)]
    yield table(headings, [_row(losses) for losses in board.turn_losses])


def _row(losses: TurnLosses) -> list[str]:
    lost = format_percent(losses.lost_turns / losses.turns if losses.turns else None)
    return [
        losses.model,
        _TEAMS[losses.seat],
        f"{losses.turns:,}",
        f"{lost} ({losses.lost_turns:,})",
        *(f"{format_rate(reason.share, reason.interval)}, {reason.turns:,}" for reason in losses.reasons),
    ]
