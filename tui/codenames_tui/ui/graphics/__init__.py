"""Pictures in a terminal: as pixels where it can show them, and else in half blocks."""
