"""Tells a foreign game to the rules, and makes an episode of it, or says which move they cannot follow.

The rules never see what the source says of the consequences; afterwards the two are compared: colours of cards, cards
left, ends of turns, winner and ending. A game in which they differ is refused, for something in it is not understood.

What other programs play otherwise, and what becomes of it:

- A team that is not there is a ghost, which passes.
- A clue that failed or was refused forfeits the turn.
- A turn that ends without a word about it, since the log goes on with another clue, ended by a pass.
- Clues are not judged: sources have other rules for them.
- Unknown words are cards called `?1`, `?2`; unknown numbers and clues are said to be unknown.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, assert_never

from codenames_core.files.record import IMPORTED, EpisodeRecord
from codenames_core.foreign.game import (
    UNKNOWN_CLUE,
    UNKNOWN_NUMBER,
    UNKNOWN_WORD,
    ForeignClue,
    ForeignGame,
    ForeignGuess,
    ForeignMessage,
    ForeignMove,
    ForeignPass,
    ForeignPenalty,
    Refusal,
)
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.board import NEUTRAL_CARDS, OTHER_WORDS, STARTING_WORDS, Board, CardType
from codenames_core.game.config import (
    LONGEST_VARIANT,
    AgentConfig,
    ClueRules,
    GameConfig,
    GameMode,
    IllegalCluePolicy,
    Role,
    Seat,
    Team,
    TeamConfig,
)
from codenames_core.game.events import (
    Clue,
    ClueNumber,
    DiscussionMessage,
    Event,
    Guess,
    GuessKind,
    Pass,
    PassReason,
    Reveal,
)
from codenames_core.game.rules import process_guess
from codenames_core.game.state import GameState, Phase, Termination, apply, initialize_game
from codenames_core.game.traces import turn_traces
from codenames_core.game.words import BOARD_SIZE
from codenames_core.support.errors import BoardError, InputError, RuleError
from codenames_core.text.sanitiser import encodable, one_line

MOST_TURNS: Final = 10_000
"""Other programs have other limits, so none of ours may end a game."""
MOST_MOVES: Final = 5_000
PLAYED_ELSEWHERE: Final = "imported"
"""The kind of the agents that sat in foreign games."""
GHOST: Final = "ghost:pass"
_LONGEST_NAME: Final = 100
_LONGEST_TEXT: Final = 50_000


class CannotFollow(Exception):
    """The rules cannot follow a move; it is caught in this module and becomes a `Refusal`."""

    def __init__(self, reason: str, detail: str = "", event: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.detail, self.event = reason, detail, event


def follow(game: ForeignGame, format: str, *, unfinished: bool = False) -> EpisodeRecord | Refusal:
    """Return the episode that a foreign game is by the rules, or why there is none.

    Args:
        game: as its source tells it.
        format: the name of the source's format.
        unfinished: whether games without an end are wanted as well.
    """
    try:
        return _followed(game, format, unfinished)
    except CannotFollow as error:
        return Refusal(game.name, error.reason, error.event, error.detail)
    except InputError as error:
        return Refusal(game.name, one_line(str(error), 200))


def _followed(game: ForeignGame, format: str, unfinished: bool) -> EpisodeRecord:
    if len(game.moves) > MOST_MOVES:
        raise CannotFollow(f"more than {MOST_MOVES:,} events")
    board = board_of(game)
    config = _config(game, board)
    story = _Story(initialize_game(config, board), game)
    for index, move in enumerate(game.moves):
        try:
            story.tell(move)
        except RuleError as error:
            raise CannotFollow(one_line(str(error).partition(": ")[2] or str(error), 200), event=index) from error
        except CannotFollow as error:
            raise CannotFollow(error.reason, error.detail, index) from error
    _compare_outcome(game, story.state, unfinished)
    if not game.follows_rules and story.state.outcome is not None:
        raise CannotFollow("the source says that it cannot be replayed by the rules")
    return _record(game, format, story)


def board_of(game: ForeignGame) -> Board:
    """Return the board of a game, with a card `?1`, `?2` for each whose word is not known.

    Raises:
        BoardError: there are not 25 cards, or two of one word.
    """
    cards = [(_word(card.word), card.card) for card in game.cards]
    known = Counter(card for _, card in cards)
    missing = [card for card in CardType for _ in range(game.counts.get(card, 0) - known[card])]
    taken = {word for word, _ in cards}
    names = (name for number in range(1, 2 * BOARD_SIZE) if (name := f"{UNKNOWN_WORD}{number}") not in taken)
    cards += zip(names, missing, strict=False)
    if len(cards) != BOARD_SIZE:
        counted = "" if game.counts else "; where the others are not known, say how many of each colour there are"
        raise BoardError(f"board has {len(cards)} words, and {BOARD_SIZE} are needed{counted}")
    return Board(tuple(word for word, _ in cards), dict(cards))


def _config(game: ForeignGame, board: Board) -> GameConfig:
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
            max_rounds=100,
            max_turns=MOST_TURNS,
            starting_team=first,
            clue_rules=ClueRules.BASIC,
            illegal_clue=IllegalCluePolicy.FORFEIT,
            language=game.language,
            word_list=PLAYED_ELSEWHERE,
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


def move_team(move: ForeignMove) -> Team:
    """Return whose move it is."""
    return move.seat.team if isinstance(move, ForeignMessage) else move.team


class _Story:
    """A game as far as it has been told: its state, and the traces of what is known of its decisions."""

    def __init__(self, initial: GameState, game: ForeignGame) -> None:
        self.state = initial
        self.traces: list[AgentTrace] = []
        self._game = game

    def tell(self, move: ForeignMove) -> None:
        """Take the next move.

        Raises:
            RuleError: the rules do not allow it now.
            CannotFollow: it does not go with what the source says of it.
        """
        self._end_open_turn(move)
        self._pass_for_absent(move)
        match move:
            case ForeignClue():
                self._clue(move)
            case ForeignMessage():
                self._add(DiscussionMessage(seat=move.seat, text=_text(move.text), consensus=False))
            case ForeignGuess():
                self._guess(move)
            case ForeignPass():
                self._pass(move)
            case ForeignPenalty():
                self._add(Reveal(team=move.team, word=_word(move.word), card=CardType.of(move.team.other)))
            case _:
                assert_never(move)

    def _add(self, event: Event) -> None:
        self.state = apply(self.state, event)

    def _end_open_turn(self, move: ForeignMove) -> None:
        """Let the turn end that a log leaves open when the next clue is given, or fails."""
        begins = isinstance(move, ForeignClue | ForeignPenalty) or (isinstance(move, ForeignPass) and move.forfeited)
        turn = self.state.turn
        if not begins or self.state.phase is Phase.OVER or turn.clue is None:
            return
        if turn.team is not move_team(move) or self._game.absent is turn.team.other:
            self._add(Pass(team=turn.team, reason=PassReason.STOPPED if turn.guesses else PassReason.CHOSEN))

    def _pass_for_absent(self, move: ForeignMove) -> None:
        turn, absent = self.state.turn, self._game.absent
        is_asked = self.state.phase is Phase.CLUE and turn.team is absent and move_team(move) is not absent
        if is_asked and not (isinstance(move, ForeignPass) and move.is_implied):
            self._add(Pass(team=turn.team, reason=PassReason.GHOST))

    def _clue(self, move: ForeignClue) -> None:
        word = UNKNOWN_CLUE if move.word is None else _text(move.word)
        number = UNKNOWN_NUMBER if move.number is None else move.number
        turn, at = self.state.turn.number, len(self.state.public_transcript)
        self._add(Clue(word, number, team=move.team))
        if move.targets or move.reasoning:
            self.traces.append(
                AgentTrace(
                    seat=Seat.of(move.team, Role.CLUER),
                    question=Question.CLUE,
                    turn=turn,
                    at=at,
                    answer={"word": word, "number": number},
                    reasoning=_text(move.reasoning),
                    intended_targets=tuple(map(_word, move.targets)),
                )
            )

    def _guess(self, move: ForeignGuess) -> None:
        turn = self.state.turn
        if self.state.phase is not Phase.OVER and turn.team is not move.team:
            raise CannotFollow(f"{move.team} guesses, but it is {turn.team}'s turn", one_line(move.word, 40))
        if self.state.phase is Phase.OVER:
            raise CannotFollow("a guess after the end of the game", one_line(move.word, 40))
        found = self.state.board.find(_word(move.word))
        if found is None or found in self.state.revealed:
            what = "is not on the board" if found is None else "lies face up already"
            raise CannotFollow(f"the word that is guessed {what}", one_line(move.word, 40))
        self.state, result = process_guess(found, self.state)
        if move.card is not None and result.card is not move.card:
            raise CannotFollow("a guess has another colour than the board", f"{one_line(found, 40)}: {move.card}")
        self._compare(move)

    def _compare(self, move: ForeignGuess) -> None:
        """Hold what the source says of a guess against what the rules make of it."""
        cards = self.state.board.cards
        for card, count in move.left.items():
            if count != (left := len(cards[card] - self.state.revealed)):
                raise CannotFollow(f"another number of {card} cards is left", f"{count}, by the rules {left}")
        over = self.state.outcome is not None
        if move.ends_game is not None and move.ends_game is not over:
            what = "ends with a guess that does not end it" if move.ends_game else "goes on after a guess that ends it"
            raise CannotFollow(f"the game {what} by the rules", one_line(move.word, 40))
        goes_on = not over and self.state.turn.team is move.team and self.state.phase is not Phase.CLUE
        if move.ends_turn and goes_on:
            raise CannotFollow("the turn ends with a guess after which it goes on by the rules")
        if move.ends_turn is False and not goes_on and not _has_used_last_guess(self.state):
            raise CannotFollow("the turn goes on after a guess that ends it by the rules")

    def _pass(self, move: ForeignPass) -> None:
        turn = self.state.turn
        if move.is_implied and (self.state.phase is Phase.OVER or turn.team is not move.team):
            return  # the last guess that the clue allowed has ended the turn already
        reason = PassReason.FORFEITED if move.forfeited else PassReason.STOPPED if turn.guesses else PassReason.CHOSEN
        self._add(Pass(team=move.team, reason=reason))


def _has_used_last_guess(state: GameState) -> bool:
    """Whether the last turn ended because the clue allowed no further guess: logs say so at the next event."""
    last = state.public_transcript[-1]
    return state.outcome is None and isinstance(last, Guess) and last.result is GuessKind.CORRECT


def _compare_outcome(game: ForeignGame, state: GameState, unfinished: bool) -> None:
    outcome, said = state.outcome, game.outcome
    if outcome is None:
        if said is not None and game.is_finished is not False:
            raise CannotFollow("it has an end that does not follow from its events", f"{said.winner or 'nobody'} won")
        if not unfinished:
            raise CannotFollow("unfinished: it has no end")
        return
    if game.is_finished is False:
        raise CannotFollow("unfinished by its source, but over by the rules")
    if said is None:
        return
    if said.winner is not None and said.winner is not outcome.winner:
        raise CannotFollow("another winner", f"{said.winner}, by the rules {outcome.winner}")
    if said.by_assassin is not None and said.by_assassin is not (outcome.termination is Termination.ASSASSIN):
        raise CannotFollow("another ending", f"by the rules {outcome.termination}")


def _record(game: ForeignGame, format: str, story: _Story) -> EpisodeRecord:
    state = story.state
    about = {
        "format": format,
        "name": one_line(game.name, 200),
        **({"variant": state.config.variant} if state.config.variant else {}),
        **({"unknown_words": unknown} if (unknown := len(state.board.words) - len(game.cards)) else {}),
        **_plain(game.about),
    }
    return EpisodeRecord.model_construct(  # everything in it was validated when it was made
        episode_id=game_id(game, format),
        config=state.config,
        board=state.board,
        teams={team: _line_up(game, team) for team in Team},
        public_transcript=list(state.public_transcript),
        traces=turn_traces(story.traces),
        winner=state.winner,
        outcome=state.outcome,
        metadata={**({"created": game.created} if game.created else {}), IMPORTED: about},
    )


def _line_up(game: ForeignGame, team: Team) -> TeamConfig:
    if game.absent is team:
        return TeamConfig.homogeneous(AgentConfig(spec=GHOST))
    named = {role: game.players.get(Seat.of(team, role)) for role in Role}
    guesser = named[Role.GUESSER_1]
    return TeamConfig(
        cluer=_agent(named[Role.CLUER]),
        guesser_1=_agent(guesser),
        guesser_2=_agent(named[Role.GUESSER_2] or guesser),
    )


def _agent(name: str | None) -> AgentConfig:
    """Return who sat there; a question mark would begin the parameters of a model."""
    plain = one_line((name or "").replace("?", " "), _LONGEST_NAME)
    return AgentConfig(spec=f"{PLAYED_ELSEWHERE}:{plain or 'unknown'}")


def game_id(game: ForeignGame, format: str) -> str:
    """Return the id of a game: a hash of all that its source says of it, so that it is imported once."""
    said = json.dumps([format, asdict(game)], ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(f"codenames import 1:{said}".encode()).hexdigest()[:32]


def _word(word: str) -> str:
    return one_line(encodable(word))


def _text(text: str) -> str:
    return encodable(text[:_LONGEST_TEXT])


def _plain(about: Mapping[str, Any]) -> dict[str, Any]:
    return {one_line(str(name), 40): _short(value) for name, value in about.items() if value is not None}


def _short(value: Any) -> Any:
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_short(item) for item in value[:20]]
    return one_line(str(value), 200)
