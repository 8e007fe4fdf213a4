"""Games as items of a list: those of a folder, and the samples to begin with."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from codenames_core.text.plurals import counted
from codenames_tui.ui.data import SAMPLE_GAMES, WORTH_SEEING, title_of_sample
from codenames_tui.ui.lines.items import Item

if TYPE_CHECKING:  # home is painted before the game is imported
    from codenames_tui.episodes.episode_index import Kept

SAMPLE: Final = "sample:"
"""How the name of a sample's item begins."""


def game_items(games: Sequence["Kept"], section: str) -> list[Item]:
    """Return an item for each game, called by its path, under a heading; nothing where there is no game."""
    return [_item(game, section if not index else "") for index, game in enumerate(games)]


def _item(game: "Kept", section: str) -> Item:
    from codenames_tui.episodes.episode_index import moment
    from codenames_tui.library.game_rows import players_in_short

    row = game.row
    if row.broken:
        return Item(row.file, PurePath(row.file).name, note=row.broken, wrong=True, section=section)
    turns = counted(row.turns, "turn") if row.termination else f"in turn {row.turns}"
    players = f"{players_in_short(row.red)} - {players_in_short(row.blue)}"
    note = ", ".join(filter(None, (moment(game.when), turns, players)))  # the last is told by the picture, too
    return Item(row.file, row.title, note=note, section=section)


def sample_items(keys: Sequence[str]) -> Iterator[Item]:
    """Yield the samples that are worth seeing first, each with a key that opens it."""
    for number, ((name, note), key) in enumerate(zip(WORTH_SEEING.items(), keys, strict=True)):
        section, story = "Games worth seeing" if not number else "", SAMPLE_GAMES[name].story
        yield Item(SAMPLE + name, title_of_sample(name), note=note, about=story, section=section, key=key)
