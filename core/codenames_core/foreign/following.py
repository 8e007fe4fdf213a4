"""Tells a foreign game to the rules, and makes an episode of it, or says which move they cannot follow.

The rules never see what the source says of the consequences; afterwards the two are compared: colours of cards, cards
left, ends of turns, winner and ending. A game in which they differ is refused, for something in it is not understood.

What other programs play otherwise, and what becomes of it:

- A team that is not there is a ghost, which passes.
- A clue that failed or was refused forfeits the turn.
- A turn that ends without a word about it, since the log goes on with another clue, ended by a pass.
- Clues are not judged: sources have other rules for them.
- Unknown words are cards called `?1`, `?2`; unknown numbers and clues are said to be unknown.
"""

from typing import Final, assert_never

from codenames_core.files.record import EpisodeRecord
from codenames_core.foreign.episode import record_of
from codenames_core.foreign.game import (
    UNKNOWN_CLUE,
    UNKNOWN_NUMBER,
    CannotFollow,
    ForeignClue,
    ForeignGame,
    ForeignGuess,
    ForeignMessage,
    ForeignMove,
    ForeignPass,
    ForeignPenalty,
    Refusal,
    move_team,
    word_of,
)
from codenames_core.foreign.setting import board_of, config_of
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.board import CardType
from codenames_core.game.config import Role, Seat
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, GuessKind, Pass, PassReason, Reveal
from codenames_core.game.rules import process_guess
from codenames_core.game.state import GameState, Phase, Termination, apply, initialize_game
from codenames_core.support.errors import InputError, RuleError
from codenames_core.text.sanitiser import encodable, one_line

MOST_MOVES: Final = 5_000
_LONGEST_TEXT: Final = 50_000


def follow(game: ForeignGame, format: str, *, unfinished: bool = False) -> EpisodeRecord | Refusal:
    """Return the episode that a foreign game is by the rules, or why there is none.

    Args:
        game: as its source tells it.
        format: the name of the source's format.
        unfinished: whether games without an end are wanted as well.
    """
    try:
        return _followed(game, format, unfinished)
    except CannotFollow as error:
        return Refusal(game.name, error.reason, error.event, error.detail)
    except InputError as error:
        return Refusal(game.name, one_line(str(error), 200))


def _followed(game: ForeignGame, format: str, unfinished: bool) -> EpisodeRecord:
    if len(game.moves) > MOST_MOVES:
        raise CannotFollow(f"more than {MOST_MOVES:,} events")
    board = board_of(game)
    config = config_of(game, board)
    story = _Story(initialize_game(config, board), game)
    for index, move in enumerate(game.moves):
        try:
            story.tell(move)
        except RuleError as error:
            raise CannotFollow(one_line(str(error).partition(": ")[2] or str(error), 200), event=index) from error
        except CannotFollow as error:
            raise CannotFollow(error.reason, error.detail, index) from error
    _compare_outcome(game, story.state, unfinished)
    if not game.follows_rules and story.state.outcome is not None:
        raise CannotFollow("the source says that it cannot be replayed by the rules")
    return record_of(game, format, story.state, story.traces)


