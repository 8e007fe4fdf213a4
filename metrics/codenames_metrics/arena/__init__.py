"""Runs of laboratories that never met, in one: bundles of games, and what is checked before they count."""
