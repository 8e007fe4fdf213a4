"""Replay recorded games of other programs through the rules and compare every consequence.

    python scripts/replay_corpus.py GAMES.jsonl[.gz] [--show N]

A line holds one game: the board with its roles in order, the events as another program logged them, and the outcome
that it recorded. Each is told to `codenames_core` move by move, and after each move this asks: are the same numbers
of cards still face down, is it the same team's turn, is the game over, and at the end, who won and how? The rules
never see what the other program said about it.

What other programs do otherwise, and what becomes of it here:

- In `single_team` games only one team moves: the other is a ghost that passes.
- A clue that failed or was refused forfeits the turn. A refused guess is no move.
- A pass that a log only implies may repeat what the last allowed guess has done already.
- Some programs allow clues that ours refuses, such as a word that still lies face down. The fold does not judge clues,
  so these games are replayed like all others; how many there are is said.

The last line is `agree N of M` over the games that claim to follow the rules strictly (`strict_replayable`).
Exit code 0 if all of these agree, 5 if not, 2 for a file that cannot be read.
"""

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codenames_core.game.board import Board, CardType
from codenames_core.game.config import GameConfig, GameMode, Team
from codenames_core.game.events import Clue, Event, Guess, GuessKind, Pass, PassReason
from codenames_core.game.rules import process_guess
from codenames_core.game.state import GameState, Phase, Termination, apply, initialize_game
from codenames_core.referee.legality import read_number, why_illegal_clue
from codenames_core.support.errors import CodenamesError

MOST_TURNS = 10_000
"""Other programs have other limits, so none of ours may end a game."""

Game = dict[str, Any]


@dataclass
class Verdict:
    """What came of replaying one game."""

    name: str
    strict: bool
    differences: list[str] = field(default_factory=list)
    otherwise_illegal_clues: int = 0
    """Clues that were given and that the rule set `basic` refuses."""


def replay(game: Game) -> Verdict:
    """Tell a game to the rules and note where they see it otherwise than its log."""
    verdict = Verdict(str(game.get("id", "?")), bool(game.get("strict_replayable", True)))
    try:
        state = beginning(game)
        for index, entry in enumerate(game["events"]):
            state = told(state, entry, game, verdict)
            verdict.differences += [f"event {index} ({_shown(entry)}): {what}" for what in _differences(state, entry)]
        verdict.differences += _outcome_differences(state, game)
    except CodenamesError as error:
        verdict.differences.append(str(error))
    except (KeyError, TypeError, ValueError) as error:
        verdict.differences.append(f"not a game of this format: {type(error).__name__} {error}")
    return verdict


def beginning(game: Game) -> GameState:
    """Return the state before the first event."""
    return initialize_game(_config(game), _board(game))


def told(state: GameState, entry: Game, game: Game, verdict: Verdict) -> GameState:
    """Return the state after an entry of the log."""
    return _told(_ghost_turns(state, entry, game), entry, verdict)


def _config(game: Game) -> GameConfig:
    rules = game["rules"]
    assassins = sum(card["role"] == CardType.ASSASSIN for card in game["board"])
    return GameConfig(
        mode=GameMode.STANDARD if assassins else GameMode.NO_ASSASSIN,
        assassin_count=assassins,
        starting_team=Team(rules["starting_team"]),
        max_turns=MOST_TURNS,
    )


def _board(game: Game) -> Board:
    cards = game["board"]
    return Board(tuple(card["word"] for card in cards), {card["word"]: CardType(card["role"]) for card in cards})


def _ghost_turns(state: GameState, entry: Game, game: Game) -> GameState:
    """Let the team that is not there pass, in a game of one team."""
    one_team = game["rules"]["variant"].startswith("single_team")
    if one_team and state.phase is Phase.CLUE and state.turn.team is not Team(entry["team"]):
        return apply(state, Pass(team=state.turn.team, reason=PassReason.GHOST))
    return state


def _told(state: GameState, entry: Game, verdict: Verdict) -> GameState:
    team = Team(entry["team"])
    match entry["t"]:
        case "clue":
            number = read_number(entry["number"])
            hidden = [word for word in state.board.words if word not in state.revealed]
            verdict.otherwise_illegal_clues += why_illegal_clue(entry["clue"], entry["number"], hidden) is not None
            event: Event = Clue(entry["clue"], entry["number"] if number is None else number, team=team)
            return apply(state, event)
        case "guess":
            return _guess(state, team, entry)
        case "pass":
            if entry.get("implied") and state.turn.team is not team and state.phase is Phase.CLUE:
                return state  # the last guess that the clue allowed has ended the turn already
            reason = PassReason.STOPPED if state.turn.guesses else PassReason.CHOSEN
            return apply(state, Pass(team=team, reason=reason))
        case "invalid_clue" | "clue_failed":
            return apply(state, Pass(team=team, reason=PassReason.FORFEITED))
        case "invalid_guess":
            return state
        case other:
            raise ValueError(f"unknown event {other!r}")


