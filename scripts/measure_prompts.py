"""How well a language model follows prompt sets, on positions of boards that none of their examples shows.

    python -m scripts.measure_prompts SPEC --set default --set mine=path/to/mine.toml

Offline agents play games on fixed seeds; out of each, positions are drawn in which a cluer or a guesser is asked. Every
set is asked the same questions, each once, with no second try. A table is printed, a row for each set and question:

- `readable`: the answer could be read;
- `legal`: it could be used as it was, by the rules of the game;
- `repeats`: of all answers, those with four words in a row that stand in an answer of the set's examples, and not in
  the question;
- `foreign`: those that name in capitals a word of an example's board that is not on their own board;
- `stops short`: of the lists of guesses that were read, those with fewer words than the clue's number;
- `first own`: of the lists that were read, those whose first word is the team's own;
- tokens in and out, as the server counts them, and seconds, each the mean of an answer.

Shares stand with their 95 % intervals: Wilson's, with the effective number of answers where boards are asked more than
once. `--samples` asks each question so often, with another seed of the model: cheap, since its prompt is known by then.
Questions of one kind and set are asked one after the other, so that a server that keeps the beginning of a prompt
reads it once. `--out` keeps every question and answer as JSON lines.
"""

import argparse
import asyncio
import json
import os
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final, TextIO

from codenames_agents.catalogue import build_team
from codenames_agents.models.llm import LlmCluer, LlmGuesser
from codenames_agents.models.prompts import LARGEST_FILE, PromptSet, load_prompts, parse_prompts
from codenames_agents.providers.provider import Policy, Provider
from codenames_core.decisions.protocol import guess_question, next_question
from codenames_core.decisions.questions import Accepted, Ask, Refused
from codenames_core.decisions.reply_sanitiser import sanitise_reply
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.agent import AgentTrace, FailureKind, Question, Unavailable
from codenames_core.game.board import CardType
from codenames_core.game.config import AgentConfig, GameConfig, Role
from codenames_core.game.state import GameState, apply
from codenames_core.game.visibility import visible_state
from codenames_core.play.episode import run_episode
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder
from codenames_metrics.statistics.proportions import share_interval

FIRST_SEED: Final = 710_000
KINDS: Final = (Question.CLUE, Question.MESSAGE, Question.GUESSES)
SHARES: Final = {
    "readable": "readable",
    "legal": "legal",
    "repeats": "repeats",
    "foreign": "foreign",
    "stops short": "short",
    "first own": "first_own",
}
"""The columns of shares, and the field of `Answered` that each counts."""
PATIENT: Final = Policy(call_seconds=3_600, ask_seconds=3_700)
"""A model on a busy machine may take minutes to read its first prompt."""
PHRASE: Final = 4
"""Words in a row that make a repeated phrase."""
_VERDICT: Final = re.compile(r"^\W*consensus\W.*$", re.IGNORECASE | re.MULTILINE)
_LABEL: Final = re.compile(r"^\W*(reasoning|targets|clue|number|guesses|consensus|answer|message)\W*:", re.I | re.M)


@dataclass(frozen=True)
class Position:
    """A question of a game, and the state in which it is asked."""

    seed: int
    ask: Ask[Any]
    state: GameState


@dataclass(frozen=True)
class Answered:
    """What came back."""

    set: str
    kind: Question
    seed: int
    readable: bool
    legal: bool
    repeats: bool
    foreign: bool
    short: bool | None
    first_own: bool | None
    tokens_in: int | None
    tokens_out: int | None
    seconds: float
    reason: str
    raw: str


async def positions(kind: Question, wanted: int, turns: int) -> list[Position]:
    """Return positions in which `kind` is asked in the first `turns`, one of each game."""
    found: list[Position] = []
    for seed in range(FIRST_SEED, FIRST_SEED + 3 * wanted):
        config = GameConfig(seed=seed, max_rounds=1)
        record = await run_episode(config, build_team("vector:bold"), build_team("vector:cautious"))
        dice = random.Random(f"{seed} {kind}")
        asked = _questions(record.initial_state(), record.public_transcript, kind, seed)
        if here := [position for position in asked if position.state.turn.number <= turns]:
            found.append(dice.choice(here))
        if len(found) == wanted:
            break
    return found


