"""What a paper takes from a run: its tables as LaTeX, and a paragraph on how the games were played."""
