"""Tells a game how its own questions fare, although all games of a process ask through one provider.

A context variable finds the game: each game plays in a task of its own, and the provider reports a question's state
from within the task that asks it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState

_LISTENER: "ContextVar[Callable[[CallState], None] | None]" = ContextVar("listener", default=None)


@contextmanager
def listen_to_calls(listener: "Callable[[CallState], None]") -> Iterator[None]:
    """Have `listener` told every change of a question that is asked within this context."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


def notify_listener(state: "CallState") -> None:
    """Pass a state on to the game that asks the question."""
    if (listener := _LISTENER.get()) is not None:
        listener(state)
