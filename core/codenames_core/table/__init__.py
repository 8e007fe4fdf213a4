"""A table at which several people play over a network: its messages, its lobby, and what each seat is told."""
