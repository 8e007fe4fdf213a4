"""Seats that see a picture of the board: how it is drawn from a view, and how a program reads it."""
