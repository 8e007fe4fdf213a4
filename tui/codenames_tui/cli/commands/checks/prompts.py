"""`prompts`: what language models are asked with, and what exactly a seat would receive."""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from codenames_agents.models.prompt_check import check_prompts
from codenames_agents.models.prompts import (
    DEFAULT_PROMPTS,
    LARGEST_FILE,
    Message,
    PromptSet,
    load_prompts,
    messages_for,
    parse_prompts,
    prompts_text,
    shipped_sets,
)
from codenames_agents.models.token_count import token_counter
from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.look import Sight, sight_of
from codenames_agents.vision.picture_file import PictureFile, picture_file
from codenames_core.decisions.protocol import guess_question, next_question
from codenames_core.decisions.questions import Ask
from codenames_core.files.atomic_writes import write_new
from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.agent import Question, SeenPicture
from codenames_core.game.config import AgentConfig, Seat
from codenames_core.game.state import GameState
from codenames_core.game.visibility import visible_state
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder
from codenames_core.text.sanitiser import clean, one_line
from codenames_tui.cli import exits
from codenames_tui.cli.commands.checks.printed_picture import print_picture
from codenames_tui.cli.commands.episodes.output_file import write_pieces
from codenames_tui.game.inspector.inspector_lines import picture_words
from codenames_tui.library.samples import PREFIX, episode_path

SAMPLE_OF: Final = {"standard": "comeback", "no_assassin": "no-assassin", "single_guesser": "single-guesser"}
"""The sample in which a seat is looked up, by the mode."""
_SUFFIX: Final = ".toml"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class _Asked(NamedTuple):
    """A question to a seat in a game."""

    ask: Ask[Any]
    state: GameState
    game: str
    position: int


def list_sets(options: argparse.Namespace) -> int:
    """Print every set with where it is from; one that cannot be used is named on standard error."""
    folder = prompts_folder()
    own = {path.stem: path for path in sorted(folder.glob(f"*{_SUFFIX}")) if _NAME.fullmatch(path.stem)}
    rows, problems = [], []
    for name in dict.fromkeys([*shipped_sets(), *own]):
        try:
            prompts = load_prompts(name, folder)
        except InputError as error:
            problems.append(str(error))
            continue
        rows.append({"name": name, "label": prompts.label, "file": str(own[name]) if name in own else None})
    if options.json:
        print(json.dumps({"folder": str(folder), "sets": rows, "problems": problems}))
    else:
        for row in rows:
            print(f"{row['name']:<12} {row['label']:<28} {one_line(row['file'] or 'comes with the app')}")
        print(f"sets of your own go into {one_line(str(folder))}", file=sys.stderr)
    for problem in problems:
        print(problem, file=sys.stderr)
    return exits.SOME_SKIPPED if problems else exits.DONE


def show(options: argparse.Namespace) -> int:
    """Print the messages that a seat is sent, in a sample or in a saved game."""
    seat = _seat(options.seat)
    prompts = load_prompts(options.prompts or DEFAULT_PROMPTS, prompts_folder())
    persona = _persona(options.persona)
    sight = sight_of(AgentConfig(spec="litellm:", persona=persona).shown(options.sees, options.picture))
    asked = _at(options.at, seat) if options.at else _first_in_sample(options.mode or "standard", seat)
    if sight is None and options.save_picture:
        raise InputError("--save-picture: a seat that sees words has no picture; give it --sees picture, too")
    shown = [_told(one, prompts, persona, sight) for one in asked]
    if sight and options.save_picture:
        write_new(Path(options.save_picture), _picture(asked[0], sight).png)
    if options.json:
        print(json.dumps(shown))
        return exits.DONE
    for number, (one, told) in enumerate(zip(asked, shown, strict=True)):
        print(("\n" if number else "") + _lines(told))
        if sight:
            print_picture(_picture(one, sight).png)
    return exits.DONE


def _persona(text: str | None) -> str | None:
    """Return the persona that a person wrote, read as the parameter of a spec is."""
    return None if text is None else AgentConfig.parse(f"litellm:?persona={quote(text, safe='')}").persona


def _seat(name: str) -> Seat:
    try:
        return Seat(name.replace("-", "_").replace(" ", "_"))
    except ValueError as error:
        seats = ", ".join(seat.replace("_", "-") for seat in Seat)
        raise InputError(f"unknown seat {one_line(name, 40)!r}; available: {seats}") from error


def _first_in_sample(mode: str, seat: Seat) -> list[_Asked]:
    """Return the first question of each kind that `seat` is asked in the sample of `mode`."""
    game = f"{PREFIX}{SAMPLE_OF[mode]}"
    timeline = read_episode(episode_path(game)).record.timeline()
    found: dict[Question, _Asked] = {}
    for position in range(len(timeline) + 1):
        state = timeline.state_at(position)
        if (ask := next_question(state)) and ask.seat is seat:
            found.setdefault(ask.question, _Asked(ask, state, game, position))
    if not found:
        raise InputError(f"{seat.label} is never asked in mode {mode}, in which only guesser 1 plays")
    return list(found.values())


