"""The transport that somebody insists upon: by `--transport`, or by a variable, which child processes inherit."""

import os
from enum import StrEnum
from typing import Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

VARIABLE: Final = "CODENAMES_TUI_TRANSPORT"


class TransportName(StrEnum):
    """The transports that can be insisted upon."""

    AUTO = "auto"
    """The one that suits the model."""
    LITELLM = "litellm"


def chosen_transport() -> TransportName:
    """Return the transport that the environment names.

    Raises:
        InputError: there is no such transport.
    """
    name = os.environ.get(VARIABLE) or TransportName.AUTO
    try:
        return TransportName(name)
    except ValueError:
        known = " or ".join(TransportName)
        raise InputError(f"{VARIABLE} is {one_line(name, 40)!r}; there is no such transport: write {known}") from None
