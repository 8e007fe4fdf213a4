"""The episode that a foreign game becomes once the rules have followed it."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from codenames_core.files.record import IMPORTED, EpisodeRecord
from codenames_core.foreign.game import ForeignGame
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, Role, Seat, Team, TeamConfig
from codenames_core.game.state import GameState
from codenames_core.game.traces import turn_traces
from codenames_core.text.sanitiser import one_line

PLAYED_ELSEWHERE: Final = "imported"
"""The kind of the agents that sat in foreign games."""
GHOST: Final = "ghost:pass"
_LONGEST_NAME: Final = 100


def record_of(game: ForeignGame, format: str, state: GameState, tries: Iterable[AgentTrace]) -> EpisodeRecord:
    """Return the episode.

    Args:
        game: as its source tells it.
        format: the name of the source's format.
        state: after the last move.
        tries: what is known of decisions, in the order of play.
    """
    about = {
        "format": format,
        "name": one_line(game.name, 200),
        **({"variant": state.config.variant} if state.config.variant else {}),
        **({"unknown_words": unknown} if (unknown := len(state.board.words) - len(game.cards)) else {}),
        **_plain(game.about),
    }
    return EpisodeRecord.model_construct(  # everything in it was validated when it was made
        episode_id=game_id(game, format),
        config=state.config,
        board=state.board,
        teams={team: _line_up(game, team) for team in Team},
        public_transcript=list(state.public_transcript),
        traces=turn_traces(tries),
        winner=state.winner,
        outcome=state.outcome,
        metadata={**({"created": game.created} if game.created else {}), IMPORTED: about},
    )


def _line_up(game: ForeignGame, team: Team) -> TeamConfig:
    if game.absent is team:
        return TeamConfig.homogeneous(AgentConfig(spec=GHOST))
    named = {role: game.players.get(Seat.of(team, role)) for role in Role}
    guesser = named[Role.GUESSER_1]
    return TeamConfig(
        cluer=_agent(named[Role.CLUER]),
        guesser_1=_agent(guesser),
        guesser_2=_agent(named[Role.GUESSER_2] or guesser),
    )


def _agent(name: str | None) -> AgentConfig:
    """Return who sat there; a question mark would begin the parameters of a model."""
    plain = one_line((name or "").replace("?", " "), _LONGEST_NAME)
    return AgentConfig(spec=f"{PLAYED_ELSEWHERE}:{plain or 'unknown'}")


def game_id(game: ForeignGame, format: str) -> str:
    """Return the id of a game: a hash of all that its source says of it, so that it is imported once."""
    said = json.dumps([format, asdict(game)], ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(f"codenames import 1:{said}".encode()).hexdigest()[:32]


def _plain(about: Mapping[str, Any]) -> dict[str, Any]:
    return {one_line(str(name), 40): _short(value) for name, value in about.items() if value is not None}


def _short(value: Any) -> Any:
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_short(item) for item in value[:20]]
    return one_line(str(value), 200)