def _questions(state: GameState, events: Iterable[Any], kind: Question, seed: int) -> Iterator[Position]:
    for event in (*events, None):
        if (
            state.outcome is None
            and state.turn.clue is not None
            and kind is Question.GUESSES
            and not state.turn.guesses
        ):
            ask: Ask[Any] | None = guess_question(state) if state.turn.discussion else None
        else:
            ask = next_question(state)
        if ask and ask.question is kind:
            yield Position(seed, ask, state)
        if event is not None:
            state = apply(state, event)


def _may_touch(state: GameState) -> bool:
    """Return whether both guessers have spoken for a clue, and nothing is touched yet."""
    return state.outcome is None and len(state.turn.discussion) > 1 and not state.turn.guesses


async def answer(config: AgentConfig, prompts: PromptSet, position: Position, provider: Provider) -> Answered:
    """Ask the model one question, once."""
    ask, state = position.ask, position.state
    agent: Any = (LlmCluer if ask.seat.role is Role.CLUER else LlmGuesser)(config, prompts, provider)
    began = time.monotonic()
    given, trace = await ask.put(agent, visible_state(state, ask.seat))
    if isinstance(given, Unavailable):
        raise InputError(f"{config.spec}: {given.reason}")
    verdict = ask.check(sanitise_reply((given, trace)).answer, state)
    readable = isinstance(verdict, Accepted) or verdict.failure is not FailureKind.UNREADABLE
    words = given if readable and ask.question is Question.GUESSES else None
    first = state.board.find(words[0]) if words else None
    return Answered(
        set=prompts.name,
        kind=ask.question,
        seed=position.seed,
        readable=readable,
        legal=isinstance(verdict, Accepted),
        repeats=bool(_phrases(trace.raw) & _example_phrases(prompts, ask.question, state) - _asked_phrases(trace)),
        foreign=_is_foreign(trace.raw, prompts, ask.question, state),
        short=None if words is None else len(words) < _number(state),
        first_own=None if words is None else first is not None and state.board.key[first] is CardType.of(ask.seat.team),
        tokens_in=trace.tokens_in,
        tokens_out=trace.tokens_out,
        seconds=time.monotonic() - began,
        reason=verdict.reason if isinstance(verdict, Refused) else "",
        raw=trace.raw,
    )


def _number(state: GameState) -> int:
    number = state.turn.clue.number if state.turn.clue else 0
    return number if isinstance(number, int) else 0


