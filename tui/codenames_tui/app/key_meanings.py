"""What each key means: the same on every screen, so that it has to be learned once.

A binding has one meaning, named here by patterns of its id; the test of key maps holds every key to one. In questions,
letters are answers, and the question says which.
"""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Final

from codenames_tui.app.keymap import KnownBinding, written

MEANINGS: Final = {
    "Move, scroll, or go to the next field, panel or choice": (
        *("*.up", "*.down", "*.left", "*.right", "*.page_up", "*.page_down", "*.first", "*.last"),
        *("game.back", "game.forward", "game.scroll_*", "game.turn_*", "game.start", "game.end"),
        *("comparison.turn_*", "comparison.start", "comparison.end", "results.next", "results.before"),
        *("run.table", "lab.next", "lab.before", "tune.other"),
        *("clue.more", "clue.less", "clue.other", "message.agree", "pick.next", "pick.before"),
        *("inspector.before", "inspector.after", "library.sort"),
    ),
    "Choose or pick the selected item": (*("*.choose", "library.open", "*.seek", "pick.pick"),),
    "Start, accept or finish": (
        "setup.start",
        "fork.start",
        "bench.start",
        "bench.estimate",
        "parameters.take",
        "lobby.ready",
        "pick.finish",
    ),
    "Undo: reset to the default, or take back the last pick": ("*.reset", "pick.undo"),
    "Go back": (*("page.back", "bench.back", "*.quit", "*.cancel", "*.close", "game.home", "game.leave"),),
    "Quit": ("app.leave",),
    "Suspend": ("app.suspend",),
    "Show all commands": ("app.commands",),
    "Show all keys": ("*.help",),
    "Play or pause": ("game.toggle", "run.pause"),
    "Play one event": ("game.step",),
    "Faster, or more at once": ("game.faster", "run.more"),
    "Slower, or fewer at once": ("game.slower", "run.fewer"),
    "Jump to a turn": ("game.jump",),
    "Next mark": ("game.mark_forward",),
    "Previous mark": ("game.mark_back",),
    "Go to a tenth of the game, a view or a listed game": (
        "game.tenth_*",
        "results.tab_*",
        "lab.tab_*",
        "home.sample_*",
    ),
    "Show the key, as a spymaster": ("game.key", "comparison.key"),
    "Sit down: play yourself, or give the seat back": ("home.play", "game.seat*", "setup.you", "fork.you"),
    "I am at the keyboard": ("handover.here",),
    "Play with others": ("home.table",),
    "Inspect a decision, or edit the parameters of a model": ("game.inspect", "setup.parameters"),
    "Ask a decision again": ("inspector.ask_again",),
    "See the picture that a seat saw": ("inspector.picture",),
    "Presenter mode": ("game.present",),
    "Show what clues are meant for": ("game.targets",),
    "Fork": ("game.fork",),
    "Compare with another game or run": ("game.compare", "results.compare"),
    "Enlarge a panel": ("game.zoom", "inspector.enlarge"),
    "Rematch": ("game.rematch",),
    "New: a game or a benchmark": ("home.new", "game.next", "bench.form"),
    "Export to a file": ("game.export", "results.export", "bench.write"),
    "Copy": ("game.copy",),
    "Open: the library, a folder or a file": ("home.library", "library.path", "bench.path", "labs.path"),
    "Resume": ("library.resume", "bench.go_on"),
    "Search or filter": ("library.filter", "game.find", "keys.search"),
    "Reverse or swap": ("library.reverse", "setup.swap"),
    "The same agent in the whole team": ("setup.team", "fork.team"),
    "The same agent in all seats": ("setup.all",),
    "Benchmark": ("home.benchmark",),
    "Settings": ("home.settings",),
    "View the results": ("run.results",),
    "Games at once": ("run.concurrency",),
    "Budget": ("run.budget",),
    "Stop": ("run.stop", "lab.stop"),
    "Games of another mode": ("results.mode",),
    "Teams of another composition": ("results.composition",),
    "Rank for another role": ("results.role",),
    "Reload": ("results.read", "lab.read"),
    "Watch a game": ("home.watch", "lab.game"),
    "Read the words of the board in full": ("game.words",),
    "Hide tips": ("game.hide_tips",),
    "Go to a panel by its letter": ("app.panels",),
}
"""Patterns of ids, by what they mean."""
QUESTIONS: Final = frozenset(
    {"ending a benchmark", "spending", "giving up", "leaving", "note", "help", "new key", "ask again"}
)
"""Places where a question is asked, or something is said, and keys are the answer."""


def meanings_of(binding: KnownBinding) -> tuple[str, ...]:
    """Return what the key of a binding means: one meaning, unless `MEANINGS` is wrong; none in a question."""
    if binding.where in QUESTIONS:
        return ()
    return tuple(what for what, ids in MEANINGS.items() if any(fnmatchcase(binding.id, one) for one in ids))


def keys_by_meaning(bindings: Iterable[KnownBinding]) -> dict[str, tuple[str, ...]]:
    """Return the keys that have each meaning, in the order in which they are bound."""
    keys: dict[str, dict[str, None]] = {what: {} for what in MEANINGS}
    for binding in bindings:
        for what in meanings_of(binding):
            keys[what] |= dict.fromkeys(written(key) for key in binding.keys)
    return {what: tuple(found) for what, found in keys.items() if found}
