"""Playing a game: the orchestrator of a turn, the runner of an episode, resuming and forking."""
