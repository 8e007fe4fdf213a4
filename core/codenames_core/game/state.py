"""The state of a game, and the one function that moves it on.

`apply` is the only way from one state to the next. Live play, replay, resume, metrics and the viewer all use it, so
they all see the same game. What follows from an event (whose turn it is, whether the game is over) is computed here
and recorded nowhere else. What is asked next is decided in `codenames_core.decisions.protocol`.

    state = initialize_game(GameConfig(seed=7))
    state = apply(state, Clue("sea", 2, team=state.current_turn))
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from codenames_core.game.board import Board, CardType, deal
from codenames_core.game.config import TEAMS, GameConfig, Role, Seat, Team
from codenames_core.game.events import (
    Clue,
    DiscussionMessage,
    Event,
    Guess,
    GuessKind,
    Pass,
    Reveal,
    UnknownEvent,
)
from codenames_core.support.errors import BoardError, IllegalEvent
from codenames_core.text.sanitiser import one_line

GUESSERS = (Role.GUESSER_1, Role.GUESSER_2)
"""Who speaks in a round of discussion, in this order."""


class Phase(StrEnum):
    """What the team to move has to do next."""

    CLUE = "clue"
    DISCUSSION = "discussion"
    GUESS = "guess"
    OVER = "over"


_CLUE, _DISCUSSION, _GUESS, _OVER = Phase
# Names for members that are read for every event: to read one from its class takes ten times as long.
_CORRECT, _ASSASSIN = GuessKind.CORRECT, CardType.ASSASSIN


class Termination(StrEnum):
    """How a game ended."""

    ALL_WORDS = "all_words"
    """The winner found its last word itself."""
    OPPONENT_COMPLETED = "opponent_completed"
    """The loser touched the winner's last word."""
    ASSASSIN = "assassin"
    """The loser touched an assassin."""
    TURN_LIMIT = "turn_limit"
    """Too many turns; no winner."""
    ABORTED = "aborted"
    """Stopped from outside; no winner. Only records have it, the fold never does."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, and for whom."""

    winner: Team | None
    termination: Termination


class Turn(NamedTuple):  # a frozen dataclass takes three times as long to make, and a game makes hundreds
    """What a team has done since it came to move."""

    number: int
    """Counted from 1 over both teams."""
    team: Team
    clue: Clue | None = None
    discussion: tuple[DiscussionMessage, ...] = ()
    guesses: tuple[Guess, ...] = ()


# D-019: one is made for every event; a frozen dataclass takes three times as long.
class GameState(NamedTuple):
    """A game after some number of events."""

    config: GameConfig
    board: Board
    turn: Turn
    revealed: frozenset[str] = frozenset()
    """Words whose cards are face up, in the board's spelling."""
    public_transcript: tuple[Event, ...] = ()
    outcome: Outcome | None = None
    """How the game ended; None while it goes on."""

    @property
    def board_seed(self) -> int | None:
        """The seed that the board was dealt from, None for a given board."""
        return self.config.seed

    @property
    def winner(self) -> Team | None:
        """The team that has won; None in an open game, and in one without a winner."""
        return self.outcome.winner if self.outcome else None

    @property
    def current_turn(self) -> Team:
        """The team to move; in a finished game, the team that moved last."""
        return self.turn.team

    @property
    def current_clue(self) -> Clue | None:
        """The clue of this turn, once it is given."""
        return self.turn.clue

    @property
    def phase(self) -> Phase:
        """What the team to move has to do next."""
        return phase_of(self.config, self.turn, self.outcome)

    @property
    def guesses_remaining(self) -> int | None:
        """How many guesses the clue still allows: its number and one more. None where there is no cap or no clue."""
        return guesses_remaining(self.turn) if self.config.guess_limit else None

    def words_left(self, team: Team) -> int:
        """Return how many words `team` has yet to find."""
        return len(self.board.words_of(team) - self.revealed)


def phase_of(config: GameConfig, turn: Turn, outcome: Outcome | None) -> Phase:
    """Return what the team to move has to do next."""
    if outcome is not None:
        return _OVER
    if turn.clue is None:
        return _CLUE
    return _GUESS if _is_time_to_guess(turn, config) else _DISCUSSION


def guesses_remaining(turn: Turn) -> int | None:
    """Return how many guesses are left in `turn`; None for a clue of 0 or `unlimited`, or before the clue."""
    if turn.clue is None:
        return None
    number = turn.clue.number
    return number + 1 - len(turn.guesses) if isinstance(number, int) and number else None


def _is_time_to_guess(turn: Turn, config: GameConfig) -> bool:
    """Return whether guesses are due in `turn`, which has a clue: its guessers have begun, or have talked it over."""
    return bool(turn.guesses) or is_discussed(turn, config)


