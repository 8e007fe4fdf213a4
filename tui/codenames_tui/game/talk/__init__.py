"""What is said in a game: the discussion of a turn, and the transcript of the whole."""
