"""The messages that a model is sent, made from a seat's view. Pure.

The wording is in prompt sets: TOML files of the package, or of a folder of the user's that overrides them by name, so
that an experiment can compare prompts. A set has a section for each question with a `system` text, a `question`
template and worked examples, which are sent as earlier turns of the conversation: small models follow examples far
better than rules.

What other players say is untrusted data. It is cleaned, and each of its lines is quoted with a mark of its own, so that
no text can close the quotation, speak as the system or give a verdict in another's name. No such text, and no word of
the board, keeps a bracket that could open a token of a chat template: servers take `<|im_end|>` for the end of a turn
wherever it stands. Verdicts are removed from quotations, since the next speaker would imitate them; a line outside says
who agreed. Long messages and long discussions are cut, so that no player can fill another's context window.

The functions for guessers accept a guesser's view only, so that none of their prompts can contain the key.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import takewhile
from pathlib import Path
from string import Template
from typing import Any, Final, Literal, TypedDict, assert_never

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from codenames_agents.models.picture_prompts import picture_guide, seen_places, unnamed_reasons
from codenames_agents.reading.answer_text import plain_text, without_tokens
from codenames_agents.reading.answers import ParsedClue
from codenames_agents.reading.board_words import find_place
from codenames_agents.reading.clue_reading import parse_clue
from codenames_agents.reading.fields import without_labels
from codenames_agents.reading.guess_items import PASS
from codenames_agents.reading.message_reading import without_verdicts
from codenames_agents.vision.look import Sight
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.agent import AnyCluerView, AnyGuesserView, Discussion, Question
from codenames_core.game.board import CardType
from codenames_core.game.config import GameMode, Role, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, Reveal, UnknownEvent
from codenames_core.game.language_codes import ENGLISH, language_code, language_name
from codenames_core.game.visibility import CluerView, GuesserView, UnsurveilledCluerView, UnsurveilledGuesserView, View
from codenames_core.game.words import normalise
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import clean, one_line

DEFAULT_PROMPTS: Final = "default"
FILLER: Final = 5
"""The version of the code that fills the placeholders of a set: raise it with every change of what they become.

`tests/agents/test_filler.py` fails if that was forgotten.
"""
QUOTE: Final = "> "
PERSONA: Final = "Your persona, which changes no rule and no form of an answer: "
"""What the last line of the system text begins with where a seat has a persona."""
LANGUAGE: Final = "This game is played in "
"""What the line of the system text begins with that names another language than English."""
_SO_ARE_CLUES: Final = ", and so are clues and talk; only the labels of an answer stay English."
LARGEST_FILE: Final = 200_000
"""Bytes of a prompt set."""
LONGEST_QUOTE: Final = 2_000
"""Characters of one message of another player that are shown."""
LONGEST_TALK: Final = 20_000
"""Characters of a team's discussions that are shown, the newest of them."""

_LONGEST_REASON: Final = 400
"""Characters of a reason for a refusal that are shown."""

# A line that begins with the word consensus, whatever follows: `without_verdicts` only removes what reads as a verdict.
_VERDICT: Final = re.compile(r"^[\W_]*consensus\b.*$", re.IGNORECASE | re.MULTILINE)
# D-026: tokens of chat templates open with these signs; they are removed first, then the signs replaced.
_OPENING: Final = str.maketrans({"<": "(", "[": "(", "{": "("})
"""The brackets that begin the tokens of all chat templates (`<|im_end|>`, `</s>`, `[INST]`), and JSON.

Known tokens are removed first, since small models imitate what is left of them; safety does not depend on knowing all.
"""


class Message(TypedDict):
    """One message of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


class Example(BaseModel):
    """A question and its answer, shown before the real question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    answer: str


