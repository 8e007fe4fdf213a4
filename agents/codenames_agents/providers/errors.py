"""What can go wrong when a language model is asked, told by HTTP status and body, never by an exception's name.

::

    AgentError
    └── ProviderError              carries `kind`, `status`, `retryable`, the attempts; its text holds no key
        ├── ProviderUnavailable    the provider may answer later: raised when the tries or the time are up
        ├── ProviderRefused        asking again would fail the same way: raised at once
        │   ├── MissingKey         no key, so nothing was sent; names the environment variable
        │   └── HeldBack           refused before, so nothing was sent again
        └── NotOnCassette          a replay asks a question that was not asked while recording

`Provider.ask` raises them, and the agents turn them into `Unavailable` or `Unreadable` answers.
"""

import json
import math
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import Any, Final
from urllib.parse import urlsplit

from codenames_agents.providers.redaction import redact
from codenames_agents.providers.usage import NO_CONNECTION, Attempt, Usage
from codenames_core.support.errors import AgentError
from codenames_core.text.sanitiser import one_line

LONGEST_DETAIL: Final = 300
"""Characters kept of what a provider says."""
LONGEST_READ: Final = 20_000
"""Characters of what a provider says that are looked at: patterns would take half a minute for megabytes."""


class ErrorKind(StrEnum):
    """What went wrong, in the words that people are shown."""

    RATE_LIMIT = "rate limit"
    OVERLOADED = "overloaded"
    SERVER = "server error"
    TIMEOUT = "timeout"
    CONNECTION = NO_CONNECTION
    MALFORMED = "unreadable answer"
    """HTML, broken JSON, an error in place of an answer, fields of a wrong type."""
    EMPTY = "empty answer"
    OUT_OF_TOKENS = "no tokens left for an answer"
    """The model spent all its output tokens on reasoning."""
    CUT = "answer broke off"

    AUTHENTICATION = "key refused"
    MISSING_KEY = "key missing"
    PERMISSION = "not permitted"
    QUOTA = "quota used up"
    NOT_FOUND = "no such model"
    REDIRECTED = "redirected"
    """The server names another address. It is not followed: the key was meant for this one."""
    CONTEXT_LENGTH = "prompt too long"
    CONTENT_POLICY = "content policy"
    FILTERED = "answer filtered"
    """The model answered, and a filter kept the answer back; another answer may pass."""
    UNSUPPORTED_PARAMETER = "parameter not supported"
    BAD_REQUEST = "bad request"
    SET_UP = "not set up here"
    """Something is missing on this machine, so that nothing could be sent: a package, an account, an address."""
    OVER_BUDGET = "no money for another try"
    """The last try may have cost something, and the budget does not hold another one."""
    NOT_ON_CASSETTE = "not on the cassette"

    @property
    def retryable(self) -> bool:
        """Whether another try may succeed."""
        return self in _RETRYABLE

    @property
    def says_slow_down(self) -> bool:
        """Whether fewer calls at once would help."""
        return self in (ErrorKind.RATE_LIMIT, ErrorKind.OVERLOADED)


_RETRYABLE: Final = frozenset(
    {
        ErrorKind.RATE_LIMIT,
        ErrorKind.OVERLOADED,
        ErrorKind.SERVER,
        ErrorKind.TIMEOUT,
        ErrorKind.CONNECTION,
        ErrorKind.MALFORMED,
        ErrorKind.EMPTY,
        ErrorKind.OUT_OF_TOKENS,
        ErrorKind.CUT,
        ErrorKind.OVER_BUDGET,
    }
)


