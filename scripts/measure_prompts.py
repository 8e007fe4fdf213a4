"""How well a language model follows prompt sets, on positions of boards that none of their examples shows.

    python -m scripts.measure_prompts SPEC --set default --set mine=path/to/mine.toml

Offline agents play games on fixed seeds; out of each, positions are drawn in which a cluer or a guesser is asked. Every
set is asked the same questions, each once, with no second try. A table is printed, a row for each set and question:

- `readable`: the answer could be read;
- `legal`: it could be used as it was, by the rules of the game;
- `on target`: of a clue with number n, the share of the team's own words among the n that are closest to it by the
  shipped vectors; of a message or guesses, the share of the words that the cluer meant among as many that it names
  first. An answer that could not be used is worth 0;
- `repeats`: of all answers, those with four words in a row that stand in an answer of the set's examples, and not in
  the question;
- `foreign`: those that name in capitals a word of an example's board that is not on their own board;
- `stops short`: of the lists of guesses that were read, those with fewer words than the clue's number;
- `first own`: of the lists that were read, those whose first word is the team's own;
- tokens in and out, as the server counts them, and seconds, each the mean of an answer.

Shares stand with their 95 % intervals: Wilson's, with the effective number of answers where boards are asked more than
once. A second table has the differences of each set from the first one, paired by board, with Student's intervals.

`--samples` asks each question so often, with another seed of the model: cheap, since its prompt is known by then. The
sets are asked at the same time and the kinds in turn, board by board: a server that keeps the beginnings of prompts
needs a slot for each set and kind to read each beginning once. `--out` keeps every answer as a line of JSON, and
`--kept` prints the tables of such files without asking anybody, also of a measurement that was stopped.
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
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final, TextIO

from codenames_agents.catalogue import build_team
from codenames_agents.models.llm import LlmCluer, LlmGuesser
from codenames_agents.models.prompts import LARGEST_FILE, PromptSet, load_prompts, parse_prompts
from codenames_agents.offline.vectors import space
from codenames_agents.providers.provider import Policy, Provider
from codenames_agents.reading.board_words import find_mentions, normalise_uncached
from codenames_core.decisions.protocol import guess_question, next_question
from codenames_core.decisions.questions import Accepted, Ask, Refused
from codenames_core.decisions.reply_sanitiser import sanitise_reply
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.agent import AgentTrace, FailureKind, Question, Unavailable
from codenames_core.game.board import CardType
from codenames_core.game.config import AgentConfig, GameConfig, Role
from codenames_core.game.events import Clue
from codenames_core.game.state import GameState, apply
from codenames_core.game.visibility import visible_state
from codenames_core.play.episode import run_episode
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder
from codenames_metrics.statistics.paired_tests import paired_comparison
from codenames_metrics.statistics.proportions import share_interval

FIRST_SEED: Final = 710_000
KINDS: Final = (Question.CLUE, Question.MESSAGE, Question.GUESSES)
SHARES: Final = {
    "readable": "readable",
    "legal": "legal",
    "on target": "on_target",
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
    meant: tuple[str, ...]
    """The words that the cluer of the turn meant."""


@dataclass(frozen=True)
class Answered:
    """What came back."""

    set: str
    kind: Question
    seed: int
    readable: bool
    legal: bool
    on_target: float
    repeats: bool
    foreign: bool
    short: bool | None
    first_own: bool | None
    tokens_in: int | None
    tokens_out: int | None
    seconds: float
    reason: str
    raw: str


async def boards(
    kinds: Iterable[Question], turns: int, first_seed: int = FIRST_SEED
) -> AsyncIterator[dict[Question, Position]]:
    """Yield board after board a position of each kind, drawn from the first `turns` of a game on it."""
    for seed in count(first_seed):
        config = GameConfig(seed=seed, max_rounds=1)
        record = await run_episode(config, build_team("vector:bold"), build_team("vector:cautious"))
        asked = [one for one in _questions(record, seed) if one.state.turn.number <= turns]
        drawn: dict[Question, Position] = {}
        for kind in kinds:
            if of_kind := [one for one in asked if one.ask.question is kind]:
                drawn[kind] = random.Random(f"{seed} {kind}").choice(of_kind)
        if len(drawn) == len(list(kinds)):
            yield drawn


def _questions(record: EpisodeRecord, seed: int) -> Iterator[Position]:
    """Yield the questions of a game; the guesses are asked once both guessers have spoken, and nothing is touched."""
    state = record.initial_state()
    traces = {turn.turn_number: turn.clue_trace for turn in record.traces}
    for event in (*record.public_transcript, None):
        trace = traces.get(state.turn.number)
        meant = trace.intended_targets if trace else ()
        if _may_touch(state):
            yield Position(seed, guess_question(state), state, meant)
        elif (ask := next_question(state)) and ask.question is not Question.GUESSES:
            yield Position(seed, ask, state, meant)
        if event is not None:
            state = apply(state, event)


def _may_touch(state: GameState) -> bool:
    spoken = len(state.turn.discussion)
    return state.outcome is None and state.turn.clue is not None and spoken > 1 and not state.turn.guesses


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
        on_target=_on_target(verdict.value, position) if isinstance(verdict, Accepted) else 0.0,
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


def _on_target(answer: Any, position: Position) -> float:
    """Return how far a legal answer leads to the words that it should, from 0 to 1."""
    state, team = position.state, position.ask.seat.team
    if isinstance(answer, Clue):
        hidden = [word for word in state.board.words if word not in state.revealed]
        own = [state.board.key[word] is CardType.of(team) for word in hidden]
        links = space(tuple(hidden)).links_of(answer.word)
        if links is None:
            return sum(own) / len(own)
        nearest = sorted(range(len(hidden)), key=lambda place: -float(links[:, place].mean()))
        number = answer.number if isinstance(answer.number, int) else 1
        chosen = nearest[: max(1, number)]
        return sum(own[place] for place in chosen) / len(chosen)
    text = ", ".join(answer) if isinstance(answer, list | tuple) else answer.text
    mentions = find_mentions(normalise_uncached(text), state.board.words)
    named = list(dict.fromkeys(state.board.words[one.place] for one in mentions))[: len(position.meant)]
    return len(set(named) & set(position.meant)) / len(position.meant) if position.meant else 0.0


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
    """Yield the table of all sets and kinds, a line at a time."""
    heads = ("set", "question", "decisions", *SHARES, "in", "out", "s")
    yield f"| {' | '.join(heads)} |"
    yield f"|---|---|{'---:|' * (len(heads) - 2)}"
    for (name, kind), here in _groups(answers).items():
        shares = [_share(here, what) for what in SHARES.values()]
        means = [_mean(one.tokens_in for one in here), _mean(one.tokens_out for one in here)]
        seconds = f"{sum(one.seconds for one in here) / len(here):.1f}"
        yield f"| {' | '.join([name, str(kind), str(len(here)), *shares, *means, seconds])} |"


def differences(answers: list[Answered]) -> Iterator[str]:
    """Yield the table of what each set has more than the first, on the boards that both were asked on."""
    groups = _groups(answers)
    first = next(iter(groups))[0]
    heads = ("set", "question", "boards", *SHARES)
    yield f"| {' | '.join(heads)} |"
    yield f"|---|---|{'---:|' * (len(heads) - 2)}"
    for (name, kind), here in groups.items():
        if name != first and (base := groups.get((first, kind))):
            both = {one.seed for one in here} & {one.seed for one in base}
            cells = [_difference(here, base, what) for what in SHARES.values()]
            yield f"| {' | '.join([f'{name} - {first}', str(kind), str(len(both)), *cells])} |"


def _groups(answers: list[Answered]) -> dict[tuple[str, Question], list[Answered]]:
    """Return the answers by set and kind, the kinds together and the sets in their order."""
    sets = dict.fromkeys(one.set for one in answers)
    every = {
        (name, kind): [one for one in answers if (one.set, one.kind) == (name, kind)] for kind in KINDS for name in sets
    }
    return {key: here for key, here in every.items() if here}


def _difference(answers: list[Answered], base: list[Answered], what: str) -> str:
    compared = paired_comparison(_by_board(answers, what), _by_board(base, what))
    if compared.difference is None:
        return "–"
    shown = f"{compared.difference:+.2f}"
    interval = compared.interval
    return shown if interval is None else f"{shown} ({interval.low:+.2f} to {interval.high:+.2f})"


def _by_board(answers: list[Answered], what: str) -> dict[int, float]:
    boards = _values(answers, what)
    return {seed: sum(values) / len(values) for seed, values in boards.items()}


def _values(answers: list[Answered], what: str) -> dict[int, list[float]]:
    boards: dict[int, list[float]] = defaultdict(list)
    for one in answers:
        if (value := getattr(one, what)) is not None:
            boards[one.seed].append(float(value))
    return boards


def _share(answers: list[Answered], what: str) -> str:
    boards = _values(answers, what)
    values = [value for board in boards.values() for value in board]
    if (interval := share_interval(boards)) is None:
        return "–"
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
    """Ask all questions, board by board, and write each answer to `out`."""
    config = AgentConfig.parse(options.spec)
    sets = [_prompts(given) for given in options.set or ["default"]]
    kinds = [kind for kind in KINDS if not options.kind or str(kind) in options.kind]
    answers: list[Answered] = []
    provider = Provider(policy=PATIENT)
    place = 0
    async for board in boards(kinds, options.turns, options.first_seed):
        for kind, sample in ((kind, sample) for kind in kinds for sample in range(options.samples)):
            sampled = config.model_copy(update={"seed": sample})
            here = await asyncio.gather(*(answer(sampled, prompts, board[kind], provider) for prompts in sets))
            answers += here
            out.writelines(json.dumps(asdict(one)) + "\n" for one in here)
            out.flush()
        place += 1
        sys.stderr.write(f"board {place} of {options.positions}\n")
        if place == options.positions:
            break
    await provider.close()
    return answers


def kept_answers(path: str) -> list[Answered]:
    """Return the answers that `--out` wrote to a file."""
    lines = Path(path).read_text("utf-8").splitlines()
    return [Answered(**{**(found := json.loads(line)), "kind": Question(found["kind"])}) for line in lines]


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description="How well a model follows prompt sets; see the head of this file.")
    parser.add_argument("spec", nargs="?", help="of the model, with its parameters")
    parser.add_argument("--set", action="append", metavar="NAME[=FILE]", help="may be repeated (default: default)")
    parser.add_argument("--kind", action="append", choices=[*map(str, KINDS)], help="may be repeated (default: all)")
    parser.add_argument("--positions", type=int, default=60, metavar="N", help="of each kind (default: 60)")
    parser.add_argument("--samples", type=int, default=1, metavar="N", help="answers for each position (default: 1)")
    parser.add_argument("--turns", type=int, default=50, metavar="N", help="draw from the first N turns (default: all)")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED, metavar="N", help=f"default: {FIRST_SEED}")
    parser.add_argument("--kept", action="append", metavar="FILE", help="print the tables of this file of answers")
    parser.add_argument("--out", metavar="FILE", help="keep every answer in this new file")
    try:
        options = parser.parse_args(arguments)
        answers = [one for path in options.kept or () for one in kept_answers(path)]
        if options.spec:
            with open(options.out or os.devnull, "x" if options.out else "w", encoding="utf-8") as out:
                answers += asyncio.run(measure(options, out))
    except (InputError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if not answers:
        parser.error("name the SPEC of a model, or --kept FILE with answers")
    print("\n".join(rows(answers)))
    if len({one.set for one in answers}) > 1:
        print("\n" + "\n".join(differences(answers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