class QuestionPrompt(BaseModel):
    """The wording of one question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    question: str
    examples: tuple[Example, ...] = ()


class PromptSet(BaseModel):
    """The wording of all questions."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")
    version: int = Field(ge=1, le=1_000_000)
    clue: QuestionPrompt
    blind_clue: QuestionPrompt | None = None
    """The question for a clue where cluers play blind; `clue` if a set has none."""
    message: QuestionPrompt
    guesses: QuestionPrompt
    penalty: QuestionPrompt

    @cached_property
    def label(self) -> str:
        """Name, version and the beginning of a hash of the whole text: `default-1-3f2a9c`.

        From the second version of `FILLER` on, also that: `default-2-3f2a9c-f2`.
        """
        digest = hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:6]
        # D-023: the code that fills a set shapes the prompt, too, so its version is part of the label.
        return f"{self.name}-{self.version}-{digest}{f'-f{FILLER}' if FILLER > 1 else ''}"

    @cached_property
    def example_clues(self) -> frozenset[str]:
        """The clues of the worked examples, normalised: small models repeat them on any board."""
        examples = (*self.clue.examples, *(self.blind_clue.examples if self.blind_clue else ()))
        clues = (parse_clue(example.answer) for example in examples)
        return frozenset(normalise(clue.word) for clue in clues if isinstance(clue, ParsedClue))


@lru_cache(maxsize=32)
def load_prompts(name: str = DEFAULT_PROMPTS, folder: Path | None = None) -> PromptSet:
    """Return the prompt set `name`, from the user's `folder` where it holds one, else from the package.

    Raises:
        InputError: there is no such set, or it cannot be used; the message says where and why.
    """
    text, where = _text_of(name, folder)
    return parse_prompts(text, where)


def prompts_text(name: str, folder: Path | None = None) -> str:
    """Return the TOML text of the prompt set that `load_prompts` would return, comments and all.

    Raises:
        InputError: there is no such set, or it cannot be read.
    """
    return _text_of(name, folder)[0]


def _text_of(name: str, folder: Path | None) -> tuple[str, str]:
    """Return the text of a set, and how messages name it."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", name):
        raise InputError(f"prompt set {one_line(name, 40)!r}: a name has small letters, digits, - and _ only")
    own = folder / f"{name}.toml" if folder else None
    try:
        if own and own.exists():
            where = one_line(str(own))
            return decode(read_bytes(own, LARGEST_FILE), where), where
        return shipped_folder().joinpath(f"{name}.toml").read_text("utf-8"), f"prompt set {name!r}"
    except FileNotFoundError as error:
        raise InputError(f"unknown prompt set {name!r}; available: {', '.join(shipped_sets())}") from error


def parse_prompts(text: str, where: str) -> PromptSet:
    """Read a prompt set from TOML; `where` names it in messages.

    Raises:
        InputError: it cannot be used.
    """
    try:
        prompts = PromptSet.model_validate(prompts_tree(text))
    except TomlError as error:
        raise InputError(f"{where}: {error}") from error
    except ValidationError as error:
        raise InputError(f"{where}: {first_problem(error)}") from error
    for key, problem in faulty_texts(prompts):
        raise InputError(f"{where}: {key}: {problem}")
    return prompts


class TomlError(Exception):
    """A prompt set is not TOML; the message is one line that says why and, where that is known, on which line."""


def prompts_tree(text: str) -> dict[str, Any]:
    """Return what the TOML text of a prompt set holds, unchecked.

    Raises:
        TomlError: it is not TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(one_line(str(error), 200)) from error
    except RecursionError as error:
        raise TomlError("is nested too deeply") from error
    except ValueError as error:  # what Python says of an integer of thousands of digits
        raise TomlError("has a number with too many digits") from error


def shipped_sets() -> list[str]:
    """Return the names of the sets that come with the package, the default first."""
    names = {file.name.removesuffix(".toml") for file in shipped_folder().iterdir() if file.name.endswith(".toml")}
    return [DEFAULT_PROMPTS, *sorted(names - {DEFAULT_PROMPTS})]


def shipped_folder() -> Traversable:
    """Return where the sets of the package are."""
    return files("codenames_agents").joinpath("data/prompts")


