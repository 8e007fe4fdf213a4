"""What an exception of a client wraps: its own class often says little, and those inside say more."""

from collections.abc import Iterable, Iterator
from typing import Final

from codenames_agents.providers.errors import ErrorKind


def causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and what led to it, the innermost last, without those by which parsers and streams end."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        if not isinstance(cause, StopIteration | StopAsyncIteration):
            yield cause
        cause = cause.__cause__ or cause.__context__


_NEVER_CONNECTED: Final = frozenset(
    {
        *("ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError", "UnsupportedProtocol", "LocalProtocolError"),
        *("ClientConnectorError", "ClientHttpProxyError", "InvalidURL", "ConnectionRefusedError", "gaierror"),
    }
)
"""Classes of httpx, aiohttp and Python."""


def connection_failure(chain: Iterable[BaseException]) -> ErrorKind:
    """Return whether an exception and its causes say that a request never left, or else that its answer broke off.

    Where the connection ends before a byte of the answer, the model may have answered all the same, and be paid for it.
    """
    kinds = {kind.__name__ for cause in chain for kind in type(cause).__mro__}
    return ErrorKind.CUT if kinds.isdisjoint(_NEVER_CONNECTED) else ErrorKind.CONNECTION
