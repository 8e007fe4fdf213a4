"""Who meets whom: models become line-ups, line-ups become match-ups.

A composition turns the models into line-ups; a match-up is an ordered pair (red, blue) of line-ups of one composition,
or of two that are said to meet. With n models there are L line-ups: n of homogeneous, n(n - 1) of mixed_cluer and of
mixed_guesser, n(n - 1)(n - 2) of heterogeneous, n x n of cross; and of these L match-ups mirror, L(L - 1) round_robin,
L x L both. Where line-ups of cross meet a reference team alone, they make 2 L match-ups.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations, product
from typing import Final, Protocol, assert_never

from codenames_core.game.config import GameMode, Role
from codenames_core.text.sanitiser import one_line


class Composition(StrEnum):
    """How the seats of a team are filled from the models."""

    HOMOGENEOUS = "homogeneous"
    """One model in all seats."""
    MIXED_CLUER = "mixed_cluer"
    """The cluer is one model, both guessers are another."""
    MIXED_GUESSER = "mixed_guesser"
    """Cluer and guesser 1 are one model, guesser 2 is another."""
    HETEROGENEOUS = "heterogeneous"
    """Three different models."""
    CROSS = "cross"
    """Every model as the cluer of every model, itself included: both guessers are one model."""
    ACROSS = "across"
    """Of match-ups of two line-ups of different compositions; fills no team."""

    @property
    def models_needed(self) -> int:
        """How many models there have to be for one line-up."""
        return {Composition.HOMOGENEOUS: 1, Composition.HETEROGENEOUS: 3}.get(self, 2)


TEAM_COMPOSITIONS: Final = tuple(composition for composition in Composition if composition is not Composition.ACROSS)
"""Those that fill teams."""


class Matchups(StrEnum):
    """Which line-ups of one composition play each other."""

    MIRROR = "mirror"
    """Each line-up against itself: tells nothing about win rates."""
    ROUND_ROBIN = "round_robin"
    """Every ordered pair of different line-ups: each pair plays each board from both sides."""
    BOTH = "both"
    EXPLICIT = "explicit"
    """The pairs that the experiment lists."""


@dataclass(frozen=True, slots=True)
class Lineup:
    """The models at the three seats of a team, by the names that the experiment gives them."""

    cluer: str
    guesser_1: str
    guesser_2: str

    @property
    def name(self) -> str:
        """The line-up in one phrase.

        >>> Lineup("a", "a", "a").name, Lineup("a", "b", "b").name
        ('a', 'a + b + b')
        """
        return self.cluer if self.is_homogeneous else f"{self.cluer} + {self.guesser_1} + {self.guesser_2}"

    @property
    def is_homogeneous(self) -> bool:
        """Whether one model has all seats."""
        return self.cluer == self.guesser_1 == self.guesser_2

    @property
    def models(self) -> tuple[str, str, str]:
        """Cluer, guesser 1, guesser 2."""
        return self.cluer, self.guesser_1, self.guesser_2

    def of(self, role: Role) -> str:
        """Return the model that plays `role`."""
        return self.models[list(Role).index(role)]

    def with_one_guesser(self) -> "Lineup":
        """Return the line-up as it plays without its second guesser, whose seat then changes nothing."""
        return Lineup(self.cluer, self.guesser_1, self.guesser_1)


@dataclass(frozen=True, slots=True)
class ModelCombo:
    """Two line-ups that meet."""

    composition: Composition
    red: Lineup
    blue: Lineup
    ghosts: frozenset[str] = frozenset()
    """Those of its models that are ghosts: they stand for empty seats, and are ranked nowhere."""
    reference: str | None = None
    """The model of the reference team, where one of the two is that: it is met by all, and nobody's rival."""

    @property
    def is_mirror(self) -> bool:
        """Whether a line-up plays itself, which tells nothing about win rates."""
        return self.red == self.blue

    @property
    def is_contest(self) -> bool:
        """Whether its games tell who plays better: two different line-ups meet, and no seat is a ghost's."""
        return not self.is_mirror and not self.ghosts

    def has_ghost(self, lineup: Lineup) -> bool:
        """Whether a ghost has a seat of `lineup`, which is one of the two."""
        return not self.ghosts.isdisjoint(lineup.models)


class MatchupRules(Protocol):
    """What of an experiment decides who meets whom; `ExperimentConfig` has it."""

    @property
    def models(self) -> Sequence[str]:
        """The models, by the names that the experiment gives them."""

    @property
    def ghosts(self) -> frozenset[str]:
        """Those of the models that stand for empty seats."""

    @property
    def team_compositions(self) -> Sequence[Composition]:
        """The compositions whose line-ups play."""

    @property
    def matchups(self) -> Matchups:
        """Which line-ups of one composition play each other."""

    @property
    def pairs(self) -> Sequence[tuple[str, str]]:
        """Red and blue line-up of each match-up, where `matchups` is explicit."""

    @property
    def against(self) -> str | None:
        """The model whose team the line-ups of cross meet instead of each other."""

    @property
    def hold_out(self) -> Sequence[str]:
        """Models that sit in line-ups of cross with others alone, and not with each other."""

    @property
    def meet(self) -> Sequence[Composition]:
        """Compositions whose line-ups meet those of the others here, too."""


