"""Whole games drawn at random, with every way in which a turn and a game can end, for laws that hold for all."""

from random import Random

from tests.games import BOARD, clue, rest, touch

from codenames_core.game.board import CardType
from codenames_core.game.config import GameConfig, GameMode, IllegalCluePolicy
from codenames_core.game.events import UNLIMITED, ClueNumber, Event, PassReason, Reveal
from codenames_core.game.state import GameState, initialize_game
from codenames_core.game.timeline import Timeline


def whole_game(seed: int) -> Timeline:
    """A game to its end; the seed says how well it is played, too."""
    draw = Random(seed)
    config = GameConfig(
        mode=draw.choice([GameMode.SINGLE_GUESSER, GameMode.NO_ASSASSIN]) if draw.random() < 0.3 else GameMode.STANDARD,
        max_turns=draw.choice([4, 50, 50, 50]),
        illegal_clue=IllegalCluePolicy.PENALTY,
    )
    skill = draw.choice([0.3, 0.6, 0.9])
    board = BOARD
    if config.mode is GameMode.NO_ASSASSIN:
        key = {word: CardType.NEUTRAL if card is CardType.ASSASSIN else card for word, card in BOARD.key.items()}
        board = type(BOARD)(BOARD.words, key)
    timeline = Timeline(initialize_game(config, board))
    while timeline.last_state.outcome is None:
        timeline.append(_next_event(timeline.last_state, draw, skill))
    return timeline


def _next_event(state: GameState, draw: Random, skill: float) -> Event:
    team, board = state.turn.team, state.board
    hidden = [word for word in board.words if word not in state.revealed]
    if state.turn.clue is None:
        if draw.random() < 0.04:
            word = draw.choice([word for word in hidden if board.key[word].team is team.other])
            return Reveal(team=team, word=word, card=board.key[word])
        if draw.random() < 0.04:
            return rest(team, PassReason.FORFEITED)
        number: ClueNumber = draw.choice([0, 1, 2, 2, 3, 3, 4]) if draw.random() < 0.9 else UNLIMITED
        return clue(team, f"hint{state.turn.number}", number)
    if state.turn.guesses and draw.random() < 0.25:
        return rest(team, PassReason.STOPPED)
    own = [word for word in hidden if board.key[word].team is team]
    return touch(team, draw.choice(own if draw.random() < skill else hidden), board)
