"""How long a test waits for what has to happen."""

from typing import Final

PATIENCE: Final = 300.0
"""Seconds. Nothing takes as long but what never happens: on a busy machine a process may get no time for half a minute.

A test that measures a time limit has a limit of its own; this one only says where a test hangs.
"""
