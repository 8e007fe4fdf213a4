"""What whoever publishes decides."""

from typing import NamedTuple

from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.moving.drawing import can_draw


class Choices(NamedTuple):
    """What is published, and where it will be."""

    key: KeyShown = KeyShown.ASKED
    with_prompts: bool = False
    public_url: str = ""
    """Where the site will be, without a slash at its end: places that show links take no other address of a picture."""

    def picture(self, name: str, up: str = "") -> str:
        """Return the address of a picture for places that show links; empty where none is drawn.

        Args:
            name: of its file, in the site.
            up: how to get from the page to the top of the site.
        """
        if not can_draw():
            return ""
        return f"{self.public_url}/{name}" if self.public_url else f"{up}{name}"