class ProviderError(AgentError):
    """A model could not be asked, or gave no answer.

    Args:
        kind: what went wrong.
        detail: what the provider said; kept short and without keys.
        status: the HTTP status, where there was one.
        retry_after: seconds after which the provider wants to be asked again.
        parameter: the name of the parameter that the provider complains of.
        usage: tokens that were used in spite of the error.
        cost_usd: what they cost, None if unknown.
        reasoning: what the model thought, where it answered nothing; kept without keys by whoever raises this.
    """

    def __init__(
        self,
        kind: ErrorKind,
        detail: str = "",
        *,
        status: int | None = None,
        retry_after: float | None = None,
        parameter: str | None = None,
        usage: Usage | None = None,
        cost_usd: float | None = None,
        reasoning: str = "",
    ) -> None:
        self.kind = kind
        self.detail = one_line(redact(detail[:LONGEST_READ]), LONGEST_DETAIL)
        self.status = status
        self.retry_after = retry_after
        self.parameter = parameter
        self.usage = usage
        self.cost_usd = cost_usd
        self.reasoning = reasoning
        self.attempts: tuple[Attempt, ...] = ()
        self.rested_s = 0.0
        """How long the question waited since the provider wanted to be left alone, apart from waits between tries."""
        super().__init__(kind, self.detail)

    @property
    def retryable(self) -> bool:
        """Whether asking later may succeed."""
        return self.kind.retryable

    @property
    def is_paid_silence(self) -> bool:
        """Whether the model was heard out and said nothing: it spent its tokens elsewhere, and mostly would again."""
        if self.kind is ErrorKind.OUT_OF_TOKENS:
            return True
        spent = self.usage is not None and bool(self.usage.tokens_out)
        return self.kind is ErrorKind.EMPTY and (spent or bool(self.reasoning))

    @property
    def reason(self) -> str:
        """The cause in a word or two, for a countdown: `429`, `timeout`."""
        return str(self.status) if self.status and self.status >= 400 else str(self.kind)

    def __str__(self) -> str:
        status = f" ({self.status})" if self.status else ""
        tries = f" after {len(self.attempts)} tries" if len(self.attempts) > 1 else ""
        return f"{self.kind}{status}{tries}" + (f": {self.detail}" if self.detail else "")


class ProviderUnavailable(ProviderError):
    """The provider may answer later."""


class ProviderRefused(ProviderError):
    """Asking again would fail the same way."""


class MissingKey(ProviderRefused):
    """There is no key to send; `variable` is the name of the environment variable that would hold it."""

    def __init__(self, variable: str, detail: str = "") -> None:
        self.variable = variable
        super().__init__(ErrorKind.MISSING_KEY, detail or f"{variable} is not set")


class HeldBack(ProviderRefused):
    """A question of the same kind was refused for good, so that this one was not sent."""


class NotOnCassette(ProviderError):
    """The cassette has no such answer."""


def provider_error(kind: ErrorKind, detail: str = "", **facts: Any) -> ProviderError:
    """Return the error of the right class for `kind`; `facts` are those of `ProviderError`."""
    return (ProviderUnavailable if kind.retryable else ProviderRefused)(kind, detail, **facts)


@dataclass(frozen=True, slots=True)
class _Body:
    """The facts in the body of an error, whichever form the provider gives it."""

    codes: frozenset[str]
    message: str
    parameter: str | None
    status: int | None
    """An HTTP status in the body: some gateways answer 200 and put the real one here."""


def error_from_response(
    status: int, headers: Mapping[str, str], body: object, *, now: float | None = None
) -> ProviderError:
    """Return the error for an HTTP response that is no success.

    Args:
        status: as it was on the wire.
        headers: of the answer, in lower case.
        body: its JSON, or its text.
        now: seconds since 1970, for a Retry-After that names a date.
    """
    facts = _read(body)
    kind = _kind(status, facts)
    return provider_error(
        kind,
        _redirected_to(headers) if kind is ErrorKind.REDIRECTED else facts.message,
        status=status,
        retry_after=_retry_after(headers, facts.message, time.time() if now is None else now),
        parameter=facts.parameter if kind in (ErrorKind.UNSUPPORTED_PARAMETER, ErrorKind.BAD_REQUEST) else None,
    )


def _redirected_to(headers: Mapping[str, str]) -> str:
    """Return where a server sends its clients, without what a query or a user may give away."""
    try:
        parts = urlsplit(headers.get("location", "").partition("?")[0])
        address = parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment="").geturl()
    except ValueError:
        address = ""
    return f"to {address}; give the address that answers itself" if address else "it is not said where to"


def error_in_answer(body: object) -> ProviderError:
    """Return the error in the body of a response whose HTTP status says success."""
    facts = _read(body)
    kind = _kind(facts.status, facts) if facts.status else _by_code(facts) or ErrorKind.MALFORMED
    return provider_error(kind, facts.message, status=facts.status)


def error_in_choice(error: object, finish_reason: str, usage: Usage | None, cost_usd: float | None) -> ProviderError:
    """Return the error that stands in an answer's choice in place of its end: the provider broke it off."""
    facts = _read({"error": error})
    kind = _kind(facts.status, facts) if facts.status else _by_code(facts) or ErrorKind.SERVER
    detail = facts.message if error else f"finish_reason {finish_reason}"
    return provider_error(kind, detail, status=facts.status or 200, usage=usage, cost_usd=cost_usd)


