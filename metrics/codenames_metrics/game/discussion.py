"""What a discussion was worth: did the guessers agree before and after, whose list was guessed, what was only named.

What a guesser wants is read as the offline agents read their partners (`codenames_agents.reading.partner_message`):
from a line `PLAN: …` or `RANKED: …`, else from the words that the message speaks for, in the order of naming.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import Annotated, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from codenames_agents.reading.partner_message import StatedPreferences, parse_partner_message
from codenames_core.game.board import Board
from codenames_core.game.config import Role
from codenames_core.game.state import GUESSERS
from codenames_metrics.game.metric import NOT_POOLED, Count, averaged, declared_metrics, totalled
from codenames_metrics.game.played_turns import PlayedTurn, discussion_rounds
from codenames_metrics.statistics.moments import mean
from codenames_metrics.statistics.proportions import share


class OrderFollows(StrEnum):
    """Whose first list of words the team guessed in the end."""

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
    """The team guessed them in this turn."""
    touched_later: tuple[str, ...]
    """The team guessed them in a later turn."""
    never_touched: tuple[str, ...]
    """The team never guessed them: changes of mind, turns that ended early, or misdirection."""


class DiscussionMetrics(BaseModel):
    """What the discussions of a team were worth, over a game."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    messages: Annotated[Count, NOT_POOLED]
    """All messages."""
    naming_messages: Annotated[Count, NOT_POOLED]
    """Messages that speak for a word of the board; the others hedge, agree, or say nothing of words."""
    naming_rate: Annotated[
        float | None, averaged("Share of messages that speak for a word", after="avg_discussion_tokens")
    ]
    """`naming_messages` / `messages`."""
    touched_now_messages: Annotated[Count, NOT_POOLED]
    """Messages that speak for a word that was guessed in their turn."""
    touched_later_messages: Annotated[Count, NOT_POOLED]
    """Messages that speak for a word that the team guessed in a later turn."""
    never_touched_messages: Annotated[Count, NOT_POOLED]
    """Messages that speak for a word that the team never guessed: candidates for misdirection, but mostly changes of
    mind and turns that ended."""
    never_touched_rate: Annotated[float | None, averaged("Of these, for one never guessed", after="naming_rate")]
    """`never_touched_messages` / `naming_messages`."""
    compared_before: Annotated[Count, NOT_POOLED]
    """Discussions in which both guessers' first messages speak for words."""
    avg_agreement_before: Annotated[float | None, averaged("Agreement before discussion", after="never_touched_rate")]
    """Over these, words that both want / words that either wants."""
    compared_after: Annotated[Count, NOT_POOLED]
    """Discussions in which both guessers' last messages speak for words."""
    avg_agreement_after: Annotated[float | None, averaged("Agreement after discussion", after="avg_agreement_before")]
    """Over these, words that both want / words that either wants."""
    followed_both: Annotated[Count, totalled("First list guessed: both had the same")]
    """Turns in which both guessers had the same first list, and it was guessed, as far as the turn went."""
    followed_guesser_1: Annotated[Count, totalled("First list guessed: guesser 1")]
    """Turns in which guesser 1's first list was guessed."""
    followed_guesser_2: Annotated[Count, totalled("First list guessed: guesser 2")]
    """Turns in which guesser 2's first list was guessed."""
    followed_compromise: Annotated[Count, totalled("First list guessed: a compromise")]
    """Turns in which neither's list was guessed, but only words that one of them had."""
    followed_other: Annotated[Count, totalled("First list guessed: neither's")]
    """Turns in which a word was guessed that neither had."""


DISCUSSION_METRICS: Final = declared_metrics(DiscussionMetrics)
"""What each field of `DiscussionMetrics` declares."""


def discussion_metrics(turns: Sequence[PlayedTurn], board: Board, counted: Collection[int]) -> DiscussionMetrics:
    """Return what the discussions of the turns with the numbers `counted` were worth, within the whole game."""
    later = touched_later(turns, board)
    mine = [turn for turn in turns if turn.number in counted]
    messages = [value for turn in mine for value in value_of_messages(turn, board, later[turn.number])]
    values = [value for turn in mine if (value := value_of_discussion(turn, board))]
    before = [value.agreement_before for value in values if value.agreement_before is not None]
    after = [value.agreement_after for value in values if value.agreement_after is not None]
    naming = sum(any(message) for message in messages)
    never = sum(bool(message.never_touched) for message in messages)
    followed = Counter(value.order_follows for value in values)
    return DiscussionMetrics(
        messages=len(messages),
        naming_messages=naming,
        naming_rate=share(naming, len(messages)),
        touched_now_messages=sum(bool(message.touched_now) for message in messages),
        touched_later_messages=sum(bool(message.touched_later) for message in messages),
        never_touched_messages=never,
        never_touched_rate=share(never, naming),
        compared_before=len(before),
        avg_agreement_before=mean(before),
        compared_after=len(after),
        avg_agreement_after=mean(after),
        **{f"followed_{order}": followed[order] for order in OrderFollows},
    )


def value_of_discussion(turn: PlayedTurn, board: Board) -> DiscussionValue | None:
    """Return what the discussion of a turn was worth; None where nothing was said."""
    if not turn.discussion:
        return None
    stated = [(message.seat.role, parse_partner_message(message, board.words)) for message in turn.discussion]
    first, last = (
        [_first_plan(role, messages, board) for role in GUESSERS] for messages in (stated, list(reversed(stated)))
    )
    return DiscussionValue(
        rounds=discussion_rounds(turn.discussion),
        characters=sum(len(message.text) for message in turn.discussion),
        agreement_before=agreement(*first),
        agreement_after=agreement(*last),
        order_follows=order_follows(turn.picks, *first) if all(first) else None,
    )


def _first_plan(role: Role, messages: Iterable[tuple[Role, StatedPreferences | None]], board: Board) -> tuple[str, ...]:
    return _plan(next((stated for speaker, stated in messages if speaker is role), None), board)


def _plan(stated: StatedPreferences | None, board: Board) -> tuple[str, ...]:
    return tuple(board.words[place] for place in stated.plan) if stated else ()


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
        later: words that the same team guessed in later turns, in the board's spelling.
    """
    now = {board.find(word) for word in turn.picks}
    values = []
    for message in turn.discussion:
        words = _plan(parse_partner_message(message, board.words), board)
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
    """Return for each turn, by its number, the words that its team guessed in later turns."""
    later: dict[int, frozenset[str]] = {}
    guessed = {turn.team: frozenset[str]() for turn in turns}
    for turn in reversed(turns):
        later[turn.number] = guessed[turn.team]
        guessed[turn.team] |= {spelled for word in turn.picks if (spelled := board.find(word))}
    return later
