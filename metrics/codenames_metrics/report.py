"""`report.md`: the results of a benchmark for people, such as in a paper's appendix, and the plots beside it.

Pure: from a leaderboard and the facts of the run to texts. No time of day is in it: equal results give equal reports.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from codenames_core.config import GameMode
from codenames_core.counted import counted, plural
from codenames_metrics.experiment import Composition
from codenames_metrics.leaderboard import BoardRole, Leaderboard, View
from codenames_metrics.methods import methods
from codenames_metrics.numbers_shown import p, percent, points, rate, signed, verdict
from codenames_metrics.paired import Comparison
from codenames_metrics.plots import MOST_IN_A_MAP, Estimate, heat_map, interval_plot
from codenames_metrics.ratings import Rating, Ratings
from codenames_metrics.run_facts import RunFacts
from codenames_metrics.scores import MEASURES
from codenames_metrics.standings import Place
from codenames_metrics.stats import FEWEST_DISCORDANT
from codenames_metrics.tables import NOTHING, cell, number, table

REPORT: Final = "report.md"
PLOTS: Final = "plots"
FEWEST_BOARDS: Final = 50
"""Below this the t test on board means is known to be less exact."""
MOST_NAMED: Final = 6
MOST_ROWS: Final = 300
"""Rows of a table; what is left out stands in the files of numbers."""

_TITLES: Final = {
    BoardRole.OVERALL: "Overall: teams of one model",
    BoardRole.CLUER: "Best cluer: teams by their cluer",
    BoardRole.GUESSER: "Best guesser: teams by their guessers",
}


def report_files(board: Leaderboard, facts: RunFacts) -> dict[str, str]:
    """Return the texts of the report and its plots, by their names in the folder of results."""
    plots = {f"{PLOTS}/{name}.svg": picture for name, picture in _plots(board)}
    return {REPORT: report(board, facts, list(plots)), **plots}


def report(board: Leaderboard, facts: RunFacts, plots: Sequence[str] = ()) -> str:
    """Return the report; `plots` are the names of the pictures that it shows."""
    sections = [
        *_heading(board, facts),
        *_warnings(board, facts),
        *_overall(board, plots),
        *_roles(board),
        *_modes(board),
        *_discussion(board),
        *_head_to_head(board, plots),
        *_ratings(board),
        *_compositions(board),
        *_starting_side(board),
        *_cells(board),
        *_cost(facts),
        *_set_up(facts),
        *methods(board),
    ]
    return "\n\n".join(section.rstrip("\n") for section in sections) + "\n"


def _heading(board: Leaderboard, facts: RunFacts) -> Iterator[str]:
    interim = " (interim)" if board.interim else ""
    yield f"# Benchmark {cell(board.name)}{interim}"
    if facts.description:
        yield cell(facts.description)
    yield (
        f"Benchmark id `{board.benchmark_id}`. {board.finished:,} of {board.planned:,} planned games are finished, on "
        f"{board.boards:,} of {facts.boards:,} {plural(facts.boards, 'board')}; "
        f"modes: {', '.join(map(_words, facts.modes))}; {counted(len(facts.players), 'model')}."
    )


def _warnings(board: Leaderboard, facts: RunFacts) -> Iterator[str]:
    found = [
        *_of_completeness(board, facts),
        *(f"{cell(one)}." for one in facts.warnings),
        *_of_comparisons(board),
        *_of_ratings(board),
    ]
    unpriced = sum(one.unpriced for one in facts.spent.values())
    if unpriced:
        found.append(f"{unpriced:,} requests have no known price; the cost below is a lower bound.")
    if found:
        yield "## Read this first"
        yield "\n".join(f"- {warning}" for warning in found)


def _of_completeness(board: Leaderboard, facts: RunFacts) -> Iterator[str]:
    if board.interim:
        left = board.planned - board.finished - board.given_up
        yield (
            f"**Interim**: {board.planned - board.finished:,} planned games are missing ({left:,} still to be played, "
            f"{board.given_up:,} given up)."
            + ("" if board.tested else " There are no ranks and no p values before all are played or given up.")
        )
    if board.given_up:
        kinds = ", ".join(f"{cell(kind)} {count:,}" for kind, count in sorted(facts.given_up.items()))
        yield f"{board.given_up:,} games were given up ({kinds}): see the cells and the column “missing lost”."
    undecided = sum(one.undecided for one in board.cells)
    if undecided:
        yield f"{undecided:,} games ended without a winner and are in no win rate."
    moved = dict.fromkeys(one.model for view in board.views for one in view.entries if one.order_depends_on_missing)
    if moved:
        yield f"The order depends on the missing games for {_named(list(moved))} (marked †)."


def _of_comparisons(board: Leaderboard) -> Iterator[str]:
    if not board.tested:
        return
    for view in (board.overall, *(one for one in board.by_mode if one.role is BoardRole.OVERALL)):
        compared = [one for one in view.comparisons if one.boards]
        open_ = [one for one in compared if not one.is_resolved]
        if open_:
            pairs = [f"{one.first} and {one.second}" for one in open_]
            yield (
                f"{_where(view.mode)}: {len(open_)} of {len(compared)} pairs of models cannot be told apart by these "
                f"boards: {_named(pairs)}."
            )
    few = [one for one in board.overall.comparisons if _is_decided_by_few(one)]
    if few:
        pairs = [f"{one.first} and {one.second}" for one in few]
        yield (
            f"Fewer than {FEWEST_DISCORDANT} boards on which the two differ, so that McNemar's test decides: "
            f"{_named(pairs)}."
        )
    met = sum(_is_decided_by_few(one.comparison) for one in board.head_to_head)
    if met:
        yield f"Head to head, McNemar's test decides for {met} of {len(board.head_to_head)} pairs, for the same reason."
    boards = max((one.boards for one in board.overall.comparisons), default=0)
    if 0 < boards < FEWEST_BOARDS:
        yield f"Pairs share {boards} boards; below {FEWEST_BOARDS} a t test is only roughly right."


def _is_decided_by_few(one: Comparison) -> bool:
    return one.few_discordant and one.first_better + one.second_better > 0


def _of_ratings(board: Leaderboard) -> Iterator[str]:
    held = dict.fromkeys(one.model for rated in board.ratings for one in rated.models if one.is_held_by_ridge)
    if held:
        yield (
            "Ratings marked ‡ have no finite value of their own, since somebody always or never won: "
            f"{_named(list(held))}."
        )
    if all(one.composition is Composition.HOMOGENEOUS for one in board.compositions):
        yield (
            "No mixed team played, so nothing here separates a model's cluing from its guessing; the views by role "
            "would repeat the overall one, and are left out."
        )


def _overall(board: Leaderboard, plots: Sequence[str]) -> Iterator[str]:
    yield "## Leaderboard"
    yield from _view(board.overall, f"### {_TITLES[BoardRole.OVERALL]}")
    yield from _shown(plots, "win_rates", "Win rates with 95 % intervals")


def _roles(board: Leaderboard) -> Iterator[str]:
    if all(one.composition is Composition.HOMOGENEOUS for one in board.compositions):
        return
    for view in (board.cluer, board.guesser):
        yield from _view(view, f"### {_TITLES[view.role]}")


def _modes(board: Leaderboard) -> Iterator[str]:
    mixed = any(one.composition is not Composition.HOMOGENEOUS for one in board.compositions)
    views = [one for one in board.by_mode if one.entries and (mixed or one.role is BoardRole.OVERALL)]
    if views:
        yield "## By mode"
    for view in views:
        yield from _view(view, f"### {_where(view.mode)}: {_TITLES[view.role].partition(':')[0].lower()}")


def _view(view: View, heading: str) -> Iterator[str]:
    if not view.entries:
        return
    yield heading
    rows = [(one.model, one) for one in view.entries]
    yield _places(rows, "Model")
    yield _measures(rows, "Model")
    compared = [one for one in view.comparisons if one.boards]
    if compared:
        yield _comparisons(compared)


def _places(rows: Sequence[tuple[str, Place]], what: str) -> str:
    missing = any(place.given_up or place.undecided for _, place in rows)
    names = ["Rank", what, "Win rate, 95 % interval", "SD", "Wins / games", "Boards", "Worth"]
    return table([*names, *(["Missing lost"] if missing else [])], [_place(*row, missing=missing) for row in rows])


def _place(name: str, place: Place, *, missing: bool) -> list[str]:
    cells = [
        f"{place.rank}" if place.rank else NOTHING,
        name,
        rate(place.win_rate, place.win_rate_ci) + (" †" if place.order_depends_on_missing else ""),
        percent(place.win_rate_std),
        f"{place.wins:,} / {place.games:,}",
        f"{place.boards:,}",
        f"{place.effective_games:.0f}",
    ]
    return cells + ([percent(place.win_rate_missing_lost)] if missing else [])


def _measures(rows: Sequence[tuple[str, Place]], what: str) -> str:
    """A table of the measures that somebody has."""
    names = [name for name in MEASURES if any(getattr(place, f"n_{name}") for _, place in rows)]
    heading = [what, *(_words(name).capitalize() for name in names)]
    return table(heading, [[shown, *(_average(place, name) for name in names)] for shown, place in rows])


def _average(place: Place, name: str) -> str:
    """Mean ± standard deviation, standard error and count."""
    mean, std, error, count = (getattr(place, f"{part}_{name}") for part in ("avg", "std", "se", "n"))
    if mean is None:
        return NOTHING
    spread = "" if std is None else f" ± {number(std)}"
    return f"{number(mean)}{spread} (SE {number(error)}, n {count:,})"


def _comparisons(comparisons: Sequence[Comparison]) -> str:
    names = [
        "Pair",
        "Difference in points, 95 % interval",
        "Boards",
        "Better on",
        "t",
        "p",
        "p McNemar",
        "p adjusted",
        "Verdict",
    ]
    return table(
        [*names, "Detectable"],
        [
            [
                f"{one.first} − {one.second}",
                points(one),
                f"{one.boards:,}",
                f"{one.first_better} : {one.second_better}",
                number(one.t, 2),
                p(one.p_value),
                p(one.p_value_mcnemar),
                p(one.p_value_adjusted),
                verdict(one),
                NOTHING if one.detectable is None else f"{100 * one.detectable:.1f}",
            ]
            for one in comparisons
        ],
    )


def _discussion(board: Leaderboard) -> Iterator[str]:
    if not board.discussion:
        return
    yield "## Who gains from discussion?"
    yield (
        "Standard − single guesser, on the same boards. Win rates are relative: they are one half on average in each "
        "mode, so a gain is a gain on the others. Clue efficiency and guess accuracy are each team's own."
    )
    names = ["Model", "Measure", "Standard", "Single guesser", "Difference, 95 % interval", "Boards", "p", "p adjusted"]
    rows = []
    for one in board.discussion:
        in_percent = one.measure == "win_rate"
        values = [percent(value) if in_percent else number(value) for value in (one.standard, one.single_guesser)]
        difference = (
            points(one.comparison) if in_percent else signed(one.comparison.difference, one.comparison.interval, 3)
        )
        rows.append(
            [
                one.model,
                _words(one.measure),
                *values,
                difference,
                f"{one.comparison.boards:,}",
                p(one.comparison.p_value),
                p(one.comparison.p_value_adjusted),
                verdict(one.comparison),
            ]
        )
    yield table([*names, "Verdict"], rows)


def _head_to_head(board: Leaderboard, plots: Sequence[str]) -> Iterator[str]:
    if not board.head_to_head:
        return
    yield "## Head to head"
    rows = [
        [
            _words(one.mode),
            one.first,
            one.second,
            rate(one.win_rate, one.interval),
            f"{one.first_wins} : {one.second_wins}" + (f" ({one.undecided} undecided)" if one.undecided else ""),
            f"{one.first_wins_as_red} / {one.games_as_red}",
            f"{one.comparison.first_better} : {one.comparison.second_better} of {one.comparison.boards}",
            p(one.comparison.p_value),
            p(one.comparison.p_value_mcnemar),
            p(one.comparison.p_value_adjusted),
            verdict(one.comparison),
        ]
        for one in board.head_to_head[:MOST_ROWS]
    ]
    names = ["Mode", "First", "Second", "Win rate of the first", "Wins", "Its wins as red", "Boards won more often"]
    yield table([*names, "p", "p McNemar", "p adjusted", "Verdict"], rows)
    yield from _left_out(len(board.head_to_head), "head_to_head.csv")
    yield from _shown(plots, "head_to_head_", "Share of games that the row's team won against the column's, in %")


def _ratings(board: Leaderboard) -> Iterator[str]:
    if not board.ratings:
        return
    yield "## Ratings"
    yield (
        "Bradley-Terry in logits; 0 is the mean of these models. The chance is that of a team of this model alone "
        "against a team of rating 0, with nobody moving first."
    )
    for rated in board.ratings:
        apart = any(one.cluer is not None for one in rated.models)
        names = ["Model", "Games", "Strength, 95 % interval", "Chance", *(["As cluer", "As guesser"] if apart else [])]
        yield table([_where(rated.mode), *names[1:]], [_rating(one, apart=apart) for one in rated.models])
        yield _start_term(rated)


def _rating(one: Rating, *, apart: bool) -> list[str]:
    mark = " ‡" if one.is_held_by_ridge else ""
    cells = [one.model, f"{one.games:,}", signed(one.strength, one.strength_ci, 2) + mark, percent(one.win_chance)]
    return cells + ([signed(one.cluer, one.cluer_ci, 2), signed(one.guesser, one.guesser_ci, 2)] if apart else [])


def _start_term(rated: Ratings) -> str:
    return f"Moving first: {signed(rated.start, rated.start_ci, 2)}; {rated.games:,} games, {rated.boards:,} boards."


def _compositions(board: Leaderboard) -> Iterator[str]:
    if all(one.composition is Composition.HOMOGENEOUS for one in board.compositions):
        return
    yield "## By composition"
    for one in board.compositions:
        yield f"### {_words(one.composition).capitalize()}"
        rows = [(entry.lineup, entry) for entry in one.entries[:MOST_ROWS]]
        yield _places(rows, "Line-up: cluer + guessers")
        yield _measures(rows, "Line-up: cluer + guessers")
        yield from _left_out(len(one.entries), "leaderboard.json")


def _starting_side(board: Leaderboard) -> Iterator[str]:
    if not board.starting_side:
        return
    yield "## The side that moves first"
    rows = [
        [
            _words(one.mode),
            "against itself" if one.mirrors else "against others",
            f"{one.wins:,} / {one.games:,}",
            rate(one.win_rate, one.win_rate_ci),
        ]
        for one in board.starting_side
    ]
    yield table(["Mode", "Games of a line-up", "Won by the first side", "Rate, 95 % interval"], rows)
    yield "It has nine words to find, the other side eight."


def _cells(board: Leaderboard) -> Iterator[str]:
    yield "## Games by cell"
    rows = [
        [
            _words(one.mode),
            _words(one.composition),
            one.red,
            one.blue,
            *(f"{count:,}" for count in (one.planned, one.finished, one.undecided, one.given_up, max(0, one.left))),
        ]
        for one in board.cells[:MOST_ROWS]
    ]
    names = [
        "Mode",
        "Composition",
        "Red (first)",
        "Blue",
        "Planned",
        "Finished",
        "Undecided",
        "Given up",
        "To be played",
    ]
    yield table(names, rows)
    yield from _left_out(len(board.cells), "leaderboard.json")


def _left_out(rows: int, file: str) -> Iterator[str]:
    if rows > MOST_ROWS:
        yield f"{rows - MOST_ROWS:,} more rows are in `{file}`."


def _cost(facts: RunFacts) -> Iterator[str]:
    yield "## Cost"
    if not facts.spent:
        yield "None: no model was asked over a network."
        return
    rows = [
        [
            model,
            f"{one.requests:,}",
            f"{one.failed:,}",
            f"{one.tokens_in:,}",
            f"{one.tokens_out:,}",
            f"{one.known_cost_usd:.4f}" + (f" and {one.unpriced:,} requests without a price" if one.unpriced else ""),
        ]
        for model, one in sorted(facts.spent.items())
    ]
    total = sum(one.known_cost_usd for one in facts.spent.values())
    yield table(["Model", "Requests", "Of them failed", "Tokens in", "Tokens out", "US dollars"], rows)
    yield f"Together {total:.4f} US dollars, failed and repeated requests included, over all sittings of the run."


def _set_up(facts: RunFacts) -> Iterator[str]:
    yield "## What was played"
    rows = [[name, spec, facts.prompts.get(name, NOTHING)] for name, spec in facts.players.items()]
    yield table(["Model", "Agent", "Prompts"], rows)
    rules = ", ".join(f"{_words(name)} {cell(value)}" for name, value in facts.rules.items())
    versions = ", ".join(f"{cell(name)} {cell(version)}" for name, version in facts.versions.items())
    yield "\n".join(
        [
            f"- Compositions: {', '.join(map(_words, facts.compositions))}; match-ups: {_words(facts.matchups)}.",
            f"- Boards: {facts.boards:,}, each played {counted(facts.repeats, 'time')} "
            f"in every cell; SHA-256 of all boards {facts.boards_sha256[:16]}.",
            f"- Words: {cell(facts.words)}.",
            f"- Rules: {rules}.",
            f"- Versions: {versions or 'unknown'}.",
        ]
    )


def _plots(board: Leaderboard) -> Iterator[tuple[str, str]]:
    views = [board.overall, *(one for one in board.by_mode if one.role is BoardRole.OVERALL)]
    sections = {
        _where(view.mode): [Estimate(one.model, one.win_rate, one.win_rate_ci) for one in view.entries]
        for view in views
        if view.entries
    }
    if sections:
        yield "win_rates", interval_plot(f"{board.name}: win rates, 95 % intervals", sections)
    met = dict.fromkeys((one.mode, one.composition) for one in board.head_to_head)
    for mode, composition in met:
        pairs = [one for one in board.head_to_head if (one.mode, one.composition) == (mode, composition)]
        names = list(dict.fromkeys(name for one in pairs for name in (one.first, one.second)))
        if len(names) > MOST_IN_A_MAP:
            continue
        shares = {(one.first, one.second): one.win_rate for one in pairs}
        shares |= {(one.second, one.first): None if one.win_rate is None else 1 - one.win_rate for one in pairs}
        title = f"{_words(mode)}, {_words(composition)}: wins of the row against the column, %"
        yield f"head_to_head_{mode}_{composition}", heat_map(title, names, shares)


def _shown(plots: Sequence[str], begins: str, text: str) -> Iterator[str]:
    for name in plots:
        if name.startswith(f"{PLOTS}/{begins}"):
            yield f"![{text}]({name})"


def _where(mode: GameMode | None) -> str:
    return "All modes" if mode is None else _words(mode).capitalize()


def _words(name: str) -> str:
    return cell(name.replace("_", " "))


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(map(cell, names[:MOST_NAMED])) + more
