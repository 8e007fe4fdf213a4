"""How far a laboratory is, by its folder: also one of another process, which goes on or is over."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from codenames_core.game.agent import AgentTrace
from codenames_metrics.laboratory.asking.answer_file import NAME
from codenames_metrics.laboratory.asking.laboratory import LabProgress, LabStatus
from codenames_metrics.laboratory.asking.questions import AnswerKey
from codenames_metrics.run_folder.ledger import spent_by_model
from codenames_metrics.run_folder.lock import lock_holder


class LabStamp(NamedTuple):
    """What changes in a folder whenever something is answered there, or its process begins or ends."""

    size: int
    """Bytes of the answers."""
    holder: int | None
    """The process that asks."""


def stamp_of(folder: Path) -> LabStamp:
    """Return the stamp of a folder now; its answers need not be there yet."""
    try:
        size = (folder / NAME).stat().st_size
    except OSError:
        size = 0
    return LabStamp(size, lock_holder(folder))


def progress_of(
    folder: Path, planned: Collection[AnswerKey], answers: Mapping[AnswerKey, AgentTrace], to_come: int = 0
) -> LabProgress:
    """Return how far the questions of a folder are answered.

    Args:
        folder: of the answers.
        planned: what is asked, as far as it is known.
        answers: all that came back.
        to_come: how many more questions may follow from answers that are not there yet.
    """
    answered = sum(key in answers for key in planned)
    status = LabStatus.DONE if answered == len(planned) + to_come else LabStatus.INCOMPLETE
    if lock_holder(folder) is not None:
        status = LabStatus.ASKING
    spending = spent_by_model(folder, {}).values()
    return LabProgress(
        status=status,
        total=len(planned) + to_come,
        answered=answered,
        begun_with=answered,
        failed=0,
        seconds=0.0,
        spent_usd=sum(model.known_cost_usd for model in spending),
        unpriced=sum(model.unpriced + model.unmetered for model in spending),
    )
