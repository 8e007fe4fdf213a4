"""The private parts of Textual that are used are those that `docs/decisions.md` lists."""

import ast
import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from textual.message_pump import MessagePump

import codenames_tui

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "tui/codenames_tui"
NOT_OF_TEXTUAL = {"_asdict", "_make", "_replace", "_fields", "_exit", "_action_groups"}
"""Of named tuples, of `os` and of `argparse`."""


def listed() -> set[str]:
    """The private names in the table of the documentation."""
    section = (ROOT / "docs/decisions.md").read_text("utf-8").partition("private parts of Textual")[2]
    rows = [line.split("|")[1] for line in section.splitlines() if line.lstrip().startswith("| `")]
    return {name for row in rows for name in re.findall(r"\b_\w+", row)}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def assigned_names(tree: ast.AST) -> Iterator[str]:
    """Names of functions, classes, variables and attributes that a piece of source defines."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                yield name


def used_of_others() -> set[str]:
    """Private attributes that are read but defined nowhere in the package, and private imports from Textual."""
    trees = [ast.parse(path.read_text("utf-8")) for path in SOURCES.rglob("*.py")]
    ours = {name for tree in trees for name in assigned_names(tree)}
    used = set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.Attribute(attr=name) if is_private(name) and name not in ours:
                used.add(name)
            case ast.ImportFrom(module=str() as module, names=names) if module.split(".")[0] == "textual":
                used |= {part for part in (*module.split("."), *(name.name for name in names)) if is_private(part)}
    return used - NOT_OF_TEXTUAL


@cache
def private_names_of(kind: type) -> frozenset[str]:
    """The private names that the source of a class gives to its methods, to itself and to its instances."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    names: set[str] = set()
    for statement in tree.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                names.add(name)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                names.add(name)
    return frozenset(filter(is_private, names))


def subclasses(kind: type[MessagePump]) -> Iterator[type[MessagePump]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from subclasses(sub)


def hidden_by_ours() -> set[str]:
    """Private names that a class of ours defines although a class of Textual that it inherits from has them, too."""
    for module in pkgutil.walk_packages(codenames_tui.__path__, "codenames_tui."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    hidden: set[str] = set()
    for kind in {*subclasses(MessagePump)}:
        if kind.__module__.startswith("codenames_tui"):
            own = private_names_of(kind)
            for base in kind.__mro__:
                if base.__module__.startswith("textual"):
                    hidden |= own & private_names_of(base)
    return hidden


def test_the_documentation_lists_all_that_is_used_of_textuals_private_parts() -> None:
    assert used_of_others() | hidden_by_ours() == listed()
