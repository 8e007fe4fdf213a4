"""A game that is played one answer at a time, by whoever holds it: no task, no clock, nothing awaited.

Who is asked, what may be answered and what follows is decided by `codenames_core.decisions`, as in every other game, so
its record verifies like any other. A list of guesses is given word by word. That tells a guesser nothing more: a list
goes on only where every word so far was right.
"""

from typing import Any, Final

from codenames_core.decisions.protocol import Failed, are_tries_used_up, next_question, recorded_result, steps
from codenames_core.decisions.questions import Accepted, Ask, Refused
from codenames_core.decisions.reply_sanitiser import PlainAnswer
from codenames_core.files.journal import Header, Played
from codenames_core.files.record import EpisodeRecord, as_record
from codenames_core.game.agent import AgentTrace, FailureKind, Unreadable
from codenames_core.game.config import Seat
from codenames_core.game.rules import process_guess, why_illegal_guess
from codenames_core.game.traces import join_tries
from codenames_core.game.visibility import Rejection, View, visible_state

PLAYER: Final = "environment"
"""The spec that records have at the seats that the environment's user plays."""


class SteppedGame:
    """A game that waits for the next answer.

    Args:
        header: what it starts from.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self.state = header.initial_state()
        self._tries: list[AgentTrace] = []
        self._ask_next()

    def _ask_next(self) -> None:
        self.due: Ask[Any] | None = next_question(self.state, self._tries)
        """The question that waits for an answer; None once the game is over."""
        self._asked: dict[str, Any] = {"turn": self.state.turn.number, "at": len(self.state.public_transcript)}
        self._refused: list[AgentTrace] = []
        self._touched: list[str] = []

    @property
    def refusal(self) -> str:
        """Why the last answer to the open question was refused; empty if it was not."""
        return (self._refused[-1].refusal or "") if self._refused else ""

    def view(self, seat: Seat) -> View:
        """Return what `seat` may know now, with its refused answers to the open question."""
        refused = self._refused if self.due and self.due.seat is seat else ()
        return visible_state(self.state, seat, tuple(Rejection(one.raw, one.refusal or "") for one in refused))

    def answer(self, answer: PlainAnswer, *, raw: str = "") -> None:
        """Answer the open question; an answer that cannot be used counts as a refused try.

        Args:
            answer: a clue, a message, a list of guesses, or a word to reveal.
            raw: what the answer was read from, for the trace.

        Raises:
            RuntimeError: no question is open.
        """
        ask = self._open_question()
        if isinstance(answer, Unreadable):
            self._refuse(Refused(answer.reason, FailureKind.UNREADABLE), raw)
            return
        verdict = ask.check(answer, self.state)
        if isinstance(verdict, Refused):
            self._refuse(verdict, raw)
        else:
            self._close(verdict, self._trace(raw, answer=ask.write(verdict.value), note=verdict.note))

    def guess(self, word: str) -> None:
        """Touch one word of the list that is asked for; the question stays open while the team may go on.

        A word that cannot be touched counts as a refused try.

        Raises:
            RuntimeError: no question is open.
        """
        self._open_question()
        if reason := why_illegal_guess(word, self.state):
            self._refuse(Refused(reason, FailureKind.ILLEGAL), word)
            return
        self._touched.append(self.state.board.find(word) or word)
        self.state, result = process_guess(word, self.state)
        if not result.turn_continues:
            self._finish(self._list_trace())

    def stop(self) -> None:
        """End the list of guesses.

        Raises:
            RuntimeError: no question is open.
        """
        self._close(Accepted(tuple(self._touched)), self._list_trace())

    def settle(self, trace: AgentTrace) -> None:
        """Let happen what follows from a decision that was made elsewhere, as by `TurnOrchestrator.decide`.

        Raises:
            RuntimeError: no question is open.
            ValueError, TypeError: its answer does not fit the question.
        """
        self._close(recorded_result(self._open_question(), trace), trace)

    def record(self) -> EpisodeRecord:
        """Return the record of the game so far."""
        return as_record(self.header, Played(self.state.public_transcript, tuple(self._tries)), self.state)

    def _open_question(self) -> Ask[Any]:
        if self.due is None:
            raise RuntimeError("the game is over: no question is open")
        return self.due

    def _refuse(self, refused: Refused, raw: str) -> None:
        trace = self._trace(raw, failure=refused.failure, refusal=refused.reason)
        self._refused.append(trace)
        if not are_tries_used_up(self._refused, self._open_question().question, self.state.config):
            return
        if self._touched:  # the words before it count: the list ends there
            self.stop()
        else:
            self._refused.pop()
            self._close(Failed(refused.failure), trace)

    def _close(self, result: Accepted[Any] | Failed, trace: AgentTrace) -> None:
        for _, following in steps(self._open_question(), result, self.state):
            self.state = following
        self._finish(trace)

    def _finish(self, trace: AgentTrace) -> None:
        self._tries.append(join_tries([*self._refused, trace]))
        self._ask_next()

    def _list_trace(self) -> AgentTrace:
        return self._trace("", answer=list(self._touched))

    def _trace(self, raw: str, **fields: Any) -> AgentTrace:
        ask = self._open_question()
        return AgentTrace(agent=PLAYER, seat=ask.seat, question=ask.question, raw=raw, **self._asked, **fields)
