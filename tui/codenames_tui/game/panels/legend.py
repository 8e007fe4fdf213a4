"""What every symbol of a game means: on the board, beside it, in the story and on the bar below."""

from codenames_core.watch.markers import MarkerKind
from codenames_tui.game.panels.scrub_bar import signs_of
from codenames_tui.ui.lines.help import HelpGroup, HelpRow
from codenames_tui.ui.lines.lines import Glyphs

_MARKS = {
    MarkerKind.ASSASSIN: "the assassin was hit",
    MarkerKind.WRONG_GUESS: "a wrong guess",
    MarkerKind.ILLEGAL_CLUE: "an illegal clue",
    MarkerKind.SEAT_CHANGE: "a seat changed hands",
    MarkerKind.LEAD_CHANGE: "the other team takes the lead",
    MarkerKind.TURNING_POINT: "the turning point, in a finished game",
}


def legend(glyphs: Glyphs) -> tuple[HelpGroup, ...]:
    """Return the symbols as they are drawn with `glyphs`."""
    return (
        HelpGroup("Symbols on the cards", _cards(glyphs)),
        HelpGroup("Symbols of the score and the clue", _score(glyphs)),
        HelpGroup("Symbols of the talk and the story", _talk(glyphs)),
        HelpGroup("Symbols on the bar below", _bar(glyphs)),
    )


def _cards(glyphs: Glyphs) -> tuple[HelpRow, ...]:
    g = glyphs
    sides = [g.key_sides[at : at + 2] for at in range(0, 6, 2)]
    return (
        HelpRow(f"{g.red} {g.blue} {g.neutral} {g.assassin}", "revealed: red, blue, neutral, assassin"),
        HelpRow(f"{g.last_left} {g.last_right}", "the card revealed last"),
        HelpRow(f"{g.chance[0]} {g.chance[1]}", "how sure guesser 1 is, guesser 2 is"),
        HelpRow(g.speaks_for, "a guesser is for it, without a number"),
        HelpRow(g.disputed, "the guessers disagree about it"),
        HelpRow(g.mentioned, "the discussion mentions it"),
        HelpRow(g.aimed, "the clue is meant for it"),
        HelpRow("1 2 3", "the order of guesses, or of your picks"),
        HelpRow("r b n", "what a hidden card is (key shown)"),
        HelpRow(" ".join(sides), "red, blue, the assassin (key shown)"),
    )


def _score(glyphs: Glyphs) -> tuple[HelpRow, ...]:
    return (
        HelpRow(f"{glyphs.found} {glyphs.missing}", "a word found, a word left"),
        HelpRow(glyphs.to_move, "whose turn it is; what is selected"),
        HelpRow(glyphs.bars.strip(), "words found in each turn so far"),
        HelpRow(f"{glyphs.hit} {glyphs.open}", "a word of the clue: found, still open"),
        HelpRow("+1", "found beyond what the clue promised"),
    )


def _talk(glyphs: Glyphs) -> tuple[HelpRow, ...]:
    g = glyphs
    return (
        HelpRow(f"{g.voice[0]} {g.voice[1]}", "guesser 1 speaks, guesser 2 speaks"),
        HelpRow(g.right, "a right guess; a guesser who agrees"),
        HelpRow(g.harmless, "a neutral card was guessed"),
        HelpRow(g.wrong, "a card of the other team was guessed"),
        HelpRow(g.assassin, "the assassin was hit"),
        HelpRow(g.illegal, "a word lost by an illegal clue"),
        HelpRow(f"{g.aimed}2/3", "how many of the targets were found"),
    )


def _bar(glyphs: Glyphs) -> tuple[HelpRow, ...]:
    marks = signs_of(glyphs)
    return (
        HelpRow(glyphs.cursor, "where you look"),
        HelpRow(f"{glyphs.red} {glyphs.blue}", "a turn of that team begins"),
        *(HelpRow(marks[kind], what) for kind, what in _MARKS.items()),
        HelpRow(glyphs.tick, "a mark where you have not been yet"),
    )
