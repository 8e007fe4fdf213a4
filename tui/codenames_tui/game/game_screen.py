"""The game screen: board, turn, discussion, transcript and score at one position of a game.

Each panel takes a value that follows from the viewpoint (`codenames_tui.game.sessions.viewpoint`), and reports what is
done with it as a message.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult, SystemCommand
from textual.reactive import var
from textual.timer import Timer

from codenames_core.game.events import Clue
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.highlights import Highlights
from codenames_tui.game.board.board_panel import BoardPanel
from codenames_tui.game.board.table import table_at
from codenames_tui.game.board.targets import Aim
from codenames_tui.game.board.targets_overlay import TargetsOverlay
from codenames_tui.game.board.turning import FASTEST
from codenames_tui.game.ending.discussion_panel import below_the_end, discussion_panel_at
from codenames_tui.game.ending.ending import ending_at
from codenames_tui.game.ending.ending_panel import EndingPanel
from codenames_tui.game.ending.leaving import LeavingScreen
from codenames_tui.game.ending.sharing import SharingScreen
from codenames_tui.game.forks.forks_screen import ForksScreen
from codenames_tui.game.game_keys import GAME_KEYS, HELP_GROUPS
from codenames_tui.game.panels.footer_keys import FooterContext, focus_of, footer_context_at, footer_hints
from codenames_tui.game.panels.marks import describe_mark
from codenames_tui.game.panels.panels import ScorePanel, ScrubBar, StatusLine, TurnPanel
from codenames_tui.game.panels.score import scoreboard_at
from codenames_tui.game.panels.scrub_bar import scrub_bar_at
from codenames_tui.game.panels.status import status_at
from codenames_tui.game.panels.totals import totals_in_words
from codenames_tui.game.panels.turn import moment_at
from codenames_tui.game.seats.seats_screen import SeatsScreen
from codenames_tui.game.sessions.chronicle import Chronicle
from codenames_tui.game.sessions.session import GameSession
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.stage.match import Match
from codenames_tui.game.story.story import story_at
from codenames_tui.game.story.story_panel import StoryPanel
from codenames_tui.game.talk.transcript_panel import TranscriptPanel
from codenames_tui.game.tips.tips_screen import TipsScreen
from codenames_tui.ui.lines.help import HelpGroup, HelpRow
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.lines.paper import Entry
from codenames_tui.ui.messages import CardPointedAt, Destination, KeyChosen, MarkPointedAt
from codenames_tui.ui.screens.active_keys import hints, key_groups, key_of, press
from codenames_tui.ui.widgets.kept_lines import KeptLines, PanelColumn, PanelRow
from codenames_tui.ui.widgets.key_line import KeyLine
from codenames_tui.ui.widgets.paper import Paper
from codenames_tui.ui.widgets.too_small import SMALLEST, TooSmall, mark_size
from codenames_tui.ui.wording import clue_of, name_of

if TYPE_CHECKING:
    from codenames_tui.game.inspector.inspector_pane import InspectorPane
    from codenames_tui.game.stage.stage import Stage

NOTHING_PRIVATE: Final = "Presenter mode shows nothing private."
SECONDS_BETWEEN_PICTURES: Final = 0.1
"""While an answer is heard."""
_LAYOUTS: Final = ("both", "discussion", "transcript", "story")


class GameScreen(SeatsScreen, ForksScreen, SharingScreen, LeavingScreen, TipsScreen, KeptLines):
    """Shows a game.

    Args:
        session: the game.
        glyphs: what is drawn with.
        journal: where a live game is written down while it is played.
        position: where to begin; where viewers of such a game begin if not given.
    """

    PLACE = "game"
    TOGETHER_WITH = ("panel", "story", "ending", "inspector")
    AUTO_FOCUS = ""
    BINDINGS = GAME_KEYS

    presented: var[bool] = var(False, init=False)
    """Whether people look who shall see nothing private: presenter mode."""
    targets_wanted: var[bool] = var(False, init=False)
    """Whether the viewer asked for what clues were meant for."""

    def __init__(
        self,
        session: GameSession,
        *,
        glyphs: Glyphs = UNICODE,
        journal: Path | None = None,
        position: int | None = None,
    ) -> None:
        super().__init__(session, glyphs=glyphs, journal=journal, position=position)
        self.counts_seconds = False
        """Whether the seconds are shown that a question has been open."""
        self._seen = 0
        """The last position that was looked at."""
        self._drawn = self.position
        """The position that was drawn last."""
        self._footer: FooterContext | None = None
        """What the keys at the foot were chosen for."""
        self._layout = 0
        self._targets = TargetsOverlay()
        self._chronicle = Chronicle()
        self._clock: Timer | None = None
        self._speech_timer: Timer | None = None
        self._inspector: InspectorPane | None = None
        self._stage: Stage | None = None
        self.board = BoardPanel(glyphs=glyphs, id="board")
        self.score = ScorePanel(glyphs=glyphs, id="score")
        self.turn = TurnPanel(glyphs=glyphs, id="turn")
        self.discussion = Paper("Discussion", glyphs=glyphs, id="discussion")
        self.ending = EndingPanel(glyphs=glyphs, id="ending")
        self.transcript = TranscriptPanel(glyphs=glyphs, id="transcript")
        self.story = StoryPanel(glyphs=glyphs, id="told")
        self.scrub_bar = ScrubBar(glyphs=glyphs, id="timeline")
        self.status = StatusLine(glyphs=glyphs, id="status")
        self.key_line = KeyLine(glyphs=glyphs, id="keys")

    def compose(self) -> ComposeResult:
        """Lay out the panels; how large they are is up to the style sheet and the size of the terminal."""
        with PanelColumn(id="game"):
            with Match(id="match"):
                yield self.board
                with PanelColumn(id="side"):
                    yield self.score
                    yield self.turn
                with PanelRow(id="talk"):
                    yield self.discussion
                    yield self.ending
                    yield self.answers
                with PanelColumn(id="story"):
                    yield self.story
                    yield self.transcript
            yield self.scrub_bar
            yield self.status
            yield self.key_line
        yield TooSmall(glyphs=self.glyphs)

    def on_mount(self) -> None:
        """Show the game, and have it go on."""
        self._clock = self.set_interval(1.0, self.show_seconds, pause=True)
        self.redraw()
        for activity in self.session.activities(self.take_changes, self._hear):
            self.run_worker(activity, group="session")
        self.restart_playback()

    def on_resize(self) -> None:
        """Give way to a note where the game does not fit."""
        mark_size(self, SMALLEST)
        if not self.has_class("-too-small") and self.focused is None:
            self.answers.take_focus()  # it went away with a terminal too small to show it

    def _hear(self) -> None:
        """Have what is being said shown soon, at most ten times a second."""
        if self._speech_timer is None:
            self._speech_timer = self.set_timer(SECONDS_BETWEEN_PICTURES, self.show_speech)

    def show_speech(self) -> None:
        """Show what has been said since the last picture."""
        if self._speech_timer is not None:
            self._speech_timer.stop()
            self._speech_timer = None
            self.redraw()

    # Handing values down

    def watch_position(self) -> None:
        """Hand what is seen from the position down to the panels."""
        view = self.viewpoint
        self._seen = max(min(self._seen, len(view.timeline)), view.position)  # another game may have begun
        aim = self._aim(view)
        self.board.team = view.state.winner if view.state.outcome else view.state.turn.team
        table = table_at(view, self.glyphs, aim, self.answers.picking)
        self.board.show_table(table, as_it_happens=self._just_happened(view))
        self.score.score = scoreboard_at(view, self.glyphs)
        self._show_discussion(view)
        self.transcript.look_from(view)
        self._show_story(view)
        self.scrub_bar.bar = scrub_bar_at(view, seen=self._seen)
        self._show_moment(view, aim)
        self._show_status(view)
        self.show_question()
        self._show_inspector(view)
        self._show_keys(view)

    def _just_happened(self, view: Viewpoint) -> bool:
        """Note the position that is drawn, and return whether the game just went on by an event, for all to see."""
        before, self._drawn = self._drawn, view.position
        playback = view.session.playback
        is_slow = playback.pace >= FASTEST and self.app.animation_level == "full"
        by_itself = playback.running or (view.at_end and not view.session.standing.over)
        return is_slow and by_itself and view.position == before + 1

    def _show_discussion(self, view: Viewpoint) -> None:
        hindsight = self.hindsight.entries(view, self.glyphs) if self.hindsight else []
        self._show_ending(view, hindsight)
        panel = discussion_panel_at(view, hindsight, self.glyphs)
        self.discussion.entitle(panel.title)
        self.discussion.show(panel.entries)

    def _show_ending(self, view: Viewpoint, hindsight: Sequence[Entry]) -> None:
        """Show the end of a game in place of what was said, with the cursor on its landmarks."""
        log = self._chronicle.turns_of(view.timeline) if view.is_final else ()
        places = self._chronicle.highlights_of(view.timeline) if view.is_final else Highlights()
        ending = ending_at(view, log, places, self.glyphs)
        if ending is None:
            if self.focused is self.ending:
                self.set_focus(None)
            self.remove_class("-ended")
            return
        self.ending.show(ending, below_the_end(view, hindsight, self.glyphs))
        if not self.has_class("-ended"):
            self.add_class("-ended")
            if self.focused is None and not self.presented:
                self.ending.focus()

    def _show_story(self, view: Viewpoint) -> None:
        tells_targets = self.shows_targets or (view.tells_all and not self.presented)
        targets = self._targets.by_turn(view) if tells_targets else {}
        self.story.story = story_at(view, self._chronicle.turns_of(view.timeline), targets)

    def _show_moment(self, view: Viewpoint, aim: Aim | None) -> None:
        moment = moment_at(view, aim, aim_shown=self.shows_targets)._replace(
            unwritten=self.lost_answer,
            read_along=key_of(self, "game.key", self.glyphs) if view.speaking and view.disclosure.key is None else "",
        )
        self.turn.moment = moment
        if self._stage is not None and self.score.score is not None:
            self._stage.show_moment(moment, self.score.score, view.speaking)
        self.counts_seconds = moment.asked is not None or moment.waiting is not None
        if self._clock is not None:
            (self._clock.resume if self.counts_seconds else self._clock.pause)()

    def show_seconds(self) -> None:
        """Show for how long a question has been open, or a provider away."""
        view = self.viewpoint
        self._show_moment(view, self._aim(view))

    def _aim(self, view: Viewpoint) -> Aim | None:
        return self._targets.aim_at(view) if self.shows_targets else None

    def watch_message(self) -> None:
        """Show what is said."""
        self._show_status(self.viewpoint)

    def _show_status(self, view: Viewpoint) -> None:
        """Hand down how the game is watched, where in it, and what was said last."""
        self.status.status = status_at(
            view, self.message, seen=self._seen, filler=self.board.shortened_words, aside=self._aside(view)
        )

    def _aside(self, view: Viewpoint) -> tuple[str, ...]:
        """Return what is said where there is nothing else to say: how to leave the stage, a tip, what the game took."""
        if self.presented:
            key = key_of(self, "game.present", self.glyphs)
            return (f"{key} leaves presenter mode", f"{key} leaves") if key else ()
        return self.tip_ways(view) or totals_in_words(self.session.decisions.spent(view.decided), self.glyphs)

    def _show_keys(self, view: Viewpoint) -> None:
        is_inspecting = self._inspector is not None and self._inspector.has_focus
        focus = focus_of(getattr(self.focused, "PLACE", None))
        context = footer_context_at(
            view,
            is_answering=self.answers.is_asking,
            finishing=self.answers.finishing,
            is_inspecting=is_inspecting,
            focus=focus,
            leads_back=len(self.app.screen_stack) > 1,
        )
        if context != self._footer:
            self._footer = context
            self.key_line.hints = hints(self, footer_hints(context), self.glyphs)

    # Looking

    def action_seek_end(self) -> None:
        """Move to the end; a live game is followed from there on."""
        self.transcript.follow()
        super().action_seek_end()

    def action_toggle_key(self) -> None:
        """Show or hide what the hidden cards are."""
        if self.disclosure.key is not None:
            self.say(self.session.why_withheld)
        else:
            self.key_shown = not self.key_shown

    def action_present(self) -> None:
        """Show the game to people who sit far away, or stop doing so; it plays on, or stands still, as before."""
        self._close_inspector()
        self.presented = not self.presented
        self.look_at(self.position)

    def watch_presented(self, presented: bool) -> None:
        """Set the stage, or put it away."""
        self.set_class(presented, "-presenting")
        if presented:
            from codenames_tui.game.stage.stage import Stage

            self._stage = Stage(glyphs=self.glyphs, id="stage")
            self.query_one("#match").mount(self._stage)
        elif self._stage is not None:
            self._stage.remove()
            self._stage = None

    @property
    def shows_targets(self) -> bool:
        """Whether it is shown what clues were meant for; nobody who plays is told."""
        return self.targets_wanted and self.disclosure.private and not self.presented

    def action_toggle_targets(self) -> None:
        """Show or hide what clues are meant for."""
        if not self.disclosure.private:
            self.say(self.session.why_withheld)
        elif self.presented:
            self.say(NOTHING_PRIVATE)
        else:
            self.targets_wanted = not self.targets_wanted

    def watch_targets_wanted(self, wanted: bool) -> None:
        """Show or hide them, and say how they are marked."""
        self.redraw()
        self.say(f"{self.glyphs.aimed} target; 1, 2, … order of guesses" if wanted else "Targets hidden")

    def action_zoom(self) -> None:
        """Show the discussion beside the story, or one of discussion, transcript and story alone."""
        self._lay_out((self._layout + 1) % len(_LAYOUTS))

    def _lay_out(self, layout: int) -> None:
        self._layout = layout
        for index, name in enumerate(_LAYOUTS):
            self.set_class(index == layout, f"-only-{name}")

    def action_scroll_transcript(self, lines: int) -> None:
        """Scroll the transcript, or the discussion where that is hidden, by lines."""
        self._scrolled.action_scroll_lines(lines)

    def action_page_transcript(self, pages: int) -> None:
        """Scroll it by pages."""
        self._scrolled.action_scroll_pages(pages)

    @property
    def _scrolled(self) -> Paper:
        is_hidden = self.answers.is_asking or not self.transcript.display
        return self.discussion if is_hidden else self.transcript

    def on_card_pointed_at(self, message: CardPointedAt) -> None:
        """Say what does not stand on the card that the mouse is on."""
        self.say(self.board.hint_for(message.index))

    def on_mark_pointed_at(self, message: MarkPointedAt) -> None:
        """Say what is marked where the mouse is."""
        marked = self.session.marked(private=self.disclosure.private)
        place = message.position
        if place is None or all(marker.position != place for marker in marked):
            self.say("")
        else:
            self.say(describe_mark(marked, place, self.session.timeline, self.glyphs))

    # Inspecting

    def action_inspect(self) -> None:
        """Show how a decision came about, or put that away."""
        if self.presented:
            self.say(NOTHING_PRIVATE)
        elif self._inspector is not None:
            self.on_inspector_pane_closed()
        elif not self.disclosure.private:
            self.say(self.session.why_withheld)
        else:
            self._open_inspector()

    def _open_inspector(self) -> None:
        from codenames_tui.game.inspector.inspector_pane import InspectorPane

        self._inspector = InspectorPane(self.viewpoint, glyphs=self.glyphs)
        self.query_one("#talk").mount(self._inspector)
        self.add_class("-inspecting")
        self._inspector.focus()
        self._show_inspector(self.viewpoint)

    def _close_inspector(self) -> None:
        if self._inspector is not None:
            self.set_focus(None)
            self._inspector.remove()
            self._inspector = None
            self.remove_class("-inspecting", "-inspector-only")

    def _show_inspector(self, view: Viewpoint) -> None:
        if self._inspector is None:
            return
        if view.disclosure.private:
            self._inspector.look_from(view)
        else:
            self._close_inspector()
            self.say(self.session.why_withheld)

    def on_descendant_focus(self) -> None:
        """Show the keys that the panel with the focus adds."""
        self._footer = None
        self._show_keys(self.viewpoint)

    def on_descendant_blur(self) -> None:
        """Have the keys at the foot follow the focus."""
        self._show_keys(self.viewpoint)

    def on_inspector_pane_ask_again(self, message: "InspectorPane.AskAgain") -> None:
        """Ask a decision of a game that is over again, of whoever is chosen."""
        from codenames_tui.game.inspector.ask_again_screen import AskAgainScreen, why_not_again

        record = getattr(self.session, "record", None)
        reason = why_not_again(record, message.trace)
        if record is None or reason:
            self.say(reason)
        elif record is not None:
            self.app.push_screen(AskAgainScreen(record, message.trace, self.glyphs))

    def on_inspector_pane_see_picture(self, message: "InspectorPane.SeePicture") -> None:
        """Show the picture of the board that a seat saw."""
        from codenames_tui.game.inspector.picture_screen import NO_PICTURE, PictureScreen

        if message.trace.picture is None or message.view is None:
            self.say(NO_PICTURE)
        else:
            self.app.push_screen(PictureScreen(message.trace, message.view, self.glyphs))

    def on_inspector_pane_enlarged(self) -> None:
        """Give the inspector the whole screen, or take it back."""
        self.toggle_class("-inspector-only")

    def on_inspector_pane_closed(self) -> None:
        """Close the inspector; one that has the whole screen gives it back first."""
        if self.has_class("-inspector-only"):
            self.remove_class("-inspector-only")
        else:
            self._close_inspector()

    # Leaving

    @property
    def what_was_kept(self) -> str:
        """Where the game was saved, or how to go on; and what a person answered that was not written down."""
        lost = f"not saved: {one_line(self.lost_answer)}" if self.lost_answer else ""
        return "\n".join(part for part in (super().what_was_kept, lost) if part)

    # Keys

    def more_commands(self) -> Iterator[SystemCommand]:
        """Offer what no single key does, or none that acts while a person types."""
        if self.answers.is_asking:
            yield SystemCommand("Go to the end and follow", "", self.action_seek_end)
            yield SystemCommand("Read the words of the board in full", "", self.action_read_words)
        timeline = self.session.timeline
        for number, start in enumerate(timeline.turn_starts, 1):
            clue = timeline.event(start) if start < len(timeline) else None
            said = f": {name_of(clue.team)} {clue_of(clue, self.glyphs.line)}" if isinstance(clue, Clue) else ""
            yield SystemCommand(f"Jump to turn {number}{said}", "", partial(self.jump, number))

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what the key does."""
        await press(self, message.id)

    def action_help(self) -> None:
        """Show all keys and what the symbols mean."""
        from codenames_tui.game.panels.legend import legend
        from codenames_tui.ui.screens.key_help import show_help

        groups = key_groups(self, self.glyphs, HELP_GROUPS, without="game.tenth_")
        more = [HelpRow("0-9", "Go to that tenth of the game")] if not self.letters_are_text else []
        more += [HelpRow("tab", "Choose the panel that scrolls")] if not self.answers.is_asking else []
        others = (HelpGroup("More", tuple(more)),) if more else ()
        show_help(self, (*groups, *others, *legend(self.glyphs)), self.glyphs)

    def action_read_words(self) -> None:
        """List the words of the board in full."""
        from codenames_tui.game.board.word_rows import word_rows
        from codenames_tui.ui.screens.key_help import KeyHelp

        words = HelpGroup("", word_rows(self.board.table))
        self.app.push_screen(KeyHelp((words,), self.glyphs, title="Words on the board", most_columns=1))

    def action_back(self) -> None:
        """Give the seat of whoever looks back to its agent; else put one layer away; else leave the game."""
        if seat := self.seat_to_give_back:
            self.ask_to_give_back(seat)
        elif self._inspector is not None:
            self.on_inspector_pane_closed()
        elif self.presented:
            self.action_present()
        elif self._layout:
            self._lay_out(0)
        else:
            self.action_leave(Destination.BACK)
