"""A benchmark while it runs: how far it is, what it costs, who stands how, and which games are being played."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_core.game.config import Team
from codenames_core.game.state import GameState, Phase
from codenames_core.text.plurals import counted
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.run_folder.progress import Progress, RunStatus, duration
from codenames_metrics.run_folder.run_snapshot import RunningNow, RunSnapshot
from codenames_tui.benchmark.views.matchups import MATCHUPS
from codenames_tui.benchmark.views.results import brief
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, apart, cut
from codenames_tui.ui.lines.plots import bar
from codenames_tui.ui.lines.rows import NEVER, Column

_BADGES: Final = {
    RunStatus.RUNNING: "badge-accent",
    RunStatus.PAUSED: "badge-warn",
    RunStatus.DRAINING: "badge-warn",
    RunStatus.DONE: "badge",
    RunStatus.STOPPED_EARLY: "badge",
}
_STOPPING: Final = "STOPPING"
"""The badge of a run that was told to stop, as long as games of it still end."""
_MOST_KINDS: Final = 4
_MANY: Final = 20
"""Games in a minute from which a tenth of one says nothing."""


class GamePreview(NamedTuple):
    """Where a game is."""

    turn: int
    team: Team
    phase: Phase
    clue: str
    """Of this turn; empty before it is given."""
    red_left: int
    blue_left: int


def preview_of(state: GameState) -> GamePreview:
    """Return where a game is."""
    clue = f"{state.current_clue.word} {state.current_clue.number}" if state.current_clue else ""
    left = {team: state.words_left(team) for team in Team}
    return GamePreview(state.turn.number, state.current_turn, state.phase, clue, left[Team.RED], left[Team.BLUE])


@dataclass(frozen=True, slots=True)
class RunHead:
    """A run as its head tells it."""

    name: str
    folder: str
    moment: RunSnapshot
    here: bool = True
    """Whether it is run by this process, so that it can be steered here."""
    trouble: str = ""
    """Why it ended, if it could not go on."""
    shared: str = ""
    """What all of its games have in common, and no table says."""
    apart: str = ""
    """How many pairs are told apart, see `told_apart`."""


def how_it_ended(status: RunStatus) -> str:
    """Return how a run ended, as the beginning of a sentence.

    >>> how_it_ended(RunStatus.DONE), how_it_ended(RunStatus.STOPPED_EARLY), how_it_ended(RunStatus.BUDGET)
    ('The run is done', 'The run has stopped early', 'The budget is reached')
    """
    match status:
        case RunStatus.STOPPED_EARLY:
            return "The run has stopped early"
        case RunStatus.BUDGET:
            return "The budget is reached"
        case _:
            return f"The run is {status}"


def head_lines(run: RunHead, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the five lines at the top: name and state, the bar, money, the pace, and what went wrong.

    What changes at every moment stands apart: neighbouring lines are painted as one.
    """
    progress = run.moment.progress
    stopping = progress.status is RunStatus.INTERRUPTED and progress.running
    badge = Span(f" {_STOPPING if stopping else progress.status.upper()} ", _BADGES.get(progress.status, "badge"))
    where = "" if run.here or progress.is_over else "  read-only: run by another process"
    shared = f"  {run.shared}" if run.shared else ""
    title = (Span(glyphs.line(run.name), "strong"), Span(f"{shared}  {glyphs.line(run.folder)}{where}", "dim"))
    return [
        apart(title, (Span(" "), badge), width),
        _bar_line(progress, width, glyphs),
        _money_line(run.moment, run.apart, width, glyphs),
        _joined(_pace(progress), width, glyphs),
        _trouble_line(progress, run.trouble, width, glyphs),
    ]


def share_done(progress: Progress) -> int:
    """Return how many per cent of the games nothing more will happen to; 100 only where that is all of them."""
    return 100 * progress.settled // progress.total if progress.total else 100


def _bar_line(progress: Progress, width: int, glyphs: Glyphs) -> Line:
    done = f"  {progress.settled:,} of {progress.total:,}  {share_done(progress):>3} %"
    room = max(width - len(done), 1)
    parts = [(progress.done, "accent"), (progress.skipped, "bad"), (progress.waiting, "warn")]
    return (*bar(parts, progress.total, room, glyphs), Span(done, "strong"))


def _pace(progress: Progress) -> list[tuple[str, str]]:
    parts: list[tuple[str, str]] = []
    if not progress.is_over and (left := progress.seconds_left) is not None:
        parts.append((f"{duration(left)} left", "strong"))
    elif progress.running and games_a_minute(progress):
        parts.append(("time left unknown", "dim"))
    if rate := games_a_minute(progress):
        parts.append((f"{rate:,.0f} games/min" if rate >= _MANY else f"{rate:,.1f} games/min", "text"))
    if progress.running:
        parts.append((f"{progress.running} of {progress.at_once} running", "text"))
    for count, what, style in (
        (len(progress.delays), "delayed", "warn"),
        (progress.failed, "to be tried again", "warn"),
        (progress.skipped, "skipped", "bad"),
        (progress.waiting, "held back", "warn"),
        (progress.done, "complete", "text"),
    ):
        if count and (what != "complete" or count < progress.settled):
            parts.append((f"{count:,} {what}", style))
    return parts


def games_a_minute(progress: Progress) -> float | None:
    """Return how many games end in a minute of this sitting; None before the first."""
    ended = progress.done - progress.begun_with
    return 60 * ended / progress.seconds if ended > 0 and progress.seconds > 0 else None


