"""Who failed to answer, and why turns were lost."""
