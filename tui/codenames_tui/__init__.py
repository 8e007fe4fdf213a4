"""The terminal app and the command line: the only place where everything meets."""

__version__ = "0.1.0"
