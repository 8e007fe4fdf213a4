"""A probe: what each arm causes, which decisions it moved, and every decision under it."""

from collections.abc import Sequence
from typing import Final

from codenames_core.text.plurals import counted
from codenames_metrics.laboratory.probes.arms import AGAIN, AS_WAS
from codenames_metrics.laboratory.probes.effects import ArmEffects, Effect
from codenames_metrics.laboratory.probes.measures import TITLES
from codenames_metrics.laboratory.probes.results import MovedDecision, ProbeResults, moved_decisions
from codenames_metrics.tables.number_formats import (
    NOTHING,
    format_p_value,
    format_percent,
    format_score,
    format_signed,
)
from codenames_tui.benchmark.laboratory.decision_lines import about_clue, words_of_answer
from codenames_tui.benchmark.laboratory.heat_map import HeatCell, HeatMap
from codenames_tui.benchmark.laboratory.tables import LabTable
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.lines.rows import Column

_FIRST: Final = (
    Column("model", 16, grows=True),
    Column("arm", 16, grows=True),
    Column("decisions", 9, right=True, rank=2),
    Column("moved", 7, right=True),
    Column("distance", 8, right=True, rank=1),
    Column("p, Holm", 7, right=True),
)
_DECISIONS: Final = (
    Column("game, event", 14),
    Column("clue heard", 14, rank=2),
    Column(AS_WAS, 20, grows=True),
    Column("under the arm", 20, grows=True),
    Column("distance", 8, right=True),
)
_SETTLED: Final = 0.05


class ProbeViews:
    """The views of a probe.

    Args:
        found: what it came to.
        glyphs: what is drawn with.
    """

    tabs: Sequence[str] = ("effects", "moved")
    short_tabs: Sequence[str] = tabs

    def __init__(self, found: ProbeResults, glyphs: Glyphs) -> None:
        self._found = found
        self._glyphs = glyphs
        plan = found.plan
        self.name = f"probe: the question for a {plan.kind}"
        self.about = f"{counted(len(plan.positions), 'decision')}, up to {counted(plan.repeats, 'time')} under each arm"

    def table(self, tab: int) -> LabTable:
        """Return a view."""
        return self._effects() if self.tabs[tab] == "effects" else self._moved()

    def _effects(self) -> LabTable:
        rows, kind = self._found.effects, self._found.plan.kind
        measures = [measure for measure, titles in TITLES.items() if kind in titles]
        columns = [
            Column(TITLES[measure][kind].casefold(), max(len(TITLES[measure][kind]), 7), right=True, rank=3 + place)
            for place, measure in enumerate(measures)
        ]
        return LabTable(
            f"Differences from {AS_WAS}",
            (*_FIRST, *columns),
            len(rows),
            lambda row: _effect_cells(rows[row]),
            behind=lambda row: self._behind(rows[row].model, rows[row].arm),
            detail=lambda row: [_in_words(one, TITLES[one.measure][kind], self._glyphs) for one in rows[row].effects],
            verdict=self._verdict(),
        )

    def _verdict(self) -> str:
        told = [one for one in self._found.effects if one.arm != AGAIN]
        if not told:
            return ""
        moved = [one for one in told if one.distance_p_adjusted is not None and one.distance_p_adjusted < _SETTLED]
        if not moved:
            return "No arm is shown to change what is answered."
        arms = dict.fromkeys(f"{one.arm} ({one.model})" for one in moved)
        return f"Shown to change what is answered: {', '.join(arms)}."

    def _moved(self) -> LabTable:
        found = self._found.effects
        models, asked = tuple(dict.fromkeys(one.model for one in found)), {one.arm for one in found}
        arms = tuple(arm.name for arm in self._found.plan.arms if arm.name in asked)
        cells = {
            (models.index(one.model), arms.index(one.arm)): HeatCell(_whole_percent(one.moved), one.moved or 0.0)
            for one in found
        }
        heat = HeatMap(
            models,
            arms,
            cells,
            legend=f"per cent of decisions whose most frequent answer is another than {AS_WAS}; {AGAIN} is the noise",
        )
        return LabTable(
            "Share of decisions that moved: models and arms",
            heat=heat if found else None,
            behind_cell=lambda row, column: self._behind(models[row], arms[column]),
        )

    def _behind(self, model: str, arm: str) -> LabTable:
        listed = moved_decisions(self._found, model, arm)
        return LabTable(
            f"{model}, {arm}: {len(listed)} decisions, the most moved first",
            _DECISIONS,
            len(listed),
            lambda row: self._cells(listed[row]),
            asked=lambda row: listed[row].under[0],
            detail=lambda row: self._detail(listed[row], arm),
        )

    def _cells(self, one: MovedDecision) -> Sequence[Span]:
        source = one.under[0].position.source
        return (
            Span(f"{source.episode[:8]}, {source.at}", "dim"),
            Span(one.under[0].clue.upper() or NOTHING),
            Span(" / ".join(dict.fromkeys(asked.answer for asked in one.was))),
            Span(" / ".join(dict.fromkeys(asked.answer for asked in one.under)), "strong"),
            Span(format_score(one.distance)),
        )

    def _detail(self, one: MovedDecision, arm: str) -> Sequence[Line]:
        asked = one.under[0]
        lines = [about_clue(asked, asked.position.speaker, self._glyphs)] if asked.clue else []
        widest = max(len(AS_WAS), len(self._glyphs.line(arm)))
        for name, answers in ((AS_WAS, one.was), (arm, one.under)):
            for each in answers:
                head = Span(f"{self._glyphs.line(name):<{widest}}  ", "dim")
                lines.append((head, *words_of_answer(each, self._glyphs)))
        return lines


def _effect_cells(one: ArmEffects) -> Sequence[Span]:
    p_value = one.distance_p_adjusted if one.arm != AGAIN else one.distance.p_value
    return (
        Span(one.model),
        Span(one.arm, "dim" if one.arm == AGAIN else "text"),
        Span(f"{one.decisions}", "dim"),
        Span(format_percent(one.moved), "strong"),
        Span(format_score(one.distance.mean)),
        Span(format_p_value(p_value), "good" if p_value is not None and p_value < _SETTLED else "dim"),
        *(Span(_short(effect), _style(effect)) for effect in one.effects),
    )


def _short(effect: Effect) -> str:
    return NOTHING if effect.value.mean is None else f"{effect.value.mean:+.2f}"


def _style(effect: Effect) -> str:
    return "good" if effect.p_adjusted is not None and effect.p_adjusted < _SETTLED else "text"


def _in_words(effect: Effect, title: str, glyphs: Glyphs) -> Line:
    value = effect.value
    shown = format_signed(value.mean, value.interval, 3)
    p_value = "" if effect.p_adjusted is None else f"p {format_p_value(effect.p_adjusted)} by Holm, "
    return (
        Span(f"{title:<22}", "dim"),
        Span(glyphs.text(f"{shown:<32}")),
        Span(f"{p_value}{counted(value.n, 'decision')}, {counted(value.clusters, 'board')}", "dim"),
    )


def _whole_percent(share: float | None) -> str:
    return NOTHING if share is None else f"{100 * share:.0f}%"
