"""The game screen: board, turn, discussion, transcript and score at one position of a game.

A live game is a replay that is still growing, so the same screen shows both. It holds a cursor, turns keys into moves
of it, and passes values down; what the values look like is decided in `codenames_tui.views`.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import var
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from codenames_core.state import Phase
from codenames_core.text import one_line
from codenames_tui.messages import Answered, CardClicked, CardPointedAt, GoTo, Inspected, KeyChosen, PlayAgain, Sought
from codenames_tui.screens.dialogs import ConfirmLeaving, JumpToTurn, KeyHelp
from codenames_tui.screens.inspecting import HINTS as INSPECTING
from codenames_tui.screens.inspecting import Inspecting
from codenames_tui.screens.keys_now import Hint, all_keys, hints, press
from codenames_tui.screens.kin import Kin
from codenames_tui.screens.listening import Listening
from codenames_tui.screens.playing import Game, LiveGame, RecordedGame
from codenames_tui.screens.presenting import NOTHING_PRIVATE, Presenting
from codenames_tui.screens.taking_part import TakingPart
from codenames_tui.shell import resume_command, saved_line
from codenames_tui.views.board import is_shortened, place_of, shape_for, table_of, with_picks
from codenames_tui.views.discussion import discussion_entries
from codenames_tui.views.failing import failure_entries
from codenames_tui.views.keys import KeyHint
from codenames_tui.views.lines import UNICODE, Glyphs
from codenames_tui.views.marks import mark_told, next_mark
from codenames_tui.views.notes import ABOUT_FILE, note_entries
from codenames_tui.views.paper import Entry
from codenames_tui.views.score import score_of
from codenames_tui.views.sight import EVERYTHING, Sight
from codenames_tui.views.speaking import Speaking, with_words_so_far
from codenames_tui.views.status import Status, Watching
from codenames_tui.views.summary import TITLE, summary_entries
from codenames_tui.views.targets import Aim, with_aim
from codenames_tui.views.timeline import Timeline
from codenames_tui.views.totals import team_totals, totals_in_words
from codenames_tui.views.transcript import transcript_entry
from codenames_tui.views.turn import Moment
from codenames_tui.widgets.board import BoardPanel
from codenames_tui.widgets.key_line import KeyLine
from codenames_tui.widgets.panels import ScorePanel, ScrubBar, StatusLine, TurnPanel
from codenames_tui.widgets.paper import Paper
from codenames_tui.widgets.too_small import SMALLEST, TooSmall, mark_size

if TYPE_CHECKING:  # most games are played here, or were
    from codenames_tui.screens.watching import FollowedGame

_TENTHS: Final = [
    Binding(str(tenth), f"seek_tenth({tenth})", f"Go to {tenth * 10} %", id=f"game.tenth_{tenth}", show=False)
    for tenth in range(10)
]
_LAYOUTS: Final = ("both", "discussion", "transcript")


class GameScreen(Screen[None]):
    """Shows a game.

    Args:
        game: the game, live or recorded.
        glyphs: what is drawn with.
        journal: where a live game is written down while it is played.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play_or_pause", "Pause, or play on", id="game.toggle"),
        Binding(".", "step", "One event on", id="game.step"),
        Binding("left", "move(-1)", "One event back", id="game.back"),
        Binding("right", "move(1)", "One event forward", id="game.forward"),
        Binding("[,p", "move_turn(-1)", "Turn back", id="game.turn_back"),
        Binding("],n", "move_turn(1)", "Turn forward", id="game.turn_forward"),
        Binding("g,home", "seek_start", "Go to the start", id="game.start"),
        Binding("G,end", "seek_end", "Go to the end and follow", id="game.end"),
        Binding("t", "ask_turn", "Jump to a turn", id="game.jump"),
        Binding("m", "move_mark(1)", "Next marked place", id="game.mark_forward"),
        Binding("M", "move_mark(-1)", "Marked place before", id="game.mark_back"),
        Binding("+,=", "change_pace(-1)", "Faster", id="game.faster"),
        Binding("-", "change_pace(1)", "Slower", id="game.slower"),
        Binding("s", "toggle_key", "Show the key, as a spymaster", id="game.key"),
        Binding("h", "take_seat", "Take a seat, or give one back", id="game.seat"),
        Binding("f2", "take_seat", "Take a seat, or give one back", id="game.seat_while_typing", show=False),
        Binding("i", "inspect", "Look at a decision from the inside", id="game.inspect"),
        Binding("P", "present", "Presenter mode, for a projector", id="game.present"),
        Binding("o", "toggle_targets", "Show what clues are meant for", id="game.targets"),
        Binding("f", "fork", "Fork: play another line from here", id="game.fork"),
        Binding("c", "compare", "Compare a fork with its parent", id="game.compare"),
        Binding("z", "zoom", "Discussion, transcript, or both", id="game.zoom"),
        Binding("up", "scroll_transcript(-1)", "Scroll the transcript up", id="game.scroll_up"),
        Binding("down", "scroll_transcript(1)", "Scroll the transcript down", id="game.scroll_down"),
        Binding("pageup", "page_transcript(-1)", "Page the transcript up", id="game.page_up"),
        Binding("pagedown", "page_transcript(1)", "Page the transcript down", id="game.page_down"),
        *_TENTHS,
        Binding("r", "again(True)", "Rematch on this board, sides swapped", id="game.rematch"),
        Binding("N", "again(False)", "Next game", id="game.next"),
        Binding("e", "export", "Export this game to a file", id="game.export"),
        Binding("y", "copy", "Copy this clue or message; at both ends, the game in short", id="game.copy"),
        Binding("question_mark,f1", "help", "Show all keys", id="game.help"),
        Binding("escape", "back", "Give the seat back; else back to where you came from", id="game.home"),
        Binding("q", "leave", "Quit", id="game.leave"),
    ]

    key_shown: var[bool] = var(False, init=False)

    def __init__(self, game: "Game | FollowedGame", *, glyphs: Glyphs = UNICODE, journal: Path | None = None) -> None:
        super().__init__()
        self.game = game
        self.source: Path | None = None
        """The file of a recorded game."""
        self.among: tuple[str, ...] = ()
        """The files of the list that it was chosen from, in their order."""
        self.glyphs = glyphs
        self._journal = journal
        self._entries: list[Entry] = []
        self._seen = 0
        self._decided = 0
        """How many decisions led to the position."""
        self._hinted: tuple[bool, ...] | None = None
        """How the game stood when the keys at the foot were chosen: running, over, asking a person, inspected,
        its key for whoever wants it."""
        self._message = game.message
        self._layout = 0
        self._part = TakingPart(self)
        self._inspecting = Inspecting(self)
        self._presenting = Presenting(self)
        self._listening = Listening(self)
        self.kin = Kin(self)
        self._aim: Aim | None = None
        self._shown_sight, self._shown_replay = EVERYTHING, game.replay
        self._playback: Timer | None = None
        self._seconds: Timer | None = None
        self.counts_seconds = False
        self.board = BoardPanel(glyphs=glyphs, id="board")
        self.score = ScorePanel(glyphs=glyphs, id="score")
        self.turn = TurnPanel(glyphs=glyphs, id="turn")
        self.discussion = Paper("Discussion", glyphs=glyphs, id="discussion")
        self.transcript = Paper("Transcript", glyphs=glyphs, id="transcript")
        self.scrub_bar = ScrubBar(glyphs=glyphs, id="timeline")
        self.status = StatusLine(glyphs=glyphs, id="status")
        self.key_line = KeyLine(glyphs=glyphs, id="keys")

    def compose(self) -> ComposeResult:
        """Lay out the panels; how large they are is up to the style sheet and the size of the terminal."""
        with Vertical(id="game"):
            with Horizontal(id="table"):
                yield self.board
                with Vertical(id="side"):
                    yield self.score
                    yield self.turn
            with Horizontal(id="talk"):
                yield self.discussion
                yield self.transcript
            yield self.scrub_bar
            yield self.status
            yield self.key_line
        yield TooSmall(glyphs=self.glyphs)

    def on_mount(self) -> None:
        """Show the game, and begin to play it if it is live."""
        self.show_position()
        self._seconds = self.set_interval(1.0, self.show_moment, pause=True)
        self._listening.begin()
        if isinstance(self.game, LiveGame):
            self.run_worker(self._follow(self.game), group="follow")
            self.run_worker(self.game.play(), group="play")
        elif not isinstance(self.game, RecordedGame):
            self._play_back()
            self.run_worker(self.game.follow(self.show_position), group="follow")
        if self.kin.has_hindsight:
            self.run_worker(self.kin.find_parent(), group="kin")

    def on_resize(self) -> None:
        """Give way to a note where the game does not fit."""
        mark_size(self, SMALLEST)

    async def _follow(self, game: LiveGame) -> None:
        while not game.over:
            await game.changed()
            game.take_new_events()
            if self.game.over and self._message == game.message:
                self._message = ""  # how the game began is no news at its end; where it was saved is
            self.show_position()

    def show_position(self) -> None:
        """Pass the position down to the panels."""
        replay, sight = self.game.replay, self._part.sight
        state = sight.state(replay.state)
        ended = replay.at_end and self.game.over
        if sight.unheard != self._shown_sight.unheard or replay is not self._shown_replay:
            self._entries.clear()
        self._shown_sight, self._shown_replay = sight, replay
        self._seen = max(self._seen, replay.cursor)
        key_shown = self.key_shown or ended if sight.key is None else sight.key
        speaking = self._listening.speaking(sight)
        table = table_of(with_words_so_far(state, speaking), replay.last_event, self.glyphs, key_shown=key_shown)
        self._aim = self.kin.aim(sight)
        if self._aim is not None:
            table = with_aim(table, self._aim, state.board)
        picking = self._part.picking
        self.board.table = with_picks(table, picking.cursor, picking.picks) if picking else table
        self._decided = self.game.decisions.count_at(replay.cursor, at_end=replay.at_end)
        took = team_totals(self.game.decisions, self._decided, self.glyphs)
        labels = {team: self.glyphs.line(name) for team, name in self.game.labels.items()}
        self.score.score = score_of(replay, labels, took)
        self._show_talk(speaking, key_shown=key_shown, ended=ended)
        self._extend_transcript()
        self.transcript.show(self._entries, replay.cursor)
        marked = self.game.marked(private=sight.private)
        starting = state.config.starting_team
        self.scrub_bar.timeline = Timeline(len(replay), replay.cursor, replay.turn_starts, starting, marked)
        self.show_moment()
        self._show_status()
        self._part.show()
        self._inspecting.show(sight)
        if (
            mood := (
                self.game.running,
                self.game.over,
                self._part.is_asking,
                self._inspecting.has_focus,
                sight.key is None,
            )
        ) != self._hinted:
            self._hinted = mood
            self.key_line.hints = self._hints()

    def _show_talk(self, speaking: Speaking | None, *, key_shown: bool, ended: bool) -> None:
        """Show what was said in this turn; at the end of a finished game, how well it was played, and who failed."""
        state = self.game.replay.state
        metrics = self.game.metrics if ended and self.game.outcome else None
        if self.game.notes and not self.game.replay.cursor:
            self.discussion.entitle(ABOUT_FILE)
            self.discussion.show(note_entries(self.game.notes, self.glyphs))
            return
        self.discussion.entitle(TITLE if metrics else "Discussion")
        if metrics:
            entries = summary_entries(metrics, state.board, self.glyphs)
        else:
            entries = discussion_entries(self._shown_sight.state(state), self.glyphs, speaking, key_shown=key_shown)
        if ended:
            entries += failure_entries(self.game.decisions.traces, self.glyphs)
        self.discussion.show([*entries, *self.kin.hindsight(ended=ended)])

    def _extend_transcript(self) -> None:
        replay = self.game.replay
        if len(self._entries) == len(replay):
            return
        events = replay.events
        turns = {start: number for number, start in enumerate(replay.turn_starts, 1)}
        for index in range(len(self._entries), len(replay)):
            event, note = self._shown_sight.event(events[index]), replay.notes.get(index)
            before = self.kin.lines_before(index)
            self._entries.append(transcript_entry(event, self.glyphs, turn=turns.get(index), note=note, before=before))

    def show_moment(self) -> None:
        """Pass the turn down, with the seconds that an open question has been waiting."""
        game, replay = self.game, self.game.replay
        sight = self._shown_sight
        asked, waiting = (sight.asked(game.asked), sight.waiting(game.waiting)) if replay.at_end else (None, None)
        ended = replay.at_end and game.over
        self.turn.moment = Moment(
            sight.state(replay.state),
            sight.event(replay.last_event) if replay.last_event else None,
            asked,
            waiting,
            outcome=game.outcome if ended else replay.state.outcome,
            ends_here="The record ends here: the game was not finished." if ended and not game.outcome else "",
            kept=(game.trouble or (f"saved as {game.saved}" if game.saved else "")) if ended else "",
            aim=self._aim,
            aim_shown=self.kin.shows_targets(sight),
        )
        self._presenting.show(self.turn.moment, self.score.score, self._listening.speaking(sight))
        self.counts_seconds = asked is not None or waiting is not None
        if self._seconds is not None:
            (self._seconds.resume if self.counts_seconds else self._seconds.pause)()

    def _show_status(self) -> None:
        game, replay = self.game, self.game.replay
        self.status.status = Status(
            game.watching,
            game.running,
            game.pace,
            game.over,
            replay.cursor,
            len(replay),
            replay.state.turn.number,
            len(replay.turn_starts),
            new=0 if game.watching is Watching.REPLAY else len(replay) - self._seen,
            key_shown=self.key_shown,
            blind=replay.state.config.blind,
            message=self._message
            or (game.trouble if replay.at_end or not game.over else "")
            or self._shortened_words(),
            saved=game.saved if replay.at_end else "",
            flags=game.flags,
            totals=() if self._presenting.is_on else totals_in_words(game.decisions.spent(self._decided), self.glyphs),
        )

    def _shortened_words(self) -> str:
        """Return the whole of every word that does not fit on its card."""
        width = shape_for(*self.app.size).card_width
        words = [
            f"{place_of(index)} {card.word}"
            for index, card in enumerate(self.board.table)
            if is_shortened(card.word, width, self.glyphs)
        ]
        return ", ".join(words)

    @property
    def is_presented(self) -> bool:
        """Whether people look who shall see nothing private."""
        return self._presenting.is_on

    def say(self, message: str) -> None:
        """Show `message` in the status line until the next move."""
        self._message = message
        self._show_status()

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where the file of the game lies, if it has one."""
        return tuple(path.parent for path in (self.source, self._journal) if path)

    # Moving the cursor

    def unsay(self) -> None:
        """Show the position, and say nothing more of what was done before."""
        self._message = ""
        self.show_position()

    def action_move(self, events: int) -> None:
        """Move by events."""
        self.game.replay.step(events)
        self.unsay()

    def action_move_turn(self, turns: int) -> None:
        """Move by turns."""
        self.game.replay.step_turn(turns)
        self.unsay()

    def action_move_mark(self, steps: int) -> None:
        """Move to the next marked place, or to the one before."""
        replay = self.game.replay
        marked = self.game.marked(private=self._shown_sight.private)
        position = next_mark(marked, replay.cursor, steps)
        if position is None:
            self.say(f"Nothing is marked {'after' if steps > 0 else 'before'} this place.")
            return
        replay.seek(position)
        self.unsay()
        self.say(mark_told(marked, position, replay, self.glyphs))

    def action_seek_tenth(self, tenth: int) -> None:
        """Move to a tenth of the game."""
        self.game.replay.seek(len(self.game.replay) * tenth // 10)
        self.unsay()

    def action_seek_start(self) -> None:
        """Move to the start."""
        self.game.replay.seek(0)
        self.unsay()

    def action_seek_end(self) -> None:
        """Move to the end; a live game is followed from there on."""
        self.game.replay.seek(len(self.game.replay))
        self.transcript.follow()
        self.unsay()

    def on_sought(self, message: Sought) -> None:
        """Move to where somebody clicked."""
        self.game.replay.seek(message.position)
        self.unsay()

    def action_ask_turn(self) -> None:
        """Ask for a turn and move there."""
        self.app.push_screen(JumpToTurn(len(self.game.replay.turn_starts)), self._jump)

    def _jump(self, turn: int | None) -> None:
        if turn is not None:
            self.game.replay.seek_turn(turn)
            self.unsay()

    # Playing

    def action_play_or_pause(self) -> None:
        """Pause, or play on."""
        if isinstance(self.game, LiveGame) and self.game.over:
            self.say("The game is over.")
            return
        began_anew = self.game.watching is Watching.REPLAY and self.game.replay.at_end
        self.game.toggle()
        self._play_back()
        self.unsay()
        if began_anew:
            self.say("Playing again from the start.")

    def action_step(self) -> None:
        """Go on by one event."""
        self.game.step()
        self.unsay()

    def action_change_pace(self, steps: int) -> None:
        """Play slower or faster."""
        self.game.change_pace(steps)
        self._play_back()
        self.unsay()

    def _play_back(self) -> None:
        """Have a recorded game move by itself, at its pace, for as long as it runs."""
        if self._playback is not None:
            self._playback.stop()
            self._playback = None
        if self.game.watching is not Watching.LIVE and self.game.running and self.game.pace:
            self._playback = self.set_interval(self.game.pace, self.play_one)

    def play_one(self) -> None:
        """Show the next event of a recorded game that plays by itself; at the end it stays there."""
        if self.game.replay.at_end and not self.game.over:
            return
        self.game.replay.step()
        self._message = ""
        if self.game.replay.at_end and self.game.running and self.game.over:
            self.game.toggle()
            self._play_back()
            self._message = "This is the end; space plays it again."
        self.show_position()

    # Looking

    def watch_key_shown(self) -> None:
        """Turn the cards' tint on or off."""
        self.unsay()

    def action_toggle_key(self) -> None:
        """Show or hide what the hidden cards are."""
        if self._part.sight.key is not None:
            self.say(self.game.why_withheld)
            return
        self.key_shown = not self.key_shown

    def action_inspect(self) -> None:
        """Show how a decision came about, or put that away."""
        if self._presenting.is_on:
            self.say(NOTHING_PRIVATE)
            return
        self._inspecting.toggle(self._part.sight)

    def on_inspected(self, message: Inspected) -> None:
        """Go to another decision."""
        self._inspecting.move(message.steps)
        self.unsay()

    def action_present(self) -> None:
        """Show the game to people who sit far away, or stop doing so."""
        self._inspecting.put_away()
        self._presenting.toggle()
        self.unsay()

    def action_toggle_targets(self) -> None:
        """Show or hide what clues are meant for."""
        self.kin.toggle_targets(self._part.sight)

    def action_fork(self) -> None:
        """Ask who plays on from here, in another line of the game."""
        self.kin.fork()

    def action_compare(self) -> None:
        """Show this game beside the one that it was forked from."""
        self.kin.compare()

    def action_zoom(self) -> None:
        """Give the lower half to the discussion, to the transcript, or to both."""
        self._layout = (self._layout + 1) % len(_LAYOUTS)
        for index, layout in enumerate(_LAYOUTS):
            self.set_class(index == self._layout, f"-only-{layout}")

    def action_scroll_transcript(self, lines: int) -> None:
        """Scroll the transcript by lines."""
        self.transcript.action_scroll_lines(lines)

    def action_page_transcript(self, pages: int) -> None:
        """Scroll the transcript by pages; while a person answers, what was said, which stands in its place."""
        (self.discussion if self._part.is_asking else self.transcript).action_scroll_pages(pages)

    # Taking part

    def action_take_seat(self) -> None:
        """Take a seat in the game, or give one back."""
        self._part.choose_seat()

    def show_answer_panel(self, panel: Widget | None) -> None:
        """Show the panel in which a person answers, in the place of the transcript; none puts it away."""
        self.set_class(panel is not None, "-answering")
        if panel is not None:
            self.query_one("#talk").mount(panel)
        else:
            self.set_focus(None)

    def on_answered(self, message: Answered) -> None:
        """Give the answer to the game."""
        self._part.answer(message.answer)

    def on_picked(self) -> None:
        """Show what is picked on the board."""
        self.show_position()

    def on_card_clicked(self, message: CardClicked) -> None:
        """Pick the card, where cards are being picked."""
        self._part.pick(message.index)

    def on_card_pointed_at(self, message: CardPointedAt) -> None:
        """Say which card the mouse is on, where its word is shortened."""
        table = self.board.table
        if message.index is None or message.index >= len(table):
            self.say("")
            return
        word = table[message.index].word
        shortened = is_shortened(word, self.board.shape.card_width, self.glyphs)
        self.say(f"{place_of(message.index)} {word}" if shortened else "")

    # Handing on

    @property
    def sight(self) -> Sight:
        """What may be seen by whoever looks."""
        return self._part.sight

    def action_export(self) -> None:
        """Write the game to a file."""
        from codenames_tui.screens import sharing

        sharing.export(self)

    def action_copy(self) -> None:
        """Copy what is looked at."""
        from codenames_tui.screens import sharing

        sharing.copy(self)

    # Keys

    def more_commands(self) -> Iterator[SystemCommand]:
        """Offer what no single key does."""
        for number in range(1, len(self.game.replay.turn_starts) + 1):
            yield SystemCommand(f"Jump to turn {number}", "Go there", partial(self._jump, number))

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what the key does."""
        await press(self, message.id)

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(KeyHelp(self._all_keys(), self.glyphs))

    def _all_keys(self) -> list[tuple[str, str]]:
        keys = all_keys(self, self.glyphs, "game.", without="game.tenth_")
        return [*keys, ("0-9", "Go to that tenth of the game"), ("tab", "Choose the panel that scrolls")]

    def _hints(self) -> tuple[KeyHint, ...]:
        go_on = "pause" if self.game.running else "play"
        sight = self._part.sight
        wanted = [
            Hint(("game.toggle",), go_on),
            Hint(("game.back", "game.forward"), "event"),
            Hint(("game.turn_back", "game.turn_forward"), "turn"),
            *([Hint(("game.mark_forward", "game.mark_back"), "mark")] if self.game.watching is Watching.REPLAY else []),
            *([Hint(("game.key",), "key")] if sight.key is None else []),
            *(
                [Hint(("game.seat",), "play" if sight.key is None else "seats")]
                if self.game.watching is Watching.LIVE and not self.game.over
                else []
            ),
            *([Hint(("game.fork",), "fork")] if self.game.watching is Watching.REPLAY else []),
            Hint(("game.compare",), "compare") if self.game.parent and self.game.over else Hint(("game.zoom",), "zoom"),
            Hint(("game.help",), "help"),
            Hint(("game.leave",), "quit"),
        ]
        if self._inspecting.has_focus:
            wanted = [*INSPECTING, wanted[-1]]
        elif self._part.is_asking:  # most keys are letters of the answer now
            give_back = Hint(("game.home",), "give the seat back")
            wanted = [Hint(("game.seat_while_typing",), "seats"), give_back, Hint(("app.leave",), "quit")]
        elif self.game.watching is Watching.LIVE and not self.game.over:
            wanted.insert(1, Hint(("game.step",), "step"))
        elif self.game.over and self.game.watching is Watching.LIVE:
            again = [
                Hint(("game.rematch",), "rematch"),
                Hint(("game.next",), "next game"),
                *([Hint(("game.compare",), "compare")] if self.game.parent else [Hint(("game.fork",), "fork")]),
                Hint(("game.home",), "home"),
            ]
            wanted = [*again, *wanted[1:3], *wanted[-2:]]
        return hints(self, wanted, self.glyphs)

    @property
    def is_live(self) -> bool:
        """Whether this is, or was, a game that is played, and no recording."""
        return isinstance(self.game, LiveGame)

    @property
    def what_was_kept(self) -> str:
        """Where the game was saved; or what was wrong with it, and how to go on."""
        if self.game.saved:
            return saved_line(Path(self.game.saved))
        go_on = f"to go on with this game: {resume_command(self._journal)}" if self._journal else ""
        return "\n".join(line for line in (one_line(self.game.trouble), go_on) if line)

    @property
    def unfinished(self) -> bool:
        """Whether leaving now would leave a game that is being played."""
        return self.is_live and not self.game.over and self.game.replay.last_state.phase is not Phase.OVER

    def action_again(self, swapped: bool) -> None:
        """Play another game: the same board with sides swapped, or a new one; after a replay, open the next."""
        if self.unfinished:
            self.say("This game is not over; leave it first.")
        else:
            self.post_message(PlayAgain(swapped=swapped))

    def action_back(self) -> None:
        """Give the seat that is asked back to its agent; else leave presenter mode; else go back."""
        if self._part.is_asking:
            self._part.leave_seat()
        elif self._presenting.is_on:
            self.action_present()
        else:
            self.action_leave("back")

    def action_leave(self, place: str = "quit") -> None:
        """Leave; a game that is not over only after asking."""
        if not self.unfinished:
            self.post_message(GoTo(place))
            return

        def leave(sure: bool | None) -> None:
            if sure:
                self.post_message(GoTo(place))

        self.app.push_screen(ConfirmLeaving(self._journal, self.glyphs), leave)
