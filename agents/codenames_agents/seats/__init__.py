"""Players that neither think nor ask a model: ghosts, scripts, and people at a keyboard."""
