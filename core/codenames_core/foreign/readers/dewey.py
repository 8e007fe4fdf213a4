"""`dewey`: results of code-names-benchmark by DeweyMarco (MIT): one JSON file with a list of games.

A game has its turns with the colours of the words that were chosen, and no board: the words that nobody chose are not
known. How many there are of each colour is in the configuration. A guess that is not on the board, or lies face up,
ends the turn. Blue begins.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from codenames_core.foreign.fields import (
    BadField,
    card_of,
    list_of,
    number_of,
    object_of,
    players_of,
    team_of,
    text_of,
)
from codenames_core.foreign.game import (
    ForeignCard,
    ForeignClue,
    ForeignGame,
    ForeignGuess,
    ForeignMove,
    ForeignOutcome,
    ForeignPass,
    Refusal,
)
from codenames_core.foreign.mapping import FieldMap
from codenames_core.foreign.sources import json_file
from codenames_core.game.board import CardType
from codenames_core.game.config import Team

_COUNTS: Final = {
    CardType.BLUE: "blue_words",
    CardType.RED: "red_words",
    CardType.NEUTRAL: "neutral_words",
    CardType.ASSASSIN: "bomb_count",
}
_WINNERS: Final = {"blue_win": Team.BLUE, "red_win": Team.RED}


def looks_like_dewey(beginning: str) -> bool:
    """Return whether a file begins as one of this format."""
    return beginning.lstrip().startswith("{") and '"benchmark_id"' in beginning


def read_dewey(path: Path, _fields: FieldMap) -> Iterator[ForeignGame | Refusal]:
    """Yield the games of a file of results.

    Raises:
        InputError: the file cannot be read, or holds no list of games.
    """
    tree = object_of(json_file(path), "the file")
    config = tree.get("config")
    rules = config.get("game") if isinstance(config, Mapping) else None
    for index, game in enumerate(list_of(tree.get("games"), "games")):
        yield game_of(game, f"{path.stem}, game {index + 1}", rules if isinstance(rules, Mapping) else {})


def game_of(tree: Any, name: str, rules: Mapping[str, Any]) -> ForeignGame | Refusal:
    """Return a game of the list, or why it is none."""
    try:
        return _game(object_of(tree, "game"), name, rules)
    except BadField as error:
        return Refusal(name, str(error))


def _game(tree: Mapping[str, Any], name: str, rules: Mapping[str, Any]) -> ForeignGame:
    snapshot = object_of(tree.get("snapshot"), "snapshot")
    moves = tuple(_moves(list_of(snapshot.get("turn_history"), "turn_history")))
    cards = {move.word: move.card for move in moves if isinstance(move, ForeignGuess)}
    winner = _WINNERS.get(str(tree.get("outcome")))
    first = rules.get("starting_team")
    return ForeignGame(
        name=f"{name} ({tree['game_id']})" if isinstance(tree.get("game_id"), str) else name,
        cards=tuple(ForeignCard(word, card) for word, card in cards.items() if card is not None),
        moves=moves,
        starting_team=None if first is None else team_of(first, "starting_team"),
        counts=_counts(rules),
        players=players_of(tree.get("agents")),
        outcome=None if winner is None else ForeignOutcome(winner),
        is_finished=winner is not None,
        created=tree["timestamp"] if isinstance(tree.get("timestamp"), str) else "",
    )


def _counts(rules: Mapping[str, Any]) -> dict[CardType, int]:
    counts = {card: rules.get(field) for card, field in _COUNTS.items()}
    if (odd := next((card for card, count in counts.items() if not isinstance(count, int)), None)) is not None:
        raise BadField(f"config.game.{_COUNTS[odd]} is not given, so the number of {odd} cards is not known")
    return {card: count for card, count in counts.items() if isinstance(count, int)}


def _moves(turns: Any) -> Iterator[ForeignMove]:
    for index, entry in enumerate(turns):
        turn = object_of(entry, f"turn_history[{index}]")
        team = team_of(turn.get("team"), f"turn_history[{index}].team")
        word = text_of(turn.get("hint_word"), f"turn_history[{index}].hint_word")
        yield ForeignClue(team, word, number_of(turn.get("hint_count"), f"turn_history[{index}].hint_count"))
        for guess in list_of(turn.get("guesses"), f"turn_history[{index}].guesses"):
            place = f"turn_history[{index}].guesses"
            chosen = object_of(guess, place)
            yield ForeignGuess(
                team, text_of(chosen.get("word"), f"{place}.word"), card_of(chosen.get("color"), f"{place}.color")
            )
        yield ForeignPass(team, is_implied=True)
