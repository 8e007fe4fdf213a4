"""A game as it is set up in a form: what can be filled in, what is wrong with it, and the game that it makes.

A form is a mapping from the names of fields to the texts that a person gave; nothing here draws.
"""

import contextlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from codenames_agents.catalogue import build_agent, model_of
from codenames_agents.kinds import DEFAULT_SPEC, HUMAN, kind_of, offered_specs
from codenames_agents.providers.endpoints import missing_key
from codenames_agents.seats.turn_limit import NEEDED, TimeUp, TurnLimit, is_limit
from codenames_core.files.word_lists import load_word_list
from codenames_core.game.config import AgentConfig, ClueRules, GameConfig, GameMode, Role, Seat, Team, TeamConfig
from codenames_core.game.language_codes import ENGLISH, language_code, language_name
from codenames_core.game.words import WordList, default_word_list
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_tui.ui.look import LONGEST_PACE
from codenames_tui.ui.preferences import Preferences

SEATS: Final = tuple(seat.value for seat in Seat)
PEOPLE: Final = ("turn_seconds", "time_up")
RULES: Final = ("mode", "words", "language", "seed", "pace", "rounds", "clue_rules", "surveillance", "blind", *PEOPLE)
FIELDS: Final = (*SEATS, *RULES)
REMEMBERED: Final = tuple(name for name in FIELDS if name != "seed")
"""A seed is for one game."""
LARGEST_SEED: Final = 2**31
"""Of the seeds that are drawn; any up to 2**63 can be given."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "mode": tuple(GameMode),
    "pace": ("0", "0.5", "1", "2", "3", "5", "10"),
    "rounds": ("1", "2", "3", "4", "5"),
    "clue_rules": tuple(ClueRules),
    "surveillance": ("yes", "no"),
    "blind": ("no", "yes"),
    "turn_seconds": ("0", "15", "30", "60", "90", "120", "300"),
    "time_up": tuple(way.value for way in TimeUp),
}
"""What left and right go through."""


def agents_to_choose(recent: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the agents that a form offers: those that are here, and those that were typed in before."""
    offered = tuple(dict(offered_specs()))
    return (*offered, *(spec for spec in recent if spec not in offered))


def about_agent(spec: str) -> str:
    """Return a sentence on an agent for the person who chooses."""
    return dict(offered_specs()).get(spec, "")


def agent_name(spec: str) -> str:
    """Return how a form calls an agent."""
    return "you" if spec == HUMAN else spec


def blank_form(preferences: Preferences) -> dict[str, str]:
    """Return the form as it was filled in last, or the default of each field."""
    form = {seat.value: preferences.red if seat.team is Team.RED else preferences.blue for seat in Seat}
    form |= {
        "mode": "standard",
        "words": "",
        "language": "",
        "seed": "",
        "pace": f"{preferences.pace:g}",
        "rounds": "3",
    }
    form |= {"clue_rules": "official", "surveillance": "yes", "blind": "no"}
    form |= {"turn_seconds": str(preferences.turn_seconds), "time_up": str(preferences.time_up)}
    return form | {name: text for name, text in preferences.game.items() if name in REMEMBERED}


def default_form(preferences: Preferences) -> dict[str, str]:
    """Return a form for a game at once: the default agents, the usual rules."""
    return blank_form(replace(preferences, game={}))


def is_model(spec: str) -> bool:
    """Return whether `spec` names a language model, and none of the agents that are here."""
    return kind_of(spec).is_model


def problem_with(field: str, form: Mapping[str, str]) -> str:
    """Return what is wrong with a field, and what would be right; nothing where it can be played.

    Reads the file of a word list or a script. Blocks for seconds where a model's provider is one that only litellm
    knows.
    """
    try:
        if field in SEATS:
            _check_agent(Seat(field), form[field])
        elif field == "words":
            word_list_of(form)
        elif field == "pace":
            pace_of(form)
        elif field in PEOPLE:
            turn_limit_of(form)
        elif field in _RULES:
            _RULES[field][1](form.get(field, ""))
    except InputError as error:
        return one_line(str(error), 300)
    return ""


def _check_agent(seat: Seat, spec: str) -> None:
    if not spec:
        raise InputError(f"an agent is needed, such as {DEFAULT_SPEC}")
    agent = AgentConfig.parse(spec)
    if (model := model_of(agent.spec)) and (
        variable := missing_key(model, api_base=agent.api_base, key_variable=agent.key_variable)
    ):
        raise InputError(f"{variable} is not set; {one_line(agent.spec, 60)} cannot be asked without it")
    build_agent(spec, seat.role, 0)


def problem_with_agent(seat: Seat, agent: AgentConfig) -> str:
    """Return why `agent` cannot play in `seat` here; nothing where it can. It may block as `problem_with` does."""
    try:
        build_agent(agent, seat.role, 0)
    except InputError as error:
        return one_line(str(error), 300)
    return ""


def can_give_back(seat: Seat, agent: AgentConfig) -> bool:
    """Return whether `agent` can take `seat` back when a person leaves it: it can be built here, and is no ghost."""
    return not kind_of(agent.spec).is_ghost and not problem_with_agent(seat, agent)


def readable(specs: Iterable[str]) -> Iterator[AgentConfig]:
    """Yield the agents of those `specs` that can be read."""
    for spec in specs:
        with contextlib.suppress(InputError):
            yield AgentConfig.parse(spec)


