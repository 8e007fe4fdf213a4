"""What is measured of an episode and of each of its teams, number by number.

Rates are fractions. A rate or mean of nothing is None, never 0, and beside every one stands the count it is made of.
Turns of a ghost count nowhere but in `ghost_turns`; turns of other excluded players only in `excluded_turns`.
"""

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import GameConfig, Team
from codenames_core.game.state import Termination
from codenames_metrics.game.coordination import DEFAULT_WEIGHTS, CoordinationWeights
from codenames_metrics.game.discussion import DiscussionMetrics
from codenames_metrics.game.played_turns import Player
from codenames_metrics.game.surveillance import Flag
from codenames_metrics.game.theory_of_mind import TargetSource


class TeamMetrics(BaseModel):
    """How one team played one episode."""

    model_config = ConfigDict(frozen=True)

    team: Team
    lineup: str
    """The agents of the three seats, in one phrase."""
    is_ghost: bool
    """A ghost played the team; nothing of it is counted."""

    turns: int
    """Finished turns that are counted."""
    ghost_turns: int
    excluded_turns: int
    """Finished turns left out because a player of an excluded kind made a decision in them."""
    human_turns: int
    """Finished turns in which a person made a decision, counted or not."""
    fallback_turns: int
    """The same for substitutes of seats that failed to answer."""
    forfeited_turns: int
    """Counted turns that ended because a seat failed to answer within the rules."""
    passed_turns: int
    """Counted turns in which the guessers chose not to guess."""

    words_cleared: int
    """The team's words revealed by its own guesses."""
    assassin_hit: bool

    total_clues: int
    numbered_clues: int
    """Clues whose number is 1 or more."""
    zero_clues: int
    unlimited_clues: int
    avg_clue_number: float | None
    """Over the numbered clues."""
    std_clue_number: float | None
    clue_words_promised: int
    """Sum of the numbers of the numbered clues, over finished turns."""
    clue_words_found: int
    """Correct guesses in the same turns."""
    clue_efficiency: float | None
    """clue_words_found / clue_words_promised; above 1 where bonus guesses succeed."""

    total_guesses: int
    correct_guesses: int
    wrong_guesses: int
    """Words of the other team and neutral words; an assassin is counted apart."""
    opponent_guesses: int
    neutral_guesses: int
    guess_accuracy: float | None
    """correct_guesses / total_guesses; an assassin is among the total."""

    discussions: int
    """Turns with at least one message that came to their end."""
    avg_discussion_rounds: float | None
    """A round is each guesser speaking once: messages / 2."""
    std_discussion_rounds: float | None
    consensus_turns: int
    consensus_rate: float | None
    """consensus_turns / discussions; consensus is two messages in a row, one from each guesser, that say so."""
    avg_discussion_length: float | None
    """Characters in a discussion."""
    std_discussion_length: float | None
    discussions_with_tokens: int
    """Discussions of which all tokens written are known."""
    avg_discussion_tokens: float | None

    coordination_score: float | None
    """See `coordination_score`; can exceed 1 as clue efficiency can."""

    theory_of_mind_source: TargetSource | None
    """`reasoning` where targets are known, `fallback` where the score is the weaker signal, None without a score."""
    theory_of_mind_score: float | None
    """Mean share of a clue's targets that were found; with the source `fallback`, see `theory_of_mind_fallback`."""
    std_theory_of_mind: float | None
    theory_of_mind_precision: float | None
    """Mean share of a turn's picks that were targets, over clues with targets and picks."""
    theory_of_mind_clues: int
    """Judged clues with known targets."""
    stated_target_clues: int
    """Those of them whose trace lists the targets; those of the others were read from the reasoning."""
    fallback_clues: int
    """Judged clues whose targets are not known."""
    theory_of_mind_fallback: float | None
    """Mean share of a turn's picks that were the team's own words, over the fallback clues with picks."""

    blind_targets: int
    """Targets of judged clues in games whose cluers play blind; 0 in others, where every target is the team's."""
    blind_own_share: float | None
    """Those of them that were the team's / blind_targets."""
    blind_chance_share: float | None
    """The same share if they had been drawn from the face-down words: see `BlindAim.chance`, once for each target."""

    clue_forecasts: int
    """Numbered clues in finished turns whose cluer stated the chance that they work out in full."""
    clue_brier: float | None
    """Mean of (chance - result)^2 over these: 0 is perfect, always saying a half gives 0.25."""

    numbered_clues_before_hearing: int
    """Numbered clues before the opponents had said anything."""
    avg_clue_number_before_hearing: float | None
    numbered_clues_after_hearing: int
    avg_clue_number_after_hearing: float | None
    adaptation_flags: tuple[Flag, ...]
    """Signs of surveillance with their evidence; not a verdict."""

    discussion_value: DiscussionMetrics | None = None
    """None where it was not asked for: it reads every message, and takes longer than all the rest."""

    agent_decisions: int
    """Traced decisions of the team, in all turns."""
    human_decisions: int
    fallback_decisions: int
    ghost_decisions: int
    failed_decisions: int
    """Decisions that gave no usable answer in the end."""
    refused_tries: int
    """Answers that were asked for again."""
    tokens_in: int | None
    """Over the tries of which it is known; None where it is known of none."""
    tokens_out: int | None
    cost_usd: float | None


class EpisodeMetrics(BaseModel):
    """How one episode was played."""

    model_config = ConfigDict(frozen=True)

    episode_id: str
    config: GameConfig
    board: str
    """What games on the same words share: the seed where there is one, else a digest of the words."""
    winner: Team | None
    termination: Termination | None
    """None for a game that was not finished."""
    outcome_follows: bool = True
    """Whether the recorded outcome is what the events say. Where both say something, the events count; where the events
    leave the game open, the record does. That a game was aborted no event says."""
    forked_at: int | None = None
    """How many events a fork shares with its parent: what happened in them counts here as well as there, whoever
    played then. None for a game of its own."""
    turns: int
    """Finished turns of both teams, ghosts included."""
    turns_to_win: int | None
    """The winner's own turns; None if nobody won."""
    red_metrics: TeamMetrics
    blue_metrics: TeamMetrics
    coordination_weights: CoordinationWeights = DEFAULT_WEIGHTS
    excluded: tuple[Player, ...] = ()
    """Players whose turns were left out."""

    def of(self, team: Team) -> TeamMetrics:
        """Return the metrics of `team`."""
        return self.red_metrics if team is Team.RED else self.blue_metrics

    @property
    def is_decided(self) -> bool:
        """Whether somebody won."""
        return self.winner is not None

    @property
    def is_untouched(self) -> bool:
        """Whether no turn was excluded, so that the result is that of the players who are counted."""
        return not (self.red_metrics.excluded_turns or self.blue_metrics.excluded_turns)
