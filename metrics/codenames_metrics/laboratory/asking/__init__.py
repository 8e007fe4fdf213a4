"""The engine: a recorded position, the question in it, who is asked, and the answers that are kept."""
