"""Another line of a game: from where, and who plays on. Every seat keeps its agent unless the person changes it."""

import asyncio
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from codenames_agents.kinds import HUMAN
from codenames_core.decisions.protocol import next_question
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import occupants
from codenames_core.game.config import AgentConfig, Role, Seat
from codenames_core.support.errors import InputError
from codenames_tui.game.forks.branch import branch_at
from codenames_tui.setup import game_form
from codenames_tui.setup.agent_choice import agent_chooser
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.messages import PlayOn, Settled
from codenames_tui.ui.preferences import with_recent
from codenames_tui.ui.screens.active_keys import key_of
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.wording import name_of_game

PLAY_ON: Final = "play on"


class ForkScreen(ListPage):
    """Asks who plays on from a position of a game.

    Args:
        parent: the game.
        position: where in it, as a number of events.
        recent: models that were named before.
        glyphs: what is drawn with.
    """

    PLACE = "fork"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s,ctrl+s", "play_on", "Play on", id="fork.start"),
        Binding("y", "sit_down", "You play this seat, or its agent again", id="fork.you"),
        Binding("delete,backspace", "reset", "Whoever sat here", id="fork.reset"),
    ]
    KEYS = (
        Hint(("list.left", "list.right"), "change"),
        Hint(("fork.you",), "you play it"),
        Hint(("fork.start",), "play on"),
    )

    def __init__(
        self, parent: EpisodeRecord, position: int, recent: tuple[str, ...] = (), *, glyphs: Glyphs = UNICODE
    ) -> None:
        super().__init__(glyphs=glyphs)
        self.parent_record = parent
        self.branch = branch_at(parent, position)
        changes = [change for change in parent.seat_changes if change.at <= self.branch.at]
        self._before = occupants(parent.teams, changes)
        self.seats = dict(self._before)
        self._recent = self._recent_before = recent
        self._problems: dict[Seat, str] = {}

    def heading_lines(self) -> tuple[Line, ...]:
        """Return where the line begins, and of which game."""
        title = (Span("Fork", "strong"), Span(f"  from {self.branch.where}", "accent"))
        name = name_of_game(self.parent_record.episode_id, self.glyphs.line)
        return (title, (Span(f"of {name}, which stays as it is", "dim"),))

    def on_mount(self) -> None:
        """Show who sat there, beginning with the seat that is asked next."""
        self.list.long = True
        self._show()
        due = next_question(self.branch.state)
        self.list.point_at(due.seat if due is not None else PLAY_ON)
        self._check(*self._shown)
        self.describe()

    @property
    def _shown(self) -> tuple[Seat, ...]:
        """The seats that have something to do in this game."""
        talks = self.parent_record.config.discussion
        return tuple(seat for seat in Seat if talks or seat.role is not Role.GUESSER_2)

    def _show(self) -> None:
        wrong = any(self._problems.get(seat) for seat in self._shown)
        note = "a seat needs another agent" if wrong else "as a new game"
        play = Item(PLAY_ON, "Play on", note=note, style="accent", wrong=wrong, apart=True)
        self.list.show([*map(self._item, self._shown), play])

    def _item(self, seat: Seat) -> Item:
        section = f"{seat.team.capitalize()} team" if seat.role is Role.CLUER else ""
        now, before, problem = self.seats[seat], self._before[seat], self._problems.get(seat, "")
        note = problem or ("as before" if now == before else f"instead of {_name(before)}")
        about = problem or game_form.about_agent(now.spec) or note
        label = seat.role.replace("_", " ").capitalize()
        return Item(seat, label, _name(now), note, about, section, seat.team.value, turns=True, wrong=bool(problem))

    def on_item_list_turned(self, message: ItemList.Turned) -> None:
        """Take the next agent."""
        seat = Seat(message.item.name)
        before = self._before[seat]
        specs = [spec for spec in game_form.agents_to_choose(self._recent) if spec != before.spec]
        choices = [before, *game_form.readable(specs)]
        place = choices.index(self.seats[seat]) if self.seats[seat] in choices else 0
        self._seat(seat, choices[(place + message.steps) % len(choices)])

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Ask for an agent, or play on."""
        if message.item.name == PLAY_ON:
            self.action_play_on()
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
            self._seat(seat, before if spec == before.spec else AgentConfig.parse(spec))
        except InputError as error:
            self.say(str(error), "bad")

    def _seat(self, seat: Seat, agent: AgentConfig) -> None:
        self.seats[seat] = agent
        self._problems.pop(seat, None)
        self._show()
        self.describe()
        self._check(seat)

    def _pointed_seat(self) -> Seat | None:
        item = self.list.pointed
        if item and item.name != PLAY_ON:
            return Seat(item.name)
        self.say("Point at a seat first.")
        return None

    def action_sit_down(self) -> None:
        """Give the seat that is pointed at to the person, or back."""
        if seat := self._pointed_seat():
            you = self.seats[seat].spec == HUMAN
            self._seat(seat, self._before[seat] if you else AgentConfig(spec=HUMAN))
            self.say("Its agent plays it again." if you else self._how_to_go_on())

    def _how_to_go_on(self) -> str:
        return f"You play this seat. {key_of(self, 'fork.start', self.glyphs)} plays on."

    def action_reset(self) -> None:
        """Put back the agent that sat in the seat that is pointed at."""
        if seat := self._pointed_seat():
            self._seat(seat, self._before[seat])

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
        """Check everything once more, and play."""
        self.run_worker(self._play_on(), group="start", exclusive=True)

    async def _play_on(self) -> None:
        await self._find_problems(self._shown)
        if wrong := [seat for seat in self._shown if self._problems.get(seat)]:
            self.list.point_at(wrong[0])
            self.describe()
            return
        if self._recent != self._recent_before:
            self.post_message(Settled("recent", self._recent))
        self.post_message(PlayOn(self.parent_record, self.branch.at, dict(self.seats)))


def _name(agent: AgentConfig) -> str:
    return game_form.agent_name(agent.label)
