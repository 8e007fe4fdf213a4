"""The story of a game so far: who is likely to win, the clues turn by turn, and the race for the last word."""
