"""The rules of guessing, where other packages import them from; they are written in `codenames_core.game.rules`."""

from codenames_core.game.rules import GuessResult, process_guess

__all__ = ["GuessResult", "process_guess"]
