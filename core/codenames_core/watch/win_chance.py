"""How likely a team is to win from a position, as games between our own offline agents went on from there.

A forecast from what lies on the table: words left, whose turn it is, how many words the clue still promises, and if
there is an assassin. It knows nothing of the words, the key or the players, so it gives nothing away. How the table
was made, and how far it can be trusted, is told in docs/statistics.md; `scripts/win_chances` makes it again.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from codenames_core.game.board import STARTING_WORDS
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import GuessKind
from codenames_core.game.state import GameState, Turn

MOST_PROMISED: Final = 4
"""A clue that still promises more words counts as one that promises so many."""
SHORTEST_LIMIT: Final = 30
"""Turns below which a limit could decide a game; none of the games behind the table was longer."""
_NAMES: Final = {True: "assassin", False: "no_assassin"}


class Race(NamedTuple):
    """What the forecast knows of a position."""

    red: int
    """Words that the red team has left."""
    blue: int
    mover: Team
    promised: int | None = None
    """Words that the clue still promises, at least 0; None without a clue, or where its number promises nothing."""
    assassin: bool = True
    """Whether the game has an assassin."""


def win_chance(race: Race) -> float | None:
    """Return the chance of the red team, from 0 to 1; None where a team has more words left than the table knows.

    More words of a team never make its chance higher, and a team without words left has won.
    """
    if not race.red or not race.blue:
        return float(not race.red)
    own, other = (race.red, race.blue) if race.mover is Team.RED else (race.blue, race.red)
    if max(own, other) > STARTING_WORDS:
        return None
    chance = _table(race.assassin, race.promised)[own - 1][other - 1] / 1000
    return chance if race.mover is Team.RED else 1 - chance


def win_chance_at(state: GameState) -> float | None:
    """Return the chance of the red team in `state`; None after a draw, or where no table speaks of such games."""
    if state.outcome is not None:
        return None if state.winner is None else float(state.winner is Team.RED)
    if not is_covered(state.config):
        return None
    red, blue = (state.words_left(team) for team in Team)
    return win_chance(Race(red, blue, state.turn.team, promised_by(state.turn), bool(state.config.assassin_count)))


def is_covered(config: GameConfig) -> bool:
    """Return whether the table speaks of games by these rules."""
    return config.assassin_count <= 1 and not config.blind and config.max_turns >= SHORTEST_LIMIT


def promised_by(turn: Turn) -> int | None:
    """Return how many words the clue of `turn` still promises."""
    if turn.clue is None or not isinstance(turn.clue.number, int) or not turn.clue.number:
        return None
    found = sum(guess.result is GuessKind.CORRECT for guess in turn.guesses)
    return max(turn.clue.number - found, 0)


def _table(assassin: bool, promised: int | None) -> Sequence[Sequence[int]]:
    """Return the chances of the team to move in thousandths, by its own words left, then by those of the others."""
    row = 0 if promised is None else min(promised, MOST_PROMISED) + 1
    return _tables()[_NAMES[assassin]][row]


@lru_cache
def _tables() -> dict[str, list[list[list[int]]]]:
    text = files("codenames_core.data").joinpath("win_chances.json").read_text("utf-8")
    tables: dict[str, list[list[list[int]]]] = json.loads(text)["thousandths"]
    return tables
