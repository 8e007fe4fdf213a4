"""Word vectors, and how strongly they link clues with the words of a board. It loads numpy and the shipped file."""
