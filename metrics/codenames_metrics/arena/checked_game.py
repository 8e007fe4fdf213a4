"""What has to be true of a game in a bundle: it follows from its own events, and is the one that its name says."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from codenames_agents.catalogue import team_as_recorded
from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord, parse_episode
from codenames_core.game.board import draw_board
from codenames_core.game.config import TEAMS
from codenames_core.game.timeline import Timeline
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.arena.bundle import BundleError
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan

_MOST_SHOWN: Final = 3
_NO_RULES: Final = ("decision_seconds", "outage_seconds", "word_list")
"""Fields of a game's config that shape no game, or are told by the board."""


class CheckedGame(NamedTuple):
    """A game that is the one that its name says, and follows from its own events."""

    record: EpisodeRecord
    timeline: Timeline
    """Its events with the state after each, which were folded to check it."""


def checked_game(data: bytes, where: str, job: Job, plan: Plan) -> CheckedGame:
    """Return the game in a file of a bundle.

    Args:
        data: what is in the file.
        where: names it in complaints.
        job: the game that it has to be.
        plan: in which that game is.

    Raises:
        BundleError: it is another game, or one that does not follow from its own events.
    """
    try:
        record = parse_episode(data, where).record
        timeline = record.timeline()
        problems = [*_not_of(job, record, plan), *differences(record, timeline)]
    except CodenamesError as error:
        raise BundleError(str(error) if str(error).startswith(where) else f"{where}: {error}") from error
    if record.outcome is None:
        problems.append("the game is not finished")
    if problems:
        more = f"; and {len(problems) - _MOST_SHOWN} more" if len(problems) > _MOST_SHOWN else ""
        raise BundleError(f"{where}: {'; '.join(one_line(one, 200) for one in problems[:_MOST_SHOWN])}{more}")
    return CheckedGame(record, timeline)


def _not_of(job: Job, record: EpisodeRecord, plan: Plan) -> Iterator[str]:
    """Yield in what a record is not the game that it should be."""
    if record.episode_id != job.episode_id:
        yield "its id is that of another game"
    if (record.board.words, tuple(record.board.key.values())) != draw_board(job.config, plan.words):
        yield "its board is not the one that its seed deals"
    if record.parent is not None:
        yield "it is a fork, not a game of a benchmark"
    rules = ("mode", "seed", *(name for name in type(record.config).model_fields if name not in _NO_RULES))
    for name in dict.fromkeys(rules):
        if getattr(record.config, name) != getattr(job.config, name):
            yield f"{name} is {one_line(str(getattr(record.config, name)), 40)}, not {getattr(job.config, name)}"
    for team in TEAMS:
        found, wanted = record.teams[team], team_as_recorded(job.teams[team])
        if found != wanted and (found.label, found.seed) != (wanted.label, wanted.seed):
            yield f"the players of {team} are different, or have different seeds"
