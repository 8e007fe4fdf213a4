"""Setting things up: a new game, a fork, the settings."""
