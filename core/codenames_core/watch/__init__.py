"""Following a game: its events as they come, what may be published of them, and its marked places."""
