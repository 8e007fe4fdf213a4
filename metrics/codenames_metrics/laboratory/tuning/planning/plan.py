"""What a tune is: whose prompts, which boards are for what, who the partners are, and how much may be asked. Pure."""

import hashlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from codenames_agents.models.prompts import PromptSet
from codenames_core.game.config import AgentConfig, GameConfig
from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import ExperimentConfig, is_language_model
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.tuning.planning.candidates import TunedSeat, texts_id

PARTNERS: Final = ("vector:sharp", "vector:balanced")
"""With whom prompts are searched and chosen, where nobody is named."""
TEST_PARTNERS: Final = ("vector:stranger", "vector:cautious")
"""With whom the chosen prompts are tested, likewise: no one that they were chosen with."""
SPLITS: Final = (60, 20, 20)
"""Shares of the boards for search, choice and test."""
SECTIONS: Final = {Kind.CLUE: "clue", Kind.MESSAGE: "message", Kind.GUESS: "guesses"}
"""The section of a prompt set for each question."""
_ASKED: Final = {
    TunedSeat.CLUER: (Kind.CLUE,),
    TunedSeat.GUESSER: (Kind.MESSAGE, Kind.GUESS),
    TunedSeat.ALL: (Kind.CLUE, Kind.MESSAGE, Kind.GUESS),
}
_FEWEST: Final = (2, 1, 2)
"""Boards that each of them needs."""


class Optimiser(StrEnum):
    """How candidates are found."""

    GRID = "grid"
    """They are given."""
    GEPA = "gepa"
    """A model reads what went wrong and rewrites a text, by the package of that name."""


class TuneGoal(StrEnum):
    """What is to become better."""

    WORDS = "words"
    """Own words less the opponents' words that an answer brings."""
    LEGALITY = "legality"
    """Answers that the rules accept at the first try."""

    @property
    def unit(self) -> str:
        """What a score counts, for headings."""
        return "net words" if self is TuneGoal.WORDS else "legal at the first try"


class Splits(NamedTuple):
    """The seeds of the boards for each part of a tune; no board is in two."""

    search: tuple[int, ...]
    choice: tuple[int, ...]
    test: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TunePlan:
    """All that decides what a tune asks: equal plans ask the same."""

    config: ExperimentConfig
    model: AgentConfig
    """Who is asked by the prompts; its own prompt set is left out."""
    seat: TunedSeat
    start: PromptSet
    given: tuple[PromptSet, ...]
    """What a grid compares with the start; empty for other optimisers."""
    optimiser: Optimiser
    reflecting: AgentConfig | None
    """The model that rewrites texts; None for a grid."""
    goal: TuneGoal
    rollouts: int
    """Answers of the model that the search may take."""
    items: int
    """Positions that a candidate is searched on."""
    finalists: int
    """Candidates beside the start that play games on the boards for the choice."""
    splits: Splits
    partners: tuple[AgentConfig, ...]
    test_partners: tuple[AgentConfig, ...]
    seed: int

    @property
    def rules(self) -> GameConfig:
        """Of its games; the seed of the board is to be set."""
        return self.config.game(self.config.game_modes[0], 0)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What the tuned seats are asked; without a discussion, no messages."""
        return tuple(kind for kind in _ASKED[self.seat] if self.rules.discussion or kind is not Kind.MESSAGE)

    @property
    def questions(self) -> tuple[str, ...]:
        """The sections of a prompt set by which they are asked."""
        return tuple(SECTIONS[kind] for kind in self.kinds)

    @property
    def id(self) -> str:
        """A short hash of all of it."""
        parts = [
            self.config.model_dump_json(exclude={"limits", "description", "primary", "arms"}),
            self.model.text,
            self.seat,
            *(texts_id(prompts) for prompts in (self.start, *self.given)),
            self.optimiser,
            self.reflecting.text if self.reflecting else "",
            self.goal,
            *(agent.text for agent in (*self.partners, *self.test_partners)),
            json.dumps([self.rollouts, self.items, self.finalists, self.splits, self.seed]),
        ]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:10]

    @property
    def name(self) -> str:
        """Of its folder."""
        return f"tune-{self.config.name}-{self.seat}-{self.id}"


def split_boards(seeds: Sequence[int], shares: tuple[int, int, int], seed: int) -> Splits:
    """Return the boards for search, choice and test, drawn at random.

    >>> [len(part) for part in split_boards(range(20), (60, 20, 20), seed=1)]
    [12, 4, 4]

    Raises:
        InputError: there are too few boards, or the shares are none.
    """
    if sum(shares) != 100 or min(shares) <= 0:
        raise InputError(f"splits {'/'.join(map(str, shares))}: three shares above 0 that add up to 100 are needed")
    drawn = list(seeds)
    random.Random(f"boards of a tune:{seed}").shuffle(drawn)
    ends = round(len(drawn) * shares[0] / 100), round(len(drawn) * (shares[0] + shares[1]) / 100)
    parts = Splits(tuple(drawn[: ends[0]]), tuple(drawn[ends[0] : ends[1]]), tuple(drawn[ends[1] :]))
    for name, part, fewest in zip(Splits._fields, parts, _FEWEST, strict=True):
        if len(part) < fewest:
            raise InputError(
                f"{counted(len(drawn), 'board')} split {'/'.join(map(str, shares))} leave {len(part)} for the {name}, "
                f"and it needs {fewest} or more; give the experiment more seeds"
            )
    return parts


def tuned_model(config: ExperimentConfig, name: str | None) -> AgentConfig:
    """Return the model of an experiment whose prompts are tuned: the one that is named, else its only language model.

    Raises:
        InputError: there is none, or there are several.
    """
    if name is not None and name not in config.models:
        raise InputError(f"--model {one_line(name, 60)}: the experiment lists {', '.join(config.models[:20])}")
    candidates = [name] if name is not None else list(config.language_models)
    if not candidates:
        raise InputError(
            f"{config.name} has no language model, and other agents have no prompts to tune; add one to it"
        )
    if len(candidates) > 1:
        some = ", ".join(one_line(one, 60) for one in candidates[:20])
        raise InputError(f"{config.name} has {len(candidates)} language models; say with --model which to tune: {some}")
    agent = config.agent(candidates[0])
    if not is_language_model(agent.spec):
        raise InputError(f"{one_line(agent.spec, 60)} is not a language model, so it has no prompts to tune")
    return agent.model_copy(update={"prompts": None})


def check_partners(partners: Sequence[AgentConfig], test_partners: Sequence[AgentConfig]) -> None:
    """See that nobody is a partner of the test whom prompts were chosen with.

    Raises:
        InputError: somebody is, or is no agent that can be asked; the message says who.
    """
    from codenames_agents.kinds import kind_of

    for agent in (*partners, *test_partners):
        kind = kind_of(agent.spec)
        if kind.is_ghost or kind.is_person or kind.takes_file:
            raise InputError(f"{one_line(agent.spec, 60)} is no partner that can be asked; name agents or models")
    known = {agent.label for agent in partners}
    if shared := next((agent.label for agent in test_partners if agent.label in known), None):
        raise InputError(f"{one_line(shared, 60)} is a partner of the search and of the test; the test needs others")
