"""Everything that can go wrong, in four families that are never mixed.

::

    CodenamesError
    ├── InputError (ValueError)       what a person or a file gave cannot be used; the message says what would be right
    │   ├── WordListError             a word list: which line, and why
    │   ├── BoardError                a board: which word or count
    │   ├── EpisodeFileError          an episode or journal file: which place in it
    │   └── FileInTheWayError         something already lies where the result should go
    ├── RuleError (ValueError)        a move that the rules do not allow
    │   ├── IllegalGuess              raised by `process_guess`
    │   └── IllegalEvent              raised by `apply`: the event does not follow from the state
    ├── AgentError                    an agent could not answer; the orchestrator counts it as a failed try
    └── StorageError (OSError)        the disk said no while a journal or record was written

The command line says what an `InputError` or a `StorageError` says, and what else the system refuses (`OSError`). A
`RuleError` is caught where a file may hold events that do not follow from each other. What ends one game or one run
stands beside what raises it: `GameAborted`, and `GameFailed` and `BudgetReached` in the metrics. Anything else is a bug
and is allowed to crash.
"""


class CodenamesError(Exception):
    """Root of the tree above."""


class InputError(CodenamesError, ValueError):
    """Input that cannot be used."""


class WordListError(InputError):
    """A word list that cannot be dealt from."""


class BoardError(InputError):
    """A board that is not a Codenames board."""


class EpisodeFileError(InputError):
    """A file that is not a readable episode or journal."""


class FileInTheWayError(InputError):
    """A file already lies where a new one should be written."""


class RuleError(CodenamesError, ValueError):
    """A move against the rules."""


class IllegalGuess(RuleError):
    """A guess that cannot be made now."""


class IllegalEvent(RuleError):
    """An event that does not follow from the state it is applied to."""


class AgentError(CodenamesError):
    """An agent that could not answer."""


class StorageError(CodenamesError, OSError):
    """A journal or record that could not be written."""
