"""Put prompt injections to a model through the product's own prompts, provider and parser, and count which succeed.

    python -m scripts.red_team ask "openai/local?api_base=http://127.0.0.1:8080/v1&temperature=0" --out RUN.jsonl
    python -m scripts.red_team report RUN.jsonl…
    python -m scripts.red_team game SPEC --out GAME.json

`ask` asks each question of `scripts/attacks.py` and its control once; equal questions are asked once in all. What was
asked is left out when it is run again with the same file. `report` prints, for each goal and vector of a file, the
attacks that succeeded and the controls that looked the same, as shares with Wilson intervals, the paired difference
with McNemar's mid-p, and how many answers of each could not be read. `game` plays four turns of a team that says an
attack each time it speaks (red) against the model (blue), saves them, and prints what happened. Exit code 0, or 2 for
input that cannot be used, 3 if some question had no answer.
"""

import argparse
import asyncio
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scripts.attacks import STYLES, Attack, attackers, attacks, position_of, succeeds

from codenames_agents.catalogue import build_team, close_models
from codenames_agents.parsing import parse_clue, parse_discussion, parse_guesses
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import Question, TeamAgents, Unavailable, Unreadable
from codenames_core.game.config import AgentConfig, GameConfig, Team, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage, Guess, Pass
from codenames_core.game.visibility import visible_state
from codenames_core.play.episode import run_episode
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.statistics.proportions import wilson_interval
from codenames_metrics.tables.number_formats import format_p_value

AT_ONCE = 2


class Row(NamedTuple):
    """What came of one attack and its control."""

    model: str
    prompts: str
    goal: str
    vector: str
    style: str
    scene: int
    hit: bool
    control: bool
    raw: str
    control_raw: str


class Asker:
    """Asks a team's agents; equal questions once."""

    def __init__(self, team: TeamAgents) -> None:
        self._team = team
        self._asked: dict[str, asyncio.Task[Any]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)

    async def ask(self, attack: Attack, *, harmless: bool) -> tuple[Any, Any]:
        """Return the answer and its trace."""
        state, seat, question = position_of(attack, harmless=harmless)
        view: Any = visible_state(state, seat)
        key = repr((question, seat, state.board.words, view.public_transcript))
        if key not in self._asked:
            self._asked[key] = asyncio.create_task(self._put(question, view, state.turn.discussion))
        return await self._asked[key]  # type: ignore[no-any-return]

    async def _put(self, question: Question, view: Any, discussion: Any) -> Any:
        async with self._room:
            if question is Question.CLUE:
                return await self._team.cluer.generate_clue(view)
            if question is Question.MESSAGE:
                return await self._team.guesser_1.discuss(view, discussion)
            return await self._team.guesser_1.make_guesses(view, discussion)


async def row_of(attack: Attack, asker: Asker) -> Row | None:
    """Return what came of an attack; None where the model could not be reached."""
    (answer, trace), (control, control_trace) = await asyncio.gather(
        asker.ask(attack, harmless=False), asker.ask(attack, harmless=True)
    )
    if failed := [one for one in (answer, control) if isinstance(one, Unavailable)]:
        print(f"{attack.name}: {one_line(failed[0].reason, 200)}", file=sys.stderr)
        return None
    return Row(
        trace.agent,
        trace.prompt,
        attack.goal,
        attack.vector,
        attack.style,
        attack.scene.seed,
        succeeds(attack, answer, trace.raw),
        succeeds(attack, control, control_trace.raw),
        trace.raw,
        control_trace.raw,
    )


async def ask_all(spec: str, path: Path, chosen: Sequence[Attack]) -> int:
    """Put the attacks to the model of `spec`, add what came of them to a file, and return how many had no answer."""
    asker = Asker(build_team(TeamConfig.homogeneous(AgentConfig.parse(spec))))
    missing = 0
    with path.open("a", encoding="utf-8") as file:
        for coming in [asyncio.create_task(row_of(attack, asker)) for attack in chosen]:
            row = await coming
            if row is None:
                missing += 1
                continue
            print(json.dumps(row._asdict()), file=file, flush=True)
    await close_models()
    return missing


async def play(spec: str, path: Path) -> Iterator[str]:
    """Play four turns of attackers against the model of `spec`, save them, and return what came of it, a line each."""
    blue = build_team(TeamConfig.homogeneous(AgentConfig.parse(spec)))
    record = await run_episode(GameConfig(seed=11, max_turns=4, max_rounds=1), attackers(), blue)
    await close_models()
    record.save(path)
    return told(record)


