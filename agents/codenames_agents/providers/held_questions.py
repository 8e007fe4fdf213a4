"""Questions that a model refuses for good: each kind is sent once, and not again.

What a provider refuses because of the request itself (400, 404, 422) it refuses in every game alike. So the first
question of a kind to a model goes alone, and the others of the kind wait for what becomes of it: refused, they all fail
at once with the same reason, and nothing more is sent. A kind that was answered before is held back only at the second
refusal in a row, since a single one may be the fault of a single prompt.

The kind of a question is what it asks for, and the model with all its settings: other settings are asked anew.
"""

import asyncio
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from codenames_agents.providers.errors import ErrorKind, HeldBack, ProviderError
from codenames_agents.providers.model_io import ModelRequest

REFUSED_FOR_GOOD: Final = frozenset({ErrorKind.BAD_REQUEST, ErrorKind.UNSUPPORTED_PARAMETER, ErrorKind.NOT_FOUND})
"""Refusals that every other question of the kind would meet."""


def question_kind(request: ModelRequest, question: str) -> Hashable:
    """Return what questions share that a provider refuses alike; `question` names what is asked for."""
    settings = replace(request, messages=(), image=None).fingerprint()
    return question, request.image is not None, settings, request.api_base, request.key_variable


@dataclass(slots=True)
class _Kind:
    """What is known of one kind of question."""

    opened: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the first question has had an answer, or a failure that says nothing of the others."""
    was_answered: bool = False
    refusals: int = 0
    """In a row."""
    reason: ProviderError | None = None
    """Of the last refusal."""

    @property
    def is_held_back(self) -> bool:
        return self.refusals > int(self.was_answered)


class HeldQuestions:
    """Remembers which kinds of questions are refused for good.

    Args:
        patience: seconds that questions wait for the first of their kind; a refusal comes sooner than an answer.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._kinds: dict[Hashable, _Kind] = {}

    async def admit(self, kind: Hashable) -> bool:
        """Wait until it is known whether the first question of the kind is refused, but not for long.

        Returns:
            Whether the question had to wait; all that did go on at the same time.

        Raises:
            HeldBack: it was, or all have been since; nothing is to be sent.
        """
        known = self._kinds.get(kind)
        if known is None:
            self._kinds[kind] = _Kind()
            return False
        had_to_wait = not known.opened.is_set()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                await known.opened.wait()
        known.opened.set()
        if known.is_held_back and known.reason is not None:
            raise HeldBack(known.reason.kind, known.reason.detail, status=known.reason.status)
        return had_to_wait

    def answered(self, kind: Hashable) -> None:
        """Note that a question of the kind was answered."""
        known = self._known(kind)
        known.was_answered, known.refusals = True, 0
        known.opened.set()

    def failed(self, kind: Hashable, error: ProviderError) -> None:
        """Note that a question of the kind has failed, and is not sent again."""
        known = self._known(kind)
        if error.kind in REFUSED_FOR_GOOD:
            known.refusals += 1
            known.reason = error
        known.opened.set()

    def let_go(self, kind: Hashable) -> None:
        """Let the other questions of the kind be sent: the first one was tried, or given up."""
        self._known(kind).opened.set()

    def _known(self, kind: Hashable) -> _Kind:
        return self._kinds.setdefault(kind, _Kind())
