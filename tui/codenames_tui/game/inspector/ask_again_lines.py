"""What stands in the dialog that asks a decision again: who can be asked, and what came back beside what was played."""

from collections.abc import Mapping, Sequence
from typing import Final

from codenames_agents.catalogue import build_agent
from codenames_agents.kinds import KINDS, kind_of
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, Role
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.again import Choice, choice_in_words, counted_choices
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Glyphs, Line, Span

ANOTHER: Final = ""
"""Names the item that asks for another agent."""
TIMES: Final = 5
"""How often an agent is asked at a time."""
_BAR: Final = 20
_MOST: Final = 5
"""Choices that are shown."""
WHAT: Final = {Kind.CLUE: "clues", Kind.GUESS: "first guesses", Kind.MESSAGE: "messages"}


def can_be_asked(agent: AgentConfig) -> bool:
    """Return whether an agent can be asked again: not a person, a ghost or a script."""
    kind = kind_of(agent.spec)
    return kind.can_be_asked


def offers(position: RecordedPosition, asked: Mapping[str, Sequence[AgentTrace]]) -> list[Item]:
    """Return who can be asked: whoever decided, where that is possible, the offline agents, and whoever is named."""
    decided = position.source.line_up.of(position.ask.seat.role)
    items = []
    if can_be_asked(decided):
        items.append(_item(decided.text, decided.label, "decided in the game", asked))
    offline = [spec for kind in KINDS.values() if not (kind.is_person or kind.is_ghost) for spec in kind.choices]
    named = [spec for spec in asked if spec not in offline and spec != decided.text]
    items += [_item(spec, AgentConfig.parse(spec).label, "", asked) for spec in named]
    items += [_item(spec, spec, "", asked) for spec in offline if spec != decided.text]
    return [*items, Item(ANOTHER, "Another agent or model", note="by its spec")]


def why_not_asked(spec: str) -> str:
    """Return why an agent cannot be asked; empty where it can."""
    try:
        agent = AgentConfig.parse(spec)
        if not can_be_asked(agent):
            return f"{one_line(agent.spec, 60)} cannot be asked again; name an offline agent or a model."
        build_agent(agent, Role.GUESSER_1, 0)
    except InputError as error:
        return one_line(str(error), 200)
    return ""


def _item(spec: str, label: str, note: str, asked: Mapping[str, Sequence[AgentTrace]]) -> Item:
    times = len(asked.get(spec, ()))
    return Item(spec, label, f"asked {times} times" if times else "", note)


def result_lines(
    position: RecordedPosition, played: AgentTrace, label: str, traces: Sequence[AgentTrace], glyphs: Glyphs
) -> tuple[Line, ...]:
    """Return what an agent answered so far, beside what was played."""
    was = choice_in_words(position, played)
    first: Line = (Span("played  ", "dim"), Span(glyphs.line(_with_targets(was, played.intended_targets)), "strong"))
    if not traces:
        return (first,)
    choices = counted_choices(position, traces)
    head: Line = (Span(glyphs.line(f"{label}, {WHAT[position.kind]} of {len(traces)} answers"), "dim"),)
    rows = [_row(choice, len(traces), was, glyphs) for choice in choices[:_MOST]]
    left = sum(choice.times for choice in choices[_MOST:])
    more: list[Line] = [(Span(f"and {left} others", "dim"),)] if left else []
    return (first, head, *rows, *more, *_cost(traces))


def _row(choice: Choice, total: int, was: str, glyphs: Glyphs) -> Line:
    share = round(_BAR * choice.times / total)
    bar = ("━" if glyphs.line("━") == "━" else "#") * share
    text = glyphs.line(_with_targets(choice.text, choice.targets))
    style = "strong" if choice.text.casefold() == was.casefold() else "text"
    return Span(f"{choice.times:>3} {bar:<{_BAR}} ", "dim"), Span(text, style)


def _with_targets(text: str, targets: Sequence[str]) -> str:
    return f"{text} ({', '.join(targets)})" if targets else text


def _cost(traces: Sequence[AgentTrace]) -> tuple[Line, ...]:
    known = [trace.cost_usd for trace in traces if trace.cost_usd is not None]
    return ((Span(f"cost ${sum(known):.4f}", "dim"),),) if known else ()
