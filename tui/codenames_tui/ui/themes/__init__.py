"""Themes: what is read, what is derived, and what fewer colours make of both."""