def with_persona(messages: Sequence[Message], persona: str | None) -> list[Message]:
    """Return a conversation whose system text ends with the line that says in which manner its seat plays."""
    if not persona:
        return list(messages)
    system, *rest = messages
    return [{**system, "content": f"{system['content']}\n\n{PERSONA}{_data(persona)}"}, *rest]


def clue_messages(prompts: PromptSet, view: AnyCluerView, sight: Sight | None = None) -> list[Message]:
    """Return the messages that ask a cluer for a clue, shown the board as `sight` says."""
    prompt = (prompts.blind_clue or prompts.clue) if view.rules.blind else prompts.clue
    return _conversation(prompt, _table(view) | _secrets(view), view, sight)


def message_messages(
    prompts: PromptSet, view: AnyGuesserView, discussion: Discussion, sight: Sight | None = None
) -> list[Message]:
    """Return the messages that ask a guesser for its next message in the discussion."""
    return _guesser_messages(prompts.message, view, discussion, sight)


def guesses_messages(
    prompts: PromptSet, view: AnyGuesserView, discussion: Discussion, sight: Sight | None = None
) -> list[Message]:
    """Return the messages that ask a guesser for its guesses."""
    return _guesser_messages(prompts.guesses, view, discussion, sight, {"board": _choices(view)})


def penalty_messages(prompts: PromptSet, view: AnyCluerView, sight: Sight | None = None) -> list[Message]:
    """Return the messages that ask a cluer which own word is revealed as a penalty."""
    places = _table(view) | _secrets(view) | {"board": _choices(view)}
    return _conversation(prompts.penalty, places, view, sight)


def messages_for(
    question: Question,
    prompts: PromptSet,
    view: View,
    discussion: Discussion = (),
    persona: str | None = None,
    sight: Sight | None = None,
) -> list[Message]:
    """Return the messages that put `question` to the seat of a view, as its agent sends them.

    The picture that `sight` may name is no part of them: it is sent beside the last.

    Raises:
        TypeError: it is a question for guessers, and the view a cluer's.
    """
    seen: Any = view
    match question:
        case Question.CLUE:
            messages = clue_messages(prompts, seen, sight)
        case Question.MESSAGE:
            messages = message_messages(prompts, seen, discussion, sight)
        case Question.GUESSES:
            messages = guesses_messages(prompts, seen, discussion, sight)
        case Question.PENALTY:
            messages = penalty_messages(prompts, seen, sight)
        case _:
            assert_never(question)
    return with_persona(messages, persona)


def _guesser_messages(
    prompt: QuestionPrompt,
    view: AnyGuesserView,
    discussion: Discussion,
    sight: Sight | None,
    places: Mapping[str, str] | None = None,
) -> list[Message]:
    _check_guesser_view(view)
    apart = discussion if _places_in(prompt) & {"discussion", "talk"} else ()
    filled = {**_table(view, apart), **_talk(view, discussion), **(places or {})}
    return _conversation(prompt, filled, view, sight)


def _check_guesser_view(view: Any) -> None:
    if not isinstance(view, GuesserView | UnsurveilledGuesserView):
        raise TypeError(f"a guesser's prompt is made from a guesser's view, not from a {type(view).__name__}")


def _places_in(prompt: QuestionPrompt) -> set[str]:
    return {place for text in (prompt.system, prompt.question) for place in Template(text).get_identifiers()}


def _conversation(
    prompt: QuestionPrompt, written: Mapping[str, str], view: "AnyCluerView | AnyGuesserView", sight: Sight | None
) -> list[Message]:
    places = seen_places(written, sight, view)
    if sight and not sight.words_too:
        places["refusals"] = _refusals(unnamed_reasons(view.rejected, view.unrevealed))
    system = Template(prompt.system).substitute(places).strip()
    messages: list[Message] = [{"role": "system", "content": system + _language_line(view.rules.language)}]
    for example in prompt.examples:
        messages.append({"role": "user", "content": example.question.strip()})
        messages.append({"role": "assistant", "content": example.answer.strip()})
    guide = f"{picture_guide(sight.look, view)}\n\n" if sight else ""
    question = _close_gaps(guide + Template(prompt.question).substitute(places))
    return [*messages, {"role": "user", "content": question}]


