"""How well a language model follows prompt sets, on positions of boards that none of their examples shows.

    python -m scripts.measure_prompts SPEC --set default --set mine=path/to/mine.toml

Offline agents play games on fixed seeds; out of each, positions are drawn in which a cluer or a guesser is asked. Every
set is asked the same questions, each once, and with `--tries` again as in a game if an answer cannot be used. A table
is printed, a row for each set and question:

- `readable`: the answer could be read;
- `legal`: it could be used as it was at the first try, by the rules of the game;
- `forfeited`: no try could be used;
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
needs a slot for each set and kind to read each beginning once. `--out` keeps every answer in a folder, in which the
same command goes on where it was stopped; `--kept` prints the tables of such folders without asking anybody.
"""

import argparse
import asyncio
import hashlib
import random
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

from codenames_agents.catalogue import build_team
from codenames_agents.models.llm import LlmCluer, LlmGuesser
from codenames_agents.models.prompts import LARGEST_FILE, PromptSet, load_prompts, parse_prompts
from codenames_agents.offline.links.word_links import space
from codenames_agents.providers.provider import Policy, Provider
from codenames_agents.reading.board_words import find_mentions, normalise_uncached
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.agent import AgentTrace, FailureKind
from codenames_core.game.board import CardType
from codenames_core.game.config import AgentConfig, GameConfig, Role, TeamConfig
from codenames_core.game.events import Clue
from codenames_core.game.state import GameState
from codenames_core.play.episode import run_episode
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder
from codenames_metrics.laboratory.asking.answer_file import read_answers
from codenames_metrics.laboratory.asking.executors import AnswersHere
from codenames_metrics.laboratory.asking.lab_folder import opened, read_header, texts_in
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.asking.position_file import as_lines, positions_in
from codenames_metrics.laboratory.asking.positions import (
    Kind,
    RecordedPosition,
    decisions_in,
    fresh_decisions_in,
    with_rules,
)
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion
from codenames_metrics.statistics.paired_tests import paired_comparison
from codenames_metrics.statistics.proportions import share_interval

