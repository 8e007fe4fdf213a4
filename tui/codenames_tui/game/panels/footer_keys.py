"""Which keys stand at the foot of the game screen: those that matter, by how the game stands and what is being done."""

from typing import Final, NamedTuple

from codenames_tui.game.panels.status import Watching
from codenames_tui.ui.lines.keys import Hint

_EVENT: Final = Hint(("game.back", "game.forward"), "event")
_TURN: Final = Hint(("game.turn_back", "game.turn_forward"), "turn")
_FORK: Final = Hint(("game.fork",), "fork")
_COMPARE: Final = Hint(("game.compare",), "compare")
_HELP: Final = Hint(("game.help",), "help")
_QUIT: Final = Hint(("game.leave",), "quit")
_INSPECTING: Final = (
    Hint(("inspector.before", "inspector.after"), "decision"),
    Hint(("paper.up", "paper.down"), "scroll"),
    Hint(("inspector.enlarge",), "larger"),
    Hint(("inspector.close",), "close"),
    _HELP,
    _QUIT,
)
_ANSWERING: Final = (  # most keys are letters of the answer now
    Hint(("game.seat_while_typing",), "seats"),
    Hint(("game.home",), "give the seat back"),
    Hint(("app.leave",), "quit"),
)


class FooterContext(NamedTuple):
    """How a game stands, and what is being done with it, as far as the keys depend on it."""

    watching: Watching
    running: bool
    """Whether the next event comes by itself."""
    over: bool
    is_fork: bool
    is_answering: bool
    """Whether a person is asked."""
    is_inspecting: bool
    """Whether the keys are those of the inspector."""
    key_is_free: bool
    """Whether the key may be shown or hidden by whoever watches."""


def foot(mood: FooterContext) -> tuple[Hint, ...]:
    """Return the keys that matter, the most important one first."""
    if mood.is_inspecting:
        return _INSPECTING
    if mood.is_answering:
        return _ANSWERING
    if mood.watching is Watching.LIVE:
        return _after_a_game(mood) if mood.over else _during_a_game(mood)
    is_replay = mood.watching is Watching.REPLAY
    return (
        _go_on(mood),
        _EVENT,
        _TURN,
        *([Hint(("game.mark_forward", "game.mark_back"), "mark")] if is_replay else []),
        *_key(mood),
        *([_FORK] if is_replay else []),
        _zoom_or_compare(mood),
        _HELP,
        _QUIT,
    )


def _during_a_game(mood: FooterContext) -> tuple[Hint, ...]:
    seats = Hint(("game.seat",), "play" if mood.key_is_free else "seats")
    step = Hint(("game.step",), "step")
    return (_go_on(mood), step, _EVENT, _TURN, *_key(mood), seats, _zoom_or_compare(mood), _HELP, _QUIT)


def _after_a_game(mood: FooterContext) -> tuple[Hint, ...]:
    return (
        Hint(("game.rematch",), "rematch"),
        Hint(("game.next",), "next game"),
        _COMPARE if mood.is_fork else _FORK,
        Hint(("game.home",), "home"),
        _EVENT,
        _TURN,
        _HELP,
        _QUIT,
    )


def _go_on(mood: FooterContext) -> Hint:
    return Hint(("game.toggle",), "pause" if mood.running else "play")


def _key(mood: FooterContext) -> tuple[Hint, ...]:
    return (Hint(("game.key",), "key"),) if mood.key_is_free else ()


def _zoom_or_compare(mood: FooterContext) -> Hint:
    return _COMPARE if mood.is_fork and mood.over else Hint(("game.zoom",), "zoom")
