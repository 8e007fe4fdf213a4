"""Statistics that know nothing of the game: means, intervals, paired tests, corrections, power.

Games on one board are not independent: swaps and repeats of a seed share its words. So the unit is the board: shares
have Wilson intervals with an effective number of games, means have standard errors clustered by board, and two
line-ups are compared board by board. Everything here is plain Python, and sums are exact, so a result does not depend
on the order in which games end. `docs/statistics.md` says how each method was checked.
"""
