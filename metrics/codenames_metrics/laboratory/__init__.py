"""Decisions without games: recorded positions are asked again, of any agent; the suite and the probe stand on it."""
