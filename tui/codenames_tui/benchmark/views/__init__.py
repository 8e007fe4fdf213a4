"""What the screens of a benchmark say, as lines: pure functions of values."""
