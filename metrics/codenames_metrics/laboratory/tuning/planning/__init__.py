"""What a tune is: prompts as texts that can be changed, boards, positions, and what it will take."""
