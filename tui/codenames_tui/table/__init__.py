"""A table that people join over a network: its host, its server, the client, and their screens."""
