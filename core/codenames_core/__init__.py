"""The engine of Codenames for six agents: rules, records, replay.

The names below are the public interface; each is loaded from its module when it is first used, so that importing
the package costs nothing.
"""

from typing import TYPE_CHECKING

from codenames_core.lazily import loader

_HOMES = {
    "agent": ("AgentTrace", "Cluer", "Guesser", "TeamAgents", "Unreadable"),
    "board": ("Board", "CardType", "deal"),
    "config": ("AgentConfig", "ClueRules", "GameConfig", "GameMode", "Role", "Seat", "Team", "TeamConfig"),
    "episode": ("EpisodeRunner", "run_episode"),
    "events": ("Clue", "DiscussionMessage", "Event", "Guess", "GuessKind", "Pass", "PassReason", "Reveal"),
    "legality": ("why_illegal", "why_illegal_clue"),
    "orchestrator": ("TurnOrchestrator",),
    "record": ("EpisodeRecord", "save_episode"),
    "replay": ("Replay", "ViewerState"),
    "rules": ("GuessResult", "process_guess"),
    "state": ("GameState", "Outcome", "Phase", "Termination", "apply", "fold", "initialize_game"),
    "stream": ("EventStream",),
    "traces": ("TurnTraces",),
    "visibility": ("BlindCluerView", "CluerView", "GuesserView", "Rejection", "View", "visible_state"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)  # pyright: ignore[reportUnsupportedDunderAll]

if TYPE_CHECKING:
    from codenames_core.agent import AgentTrace, Cluer, Guesser, TeamAgents, Unreadable
    from codenames_core.board import Board, CardType, deal
    from codenames_core.config import AgentConfig, ClueRules, GameConfig, GameMode, Role, Seat, Team, TeamConfig
    from codenames_core.episode import EpisodeRunner, run_episode
    from codenames_core.events import Clue, DiscussionMessage, Event, Guess, GuessKind, Pass, PassReason, Reveal
    from codenames_core.legality import why_illegal, why_illegal_clue
    from codenames_core.orchestrator import TurnOrchestrator
    from codenames_core.record import EpisodeRecord, save_episode
    from codenames_core.replay import Replay, ViewerState
    from codenames_core.rules import GuessResult, process_guess
    from codenames_core.state import GameState, Outcome, Phase, Termination, apply, fold, initialize_game
    from codenames_core.stream import EventStream
    from codenames_core.traces import TurnTraces
    from codenames_core.visibility import BlindCluerView, CluerView, GuesserView, Rejection, View, visible_state


__getattr__ = loader(__name__, _HOME_OF, globals())


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