def _language_line(language: str) -> str:
    """Return the line that names the language of a game; none for English, in which rules and examples are written."""
    if language_code(language) == ENGLISH:
        return ""
    name = language_name(language)
    return f"\n\n{LANGUAGE}{name if name[0].isalpha() else f'the language with the code {name}'}{_SO_ARE_CLUES}"


def _close_gaps(text: str) -> str:
    """Return `text` without the gaps that empty placeholders leave."""
    return re.sub(r"\n{3,}", "\n\n", text).strip()


_TABLE: Final = frozenset(
    {"team", "other_team", "role", "partner", "board", "revealed", "words_left", "missed", "history", "refusals"}
    | {"mode_rules", "clue_rules", "surveillance"}
)
_PLACES: Final[Mapping[str, frozenset[str]]] = {
    "clue": _TABLE | {"own_words", "other_words", "neutral_words", "assassin"},
    "blind_clue": _TABLE,
    "message": _TABLE | {"clue", "guesses_left", "found", "discussion", "talk"},
    "guesses": _TABLE | {"clue", "guesses_left", "found", "discussion", "talk"},
    "penalty": _TABLE | {"own_words", "other_words", "neutral_words", "assassin"},
}


def faulty_texts(prompts: PromptSet) -> Iterator[tuple[str, str]]:
    """Yield each text that is empty or has a place that does not exist, by its key, and what is wrong with it."""
    for question, known in _PLACES.items():
        prompt = getattr(prompts, question)
        for key, text in (("system", prompt.system), ("question", prompt.question)) if prompt else ():
            template = Template(text)
            if not text.strip():
                yield f"{question}.{key}", "there is nothing in it"
            elif not template.is_valid():
                yield f"{question}.{key}", "a $ is followed by no name; write $$ for a dollar sign"
            elif unknown := sorted(set(template.get_identifiers()) - known):
                yield f"{question}.{key}", f"there is no ${unknown[0]}; available: {', '.join(sorted(known))}"


def _table(view: "AnyCluerView | AnyGuesserView", apart: Discussion = ()) -> dict[str, str]:
    """Return what every seat is told. The history leaves out the messages that are shown `apart` from it."""
    team = view.seat.team
    revealed = [f"{word} ({_card(card)})" for word, card in view.revealed.items()]
    return {
        "team": team.upper(),
        "other_team": team.other.upper(),
        "role": view.seat.role.replace("_", " "),
        "partner": " and ".join(seat.label for seat in _partners(view)) or "nobody",
        "board": _list(view.unrevealed),
        "revealed": _list(revealed),
        "words_left": _words_left(view),
        "missed": ", ".join(_missed(view)) or "(none)",
        "history": "\n".join(_history(_without(apart, view))) or "(nothing yet)",
        "refusals": _refusals(rejection.reason for rejection in view.rejected),
        "mode_rules": _mode_rules(view),
        "clue_rules": _CLUE_RULES[view.rules.clue_rules],
        "surveillance": _surveillance(view),
    }


def _choices(view: "AnyCluerView | AnyGuesserView") -> str:
    """Return the words that an answer may choose from, and how it names the word PASS where that is one of them."""
    place = find_place(PASS.text, view.unrevealed)
    how = "" if place is None else f" (for the word {_data(view.unrevealed[place])} write [{PASS.text}])"
    return f"{_list(view.unrevealed)}{how}"


def _partners(view: "AnyCluerView | AnyGuesserView") -> list[Seat]:
    """Return the guessers of the seat's team, but for the seat itself."""
    guessers = (Role.GUESSER_1, Role.GUESSER_2) if view.rules.discussion else (Role.GUESSER_1,)
    return [seat for role in guessers if (seat := Seat.of(view.seat.team, role)) is not view.seat]


