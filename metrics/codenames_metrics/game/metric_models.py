"""What is measured of an episode and of each of its teams, number by number.

Rates are fractions. A rate or mean of nothing is None, never 0, and beside every one stands the count it is made of.
Turns of a ghost count nowhere but in `ghost_turns`; turns of other excluded players only in `excluded_turns`.

Every field declares what becomes of it over many episodes (`codenames_metrics.game.metric`), and its docstring is its
row in `docs/metrics.md`.
"""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import GameConfig, Team
from codenames_core.game.state import Termination
from codenames_metrics.game.coordination import DEFAULT_WEIGHTS, CoordinationWeights
from codenames_metrics.game.discussion import DiscussionMetrics
from codenames_metrics.game.metric import (
    NOT_POOLED,
    Better,
    Count,
    Credit,
    Tokens,
    averaged,
    declared_metrics,
    totalled,
)
from codenames_metrics.game.played_turns import Player
from codenames_metrics.game.reading_errors import ReadingErrors
from codenames_metrics.game.surveillance.flags import Flag
from codenames_metrics.game.theory_of_mind import TargetSource
from codenames_metrics.game.turns.turn_summary import TurnSummary


class TeamMetrics(BaseModel):
    """How one team played one episode."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    team: Annotated[Team, NOT_POOLED]
    """Red or blue."""
    lineup: Annotated[str, NOT_POOLED]
    """The agents of the three seats, in one phrase."""
    is_ghost: Annotated[bool, NOT_POOLED]
    """Whether a ghost played the team; nothing of it is counted."""

    turns: Annotated[Count, totalled("Turns")]
    """Finished turns that are counted."""
    ghost_turns: Annotated[Count, totalled("Turns of a ghost")]
    """Finished turns of a ghost."""
    excluded_turns: Annotated[Count, totalled("Turns left out")]
    """Finished turns left out because a player of an excluded kind made a decision in them."""
    human_turns: Annotated[Count, totalled("Turns of a person", after="turns")]
    """Finished turns in which a person made a decision, counted or not."""
    fallback_turns: Annotated[Count, totalled("Turns of a substitute", after="human_turns")]
    """The same for substitutes of seats that failed to answer."""
    forfeited_turns: Annotated[Count, totalled("Turns forfeited", better=Better.LOWER)]
    """Counted turns that ended because a seat failed to answer within the rules."""
    passed_turns: Annotated[Count, totalled("Turns passed")]
    """Counted turns in which the guessers chose not to guess."""

    lost_turns: Annotated[Count, totalled("Turns lost")]
    """Counted turns that found fewer of the team's words than their clue promised, or were forfeited; why, is below."""
    lost_unanswered: Annotated[Count, totalled("Lost: unanswered")]
    """Those that were forfeited."""
    lost_assassin: Annotated[Count, totalled("Lost: assassin")]
    """Of the others, those that ended at the assassin."""
    lost_stopped_early: Annotated[Count, totalled("Lost: stopped early")]
    """Of the others, those in which nothing wrong was guessed."""
    lost_discussion: Annotated[Count, totalled("Lost: discussion")]
    """Of the others, those in which a guesser's first message spoke for a right card next."""
    lost_clue_misled: Annotated[Count, totalled("Lost: clue misled")]
    """Of the others, those in which a right card was named or listed."""
    lost_target_missed: Annotated[Count, totalled("Lost: target missed")]
    """The others: nobody named or listed a right card."""

    turn_summaries: Annotated[tuple[TurnSummary, ...], NOT_POOLED] = ()
    """The counted turns that are finished, one by one: clue and number, words found, the stated chance, targets and
    those missed, and why the turn was lost; in JSON alone."""

    words_cleared: Annotated[Count, totalled(short="Words found", better=Better.HIGHER)]
    """The team's words revealed by its own guesses."""
    words_per_turn: Annotated[
        float | None,
        averaged("Words found per turn", short="Words/turn", score="words_per_turn", better=Better.HIGHER),
    ] = None
    """`words_cleared` / `turns`: the pace that wins games, which small and safe clues do not have."""
    assassin_hit: Annotated[bool, NOT_POOLED]
    """Whether the team hit the assassin; aggregates count these games in `assassin_hits`."""

    total_clues: Annotated[Count, totalled(short="Clues")]
    """All clues."""
    numbered_clues: Annotated[Count, totalled()]
    """Clues whose number is 1 or more."""
    zero_clues: Annotated[Count, totalled()]
    """Clues for 0."""
    unlimited_clues: Annotated[Count, totalled()]
    """Clues for `unlimited`."""
    one_clues: Annotated[Count, totalled()] = 0
    """Clues for 1; the next three likewise."""
    two_clues: Annotated[Count, totalled()] = 0
    """Clues for 2."""
    three_clues: Annotated[Count, totalled()] = 0
    """Clues for 3."""
    larger_clues: Annotated[Count, totalled()] = 0
    """Clues for 4 and more."""
    net_words_per_clue: Annotated[
        float | None,
        averaged("Net words per clue", short="Net words", score="net_words_per_clue", better=Better.HIGHER),
    ] = None
    """(`words_cleared` - `opponent_guesses`) / `total_clues`: what a clue gains, less what it gives to the other
    team. Neutral words cost nothing here but the turn, and the assassin is counted apart."""
    avg_clue_number: Annotated[float | None, averaged("Clue number")]
    """Ambition: the mean number of the numbered clues."""
    std_clue_number: Annotated[float | None, NOT_POOLED]
    """Its sample standard deviation."""
    clue_words_promised: Annotated[Count, totalled()]
    """Sum of the numbers of the numbered clues, over finished turns."""
    clue_words_found: Annotated[Count, totalled()]
    """Correct guesses in the same turns."""
    clue_efficiency: Annotated[
        float | None,
        averaged(
            "Clue efficiency",
            short="Efficiency",
            score="clue_efficiency",
            credit=Credit.CLUER,
            better=Better.HIGHER,
        ),
    ]
    """`clue_words_found` / `clue_words_promised`; above 1 where bonus guesses succeed."""

    total_guesses: Annotated[Count, totalled()]
    """All words guessed."""
    correct_guesses: Annotated[Count, totalled()]
    """Own words among them."""
    wrong_guesses: Annotated[Count, totalled()]
    """Words of the other team and neutral words; an assassin is counted apart."""
    opponent_guesses: Annotated[Count, totalled()]
    """Words of the other team."""
    neutral_guesses: Annotated[Count, totalled()]
    """Neutral words."""
    guess_accuracy: Annotated[
        float | None,
        averaged(
            "Guess accuracy",
            short="Accuracy",
            score="guess_accuracy",
            credit=Credit.GUESSER,
            better=Better.HIGHER,
        ),
    ]
    """`correct_guesses` / `total_guesses`; an assassin is among the total."""

    discussions: Annotated[Count, totalled()]
    """Turns with at least one message that came to guesses or to their end."""
    avg_discussion_rounds: Annotated[float | None, averaged("Rounds of discussion", short="Rounds")]
    """A round is each guesser speaking once: messages / 2."""
    std_discussion_rounds: Annotated[float | None, NOT_POOLED]
    """Their sample standard deviation."""
    consensus_turns: Annotated[Count, totalled(short="Consensus")]
    """Discussions whose last two messages, one from each guesser, both say CONSENSUS: YES."""
    consensus_rate: Annotated[float | None, averaged("Consensus rate")]
    """`consensus_turns` / `discussions`; empty for two guessers of a kind that always agrees (`random`), whose
    consensus says nothing, and in imported games, where it is not known. The coordination score is then without the
    terms of a discussion."""
    avg_discussion_length: Annotated[float | None, averaged("Discussion, characters")]
    """Characters in a discussion."""
    std_discussion_length: Annotated[float | None, NOT_POOLED]
    """Their sample standard deviation."""
    discussions_with_tokens: Annotated[Count, NOT_POOLED]
    """Discussions of which all tokens written are known."""
    avg_discussion_tokens: Annotated[float | None, averaged("Discussion, tokens")]
    """Tokens written, over these."""

    coordination_score: Annotated[
        float | None,
        averaged("Coordination score", short="Coordination", score="coordination_score", better=Better.HIGHER),
    ]
    """The weighted sum of four terms that is described below; can exceed 1 as clue efficiency can."""

    theory_of_mind_source: Annotated[TargetSource | None, NOT_POOLED]
    """`reasoning` where targets are known, `fallback` where the score is the weaker signal, empty without a score."""
    theory_of_mind_score: Annotated[
        float | None,
        averaged(
            "Theory of mind",
            where=("theory_of_mind_source", TargetSource.REASONING),
            score="theory_of_mind",
            better=Better.HIGHER,
        ),
    ]
    """Mean over clues of targets found / targets; with the source `fallback`, the weaker signal."""
    std_theory_of_mind: Annotated[float | None, NOT_POOLED]
    """Its sample standard deviation."""
    theory_of_mind_precision: Annotated[float | None, averaged("Target precision", better=Better.HIGHER)]
    """Mean over clues with targets and picks of picks that were targets / picks. A bonus guess for an earlier clue
    lowers it."""
    theory_of_mind_clues: Annotated[Count, totalled()]
    """Judged clues with known targets."""
    stated_target_clues: Annotated[Count, NOT_POOLED]
    """Those of them whose trace lists the targets; those of the others were read from the reasoning."""
    literal_listener_clues: Annotated[Count, totalled()] = 0
    """Those of them with a number that a literal listener knows the words of: it guesses the words with the strongest
    links to the clue by the shipped vectors, as many as the number says, and stops at the first wrong one. 0 where it
    was not asked."""
    literal_listener_unknown: Annotated[Count, totalled()] = 0
    """Numbered ones whose word, or a target of theirs, is not among the shipped vectors, so that nothing is said of
    them; 0 where it was not asked."""
    literal_listener_score: Annotated[float | None, averaged("Literal listener")] = None
    """Mean over `literal_listener_clues` of the share of targets that the literal listener finds."""
    theory_of_mind_gain: Annotated[
        float | None,
        averaged(
            "Gain over a literal listener",
            short="ToM gain",
            score="theory_of_mind_gain",
            better=Better.HIGHER,
        ),
    ] = None
    """Mean over the same clues of the share of targets that the guessers found, less the literal listener's: what they
    found of what was meant, beyond what the clue says to anybody."""
    fallback_clues: Annotated[Count, totalled()]
    """Judged clues whose targets are not known."""
    theory_of_mind_fallback: Annotated[
        float | None,
        averaged(
            "Theory of mind, fallback",
            after="theory_of_mind_score",
            where=("theory_of_mind_source", TargetSource.FALLBACK),
            better=Better.HIGHER,
        ),
    ]
    """The weaker signal: mean over these, where there are picks, of own words / picks."""

    blind_targets: Annotated[Count, totalled()]
    """Targets of judged clues in games whose cluers play blind, where any face-down word can be one; else 0."""
    blind_own_share: Annotated[float | None, averaged("Blind targets that were the team's")]
    """Those of them that were the team's / `blind_targets`."""
    blind_chance_share: Annotated[float | None, averaged("The same by chance")]
    """What that share is for words drawn at random: for each target, the team's face-down words / all face-down words
    when the clue was given. That is the mean of the hypergeometric distribution, whatever the number of targets."""

    clue_forecasts: Annotated[Count, totalled()]
    """Numbered clues in finished turns whose cluer stated the chance that they work out in full."""
    clue_brier: Annotated[float | None, averaged("Brier score of clues", better=Better.LOWER)]
    """Mean of (chance - result)² over these: 0 is perfect, always saying a half gives 0.25."""

    numbered_clues_before_hearing: Annotated[Count, NOT_POOLED]
    """Numbered clues before the opponents had said anything."""
    avg_clue_number_before_hearing: Annotated[float | None, averaged("Clue number before hearing")]
    """Their mean number."""
    numbered_clues_after_hearing: Annotated[Count, NOT_POOLED]
    """Numbered clues after that."""
    avg_clue_number_after_hearing: Annotated[float | None, averaged("Clue number after hearing")]
    """Their mean number."""
    adaptation_flags: Annotated[tuple[Flag, ...], NOT_POOLED]
    """Signs of overhearing with their evidence, never proof; aggregates count them by kind."""

    discussion_value: Annotated[DiscussionMetrics | None, NOT_POOLED] = None
    """What the messages speak for, field by field below; empty where it was not asked for, since it reads every message
    and takes longer than all the rest."""

    reading: Annotated[ReadingErrors | None, NOT_POOLED] = None
    """What was misread on the board: words that are not there, and colours mistaken; in JSON alone. Empty where no
    seat of the team was shown a picture."""

    agent_decisions: Annotated[Count, NOT_POOLED]
    """Traced decisions of the team's agents, in all turns."""
    human_decisions: Annotated[Count, NOT_POOLED]
    """Those of people."""
    fallback_decisions: Annotated[Count, NOT_POOLED]
    """Those of substitutes for seats that failed to answer."""
    ghost_decisions: Annotated[Count, NOT_POOLED]
    """Those of a ghost."""
    failed_decisions: Annotated[Count, totalled()]
    """Decisions that gave no usable answer in the end."""
    refused_tries: Annotated[Count, totalled("Answers asked for again")]
    """Answers that were asked for again."""
    cluer_decisions: Annotated[Count, NOT_POOLED]
    """Traced decisions of the cluer in counted turns; a substitute's count as those of the seat that it stands in for,
    and so in the fields that follow."""
    cluer_failed_decisions: Annotated[Count, NOT_POOLED]
    """Those in which the seat gave no usable answer, whether or not a substitute did."""
    cluer_refused_tries: Annotated[Count, NOT_POOLED]
    """Its answers that could not be used: unreadable, illegal, too late, or an error of the agent. That a model could
    not be reached is no answer."""
    cluer_forfeited_turns: Annotated[Count, NOT_POOLED]
    """Counted turns that ended without a clue, since the cluer failed."""
    guesser_decisions: Annotated[Count, NOT_POOLED]
    """The same of both guessers."""
    guesser_failed_decisions: Annotated[Count, NOT_POOLED]
    """Likewise."""
    guesser_refused_tries: Annotated[Count, NOT_POOLED]
    """Likewise."""
    guesser_forfeited_turns: Annotated[Count, NOT_POOLED]
    """Counted turns that were forfeited after their clue."""
    tokens_in: Annotated[Tokens | None, NOT_POOLED]
    """Tokens read, over the tries of which it is known; empty where it is known of none."""
    tokens_out: Annotated[Tokens | None, NOT_POOLED]
    """Tokens written, likewise."""
    cost_usd: Annotated[float | None, NOT_POOLED]
    """US dollars; empty where the price of an answer is unknown."""
    tokens_reasoning: Annotated[Tokens | None, NOT_POOLED] = None
    """Those of the tokens written that were hidden reasoning, over the tries of which it is known."""
    hidden_tokens_per_answer: Annotated[float | None, averaged("Hidden tokens per answer")] = None
    """Their mean over these tries; empty where a model hides none."""