def _guess(state: GameState, team: Team, entry: Game) -> GameState:
    if state.phase is not Phase.OVER and state.turn.team is not team:
        raise ValueError(f"{team} guesses {entry['word']!r}, but it is {state.turn.team}'s turn")
    after, result = process_guess(entry["word"], state)
    if result.card != entry["role"]:
        raise ValueError(f"{entry['word']!r} is {entry['role']}, but the board says {result.card}")
    return after


def _differences(state: GameState, entry: Game) -> Iterator[str]:
    if entry["t"] != "guess":
        return
    left = {str(card): len(words - state.revealed) for card, words in state.board.cards.items()}
    for card, count in entry["rem_after"].items():
        if left[card] != count:
            yield f"{count} {card} cards left, replayed {left[card]}"
    over = state.outcome is not None
    if entry["game_over_src"] is not None and bool(entry["game_over_src"]) != over:
        yield f"over: {bool(entry['game_over_src'])}, replayed {over}"
    goes_on = not over and state.turn.team == entry["team"] and state.phase is not Phase.CLUE
    if entry["ends_turn_src"] and goes_on:
        yield "the turn ends, replayed it goes on"
    if entry["ends_turn_src"] is False and not goes_on and not _used_up(state):
        yield "the turn goes on, replayed it ends"


def _used_up(state: GameState) -> bool:
    """Whether the last turn ended because the clue allowed no further guess: logs say so at the next event."""
    last = state.public_transcript[-1]
    return state.outcome is None and isinstance(last, Guess) and last.result is GuessKind.CORRECT


def _outcome_differences(state: GameState, game: Game) -> Iterator[str]:
    recorded = game["outcome"]
    if not recorded.get("finished"):
        if state.outcome is not None:
            yield f"unfinished, replayed {state.outcome.termination}"
        return
    if state.outcome is None:
        yield f"{recorded['winner']} won, replayed the game is not over"
        return
    if recorded["winner"] != state.outcome.winner:
        yield f"{recorded['winner']} won, replayed {state.outcome.winner}"
    ending = _ending(str(recorded.get("reason") or ""))
    if ending and state.outcome.termination not in ending:
        yield f"ended by {recorded['reason']!r}, replayed {state.outcome.termination}"


def _ending(reason: str) -> tuple[Termination, ...]:
    """Return the endings that a log's words may mean; none where they say nothing."""
    words = reason.casefold()
    if "assassin" in words:
        return (Termination.ASSASSIN,)
    if "opponent" in words:
        return (Termination.OPPONENT_COMPLETED,)
    if "word" in words or "card" in words:
        return (Termination.ALL_WORDS, Termination.OPPONENT_COMPLETED)
    return ()


def _shown(entry: Game) -> str:
    what = entry.get("word") or entry.get("clue") or ""
    return f"{entry['team']} {entry['t']} {what}".strip()


def read_games(path: Path) -> Iterator[Game]:
    """Read a file of games, one a line, plain or gzipped."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    yield from (json.loads(line) for line in data.splitlines() if line.strip())


def main(arguments: list[str] | None = None) -> int:
    """Replay a corpus, print what differs, and return the exit code."""
    parser = argparse.ArgumentParser(description="Replay recorded games through the rules; see the head of this file.")
    parser.add_argument("file", type=Path, help="games, one a line: .jsonl or .jsonl.gz")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="how many differences to print (20)")
    options = parser.parse_args(arguments)
    try:
        verdicts = [replay(game) for game in read_games(options.file)]
    except (OSError, EOFError, ValueError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 2
    strict = [verdict for verdict in verdicts if verdict.strict]
    different = [verdict for verdict in strict if verdict.differences]
    lines = [f"{verdict.name}: {what}" for verdict in different for what in verdict.differences]
    print(*lines[: options.show], sep="\n", end="\n" if lines else "")
    if len(lines) > options.show:
        print(f"… and {len(lines) - options.show} more")
    _print_counts(verdicts)
    print(f"agree {len(strict) - len(different)} of {len(strict)}")
    return 5 if different else 0


def _print_counts(verdicts: list[Verdict]) -> None:
    loose = Counter("agree" if not verdict.differences else "differ" for verdict in verdicts if not verdict.strict)
    allowed = [verdict for verdict in verdicts if verdict.otherwise_illegal_clues]
    agreeing = sum(not verdict.differences for verdict in allowed)
    print(f"games with clues that our rules refuse, replayed all the same: {agreeing} of {len(allowed)} agree")
    print(f"games that are not strict: {loose['agree']} of {loose.total()} agree")


if __name__ == "__main__":
    sys.exit(main())
