"""Why a turn was lost: one reason for each, from what was meant, said and guessed.

A finished turn is lost if it was forfeited, or found fewer of the team's words than its clue promised: as many as its
number says, one for 0 and `unlimited`. A turn that found the team's last word is not. The reasons are tried in the
order of `TurnLoss`, and the first that holds is the reason; the last one takes what is left.

A *right card* is a target of the clue that was not found; where the targets are not known, or all were found, any word
of the team that was face down. What a message speaks for is read as the offline agents read their partners.
"""

from collections.abc import Collection
from enum import StrEnum
from itertools import chain

from codenames_agents.reading.partner_message import stated_plan
from codenames_core.game.agent import AgentTrace
from codenames_core.game.board import Board
from codenames_core.game.events import DiscussionMessage, GuessKind
from codenames_core.game.state import GUESSERS
from codenames_metrics.game.played_turns import PlayedTurn
from codenames_metrics.game.theory_of_mind import intended_targets


class TurnLoss(StrEnum):
    """Why a turn was lost."""

    UNANSWERED = "unanswered"
    """It was forfeited: a seat gave no usable answer."""
    ASSASSIN = "assassin"
    """It ended at the assassin."""
    STOPPED_EARLY = "stopped_early"
    """All that was guessed was right, and the guessers stopped before they had found what the clue promised."""
    DISCUSSION = "discussion"
    """A wrong word was guessed where the first message of a guesser had spoken for a right card next."""
    CLUE_MISLED = "clue_misled"
    """A wrong word was guessed, and a right card was named in the discussion or stood behind it in the list: the
    guessers saw it, and thought that the clue meant the other."""
    TARGET_MISSED = "target_missed"
    """A wrong word was guessed, and nobody had named or listed a right card."""

    @property
    def label(self) -> str:
        """The reason for people."""
        return self.value.replace("_", " ")


def is_lost(turn: PlayedTurn, board: Board) -> bool:
    """Return whether a turn is over and found less than its clue promised."""
    if not turn.is_over:
        return False
    if turn.is_forfeited:
        return True
    found = turn.correct
    if len(found) >= (turn.number_said or 1):
        return False
    return not board.words_of(turn.team) <= turn.revealed.union(found)


def turn_loss(
    turn: PlayedTurn, board: Board, *, blind: bool = False, targets: Collection[str] | None = None
) -> TurnLoss | None:
    """Return why a turn was lost, None where it was not.

    Args:
        turn: of a team.
        board: on which it was played.
        blind: whether cluers play without the key.
        targets: what its clue was meant for, where that is at hand.
    """
    if not is_lost(turn, board):
        return None
    if turn.is_forfeited:
        return TurnLoss.UNANSWERED
    if not turn.guesses or turn.guesses[-1].result is GuessKind.CORRECT:
        return TurnLoss.STOPPED_EARLY
    if turn.guesses[-1].result is GuessKind.ASSASSIN:
        return TurnLoss.ASSASSIN
    right = right_cards(turn, board, blind=blind, targets=targets)
    guessed = turn.revealed | set(turn.picks[:-1])
    firsts = _first_messages(turn)
    plans = [_plan(message, board) for message in firsts]
    if any(next((word for word in plan if word not in guessed), None) in right for plan in plans):
        return TurnLoss.DISCUSSION
    others = (_plan(message, board) for message in turn.discussion if not any(message is first for first in firsts))
    is_seen = any(not right.isdisjoint(words) for words in chain([_listed(turn, board)], plans, others))
    return TurnLoss.CLUE_MISLED if is_seen else TurnLoss.TARGET_MISSED


def right_cards(
    turn: PlayedTurn, board: Board, *, blind: bool = False, targets: Collection[str] | None = None
) -> frozenset[str]:
    """Return the words that the guessers of a turn should have guessed next when it ended; see `turn_loss`."""
    if targets is None:
        _, targets = intended_targets(turn, board, blind=blind)
    found = turn.revealed | set(turn.correct)
    own = board.words_of(turn.team) - found
    return frozenset(targets) & own or own


def _first_messages(turn: PlayedTurn) -> list[DiscussionMessage]:
    """Return the first message of each guesser that speaks."""
    firsts = {message.seat.role: message for message in reversed(turn.discussion)}
    return [firsts[role] for role in GUESSERS if role in firsts]


def _plan(message: DiscussionMessage, board: Board) -> tuple[str, ...]:
    """Return the words that a message speaks for, in order."""
    words = board.words
    return tuple([words[place] for place in stated_plan(message, words)])


def _listed(turn: PlayedTurn, board: Board) -> tuple[str, ...]:
    """Return the words of the list of guesses, also those that were not guessed any more."""
    trace: AgentTrace | None = turn.traces.guess_trace if turn.traces else None
    answer = trace.answer if trace is not None else None
    words: Collection[object] = answer if isinstance(answer, list) else ()
    found = (board.find(word) for word in words if isinstance(word, str))
    return tuple(word for word in found if word)
