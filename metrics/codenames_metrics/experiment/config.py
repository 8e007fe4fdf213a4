"""An experiment: which models meet in which games, and how much patience and money there is.

`ExperimentConfig` is validated as a whole when it is made, so that nothing impossible is begun. Reading it from a file
is left to `experiment_file`, who meets whom to `combos`, the games one by one to `plan`.
"""

import math
from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from itertools import permutations
from typing import Annotated, Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field, StrictBool, field_validator, model_validator

from codenames_agents.models.thinking import asks_to_think
from codenames_core.files.word_lists import load_word_list
from codenames_core.game.config import (
    AgentConfig,
    ClueRules,
    GameConfig,
    GameMode,
    IllegalCluePolicy,
    LanguageCode,
    Role,
)
from codenames_core.game.language_codes import language_name
from codenames_core.game.words import DEFAULT_WORD_LIST
from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.arms import BASE, NO_CHANGE, Arm
from codenames_metrics.experiment.combos import Composition, Matchups, generate_model_combos
from codenames_metrics.experiment.seeds import MOST_SEEDS, SHIPPED_SEEDS, expand_seeds

ENOUGH_GAMES: Final = 100
"""Games of a cell below which its results are a first impression."""
MOST_REPEATS: Final = 1_000
"""Games of a cell on one board."""
MOST_GAMES: Final = 1_000_000
"""Of one experiment."""

MOST_REPLICAS: Final = 9
"""Copies of one model."""

_NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$"


class ModelConfig(AgentConfig):
    """A model under a name of its own: an agent's config, and what its tokens cost where no price list says so."""

    price_in: Annotated[float, Field(strict=True, ge=0)] | None = None
    """US dollars for a million tokens read."""
    price_out: Annotated[float, Field(strict=True, ge=0)] | None = None
    """US dollars for a million tokens written."""

    replicas: Annotated[int, Field(strict=True, ge=1, le=MOST_REPLICAS)] = 1
    """How many copies of it play, named `NAME`, `NAME-2` and so on: what differs between them is chance."""
    replica: Annotated[int, Field(strict=True, ge=1, le=MOST_REPLICAS)] = 1
    """Which copy this is; each has other seeds."""

    @property
    def agent(self) -> AgentConfig:
        """The config of the agent alone.

        >>> ModelConfig(spec="openai/x", temperature=0.2, price_in=2.0, replicas=3).agent.text
        'openai/x?temperature=0.2'
        """
        return AgentConfig(spec=self.spec, **self.parameters)

    @property
    def states_price(self) -> bool:
        """Whether both prices are given."""
        return self.price_in is not None and self.price_out is not None

    def cost_of(self, tokens_in: int | None, tokens_out: int | None) -> float | None:
        """Return the price in US dollars of so many tokens; None if it is unknown.

        >>> ModelConfig(spec="openai/x", price_in=2.0, price_out=10.0).cost_of(1_000, 100)
        0.003
        """
        if self.price_in == self.price_out == 0:
            return 0.0  # however many
        if self.price_in is None or self.price_out is None or tokens_in is None or tokens_out is None:
            return None
        return (self.price_in * tokens_in + self.price_out * tokens_out) / 1_000_000