def is_discussed(turn: Turn, config: GameConfig) -> bool:
    """Return whether the discussion of `turn` is over: by consensus, or because every round was used."""
    if not config.discussion or len(turn.discussion) >= len(GUESSERS) * config.max_rounds:
        return True
    return has_consensus(turn.discussion)


def has_consensus(discussion: tuple[DiscussionMessage, ...]) -> bool:
    """Return whether the last two messages, one from each guesser, both say so."""
    if len(discussion) < 2:
        return False
    before, last = discussion[-2:]
    return last.consensus and before.consensus and before.seat is not last.seat


def speaker(turn: Turn) -> Seat:
    """Return the guesser who speaks next; guesser 1 begins and they alternate."""
    return _GUESSERS_OF[turn.team][len(turn.discussion) % len(GUESSERS)]


_GUESSERS_OF: Final = {team: [Seat.of(team, role) for role in GUESSERS] for team in TEAMS}


def initialize_game(config: GameConfig, board: Board | None = None) -> GameState:
    """Return the state before the first event.

    Args:
        config: the rules, and the seed to deal from where no board is given.
        board: the words and key; dealt from `config.seed` if not given.

    Raises:
        BoardError: neither a board nor a seed is given, or a word that is to lie face up is not on the board.
    """
    board = board or deal(config)
    return GameState(config, board, Turn(1, config.starting_team), _face_up(config, board))


def _face_up(config: GameConfig, board: Board) -> frozenset[str]:
    if not config.face_up:
        return frozenset()
    words = {word: board.find(word) for word in config.face_up}
    if missing := [word for word, found in words.items() if found is None]:
        raise BoardError(f"{one_line(missing[0], 40)!r} is to lie face up, but it is not on the board")
    return frozenset(found for found in words.values() if found is not None)


def fold(initial: GameState, events: Iterable[Event]) -> GameState:
    """Return the state after `events`.

    Raises:
        IllegalEvent: an event does not follow from the state before it.
    """
    state = initial
    for event in events:
        state = apply(state, event)
    return state


def apply(state: GameState, event: Event) -> GameState:
    """Return the state after `event`; an event of an unknown type only joins the transcript.

    Raises:
        IllegalEvent: the event does not follow from the state; the message says why.
    """
    if reason := why_not_now(state, event):
        raise IllegalEvent(f"event {len(state.public_transcript)}: {reason}")
    return apply_unchecked(state, event)


def apply_unchecked(state: GameState, event: Event) -> GameState:
    """Return the state after `event`, of which the caller knows that it follows: `apply` without the check."""
    return _RULES[type(event)].follow(state, event)


def why_not_now(state: GameState, event: Event) -> str | None:
    """Return why `event` cannot follow from `state`, or None where it can."""
    if type(event) is UnknownEvent:
        return None
    if state.outcome is not None:
        return f"{event.type} after the end of the game"
    if event.team is not state.turn.team:
        return f"{event.type} by {event.team}, but it is {state.turn.team}'s turn"
    return _RULES[type(event)].why_not_now(state, event)


def _why_no_clue_now(state: GameState, _: Clue) -> str | None:
    return "a second clue in one turn" if state.turn.clue else None


def _why_no_message_now(state: GameState, message: DiscussionMessage) -> str | None:
    turn = state.turn
    if turn.clue is None:
        return "discussion before clue"
    if _is_time_to_guess(turn, state.config):
        return "discussion after its end"
    if message.seat.role not in GUESSERS:
        return f"{message.seat.label} takes no part in the discussion"
    return None


def _why_no_guess_now(state: GameState, guess: Guess) -> str | None:
    if state.turn.clue is None:
        return "guess before clue"
    if reason := _why_no_card_now(state, guess):
        return reason
    if guess.result is not kind_of_guess(guess.team, guess.card):
        word = state.board.find(guess.word)
        return f"{word!r} is said to be {guess.result}, but it is {guess.card} and {guess.team} guessed it"
    return None


def _why_no_penalty_now(state: GameState, reveal: Reveal) -> str | None:
    if state.turn.clue:
        return "a penalty after a clue was given"
    if reason := _why_no_card_now(state, reveal):
        return reason
    if reveal.card.team is not reveal.team.other:
        word = state.board.find(reveal.word)
        return f"the penalty reveals a word of {reveal.team.other}, but {word!r} is {reveal.card}"
    return None


def _why_no_card_now(state: GameState, event: Guess | Reveal) -> str | None:
    word = state.board.find(event.word)
    if word is None:
        return f"{one_line(event.word, 40)!r} is not on the board"
    if word in state.revealed:
        return f"{word!r} is already revealed"
    card = state.board.key[word]
    if event.card is not card:
        return f"{word!r} is said to be {event.card}, but the key says {card}"
    return None


