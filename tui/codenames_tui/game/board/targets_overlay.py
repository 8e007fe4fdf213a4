"""What the clue at a position was meant for, found out once for each length of a game."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codenames_core.support.errors import IllegalEvent
from codenames_tui.game.board.targets import Aim, aim_at
from codenames_tui.game.sessions.session import GameSession
from codenames_tui.game.sessions.viewpoint import Viewpoint

if TYPE_CHECKING:  # what measures is loaded once somebody asks for it
    from codenames_metrics.game.played_turns import PlayedTurn


class TargetsOverlay:
    """Finds the targets of clues in the traces of a game."""

    def __init__(self) -> None:
        self._turns: tuple[int, Sequence[PlayedTurn]] = (-1, ())
        """Length of the game, and its turns at that length."""

    def aim_at(self, view: Viewpoint) -> Aim | None:
        """Return what the clue there was meant for; None before a clue, and where no targets may be seen."""
        if not view.disclosure.private:
            return None
        timeline, state = view.timeline, view.state
        return aim_at(self._turns_of(view.session), timeline.events, view.position, state.board, state.config)

    def by_turn(self, view: Viewpoint) -> Mapping[int, Sequence[str]]:
        """Return what the clue of each turn was meant for; nothing where no targets may be seen."""
        if not view.disclosure.private:
            return {}
        from codenames_metrics.game.theory_of_mind import intended_targets

        state = view.state
        turns = self._turns_of(view.session)
        return {turn.number: intended_targets(turn, state.board, blind=state.config.blind)[1] for turn in turns}

    def _turns_of(self, session: GameSession) -> "Sequence[PlayedTurn]":
        from codenames_metrics.game.played_turns import played_turns

        length = len(session.timeline)
        if self._turns[0] != length:
            record = session.record
            try:
                self._turns = length, played_turns(record) if record else ()
            except IllegalEvent:
                self._turns = length, ()
        return self._turns[1]
