"""Requests that a page of another site makes in a browser on this machine.

Pages from anywhere run in a browser, and all of them can reach the servers of its machine, also under a name of their
own that suddenly means this machine (DNS rebinding). What such a page could ask is refused.
"""

import contextlib
import ipaddress
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit


def why_refused(headers: Mapping[str, str], host: str) -> str | None:
    """Return why a request may come from a page of another site; None where it cannot.

    Args:
        headers: of the request.
        host: the name at which the server listens.
    """
    asked_for = headers.get("Host", "")
    if not _is_ours(_parts_of(f"//{asked_for}").hostname, host):
        return "the Host header names another machine"
    if (origin := headers.get("Origin")) is not None and _parts_of(origin).netloc != asked_for:
        return "a page of another site asks"
    follows_link = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
    if headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin") and not follows_link:
        return "a page of another site asks"
    return None


def _parts_of(url: str) -> SplitResult:
    """Return the parts of an address, all of them empty for text that is no address."""
    with contextlib.suppress(ValueError):
        return urlsplit(url)
    return SplitResult("", "", "", "", "")


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