_CODES: Final[dict[ErrorKind, frozenset[str]]] = {
    ErrorKind.QUOTA: frozenset(
        {
            "insufficient_quota", "credit_balance_exhausted", "credit_balance_too_low", "insufficient_credits",
            "insufficient_balance", "billing_hard_limit_reached", "billing_not_active", "billing_error",
            "quota_exceeded_permanently",
        }
    ),
    ErrorKind.CONTEXT_LENGTH: frozenset(
        {"context_length_exceeded", "exceed_context_size_error", "string_above_max_length", "context_window_exceeded"}
    ),
    ErrorKind.CONTENT_POLICY: frozenset(
        {"content_filter", "content_policy_violation", "responsibleaipolicyviolation", "moderation_blocked"}
    ),
    ErrorKind.UNSUPPORTED_PARAMETER: frozenset({"unsupported_parameter", "unsupported_value", "unknown_parameter"}),
    ErrorKind.NOT_FOUND: frozenset({"model_not_found", "not_found_error"}),
    ErrorKind.AUTHENTICATION: frozenset({"invalid_api_key", "authentication_error", "unauthenticated"}),
    ErrorKind.OVERLOADED: frozenset({"overloaded_error", "overloaded"}),
    ErrorKind.RATE_LIMIT: frozenset({"rate_limit_exceeded", "rate_limit_error"}),
}  # fmt: skip
"""Codes and types that providers put in the body, in lower case."""

_OF_CLIENT_ERRORS: Final = (
    ErrorKind.CONTEXT_LENGTH,
    ErrorKind.CONTENT_POLICY,
    ErrorKind.UNSUPPORTED_PARAMETER,
    ErrorKind.QUOTA,
    ErrorKind.NOT_FOUND,
    ErrorKind.AUTHENTICATION,
)
"""The kinds that a code in the body of a 4xx can name; a 5xx is a failure of the server, whatever its body says."""

_QUOTA_WORDS: Final = re.compile(
    r"credit balance|(?:insufficient|not enough|run out of|out of) (?:quota|credit|balance|funds)"
    r"|exceeded your current quota|purchase (?:more )?credits|billing (?:hard )?limit",
    re.I,
)
_DAILY_QUOTA_WORDS: Final = re.compile(r"per ?day", re.I)
_CONTEXT_WORDS: Final = re.compile(
    r"maximum context length|context size|context window|context length|prompt is too long|input token count", re.I
)
"""Sentences that some servers send without a code; they count only with a status that fits them."""

_KINDS: Final = {
    401: ErrorKind.AUTHENTICATION,
    402: ErrorKind.QUOTA,
    403: ErrorKind.PERMISSION,
    404: ErrorKind.NOT_FOUND,
    408: ErrorKind.TIMEOUT,
    409: ErrorKind.SERVER,
    425: ErrorKind.SERVER,
    429: ErrorKind.RATE_LIMIT,
    503: ErrorKind.OVERLOADED,
    504: ErrorKind.TIMEOUT,
    529: ErrorKind.OVERLOADED,
}


def _kind(status: int, body: _Body) -> ErrorKind:
    if status >= 500:
        return _KINDS.get(status, ErrorKind.SERVER)
    if status in (408, 409, 425):
        return _KINDS[status]
    if 300 <= status < 400:
        return ErrorKind.REDIRECTED
    # D-032: status and code of the body decide; an exhausted quota is permanent although it is a 429.
    if status == 429:
        is_daily = "perday" in body.codes or _DAILY_QUOTA_WORDS.search(body.message)
        return ErrorKind.QUOTA if is_daily or _is_quota(body) else ErrorKind.RATE_LIMIT
    by_code = next((kind for kind in _OF_CLIENT_ERRORS if body.codes & _CODES[kind]), None)
    if by_code:
        return by_code
    if status in (400, 402, 403) and _is_quota(body):
        return ErrorKind.QUOTA
    if status in (400, 413, 422) and _CONTEXT_WORDS.search(body.message):
        return ErrorKind.CONTEXT_LENGTH
    return _KINDS.get(status, ErrorKind.BAD_REQUEST if status >= 400 else ErrorKind.MALFORMED)


def _is_quota(body: _Body) -> bool:
    return bool(body.codes & _CODES[ErrorKind.QUOTA] or _QUOTA_WORDS.search(body.message))


