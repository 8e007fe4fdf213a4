"""Commands that read saved episodes."""
