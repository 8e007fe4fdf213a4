"""What the games of a run share when they ask language models: budget, costs, outages, retries, time limits."""
