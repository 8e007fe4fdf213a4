"""A game screen, as far as it gives tips: one in each turn, where nothing else is said."""

from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.timeline_screen import TimelineScreen
from codenames_tui.game.tips.tips import TIPS, Tip, tip_at, tip_in_words
from codenames_tui.ui.messages import TipsGiven
from codenames_tui.ui.screens.active_keys import key_of


class TipsScreen(TimelineScreen):
    """Gives each tip once. A tip stays for as long as its turn is looked at."""

    tips_seen: frozenset[str] | None = None
    """Names of the tips that have been given; None where none are to be given."""
    _tip: Tip | None = None
    _tip_turn: int = 0
    """The turn in which it was given."""

    def tip_ways(self, view: Viewpoint) -> tuple[str, ...]:
        """Return a tip for the place that is looked at in ever fewer words; nothing where there is none."""
        if self.tips_seen is None:
            return ()
        turn = view.staged.turn.number
        if self._tip is not None and turn != self._tip_turn:
            self._note_tips(self._tip.name)
        if self._tip is None or not self._tip.fits(view):
            self._tip, self._tip_turn = tip_at(view, self.tips_seen, self._can_be_pressed), turn
        if self._tip is None or not view.disclosure.private:
            return ()
        hides = key_of(self, "game.hide_tips", self.glyphs)
        return tuple(tip_in_words(self._tip, key_of(self, self._tip.binding, self.glyphs), hides))

    def _can_be_pressed(self, binding: str) -> bool:
        return bool(key_of(self, binding, self.glyphs))

    def _note_tips(self, *names: str) -> None:
        """Note that tips have been given, for good."""
        self._tip = None
        self.tips_seen = (self.tips_seen or frozenset()) | {*names}
        self.post_message(TipsGiven(names))

    def action_hide_tips(self) -> None:
        """Give no more tips, ever."""
        if self.tips_seen is not None:
            self._note_tips(*(tip.name for tip in TIPS))
            self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something: tips are hidden only where there is one."""
        if action == "hide_tips" and self._tip is None:
            return False
        return super().check_action(action, parameters)
