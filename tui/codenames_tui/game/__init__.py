"""The game screen: one game at one position, live, recorded or watched from elsewhere."""
