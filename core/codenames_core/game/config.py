"""Who sits where, and the rules of one game."""

import contextlib
import json
import re
from collections.abc import Callable
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Annotated, Any, Final, Literal, Self, TypeAlias
from urllib.parse import parse_qsl, quote, urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    field_validator,
    model_serializer,
    model_validator,
)

from codenames_core.game.language_codes import PATTERN, language_code
from codenames_core.game.words import DEFAULT_WORD_LIST
from codenames_core.support.addresses import without_credentials
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import encodable, one_line


def _language(language: Any) -> Any:
    """Return what is a code as it is, so that no record changes when it is read, and the code of what else is meant."""
    is_other = isinstance(language, str) and not re.fullmatch(PATTERN, language)
    return language_code(language) if is_other else language


LanguageCode = Annotated[str, Field(pattern=PATTERN), BeforeValidator(_language)]
"""A language by its code of ISO 639."""


class Team(StrEnum):
    """One of the two teams."""

    RED = "red"
    BLUE = "blue"

    other: "Team"
    """The team across the table."""


Team.RED.other, Team.BLUE.other = Team.BLUE, Team.RED  # attributes: a property takes five times as long to read


class Role(StrEnum):
    """What a seat does within its team."""

    CLUER = "cluer"
    GUESSER_1 = "guesser_1"
    GUESSER_2 = "guesser_2"


class Seat(StrEnum):
    """One of the six seats at the table."""

    RED_CLUER = "red_cluer"
    RED_GUESSER_1 = "red_guesser_1"
    RED_GUESSER_2 = "red_guesser_2"
    BLUE_CLUER = "blue_cluer"
    BLUE_GUESSER_1 = "blue_guesser_1"
    BLUE_GUESSER_2 = "blue_guesser_2"

    @classmethod
    def of(cls, team: Team, role: Role) -> "Seat":
        """Return the seat of `role` in `team`."""
        return _SEATS[team, role]

    team: Team
    """The team that the seat plays for."""
    role: Role
    """What the seat does."""

    @property
    def label(self) -> str:
        """The seat as people say it: `red guesser 1`."""
        return self.value.replace("_", " ")


TEAMS: Final = (Team.RED, Team.BLUE)

_SEATS: Final = {(team, role): Seat(f"{team}_{role}") for team in Team for role in Role}
for (_team, _role), _seat in _SEATS.items():
    _seat.team, _seat.role = _team, _role


class GameMode(StrEnum):
    """The three games that the benchmark compares."""

    STANDARD = "standard"
    NO_ASSASSIN = "no_assassin"
    SINGLE_GUESSER = "single_guesser"


class ClueRules(StrEnum):
    """Which clues the referee refuses; see `codenames_core.referee.legality`."""

    OFFICIAL = "official"
    """One word that is no form, part or spelling of a word that is still face down, as the publisher rules."""
    BASIC = "basic"
    """One word that does not equal a word that is still face down."""


class IllegalCluePolicy(StrEnum):
    """What an illegal clue costs."""

    RETRY = "retry"
    """The cluer is told why and asked again; after the last try the turn is forfeited."""
    FORFEIT = "forfeit"
    """The turn is over at once."""
    PENALTY = "penalty"
    """The turn is over and the other cluer reveals one of its own words."""


LONGEST_VARIANT: Final = 200
"""Characters of what a variant is said to be."""


def _short_line(variant: str) -> str:
    line = one_line(variant, LONGEST_VARIANT)
    if not line or line != variant:
        raise ValueError(f"one line of 1 to {LONGEST_VARIANT} characters is needed, without control characters")
    return variant


def _is_usual(value: Any) -> bool:
    return not value


