"""Games in the forms that others can open: pure functions from a record to a text, without a screen or a network."""
