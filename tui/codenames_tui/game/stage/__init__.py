"""Presenter mode: the game in large letters."""
