"""Games of a folder as items of a list."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from codenames_tui.ui.lines.items import Item

if TYPE_CHECKING:  # home is painted before the game is imported
    from codenames_tui.episodes.episode_index import Kept


def game_items(games: Sequence["Kept"], section: str) -> list[Item]:
    """Return an item for each game, called by its path, under a heading; nothing where there is no game."""
    return [_item(game, section if not index else "") for index, game in enumerate(games)]


def _item(game: "Kept", section: str) -> Item:
    from codenames_tui.episodes.episode_index import moment

    row = game.row
    if row.broken:
        return Item(row.file, PurePath(row.file).name, note=row.broken, wrong=True, section=section)
    turns = f"{row.turns} turns, {row.result}" if row.result else f"turn {row.turns}, unfinished"
    return Item(row.file, moment(game.when), value=f"{row.red} - {row.blue}", note=turns, section=section)
