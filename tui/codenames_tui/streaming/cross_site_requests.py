"""Requests that a page of another site makes in a browser on this machine.

Pages from anywhere run in a browser, and all of them can reach the servers of its machine, also under a name of their
own that suddenly means this machine (DNS rebinding). What such a page could ask is refused.
"""

import contextlib
import ipaddress
import re
from collections.abc import Mapping
from typing import Final

_HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
"""A host and perhaps a port, and nothing besides: a reader of addresses takes the first of what it is given."""


def why_refused(headers: Mapping[str, str], host: str) -> str | None:
    """Return why a request may come from a page of another site; None where it cannot.

    Args:
        headers: of the request.
        host: the name at which the server listens.
    """
    asked_for = headers.get("Host", "")
    if not _is_ours(_name_in(asked_for), host):
        return "the Host header names another machine"
    if headers.get("Origin") not in (None, f"http://{asked_for}", f"https://{asked_for}"):
        return "a page of another site asks"
    follows_link = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
    if headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin") and not follows_link:
        return "a page of another site asks"
    return None


def _name_in(host: str) -> str | None:
    """Return the name that a Host header asks for, None for text that is not the name of a host."""
    if (match := _HOST.fullmatch(host)) is None:
        return None
    address, name = match.groups()
    return str(address or name).lower()


def _is_ours(name: str | None, host: str) -> bool:
    """Return whether `name` can only mean this machine: a foreign name could be made to, an IP address could not."""
    if name is None:
        return False
    if name in ("localhost", host.casefold()):
        return True
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False
