"""Does a record say what really follows from its events?

The events are folded again and decided again: every recorded consequence is compared with what the rules make of it.
"""

from codenames_core.board import STARTING_WORDS, Board, CardType
from codenames_core.config import GameConfig
from codenames_core.events import Clue
from codenames_core.legality import why_illegal
from codenames_core.record import EpisodeRecord
from codenames_core.replay import Replay
from codenames_core.state import Outcome, Termination
from codenames_core.text import one_line


def differences(record: EpisodeRecord) -> list[str]:
    """Return what in `record` does not follow from its events and rules, a sentence each; empty if all does."""
    replay = Replay(record.initial_state(), record.public_transcript)
    found = _board_differences(record.board, record.config)
    found += [f"event {index}: {note}" for index, note in sorted(replay.notes.items())]
    found += _illegal_clues(replay)
    return found + outcome_differences(record, replay.last_state.outcome)


def _board_differences(board: Board, config: GameConfig) -> list[str]:
    first = CardType.of(config.starting_team)
    second = CardType.of(config.starting_team.other)
    wanted = {
        first: STARTING_WORDS,
        second: STARTING_WORDS - 1,
        CardType.ASSASSIN: config.assassin_count,
        CardType.NEUTRAL: len(board.words) - 2 * STARTING_WORDS + 1 - config.assassin_count,
    }
    return [
        f"board: {len(board.cards[card])} {card} cards, but the rules of the game deal {count}"
        for card, count in wanted.items()
        if len(board.cards[card]) != count
    ]


def _illegal_clues(replay: Replay) -> list[str]:
    found = []
    for index, event in enumerate(replay.events):
        if isinstance(event, Clue) and (reason := why_illegal(event, replay.seek(index))):
            found.append(f"event {index}: illegal clue: {reason}")
    return found


def outcome_differences(record: EpisodeRecord, replayed: Outcome | None) -> list[str]:
    """Return how the ending that is recorded differs from the one that was `replayed`."""
    recorded = record.outcome
    if recorded is not None and recorded.termination is Termination.ABORTED:
        return []
    found = []
    if recorded != replayed:
        found.append(f"outcome: recorded {_said(recorded)}, replayed {_said(replayed)}")
    winner = replayed.winner if replayed else None
    if record.winner != winner:
        found.append(f"winner: recorded {record.winner}, replayed {winner}")
    return [one_line(sentence) for sentence in found]


def _said(outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    return f"{outcome.winner or 'nobody'} by {outcome.termination}"
