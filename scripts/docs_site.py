"""What `make site` does besides mkdocs: the documentation as pages, with the files of the repository that they name.

Links of the documentation lead to files of the repository, as readers of it want; here those files become part of the
site. README.md is its first page. Called by mkdocs, which `mkdocs.yml` tells of this file.
"""

import posixpath
import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File

CHECKOUT: Final = Path(__file__).resolve().parents[1]
_PAGES: Final = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
_LINK: Final = re.compile(r"(?<=\]\()(?!https?:|#|mailto:)([^)\s#]+)(#[^)\s]*)?(?=\))")
_SHOWN: Final = re.compile(r"^```(?P<language>sh) [a-z -]+$", re.MULTILINE)
"""What the documentation says for its own tests behind the name of a language."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages at the top of the repository, and every file that a page names."""
    for name, page in _PAGES.items():
        text = (CHECKOUT / name).read_text("utf-8")
        files.append(File.generated(config, page, content=_relinked(text, folder="")))
    named = {
        target
        for path in [*(CHECKOUT / "docs").glob("*.md"), *(CHECKOUT / name for name in _PAGES)]
        for target, _ in _LINK.findall(path.read_text("utf-8"))
        for target in [_in_repository(target, "docs" if path.parent.name == "docs" else "")]
    }
    for target in sorted(named):
        if (CHECKOUT / target).is_file() and _in_site(target).startswith("source/"):
            files.append(File.generated(config, _in_site(target), abs_src_path=str(CHECKOUT / target)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Have the links of a page lead to where their files are in the site."""
    text = markdown if page.file.src_uri in _PAGES.values() else _relinked(markdown, folder="docs")
    return _SHOWN.sub(r"```\g<language>", text)


def _relinked(text: str, folder: str) -> str:
    def moved(link: re.Match[str]) -> str:
        return f"{_in_site(_in_repository(link[1], folder))}{link[2] or ''}"

    return _LINK.sub(moved, text)


def _in_repository(target: str, folder: str) -> str:
    """Return the path of a file that a page in `folder` names."""
    return posixpath.normpath(posixpath.join(folder, target))


def _in_site(path: str) -> str:
    """Return where a file of the repository is in the site."""
    if path in _PAGES:
        return _PAGES[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    ends_in_markdown = path.endswith(".md")
    return f"source/{path}.txt" if ends_in_markdown else f"source/{path}"
