"""What a person is asked, in words: titles, verdicts and hints of the panel that asks it."""

from typing import Any, Final

from codenames_core.decisions.questions import why_unsayable
from codenames_core.game.agent import Question
from codenames_core.game.config import Seat
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.visibility import View
from codenames_core.referee.legality import read_number, why_illegal_in
from codenames_tui.game.board.picking import Picking
from codenames_tui.game.sessions.disclosure import NO_KEY
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, wrap

_WANTED = {
    Question.CLUE: "your clue",
    Question.MESSAGE: "your message",
    Question.GUESSES: "your guesses",
    Question.PENALTY: "your penalty",
}


ONE_WORD_AND_A_NUMBER: Final = "A clue is one word and a number, e.g. HORSE 2"


def title_of(seat: Seat, question: Question) -> str:
    """Return what stands above the panel: "RED CLUER: your clue"."""
    return f"{seat.label.upper()}: {_WANTED[question]}"


def waiting_title(seat: Seat, due: Seat | None) -> str:
    """Return what stands above the line of a person who is not asked yet: "RED CLUER: waiting for BLUE CLUER"."""
    return f"{seat.label.upper()}: waiting" + (
        f" for {due.label.upper()}" if due is not None and due is not seat else ""
    )


def clue_verdict(view: View, word: str, number: str, glyphs: Glyphs) -> Line:
    """Return what the referee says of a clue that is being typed; what to do while there is no word yet."""
    if not word.strip() and view.rules.blind:
        return (Span(f"A blind game: {NO_KEY}. One word, and how many cards to guess.", "dim"),)
    if not word.strip():
        return (Span(f"{ONE_WORD_AND_A_NUMBER}; the number may be {unlimited(glyphs)}.", "dim"),)
    if not is_one_word_and_a_number(word, number):
        return Span(f"{glyphs.wrong} ", "bad"), Span(f"{ONE_WORD_AND_A_NUMBER}.")
    if reason := why_illegal_in(view, word, number):
        return Span(f"{glyphs.wrong} ", "bad"), Span(glyphs.line(reason))
    return Span(f"{glyphs.right} ", "good"), Span(f"{glyphs.line(word)} {read_number(number)} is legal.")


def is_one_word_and_a_number(word: str, number: str) -> bool:
    """Return whether a clue has the form of one, legal or not."""
    return len(word.split()) == 1 and read_number(number) is not None


def unlimited(glyphs: Glyphs) -> str:
    """Return how a number without a limit is typed."""
    return "unlimited" if glyphs.ascii_only else "unlimited (∞)"


def message_verdict(text: str, consensus: bool, glyphs: Glyphs) -> Line:
    """Return what is to be said of a message that is being typed."""
    if text.strip() and (reason := why_unsayable(text)):
        return Span(f"{glyphs.wrong} ", "bad"), Span(glyphs.line(reason))
    if not consensus:
        return Span("[ ] ", "dim"), Span("not ready: keep discussing", "dim")
    return Span(f"[{glyphs.right}] ", "good"), Span("CONSENSUS: ready to guess", "strong")


def answer_in_words(answer: Any) -> str:
    """Return what a person answered: a clue, a message, the words to touch, or the word of a penalty."""
    match answer:
        case Clue():
            return f"{answer.word} {answer.number}"
        case DiscussionMessage():
            return answer.text
        case str():
            return answer
        case _:
            return ", ".join(answer) or "a pass"


def picks_verdict(words: tuple[str, ...], picking: Picking, limit: int | None, glyphs: Glyphs) -> Line:
    """Return what was picked, in order, and where more was picked than may be touched, that limit."""
    if picking.column:
        return (Span(f"{picking.column}, and a row from 1 to 5", "accent"),)
    if not picking.picks:
        return (Span("Pick in order; the first wrong card ends the turn.", "dim"),)
    named = f" {glyphs.arrow} ".join(glyphs.line(words[index]) for index in picking.picks)
    over = "" if limit is None or len(picking.picks) <= limit else f"  (only {limit} can be guessed)"
    return Span(named, "strong"), Span(over, "warn")


def rejected_line(view: View, glyphs: Glyphs) -> Line:
    """Return why the last answer to this question was refused, if one was."""
    if not view.rejected:
        return EMPTY
    return (Span(f"Refused: {glyphs.line(view.rejected[-1].reason)}", "bad"),)


def hint_lines(hints: tuple[Line, ...], width: int) -> list[Line]:
    """Return hints, wrapped; empty ones are left out."""
    return [line for hint in hints if hint for line in wrap(hint, width)]
