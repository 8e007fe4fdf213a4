"""What teams make of overhearing each other: signs of it in what players write, as flags for a person to judge."""
