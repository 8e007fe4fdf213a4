"""A game told to those who watch from elsewhere, and followed there."""
