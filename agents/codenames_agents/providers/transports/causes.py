"""What an exception of a client wraps: its own class often says little, and those inside say more."""

from collections.abc import Iterator


def causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and what led to it, the innermost last, without those by which parsers and streams end."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        if not isinstance(cause, StopIteration | StopAsyncIteration):
            yield cause
        cause = cause.__cause__ or cause.__context__
