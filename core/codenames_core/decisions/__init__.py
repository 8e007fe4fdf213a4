"""Asking an agent: the four questions of the game, and the sanitiser of replies."""
