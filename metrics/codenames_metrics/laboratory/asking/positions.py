"""Positions of games in which a seat decides, apart from the games that they come from.

A position holds all that is needed to ask its question again. In its written form, what the seat may see (`asked`) is
apart from what its answer is held against (`scored`): only the question for a clue is asked with a key.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from pydantic import TypeAdapter

from codenames_core.decisions.protocol import guess_question, next_question
from codenames_core.decisions.questions import Accepted, Ask, AskForClue, AskForGuesses, AskForMessage, Refused
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, Discussion
from codenames_core.game.board import Board, CardType
from codenames_core.game.config import GameConfig, Role, Rules, Seat, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, PassReason
from codenames_core.game.state import GameState, apply, fold, initialize_game
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.arena.submit import OF_A_MACHINE
from codenames_metrics.game.played_turns import PlayedTurn, played_turns
from codenames_metrics.game.theory_of_mind import intended_targets

_EVENTS: Final = TypeAdapter(list[Event])
_LETTERS: Final = {CardType.RED: "r", CardType.BLUE: "b", CardType.NEUTRAL: "n", CardType.ASSASSIN: "a"}
_CARDS: Final = {letter: card for card, letter in _LETTERS.items()}


class Kind(StrEnum):
    """What is asked in a position, as the command line says it."""

    CLUE = "clue"
    MESSAGE = "message"
    GUESS = "guess"


_ASKED_FOR: Final[Mapping[Kind, str]] = {Kind.CLUE: "a clue", Kind.MESSAGE: "a message", Kind.GUESS: "guesses"}


@dataclass(frozen=True, slots=True)
class PositionSource:
    """Where a position comes from."""

    episode: str
    at: int
    """Number of events of that episode before the question."""
    line_up: TeamConfig
    """Who played for the team at that moment, with the seed of its agents."""


@dataclass(frozen=True)
class RecordedPosition:
    """A question of a game, and the state in which it is asked."""

    kind: Kind
    source: PositionSource
    state: GameState
    ask: Ask[Any]
    targets: tuple[str, ...] = ()
    """What the clue of the turn was meant for; empty where that is not known, and in the question for a clue."""
    recorded: Any = None
    """The answer that was given in the game, as `Ask.write` has it; None where it is not known."""
    people: tuple[tuple[str, ...], ...] = ()
    """What people chose who were asked the same elsewhere, each a list of words."""
    reasoning: str = ""
    """Why a person's clue means what it means, where it said so; nobody who is asked is told."""
    at_once: bool = False
    """Whether as many words as the clue says are chosen at once, so that a wrong one ends nothing."""

    @cached_property
    def board(self) -> str:
        """A short hash of the words: positions of one board go together, whichever side began."""
        return _hash([list(self.state.board.words)])[:10]

    @cached_property
    def id(self) -> str:
        """A short hash of all that is asked and scored: equal positions have equal ids."""
        return _hash(_content(self))[:12]

    @property
    def speaker(self) -> str:
        """Who gave the clue of the turn, or is to give it."""
        return self.source.line_up.cluer.label

    @property
    def decider(self) -> str:
        """Who decided in the game."""
        return self.source.line_up.of(self.ask.seat.role).label

    @property
    def own_words_left(self) -> int:
        """How many words the team has yet to find."""
        return self.state.words_left(self.ask.seat.team)

    @property
    def number(self) -> int | None:
        """The number of the clue; None before there is one, and for 0 or `unlimited`."""
        clue = self.state.turn.clue
        return clue.number if clue and isinstance(clue.number, int) and clue.number else None

    def answer_in(self, trace: AgentTrace) -> Any:
        """Return the answer that a trace holds, as `Ask.read` has it.

        Raises:
            InputError: it is an answer to another question, or to none; files of answers can be changed by anybody.
        """
        try:
            answer = self.ask.read(trace.answer)
            if self.kind is Kind.GUESS and not self.at_once:
                answer = _face_down(self.ask.check(answer, self.state))
            return answer
        except (TypeError, ValueError) as error:
            said = one_line(repr(trace.answer), 40)
            raise InputError(
                f"the answer of {one_line(trace.agent, 40) or 'a person'} to position {self.id} is {said}, "
                f"which does not answer a question for {_ASKED_FOR[self.kind]}"
            ) from error


def _face_down(verdict: Accepted[Any] | Refused) -> Any:
    if isinstance(verdict, Refused):
        raise ValueError(verdict.reason)
    return verdict.value


