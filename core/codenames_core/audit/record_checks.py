"""What a record claims beside its events: the cards that were dealt, and the ending. Does it agree with them?

Apart from `codenames_core.audit.verify`, which needs the referee, so that whoever opens a record can look at once.
"""

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.board import STARTING_WORDS, Board, CardType
from codenames_core.game.config import GameConfig
from codenames_core.game.state import Outcome, Termination
from codenames_core.text.sanitiser import one_line


def board_differences(board: Board, config: GameConfig) -> list[str]:
    """Return how the cards that were dealt differ from those of the rules."""
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
