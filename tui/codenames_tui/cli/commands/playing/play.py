"""`play`: a game in the app, in plain lines or unseen, saved as an episode."""

import argparse
import sys

from codenames_agents.seats.turn_limit import NO_LIMIT, TurnLimit, limit_of
from codenames_core.files.record import read_episode
from codenames_core.play.pause_gate import PauseGate
from codenames_core.play.unreachable import WhenUnreachable
from codenames_core.support.errors import InputError
from codenames_tui.cli import exits
from codenames_tui.cli.commands.playing.cassettes import prepare_with_models, refuse_cassette_for_resumed
from codenames_tui.cli.commands.playing.game_options import prepare_game
from codenames_tui.cli.commands.playing.play_game import play_as_text, play_in_app
from codenames_tui.cli.commands.playing.spending import expected_lines, keep_budget, stated_price
from codenames_tui.cli.event_serving import new_event_server
from codenames_tui.cli.terminal import has_terminal, no_terminal
from codenames_tui.library.samples import episode_path
from codenames_tui.setup.prepared_games import journal_to_resume
from codenames_tui.ui.look import LIVE_PACE
from codenames_tui.ui.pacing import pace_of
from codenames_tui.ui.preferences import read_settings, turn_limit


def play(options: argparse.Namespace) -> int:
    """Play the game that the options describe."""
    on_screen = not (options.plain or options.headless or options.json)
    if on_screen and not has_terminal():
        _refuse_unusable_files(options)
        return no_terminal("--plain or --headless")
    limit = limit_of(options.turn_seconds, options.time_up, _settled() if on_screen else NO_LIMIT)
    gate = PauseGate(pace=pace_of(options.pace, LIVE_PACE if on_screen else 0.0))
    refuse_cassette_for_resumed(options.cassette, options.resume)
    server = new_event_server(options)  # complains before a game is begun
    stated = stated_price(options)
    game = prepare_with_models(
        options.cassette,
        lambda: prepare_game(options, gate),
        call_seconds=options.call_seconds,
        stated_price=stated,
    )
    if game.note:
        print(game.note, file=sys.stderr)
    try:
        budget = keep_budget(game.runner, options.budget, stated)
    except InputError:
        game.give_up()
        raise
    if options.fallback != "forfeit":  # which is the default of the rules, and here has to be asked for
        game.runner.when_unreachable = WhenUnreachable.PAUSE if on_screen else WhenUnreachable.STOP
    if server:
        server.publish(game.runner)
    if on_screen:
        code = play_in_app(game, options, server, limit)
        return exits.BUDGET_REACHED if budget and budget.is_reached else code
    if options.cassette is None and options.resume is None and not options.json:
        for line in expected_lines(game.runner):
            print(line, file=sys.stderr)
    return play_as_text(game, lines=options.plain, as_json=options.json, server=server)


def _settled() -> TurnLimit:
    return turn_limit(read_settings().preferences)


def _refuse_unusable_files(options: argparse.Namespace) -> None:
    """Read the files that a game would begin with, and begin none.

    Raises:
        InputError: one of them cannot be used.
    """
    if options.resume is not None:
        journal_to_resume(options.resume)
    if options.parent is not None:
        read_episode(episode_path(options.parent))
    if options.words is not None:
        from codenames_core.files.word_lists import load_word_list

        load_word_list(options.words)
