"""What a moving picture shows of a game at one position: the board, the clue, the talk, the chances, the ending."""

from collections.abc import Iterator
from typing import Final

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.board import CardType
from codenames_core.game.config import Role, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, GuessKind
from codenames_core.game.state import GameState
from codenames_core.game.timeline import Timeline
from codenames_core.text.sanitiser import clean, one_line
from codenames_core.watch.staged_turn import StagedTurn, staged_turn
from codenames_core.watch.win_chance import win_chance_at
from codenames_tui.exports.colours import colours
from codenames_tui.exports.moving.shapes import Lettering, Part, RoundedBox, Shape, width_of_words, wrapped
from codenames_tui.game.ending.ending import headline_of
from codenames_tui.game.minds.minds import STEPS, CardBeliefs, minds_of
from codenames_tui.ui.lines.mixing import mixed
from codenames_tui.ui.prose.explanation import explanation
from codenames_tui.ui.prose.speech import parts
from codenames_tui.ui.wording import (
    clue_of,
    format_chance,
    format_end_of_turn,
    format_event,
    format_found,
    format_guess,
    format_silence,
    name_of,
    role_of,
)

WIDTH: Final = 960
HEIGHT: Final = 600
_MARGIN: Final = 24
_CARD: Final = (112, 78)
_GAP: Final = 10
_BOARD_TOP: Final = 142
_SIDE: Final = 652
_SIDE_WIDTH: Final = WIDTH - _SIDE - _MARGIN
_TALK_TOP: Final = 24
_TALK_BOTTOM: Final = 548
_BUBBLES_APART: Final = 8
_MOST_LINES: Final = 5
_LETTERS: Final = 15
_MINDS: Final = ("#c3a2f2", "#5fd0b8")
_SIGNS: Final = {
    GuessKind.CORRECT: "✓",
    GuessKind.NEUTRAL: "–",
    GuessKind.OPPONENT: "✗",
    GuessKind.ASSASSIN: "✗",
}


