"""How long the prompts of a game are: those that a prompt set makes of a typical game, counted.

The game is made up and played by the engine's own rules: each clue finds one word and a half, every third discussion
takes a second round, and messages are as long as those of models. So mode, board, rules and prompt set count as they do
when it is played.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import Any, Final

from codenames_agents.models.prompts import (
    Message,
    PromptSet,
    clue_messages,
    guesses_messages,
    message_messages,
    with_persona,
)
from codenames_agents.vision.look import Sight
from codenames_core.decisions.protocol import next_question, steps
from codenames_core.decisions.questions import Accepted, Ask
from codenames_core.game.agent import Question
from codenames_core.game.board import Board, CardType
from codenames_core.game.config import GameConfig, Seat
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.state import GameState, initialize_game
from codenames_core.game.visibility import visible_state

CHARACTERS: Final = 3.4
"""Of a token: the prompts of the shipped sets have 3.1 to 3.5 with the tokenizers of GPT-4, Claude and DeepSeek."""
PICTURE_TOKENS: Final = 1_100
"""Of a picture of 1,172 x 672 pixels: 1,105 at OpenAI (6 tiles of 170, and 85), 1,050 at Anthropic (a 750th of its
pixels), by their pages on vision."""
_FRAME: Final = 4
"""Tokens that stand around each message of a conversation."""
_CLUES: Final = ("QUIXLE", "ZORBLET", "VAMPOSE", "TRIDDLE")
_SAYS: Final = (
    "{} fits the clue best, and {} may be meant as well, since both go with it in one way or another. The other words "
    "look weaker to me, so I would touch these two and then stop."
)


def tokens_of_prompts(
    prompts: PromptSet, config: GameConfig, board: Board, persona: str | None = None, sight: Sight | None = None
) -> Mapping[Question, float]:
    """Return how many tokens the prompt of each kind of question has on average; kinds that are not asked are missing.

    Args:
        prompts: the wording.
        config: the rules.
        board: the words and key.
        persona: the manner in which the seat plays, if any.
        sight: how the seat is shown the board; None for words alone.
    """
    tokens: Counter[Question] = Counter()
    counts: Counter[Question] = Counter()
    for state, ask in _questions(config, board):
        tokens[ask.question] += tokens_of_question(prompts, ask, state, persona, sight)
        counts[ask.question] += 1
    return {question: tokens[question] / count for question, count in counts.items()}


def tokens_of_question(
    prompts: PromptSet, ask: Ask[Any], state: GameState, persona: str | None = None, sight: Sight | None = None
) -> int:
    """Return how many tokens the prompt of one question has, with the picture that goes with it."""
    texts = (str(message["content"]) for message in messages_of_question(prompts, ask, state, persona, sight))
    return (PICTURE_TOKENS if sight else 0) + sum(_FRAME + round(len(text) / CHARACTERS) for text in texts)


def messages_of_question(
    prompts: PromptSet, ask: Ask[Any], state: GameState, persona: str | None = None, sight: Sight | None = None
) -> list[Message]:
    """Return the prompt of one question, as an agent writes it."""
    view = visible_state(state, ask.seat)
    return list(with_persona(_messages(prompts, ask.question, view, state, sight), persona))


def _messages(
    prompts: PromptSet, question: Question, view: Any, state: GameState, sight: Sight | None
) -> list[Message]:
    match question:
        case Question.CLUE:
            return clue_messages(prompts, view, sight)
        case Question.MESSAGE:
            return message_messages(prompts, view, state.turn.discussion, sight)
        case _:
            return guesses_messages(prompts, view, state.turn.discussion, sight)


def _questions(config: GameConfig, board: Board) -> Iterator[tuple[GameState, Ask[Any]]]:
    """Yield each state in which something is asked, with the question."""
    state, clues = initialize_game(config, board), cycle(_CLUES)
    while (ask := next_question(state)) is not None:
        yield state, ask
        for _, following in steps(ask, Accepted(_answer(ask.question, ask.seat, state, next(clues))), state):
            state = following


def _answer(question: Question, seat: Seat, state: GameState, clue: str) -> Any:
    turn, key = state.turn, state.board.key
    hidden = [word for word in state.board.words if word not in state.revealed]
    match question:
        case Question.CLUE:
            return Clue(clue, 2, team=seat.team)
        case Question.MESSAGE:
            agrees = turn.number % 3 != 0 or len(turn.discussion) > 1
            return DiscussionMessage(seat=seat, text=_SAYS.format(hidden[0], hidden[-1]), consensus=agrees)
        case _:
            own = [word for word in hidden if key[word] is CardType.of(seat.team)]
            others = [word for word in hidden if key[word] is CardType.NEUTRAL]
            is_lucky = (turn.number - 1) // 2 % 2 == 0 or not others
            return tuple(own[:2] if is_lucky else (*own[:1], *others[:1]))
