"""Games and clues that other programs recorded: their formats, and what becomes of them here."""
