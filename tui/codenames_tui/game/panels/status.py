"""The line that says how the game is being watched, and where in it."""

from collections.abc import Iterable
from pathlib import PurePath
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_core.game.config import Seat
from codenames_tui.game.sessions.session import Watching
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, apart, cut, width_of

_SLOW_MOTION = 2.0
"""Seconds; a replay that is slower says how many pass from one event to the next."""


class Status(NamedTuple):
    """Everything that the status line shows."""

    watching: Watching
    running: bool
    """Whether the next event comes by itself."""
    pace: float
    """Seconds between two events."""
    over: bool
    """Whether no further event will be added."""
    position: int
    length: int
    turn: int
    turns: int
    is_decided: bool = True
    """Whether a game that is over has an outcome."""
    people: tuple[Seat, ...] = ()
    """The seats in which people sit."""
    is_cut_off: bool = False
    """Whether a game that is played elsewhere cannot be followed now."""
    new: int = 0
    """Events that were added while another position was looked at."""
    key_shown: bool = False
    blind: bool = False
    """Whether cluers play without the key."""
    message: str = ""
    saved: str = ""
    """Where the game was kept; said where there is no message."""
    flags: tuple[str, ...] = ()
    """What is unusual about the file of a recorded game, in a word each."""
    aside: tuple[str, ...] = ()
    """What is said where there is nothing else to say, in ever fewer words."""


_FAR: Final = (Watching.ELSEWHERE, Watching.TABLE)
"""How a game is watched that another process plays."""


def status_at(view: Viewpoint, message: str, *, seen: int, filler: str, aside: tuple[str, ...]) -> Status:
    """Return how the game is watched.

    Args:
        view: from where it is looked at.
        message: what is said.
        seen: the last position that was looked at.
        filler: what is said where there is no message, and no trouble.
        aside: what is said where there is nothing else to say, in ever fewer words.
    """
    session, place, state = view.session, view.place, view.state
    standing, playback = session.standing, session.playback
    trouble = standing.trouble if place.at_end or not place.over else ""
    is_cut_off = session.watching in _FAR and bool(standing.trouble) and standing.outcome is None
    return Status(
        session.watching,
        playback.running,
        playback.pace,
        place.over,
        place.position,
        place.length,
        view.staged.turn.number,
        len(view.timeline.turn_starts),
        is_decided=standing.outcome is not None,
        people=session.seats.people if session.seats and not standing.over else (),
        is_cut_off=is_cut_off,
        new=0 if session.watching is Watching.REPLAY else max(place.length - seen, 0),
        key_shown=view.wants_key,
        blind=state.config.blind,
        message=(trouble if is_cut_off else "") or message or trouble or filler,
        saved=standing.saved if place.at_end else "",
        flags=session.facts.flags,
        aside=aside,
    )


def status_line(status: Status, width: int, glyphs: Glyphs) -> Line:
    """Return the status in `width` cells: badges, a message, and at the right the position, short if it must be."""
    badges: list[Span] = [Span(f" {_state(status, glyphs)} ", "badge")]
    if status.people:
        badges += [Span(" "), Span(f" {_who_plays(status.people)} ", "badge-accent")]
    if status.blind:
        badges += [Span(" "), Span(" BLIND ", "badge-accent")]
    if status.key_shown:
        badges += [Span(" "), Span(" KEY SHOWN ", "badge-warn")]
    for flag in status.flags:
        badges += [Span(" "), Span(f" {flag} ", "badge-warn")]
    if status.new:
        badges += [Span(" "), Span(f" {status.new} new ", "badge-accent")]
    where, wanted = _where(status, glyphs), glyphs.line(status.message)
    if width_of(badges) + len(where) + (cell_len(wanted) + 3 if wanted else 1) > width:
        where = f"{status.position}/{status.length}"
    room = max(width - width_of(badges) - len(where) - 3, 0)
    text = cut(wanted, room, glyphs.cut) or _saved(glyphs.line(status.saved), room)
    message = Span(text) if text else Span(_first_that_fits(status.aside, room), "dim")
    return apart((*badges, Span(" "), message), (Span(where, "dim"),), width)


def _who_plays(people: tuple[Seat, ...]) -> str:
    return people[0].label.upper() if len(people) == 1 else f"{len(people)} PEOPLE"


def _saved(path: str, room: int) -> str:
    """Return where the game was kept in at most `room` cells: the whole path, its last part, or that it was kept."""
    ways = (f"saved as {path}", f"saved as {PurePath(path).name}", "saved") if path else ()
    return _first_that_fits(ways, room)


def _first_that_fits(ways: Iterable[str], room: int) -> str:
    return next((way for way in ways if cell_len(way) <= room), "")


def _state(status: Status, glyphs: Glyphs) -> str:
    looks_back = status.over and status.is_decided and status.position < status.length
    was_played = status.watching in (Watching.LIVE, Watching.TABLE)
    if status.watching is Watching.REPLAY or (was_played and looks_back):
        return f"REPLAY {glyphs.playing if status.running else glyphs.paused}{_speed(status, glyphs)}"
    if status.is_cut_off:
        return f"{status.watching} lost"
    is_far = status.watching is Watching.ELSEWHERE or (status.watching is Watching.TABLE and not status.over)
    if is_far and not status.running:
        return f"{status.watching} {glyphs.paused}"
    if is_far and (status.pace or not status.over):
        return f"{glyphs.live} {status.watching} {_pace(status.pace) if status.pace else 'live'}"
    if status.over:
        return "GAME OVER" if status.is_decided else "STOPPED"
    return f"{glyphs.live} LIVE {_pace(status.pace)}" if status.running else f"LIVE {glyphs.paused} paused"


def _speed(status: Status, glyphs: Glyphs) -> str:
    """Return how fast a replay plays: events in a second, in slow motion seconds for each.

    One that stands still says it where it is not the usual speed.
    """
    if status.pace > _SLOW_MOTION:
        return f" {_pace(status.pace)}"
    return f" {1 / status.pace:g}{glyphs.times}" if status.running or status.pace != 1 else ""


def _pace(seconds: float) -> str:
    return f"{seconds:g} s" if seconds else "full speed"


def _where(status: Status, glyphs: Glyphs) -> str:
    events = f"event {status.position}/{status.length}"
    return f"{events} {glyphs.dot} turn {status.turn}/{status.turns}"