def _missed(view: "AnyCluerView | AnyGuesserView") -> list[str]:
    """Return the team's clues of earlier turns for which fewer of its words were found than the clue was for."""
    turns: list[tuple[Clue, int]] = []
    for event in view.public_transcript:
        if isinstance(event, Clue):
            turns.append((event, 0))
        elif isinstance(event, Guess) and turns and event.card is CardType.of(event.team):
            clue, found = turns[-1]
            turns[-1] = clue, found + 1
    earlier = turns[:-1] if view.current_clue else turns
    return [
        f"{_shown(clue)} ({found} found)"
        for clue, found in earlier
        if clue.team is view.seat.team and isinstance(clue.number, int) and found < clue.number
    ]


def _surveillance(view: "AnyCluerView | AnyGuesserView") -> str:
    if not view.rules.discussion:
        return "Clues and guesses are public."
    return _SURVEILLANCE if view.rules.surveillance else _NO_SURVEILLANCE


def _words_left(view: "AnyCluerView | AnyGuesserView") -> str:
    """Return how many words each team has to find; in a blind game, also how many other cards are face down."""
    left = ", ".join(f"{side.upper()} {view.words_left[side]}" for side in Team)
    if not view.rules.blind:
        return left
    assassins = view.rules.assassin_count - sum(card is CardType.ASSASSIN for card in view.revealed.values())
    neutral = len(view.unrevealed) - sum(view.words_left.values()) - assassins
    return f"{left} (also face down: neutral {neutral}, ASSASSIN {assassins})"


def _secrets(view: AnyCluerView) -> dict[str, str]:
    if not isinstance(view, CluerView | UnsurveilledCluerView):
        unknown = dict.fromkeys(("other_words", "neutral_words", "assassin"), "(hidden from you)")
        return unknown | {"own_words": f"(hidden from you; any of these may be one: {_list(view.unrevealed)})"}
    hidden: dict[CardType, list[str]] = {card: [] for card in CardType}
    for word in view.unrevealed:
        hidden[view.key[word]].append(word)
    return {
        "own_words": _list(hidden[CardType.of(view.seat.team)]),
        "other_words": _list(hidden[CardType.of(view.seat.team.other)]),
        "neutral_words": _list(hidden[CardType.NEUTRAL]),
        "assassin": _list(hidden[CardType.ASSASSIN]),
    }


def _talk(view: AnyGuesserView, discussion: Discussion) -> dict[str, str]:
    clue = view.current_clue
    found = sum(1 for event in _of_this_turn(view) if isinstance(event, Guess))
    left = view.guesses_remaining
    spoken = "\n".join(map(_spoken, discussion)) or "(nobody has spoken yet)"
    return {
        "clue": _shown(clue) if clue else "(none)",
        "guesses_left": "as many as you like" if left is None else str(left),
        "found": str(found),
        "discussion": spoken,
        "talk": f"The discussion of this turn:\n{spoken}" if view.rules.discussion else "",
    }


def _shown(clue: Clue) -> str:
    return f"{_data(clue.word, 40)} {_data(str(clue.number), 12)}"


def _of_this_turn(view: "AnyCluerView | AnyGuesserView") -> list[Event]:
    """Return the events since the last clue."""
    return list(takewhile(lambda event: not isinstance(event, Clue), reversed(view.public_transcript)))[::-1]


def _without(messages: Discussion, view: "AnyCluerView | AnyGuesserView") -> list[Event]:
    """Return all events of the game, except these messages of this turn."""
    here = _of_this_turn(view)
    before = view.public_transcript[: len(view.public_transcript) - len(here)]
    return [*before, *(event for event in here if event not in messages)]


def _mode_rules(view: "AnyCluerView | AnyGuesserView") -> str:
    rules = view.rules
    assassin = (
        "There is no assassin in this game."
        if rules.assassin_count == 0
        else "Touching the ASSASSIN loses the game at once."
    )
    guessers = f"Two guessers discuss, for at most {rules.max_rounds} rounds."
    if rules.mode is GameMode.SINGLE_GUESSER or not rules.discussion:
        guessers = "One guesser decides alone, without a discussion."
    return " ".join([assassin, guessers, *([_BLIND] if rules.blind else [])])