def with_state(position: RecordedPosition, state: GameState) -> RecordedPosition:
    """Return the position with another state, of which the question hears the discussion."""
    ask = position.ask
    if isinstance(ask, AskForMessage | AskForGuesses):
        ask = replace(ask, discussion=state.turn.discussion)
    return replace(position, state=state, ask=ask)


def with_rules(state: GameState, **rules: Any) -> GameState:
    """Return a state under other rules.

    The config is validated anew: a copy would keep the rules that players may know from before, and change nothing.
    """
    return state._replace(config=GameConfig.model_validate({**state.config.model_dump(), **rules}))


def without_messages(state: GameState, drop: frozenset[Seat]) -> GameState:
    """Return a state in which some seats have said nothing, in this turn and before."""

    def kept(events: Iterable[Event]) -> tuple[Event, ...]:
        return tuple(event for event in events if not (isinstance(event, DiscussionMessage) and event.seat in drop))

    discussion = tuple(message for message in state.turn.discussion if message.seat not in drop)
    turn = state.turn._replace(discussion=discussion)
    return state._replace(turn=turn, public_transcript=kept(state.public_transcript))


def decisions_in(record: EpisodeRecord, kind: Kind, *, everybody: bool = False) -> Iterator[RecordedPosition]:
    """Yield each decision of a kind as it came in the game, with what was said before it: what a probe asks again.

    Args:
        record: of the game.
        kind: what was asked.
        everybody: whether those of ghosts, people and scripts are among them, who cannot be asked again themselves.
    """
    answers = {(trace.at, trace.question): trace.answer for trace in record.decisions() if trace.failure is None}
    for state, ask, turn in _questions(record):
        if _KINDS[type(ask)] is kind and (everybody or not _is_played_by_nobody(record, state, ask)):
            targets = () if kind is Kind.CLUE else _targets(turn, record)
            at = len(state.public_transcript)
            yield _position(record, kind, state, ask, at, targets, answers.get((at, ask.question)))


def fresh_decisions_in(record: EpisodeRecord, kind: Kind, *, talk: bool) -> Iterator[RecordedPosition]:
    """Yield each decision of a kind for a suite: guesses and messages are asked directly after the clue.

    So an answer is the listener's own. Turns without a clue, turns whose targets are not known, and the last turn of an
    unfinished game are left out.

    Args:
        record: of the game.
        kind: what is asked.
        talk: whether what was said in earlier turns is kept.
    """
    for state, ask, turn in _questions(record):
        if not isinstance(ask, AskForClue) or turn is None or not turn.is_over or turn.clue is None:
            continue
        at, recorded = len(state.public_transcript), ask.write(turn.clue)
        targets: tuple[str, ...] = ()
        if kind is not Kind.CLUE:
            targets = _targets(turn, record)
            if not targets or turn.number_said is None:
                continue
            state, at, recorded = apply(state, turn.clue), at + 1, None
        if not talk:
            state = without_messages(state, frozenset(Seat))
        yield _position(record, kind, state, _asked_at_once(kind, state), at, targets, recorded)


def _asked_at_once(kind: Kind, state: GameState) -> Ask[Any]:
    return _ask(kind, Seat.of(state.turn.team, Role.CLUER if kind is Kind.CLUE else Role.GUESSER_1), ())


def _ask(kind: Kind, seat: Seat, discussion: Discussion) -> Ask[Any]:
    match kind:
        case Kind.CLUE:
            return AskForClue(seat)
        case Kind.MESSAGE:
            return AskForMessage(seat, discussion)
        case Kind.GUESS:
            return AskForGuesses(seat, discussion)


def _position(
    record: EpisodeRecord,
    kind: Kind,
    state: GameState,
    ask: Ask[Any],
    at: int,
    targets: tuple[str, ...],
    recorded: Any,
) -> RecordedPosition:
    source = PositionSource(record.episode_id, at, record.teams_at(at)[ask.seat.team])
    return RecordedPosition(kind, source, state, ask, targets, recorded)


def _questions(record: EpisodeRecord) -> Iterator[tuple[GameState, Ask[Any], PlayedTurn | None]]:
    """Yield each state from which an answer was played on, its question, and the turn.

    Raises:
        IllegalEvent: an event does not follow from those before it.
    """
    turns = {turn.number: turn for turn in played_turns(record)}
    config = GameConfig.model_validate({**record.config.model_dump(), "fallback": "forfeit"})
    state = initialize_game(config, record.board)
    for event in record.public_transcript:
        ask = _answered_by(event, state)
        if ask is not None:
            yield state, ask, turns.get(state.turn.number)
        state = apply(state, event)


