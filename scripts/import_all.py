"""Imports every module of the installed packages; with `python -W error`, a warning of any of them is an error.

python -W error scripts/import_all.py
"""

import importlib
import importlib.util
import pkgutil

NEEDS = {"codenames_metrics.laboratory.suites.inspect_tasks": "inspect_ai"}
"""Modules for people who have a package of an extra that the tests do without."""
PACKAGES = ("codenames_core", "codenames_agents", "codenames_metrics", "codenames_tui")


def modules() -> list[str]:
    """Return the names of all modules, the packages first."""
    found = list(PACKAGES)
    for package in PACKAGES:
        inside = pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
        found += [one.name for one in inside if not one.name.endswith("__main__")]
    return [name for name in found if name not in NEEDS or importlib.util.find_spec(NEEDS[name])]


if __name__ == "__main__":
    names = modules()
    for name in names:
        importlib.import_module(name)
    print(f"imported {len(names)} modules")
