"""A game in sentences: each event with its turn, its lines and what the cluer meant by it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import Question
from codenames_core.game.config import Team
from codenames_core.game.events import KNOWN_TYPES
from codenames_core.game.timeline import Timeline
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.staged_turn import staged_turn
from codenames_tui.ui.data import SAMPLE_GAMES, sample_name, title_of_sample
from codenames_tui.ui.prose import plain
from codenames_tui.ui.wording import format_staged_turn, name_of_game, verdict

KNOWN_OFFLINE: Final = "words_known_offline"
"""What a record says, beside when it was played, of a board of which offline agents know few words: how many."""


class NarratedEvent(NamedTuple):
    """One event. All texts are clean, each on one line; none is escaped for any format."""

    kind: str
    """The event's type, or `unknown`."""
    turn: int
    team: Team
    """The team to move."""
    heading: str | None
    """What stands above the event, where a turn begins with it."""
    lines: tuple[str, ...]
    targets: tuple[str, ...]
    """The words that a clue was meant for, where the cluer's trace says so."""
    note: str | None
    """Why the event does not follow from those before it, if it does not."""
    came_of: str
    """The turn in one line, where it is over with the event: its clue, what was found, and how it ended."""


class GameNarration(NamedTuple):
    """A whole game."""

    timeline: Timeline
    events: tuple[NarratedEvent, ...]
    closing: tuple[str, ...]
    """How it ended, and the key."""

    @property
    def verdict(self) -> str:
        """How it ended, in one sentence."""
        return self.closing[0]


def narrate(record: EpisodeRecord) -> GameNarration:
    """Return the whole game in sentences."""
    timeline = Timeline(record.initial_state(), record.public_transcript)
    targets = _targets(record)
    events: list[NarratedEvent] = []
    before, headed = timeline.state_at(0), 0
    for index, event in enumerate(timeline.events):
        after = timeline.state_at(index + 1)
        turn = before.turn
        lines = [*plain.event_lines(event, before, after)]
        heading = None
        if turn.clue is None:
            heading = lines[1] if turn.number != headed else None
            lines, headed = lines[2:], turn.number
        kind = event.type if event.type in KNOWN_TYPES else "unknown"
        meant = targets.get(index, ()) if kind == "clue" else ()
        shown = tuple(one_line(line) for line in lines if line.strip())
        note = timeline.notes.get(index)
        staged = staged_turn(timeline, index + 1)
        came_of = format_staged_turn(staged) if staged.ended_by is event else ""
        events.append(NarratedEvent(kind, turn.number, turn.team, heading, shown, meant, note, came_of))
        before = after
    closing = tuple(line.strip() for line in plain.closing(record.outcome, timeline.last_state) if line)
    return GameNarration(timeline, tuple(events), closing)


def _targets(record: EpisodeRecord) -> Mapping[int, tuple[str, ...]]:
    """Return the intended targets of each clue by the index of its event."""
    return {
        trace.at: tuple(one_line(word) for word in trace.intended_targets)
        for trace in record.decisions()
        if trace.question is Question.CLUE and trace.failure is None and trace.at is not None
    }


def title_of(record: EpisodeRecord) -> str:
    """Return who played whom, on one line."""
    red, blue = _players(record)
    return f"Codenames: {red} (red) against {blue} (blue)"


def name_of_record(record: EpisodeRecord) -> str:
    """Return what a game is called in a sentence: a sample by its name, any other by who played, both in quotes."""
    if sample_name(record.episode_id):
        return name_of_game(record.episode_id)
    red, blue = _players(record)
    return f'"{red} vs {blue}"' if red != blue else f'"{red} vs itself"'


def story_of(record: EpisodeRecord) -> str:
    """Return what happens in a game, on one line: a sample's title and story, of any other how it ended."""
    if (name := sample_name(record.episode_id)) is not None:
        return f"{title_of_sample(name)}: {SAMPLE_GAMES[name].story}"
    return verdict(record.outcome, record.initial_state())


def _players(record: EpisodeRecord) -> tuple[str, str]:
    labels = record.labels_in_turn
    return one_line(labels[Team.RED], 80), one_line(labels[Team.BLUE], 80)


def facts_of(record: EpisodeRecord) -> tuple[tuple[str, str], ...]:
    """Return what the game was played with: names and values, clean and on one line each."""
    config, first = record.config, record.seated_first
    seats = (
        (f"{team} {role.replace('_', ' ')}", agent)
        for team in Team
        for role, agent in (
            ("cluer", first[team].cluer),
            ("guesser_1", first[team].guesser_1),
            ("guesser_2", first[team].guesser_2),
        )
    )
    facts = [(seat.capitalize(), agent.label) for seat, agent in seats]
    facts += [
        (f"{change.seat.label.capitalize()} from event {change.at}", change.agent.label)
        for change in record.seat_changes
    ]
    facts += [
        ("Mode", config.mode.replace("_", " ")),
        ("Board", "given" if config.seed is None else f"seed {config.seed} of the word list {config.word_list}"),
        ("Clue rules", f"{config.clue_rules}, language {config.language}"),
        ("Surveillance", "on" if config.surveillance else "off"),
        ("Cluers", "without the key" if config.blind else "with the key"),
        ("Rounds of discussion", f"up to {config.max_rounds}" if config.discussion else "none"),
        ("Episode", record.episode_id),
    ]
    if config.variant:
        facts.append(("Variant", config.variant))
    if (source := record.imported) is not None:
        facts.append(("Imported", f"{source.get('name')} of the format {source.get('format')}; answers not checked"))
        if isinstance(unknown := source.get("unknown_words"), int):
            facts.append(("Not known", f"{counted(unknown, 'word')} of the board"))
    if isinstance(known := record.metadata.get(KNOWN_OFFLINE), int):
        facts.append(("Offline agents", f"know {known} of the {len(record.board.words)} words"))
    if record.parent:
        facts.append(("Fork", f"of {record.parent.episode_id} after event {record.parent.at}"))
    if isinstance(created := record.metadata.get("created"), str):
        facts.append(("Played", created))
    return tuple((name, one_line(value)) for name, value in facts)
