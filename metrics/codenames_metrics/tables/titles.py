"""How reports write the names of modes, compositions and measures."""

from codenames_core.game.config import GameMode
from codenames_metrics.tables.markdown import cell


def mode_title(mode: GameMode | None) -> str:
    """Return how a section or a row says which games it is about; None is all of them."""
    return "All modes" if mode is None else title(mode).capitalize()


def title(name: str) -> str:
    """Return a name of ours as a cell of a table."""
    return cell(name.replace("_", " "))
