"""How many whole episodes of scripted agents fit into a second of CPU time.

An episode goes through `run_episode`: six agents, their views, the referee, discussion, traces and the record; no
journal and no file. The scripts are written before the clock runs. For comparison the events of the same episodes are
applied by the fold alone.
"""

import asyncio
import random
from collections.abc import Iterator, Sequence
from typing import Final

from benchmarks.figures import Better, Figure
from benchmarks.measuring import per_second
from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser, ScriptedTurn
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import TeamAgents
from codenames_core.game.board import Board, deal
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.state import fold
from codenames_core.play.episode import run_episode

AIM: Final = 1_500
TEAM_SIZE_OF_A_CLUE: Final = 3
TALK: Final = (("I think it is the first one.", True), ("So do I, and the second.\nCONSENSUS: YES", True))


def script(board: Board, team: Team, dice: random.Random) -> TeamAgents:
    """Return a team that finds its words in threes, and now and then touches a neutral one."""
    own = [word for word in board.words if word in board.words_of(team)]
    neutral = [word for word, card in board.key.items() if card.team is None and card != "assassin"]
    turns: list[ScriptedTurn] = []
    while own:
        found, own = own[:TEAM_SIZE_OF_A_CLUE], own[TEAM_SIZE_OF_A_CLUE:]
        if neutral and dice.random() < 0.3:
            own = found[-1:] + own
            found[-1] = neutral.pop(0 if team is Team.RED else -1)
        turns.append(ScriptedTurn(clue=(f"zork{chr(97 + len(turns))}", 3), discussion=TALK, guesses=tuple(found)))
    turns += [ScriptedTurn(clue=("zork", 0), discussion=TALK)] * 25
    return TeamAgents(ScriptedCluer(turns), ScriptedGuesser(turns), ScriptedGuesser(turns))


async def episodes(games: Sequence[tuple[GameConfig, TeamAgents, TeamAgents]]) -> None:
    """Play the games one after another and let go of their records, as a benchmark does that has saved them."""
    for config, red, blue in games:
        await run_episode(config, red, blue)


async def kept(games: Sequence[tuple[GameConfig, TeamAgents, TeamAgents]]) -> list[EpisodeRecord]:
    """Play the games and keep their records."""
    return [await run_episode(config, red, blue) for config, red, blue in games]


def figures(quick: bool) -> Iterator[Figure]:
    """Play them, and fold what happened in them."""
    dice, games = random.Random(1), []
    for seed in range(200 if quick else 1_000):
        board = deal(GameConfig(seed=seed))
        games.append((GameConfig(seed=seed), script(board, Team.RED, dice), script(board, Team.BLUE, dice)))
    asyncio.run(episodes(games[:100]))
    rate = per_second(lambda: asyncio.run(episodes(games)), len(games))
    records = asyncio.run(kept(games[:200]))
    events = sum(len(record.public_transcript) for record in records) / len(records)
    answers = sum(len(record.decisions()) for record in records) / len(records)
    about = f"{events:.0f} events, {answers:.0f} answers"
    yield Figure("whole episodes of scripted agents", rate, "/s of CPU", AIM, Better.MORE, about)
    yield Figure("an answer", 1e6 / rate / answers, "µs of CPU", about="view, trace, record and all")

    def folded() -> None:
        for record in records:
            fold(record.initial_state(), record.public_transcript)

    yield Figure("their events folded alone", per_second(folded, len(records)), "/s of CPU", None, Better.MORE)
