"""The game itself: board, events, rules, state, views. Values and pure functions only."""
