"""Files of games: what a list shows of each, kept from one time to the next, and the game of an id."""
