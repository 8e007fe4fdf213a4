"""`demo`: a game between offline agents, in the app, or in plain lines where there is no terminal."""

import argparse

from codenames_agents.kinds import DEFAULT_SPEC
from codenames_core.play.pause_gate import PauseGate
from codenames_tui.cli.commands.playing.game_options import game_config, same_agent_everywhere
from codenames_tui.cli.commands.playing.play_game import play_as_text, play_in_app
from codenames_tui.cli.terminal import has_terminal
from codenames_tui.setup.prepared_games import new_game
from codenames_tui.ui.look import LIVE_PACE
from codenames_tui.ui.pacing import pace_of
from codenames_tui.ui.preferences import read_settings, turn_limit


def demo(options: argparse.Namespace) -> int:
    """Play a game between offline agents, and save it."""
    on_screen = has_terminal() and not options.plain
    pace = pace_of(options.pace, LIVE_PACE if on_screen else 0.0)
    config = game_config({"seed": options.seed})
    game = new_game(config, same_agent_everywhere(DEFAULT_SPEC, config.seed), gate=PauseGate(pace=pace))
    if on_screen:
        return play_in_app(game, options, turn_limit=turn_limit(read_settings().preferences))
    return play_as_text(game, lines=True, as_json=False)
