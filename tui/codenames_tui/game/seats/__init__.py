"""People in the seats of a game: who sits where, what is asked of them, and what they may see."""
