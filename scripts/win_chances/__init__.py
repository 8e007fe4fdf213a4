"""How the table of win chances is made: offline games are played, and a small model is fitted to their positions."""
