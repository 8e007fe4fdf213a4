"""Games by which a candidate is chosen: the tuned model with partners against partners, on boards of their own.

A game is played question by question through the engine, all games of a candidate at once. It follows from its answers
alone, which are kept: so a game that was cut off is played again up to there without asking anybody.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from codenames_agents.catalogue import team_seed
from codenames_core.decisions.protocol import next_question, recorded_result, steps
from codenames_core.decisions.questions import Ask
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.board import deal
from codenames_core.game.config import AgentConfig, Role, Team, TeamConfig
from codenames_core.game.state import GameState, initialize_game
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.plan import load_words
from codenames_metrics.laboratory.asking.answer_file import NAME
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion
from codenames_metrics.laboratory.tuning.planning.candidates import Candidate
from codenames_metrics.laboratory.tuning.planning.plan import TuneGoal, TunePlan
from codenames_metrics.laboratory.tuning.searching.trials import Trials
from codenames_metrics.statistics.moments import mean

_SIDES: Final = (Team.RED, Team.BLUE)


class PlayedGame(NamedTuple):
    """What one game of a candidate came to."""

    board: int
    """Its seed."""
    side: Team
    won: bool
    words_ahead: float
    """The opponents' words that were left, less the team's own; who loses had all of its words still to find and who
    wins none, as if the game had been played on."""
    legal: float
    """The share of the tuned model's answers that could be used at the first try."""
    failed: int
    """Its questions without an answer that could be used."""

    def score(self, goal: TuneGoal) -> float:
        """Return what it is worth by a goal."""
        return self.words_ahead if goal is TuneGoal.WORDS else self.legal


@dataclass
class _Game:
    """A game on its way."""

    seed: int
    side: Team
    teams: dict[Team, TeamConfig]
    state: GameState
    tries: list[AgentTrace] = field(default_factory=list)
    answers: list[AgentTrace] = field(default_factory=list)
    """Of the tuned model."""


async def play_games(trials: Trials, candidate: Candidate) -> list[PlayedGame]:
    """Return what the games of a candidate came to: on every board for the choice, as red and as blue.

    Raises:
        AskingEnded: there is an answer missing.
        InputError: an answer of an earlier session does not follow from its game.
    """
    plan = trials.plan
    games = list(_new_games(plan))
    while asked := [(game, ask) for game in games if (ask := next_question(game.state, game.tries)) is not None]:
        questions = [_question(plan, candidate, game, ask) for game, ask in asked]
        await trials.laboratory.ask(questions)
        for (game, ask), question in zip(asked, questions, strict=True):
            try:
                _go_on(plan, game, ask, trials.answer(question.key))
            except (ValueError, TypeError) as error:  # an answer of an earlier session, which may have been changed
                raise InputError(
                    f"the answer of {question.key.arm} in {question.key.position} does not follow from the game: "
                    f"{one_line(str(error), 100)}; delete its line in {NAME} to ask again"
                ) from error
    return [_played(game) for game in games]


def _new_games(plan: TunePlan) -> Iterator[_Game]:
    words = load_words(plan.config)
    for place, seed in enumerate(plan.splits.choice):
        config = plan.config.game(plan.config.game_modes[0], seed, words.name)
        partner, opponent = (plan.partners[(place + step) % len(plan.partners)] for step in (0, 1))
        for side in _SIDES:
            against = TeamConfig.homogeneous(opponent, seed=team_seed(seed))
            teams = {side: _line_up(plan, partner, seed), side.other: against}
            yield _Game(seed, side, teams, initialize_game(config, deal(config, words)))


def _line_up(plan: TunePlan, partner: AgentConfig, seed: int) -> TeamConfig:
    seats = {role.value: plan.model if plan.seat.plays(role) else partner for role in Role}
    return TeamConfig(**seats, seed=team_seed(seed))


def _is_tuned(plan: TunePlan, game: _Game, ask: Ask[Any]) -> bool:
    return ask.seat.team is game.side and plan.seat.plays(ask.seat.role)


def _question(plan: TunePlan, candidate: Candidate, game: _Game, ask: Ask[Any]) -> LabQuestion:
    arm = candidate.id if _is_tuned(plan, game, ask) else f"partners of {candidate.id}"
    where = f"game {game.seed} {game.side} {len(game.state.public_transcript)} {ask.seat} {ask.question}"
    return LabQuestion(AnswerKey(where, arm, 0), game.state, ask, game.teams[ask.seat.team])


def _go_on(plan: TunePlan, game: _Game, ask: Ask[Any], trace: AgentTrace) -> None:
    """Let happen what follows from an answer."""
    game.tries.append(trace)
    if _is_tuned(plan, game, ask) and ask.question is not Question.PENALTY:
        game.answers.append(trace)
    for _, following in steps(ask, recorded_result(ask, trace), game.state):
        game.state = following


def _played(game: _Game) -> PlayedGame:
    state, side = game.state, game.side
    won = state.outcome is not None and state.outcome.winner is side
    lost = state.outcome is not None and state.outcome.winner is side.other
    own, others = (0 if won else state.words_left(side)), (0 if lost else state.words_left(side.other))
    return PlayedGame(
        board=game.seed,
        side=side,
        won=won,
        words_ahead=float(others - own),
        legal=mean(float(not one.refused and one.failure is None) for one in game.answers) or 0.0,
        failed=sum(one.failure is not None for one in game.answers),
    )


def by_board(games: Sequence[PlayedGame], goal: TuneGoal) -> dict[int, float]:
    """Return what the games on each board were worth, on average."""
    boards = dict.fromkeys(game.board for game in games)
    return {seed: mean(game.score(goal) for game in games if game.board == seed) or 0.0 for seed in boards}
