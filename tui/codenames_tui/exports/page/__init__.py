"""A game as an HTML page that is played in a browser: what it says, how it looks, and what its script may do."""
