"""The referee of clues: which are legal, in which language, and why not."""