class _Story:
    """A game as far as it has been told: its state, and the traces of what is known of its decisions."""

    def __init__(self, initial: GameState, game: ForeignGame) -> None:
        self.state = initial
        self.traces: list[AgentTrace] = []
        self._game = game

    def tell(self, move: ForeignMove) -> None:
        """Take the next move.

        Raises:
            RuleError: the rules do not allow it now.
            CannotFollow: it does not go with what the source says of it.
        """
        self._end_open_turn(move)
        self._pass_for_absent(move)
        match move:
            case ForeignClue():
                self._clue(move)
            case ForeignMessage():
                self._add(DiscussionMessage(seat=move.seat, text=_text(move.text), consensus=False))
            case ForeignGuess():
                self._guess(move)
            case ForeignPass():
                self._pass(move)
            case ForeignPenalty():
                self._add(Reveal(team=move.team, word=word_of(move.word), card=CardType.of(move.team.other)))
            case _:
                assert_never(move)

    def _add(self, event: Event) -> None:
        self.state = apply(self.state, event)

    def _end_open_turn(self, move: ForeignMove) -> None:
        """Let the turn end that a log leaves open when the next clue is given, or fails."""
        begins = isinstance(move, ForeignClue | ForeignPenalty) or (isinstance(move, ForeignPass) and move.forfeited)
        turn = self.state.turn
        if not begins or self.state.phase is Phase.OVER or turn.clue is None:
            return
        if turn.team is not move_team(move) or self._game.absent is turn.team.other:
            self._add(Pass(team=turn.team, reason=PassReason.STOPPED if turn.guesses else PassReason.CHOSEN))

    def _pass_for_absent(self, move: ForeignMove) -> None:
        turn, absent = self.state.turn, self._game.absent
        is_asked = self.state.phase is Phase.CLUE and turn.team is absent and move_team(move) is not absent
        if is_asked and not (isinstance(move, ForeignPass) and move.is_implied):
            self._add(Pass(team=turn.team, reason=PassReason.GHOST))

    def _clue(self, move: ForeignClue) -> None:
        word = UNKNOWN_CLUE if move.word is None else _text(move.word)
        number = UNKNOWN_NUMBER if move.number is None else move.number
        turn, at = self.state.turn.number, len(self.state.public_transcript)
        self._add(Clue(word, number, team=move.team))
        if move.targets or move.reasoning:
            self.traces.append(
                AgentTrace(
                    seat=Seat.of(move.team, Role.CLUER),
                    question=Question.CLUE,
                    turn=turn,
                    at=at,
                    answer={"word": word, "number": number},
                    reasoning=_text(move.reasoning),
                    intended_targets=tuple(map(word_of, move.targets)),
                )
            )

    def _guess(self, move: ForeignGuess) -> None:
        turn = self.state.turn
        if self.state.phase is not Phase.OVER and turn.team is not move.team:
            raise CannotFollow(f"{move.team} guesses, but it is {turn.team}'s turn", one_line(move.word, 40))
        if self.state.phase is Phase.OVER:
            raise CannotFollow("a guess after the end of the game", one_line(move.word, 40))
        found = self.state.board.find(word_of(move.word))
        if found is None or found in self.state.revealed:
            what = "is not on the board" if found is None else "lies face up already"
            raise CannotFollow(f"the word that is guessed {what}", one_line(move.word, 40))
        self.state, result = process_guess(found, self.state)
        if move.card is not None and result.card is not move.card:
            raise CannotFollow("a guess has another colour than the board", f"{one_line(found, 40)}: {move.card}")
        self._compare(move)

    def _compare(self, move: ForeignGuess) -> None:
        """Hold what the source says of a guess against what the rules make of it."""
        cards = self.state.board.cards
        for card, count in move.left.items():
            if count != (left := len(cards[card] - self.state.revealed)):
                raise CannotFollow(f"another number of {card} cards is left", f"{count}, by the rules {left}")
        over = self.state.outcome is not None
        if move.ends_game is not None and move.ends_game is not over:
            what = "ends with a guess that does not end it" if move.ends_game else "goes on after a guess that ends it"
            raise CannotFollow(f"the game {what} by the rules", one_line(move.word, 40))
        goes_on = not over and self.state.turn.team is move.team and self.state.phase is not Phase.CLUE
        if move.ends_turn and goes_on:
            raise CannotFollow("the turn ends with a guess after which it goes on by the rules")
        if move.ends_turn is False and not goes_on and not _has_used_last_guess(self.state):
            raise CannotFollow("the turn goes on after a guess that ends it by the rules")

    def _pass(self, move: ForeignPass) -> None:
        turn = self.state.turn
        if move.is_implied and (self.state.phase is Phase.OVER or turn.team is not move.team):
            return  # the last guess that the clue allowed has ended the turn already
        reason = PassReason.FORFEITED if move.forfeited else PassReason.STOPPED if turn.guesses else PassReason.CHOSEN
        self._add(Pass(team=move.team, reason=reason))


def _has_used_last_guess(state: GameState) -> bool:
    """Whether the last turn ended because the clue allowed no further guess: logs say so at the next event."""
    last = state.public_transcript[-1]
    return state.outcome is None and isinstance(last, Guess) and last.result is GuessKind.CORRECT


def _compare_outcome(game: ForeignGame, state: GameState, unfinished: bool) -> None:
    outcome, said = state.outcome, game.outcome
    if outcome is None:
        if said is not None and game.is_finished is not False:
            raise CannotFollow("it has an end that does not follow from its events", f"{said.winner or 'nobody'} won")
        if not unfinished:
            raise CannotFollow("unfinished: it has no end")
        return
    if game.is_finished is False:
        raise CannotFollow("unfinished by its source, but over by the rules")
    if said is None:
        return
    if said.winner is not None and said.winner is not outcome.winner:
        raise CannotFollow("another winner", f"{said.winner}, by the rules {outcome.winner}")
    if said.by_assassin is not None and said.by_assassin is not (outcome.termination is Termination.ASSASSIN):
        raise CannotFollow("another ending", f"by the rules {outcome.termination}")


def _text(text: str) -> str:
    return encodable(text[:_LONGEST_TEXT])
