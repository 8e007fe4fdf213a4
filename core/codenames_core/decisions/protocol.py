"""The protocol of a turn: who is asked what next, and what follows from an answer or from the lack of one.

Pure: values in, values out. Live play, resume, forks, `verify`, a benchmark's budget and a watcher of a remote game
all ask here, so that a game that was played is also one that verifies. What an answer may be is decided in
`codenames_core.decisions.questions`, and how a state changes in `codenames_core.game.state`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from codenames_core.decisions.questions import (
    Accepted,
    Ask,
    AskForClue,
    AskForGuesses,
    AskForMessage,
    AskForPenalty,
    is_ghost_pass,
    penalty_by_default,
    the_other_cluer_chooses,
)
from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import GameConfig, IllegalCluePolicy, Role, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, PassReason, Reveal
from codenames_core.game.rules import process_guess
from codenames_core.game.state import GameState, Phase, apply_unchecked, speaker


@dataclass(frozen=True, slots=True)
class Failed:
    """A seat gave no answer that can be used, and is not asked again."""

    failure: FailureKind
    """Why the last try failed."""


def next_question(state: GameState, tries: Sequence[AgentTrace] = ()) -> Ask[Any] | None:
    """Return the question that is due in `state`, None in a finished game.

    Args:
        state: the game so far.
        tries: the answers so far, oldest first. Only the last one matters, and only if it was given in `state`: an
            illegal clue may have the other team's cluer choose a penalty. Without tries, a clue is due.
    """
    turn = state.turn
    match state.phase:
        case Phase.CLUE:
            if _is_penalty_due(state, tries):
                return AskForPenalty(Seat.of(turn.team.other, Role.CLUER))
            return AskForClue(Seat.of(turn.team, Role.CLUER))
        case Phase.DISCUSSION:
            return AskForMessage(speaker(turn), turn.discussion)
        case Phase.GUESS:
            return guess_question(state)
        case Phase.OVER:
            return None


def guess_question(state: GameState) -> AskForGuesses:
    """Return the question for guesses, also where the guessers might still discuss."""
    return AskForGuesses(Seat.of(state.turn.team, Role.GUESSER_1), state.turn.discussion)


def _is_penalty_due(state: GameState, tries: Sequence[AgentTrace]) -> bool:
    if not tries or not the_other_cluer_chooses(state.config):
        return False
    last = tries[-1]
    is_open = last.question is Question.PENALTY or _is_illegal_clue(last)
    return is_open and last.at == len(state.public_transcript)


def _is_illegal_clue(trace: AgentTrace) -> bool:
    return trace.question is Question.CLUE and trace.failure is FailureKind.ILLEGAL


def are_tries_used_up(refused: Sequence[AgentTrace], question: Question, config: GameConfig) -> bool:
    """Return whether a seat is not asked `question` again after these refused answers of its present occupant."""
    if not refused:
        return False
    costs_the_turn = question is Question.CLUE and config.illegal_clue is not IllegalCluePolicy.RETRY
    if costs_the_turn and refused[-1].failure is FailureKind.ILLEGAL:
        return True
    return len(refused) > config.max_retries


def recorded_result(ask: Ask[Any], trace: AgentTrace) -> Accepted[Any] | Failed:
    """Return what `trace` records as the result of `ask`.

    Raises:
        ValueError, TypeError: the recorded answer does not fit the question.
    """
    if trace.failure is not None:
        return Failed(trace.failure)
    value = ask.read(trace.answer)
    return Accepted(value, is_pass=trace.is_ghost and ask.question is Question.CLUE and is_ghost_pass(value))


def consequences(ask: Ask[Any], result: Accepted[Any] | Failed, state: GameState) -> Iterator[Event]:
    """Yield the events of `steps`; a state is made only where another event may follow."""
    if not isinstance(result, Failed) and ask.question is Question.GUESSES:
        yield from (event for event, _ in _guess_in_order(result.value, state))
    elif (event := _only_event(ask, result, state)) is not None:
        yield event


def steps(ask: Ask[Any], result: Accepted[Any] | Failed, state: GameState) -> Iterable[tuple[Event, GameState]]:
    """Return the events that follow from the result of `ask`, in order, each with the state after it.

    They come one at a time: stop consuming to stop the turn, as when the guesser's seat changes hands in the middle of
    its list. Words of a list that are face up already are skipped, so a list that was interrupted is continued. No
    event follows where another question comes first: after an illegal clue, the other cluer may choose the penalty.
    """
    if isinstance(ask, AskForGuesses) and not isinstance(result, Failed):
        return _guess_in_order(result.value, state)
    event = _only_event(ask, result, state)
    return () if event is None else ((event, apply_unchecked(state, event)),)


def _only_event(ask: Ask[Any], result: Accepted[Any] | Failed, state: GameState) -> Event | None:
    """Return what follows from anything but a list of guesses: one event at most."""
    if isinstance(result, Failed):
        return _consequence_of_failing(ask, result.failure, state)
    if result.is_pass:
        return Pass(team=ask.seat.team, reason=PassReason.GHOST)
    if isinstance(ask, AskForPenalty):
        return _reveal(result.value, ask.seat.team, state)
    event: Event = result.value
    return event


def possible_consequences(ask: Ask[Any]) -> tuple[type[Event], ...]:
    """Return the kinds of events that can be the first to follow from `ask`, whatever is answered."""
    match ask.question:
        case Question.CLUE:
            return Clue, Pass, Reveal
        case Question.MESSAGE:
            return (DiscussionMessage,)
        case Question.GUESSES:
            return Guess, Pass
        case Question.PENALTY:
            return Reveal, Pass
        case _:
            assert_never(ask.question)


def _guess_in_order(words: Iterable[str], state: GameState) -> Iterator[tuple[Event, GameState]]:
    team = state.turn.team
    for word in words:
        if word in state.revealed:
            continue
        state, guess = process_guess(word, state)
        yield state.public_transcript[-1], state
        if not guess.turn_continues:
            return
    rest = Pass(team=team, reason=PassReason.STOPPED if state.turn.guesses else PassReason.CHOSEN)
    yield rest, apply_unchecked(state, rest)


def _consequence_of_failing(ask: Ask[Any], failure: FailureKind, state: GameState) -> Event | None:
    team = ask.seat.team
    match ask.question:
        case Question.CLUE if failure is FailureKind.ILLEGAL and state.config.illegal_clue is IllegalCluePolicy.PENALTY:
            return None if the_other_cluer_chooses(state.config) else _penalty(team.other, state)
        case Question.CLUE | Question.GUESSES:
            return Pass(team=team, reason=PassReason.FORFEITED)
        case Question.MESSAGE:
            return DiscussionMessage(seat=ask.seat, text="", consensus=False, skipped=str(failure))
        case Question.PENALTY:
            return _penalty(team, state)
        case _:
            assert_never(ask.question)


def _penalty(owner: Team, state: GameState) -> Reveal | Pass:
    """Return what an illegal clue costs the other team, where the cluer of `owner` does not choose."""
    word = penalty_by_default(state, owner)
    if word is None:  # only on a board of a damaged file, on which a team has no words
        return Pass(team=owner.other, reason=PassReason.FORFEITED)
    return _reveal(word, owner, state)


def _reveal(word: str, owner: Team, state: GameState) -> Reveal:
    return Reveal(team=owner.other, word=word, card=state.board.key[word])
