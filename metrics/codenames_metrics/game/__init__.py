"""What is measured of a single game."""