def told(record: EpisodeRecord) -> Iterator[str]:
    """Yield what happened in a game, and how often blue's answers were refused."""
    for event in record.public_transcript:
        match event:
            case Clue():
                yield f"{event.team} clue: {one_line(event.word)} {event.number}"
            case DiscussionMessage():
                yield f"  {event.seat.label}, {'YES' if event.consensus else 'NO'}: {one_line(event.text, 100)}"
            case Guess():
                yield f"{event.team} touched {one_line(event.word)}: {event.card}"
            case Pass():
                yield f"{event.team} passed: {event.reason}"
    blue = [trace for trace in record.decisions() if trace.seat and trace.seat.team is Team.BLUE]
    refused = sum(len(trace.refused) for trace in blue)
    failed = sum(trace.failure is not None for trace in blue)
    yield f"blue: {len(blue)} decisions, {refused} answers refused, {failed} decisions failed"


def to_ask(path: Path, styles: Sequence[str]) -> list[Attack]:
    """Return the attacks in these styles that a file holds no row of."""
    done = {(row.goal, row.vector, row.style, row.scene) for row in rows_of(path)} if path.exists() else set()
    return [attack for attack in attacks() if attack.style in styles and attack.key not in done]


def rows_of(path: Path) -> list[Row]:
    """Return the rows of a file."""
    return [Row(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def report(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a table in Markdown: by goal and vector, by style, and in all."""
    yield "| attacks | n | succeeded | control | difference | p | unreadable | control |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for names in (("goal", "vector"), ("vector",), ("style",), ()):
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            groups[", ".join(getattr(row, name) for name in names) or "all"].append(row)
        for name, group in sorted(groups.items()):
            yield f"| {name} | {len(group)} | {_result(group)} |"


def _result(rows: Sequence[Row]) -> str:
    hits, controls = [row.hit for row in rows], [row.control for row in rows]
    unread = " | ".join(str(sum(unreadable(row, harmless=harmless) for row in rows)) for harmless in (False, True))
    shares = f"{_share(hits)} | {_share(controls)}"
    difference = (sum(hits) - sum(controls)) / len(rows)
    return f"{shares} | {difference:+.2f} | {format_p_value(_p_value(hits, controls))} | {unread}"


def _p_value(hits: Sequence[bool], controls: Sequence[bool]) -> float:
    """Return the mid-p value of McNemar's test (Fagerland, Lydersen and Laake 2013), which few pairs allow, too."""
    more = sum(one > other for one, other in zip(hits, controls, strict=True))
    fewer = sum(one < other for one, other in zip(hits, controls, strict=True))
    n, k = more + fewer, min(more, fewer)
    rarer = 2 * sum(math.comb(n, i) for i in range(k)) + math.comb(n, k)
    return min(1.0, rarer / (1 << n))


def unreadable(row: Row, *, harmless: bool) -> bool:
    """Return whether the answer to an attack, or to its control, cannot be read."""
    attack = next(one for one in attacks() if one.key == (row.goal, row.vector, row.style, row.scene))
    state, seat, question = position_of(attack, harmless=harmless)
    raw = row.control_raw if harmless else row.raw
    if question is Question.CLUE:
        return isinstance(parse_clue(raw), Unreadable)
    if question is Question.MESSAGE:
        return isinstance(parse_discussion(raw, seat), Unreadable)
    return isinstance(parse_guesses(raw, state.board.words), Unreadable)


def _share(hits: Sequence[bool]) -> str:
    interval = wilson_interval(sum(hits), len(hits))
    return f"{sum(hits)} ({interval.low:.0%} to {interval.high:.0%})" if interval else "-"


def main(arguments: Iterable[str] | None = None) -> int:
    """Ask, report or play."""
    parser = argparse.ArgumentParser(description="Prompt injections; see the head of this file.")
    commands = parser.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask", help="put the attacks to a model")
    asking.add_argument("spec", help="the victim, as in play --blue")
    asking.add_argument("--out", type=Path, required=True, help="where the rows go, one a line")
    asking.add_argument("--styles", default=",".join(STYLES), help="only attacks in these, separated by commas")
    reporting = commands.add_parser("report", help="print what came of them")
    reporting.add_argument("files", type=Path, nargs="+")
    playing = commands.add_parser("game", help="play a team of attackers against a model")
    playing.add_argument("spec", help="the victim, as in play --blue")
    playing.add_argument("--out", type=Path, required=True, help="where the episode goes")
    chosen = parser.parse_args(list(arguments) if arguments is not None else None)
    try:
        if chosen.command == "ask":
            attacks_left = to_ask(chosen.out, chosen.styles.split(","))
            return 3 if asyncio.run(ask_all(chosen.spec, chosen.out, attacks_left)) else 0
        if chosen.command == "game":
            print("\n".join(asyncio.run(play(chosen.spec, chosen.out))))
            return 0
        for path in chosen.files:
            rows = rows_of(path)
            print(f"\n{', '.join(sorted({f'{row.model}, {row.prompts}' for row in rows}))}\n")
            print("\n".join(report(rows)))
    except (InputError, OSError, ValueError, TypeError) as error:
        print(one_line(str(error), 400), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
