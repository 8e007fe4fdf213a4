"""Public names of a package that are loaded from their modules when they are first used (PEP 562)."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def loader(package: str, home_of: Mapping[str, str], names: dict[str, Any]) -> Callable[[str], Any]:
    """Return the `__getattr__` of `package`.

    Args:
        package: its `__name__`.
        home_of: from each public name to the module that holds it.
        names: its `globals()`; what was loaded is kept there.
    """

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        names[name] = getattr(import_module(f"{package}.{home_of[name]}"), name)
        return names[name]

    return load
