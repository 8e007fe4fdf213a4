"""One decision of a suite or probe in a few lines: the clue, what it means, and what each agent made of it."""

from collections.abc import Iterable, Iterator, Sequence

from codenames_metrics.laboratory.asking.asked_decisions import AskedDecision
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.tables.number_formats import format_score
from codenames_tui.ui.lines.lines import Glyphs, Line, Span


def words_of_answer(asked: AskedDecision, glyphs: Glyphs) -> Iterator[Span]:
    """Yield what was answered; each guess with a sign: meant, the team's, harmless, the opponents' or the assassin.

    Guesses after the first that is not the team's are never touched, and have none.
    """
    answer = asked.trace.answer
    if asked.position.kind is not Kind.GUESS or asked.trace.failure is not None or not isinstance(answer, list):
        yield Span(glyphs.line(asked.answer), "text" if asked.trace.failure is None else "bad")
        return
    if not answer:
        yield Span("pass", "dim")
    board, team, is_over = asked.position.state.board, asked.position.ask.seat.team, False
    for place, word in enumerate(map(str, answer)):
        sign, style = ("", "dim") if is_over else _sign(asked, word, glyphs)
        yield Span(("  " if place else "") + glyphs.line(f"{word}{sign}"), style)
        card = board.key.get(word)
        is_over = is_over or card is None or card.team is not team


def _sign(asked: AskedDecision, word: str, glyphs: Glyphs) -> tuple[str, str]:
    board, team = asked.position.state.board, asked.position.ask.seat.team
    card = board.key.get(word)
    if word in asked.meant:
        return glyphs.right, "good"
    if card is None:
        return "", "dim"
    if card.team is team:
        return glyphs.mentioned, "text"
    if card.team is not None:
        return glyphs.wrong, "warn"
    return (glyphs.assassin, "bad") if card.value == "assassin" else (glyphs.harmless, "dim")


def about_clue(asked: AskedDecision, speaker: str, glyphs: Glyphs) -> Line:
    """Return whose clue it is, and what it means."""
    if not asked.clue:
        return (Span(glyphs.line(f"asked for a clue: {speaker}"), "dim"),)
    meant = ", ".join(asked.meant) or "not said"
    return (
        Span(glyphs.line(asked.clue.upper()), "strong"),
        Span(f"  of {glyphs.line(speaker)}, meant for ", "dim"),
        Span(glyphs.line(meant)),
    )


def answers_beside(answers: Iterable[AskedDecision], pointed: AskedDecision, glyphs: Glyphs) -> Sequence[Line]:
    """Return a line for each answer to one question, the one that is pointed at marked."""
    listed = list(answers)
    widest = max((len(glyphs.line(one.who)) for one in listed), default=0)
    lines = []
    for one in listed:
        mark = glyphs.to_move if one is pointed else " "
        worth = format_score(one.recall) if one.recall is not None else ""
        head = f"{mark} {glyphs.line(one.who):<{widest}}  {worth:>4}  "
        lines.append((Span(head, "strong" if one is pointed else "dim"), *words_of_answer(one, glyphs)))
    return lines
