"""`host`: open a table that people join, and play its game."""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from codenames_agents.catalogue import close_models
from codenames_agents.seats.turn_limit import NO_LIMIT, limit_of
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Seat, Team
from codenames_core.play.pause_gate import PauseGate
from codenames_core.play.unreachable import WhenUnreachable
from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.table.invitations import Admits, Invitation, Invitations
from codenames_core.table.lobby import Lobby, Presence
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.commands.playing.cassettes import prepare_with_models
from codenames_tui.cli.commands.playing.game_options import prepare_game
from codenames_tui.cli.commands.playing.spending import GameBudgetReached, keep_budget, stated_price
from codenames_tui.setup.prepared_games import PreparedGame
from codenames_tui.streaming.addresses import parse_address
from codenames_tui.streaming.serving import end_signal
from codenames_tui.table.hosting.host import TableHost
from codenames_tui.table.hosting.hosted_game import seats_for_people, table_of
from codenames_tui.table.hosting.server import TableServer
from codenames_tui.table.hosting.table_file import table_beside
from codenames_tui.table.hosting.way_in import encryption, listen_for_people
from codenames_tui.ui.look import LIVE_PACE
from codenames_tui.ui.pacing import pace_of
from codenames_tui.ui.prose.explanation import verdict_and_why
from codenames_tui.ui.shell import resume_command, saved_line

USUAL_ADDRESS: Final = "127.0.0.1:8777"


def host(options: argparse.Namespace) -> int:
    """Open the table that the options describe, and play its game once people are ready."""
    limit = limit_of(options.turn_seconds, options.time_up, NO_LIMIT)
    tls = encryption(options.tls_certificate, options.tls_key)
    kept = None if options.resume is None else table_beside(Path(options.resume))
    listen_at = options.listen or (kept.listen if kept else "") or USUAL_ADDRESS
    address = parse_address(listen_at, "--listen")
    wanted = None if options.seats is None else seats_named(options.seats)
    with contextlib.ExitStack() as stack:
        encrypted = tls is not None
        listener = listen_for_people(address, encrypted=encrypted, trusted=options.trusted_tunnel)
        stack.callback(listener.close)
        game = _prepared(options)
        stack.callback(game.give_up)
        open_seats = _open_seats(game, wanted)
        if kept is not None:
            _open_seats(game, frozenset(kept.open), "its table")
        stack.pop_all()
    port = listener.getsockname()[1]
    table = table_of(game, open_seats, f"{address.host}:{port}", kept, limit)
    url = (options.public_url or address.url(port, encrypted=encrypted)).rstrip("/")
    for line in invitation_lines(table.invitations, url):
        print(line, flush=True)
    names = frozenset({address.host, urlsplit(url).hostname or address.host})
    return _play(game, table, TableServer(table, listener, names, tls=tls), url)


def _prepared(options: argparse.Namespace) -> PreparedGame:
    gate = PauseGate(pace=pace_of(options.pace, LIVE_PACE))
    price = stated_price(options)
    game = prepare_with_models(
        None, lambda: prepare_game(options, gate), call_seconds=options.call_seconds, stated_price=price
    )
    if game.note:
        print(game.note, file=sys.stderr)
    try:
        keep_budget(game.runner, options.budget, price)
    except InputError:
        game.give_up()
        raise
    game.runner.when_unreachable = WhenUnreachable.PAUSE
    return game


def seats_named(text: str) -> frozenset[Seat]:
    """Return the seats that `--seats` names, one by one or by their team.

    >>> sorted(seats_named("blue-cluer,red-guesser-1"))
    [<Seat.BLUE_CLUER: 'blue_cluer'>, <Seat.RED_GUESSER_1: 'red_guesser_1'>]

    Raises:
        InputError: one of them is no seat.
    """
    found: set[Seat] = set()
    for name in text.split(","):
        found |= _seats_of(name.strip())
    return frozenset(found)


def _seats_of(name: str) -> set[Seat]:
    plain = name.replace("-", "_")
    if plain in list(Team):
        return {seat for seat in Seat if seat.team is Team(plain)}
    if plain not in list(Seat):
        known = ", ".join(seat.replace("_", "-") for seat in Seat)
        raise InputError(f"{one_line(name, 40)!r} is not a seat; there are {known}, and red or blue for a whole team")
    return {Seat(plain)}


