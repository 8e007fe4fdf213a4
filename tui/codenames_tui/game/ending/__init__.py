"""What is left of a finished game: its summary, its failures, and what can be copied or exported."""
