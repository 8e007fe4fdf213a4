"""`report.md`: the results of a benchmark for people, such as in a paper's appendix, and the plots beside it.

Pure: from a leaderboard and the facts of the run to texts. No time of day is in it: equal results give equal reports.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from codenames_core.text.plurals import counted, plural
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard, View, is_homogeneous
from codenames_metrics.analysis.ratings import Rating, Ratings
from codenames_metrics.analysis.scores import SCORE_METRICS, pools_over
from codenames_metrics.analysis.standings import Place
from codenames_metrics.experiment.config import PrimaryFamily
from codenames_metrics.report.ablation_section import ablation_section
from codenames_metrics.report.asking_section import asking_section
from codenames_metrics.report.cross_play_section import cross_play_section
from codenames_metrics.report.failure_tables import failures_section, failures_table
from codenames_metrics.report.families import (
    clue_numbers_section,
    declared_family,
    listener_section,
    measures_section,
    noise_section,
    weight,
)
from codenames_metrics.report.methods import methods_section
from codenames_metrics.report.pictures.files import picture_files, pictures_section, shown_pictures
from codenames_metrics.report.pictures.gallery import Gallery
from codenames_metrics.report.report_warnings import warnings_section
from codenames_metrics.report.role_tables import roles_section
from codenames_metrics.report.run_facts import RunFacts
from codenames_metrics.report.seeing_section import seeing_section
from codenames_metrics.report.turn_loss_table import LossExample, turn_losses_section
from codenames_metrics.statistics.comparison_families import PairwiseComparison
from codenames_metrics.tables.failure_words import FAILS
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import (
    NOTHING,
    format_bounds,
    format_not_excluded,
    format_number,
    format_p_value,
    format_percent,
    format_points,
    format_rate,
    format_signed,
    format_verdict,
)
from codenames_metrics.tables.titles import mode_title, title

REPORT: Final = "report.md"
MOST_ROWS: Final = 300
"""Rows of a table; what is left out stands in the files of numbers."""

_OVERALL: Final = "Overall: teams of one model"
_NO_PICTURES: Final = Gallery()


def report_files(
    board: Leaderboard, facts: RunFacts, gallery: Gallery = _NO_PICTURES, examples: Sequence[LossExample] = ()
) -> dict[str, str]:
    """Return the texts of the report and its pictures, by their names in the results folder."""
    pictures = {name: text for picture in gallery.pictures for name, text in picture_files(picture).items()}
    return {REPORT: report_text(board, facts, gallery, examples), **pictures}


def report_text(
    board: Leaderboard, facts: RunFacts, gallery: Gallery = _NO_PICTURES, examples: Sequence[LossExample] = ()
) -> str:
    """Return the report, with the pictures that it shows, and with lost turns to look at."""
    sections = [
        *_heading(board, facts),
        *warnings_section(board, facts),
        *_overall(board, gallery),
        *noise_section(board, facts.copies),
        *_modes(board),
        *roles_section(board),
        *cross_play_section(board),
        *ablation_section(board),
        *seeing_section(board),
        *clue_numbers_section(board),
        *_discussion(board),
        *_head_to_head(board, gallery),
        *_ratings(board),
        *_compositions(board),
        *turn_losses_section(board, examples),
        *failures_section(board),
        *pictures_section(gallery),
        *_starting_side(board),
        *_cells(board),
        *asking_section(board, facts),
        *_cost(facts),
        *_set_up(facts),
        *methods_section(board),
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
        f"modes: {', '.join(map(title, facts.modes))}; {counted(len(facts.players), 'model')}."
    )


def _overall(board: Leaderboard, gallery: Gallery) -> Iterator[str]:
    yield "## Leaderboard"
    yield declared_family(board)
    if not board.overall.entries:
        yield (
            "No team of one model played, so there is no table of models overall: win rates of mixed teams are those "
            "of line-ups. See cluers and guessers, and by composition."
        )
    yield from _view(board.overall, f"### {_OVERALL} ({_weight(board, PrimaryFamily.OVERALL)})", board)
    yield from shown_pictures(gallery, "win_rates")


def _weight(board: Leaderboard, family: PrimaryFamily | None = None) -> str:
    return weight(board, is_primary=board.primary is family)


def _modes(board: Leaderboard) -> Iterator[str]:
    views = [view for view in board.by_mode if view.entries and view.role is BoardRole.OVERALL]
    if views:
        yield f"## By mode ({_weight(board)})"
    for view in views:
        yield from _view(view, f"### {mode_title(view.mode)}: {_OVERALL.partition(':')[0].lower()}", board)


def _view(view: View, heading: str, board: Leaderboard) -> Iterator[str]:
    if not view.entries:
        return
    yield heading
    rows = [(entry.model, entry) for entry in view.entries]
    yield _places(rows, "Model")
    yield failures_table(rows, "Model")
    compared = [comparison for comparison in view.comparisons if comparison.boards]
    if compared:
        yield _comparisons(compared)
    yield _scores(rows, "Model")
    if view.mode is None and not pools_over("coordination_score", {count.mode for count in board.cells}):
        yield "The coordination score has other terms without a discussion, and is only in the tables by mode."
    yield from listener_section(rows, board.clue_numbers if view.mode is None else ())
    yield from measures_section(view.measures)


def _places(rows: Sequence[tuple[str, Place]], what: str) -> str:
    missing = any(place.given_up or place.undecided for _, place in rows)
    numbers = {name: place.order for name, place in rows}
    names = ["Order", what, "Win rate, simultaneous 95 % interval", "SD", "Wins / games", "Boards", "Worth", "Rank"]
    return table(
        [*names, "Not told apart from", *(["Missing lost"] if missing else [])],
        [_place(name, place, numbers, missing=missing) for name, place in rows],
    )


def _place(name: str, place: Place, numbers: Mapping[str, int], *, missing: bool) -> list[str]:
    alike = sorted(numbers[other] for other in place.not_told_apart if other in numbers)
    cells = [
        f"{place.order}",
        f"{name} ({FAILS})" if place.failures and place.failures.is_too_many else name,
        format_rate(place.win_rate, place.win_rate_simultaneous_ci) + (" †" if place.order_depends_on_missing else ""),
        format_percent(place.win_rate_std),
        f"{place.wins:,} / {place.games:,}",
        f"{place.boards:,}",
        f"{place.effective_games:,.0f}",
        f"{place.rank}" if place.rank else NOTHING,
        ", ".join(map(str, alike)) or NOTHING,
    ]
    return cells + ([format_percent(place.win_rate_missing_lost)] if missing else [])


def _scores(rows: Sequence[tuple[str, Place]], what: str) -> str:
    """A table of the scores that any row has."""
    names = [name for name in SCORE_METRICS if any(getattr(place, f"n_{name}") for _, place in rows)]
    heading = [what, *(SCORE_METRICS[name].label for name in names)]
    return table(heading, [[shown, *(_average(place, name) for name in names)] for shown, place in rows])


def _average(place: Place, name: str) -> str:
    """Mean ± standard deviation, standard error and count."""
    mean, std, error, count = (getattr(place, f"{part}_{name}") for part in ("avg", "std", "se", "n"))
    if mean is None:
        return NOTHING
    spread = "" if std is None else f" ± {format_number(std)}"
    return f"{format_number(mean)}{spread} (SE {format_number(error)}, n {count:,})"


def _comparisons(comparisons: Sequence[PairwiseComparison]) -> str:
    names = [
        "Pair",
        "Difference in points, simultaneous 95 % interval",
        "SD",
        "Boards",
        "Better on",
        "t",
        "p",
        "p adjusted",
        "Verdict",
        "Not excluded",
        "Detectable",
    ]
    return table(
        names,
        [
            [
                f"{pair.first} − {pair.second}",
                format_points(pair),
                format_percent(pair.difference_std),
                f"{pair.boards:,}",
                f"{pair.first_better} : {pair.second_better}",
                format_number(pair.t, 2),
                format_p_value(pair.p_value),
                format_p_value(pair.p_value_adjusted),
                format_verdict(pair),
                format_not_excluded(pair),
                NOTHING if pair.detectable is None else f"{100 * pair.detectable:.1f}",
            ]
            for pair in comparisons
        ],
    )


def _discussion(board: Leaderboard) -> Iterator[str]:
    if not board.discussion:
        return
    yield f"## Who gains from discussion? ({_weight(board)})"
    yield (
        "Standard − single guesser, on the same boards. Win rates are relative: they are one half on average in each "
        "mode, so a gain is a gain on the others. Clue efficiency and guess accuracy are each team's own."
    )
    names = [
        "Model",
        "Measure",
        "Standard",
        "Single guesser",
        "Difference, simultaneous 95 % interval",
        "SD",
        "Boards",
        "p",
        "p adjusted",
    ]
    rows = []
    for gain in board.discussion:
        in_percent = gain.measure == "win_rate"
        values = [
            format_percent(value) if in_percent else format_number(value)
            for value in (gain.standard, gain.single_guesser)
        ]
        difference = (
            format_points(gain.comparison)
            if in_percent
            else format_signed(gain.comparison.difference, gain.comparison.simultaneous_interval, 3)
        )
        rows.append(
            [
                gain.model,
                title(gain.measure),
                *values,
                difference,
                (format_percent if in_percent else format_number)(gain.comparison.difference_std),
                f"{gain.comparison.boards:,}",
                format_p_value(gain.comparison.p_value),
                format_p_value(gain.comparison.p_value_adjusted),
                format_verdict(gain.comparison),
            ]
        )
    yield table([*names, "Verdict"], rows)


def _head_to_head(board: Leaderboard, gallery: Gallery) -> Iterator[str]:
    if not board.head_to_head:
        return
    yield f"## Head to head ({_weight(board, PrimaryFamily.HEAD_TO_HEAD)})"
    if not is_homogeneous(board):
        yield "A team of several models is named by its cluer + its guessers."
    rows = [
        [
            title(pair.mode),
            pair.first,
            pair.second,
            format_rate(pair.win_rate, pair.simultaneous_interval),
            format_percent(pair.comparison.difference_std),
            f"{pair.first_wins} : {pair.second_wins}" + (f" ({pair.undecided} undecided)" if pair.undecided else ""),
            f"{pair.first_wins_as_red} / {pair.games_as_red}",
            f"{pair.comparison.first_better} : {pair.comparison.second_better} of {pair.comparison.boards}",
            format_p_value(pair.comparison.p_value),
            format_p_value(pair.comparison.p_value_adjusted),
            format_verdict(pair.comparison),
            format_not_excluded(pair.comparison),
        ]
        for pair in board.head_to_head[:MOST_ROWS]
    ]
    names = [
        "Mode",
        "First",
        "Second",
        "Win rate of the first, simultaneous 95 % interval",
        "SD of the difference",
        "Wins",
        "Its wins as red",
        "Boards won more often",
    ]
    yield table([*names, "p", "p adjusted", "Verdict", "Not excluded"], rows)
    yield from _left_out(len(board.head_to_head), "head_to_head.csv")
    yield from shown_pictures(gallery, "head_to_head_")


def _ratings(board: Leaderboard) -> Iterator[str]:
    if not board.ratings:
        return
    yield f"## Ratings ({_weight(board)})"
    yield (
        "Bradley-Terry in logits; 0 is the mean of these models, or of those without ‡. The chance is that of a team "
        "of this model alone against a team of rating 0, with nobody moving first. ‡ marks a rating that may have no "
        "end, since somebody always or never won: its interval has only one end."
    )
    for rated in board.ratings:
        apart = any(rating.cluer_ci or rating.cluer is not None for rating in rated.models)
        names = ["Model", "Games", "Strength, 95 % interval", "Chance", *(["As cluer", "As guesser"] if apart else [])]
        yield table([mode_title(rated.mode), *names[1:]], [_rating(rating, apart=apart) for rating in rated.models])
        yield _start_term(rated)


def _rating(rating: Rating, *, apart: bool) -> list[str]:
    mark = " ‡" if rating.is_endless else ""
    cells = [
        rating.model,
        f"{rating.games:,}",
        format_bounds(rating.strength, rating.strength_ci, 2) + mark,
        format_percent(rating.win_chance),
    ]
    return cells + (
        [format_bounds(rating.cluer, rating.cluer_ci, 2), format_bounds(rating.guesser, rating.guesser_ci, 2)]
        if apart
        else []
    )


def _start_term(rated: Ratings) -> str:
    first = format_bounds(rated.start, rated.start_ci, 2)
    return f"Moving first: {first}; {rated.games:,} games, {rated.boards:,} boards."


def _compositions(board: Leaderboard) -> Iterator[str]:
    if is_homogeneous(board):
        return
    yield f"## By composition ({_weight(board)})"
    for view in board.compositions:
        yield f"### {title(view.composition).capitalize()}"
        rows = [(entry.lineup, entry) for entry in view.entries[:MOST_ROWS]]
        yield _places(rows, "Line-up: cluer + guessers")
        compared = [comparison for comparison in view.comparisons if comparison.boards]
        if compared:
            yield _comparisons(compared[:MOST_ROWS])
            yield from _left_out(len(compared), "leaderboard.json")
        yield _scores(rows, "Line-up: cluer + guessers")
        yield failures_table(rows, "Line-up: cluer + guessers")
        yield from _left_out(len(view.entries), "leaderboard.json")


def _starting_side(board: Leaderboard) -> Iterator[str]:
    if not board.starting_side:
        return
    yield "## The side that moves first"
    rows = [
        [
            title(side.mode),
            "against itself" if side.mirrors else "against others",
            f"{side.wins:,} / {side.games:,}",
            format_rate(side.win_rate, side.win_rate_ci),
        ]
        for side in board.starting_side
    ]
    yield table(["Mode", "Games of a line-up", "Won by the first side", "Rate, 95 % interval"], rows)
    yield "It has nine words to find, the other side eight."


def _cells(board: Leaderboard) -> Iterator[str]:
    yield "## Games by cell"
    arms = any(count.arm for count in board.cells)
    rows = [
        [
            title(count.mode),
            title(count.composition),
            *([count.arm or "base"] if arms else []),
            count.red,
            count.blue,
            f"{count.planned:,}",
            f"{count.finished:,}",
            f"{count.undecided:,}",
            f"{count.given_up:,}",
            f"{max(0, count.left):,}",
        ]
        for count in board.cells[:MOST_ROWS]
    ]
    names = [
        "Mode",
        "Composition",
        *(["Arm"] if arms else []),
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
            f"{spending.requests:,}",
            f"{spending.failed:,}",
            f"{spending.tokens_in:,}",
            f"{spending.tokens_out:,}",
            _dollars(spending.known_cost_usd, spending.unpriced + spending.unmetered),
        ]
        for model, spending in sorted(facts.spent.items())
    ]
    known = sum(spending.known_cost_usd for spending in facts.spent.values())
    unknown = sum(spending.unpriced + spending.unmetered for spending in facts.spent.values())
    total = _dollars(known, unknown, " US dollars")
    yield table(["Model", "Requests", "Of them failed", "Tokens in", "Tokens out", "US dollars"], rows)
    yield f"Together {total}, failed and repeated requests included, over all sessions of the run."


def _dollars(known: float, unknown: int, unit: str = "") -> str:
    """Return a sum of money, or how many requests there are whose cost is unknown, or both."""
    requests = f"{counted(unknown, 'request')} of unknown cost"
    if unknown and not known:
        return requests
    return f"{known:.4f}{unit} and {requests}" if unknown else f"{known:.4f}{unit}"


def _set_up(facts: RunFacts) -> Iterator[str]:
    yield "## What was played"
    rows = [[name, spec, facts.prompts.get(name, NOTHING)] for name, spec in facts.players.items()]
    yield table(["Model", "Agent", "Prompts"], rows)
    rules = ", ".join(f"{title(name)} {cell(value)}" for name, value in facts.rules.items())
    versions = ", ".join(f"{cell(name)} {cell(version)}" for name, version in facts.versions.items())
    yield "\n".join(
        [
            f"- Compositions: {', '.join(map(title, facts.compositions))}; match-ups: {title(facts.matchups)}.",
            f"- Boards: {facts.boards:,}, each played {counted(facts.repeats, 'time')} "
            f"in every cell; SHA-256 of all boards {facts.boards_sha256[:16]}.",
            f"- Words: {cell(facts.words)}.",
            f"- Rules: {rules}.",
            f"- Versions: {versions or 'unknown'}.",
        ]
    )
