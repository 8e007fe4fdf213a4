"""What a clue is worth: what it was meant for, and what listeners make of it.

Listeners hear a clue in the position that it was given in: `heard` makes the question of it. A literal clue for the
same words is what it is held against: how much did the cluer gain by thinking of its listener?

This module loads numpy and the vectors; import it only where clues are scored.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from codenames_agents.offline.links.strength import CLUER_WEIGHTS, common_strength
from codenames_agents.offline.links.word_links import space
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_agents.reading.target_reading import parse_intended_targets
from codenames_core.decisions.questions import AskForGuesses
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import Role, Seat
from codenames_core.game.events import Clue
from codenames_core.game.state import apply
from codenames_core.game.words import normalise
from codenames_core.referee.legality import why_illegal
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition
from codenames_metrics.laboratory.scoring.guess_scores import own_words

_TRIED: Final = 2_000
"""Nearest words that are tried before there is said to be no legal one."""


def clue_of(position: RecordedPosition, trace: AgentTrace) -> Clue | None:
    """Return the clue that an answer is; None for no answer."""
    return None if trace.failure is not None else position.answer_in(trace)


def targets_of(position: RecordedPosition, trace: AgentTrace) -> tuple[str, ...]:
    """Return what a clue was meant for: what its trace lists, else what the reasoning says; only own words count."""
    own = own_words(position)
    named = dict.fromkeys(map(position.state.board.find, trace.intended_targets))
    stated = tuple(word for word in named if word in own)
    return stated or (parse_intended_targets(trace.reasoning, own) if trace.reasoning else ())


def heard(position: RecordedPosition, clue: Clue, targets: tuple[str, ...]) -> RecordedPosition:
    """Return the position in which the guesser of the team has just heard a clue."""
    clue = clue.model_copy(update={"team": position.ask.seat.team})
    state = apply(position.state, clue)
    ask = AskForGuesses(Seat.of(state.turn.team, Role.GUESSER_1), ())
    source = replace(position.source, at=position.source.at + 1)
    return replace(position, kind=Kind.GUESS, source=source, state=state, ask=ask, targets=targets, recorded=None)


def literal_clue(position: RecordedPosition, targets: Sequence[str]) -> Clue | None:
    """Return the legal word that is nearest to some targets, whatever else it is near to; None where there is none.

    It means the words that it is nearest to, and thinks of nobody who may misunderstand it.
    """
    vocabulary = shipped_vocabulary()
    given = {normalise(event.word) for event in position.state.public_transcript if isinstance(event, Clue)}
    nearness = common_strength(space(tuple(targets)).links_of_rows(slice(None)), CLUER_WEIGHTS).mean(axis=0)
    for row in np.argsort(-nearness, kind="stable")[:_TRIED]:
        clue = Clue(vocabulary.words[int(row)].upper(), len(targets), team=position.ask.seat.team)
        if normalise(clue.word) not in given and why_illegal(clue, position.state) is None:
            return clue
    return None
