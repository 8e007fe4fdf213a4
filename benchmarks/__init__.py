"""How fast, how small and how quiet the app is, as figures: `python -m benchmarks`."""
