"""Statistics that know nothing of the game: means, intervals, paired tests, corrections, power."""
