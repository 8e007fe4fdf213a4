"""The kinds of agents, one row each: another kind is another row, and a module.

An agent spec is `KIND` or `KIND:DETAIL`: `vector`, `vector:bold`, `random`, `human`, `ghost:pass`, `scripted:FILE`,
`litellm:MODEL`, or just the name of a model: one with a slash, or a bare one that is known (`gpt-…`, `claude-…`).
Parameters of a model stand behind a question mark; see `AgentConfig`.

Help texts, forms, experiments and metrics read this table before any agent plays, so it imports no agent: a builder
imports what it builds.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codenames_agents.offline.styles import STYLES
from codenames_core.support.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from codenames_core.game.config import AgentConfig, Role

DEFAULT_STYLE: Final = "balanced"
DEFAULT_SPEC: Final = f"vector:{DEFAULT_STYLE}"
"""The agent that plays where none is named."""
HUMAN: Final = "human"
"""The spec of a person."""
IMPORTED: Final = "imported"
"""The kind of whoever played a game that was imported."""


class DecidedBy(Enum):
    """Who makes the decisions of an agent."""

    PROGRAM = "program"
    GHOST = "ghost"
    """A program that stands for an empty seat; its team counts in no metric."""
    PERSON = "person"
    MODEL = "model"
    """A language model, which takes parameters and may need a key and a network."""
    ELSEWHERE = "elsewhere"
    """Whoever played a game that was imported: known by name, and not there to be asked."""


class AgentKind(NamedTuple):
    """A kind of agent: how to write its specs, how to build it, and what others need to know of it."""

    name: str
    """What stands before the colon of its specs."""
    specs: str
    """How its specs are written, for error messages; empty for a kind that nobody chooses."""
    build: "Callable[[AgentConfig, Role, int], Any]"
    """Return the agent for a seat of a role, with the seed of that seat.

    Raises `InputError` where the spec or a parameter names no agent of the kind: see `unknown_agent`.
    """
    decided_by: DecidedBy = DecidedBy.PROGRAM
    choices: Mapping[str, str] = MappingProxyType({})
    """The specs that a form offers, each with a sentence for the person who chooses."""
    usage: str = ""
    """How its specs are written, for `--help`, where that is not `specs`."""
    short_for: str = ""
    """The whole spec that the bare name is short for, if a benchmark shall take the two for one agent."""
    always_agrees: bool = False
    """Whether its messages end in consensus whatever its partner says, so that two of them say nothing by it."""
    parameters: tuple[str, ...] = ()
    """The parameters that its specs take; a model takes all."""
    takes_file: bool = False
    """Whether the detail is the path of a file, of which a record keeps the name only.

    Records are read without this table: `codenames_core.game.config.FILE_KINDS` names these kinds as well.
    """

    @property
    def is_ghost(self) -> bool:
        """Whether it stands for an empty seat."""
        return self.decided_by is DecidedBy.GHOST

    @property
    def is_person(self) -> bool:
        """Whether a person plays, at this terminal."""
        return self.decided_by is DecidedBy.PERSON

    @property
    def is_model(self) -> bool:
        """Whether it is a language model."""
        return self.decided_by is DecidedBy.MODEL

    @property
    def says_by_consensus(self) -> bool:
        """Whether consensus of two of them says something: not of those who always agree, nor where it is unknown."""
        return not self.always_agrees and self.decided_by is not DecidedBy.ELSEWHERE

    @property
    def can_be_asked(self) -> bool:
        """Whether it can answer a question apart from its game, as in a laboratory."""
        return self.decided_by in (DecidedBy.PROGRAM, DecidedBy.MODEL) and not self.takes_file


def _vector(config: "AgentConfig", role: "Role", seed: int) -> Any:
    from codenames_agents.seats.lazy_agent import LazyAgent
    from codenames_core.text.sanitiser import one_line

    name = detail_of(config.spec) or DEFAULT_STYLE
    if name not in STYLES:
        there_are = ", ".join(STYLES)
        raise InputError(
            f"unknown vector agent {one_line(name, 40)!r}; {did_you_mean(config.spec)}available: {there_are}"
        )

    def build() -> Any:
        from codenames_agents.offline.vector_agent import VectorCluer, VectorGuesser

        return VectorCluer(STYLES[name], seed) if _is_cluer(role) else VectorGuesser(STYLES[name], seed)

    return _with_eyes(config, LazyAgent(build))


def _with_eyes(config: "AgentConfig", agent: Any) -> Any:
    """Return an offline agent as it sees the board; one that is shown a picture reads nothing else."""
    if config.sees is None:
        return agent
    if config.sees != "picture":
        raise InputError(f"{config.spec} reads either the words or a picture; write sees=picture")
    from codenames_agents.seats.seeing_agent import SeeingAgent
    from codenames_agents.vision.look import sight_of
    from codenames_agents.vision.ocr import check_ocr_is_there

    check_ocr_is_there()
    sight = sight_of(config)
    return agent if sight is None else SeeingAgent(agent, sight.look, config.label)


def _random(config: "AgentConfig", role: "Role", seed: int) -> Any:
    from codenames_agents.offline.random_agent import RandomCluer, RandomGuesser

    if detail_of(config.spec):
        raise unknown_agent(config.spec)
    return RandomCluer(seed) if _is_cluer(role) else RandomGuesser(seed)


def _human(config: "AgentConfig", _role: "Role", _seed: int) -> Any:
    from codenames_agents.seats.human import Human

    if detail_of(config.spec):
        raise unknown_agent(config.spec)
    return Human()


def _ghost(config: "AgentConfig", role: "Role", seed: int) -> Any:
    from codenames_agents.seats.ghost import GhostCluer, GhostGuesser, GhostMode

    mode = detail_of(config.spec) or GhostMode.PASS
    if mode not in tuple(GhostMode):
        raise unknown_agent(config.spec)
    return GhostCluer(mode, seed) if _is_cluer(role) else GhostGuesser(mode, seed)


def _scripted(config: "AgentConfig", role: "Role", _seed: int) -> Any:
    from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser, load_script

    if (file := file_of(config.spec)) is None:
        raise unknown_agent(config.spec)
    turns = load_script(file).turns
    return ScriptedCluer(turns) if _is_cluer(role) else ScriptedGuesser(turns)


def _imported(config: "AgentConfig", _role: "Role", _seed: int) -> Any:
    from codenames_core.text.sanitiser import one_line

    who = one_line(config.spec, 60)
    raise InputError(f"{who} played elsewhere and cannot be asked here")


def _litellm(config: "AgentConfig", role: "Role", _seed: int) -> Any:
    from codenames_agents.models.llm import build_llm_agent

    return build_llm_agent(config, role)


def _is_cluer(role: "Role") -> bool:
    from codenames_core.game.config import Role

    return role is Role.CLUER


KINDS: Final[Mapping[str, AgentKind]] = {
    kind.name: kind
    for kind in (
        AgentKind(
            "vector",
            specs=f"vector[:{'|'.join(STYLES)}]",
            usage=f"vector[:STYLE] (without a key; default: {DEFAULT_SPEC})",
            build=_vector,
            parameters=("sees", "picture", "picture_seed"),
            choices={f"vector:{style.name}": style.description for style in STYLES.values()},
            short_for=DEFAULT_SPEC,
        ),
        AgentKind(
            "random",
            specs="random",
            build=_random,
            choices={"random": "Legal clues and words at random; the weakest player there is."},
            always_agrees=True,
        ),
        AgentKind(
            HUMAN,
            specs=HUMAN,
            build=_human,
            decided_by=DecidedBy.PERSON,
            choices={HUMAN: "You, or whoever sits at this terminal."},
        ),
        AgentKind(
            "ghost",
            specs="ghost:pass, ghost:random",
            build=_ghost,
            decided_by=DecidedBy.GHOST,
            choices={
                "ghost:pass": "Nobody: the team passes every turn. It counts in no metric.",
                "ghost:random": "Nobody: one random word is guessed every turn. It counts in no metric.",
            },
        ),
        AgentKind("scripted", specs="scripted:FILE", build=_scripted, takes_file=True),
        AgentKind(IMPORTED, specs="", build=_imported, decided_by=DecidedBy.ELSEWHERE),
        AgentKind(
            "litellm",
            specs="language models as PROVIDER/MODEL",
            usage="PROVIDER/MODEL or litellm:MODEL[?PARAMETER=VALUE&…]",
            build=_litellm,
            decided_by=DecidedBy.MODEL,
        ),
    )
}
"""Every kind, by its name."""


def kind_of(spec: str) -> AgentKind:
    """Return the kind of agent that a spec names.

    A spec that begins with no known kind is taken for the name of a model, of which there may be none.

    >>> kind_of("vector:bold").name, kind_of("ollama/llama3:8b").name, kind_of("gpt-4o?seed=1").name
    ('vector', 'litellm', 'litellm')
    """
    return KINDS.get(_name(spec)) or KINDS["litellm"]


def can_be_shown(spec: str) -> bool:
    """Return whether an agent can be shown a picture of the board; whether its model sees one is another question.

    >>> can_be_shown("vector:bold"), can_be_shown("openai/gpt-4o"), can_be_shown("random")
    (True, True, False)
    """
    kind = kind_of(spec)
    return kind.is_model or "sees" in kind.parameters


def seated_here(agent: "AgentConfig") -> "AgentConfig":
    """Return an agent, or the default one in the seat of whoever played elsewhere and cannot be asked here."""
    if kind_of(agent.spec).decided_by is not DecidedBy.ELSEWHERE:
        return agent
    from codenames_core.game.config import AgentConfig

    return AgentConfig(spec=DEFAULT_SPEC)


def who_takes(parameter: str) -> str:
    """Return the agents whose specs take a parameter.

    >>> who_takes("sees"), who_takes("temperature")
    ('vector and language models', 'language models')
    """
    return " and ".join([*(kind.name for kind in KINDS.values() if parameter in kind.parameters), "language models"])


def is_named(spec: str) -> bool:
    """Return whether a spec begins with the name of a kind, and is no bare name of a model."""
    return _name(spec) in KINDS


def detail_of(spec: str) -> str:
    """Return what stands behind the first colon of a spec.

    >>> detail_of("vector:bold"), detail_of("random"), detail_of("scripted:C:/game.json")
    ('bold', '', 'C:/game.json')
    """
    return spec.partition(":")[2]


def file_of(spec: str) -> str | None:
    """Return the path of the file that a spec names, None if it names none.

    >>> file_of("scripted:games/opening.json"), file_of("vector:bold")
    ('games/opening.json', None)
    """
    return (detail_of(spec) or None) if kind_of(spec).takes_file else None


def whole_spec(spec: str) -> str:
    """Return the spec that a bare name of a kind is short for; any other spec as it is.

    >>> whole_spec("vector"), whole_spec("vector:bold")
    ('vector:balanced', 'vector:bold')
    """
    return (KINDS[spec].short_for or spec) if spec in KINDS else spec


def offered_specs() -> Iterator[tuple[str, str]]:
    """Yield each spec that a form offers with the sentence about it, programs before people."""
    for kind in sorted(KINDS.values(), key=lambda kind: kind.is_person):
        yield from kind.choices.items()


def spec_usage() -> str:
    """Return how an agent spec is written, for `--help`."""
    agents = ", ".join(kind.usage or kind.specs for kind in KINDS.values() if kind.specs and not kind.is_model)
    models = " or ".join(kind.usage or kind.specs for kind in KINDS.values() if kind.is_model)
    return f"{agents}, or a language model: {models}"


def unknown_agent(spec: str) -> InputError:
    """Return the error for a spec that names no agent: it says which was probably meant, and which there are."""
    from codenames_core.text.sanitiser import one_line

    known = ", ".join(kind.specs for kind in KINDS.values() if kind.specs)
    return InputError(f"unknown agent {one_line(spec, 60)!r}; {did_you_mean(spec)}available: {known}")


def did_you_mean(spec: str) -> str:
    """Return the question whether another agent or model was meant by a spec that names none; empty if none is like it.

    >>> did_you_mean("vectro"), did_you_mean("sharp"), did_you_mean("ghost:pas"), did_you_mean("zzz")
    ('did you mean vector? ', 'did you mean vector:sharp? ', 'did you mean ghost:pass? ', '')
    """
    name = spec.partition("?")[0]
    meant = _meant_kind(name.casefold())
    if name.startswith("litellm:") or (meant is None and not is_named(spec)):
        from codenames_agents.providers.model_names import meant_model

        meant = meant_model(detail_of(name) if name.startswith("litellm:") else name)
    return f"did you mean {meant}? " if meant and meant != name else ""


def _meant_kind(name: str) -> str | None:
    from difflib import get_close_matches

    named = [kind for kind in KINDS.values() if kind.specs and not kind.is_model]
    offered = [spec for kind in named for spec in (kind.name, *kind.choices)]
    written = {detail_of(spec): spec for spec in offered if detail_of(spec)} | {spec: spec for spec in offered}
    close = get_close_matches(name[:40], written, n=1, cutoff=0.8)
    return written[close[0]] if close else None


def _name(spec: str) -> str:
    return spec.partition("?")[0].partition(":")[0]
