"""Lines of the transcript that are no events: a seat changed hands, or a fork was made here."""

from collections.abc import Iterable, Mapping, Sequence

from codenames_agents.kinds import kind_of
from codenames_core.files.schema import Parent, SeatChange, occupants
from codenames_core.game.config import AgentConfig, Team, TeamConfig
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.lines.paper import Paragraph
from codenames_tui.ui.wording import name_of_game, seat_of

_LABEL = 6


def lines_before(
    index: int,
    teams: Mapping[Team, TeamConfig],
    changes: Sequence[SeatChange],
    parent: Parent | None,
    glyphs: Glyphs,
) -> tuple[Paragraph, ...]:
    """Return what is to be said before the event of that index.

    Args:
        index: of the event.
        teams: who sat down at first.
        changes: all changes of seats, oldest first.
        parent: where the game comes from, if it is a fork.
        glyphs: what is drawn with.
    """
    return tuple(
        Paragraph((Span(label.ljust(_LABEL), "accent"), Span(glyphs.line(text), "accent")), hang=_LABEL)
        for label, text in (*_parting(index, parent), *_changes(index, teams, changes))
    )


def _parting(index: int, parent: Parent | None) -> Iterable[tuple[str, str]]:
    if parent is not None and parent.at == index:
        yield "fork", f"forked here from {name_of_game(parent.episode_id)}"


def _changes(index: int, teams: Mapping[Team, TeamConfig], changes: Sequence[SeatChange]) -> Iterable[tuple[str, str]]:
    for number, change in enumerate(changes):
        if change.at == index:
            before = occupants(teams, changes[:number])[change.seat]
            yield "seat", seat_changed(change, before)


def seat_changed(change: SeatChange, before: AgentConfig) -> str:
    """Return a change in words: "a person takes RED guesser 1 from vector:bold"."""
    seat = seat_of(change.seat)
    if kind_of(change.agent.spec).is_person:
        whom = f" from {before.label}" if before != change.agent else ""
        return f"a person takes {seat}{whom}"
    if kind_of(before.spec).is_person:
        return f"{change.agent.label} plays {seat} again, after a person"
    return f"{change.agent.label} plays {seat}"