def _by_code(body: _Body) -> ErrorKind | None:
    return next((kind for kind, codes in _CODES.items() if body.codes & codes), None)


def _read(body: object) -> _Body:
    if isinstance(body, bytes | str):
        text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
        try:
            body = json.loads(text)
        except (ValueError, RecursionError):
            return _Body(frozenset(), text[:LONGEST_READ], None, None)
    if isinstance(body, list) and body:
        body = body[0]
    outer = body if isinstance(body, dict) else {}
    inner = outer.get("error", outer)
    if not isinstance(inner, dict):
        inner = {"message": inner}
    codes = {str(inner[name]).lower() for name in ("code", "type", "status") if inner.get(name)}
    if "PerDay" in str(inner.get("details", "")):
        codes.add("perday")
    parameter = inner.get("param")
    return _Body(
        frozenset(codes),
        str(inner.get("message") or inner.get("detail") or (inner if inner else body))[:LONGEST_READ],
        parameter if isinstance(parameter, str) else None,
        next((int(code) for code in codes if re.fullmatch("[45][0-9][0-9]", code)), None),
    )


_REFUSES: Final = re.compile(
    r"(?:un|not )supported|(?:does|do|is|are) not (?:support|allow|permit|accept|available|enabled)|not permitted"
    r"|(?:unrecognized|unknown|unexpected|unsupported|extra|extraneous) "
    r"(?:(?:request|keyword|input|parameter|argument|key|field)s? ?)+"
    r"|may only be|only the default|deprecated|no longer",
    re.I,
)
"""How servers say that they do not take a parameter, beside those that have a code for it."""
_NO_SYSTEM_ROLE: Final = re.compile(
    r"system['\"]? ?(?:role|message|prompt|instruction)s? (?:is |are )?(?:not|un)[ -]?(?:supported|allowed|enabled)"
    r"|(?:support|accept|allow)s? (?:the )?(?:role )?['\"`]?system['\"`]?|unsupported role:? ['\"`]?system"
    r"|developer instruction is not enabled|roles must alternate|only user and assistant roles",
    re.I,
)


def refused_parameter(error: ProviderError, names: Iterable[str]) -> str | None:
    """Return which of the parameters `names` a provider refused, None if it complains of something else.

    >>> refused_parameter(provider_error(ErrorKind.BAD_REQUEST, "property 'seed' is unsupported"), ["top_p", "seed"])
    'seed'
    """
    if error.kind not in (ErrorKind.UNSUPPORTED_PARAMETER, ErrorKind.BAD_REQUEST):
        return None
    if error.kind is ErrorKind.BAD_REQUEST and not _REFUSES.search(error.detail):
        return None
    if error.parameter in (names := tuple(names)):
        return error.parameter
    return next((word for word in re.findall(r"\w+", error.detail) if word in names), None)


def wants_no_system_role(error: ProviderError) -> bool:
    """Return whether a provider refused a request because its first message is the system's."""
    is_about_request = error.kind in (ErrorKind.BAD_REQUEST, ErrorKind.UNSUPPORTED_PARAMETER, ErrorKind.SERVER)
    return is_about_request and bool(_NO_SYSTEM_ROLE.search(error.detail))


_WAIT_WORDS: Final = re.compile(r"(?:retry|try again) (?:in|after) ([0-9.]+) ?(ms|s|sec|m(?![a-z]))", re.I)
_UNITS: Final = {"ms": 0.001, "s": 1.0, "sec": 1.0, "m": 60.0}


def _retry_after(headers: Mapping[str, str], message: str, now: float) -> float | None:
    """Return the seconds that the provider asks to wait, None if it does not."""
    for seconds in _waits(headers, message, now):
        if seconds >= 0:
            return seconds
    return None


def _waits(headers: Mapping[str, str], message: str, now: float) -> Iterator[float]:
    if (exact := _number(headers.get("retry-after-ms"))) is not None:
        yield exact / 1000
    if (text := headers.get("retry-after")) is not None:
        if (exact := _number(text)) is not None:
            yield exact
        else:
            yield from _until(text, now)
    if wait := _WAIT_WORDS.search(message):
        seconds = _number(wait[1])
        if seconds is not None:
            yield seconds * _UNITS[wait[2].lower()]


def _until(date: str, now: float) -> Iterator[float]:
    try:
        yield max(0.0, parsedate_to_datetime(date).timestamp() - now)
    except (ValueError, OverflowError):
        return


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if math.isfinite(number) else None
