"""Suites and probes in the app: how far they are, what they came to, and the decisions behind each number."""