def kind_of_guess(team: Team, card: CardType) -> GuessKind:
    """Return what `card` means for the team that touched it."""
    return _KINDS_OF_GUESSES[team, card]


_KINDS_OF_GUESSES: Final = {
    **{(team, CardType.of(team)): GuessKind.CORRECT for team in TEAMS},
    **{(team, CardType.of(team.other)): GuessKind.OPPONENT for team in TEAMS},
    **{(team, CardType.NEUTRAL): GuessKind.NEUTRAL for team in TEAMS},
    **{(team, CardType.ASSASSIN): GuessKind.ASSASSIN for team in TEAMS},
}


def _after_clue(state: GameState, clue: Clue) -> GameState:
    return _next(state, clue, _new(Turn, (state.turn.number, state.turn.team, clue, (), ())), state.revealed)


def _after_message(state: GameState, message: DiscussionMessage) -> GameState:
    number, team, clue, discussion, _ = state.turn
    return _next(state, message, _new(Turn, (number, team, clue, (*discussion, message), ())), state.revealed)


def _after_guess(state: GameState, guess: Guess) -> GameState:
    number, team, clue, discussion, guesses = state.turn
    turn = _new(Turn, (number, team, clue, discussion, (*guesses, guess)))
    ends_turn = guess.result is not _CORRECT or state.guesses_remaining == 1
    return _after_card(state, guess, turn, ends_turn=ends_turn)


def _after_reveal(state: GameState, reveal: Reveal) -> GameState:
    return _after_card(state, reveal, state.turn, ends_turn=True)


def _after_pass(state: GameState, ending: Pass) -> GameState:
    return _after_turn(state, ending, state.turn, state.revealed)


def _after_unknown(state: GameState, event: UnknownEvent) -> GameState:
    return _next(state, event, state.turn, state.revealed, state.outcome)


def _after_card(state: GameState, event: Guess | Reveal, turn: Turn, *, ends_turn: bool) -> GameState:
    revealed = state.revealed | {state.board.find(event.word) or event.word}
    if outcome := _outcome_of_card(state.board, event, revealed):
        return _next(state, event, turn, revealed, outcome)
    return _after_turn(state, event, turn, revealed) if ends_turn else _next(state, event, turn, revealed)


def _outcome_of_card(board: Board, event: Guess | Reveal, revealed: frozenset[str]) -> Outcome | None:
    """Return how the game ends with a turned card, None if it goes on; else only the turn limit ends a game."""
    card = event.card
    if card is _ASSASSIN:
        return Outcome(event.team.other, Termination.ASSASSIN)
    if (owner := card.team) is None or not board.cards[card] <= revealed:
        return None
    is_gift = owner is not event.team and event.type == "guess"
    return Outcome(owner, Termination.OPPONENT_COMPLETED if is_gift else Termination.ALL_WORDS)


def _after_turn(state: GameState, event: Event, turn: Turn, revealed: frozenset[str]) -> GameState:
    if turn.number >= state.config.max_turns:
        return _next(state, event, turn, revealed, Outcome(None, Termination.TURN_LIMIT))
    return _next(state, event, _new(Turn, (turn.number + 1, turn.team.other, None, (), ())), revealed)


def _next(
    state: GameState, event: Event, turn: Turn, revealed: frozenset[str], outcome: Outcome | None = None
) -> GameState:
    return _new(GameState, (state.config, state.board, turn, revealed, (*state.public_transcript, event), outcome))


_new: Final = tuple.__new__
"""What `GameState(...)` and `Turn(...)` do, in half of the time: both are made for every event of every game."""


class _EventRules(NamedTuple):
    """What the rules say of one kind of event."""

    why_not_now: Callable[[GameState, Any], str | None]
    """Why it cannot follow now, in an open game in which its team is to move."""
    follow: Callable[[GameState, Any], GameState]
    """The state after it."""


class _RulesByClass(dict[type[Event], _EventRules]):
    """Those of a class; asked for each event twice, so not found by `match`: `isinstance` of models is slow."""

    def __missing__(self, kind: type[Event]) -> _EventRules:
        return next(self[base] for base in kind.__mro__ if base in self)


_RULES: Final = _RulesByClass(
    {
        Guess: _EventRules(_why_no_guess_now, _after_guess),
        Clue: _EventRules(_why_no_clue_now, _after_clue),
        DiscussionMessage: _EventRules(_why_no_message_now, _after_message),
        Pass: _EventRules(lambda _state, _pass: None, _after_pass),
        Reveal: _EventRules(_why_no_penalty_now, _after_reveal),
        UnknownEvent: _EventRules(lambda _state, _event: None, _after_unknown),
    }
)