class Rules(BaseModel):
    """The rules in force, as every seat may know them: no seed, nothing that could rebuild the key."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    mode: GameMode = GameMode.STANDARD
    assassin_count: Annotated[int, Field(ge=0, le=8)] = 1
    """How many of the neutral cards are assassins; follows from the mode where it is not given."""
    discussion: bool = True
    """Whether two guessers discuss; follows from the mode where it is not given."""
    max_rounds: Annotated[int, Field(ge=1, le=100)] = 3
    """Rounds of discussion; in a round each guesser speaks once."""
    max_turns: Annotated[int, Field(ge=1, le=10_000)] = 50
    """Team turns, counted over both teams, after which the game ends without a winner."""
    starting_team: Team = Team.RED
    clue_rules: ClueRules = ClueRules.OFFICIAL
    language: LanguageCode = "en"
    illegal_clue: IllegalCluePolicy = IllegalCluePolicy.RETRY
    surveillance: bool = True
    """Whether each team overhears the other's discussion."""
    blind: bool = False
    """Whether cluers play without the key."""
    max_retries: Annotated[int, Field(ge=0, le=100)] = 3
    """How often a seat is asked again after an answer that cannot be used."""
    variant: Annotated[str, AfterValidator(_short_line)] | None = Field(default=None, exclude_if=_is_usual)
    """What else another program, or other people, played by; None for a game of this program."""
    guess_limit: bool = Field(default=True, exclude_if=bool)
    """Whether a clue for some words allows one guess more than that; without it, guessers stop when they like."""
    face_up: tuple[str, ...] = Field(default=(), exclude_if=_is_usual)
    """Words that lie face up before the first clue, in a position whose earlier turns are not known."""

    @model_validator(mode="before")
    @classmethod
    def _defaults_of_the_mode(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        mode = data.get("mode", GameMode.STANDARD)
        return {
            "assassin_count": 0 if mode == GameMode.NO_ASSASSIN else 1,
            "discussion": mode != GameMode.SINGLE_GUESSER,
            **data,
        }

    @model_validator(mode="after")
    def _mode_is_not_contradicted(self) -> Self:
        match self.mode:
            case GameMode.STANDARD if self.assassin_count == 0:
                raise ValueError("mode standard has an assassin; for assassin_count 0 choose mode no_assassin")
            case GameMode.STANDARD if not self.discussion:
                raise ValueError("mode standard has a discussion; to play without one choose mode single_guesser")
            case GameMode.NO_ASSASSIN if self.assassin_count:
                raise ValueError(f"mode no_assassin has no assassin, but assassin_count is {self.assassin_count}")
            case GameMode.SINGLE_GUESSER if self.discussion:
                raise ValueError("mode single_guesser has no discussion, but discussion is true")
            case _:
                return self


def _label(name: str) -> str:
    if not name or name != one_line(name) or "/" in name or "\\" in name:
        raise ValueError(
            f"word_list {one_line(name)!r} must be a plain name; for a file use deal(config, load_word_list(path))"
        )
    return name


class GameConfig(Rules):
    """Everything that defines one game, but for who plays it."""

    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    """What the board is dealt from; None where the board was given."""
    word_list: Annotated[str, AfterValidator(_label)] = DEFAULT_WORD_LIST
    """Name of the list the board was dealt from: a label, never a path. Words of another list are given to `deal`."""
    fallback: Annotated[str, Field(pattern=r"^(forfeit|abort|substitute:.+)$")] = "forfeit"
    """What happens to a seat that fails to answer: forfeit the turn, abort the game, or ask a substitute agent."""
    decision_seconds: Annotated[float, Field(gt=0)] | None = 300.0
    """Time limit of one answer. It touches only agents that wait for something, never a person."""
    outage_seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 900.0
    """How long a seat is asked again whose model cannot be reached, before it fails as `fallback` says."""

    @model_validator(mode="after")
    def _substitute_is_no_secret(self) -> Self:
        if "?" in self.fallback and "@" in (AgentConfig(spec=self.fallback.partition(":")[2]).api_base or ""):
            raise ValueError("fallback is saved, so the address in it cannot contain a user and password")
        return self

    @property
    def substitute(self) -> "AgentConfig | None":
        """The agent that answers for a seat that failed; None where nobody does.

        Raises:
            InputError: `fallback` names no agent; the message says what is wrong with it.
        """
        kind, _, spec = self.fallback.partition(":")
        return AgentConfig.parse(spec) if kind == "substitute" else None

    @cached_property
    def rules(self) -> Rules:
        """The part that players may know."""
        return _rules(*(getattr(self, name) for name in Rules.model_fields))


@lru_cache(maxsize=64)
def _rules(*values: Any) -> Rules:
    """Cached, since all games of a benchmark share their rules, and to build them takes as long as a turn."""
    return Rules.model_construct(**dict(zip(Rules.model_fields, values, strict=True)))


PictureStyle: TypeAlias = Literal[
    "clean", "cards", "photo", "photo-0", "photo-1", "photo-2", "photo-3", "photo-4", "photo-5"
]
"""How the picture of a board looks."""


def _unless(usual: str) -> Callable[[str | None], str | None]:
    """Return a function that takes what is usual for nothing given, so that one agent has one label."""
    return lambda value: None if value == usual else value


def _in_full(style: str | None) -> str | None:
    return "photo-2" if style == "photo" else style


class AgentConfig(BaseModel):
    """Who occupies a seat: what `build_team` needs to make the same agent again.

    All but `spec` are for models, and those of `SIGHT` for some other agents, too. They may be given inside the spec,
    as in the query of a URL:

    >>> AgentConfig(spec="litellm:openai/qwen?temperature=0.2&extra.top_p=0.9")
    AgentConfig(spec='litellm:openai/qwen', temperature=0.2, extra={'top_p': 0.9})

    What is not given is not written, and neither are a user and password in `api_base`.
    """

    model_config = ConfigDict(
        defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False, hide_input_in_errors=True
    )

    spec: str
    """`vector:bold`, `random`, `human`, `ghost:pass`, `scripted:FILE`, `litellm:MODEL` or a model's name."""
    api_base: str | None = None
    """Where the server is, if not where the provider's is."""
    key_variable: str | None = None
    """NAME of the environment variable that holds the key."""
    temperature: Annotated[float, Field(strict=True, ge=0, le=2)] | None = None
    max_tokens: Annotated[int, Field(strict=True, ge=1, lt=2**63)] | None = None
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**63)] | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"] | None = None
    output: Literal["auto", "schema", "text"] | None = None
    """Whether answers have to fit a JSON schema; auto, which is the default, where the model is known to do that."""
    prompts: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")] | None = None
    """Name of the prompt set."""
    persona: str | None = None
    """A line about the manner in which it plays, such as `cautious, and short of words`."""
    sees: Annotated[Literal["words", "picture", "picture+words"] | None, AfterValidator(_unless("words"))] = None
    """How it is shown the board; None, as where `words` is given, for words alone."""
    picture: Annotated[PictureStyle | None, AfterValidator(_in_full), AfterValidator(_unless("clean"))] = None
    """How the picture of the board looks; of a photo also how hard it is to read. None for `clean`."""
    picture_seed: Annotated[int, Field(strict=True, ge=0, lt=2**32)] | None = None
    """What a photo is taken with; where it is not given, that follows from what is on it."""
    extra: dict[str, JsonValue] | None = None
    """Whatever else the provider takes, such as `top_p`."""

    @classmethod
    def parse(cls, spec: str) -> Self:
        """Read a spec that a person wrote.

        Raises:
            InputError: a parameter is unknown, or its value is; the message names it and what would be right.
        """
        if len(spec) > LONGEST_SPEC:
            raise InputError(f"{shown_spec(spec)}: {len(spec):,} characters; the limit is {LONGEST_SPEC:,}")
        try:
            return cls(spec=spec)
        except ValidationError as error:
            raise InputError(one_line(f"{shown_spec(spec)}: {first_problem(error)}", 400)) from None

    @classmethod
    def with_parameters(cls, query: str) -> Self:
        """Read the parameters of a spec, without one, as those of a model that nobody named.

        >>> AgentConfig.with_parameters("temperature=0.2").temperature
        0.2

        Raises:
            InputError: a parameter is unknown, or its value is; the message names it and what would be right.
        """
        try:
            return cls(spec=f"litellm:?{query}")
        except ValidationError as error:
            raise InputError(one_line(first_problem(error), 400)) from None

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, data: Any) -> Any:
        data = {"spec": data} if isinstance(data, str) else data
        spec = data.get("spec") if isinstance(data, dict) else None
        if not isinstance(spec, str) or spec.partition(":")[0] in FILE_KINDS:  # the name of a file may be any bytes
            return data
        if spec != encodable(spec):
            raise ValueError("there is half of a character in it, which no record can hold")
        if "?" not in spec:
            return data
        plain, _, query = spec.partition("?")
        return {**_parameters(query), **data, "spec": plain}

    @field_validator("api_base")
    @classmethod
    def _is_a_server(cls, base: str | None) -> str | None:
        if base is not None and not _is_an_address(base):
            raise ValueError("the address of a server is needed, such as http://127.0.0.1:8080/v1")
        return base

    @field_validator("key_variable")
    @classmethod
    def _is_a_name(cls, name: str | None) -> str | None:
        if name is not None and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,99}", name):
            raise ValueError("the name of an environment variable is needed, such as MY_KEY, never the key itself")
        return name

    @field_validator("persona")
    @classmethod
    def _is_a_line(cls, persona: str | None) -> str | None:
        if persona is None:
            return None
        line = one_line(persona).strip()
        if not line or len(persona) > LONGEST_PERSONA or line != persona:
            raise ValueError(f"one line of 1 to {LONGEST_PERSONA} characters is needed, without control characters")
        return persona

    @model_validator(mode="after")
    def _only_a_picture_has_a_look(self) -> Self:
        for name in ("picture", "picture_seed"):
            if getattr(self, name) is not None and self.sees is None:
                raise ValueError(f"{name} is for a seat that sees a picture; give it sees=picture, too")
        if self.picture_seed is not None and not (self.picture or "").startswith("photo"):
            raise ValueError("picture_seed is for a photo; give it picture=photo, too")
        return self

    @model_serializer(mode="plain")
    def _as_it_may_be_kept(self) -> dict[str, Any]:
        fields = {name: value for name, value in self.__dict__.items() if value is not None}
        return fields | {"api_base": without_credentials(self.api_base)} if self.api_base else fields

    def __repr_args__(self) -> Any:
        """Show what is given, as it may be kept."""
        return self.model_dump().items()

    @property
    def parameters(self) -> dict[str, Any]:
        """What is given beside the spec."""
        fields = self.__dict__  # of a subclass, fields that no spec can carry as well
        return {name: value for name in PARAMETERS if (value := fields.get(name)) is not None}

    @property
    def label(self) -> str:
        """The spec with the parameters that shape answers; not where the server is, nor what its key is called."""
        return self._written(without=("api_base", "key_variable"))

    @property
    def with_words(self) -> Self:
        """The same agent, shown the board in words."""
        return self if self.sees is None else self.model_copy(update=dict.fromkeys(SIGHT))

    def shown(self, sees: str, picture: PictureStyle | None = None) -> Self:
        """Return the same agent, shown the board in another way.

        Raises:
            InputError: there is no such way; the message says what would be right.
        """
        sight = AgentConfig.with_parameters(f"sees={sees}" + (f"&picture={picture}" if picture else ""))
        return self.model_copy(update={name: getattr(sight, name) for name in SIGHT})

    @property
    def text(self) -> str:
        """The spec with all of its parameters, as a person would write it and `parse` reads it.

        >>> AgentConfig(spec="openai/x", api_base="http://127.0.0.1:8080/v1", temperature=0.2).text
        'openai/x?api_base=http://127.0.0.1:8080/v1&temperature=0.2'
        """
        return self._written()

    def _written(self, *, without: tuple[str, ...] = ()) -> str:
        given = {name: value for name, value in self.parameters.items() if name not in without}
        if not given:
            return self.spec
        extra = {f"extra.{name}": json.dumps(value) for name, value in (given.pop("extra", None) or {}).items()}
        query = "&".join(
            f"{name}={quote(str(value), safe=_UNQUOTED.get(name, ''))}" for name, value in (given | extra).items()
        )
        return f"{self.spec}?{query}" if query else self.spec


