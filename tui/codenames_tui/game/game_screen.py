"""The game screen: board, turn, discussion, transcript and score at one position of a game.

A live game is a replay that is still growing, so the same screen shows both. It holds a cursor, turns keys into moves
of it, and passes values down; what the values look like is decided in `codenames_tui.ui.lines`.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult, SystemCommand
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from codenames_core.game.state import Phase
from codenames_core.text.sanitiser import one_line
from codenames_tui.game.board.board_lines import is_shortened, place_of, shape_for, table_of, with_picks
from codenames_tui.game.board.board_panel import BoardPanel
from codenames_tui.game.board.targets import Aim, with_aim
from codenames_tui.game.cursor_screen import CursorScreen
from codenames_tui.game.ending.failures import failure_entries
from codenames_tui.game.ending.summary import TITLE, summary_entries
from codenames_tui.game.forks.fork_actions import ForkActions
from codenames_tui.game.game_keys import GAME_KEYS
from codenames_tui.game.inspector.inspecting import Inspecting
from codenames_tui.game.inspector.totals import team_totals, totals_in_words
from codenames_tui.game.panels.footer_keys import FooterContext, foot
from codenames_tui.game.panels.panels import ScorePanel, ScrubBar, StatusLine, TurnPanel
from codenames_tui.game.panels.score import score_of
from codenames_tui.game.panels.status import Status, Watching
from codenames_tui.game.panels.timeline import ScrubBarContent
from codenames_tui.game.panels.turn import Moment
from codenames_tui.game.seats.disclosure import EVERYTHING, Disclosure
from codenames_tui.game.seats.taking_part import TakingPart
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.game.stage.presenting import NOTHING_PRIVATE, Presenting
from codenames_tui.game.talk.discussion import discussion_entries
from codenames_tui.game.talk.listening import Listening
from codenames_tui.game.talk.notes import ABOUT_FILE, note_entries
from codenames_tui.game.talk.speaking import Speaking, with_words_so_far
from codenames_tui.game.talk.transcript import further_entries
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.lines.paper import Entry
from codenames_tui.ui.messages import Answered, CardClicked, CardPointedAt, GoTo, Inspected, KeyChosen, PlayAgain
from codenames_tui.ui.screens.active_keys import all_keys, hints, key_of, press
from codenames_tui.ui.shell import resume_command, saved_line
from codenames_tui.ui.widgets.key_line import KeyLine
from codenames_tui.ui.widgets.paper import Paper
from codenames_tui.ui.widgets.too_small import SMALLEST, TooSmall, mark_size

if TYPE_CHECKING:
    from codenames_tui.game.cursor_screen import Game

_LAYOUTS: Final = ("both", "discussion", "transcript")


class GameScreen(CursorScreen):
    """Shows a game.

    Args:
        game: the game, live or recorded.
        glyphs: what is drawn with.
        journal: where a live game is written down while it is played.
    """

    AUTO_FOCUS = ""
    BINDINGS = GAME_KEYS

    def __init__(self, game: "Game", *, glyphs: Glyphs = UNICODE, journal: Path | None = None) -> None:
        super().__init__(game, glyphs=glyphs, journal=journal)
        self.among: tuple[str, ...] = ()
        """The files of the list that it was chosen from, in their order."""
        self._entries: list[Entry] = []
        self._seen = 0
        self._decided = 0
        """How many decisions led to the position."""
        self._mood: FooterContext | None = None
        """What the keys at the foot were chosen for."""
        self._layout = 0
        self._part = TakingPart(self)
        self._inspecting = Inspecting(self)
        self._presenting = Presenting(self)
        self._listening = Listening(self)
        self.kin = ForkActions(self)
        self._aim: Aim | None = None
        self._shown_sight, self._shown_replay = EVERYTHING, game.replay
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
        if isinstance(self.game, LiveSession):
            self.run_worker(self._follow(self.game), group="follow")
            self.run_worker(self.game.play(), group="play")
        elif not isinstance(self.game, RecordedSession):
            self.play_back()
            self.run_worker(self.game.follow(self.show_position), group="follow")
        if self.kin.has_hindsight:
            self.run_worker(self.kin.find_parent(), group="kin")

    def on_resize(self) -> None:
        """Give way to a note where the game does not fit."""
        mark_size(self, SMALLEST)
        if not self.has_class("-too-small"):
            self._part.take_keyboard()

    async def _follow(self, game: LiveSession) -> None:
        while not game.over:
            await game.changed()
            game.take_new_events()
            if self.game.over and self.message == game.message:
                self.message = ""  # how the game began is no news at its end; where it was saved is
            self.show_position()

    def show_position(self) -> None:
        """Pass the position down to the panels."""
        replay, sight = self.game.replay, self.sight
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
        self.score.score = score_of(replay, replay.cursor, labels, took)
        self._show_talk(speaking, key_shown=key_shown, ended=ended)
        self._entries += further_entries(replay, len(self._entries), sight, self.glyphs, self.kin.lines_before)
        self.transcript.show(self._entries, replay.cursor)
        marked = self.game.marked(private=sight.private)
        starting = state.config.starting_team
        self.scrub_bar.timeline = ScrubBarContent(len(replay), replay.cursor, replay.turn_starts, starting, marked)
        self.show_moment()
        self.show_status()
        self._part.show()
        self._inspecting.show(sight)
        self._show_keys(sight)

    def _show_keys(self, sight: Disclosure) -> None:
        game = self.game
        mood = FooterContext(
            game.watching,
            game.running,
            game.over,
            is_fork=game.parent is not None,
            is_answering=self._part.is_asking,
            is_inspecting=self._inspecting.has_focus,
            key_is_free=sight.key is None,
        )
        if mood != self._mood:
            self._mood = mood
            self.key_line.hints = hints(self, foot(mood), self.glyphs)

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

    def show_status(self) -> None:
        """Say how the game is watched, and where in it; and what was said last."""
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
            message=self.message or (game.trouble if replay.at_end or not game.over else "") or self._shortened_words(),
            saved=game.saved if replay.at_end else "",
            flags=game.flags,
            aside=self._aside(),
        )

    def _aside(self) -> tuple[str, ...]:
        """Return what is said where there is nothing else to say: how to leave the stage, or what the game took."""
        if self.is_presented:
            key = key_of(self, "game.present", self.glyphs)
            return (f"{key} leaves presenter mode", f"{key} leaves") if key else ()
        return totals_in_words(self.game.decisions.spent(self._decided), self.glyphs)

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
    def sight(self) -> Disclosure:
        """What may be seen by whoever looks."""
        return self._part.sight

    @property
    def is_presented(self) -> bool:
        """Whether people look who shall see nothing private."""
        return self._presenting.is_on

    def action_seek_end(self) -> None:
        """Move to the end; a live game is followed from there on."""
        self.transcript.follow()
        super().action_seek_end()

    # Looking

    def action_toggle_key(self) -> None:
        """Show or hide what the hidden cards are."""
        if self.sight.key is not None:
            self.say(self.game.why_withheld)
            return
        self.key_shown = not self.key_shown

    def action_inspect(self) -> None:
        """Show how a decision came about, or put that away."""
        if self.is_presented:
            self.say(NOTHING_PRIVATE)
            return
        self._inspecting.toggle(self.sight)

    def on_inspected(self, message: Inspected) -> None:
        """Go to another decision, or have the keys at the foot follow the focus."""
        if message.steps:
            self._inspecting.move(message.steps)
            self.unsay()
        else:
            self._show_keys(self.sight)

    def action_present(self) -> None:
        """Show the game to people who sit far away, or stop doing so."""
        self._inspecting.put_away()
        self._presenting.toggle()
        self.unsay()

    def action_toggle_targets(self) -> None:
        """Show or hide what clues are meant for."""
        self.kin.toggle_targets(self.sight)

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

    @property
    def is_about_to_ask(self) -> bool:
        """Whether a person is asked who cannot answer yet."""
        return self._part.is_about_to_ask

    async def until_asked(self) -> None:
        """Return when a person who is about to be asked can answer."""
        await self._part.until_asked()

    def on_descendant_focus(self) -> None:
        """Let the keys through that were typed before there was a field for them."""
        self._part.begin()

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

    def action_export(self) -> None:
        """Write the game to a file."""
        from codenames_tui.game.ending import sharing

        sharing.export(self)

    def action_copy(self) -> None:
        """Copy what is looked at."""
        from codenames_tui.game.ending import sharing

        sharing.copy(self)

    # Keys

    def more_commands(self) -> Iterator[SystemCommand]:
        """Offer what no single key does."""
        for number in range(1, len(self.game.replay.turn_starts) + 1):
            yield SystemCommand(f"Jump to turn {number}", "Go there", partial(self.jump, number))

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what the key does."""
        await press(self, message.id)

    def action_help(self) -> None:
        """Show all keys."""
        from codenames_tui.ui.screens.dialogs import KeyHelp

        self.app.push_screen(KeyHelp(self._all_keys(), self.glyphs))

    def _all_keys(self) -> list[tuple[str, str]]:
        keys = all_keys(self, self.glyphs, "game.", without="game.tenth_")
        return [*keys, ("0-9", "Go to that tenth of the game"), ("tab", "Choose the panel that scrolls")]

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
        elif self.is_presented:
            self.action_present()
        else:
            self.action_leave("back")

    def action_leave(self, place: str = "quit") -> None:
        """Leave; a game that is not over only after asking."""
        if not self.unfinished:
            self.post_message(GoTo(place))
            return
        from codenames_tui.ui.screens.dialogs import ConfirmLeaving

        def leave(sure: bool | None) -> None:
            if sure:
                self.post_message(GoTo(place))

        self.app.push_screen(ConfirmLeaving(self._journal, self.glyphs), leave)
