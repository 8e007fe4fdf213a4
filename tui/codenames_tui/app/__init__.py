"""The app: its screens, the ways between them, and its keys."""
