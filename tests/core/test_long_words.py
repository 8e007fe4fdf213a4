"""A board has words that can be said, whatever file it came from."""

import pytest
from tests.games import BOARD

from codenames_core.decisions.reply_sanitiser import LONGEST_GUESS
from codenames_core.game.board import LONGEST_BOARD_WORD, Board
from codenames_core.support.errors import BoardError
from codenames_core.text.sanitiser import written_size


@pytest.mark.parametrize("length", [LONGEST_BOARD_WORD + 1, 10_000_000])
def test_a_word_that_nobody_could_guess_is_no_word_of_a_board(length: int) -> None:
    words = ("w" * length, *BOARD.words[1:])
    with pytest.raises(BoardError, match=rf"'w+…' has {length:,} characters; the limit is 100") as refused:
        Board(words, dict(zip(words, BOARD.key.values(), strict=True)))
    assert len(str(refused.value)) < 120


def test_the_longest_word_can_be_guessed_and_shown() -> None:
    words = ("水" * LONGEST_BOARD_WORD, *BOARD.words[1:])
    board = Board(words, dict(zip(words, BOARD.key.values(), strict=True)))
    assert written_size(board.words[0]) <= LONGEST_GUESS
