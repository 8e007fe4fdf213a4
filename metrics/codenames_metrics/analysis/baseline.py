"""Does being overheard change how teams play? A run against the same boards and line-ups without surveillance.

Metrics of a game are averaged over the games of each board and pair of line-ups, and compared board by board. Clues
are also compared one by one, for as long as two games have come to the same position by the same clues and guesses:
those given before there was anything to overhear show how much changes by chance alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import TEAMS, GameConfig
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode import EpisodeMetrics, compute_episode_metrics
from codenames_metrics.game.played_turns import PlayedTurn, played_turns
from codenames_metrics.game.surveillance import FlagKind, heard_before
from codenames_metrics.game.theory_of_mind import TargetSource, intended_targets
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.moments import Moments, mean
from codenames_metrics.statistics.multiplicity import holm
from codenames_metrics.statistics.paired_tests import PairedComparison, paired_comparison
from codenames_metrics.statistics.proportions import share

BASELINE_METRICS: Final[Mapping[str, str]] = {
    "clue_number": "mean number of the clues given after the opponents had discussed",
    "target_link": "mean link of these clues with their targets, by the shipped vectors",
    "reasoning_flags": "these clues whose reasoning speaks of what opponents said / these clues",
    "opponent_clue_flags": "messages that name a clue of the opponents / messages",
    "listener_flags": "messages that speak of listeners / messages",
    "naming_rate": "messages that speak for a word of the board / messages",
    "never_touched_rate": "messages that speak for a word that the team never touched / those that speak for any",
    "agreement_before": "words that both guessers' first messages want / words that either wants",
    "discussion_length": "mean characters of a discussion",
    "consensus_rate": "discussions that end in consensus / discussions",
    "clue_efficiency": "correct guesses / clue numbers",
    "guess_accuracy": "correct guesses / guesses",
    "theory_of_mind": "mean share of a clue's targets that were found",
    "red_wins": "1 where red won, 0 where blue did",
}
"""What is compared, as a mean of both teams of a game."""

_Pairing = tuple[str, str, str]
"""Board, red line-up, blue line-up."""


class GivenClue(NamedTuple):
    """A clue and how the game came to it."""

    position: tuple[str, ...]
    """Clues and guesses before it, in order."""
    clue: str
    heard: bool
    """Whether the opponents had discussed anything before it."""


class BaselineGame(NamedTuple):
    """What a comparison keeps of one game."""

    pairing: _Pairing
    config: GameConfig
    values: dict[str, float | None]
    clues: tuple[GivenClue, ...]


class MetricComparison(NamedTuple):
    """One metric, with and without surveillance, over the boards that have it on both sides."""

    metric: str
    meaning: str
    boards: int
    with_surveillance: float | None
    without_surveillance: float | None
    result: PairedComparison
    p_value_adjusted: float | None
    """Holm's, over all metrics."""


class ClueChanges(NamedTuple):
    """Clues given in the same position of two games that differ in surveillance alone."""

    compared_before_hearing: int
    changed_before_hearing: int
    """What changes by chance: nothing could be overheard yet."""
    compared_after_hearing: int
    changed_after_hearing: int


class BaselineReport(NamedTuple):
    """A run held against its baseline."""

    pairings: int
    """Boards and line-ups that both played."""
    unpaired: int
    """Those that only one side played; they are left out."""
    comparisons: tuple[MetricComparison, ...]
    clue_changes: ClueChanges


def baseline_game(episode: EpisodeRecord, *, vectors: bool = True) -> BaselineGame:
    """Return what a comparison keeps of one game.

    Raises:
        IllegalEvent: an event does not follow from those before it.
    """
    metrics = compute_episode_metrics(episode, discussion=True)
    turns = [turn for turn in played_turns(episode) if metrics.of(turn.team).is_ghost is False]
    heard = heard_before(turns)
    pairing = (metrics.board, metrics.red_metrics.lineup, metrics.blue_metrics.lineup)
    values = _values(metrics, turns, heard)
    values["target_link"] = _target_link(episode, turns, heard) if vectors else None
    return BaselineGame(pairing, episode.config, values, tuple(_given_clues(turns, heard)))


def _values(metrics: EpisodeMetrics, turns: Iterable[PlayedTurn], heard: Mapping[int, bool]) -> dict[str, float | None]:
    sides = [metrics.of(team) for team in TEAMS if not metrics.of(team).is_ghost]
    talk = [side.discussion_value for side in sides if side.discussion_value]
    flags = [flag for side in sides for flag in side.adaptation_flags]
    of = {kind: sum(flag.kind is kind for flag in flags) for kind in FlagKind}
    after = [turn for turn in turns if turn.clue and heard[turn.number]]
    messages = sum(len(turn.discussion) for turn in turns)
    won = None if metrics.winner is None else float(metrics.winner is TEAMS[0])
    mind = [side.theory_of_mind_score for side in sides if side.theory_of_mind_source is TargetSource.REASONING]
    return {
        "clue_number": mean(number for turn in after if (number := turn.number_said)),
        "reasoning_flags": share(of[FlagKind.REASONING_MENTIONS_OPPONENTS], len(after)),
        "opponent_clue_flags": share(of[FlagKind.MESSAGE_MENTIONS_OPPONENT_CLUE], messages),
        "listener_flags": share(of[FlagKind.MESSAGE_MENTIONS_LISTENERS], messages),
        "naming_rate": _mean_of(value.naming_rate for value in talk),
        "never_touched_rate": _mean_of(value.never_touched_rate for value in talk),
        "agreement_before": _mean_of(value.avg_agreement_before for value in talk),
        "discussion_length": _mean_of(side.avg_discussion_length for side in sides),
        "consensus_rate": _mean_of(side.consensus_rate for side in sides),
        "clue_efficiency": _mean_of(side.clue_efficiency for side in sides),
        "guess_accuracy": _mean_of(side.guess_accuracy for side in sides),
        "theory_of_mind": _mean_of(mind),
        "red_wins": won,
    }