_UNQUOTED: Final = {"api_base": ":/@", "sees": "+"}
_NUMBERS: Final = ("temperature", "max_tokens", "seed", "picture_seed")
SIGHT: Final = ("sees", "picture", "picture_seed")
"""The parameters that say how a seat is shown the board."""
PARAMETERS: Final = tuple(name for name in AgentConfig.model_fields if name != "spec")
"""The names of what a model's spec can carry."""


FILE_KINDS: Final = frozenset({"scripted"})
"""The kinds of agents whose spec ends in the path of a file, in which a question mark begins no parameters."""
BETWEEN_SPECS: Final = " + "
"""Stands between cluer and guessers in the label of a line-up of several agents."""
LONGEST_PERSONA: Final = 200
"""Characters of a persona."""
LONGEST_SPEC: Final = 4_000
"""Characters of a spec that a person writes."""


def _is_an_address(base: str) -> bool:
    try:
        parts = urlsplit(base)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 0) >= 0
    except ValueError:  # a port that is none
        return False


def shown_spec(spec: str) -> str:
    """Return a spec as it may be shown: what stands behind the question mark could hold a key."""
    return repr(one_line(spec.partition("?")[0], 60))


def _parameters(query: str) -> dict[str, Any]:
    """Return what the query of a spec says; the values of `extra.NAME` are JSON, or else text."""
    parameters: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for name, value in parse_qsl(query.replace("+", "%2B"), keep_blank_values=True):
        if name.startswith("extra.") and len(name) > len("extra."):
            extra[name.removeprefix("extra.")] = _json_or_text(value)
        elif name not in PARAMETERS or name == "extra":
            known = ", ".join(one for one in PARAMETERS if one != "extra")
            raise ValueError(f"unknown parameter {one_line(name, 40)!r}; available: {known} and extra.NAME")
        elif name in parameters:
            raise ValueError(f"{name} is given twice")
        else:
            parameters[name] = _number_or_text(value) if name in _NUMBERS else value
    return parameters | ({"extra": extra} if extra else {})


def _json_or_text(value: str) -> Any:
    try:
        return json.loads(value, parse_constant=str)
    except (ValueError, RecursionError):
        return value


def _number_or_text(value: str) -> int | float | str:
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            return kind(value)
    return value


class TeamConfig(BaseModel):
    """The three agents of a team and the seed from which their own seeds are hashed."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    cluer: AgentConfig
    guesser_1: AgentConfig
    guesser_2: AgentConfig
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)] = 0

    @classmethod
    def homogeneous(cls, agent: AgentConfig, *, seed: int = 0) -> Self:
        """Return the line-up in which `agent` has every seat."""
        return cls(cluer=agent, guesser_1=agent, guesser_2=agent, seed=seed)

    def of(self, role: Role) -> AgentConfig:
        """Return who plays `role`."""
        match role:
            case Role.CLUER:
                return self.cluer
            case Role.GUESSER_1:
                return self.guesser_1
            case Role.GUESSER_2:
                return self.guesser_2

    @property
    def label(self) -> str:
        """The line-up in one phrase: one spec where all seats share it, three otherwise."""
        specs = [self.of(role).label for role in Role]
        return specs[0] if len(set(specs)) == 1 else BETWEEN_SPECS.join(specs)
