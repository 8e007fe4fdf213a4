"""The pages of a run: what it found in a sentence and a table, its report, and a page for each model."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple
from urllib.parse import quote

from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.clue_numbers import COUNTED
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard, LeaderboardEntry, View, is_homogeneous
from codenames_metrics.analysis.play.play import Play
from codenames_metrics.analysis.scores import SCORE_METRICS
from codenames_metrics.report.run_facts import RunFacts
from codenames_metrics.tables.failure_words import HEADINGS, failure_cells
from codenames_metrics.tables.number_formats import NOTHING, format_number, format_percent, format_rate
from codenames_metrics.tables.titles import mode_title, title
from codenames_tui.exports.site.games_list import GAMES, ListedGame
from codenames_tui.exports.site.layout import Link, interval_bar, site_page, table
from codenames_tui.exports.site.private import without_addresses
from codenames_tui.exports.site.report_html import report_html

REPORT: Final = "report.html"
MODELS: Final = "models"


class PublishedRun(NamedTuple):
    """A run as its pages show it."""

    folder: str
    """Its name within the site."""
    board: Leaderboard
    facts: RunFacts
    play: Play
    report: str
    """As Markdown."""
    games: Sequence[ListedGame] = ()
    """Finished ones, in the order of the plan."""

    @property
    def name(self) -> str:
        """Clean."""
        return one_line(without_addresses(self.board.name), 80)

    @property
    def model_pages(self) -> Mapping[str, str]:
        """The pages of its models, by their names."""
        return {model: f"{index:02}-{_slug(model)}.html" for index, model in enumerate(self.facts.players, 1)}


def verdict_of(board: Leaderboard) -> str:
    """Return what a run found, in a sentence or two; it claims nothing that the table does not show.

    Whoever is not told apart from the first shares the first place.
    """
    entries = [entry for entry in board.overall.entries if entry.win_rate is not None]
    if not entries:
        instead = " The full report ranks cluers and guessers." if any(one.entries for one in board.roles) else ""
        return f"No team of one model is ranked.{instead}"
    first = entries[0]
    name, rate = one_line(first.model), format_rate(first.win_rate, first.win_rate_simultaneous_ci or first.win_rate_ci)
    said = f"{name} won {rate} of {counted(first.games, 'game')}"
    if board.interim:
        return f"So far {said}; games are still to be played."
    if first.rank is None:
        return f"{said}. {counted(board.boards, 'board')} are too few to say who is better."
    alike = [one_line(entry.model) for entry in entries[1:] if entry.model in first.not_told_apart]
    if not alike:
        if len(entries) == 2:
            return f"{said} and is shown to be better than the other."
        return f"{said} and is shown to be better than all others."
    more = f" and {len(alike) - 3} more" if len(alike) > 3 else ""
    return f"{said}. These boards do not tell it apart from {', '.join(alike[:3])}{more}."


def overview(run: PublishedRun) -> Iterator[str]:
    """Yield a run as it stands on the first page: verdict, facts, leaderboard, and the ways on."""
    board, facts, at = run.board, run.facts, run.folder
    yield f'<section class="run" aria-labelledby="{at}"><h2 id="{at}">{escape(run.name)}</h2>'
    if facts.description:
        yield f"<p>{escape(one_line(without_addresses(facts.description)))}</p>"
    yield f'<p class="verdict">{escape(verdict_of(board))}</p>'
    yield (
        f'<p class="facts"><span>{board.finished:,} of {counted(board.planned, "game")}</span>'
        f"<span>{counted(board.boards, 'board')}</span><span>{counted(len(facts.players), 'model')}</span>"
        f"<span>{escape(', '.join(title(mode) for mode in facts.modes))}</span>"
        f"<span>benchmark id <code>{escape(board.benchmark_id)}</code></span></p>"
    )
    yield _leaderboard(board.overall, run, f"{at}/{MODELS}/", f"Leaderboard of {run.name}")
    if picked := games_to_begin_with(run.games):
        yield "<h3>Games to begin with</h3><ul>"
        for what, game in picked:
            players = escape(f"{game.red} against {game.blue}")
            yield f'<li><a href="{at}/games/{escape(game.name)}.html">{what}</a>: {players}, {game.turns} turns</li>'
        yield "</ul>"
    yield f'<p class="doors"><a href="{at}/{GAMES}">All games</a> <a href="{at}/{REPORT}">Full report and methods</a> '
    yield f'<a href="{at}/leaderboard.json">Numbers (JSON)</a> <a href="{at}/manifest.json">Manifest</a></p></section>'


def games_to_begin_with(games: Sequence[ListedGame]) -> list[tuple[str, ListedGame]]:
    """Return a few games that differ, each with what is special about it."""
    won = [game for game in games if game.winner]
    by_words = [game for game in won if game.ending == "all words"]
    by_assassin = [game for game in won if game.ending == "assassin"]
    picked = [
        ("The longest game", max(won, key=lambda game: game.turns, default=None)),
        ("The quickest win by finding all words", min(by_words, key=lambda game: game.turns, default=None)),
        ("The latest assassin", max(by_assassin, key=lambda game: game.turns, default=None)),
    ]
    first: dict[ListedGame, str] = {}
    for what, game in picked:
        if game is not None:
            first.setdefault(game, what)
    return [(what, game) for game, what in first.items()]


_PLACES: Final = (
    *("(Order)", "Model", "(Chart)", "Win rate, simultaneous 95 % interval"),
    *("Wins / games", "Turns forfeited", "Rank"),
)
"""Columns of the leaderboard."""


def _leaderboard(view: View, run: PublishedRun, models: str, what: str) -> str:
    if not view.entries:  # only mixed teams played, say: the pages of the models are still to be found
        pages = (f'<a href="{models}{page}">{escape(one_line(name, 80))}</a>' for name, page in run.model_pages.items())
        return f"<p>Models: {', '.join(pages)}</p>"
    return table(
        _PLACES,
        [_place(entry, run, models) for entry in view.entries],
        what,
    )


def _place(entry: LeaderboardEntry, run: PublishedRun, models: str) -> list[str]:
    page = run.model_pages.get(entry.model)
    name = escape(one_line(entry.model, 80))
    failures = entry.failures
    return [
        f"{entry.order}",
        f'<a href="{models}{page}">{name}</a>' if page else name,
        interval_bar(entry.win_rate, entry.win_rate_simultaneous_ci or entry.win_rate_ci),
        format_rate(entry.win_rate, entry.win_rate_simultaneous_ci or entry.win_rate_ci),
        f"{entry.wins:,} / {entry.games:,}",
        format_percent(failures.forfeit_rate) if failures else NOTHING,
        f"{entry.rank}" if entry.rank else NOTHING,
    ]


def report_page(run: PublishedRun, links: Sequence[Link], picture: str = "") -> str:
    """Return the page of the whole report, with its contents first; see `site_page` for the picture."""
    report = report_html(run.report)
    contents = "".join(f'<li><a href="#{id}">{escape(name)}</a></li>' for id, name in report.sections)
    body = [f'<ul class="contents">{contents}</ul>', report.html]
    return site_page(f"Report of {run.name}", body, up="../", links=links, about=verdict_of(run.board), picture=picture)


def model_page(run: PublishedRun, model: str, links: Sequence[Link], picture: str = "") -> str:
    """Return the page of a model: how it did, how it plays, how far its chances can be trusted, what it took.

    See `site_page` for the picture.
    """
    board = run.board
    shown = [view for view in board.views if view.role is BoardRole.OVERALL or not is_homogeneous(board)]
    views = [view for view in shown for entry in view.entries if entry.model == model]
    name = one_line(model, 80)
    spec = one_line(without_addresses(run.facts.players.get(model, model)))
    return site_page(
        f"{name} in {run.name}",
        [
            f"<p>Agent: <code>{escape(spec)}</code></p>",
            f'<p class="doors"><a href="../{GAMES}#model={quote(model, safe="")}">Its games</a></p>',
            "<h2>How it did</h2>",
            table(
                ("View", "(Chart)", "Win rate, 95 % interval", "Wins / games", "Rank"),
                [_in_view(view, model) for view in views],
                f"Win rates of {name}",
            ),
            "<h2>How it plays</h2>",
            _scores(board, model),
            *_style(board, model),
            *_calibration(run, model),
            *_failures(board, model),
            *_cost(run, model),
        ],
        up="../../",
        links=links,
        about=verdict_of(board),
        picture=picture,
    )


def _in_view(view: View, model: str) -> list[str]:
    entry = next(entry for entry in view.entries if entry.model == model)
    where = view.role.value if view.mode is None else f"{mode_title(view.mode)}: {view.role.value}"
    return [
        escape(where),
        interval_bar(entry.win_rate, entry.win_rate_ci),
        format_rate(entry.win_rate, entry.win_rate_ci),
        f"{entry.wins:,} / {entry.games:,}",
        f"{entry.rank}" if entry.rank else NOTHING,
    ]


def _scores(board: Leaderboard, model: str) -> str:
    entry = next((entry for entry in board.overall.entries if entry.model == model), None)
    if entry is None:
        return "<p>No team of this model alone played.</p>"
    rows = [
        [escape(metric.label), format_number(getattr(entry, f"avg_{name}")), f"{getattr(entry, f'n_{name}'):,}"]
        for name, metric in SCORE_METRICS.items()
        if getattr(entry, f"n_{name}")
    ]
    return table(("Measure", "Mean", "Games"), rows, f"Measures of {one_line(model, 80)}")


def _style(board: Leaderboard, model: str) -> Iterator[str]:
    """Yield how ambitious its clues are."""
    counts = next((counts for counts in board.clue_numbers if counts.model == model), None)
    if counts is None or not counts.clues:
        return
    yield "<h3>The numbers of its clues</h3>"
    rows = []
    for kind, label in COUNTED.items():
        share = counts.share(kind) or 0.0
        bar = '<svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect y="2" '
        rows.append([label, f'{bar}width="{100 * share:.1f}" height="6"/></svg>', format_percent(share)])
    yield table(("Number", "(Chart)", "Share of its clues"), rows, f"Numbers of the clues of {one_line(model, 80)}")


def _calibration(run: PublishedRun, model: str) -> Iterator[str]:
    stated = next((stated for stated in run.play.calibration if stated.cluer == model), None)
    yield "<h2>Calibration</h2>"
    if stated is None:
        yield "<p>As a cluer it stated no chances of its clues.</p>"
        return
    parts = stated.parts
    yield (
        f"<p>Of {counted(parts.forecasts, 'clue')} it said how likely each was to work out. The Brier score is "
        f"{format_number(parts.score)} (0 is perfect), of which {format_number(parts.reliability)} is for chances that "
        "are off.</p>"
    )
    rows = [
        [format_percent(one.mean_chance), f"{one.forecasts:,}", format_rate(one.share, interval)]
        for one, interval in zip(parts.bins, stated.intervals, strict=True)
    ]
    yield table(
        ("Said, on average", "Clues", "Worked out, 95 % interval"), rows, "Stated chances and what came of them"
    )


def _failures(board: Leaderboard, model: str) -> Iterator[str]:
    failed = next((failed for failed in board.failures if failed.model == model), None)
    if failed is not None:
        yield "<h2>Failures to answer</h2>"
        cells = [escape(text) for text in failure_cells(failed)]
        yield table(HEADINGS, [cells], f"Failures of {one_line(model, 80)}")


def _cost(run: PublishedRun, model: str) -> Iterator[str]:
    yield "<h2>Cost</h2>"
    spent = run.facts.spent.get(model)
    if spent is None:
        yield "<p>Nothing: no model was asked over a network.</p>"
        return
    unknown = spent.unpriced + spent.unmetered
    more = f", and {counted(unknown, 'request')} of unknown cost" if unknown else ""
    counts = (spent.requests, spent.failed, spent.tokens_in, spent.tokens_out)
    seconds = format_number(run.facts.seconds.get(model), 1)
    row = [*(f"{count:,}" for count in counts), f"{spent.known_cost_usd:.4f}{more}", seconds]
    names = ("Requests", "Of them failed", "Tokens in", "Tokens out", "US dollars", "Seconds per answer")
    yield table(names, [row], f"Cost of {one_line(model, 80)}")


def _slug(text: str) -> str:
    kept = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in text.lower())
    return "-".join(part for part in kept.split("-") if part)[:40] or "model"
