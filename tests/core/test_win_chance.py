"""The chance to win from a position: laws of the table, and how well it foretells games that it was not fitted to."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games import BLUE_WORDS, BOARD, RED_WORDS, clue, position, touch

from codenames_core.game.config import GameConfig, GameMode, Team
from codenames_core.watch.win_chance import MOST_PROMISED, Race, win_chance, win_chance_at

RED, BLUE = Team.RED, Team.BLUE
HELD_OUT = Path(__file__).parents[1] / "data" / "held_out_positions.txt"

races = st.builds(
    Race,
    st.integers(0, 9),
    st.integers(1, 9),
    st.sampled_from(Team),
    st.none() | st.integers(0, 9),
    st.booleans(),
)


def chance(race: Race) -> float:
    found = win_chance(race)
    assert found is not None
    return found


@given(races)
def test_a_chance_is_a_share_and_certain_only_at_the_end(race: Race) -> None:
    assert 0 <= chance(race) <= 1
    assert (chance(race) in (0, 1)) == (race.red == 0)


@given(races, st.integers(1, 8))
def test_more_words_left_never_help(race: Race, more: int) -> None:
    worse = race._replace(red=min(race.red + more, 9))
    assert chance(worse) <= chance(race)
    better = race._replace(blue=min(race.blue + more, 9))
    assert chance(better) >= chance(race)


@given(races.filter(lambda race: race.red > 0))
def test_colours_do_not_matter(race: Race) -> None:
    swapped = race._replace(red=race.blue, blue=race.red, mover=race.mover.other)
    assert chance(swapped) == pytest.approx(1 - chance(race))


@given(st.integers(1, 9), st.integers(1, 9), st.booleans())
def test_it_is_good_to_be_about_to_move(red: int, blue: int, assassin: bool) -> None:
    moves, waits = (chance(Race(red, blue, team, None, assassin)) for team in (RED, BLUE))
    assert moves > waits


def test_who_found_all_words_has_won() -> None:
    assert win_chance(Race(0, 3, RED)) == 1
    assert win_chance(Race(3, 0, RED)) == 0


def test_the_chance_in_a_state_follows_its_words_its_mover_and_its_clue() -> None:
    assert win_chance_at(position()) == win_chance(Race(9, 8, RED))
    assert win_chance_at(position(clue(RED, number=3))) == win_chance(Race(9, 8, RED, 3))
    found = position(clue(RED, number=3), touch(RED, RED_WORDS[0]))
    assert win_chance_at(found) == win_chance(Race(8, 8, RED, 2))
    assert win_chance_at(position(clue(RED, number="unlimited"))) == win_chance(Race(9, 8, RED))
    lost = position(clue(RED, number=3), touch(RED, "MARBLE"))
    assert win_chance_at(lost) == 0


def test_nothing_is_said_of_games_that_the_table_does_not_stand_for() -> None:
    assert win_chance(Race(10, 8, RED)) is None
    for config in (GameConfig(assassin_count=3), GameConfig(blind=True), GameConfig(max_turns=10)):
        assert win_chance_at(position(config=config)) is None
    no_assassin = position(config=GameConfig(mode=GameMode.NO_ASSASSIN))
    assert win_chance_at(no_assassin) == win_chance(Race(9, 8, RED, assassin=False))


def test_the_table_holds_every_cell_and_stays_small() -> None:
    text = files("codenames_core.data").joinpath("win_chances.json").read_text("utf-8")
    assert len(text) < 30_000
    tables = json.loads(text)["thousandths"]
    rows_of = {name: len(rows) for name, rows in tables.items()}
    assert rows_of == {"assassin": MOST_PROMISED + 2, "no_assassin": MOST_PROMISED + 2}
    assert all(len(line) == 9 for rows in tables.values() for square in rows for line in (square, *square))


def test_it_foretells_games_that_it_was_not_fitted_to() -> None:
    """The file counts the positions of held-out games: `scripts.win_chances.fit --held-out` writes it."""
    forecasts: list[tuple[float, int, int]] = []
    for line in HELD_OUT.read_text("utf-8").splitlines():
        kind, row, own, other, played, won = map(int, line.split())
        race = Race(own + 1, other + 1, RED, row - 1 if row else None, assassin=not kind)
        forecasts.append((chance(race), played, won))
    positions = sum(played for _, played, _ in forecasts)
    losses = (won * (1 - mean) ** 2 + (played - won) * mean**2 for mean, played, won in forecasts)
    assert sum(losses) / positions < 0.21  # always saying one half has 0.25
    for tenth in range(10):
        here = [cell for cell in forecasts if tenth / 10 <= cell[0] < (tenth + 1) / 10]
        count = sum(played for _, played, _ in here)
        mean = sum(forecast * played for forecast, played, _ in here) / count
        assert sum(won for _, _, won in here) / count == pytest.approx(mean, abs=0.04)


def test_both_teams_have_the_words_that_the_tests_count_on() -> None:
    assert (len(RED_WORDS), len(BLUE_WORDS), len(BOARD.words)) == (9, 8, 25)
