"""A suite: its models, who understands whom, stated chances, and every decision."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from codenames_metrics.laboratory.asking.asked_decisions import AskedDecision
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.suites.decisions import SuiteDecision, SuitePart, suite_decisions
from codenames_metrics.laboratory.suites.matrix import Matrix
from codenames_metrics.laboratory.suites.report import SuiteResults
from codenames_metrics.laboratory.suites.results import MAIN, ModelResult, split_half
from codenames_metrics.statistics.adjusted_means import AdjustedMean
from codenames_metrics.statistics.decisions.clustered_means import ClusteredMean
from codenames_metrics.tables.number_formats import NOTHING, format_percent, format_score, format_signed
from codenames_tui.benchmark.laboratory.decision_lines import about_clue, answers_beside, words_of_answer
from codenames_tui.benchmark.laboratory.heat_map import HeatCell, HeatMap
from codenames_tui.benchmark.laboratory.suite_file_views import ASKED_FOR, questions_of
from codenames_tui.benchmark.laboratory.tables import NOTHING_YET, LabTable
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.lines.plots import interval_picture
from codenames_tui.ui.lines.rows import Column

_PICTURE: Final = 21
_MODELS: Final = (
    Column("asked for", 9),
    Column("model", 16, grows=True),
    Column("0     recall      1", _PICTURE, rank=6),
    Column("recall, 95 %", 20, right=True),
    Column("precision", 9, right=True, rank=4),
    Column("net words", 9, right=True),
    Column("assassin", 8, right=True, rank=3),
    Column("gain, 95 %", 23, right=True, rank=5),
    Column("failed", 6, right=True, rank=2),
    Column("answers", 7, right=True, rank=1),
)
_CHANCES: Final = (
    Column("asked for", 9),
    Column("model", 16, grows=True),
    Column("chances", 7, right=True),
    Column("Brier", 6, right=True),
    Column("reliability", 11, right=True, rank=1),
    Column("resolution", 10, right=True, rank=2),
    Column("ECE", 6, right=True),
)
_DECISIONS: Final = (
    Column("clue", 14),
    Column("meant", 16, grows=True, rank=4),
    Column("answered by", 16),
    Column("answer", 24, grows=True),
    Column("recall", 6, right=True),
    Column("net", 5, right=True, rank=2),
    Column("clue of", 16, rank=3),
    Column("game, event", 18, rank=5),
)
_PARTS: Final = {Kind.GUESS: SuitePart.GUESS, Kind.CLUE: SuitePart.CLUE, Kind.MESSAGE: SuitePart.MESSAGE}


class SuiteViews:
    """The views of a suite.

    Args:
        found: what it came to.
        glyphs: what is drawn with.
    """

    tabs: Sequence[str] = ("models", "who understands", "who is understood", "chances", "decisions")
    short_tabs: Sequence[str] = ("models", "listeners", "speakers", "chances", "all")

    def __init__(self, found: SuiteResults, glyphs: Glyphs) -> None:
        self._found = found
        self._glyphs = glyphs
        self._decisions = list(suite_decisions(found))
        self._at: dict[str, list[SuiteDecision]] = defaultdict(list)
        """The answers to each question, by the id of its position."""
        for one in self._decisions:
            self._at[one.asked.position.id].append(one)
        suite = found.plan.suite
        self.name = f"suite {suite.name}"
        self.about = f"{found.plan.suite_id}: {questions_of(suite)}"

    def table(self, tab: int) -> LabTable:
        """Return a view."""
        match self.tabs[tab]:
            case "models":
                return self._models()
            case "who understands":
                return self._matrix(self._found.recorded, SuitePart.GUESS)
            case "who is understood":
                return self._matrix(self._found.own, SuitePart.HEARD)
            case "chances":
                return self._chances()
            case _:
                return self._of(self._decisions, "All decisions, the least understood first")

    def _models(self) -> LabTable:
        models = self._found.models
        return LabTable(
            "What the answers are worth, each model by itself",
            _MODELS,
            len(models),
            lambda row: _model_cells(models[row], self._glyphs),
            behind=lambda row: self._behind(_PARTS[models[row].kind], who=models[row].model),
            verdict=self._verdict(models),
        )

    def _verdict(self, models: Sequence[ModelResult]) -> str:
        said = []
        for kind in (Kind.GUESS, Kind.MESSAGE, Kind.CLUE):
            ranked = [one for one in models if one.kind is kind]
            if not ranked:
                continue
            first = ranked[0]
            worth = f"{MAIN[kind].replace('_', ' ')} {format_score(first.measures[MAIN[kind]].mean)}"
            half = split_half(self._found.rows, kind)
            order = "" if half is None else f", split-half reliability of the order {half:.2f}"
            said.append(f"{ASKED_FOR[kind].capitalize()}: {first.model} is first ({worth}){order}.")
        return " ".join(said)

    def _chances(self) -> LabTable:
        models = [one for one in self._found.models if one.calibration is not None]
        return LabTable(
            "How far stated chances are from what comes true",
            _CHANCES,
            len(models),
            lambda row: _chance_cells(models[row]),
            behind=lambda row: self._behind(_PARTS[models[row].kind], who=models[row].model),
            empty="No answer states a chance.",
        )

    def _matrix(self, found: Matrix | None, part: SuitePart) -> LabTable:
        listens = part is SuitePart.GUESS
        title = "Who understands whom" if listens else "Who is understood by whom"
        what = "the clues of the suite" if listens else "what listeners make of the clues of the models"
        if found is None:
            kind = Kind.GUESS if listens else Kind.CLUE
            is_asked = bool(self._found.plan.suite.of(kind))
            return LabTable(
                title, empty=NOTHING_YET if is_asked else f"{ASKED_FOR[kind].capitalize()} are not asked for."
            )
        return LabTable(
            f"{title}: recall of {what}",
            verdict=_own_pair(found),
            heat=_heat(found),
            behind_cell=lambda row, column: self._behind(part, found.speakers[row], found.listeners[column]),
        )

    def _behind(self, part: SuitePart, speaker: str | None = None, who: str | None = None) -> LabTable:
        here = [
            one
            for one in self._decisions
            if one.part is part and speaker in (None, one.speaker) and who in (None, one.asked.who)
        ]
        whose = f"clues of {speaker} as {who} takes them" if speaker else f"{part} of {who}"
        return self._of(here, f"{len(here)} decisions: {whose}")

    def _of(self, decisions: Iterable[SuiteDecision], title: str) -> LabTable:
        listed = sorted(decisions, key=_least_understood)
        return LabTable(
            title,
            _DECISIONS,
            len(listed),
            lambda row: self._cells(listed[row]),
            asked=lambda row: listed[row].asked,
            detail=lambda row: self._detail(listed[row]),
        )

    def _cells(self, one: SuiteDecision) -> Sequence[Span]:
        asked, source = one.asked, one.asked.position.source
        return (
            Span(asked.clue.upper() or NOTHING, "strong"),
            Span(", ".join(asked.meant), "dim"),
            Span(asked.who),
            Span("".join(span.text for span in words_of_answer(asked, self._glyphs))),
            Span(format_score(asked.recall), "strong"),
            Span(format_signed(asked.net_words, None, 1) if asked.net_words is not None else NOTHING),
            Span(one.speaker, "dim"),
            Span(f"{source.episode[:8]}, {source.at}", "dim"),
        )

    def _detail(self, one: SuiteDecision) -> Sequence[Line]:
        """Return the clue, and what everybody who was asked made of it."""
        lines = [about_clue(one.asked, one.speaker, self._glyphs)]
        if one.part is SuitePart.CLUE:
            lines += answers_beside((each.asked for each in self._hearing(one)), one.asked, self._glyphs)
        together = [each.asked for each in self._at[one.asked.position.id] if each.part is one.part]
        return [*lines, *answers_beside(together, one.asked, self._glyphs)]

    def _hearing(self, clue: SuiteDecision) -> Sequence[SuiteDecision]:
        """Return what the panel made of a clue."""
        found = next(
            (
                one
                for one in self._found.clues
                if not one.literal and one.cluer == clue.asked.who and one.position.id == clue.asked.position.id
            ),
            None,
        )
        return () if found is None else self._at[found.heard.id]


def _least_understood(one: SuiteDecision) -> tuple[float, float, str]:
    asked: AskedDecision = one.asked
    recall = 2.0 if asked.recall is None else asked.recall
    return recall, asked.net_words or 0.0, asked.position.id


def _model_cells(one: ModelResult, glyphs: Glyphs) -> Sequence[Span]:
    recall, net = one.measures["recall"], one.measures["net_words"]
    return (
        Span(ASKED_FOR[one.kind], "dim"),
        Span(one.model),
        Span(interval_picture(recall.mean, recall.interval, _PICTURE, glyphs), "accent"),
        Span(_with_interval(recall), "strong"),
        Span(format_score(one.measures["precision"].mean)),
        Span(format_score(net.mean), "strong" if MAIN[one.kind] == "net_words" else "text"),
        Span(format_percent(one.measures["assassin"].mean)),
        Span(format_signed(one.measures["gain"].mean, one.measures["gain"].interval, 2)),
        Span(f"{one.failed}", "bad" if one.failed else "dim"),
        Span(f"{one.answers}", "dim"),
    )


def _chance_cells(one: ModelResult) -> Sequence[Span]:
    parts = one.calibration
    assert parts is not None  # noqa: S101  only those are listed
    return (
        Span(ASKED_FOR[one.kind], "dim"),
        Span(one.model),
        Span(f"{parts.forecasts}", "dim"),
        Span(f"{parts.score:.3f}", "strong"),
        Span(f"{parts.reliability:.3f}"),
        Span(f"{parts.resolution:.3f}"),
        Span(f"{one.calibration_error or 0.0:.3f}"),
    )


def _with_interval(value: ClusteredMean) -> str:
    if value.mean is None or value.interval is None:
        return format_score(value.mean)
    return f"{value.mean:.2f} ({value.interval.low:.2f} to {value.interval.high:.2f})"


def _heat(found: Matrix) -> HeatMap:
    places = {
        (row, column): found.cells[speaker, listener]
        for row, speaker in enumerate(found.speakers)
        for column, listener in enumerate(found.listeners)
        if (speaker, listener) in found.cells
    }
    own = frozenset(place for place in places if found.speakers[place[0]] == found.listeners[place[1]])
    return HeatMap(
        found.speakers,
        found.listeners,
        {place: HeatCell(format_score(cell.mean), cell.mean or 0.0) for place, cell in places.items()},
        tuple(_effect(found.speaker_effects.get(name)) for name in found.speakers),
        tuple(_mean_effect(found.listener_effects.get(name)) for name in found.listeners),
        "effect",
        "rows give clues, columns hear them; the fuller the more is understood; [x]: its own clues; "
        "effect: recall more or less than the mean of all, 95 %",
        own,
    )


def _effect(effect: AdjustedMean | None) -> str:
    if effect is None:
        return NOTHING
    error = "" if effect.standard_error is None else f" ± {1.96 * effect.standard_error:.2f}"
    return f"{effect.mean:+.2f}{error}"


def _mean_effect(effect: AdjustedMean | None) -> str:
    return NOTHING if effect is None else f"{effect.mean:+.2f}"


def _own_pair(found: Matrix) -> str:
    return "" if found.own_pair is None else f"To hear one's own clues adds {_effect(found.own_pair)} to recall."
