"""Does a probe find what was planted, no more and no less, and how many boards does it save?

    python -m benchmarks.honest_probes

A cluer gives a number one lower with a known chance where it has heard its opponents. Games are played and their clues
asked again, with and without what was heard; then the dice of the same decisions are thrown many times, to see how
often intervals hold what was planted and tests find what is not there. Beside it stands what `--baseline` makes of the
same boards played twice. Figures and what they mean: docs/laboratory.md.
"""

import asyncio
import random
import tempfile
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any, Final, NamedTuple

from benchmarks.figures import Figure
from codenames_agents.catalogue import build_team, team_seed
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AnyCluerView, ClueAnswer, PenaltyAnswer, TeamAgents
from codenames_core.game.config import GameConfig
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.play.episode import run_episode
from codenames_metrics.analysis.baseline import baseline_game, compare_with_baseline
from codenames_metrics.laboratory.asking.executors import AnswersHere
from codenames_metrics.laboratory.asking.lab_folder import LabFolder
from codenames_metrics.laboratory.asking.laboratory import Laboratory
from codenames_metrics.laboratory.asking.positions import Kind, decisions_in
from codenames_metrics.laboratory.asking.questions import LabQuestion, build_asked
from codenames_metrics.laboratory.probes.arms import AGAIN, AS_WAS, UNHEARD, changes, parse_arms
from codenames_metrics.laboratory.probes.effects import ProbedDecision, difference
from codenames_metrics.laboratory.probes.measures import ProbedAnswer
from codenames_metrics.laboratory.probes.plan import ProbePlan
from codenames_metrics.laboratory.probes.running import open_probe_folder, probed_decisions, run_probe
from codenames_metrics.statistics.decisions.clustered_means import ClusteredMean, clustered_mean
from codenames_metrics.statistics.intervals import Interval

PLANTED: Final = (0.0, 0.1, 0.3)
BOARDS: Final = 30
REPEATS: Final = 20_000
"""Of 1,000 probes two standard errors are 1.4 points, too much to tell 5 % from 6 %; of these they are 0.3."""
ANSWERS: Final = 4
"""Under each arm."""
NOISE: Final = 0.2
"""How often a number is one lower in any case, so that answers vary without an effect."""
SPEC: Final = "vector:balanced"


class Planted:
    """Gives a number one lower with the chance `q` where it has heard the opponents."""

    def __init__(self, inner: Any, q: float, dice: random.Random) -> None:
        self._inner, self._q, self._dice = inner, q, dice

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return the clue of the other agent, perhaps with a lower number."""
        clue, trace = await self._inner.generate_clue(view)
        heard = any(isinstance(e, DiscussionMessage) and e.team is not view.seat.team for e in view.public_transcript)
        if heard and isinstance(clue, Clue) and _is_large(clue) and self._dice.random() < self._q:
            clue = Clue(clue.word, int(clue.number) - 1)
        return clue, trace

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Leave it to the other agent."""
        answer: PenaltyAnswer = await self._inner.choose_penalty(view)
        return answer


class Found(NamedTuple):
    """What one probe of one set of games found."""

    q: float
    decisions: int
    truth: float
    """The mean effect that was planted in these decisions."""
    probe: ClusteredMean
    baseline: Interval | None
    """Of the same measure, from the boards played with and without surveillance."""
    large: tuple[tuple[str, bool], ...]
    """Board of each decision, and whether its clue is for more than one word: all that the dice need."""

    @property
    def boards_saved(self) -> float | None:
        """How many times as many boards the baseline needs for an interval as narrow; None where there is no width."""
        if self.baseline is None or self.probe.interval is None or self.probe.interval.high == self.probe.interval.low:
            return None
        return (_width(self.baseline) / _width(self.probe.interval)) ** 2


def figures(quick: bool) -> Iterator[Figure]:
    """Yield how well probes do."""
    boards, repeats = (8, 100) if quick else (BOARDS, REPEATS)
    for q in PLANTED:
        found = probe_games(q, boards)
        if q == 0:
            yield Figure("effect where none is", abs(found.probe.mean or 0.0), "words", 0.0)
        elif (saved := found.boards_saved) is not None:
            yield Figure(f"boards saved at {q:g}", saved, "times", 10.0, about=f"{boards} boards")
        held, alarms, bias = thrown(found, repeats, q)
        yield Figure(f"coverage at {q:g}", 100 * held, "%", 93.0)
        if q:
            yield Figure(f"bias at {q:g}", 100 * abs(bias) / q, "% of the effect", 5.0)
        else:
            allowed = 5.0 + 200 * sqrt(0.05 * 0.95 / repeats)
            about = f"{repeats:,} probes of noisy agents; 5 % and two standard errors"
            yield Figure("false alarms", 100 * alarms, "%", round(allowed, 1), about=about)