def _open_seats(game: PreparedGame, wanted: frozenset[Seat] | None, where: str = "--seats") -> tuple[Seat, ...]:
    """Return the seats that people may take.

    Raises:
        InputError: one that was named is nobody's in this game.
    """
    playable = seats_for_people(game)
    for seat in sorted(wanted or ()):
        if seat not in playable:
            raise InputError(f"{where} names {seat.label}, and in this game no person can play there")
    return tuple(seat for seat in playable if wanted is None or seat in wanted)


def invitation_lines(invitations: Invitations, url: str) -> Iterator[str]:
    """Yield how people join, a line each; each is a secret of whoever gets it."""
    yield "invitations; each is a secret, and the owner's is yours:"
    yield from (invitation_line(one, url) for one in invitations.all)
    yield "people run these in their own terminals; Ctrl+C ends the table, and the game can be resumed"


def invitation_line(one: Invitation, url: str) -> str:
    """Return for whom an invitation is, and the command that takes it."""
    return f"{_for_whom(one):<16}codenames-tui join '{url}/#{one.token}'"


def _for_whom(one: Invitation) -> str:
    match one.admits:
        case Admits.OWNER:
            return "owner"
        case Admits.LOBBY:
            return "any free seat"
        case Admits.WATCH:
            return "to watch"
        case _:
            return one.seat.label if one.seat else ""


def _play(game: PreparedGame, table: TableHost, server: TableServer, url: str) -> int:
    """Play until the game is over or a signal ends the process, and say what became of it."""
    journal = game.journal.path
    again = resume_command(journal, at_table=True)
    try:
        record, signalled = asyncio.run(_serve(table, server, url))
    except GameBudgetReached as error:
        print(f"stopped: {error}; resume with a larger budget: {again} --budget USD", file=sys.stderr)
        return exits.BUDGET_REACHED
    except CodenamesError as error:
        print(f"codenames-tui: {one_line(str(error), 300)}; to resume: {again}", file=sys.stderr)
        return exits.WRONG_INPUT
    if record is None:
        print(f"stopped; resume with: {again}", file=sys.stderr)
        return 128 + signalled
    print(verdict_and_why(record.outcome, game.runner.state))
    print(saved_line(game.out), file=sys.stderr)
    return exits.DONE


async def _serve(table: TableHost, server: TableServer, url: str) -> tuple[EpisodeRecord | None, int]:
    """Return the finished game, or the number of the signal that ended it before."""
    ended = end_signal()
    async with server.serving():
        playing = asyncio.create_task(table.run())
        telling = asyncio.create_task(_say_who_comes(table, url))
        try:
            either: set[asyncio.Future[Any]] = {playing, ended}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                return playing.result(), 0
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            return None, ended.result()
        finally:
            telling.cancel()
            await close_models()


async def _say_who_comes(table: TableHost, url: str) -> None:
    """Print who comes and goes, when the game begins, and each new invitation."""
    before, invitations = table.lobby, table.invitations
    while True:
        for line in news_of(before, table.lobby):
            print(line, file=sys.stderr, flush=True)
        for invitation in table.invitations.all:
            if invitation not in invitations.all:
                print(invitation_line(invitation, url), flush=True)
        before, invitations = table.lobby, table.invitations
        await table.changes.wait()


def news_of(before: Lobby, now: Lobby) -> Iterator[str]:
    """Yield what has changed at a table that whoever hosts it wants to know."""
    were = {person.number: person for person in before.people}
    for person in now.people:
        was = were.get(person.number)
        if person.seat is not None and (was is None or was.seat is not person.seat):
            yield f"{person.shown_name} has the seat of {person.seat.label}"
        if was is not None and person.seat is not None and was.presence is not person.presence:
            if person.presence is Presence.GONE:
                plays = "an agent plays" if person.is_replaced else "the game waits"
                yield f"{person.shown_name} is gone; {plays}"
            elif was.presence is Presence.GONE:
                yield f"{person.shown_name} is back"
    if now.has_begun and not before.has_begun:
        yield "the game begins"
    if now.is_paused != before.is_paused:
        yield "the game is paused" if now.is_paused else "the game goes on"
