"""The game in sentences: short, complete, in the words that players use. Screens and plain lines share them.

Pure. Text of agents and files goes through `line`, which removes whatever could act on a terminal: `one_line`, or the
stricter function of a screen that can show only some characters.
"""

from collections.abc import Callable
from typing import Final, assert_never

from codenames_core.game.agent import Question
from codenames_core.game.board import CardType
from codenames_core.game.config import Role, Seat, Team
from codenames_core.game.events import (
    Clue,
    DiscussionMessage,
    Event,
    Guess,
    GuessKind,
    Pass,
    PassReason,
    Reveal,
    UnknownEvent,
)
from codenames_core.game.state import GameState, Outcome, Phase, Termination, Turn, guesses_remaining
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.staged_turn import StagedTurn
from codenames_tui.ui.data import sample_name

OneLine = Callable[[str], str]

_PASSED: Final = {
    PassReason.CHOSEN: "passes",
    PassReason.STOPPED: "ends its turn",
    PassReason.FORFEITED: "forfeits the turn",
    PassReason.GHOST: "passes, as a ghost does",
}
_ASKED: Final = {
    Question.CLUE: "thinks",
    Question.MESSAGE: "writes",
    Question.GUESSES: "picks",
    Question.PENALTY: "picks the penalty",
}


_AT_WORK: Final = {
    Question.CLUE: "is thinking",
    Question.MESSAGE: "is writing",
    Question.GUESSES: "is choosing cards",
    Question.PENALTY: "is choosing the penalty",
}


def name_of(team: Team) -> str:
    """Return a team's name: `RED`."""
    return team.value.upper()


def role_of(seat: Seat) -> str:
    """Return a seat's name within its team: `guesser 1`."""
    match seat.role:
        case Role.CLUER:
            return "cluer"
        case Role.GUESSER_1:
            return "guesser 1"
        case Role.GUESSER_2:
            return "guesser 2"


def seat_of(seat: Seat) -> str:
    """Return a seat's name: `RED guesser 1`."""
    return f"{name_of(seat.team)} {role_of(seat)}"


def name_of_game(episode_id: str, line: OneLine = one_line) -> str:
    """Return a short name for a game: a sample's own, else the beginning of its id, as in the name of its file.

    >>> name_of_game("fb2b238d-a024-443f-805f-eb20a5fad3e2"), name_of_game("eae56eb0-a024-443f-805f-eb20a5fad3e2")
    ('"comeback"', 'game eae56eb0')
    """
    if sample := sample_name(episode_id):
        return f'"{sample}"'
    return f"game {line(episode_id)[:8]}"


def clue_of(clue: Clue, line: OneLine = one_line, times: str = "") -> str:
    """Return a clue as it stands on a screen: `SEA 2`, or `SEA ×2` with a sign for `times`."""
    return f"{line(clue.word).upper()} {times}{line(str(clue.number))}"


def format_silence(reason: str, line: OneLine = one_line) -> str:
    """Return the sentence for a guesser who gave no message: `said nothing: it timed out`."""
    return f"said nothing: {line(reason)}"


def format_consensus(*, agrees: bool) -> str:
    """Return whether a guesser is done talking: a first message has nothing to disagree with yet."""
    return "agrees" if agrees else "wants to keep talking"


def format_pass(event: Pass) -> str:
    """Return how a team ended its turn: `RED ends its turn`."""
    return f"{name_of(event.team)} {_PASSED[event.reason]}"


def format_reveal(event: Reveal, line: OneLine = one_line) -> str:
    """Return what an illegal clue cost: `SHIP of BLUE is revealed`."""
    return f"{line(event.word)} of {name_of(event.team.other)} is revealed"


def format_unknown(event: UnknownEvent, line: OneLine = one_line) -> str:
    """Return the type of an event that a newer version wrote."""
    return f"event of an unknown type: {line(event.type)}"


def format_guess(event: Guess, line: OneLine = one_line) -> str:
    """Return what a card turned out to be: `SHIP: red, right`."""
    if event.card is CardType.ASSASSIN:
        card = "the assassin"
    elif event.card is CardType.NEUTRAL:
        card = "neutral"
    else:
        card = f"{event.card.value}, {'right' if event.result is GuessKind.CORRECT else 'wrong'}"
    return f"{line(event.word)}: {card}"


def format_event(event: Event, line: OneLine = one_line) -> str:
    """Return `event` in one sentence, for a reader who knows whose turn it is."""
    match event:
        case Clue():
            return f"{name_of(event.team)}'s clue is {clue_of(event, line)}."
        case DiscussionMessage(skipped=str() as reason):
            return f"{seat_of(event.seat)} {format_silence(reason, line)}."
        case DiscussionMessage(consensus=True):
            return f"{seat_of(event.seat)} agrees."
        case DiscussionMessage():
            return f"{seat_of(event.seat)} spoke."
        case Guess():
            return f"{format_guess(event, line)}."
        case Pass():
            return f"{format_pass(event)}."
        case Reveal():
            return f"Penalty: {format_reveal(event, line)}."
        case UnknownEvent():
            return f"An {format_unknown(event, line)}."
        case _:
            assert_never(event)


