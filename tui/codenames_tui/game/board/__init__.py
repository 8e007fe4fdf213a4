"""The board of the game screen: cards, picks on them, and what a clue was meant for."""
