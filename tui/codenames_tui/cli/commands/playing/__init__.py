"""Commands that play or show a game."""
