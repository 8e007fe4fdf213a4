"""One module for each format of other programs: from a file to foreign games, or to clues of people."""