def _at(place: str, seat: Seat) -> list[_Asked]:
    """Return the question to `seat` at a place that is written `GAME:EVENT`."""
    game, _, number = place.rpartition(":")
    if not game or not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise InputError(f"--at is {one_line(place, 60)!r}; GAME:EVENT is needed, such as sample:comeback:12")
    record = read_episode(episode_path(game)).record
    timeline, position = record.timeline(), int(number)
    if position > len(timeline):
        raise InputError(f"{one_line(game, 60)} has events 0 to {len(timeline)}, but --at is {position}")
    state = timeline.state_at(position)
    questions = _questions(record, state, position)
    for ask in questions:
        if ask.seat is seat:
            return [_Asked(ask, state, game, position)]
    asked = " and ".join(f"{ask.seat.label} (for {_WHAT[ask.question]})" for ask in questions)
    raise InputError(
        f"{one_line(game, 60)} at event {position}: {seat.label} is not asked there; "
        f"{f'{asked} is asked' if asked else 'the game is over'}"
    )


def _questions(record: EpisodeRecord, state: GameState, position: int) -> list[Ask[Any]]:
    """Return what is asked at a position: after an illegal clue, the other cluer may be asked for a penalty, too."""
    tries = [trace for trace in record.decisions() if trace.at == position]
    later = [next_question(state, tries)] if tries else []
    questions = [ask for ask in (next_question(state), *later) if ask]
    if any(trace.question is Question.GUESSES for trace in tries):  # both agreed before the rounds were over
        questions.append(guess_question(state))
    return list({(ask.question, ask.seat): ask for ask in questions}.values())


_WHAT: Final = {
    Question.CLUE: "a clue",
    Question.MESSAGE: "a message",
    Question.GUESSES: "guesses",
    Question.PENALTY: "a penalty",
}


def _picture(asked: _Asked, sight: Sight) -> PictureFile:
    return picture_file(board_picture(visible_state(asked.state, asked.ask.seat)), sight.look)


def _told(asked: _Asked, prompts: PromptSet, persona: str | None, sight: Sight | None) -> dict[str, Any]:
    seat, discussion = asked.ask.seat, asked.state.turn.discussion
    messages = messages_for(asked.ask.question, prompts, visible_state(asked.state, seat), discussion, persona, sight)
    counter = token_counter()
    counts = [counter.count(message["content"]) for message in messages]
    return {
        "seat": str(seat),
        "question": str(asked.ask.question),
        "game": asked.game,
        "at": asked.position,
        "prompts": prompts.label,
        "persona": persona,
        **({"picture": _picture(asked, sight).facts.model_dump()} if sight else {}),
        "messages": [{**_message(message), "tokens": count} for message, count in zip(messages, counts, strict=True)],
        "tokens": sum(counts),
        "tokeniser": counter.name,
    }


def _message(message: Message) -> dict[str, str]:
    return {"role": message["role"], "content": message["content"]}


def _lines(told: dict[str, Any]) -> str:
    what = _WHAT[Question(told["question"])]
    where = f"{one_line(told['game'], 60)} at event {told['at']}"
    lines = [f"{Seat(told['seat']).label} is asked for {what} with {told['prompts']} ({where})"]
    for message in told["messages"]:
        lines += ["", f"[{message['role']}, {message['tokens']:,} tokens]", clean(message["content"])]
    if picture := told.get("picture"):
        lines += ["", f"[picture: {picture_words(SeenPicture(**picture))}]"]
    return "\n".join([*lines, "", f"{told['tokens']:,} tokens in all ({told['tokeniser']})"])


def copy(options: argparse.Namespace) -> int:
    """Write the text of a set to a new file, under the name of that file."""
    text = prompts_text(options.name, prompts_folder())
    path = Path(options.to) if options.to.endswith(_SUFFIX) else prompts_folder() / f"{options.to}{_SUFFIX}"
    if not _NAME.fullmatch(path.stem):
        shown = one_line(path.stem, 40)
        raise InputError(
            f"{shown!r} is not a name for a prompt set: lower-case letters, digits, - and _, as in mine.toml"
        )
    if path.parent == prompts_folder():
        path.parent.mkdir(parents=True, exist_ok=True)
    renamed = re.sub(r"(?m)^name\s*=.*$", f'name = "{path.stem}"', text, count=1)
    write_pieces([renamed], str(path))
    return exits.DONE


def check(options: argparse.Namespace) -> int:
    """Print what is wrong with a set, a line for each problem; for one that is right, its label."""
    text, where = _text_to_check(options.file)
    problems = check_prompts(text)
    label = None if problems else parse_prompts(text, where).label
    if options.json:
        print(json.dumps({"file": options.file, "label": label, "problems": [one._asdict() for one in problems]}))
    else:
        print("\n".join(f"{where}: {problem}" for problem in problems) or f"{where}: {label}")
    return exits.ANSWER_IS_NO if problems else exits.DONE


def _text_to_check(given: str) -> tuple[str, str]:
    """Return the text of a file, or of the set of that name, and how messages call it."""
    if _NAME.fullmatch(given) and not Path(given).exists():
        return prompts_text(given, prompts_folder()), given
    where = one_line(given)
    return decode(read_bytes(given, LARGEST_FILE), where), where
