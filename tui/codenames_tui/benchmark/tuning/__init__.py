"""A tune on the screen: candidates and what became of them, while they are searched and afterwards."""
