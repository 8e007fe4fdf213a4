"""What answers are worth, by the key and by what the clue was meant for; arms and agents are all scored alike."""