def _mean_of(values: Iterable[float | None]) -> float | None:
    return mean(value for value in values if value is not None)


def _target_link(episode: EpisodeRecord, turns: Iterable[PlayedTurn], heard: Mapping[int, bool]) -> float | None:
    from codenames_metrics.game.clue_quality import clue_quality

    links = Moments()
    for turn in turns:
        if heard[turn.number]:
            targets = intended_targets(turn, episode.board, blind=episode.config.blind)[1]
            quality = clue_quality(turn, episode.board, targets)
            if quality and quality.target_link is not None:
                links.add(quality.target_link)
    return links.mean


def _given_clues(turns: Iterable[PlayedTurn], heard: Mapping[int, bool]) -> Iterator[GivenClue]:
    path: list[str] = []
    for turn in turns:
        if turn.clue:
            clue = f"{turn.clue.word.casefold()} {turn.clue.number}"
            yield GivenClue(tuple(path), clue, heard[turn.number])
            path.append(clue)
        path += turn.picks


def compare_with_baseline(run: Iterable[BaselineGame], baseline: Iterable[BaselineGame]) -> BaselineReport:
    """Compare a run with the same boards and line-ups played without surveillance.

    Raises:
        InputError: the run was played without surveillance or the baseline with it, they differ in another rule, or
            they have no board and line-ups in common.
    """
    with_it, without = _by_pairing(run, surveillance=True), _by_pairing(baseline, surveillance=False)
    shared = [pairing for pairing in with_it if pairing in without]
    if not shared:
        raise InputError("the run and its baseline have no board with the same line-ups in common")
    _refuse_other_rules(with_it[shared[0]][0], without[shared[0]][0])
    compared = [_compare_metric(name, {p: (with_it[p], without[p]) for p in shared}) for name in BASELINE_METRICS]
    p_values = [comparison.result.p_value for comparison in compared]
    adjusted = iter(holm([p_value for p_value in p_values if p_value is not None]))
    comparisons = tuple(
        comparison if p_value is None else comparison._replace(p_value_adjusted=next(adjusted))
        for comparison, p_value in zip(compared, p_values, strict=True)
    )
    changes = _clue_changes((with_it[pairing][0], without[pairing][0]) for pairing in shared)
    unpaired = len(with_it) + len(without) - 2 * len(shared)
    return BaselineReport(len(shared), unpaired, comparisons, changes)


def _by_pairing(games: Iterable[BaselineGame], *, surveillance: bool) -> dict[_Pairing, list[BaselineGame]]:
    games_of: dict[_Pairing, list[BaselineGame]] = defaultdict(list)
    for game in games:
        if game.config.surveillance is not surveillance:
            side = "the baseline was played with surveillance" if game.config.surveillance else "the run has none"
            raise InputError(f"{side} (board {one_line(game.pairing[0])}); compare games with it to a baseline without")
        games_of[game.pairing].append(game)
    return games_of


def _refuse_other_rules(game: BaselineGame, baseline: BaselineGame) -> None:
    for name in GameConfig.model_fields:
        if name not in ("surveillance", "seed") and getattr(game.config, name) != getattr(baseline.config, name):
            raise InputError(
                f"the run has {name} {getattr(game.config, name)}, and its baseline {getattr(baseline.config, name)}"
            )


def _compare_metric(
    name: str, games: Mapping[_Pairing, tuple[Iterable[BaselineGame], Iterable[BaselineGame]]]
) -> MetricComparison:
    """Line-ups on one board are averaged: the board is the unit."""
    sides: tuple[dict[str, list[float]], dict[str, list[float]]] = (defaultdict(list), defaultdict(list))
    for (board, _, _), pair in games.items():
        values = [_mean_of(game.values[name] for game in side) for side in pair]
        if values[0] is not None and values[1] is not None:
            sides[0][board].append(values[0])
            sides[1][board].append(values[1])
    first, second = ({board: mean(values) or 0.0 for board, values in side.items()} for side in sides)
    return MetricComparison(
        name,
        BASELINE_METRICS[name],
        len(first),
        mean(first.values()),
        mean(second.values()),
        paired_comparison(first, second),
        None,
    )


def _clue_changes(pairs: Iterable[tuple[BaselineGame, BaselineGame]]) -> ClueChanges:
    compared = {False: 0, True: 0}
    changed = {False: 0, True: 0}
    for game, baseline in pairs:
        theirs = {given.position: given.clue for given in baseline.clues}
        for given in game.clues:
            if given.position in theirs:
                compared[given.heard] += 1
                changed[given.heard] += given.clue != theirs[given.position]
    return ClueChanges(compared[False], changed[False], compared[True], changed[True])


def comparison_row(comparison: MetricComparison) -> dict[str, object]:
    """Return a comparison as a row of a table."""
    interval: Interval | None = comparison.result.interval
    return {
        "measure": comparison.metric,
        "boards": comparison.boards,
        "with_surveillance": comparison.with_surveillance,
        "without_surveillance": comparison.without_surveillance,
        "difference": comparison.result.difference,
        "interval_low": interval.low if interval else None,
        "interval_high": interval.high if interval else None,
        "p_value": comparison.result.p_value,
        "p_value_adjusted": comparison.p_value_adjusted,
        "is_resolved": comparison.p_value_adjusted is not None and comparison.p_value_adjusted < 0.05,
        "meaning": comparison.meaning,
    }
