"""Whether a record agrees with itself: its events, its outcome, its answers."""
