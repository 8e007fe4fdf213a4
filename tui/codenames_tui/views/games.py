"""Games of a folder as items of a list."""

from collections.abc import Sequence

from codenames_tui.recent import Listed
from codenames_tui.views.items import Item


def game_items(games: Sequence[Listed], section: str) -> list[Item]:
    """Return an item for each game, called by its path, under a heading; nothing where there is no game."""
    return [_item(game, section if not index else "") for index, game in enumerate(games)]


def _item(game: Listed, section: str) -> Item:
    if game.problem:
        return Item(str(game.path), game.path.name, note=game.problem, wrong=True, section=section)
    what = game.result or "unfinished"
    turn = f"turn {game.turn}, " if game.turn and not game.result else f"{game.turn} turns, " if game.turn else ""
    return Item(str(game.path), game.when, value=game.who, note=f"{turn}{what}", section=section)
