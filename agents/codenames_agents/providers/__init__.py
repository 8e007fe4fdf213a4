"""The client of language models: requests, retries, limits, costs, redaction. Nothing here knows the game."""
