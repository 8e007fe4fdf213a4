"""What each entry of home leads to, in a sentence or two, and the keys that matter there."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import EMPTY, Line, Span, wrap
from codenames_tui.ui.messages import Destination

WATCH: Final = "watch"
HELP: Final = "help"


class Guide(NamedTuple):
    """What is said of an entry."""

    title: str
    text: str
    keys: tuple[Hint, ...] = ()


_LOOKING: Final = (
    Hint(("game.inspect",), "inspect: what an agent saw and thought"),
    Hint(("game.targets",), "targets: the words a clue is meant for"),
    Hint(("game.mark_forward",), "next turning point or mistake"),
    Hint(("game.fork",), "fork: others, or you, play on from here"),
)
_SHARING: Final = (
    Hint(("game.present",), "presenter: large letters for a projector"),
    Hint(("game.export",), "export: a web page, picture or recording"),
)
GUIDES: Final[Mapping[str, Guide]] = {
    WATCH: Guide(
        "Watch a game",
        "Two teams of agents play on a new board. You can look at everything they see, think and say.",
        (
            Hint(("game.toggle",), "pause and resume"),
            *_LOOKING[:2],
            Hint(("game.seat",), "take any seat yourself"),
            *_LOOKING[2:],
            *_SHARING,
        ),
    ),
    Destination.PLAY_YOURSELF: Guide(
        "Play yourself",
        "Take one seat or more, as a cluer or a guesser; agents play the others. You see only what your seat may see.",
    ),
    Destination.WITH_OTHERS: Guide(
        "Play with others",
        "Join a table by an invitation, or host one: each plays at a screen of their own, agents in the free seats.",
    ),
    Destination.SET_UP: Guide(
        "New game",
        "Choose an agent for each seat, offline or any language model, the rules, the words and the pace.",
    ),
    Destination.LIBRARY: Guide(
        "Library",
        "Every game that was played here, and eight samples. Filter them, open one, and replay it move by move.",
        (
            Hint(("game.back", "game.forward"), "one event back or forward"),
            *_LOOKING,
            Hint(("game.compare",), "compare a fork with its original"),
            *_SHARING,
        ),
    ),
    Destination.BENCHMARKS: Guide(
        "Benchmark",
        "Play many games and rank the agents, with intervals, plots and a report. You see what it will cost "
        "before anything is spent.",
    ),
    Destination.SETTINGS: Guide("Settings", "Theme, pace, animation, default agents, folders and keys. They are kept."),
    HELP: Guide(
        "Help",
        "Every key of the current screen, and what every symbol means. Search it, and run what you find.",
    ),
}
"""By the name of the entry."""


def guide_lines(guide: Guide, width: int, key_of: Callable[[str], str]) -> list[Line]:
    """Return what is said of an entry in lines of `width` cells; `key_of` names the key of a binding."""
    named = [("".join(key_of(id) for id in hint.ids), hint.what) for hint in guide.keys]
    cells = max((len(key) for key, _ in named), default=0) + 2
    lines = [(Span(guide.title, "strong"),), *wrap((Span(guide.text),), width)]
    for number, (key, what) in enumerate(named):
        lines += [
            *([EMPTY] if not number else []),
            *wrap((Span(f"{key:<{cells}}", "key"), Span(what, "dim")), width, cells),
        ]
    return lines
