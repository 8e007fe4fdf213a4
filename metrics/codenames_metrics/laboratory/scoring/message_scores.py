"""What a message in a discussion is worth: whether the words that it speaks for were meant."""

from typing import NamedTuple

from codenames_agents.reading.partner_message import parse_partner_message
from codenames_core.game.agent import AgentTrace
from codenames_metrics.game.theory_of_mind import precision, recall
from codenames_metrics.laboratory.asking.positions import RecordedPosition


class MessageScore(NamedTuple):
    """One message, or none."""

    named: tuple[str, ...]
    """The words that it would guess, in order, as many as the clue says."""
    recall: float | None
    """The share of the targets among them."""
    precision: float | None
    """The share of them that are targets; None where it names no word."""


def score_message(position: RecordedPosition, trace: AgentTrace) -> MessageScore:
    """Return what a message is worth; one that was not given names no word."""
    words = position.state.board.words
    said = None if trace.failure is not None else parse_partner_message(position.answer_in(trace), words)
    plan = [words[place] for place in said.plan] if said else []
    named = tuple([word for word in plan if word not in position.state.revealed][: position.number])
    return MessageScore(named, recall(position.targets, named), precision(position.targets, named))
