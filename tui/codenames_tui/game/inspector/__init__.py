"""The inside of a decision: what the agent saw, what it answered and why, and what it took."""
