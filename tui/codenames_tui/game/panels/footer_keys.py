"""Which keys stand at the foot of the game screen: those that matter, by how the game stands and what is being done."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from codenames_tui.game.sessions.session import Watching
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.keys import Hint

_EVENT: Final = Hint(("game.back", "game.forward"), "event")
_TURN: Final = Hint(("game.turn_back", "game.turn_forward"), "turn")
_MARK: Final = Hint(("game.mark_forward", "game.mark_back"), "mark")
_INSPECT: Final = Hint(("game.inspect",), "inspect")
_TARGETS: Final = Hint(("game.targets",), "targets")
_SHARE: Final = Hint(("game.export",), "share")
_PRESENT: Final = Hint(("game.present",), "present")
_FIND: Final = Hint(("game.find",), "search")
_FORK: Final = Hint(("game.fork",), "fork")
_COMPARE: Final = Hint(("game.compare",), "compare")
_HELP: Final = Hint(("game.help",), "help")
_ZOOM: Final = Hint(("game.zoom",), "zoom")
_COMMANDS: Final = Hint(("app.commands",), "all commands")
_SPEED: Final = Hint(("game.slower", "game.faster"), "speed")
_DECISION: Final = Hint(("inspector.before", "inspector.after"), "decision")
_ASK_AGAIN: Final = Hint(("inspector.ask_again",), "ask again")
_INSPECTING: Final = (
    Hint(("paper.up", "paper.down"), "scroll"),
    Hint(("inspector.enlarge",), "larger"),
    _HELP,
    Hint(("inspector.close",), "close"),
)
_SEATS: Final = Hint(("game.seat_while_typing",), "seats")
_QUIT_WHILE_TYPING: Final = Hint(("app.leave",), "quit")
_ANSWERING: Final = (  # letters are those of the answer now
    _SEATS,
    Hint(("game.home",), "give the seat back"),
    _HELP,
    _QUIT_WHILE_TYPING,
)
_PICK: Final = Hint(("pick.pick",), "pick")


class Focus(StrEnum):
    """The panel that has the focus, by the place of its keys."""

    NONE = ""
    TEXT = "panel"
    STORY = "story"
    ENDING = "ending"


_OF_PANEL: Final[Mapping[Focus, tuple[Hint, ...]]] = {
    Focus.NONE: (),
    Focus.TEXT: (Hint(("paper.up", "paper.down"), "scroll"),),
    Focus.STORY: (Hint(("story.up", "story.down"), "turn"), Hint(("story.seek",), "go there")),
    Focus.ENDING: (Hint(("ending.up", "ending.down"), "choose"), Hint(("ending.seek",), "go there")),
}


class FooterContext(NamedTuple):
    """How a game stands, and what is being done with it, as far as the keys depend on it."""

    watching: Watching
    running: bool
    """Whether the next event comes by itself."""
    over: bool
    is_fork: bool
    is_answering: bool
    """Whether a person is asked."""
    is_played: bool
    """Whether people play, so that letters are no keys."""
    is_inspecting: bool
    """Whether the keys are those of the inspector."""
    key_is_free: bool
    """Whether the key may be shown or hidden by whoever watches."""
    focus: Focus = Focus.NONE
    leads_back: bool = False
    """Whether there is a screen below."""
    finishing: str = ""
    """What the key does that finishes picking cards; nothing where none are picked."""


def focus_of(place: object) -> Focus:
    """Return which panel has the focus, by the place of its keys."""
    return next((focus for focus in Focus if focus == place), Focus.NONE)


def footer_context_at(
    view: Viewpoint,
    *,
    is_answering: bool,
    finishing: str,
    is_inspecting: bool,
    leads_back: bool,
    focus: Focus = Focus.NONE,
) -> FooterContext:
    """Return what the keys depend on."""
    session = view.session
    return FooterContext(
        session.watching,
        session.playback.running,
        session.standing.over,
        is_fork=session.facts.parent is not None,
        is_answering=is_answering,
        finishing=finishing,
        leads_back=leads_back,
        is_played=bool(session.seats and session.seats.people) and not session.standing.over,
        is_inspecting=is_inspecting,
        key_is_free=view.disclosure.key is None,
        focus=focus,
    )


def footer_hints(context: FooterContext) -> tuple[Hint, ...]:
    """Return the keys that matter, the most important one first."""
    if context.is_inspecting:
        return (_DECISION, *((_ASK_AGAIN,) if context.over else ()), *_INSPECTING)
    if context.is_answering:
        return (*((_PICK, Hint(("pick.finish",), context.finishing)) if context.finishing else ()), *_ANSWERING)
    if context.is_played:
        step = Hint(("game.step",), "step")
        return (_go_on(context), step, _EVENT, Hint(("game.end",), "follow"), _SEATS, _HELP, _QUIT_WHILE_TYPING)
    usual = _usual(context)
    of_panel = _OF_PANEL[context.focus]
    if context.focus is Focus.STORY:  # the arrows of the panel go through its turns
        usual = tuple(hint for hint in usual if hint is not _TURN)
    return (*of_panel, *usual, _leave(context))


def _usual(context: FooterContext) -> tuple[Hint, ...]:
    """Return the keys for whoever watches, whichever panel has the focus."""
    match context.watching:
        case Watching.LIVE if context.over:
            return _after_a_game(context)
        case Watching.LIVE:
            return _during_a_game(context)
        case Watching.REPLAY:
            inspect, targets = _inside(context)
            first = (_go_on(context), _EVENT, _MARK, *inspect, _fork_or_compare(context), _HELP, _SHARE, *targets)
            return (*first, _PRESENT, _TURN, *_key(context), _FIND, _ZOOM, _SPEED, _COMMANDS)
        case _:
            return (_go_on(context), _EVENT, _TURN, *_key(context), _zoom_or_compare(context), _HELP, _FIND)


def _during_a_game(context: FooterContext) -> tuple[Hint, ...]:
    inspect, targets = _inside(context)
    seats = Hint(("game.seat",), "play" if context.key_is_free else "seats")
    step = Hint(("game.step",), "step")
    first = (_go_on(context), step, _EVENT, *inspect, seats, _HELP, *targets, *_key(context), _SHARE, _PRESENT)
    return (*first, _TURN, _SPEED, _MARK, _ZOOM, _FIND, _COMMANDS)


def _after_a_game(context: FooterContext) -> tuple[Hint, ...]:
    return (
        Hint(("game.toggle",), "pause" if context.running else "replay"),
        *((_COMPARE,) if context.is_fork else ()),
        _MARK,
        _INSPECT,
        _SHARE,
        Hint(("game.rematch",), "rematch"),
        _HELP,
        Hint(("game.next",), "next game"),
        *(() if context.is_fork else (_FORK,)),
        _PRESENT,
        _FIND,
        _EVENT,
        _COMMANDS,
    )


def _inside(context: FooterContext) -> tuple[tuple[Hint, ...], tuple[Hint, ...]]:
    """Return what shows an agent's mind, and what its clue was meant for, where that may be seen."""
    return ((_INSPECT,), (_TARGETS,)) if context.key_is_free else ((), ())


def _go_on(context: FooterContext) -> Hint:
    return Hint(("game.toggle",), "pause" if context.running else "play")


def _leave(context: FooterContext) -> Hint:
    return Hint(("game.leave",), "back" if context.leads_back else "quit")


def _key(context: FooterContext) -> tuple[Hint, ...]:
    return (Hint(("game.key",), "key"),) if context.key_is_free else ()


def _fork_or_compare(context: FooterContext) -> Hint:
    return _COMPARE if context.is_fork and context.over else _FORK


def _zoom_or_compare(context: FooterContext) -> Hint:
    return _COMPARE if context.is_fork and context.over else _ZOOM
