"""How well an episode was played: metrics, experiments, benchmarks and leaderboards."""
