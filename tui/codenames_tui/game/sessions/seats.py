"""Who sits where in a game that is played now: a person takes a seat, answers for it, and gives it back."""

import contextlib
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from codenames_core.decisions.reply_sanitiser import has_flag
from codenames_core.game.agent import Agent
from codenames_core.game.config import AgentConfig, Seat
from codenames_core.support.errors import InputError

if TYPE_CHECKING:
    from codenames_agents.seats.human import Human, PendingQuestion
    from codenames_core.play.episode import EpisodeRunner


class Pending(NamedTuple):
    """A question that waits for a person."""

    seat: Seat
    question: "PendingQuestion"


class SeatsOfGame(Protocol):
    """The six seats of a game that goes on, here or at a table elsewhere, for the person at the screen."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of the people at this screen."""
        ...

    @property
    def pending(self) -> "Pending | None":
        """The question that one of them is to answer now."""
        ...

    @property
    def asked(self) -> Seat | None:
        """The seat that is asked now."""
        ...

    @property
    def due(self) -> Seat | None:
        """The seat that is asked now, or will be next."""
        ...

    def occupant(self, seat: Seat) -> str:
        """Return who sits in `seat`; untrusted."""
        ...

    def is_ghost(self, seat: Seat) -> bool:
        """Return whether no person can take `seat`."""
        ...

    def take(self, seat: Seat) -> None:
        """Sit down in `seat`."""
        ...

    def give_back(self, seat: Seat) -> None:
        """Give `seat` back to its agent."""
        ...

    def stand_in(self, seat: Seat) -> str:
        """Have an agent make the open decision of the person in `seat`; return its spec."""
        ...

    def forfeit(self, seat: Seat) -> None:
        """Have the seat of a person fail in the open decision."""
        ...

    def answer(self, answer: Any) -> bool:
        """Give the answer of a person to what is asked; False where nothing is asked any more."""
        ...


class Seats:
    """The six seats of a running game.

    Args:
        runner: plays the game.
    """

    def __init__(self, runner: "EpisodeRunner") -> None:
        self._runner = runner
        self._agents: dict[Seat, tuple[Agent, AgentConfig]] = {}
        """The agents whose seats people took, to be given back."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats in which people sit."""
        return tuple(seat for seat in Seat if self._person(seat))

    @property
    def pending(self) -> "Pending | None":
        """The question that a person is to answer now."""
        for seat in Seat:
            person = self._person(seat)
            if person and (question := person.pending):
                return Pending(seat, question)
        return None

    @property
    def asked(self) -> Seat | None:
        """The seat that is asked now."""
        asked = self._runner.open_question
        return asked[0] if asked else None

    @property
    def due(self) -> Seat | None:
        """The seat that is asked now, or will be next."""
        if self.asked is not None:
            return self.asked
        due = self._runner.due
        return due.seat if due is not None else None

    def occupant(self, seat: Seat) -> str:
        """Return who sits in `seat`, as the record says it."""
        return self._runner.config_of(seat).spec

    def is_ghost(self, seat: Seat) -> bool:
        """Return whether `seat` is that of a ghost, which no person can take."""
        return has_flag(self._runner.agent_of(seat), "is_ghost")

    def take(self, seat: Seat) -> None:
        """Put a person into `seat`; an open question of its agent is abandoned and asked again."""
        if self._person(seat) or self._runner.state.outcome is not None:
            return
        from codenames_agents.kinds import HUMAN
        from codenames_agents.seats.human import Human

        before = self._runner.agent_of(seat), self._runner.config_of(seat)
        asked = seat is self.due
        self._runner.swap(seat, Human(), AgentConfig(spec=HUMAN))
        self._agents[seat] = before
        if asked:  # a person need not wait for the pace of the game, nor for the end of a pause
            self._runner.step()

    def give_back(self, seat: Seat) -> None:
        """Put the agent that sat there before into `seat`, the usual one where none did, or where it is not here."""
        if self._person(seat) and self._runner.state.outcome is None:
            self._runner.swap(seat, *self._waiting_agent(seat))
            self._agents.pop(seat, None)

    def stand_in(self, seat: Seat) -> str:
        """Have the agent that the seat would be given back to make the open decision of its person; return its spec.

        Nothing is returned where nothing is open.
        """
        person = self._person(seat)
        if person is None or person.pending is None:
            return ""
        agent, config = self._waiting_agent(seat)
        person.let_answer(agent, self._runner.header.config.decision_seconds)
        return config.spec

    def forfeit(self, seat: Seat) -> None:
        """Have the seat of a person fail in the open decision, by the rules of the game."""
        if person := self._person(seat):
            person.forfeit()

    def has_stand_in(self, seat: Seat) -> bool:
        """Return whether an agent makes the open decision in the place of the person who sits in `seat`."""
        person = self._person(seat)
        return person is not None and person.has_stand_in and person.pending is None

    def _waiting_agent(self, seat: Seat) -> tuple[Agent, AgentConfig]:
        """Return the agent that the seat of a person is given back to, and what the record says of it."""
        if seat not in self._agents:
            self._agents[seat] = self._agent_before(seat)
        return self._agents[seat]

    def _agent_before(self, seat: Seat) -> tuple[Agent, AgentConfig]:
        """Make the last agent that sat in `seat`, as the record of a game knows it that was resumed or forked."""
        from codenames_agents.catalogue import build_seat
        from codenames_agents.kinds import DEFAULT_SPEC, HUMAN

        teams = self._runner.header.teams
        changes = [change.agent for change in self._runner.played.seat_changes if change.seat is seat]
        sat = [agent for agent in (teams[seat.team].of(seat.role), *changes) if agent.spec != HUMAN]
        for config in (*reversed(sat), AgentConfig(spec=DEFAULT_SPEC)):
            with contextlib.suppress(InputError):
                return build_seat(teams, seat, config), config
        raise AssertionError("the usual agent can always be made")

    def answer(self, answer: Any) -> bool:
        """Give the answer of a person to what is asked; False where nothing is asked any more."""
        pending = self.pending
        person = self._person(pending.seat) if pending else None
        return person.answer(answer) if person else False

    def _person(self, seat: Seat) -> "Human | None":
        agent = self._runner.agent_of(seat)
        return agent if has_flag(agent, "is_human") else None  # type: ignore[return-value]
