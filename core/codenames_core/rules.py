"""A public import path, for programs that use this package; the code is in `codenames_core.game.rules`."""

from codenames_core.game.rules import GuessResult, process_guess

__all__ = ["GuessResult", "process_guess"]
