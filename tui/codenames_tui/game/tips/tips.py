"""Which tip is given where. Pure: a tip names a key that helps at such a place of a game, and none is given twice."""

from collections.abc import Callable, Collection, Iterator
from typing import Final, NamedTuple

from codenames_core.game.events import GuessKind
from codenames_tui.game.sessions.session import Watching
from codenames_tui.game.sessions.viewpoint import Viewpoint


class Tip(NamedTuple):
    """A sentence of which a key is the subject."""

    name: str
    """What it is called in the settings."""
    binding: str
    text: str
    fits: Callable[[Viewpoint], bool]
    """Whether it helps there."""


def _has_begun(view: Viewpoint) -> bool:
    return view.position > 0


def _was_discussed(view: Viewpoint) -> bool:
    return bool(view.staged.turn.discussion)


def _went_wrong(view: Viewpoint) -> bool:
    guesses = view.timeline.guesses_between(0, view.position)
    return any(guess.result is not GuessKind.CORRECT for guess in guesses)


def _is_running(view: Viewpoint) -> bool:
    return view.session.playback.running


def _can_be_looked_through(view: Viewpoint) -> bool:
    return view.session.watching is Watching.REPLAY or view.is_final


TIPS: Final = (
    Tip("pause", "game.toggle", "pauses and resumes", _is_running),
    Tip("inspect", "game.inspect", "shows what an agent saw and thought", _has_begun),
    Tip("symbols", "game.help", "lists all keys, and explains the symbols", _was_discussed),
    Tip("targets", "game.targets", "shows which words a clue is meant for", _has_begun),
    Tip("fork", "game.fork", "lets others, or you, play on from here", _went_wrong),
    Tip("marks", "game.mark_forward", "goes to the next mistake or turning point", _can_be_looked_through),
    Tip("present", "game.present", "shows the game in large letters", _has_begun),
    Tip("export", "game.export", "saves this game as a page or a picture", _went_wrong),
    Tip("find", "game.find", "searches what was said and done", _was_discussed),
)
"""All of them, in the order in which they are given."""


def tip_at(view: Viewpoint, seen: Collection[str], can_be_pressed: Callable[[str], bool]) -> Tip | None:
    """Return the first tip that fits a place and has not been given; none while people play.

    Args:
        view: from where the game is looked at.
        seen: the names of tips that have been given.
        can_be_pressed: says whether a binding has a key now.
    """
    if not view.disclosure.private:
        return None
    fitting = (tip for tip in TIPS if tip.name not in seen and tip.fits(view) and can_be_pressed(tip.binding))
    return next(fitting, None)


def tip_in_words(tip: Tip, key: str, hides: str) -> Iterator[str]:
    """Yield a tip in ever fewer words; `hides` is the key that hides it, if there is one.

    >>> next(tip_in_words(TIPS[0], "space", "d"))
    'Tip: space pauses, and plays on (d hides tips)'
    """
    if hides:
        yield f"Tip: {key} {tip.text} ({hides} hides tips)"
    yield f"Tip: {key} {tip.text}"
    yield f"{key} {tip.text}"
