"""What libraries that send requests may write: warnings, into the application's log, without keys."""

import logging
from collections.abc import Iterable

from codenames_agents.providers.redaction import RedactingFilter


def quieten_loggers(names: Iterable[str]) -> None:
    """Pass warnings on to the log of the application, and write nothing to standard error where it has none."""
    for name in names:
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = True
        logger.setLevel(logging.WARNING)
        logger.addFilter(RedactingFilter())
