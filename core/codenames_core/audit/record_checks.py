"""Does a record agree with itself on the cards that were dealt and on the outcome?

This is apart from `codenames_core.audit.verify`, which loads the referee: opening a record has to be quick.
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
    """Return how the recorded outcome and winner differ from those that were `replayed`."""
    recorded = record.outcome
    if recorded is not None and recorded.termination is Termination.ABORTED:
        return []
    problems = []
    if recorded != replayed:
        problems.append(f"outcome: recorded {_describe(recorded)}, replayed {_describe(replayed)}")
    winner = replayed.winner if replayed else None
    if record.winner != winner:
        problems.append(f"winner: recorded {record.winner}, replayed {winner}")
    return [one_line(sentence) for sentence in problems]


def _describe(outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    return f"{outcome.winner or 'nobody'} by {outcome.termination}"
