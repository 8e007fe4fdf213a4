"""The part of a report on seats that see the board on a picture: what seeing costs."""

from collections.abc import Iterator

from codenames_metrics.analysis.cross.ablation import ArmEffect
from codenames_metrics.analysis.failures.misreadings import Misreading
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.report.families import weight
from codenames_metrics.statistics.proportions import share
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import NOTHING, format_percent, format_points, format_signed

_PLAY = ("net_words_per_clue", "guess_accuracy")


def seeing_section(board: Leaderboard) -> Iterator[str]:
    """Yield the table; nothing where nobody was shown a picture."""
    if not board.seeing:
        return
    yield f"## What seeing costs ({weight(board, is_primary=False)})"
    yield (
        "Reading apart from playing. Named are the words that cluers say they aim at and guessers list, in all tries: "
        "some are not on the board, and some are not what they were taken for, since a target is no face-down word of "
        "the team, or a guess lies face up already. Misread cards are those of programs that read pictures: all "
        "face-down cards of all pictures. Differences are arm − base, on the same boards with the same agents."
    )
    names = ["Line-up", "Arm", "Games", "Pictures", "Words named"]
    wrong = ["Not on the board", "Colours mistaken", "Cards misread"]
    play = ["Named wrongly, difference", "Net words per clue, difference", "Guess accuracy, difference"]
    yield table([*names, *wrong, *play], [_row(row, board.arms) for row in board.seeing])


def _row(row: Misreading, effects: tuple[ArmEffect, ...]) -> list[str]:
    found = {one.measure: one for one in effects if (one.arm, one.lineup) == (row.arm, row.lineup)}
    net, accuracy = (found.get(measure) for measure in _PLAY)
    return [
        row.lineup,
        cell(row.arm) or "base",
        f"{row.games:,}",
        f"{row.pictures:,}" if row.pictures else NOTHING,
        f"{row.words_named:,}" if row.words_named else NOTHING,
        part_of(row.words_unknown, row.words_named),
        part_of(row.colours_mistaken, row.words_seen),
        part_of(row.cards_misread, row.cards_read),
        format_points(row.difference) if row.difference else NOTHING,
        format_signed(net.comparison.difference, net.comparison.simultaneous_interval, 3) if net else NOTHING,
        format_points(accuracy.comparison) if accuracy else NOTHING,
    ]


def part_of(part: int, whole: int) -> str:
    """Return a count with its share; a dash where there is nothing that it could be a part of."""
    return f"{part:,} ({format_percent(share(part, whole))})" if whole else NOTHING