def _phrases(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[\w'<>-]+", _LABEL.sub("", _VERDICT.sub("", text)).casefold())
    return {tuple(words[place : place + PHRASE]) for place in range(len(words) - PHRASE + 1)}


def _examples(prompts: PromptSet, kind: Question, state: GameState) -> tuple[Any, ...]:
    prompt = getattr(prompts, {Question.CLUE: "clue", Question.MESSAGE: "message"}.get(kind, "guesses"))
    return tuple(prompt.examples)


def _example_phrases(prompts: PromptSet, kind: Question, state: GameState) -> set[tuple[str, ...]]:
    return set().union(*(_phrases(example.answer) for example in _examples(prompts, kind, state)))


def _asked_phrases(trace: AgentTrace) -> set[tuple[str, ...]]:
    return _phrases(str(trace.messages[-1]["content"]))


def _is_foreign(raw: str, prompts: PromptSet, kind: Question, state: GameState) -> bool:
    shown = " ".join(f"{example.question} {example.answer}" for example in _examples(prompts, kind, state))
    foreign = set(_capitals(shown)) - set(_capitals(" ".join(state.board.words))) - _NO_WORDS
    return bool(foreign & set(_capitals(raw)))


_NO_WORDS: Final = {"RED", "BLUE", "REASONING", "TARGETS", "CLUE", "NUMBER", "GUESSES", "CONSENSUS", "YES", "NO"} | {
    "ANSWER",
    "ASSASSIN",
    "PASS",
    "NEW",
}


def _capitals(text: str) -> list[str]:
    return re.findall(r"\b[A-Z]{2,}\b", text)


def rows(answers: list[Answered]) -> Iterator[str]:
    """Yield the table, a line at a time."""
    heads = ("set", "question", "decisions", *SHARES, "in", "out", "s")
    yield f"| {' | '.join(heads)} |"
    yield f"|---|---|{'---:|' * (len(heads) - 2)}"
    for name in dict.fromkeys(one.set for one in answers):
        for kind in KINDS:
            here = [one for one in answers if one.set == name and one.kind is kind]
            if not here:
                continue
            shares = [_share(here, what) for what in SHARES.values()]
            means = [_mean(one.tokens_in for one in here), _mean(one.tokens_out for one in here)]
            seconds = f"{sum(one.seconds for one in here) / len(here):.1f}"
            yield f"| {' | '.join([name, str(kind), str(len(here)), *shares, *means, seconds])} |"


def _share(answers: list[Answered], what: str) -> str:
    boards: dict[int, list[float]] = defaultdict(list)
    for one in answers:
        if (value := getattr(one, what)) is not None:
            boards[one.seed].append(float(value))
    if (interval := share_interval(boards)) is None:
        return "–"
    values = [value for board in boards.values() for value in board]
    return f"{sum(values) / len(values):.2f} ({interval.low:.2f} to {interval.high:.2f})"


def _mean(values: Iterable[int | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):,.0f}" if known else "?"


def _prompts(given: str) -> PromptSet:
    name, is_file, path = given.partition("=")
    if not is_file:
        return load_prompts(name, prompts_folder())
    prompts = parse_prompts(decode(read_bytes(Path(path), LARGEST_FILE), path), path)
    return prompts.model_copy(update={"name": name})


async def measure(options: argparse.Namespace, out: TextIO) -> list[Answered]:
    """Ask all questions, the sets in turn, and write each answer to `out`."""
    config = AgentConfig.parse(options.spec)
    sets = [_prompts(given) for given in options.set or ["default"]]
    answers: list[Answered] = []
    provider = Provider(policy=PATIENT)
    for kind in map(Question, options.kind or KINDS):
        asked = await positions(kind, options.positions, options.turns)
        for prompts in sets:
            for position, sample in product(asked, range(options.samples)):
                sampled = config.model_copy(update={"seed": sample})
                answers.append(await answer(sampled, prompts, position, provider))
                out.write(json.dumps(asdict(answers[-1])) + "\n")
                out.flush()
            sys.stderr.write(f"{prompts.name}, {kind}: asked\n")
    await provider.close()
    return answers


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description="How well a model follows prompt sets; see the head of this file.")
    parser.add_argument("spec", help="of the model, with its parameters")
    parser.add_argument("--set", action="append", metavar="NAME[=FILE]", help="may be given again (default: default)")
    parser.add_argument("--kind", action="append", choices=[*map(str, KINDS)], help="may be given again (default: all)")
    parser.add_argument("--positions", type=int, default=60, metavar="N", help="of each kind (default: 60)")
    parser.add_argument("--samples", type=int, default=1, metavar="N", help="answers for each position (default: 1)")
    parser.add_argument("--turns", type=int, default=50, metavar="N", help="draw from the first N turns (default: all)")
    parser.add_argument("--out", metavar="FILE", help="keep every answer in this new file")
    try:
        options = parser.parse_args(arguments)
        with open(options.out or os.devnull, "x" if options.out else "w", encoding="utf-8") as out:
            answers = asyncio.run(measure(options, out))
    except (InputError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(rows(answers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
