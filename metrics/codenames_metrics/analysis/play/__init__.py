"""What the pictures of a report show of play itself: words by turn, clues by number, stated chances, hard words."""
