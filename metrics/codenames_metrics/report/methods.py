"""The methods section of a report: how its numbers were made, in sentences that name the methods, and the sources."""

from collections.abc import Iterator
from typing import Final

from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.game.episode import DEFAULT_WEIGHTS
from codenames_metrics.statistics.intervals import FEWEST_JUDGED

_SHARES: Final = """\
Win rates are shares of the decided games between different line-ups, with Wilson's score interval (Wilson 1927), which
unlike the normal approximation holds for small samples and extreme shares (Bowyer, Aitchison and Ivanova 2025). Games
on one board are not independent, so it is that of the effective number of games (column “Worth”): their number over the
design effect of the boards as clusters, averaged with a usual one where nearly all games end alike, and lowered for few
boards (Korn and Graubard 1998). SD is that of the boards' own
win rates."""

_COMPARISONS: Final = f"""\
Two models are compared by the differences of their mean scores on the boards that both played (Miller 2024), and told
apart where the interval of the mean difference excludes 0. All intervals of a table hold jointly at 95 %: each
reaches as many standard errors to either side as chance alone does anywhere in the table in 5 % of 9,999 draws in which
the results of whole boards are swapped (Westfall and Young 1993), and at least as many as Student's t asks for one.
Where every board has one game and there is one pair, this is McNemar's mid-p test. “p” is of the paired t test, “p
adjusted” of the swapped boards, at least “p”. Head-to-head pairs are one table in each mode. On fewer than
{FEWEST_JUDGED} boards there is no verdict. Win rates' intervals hold jointly, too (Bonferroni)."""

_SO_FAR: Final = f"""\
Games are still to be played. So intervals of win rates and of their differences are confidence sequences: all that are
seen on the way hold jointly at 95 %, no matter when one looks or stops. They contain every mean against which no bet
has multiplied its stake 40-fold, whatever share of the wealth is bet (Waudby-Smith and Ramdas 2024; Orabona and Jun
2024); the only assumption is that boards are alike. Those of a table hold jointly (Bonferroni). A board counts once no
game of the two is left to play on it. Two are told apart where their interval excludes 0, on {FEWEST_JUDGED} boards or
more, and only such verdicts make ranks. After the last game, the intervals of the finished run take their place."""

_RANKS: Final = """\
“Order” is that of win rates. A rank is one more than the number of those that are shown to be better, so what the
boards cannot tell apart may share a rank; with whom stands beside it, by their order. “Better on” counts boards.
Intervals may reach beyond what is possible where boards are few.

“Not excluded” is the largest difference, in points and either way, that the interval of two that are not told apart
does not rule out. If that is less than the margin declared by the experiment they are called equivalent: both one-sided
tests reject a larger difference (Schuirmann 1987). “Detectable” is the smallest difference that these boards, with this
spread, show with 80 % power among so many comparisons. “Missing lost” counts games that were given up or undecided as
lost; † marks a place that this changes."""

_MEANS: Final = f"""\
Other measures are means over a side's games, games of a line-up against itself among them, ± sample standard deviation,
with the standard error clustered by board and the number of games that have a value. Comparisons are of boards' means,
which weigh each board alike, so their averages can differ a little from those over games.

Words found per turn are own words over turns; net words per clue are own words less the opponents', over clues. Clue
efficiency is correct guesses over the numbers of the clues, above 1 with bonus guesses. Guess accuracy is correct
guesses over all. Theory of mind is the share of the words that a clue was meant for that were found, where it is known
what was meant. The gain over a literal listener is over one that hears the same numbered clues, guesses the words with
the strongest links to the clue by the shipped vectors, as many as its number says, and stops at the first wrong one (L0
in Goodman and Frank 2016, Trends in Cognitive Sciences 20); clues whose words the vectors do not know are left out. The
coordination score is {DEFAULT_WEIGHTS.clue_efficiency:g} x clue efficiency +
{DEFAULT_WEIGHTS.guess_accuracy:g} x guess accuracy + {DEFAULT_WEIGHTS.consensus_rate:g} x share of discussions that
ended in consensus + {DEFAULT_WEIGHTS.discussion_speed:g} / rounds of a discussion; without discussions the
first two are scaled up."""

_RATINGS: Final = """\
Ratings are a Bradley-Terry model (Bradley and Terry 1952) with a cluer's and a guesser's part for each model and a term
for moving first. Intervals are of the profile likelihood, scaled to the spread of boards (Chandler and Bate 2007), with
Student's quantile for boards - 1 degrees of freedom. Outside of the largest group in which everybody has beaten
everybody, directly or through others, ratings have no end (Ford 1957): they have one-sided bounds (‡), and 0 is the
mean of the group. Cluers and guessers are compared by the differences of their parts, whose intervals hold together
(Bonferroni); their other measures are differences of least-squares means, adjusted for partners (Searle, Speed and
Milliken 1980)."""

_CROSS: Final = """\
In cross-play a cluer's score on a board is the mean over all guessers of the share of games that the two won there, a
guesser's that over all cluers: all have the same partners, themselves among them, and are compared like models. What
playing with oneself is worth is a term of a logistic regression with a part for each cluer, each guesser and moving
first, with a profile likelihood scaled to the spread of boards. Whether pairs fit each other at all is Rao's score test
of all products of cluer and guesser; what chance makes of it is drawn with the signs of whole boards (Kline and Santos
2012)."""

_CROSS_SOURCE: Final = "Kline and Santos 2012, Journal of Econometric Methods 1."

_SOURCES_SO_FAR: Final = """\
Orabona and Jun 2024, IEEE Transactions on Information Theory 70. Waudby-Smith and Ramdas 2024, Journal of the Royal
Statistical Society B 86."""

_SOURCES: Final = """\
Sources: Bowyer, Aitchison and Ivanova 2025, arXiv 2503.01747. Bradley and Terry 1952, Biometrika 39. Chandler and Bate
2007, Biometrika 94. Ford 1957, American Mathematical Monthly 64. Korn and Graubard 1998, Survey Methodology 24. Miller
2024, arXiv 2411.00640. Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics 15. Searle, Speed and Milliken
1980, American Statistician 34. Westfall and Young 1993, Resampling-Based Multiple Testing, Wiley. Wilson 1927, Journal
of the American Statistical Association 22."""


def methods_section(board: Leaderboard) -> Iterator[str]:
    """Yield the paragraphs that fit a leaderboard."""
    yield "## Methods"
    yield from (_SHARES, _COMPARISONS) if board.tested else (_SO_FAR,)
    yield from (_RANKS, _MEANS)
    if board.ratings:
        yield _RATINGS
    if board.cross:
        yield _CROSS
    more = [*([_CROSS_SOURCE] if board.cross else []), *([] if board.tested else [_SOURCES_SO_FAR])]
    yield "\n".join([_SOURCES, *more])
