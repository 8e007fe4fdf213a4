"""A game as a still picture for a list of games: what it is about, its board as it lies now, and what decided it.

Nothing in it is hidden from anybody: the cards that lie face up, and what was said aloud.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Team
from codenames_core.watch.highlights import highlights
from codenames_core.watch.turn_log import turn_log
from codenames_metrics.game.episode_files import read_record
from codenames_tui.episodes.episode_index import row_of_record
from codenames_tui.game.board.board_lines import Table, board_lines, shape_for, table_of
from codenames_tui.game.ending.ending import Landmark, landmarks_of
from codenames_tui.game.story.race_chart import race_lines
from codenames_tui.library.game_rows import players_in_short
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, wrap
from codenames_tui.ui.prose.explanation import verdict_and_why

_HIGHEST_BOARD: Final = 21
_SMALLEST_BOARD: Final = 11
"""Lines of a board whose words can be read."""
_CHART: Final = 5
_CHART_NEEDS: Final = 20
"""Cells."""
_NAME: Final = 16


class GameStill(NamedTuple):
    """Everything that the picture shows. Texts are clean."""

    title: str
    story: str
    """What the game is about, or who played."""
    table: Table
    team: Team | None
    """Whose turn it is, or who won."""
    result: str
    landmarks: tuple[Landmark, ...]
    race: tuple[tuple[int, int], ...]
    """Words that red and blue had left, before the first turn and after each."""


def read_still(path: Path, glyphs: Glyphs) -> GameStill:
    """Return the picture of the game in a file, a record or a journal.

    Raises:
        EpisodeFileError: the file cannot be read.
    """
    return still_of(read_record(path), str(path), glyphs)


def still_of(record: EpisodeRecord, file: str, glyphs: Glyphs) -> GameStill:
    """Return the picture of a game that lies in `file`."""
    timeline = record.timeline()
    row, state, log = row_of_record(record, file), timeline.last_state, turn_log(timeline)
    last = timeline.event_before(len(timeline))
    if record.outcome:
        result = verdict_and_why(record.outcome, state, glyphs.line)
        team = record.outcome.winner
    else:
        left = " and ".join(f"{team.value.upper()} has {state.words_left(team)} left" for team in Team)
        result, team = f"Unfinished in turn {row.turns}: {left}.", state.turn.team
    table = table_of(state, last, glyphs, key_shown=False)
    standings = [*(turn.before for turn in log[:1]), *(turn.after for turn in log)]
    return GameStill(
        glyphs.line(row.title),
        glyphs.line(row.story or f"{players_in_short(row.red)} - {players_in_short(row.blue)}"),
        tuple(card._replace(mentioned=False) for card in table),
        team,
        result,
        tuple(landmarks_of(highlights(timeline, log), glyphs)) if record.outcome else (),
        tuple((standing.red, standing.blue) for standing in standings),
    )


def still_lines(still: GameStill, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the picture in at most `height` lines of `width` cells; what matters least is left out first."""
    head: list[Line] = [(Span(still.title, "strong"),), *wrap((Span(still.story, "dim"),), width)]
    told = [*wrap((Span(still.result),), width), *(_landmark(one, width, glyphs) for one in still.landmarks)]
    blocks: list[Sequence[Line]] = [head if still.story else head[:1], told]
    room = height - sum(map(len, blocks)) - 2
    if room >= _SMALLEST_BOARD:
        shape = shape_for(width, min(room, _HIGHEST_BOARD))
        blocks.insert(1, board_lines(still.table, shape, glyphs, still.team))
        room -= len(blocks[1])
    if room > _CHART and width >= _CHART_NEEDS and len(still.race) > 1:
        blocks.append([(Span("Words left", "dim"),), *race_lines(still.race, width, _CHART - 1, glyphs)])
    lines: list[Line] = []
    for block in blocks:
        lines += [*([EMPTY] if lines else []), *block]
    return lines[:height]


def _landmark(landmark: Landmark, width: int, glyphs: Glyphs) -> Line:
    name = f"{landmark.name:<{_NAME}}"
    return (Span(name, "dim"), Span(cut(landmark.what, max(width - _NAME, 0), glyphs.cut)))
