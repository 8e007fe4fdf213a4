"""What a tune has come to, as a value: its report and its screen are made of nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from codenames_metrics.laboratory.asking.laboratory import LabProgress
from codenames_metrics.laboratory.tuning.outcome.choice import (
    CandidatePoint,
    Confirmation,
    Optimism,
    confirm,
    evidence,
    optimism,
    pareto_front,
)
from codenames_metrics.laboratory.tuning.outcome.games import PlayedGame, by_board
from codenames_metrics.laboratory.tuning.planning.candidates import Candidate
from codenames_metrics.laboratory.tuning.planning.plan import TunePlan
from codenames_metrics.laboratory.tuning.searching.rollouts import Rollout
from codenames_metrics.statistics.moments import mean


class TuneStage(StrEnum):
    """How far a tune is."""

    SEARCH = "search"
    CHOICE = "choice"
    TEST = "test"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class TuneStory:
    """Everything that is known."""

    plan: TunePlan
    stage: TuneStage
    candidates: Mapping[str, Candidate]
    searched: Mapping[str, Mapping[str, Rollout]]
    refused: Mapping[str, int]
    games: Mapping[str, tuple[PlayedGame, ...]]
    """Of the finalists, the start first."""
    chosen: str | None
    """The winner; the start where nothing was better, None before the choice."""
    tested: Mapping[str, tuple[Rollout, ...]]
    """Of the start and the winner, on the boards of the test."""
    progress: LabProgress

    @property
    def start(self) -> str:
        """The id of the prompts that it began with."""
        return next(iter(self.candidates))

    @property
    def scores(self) -> dict[str, dict[str, float]]:
        """What the answers of the search were worth, by candidate and position."""
        goal = self.plan.goal
        return {
            name: {position: one.score(goal) for position, one in found.items()}
            for name, found in self.searched.items()
        }

    @property
    def games_by_board(self) -> dict[str, dict[int, float]]:
        """What the games of the choice were worth, by candidate and board."""
        return {name: by_board(games, self.plan.goal) for name, games in self.games.items()}

    @property
    def evidence(self) -> dict[str, float]:
        """By how much the candidates of the games are above the start, by games and search together."""
        return evidence(self.games_by_board, self.scores) if self.games else {}

    @property
    def differences(self) -> list[tuple[str, float]]:
        """The winner less the start in the test, position by position, each with its board."""
        if self.chosen is None or self.chosen not in self.tested or self.start not in self.tested:
            return []
        goal = self.plan.goal
        before = {one.position: one.score(goal) for one in self.tested[self.start]}
        return [(one.board, one.score(goal) - before[one.position]) for one in self.tested[self.chosen]]

    @property
    def confirmation(self) -> Confirmation | None:
        """The one test; None where it was not made, or nothing was chosen over the start."""
        return confirm(self.differences) if self.chosen != self.start and self.differences else None

    @property
    def optimism(self) -> Optimism | None:
        """By how much the search overstates the gain; None before the test."""
        if self.chosen is None or self.confirmation is None:
            return None
        goal, before = self.plan.goal, self.searched[self.start]
        gains = [
            (one.board, one.score(goal) - before[position].score(goal))
            for position, one in self.searched[self.chosen].items()
            if position in before
        ]
        return optimism(gains, self.differences)

    def point(self, candidate: str) -> CandidatePoint | None:
        """Return what a candidate came to in the search; None before it was asked."""
        found, goal = self.searched.get(candidate, {}), self.plan.goal
        before = self.searched.get(self.start, {})
        gains = [one.score(goal) - before[key].score(goal) for key, one in found.items() if key in before]
        gain = mean(gains)
        if gain is None:
            return None
        tokens = mean(float(one.tokens) for one in found.values() if one.tokens is not None)
        return CandidatePoint(candidate, gain, mean(one.assassin for one in found.values()) or 0.0, tokens)

    @property
    def points(self) -> list[CandidatePoint]:
        """What all candidates came to that were asked."""
        return [point for name in self.candidates if (point := self.point(name)) is not None]

    @property
    def front(self) -> set[str]:
        """The candidates than which none is better in gain, risk and tokens, of those tried on most positions."""
        most = max((len(one) for one in self.searched.values()), default=0)
        return pareto_front([one for one in self.points if len(self.searched[one.candidate]) == most])

    def children_of(self, candidate: str) -> list[str]:
        """Return the candidates that were made of one, in the order in which they were found."""
        return [name for name, one in self.candidates.items() if one.parent == candidate]

    @property
    def moved(self) -> list[tuple[Rollout, Rollout]]:
        """Decisions of the test that came out otherwise, before and after, the largest differences first."""
        if not self.differences or self.chosen is None:
            return []
        goal = self.plan.goal
        before = {one.position: one for one in self.tested[self.start]}
        pairs = [(before[one.position], one) for one in self.tested[self.chosen]]
        changed = [(first, second) for first, second in pairs if first.answer != second.answer]
        return sorted(changed, key=lambda pair: -abs(pair[1].score(goal) - pair[0].score(goal)))
