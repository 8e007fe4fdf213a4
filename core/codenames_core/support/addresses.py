"""Addresses of servers as they may be shown and kept."""

from urllib.parse import urlsplit


def without_user(url: str) -> str:
    """Return `url` without user and password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def without_credentials(url: str) -> str:
    """Return `url` as it may be shown, without anything that could be a secret.

    >>> without_credentials("http://me:secret@127.0.0.1:8080/v1?key=1")
    'http://127.0.0.1:8080/v1'
    """
    return urlsplit(without_user(url))._replace(query="", fragment="").geturl()