def _answered_by(event: Event, state: GameState) -> Ask[Any] | None:
    """Return the question whose answer the event is; None where nobody chose it."""
    is_first_touch = state.turn.clue is not None and not state.turn.guesses
    match event:
        case Clue():
            return next_question(state)
        case DiscussionMessage() if event.skipped is None:
            return AskForMessage(event.seat, state.turn.discussion)
        case Guess() if is_first_touch:
            return guess_question(state)
        case Pass() if is_first_touch and event.reason is PassReason.CHOSEN:
            return guess_question(state)
        case _:
            return None


_KINDS: Final[Mapping[type[Ask[Any]], Kind]] = {
    AskForClue: Kind.CLUE,
    AskForMessage: Kind.MESSAGE,
    AskForGuesses: Kind.GUESS,
}


def _targets(turn: PlayedTurn | None, record: EpisodeRecord) -> tuple[str, ...]:
    return () if turn is None else intended_targets(turn, record.board, blind=record.config.blind)[1]


def _is_played_by_nobody(record: EpisodeRecord, state: GameState, ask: Ask[Any]) -> bool:
    """Whether a ghost, a person or a script decided, which cannot be asked again."""
    from codenames_agents.kinds import kind_of

    line_up = record.teams_at(len(state.public_transcript))[ask.seat.team]
    kind = kind_of(line_up.of(ask.seat.role).spec)
    return not kind.can_be_asked


def as_json(position: RecordedPosition) -> dict[str, Any]:
    """Return the written form of a position."""
    source = position.source
    return {
        "id": position.id,
        "board": position.board,
        "source": {"episode": source.episode, "at": source.at, "line_up": source.line_up.model_dump(mode="json")},
        **_content(position),
        "recorded": position.recorded,
        **({"people": [list(words) for words in position.people]} if position.people else {}),
        **({"reasoning": position.reasoning} if position.reasoning else {}),
    }


def as_shared(position: RecordedPosition) -> dict[str, Any]:
    """Return the written form as others may read it: without servers, and which keys are sent there."""
    written = as_json(position)
    line_up = written["source"]["line_up"]
    for seat, agent in line_up.items():
        if isinstance(agent, dict):
            line_up[seat] = {name: value for name, value in agent.items() if name not in OF_A_MACHINE}
    return written


def _content(position: RecordedPosition) -> dict[str, Any]:
    state, ask = position.state, position.ask
    key = "".join(_LETTERS[state.board.key[word]] for word in state.board.words)
    asked: dict[str, Any] = {
        "seat": str(ask.seat),
        "rules": state.config.rules.model_dump(mode="json"),
        "words": list(state.board.words),
        "events": _EVENTS.dump_python(list(state.public_transcript), mode="json"),
    }
    if position.kind is Kind.CLUE:
        asked["key"] = key
    scored = {"key": key, "targets": list(position.targets), **({"at_once": True} if position.at_once else {})}
    return {"kind": str(position.kind), "asked": asked, "scored": scored}


def from_json(written: Mapping[str, Any]) -> RecordedPosition:
    """Undo `as_json`.

    Raises:
        ValueError, TypeError, KeyError, RuleError, BoardError: it is not what `as_json` writes.
    """
    asked, scored, source = written["asked"], written["scored"], written["source"]
    words, kind, seat = tuple(asked["words"]), Kind(written["kind"]), Seat(asked["seat"])
    board = Board(words, {word: _CARDS[letter] for word, letter in zip(words, scored["key"], strict=True)})
    config = GameConfig.model_validate(Rules.model_validate(asked["rules"]).model_dump())
    state = fold(initialize_game(config, board), _EVENTS.validate_python(asked["events"]))
    targets = tuple(board.find(str(word)) or "" for word in scored["targets"])
    if "" in targets or seat.team is not state.turn.team:
        raise ValueError("a target is not on the board, or another team is to move")
    if (kind is Kind.CLUE) is not (state.turn.clue is None) or (seat.role is Role.CLUER) is not (kind is Kind.CLUE):
        raise ValueError(f"{kind} is not what {seat.label} is asked here")
    line_up = TeamConfig.model_validate(source["line_up"])
    at = int(source["at"])
    ask = _ask(kind, seat, state.turn.discussion)
    return RecordedPosition(
        kind,
        PositionSource(str(source["episode"]), at, line_up),
        state,
        ask,
        targets,
        written.get("recorded"),
        tuple(tuple(board.find(str(word)) or "" for word in words) for words in written.get("people", ())),
        str(written.get("reasoning", "")),
        scored.get("at_once") is True,
    )


def _hash(content: Any) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
