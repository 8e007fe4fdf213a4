"""`watch`: follow a game that is played elsewhere, by its stream or its journal."""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import assert_never

from codenames_core.files.schema import occupants
from codenames_core.files.tail import FileTail
from codenames_core.game.config import Team
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.broadcast import Audience, End, Happened, SeatChanged, Snapshot, Start
from codenames_tui.cli import exits
from codenames_tui.cli.commands.playing.game_lines import closing_lines, print_lines
from codenames_tui.cli.terminal import has_terminal, no_terminal
from codenames_tui.game.sessions.remote import RemoteSession
from codenames_tui.game.talk.seat_changes import seat_changed
from codenames_tui.streaming.client import HttpSource
from codenames_tui.streaming.journals import JournalSource
from codenames_tui.streaming.news import Notice, Source
from codenames_tui.streaming.tokens import read_secrets
from codenames_tui.ui.pacing import pace_of
from codenames_tui.ui.prose import plain
from codenames_tui.ui.prose.explanation import verdict_and_why


def watch(options: argparse.Namespace) -> int:
    """Follow the game at `options.source`, on the screen or in plain lines."""
    pace = pace_of(options.pace, 0.0)
    source = _source(options)
    if not options.plain and not has_terminal():
        if isinstance(source, JournalSource):
            FileTail(Path(options.source), strict=True).close()  # complains where there is none
        return no_terminal("--plain")
    start = asyncio.run(_read_start(source))
    if options.plain:
        source = _source(options)
        asyncio.run(_print(RemoteSession(start, source), source))
        return exits.DONE
    from codenames_tui.app.app import watch_elsewhere
    from codenames_tui.cli.terminal import look

    return watch_elsewhere(start, _source(options), look=look(options), pace=pace)


def _source(options: argparse.Namespace) -> Source:
    if "://" not in options.source:
        if options.token_file is not None:
            raise InputError("--token-file opens a stream; a journal needs none")
        return JournalSource(options.source)
    if options.token_file is None:
        return HttpSource(options.source)
    secret = read_secrets(options.token_file)[0]
    return HttpSource(options.source, secret, audience=Audience.PUBLIC if options.public else Audience.SPYMASTER)


async def _read_start(source: Source) -> Start:
    """Return the message that a game begins with.

    Raises:
        InputError: there is nothing to follow; the message says why.
    """
    async with contextlib.aclosing(source.follow()) as updates:
        async for news in updates:
            if isinstance(news, Start):
                return news
            if isinstance(news, Notice) and news.text:
                raise InputError(one_line(news.text.partition(" s: ")[2] or news.text, 200))
    raise InputError("there is no game to follow")


async def _print(game: RemoteSession, source: Source) -> None:
    """Print every event as it comes, and notices on standard error."""
    async for news in source.follow():
        before = game.timeline.last_state
        game.take(news)
        match news:
            case Start():
                red, blue = (game.facts.labels[team] for team in Team)
                print_lines(plain.opening(before.board, red, blue, blind=before.config.blind))
            case Happened():
                print_lines(plain.event_lines(news.event, before, game.timeline.last_state))
            case SeatChanged():
                print_lines(_seat_lines(game))
            case End():
                print_lines(_closing(game))
            case Notice():
                print(one_line(news.text, 200) or "following", file=sys.stderr)
            case Snapshot():  # the source asks for what was left out
                pass
            case _:
                assert_never(news)


def _seat_lines(game: RemoteSession) -> Iterator[str]:
    """Yield who has just sat down where."""
    if game.seat_changes:
        *before, change = game.seat_changes
        yield one_line(seat_changed(change, occupants(game.facts.teams, before)[change.seat]))


def _closing(game: RemoteSession) -> Iterable[str]:
    """Return the lines after the last event; with the key only where it is known."""
    state = game.timeline.last_state
    if game.disclosure(None).key is None:
        return closing_lines(game.standing.outcome, state, game.metrics)
    return ("", verdict_and_why(game.standing.outcome, state))
