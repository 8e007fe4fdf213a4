"""A fork of a game: where it begins, and who plays on.

Every seat keeps its agent unless the person changes it; who played elsewhere gives it up to one of ours.
"""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from codenames_agents.kinds import HUMAN, seated_here
from codenames_core.decisions.protocol import next_question
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import occupants
from codenames_core.game.config import AgentConfig, Role, Seat
from codenames_core.game.events import Clue
from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_tui.game.forks.branch import Branch, branches_at
from codenames_tui.setup import game_form
from codenames_tui.setup.agent_choice import agent_chooser
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.messages import PlayOn, Settled
from codenames_tui.ui.preferences import with_recent
from codenames_tui.ui.prose.narration import name_of_record, story_of
from codenames_tui.ui.screens.active_keys import key_of
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.words import Words
from codenames_tui.ui.wording import clue_of, format_event, seat_of

PLAY_ON: Final = "play on"
_PLACE: Final = "place "
"""How the names of the items begin that say where the fork begins."""


class ForkScreen(ListPage):
    """Asks where a fork begins, and who plays on from there.

    Args:
        original: the game.
        position: where in it the person looks, as a number of events.
        recent: models that were named before.
        glyphs: what is drawn with.
    """

    PLACE = "fork"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4,ctrl+s", "play_on", "Start the fork", id="fork.start"),
        Binding("h", "sit_down", "Play this seat yourself (toggle)", id="fork.you"),
        Binding("a", "same_for_team", "The same agent in the whole team", id="fork.team"),
        Binding("delete,backspace", "reset", "Original agent", id="fork.reset"),
    ]
    KEYS = (
        Hint(("list.left", "list.right"), "change"),
        Hint(("fork.you",), "you"),
        Hint(("fork.team",), "whole team"),
        Hint(("fork.start",), "start"),
    )

    def __init__(
        self, original: EpisodeRecord, position: int, recent: tuple[str, ...] = (), *, glyphs: Glyphs = UNICODE
    ) -> None:
        super().__init__(glyphs=glyphs)
        self.heading = Words(glyphs=glyphs, id="heading")
        self.original = original
        self._branches, self._place = branches_at(original, position)
        self._before = self._seated_at(self.branch.at)
        self.seats = dict(self._before)
        self._recent = self._recent_before = recent
        self._problems: dict[Seat, str] = {}

    @property
    def branch(self) -> Branch:
        """Where the fork begins."""
        return self._branches[self._place]

    def _seated_at(self, at: int) -> Mapping[Seat, AgentConfig]:
        return {seat: seated_here(agent) for seat, agent in self._originals_at(at).items()}

    def _originals_at(self, at: int) -> Mapping[Seat, AgentConfig]:
        return occupants(self.original.teams, [change for change in self.original.seat_changes if change.at <= at])

    def heading_lines(self) -> tuple[Line, ...]:
        """Return of which game the fork is and where it begins, and what the game is about."""
        name, story = (self.glyphs.line(text) for text in (name_of_record(self.original), story_of(self.original)))
        title = (Span(f"Fork {name} ", "strong"), Span(self.branch.where, "accent"))
        told = f"Original game {self.glyphs.dot} {story}" if story else ""
        return ((*title, Span(" (the original is not changed)", "dim")), (Span(told, "dim"),))

    def on_mount(self) -> None:
        """Show who sat there, beginning with the seat that is asked next."""
        self.list.long = True
        self._show()
        self.list.point_at(self._due or PLAY_ON)
        self._check(*self._shown)
        self.describe()

    @property
    def _due(self) -> Seat | None:
        """The seat that is asked first in the fork."""
        due = next_question(self.branch.state)
        return due.seat if due is not None else None

    @property
    def _shown(self) -> tuple[Seat, ...]:
        """The seats that have something to do in this game."""
        talks = self.original.config.discussion
        return tuple(seat for seat in Seat if talks or seat.role is not Role.GUESSER_2)

    def _show(self) -> None:
        wrong = any(self._problems.get(seat) for seat in self._shown)
        is_same = self.seats == self._before and self.original.imported is None
        note = "a seat needs another agent" if wrong else "with the same agents" if is_same else "as a new game"
        same = "The same agents decide as in the original, unless they decide at random." if is_same else ""
        play = Item(PLAY_ON, "Start the fork", note=note, about=same, style="accent", wrong=wrong, apart=True)
        self.list.show([*self._places(), *map(self._seat_item, self._shown), play])
        self.heading.lines = self.heading_lines()

    def _places(self) -> list[Item]:
        """Return the items that say where the fork begins; none where there is only one place."""
        if len(self._branches) == 1:
            return []
        return [
            Item(
                f"{_PLACE}{number}",
                f"{self.glyphs.cursor if number == self._place else self.glyphs.dot} {branch.name}",
                self._of(branch),
                section="" if number else "Fork",
                about=f"The fork begins {branch.where}, after {counted(branch.at, 'event')}.",
                style="accent" if number == self._place else "text",
                turns=True,
            )
            for number, branch in enumerate(self._branches)
        ]

    def _of(self, branch: Branch) -> str:
        """Return what the fork does without, or what comes next in it."""
        if branch.event is None:
            return f"next: {branch.what}"
        if isinstance(branch.event, Clue):
            return clue_of(branch.event).upper()
        return format_event(branch.event).rstrip(".")

    def _seat_item(self, seat: Seat) -> Item:
        section = f"{seat.team.capitalize()} team" if seat.role is Role.CLUER else ""
        now, problem = self.seats[seat], self._problems.get(seat, "")
        before = self._originals_at(self.branch.at)[seat]
        note = problem or ("unchanged" if now == before else f"was {_name(before)}")
        about = problem or game_form.about_agent(now.spec) or note
        label = seat.role.replace("_", " ").capitalize()
        return Item(seat, label, _name(now), note, about, section, seat.team.value, turns=True, wrong=bool(problem))

    def _begin_at(self, place: int) -> None:
        """Have the fork begin at another place; seats that were not changed go to those who sat there then."""
        self._place = place
        before, self._before = self._before, self._seated_at(self.branch.at)
        unchanged = [seat for seat in Seat if self.seats[seat] == before[seat]]
        self.seats.update({seat: self._before[seat] for seat in unchanged})
        self._show()
        self.list.point_at(f"{_PLACE}{place}")
        self._check(*self._shown)
        self.describe()

    def on_item_list_turned(self, message: ItemList.Turned) -> None:
        """Take the next place, or the next agent."""
        if message.item.name.startswith(_PLACE):
            self._begin_at((self._place + message.steps) % len(self._branches))
            return
        seat = Seat(message.item.name)
        before = self._before[seat]
        specs = [spec for spec in game_form.agents_to_choose(self._recent) if spec != before.spec]
        choices = [before, *game_form.readable(specs)]
        place = choices.index(self.seats[seat]) if self.seats[seat] in choices else 0
        self._seat({seat: choices[(place + message.steps) % len(choices)]})

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Take a place, ask for an agent, or start."""
        if message.item.name == PLAY_ON:
            self.action_play_on()
            return
        if message.item.name.startswith(_PLACE):
            self._begin_at(int(message.item.name.removeprefix(_PLACE)))
            return
        seat = Seat(message.item.name)
        chooser = agent_chooser(f"{seat.label.capitalize()}:", self.seats[seat].spec, self._recent, self.glyphs)
        self.app.push_screen(chooser, lambda spec: self._take(seat, spec))

    def _take(self, seat: Seat, spec: str | None) -> None:
        if spec is None:
            return
        if spec not in game_form.agents_to_choose():
            self._recent = with_recent(self._recent, game_form.kept_spec(spec))
        before = self._before[seat]
        try:
            self._seat({seat: before if spec == before.spec else AgentConfig.parse(spec)})
        except InputError as error:
            self.say(str(error), "bad")

    def _seat(self, agents: Mapping[Seat, AgentConfig]) -> None:
        self.seats.update(agents)
        for seat in agents:
            self._problems.pop(seat, None)
        self._show()
        self.describe()
        self._check(*agents)

    def _pointed_seat(self) -> Seat | None:
        """Return the seat that is pointed at; at a place, the one that is asked first there."""
        item = self.list.pointed
        if item and item.name.startswith(_PLACE) and self._due is not None:
            return self._due
        if item and item.name in (*Seat,):
            return Seat(item.name)
        self.say("Select a seat first.")
        return None

    def action_sit_down(self) -> None:
        """Give the seat that is pointed at to the person, or back."""
        if seat := self._pointed_seat():
            you = self.seats[seat].spec == HUMAN
            self._seat({seat: self._before[seat] if you else AgentConfig(spec=HUMAN)})
            self.say(f"The original agent plays {self._called(seat)}." if you else self._how_to_start(seat))

    def _how_to_start(self, seat: Seat) -> str:
        return f"You play {self._called(seat)}. Press {key_of(self, 'fork.start', self.glyphs)} to start."

    def _called(self, seat: Seat) -> str:
        is_pointed = self.list.pointed is not None and self.list.pointed.name == seat
        return "this seat" if is_pointed else seat_of(seat)

    def action_same_for_team(self) -> None:
        """Give the whole team the agent that is pointed at."""
        if seat := self._pointed_seat():
            self._seat({other: self.seats[seat] for other in self._shown if other.team is seat.team})

    def action_reset(self) -> None:
        """Put back the agent that sat in the seat that is pointed at."""
        if seat := self._pointed_seat():
            self._seat({seat: self._before[seat]})

    def _check(self, *seats: Seat) -> None:
        """Check agents; looking up a model's provider takes a while, so it is done in a thread."""
        self.run_worker(self._find_problems(seats), group="check")

    async def _find_problems(self, seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            agent = self.seats[seat]
            check = partial(game_form.problem_with_agent, seat, agent)
            problem = await asyncio.to_thread(check) if game_form.is_model(agent.spec) else check()
            if self.seats[seat] == agent:
                self._problems[seat] = problem
        self._show()
        if any(self._problems.get(seat) for seat in seats):
            self.describe()

    def action_play_on(self) -> None:
        """Check everything once more, and start."""
        self.run_worker(self._play_on(), group="start", exclusive=True)

    async def _play_on(self) -> None:
        await self._find_problems(self._shown)
        if wrong := [seat for seat in self._shown if self._problems.get(seat)]:
            self.list.point_at(wrong[0])
            self.describe()
            return
        if self._recent != self._recent_before:
            self.post_message(Settled("recent", self._recent))
        self.post_message(PlayOn(self.original, self.branch.at, dict(self.seats)))


def _name(agent: AgentConfig) -> str:
    return game_form.agent_name(agent.label)