def config_of(form: Mapping[str, str], stated: str = "") -> GameConfig:
    """Return the rules that the form describes; a seed is drawn where it is blank.

    Args:
        form: what is filled in.
        stated: the language that the word list states, which goes before that of the form.

    Raises:
        InputError: a field cannot be used.
    """
    given = {name: read(form.get(field, "")) for field, (name, read) in _RULES.items()}
    given["language"] = stated or given["language"]
    given["seed"] = new_seed() if given["seed"] is None else given["seed"]
    try:
        return GameConfig.model_validate({name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        raise InputError(first_problem(error)) from error


def new_seed() -> int:
    """Return a random seed."""
    return secrets.randbelow(LARGEST_SEED)


def _number(text: str) -> int | None:
    if not text.strip():
        return None
    try:
        if len(text) > 20 or not text.isascii():
            raise ValueError
        return int(text)
    except ValueError:
        raise InputError(f"{one_line(text, 30)!r} is not a whole number") from None


def _seed(text: str) -> int | None:
    number = _number(text)
    if number is not None and not 0 <= number < 2**63:
        raise InputError("a seed is a whole number from 0 to 2^63; leave it empty for a new board")
    return number


def _language(text: str) -> str | None:
    return language_code(text) if text.strip() else None


def _rounds(text: str) -> int | None:
    number = _number(text)
    if number is not None and not 1 <= number <= 100:
        raise InputError("1 to 100 rounds are possible")
    return number


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise InputError(f"{one_line(text, 30)!r}: yes or no is needed")
    return text == "yes"


def _one_of(choices: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise InputError(f"{one_line(text, 30)!r}: choose from {', '.join(choices)}")
        return text

    return read


_RULES: Final[Mapping[str, tuple[str, Callable[[str], object]]]] = {
    "mode": ("mode", _one_of(CHOICES["mode"])),
    "language": ("language", _language),
    "seed": ("seed", _seed),
    "rounds": ("max_rounds", _rounds),
    "clue_rules": ("clue_rules", _one_of(CHOICES["clue_rules"])),
    "surveillance": ("surveillance", _yes),
    "blind": ("blind", _yes),
}
"""For each field of the form the name of its rule, and how it is read."""


def teams_of(form: Mapping[str, str], seed: int | None) -> dict[Team, TeamConfig]:
    """Return who plays; agents' own seeds are hashed from `seed`, the board's."""

    def team_of(team: Team) -> TeamConfig:
        cluer, guesser_1, guesser_2 = (AgentConfig(spec=form[Seat.of(team, role).value]) for role in Role)
        return TeamConfig(cluer=cluer, guesser_1=guesser_1, guesser_2=guesser_2, seed=seed or 0)

    return {team: team_of(team) for team in Team}


def word_list_of(form: Mapping[str, str]) -> WordList:
    """Return the words to deal from: those that are shipped where the field is blank.

    Raises:
        WordListError: the file cannot be used; the message names its lines.
    """
    path = form.get("words", "").strip()
    return load_word_list(Path(path).expanduser()) if path else default_word_list()


def stated_language(form: Mapping[str, str]) -> str:
    """Return the code of the language that the list of words states; nothing where it states none or cannot be read."""
    try:
        return word_list_of(form).language
    except InputError:
        return ""


def language_in_words(text: str) -> str:
    """Return how a form calls a language; what is none stays as it is.

    >>> language_in_words(""), language_in_words("pt-BR"), language_in_words("Klingon?")
    ('English', 'Portuguese', 'Klingon?')
    """
    try:
        return language_name(_language(text) or ENGLISH)
    except InputError:
        return text


def about_language(text: str) -> str:
    """Return what the referee cannot do in a language; nothing where it knows its forms, and for what is none."""
    from codenames_core.referee.languages import coverage  # only forms with a word list need it

    try:
        return coverage(_language(text) or ENGLISH) or ""
    except InputError:
        return ""


def pace_of(form: Mapping[str, str]) -> float:
    """Return the seconds between two events.

    Raises:
        InputError: it is no such number.
    """
    text = form.get("pace", "")
    try:
        pace = float(text)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= LONGEST_PACE:
        raise InputError(f"{one_line(text, 30)!r}: seconds from 0 to {LONGEST_PACE:g} are needed")
    return pace


def turn_limit_of(form: Mapping[str, str]) -> TurnLimit:
    """Return how long a person may take for an answer.

    Raises:
        InputError: it cannot be so long, or nothing of the kind can happen then.
    """
    seconds = _number(form.get("turn_seconds", "")) or 0
    if not is_limit(seconds):
        raise InputError(f"{seconds}: {NEEDED}")
    return TurnLimit(seconds, TimeUp(_one_of(CHOICES["time_up"])(form.get("time_up") or TimeUp.STAND_IN)))


def next_choice(field: str, text: str, steps: int, recent: tuple[str, ...] = ()) -> str:
    """Return the choice that many steps further for a field; the same text where it has none."""
    choices = agents_to_choose(recent) if field in SEATS else CHOICES.get(field, ())
    if not choices:
        return text
    if text not in choices:
        return choices[0]
    return choices[(choices.index(text) + steps) % len(choices)]


def remembered(form: Mapping[str, str]) -> dict[str, str]:
    """Return the part of the form that the next one begins with."""
    kept = {name: form[name] for name in REMEMBERED if form.get(name)}
    return {name: kept_spec(text) if name in SEATS else text for name, text in kept.items()}


def kept_spec(spec: str) -> str:
    """Return a spec as it may be written into a file: without a user and password in the address of its server.

    >>> kept_spec("openai/x?api_base=http://me:secret@127.0.0.1/v1&seed=1"), kept_spec("vector:bold")
    ('openai/x?api_base=http://127.0.0.1/v1&seed=1', 'vector:bold')
    """
    try:
        agent = AgentConfig.parse(spec)
    except InputError:
        return spec.partition("?")[0]
    return AgentConfig(**agent.model_dump()).text if agent.api_base else spec
