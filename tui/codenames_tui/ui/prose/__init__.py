"""A game in sentences: told as it goes on, narrated as a whole, and why it ended as it did."""
