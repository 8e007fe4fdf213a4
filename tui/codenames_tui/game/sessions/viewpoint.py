"""A game as it is looked at: from one position, by people who may see some of it."""

from collections.abc import Mapping
from typing import NamedTuple

from codenames_core.files.seating import seated_after
from codenames_core.game.config import Team
from codenames_core.game.events import Event
from codenames_core.game.state import GameState
from codenames_core.game.timeline import Timeline
from codenames_core.watch.staged_turn import StagedTurn, staged_turn
from codenames_tui.game.sessions.disclosure import Disclosure
from codenames_tui.game.sessions.open_question import Asked, Speaking, Waiting
from codenames_tui.game.sessions.playback import GamePosition
from codenames_tui.game.sessions.session import GameSession


class Viewpoint(NamedTuple):
    """Everything that what is shown depends on."""

    session: GameSession
    position: int
    disclosure: Disclosure
    wants_key: bool = False
    """Whether the viewer asked for the key, where that is left to the viewer."""

    @property
    def timeline(self) -> Timeline:
        """The game's events and states."""
        return self.session.timeline

    @property
    def labels(self) -> Mapping[Team, str]:
        """Who sits here for each team, in words; untrusted."""
        facts, changes = self.session.facts, self.session.seat_changes
        if not changes or not facts.teams:
            return facts.labels
        seated = seated_after(self.position, facts.teams, changes)
        return {team: line_up.label for team, line_up in seated.items()}

    @property
    def place(self) -> GamePosition:
        """The position in the game."""
        return GamePosition(self.position, len(self.timeline), self.session.standing.over)

    @property
    def at_end(self) -> bool:
        """Whether all events so far have happened here."""
        return self.position == len(self.timeline)

    @property
    def is_final(self) -> bool:
        """Whether this is the end of a game that is over."""
        return self.at_end and self.session.standing.over

    @property
    def tells_all(self) -> bool:
        """Whether this is the end of a game, and nothing of it is to be kept from the people at the screen."""
        return self.is_final and self.disclosure.private

    @property
    def state(self) -> GameState:
        """The state here, as far as it may be seen."""
        return self.disclosure.state(self.timeline.state_at(self.position))

    @property
    def staged(self) -> StagedTurn:
        """The turn that is looked at, as far as it may be seen: one that is over stays until the next clue."""
        staged = staged_turn(self.timeline, self.position)
        return staged._replace(turn=self.disclosure.turn(staged.turn))

    @property
    def staged_state(self) -> GameState:
        """The state here, but for its turn: that is the one that is looked at."""
        return self.timeline.state_at(self.position)._replace(turn=self.staged.turn)

    @property
    def last_event(self) -> Event | None:
        """What led here, as far as it may be seen; None at the beginning."""
        event = self.timeline.event_before(self.position)
        return None if event is None else self.disclosure.event(event)

    @property
    def decided(self) -> int:
        """How many decisions led here; at the end of a game all of them."""
        return self.session.decisions.count_at(self.position, at_end=self.at_end)

    @property
    def key_shown(self) -> bool:
        """Whether the cards show what they are."""
        key = self.disclosure.key
        return self.wants_key or self.is_final if key is None else key

    @property
    def asked(self) -> Asked | None:
        """Whose answer is awaited; nobody's where the past is looked at."""
        return self.disclosure.asked(self.session.asked) if self.at_end else None

    @property
    def speaking(self) -> Speaking | None:
        """What is being said, as far as it may be seen."""
        return self.disclosure.speaking(self.session.speaking) if self.at_end else None

    @property
    def waiting(self) -> Waiting | None:
        """Who waits for a provider, as far as it may be seen."""
        return self.disclosure.waiting(self.session.waiting) if self.at_end else None
