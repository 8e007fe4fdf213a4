"""Which games a run holds back since a model refuses for good what it is asked, each model in one line."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from codenames_core.game.agent import Question
from codenames_core.text.sanitiser import one_line
from codenames_metrics.run_folder.failures import NextStep, last_failures

_FOR: Final[Mapping[Question, str]] = {
    Question.CLUE: "a clue",
    Question.MESSAGE: "a message",
    Question.GUESSES: "guesses",
    Question.PENALTY: "a penalty word",
}


def refuses_in_words(question: Question, reason: str) -> str:
    """Return what a model does that refuses a kind of question for good.

    >>> refuses_in_words(Question.CLUE, "bad request (422): no")
    'refuses to be asked for a clue: bad request (422): no'
    """
    return f"refuses to be asked for {_FOR[question]}: {reason}"


class HeldBackModel(NamedTuple):
    """A model that refuses for good what it is asked, so that its games wait."""

    model: str
    kind: str
    """Of the failure."""
    reason: str

    def line(self) -> str:
        """Return it in one line, with what to do."""
        why = self.reason if self.reason.startswith("refuses") else f"{self.kind}: {self.reason}"
        return (
            f"{one_line(self.model, 60)} {one_line(why, 160)}; it is not asked again, and its games wait: "
            "fix the cause and run the experiment again"
        )


def held_back_models(folder: Path, finished: Collection[str]) -> tuple[HeldBackModel, ...]:
    """Return the models whose games are held back, in the order of the games.

    Args:
        folder: of the results.
        finished: the numbers of the games that have a record.
    """
    held: dict[str, HeldBackModel] = {}
    for game, failure in sorted(last_failures(folder).items()):
        if game in finished or failure.then != NextStep.HELD_BACK or not failure.model:
            continue
        held.setdefault(failure.model, HeldBackModel(failure.model, failure.kind, failure.reason))
    return tuple(held.values())
