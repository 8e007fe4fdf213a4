"""The table as a few lines of text, with no more than everybody may see."""

from codenames_core.game.config import TEAMS
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, Reveal
from codenames_core.game.state import GameState
from codenames_core.text.sanitiser import one_line

_COLUMNS = 5
_WIDTH = 14


def table_text(state: GameState) -> str:
    """Return the board, whose move it is, and what happened last; a card that is face up shows its colour."""
    words = [_card(word, state) for word in state.board.words]
    rows = [
        "".join(f"{word:<{_WIDTH}}" for word in words[at : at + _COLUMNS]).rstrip() for at in range(0, 25, _COLUMNS)
    ]
    left = ", ".join(f"{team} has {state.words_left(team)} left" for team in TEAMS)
    last = _sentence(state.public_transcript[-1]) if state.public_transcript else "the game begins"
    standing = f"{state.winner or 'nobody'} wins" if state.outcome else f"{state.current_turn} to move"
    return "\n".join([*rows, f"turn {state.turn.number}, {standing}; {left}", last])


def _card(word: str, state: GameState) -> str:
    shown = one_line(word, _WIDTH - 4)
    return f"{shown}/{state.board.key[word][0]}" if word in state.revealed else shown


def _sentence(event: Event) -> str:
    match event:
        case Clue():
            return f"{event.team} gives the clue {one_line(str(event), 60)}"
        case DiscussionMessage():
            return f"{event.seat.label}: {one_line(event.text, 60)}"
        case Guess() | Reveal():
            return f"{event.team} reveals {one_line(event.word, 60)}: {event.card}"
        case Pass():
            return f"{event.team} ends its turn"
        case _:
            return one_line(event.type, 60)
