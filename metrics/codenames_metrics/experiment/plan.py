"""Which games an experiment consists of, in which order.

    games = sum over modes of (match-ups of the mode) x seeds x games_per_config

`combos` says how many match-ups there are. The order is by repeat, then by board, then by cell: wherever a run is
stopped, every cell has played nearly the same boards, and what there is can be compared. No game is kept in memory;
each is worked out from its place.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache, reduce
from typing import Any, Final, NamedTuple, assert_never

from codenames_agents.catalogue import team_seed
from codenames_core.files.word_lists import load_word_list
from codenames_core.game.agent import Question
from codenames_core.game.board import draw_board
from codenames_core.game.config import TEAMS, GameConfig, GameMode, Role, Team, TeamConfig
from codenames_core.game.words import DEFAULT_WORD_LIST, WordList, default_word_list
from codenames_core.support.folders import JOURNAL_SUFFIX, RECORD_SUFFIX
from codenames_core.support.frozen import copy_model
from codenames_metrics.experiment.arms import BASE
from codenames_metrics.experiment.combos import Lineup, generate_model_combos
from codenames_metrics.experiment.config import ENOUGH_GAMES, MOST_REPEATS, ExperimentConfig
from codenames_metrics.experiment.game_names import GameNames, KeyedNames, Naming, NumberedNames
from codenames_metrics.experiment.jobs import KEY_VERSION, Cell, CellKeys, Job, player_identity, rules_identity

_STEM: Final = "episode_"


class _Usual(NamedTuple):
    """What all games of a cell have in common; board, repeat and seeds are set for each."""

    config: GameConfig
    teams: Mapping[Team, tuple[TeamConfig, int]]
    """With what tells the seeds of a line-up from those of its other copies."""
    keys: CellKeys


class Plan:
    """The games of an experiment.

    Args:
        config: the experiment.
        words: the list to deal from; read from the experiment's file if not given.
        naming: by what files and logs call a game.

    Raises:
        InputError: the word list or a prompt set cannot be read.
    """

    def __init__(self, config: ExperimentConfig, words: WordList | None = None, *, naming: Naming = Naming.KEY) -> None:
        self.config = config
        self.naming = naming
        self.words = words or load_words(config)
        self._agents = {(name, arm): config.agent(name, arm) for name in config.models for arm in (BASE, *config.arms)}
        self.cells = tuple(self._played_cells())
        self._usuals: dict[int, _Usual] = {}

    def _played_cells(self) -> Iterator[Cell]:
        """Yield the cells of the base, then those of each arm whose games its change makes other ones."""
        config = self.config
        cells = [Cell(mode, combo) for mode in config.game_modes for combo in generate_model_combos(config, mode)]
        yield from cells
        for arm in config.arms:
            for cell in cells:
                changed = replace(cell, arm=arm)
                if self._content(changed) != self._content(cell):
                    yield changed

    def _content(self, cell: Cell) -> list[Any]:
        """Return what of a cell enters the keys of its games."""
        return [rules_identity(self.config.game(cell.mode, 0, arm=cell.arm)), *self._identities(cell)]

    def __len__(self) -> int:
        return len(self.cells) * len(self.config.seeds) * self.config.games_per_config

    def __getitem__(self, index: int) -> Job:
        if not 0 <= index < len(self):
            raise IndexError(f"there are {len(self)} games, from 0 on, and none is number {index}")
        cell_number, seed, repeat = self._coordinates(index)
        cell, usual = self.cells[cell_number], self._usual(cell_number)
        teams = {
            team: copy_model(players, seed=_seed_of_team(seed, self.config.run_seed, repeat + copies))
            for team, (players, copies) in usual.teams.items()
        }
        return Job(index, cell, seed, repeat, copy_model(usual.config, seed=seed), teams, usual.keys.key(seed, repeat))

    def __iter__(self) -> Iterator[Job]:
        return (self[index] for index in range(len(self)))

    def cell_of(self, index: int) -> Cell:
        """Return the cell of a game without working out the game."""
        return self.cells[index % len(self.cells)]

    def key_of(self, index: int) -> str:
        """Return the key of a game without working out the game."""
        cell_number, seed, repeat = self._coordinates(index)
        return self._usual(cell_number).keys.key(seed, repeat)

    def _coordinates(self, index: int) -> tuple[int, int, int]:
        """Return cell number, seed and repeat of a game."""
        place, cell_number = divmod(index, len(self.cells))
        repeat, seed_number = divmod(place, len(self.config.seeds))
        return cell_number, self.config.seeds[seed_number], repeat

    @property
    def games_per_cell(self) -> int:
        """How many games each cell has."""
        return len(self.config.seeds) * self.config.games_per_config

    @cached_property
    def digest(self) -> str:
        """A hash of what all keys are made of: plans with equal digests have equal games at equal places."""
        content = {
            "version": KEY_VERSION,
            "words": self.words.sha256,
            "seeds": self.config.seeds,
            "repeats": self.config.games_per_config,
            "run": self.config.run_seed,
            "cells": [self._content(cell) for cell in self.cells],
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    @cached_property
    def boards_sha256(self) -> str:
        """A hash of every board that is played on: words and key."""
        digest = hashlib.sha256()
        for mode in self.config.game_modes:
            usual = self.config.game(mode, 0, self.words.name)
            for seed in self.config.seeds:
                words, cards = draw_board(copy_model(usual, seed=seed), self.words)
                digest.update("\n".join(map("{} {}".format, words, cards)).encode() + b"\0")
        return digest.hexdigest()

    @cached_property
    def benchmark_id(self) -> str:
        """A short name for what is played: runs with the same have the same boards, rules and prompts.

        Who plays is not part of it, and neither is how they are paired.
        """
        content: dict[str, Any] = {
            "boards": self.boards_sha256,
            "rules": [rules_identity(self.config.game(mode, 0)) for mode in sorted(self.config.game_modes)],
            "repeats": self.config.games_per_config,
            "prompts": sorted(set(self.prompts.values())),
        }
        if self.config.arms:
            content["arms"] = sorted((self._changed_by(arm) for arm in self.config.arms), key=str)
        return f"cn{KEY_VERSION}-{hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]}"

    @cached_property
    def prompts(self) -> dict[str, str]:
        """The prompt set of each language model: name, version and hash."""
        return {name: self._prompts(name, BASE) for name in self.config.language_models}

    def _changed_by(self, arm: str) -> list[Any]:
        """Return rules and prompts of the games of an arm, and how it shows the board where it says so."""
        rules = [rules_identity(self.config.game(mode, 0, arm=arm)) for mode in sorted(self.config.game_modes)]
        shown = self.config.arm(arm).model_dump(include={"sees", "picture"}, exclude_none=True)
        prompts = sorted({self._prompts(name, arm) for name in self.config.language_models})
        return [rules, prompts, shown] if shown else [rules, prompts]

    def _prompts(self, model: str, arm: str) -> str:
        return player_identity(self._agents[model, arm]).rpartition(" ")[2]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader of the results should know, already now."""
        warnings = []
        if self.games_per_cell < ENOUGH_GAMES:
            few = f"{self.games_per_cell} games in each cell"
            warnings.append(f"{few}; with fewer than {ENOUGH_GAMES}, results are a first impression")
        if all(cell.combo.is_mirror for cell in self.cells):
            warnings.append("every line-up plays only itself: win rates will say nothing about the models")
        elif not any(cell.combo.is_contest for cell in self.cells):
            warnings.append("a ghost has a seat in every game that is not a line-up's against itself: nobody is ranked")
        if self.config.blind:
            warnings.append(
                "blind games: nobody has the key, so targets are right only by chance, and win rates reflect risk"
            )
        return tuple(warnings)

    def record_name(self, index: int) -> str:
        """Return the name of the file of a finished game."""
        return f"{_STEM}{self._names.name(index)}{RECORD_SUFFIX}"

    def journal_name(self, index: int) -> str:
        """Return the name of the file of a game that is being played."""
        return f"{_STEM}{self._names.name(index)}{JOURNAL_SUFFIX}"

    def name(self, index: int) -> str:
        """Return what logs call a game, and its files between their first and their last part."""
        return self._names.name(index)

    def index_named(self, name: str) -> int | None:
        """Return the place of the game that logs call so; None if there is no such game."""
        return self._names.index_of(name)

    def index_of(self, file: str) -> int | None:
        """Return the place of the game whose file has this name; None if there is no such game."""
        stem, suffix = os.path.splitext(file)
        if not stem.startswith(_STEM) or suffix not in (RECORD_SUFFIX, JOURNAL_SUFFIX):
            return None
        return self._names.index_of(stem.removeprefix(_STEM))

    @cached_property
    def _names(self) -> GameNames:
        games = len(self)
        return NumberedNames(games) if self.naming is Naming.NUMBER else KeyedNames(games, self.key_of)

    def _usual(self, cell_number: int) -> _Usual:
        if cell_number not in self._usuals:
            cell = self.cells[cell_number]
            config = self.config.game(cell.mode, 0, self.words.name, cell.arm)
            lineups = {team: cell.lineup(team) for team in TEAMS}
            teams = {team: (self._team(of, cell.arm), self._copies_of(of)) for team, of in lineups.items()}
            players = dict(zip(TEAMS, self._identities(cell), strict=True))
            keys = CellKeys(rules_identity(config), self.words.sha256, players, run_seed=self.config.run_seed)
            self._usuals[cell_number] = _Usual(config, teams, keys)
        return self._usuals[cell_number]

    def _team(self, lineup: Lineup, arm: str) -> TeamConfig:
        return TeamConfig(
            cluer=self._agents[lineup.cluer, arm],
            guesser_1=self._agents[lineup.guesser_1, arm],
            guesser_2=self._agents[lineup.guesser_2, arm],
        )

    def _identities(self, cell: Cell) -> list[list[str]]:
        return [[self._identity(cell.lineup(team).of(role), cell.arm) for role in Role] for team in TEAMS]

    def _identity(self, model: str, arm: str) -> str:
        replica = self.config.replica(model)
        return player_identity(self._agents[model, arm]) + (f" copy {replica}" if replica > 1 else "")

    def _copies_of(self, lineup: Lineup) -> int:
        """Return what tells the seeds of a line-up from those of its other copies; 0 for the first."""
        digits = (self.config.replica(model) - 1 for model in lineup.models)
        return MOST_REPEATS * reduce(lambda number, digit: 10 * number + digit, digits, 0)


