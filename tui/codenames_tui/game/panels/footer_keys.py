"""Which keys stand at the foot of the game screen: those that matter, by how the game stands and what is being done."""

from typing import Final, NamedTuple

from codenames_tui.game.sessions.session import Watching
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.keys import Hint

_EVENT: Final = Hint(("game.back", "game.forward"), "event")
_TURN: Final = Hint(("game.turn_back", "game.turn_forward"), "turn")
_FORK: Final = Hint(("game.fork",), "fork")
_COMPARE: Final = Hint(("game.compare",), "compare")
_HELP: Final = Hint(("game.help",), "help")
_SPEED: Final = Hint(("game.slower", "game.faster"), "speed")
_INSPECTING: Final = (
    Hint(("inspector.before", "inspector.after"), "decision"),
    Hint(("paper.up", "paper.down"), "scroll"),
    Hint(("inspector.enlarge",), "larger"),
    _HELP,
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
    leads_back: bool = False
    """Whether there is a screen below."""
    finishing: str = ""
    """What the key does that finishes picking cards; nothing where none are picked."""


def footer_context_at(
    view: Viewpoint, *, is_answering: bool, finishing: str, is_inspecting: bool, leads_back: bool
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
    )


def footer_hints(context: FooterContext) -> tuple[Hint, ...]:
    """Return the keys that matter, the most important one first."""
    if context.is_inspecting:
        return (*_INSPECTING, Hint(("inspector.close",), "close"))
    if context.is_answering:
        return (*((_PICK, Hint(("pick.finish",), context.finishing)) if context.finishing else ()), *_ANSWERING)
    if context.is_played:
        step = Hint(("game.step",), "step")
        return (_go_on(context), step, _EVENT, Hint(("game.end",), "follow"), _SEATS, _HELP, _QUIT_WHILE_TYPING)
    if context.watching is Watching.LIVE:
        return _after_a_game(context) if context.over else _during_a_game(context)
    is_replay = context.watching is Watching.REPLAY
    return (
        _go_on(context),
        _EVENT,
        _TURN,
        *([Hint(("game.mark_forward", "game.mark_back"), "mark")] if is_replay else []),
        *_key(context),
        *([_FORK] if is_replay else []),
        _zoom_or_compare(context),
        _HELP,
        *(_where_there_is_room(context) if is_replay else ()),
        _leave(context),
    )


def _during_a_game(context: FooterContext) -> tuple[Hint, ...]:
    seats = Hint(("game.seat",), "play" if context.key_is_free else "seats")
    step = Hint(("game.step",), "step")
    usual = (_go_on(context), step, _EVENT, _TURN, *_key(context), seats, _zoom_or_compare(context), _HELP)
    return (*usual, *_where_there_is_room(context), _leave(context))


def _after_a_game(context: FooterContext) -> tuple[Hint, ...]:
    return (
        Hint(("game.toggle",), "pause" if context.running else "replay"),
        Hint(("game.mark_forward", "game.mark_back"), "mark"),
        Hint(("game.inspect",), "inspect"),
        Hint(("game.export",), "share"),
        Hint(("game.rematch",), "rematch"),
        _HELP,
        Hint(("game.next",), "next game"),
        _COMPARE if context.is_fork else _FORK,
        _leave(context),
    )


def _where_there_is_room(context: FooterContext) -> tuple[Hint, ...]:
    """Return what wide windows offer besides, the most important first."""
    inside = (Hint(("game.inspect",), "inspect"), Hint(("game.targets",), "targets")) if context.key_is_free else ()
    return (*inside, Hint(("game.export",), "share"), Hint(("game.present",), "present"), _SPEED)


def _go_on(context: FooterContext) -> Hint:
    return Hint(("game.toggle",), "pause" if context.running else "play")


def _leave(context: FooterContext) -> Hint:
    return Hint(("game.leave",), "back" if context.leads_back else "quit")


def _key(context: FooterContext) -> tuple[Hint, ...]:
    return (Hint(("game.key",), "key"),) if context.key_is_free else ()


def _zoom_or_compare(context: FooterContext) -> Hint:
    return _COMPARE if context.is_fork and context.over else Hint(("game.zoom",), "zoom")
