"""The methods section of a report: how its numbers were made, in sentences that name the methods, and the sources."""

from collections.abc import Iterator
from typing import Final

from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.game.episode import DEFAULT_WEIGHTS
from codenames_metrics.statistics.paired_tests import FEWEST_DISCORDANT

_SHARES: Final = """\
Win rates are shares of the decided games between different line-ups, with Wilson's score interval (Wilson 1927), which
unlike the normal approximation holds for small samples and extreme shares (Bowyer, Aitchison and Ivanova 2025). Games
on one board are not independent, so it is that of the effective number of games (column “Worth”): their number over the
design effect of the boards as clusters, lowered for few boards (Korn and Graubard 1998). SD is that of the boards' own
win rates."""

_COMPARISONS: Final = f"""\
Two models are compared by a paired t test on the differences of their mean scores on the boards that both played
(Miller 2024). Where they differ on fewer than {FEWEST_DISCORDANT} boards the mid-p version of McNemar's test decides
(Fagerland, Lydersen and Laake 2013); it stands beside the other everywhere. All pairs of a table are one family,
corrected by Holm's method (Holm 1979); head-to-head pairs are one family in each mode. Intervals of differences are not
corrected."""

_RANKS: Final = """\
A rank is one more than the number of those that are shown to be better, at a level of 5 % over the family, so what the
boards cannot tell apart shares a rank; within one, win rate, then
coordination score give the order. “Better on” counts boards.
Intervals of differences are Student's, and may reach beyond what is possible where boards are few.

“Detectable” is the smallest difference that these boards, with this spread, show with 80 % power at the first step
of Holm's method. “Missing lost” counts games that were given up or undecided as lost; † marks a place that this
changes."""

_MEANS: Final = f"""\
Other measures are means over a side's games, games of a line-up against itself among them, ± sample standard deviation,
with the standard error clustered by board and the number of games that have a value. Comparisons are of boards' means,
which weigh each board alike, so their averages can differ a little from those over games.

Clue efficiency is correct guesses over the numbers of the clues, above 1 with bonus guesses. Guess accuracy is correct
guesses over all. Theory of mind is the share of the words that a clue was meant for that were found, where it is known
what was meant. The coordination score is {DEFAULT_WEIGHTS.clue_efficiency:g} x clue efficiency +
{DEFAULT_WEIGHTS.guess_accuracy:g} x guess accuracy + {DEFAULT_WEIGHTS.consensus_rate:g} x share of discussions that
ended in consensus + {DEFAULT_WEIGHTS.discussion_speed:g} / rounds of a discussion; without discussions the
first two are scaled up."""

_RATINGS: Final = """\
Ratings are a Bradley-Terry model (Bradley and Terry 1952) with a cluer's and a guesser's part for each model and a term
for moving first. Intervals are of the profile likelihood, scaled to the spread of boards (Chandler and Bate 2007), with
Student's quantile for boards - 1 degrees of freedom. Outside of the largest group in which everybody has beaten
everybody, directly or through others, ratings have no end (Ford 1957): they have one-sided bounds (‡), and 0 is the
mean of the group. Cluers and guessers are compared by the differences of their parts, whose intervals hold together
(Bonferroni); their other measures are least-squares means, adjusted for partners (Searle, Speed and Milliken 1980)."""

_SOURCES: Final = """\
Sources: Bowyer, Aitchison and Ivanova 2025, arXiv 2503.01747. Bradley and Terry 1952, Biometrika 39. Chandler
and Bate 2007, Biometrika 94. Fagerland,
Lydersen and Laake 2013, BMC Medical Research Methodology 13:91. Ford 1957, American Mathematical Monthly 64. Holm 1979,
Scandinavian Journal of Statistics 6. Korn and Graubard 1998, Survey Methodology 24. Miller 2024, arXiv 2411.00640.
Searle, Speed and Milliken 1980, American Statistician 34.
Wilson 1927, Journal of the American Statistical Association 22."""


def methods_section(board: Leaderboard) -> Iterator[str]:
    """Yield the paragraphs that fit a leaderboard."""
    yield "## Methods"
    yield from (_SHARES, _COMPARISONS, _RANKS, _MEANS)
    if board.ratings:
        yield _RATINGS
    yield _SOURCES
