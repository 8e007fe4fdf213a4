"""A table as whoever hosts it has it: the game, who is there, and the connections over which they are."""
