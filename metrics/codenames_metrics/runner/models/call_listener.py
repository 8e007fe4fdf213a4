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
    from codenames_agents.providers.usage import Attempt

_LISTENER: "ContextVar[Callable[[CallState], None] | None]" = ContextVar("listener", default=None)

_RETRIES: "ContextVar[Callable[[Attempt], bool] | None]" = ContextVar("retries", default=None)


@contextmanager
def admit_retries(asks_again: "Callable[[Attempt], bool] | None") -> Iterator[None]:
    """Have `asks_again` asked before a request is sent again within this context; None admits each."""
    token = _RETRIES.set(asks_again)
    try:
        yield
    finally:
        _RETRIES.reset(token)


def may_ask_again(failed: "Attempt") -> bool:
    """Return whether the game that asks the question has money for another request after one that failed."""
    asks_again = _RETRIES.get()
    return asks_again is None or asks_again(failed)


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
