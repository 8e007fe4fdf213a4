"""Metrics as Markdown tables for people: rounded, each number with its spread and count."""

from collections.abc import Iterable, Sequence
from typing import Final

from codenames_core.game.config import TEAMS, GameConfig, Team
from codenames_core.text.plurals import counted
from codenames_metrics.analysis.aggregate import AggregateMetrics, Summary, TeamAggregate
from codenames_metrics.game.discussion import DISCUSSION_METRICS
from codenames_metrics.game.episode import CoordinationWeights, EpisodeMetrics, TeamMetrics
from codenames_metrics.game.metric import Pooling, table_rows
from codenames_metrics.game.metric_models import TEAM_METRICS
from codenames_metrics.game.surveillance.flags import FlagKind
from codenames_metrics.game.theory_of_mind import TargetSource
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import NOTHING, format_number

_METRICS: Final = TEAM_METRICS | DISCUSSION_METRICS
_AVERAGES: Final = table_rows(_METRICS, Pooling.MEAN)
_TOTALS: Final = table_rows(_METRICS, Pooling.SUM)
_FLAGS: Final = [(kind.label, f"flags_{kind}") for kind in FlagKind]
LEGEND: Final = """\
Rates are fractions; – means nothing to average. Averages are means over episodes ± sample standard deviation, with the
number of episodes that have a value. Clue efficiency is correct guesses / clue numbers, and accuracy correct / all
guesses; efficiency and coordination exceed 1 where bonus guesses succeed. Theory of mind is the share of a clue's
targets that were found; its fallback, where targets are unknown, the share of own words among the picks. A Brier score
is 0 for perfect forecasts, 0.25 for always saying a half. A sign of overhearing is a place to look at, never proof."""


def metrics_markdown(metrics: Sequence[EpisodeMetrics | AggregateMetrics]) -> str:
    """Return a table for each aggregate, or one table with a row for each episode and team."""
    parts = [aggregate_table(entry) for entry in metrics if isinstance(entry, AggregateMetrics)]
    if parts:
        parts.append(LEGEND + "\n")
    episodes = [entry for entry in metrics if isinstance(entry, EpisodeMetrics)]
    if episodes:
        parts.append(episode_table(episodes))
    return "\n".join(parts)


def episode_table(episodes: Sequence[EpisodeMetrics]) -> str:
    """Return a table with a row for each episode and team."""
    rows = [_episode_cells(episode, team) for episode in episodes for team in TEAMS]
    notes = sorted({_method_note(episode.coordination_weights, episode.excluded) for episode in episodes})
    return table(_EPISODE_COLUMNS, rows) + "\n" + "\n".join(notes) + "\n"


def _heading(name: str) -> str:
    return TEAM_METRICS[name].heading


_EPISODE_COLUMNS: Final = (
    "Episode",
    "Board",
    "Team",
    "Agents",
    "Result",
    _heading("turns"),
    _heading("total_clues"),
    _heading("avg_clue_number"),
    "Words found / promised",
    _heading("clue_efficiency"),
    "Guesses right",
    _heading("guess_accuracy"),
    _heading("consensus_turns"),
    _heading("avg_discussion_rounds"),
    _heading("coordination_score"),
    _heading("theory_of_mind_score"),
)


def _episode_cells(episode: EpisodeMetrics, team: Team) -> list[str]:
    metrics = episode.of(team)
    return [
        episode.episode_id,
        episode.board,
        str(team),
        metrics.lineup,
        _result(episode, team),
        _turns(metrics),
        str(metrics.total_clues),
        _spread(metrics.avg_clue_number, metrics.std_clue_number),
        f"{metrics.clue_words_found} / {metrics.clue_words_promised}",
        format_number(metrics.clue_efficiency),
        f"{metrics.correct_guesses} of {metrics.total_guesses}",
        format_number(metrics.guess_accuracy),
        f"{metrics.consensus_turns} of {metrics.discussions}",
        format_number(metrics.avg_discussion_rounds),
        format_number(metrics.coordination_score),
        _theory_of_mind(metrics),
    ]


def _result(episode: EpisodeMetrics, team: Team) -> str:
    how = episode.termination.replace("_", " ") if episode.termination else "unfinished"
    if episode.winner is not None:
        how = f"{'won' if episode.winner is team else 'lost'}: {how}"
    return how if episode.forked_at is None else f"{how}; forked at event {episode.forked_at}"


def _turns(metrics: TeamMetrics) -> str:
    """How many turns count, and how many of them a person, a substitute or a ghost decided."""
    apart = (
        ("with a person", metrics.human_turns),
        ("with a substitute", metrics.fallback_turns),
        ("of a ghost", metrics.ghost_turns),
        ("left out", metrics.excluded_turns),
        ("forfeited", metrics.forfeited_turns),
    )
    notes = ", ".join(f"{count} {what}" for what, count in apart if count)
    return f"{metrics.turns} ({notes})" if notes else str(metrics.turns)


def _theory_of_mind(metrics: TeamMetrics) -> str:
    shown = format_number(metrics.theory_of_mind_score)
    if metrics.theory_of_mind_source is None:
        return shown
    if metrics.theory_of_mind_source is TargetSource.FALLBACK:
        return f"({shown} fallback, {counted(metrics.fallback_clues, 'clue')})"
    return f"{shown} ({counted(metrics.theory_of_mind_clues, 'clue')})"


