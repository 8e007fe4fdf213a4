"""Tips in the first games: what can be done at such a place, each said once."""
