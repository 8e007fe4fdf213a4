"""The cards as they lie on the table from a viewpoint, with what people pick and what a clue was meant for."""

from codenames_tui.game.board.board_lines import Table, table_of, with_picks
from codenames_tui.game.board.picking import Picking
from codenames_tui.game.board.targets import Aim, with_aim
from codenames_tui.game.minds.minds import minds_of
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.talk.speaking import with_words_so_far
from codenames_tui.ui.lines.lines import Glyphs


def table_at(view: Viewpoint, glyphs: Glyphs, aim: Aim | None = None, picking: Picking | None = None) -> Table:
    """Return the cards.

    Args:
        view: from where the game is looked at.
        glyphs: what is drawn with.
        aim: the targets of the clue, where they are shown.
        picking: the choice of cards that a person is making.
    """
    state = view.staged_state
    table = table_of(
        with_words_so_far(state, view.speaking),
        view.last_event,
        glyphs,
        key_shown=view.key_shown,
        minds=minds_of(state),
    )
    if aim is not None:
        table = with_aim(table, aim, state.board)
    return with_picks(table, picking.cursor, picking.picks) if picking else table
