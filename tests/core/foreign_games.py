"""One short game of our own, written down as other programs write theirs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from codenames_core.game.board import CardType

RED, BLUE, NEUTRAL, ASSASSIN = CardType

WORDS: Final = {
    **dict.fromkeys(("HARBOUR", "LADDER", "VIOLET", "COPPER", "MEADOW", "TUNNEL", "PEPPER", "ANCHOR", "BUTTON"), RED),
    **dict.fromkeys(("GLACIER", "SADDLE", "CANDLE", "ORCHARD", "PISTON", "WALNUT", "HAMMOCK", "LANTERN"), BLUE),
    **dict.fromkeys(("TEAPOT", "RIDDLE", "SPONGE", "CACTUS", "FEATHER", "MAGNET", "ice cream"), NEUTRAL),
    "VOLCANO": ASSASSIN,
}
BOARD: Final = {word: WORDS[word] for word in sorted(WORDS, key=lambda word: word[::-1])}
"""In board order."""


class Told(NamedTuple):
    """A turn: whose, the clue with its number, and the words that were chosen."""

    team: str
    clue: str
    number: int
    guesses: tuple[str, ...]


TURNS: Final = (
    Told("red", "ship", 2, ("HARBOUR", "ANCHOR")),
    Told("blue", "cold", 1, ("GLACIER", "ice cream")),
    Told("red", "climb", 1, ("LADDER", "TUNNEL")),
    Told("blue", "flame", 2, ("CANDLE", "VOLCANO")),
)
"""Red stops, blue errs, red uses its last guess, blue meets the assassin."""

EVENTS: Final = (
    "clue red ship 2",
    "guess red HARBOUR",
    "guess red ANCHOR",
    "pass red stopped",
    "clue blue cold 1",
    "guess blue GLACIER",
    "guess blue ice cream",
    "clue red climb 1",
    "guess red LADDER",
    "guess red TUNNEL",
    "clue blue flame 2",
    "guess blue CANDLE",
    "guess blue VOLCANO",
)
"""What it is by the rules."""

ALONE: Final = (
    Told("red", "ship", 2, ("HARBOUR", "TEAPOT")),
    Told("red", "metal", 1, ("COPPER",)),
    Told("red", "hot", 1, ("VOLCANO",)),
)
"""A game of red alone."""


def moves(turns: tuple[Told, ...] = TURNS) -> Iterator[dict[str, Any]]:
    """The events as `lines` has them, with all that a source may say of them."""
    left = {str(card): sum(of is card for of in BOARD.values()) for card in CardType}
    for turn in turns:
        yield {"t": "clue", "team": turn.team, "clue": turn.clue, "number": turn.number}
        for word in turn.guesses:
            role = BOARD[word]
            left[role] -= 1
            over = role is ASSASSIN
            yield {
                "t": "guess",
                "team": turn.team,
                "word": word,
                "role": str(role),
                "rem_after": dict(left),
                "ends_turn_src": role != turn.team,
                "game_over_src": over,
            }
        if all(BOARD[word] == turn.team for word in turn.guesses):
            yield {"t": "pass", "team": turn.team, "implied": True}


def line(told: tuple[Told, ...] = TURNS, **changes: Any) -> dict[str, Any]:
    """The game as `lines` has it."""
    alone = {turn.team for turn in told} == {"red"}
    return {
        "id": "own/1",
        "licence": "our own",
        "language": "en",
        "rules": {"variant": "single_team" if alone else "two_team", "starting_team": "red"},
        "players": {"red": "first", "blue_spymaster": ["second"], "blue_operatives": ["third", "fourth"]},
        "board": [{"word": word, "role": str(card)} for word, card in BOARD.items()],
        "events": list(moves(told)),
        "outcome": {"winner": "blue" if alone else "red", "reason": "assassin", "finished": True},
        **changes,
    }


def write_lines(path: Path, *games: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(game, ensure_ascii=False) + "\n" for game in games), "utf-8")
    return path


def write_stepmat(
    folder: Path, *games: tuple[Told, ...], printed: bool = False, word_list: tuple[str, ...] = ()
) -> Path:
    """A folder of results; `printed` adds what the program printed, `word_list` the list that it dealt from."""
    folder.mkdir(parents=True)
    logs, results, output = [], [], []
    for seed, turns in enumerate(games):
        logs.append(json.dumps(dict(_stepmat_moves(turns))))
        found = [BOARD[word] for turn in turns for word in turn.guesses]
        winner = "R" if turns[-1].team == "blue" else "B"
        counts = {"R": found.count(RED), "B": found.count(BLUE), "C": found.count(NEUTRAL), "A": found.count(ASSASSIN)}
        seats = {f"{seat}_{team}": "Bot" for seat in ("codemaster", "guesser") for team in ("red", "blue")}
        kwargs = {"cmr_kwargs": {"version": "mini"}}
        results.append(json.dumps({"game_name": "g", **counts, **seats, "seed": seed, "winner": winner, **kwargs}))
        output += _stepmat_print(seed)
    (folder / "move_log.txt").write_text("\n".join(logs) + "\n")
    (folder / "bot_results_new_style.txt").write_text("\n".join(results) + "\n")
    if printed:
        (folder / "output_log.txt").write_text("\n".join(output) + "\n")
    if word_list:
        (folder / "players").mkdir()
        (folder / "players/cm_wordlist.txt").write_text("\n".join(word_list))
    return folder


def _stepmat_moves(turns: tuple[Told, ...]) -> Iterator[tuple[str, dict[str, str]]]:
    left = {card: sum(of is card for of in BOARD.values()) for card in CardType}
    number = 0
    for turn in turns:
        condition = f"GameCondition.{turn.team.upper()}_TURN"
        names = {RED: "red_words", BLUE: "blue_words", NEUTRAL: "civillian_words", ASSASSIN: "assassin_words"}
        counts = {name: str(left[card]) for card, name in names.items()}
        yield f"clue_{number}", {"team": condition, **counts, "clue": turn.clue, "clue_num": str(turn.number)}
        number += 1
        for word in turn.guesses:
            left[BOARD[word]] -= 1
            yield f"guess_{number}", {"guess_answer": word, "keep_guessing": "True"}
            number += 1


def _stepmat_print(seed: int) -> list[str]:
    names = {RED: "Red", BLUE: "Blue", NEUTRAL: "Civilian", ASSASSIN: "Assassin"}
    one_word = [word.replace(" ", "-") for word in BOARD]
    rule = "_" * 59
    rows = [range(start, start + 5) for start in range(0, 25, 5)]
    cards = [names[card] for card in BOARD.values()]
    key = [part for row in rows for part in ("  ".join(cards[place] for place in row), "")]
    words = [part for row in rows for part in ("  ".join(one_word[place] for place in row), "")]
    board = [f"{'_' * 27}KEY{'_' * 28}", "", *key, rule, "", f"{'_' * 27}BOARD{'_' * 27}", "", *words, rule]
    return [f"seed: {seed}", "RED TEAM TURN", *board, "The remaining words are: …", *board, "Game Over"]


def dewey(*games: tuple[Told, ...]) -> dict[str, Any]:
    rules = {"blue_words": 8, "red_words": 9, "neutral_words": 7, "bomb_count": 1, "starting_team": "RED"}
    return {
        "benchmark_id": "b",
        "config": {"game": rules},
        "games": [
            {
                "game_id": f"game_{number}",
                "outcome": "red_win",
                "agents": {"red_hint_giver": "A", "red_guesser": "B", "blue_hint_giver": "C", "blue_guesser": "D"},
                "timestamp": "2026-01-02T03:04:05.5",
                "snapshot": {
                    "turn_history": [
                        {
                            "team": turn.team,
                            "hint_word": turn.clue,
                            "hint_count": turn.number,
                            "guesses": [
                                {"word": word, "color": "bomb" if BOARD[word] is ASSASSIN else str(BOARD[word])}
                                for word in turn.guesses
                            ],
                        }
                        for turn in turns
                    ]
                },
            }
            for number, turns in enumerate(games, start=1)
        ],
    }


def marichka(turns: tuple[Told, ...] = TURNS) -> list[dict[str, Any]]:
    teams = {f"{team}_team": {"spymaster_model": "m", "operative_model": "o"} for team in ("red", "blue")}
    board = [{"word": word, "type": str(card), "revealed": False} for word, card in BOARD.items()]
    events: list[tuple[str, dict[str, Any]]] = [
        ("game_start", {"game_id": "x", "start_time": "2026-01-02 03:04:05", **teams}),
        ("board_state", {"current_team": "red", "board": board}),
    ]
    for turn in turns:
        targets = list(turn.guesses[:1])
        events.append(("clue", {"team": turn.team, "word": turn.clue, "number": turn.number, "target_words": targets}))
        for word in turn.guesses:
            right = "Correct" if BOARD[word] == turn.team else "Wrong"
            result = f"{BOARD[word].upper()} ({right})"
            events.append(("guess", {"team": turn.team, "word": word, "result": result}))
        events.append(("turn_end", {"team": turn.team, "reason": "because"}))
    events.append(("game_end", {"winner": "red"}))
    return [{"type": kind, "details": details} for kind, details in events]


def marichka_text(turns: tuple[Told, ...] = TURNS, models: str = "[a, b, c]") -> str:
    lines = [
        f"Red Team: Size=3, Models={models}",
        f"Blue Team: Size=3, Models={models}",
        "=" * 50,
        "GAME: abc game_state.random_seed=17",
        "Turn: 0, Current Team: RED",
    ]
    cards = list(BOARD.items())
    for start in range(0, 25, 5):
        row = cards[start : start + 5]
        lines += [
            "".join(f"{word:<12}" for word, _ in row),
            "".join(f"{f'[{card.upper()}]':<12}" for _, card in row),
            "",
        ]
    for number, turn in enumerate(turns, start=1):
        lines += [
            f"=== TURN {number} ===",
            f"Current team: {turn.team.upper()}",
            f"Spymaster gives clue: '{turn.clue}' {turn.number}",
            "Debate round 1:",
            "Operative Operative 1 says:",
            "1. **I think** of one.",
            "",
            "Operative Operative 2 says:",
            "So do I.",
            "Using DebateJudge to resolve the debate...",
        ]
        for word in turn.guesses:
            lines += [f"Guessing word: {word}", f"Guess result: {BOARD[word].upper()} card revealed"]
        lines.append(f"GAME: abc game_state.random_seed=17\nTurn: {number}, Current Team: BLUE")
    lines += ["Game over! RED team wins!", "Reason: RED team won because the opposing team revealed the ASSASSIN card"]
    return "\n".join(lines) + "\n"


def clembench() -> dict[str, Any]:
    """Red alone against a script that turns a card after each of its turns, until red meets the assassin."""
    names = {"team": RED, "opponent": BLUE, "innocent": NEUTRAL, "assassin": ASSASSIN}
    hidden = {name: [word for word, of in BOARD.items() if of is card] for name, card in names.items()}
    nothing: dict[str, list[str]] = {name: [] for name in names}
    status = {"hidden": hidden, "revealed": {"team": nothing, "opponent": nothing}}
    told = f"Give a guess:\n\n{', '.join(BOARD)}"
    rounds: list[list[tuple[str, Any]]] = [
        [
            ("board status", status),
            ("clue", "ship"),
            ("targets", ["HARBOUR", "ANCHOR"]),
            ("send message", told),
            ("team revealed", {"word": "HARBOUR", "assignment": "team"}),
            ("team revealed", {"word": "ANCHOR", "assignment": "team"}),
            ("opponent revealed", {"word": "SADDLE", "assignment": "opponent"}),
        ],
        [
            ("clue", "hot"),
            ("targets", ["COPPER"]),
            ("team revealed", {"word": "VOLCANO", "assignment": "assassin"}),
        ],
    ]
    return {
        "players": {"GM": "Game master", "Player 1": "ClueGiver, giver", "Player 2": "Guesser, guesser"},
        "turns": [[_logged(kind, content) for kind, content in actions] for actions in rounds],
        "Aborted": False,
        "Lose": True,
    }


def _logged(kind: str, content: Any) -> dict[str, Any]:
    stamp = "2026-01-02T03:04:05"
    return {"from": "GM", "to": "GM", "timestamp": stamp, "action": {"type": kind, "content": content}}


def kaggle(turns: tuple[Told, ...] = TURNS) -> dict[str, Any]:
    """A replay; red plays as yellow, and moves first."""
    roles = ["yellow" if card is RED else "trap" if card is ASSASSIN else str(card) for card in BOARD.values()]
    state: dict[str, Any] = {
        "words": [word.upper() for word in BOARD],
        "roles": roles,
        "revealed": [False] * 25,
        "current_turn": 2,
        "clue": "",
        "clue_number": 0,
    }
    steps = [_step(state)]
    for turn in turns:
        cluer = 2 if turn.team == "red" else 0
        state |= {"clue": turn.clue, "clue_number": turn.number, "current_turn": cluer + 1}
        steps.append(_step(state))
        for index, word in enumerate(turn.guesses):
            place = list(BOARD).index(word)
            state["revealed"] = [lies or at == place for at, lies in enumerate(state["revealed"])]
            ends = BOARD[word] != turn.team or index == turn.number
            state |= {"current_turn": 2 - cluer if ends else cluer + 1}
            steps.append(_step(state, won=BOARD[word] is ASSASSIN))
        if state["current_turn"] == cluer + 1:
            state |= {"current_turn": 2 - cluer}
            steps.append(_step(state))
    return {"name": "word_association", "info": {"TeamNames": ["bc", "bg", "rc", "rg"]}, "steps": steps}


def _step(state: dict[str, Any], *, won: bool = False) -> list[dict[str, Any]]:
    return [
        {
            "action": 0,
            "reward": int(won and agent > 1),
            "status": "DONE" if won else "ACTIVE",
            "observation": dict(state) if agent in (0, 2) else {},
        }
        for agent in range(4)
    ]


MAP: Final = """
[fields]
"cards" = "board"
"cards.text" = "board.word"
"cards.colour" = "board.role"
"moves" = "events"
"moves.kind" = "events.t"
"moves.side" = "events.team"
"moves.hint" = "events.clue"
"moves.count" = "events.number"
"moves.card" = "events.word"
"result.side" = "winner"
"setup.first" = "starting_team"

[roles]
Yellow = "red"
Trap = "assassin"

[events]
cue = "clue"
pick = "guess"
stop = "pass"
"""


def theirs(turns: tuple[Told, ...] = TURNS) -> dict[str, Any]:
    names = {"red": "yellow", "assassin": "TRAP"}
    kinds = {"clue": "Cue", "guess": "pick", "pass": "stop"}
    told: list[dict[str, Any]] = []
    for event in moves(turns):
        move = {"kind": kinds[event["t"]], "side": names.get(event["team"], event["team"])}
        move |= {"hint": event["clue"], "count": event["number"]} if event["t"] == "clue" else {}
        move |= {"card": event["word"]} if event["t"] == "guess" else {"implied": True}
        if event["t"] != "pass" or turns is not TURNS or (event["team"] == "red" and len(told) < 4):
            told.append(move)
    return {
        "id": "theirs",
        "cards": [{"text": word, "colour": names.get(card, str(card))} for word, card in BOARD.items()],
        "moves": told,
        "result": {"side": "yellow"},
        "setup": {"first": "YELLOW"},
        "players": {"yellow": "first"},
    }