def probe_games(q: float, boards: int, first: int = 300_000) -> Found:
    """Play games, ask their clues again, and compare."""
    return asyncio.run(_probe_games(q, range(first, first + boards)))


async def _probe_games(q: float, seeds: Sequence[int]) -> Found:
    heard = [await _play(seed, q, surveillance=True) for seed in seeds]
    deaf = [await _play(seed, q, surveillance=False) for seed in seeds]
    arms = parse_arms([UNHEARD], Kind.CLUE)
    positions = tuple(one for game in heard for one in decisions_in(game, Kind.CLUE) if changes(arms[2], one))
    plan = ProbePlan(Kind.CLUE, positions, arms, ANSWERS)

    def build(question: LabQuestion) -> Planted:
        return Planted(build_asked(question), q, random.Random(f"probe {question.key.text}"))

    with tempfile.TemporaryDirectory() as folder, open_probe_folder(Path(folder), plan) as lab:
        decisions = await _asked(lab, plan, build)
    values = [(one.board, difference(one, UNHEARD, "number")) for one in decisions]
    large = tuple((one.board, (one.answers[UNHEARD][0].number or 0) > 1) for one in decisions)
    measured = [[baseline_game(one, vectors=False) for one in games] for games in (heard, deaf)]
    report = compare_with_baseline(*measured)
    baseline = next(one.result.interval for one in report.comparisons if one.metric == "clue_number")
    probe = clustered_mean((board, value) for board, value in values if value is not None)
    truth = mean(q * is_large for _, is_large in large)
    return Found(q, len(decisions), truth, probe, baseline, large)


async def _asked(lab: LabFolder, plan: ProbePlan, build: Any) -> list[ProbedDecision]:
    async with Laboratory(lab, answerer=AnswersHere(build)) as laboratory:
        await run_probe(laboratory, plan)
        return probed_decisions(plan, laboratory.answers)


async def _play(seed: int, q: float, *, surveillance: bool) -> EpisodeRecord:
    """Play a board; with and without surveillance by agents with other seeds, as two runs have them."""
    teams = []
    for team in ("red", "blue"):
        own = team_seed(seed, run_seed=1 + surveillance + 2 * (team == "red"))
        one = build_team(SPEC, seed=own)
        dice = random.Random(f"{seed}{team}{surveillance}")
        teams.append(TeamAgents(Planted(one.cluer, q, dice), one.guesser_1, one.guesser_2, one.config))
    return await run_episode(GameConfig(seed=seed, surveillance=surveillance), *teams)


def thrown(found: Found, repeats: int, q: float) -> tuple[float, float, float]:
    """Throw the dice of the same decisions again and again, of an agent whose answers vary in any case.

    Returns:
        How often the interval held the effect, how often it was found at 5 %, and the mean error.
    """
    rng = random.Random(f"thrown {q}")
    added = q * (1 - NOISE)
    truth = added * mean(is_large for _, is_large in found.large)
    held = alarms = 0
    errors = []
    for _ in range(repeats):
        values = []
        for board, is_large in found.large:
            arms = {AS_WAS: NOISE + added, AGAIN: NOISE + added, UNHEARD: NOISE}
            answers = {arm: _answers(rng, chance if is_large else 0.0) for arm, chance in arms.items()}
            values.append((board, difference(ProbedDecision("", board, "", answers), UNHEARD, "number") or 0.0))
        one = clustered_mean(values)
        held += one.interval is not None and one.interval.low <= truth <= one.interval.high
        alarms += one.p_value is not None and one.p_value < 0.05
        errors.append((one.mean or 0.0) - truth)
    return held / repeats, alarms / repeats, mean(errors)


def _answers(rng: random.Random, chance: float) -> list[ProbedAnswer]:
    numbers = [2 - (rng.random() < chance) for _ in range(ANSWERS)]
    return [ProbedAnswer(number, (), float(number), None, None, None, "") for number in numbers]


def _is_large(clue: Clue) -> bool:
    return isinstance(clue.number, int) and clue.number > 1


def _width(interval: Interval) -> float:
    return interval.high - interval.low


def main() -> None:
    """Print what the documentation has."""
    print(f"{BOARDS} boards, {ANSWERS} answers under each arm, {REPEATS:,} throws of the dice")
    for q in PLANTED:
        found = probe_games(q, BOARDS)
        held, alarms, bias = thrown(found, REPEATS, q)
        print(f"q {q:g}: {found.decisions} decisions, planted {found.truth:.3f}, probe {_shown(found.probe)}")
        print(f"    baseline {found.baseline}; boards saved {found.boards_saved}")
        print(f"    dice: held {100 * held:.1f} %, found at 5 % {100 * alarms:.1f} %, mean error {bias:+.4f}")


def _shown(one: ClusteredMean) -> str:
    return f"{one.mean:+.3f}" if one.mean is not None and one.interval is None else f"{one.mean:+.3f} {one.interval}"


if __name__ == "__main__":
    main()
