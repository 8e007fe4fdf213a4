"""Games whose journals are written, cut and resumed."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.games import BUSY_BLUE, WINNING_RED, Saying, header, runner, team, turn

from codenames_agents.seats.scripted import ScriptedGuesser, ScriptedTurn
from codenames_core.files.journal import JournalWriter
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import TeamAgents
from codenames_core.game.config import GameConfig, IllegalCluePolicy, Seat, Team
from codenames_core.play.episode import resume_journal

Teams = tuple[TeamAgents, TeamAgents]


def golden() -> Teams:
    return team(*WINNING_RED), team(*BUSY_BLUE)


def clumsy() -> Teams:
    """Teams that need several tries, fall silent, repeat themselves and forfeit."""
    red = ScriptedTurn(
        clue=(("deep sea", 2), ("anchor", 2), ("sea", 2)), guesses=(("PAINT",), ("ANCHOR", "ANCHOR", "ISLAND"))
    )
    script = (red, turn("two words", 1), *WINNING_RED[1:])
    silent = Saying(None)
    return TeamAgents(team(*script).cluer, ScriptedGuesser(script), silent), team(*BUSY_BLUE)


def penal() -> Teams:
    red = [turn("two words", 1, penalty="ANCHOR"), turn("two words", 1, penalty="NO SUCH WORD"), *WINNING_RED]
    return team(*red), team(turn("king", 1, "PALACE", penalty="TEMPLE"), turn("two words", 1, penalty="HAMMER"))


def stand_in(seat: Seat, config: GameConfig) -> Any:
    turns = [turn("again", 1, "SADDLE")] * 9
    return team(*turns).of(seat.role) if seat.team is Team.RED else Saying(None)


def failing() -> Teams:
    broken = TeamAgents(Saying(None), Saying(RuntimeError("down")), Saying(None))
    return broken, broken


GAMES: dict[str, tuple[Callable[[], Teams], GameConfig]] = {
    "golden": (golden, GameConfig()),
    "clumsy": (clumsy, GameConfig(max_turns=6, max_rounds=1)),
    "penalty": (penal, GameConfig(illegal_clue=IllegalCluePolicy.PENALTY, max_turns=5)),
    "penalty, blind": (penal, GameConfig(illegal_clue=IllegalCluePolicy.PENALTY, max_turns=5, blind=True)),
    "substitutes": (failing, GameConfig(fallback="substitute:mine", max_turns=2, max_rounds=1, max_retries=1)),
    "abort": (failing, GameConfig(fallback="abort", max_retries=2)),
}


def written(teams: Teams, config: GameConfig, path: Path) -> EpisodeRecord:
    """Play a game with a journal and return its record."""
    start = header(config)
    game = runner(*teams, start=start, journal=JournalWriter(path, start), substitute=stand_in)
    return asyncio.run(game.run())


def resumed(path: Path, teams: Teams) -> EpisodeRecord:
    """Go on with a journal and return the record of the whole game."""
    journal, writer = resume_journal(path)
    game = runner(*teams, start=journal.header, played=journal.played, journal=writer, substitute=stand_in)
    return asyncio.run(game.run())


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)
