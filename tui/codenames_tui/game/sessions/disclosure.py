"""What may be on the screen while people play: no more than the person at the keyboard may know.

Everything that could give away a card or a conversation asks here: the board, the discussion, the transcript, the
inspector.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from codenames_core.game.config import Role, Rules, Seat, Team
from codenames_core.game.events import DiscussionMessage, Event
from codenames_core.game.state import GameState, Turn
from codenames_tui.game.sessions.open_question import Asked, Speaking, Waiting

UNHEARD: Final = "(spoken where this seat cannot hear it)"
NO_KEY: Final = "nobody has the key"
"""Why a cluer sees no key in a blind game, in the fewest words."""


class Disclosure(NamedTuple):
    """What may be seen."""

    key: bool | None = None
    """Whether the key is on the board; None leaves it to whoever watches."""
    private: bool = True
    """Whether the agents' private traces may be looked at."""
    unheard: frozenset[Team] = frozenset()
    """Teams whose discussion may not be read."""

    def event(self, event: Event) -> Event:
        """Return `event` as it may be shown."""
        return self.message(event) if isinstance(event, DiscussionMessage) else event

    def message(self, message: DiscussionMessage) -> DiscussionMessage:
        """Return `message` as it may be shown."""
        if message.team in self.unheard:
            return DiscussionMessage(seat=message.seat, text=UNHEARD, consensus=False)
        return message

    def speaking(self, speaking: Speaking | None) -> Speaking | None:
        """Return an answer that is being given as it may be shown: until it has been given it is private."""
        return speaking if self.private else None

    def asked(self, asked: Asked | None) -> Asked | None:
        """Return who is asked; what a provider says may quote what was asked."""
        return asked if asked is None or self.private else asked._replace(retry="")

    def waiting(self, waiting: Waiting | None) -> Waiting | None:
        """Return who waits for a model, without what its provider says."""
        return waiting if waiting is None or self.private else waiting._replace(reason="")

    def turn(self, turn: Turn) -> Turn:
        """Return `turn` with what was said in it as it may be shown."""
        if turn.team not in self.unheard:
            return turn
        return turn._replace(discussion=tuple(self.message(message) for message in turn.discussion))

    def state(self, state: GameState) -> GameState:
        """Return `state` with what was said in this turn as it may be shown."""
        return state._replace(turn=self.turn(state.turn))


EVERYTHING: Final = Disclosure()


def sees_key(seat: Seat, rules: Rules) -> bool:
    """Return whether whoever sits in `seat` plays with the key."""
    return seat.role is Role.CLUER and not rules.blind


def is_blind(seat: Seat, rules: Rules) -> bool:
    """Return whether `seat` is that of a cluer that plays without the key."""
    return seat.role is Role.CLUER and rules.blind


def disclosure_for(people: Collection[Seat], at_keyboard: Seat | None, rules: Rules) -> Disclosure:
    """Return what may be seen while a game is played.

    The screen shows what the person who looks may see, and what all of them may where nobody is known to.

    Args:
        people: the seats in which people sit.
        at_keyboard: the person that is known to be the one who looks.
        rules: of the game.
    """
    if not people:
        return EVERYTHING
    eyes = at_keyboard if at_keyboard in people else None
    return Disclosure(key=eyes is not None and sees_key(eyes, rules), private=False, unheard=_unheard(eyes, rules))


def _unheard(eyes: Seat | None, rules: Rules) -> frozenset[Team]:
    if rules.surveillance:
        return frozenset()
    return frozenset(Team) if eyes is None else frozenset({eyes.team.other})
