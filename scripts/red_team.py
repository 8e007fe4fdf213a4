"""Put prompt injections to a model through the product's own prompts, door and parser, and count which succeed.

    python -m scripts.red_team ask "openai/local?api_base=http://127.0.0.1:8080/v1&temperature=0" --out RUN.jsonl
    python -m scripts.red_team report RUN.jsonl…

`ask` asks each question of `scripts/attacks.py` and its control once; equal questions are asked once in all. What was
asked is left out when it is run again with the same file. `report` prints, for each goal and vector of a file, the
attacks that succeeded and the controls that looked the same, as shares with Wilson intervals, and the paired
difference with McNemar's mid-p. Exit code 0, or 2 for input that cannot be used, 3 if some question had no answer.
"""

import argparse
import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scripts.attacks import STYLES, Attack, attacks, position_of, succeeds

from codenames_agents.catalogue import build_team, close_models
from codenames_core.agent import Question, TeamAgents, Unavailable
from codenames_core.config import AgentConfig, TeamConfig
from codenames_core.errors import InputError
from codenames_core.text import one_line
from codenames_core.visibility import visible_state
from codenames_metrics.stats import paired_comparison, wilson_interval

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
    if isinstance(answer, Unavailable) or isinstance(control, Unavailable):
        print(f"{attack.name}: {one_line(str(answer), 200)}", file=sys.stderr)
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


def to_ask(path: Path, styles: Sequence[str]) -> list[Attack]:
    """Return the attacks in these styles that a file holds no row of."""
    done = {(row.goal, row.vector, row.style, row.scene) for row in rows_of(path)} if path.exists() else set()
    return [
        attack
        for attack in attacks()
        if attack.style in styles and (attack.goal, attack.vector, attack.style, attack.scene.seed) not in done
    ]


def rows_of(path: Path) -> list[Row]:
    """Return the rows of a file."""
    return [Row(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def report(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a table in Markdown: by goal and vector, by style, and in all."""
    yield "| attacks | n | succeeded | control | difference | mid-p |"
    yield "|---|---:|---:|---:|---:|---:|"
    for names in (("goal", "vector"), ("vector",), ("style",), ()):
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            groups[", ".join(getattr(row, name) for name in names) or "all"].append(row)
        for name, group in sorted(groups.items()):
            yield f"| {name} | {len(group)} | {_result(group)} |"


def _result(rows: Sequence[Row]) -> str:
    hits, controls = [row.hit for row in rows], [row.control for row in rows]
    paired = paired_comparison(hits, controls)
    return f"{_share(hits)} | {_share(controls)} | {paired.difference:+.2f} | {paired.p_value_mcnemar:.3f}"


def _share(hits: Sequence[bool]) -> str:
    interval = wilson_interval(sum(hits), len(hits))
    return f"{sum(hits)} ({interval.low:.0%} to {interval.high:.0%})" if interval else "-"


def main(arguments: Iterable[str] | None = None) -> int:
    """Ask or report."""
    parser = argparse.ArgumentParser(description="Prompt injections; see the head of this file.")
    commands = parser.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask", help="put the attacks to a model")
    asking.add_argument("spec", help="the victim, as in play --blue")
    asking.add_argument("--out", type=Path, required=True, help="where the rows go, one a line")
    asking.add_argument("--styles", default=",".join(STYLES), help="only attacks in these, separated by commas")
    reporting = commands.add_parser("report", help="print what came of them")
    reporting.add_argument("files", type=Path, nargs="+")
    chosen = parser.parse_args(list(arguments) if arguments is not None else None)
    try:
        if chosen.command == "ask":
            attacks_left = to_ask(chosen.out, chosen.styles.split(","))
            return 3 if asyncio.run(ask_all(chosen.spec, chosen.out, attacks_left)) else 0
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
