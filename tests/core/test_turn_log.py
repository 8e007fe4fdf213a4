"""A game as a list of turns, and the places that decided it."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.games import ASSASSIN, BLUE_WORDS, BOARD, NEUTRAL_WORDS, RED_WORDS, clue, rest, touch
from tests.whole_games import whole_game

from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import Event, Guess, GuessKind
from codenames_core.game.state import initialize_game
from codenames_core.game.timeline import Timeline
from codenames_core.watch.highlights import highlights
from codenames_core.watch.markers import MarkerKind, markers
from codenames_core.watch.turn_log import turn_log
from codenames_core.watch.win_chance import win_chance_at

RED, BLUE = Team.RED, Team.BLUE
seeds = st.integers(0, 2**32)


def timeline(*events: Event, config: GameConfig | None = None) -> Timeline:
    return Timeline(initialize_game(config or GameConfig(), BOARD), events)


@given(seeds)
def test_every_step_tells_the_state_after_it(seed: int) -> None:
    game = whole_game(seed)
    log = turn_log(game)
    steps = [step for turn in log for step in turn.steps]
    assert [step.position for step in steps] == [*range(1, len(game) + 1)]  # nobody speaks in these games
    for step in steps:
        state = game.state_at(step.position)
        assert (step.after.red, step.after.blue) == (state.words_left(RED), state.words_left(BLUE))
        assert step.after.chance == win_chance_at(state)
        assert step.event is game.event(step.position - 1)
    for turn in log:
        state = game.state_at(turn.begins - 1)
        assert (turn.number, turn.team) == (state.turn.number, state.turn.team)
        assert turn.before.chance == win_chance_at(state)
        assert turn.ends == game.start_of_turn(turn.number + 1) or turn is log[-1]


@given(seeds, st.integers(0, 80))
def test_the_log_up_to_a_position_is_the_log_of_the_game_up_to_there(seed: int, position: int) -> None:
    game = whole_game(seed)
    shorter = Timeline(game.state_at(0), game.events[:position])
    seen = [turn.up_to(position) for turn in turn_log(game)]
    assert tuple(turn for turn in seen if turn) == turn_log(shorter)


def test_what_does_not_follow_is_left_out() -> None:
    game = timeline(touch(RED, RED_WORDS[0]), clue(RED), touch(BLUE, BLUE_WORDS[0]), rest(RED), clue(BLUE))
    assert [[step.position for step in turn.steps] for turn in turn_log(game)] == [[2, 4], [5]]


def test_the_turning_point_is_the_turn_that_gave_the_winner_most() -> None:
    events: list[Event] = [clue(RED, "many", 4), *(touch(RED, word) for word in RED_WORDS[:4]), rest(RED)]
    events += [clue(BLUE, number=1), touch(BLUE, NEUTRAL_WORDS[0])]
    for word in RED_WORDS[4:]:
        events += [clue(RED, number=1), touch(RED, word), rest(RED), clue(BLUE, number=1), touch(BLUE, BLUE_WORDS[0])]
        events += [rest(BLUE)]
    game = timeline(*events)
    assert game.last_state.winner is RED
    found = highlights(game)
    assert found.turning_point is not None
    assert found.turning_point.turn.number == 1
    assert found.turning_point.decisive.event == clue(RED, "many", 4)  # no guess alone brought half of it
    assert found.best_clue is not None
    assert (found.best_clue.position, found.best_clue.found) == (1, 4)
    assert found.costliest_guess is not None
    assert found.costliest_guess.guess.word == NEUTRAL_WORDS[0]


def test_a_guess_that_alone_brought_most_of_it_is_the_decisive_step() -> None:
    game = timeline(clue(RED, number=2), touch(RED, RED_WORDS[0]), touch(RED, ASSASSIN))
    point = highlights(game).turning_point
    assert point is not None
    assert point.winner is BLUE
    assert point.decisive.event == touch(RED, ASSASSIN)
    assert point.position == 3


def test_the_assassin_costs_most_whatever_the_chance_was() -> None:
    game = timeline(clue(RED), touch(RED, BLUE_WORDS[0]), clue(BLUE), touch(BLUE, ASSASSIN))
    guess = highlights(game).costliest_guess
    assert guess is not None
    assert guess.guess.word == ASSASSIN
    blind = timeline(
        clue(RED), touch(RED, BLUE_WORDS[0]), clue(BLUE), touch(BLUE, ASSASSIN), config=GameConfig(blind=True)
    )
    found = highlights(blind)
    assert found.turning_point is None
    assert found.costliest_guess is not None
    assert (found.costliest_guess.guess.word, found.costliest_guess.cost) == (ASSASSIN, None)


@given(seeds)
def test_the_places_are_what_they_are_called(seed: int) -> None:
    game = whole_game(seed)
    found, winner = highlights(game), game.last_state.winner
    by_turn = [game.state_at(start) for start in game.turn_starts] + [game.last_state]
    chances = [win_chance_at(state) for state in by_turn]
    if found.turning_point is None:
        assert winner is None or None in chances
    else:
        of_winner = [chance if winner is RED else 1 - (chance or 0) for chance in chances if chance is not None]
        gains = [after - before for before, after in pairwise(of_winner)]
        assert abs(max(gains) - found.turning_point.gain) < 1e-9
        assert found.turning_point.decisive in found.turning_point.turn.steps
        assert (found.turning_point.position, found.turning_point.winner) in [
            (mark.position, mark.team) for mark in markers(game) if mark.kind is MarkerKind.TURNING_POINT
        ]
    right = {turn.number: 0 for turn in turn_log(game)}
    for index, event in enumerate(game.events):
        if isinstance(event, Guess) and event.result is GuessKind.CORRECT:
            right[game.state_at(index).turn.number] += 1
    assert (found.best_clue.found if found.best_clue else 0) == max(right.values())
    if found.costliest_guess:
        assert game.event(found.costliest_guess.position - 1) is found.costliest_guess.guess
        assert found.costliest_guess.guess.result is not GuessKind.CORRECT
    else:
        assert all(event.result is GuessKind.CORRECT for event in game.events if isinstance(event, Guess))


def test_a_game_that_goes_on_has_no_turning_point() -> None:
    assert highlights(timeline(clue(RED), touch(RED, RED_WORDS[0]))).turning_point is None
    assert highlights(timeline()) == (None, None, None)
