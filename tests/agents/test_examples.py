"""The examples in the docstrings of the agents' modules."""

import doctest
import importlib
import pkgutil

import pytest

import codenames_agents

MODULES = [found.name for found in pkgutil.walk_packages(codenames_agents.__path__, "codenames_agents.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_right(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
