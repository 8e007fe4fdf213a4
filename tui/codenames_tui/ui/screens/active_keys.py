"""The keys of a screen as they are now, for its last line and for its help: every one of them can be remapped."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from textual.binding import ActiveBinding, Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS, key_to_character
from textual.screen import Screen

from codenames_tui.ui.lines.help import HelpGroup, HelpRow
from codenames_tui.ui.lines.keys import Hint, KeyHint
from codenames_tui.ui.lines.lines import Glyphs

IN_PANEL: Final = "In the panel with the focus"
EVERYWHERE: Final = "Everywhere"


def bindings_now(screen: Screen[Any]) -> list[Binding]:
    """Return the bindings that are ours, as far as they act now: a screen may say that with `acts`."""
    acts: Callable[[ActiveBinding], bool] = getattr(screen, "acts", lambda _: True)
    return [active.binding for active in screen.active_bindings.values() if active.binding.id and acts(active)]


def writes(key: str) -> bool:
    """Return whether a key writes something where a text is asked for: letters, digits, signs and the space bar."""
    return key in KEY_NAME_REPLACEMENTS.values() or (key_to_character(key) or "\0").isprintable()


def key_name(screen: Screen[Any], binding: Binding, glyphs: Glyphs) -> str:
    """Return what a key is called."""
    name = screen.app.get_key_display(binding)
    return name if name.isascii() or not glyphs.ascii_only else binding.key


def hints(screen: Screen[Any], wanted: Iterable[Hint], glyphs: Glyphs) -> tuple[KeyHint, ...]:
    """Return the first key of each of `wanted`, as far as there is one."""
    keys: dict[str, Binding] = {}
    for binding in bindings_now(screen):
        keys.setdefault(binding.id or "", binding)
    return tuple(
        KeyHint(_joined([key_name(screen, keys[id], glyphs) for id in ids]), what, ids[-1])
        for ids, what in wanted
        if all(id in keys for id in ids)
    )


async def press(screen: Screen[Any], name: str) -> None:
    """Do what the binding with that id does, where it is bound: in the focused panel, the screen or the app."""
    for active in screen.active_bindings.values():
        if active.binding.id == name:
            await screen.app.run_action(active.binding.action, active.node)
            return


def key_of(screen: Screen[Any], name: str, glyphs: Glyphs) -> str:
    """Return the first key of the binding with that id, nothing where it has none."""
    return next((key_name(screen, binding, glyphs) for binding in bindings_now(screen) if binding.id == name), "")


def default_key(
    screen: Screen[Any], bindings: Sequence[BindingType], name: str, keymap: Mapping[str, str], glyphs: Glyphs
) -> str:
    """Return the first key of a binding of another screen, as `keymap` has it; nothing where there is no such one."""
    for binding in Binding.make_bindings(bindings):
        if binding.id == name:
            wanted = keymap.get(name, "").split(",")[0].strip()
            return key_name(screen, replace(binding, key=wanted) if wanted else binding, glyphs)
    return ""


def key_groups(
    screen: Screen[Any], glyphs: Glyphs, titles: Mapping[str, Sequence[str]], without: str = "-"
) -> tuple[HelpGroup, ...]:
    """Return all keys and what they do, in groups.

    Args:
        screen: whose keys they are.
        glyphs: what is drawn with.
        titles: the groups in their order, with how the ids of their bindings begin. What is in none of them belongs
            to the panel that has the focus, or to every screen.
        without: how the ids of bindings begin that are left out.
    """
    found: dict[str, dict[str, HelpRow]] = {title: {} for title in (*titles, IN_PANEL, EVERYWHERE)}
    for binding in bindings_now(screen):
        id, what = binding.id or "", glyphs.line(binding.description)
        if id.startswith(without):
            continue
        rows = found[_group_of(id, titles)]
        name = key_name(screen, binding, glyphs)
        rows[what] = rows[what]._replace(sign=f"{rows[what].sign} {name}") if what in rows else HelpRow(name, what, id)
    return tuple(HelpGroup(title, tuple(rows.values())) for title, rows in found.items() if rows)


def _group_of(id: str, titles: Mapping[str, Sequence[str]]) -> str:
    for title, beginnings in titles.items():
        if id.startswith(tuple(beginnings)):
            return title
    return EVERYWHERE if id.startswith(("app.", "page.")) else IN_PANEL


def _joined(names: Sequence[str]) -> str:
    return ("" if all(len(name) == 1 for name in names) else "/").join(names)
