"""Publishing games to those who watch from elsewhere, and following them there."""
