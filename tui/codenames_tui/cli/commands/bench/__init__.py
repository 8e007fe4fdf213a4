"""Commands of benchmarks."""
