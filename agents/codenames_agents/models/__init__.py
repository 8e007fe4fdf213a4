"""Language models as players: views become prompts, answers become clues, messages and guesses."""
