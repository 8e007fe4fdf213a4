"""Widgets that take a value and draw it; what people do with them comes back as messages."""
