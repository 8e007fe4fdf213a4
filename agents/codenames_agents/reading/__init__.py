"""Reading what others wrote: a model's answer or a partner's message becomes a clue, a message or a list of guesses."""
