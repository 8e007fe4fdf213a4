"""What an agent was shown for a decision: the view that the game builds for its seat, in words.

An agent keeps nothing between two questions, so the state before the question and the refused tries give its view
again, exactly.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from codenames_core.game.agent import AgentTrace, FailureKind
from codenames_core.game.board import CardType
from codenames_core.game.config import Team
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.state import GameState
from codenames_core.game.visibility import Rejection, View, visible_state
from codenames_tui.ui.wording import clue_of, name_of


class Fact(NamedTuple):
    """One line of a view: what it is, what it says, and whose colour it has."""

    what: str
    says: str
    style: str = "text"


def view_of(trace: AgentTrace, state: GameState) -> View | None:
    """Return what the agent saw at its last try, `state` being that before it; None where the seat is unknown."""
    return visible_state(state, trace.seat, tuple(_rejections(trace))) if trace.seat else None


def _rejections(trace: AgentTrace) -> Iterator[Rejection]:
    """Yield the refusals that the agent was told of before its last try; one that took the seat over knows of none."""
    own: list[Rejection] = []
    for refused in trace.refused:
        if refused.failure is FailureKind.REPLACED:
            own.clear()
        elif refused.failure is not FailureKind.UNAVAILABLE:
            own.append(Rejection(refused.raw, refused.reason))
    yield from [] if trace.is_fallback else own


def facts(view: View) -> Iterator[Fact]:
    """Yield the view line by line; words and clues are as the game holds them, and are cleaned where they are drawn."""
    yield Fact("turn", f"{view.turn_number}, {name_of(view.current_turn)} to move")
    if view.current_clue:
        left = view.guesses_remaining
        yield Fact("clue", f"{clue_of(view.current_clue, str)}, {'no limit of' if left is None else left} guesses left")
    key: Mapping[str, CardType] | None = getattr(view, "key", None)
    if key is None:
        yield Fact("key", "not seen")
        yield Fact("face down", _listed(view.unrevealed))
    else:
        for card in CardType:
            words = [word for word in view.unrevealed if key[word] is card]
            if words:
                yield Fact(card.value, _listed(words), card.value)
    if view.revealed:
        yield Fact("face up", _listed(f"{word} ({card.value})" for word, card in view.revealed.items()))
    yield Fact("left", ", ".join(f"{name_of(team)} {view.words_left[team]}" for team in Team))
    yield Fact("heard", _heard(view))
    for number, rejection in enumerate(view.rejected, 1):
        yield Fact("told", f"try {number} was refused: {rejection.reason}", "warn")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def _heard(view: View) -> str:
    messages = [event for event in view.public_transcript if isinstance(event, DiscussionMessage)]
    own = sum(message.team is view.seat.team for message in messages)
    others = f"{len(messages) - own} of the opponents" if view.rules.surveillance else "not the opponents'"
    return f"{len(view.public_transcript)} events; {own} messages of its own team, {others}"
