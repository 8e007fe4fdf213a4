"""Every formula's worked example is true."""

import doctest
import importlib
import importlib.util
import pkgutil

import pytest

import codenames_metrics

NEEDS = {"codenames_metrics.laboratory.suites.inspect_tasks": "inspect_ai"}
"""Modules that need a package of an extra which the tests do not ask for."""
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(codenames_metrics.__path__, "codenames_metrics.")
    if not module.ispkg and not (module.name in NEEDS and importlib.util.find_spec(NEEDS[module.name]) is None)
)


@pytest.mark.parametrize("name", MODULES)
def test_the_worked_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", codenames_metrics.__all__)
def test_every_public_name_can_be_imported_from_the_package(name: str) -> None:
    assert getattr(codenames_metrics, name) is not None
    assert name in dir(codenames_metrics)