_BLIND: Final = (
    "This game is played BLIND: no cluer of either team has seen the key, so no clue and no word of a discussion comes "
    "from somebody who knows whose a word is. A clue can only lead the guessers of a team to the same words. All that "
    "is known is which cards were revealed and how many of each kind still lie face down."
)
_CLUE_RULES: Final[Mapping[str, str]] = {
    "basic": "a NEW word that is not on the board",
    "official": (
        "a NEW word that is neither on the board nor a form of a word on the board (BREAK rules out broken and "
        "breakage), nor a part of one (HORSESHOE rules out shoe), nor a compound that holds one"
    ),
}
_SURVEILLANCE: Final = (
    "The other team reads every word of your team's discussion, and your team reads theirs. "
    "They learn from what you say; you may learn from what they say."
)
_NO_SURVEILLANCE: Final = "Neither team hears the other's discussion; clues and guesses are public."


def _history(transcript: Iterable[Event]) -> list[str]:
    """Return a text for each event; of each team's messages, only the newest up to `LONGEST_TALK` are shown."""
    left = dict.fromkeys(Team, LONGEST_TALK)
    lines: list[str] = []
    for event in reversed(tuple(transcript)):
        line = _describe(event)
        if isinstance(event, DiscussionMessage):
            left[event.seat.team] -= len(line)
            if left[event.seat.team] < 0:
                line = f"{event.seat.label} said something that is left out here"
        lines.append(line)
    return lines[::-1]


def _describe(event: Event) -> str:
    match event:
        case Clue():
            return f"{event.team.upper()} clue: {_shown(event)}"
        case DiscussionMessage():
            return _spoken(event)
        case Guess():
            return f"{event.team.upper()} touched {_data(event.word)}: {_card(event.card)}"
        case Pass():
            return f"{event.team.upper()} ended its turn"
        case Reveal():
            return f"Penalty for {event.team.upper()}: {_data(event.word)} was revealed, {_card(event.card)}"
        case UnknownEvent():
            return "(something that this version does not know)"
        case _:
            assert_never(event)


def _spoken(message: DiscussionMessage) -> str:
    who = message.seat.label
    if message.skipped is not None:
        return f"{who} said nothing"
    agrees = "agrees" if message.consensus else "does not agree yet"
    return f"{who} ({agrees}) said:\n{_quoted(message.text)}"


def _quoted(text: str) -> str:
    """Return `text` as a quotation: cleaned, without Markdown, labels and verdicts, each line behind `QUOTE`."""
    harmless = plain_text(without_tokens(clean(text[:LONGEST_QUOTE])).translate(_OPENING))
    spoken = without_labels(_VERDICT.sub("", without_verdicts(harmless)))
    lines = [line.strip() for line in spoken.splitlines() if line.strip()]
    return "\n".join(QUOTE + line for line in lines or ["…"])


def _data(text: str, limit: int | None = None) -> str:
    """Return a word or another short untrusted text on one line, without tokens of chat templates."""
    return one_line(without_tokens(clean(text)), limit).translate(_OPENING)


def _refusals(reasons: Iterable[str]) -> str:
    # Nothing of the answer but what the reason quotes whole: small models go on with a cut sentence, and stop with it.
    lines = [f"- refused: {_data(reason, _LONGEST_REASON)}" for reason in reasons]
    if not lines:
        return ""
    opening = "Your earlier answers to this question could not be used:"
    return "\n".join([opening, *lines, "Give another answer, in the form that is asked for."])


def _card(card: CardType) -> str:
    return "ASSASSIN" if card is CardType.ASSASSIN else card.upper() if card.team else "neutral"


def _list(words: Iterable[str]) -> str:
    return ", ".join(map(_data, words)) or "(none)"
