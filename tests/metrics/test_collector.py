"""Live metrics are those of the record so far, at every moment."""

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games import BUSY_BLUE, WINNING_RED, play, team
from tests.metrics.episodes import played, record

from codenames_agents.catalogue import build_team
from codenames_core.files.journal import Header, Played
from codenames_core.files.record import as_record
from codenames_core.game.agent import AgentTrace
from codenames_core.game.board import deal
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.state import Outcome, Termination
from codenames_core.play.episode import EpisodeRunner, new_header
from codenames_core.support.errors import IllegalEvent, InputError
from codenames_metrics import MetricsCollector, Player, compute_episode_metrics

LINEUPS = ("vector:novice", "vector:bold", "random", "ghost:random", "ghost:pass")


@lru_cache(maxsize=64)
def game(red: str, blue: str, seed: int) -> tuple[Header, Played]:
    """A whole game of offline agents, and what it started from."""
    import asyncio

    config = GameConfig(seed=seed, max_turns=12)
    teams = build_team(red, seed=seed), build_team(blue, seed=seed)
    header = new_header(config, teams[0].config, teams[1].config, board=deal(config), episode_id="live")
    runner = EpisodeRunner(header, *teams)
    asyncio.run(runner.run())
    return header, runner.played


@given(
    st.sampled_from(LINEUPS),
    st.sampled_from(LINEUPS),
    st.integers(0, 3),
    st.sets(st.sampled_from(Player)),
    st.booleans(),
)
def test_a_stream_has_the_numbers_of_the_record_at_every_prefix(
    red: str, blue: str, seed: int, exclude: set[Player], discussion: bool
) -> None:
    header, whole = game(red, blue, seed)
    collector = MetricsCollector(header, exclude=exclude, discussion=discussion)
    tries = list(whole.tries)
    heard: list[AgentTrace] = []
    for count in range(len(whole.events) + 1):
        while tries and (tries[0].at or 0) <= count:
            heard.append(tries.pop(0))
            collector.answered(heard[-1])
        so_far = as_record(header, Played(whole.events[:count], tuple(heard)))
        assert collector.metrics() == compute_episode_metrics(so_far, exclude=exclude, discussion=discussion)
        if count < len(whole.events):
            collector.add(whole.events[count])


async def test_a_finished_stream_has_the_numbers_of_the_sealed_record() -> None:
    episode = await play(team(*WINNING_RED), team(*BUSY_BLUE))
    collector = MetricsCollector(episode)
    for event in episode.public_transcript:
        collector.add(event)
    for trace in episode.decisions():
        collector.answered(trace)
    assert collector.metrics() == compute_episode_metrics(episode)


def test_an_aborted_game_says_so_to_the_collector() -> None:
    outcome = Outcome(None, Termination.ABORTED)
    stopped = record(played(Team.RED, "sea", 1), outcome=outcome)
    collector = MetricsCollector(stopped)
    for event in stopped.public_transcript:
        collector.add(event)
    assert collector.metrics(outcome) == compute_episode_metrics(stopped)


def test_an_event_that_does_not_follow_is_refused() -> None:
    collector = MetricsCollector(record())
    with pytest.raises(IllegalEvent, match="it is red's turn"):
        collector.add(played(Team.BLUE, "king", 1)[0])


def test_a_collector_without_a_game_only_holds_the_functions() -> None:
    collector = MetricsCollector()
    one = record(played(Team.RED, "sea", 1))
    assert collector.compute_episode_metrics(one) == compute_episode_metrics(one)
    assert collector.compute_aggregate_metrics([one]).episodes == 1
    assert "episode_id" in collector.export_metrics(compute_episode_metrics(one), "csv")
    with pytest.raises(InputError, match="follows no game"):
        collector.metrics()