class Scenes:
    """The pictures of one game."""

    def __init__(self, record: EpisodeRecord, timeline: Timeline) -> None:
        self._record, self._timeline = record, timeline
        self._paint = colours()

    def at(self, position: int) -> list[Part]:
        """Return the parts of the picture after so many events."""
        state, staged = self._timeline.state_at(position), staged_turn(self._timeline, position)
        return [
            *self._score(state),
            self._stage(state, staged, position),
            *self._board(state, staged, position),
            *self._talk(state, staged, position),
            self._foot(state, position),
        ]

    def _score(self, state: GameState) -> Iterator[Part]:
        """Yield what both teams have left, and between them the chances."""
        for team, x in ((Team.RED, _MARGIN), (Team.BLUE, 484)):
            moves = state.turn.team is team and state.outcome is None
            edge = self._paint["accent"] if moves else ""
            text = f"{name_of(team)} {state.words_left(team)} left"
            yield (
                RoundedBox(x, 24, 140, 40, 20, self._paint[f"card-{team}"], edge),
                Lettering(x + 70, 50, 17, "#ffffff", text, 132, bold=True, centred=True),
            )
        if (chance := win_chance_at(state)) is None:
            return
        left, width = 226, 196
        cut = round(width * chance)
        yield (
            RoundedBox(left, 34, width, 20, 4, self._paint["card-blue"]),
            *((RoundedBox(left, 34, cut, 20, 4, self._paint["card-red"]),) if cut else ()),
            Lettering(left - 26, 49, 13, self._paint["team-red"], format_chance(chance), 44, bold=True, centred=True),
            Lettering(
                left + width + 28, 49, 13, self._paint["team-blue"], format_chance(1 - chance), 44, True, centred=True
            ),
        )

    def _stage(self, state: GameState, staged: StagedTurn, position: int) -> Part:
        """Return the clue and what came of it; at the end who won; before the first event who plays."""
        team, width = staged.turn.team, 600
        if state.outcome is not None:
            winner = state.winner
            fill = self._paint[f"card-{winner}"] if winner else self._paint["badge"]
            said, more = headline_of(state.outcome), format_end_of_turn(staged)
        elif not position:
            labels = self._record.labels_in_turn
            said, more, fill = " against ".join(one_line(labels[side], 40) for side in Team), "", self._paint["badge"]
        else:
            clue = staged.turn.clue
            fill = self._paint[f"card-{team}"]
            said = clue_of(clue, times="×") if clue else f"{name_of(team)}: no clue yet"
            more = " · ".join(text for text in (format_found(staged.turn), format_end_of_turn(staged)) if text)
        taken = min(width_of_words(said, 26, bold=True), 560)
        words = Lettering(_MARGIN + 18, 112, 26, "#ffffff", said, 564, bold=True)
        rest = 564 - taken - 20
        more_words = (
            (Lettering(_MARGIN + 18 + taken + 20, 111, 15, "#ffffff", more, rest),) if more and rest > 60 else ()
        )
        return (RoundedBox(_MARGIN, 78, width, 50, 10, fill), words, *more_words)

    def _board(self, state: GameState, staged: StagedTurn, position: int) -> Iterator[Part]:
        over = state.outcome is not None
        minds = () if over else minds_of(state._replace(turn=staged.turn))
        event = self._timeline.event_before(position)
        turned = state.board.find(event.word) if isinstance(event, Guess) else None
        width, height = _CARD
        for place, (word, card) in enumerate(state.board.key.items()):
            row, column = divmod(place, 5)
            x, y = _MARGIN + column * (width + _GAP), _BOARD_TOP + row * (height + _GAP)
            is_up = word in state.revealed
            fill, ink = self._card_colours(card, is_up=is_up, over=over)
            edge = self._paint["accent"] if is_up and word == turned else "" if is_up else self._paint["rule"]
            yield (
                RoundedBox(x, y, width, height, 9, fill, edge),
                *self._word(one_line(word), x, y, ink),
                *(self._bars(minds[place], x, y) if minds and not is_up else ()),
            )

    def _word(self, word: str, x: float, y: float, ink: str) -> Iterator[Shape]:
        width, height = _CARD
        lines = [word] if width_of_words(word, 15, bold=True) <= width - 12 else word.split(" ", 1)
        size = min(15.0, *((width - 12) * 15 / max(width_of_words(line, 15, bold=True), 1) for line in lines))
        top = y + height / 2 + 5 - 9 * (len(lines) - 1)
        for index, line in enumerate(lines):
            yield Lettering(
                x + width / 2, top + 18 * index, round(size, 1), ink, line, width - 8, bold=True, centred=True
            )

    def _card_colours(self, card: CardType, *, is_up: bool, over: bool) -> tuple[str, str]:
        if is_up:
            return self._paint[f"card-{card}"], self._paint[f"card-{card}-text"]
        if over:
            return mixed(self._paint[f"card-{card}"], self._paint["card"], 0.25), self._paint["card-text"]
        return self._paint["card"], self._paint["card-text"]

    def _bars(self, mind: CardBeliefs, x: float, y: float) -> Iterator[Shape]:
        """Yield what both guessers have said of a card, as bars along its foot."""
        room = _CARD[0] - 16
        for row, (belief, colour) in enumerate(zip((mind.first, mind.second), _MINDS, strict=True)):
            if belief.is_stated:
                steps = belief.steps or STEPS // 2
                yield RoundedBox(x + 8, y + _CARD[1] - 15 + 6 * row, max(round(room * steps / STEPS), 3), 4, 2, colour)

    def _talk(self, state: GameState, staged: StagedTurn, position: int) -> Iterator[Part]:
        """Yield what was said and done in the turn, from the top down, and as much of its end as there is room for."""
        room = float(_TALK_BOTTOM - _TALK_TOP)
        if state.outcome is not None:
            ending = self._ending(state)
            room -= _height(ending) + _GAP
            yield _moved(ending, _TALK_BOTTOM - _height(ending))
        start = self._timeline.start_of_turn(staged.turn.number)
        events = [event for event in self._timeline.events_between(start, position) if not isinstance(event, Clue)]
        bubbles: list[Part] = []
        for event in reversed(events):
            bubble = self._bubble(event)
            room -= _height(bubble)
            if room < 0:
                break
            room -= _BUBBLES_APART
            bubbles.insert(0, bubble)
        top = float(_TALK_TOP)
        for bubble in bubbles:
            yield _moved(bubble, top)
            top += _height(bubble) + _BUBBLES_APART

    def _bubble(self, event: Event) -> Part:
        """Return an event as it stands in the talk, at the top of the picture."""
        match event:
            case DiscussionMessage():
                return self._message(event)
            case Guess():
                text = f"{_SIGNS[event.result]} {format_guess(event)}"
                fill, ink = self._paint[f"card-{event.card}"], self._paint[f"card-{event.card}-text"]
            case _:
                text, fill, ink = format_event(event), self._paint["badge"], "#ffffff"
        width = min(width_of_words(text, _LETTERS, bold=True) + 36, _SIDE_WIDTH)
        x = _SIDE + (_SIDE_WIDTH - width) / 2
        words = Lettering(_SIDE + _SIDE_WIDTH / 2, 20, _LETTERS, ink, text, width - 20, bold=True, centred=True)
        return (RoundedBox(round(x), 0, round(width), 30, 15, fill), words)

    def _message(self, message: DiscussionMessage) -> Part:
        team = message.seat.team
        prose = " ".join(parts(clean(message.text)).prose)
        text = one_line(format_silence(message.skipped) if message.skipped is not None else prose)
        room = _SIDE_WIDTH - 50
        lines = wrapped(text, _LETTERS, room - 24, _MOST_LINES) or ["…"]
        agrees = "  ✓ agrees" if message.consensus and message.skipped is None else ""
        x = _SIDE + (50 if message.seat.role is Role.GUESSER_2 else 0)
        who = f"{name_of(team)} {role_of(message.seat)}{agrees}"
        return (
            RoundedBox(x, 0, room, 32 + 20 * len(lines), 10, self._paint["panel"]),
            Lettering(x + 12, 19, 12, self._paint[f"team-{team}"], who, room - 24, bold=True),
            *(
                Lettering(x + 12, 39 + 20 * index, _LETTERS, self._paint["foreground"], line, room - 24)
                for index, line in enumerate(lines)
            ),
        )

    def _ending(self, state: GameState) -> Part:
        lines = wrapped(one_line(explanation(state.outcome, self._timeline)), _LETTERS, _SIDE_WIDTH - 32, 7)
        winner = state.winner
        colour = self._paint[f"team-{winner}"] if winner else self._paint["foreground"]
        headline = headline_of(state.outcome) if state.outcome else ""
        return (
            RoundedBox(_SIDE, 0, _SIDE_WIDTH, 60 + 20 * len(lines), 12, self._paint["surface"], colour),
            Lettering(_SIDE + 16, 36, 26, colour, headline, _SIDE_WIDTH - 32, bold=True),
            *(
                Lettering(_SIDE + 16, 62 + 20 * index, _LETTERS, self._paint["foreground"], line, _SIDE_WIDTH - 32)
                for index, line in enumerate(lines)
            ),
        )

    def _foot(self, state: GameState, position: int) -> Part:
        last = len(self._timeline)
        width = WIDTH - 2 * _MARGIN
        done = round(width * position / last) if last else 0
        text = f"turn {state.turn.number} · event {position} of {last}"
        return (
            RoundedBox(_MARGIN, 584, width, 4, 2, self._paint["rule"]),
            *((RoundedBox(_MARGIN, 584, done, 4, 2, self._paint["accent"]),) if done else ()),
            Lettering(_SIDE, 573, 13, self._paint["muted"], text, _SIDE_WIDTH),
        )


def _height(part: Part) -> float:
    """Return how high the first shape of a part is, the box that holds the others."""
    first = part[0]
    return first.height if isinstance(first, RoundedBox) else first.size


def _moved(part: Part, down: float) -> Part:
    return tuple(shape._replace(y=shape.y + down) for shape in part)
