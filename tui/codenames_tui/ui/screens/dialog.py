"""The base of every question over a screen."""

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen, ScreenResultType


class Dialog(ModalScreen[ScreenResultType]):
    """A question that is answered once, however fast one clicks."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close it with an answer, unless that was done before."""
        return super().dismiss(result) if is_on_top(self) else AwaitComplete()


def is_on_top(screen: Screen[ScreenResultType]) -> bool:
    """Return whether nothing covers a screen. Only then closing it closes no other in its place."""
    return screen.app.screen is screen
