"""Where a table listens, and whether what is said there can be overheard."""

import contextlib
import socket
import ssl

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.streaming.addresses import Address, is_loopback, listen


def listen_for_people(address: Address, *, encrypted: bool, trusted: bool) -> socket.socket:
    """Return a socket on which people come in.

    Args:
        address: where.
        encrypted: whether TLS guards what is said.
        trusted: whether something else does, as whoever started the host says.

    Raises:
        InputError: the address cannot be used, or others could overhear what is said there.
    """
    listener = listen(address, guarded=True)
    if not (encrypted or trusted or is_loopback(str(listener.getsockname()[0]))):
        listener.close()
        where = f"{one_line(address.host, 60)}:{address.port}"
        raise InputError(
            f"{where} can be reached from other machines, and nothing encrypts: give --tls-certificate and --tls-key, "
            "or --trusted-tunnel where a VPN, SSH or a proxy does, or listen at 127.0.0.1"
        )
    return listener


def encryption(certificate: str | None, key: str | None) -> ssl.SSLContext | None:
    """Return how connections are encrypted; None where no certificate is given.

    Raises:
        InputError: one of the two files is missing, or cannot be used.
    """
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        missing = "--tls-certificate" if certificate is None else "--tls-key"
        raise InputError(f"{missing} is missing: a certificate and its key are needed, both as PEM")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except (OSError, ValueError) as error:
        raise InputError(f"{one_line(certificate)}: not a certificate with its key: {_reason(error)}") from error
    return context


def trust_in(authority: str | None) -> ssl.SSLContext | None:
    """Return whom to trust besides nobody; None for those whom the system trusts.

    Raises:
        InputError: the file cannot be used.
    """
    if authority is None:
        return None
    try:
        return ssl.create_default_context(cafile=authority)
    except (OSError, ValueError) as error:
        raise InputError(f"{one_line(authority)}: not the certificate of an authority: {_reason(error)}") from error


def _no_password() -> str:
    raise ValueError("the key takes a password")


def _reason(error: Exception) -> str:
    with contextlib.suppress(AttributeError):
        if reason := getattr(error, "reason", None) or getattr(error, "strerror", None):
            return one_line(str(reason), 100)
    return one_line(str(error), 100)
