"""The screens of a benchmark: set-up, running, results."""