@lru_cache(maxsize=64)
def _seed_of_team(board_seed: int, run_seed: int, repeat: int) -> int:
    """Return `team_seed`, cached: the games of all cells on a board share it."""
    return team_seed(board_seed, run_seed=run_seed, repeat=repeat)


def load_words(config: ExperimentConfig) -> WordList:
    """Return the list from which an experiment deals."""
    return default_word_list() if config.word_list == DEFAULT_WORD_LIST else load_word_list(config.word_list)


def models_in(mode: GameMode, lineup: Lineup) -> tuple[str, ...]:
    """Return the models at the seats that play in `mode`."""
    return lineup.models[:2] if mode is GameMode.SINGLE_GUESSER else lineup.models


def is_asked(model: str, question: Question, cell: Cell) -> bool:
    """Return whether the games of a cell put a question of this kind to `model`."""
    return any(model in _asked(question, cell.mode, cell.lineup(team)) for team in TEAMS)


def _asked(question: Question, mode: GameMode, lineup: Lineup) -> tuple[str, ...]:
    match question:
        case Question.CLUE | Question.PENALTY:
            return (lineup.cluer,)
        case Question.MESSAGE:
            return () if mode is GameMode.SINGLE_GUESSER else lineup.models[1:]
        case Question.GUESSES:
            return (lineup.guesser_1,)
        case _:
            assert_never(question)
