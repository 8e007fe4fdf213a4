"""The engine of Codenames for six agents: rules, records, replay.

The names below are the public interface; each is loaded from its module when it is first used, so that importing
the package costs nothing.
"""

from typing import TYPE_CHECKING

from codenames_core.support.lazy_exports import loader

_HOMES = {
    "game.agent": ("AgentTrace", "Cluer", "Guesser", "TeamAgents", "Unreadable"),
    "game.board": ("Board", "CardType", "deal"),
    "game.config": ("AgentConfig", "ClueRules", "GameConfig", "GameMode", "Role", "Seat", "Team", "TeamConfig"),
    "play.episode": ("EpisodeRunner", "run_episode"),
    "game.events": ("Clue", "DiscussionMessage", "Event", "Guess", "GuessKind", "Pass", "PassReason", "Reveal"),
    "referee.legality": ("why_illegal", "why_illegal_clue"),
    "play.orchestrator": ("TurnOrchestrator",),
    "files.record": ("EpisodeRecord", "save_episode"),
    "game.replay": ("Replay", "ViewerState"),
    "game.rules": ("GuessResult", "process_guess"),
    "game.state": ("GameState", "Outcome", "Phase", "Termination", "apply", "fold", "initialize_game"),
    "watch.stream": ("EventStream",),
    "game.traces": ("TurnTraces",),
    "game.visibility": ("BlindCluerView", "CluerView", "GuesserView", "Rejection", "View", "visible_state"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)  # pyright: ignore[reportUnsupportedDunderAll]

if TYPE_CHECKING:
    from codenames_core.files.record import EpisodeRecord, save_episode
    from codenames_core.game.agent import AgentTrace, Cluer, Guesser, TeamAgents, Unreadable
    from codenames_core.game.board import Board, CardType, deal
    from codenames_core.game.config import AgentConfig, ClueRules, GameConfig, GameMode, Role, Seat, Team, TeamConfig
    from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, GuessKind, Pass, PassReason, Reveal
    from codenames_core.game.replay import Replay, ViewerState
    from codenames_core.game.rules import GuessResult, process_guess
    from codenames_core.game.state import GameState, Outcome, Phase, Termination, apply, fold, initialize_game
    from codenames_core.game.traces import TurnTraces
    from codenames_core.game.visibility import BlindCluerView, CluerView, GuesserView, Rejection, View, visible_state
    from codenames_core.play.episode import EpisodeRunner, run_episode
    from codenames_core.play.orchestrator import TurnOrchestrator
    from codenames_core.referee.legality import why_illegal, why_illegal_clue
    from codenames_core.watch.stream import EventStream


__getattr__ = loader(__name__, _HOME_OF, globals())


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
