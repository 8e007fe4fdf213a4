"""A game on the screen that stands still since a model refuses: whoever lets it go on has the model asked again."""

import asyncio
from collections.abc import Iterator

import pytest
from tests.agents.players import SHORT, Memory, config, door, team_of

from codenames_agents.providers.errors import ErrorKind, provider_error
from codenames_agents.providers.provider import share_provider
from codenames_core.play.episode import EpisodeRunner
from codenames_core.play.unreachable import WhenUnreachable
from codenames_tui.game.sessions.live import LiveSession


@pytest.fixture
def memory() -> Iterator[Memory]:
    """What answers for the models of this process."""
    memory = Memory()
    share_provider(door(memory))
    yield memory
    share_provider(None)


async def test_a_model_that_refused_for_good_is_asked_again_when_the_game_is_let_go_on(memory: Memory) -> None:
    from codenames_agents.providers.provider import shared_provider

    memory.failures = [provider_error(ErrorKind.BAD_REQUEST, "no", status=422)] * 2
    six = team_of(config(), shared_provider())
    runner = EpisodeRunner(SHORT, six, six)
    runner.when_unreachable = WhenUnreachable.PAUSE
    session = LiveSession(runner, pace=0)
    tasks = [asyncio.ensure_future(doing) for doing in session.activities(lambda: None, lambda: None)]
    stood = None
    for asked in (1, 2):
        while runner.unreachable is stood or runner.unreachable is None:
            await runner.changes.wait()
        stood = runner.unreachable
        assert len(memory.calls) == asked
        await asyncio.sleep(0)  # for the session to see it, too
        runner.resume()
    await asyncio.gather(*tasks)
    assert session.standing.outcome is not None
