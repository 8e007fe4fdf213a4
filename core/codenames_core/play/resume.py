"""Playing on from what was recorded: resuming the journal of an interrupted game, and forking a game.

Both refuse a record that contradicts itself: the result would be a game that cannot be played.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from codenames_core.audit.trace_audit import Inconsistency, seat_inconsistencies, trace_inconsistencies
from codenames_core.decisions.protocol import next_question
from codenames_core.files.journal import Header, Journal, JournalWriter, Played, new_header, read_journal
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SCHEMA_VERSION, Parent, SeatChange
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import Seat, Team, TeamConfig
from codenames_core.game.state import GameState
from codenames_core.game.timeline import Timeline
from codenames_core.support.errors import EpisodeFileError, InputError
from codenames_core.text.sanitiser import one_line


def resume_journal(path: Path | str) -> tuple[Journal, JournalWriter]:
    """Read a journal and open it to write on.

    Raises:
        EpisodeFileError: not a journal, or one whose lines contradict each other; the message names the line.
        StorageError: it cannot be written, or another process is writing it.
    """
    _refuse_to_play_on(read_journal(path), path)  # complaints about the file come before it is touched
    writer, journal = JournalWriter.resume(path)
    try:
        _refuse_to_play_on(journal, path)
    except BaseException:
        writer.close()
        raise
    return journal, writer


# D-046: a journal that contradicts itself can be viewed, not resumed.
def _refuse_to_play_on(journal: Journal, path: Path | str) -> None:
    where = one_line(str(path))
    if (version := journal.header.schema_version) > SCHEMA_VERSION:
        made_by = f"made by a newer version (schema {version}); this one knows {SCHEMA_VERSION}"
        raise EpisodeFileError(f"{where}: line 1: {made_by}; resume with that version")
    since = journal.header.parent.at if journal.header.parent else 0
    initial = journal.header.initial_state()
    problems = [*_misplaced(journal, since), *_contradictions(initial, journal.played, since, are_all_there=True)]
    if problems:
        first = min(problems, key=lambda problem: journal.line_of(problem.kind, problem.position))
        line = journal.line_of(first.kind, first.position)
        raise EpisodeFileError(f"{where}: line {line}: {first.what}")


def _misplaced(journal: Journal, since: int) -> Iterator[Inconsistency]:
    """Yield the lines that say that they belong elsewhere; a fork begins with all answers before its events."""
    counts = dict.fromkeys(("event", "answer", "seat"), 0)
    entries: dict[str, tuple[Any, ...]] = {"answer": journal.played.tries, "seat": journal.played.seat_changes}
    for kind in journal.kinds:
        at = entries[kind][counts[kind]].at if kind in entries else None
        here = counts["event"]
        is_here = at == here or (here < since and at is not None and at <= since)
        if kind in entries and not is_here:
            name = "answer" if kind == "answer" else "change of seats"
            problem = (
                "does not say where it belongs" if at is None else f"belongs at event {at} but stands at event {here}"
            )
            yield Inconsistency(kind, counts[kind], f"this {name} {problem}")
        counts[kind] += 1


def _contradictions(
    initial: GameState, played: Played, since: int, *, are_all_there: bool = False
) -> Iterator[Inconsistency]:
    """Yield why `played` cannot be played on; answers before event `since` are those of the parent, and not judged."""
    timeline = Timeline(initial, played.events)
    for index, note in timeline.notes.items():
        yield Inconsistency("event", index, f"event {index}: {note}")
    if not timeline.notes:
        yield from seat_inconsistencies(played.seat_changes, len(timeline))
        yield from trace_inconsistencies(
            timeline, played.tries, played.seat_changes, since=since, are_all_there=are_all_there
        )


def open_decision(state: GameState, played: Played) -> tuple[AgentTrace, ...]:
    """Return the tries of the decision in the middle of which a game was left.

    It is one of: tries that were refused, also those of a clue that led to the question for the penalty; an answer
    whose event was not recorded; a list of guesses of which some are still to be touched, unless the seat has changed
    hands since.
    """
    if not played.tries or (ask := next_question(state, played.tries)) is None:
        return ()
    last = played.tries[-1]
    if last.at != len(state.public_transcript):
        is_listed = last.question is ask.question is Question.GUESSES and last.turn == state.turn.number
        if not is_listed or last.failure is not None or _has_changed_hands(last, played.seat_changes):
            return ()
    return tuple(trace for trace in played.tries if trace.at == last.at)


def _has_changed_hands(trace: AgentTrace, changes: Iterable[SeatChange]) -> bool:
    """Whether the seat changed hands after its answer had begun to take effect."""
    return any(change.seat is trace.seat and change.at > (trace.at or 0) for change in changes)


# D-047: a fork asks less of its parent than a resumed game does.
def fork(
    record: EpisodeRecord,
    at: int,
    *,
    teams: Mapping[Team, TeamConfig] | None = None,
    episode_id: str | None = None,
    metadata: dict[str, Any] | None = None,
) -> tuple[Header, Played]:
    """Return what a new game starts from that shares the first `at` events with `record`.

    With the same agents it plays as its parent did. In the middle of a list of guesses, the rest of the list is kept
    where the guesser stays, and dropped where another sits in its seat.

    Args:
        record: the parent; it stays as it is.
        at: number of events to share, 0 to all of them.
        teams: who plays on; those who sat in the parent's seats after `at` events if not given.
        episode_id: a random one if not given.
        metadata: of the fork.

    Raises:
        InputError: there is no such event, or the events up to it do not follow from each other.
    """
    last = len(record.public_transcript)
    if not 0 <= at <= last:
        raise InputError(f"the episode has {last} events, so a fork is possible at 0 to {last}, not at {at}")
    played = Played(
        tuple(record.public_transcript[:at]),
        tuple(trace for trace in record.decisions() if trace.at is not None and trace.at < at),
        tuple(change for change in record.seat_changes if change.at <= at),
    )
    if fault := next(_contradictions(record.initial_state(), played, since=at), None):
        raise InputError(f"the episode cannot be forked at {at}: {fault.what}")
    before = record.teams_at(at)
    line_ups = {team: record.teams[team] if not teams or teams[team] == before[team] else teams[team] for team in Team}
    header = new_header(
        record.config,
        line_ups[Team.RED],
        line_ups[Team.BLUE],
        board=record.board,
        episode_id=episode_id,
        parent=Parent(episode_id=record.episode_id, at=at),
        metadata=metadata,
    )
    changed = _newcomers(before, teams or before, at)
    return header, replace(played, seat_changes=(*played.seat_changes, *changed))


def _newcomers(before: Mapping[Team, TeamConfig], after: Mapping[Team, TeamConfig], at: int) -> Iterable[SeatChange]:
    for seat in Seat:
        old, new = before[seat.team], after[seat.team]
        if old.of(seat.role) != new.of(seat.role) or old.seed != new.seed:
            yield SeatChange(seat=seat, at=at, agent=new.of(seat.role))
