"""Which pictures a report has, and why it lacks others."""

from collections.abc import Sequence
from typing import NamedTuple

from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.play.hard_words import WordDifficulty
from codenames_metrics.analysis.play.play import Play
from codenames_metrics.report.pictures.efficiency import efficiency_picture, paid_lineups
from codenames_metrics.report.pictures.failing import forfeits_picture
from codenames_metrics.report.pictures.head_to_head import head_to_head_pictures
from codenames_metrics.report.pictures.of_play import (
    FEWEST_MEANT,
    calibration_picture,
    clue_success_picture,
    hard_words_picture,
    words_by_turn_picture,
)
from codenames_metrics.report.pictures.sheet import Picture
from codenames_metrics.report.pictures.win_rates import win_rate_pictures
from codenames_metrics.run_folder.spending import LineupSpending


class Gallery(NamedTuple):
    """The pictures of a run."""

    pictures: tuple[Picture, ...] = ()
    left_out: tuple[str, ...] = ()
    """A sentence for each that its data do not allow: which, and why."""


def draw_gallery(board: Leaderboard, play: Play, spent: Sequence[LineupSpending] = ()) -> Gallery:
    """Return all pictures that there are data for.

    Args:
        board: what the games came to.
        play: how they went.
        spent: what they took, of line-ups that asked models over a network.
    """
    pictures: list[Picture] = []
    left_out: list[str] = []

    def add(picture: Picture | None, what: str, why: str) -> None:
        if picture is not None:
            pictures.append(picture)
        else:
            left_out.append(f"{what}: {why}.")

    ranked = list(win_rate_pictures(board))
    pictures += ranked
    if not ranked:
        left_out.append("Win rates: nobody is ranked.")
    met = list(head_to_head_pictures(board))
    pictures += met
    if not met:
        left_out.append("Head to head: no two line-ups have met.")
    modes = list(dict.fromkeys(one.mode for one in play.words_by_turn))
    for mode in modes:
        pictures.append(words_by_turn_picture(board, mode, [one for one in play.words_by_turn if one.mode is mode]))
    if not modes:
        left_out.append("Words found by turn: no game is finished.")
    clues = clue_success_picture(board, play.clue_success) if play.clue_success else None
    add(clues, "Success of clues by number", "no clue had a number")
    stated = calibration_picture(board, play.calibration) if play.calibration else None
    add(stated, "Reliability of stated chances", "no cluer stated the chance of a clue")
    paid = paid_lineups(board, spent)
    add(
        efficiency_picture(board, paid) if paid else None,
        "Cost, tokens and seconds against win rate",
        "no line-up with a win rate asked a model over a network",
    )
    add(*_hard_words(board, play.hard_words))
    failed = any(one.forfeited or one.failed_decisions or one.refused_tries for one in play.forfeits)
    add(
        forfeits_picture(board, play.forfeits) if failed else None,
        "Forfeited turns",
        "every seat gave a usable answer on the first try" if play.forfeits else "no game is finished",
    )
    return Gallery(tuple(pictures), tuple(left_out))


def _hard_words(board: Leaderboard, words: Sequence[WordDifficulty]) -> tuple[Picture | None, str, str]:
    often = any(word.meant >= FEWEST_MEANT for word in words)
    why = f"no word was meant by {FEWEST_MEANT} clues" if words else "no cluer said what a clue was meant for"
    return hard_words_picture(board, words) if often else None, "Hardest board words", why
