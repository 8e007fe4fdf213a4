"""The part of the game screen that holds the match: board, turn, discussion and story."""

from typing import Final

from textual.containers import Container
from textual.geometry import NULL_OFFSET, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from codenames_tui.game.stage.places import places, presented_places
from codenames_tui.ui.widgets.kept_lines import KeptLines


class MatchLayout(Layout):
    """Puts each part of the match in its place."""

    name = "match"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Return where the parts that are shown stand."""
        shown = {child.id for child in children}
        terminal = parent.app.size
        if "stage" in shown:
            board, stage = presented_places(size)
            where = {"board": board, "stage": stage}
        elif "board" not in shown:
            where = {"talk": size.region}
        else:
            where = places(size, terminal, talk="talk" in shown, story="story" in shown)._asdict()
        return [
            WidgetPlacement(where[child.id], NULL_OFFSET, Spacing(), child) for child in children if child.id in where
        ]


_LAYOUT: Final = MatchLayout()


class Match(Container, KeptLines):
    """Board, turn, discussion and story, which stand as the size of the terminal allows."""

    @property
    def layout(self) -> Layout:
        """What puts the parts in their places."""
        return _LAYOUT
