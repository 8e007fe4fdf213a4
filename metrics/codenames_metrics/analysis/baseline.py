"""Does being overheard change how teams play? A run against the same boards and line-ups without surveillance.

Each line-up is compared with itself: on the same boards, on the same side, against the same opponents, board by board.
All rows are one family. Clues are also compared one by one, for as long as two games have come to the same position by
the same clues and guesses: those given before there was anything to overhear show how much changes by chance alone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import TEAMS, GameConfig, Team
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode import EpisodeMetrics, compute_episode_metrics
from codenames_metrics.game.played_turns import PlayedTurn, played_turns
from codenames_metrics.game.surveillance.flags import FlagKind, heard_before
from codenames_metrics.game.theory_of_mind import TargetSource, intended_targets
from codenames_metrics.statistics.comparison_families import PairwiseComparison, compare_pairs
from codenames_metrics.statistics.moments import Moments, mean
from codenames_metrics.statistics.proportions import share

BASELINE_METRICS: Final[Mapping[str, str]] = {
    "clue_number": "mean number of the clues given after the opponents had discussed",
    "target_link": "mean link of these clues with their targets, by the shipped vectors",
    "reasoning_flags": "these clues whose reasoning contains a sign of overhearing / these clues",
    "opponent_clue_flags": "messages that name a clue of the opponents / messages",
    "listener_flags": "messages with a sign of overhearing / messages",
    "naming_rate": "messages that speak for a word of the board / messages",
    "never_touched_rate": "messages that speak for a word that the team never guessed / those that speak for any",
    "agreement_before": "words that both guessers' first messages want / words that either wants",
    "discussion_length": "mean characters of a discussion",
    "consensus_rate": "discussions that end in consensus / discussions",
    "clue_efficiency": "correct guesses / clue numbers",
    "guess_accuracy": "correct guesses / guesses",
    "theory_of_mind": "mean share of a clue's targets that were found",
    "wins": "1 where the team won, 0 where the other did",
}
"""What is compared, for each line-up by itself."""

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
    values: Mapping[Team, Mapping[str, float | None]]
    """Of each side that no ghost played."""
    clues: tuple[GivenClue, ...]


class MetricComparison(NamedTuple):
    """One metric of a line-up, with and without surveillance, over the boards that have it on both sides."""

    lineup: str
    metric: str
    meaning: str
    with_surveillance: float | None
    """Mean over the boards."""
    without_surveillance: float | None
    result: PairwiseComparison
    """With - without; all metrics of all line-ups are one family."""


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
    values = {}
    for team in TEAMS:
        if not metrics.of(team).is_ghost:
            own = [turn for turn in turns if turn.team is team]
            link = _target_link(episode, own, heard) if vectors else None
            values[team] = _values(metrics, team, own, heard) | {"target_link": link}
    return BaselineGame(pairing, episode.config, values, tuple(_given_clues(turns, heard)))


def _values(
    metrics: EpisodeMetrics, team: Team, turns: Sequence[PlayedTurn], heard: Mapping[int, bool]
) -> dict[str, float | None]:
    side = metrics.of(team)
    talk = side.discussion_value
    of = Counter(flag.kind for flag in side.adaptation_flags)
    after = [turn for turn in turns if turn.clue and heard[turn.number]]
    messages = sum(len(turn.discussion) for turn in turns)
    knows = side.theory_of_mind_source is TargetSource.REASONING
    return {
        "clue_number": mean(number for turn in after if (number := turn.number_said)),
        "reasoning_flags": share(of[FlagKind.REASONING_MENTIONS_OPPONENTS], len(after)),
        "opponent_clue_flags": share(of[FlagKind.MESSAGE_MENTIONS_OPPONENT_CLUE], messages),
        "listener_flags": share(of[FlagKind.MESSAGE_MENTIONS_LISTENERS], messages),
        "naming_rate": talk.naming_rate if talk else None,
        "never_touched_rate": talk.never_touched_rate if talk else None,
        "agreement_before": talk.avg_agreement_before if talk else None,
        "discussion_length": side.avg_discussion_length,
        "consensus_rate": side.consensus_rate,
        "clue_efficiency": side.clue_efficiency,
        "guess_accuracy": side.guess_accuracy,
        "theory_of_mind": side.theory_of_mind_score if knows else None,
        "wins": None if metrics.winner is None else float(metrics.winner is team),
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
    changes = _clue_changes((with_it[pairing][0], without[pairing][0]) for pairing in shared)
    unpaired = len(with_it) + len(without) - 2 * len(shared)
    comparisons = _compare_lineups({pairing: (with_it[pairing], without[pairing]) for pairing in shared})
    return BaselineReport(len(shared), unpaired, tuple(comparisons), changes)


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
                f"the run has {name} {getattr(game.config, name)}, but its baseline {getattr(baseline.config, name)}"
            )


_Games: TypeAlias = Mapping[_Pairing, tuple[Sequence[BaselineGame], Sequence[BaselineGame]]]
"""Those of each board and pair of line-ups, with surveillance and without."""


def _compare_lineups(games: _Games) -> Iterator[MetricComparison]:
    lineups = dict.fromkeys(lineup for pairing in games for lineup in pairing[1:])
    rows = [(lineup, metric) for lineup in lineups for metric in BASELINE_METRICS]
    sides = [_board_scores(games, lineup, metric) for lineup, metric in rows]
    kept = [(row, both) for row, both in zip(rows, sides, strict=True) if both[0]]
    results = compare_pairs(("with", "without", *both) for _, both in kept)
    for ((lineup, metric), (first, second)), result in zip(kept, results, strict=True):
        means = mean(first.values()), mean(second.values())
        yield MetricComparison(lineup, metric, BASELINE_METRICS[metric], *means, result)


def _board_scores(games: _Games, lineup: str, metric: str) -> tuple[dict[str, float], dict[str, float]]:
    """Return a metric of a line-up on each board, with and without, over the opponents and sides that both had."""
    values: tuple[dict[str, list[float]], dict[str, list[float]]] = (defaultdict(list), defaultdict(list))
    for (board, *labels), both in games.items():
        for team, label in zip(TEAMS, labels, strict=True):
            if label == lineup:
                found = [_mean_of(game.values.get(team, {}).get(metric) for game in side) for side in both]
                if found[0] is not None and found[1] is not None:
                    values[0][board].append(found[0])
                    values[1][board].append(found[1])
    first, second = ({board: mean(list_of) or 0.0 for board, list_of in side.items()} for side in values)
    return first, second


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
    result = comparison.result
    alone, together = result.interval, result.simultaneous_interval
    return {
        "lineup": comparison.lineup,
        "measure": comparison.metric,
        "boards": result.boards,
        "with_surveillance": comparison.with_surveillance,
        "without_surveillance": comparison.without_surveillance,
        "difference": result.difference,
        "interval_low": alone.low if alone else None,
        "interval_high": alone.high if alone else None,
        "simultaneous_low": together.low if together else None,
        "simultaneous_high": together.high if together else None,
        "p_value": result.p_value,
        "p_value_adjusted": result.p_value_adjusted,
        "is_resolved": result.is_resolved,
        "meaning": comparison.meaning,
    }
