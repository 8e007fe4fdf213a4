"""What a foreign game is played with: its board, and the rules that it was played by."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from codenames_core.foreign.game import (
    UNKNOWN_WORD,
    CannotFollow,
    ForeignClue,
    ForeignGame,
    ForeignGuess,
    ForeignMessage,
    ForeignMove,
    move_team,
    word_of,
)
from codenames_core.game.board import NEUTRAL_CARDS, OTHER_WORDS, STARTING_WORDS, Board, CardType
from codenames_core.game.config import LONGEST_VARIANT, ClueRules, GameConfig, GameMode, IllegalCluePolicy, Team
from codenames_core.game.events import ClueNumber
from codenames_core.game.words import BOARD_SIZE
from codenames_core.support.errors import BoardError
from codenames_core.text.sanitiser import one_line

MOST_TURNS: Final = 10_000
"""Other programs have other limits, so none of ours may end a game."""
MOST_ROUNDS: Final = 100
WORD_LIST: Final = "imported"
"""The name of the list that nobody knows."""


def board_of(game: ForeignGame) -> Board:
    """Return the board of a game, with a card `?1`, `?2` for each whose word is not known.

    Raises:
        BoardError: there are not 25 cards, or two of one word.
    """
    cards = [(word_of(card.word), card.card) for card in game.cards]
    known = Counter(card for _, card in cards)
    if odd := [count for count in game.counts.values() if not 0 <= count <= BOARD_SIZE]:  # before any is dealt
        raise BoardError(f"a board of {BOARD_SIZE} cards cannot have {one_line(str(odd[0]), 20)} of one colour")
    missing = [card for card in CardType for _ in range(game.counts.get(card, 0) - known[card])]
    taken = {word for word, _ in cards}
    names = (name for number in range(1, 2 * BOARD_SIZE) if (name := f"{UNKNOWN_WORD}{number}") not in taken)
    cards += zip(names, missing, strict=False)
    if len(cards) != BOARD_SIZE:
        counted = "" if game.counts else "; where the others are not known, say how many of each colour there are"
        raise BoardError(f"board has {len(cards)} words, and {BOARD_SIZE} are needed{counted}")
    return Board(tuple(word for word, _ in cards), dict(cards))


def config_of(game: ForeignGame, board: Board) -> GameConfig:
    """Return the rules of a game, and in its variant what else was played otherwise.

    Raises:
        CannotFollow: there are no such rules here.
    """
    assassins = len(board.cards[CardType.ASSASSIN])
    talks = any(isinstance(move, ForeignMessage) for move in game.moves)
    mode = GameMode.STANDARD if talks else GameMode.SINGLE_GUESSER
    first = game.starting_team or next((move_team(move) for move in game.moves), Team.RED)
    limit = not _goes_beyond_limit(game.moves)
    variants = [*game.variants, *([] if limit else ["no limit of guesses"]), *_odd_counts(board, first)]
    if game.absent is not None:
        variants.insert(0, "one team")
    try:
        return GameConfig(
            mode=mode if assassins else GameMode.NO_ASSASSIN,
            assassin_count=assassins,
            discussion=talks,
            max_rounds=MOST_ROUNDS,
            max_turns=MOST_TURNS,
            starting_team=first,
            clue_rules=ClueRules.BASIC,
            illegal_clue=IllegalCluePolicy.FORFEIT,
            language=game.language,
            word_list=WORD_LIST,
            guess_limit=limit,
            variant=one_line("; ".join(variants), LONGEST_VARIANT) or None,
        )
    except ValueError as error:
        raise CannotFollow("rules that there are not here", one_line(str(error), 120)) from error


def _goes_beyond_limit(moves: Sequence[ForeignMove]) -> bool:
    """Return whether a team guesses more than once beyond the number of its clue."""
    number: ClueNumber | None = None
    guesses = 0
    for move in moves:
        match move:
            case ForeignClue():
                number, guesses = move.number, 0
            case ForeignGuess():
                guesses += 1
                if isinstance(number, int) and number and guesses > number + 1:
                    return True
            case _:
                continue
    return False


def _odd_counts(board: Board, first: Team) -> Iterator[str]:
    counts = [len(board.cards[card]) for card in (CardType.of(first), CardType.of(first.other))]
    assassins = len(board.cards[CardType.ASSASSIN])
    if (*counts, assassins) not in ((STARTING_WORDS, OTHER_WORDS, 0), (STARTING_WORDS, OTHER_WORDS, 1)):
        rest = BOARD_SIZE - sum(counts) - assassins
        usual = f"{STARTING_WORDS}-{OTHER_WORDS}-{NEUTRAL_CARDS - 1}-1"
        yield f"cards {counts[0]}-{counts[1]}-{rest}-{assassins} instead of {usual}"
