"""The seats of an environment that agents of ours play, with an event loop of their own."""

import asyncio
import weakref
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from codenames_agents.catalogue import build_seat
from codenames_core.decisions.questions import Ask
from codenames_core.game.agent import AgentTrace, TeamAgents
from codenames_core.game.config import AgentConfig, Role, Seat, Team, TeamConfig
from codenames_core.game.state import GameState
from codenames_core.play.orchestrator import TurnOrchestrator


class OtherSeats:
    """Agents at some of the six seats, who answer as in any game.

    They live in a thread, so that an environment can also be used where an event loop runs, as in a notebook.
    """

    def __init__(self) -> None:
        self._table = _Table()
        self.close = weakref.finalize(self, self._table.close)
        self.close.atexit = False  # threads have ended by then
        """Lets them go; nobody is asked after that."""

    def sit_down(self, teams: Mapping[Team, TeamConfig], agents: Mapping[Seat, AgentConfig]) -> None:
        """Build the agents of a new game.

        Raises:
            SeatError: there is no such agent; the message says which there are.
        """
        built = {seat: build_seat(teams, seat, agent) for seat, agent in agents.items()}
        red, blue = (_team_agents(team, teams[team], built) for team in Team)
        self._table.use(TurnOrchestrator(red, blue))

    def decide(self, ask: Ask[Any], state: GameState) -> AgentTrace:
        """Return the decision of the agent at the seat that is asked."""
        return self._table.decide(ask, state)


def _team_agents(team: Team, config: TeamConfig, built: Mapping[Seat, Any]) -> TeamAgents:
    """Return the agents of a team; nobody sits where the environment's user plays, and nobody is asked there."""
    nobody: Any = None
    cluer, guesser_1, guesser_2 = (built.get(Seat.of(team, role), nobody) for role in Role)
    return TeamAgents(cluer, guesser_1, guesser_2, config)


class _Table:
    """The thread, its event loop, and who asks the agents; it holds no reference to the environment."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="codenames-environment")
        self._runner = asyncio.Runner()
        self._orchestrator: TurnOrchestrator | None = None

    def use(self, orchestrator: TurnOrchestrator) -> None:
        self._orchestrator = orchestrator

    def decide(self, ask: Ask[Any], state: GameState) -> AgentTrace:
        if self._orchestrator is None:
            raise RuntimeError("nobody sits at the table")
        return self._thread.submit(self._runner.run, _decide(self._orchestrator, ask, state)).result()

    def close(self) -> None:
        if self._orchestrator is None:
            return
        self._orchestrator = None
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()


async def _decide(orchestrator: TurnOrchestrator, ask: Ask[Any], state: GameState) -> AgentTrace:
    """Return a decision, and leave no task behind: a program may end without a call of `close`."""
    try:
        return await orchestrator.decide(ask, state)
    finally:
        orchestrator.close()
        await asyncio.sleep(0)  # its tasks end
