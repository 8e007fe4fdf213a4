"""How many cores this process may use."""

import os


def available_cores() -> int:
    """Return how many cores this process may use: a cluster's scheduler, or `taskset`, may give it fewer than all."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system lets a process be bound
        return os.cpu_count() or 1
