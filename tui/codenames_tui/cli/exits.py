"""Exit codes of the command line."""

from typing import Final

DONE: Final = 0
OUR_ERROR: Final = 1
# D-103: also what the system refuses: a full disk, a folder that may not be read.
WRONG_INPUT: Final = 2
"""Wrong usage, unusable input, or no terminal."""
SOME_SKIPPED: Final = 3
"""Done, but for games or files that were skipped."""
BUDGET_REACHED: Final = 4
ANSWER_IS_NO: Final = 5
HANGUP: Final = 129
INTERRUPTED: Final = 130
TERMINATED: Final = 143
