"""A turn of two games beside each other: the clues, what was guessed with which result, and what was said."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, assert_never

from codenames_core.game.events import (
    Clue,
    DiscussionMessage,
    Event,
    Guess,
    GuessKind,
    Pass,
    Reveal,
    UnknownEvent,
)
from codenames_core.game.timeline import Timeline
from codenames_metrics.game.side_by_side import TurnPair
from codenames_tui.game.forks.games import TwoGames
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, fit, team_style, width_of, wrap
from codenames_tui.ui.prose.speech import parts
from codenames_tui.ui.wording import (
    clue_of,
    format_pass,
    format_reveal,
    format_silence,
    format_unknown,
    name_of,
    role_of,
)

GAP: Final = 3
"""Cells between two columns."""
_HANG: Final = 2


class TurnHalf(NamedTuple):
    """What one game has of a turn."""

    shared: Sequence[Event]
    """What happened in it before the games part."""
    own: Sequence[Event]
    at: int
    """Number of events before the first own one."""
    notes: frozenset[int] = frozenset()
    """Indexes of events that do not follow from those before them."""


def halves_of(games: TwoGames, pair: TurnPair) -> tuple[TurnHalf, TurnHalf]:
    """Return what both games have of a turn."""
    first, second = games.sides
    return (
        _half(first.timeline, pair.number, pair.first, pair.first_at),
        _half(second.timeline, pair.number, pair.second, pair.second_at),
    )


def _half(timeline: Timeline, number: int, own: Sequence[Event], at: int) -> TurnHalf:
    if not own:
        return TurnHalf((), (), at)
    begin = timeline.start_of_turn(number)
    return TurnHalf(timeline.events_between(begin, at), own, at, frozenset(timeline.notes))


def turn_heading(pair: TurnPair, width: int, glyphs: Glyphs, *, chosen: bool = False) -> Line:
    """Return the line above a turn, in the colour of its team; it is marked where the boards show the turn."""
    event = next(event for event in (*pair.first, *pair.second))
    team = None if isinstance(event, UnknownEvent) else event.team
    mark = Span(f"{glyphs.to_move} " if chosen else f"{glyphs.rule} ", "accent" if chosen else "rule")
    text = f"turn {pair.number}" + (f" {glyphs.dot} {name_of(team)} " if team else " ")
    title = Span(text, f"{team_style(team)}-strong" if team else "strong")
    return (*fit((mark, title), len(text) + 2), Span(glyphs.rule * max(width - len(text) - 2, 0), "rule"))


def moves_of(half: TurnHalf, glyphs: Glyphs) -> list[Line]:
    """Return the clue of a turn and what came of each guess, one after the other; what both games share is dim."""
    if not half.own:
        return [(Span("the game is over", "dim"),)]
    moves: list[Line] = [tuple(Span(span.text, "dim") for span in _move(event, glyphs)) for event in half.shared]
    for index, event in enumerate(half.own, half.at):
        moves.append(_move(event, glyphs))
        if index in half.notes:
            moves.append((Span(f"{glyphs.wrong} does not fit", "bad"),))
    return [move for move in moves if move]


def _move(event: Event, glyphs: Glyphs) -> Line:
    match event:
        case Clue():
            return (Span(clue_of(event, glyphs.line).upper(), f"{team_style(event.team)}-strong"),)
        case DiscussionMessage():
            return ()
        case Guess():
            right = event.result is GuessKind.CORRECT
            sign = Span(f"{sign_of(event, glyphs)} ", "good" if right else "bad")
            return sign, Span(glyphs.line(event.word), event.card.value)
        case Pass():
            return (Span(format_pass(event).removeprefix(name_of(event.team)).strip(), "dim"),)
        case Reveal():
            return (Span(f"{glyphs.illegal} {format_reveal(event, glyphs.line)}", "warn"),)
        case UnknownEvent():
            return (Span(format_unknown(event, glyphs.line), "dim"),)
        case _:
            assert_never(event)


def packed(moves: Sequence[Line], width: int) -> list[Line]:
    """Return moves in lines of at most `width` cells, as many in each as fit; none is broken, one alone may be cut."""
    lines: list[Line] = []
    for move in moves:
        longer = (*lines[-1], Span(" " * _HANG), *move) if lines else move
        if lines and width_of(longer) <= width:
            lines[-1] = longer
        else:
            hung = (Span(" " * _HANG), *move) if lines else move
            lines.append(hung if width_of(hung) <= width else fit(hung, width))
    return lines


def sign_of(guess: Guess, glyphs: Glyphs) -> str:
    """Return the sign of what came of a guess: right, harmless, wrong, or the assassin."""
    match guess.result:
        case GuessKind.CORRECT:
            return glyphs.right
        case GuessKind.NEUTRAL:
            return glyphs.harmless
        case GuessKind.OPPONENT:
            return glyphs.wrong
        case GuessKind.ASSASSIN:
            return glyphs.assassin
        case _:
            assert_never(guess.result)


def speech_lines(half: TurnHalf, width: int, glyphs: Glyphs) -> Iterator[Line]:
    """Yield what the guessers say in the game's own part of a turn, with whether they agree."""
    for event in half.own:
        if isinstance(event, DiscussionMessage):
            yield from wrap(_speech(event, glyphs), width, _HANG)


def _speech(event: DiscussionMessage, glyphs: Glyphs) -> Line:
    who = Span(f"{role_of(event.seat).capitalize()}: ", team_style(event.team))
    if event.skipped is not None:
        return who, Span(format_silence(event.skipped, glyphs.line), "dim")
    said = Span(" ".join(parts(glyphs.text(event.text)).prose) + " ")
    agrees = Span(f"{glyphs.right} agrees", "good") if event.consensus else Span("(undecided)", "dim")
    return who, said, agrees


def turn_lines(games: TwoGames, pair: TurnPair, width: int, glyphs: Glyphs, *, spoken: bool) -> Iterator[Line]:
    """Yield a turn of both games in two columns, together `width` cells wide; with the discussions if `spoken`."""
    column = column_width(width)
    halves = halves_of(games, pair)
    yield from beside((packed(moves_of(half, glyphs), column) for half in halves), column)
    if spoken:
        yield from beside((list(speech_lines(half, column, glyphs)) for half in halves), column)


def column_width(width: int) -> int:
    """Return how wide each of two columns is."""
    return max((width - GAP) // 2, 18)


def beside(columns: Iterable[Sequence[Line]], width: int) -> Iterator[Line]:
    """Yield two columns beside each other, the left one `width` cells wide."""
    left, right = columns
    for here, there in zip_longest(left, right, fillvalue=EMPTY):
        yield (*fit(here, width), Span(" " * GAP), *there)
