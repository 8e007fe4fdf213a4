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
    from codenames_core.files.record import EpisodeRecord as EpisodeRecord
    from codenames_core.files.record import save_episode as save_episode
    from codenames_core.game.agent import AgentTrace as AgentTrace
    from codenames_core.game.agent import Cluer as Cluer
    from codenames_core.game.agent import Guesser as Guesser
    from codenames_core.game.agent import TeamAgents as TeamAgents
    from codenames_core.game.agent import Unreadable as Unreadable
    from codenames_core.game.board import Board as Board
    from codenames_core.game.board import CardType as CardType
    from codenames_core.game.board import deal as deal
    from codenames_core.game.config import AgentConfig as AgentConfig
    from codenames_core.game.config import ClueRules as ClueRules
    from codenames_core.game.config import GameConfig as GameConfig
    from codenames_core.game.config import GameMode as GameMode
    from codenames_core.game.config import Role as Role
    from codenames_core.game.config import Seat as Seat
    from codenames_core.game.config import Team as Team
    from codenames_core.game.config import TeamConfig as TeamConfig
    from codenames_core.game.events import Clue as Clue
    from codenames_core.game.events import DiscussionMessage as DiscussionMessage
    from codenames_core.game.events import Event as Event
    from codenames_core.game.events import Guess as Guess
    from codenames_core.game.events import GuessKind as GuessKind
    from codenames_core.game.events import Pass as Pass
    from codenames_core.game.events import PassReason as PassReason
    from codenames_core.game.events import Reveal as Reveal
    from codenames_core.game.replay import Replay as Replay
    from codenames_core.game.replay import ViewerState as ViewerState
    from codenames_core.game.rules import GuessResult as GuessResult
    from codenames_core.game.rules import process_guess as process_guess
    from codenames_core.game.state import GameState as GameState
    from codenames_core.game.state import Outcome as Outcome
    from codenames_core.game.state import Phase as Phase
    from codenames_core.game.state import Termination as Termination
    from codenames_core.game.state import apply as apply
    from codenames_core.game.state import fold as fold
    from codenames_core.game.state import initialize_game as initialize_game
    from codenames_core.game.traces import TurnTraces as TurnTraces
    from codenames_core.game.visibility import BlindCluerView as BlindCluerView
    from codenames_core.game.visibility import CluerView as CluerView
    from codenames_core.game.visibility import GuesserView as GuesserView
    from codenames_core.game.visibility import Rejection as Rejection
    from codenames_core.game.visibility import View as View
    from codenames_core.game.visibility import visible_state as visible_state
    from codenames_core.play.episode import EpisodeRunner as EpisodeRunner
    from codenames_core.play.episode import run_episode as run_episode
    from codenames_core.play.orchestrator import TurnOrchestrator as TurnOrchestrator
    from codenames_core.referee.legality import why_illegal as why_illegal
    from codenames_core.referee.legality import why_illegal_clue as why_illegal_clue
    from codenames_core.watch.stream import EventStream as EventStream


__getattr__ = loader(__name__, _HOME_OF, globals())


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
