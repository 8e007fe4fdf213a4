"""The inspector: one decision from the inside. Who made it, what it saw, what it answered and why, what it took.

Pure. All of a trace is untrusted: models wrote it, or a file says that they did.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qsl

from codenames_core.game.agent import AgentTrace, Question, RefusedTry, SeenPicture
from codenames_core.game.config import TEAMS, Role, Seat
from codenames_core.game.usage import UsageTotals, usage_of
from codenames_core.game.visibility import View
from codenames_core.text.sanitiser import one_line
from codenames_tui.game.inspector.agent_view import facts
from codenames_tui.game.panels.totals import calls, clock, cost, count, dollars
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, team_style
from codenames_tui.ui.lines.paper import Entry, Paragraph
from codenames_tui.ui.wording import format_consensus, name_of, seat_of

_LABEL: Final = 11
_ASKED: Final = {
    Question.CLUE: "clue",
    Question.MESSAGE: "message",
    Question.GUESSES: "guesses",
    Question.PENALTY: "penalty",
}
NOTHING_YET: Final = "Nobody has decided anything yet."
NOT_RECORDED: Final = "This game was recorded without the private side of its decisions."


@dataclass(frozen=True, slots=True)
class Inspection:
    """A decision, and where it stands among the others."""

    trace: AgentTrace
    number: int
    """Counted from 1."""
    of: int
    """How many there are so far."""
    turn: tuple[AgentTrace, ...]
    """The decisions of its turn, itself among them."""
    place: int
    """Its index in the turn."""
    is_open: bool = False
    """Whether the seat is still being asked, so that a failure is not its last word."""
    view: View | None = None
    """What the agent saw at its last try."""
    total: UsageTotals = field(default_factory=UsageTotals)
    """What the game took up to and with this decision."""
    by_team: tuple[UsageTotals, ...] = ()
    """The same for each team."""
    picture_key: str = ""
    """The key that shows the picture of the seat; empty while none does."""


def inspection_title(inspection: Inspection | None) -> str:
    """Return what stands above the inspector."""
    return f"Inspector {inspection.number}/{inspection.of}" if inspection else "Inspector"


def inspection_entries(inspection: Inspection, glyphs: Glyphs) -> list[Entry]:
    """Return the decision, the most telling first: the answer, what it took, the reasons, the view, the prompt."""
    trace = inspection.trace
    return [
        Entry((Paragraph(_seats_of_turn(inspection, glyphs), hang=2), *_summary(inspection, glyphs))),
        *_text_section("reasoning", trace.reasoning, glyphs),
        *_text_section("raw answer", trace.raw, glyphs),
        *_refused_section(trace.refused, glyphs),
        *_requests_section(trace, glyphs),
        *_view_section(inspection.view, glyphs),
        *_prompt_section(trace, glyphs),
        *_totals_section(inspection, glyphs),
    ]


def _seats_of_turn(inspection: Inspection, glyphs: Glyphs) -> Line:
    """Return every decision of the turn in short, this one in brackets."""
    line: list[Span] = [Span(f"turn {inspection.trace.turn or '?'}", "dim")]
    for place, trace in enumerate(inspection.turn):
        sign = glyphs.wrong if trace.failure else ""
        name = (
            f"{_short(trace.seat)} {_ASKED[trace.question]}{sign}" if trace.question else f"{_short(trace.seat)}{sign}"
        )
        if place == inspection.place:
            line += [Span("  "), Span(f"[{name}]", f"{_style(trace)}-strong" if trace.seat else "strong")]
        else:
            line += [Span("  "), Span(name, "dim")]
    return tuple(line)


def _short(seat: Seat | None) -> str:
    if seat is None:
        return "?"
    return {Role.CLUER: "cluer", Role.GUESSER_1: "g1", Role.GUESSER_2: "g2"}[seat.role]


def _style(trace: AgentTrace) -> str:
    return team_style(trace.seat.team) if trace.seat else "text"


def _summary(inspection: Inspection, glyphs: Glyphs) -> Iterator[Paragraph]:
    trace = inspection.trace
    yield _fact("who", [*_who(trace, glyphs)])
    if persona := _persona(trace):
        yield _fact("persona", [Span(glyphs.line(persona))])
    yield _fact("answer", [*_answer(inspection, glyphs)])
    if trace.intended_targets:
        yield _fact("targets", [Span(glyphs.line(", ".join(trace.intended_targets)), "strong")])
    if trace.picture is not None:
        hint = [Span(f"  {inspection.picture_key} shows it", "dim")] if inspection.picture_key else []
        yield _fact("picture", [Span(glyphs.line(picture_words(trace.picture))), *hint])
    if trace.confidence is not None:
        yield _fact("confidence", [Span(f"{trace.confidence:.2f}")])
    yield _fact("took", [Span(_took(trace, glyphs))])
    if trace.note:
        yield _fact("note", [Span(glyphs.line(trace.note), "dim")])


def picture_words(facts: SeenPicture) -> str:
    """Return style, strength, seed, size and hash of a picture in a few words."""
    strength = "" if facts.strength is None else f" of strength {facts.strength}"
    seed = "" if facts.seed is None else f", seed {facts.seed}"
    return f"{one_line(facts.style, 20)}{strength}{seed}, {facts.width} x {facts.height}, pixels {facts.sha256[:12]}"


def _who(trace: AgentTrace, glyphs: Glyphs) -> Iterator[Span]:
    yield Span(
        seat_of(trace.seat) if trace.seat else "unknown seat", f"{_style(trace)}-strong" if trace.seat else "strong"
    )
    yield Span("  ")
    yield Span(glyphs.line(trace.agent) or "unknown agent")
    if trace.model and trace.model not in trace.agent:
        yield Span(f" ({glyphs.line(trace.model)})", "dim")
    kinds = [
        (trace.is_human, "a person"),
        (trace.is_ghost, "ghost"),
        (trace.is_fallback, "fallback: the seat had failed" if trace.refused else "fallback: the time was up"),
    ]
    for holds, kind in kinds:
        if holds:
            yield Span("  ")
            yield Span(kind, "accent")


def _persona(trace: AgentTrace) -> str:
    """Return the persona of who answered, which the name of an agent carries as a parameter."""
    return dict(parse_qsl(trace.agent.partition("?")[2].replace("+", "%2B"))).get("persona", "")


def _answer(inspection: Inspection, glyphs: Glyphs) -> Iterator[Span]:
    trace = inspection.trace
    if trace.failure is None:
        yield Span(_in_words(trace.answer, glyphs), "strong")
    elif inspection.is_open:
        yield Span("none yet: the seat is being asked again", "warn")
    else:
        yield Span(f"failed, {trace.failure}", "bad")
    if trace.failure is not None and trace.refusal:
        yield Span(f" {glyphs.dot} {glyphs.line(trace.refusal)}", "dim")


def _in_words(answer: Any, glyphs: Glyphs) -> str:
    match answer:
        case {"word": word, "number": number}:
            words = f"{word} {number}"
        case {"text": _, "consensus": consensus}:
            return format_consensus(agrees=bool(consensus))
        case []:
            return "pass"
        case list():
            words = ", ".join(map(str, answer))
        case None:
            return "none"
        case _:
            words = str(answer)
    return glyphs.line(words)


def _took(trace: AgentTrace, glyphs: Glyphs) -> str:
    spent = usage_of(trace)
    parts = [_seconds(spent.seconds)]
    if spent.model_calls:
        cached = f", {trace.tokens_cached:,} of them cached" if trace.tokens_cached else ""
        hidden = f", {trace.tokens_reasoning:,} of them hidden" if trace.tokens_reasoning else ""
        parts += [
            f"{count(spent.tokens_in)} tokens in{cached}",
            f"{count(spent.tokens_out)} out{hidden}",
            cost(spent.cost_usd),
        ]
    parts.append(calls(spent))
    return f" {glyphs.dot} ".join(parts)


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:,.0f} s"


def _fact(label: str, spans: list[Span]) -> Paragraph:
    return Paragraph((Span(label.ljust(_LABEL), "dim"), *spans), hang=_LABEL)


def _heading(title: str) -> Line:
    return (Span(title, "strong"),)


def _text_section(title: str, text: str, glyphs: Glyphs) -> Iterator[Entry]:
    if text.strip():
        yield Entry(tuple(_literal(text, glyphs)), _heading(title))


def _literal(text: str, glyphs: Glyphs) -> Iterator[Paragraph]:
    for line in glyphs.text(text).strip("\n").split("\n"):
        yield Paragraph((Span(line),), indent=2, hang=2)


def _refused_section(refused: Iterable[RefusedTry], glyphs: Glyphs) -> Iterator[Entry]:
    paragraphs: list[Paragraph] = []
    for number, attempt in enumerate(refused, 1):
        reason = glyphs.line(attempt.reason)
        head = (Span(f"{number}. ", "dim"), Span(str(attempt.failure), "bad"), Span(f" {glyphs.dot} {reason}"))
        paragraphs.append(Paragraph((*head, Span(_cost_of_try(attempt, glyphs), "dim")), hang=3))
        if attempt.raw.strip():
            paragraphs += [Paragraph((Span(line, "dim"),), indent=3, hang=3) for line in _lines(attempt.raw, glyphs)]
        elif attempt.reasoning.strip():
            paragraphs.append(Paragraph((Span("nothing but reasoning:", "dim"),), indent=3))
            paragraphs += [
                Paragraph((Span(line, "dim"),), indent=5, hang=5) for line in _lines(attempt.reasoning, glyphs)
            ]
    if paragraphs:
        yield Entry(tuple(paragraphs), _heading("refused tries"))


def _cost_of_try(attempt: RefusedTry, glyphs: Glyphs) -> str:
    parts = []
    if attempt.tokens_in is not None or attempt.tokens_out is not None:
        parts.append(f"{_known(attempt.tokens_in)} in, {_known(attempt.tokens_out)} out")
        parts.append("$?" if attempt.cost_usd is None else dollars(attempt.cost_usd))
    if attempt.latency_s is not None:
        parts.append(_seconds(attempt.latency_s))
    return "".join(f" {glyphs.dot} {part}" for part in parts)


def _known(number: int | None) -> str:
    return "?" if number is None else f"{number:,}"


def _lines(text: str, glyphs: Glyphs) -> list[str]:
    return glyphs.text(text).strip("\n").split("\n")


def _requests_section(trace: AgentTrace, glyphs: Glyphs) -> Iterator[Entry]:
    paragraphs = []
    for number, request in enumerate(trace.requests, 1):
        status = f" {request.status}" if request.status is not None else ""
        waited = f", then waited {_seconds(request.wait_s)}" if request.wait_s else ""
        detail = f" {glyphs.dot} {glyphs.line(request.detail)}" if request.detail else ""
        summary = f"{glyphs.line(request.outcome)}{status} {glyphs.dot} {_seconds(request.latency_s)}{waited}"
        paragraphs.append(Paragraph((Span(f"{number}. ", "dim"), Span(summary), Span(detail, "dim")), hang=3))
    if paragraphs:
        yield Entry(tuple(paragraphs), _heading("requests to the provider"))


def _view_section(view: View | None, glyphs: Glyphs) -> Iterator[Entry]:
    if view is not None:
        lines = (
            Paragraph((Span(f"  {what}".ljust(_LABEL + 2), "dim"), Span(glyphs.line(says), style)), hang=_LABEL + 2)
            for what, says, style in facts(view)
        )
        yield Entry(tuple(lines), _heading("what it saw"))


def _prompt_section(trace: AgentTrace, glyphs: Glyphs) -> Iterator[Entry]:
    if not trace.messages:
        return
    name = f" {glyphs.dot} {glyphs.line(trace.prompt)}" if trace.prompt else ""
    form = f" {glyphs.dot} answer as {glyphs.line(trace.output)}" if trace.output else ""
    paragraphs: list[Paragraph] = []
    for message in trace.messages:
        paragraphs.append(Paragraph((Span(f"  {glyphs.line(str(message.get('role', '?')))}:", "strong"),)))
        paragraphs += _literal(_content_of(message), glyphs)
    yield Entry(tuple(paragraphs), (*_heading("prompt"), Span(f"{name}{form}", "dim")))


def _content_of(message: Any) -> str:
    content = message.get("content", "")
    return content if isinstance(content, str) else str(content)


def _totals_section(inspection: Inspection, glyphs: Glyphs) -> Iterator[Entry]:
    rows: list[tuple[str, str, UsageTotals]] = [("all", "text", inspection.total)]
    rows += [(name_of(team), team_style(team), spent) for team, spent in zip(TEAMS, inspection.by_team, strict=False)]
    lines = (
        Paragraph((Span(f"  {name}".ljust(_LABEL), style), Span(_total(spent, glyphs))), hang=_LABEL)
        for name, style, spent in rows
    )
    yield Entry(tuple(lines), _heading(f"so far, in {inspection.number} of {inspection.of} decisions"))


def _total(spent: UsageTotals, glyphs: Glyphs) -> str:
    parts = [calls(spent), f"{clock(spent.seconds)} answering"]
    if spent.model_calls:
        parts += [f"{count(spent.tokens_in)} tokens in, {count(spent.tokens_out)} out", cost(spent.cost_usd)]
    return f" {glyphs.dot} ".join(parts)


def message_entries(note: str) -> list[Entry]:
    """Return a note in the place of a decision."""
    return [Entry((Paragraph((Span(note, "dim"),)),))]
