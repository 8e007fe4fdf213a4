"""The kinds of game that the game screen shows: live, recorded, or played by another process."""
