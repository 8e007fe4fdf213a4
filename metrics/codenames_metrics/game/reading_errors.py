"""What a team read wrong on the board, apart from what it played wrong: words that are not there, colours mistaken.

Read are the words that a cluer says it aims at and those that guessers list, in all tries. A word that is not on the
board was misread or made up; a target that is no face-down word of the team was taken for one, and so was a listed word
that already lies face up. Models make such mistakes with words before them, too: what seeing costs is the difference.

Raw replies are read again for it, so a team that was shown no picture is looked at only where somebody asks.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from codenames_core.game.agent import AgentTrace, Question, RefusedTry, SeenPicture
from codenames_core.game.board import Board, CardType
from codenames_core.game.words import normalise
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.metric import NOT_POOLED, Count
from codenames_metrics.game.played_turns import PlayedTurn

MOST_EXAMPLES: Final = 12
LONGEST_WORD: Final = 60
"""Characters of a word that is kept."""
_QUOTED: Final = re.compile(rf"'([^']{{1,{LONGEST_WORD}}})' is not (?:a word of|on) the board")


class UnknownWord(NamedTuple):
    """A word that somebody named and that is not on the board."""

    word: str
    nearest: str
    """The word of the board that is spelled most like it."""


class ReadingErrors(BaseModel):
    """What a team read of the board in a game, and how much of it was wrong."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    pictures: Annotated[Count, NOT_POOLED] = 0
    """Decisions for which a seat was shown a picture."""
    words_named: Annotated[Count, NOT_POOLED] = 0
    """Words that its cluer aimed at and its guessers listed, in all tries."""
    words_unknown: Annotated[Count, NOT_POOLED] = 0
    """Those that are not on the board."""
    words_seen: Annotated[Count, NOT_POOLED] = 0
    """The others: whose colour could be mistaken."""
    colours_mistaken: Annotated[Count, NOT_POOLED] = 0
    """Targets among them that were not face-down words of the team, and guesses that lay face up already."""
    cards_read: Annotated[Count, NOT_POOLED] = 0
    """Cards that a program read, picture after picture; those that lie face up are left out."""
    cards_misread: Annotated[Count, NOT_POOLED] = 0
    """Those on which it read another word, or none."""
    unknown: Annotated[tuple[UnknownWord, ...], NOT_POOLED] = ()
    """The first of the unknown words, each once, with the nearest true one."""


def reading_errors(
    turns: Sequence[PlayedTurn], board: Board, *, blind: bool = False, of_words: bool = False
) -> ReadingErrors | None:
    """Return what was read in some turns of a team.

    Args:
        turns: of the team.
        board: of the game.
        blind: whether no cluer sees the key.
        of_words: whether a model that read words is looked at, too, to hold pictures against.

    Returns:
        The counts; None where no seat was shown a picture, and with `of_words` where no model decided either.
    """
    if not any(trace.picture or (of_words and trace.prompt) for turn in turns for trace in turn.decisions):
        return None
    named = [word for turn in turns for word in _named(turn, board)]
    unknown = [one.word for one in named if board.find(one.word) is None]
    cards = [read for turn in turns for trace in turn.decisions for read in _cards(trace.picture, turn, board)]
    seen = [one for one in named if board.find(one.word) is not None]
    return ReadingErrors(
        pictures=sum(trace.picture is not None for turn in turns for trace in turn.decisions),
        words_named=len(named),
        words_unknown=len(unknown),
        words_seen=len(seen),
        colours_mistaken=sum(_is_mistaken(one, board, blind=blind) for one in seen),
        cards_read=len(cards),
        cards_misread=cards.count(False),
        unknown=tuple(
            UnknownWord(word, nearest_word(word, board.words)) for word in list(dict.fromkeys(unknown))[:MOST_EXAMPLES]
        ),
    )


def nearest_word(word: str, words: Sequence[str]) -> str:
    """Return the word of a board that is spelled most like `word`.

    >>> nearest_word("RI88ON", ["ROBOT", "RIBBON", "OCEAN"])
    'RIBBON'
    """
    from difflib import SequenceMatcher

    wanted = normalise(word)
    return max(words, key=lambda one: SequenceMatcher(None, wanted, normalise(one), autojunk=False).ratio())


class _Named(NamedTuple):
    """A word that was named in a decision."""

    word: str
    turn: PlayedTurn
    is_target: bool


def _named(turn: PlayedTurn, board: Board) -> Iterator[_Named]:
    for trace in turn.decisions:
        tries: tuple[AgentTrace | RefusedTry, ...] = (*trace.refused, trace)
        for attempt in tries:
            if trace.question is Question.CLUE:
                yield from (_Named(word, turn, True) for word in _targets(attempt, is_model=bool(trace.prompt)))
            elif trace.question is Question.GUESSES:
                yield from (_Named(word, turn, False) for word in _guesses(attempt, board))


def _targets(attempt: AgentTrace | RefusedTry, *, is_model: bool) -> Iterator[str]:
    """Yield the words that a try says it aims at: those of the trace, and those of a model's text beside them."""
    from codenames_agents.parsing import parse_clue
    from codenames_agents.reading.answers import ParsedClue

    stated = attempt.intended_targets if isinstance(attempt, AgentTrace) else ()
    clue = parse_clue(attempt.raw) if is_model and attempt.raw else None
    listed = clue.targets if isinstance(clue, ParsedClue) else ()
    yield from _each_once((*stated, *listed))


def _guesses(attempt: AgentTrace | RefusedTry, board: Board) -> Iterator[str]:
    """Yield the words that a try lists: words of the board, and others that it was told are not there."""
    from codenames_agents.parsing import parse_guesses
    from codenames_agents.reading.answers import ParsedGuesses
    from codenames_agents.reading.guess_items import OFF_THE_BOARD

    answer = parse_guesses(attempt.raw, board.words) if attempt.raw else None
    if isinstance(answer, ParsedGuesses):
        strange = (item.text for item in answer.rejected if item.reason.startswith(OFF_THE_BOARD))
        yield from _each_once((*answer.words, *strange))
    elif answer is not None:
        yield from _each_once(_QUOTED.findall(answer.reason))


def _each_once(words: Iterable[str]) -> Iterator[str]:
    found = {normalise(word): one_line(word, LONGEST_WORD) for word in words}
    return (word for spelled, word in found.items() if spelled)


def _is_mistaken(named: _Named, board: Board, *, blind: bool) -> bool:
    word = board.find(named.word)
    if word is None:
        return False
    if word in named.turn.revealed:
        return True
    return named.is_target and not blind and board.key[word] is not CardType.of(named.turn.team)


def _cards(picture: SeenPicture | None, turn: PlayedTurn, board: Board) -> Iterator[bool]:
    """Yield for each card that was face down before the turn, and that a program read, whether it read it right."""
    if picture is None or len(picture.read) != len(board.words):
        return
    touched = {guess.word for guess in turn.guesses}
    for word, read in zip(board.words, picture.read, strict=True):
        if word not in turn.revealed and word not in touched:
            yield normalise(read) == normalise(word)