def _money_line(moment: RunSnapshot, apart: str, width: int, glyphs: Glyphs) -> Line:
    progress, budget = moment.progress, moment.budget_usd
    resolved = [(apart, "text")] if apart else []
    if budget is None and not progress.spent_usd and not progress.unpriced:
        return _joined([("nothing spent, no limit", "dim"), *resolved], width, glyphs)
    is_known = progress.spent_usd or not progress.unpriced
    parts = [(f"${progress.spent_usd:,.2f} spent" if budget is None and is_known else "", "text")]
    if budget is not None:
        style = "warn" if progress.spent_usd >= 0.8 * budget else "text"
        parts = [(f"${progress.spent_usd:,.2f} of ${budget:,.2f}, {100 * progress.spent_usd / budget:.0f} %", style)]
    if progress.unpriced:
        parts.append((f"{counted(progress.unpriced, 'request')} of unknown cost", "warn"))
    if progress.closed_models:
        parts.append((f"cannot be asked: {', '.join(progress.closed_models)}", "bad"))
    parts += [(refusal, "bad") for refusal in progress.refusals]
    return _joined([*parts, *resolved], width, glyphs)


def _trouble_line(progress: Progress, trouble: str, width: int, glyphs: Glyphs) -> Line:
    if trouble:
        return _joined([(trouble, "bad")], width, glyphs)
    parts = []
    for what, kinds in (("failed", progress.failures), ("retried", progress.retries)):
        if kinds:
            shown = ", ".join(f"{kind} {count:,}" for kind, count in kinds[:_MOST_KINDS])
            more = f" and {len(kinds) - _MOST_KINDS} more kinds" if len(kinds) > _MOST_KINDS else ""
            parts.append((f"{what}: {shown}{more}", "warn"))
    if not parts:
        parts = [("no failures, no retries", "dim")]
    elif progress.last_failure is not None:
        parts.append((f"last: {progress.last_failure}", "dim"))
    return _joined(parts, width, glyphs)


def _joined(parts: Sequence[tuple[str, str]], width: int, glyphs: Glyphs) -> Line:
    line: list[Span] = []
    room = width
    for number, (text, style) in enumerate(parts):
        gap = f" {glyphs.dot} " if number else ""
        shown = cut(glyphs.line(text), room - cell_len(gap), glyphs.cut)
        if not shown:
            break
        line += [Span(gap, "dim"), Span(shown, style)]
        room -= cell_len(gap) + cell_len(shown)
    return tuple(span for span in line if span.text)


# Tables


class RunColumns(NamedTuple):
    """The columns of both tables of a run."""

    matchups: tuple[Column, ...]
    games: tuple[Column, ...]
    shared: str
    """What would be the same in every row."""


def columns_of(cells: Sequence[Cell]) -> RunColumns:
    """Return the columns that tell rows apart, which stay where there is little room, and what all rows share."""
    values = {
        "mode": {cell.mode.replace("_", " ") for cell in cells},
        "composition": {cell.combo.composition.replace("_", " ") for cell in cells},
    }
    shared = ", ".join(value for seen in values.values() if len(seen) == 1 for value in seen)
    return RunColumns(_telling(MATCHUPS, values), _telling(GAMES, values), shared)


def _telling(columns: Sequence[Column], values: Mapping[str, Collection[str]]) -> tuple[Column, ...]:
    return tuple(
        column
        if column.title not in values
        else column._replace(rank=0, width=max(map(len, (column.title, *values[column.title]))))
        if len(values[column.title]) > 1
        else column._replace(needs=NEVER)
        for column in columns
    )


# Running games

GAMES: Final = (
    Column("game", 6, right=True),
    Column("red - blue", 20, grows=True),
    Column("mode", 15, rank=4),
    Column("turn", 4, right=True, rank=1),
    Column("now", 16),
    Column("clue", 12, rank=2),
    Column("left", 7, right=True),
    Column("waiting for", 12, grows=True, rank=3),
)
_OWES: Final = {Phase.CLUE: "clue", Phase.DISCUSSION: "discussion", Phase.GUESS: "guesses", Phase.OVER: "over"}


def game_cells(
    number: str, cell: Cell, game: RunningNow, seen: GamePreview | None, models: Sequence[str] = ()
) -> tuple[Span, ...]:
    """Return the row of a running game; `models` as in `matchup_cells`."""
    again = f"attempt {game.attempt}" if game.attempt > 1 else ""
    waits = Span(game.says or again, "warn" if game.says else "dim")
    who = Span(f"{brief(cell.combo.red.name, models)} - {brief(cell.combo.blue.name, models)}")
    mode = Span(cell.mode.replace("_", " "), "dim")
    if seen is None:
        return Span(number, "dim"), who, mode, Span(""), Span("being played", "dim"), Span(""), Span(""), waits
    return (
        Span(number, "dim"),
        who,
        mode,
        Span(f"{seen.turn}"),
        Span(f"{seen.team} {_OWES[seen.phase]}", seen.team.value),
        Span(seen.clue),
        Span(f"{seen.red_left} : {seen.blue_left}"),
        waits,
    )


def in_place(before: Sequence[int], games: Sequence[RunningNow]) -> list[RunningNow]:
    """Return running games so that each keeps its row; one that begins takes the row of one that has ended.

    Args:
        before: the games that were shown, by their places in the plan, row by row.
        games: those that run now.

    >>> [game.index for game in in_place([1, 2, 3], [RunningNow(1, 1), RunningNow(3, 1), RunningNow(4, 1)])]
    [1, 4, 3]
    """
    now = {game.index: game for game in games}
    new = [game for game in games if game.index not in set(before)]
    rows = [now.get(index) for index in before]
    for row, game in enumerate(rows):
        if game is None and new:
            rows[row] = new.pop(0)
    return [game for game in (*rows, *new) if game is not None]
