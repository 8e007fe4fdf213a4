"""Writes docs/licences.md: what is installed with the package and under which licence, as the packages themselves say.

`make licences` calls it. All extras count where they are installed, but for those of development.
"""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

FOR_DEVELOPMENT = {"dev", "test"}
PAGE = Path(__file__).parents[1] / "docs" / "licences.md"
HEAD = """# Licences of what is installed

`make licences` writes this page from what the installed packages say of themselves. Nothing of them is shipped with the
package; data that is shipped has its sources in `agents/codenames_agents/data/NOTICE.md`,
`agents/codenames_agents/data/fonts/NOTICE.md` and `core/codenames_core/data/NOTICE.md`.

| package | licence |
|---|---|
"""


def needed(name: str, extras: tuple[str, ...], found: dict[str, Distribution], seen: set[tuple[str, ...]]) -> None:
    """Add everything that `name` with some extras requires to `found`."""
    if (name, *extras) in seen:
        return
    seen.add((name, *extras))
    for text in distribution(name).requires or ():
        requirement = Requirement(text)
        marker = requirement.marker
        if marker and not any(marker.evaluate({"extra": extra}) for extra in extras):
            continue
        key = requirement.name.lower().replace("_", "-")
        try:
            found[key] = distribution(requirement.name)
        except PackageNotFoundError:
            continue
        needed(key, ("", *sorted(requirement.extras)), found, seen)


def licence_of(package: Distribution) -> str:
    """Return the licence in one line: the expression, else the classifiers, else the first line of the text."""
    told = package.metadata
    classified = [line.rpartition(" :: ")[2] for line in told.get_all("Classifier") or () if line.startswith("License")]
    said = told["License-Expression"] or ", ".join(classified) or (told["License"] or "").strip().partition("\n")[0]
    return re.sub(r"[|\s]+", " ", said)[:80] or "does not say"


def main() -> None:
    """Write the page."""
    found: dict[str, Distribution] = {}
    extras = set(distribution("codenames-tui").metadata.get_all("Provides-Extra") or ()) - FOR_DEVELOPMENT
    needed("codenames-tui", ("", *sorted(extras)), found, set())
    rows = (f"| {name} | {licence_of(package)} |\n" for name, package in sorted(found.items()))
    PAGE.write_text(HEAD + "".join(rows), "utf-8")


if __name__ == "__main__":
    main()
