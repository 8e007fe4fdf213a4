"""What a discussion was worth: did the guessers agree before and after, whose list was touched, what was only named.

What a guesser wants is heard as the offline agents hear their partners (`codenames_agents.hearing`): a line
`PLAN: …` or `RANKED: …`, else the words that the message speaks for, in the order of naming.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from codenames_agents.hearing import Said, hear
from codenames_core.board import Board
from codenames_core.state import GUESSERS
from codenames_metrics.counts import PlayedTurn
from codenames_metrics.episode import discussion_rounds


class OrderFollows(StrEnum):
    """Whose first list of words the team touched in the end."""

    BOTH = "both"
    """The guessers had the same list from the start, and it was followed."""
    GUESSER_1 = "guesser_1"
    GUESSER_2 = "guesser_2"
    COMPROMISE = "compromise"
    """Neither's list, but only words that one of them had."""
    OTHER = "other"
    """A word that neither had at first."""


class DiscussionValue(NamedTuple):
    """One discussion, seen from its end."""

    rounds: float
    characters: int
    agreement_before: float | None
    """Of the guessers' first messages, see `agreement`; None where one of them names no word."""
    agreement_after: float | None
    """Of their last messages."""
    order_follows: OrderFollows | None
    """None without guesses, or where a guesser named no word at first."""


class MessageValue(NamedTuple):
    """The words of the board that a message speaks for, by what became of them."""

    touched_now: tuple[str, ...]
    """The team touched them in this turn."""
    touched_later: tuple[str, ...]
    """The team touched them in a later turn."""
    never_touched: tuple[str, ...]
    """The team never touched them: changes of mind, turns that ended early, or misdirection."""


def value_of_discussion(turn: PlayedTurn, board: Board) -> DiscussionValue | None:
    """Return what the discussion of a turn was worth; None where nothing was said."""
    if not turn.discussion:
        return None
    heard = [(message.seat.role, hear(message, board.words)) for message in turn.discussion]
    first = [_plan(next((said for who, said in heard if who is role), None), board) for role in GUESSERS]
    last = [_plan(next((said for who, said in reversed(heard) if who is role), None), board) for role in GUESSERS]
    return DiscussionValue(
        rounds=discussion_rounds(turn.discussion),
        characters=sum(len(message.text) for message in turn.discussion),
        agreement_before=agreement(*first),
        agreement_after=agreement(*last),
        order_follows=order_follows(turn.picks, *first) if all(first) else None,
    )


def _plan(said: Said | None, board: Board) -> tuple[str, ...]:
    return tuple(board.words[place] for place in said.plan) if said else ()


def agreement(one: Collection[str], other: Collection[str]) -> float | None:
    """Return how much two lists have in common: words on both / words on either; None where one is empty.

    >>> agreement(["SHIP", "WAVE"], ["WAVE", "CORAL"])  # 1 of 3
    0.3333333333333333
    >>> agreement([], ["WAVE"])
    """
    return len(set(one) & set(other)) / len(set(one) | set(other)) if one and other else None


def order_follows(picks: Sequence[str], first: Sequence[str], second: Sequence[str]) -> OrderFollows | None:
    """Return whose list the picks follow, as far as the turn went; None without picks.

    A list is followed if the picks are its beginning, or begin with all of it: a bonus guess may come after.

    >>> order_follows(["SHIP"], ["SHIP", "WAVE"], ["WAVE", "SHIP"])
    <OrderFollows.GUESSER_1: 'guesser_1'>
    >>> order_follows(["SHIP", "CORAL"], ["SHIP", "WAVE"], ["WAVE", "CORAL"])
    <OrderFollows.COMPROMISE: 'compromise'>
    """
    if not picks:
        return None
    follows = [list(picks[: len(plan)]) == list(plan[: len(picks)]) for plan in (first, second)]
    match follows:
        case [True, True]:
            return OrderFollows.BOTH
        case [True, False]:
            return OrderFollows.GUESSER_1
        case [False, True]:
            return OrderFollows.GUESSER_2
        case _:
            return OrderFollows.COMPROMISE if set(picks) <= {*first, *second} else OrderFollows.OTHER


def value_of_messages(turn: PlayedTurn, board: Board, later: Collection[str]) -> list[MessageValue]:
    """Return for each message of a turn what became of the words that it speaks for.

    Args:
        turn: whose messages.
        board: the words.
        later: words that the same team touched in later turns, in the board's spelling.
    """
    now = {board.find(word) for word in turn.picks}
    values = []
    for message in turn.discussion:
        words = _plan(hear(message, board.words), board)
        rest = [word for word in words if word not in now]
        values.append(
            MessageValue(
                tuple(word for word in words if word in now),
                tuple(word for word in rest if word in later),
                tuple(word for word in rest if word not in later),
            )
        )
    return values


def touched_later(turns: Sequence[PlayedTurn], board: Board) -> dict[int, frozenset[str]]:
    """Return for each turn, by its number, the words that its team touched in later turns."""
    later: dict[int, frozenset[str]] = {}
    touched = {turn.team: frozenset[str]() for turn in turns}
    for turn in reversed(turns):
        later[turn.number] = touched[turn.team]
        touched[turn.team] |= {found for word in turn.picks if (found := board.find(word))}
    return later
