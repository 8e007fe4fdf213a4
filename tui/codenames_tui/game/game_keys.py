"""The keys of the game screen, and what each of them does in a few words."""

from typing import Final

from textual.binding import Binding, BindingType

_TENTHS: Final = [
    Binding(str(tenth), f"seek_tenth({tenth})", f"Go to {tenth * 10} %", id=f"game.tenth_{tenth}", show=False)
    for tenth in range(10)
]
GAME_KEYS: Final[list[BindingType]] = [
    Binding("space,f5", "play_or_pause", "Play or pause", id="game.toggle"),
    Binding(".,f6", "step", "Play one event", id="game.step"),
    Binding("left", "move(-1)", "One event back", id="game.back"),
    Binding("right", "move(1)", "One event forward", id="game.forward"),
    Binding("[,p", "move_turn(-1)", "Turn back", id="game.turn_back"),
    Binding("],n", "move_turn(1)", "Turn forward", id="game.turn_forward"),
    Binding("g,home", "seek_start", "Go to the start", id="game.start"),
    Binding("G,end,ctrl+end", "seek_end", "Go to the end and follow", id="game.end"),
    Binding("t", "ask_turn", "Jump to a turn", id="game.jump"),
    Binding("slash", "find", "Search what was said and done", id="game.find"),
    Binding("m", "move_mark(1)", "Next mark: a mistake or turning point", id="game.mark_forward"),
    Binding("M", "move_mark(-1)", "Previous mark", id="game.mark_back"),
    Binding("+,=", "change_pace(-1)", "Speed up", id="game.faster"),
    Binding("-", "change_pace(1)", "Slow down", id="game.slower"),
    Binding("s", "toggle_key", "Show the key, as a spymaster sees it", id="game.key"),
    Binding("h", "take_seat", "Take a seat, or give one back", id="game.seat"),
    Binding("f2", "take_seat", "Take a seat, or give one back", id="game.seat_while_typing", show=False),
    Binding("i", "inspect", "Inspect this decision", id="game.inspect"),
    Binding("P", "present", "Presenter mode for a projector", id="game.present"),
    Binding("o", "toggle_targets", "Show clue targets", id="game.targets"),
    Binding("f", "fork", "Fork: let others play on from here", id="game.fork"),
    Binding("c", "compare", "Compare this fork with its original", id="game.compare"),
    Binding("z", "zoom", "Zoom: one panel alone, or all", id="game.zoom"),
    Binding("W", "read_words", "Read the words of the board in full", id="game.words"),
    Binding("up", "scroll_transcript(-1)", "Scroll the transcript up", id="game.scroll_up"),
    Binding("down", "scroll_transcript(1)", "Scroll the transcript down", id="game.scroll_down"),
    Binding("pageup", "page_transcript(-1)", "Page the transcript up", id="game.page_up"),
    Binding("pagedown", "page_transcript(1)", "Page the transcript down", id="game.page_down"),
    *_TENTHS,
    Binding("r", "again(True)", "Rematch on this board, sides swapped", id="game.rematch"),
    Binding("N", "again(False)", "Next game", id="game.next"),
    Binding("e", "export", "Export: save, share, take a screenshot", id="game.export"),
    Binding("y", "copy", "Copy this clue or message (at either end, a summary)", id="game.copy"),
    Binding("D", "hide_tips", "Hide tips for good", id="game.hide_tips"),
    Binding("question_mark,f1", "help", "Help: keys and symbols", id="game.help"),
    Binding("escape", "back", "Give the seat back, or go back", id="game.home"),
    Binding("q", "back", "Go back", id="game.leave", show=False),
]
HELP_GROUPS: Final = {
    "Watch": (
        *("game.toggle", "game.step", "game.back", "game.forward", "game.turn", "game.start", "game.end", "game.jump"),
        *("game.mark", "game.faster", "game.slower", "game.find"),
    ),
    "Look": ("game.inspect", "game.targets", "game.key", "game.zoom", "game.words", "game.scroll", "game.page"),
    "Play": ("game.seat", "game.fork", "game.compare", "game.rematch", "game.next"),
    "Share": ("game.present", "game.export", "game.copy"),
    "Screen": ("game.",),
}
"""The groups of the help, with how the ids of their bindings begin; the first one that fits counts."""