def generate_model_combos(config: MatchupRules, mode: GameMode = GameMode.STANDARD) -> list[ModelCombo]:
    """Return the match-ups of an experiment in `mode`.

    Match-ups that several compositions have come once, with the first of them. Where only one guesser plays, line-ups
    that differ in the other one are the same.

    Raises:
        ValueError: an explicit pair names a line-up that there is not.
    """
    combos = _explicit(config) if config.matchups is Matchups.EXPLICIT else _by_rule(config)
    if mode is GameMode.SINGLE_GUESSER:
        combos = _with_one_guesser(combos, config.matchups)
    met = {(combo.red, combo.blue): combo for combo in reversed(list(combos))}
    return list(met.values())[::-1]


def lineups(models: Iterable[str], composition: Composition) -> list[Lineup]:
    """Return every line-up of a composition."""
    match composition:
        case Composition.HOMOGENEOUS:
            return [Lineup(model, model, model) for model in models]
        case Composition.MIXED_CLUER:
            return [Lineup(first, second, second) for first, second in permutations(models, 2)]
        case Composition.MIXED_GUESSER:
            return [Lineup(first, first, second) for first, second in permutations(models, 2)]
        case Composition.HETEROGENEOUS:
            return [Lineup(*three) for three in permutations(models, 3)]
        case Composition.CROSS:
            return [Lineup(first, second, second) for first, second in product(models, repeat=2)]
        case Composition.ACROSS:
            return []
        case _:
            assert_never(composition)


def _by_rule(config: MatchupRules) -> Iterator[ModelCombo]:
    for composition in config.team_compositions:
        sides = _sides(config, composition)
        if composition is Composition.CROSS and config.against is not None:
            reference = Lineup(config.against, config.against, config.against)
            for side in sides:
                yield _combo(config, composition, side, reference)
                yield _combo(config, composition, reference, side)
            continue
        for red, blue in product(sides, repeat=2):
            wanted = Matchups.MIRROR if red == blue else Matchups.ROUND_ROBIN
            if config.matchups in (wanted, Matchups.BOTH):
                yield _combo(config, composition, red, blue)
    for first, second in permutations(config.meet, 2):
        for red, blue in product(_sides(config, first), _sides(config, second)):
            if red != blue:
                yield _combo(config, Composition.ACROSS, red, blue)


def _sides(config: MatchupRules, composition: Composition) -> list[Lineup]:
    """Return the line-ups of a composition that play."""
    if composition is not Composition.CROSS:
        return lineups(config.models, composition)
    held_out = frozenset(config.hold_out)
    sides = lineups((model for model in config.models if model != config.against), composition)
    return [side for side in sides if not held_out.issuperset(side.models)]


def _explicit(config: MatchupRules) -> Iterator[ModelCombo]:
    known: dict[str, tuple[Composition, Lineup]] = {}
    for composition in config.team_compositions:
        for side in _sides(config, composition):
            known.setdefault(side.name, (composition, side))
    for place, pair in enumerate(config.pairs):
        for name in pair:
            if name not in known:
                there_are = ", ".join(list(known)[:8]) + (", …" if len(known) > 8 else "")
                raise ValueError(f"pairs[{place}]: unknown line-up {one_line(name, 60)!r}; available: {there_are}")
        (composition, red), (other, blue) = (known[name] for name in pair)
        if composition is not other and not {composition, other} <= set(config.meet):
            raise ValueError(
                f"pairs[{place}]: {composition} and {other} do not meet; pair line-ups of one composition, or list "
                "both in meet"
            )
        yield _combo(config, composition if composition is other else Composition.ACROSS, red, blue)


def _combo(config: MatchupRules, composition: Composition, red: Lineup, blue: Lineup) -> ModelCombo:
    reference = config.against if config.against in red.models + blue.models else None
    return ModelCombo(composition, red, blue, config.ghosts.intersection(red.models + blue.models), reference)


def _with_one_guesser(combos: Iterable[ModelCombo], matchups: Matchups) -> Iterator[ModelCombo]:
    for combo in combos:
        red, blue = combo.red.with_one_guesser(), combo.blue.with_one_guesser()
        if red == blue and not combo.is_mirror and matchups is Matchups.ROUND_ROBIN:
            continue  # they differed only in the seat that is not played
        composition = combo.composition
        if composition not in (Composition.CROSS, Composition.ACROSS):
            is_homogeneous = red.is_homogeneous and blue.is_homogeneous
            composition = Composition.HOMOGENEOUS if is_homogeneous else Composition.MIXED_CLUER
        ghosts = combo.ghosts.intersection(red.models + blue.models)
        yield ModelCombo(composition, red, blue, ghosts, combo.reference)
