"""The part of a report that says why turns were lost."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from codenames_metrics.analysis.failures.lost_turns import LostTurn
from codenames_metrics.analysis.failures.turn_losses import LossSeat, TurnLosses
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.strength import by_strength, ordered
from codenames_metrics.game.turns.turn_loss import TurnLoss
from codenames_metrics.tables.markdown import table
from codenames_metrics.tables.number_formats import NOTHING, format_percent, format_rate


class LossExample(NamedTuple):
    """A lost turn to look at."""

    turn: LostTurn
    lineup: str
    file: str
    """Of its game, from the results folder."""


SEATS: Final[Mapping[LossSeat, str]] = {
    LossSeat.ALL: "a team of its own",
    LossSeat.CLUER: "as cluer of others",
    LossSeat.GUESSER: "as guesser for others",
}
"""How tables name the seats of a model whose team lost turns."""


def turn_losses_section(board: Leaderboard, examples: Iterable[LossExample] = ()) -> Iterator[str]:
    """Yield the section, once a turn is finished, with turns to look at for each reason."""
    if not any(losses.turns for losses in board.turn_losses):
        return
    yield "## Why turns were lost"
    yield (
        "A turn is lost if it was forfeited or found fewer of the team's words than its clue promised. Each lost turn "
        "has one reason, the first of these that holds. **Unanswered**: forfeited. **Assassin**: it ended there. "
        "**Stopped early**: nothing wrong was guessed. **Discussion**: a guesser's first message spoke for a right "
        "card next, and a wrong word was guessed. **Clue misled**: a right card was named or listed, but a wrong word "
        "was taken to be meant. **Target missed**: nobody named a right card. Right cards are the clue's targets, or "
        "any word of the team's where these are not known. Shares are of all turns, with 95 % intervals."
    )
    headings = ["Model", "Team", "Turns", "Lost", *(reason.label.capitalize() for reason in TurnLoss)]
    models = ordered(dict.fromkeys(losses.model for losses in board.turn_losses), by_strength(board))
    yield table(headings, [_row(losses) for model in models for losses in board.turn_losses if losses.model == model])
    listed = [_example(one) for one in examples]
    if listed:
        yield "Some of them, to replay from this folder. The results screen lists all (`6`)."
        yield table(["Reason", "Team", "Clue", "Found", "To replay it"], listed)


def _example(one: LossExample) -> list[str]:
    turn = one.turn
    clue = f"{turn.clue} {turn.number if turn.number is not None else ''}".strip() if turn.clue else NOTHING
    command = f"codenames-tui replay {one.file} --turn {turn.turn}"
    return [turn.loss.label, one.lineup, clue, f"{turn.found}", command]


def _row(losses: TurnLosses) -> list[str]:
    lost = format_percent(losses.lost_turns / losses.turns if losses.turns else None)
    return [
        losses.model,
        SEATS[losses.seat],
        f"{losses.turns:,}",
        f"{lost} ({losses.lost_turns:,})",
        *(f"{format_rate(reason.share, reason.interval)}, {reason.turns:,}" for reason in losses.reasons),
    ]