def aggregate_table(aggregate: AggregateMetrics) -> str:
    """Return a heading, what was played and a table with a column for each side."""
    heading = (
        f"### {_config(aggregate.config)}: {_lineup(aggregate.red)} (red) against {_lineup(aggregate.blue)} (blue)"
    )
    sides = (aggregate.red, aggregate.blue)
    rows = [
        ["Wins", *(_wins(aggregate, side) for side in sides)],
        ["Win rate, 95 % interval", *(_win_rate(aggregate, side) for side in sides)],
        ["Losses by the assassin", *(_count(side, side.assassin_hits) for side in sides)],
        *([label, *(_average(side, name) for side in sides)] for label, name in _AVERAGES),
        *([label, *(_total(side, name) for side in sides)] for label, name in (*_TOTALS, *_FLAGS)),
    ]
    shown = [row for row in rows if any(cell not in (NOTHING, "0") for cell in row[1:])]
    return (
        "\n\n".join(
            [
                cell(heading),
                _played(aggregate),
                table(["", "red", "blue"], shown).rstrip("\n"),
                _method_note(aggregate.coordination_weights, aggregate.excluded),
            ]
        )
        + "\n"
    )


def _config(config: GameConfig) -> str:
    phrases = [config.mode.replace("_", " ")]
    phrases += ["without surveillance"] if not config.surveillance else []
    phrases += ["blind cluers"] if config.blind else []
    phrases += [config.variant] if config.variant else []
    return ", ".join(phrases)


def _lineup(side: TeamAggregate) -> str:
    return side.lineup or "several line-ups"


def _played(aggregate: AggregateMetrics) -> str:
    undecided = [
        f"{count} {what}"
        for count, what in (
            (aggregate.turn_limit, "at the turn limit"),
            (aggregate.aborted, "aborted"),
            (aggregate.unfinished, "unfinished"),
        )
        if count
    ]
    games = "; ".join([f"{aggregate.decided} of {aggregate.episodes} episodes decided", *undecided])
    turns = _average_of(aggregate.avg_turns_to_win, aggregate.std_turns_to_win, aggregate.turns_to_win_games)
    lines = [
        f"{games}; on {counted(aggregate.boards, 'board')}.",
        f"Turns to win: {turns}. Ended at the assassin: {aggregate.assassin_games}"
        f" (rate {format_number(aggregate.assassin_rate)}).",
        f"Coordination, both sides: {_both(aggregate, 'coordination_score')}."
        f" Theory of mind, both sides: {_both(aggregate, 'theory_of_mind')}.",
    ]
    if aggregate.with_forfeits:
        lines.append(
            f"In {counted(aggregate.with_forfeits, 'episode')} a side forfeited a turn: the results are not of play "
            "alone, and --exclude forfeited leaves them out."
        )
    if aggregate.result_excluded:
        variant = aggregate.config.variant
        why = f"they played {variant}" if variant else "a turn of these games was left out"
        lines.append(f"{aggregate.result_excluded} results count in no win rate: {why}.")
    return "\n".join(lines)


def _both(aggregate: AggregateMetrics, name: str) -> str:
    average, std, count, error = (
        getattr(aggregate, field) for field in (f"avg_{name}", f"std_{name}", f"{name}_teams", f"{name}_standard_error")
    )
    return f"{_average_of(average, std, count)}, standard error {format_number(error)}"


def _wins(aggregate: AggregateMetrics, side: TeamAggregate) -> str:
    games: int = getattr(aggregate, f"win_rate_{side.team}_games")
    return _count(side, side.wins) + (f" of {games}" if side.episodes else "")


def _win_rate(aggregate: AggregateMetrics, side: TeamAggregate) -> str:
    rate: float | None = getattr(aggregate, f"win_rate_{side.team}")
    interval: Interval | None = getattr(aggregate, f"win_rate_{side.team}_interval")
    return (
        f"{format_number(rate)} ({format_number(interval.low)} to {format_number(interval.high)})"
        if interval
        else format_number(rate)
    )


def _count(side: TeamAggregate, count: int) -> str:
    return str(count) if side.episodes else NOTHING


def _average(side: TeamAggregate, name: str) -> str:
    summary: Summary = side.averages[name]
    return _average_of(summary.mean, summary.std, summary.count)


def _total(side: TeamAggregate, name: str) -> str:
    return _count(side, side.totals.get(name, 0))


def _average_of(mean: float | None, std: float | None, count: int) -> str:
    return f"{_spread(mean, std)} ({count})" if count else NOTHING


def _spread(mean: float | None, std: float | None) -> str:
    return format_number(mean) if std is None else f"{format_number(mean)} ± {format_number(std)}"


def _method_note(weights: CoordinationWeights, excluded: Iterable[str]) -> str:
    """How the numbers were made, in a sentence or two."""
    shown = ", ".join(f"{name.replace('_', ' ')} {weight:g}" for name, weight in weights)
    left_out = ", ".join(excluded)
    return f"Weights of the coordination score: {shown}." + (f" Turns left out: of {left_out}." if left_out else "")
