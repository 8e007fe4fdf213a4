"""What is to be played: an experiment, its line-ups, its plan of games and what they will take."""
