"""How long it takes to visit every position of a long episode, forward and backward.

The episode has 200 events, which is far more than usual: its guessers talk until their rounds are used up.
"""

from collections.abc import Iterator
from typing import Final

from benchmarks.figures import Figure
from benchmarks.measuring import best_cpu
from codenames_core.game.board import deal
from codenames_core.game.config import GameConfig
from codenames_core.game.events import Clue, DiscussionMessage, Event, Pass, PassReason
from codenames_core.game.replay import Replay
from codenames_core.game.rules import process_guess
from codenames_core.game.state import GameState, Phase, apply, initialize_game, speaker

EVENTS: Final = 200
AIM: Final = 10.0
ROUNDS: Final = 20


def long_game() -> GameState:
    """Return a game of `EVENTS` events in which every fourth turn finds a word."""
    board = deal(GameConfig(seed=1))
    state = initialize_game(GameConfig(seed=1, max_rounds=4, max_turns=10_000), board)
    while len(state.public_transcript) < EVENTS and state.outcome is None:
        state = _move(state)
    return state


def _move(state: GameState) -> GameState:
    team = state.current_turn
    event: Event
    match state.phase:
        case Phase.CLUE:
            event = Clue(f"zork{state.turn.number}", 1, team=team)
        case Phase.DISCUSSION:
            event = DiscussionMessage(seat=speaker(state.turn), text="I am not sure at all.", consensus=False)
        case _ if state.turn.guesses or state.turn.number % 4:
            event = Pass(team=team, reason=PassReason.STOPPED)
        case _:
            own = [word for word in state.board.words if word in state.board.words_of(team) - state.revealed]
            return process_guess(own[0], state)[0]
    return apply(state, event)


def figures(quick: bool) -> Iterator[Figure]:
    """Go through a long game both ways."""
    state = long_game()
    events = state.public_transcript
    initial = initialize_game(state.config, state.board)
    replay = Replay(initial, events)

    def step_back() -> None:
        replay.seek(len(replay))
        while replay.cursor:
            replay.step(-1)

    def open_and_step() -> None:
        again = Replay(initial, events)
        again.seek(0)
        while not again.at_end:
            again.step()

    about = f"{len(events) + 1} positions"
    yield Figure(
        "opened, then all positions forward", best_cpu(open_and_step, ROUNDS) * 1000, "ms of CPU", AIM, about=about
    )
    yield Figure("all positions backward", best_cpu(step_back, ROUNDS) * 1000, "ms of CPU", AIM, about=about)
