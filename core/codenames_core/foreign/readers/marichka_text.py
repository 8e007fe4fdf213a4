"""The printed logs of codenames-ai: games one after the other, told by the lines that begin in certain ways.

Two operatives of a team debate in rounds, and a judge orders what they chose. What they say is kept where there are
two; a third has no seat here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from codenames_core.foreign.fields import BadField, card_of, number_of, team_of
from codenames_core.foreign.game import (
    ForeignCard,
    ForeignClue,
    ForeignGame,
    ForeignGuess,
    ForeignMessage,
    ForeignMove,
    ForeignOutcome,
    ForeignPass,
    Refusal,
)
from codenames_core.foreign.sources import lines_of
from codenames_core.game.config import Role, Seat, Team
from codenames_core.text.sanitiser import one_line

_HEAD: Final = re.compile(r"GAME: (\S+) game_state\.random_seed=(\S+)")
_TEAMS: Final = re.compile(r"(Red|Blue) Team: Size=\d+, Models=\[(.*)\]")
_FIRST: Final = re.compile(r"Turn: 0, Current Team: (RED|BLUE)")
_ROLES: Final = re.compile(r"(\[[A-Z]+\]\s*){2,}$")
_MOVER: Final = re.compile(r"Current team: (RED|BLUE)")
_CLUE: Final = re.compile(r"Spymaster gives clue: '(.*)' (\S+)$")
_SAYS: Final = re.compile(r"Operative Operative (\d+) says:")
_END_OF_TALK: Final = re.compile(r"Debate round \d+:|Using (DebateJudge|model:)|Weave event:|Agreed upon words:")
_WORD: Final = re.compile(r"Guessing word: (.*)$")
_RESULT: Final = re.compile(r"Guess result: ([A-Z]+) card revealed")
_WON: Final = re.compile(r"Game over! (RED|BLUE) team wins!")
_REASON: Final = re.compile(r"Reason: .*\b(ASSASSIN|cards)\b")
_LONGEST_MESSAGE: Final = 20_000


def looks_like_text(beginning: str) -> bool:
    """Return whether a text begins as one of these logs."""
    return "game_state.random_seed=" in beginning


@dataclass
class _Told:
    """A game as far as its log has been read."""

    name: str
    about: dict[str, str]
    models: dict[Team, list[str]]
    cards: list[ForeignCard] = field(default_factory=list)
    moves: list[ForeignMove] = field(default_factory=list)
    first: Team | None = None
    mover: Team | None = None
    word: str | None = None
    speaker: int | None = None
    said: list[str] = field(default_factory=list)
    winner: Team | None = None
    by_assassin: bool | None = None

    def game(self) -> ForeignGame:
        """Return the game."""
        guessers = max((len(models) - 1 for models in self.models.values()), default=0)
        return ForeignGame(
            name=self.name,
            cards=tuple(self.cards),
            moves=tuple(self.moves),
            starting_team=self.first,
            players=dict(_seated(self.models)),
            outcome=None if self.winner is None else ForeignOutcome(self.winner, self.by_assassin),
            is_finished=self.winner is not None,
            variants=(f"{guessers} guessers and a judge",) if guessers > 2 else (),
            about=self.about,
        )


def _seated(models: dict[Team, list[str]]) -> Iterator[tuple[Seat, str]]:
    for team, names in models.items():
        yield from zip((Seat.of(team, role) for role in Role), names, strict=False)


def read_text(path: Path) -> Iterator[ForeignGame | Refusal]:
    """Yield the games of a log, line by line.

    Raises:
        InputError: the file cannot be read.
    """
    told: _Told | None = None
    models: dict[Team, list[str]] = {}
    before = ""
    for number, line in lines_of(path):
        if isinstance(line, Refusal):
            yield line
            continue
        if match := _TEAMS.search(line):
            models = {**models, Team(match[1].casefold()): [name.strip() for name in match[2].split(",")]}
        if (match := _HEAD.search(line)) and (told is None or told.about["game"] != match[1]):
            if told is not None:
                yield told.game()
            name = f"{path.stem}, line {number} ({match[1]})"
            told = _Told(name, {"game": match[1], "seed": match[2]}, models)
        elif told is not None and (reason := _take(told, line, before)):
            yield Refusal(told.name, reason, detail=f"line {number}")
            told = None
        before = line
    if told is not None:
        yield told.game()


def _take(told: _Told, line: str, before: str) -> str:
    """Take a line of a game, and return what is wrong with it; empty for nothing."""
    try:
        _listen(told, line)
        _look(told, line, before)
        _act(told, line)
    except BadField as error:
        return str(error)
    return ""


def _listen(told: _Told, line: str) -> None:
    """Hear what an operative says, up to the next line that is none of its own."""
    if match := _SAYS.search(line):
        _end_message(told)
        told.speaker = int(match[1])
    elif told.speaker is not None and (_END_OF_TALK.search(line) or _WORD.search(line)):
        _end_message(told)
    elif told.speaker is not None:
        told.said.append(line)


def _end_message(told: _Told) -> None:
    text = "\n".join(told.said).strip()[:_LONGEST_MESSAGE]
    guessers = len(told.models.get(told.mover, ())) - 1 if told.mover else 0
    if told.mover and text and guessers == 2 and told.speaker in (1, 2):
        role = Role.GUESSER_1 if told.speaker == 1 else Role.GUESSER_2
        told.moves.append(ForeignMessage(Seat.of(told.mover, role), text))
    told.speaker, told.said = None, []


def _look(told: _Told, line: str, before: str) -> None:
    """See the board, which is printed a row of words above a row of colours, in columns."""
    if len(told.cards) < 25 and _ROLES.match(line.strip()):
        starts = [match.start() for match in re.finditer(r"\[", line)]
        words = [before[start:end].strip() for start, end in zip(starts, [*starts[1:], len(before)], strict=True)]
        roles = re.findall(r"\[([A-Z]+)\]", line)
        told.cards += [ForeignCard(word, card_of(role, "board")) for word, role in zip(words, roles, strict=True)]
    if told.first is None and (match := _FIRST.search(line)):
        told.first = team_of(match[1], "Current Team")


def _act(told: _Told, line: str) -> None:
    if match := _MOVER.search(line):
        if told.mover is not None:
            told.moves.append(ForeignPass(told.mover, is_implied=True))
        told.mover = team_of(match[1], "Current team")
    elif match := _CLUE.search(line):
        told.moves.append(ForeignClue(_mover(told), match[1], number_of(match[2], "clue")))
    elif match := _WORD.search(line):
        told.word = match[1]
    elif (match := _RESULT.search(line)) and told.word is not None:
        told.moves.append(ForeignGuess(_mover(told), one_line(told.word), card_of(match[1], "Guess result")))
        told.word = None
    elif match := _WON.search(line):
        told.winner = team_of(match[1], "Game over")
    elif told.winner is not None and (match := _REASON.search(line)):
        told.by_assassin = match[1] == "ASSASSIN"


def _mover(told: _Told) -> Team:
    if told.mover is None:
        raise BadField("a move before it is said whose turn it is")
    return told.mover
