"""One game of a benchmark before it is played, and its key.

The key is a hash of everything that shapes the game: rules, words, board, who plays with which prompts, and the seeds
of the agents. Where a server is, how many games run at once, and how patient the run is, change no key. Keys are for
ever: a golden test pins some. A field that is added to the rules later enters a key only where it is not as usual.
"""

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from codenames_agents.catalogue import as_recorded, model_of
from codenames_agents.kinds import file_of
from codenames_agents.seats.scripted import LARGEST_FILE as LARGEST_SCRIPT
from codenames_core.files.untrusted_files import read_bytes
from codenames_core.game.config import TEAMS, AgentConfig, GameConfig, GameMode, Rules, Team, TeamConfig
from codenames_metrics.experiment.arms import BASE
from codenames_metrics.experiment.combos import Lineup, ModelCombo

KEY_VERSION: Final = 1
_NAMESPACE: Final = uuid.UUID("6f0b7a52-3a0b-5a6e-9a53-0c8a9b5d2e41")
_COMPACT: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_RULES: Final = (
    "mode", "assassin_count", "discussion", "max_rounds", "max_turns", "starting_team", "clue_rules", "language",
    "illegal_clue", "surveillance", "blind", "max_retries",
)  # fmt: skip
"""The rules that are in every key."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is compared: a match-up in a mode. Its games differ in board and repeat."""

    mode: GameMode
    combo: ModelCombo
    arm: str = BASE
    """Which of the experiment's changes its games have."""
    _hash: int = field(init=False, repr=False, compare=False)
    """Tables look up the cells of all their games, and a cell is made of many texts."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.mode, self.combo, self.arm)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Cell, (self.mode, self.combo, self.arm)  # another process hashes texts in another way

    @property
    def name(self) -> str:
        """The cell in one phrase."""
        arm = f", {self.arm}" if self.arm else ""
        return f"{self.mode}: {self.combo.red.name} against {self.combo.blue.name} ({self.combo.composition}{arm})"

    def lineup(self, team: Team) -> Lineup:
        """Return who plays `team`."""
        return self.combo.red if team is Team.RED else self.combo.blue

    @property
    def models(self) -> frozenset[str]:
        """The models that play in it."""
        return frozenset({*self.combo.red.models, *self.combo.blue.models})


@dataclass(frozen=True, slots=True)
class Job:
    """One game that is to be played."""

    index: int
    """Its place in the plan, from 0."""
    cell: Cell
    seed: int
    """Of the board."""
    repeat: int
    """Which game of the cell on this board, from 0."""
    config: GameConfig
    teams: Mapping[Team, TeamConfig]
    key: str

    @property
    def episode_id(self) -> str:
        """The id of the episode that it will be."""
        return str(uuid.uuid5(_NAMESPACE, self.key))

    def lineup(self, team: Team) -> Lineup:
        """Return who plays `team`."""
        return self.cell.lineup(team)


# D-078: a key says what is asked, not where.
class CellKeys:
    """Makes the keys of a cell's games, which differ in board and repeat: the version of the scheme, and a hash.

    Args:
        rules: as `rules_identity` returns them; the board is told by its seed.
        words_sha256: of the word list.
        players: of each team, in the order of the roles, see `player_identity`.
        run_seed: of the experiment.
    """

    def __init__(
        self, rules: Mapping[str, Any], words_sha256: str, players: Mapping[Team, list[str]], *, run_seed: int
    ) -> None:
        red, blue = (_COMPACT.encode(players[team]) for team in TEAMS)
        content = _COMPACT.encode({"rules": rules, "run": run_seed, "words": words_sha256})
        # one JSON object with sorted keys, of which only two values are different from game to game
        self._parts = f'{{"blue":{blue},"board":', f',"red":{red},"repeat":', f",{content[1:]}"

    def key(self, seed: int, repeat: int) -> str:
        """Return the key of the game on the board of `seed` that is the `repeat`-th of its cell there, from 0."""
        before, between, after = self._parts
        text = f"{before}{seed}{between}{repeat}{after}"
        return f"{KEY_VERSION}:{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def rules_identity(rules: Rules) -> dict[str, Any]:
    """Return the rules as they enter a key."""
    fields = rules.model_dump(mode="json", include=set(Rules.model_fields))
    usual = {name: field.default for name, field in Rules.model_fields.items()}
    return {name: value for name, value in fields.items() if name in _RULES or value != usual[name]}


@lru_cache(maxsize=1_024)
def _identity(label: str, spec: str, prompts: str | None) -> str:
    if model_of(spec):
        from codenames_agents.models.prompts import DEFAULT_PROMPTS, load_prompts
        from codenames_core.support.folders import prompts_folder

        return f"{label} {load_prompts(prompts or DEFAULT_PROMPTS, prompts_folder()).label}"
    if file := file_of(spec):
        script = read_bytes(file, LARGEST_SCRIPT)
        return f"{as_recorded(AgentConfig(spec=spec)).spec} {hashlib.sha256(script).hexdigest()[:16]}"
    return label


def player_identity(agent: AgentConfig) -> str:
    """Return what of an agent shapes its answers: its spec with parameters, the prompts' hash, a script's hash."""
    return _identity(agent.label, agent.spec, agent.prompts)