class Limits(BaseModel):
    """How patient and how generous a run is. None of it changes what a game is, so none of it changes a job's key."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    concurrency: Annotated[int, Field(strict=True, ge=1, le=10_000)] | None = None
    """Games at once: 64 where models are waited for, and 4 where every agent is offline and keeps a core busy."""
    per_provider: dict[str, Annotated[int, Field(strict=True, ge=1, le=10_000)]] = {}
    """Calls at once with a provider, such as `openai`; 64 where it is not named."""
    budget_usd: Annotated[float, Field(strict=True, gt=0)] | None = None
    """US dollars that the whole run may cost, earlier sittings included."""
    game_attempts: Annotated[int, Field(strict=True, ge=1, le=100)] = 3
    """How often a game may fail before it is skipped. A next attempt goes on where the last one stopped."""
    game_seconds: Annotated[float, Field(strict=True, gt=0)] | None = 7_200.0
    """Time limit of one attempt at a game with models."""
    call_seconds: Annotated[float, Field(strict=True, gt=0)] = 120.0
    """Time limit of one request to a model."""
    api_retries: Annotated[int, Field(strict=True, ge=0, le=100)] = 5
    """Requests after the first for one question, where the provider fails."""
    outage_seconds: Annotated[float, Field(strict=True, ge=0)] = 900.0
    """How long a game waits for a model that cannot be reached, before the attempt has failed."""


class PrimaryFamily(StrEnum):
    """The comparisons that an experiment is made for; what the report shows beside them is exploratory."""

    OVERALL = "overall"
    """Win rates of teams of one model, over all modes."""
    CLUER = "cluer"
    """Ratings as a cluer, over all modes."""
    GUESSER = "guesser"
    """Ratings as a guesser, over all modes."""
    HEAD_TO_HEAD = "head_to_head"
    """Every pair of line-ups that meet, in all modes together."""


Name = Annotated[str, Field(pattern=_NAME)]


USUAL_TEMPERATURE: Final = 0.7


class ExperimentConfig(BaseModel):
    """Everything that defines a benchmark."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, validate_default=True)

    name: Name
    """Names the folder of its results."""
    description: str = ""

    models: Annotated[list[str], Field(min_length=1)]
    """Agent specs, or names of entries of `model`."""
    model: dict[Name, ModelConfig] = {}
    """Models with parameters, by name."""
    game_modes: Annotated[list[GameMode], Field(min_length=1)] = [GameMode.STANDARD]
    team_compositions: Annotated[list[Composition], Field(min_length=1)] = [Composition.HOMOGENEOUS]
    matchups: Matchups = Matchups.BOTH
    pairs: list[tuple[str, str]] = []
    """Red and blue line-up of each match-up, where `matchups` is explicit; a line-up is named as in `Lineup.name`."""

    against: str | None = None
    """The model of a reference team, which line-ups of cross meet instead of each other; added to `models`."""
    hold_out: list[str] = []
    """Models that sit in line-ups of cross as partners alone: with every other model, and not with each other."""
    meet: list[Composition] = []
    """Compositions whose line-ups meet those of the others here, too."""

    one_sided: StrictBool = False
    """Whether pairs may be listed of which one line-up always moves first. Side and line-up are one then."""

    run_seed: Annotated[int, Field(strict=True, ge=0, lt=2**63)] = 0
    """What the agents' seeds are hashed from, and the boards' where `seeds` is a count."""
    seeds: Annotated[
        list[Annotated[int, Field(strict=True, ge=0, lt=2**63)]], Field(min_length=1, max_length=MOST_SEEDS)
    ] = []
    """One board each. Also given as `"0..99"`, `{count = 100}` or `"seeds-100"`, the shipped list and the default."""
    games_per_config: Annotated[int, Field(strict=True, ge=1, le=MOST_REPEATS)] = 1
    """Games of each cell on each board, with other seeds of the agents."""

    temperature: Annotated[float, Field(strict=True, ge=0, le=2)] | None = None
    """Of language models that have none of their own. Where it is not given, `USUAL_TEMPERATURE`, but none for models
    that are told to think: providers refuse it, or recommend their own."""
    prompts: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")] | None = None
    """Prompt set of language models that have none of their own."""
    max_retries: Annotated[int, Field(strict=True, ge=0, le=100)] = 3
    max_rounds: Annotated[int, Field(strict=True, ge=1, le=100)] = 3
    max_turns: Annotated[int, Field(strict=True, ge=1, le=10_000)] = 50
    clue_rules: ClueRules = ClueRules.OFFICIAL
    illegal_clue: IllegalCluePolicy = IllegalCluePolicy.RETRY
    language: LanguageCode = "en"
    surveillance: StrictBool = True
    blind: StrictBool = False
    word_list: str = DEFAULT_WORD_LIST
    """A file of words, or the list that is shipped."""

    primary: PrimaryFamily | None = None
    """The comparisons that decide, all of which hold jointly at 95 %. If not given, `overall` where teams of one
    model play, else `cluer`."""
    equivalence_margin: Annotated[float, Field(strict=True, gt=0, lt=1)] = 0.1
    """A difference of win rates that would not matter: two models are called equivalent where a larger one is ruled
    out."""

    arms: dict[Name, Arm] = {}
    """The same games again, each time with something changed: an ablation, compared with these board by board."""

    limits: Limits = Limits()

    @model_validator(mode="before")
    @classmethod
    def _replicas_in_full(cls, data: Any) -> Any:
        tables, models = (data.get(key) for key in ("model", "models")) if isinstance(data, dict) else (None, None)
        if not isinstance(tables, dict) or not isinstance(models, list):
            return data
        in_full: dict[str, Any] = {}
        names: list[Any] = []
        for name in models:
            table = tables.get(name) if isinstance(name, str) else None
            copies = _copies(name, table)
            in_full |= copies
            names += copies or [name]
        return {**data, "models": names, "model": {**tables, **in_full}}

    @model_validator(mode="before")
    @classmethod
    def _reference_is_a_model(cls, data: Any) -> Any:
        reference, models = (data.get(key) for key in ("against", "models")) if isinstance(data, dict) else (None, None)
        if not isinstance(reference, str) or not isinstance(models, list) or reference in models:
            return data
        return {**data, "models": [*models, reference]}

    @model_validator(mode="before")
    @classmethod
    def _seeds_in_full(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        run_seed = data.get("run_seed", 0)
        seeds = data.get("seeds", SHIPPED_SEEDS)
        return {**data, "seeds": expand_seeds(seeds, run_seed if isinstance(run_seed, int) else 0)}

    @field_validator("word_list")
    @classmethod
    def _word_list_is_named(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("names no file; name a list of words, or leave it out for the one that is shipped")
        return name

    @field_validator("seeds", "models", "game_modes", "team_compositions", "pairs", "hold_out", "meet")
    @classmethod
    def _nothing_twice(cls, values: list[Any]) -> list[Any]:
        seen: set[Any] = set()
        for value in values:
            if value in seen:
                raise ValueError(f"{one_line(str(value), 60)} is listed twice")
            seen.add(value)
        return values

    @model_validator(mode="after")
    def _models_are_known(self) -> Self:
        for place, name in enumerate(self.models):
            if problem := _why_cannot_play(name, self.model):
                raise ValueError(f"models[{place}]: {problem}")
        labels = [f"{_canonical_label(self.agent(name))} {self.replica(name)}" for name in self.models]
        for place, label in enumerate(labels):
            if (first := labels.index(label)) < place:
                raise ValueError(
                    f"models[{place}]: {self.models[place]} is the same agent as {self.models[first]}; "
                    "to play copies of one, give its table replicas = 2"
                )
        if unused := [name for name in self.model if name not in self.models]:
            raise ValueError(f"model.{unused[0]}: models does not list it; add {unused[0]!r} there, or leave it out")
        return self

    @model_validator(mode="after")
    def _compositions_are_possible(self) -> Self:
        for place, composition in enumerate(self.team_compositions):
            if composition is Composition.ACROSS:
                raise ValueError(
                    f"team_compositions[{place}]: across fills no team; list in meet what meets each other"
                )
            count = len(self.models) - (composition is Composition.CROSS and self.against is not None)
            if count < composition.models_needed:
                needed = composition.models_needed
                has = f"models lists {count}" + (" beside the reference" if count < len(self.models) else "")
                raise ValueError(f"team_compositions[{place}]: {composition} needs {needed} models, but {has}")
        if self.matchups is Matchups.ROUND_ROBIN and len(self.models) < 2:
            raise ValueError("matchups: round_robin needs two models or more; with one, choose mirror")
        if (self.matchups is Matchups.EXPLICIT) != bool(self.pairs):
            raise ValueError("pairs: lists the match-ups if, and only if, matchups is explicit")
        self._check_cross_play()
        if (many := self._matchups_of_a_mode()) > MOST_GAMES:
            raise ValueError(f"models: {many:,} match-ups of so many models; the limit is {MOST_GAMES:,} games")
        combos = sum(len(generate_model_combos(self, mode)) for mode in self.game_modes)
        games = combos * len(self.seeds) * self.games_per_config * (1 + len(self.arms))
        if games > MOST_GAMES:
            each = f"{counted(combos, 'cell')} x {counted(len(self.seeds), 'seed')}"
            of_what = f"{each} x {self.games_per_config:,} games_per_config"
            raise ValueError(f"seeds: {games:,} games ({of_what}); the limit is {MOST_GAMES:,}")
        return self

    def _check_cross_play(self) -> None:
        is_cross = Composition.CROSS in self.team_compositions
        for key, is_given in (("against", self.against is not None), ("hold_out", bool(self.hold_out))):
            if is_given and not is_cross:
                raise ValueError(f'{key}: is for line-ups of cross; list "cross" in team_compositions, or leave it out')
        if self.against is not None and self.matchups in (Matchups.MIRROR, Matchups.EXPLICIT):
            raise ValueError(f"against: says who is met, and so does matchups = {self.matchups}; leave one of them out")
        for place, name in enumerate(self.hold_out):
            if name not in self.models or name == self.against:
                raise ValueError(f"hold_out[{place}]: {one_line(name, 60)!r} is not one of the models that play cross")
        if len(self.models) - len(self.hold_out) - (self.against is not None) < 1:
            raise ValueError("hold_out: holds out every model; at least one has to be left to be judged")
        if len(self.meet) == 1:
            raise ValueError("meet: lists one composition, whose line-ups meet each other anyway; list two or more")
        for place, composition in enumerate(self.meet):
            if composition not in self.team_compositions:
                raise ValueError(f"meet[{place}]: team_compositions does not list {composition}; list it there, too")

    @model_validator(mode="after")
    def _arms_differ(self) -> Self:
        mode = self.game_modes[0]
        seen: dict[tuple[Any, ...], str] = {}
        for name in (BASE, *self.arms):
            agents = [self.agent(model, name).label for model in self.models]
            same = seen.setdefault((self.game(mode, 0, arm=name), *agents), name)
            if same != name:
                other = f"as arms.{same}" if same else "as without it"
                raise ValueError(f"arms.{name}: its games are the same {other}; leave it out, or change something else")
        return self

    @model_validator(mode="after")
    def _primary_family_is_played(self) -> Self:
        mixed = any(one is not Composition.HOMOGENEOUS for one in self.team_compositions)
        if self.primary is PrimaryFamily.OVERALL and Composition.HOMOGENEOUS not in self.team_compositions:
            raise ValueError("primary: overall compares teams of one model; team_compositions has no homogeneous ones")
        if self.primary in (PrimaryFamily.CLUER, PrimaryFamily.GUESSER) and not mixed:
            raise ValueError(f"primary: {self.primary} needs mixed teams; team_compositions has only homogeneous ones")
        return self

    @property
    def one_sided_pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs of which the second line-up never moves first."""
        listed = set(self.pairs)
        return tuple((red, blue) for red, blue in self.pairs if red != blue and (blue, red) not in listed)

    @property
    def primary_family(self) -> PrimaryFamily:
        """The comparisons that decide, whether the experiment says so or not."""
        usual = PrimaryFamily.OVERALL if Composition.HOMOGENEOUS in self.team_compositions else PrimaryFamily.CLUER
        return self.primary or usual

    def _matchups_of_a_mode(self) -> int:
        """Return how many pairs of line-ups there are to go through, without making one."""
        models = len(self.models)
        sides = {
            composition: models**2 if composition is Composition.CROSS else math.perm(models, composition.models_needed)
            for composition in self.team_compositions
        }
        across = sum(sides[first] * sides[second] for first, second in permutations(self.meet, 2))
        if self.matchups in (Matchups.MIRROR, Matchups.EXPLICIT):
            return sum(sides.values()) + across
        met_by_all = Composition.CROSS if self.against is not None else None
        return across + sum(2 * n if one is met_by_all else n * n for one, n in sides.items())

    def agent(self, name: str, arm: str = BASE) -> AgentConfig:
        """Return the agent that `models` calls `name`, with the temperature and prompts of the experiment filled in.

        The prompts of an arm are those of all language models in it. How it shows the board holds for all agents that
        can be shown a picture.
        """
        written = self.model[name].agent if name in self.model else AgentConfig.parse(name)
        config = _as_shown(written, self.arm(arm))
        if not is_language_model(config.spec):
            return config
        usual = None if asks_to_think(config) else USUAL_TEMPERATURE
        given = {"temperature": usual if self.temperature is None else self.temperature, "prompts": self.prompts}
        missing = {key: value for key, value in given.items() if value is not None and getattr(config, key) is None}
        changed = {"prompts": prompts} if (prompts := self.arm(arm).prompts) else {}
        return config.model_copy(update=missing | changed)

    def arm(self, name: str) -> Arm:
        """Return what an arm changes: nothing in the base."""
        return NO_CHANGE if name == BASE else self.arms[name]

    def is_held_against_pictures(self, arm: str) -> bool:
        """Return whether pictures are compared with the words of an arm.

        That is the base where an arm shows pictures, and an arm that shows words in their place.
        """
        if arm == BASE:
            return any(one.sees not in (None, "words") for one in self.arms.values())
        return self.arms[arm].sees == "words"

    def replica(self, name: str) -> int:
        """Return which copy of its agent the model `name` is, from 1."""
        return self.model[name].replica if name in self.model else 1

    @cached_property
    def copies(self) -> tuple[tuple[str, ...], ...]:
        """The models that are copies of one agent, together; those of which there is one are left out."""
        groups: dict[str, list[str]] = {}
        for name in self.models:
            groups.setdefault(_canonical_label(self.agent(name)), []).append(name)
        return tuple(tuple(names) for names in groups.values() if len(names) > 1)

    @property
    def games_at_once(self) -> int:
        """How many games are played at the same time."""
        return self.limits.concurrency or (64 if self.language_models else 4)

    @cached_property
    def language_models(self) -> tuple[str, ...]:
        """Those of `models` that are asked over a network."""
        return tuple(name for name in self.models if is_language_model(self.agent(name).spec))

    @cached_property
    def ghosts(self) -> frozenset[str]:
        """Those of `models` that stand for empty seats."""
        from codenames_agents.kinds import kind_of

        return frozenset(name for name in self.models if kind_of(self.agent(name).spec).is_ghost)

    def game(self, mode: GameMode, seed: int, word_list: str = DEFAULT_WORD_LIST, arm: str = BASE) -> GameConfig:
        """Return the rules of a game in an arm; `word_list` is the label of the list.

        A decision has no time limit here: agents that wait have those of `limits`, which end the attempt and not the
        turn, so that the load of a machine or of a provider never decides a game.
        """
        rules: dict[str, Any] = {
            "max_retries": self.max_retries,
            "max_rounds": self.max_rounds,
            "max_turns": self.max_turns,
            "clue_rules": self.clue_rules,
            "illegal_clue": self.illegal_clue,
            "language": self.language,
            "surveillance": self.surveillance,
            "blind": self.blind,
            **self.arm(arm).rules,
        }
        return GameConfig(
            mode=mode,
            seed=seed,
            word_list=word_list,
            decision_seconds=None,
            outage_seconds=self.limits.outage_seconds,
            **rules,
        )


def _as_shown(agent: AgentConfig, arm: Arm) -> AgentConfig:
    """Return an agent as an arm shows it the board."""
    from codenames_agents.kinds import can_be_shown

    return agent if arm.sees is None or not can_be_shown(agent.spec) else agent.shown(arm.sees, arm.picture)


def _copies(name: Any, table: Any) -> dict[str, Any]:
    """Return the tables of all copies of a model, by name; empty where there is one, or what is wrong is said later."""
    if isinstance(table, ModelConfig):
        table = table.model_dump(exclude_unset=True)
    count = table.get("replicas", 1) if isinstance(table, dict) else 1
    if not isinstance(count, int) or isinstance(count, bool) or not 1 < count <= MOST_REPLICAS:
        return {}
    one = {key: value for key, value in table.items() if key != "replicas"}
    return {name: one} | {f"{name}-{number}": {**one, "replica": number} for number in range(2, count + 1)}


def _canonical_label(agent: AgentConfig) -> str:
    """Return the label of an agent, the same however its spec is written: `vector` is `vector:balanced`."""
    from codenames_agents.catalogue import model_of
    from codenames_agents.kinds import whole_spec

    spec = model_of(agent.spec) or whole_spec(agent.spec)
    return agent.model_copy(update={"spec": spec}).label


def is_language_model(spec: str) -> bool:
    """Return whether a spec names a model that is asked over a network."""
    from codenames_agents.catalogue import model_of

    return model_of(spec) is not None


def _why_cannot_play(name: str, tables: Mapping[str, ModelConfig]) -> str:
    """Return why the model `name` cannot play in a benchmark; empty if it can."""
    from codenames_agents.catalogue import build_agent, model_of, why_no_model
    from codenames_agents.kinds import file_of, kind_of

    try:
        config = tables[name].agent if name in tables else AgentConfig.parse(name)
        if model_of(config.spec):
            return why_no_model(config)
        if kind_of(config.spec).is_person:
            return "a person cannot play a benchmark; choose an agent"
        if not file_of(config.spec):
            build_agent(config, Role.CLUER, 0)
    except InputError as error:
        return str(error)
    return ""


def check_agents_can_play(config: ExperimentConfig, *, force: bool = False) -> None:
    """Build every agent once; with `force`, a model may be shown pictures that is not known to see them.

    Raises:
        InputError: a key is not set, or would go to a server that the person did not name, or a script, a prompt set
            or the word list cannot be read; the message begins with the key of the experiment that is to blame.
    """
    from codenames_agents.catalogue import build_agent
    from codenames_agents.models.key_trust import why_key_is_untrusted
    from codenames_agents.models.vision_check import refuse_who_cannot_see

    for place, name in enumerate(config.models):
        for arm in (BASE, *config.arms):
            try:
                if reason := why_key_is_untrusted(config.agent(name, arm)):
                    raise InputError(reason)
                build_agent(config.agent(name, arm), Role.CLUER, 0)
                refuse_who_cannot_see([config.agent(name, arm)], (), force=force)
            except InputError as error:
                where = f"model.{name}" if name in config.model else f"models[{place}]"
                raise InputError(f"{where}: {error}{f' (in arms.{arm})' if arm else ''}") from error
    if config.word_list != DEFAULT_WORD_LIST:
        try:
            word_list = load_word_list(config.word_list)
            agents = [config.agent(name, arm) for name in config.models for arm in (BASE, *config.arms)]
            refuse_who_cannot_see(agents, word_list.words, force=True)  # their models were looked at above
            stated = word_list.language
            if stated not in ("", config.language):
                said = f"the list says {language_name(stated)}, and language is {config.language!r}"
                raise InputError(f"{said}; write language = {stated!r}, or take the line out of the list")
        except InputError as error:
            raise InputError(f"word_list: {error}") from error
