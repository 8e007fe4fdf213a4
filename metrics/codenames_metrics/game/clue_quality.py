"""Clues seen through the shipped word vectors: how close the meant words are, and how close the dangers.

A link is the strength of the tie between clue and word that the offline agents start from, in standard deviations over
all clue words (`codenames_agents.offline.links.strength.common_strength`), here without any agent's dialect. What is
near by vectors is not what is near for a language model or a person: these are measures of one reader, the same for
all.

This module loads numpy and the vectors; import it only where they are asked for.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from codenames_agents.offline.links.strength import CLUER_WEIGHTS, common_strength
from codenames_agents.offline.links.vectors import has_vectors
from codenames_agents.offline.links.word_links import space
from codenames_core.game.board import Board, CardType
from codenames_core.game.events import Clue
from codenames_metrics.game.played_turns import PlayedTurn
from codenames_metrics.game.theory_of_mind import recall

_Links: TypeAlias = Mapping[str, Sequence[float]]
"""By clue, its links with the words of a board, in their order."""


class ClueQuality(NamedTuple):
    """What the vectors say of one clue. Words in reach are the `number` face-down words with the strongest links."""

    target_link: float | None
    """Mean link of the targets; None where they are not known."""
    weakest_target_link: float | None
    danger_link: float | None
    """Strongest link of a word that is not the team's."""
    own_in_reach: int
    opponent_in_reach: int
    neutral_in_reach: int
    assassin_in_reach: int
    assassin_rank: int | None
    """Place of the assassin among all face-down words, 1 for the strongest link; None without an assassin."""


def literal_recall(turn: PlayedTurn, board: Board, targets: Collection[str]) -> float | None:
    """Return which share of a clue's targets a literal listener finds; None where it does not know the words.

    It guesses the face-down words in the order of their links with the clue, as many as the number says, and stops at
    the first that is not the team's: what a hearer finds who takes the clue by its meaning alone, and thinks neither of
    who gave it nor of what was said before (L0 in Goodman and Frank 2016, Trends in Cognitive Sciences 20, 818-829).
    A clue of 0 or `unlimited` says no number, and has no value.
    """
    return literal_recalls([(turn, targets)], board, [turn])[0]


def literal_recalls(
    turns: Iterable[tuple[PlayedTurn, Collection[str]]], board: Board, of_game: Iterable[PlayedTurn]
) -> list[float | None]:
    """Return what `literal_recall` says of each turn with its targets.

    Args:
        turns: those that are judged.
        board: on which they were played.
        of_game: all turns of the game. Their clues are linked with the board at once, for both teams.
    """
    links = _links_of_all(tuple(turn.clue.word for turn in of_game if turn.clue), board.words)
    return [_literal_recall(turn, board, targets, links) for turn, targets in turns]


def _literal_recall(turn: PlayedTurn, board: Board, targets: Collection[str], of_clues: _Links) -> float | None:
    if turn.clue is None or turn.number_said is None or not targets or not all(map(has_vectors, targets)):
        return None
    links = _face_down(of_clues.get(turn.clue.word), board, turn.revealed)
    if links is None:
        return None
    found = takewhile(lambda word: board.key[word] is CardType.of(turn.team), _nearest(links, turn.number_said))
    return recall(tuple(targets), tuple(found))


def literal_guesses(clue: Clue, board: Board, revealed: Collection[str] = ()) -> tuple[str, ...] | None:
    """Return the words that a literal listener guesses, the nearest first; None where it does not know the clue.

    Nor has a clue of 0 or `unlimited` a value, which says no number.
    """
    links = links_of(clue.word, board, revealed) if isinstance(clue.number, int) and clue.number > 0 else None
    return None if links is None else _nearest(links, int(clue.number))


def _nearest(links: Mapping[str, float], number: int) -> tuple[str, ...]:
    """Return the words with the strongest links, of equal ones the first on the board."""
    return tuple(sorted(links, key=links.__getitem__, reverse=True)[:number])


def clue_quality(turn: PlayedTurn, board: Board, targets: Collection[str] = ()) -> ClueQuality | None:
    """Return what the vectors say of a turn's clue; None without a clue, or for one that they do not know.

    A clue of 0 or `unlimited` reaches one word.
    """
    links = links_of(turn.clue.word, board, turn.revealed) if turn.clue else None
    if links is None:
        return None
    own = CardType.of(turn.team)
    nearest = sorted(links, key=lambda word: -links[word])
    reach = [board.key[word] for word in nearest[: turn.number_said or 1]]
    assassins = [rank for rank, word in enumerate(nearest, start=1) if board.key[word] is CardType.ASSASSIN]
    meant = [links[word] for word in targets if word in links]
    return ClueQuality(
        target_link=round(sum(meant) / len(meant), 4) if meant else None,
        weakest_target_link=round(min(meant), 4) if meant else None,
        danger_link=max((links[word] for word in links if board.key[word] is not own), default=None),
        own_in_reach=reach.count(own),
        opponent_in_reach=reach.count(CardType.of(turn.team.other)),
        neutral_in_reach=reach.count(CardType.NEUTRAL),
        assassin_in_reach=reach.count(CardType.ASSASSIN),
        assassin_rank=min(assassins, default=None),
    )


def links_of(clue: str, board: Board, revealed: Collection[str] = ()) -> dict[str, float] | None:
    """Return the links of a clue with the words that are face down; None for a clue that the vectors do not know."""
    return _face_down(_links_of_all((clue,), board.words).get(clue), board, revealed)


def _face_down(links: Sequence[float] | None, board: Board, revealed: Collection[str]) -> dict[str, float] | None:
    if links is None:
        return None
    return {word: round(link, 4) for word, link in zip(board.words, links, strict=True) if word not in revealed}


@lru_cache(maxsize=4)
def _links_of_all(clues: tuple[str, ...], words: tuple[str, ...]) -> _Links:
    """Return the links of each clue that the vectors know with the words of a board."""
    known = [clue for clue in dict.fromkeys(clues) if has_vectors(clue)]
    strength = common_strength(space(words).links_of_clues(known), CLUER_WEIGHTS)
    return dict(zip(known, strength.T.tolist(), strict=True))
