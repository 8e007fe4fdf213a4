"""No reader of what others wrote does anything else with bytes than use or refuse them."""

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.fuzz.targets import TARGETS, Target

from codenames_core.support.errors import CodenamesError


@st.composite
def changed(draw: st.DrawFn, target: Target) -> bytes:
    """An example in which pieces were cut out, doubled, or replaced by tokens and noise."""
    data = draw(st.sampled_from(list(target.examples())))
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        tokens = [token.encode("utf-8", "surrogatepass") for token in target.tokens] or [b""]
        piece = draw(st.sampled_from(tokens) | st.binary(max_size=12) | st.just(data[start:end] * 2))
        data = data[:start] + piece + data[end:]
    return data


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_used_or_refused(name: str) -> None:
    look_at(name, settings(suppress_health_check=list(HealthCheck), deadline=None))


@pytest.mark.fuzz
@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_used_or_refused_however_long_one_looks(name: str) -> None:
    look_at(name, settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=20_000, database=None))


def look_at(name: str, how: settings) -> None:
    target = TARGETS[name]

    @how
    @given(changed(target) | st.binary(max_size=200))
    def fed(data: bytes) -> None:
        with contextlib.suppress(CodenamesError):
            target.read(data)

    fed()
