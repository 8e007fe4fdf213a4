"""Following a journal that grows: whole lines only, to the episode that it becomes."""

import asyncio
import contextlib
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.streaming.hosting import EVENTS, RECORD, Table

from codenames_core.files.journal import JournalWriter, journal_line
from codenames_core.support.errors import EpisodeFileError
from codenames_core.watch.broadcast import End, Happened, Start
from codenames_tui.streaming.journals import JournalSource
from codenames_tui.streaming.news import News, Notice


class Watcher:
    """Follows a journal; what is written happens when the file is looked at again."""

    def __init__(self, path: Path, *steps: object) -> None:
        self.news: list[News] = []
        self._steps = list(steps)
        self.source = JournalSource(path, sleep=self._next)

    async def _next(self, _: float) -> None:
        step = self._steps.pop(0)
        assert callable(step)
        step()

    async def follow(self) -> list[News]:
        async with asyncio.timeout(PATIENCE), contextlib.aclosing(self.source.follow()) as news:
            self.news += [one async for one in news]
        return self.news

    def events(self) -> list[object]:
        return [one.event for one in self.news if isinstance(one, Happened)]


async def test_a_game_is_followed_from_its_journal_into_its_episode(tmp_path: Path) -> None:
    table = Table()
    writer = JournalWriter(tmp_path / "game.jsonl", table.header)

    def write_most() -> None:
        for event in EVENTS[:-2]:
            writer.happened(event)

    def seal() -> None:
        RECORD.save(tmp_path / "game.json")
        writer.discard()

    watcher = Watcher(tmp_path / "game.jsonl", write_most, seal)
    news = await watcher.follow()
    assert isinstance(news[0], Start)
    assert news[0].key == RECORD.board.key
    assert watcher.events() == list(EVENTS)
    assert news[-1] == End(events=len(EVENTS), outcome=RECORD.outcome)
    assert watcher.source.record is not None


async def test_a_journal_that_goes_away_without_an_episode_is_said_to_be_gone(tmp_path: Path) -> None:
    writer = JournalWriter(tmp_path / "game.jsonl", Table().header)
    news = await Watcher(tmp_path / "game.jsonl", writer.discard).follow()
    assert news[-1] == Notice("the journal is gone, and there is no episode in its place", final=True)


async def test_a_line_that_is_none_of_a_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal_line("header", Table().header) + b'{"event":{"type":"clue"}}\n')
    with pytest.raises(EpisodeFileError, match="line 2: event: "):
        await Watcher(path).follow()
    path.write_bytes(b"nonsense\n")
    with pytest.raises(EpisodeFileError, match="line 1"):
        await Watcher(path).follow()


async def test_an_episode_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(EpisodeFileError, match="open it with replay"):
        await Watcher(tmp_path / "game.json").follow()
    with pytest.raises(EpisodeFileError, match="No such file"):
        await Watcher(tmp_path / "game.jsonl").follow()
