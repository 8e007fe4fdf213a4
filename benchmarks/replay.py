"""How long it takes to visit every position of a long episode, forward and backward.

    python benchmarks/replay.py

The episode has 200 events, which is far more than usual: its guessers talk until their rounds are used up. Target: all
positions in at most 10 ms.
"""

import time
from collections.abc import Callable
from typing import Final

from codenames_core.board import deal
from codenames_core.config import GameConfig
from codenames_core.events import Clue, DiscussionMessage, Event, Pass, PassReason
from codenames_core.replay import Replay
from codenames_core.rules import process_guess
from codenames_core.state import GameState, Phase, apply, initialize_game, speaker

EVENTS: Final = 200
TARGET_MS: Final = 10
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


def milliseconds(work: Callable[[], object]) -> float:
    """Return the CPU time of `work`, the best of several rounds."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times) * 1000


def main() -> None:
    """Print the figures."""
    state = long_game()
    events = state.public_transcript
    initial = initialize_game(state.config, state.board)
    replay = Replay(initial, events)

    def step_through() -> None:
        replay.seek(0)
        while not replay.at_end:
            replay.step()

    def step_back() -> None:
        replay.seek(len(replay))
        while replay.cursor:
            replay.step(-1)

    def start_and_step_through() -> None:
        again = Replay(initial, events)
        again.seek(0)
        while not again.at_end:
            again.step()

    forward, backward = milliseconds(step_through), milliseconds(step_back)
    print(f"positions                 {len(events) + 1:6}")
    print(f"opened, then all forward  {milliseconds(start_and_step_through):6.2f} ms of CPU   (target {TARGET_MS})")
    print(f"all forward               {forward:6.2f} ms")
    print(f"all backward              {backward:6.2f} ms, {backward / forward:.1f} times as long")


if __name__ == "__main__":
    main()
