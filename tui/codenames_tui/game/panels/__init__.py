"""The small panels of the game screen: score, turn, status, scrub bar, footer."""
