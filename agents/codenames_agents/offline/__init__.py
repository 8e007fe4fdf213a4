"""Players that need no model: agents that think in word vectors, and the random agent."""
