"""Forks of a game: where they begin, and how they compare with their original."""