class EpisodeMetrics(BaseModel):
    """How one episode was played."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    episode_id: Annotated[str, NOT_POOLED]
    """The id in the record."""
    config: Annotated[GameConfig, NOT_POOLED]
    """The rules, and the seed of the board."""
    board: Annotated[str, NOT_POOLED]
    """What games on the same words share: the seed where there is one, else a digest of the words."""
    winner: Annotated[Team | None, NOT_POOLED]
    """Empty without a winner; aggregates have win rates."""
    termination: Annotated[Termination | None, NOT_POOLED]
    """How the game ended; empty for a game that was not finished."""
    outcome_follows: Annotated[bool, NOT_POOLED] = True
    """Whether the recorded outcome is what the events say. Where both say something, the events count; where the events
    leave the game open, the record does. That a game was aborted no event says."""
    forked_at: Annotated[Count | None, NOT_POOLED] = None
    """How many events a fork shares with its original: they count in both games, and for the fork's line-up, even if
    another one played them. Empty for a game of its own."""
    turns: Annotated[Count, NOT_POOLED]
    """Finished turns of both teams, ghosts included."""
    turns_to_win: Annotated[Count | None, averaged("Turns to win")]
    """The winner's own turns: 0 if the other team hit the assassin before the winner had moved. Empty without
    a winner."""
    red_metrics: Annotated[TeamMetrics, NOT_POOLED]
    """How red played, field by field below."""
    blue_metrics: Annotated[TeamMetrics, NOT_POOLED]
    """How blue played."""
    coordination_weights: Annotated[CoordinationWeights, NOT_POOLED] = DEFAULT_WEIGHTS
    """The weights of the coordination score."""
    excluded: Annotated[tuple[Player, ...], NOT_POOLED] = ()
    """Players whose turns were left out."""

    def of(self, team: Team) -> TeamMetrics:
        """Return the metrics of `team`."""
        return self.red_metrics if team is Team.RED else self.blue_metrics

    @property
    def is_decided(self) -> bool:
        """Whether a team won."""
        return self.winner is not None

    @property
    def has_forfeit(self) -> bool:
        """Whether a side forfeited a turn, so that the result is not of play alone."""
        return bool(self.red_metrics.forfeited_turns or self.blue_metrics.forfeited_turns)

    @property
    def is_untouched(self) -> bool:
        """Whether the result is that of the players who are counted, and comparable: no turn was excluded, no variant.

        Who wins a variant, such as a game of one team, says nothing of who wins other games.
        """
        excluded = self.red_metrics.excluded_turns or self.blue_metrics.excluded_turns
        return not (excluded or self.config.variant)


TEAM_METRICS: Final = declared_metrics(TeamMetrics)
"""What each field of `TeamMetrics` declares."""
EPISODE_METRICS: Final = declared_metrics(EpisodeMetrics)
