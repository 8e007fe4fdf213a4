"""The suite: a fixed set of positions that any agent can be asked, and what its answers are worth."""
