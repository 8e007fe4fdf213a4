"""What the guessers believe, as far as they have said it aloud, and how that is drawn on cards."""