FIRST_SEED: Final = 710_000
INSTRUMENT: Final = "prompts"
POSITIONS: Final = "positions.jsonl"
SHARES: Final = {
    "readable": "readable",
    "legal": "legal",
    "forfeited": "forfeited",
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
class Answered:
    """What came back."""

    set: str
    kind: Kind
    board: str
    readable: bool
    legal: bool
    forfeited: bool
    on_target: float
    repeats: bool
    foreign: bool
    short: bool | None
    first_own: bool | None
    tokens_in: int | None
    tokens_out: int | None
    seconds: float


def drawn_positions(
    kinds: Sequence[Kind], turns: int, first_seed: int = FIRST_SEED, *, talk: bool = True
) -> Iterator[list[RecordedPosition]]:
    """Yield board after board a position of each kind, drawn from the first `turns` of a game on it.

    Without `talk`, as in a suite without it: nothing was said in earlier turns, and guesses are asked after the clue.
    """
    for seed in count(first_seed):
        config = GameConfig(seed=seed, max_rounds=1)
        record = asyncio.run(run_episode(config, build_team("vector:bold"), build_team("vector:cautious")))
        drawn = []
        for kind in kinds:
            found = decisions_in(record, kind) if talk else fresh_decisions_in(record, kind, talk=False)
            here = [one for one in found if one.state.turn.number <= turns]
            drawn += [random.Random(f"{seed} {kind}").choice(here)] if here else []
        if len(drawn) == len(kinds):
            yield drawn


def questions(
    config: AgentConfig, sets: Iterable[str], positions: Iterable[RecordedPosition], samples: int, tries: int
) -> Iterator[LabQuestion]:
    """Yield every question: position by position, each sample of all sets together, with so many tries."""
    for position in positions:
        for sample in range(samples):
            line_up = TeamConfig.homogeneous(config.model_copy(update={"seed": sample}))
            for name in sets:
                state = with_rules(position.state, max_retries=tries - 1)
                yield LabQuestion(AnswerKey(position.id, name, sample), state, position.ask, line_up)


def scored(prompts: PromptSet, position: RecordedPosition, trace: AgentTrace) -> Answered:
    """Return what the first try was worth, and whether any could be used."""
    kind, state, team = position.kind, position.state, position.ask.seat.team
    first_failure = trace.refused[0].failure if trace.refused else trace.failure
    raw = trace.refused[0].raw if trace.refused else trace.raw
    legal = first_failure is None
    value = position.ask.read(trace.answer) if legal else None
    words = value if kind is Kind.GUESS and legal else None
    first = state.board.find(words[0]) if words else None
    return Answered(
        set=prompts.name,
        kind=kind,
        board=position.board,
        readable=first_failure is not FailureKind.UNREADABLE,
        legal=legal,
        forfeited=trace.failure is not None,
        on_target=_on_target(value, position) if legal else 0.0,
        repeats=bool(_phrases(raw) & _example_phrases(prompts, kind) - _asked_phrases(trace)),
        foreign=_is_foreign(raw, prompts, kind, state),
        short=None if words is None else len(words) < (position.number or 0),
        first_own=None if words is None else first is not None and state.board.key[first] is CardType.of(team),
        tokens_in=trace.tokens_in,
        tokens_out=trace.tokens_out,
        seconds=trace.latency_s or 0.0,
    )


def _on_target(answer: Any, position: RecordedPosition) -> float:
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
    named = list(dict.fromkeys(state.board.words[one.place] for one in mentions))[: len(position.targets)]
    return len(set(named) & set(position.targets)) / len(position.targets) if position.targets else 0.0


def _phrases(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[\w'<>-]+", _LABEL.sub("", _VERDICT.sub("", text)).casefold())
    return {tuple(words[place : place + PHRASE]) for place in range(len(words) - PHRASE + 1)}


def _examples(prompts: PromptSet, kind: Kind) -> tuple[Any, ...]:
    prompt = getattr(prompts, {Kind.CLUE: "clue", Kind.MESSAGE: "message"}.get(kind, "guesses"))
    return tuple(prompt.examples)


def _example_phrases(prompts: PromptSet, kind: Kind) -> set[tuple[str, ...]]:
    return set().union(*(_phrases(example.answer) for example in _examples(prompts, kind)))


def _asked_phrases(trace: AgentTrace) -> set[tuple[str, ...]]:
    return _phrases(str(trace.messages[-1]["content"])) if trace.messages else set()


def _is_foreign(raw: str, prompts: PromptSet, kind: Kind, state: GameState) -> bool:
    shown = " ".join(f"{example.question} {example.answer}" for example in _examples(prompts, kind))
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
            both = {one.board for one in here} & {one.board for one in base}
            cells = [_difference(here, base, what) for what in SHARES.values()]
            yield f"| {' | '.join([f'{name} - {first}', str(kind), str(len(both)), *cells])} |"


def _groups(answers: list[Answered]) -> dict[tuple[str, Kind], list[Answered]]:
    """Return the answers by set and kind, the kinds together and the sets in their order."""
    sets = dict.fromkeys(one.set for one in answers)
    every = {
        (name, kind): [one for one in answers if (one.set, one.kind) == (name, kind)] for kind in Kind for name in sets
    }
    return {key: here for key, here in every.items() if here}


def _difference(answers: list[Answered], base: list[Answered], what: str) -> str:
    compared = paired_comparison(_by_board(answers, what), _by_board(base, what))
    if compared.difference is None:
        return "–"
    shown = f"{compared.difference:+.2f}"
    interval = compared.interval
    return shown if interval is None else f"{shown} ({interval.low:+.2f} to {interval.high:+.2f})"


def _by_board(answers: list[Answered], what: str) -> dict[str, float]:
    boards = _values(answers, what)
    return {board: sum(values) / len(values) for board, values in boards.items()}


def _values(answers: list[Answered], what: str) -> dict[str, list[float]]:
    boards: dict[str, list[float]] = defaultdict(list)
    for one in answers:
        if (value := getattr(one, what)) is not None:
            boards[one.board].append(float(value))
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


async def measure(
    folder: Path,
    config: AgentConfig,
    sets: Mapping[str, PromptSet],
    positions: Sequence[RecordedPosition],
    samples: int,
    provider: Provider,
    tries: int = 1,
) -> LabStatus:
    """Have all questions answered in a folder; those that were answered there before are not asked again.

    Raises:
        InputError: the folder holds answers to something else.
    """

    def build(question: LabQuestion) -> LlmCluer | LlmGuesser:
        kind = LlmCluer if question.ask.seat.role is Role.CLUER else LlmGuesser
        return kind(question.agent, sets[question.key.arm], provider)

    labels = [prompts.label for prompts in sets.values()]
    ids = ",".join([*(position.id for position in positions), *labels, config.label, *([str(tries)] * (tries > 1))])
    subject = hashlib.sha256(ids.encode()).hexdigest()[:12]
    header = {"sets": labels, "samples": samples, "tries": tries}
    with opened(folder, INSTRUMENT, subject, lambda _: header, {POSITIONS: as_lines(positions)}) as lab:
        async with Laboratory(lab, answerer=AnswersHere(build), concurrency=len(sets), provider=provider) as laboratory:
            await laboratory.ask(questions(config, sets, positions, samples, tries))
            status = laboratory.finish()
            sys.stderr.write(
                f"{status}: {laboratory.progress.line()}\n{laboratory.progress.last_failure}".strip() + "\n"
            )
            return status


def kept_answers(folder: Path, sets: Mapping[str, PromptSet]) -> list[Answered]:
    """Return what the answers in a folder were worth, those to the first set first.

    Raises:
        InputError: it is no folder of prompt sets, or one of the sets is not given, or has changed since.
    """
    known = texts_in(read_header(folder), "sets")
    if missing := [label for label in known if label not in {prompts.label for prompts in sets.values()}]:
        raise InputError(f"{folder}: its answers are of {missing[0]}; name that prompt set with --set")
    positions = {position.id: position for position in positions_in(folder / POSITIONS)}
    answers = [(key, trace) for key, trace in read_answers(folder).items() if key.arm in sets]
    places = {name: place for place, name in enumerate(sets)}
    answers.sort(key=lambda one: places[one[0].arm])  # they were kept as they came
    return [scored(sets[key.arm], positions[key.position], trace) for key, trace in answers]


def _measure(folder: Path, options: argparse.Namespace, sets: Mapping[str, PromptSet]) -> None:
    kinds = [kind for kind in Kind if not options.kind or str(kind) in options.kind]
    drawn = drawn_positions(kinds, options.turns, options.first_seed, talk=not options.without_talk)
    boards = islice(drawn, options.positions)
    positions = [position for board in boards for position in board]
    provider = Provider(policy=PATIENT)
    config = AgentConfig.parse(options.spec)
    asyncio.run(measure(folder, config, sets, positions, options.samples, provider, options.tries))


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description="How well a model follows prompt sets; see the head of this file.")
    parser.add_argument("spec", nargs="?", help="of the model, with its parameters")
    parser.add_argument("--set", action="append", metavar="NAME[=FILE]", help="may be repeated (default: default)")
    parser.add_argument("--kind", action="append", choices=[*map(str, Kind)], help="may be repeated (default: all)")
    parser.add_argument("--positions", type=int, default=60, metavar="N", help="of each kind (default: 60)")
    parser.add_argument("--samples", type=int, default=1, metavar="N", help="answers for each position (default: 1)")
    parser.add_argument("--tries", type=int, default=1, metavar="N", help="as games have: 4 (default: 1)")
    parser.add_argument("--turns", type=int, default=50, metavar="N", help="draw from the first N turns (default: all)")
    parser.add_argument("--without-talk", action="store_true", help="leave out what was said: shorter questions")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED, metavar="N", help=f"default: {FIRST_SEED}")
    parser.add_argument("--kept", action="append", metavar="DIR", help="print the tables of this folder of answers")
    parser.add_argument("--out", metavar="DIR", help="keep every answer in this folder, and go on there")
    answers: list[Answered] = []
    try:
        options = parser.parse_args(arguments)
        sets = {prompts.name: prompts for prompts in map(_prompts, options.set or ["default"])}
        with ExitStack() as stack:
            folders = [Path(path) for path in options.kept or ()]
            if options.spec:
                folders.append(Path(options.out or stack.enter_context(tempfile.TemporaryDirectory())))
                _measure(folders[-1], options, sets)
            answers = [one for folder in folders for one in kept_answers(folder, sets)]
    except (InputError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if not answers:
        parser.error("name the SPEC of a model, or --kept DIR with answers")
    print("\n".join(rows(answers)))
    if len({one.set for one in answers}) > 1:
        print("\n" + "\n".join(differences(answers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
