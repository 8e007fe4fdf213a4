"""A game as a picture that moves: drawn once, as shapes at each position, and written as an animated SVG or a GIF."""
