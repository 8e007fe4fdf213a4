"""What a field of a metrics model declares: its names for people, and what becomes of it over many episodes.

    clue_brier: Annotated[float | None, averaged("Brier score of clues")]

Aggregates, tables, exports, leaderboards and `docs/metrics.md` read the declaration; nothing else lists the fields.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

Count = Annotated[int, Field(ge=0, lt=2**31)]
"""How many of something; a file that says less than none, or more than any game can have, is damaged."""

Tokens = Annotated[int, Field(ge=0)]
"""As providers counted them, who may say anything."""


class Pooling(StrEnum):
    """What an aggregate has of a metric over its episodes."""

    MEAN = "mean"
    """The mean of the episodes that have a value, with its spread."""
    SUM = "sum"
    NOTHING = "nothing"


class Credit(StrEnum):
    """Whose play a metric shows."""

    TEAM = "team"
    CLUER = "cluer"
    GUESSER = "guesser"


class Better(StrEnum):
    """Which of two values shows better play; a metric that declares neither only describes a style."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Metric:
    """The declaration of one field."""

    pooling: Pooling
    label: str = ""
    """Names its row in the table of an aggregate; a pooled metric without a label has no row there."""
    short: str = ""
    """The name where there is little room, if not the label."""
    after: str = ""
    """The field whose row comes right before its own, where that is not the order of the fields."""
    where: tuple[str, str] | None = None
    """A field beside it, and the value of it with which alone this one is pooled."""
    score: str = ""
    """The name under which leaderboards compare it; empty where they do not."""
    credit: Credit = Credit.TEAM
    better: Better | None = None

    @property
    def heading(self) -> str:
        """The shortest name for people."""
        return self.short or self.label

    def pooled_value(self, metrics: BaseModel, name: str) -> Any:
        """Return the value of the field `name` as it is pooled; None where there is none, or `where` is not met."""
        if self.where is not None and getattr(metrics, self.where[0]) != self.where[1]:
            return None
        return getattr(metrics, name)


def averaged(
    label: str,
    *,
    short: str = "",
    after: str = "",
    where: tuple[str, str] | None = None,
    score: str = "",
    credit: Credit = Credit.TEAM,
    better: Better | None = None,
) -> Metric:
    """Declare a metric of which aggregates have the mean; the arguments are the fields of `Metric`."""
    return Metric(Pooling.MEAN, label, short, after, where, score, credit, better)


def totalled(label: str = "", *, short: str = "", after: str = "", better: Better | None = None) -> Metric:
    """Declare a count of which aggregates have the sum; the arguments are the fields of `Metric`."""
    return Metric(Pooling.SUM, label, short, after, better=better)


NOT_POOLED: Final = Metric(Pooling.NOTHING)
"""For a field of which an aggregate has neither mean nor sum."""


def declared_metrics(model: type[BaseModel]) -> dict[str, Metric]:
    """Return what the fields of a model declare, in their order.

    Raises:
        TypeError: a field declares nothing, or more than one thing.
    """
    declared = {}
    for name, field in model.model_fields.items():
        entries = [entry for entry in field.metadata if isinstance(entry, Metric)]
        if len(entries) != 1:
            raise TypeError(f"{model.__name__}.{name} has to declare one of averaged(…), totalled(…) and NOT_POOLED")
        declared[name] = entries[0]
    return declared


def pooled(metrics: Mapping[str, Metric], pooling: Pooling) -> dict[str, Metric]:
    """Return the metrics that are pooled in one way; those with a condition come last."""
    chosen = [(name, metric) for name, metric in metrics.items() if metric.pooling is pooling]
    return dict(sorted(chosen, key=lambda pair: pair[1].where is not None))


def table_rows(metrics: Mapping[str, Metric], pooling: Pooling) -> list[tuple[str, str]]:
    """Return label and name of each metric that is pooled in this way and has a label, in the order of a table.

    >>> table_rows({"a": totalled("A"), "b": totalled("B"), "c": totalled("C", after="a")}, Pooling.SUM)
    [('A', 'a'), ('C', 'c'), ('B', 'b')]
    """
    order: list[str] = []
    for name, metric in metrics.items():
        if metric.pooling is pooling and metric.label:
            order.insert(order.index(metric.after) + 1 if metric.after else len(order), name)
    return [(metrics[name].label, name) for name in order]
