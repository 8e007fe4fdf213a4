"""Running a benchmark: which game is played next, where, and what becomes of it."""
