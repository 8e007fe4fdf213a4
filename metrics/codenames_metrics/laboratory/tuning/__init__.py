"""Tuning: looks for a better prompt set on some boards, chooses on others, and tests once on boards not looked at."""