def format_left(turn: Turn, *, short: bool = False) -> str:
    """Return how many guesses a turn has left: "2 guesses left", or "2 left" if `short`; nothing before the clue."""
    left = guesses_remaining(turn)
    if left is None or left < 0:  # games of other programs may have no limit
        return "no limit" if turn.clue else ""
    guesses = "" if short else "guess " if left == 1 else "guesses "
    return f"{left} {guesses}left"


def format_found(turn: Turn, *, short: bool = False) -> str:
    """Return what came of a clue: "1 of 4", "3 of 3 and 1 more", or "1 found" where it was for no certain number.

    What was found beyond its number is left out if `short`.
    """
    if turn.clue is None:
        return ""
    found, number = sum(guess.result is GuessKind.CORRECT for guess in turn.guesses), turn.clue.number
    if not isinstance(number, int) or not number:
        return f"{found} found"
    more = f" and {found - number} more" if found > number and not short else ""
    return f"{min(found, number)} of {number}{more}"


def format_end_of_turn(staged: StagedTurn, line: OneLine = one_line) -> str:
    """Return with what a turn ended: "TRACK was neutral, turn over"; nothing while it goes on."""
    over = "" if staged.is_last else ", turn over"
    match staged.ended_by:
        case None:
            return ""
        case Guess(result=GuessKind.ASSASSIN) as guess:
            return f"{line(guess.word)} was the assassin"
        case Guess(result=GuessKind.OPPONENT) as guess:
            return f"{line(guess.word)} belongs to {name_of(guess.team.other)}{over}"
        case Guess(result=GuessKind.NEUTRAL) as guess:
            return f"{line(guess.word)} was neutral{over}"
        case Guess() as guess if staged.is_last:
            return f"{line(guess.word)} was right, the last word"
        case Guess() as guess:
            return f"{line(guess.word)} was right, no guess left"
        case Pass() as event:
            return format_pass(event)
        case Reveal() as event:
            return f"Penalty: {format_reveal(event, line)}"
        case event:
            return format_event(event, line)


def format_staged_turn(staged: StagedTurn, line: OneLine = one_line) -> str:
    """Return a turn in one line: "RED: PASSENGER 4 · 1 of 4 · TRACK was neutral, turn over"."""
    turn = staged.turn
    clue = clue_of(turn.clue, line) if turn.clue else "no clue"
    parts = (clue, format_found(turn), format_end_of_turn(staged, line))
    return f"{name_of(turn.team)}: {' · '.join(part for part in parts if part)}"


def phase_of_staged(staged: StagedTurn, state: GameState) -> str:
    """Return what is done in a turn, or that it is over and who is next: the board's edge is that team's already."""
    if staged.ended_by is None:
        return phase_of(state)
    return "last turn" if staged.is_last else f"over, {name_of(staged.turn.team.other)} next"


def phase_of(state: GameState) -> str:
    """Return what the team to move is doing."""
    match state.phase:
        case Phase.CLUE:
            return "clue"
        case Phase.DISCUSSION:
            return "discussion"
        case Phase.GUESS:
            return "guesses"
        case Phase.OVER:
            return "game over"


def format_question(seat: Seat, question: Question, *, with_team: bool = False, long: bool = False) -> str:
    """Return who works on which question: "guesser 1 writes", or "guesser 1 is writing" if `long`.

    The team is named, too, where it is not the one to move.
    """
    who = seat_of(seat) if with_team or question is Question.PENALTY else role_of(seat)
    return f"{who} {(_AT_WORK if long else _ASKED)[question]}"


def verdict(outcome: Outcome | None, state: GameState) -> str:
    """Return how the game ended and why, in one sentence."""
    if outcome is None:
        return "The game is not finished."
    winner = name_of(outcome.winner) if outcome.winner else ""
    loser = name_of(outcome.winner.other) if outcome.winner else ""
    match outcome.termination:
        case Termination.ALL_WORDS:
            words = len(state.board.words_of(outcome.winner)) if outcome.winner else 0
            return f"{winner} wins: all {words} words found."
        case Termination.OPPONENT_COMPLETED:
            return f"{winner} wins: {loser} revealed {winner}'s last word."
        case Termination.ASSASSIN:
            return f"{winner} wins: {loser} hit the assassin."
        case Termination.TURN_LIMIT:
            return f"Draw: turn limit ({state.config.max_turns}) reached."
        case Termination.ABORTED:
            return "No winner: the game was stopped."


def words_left(state: GameState) -> str:
    """Return the score: `RED 3 left, BLUE 5 left`."""
    return ", ".join(f"{name_of(team)} {state.words_left(team)} left" for team in Team)


def format_chance(chance: float) -> str:
    """Return a chance in whole per cent; only what is decided is 0 or 100.

    >>> format_chance(0.999), format_chance(0.504), format_chance(0.0)
    ('99%', '50%', '0%')
    """
    return f"{chance:.0%}" if chance in (0, 1) else f"{min(max(round(chance * 100), 1), 99)}%"


def format_change(team: Team, before: float | None, after: float | None, arrow: str) -> str:
    """Return what became of the chance of a team; nothing where it is not known.

    >>> format_change(Team.RED, 0.5, 0.25, "→")
    'RED 50% → 25%'
    """
    if before is None or after is None:
        return ""
    return f"{name_of(team)} {format_chance(before)} {arrow} {format_chance(after)}"
