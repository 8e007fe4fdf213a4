"""The lobby of a table as a list: every seat with who has it, and what the person who looks can do."""

from typing import Final

from codenames_core.game.config import Seat, Team
from codenames_core.table.lobby import Away, Presence
from codenames_core.table.messages import LobbyNow, PersonThere
from codenames_core.text.plurals import counted
from codenames_tui.game.panels.names import agent_in_short
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Glyphs

READY: Final = "ready"
BEGIN: Final = "begin"
AWAY: Final = "away"
GAME: Final = "game"
INVITE: Final = "invite"
OTHERS: Final = "others"
_HERE: Final = {Presence.HERE: "", Presence.LOST: "connection lost", Presence.GONE: "gone"}


def lobby_items(lobby: LobbyNow, person: int, glyphs: Glyphs) -> list[Item]:
    """Return the list.

    Args:
        lobby: as the table tells it.
        person: the number of the person who looks.
        glyphs: what is drawn with.
    """
    me = next((one for one in lobby.people if one.person == person), None)
    items = [_seat_item(seat, lobby, me, glyphs) for seat in Seat if seat in lobby.agents or seat in lobby.open]
    return [*items, *_own_items(lobby, me, glyphs), *_without_seat(lobby, me)]


def _seat_item(seat: Seat, lobby: LobbyNow, me: PersonThere | None, glyphs: Glyphs) -> Item:
    sitting = next((one for one in lobby.people if one.seat is seat), None)
    is_first = seat in (Seat.RED_CLUER, Seat.BLUE_CLUER)
    return Item(
        seat,
        seat.label,
        _occupant(seat, sitting, lobby),
        note=_note(sitting, me, lobby, glyphs),
        about=_about(seat, sitting, lobby, me),
        section=f"{'Red' if seat.team is Team.RED else 'Blue'} team" if is_first else "",
        style=str(seat.team),
    )


def _occupant(seat: Seat, sitting: PersonThere | None, lobby: LobbyNow) -> str:
    if sitting is not None:
        return sitting.name
    agent = agent_in_short(lobby.agents.get(seat, ""))
    if seat not in lobby.open:
        return f"{agent} plays"
    return f"free, {agent} plays" if lobby.begun else f"free, else {agent}"


def _note(sitting: PersonThere | None, me: PersonThere | None, lobby: LobbyNow, glyphs: Glyphs) -> str:
    if sitting is None:
        return ""
    said = [
        "you" if me is not None and sitting.person == me.person else "",
        _HERE[sitting.presence],
        (f"{glyphs.right} ready" if sitting.ready else "not ready") if not lobby.begun else "",
        "wants a pause" if sitting.wants_pause else "",
    ]
    return f" {glyphs.dot} ".join(part for part in said if part)


def _about(seat: Seat, sitting: PersonThere | None, lobby: LobbyNow, me: PersonThere | None) -> str:
    if seat not in lobby.open:
        return "This seat is not for people at this table."
    if sitting is None:
        return "An agent plays. Enter takes this seat." if lobby.begun else "Enter takes this seat."
    if me is not None and sitting.person == me.person:
        return (
            "Enter gives the seat back." if me.ready or lobby.begun else "F4: ready to play. Enter gives the seat back."
        )
    if sitting.presence is Presence.GONE and sitting.away is Away.AGENT and not (me is not None and me.owner):
        return f"{sitting.name} is gone, and an agent plays. Enter takes the seat."
    if me is not None and me.owner:
        return f"Enter moves {sitting.name}, or sends that person away."
    return f"{sitting.name} has this seat."


def _own_items(lobby: LobbyNow, me: PersonThere | None, glyphs: Glyphs) -> list[Item]:
    """Return what the person can do besides taking a seat."""
    items: list[Item] = []
    if lobby.begun:
        items.append(Item(GAME, "To the game", "paused" if lobby.paused else "", section="The game"))
    elif me is not None and me.seat is not None:
        ready = f"{glyphs.right} ready" if me.ready else "not yet"
        about = "The game begins when everybody who has a seat is ready."
        items.append(Item(READY, "Ready", ready, about=about, section="The game", turns=True))
    if me is not None and me.owner and not lobby.begun:
        about = "The table is yours: the game can begin without those who are not ready."
        items.append(Item(BEGIN, "Begin now", about=about, section="" if items else "The game"))
    if me is not None and me.seat is not None:
        away = "an agent plays" if me.away is Away.AGENT else "the game waits"
        about = "What becomes of your seat if your connection is lost."
        items.append(Item(AWAY, "While I am gone", away, about=about, turns=True))
    if me is not None and me.owner:
        about = "Shows the command with which others join this table, one for each seat."
        items.append(Item(INVITE, "Invite people", about=about, section="" if items else "The game"))
    return items


def _without_seat(lobby: LobbyNow, me: PersonThere | None) -> list[Item]:
    """Return who is here without a seat, in a line, which the owner can do something about."""
    watching = [one for one in lobby.people if one.seat is None]
    others = [one.name for one in watching if me is None or one.person != me.person]
    if not watching:
        return []
    you = ["you"] if len(others) < len(watching) else []
    names = ", ".join([*you, *others[:8]])
    more = f" and {counted(len(others) - 8, 'other')}" if len(others) > 8 else ""
    is_owner = bool(me and me.owner and others)
    about = "Enter gives one of them a seat, or sends one away." if is_owner else ""
    return [Item(OTHERS, f"{names}{more}", about=about, section="Without a seat", idle=not is_owner)]
