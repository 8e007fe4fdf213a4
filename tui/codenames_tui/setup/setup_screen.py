"""Setting up a game: who plays, by which rules, on which board. Every field is checked before the game begins."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final, Protocol, Self

from textual.binding import Binding, BindingType

from codenames_agents.kinds import HUMAN
from codenames_core.game.config import Seat
from codenames_core.text.plurals import counted
from codenames_tui.setup import game_form
from codenames_tui.setup.agent_choice import agent_chooser
from codenames_tui.setup.model_screen import SetParameters
from codenames_tui.ui.app_state import AppState
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.messages import Destination, Settled, StartGame
from codenames_tui.ui.preferences import Preferences, with_recent
from codenames_tui.ui.screens.active_keys import key_of
from codenames_tui.ui.screens.choosing import AskText
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList

START: Final = "start"
_LABELS: Final = {
    "mode": "Mode",
    "words": "Words",
    "language": "Language",
    "seed": "Board",
    "pace": "Pace",
    "rounds": "Discussion rounds",
    "clue_rules": "Clue rules",
    "surveillance": "Surveillance",
    "blind": "Blind cluers",
    "turn_seconds": "Time to answer",
    "time_up": "When it is up",
}
_SHOWN: Final = {
    ("words", ""): "built-in list",
    ("seed", ""): "new board",
    ("pace", "0"): "full speed",
    ("turn_seconds", "0"): "no limit",
    ("turn_seconds", ""): "no limit",
    ("time_up", "stand-in"): "an agent answers",
    ("time_up", "forfeit"): "forfeit",
}
_ABOUT: Final = {
    "mode": {
        "standard": "Standard rules: 9 and 8 words, 7 neutral, 1 assassin; two guessers per team.",
        "no_assassin": "Standard, without the assassin.",
        "single_guesser": "One guesser per team, no discussion.",
    },
    "clue_rules": {
        "official": "A clue may not be a form, part or compound of a face-down word.",
        "basic": "A clue may be anything but a face-down word.",
    },
    "surveillance": {
        "yes": "Each team overhears the other's discussion.",
        "no": "Teams do not overhear each other.",
    },
    "blind": {
        "no": "Cluers see the key.",
        "yes": "Nobody sees the key, not even the cluers: all that is known is what was revealed.",
    },
    "time_up": {
        "stand-in": "The seat's agent answers this once. The person keeps the seat.",
        "forfeit": "Nothing is answered: a clue or guess forfeits the turn, a message is left out.",
    },
}
_ABOUT_MODEL: Final = "A language model. {key} sets its temperature, effort, form of answers, prompts and server."
_HELP: Final = {
    "words": "A file: one word per line, CSV, JSON, bullets or commas. Leave empty for the built-in list.",
    "language": "A code or a name, such as de or German. Leave empty for English. A list can state it itself.",
    "seed": "The same number deals the same board. Leave empty for a new board.",
    "pace": "Seconds between two events; + and - change it while you watch.",
    "turn_seconds": "Seconds that a person may take for an answer; the clock stops while the game is paused.",
    "rounds": "In a round each guesser speaks once. They stop as soon as both agree.",
}


class KeepsDraft(AppState, Protocol):
    """An app that keeps the form of a game until it is played."""

    draft: Mapping[str, str] | None


class SetupScreen(ListPage):
    """A form for a game.

    Args:
        form: what is filled in, by the fields of `codenames_tui.setup.game_form`.
        preferences: what is settled.
        glyphs: what is drawn with.
    """

    PLACE = Destination.SET_UP
    HEADING = "New game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4,ctrl+s", "start", "Start the game", id="setup.start"),
        Binding("h", "sit_down", "Play this seat yourself (toggle)", id="setup.you"),
        Binding("i", "parameters", "Set the parameters of a model", id="setup.parameters"),
        Binding("a", "same_for_team", "The same agent in the whole team", id="setup.team"),
        Binding("A", "same_for_all", "The same agent in all seats", id="setup.all"),
        Binding("x", "swap", "Swap the sides", id="setup.swap"),
        Binding("delete,backspace", "reset", "Reset to the default", id="setup.reset"),
    ]
    KEYS = (
        Hint(("list.left", "list.right"), "change"),
        Hint(("setup.you",), "you"),
        Hint(("setup.team",), "whole team"),
        Hint(("setup.start",), "start"),
    )
    LAST_KEYS = (Hint(("page.help",), "help"), Hint(("setup.parameters",), "parameters"), Hint(("page.back",), "back"))

    def __init__(self, form: Mapping[str, str], preferences: Preferences, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self.form = dict(form)
        self._preferences = preferences
        self._problems: dict[str, str] = {}
        self._stated: str | None = None
        """The language that the word list states; None before the list was read."""
        self._recent = preferences.recent

    @classmethod
    def for_app(cls, app: KeepsDraft) -> Self:
        """Return the form as it was left, or as it was filled in last."""
        preferences = app.settings.preferences
        return cls(app.draft or game_form.blank_form(preferences), preferences, glyphs=app.look.glyphs)

    def on_mount(self) -> None:
        """Show the form and check it."""
        self.list.long = True
        self._show()
        self._check(*game_form.FIELDS)
        self.describe()

    # What is shown

    def _show(self) -> None:
        items = [self._seat(seat) for seat in Seat]
        items += [self._rule(name, _LABELS[name]) for name in game_form.RULES if self._matters(name)]
        wrong = sum(map(bool, self._problems.values()))
        note = f"{counted(wrong, 'field needs', 'fields need')} a change" if wrong else "watch it being played"
        items.append(Item(START, "Start the game", note=note, style="accent", wrong=bool(wrong), apart=True))
        self.list.show(items)

    def _matters(self, name: str) -> bool:
        """Return whether a rule is worth a line: a limit for people, its end for a limit, a language for some lists."""
        if name == "language" and not self._problems.get(name):
            return bool(self.form["words"].strip()) and self._stated == ""
        if name not in game_form.PEOPLE or self._problems.get(name):
            return True
        has_person = any(self.form[seat] == HUMAN for seat in Seat)
        return has_person and (name == "turn_seconds" or self.form["turn_seconds"] not in ("", "0"))

    def _seat(self, seat: Seat) -> Item:
        section = f"{seat.team.capitalize()} team" if seat.role == "cluer" else ""
        label = seat.role.replace("_", " ").capitalize()
        agent, problem = self.form[seat], self._problems.get(seat, "")
        about = (
            problem
            or game_form.about_agent(agent)
            or _ABOUT_MODEL.format(key=key_of(self, "setup.parameters", self.glyphs))
        )
        style = seat.team.value
        value = game_form.agent_name(agent)
        return Item(seat, label, value, problem, about, section, style, turns=True, wrong=bool(problem))

    def _rule(self, name: str, label: str) -> Item:
        text = self.form[name]
        in_words = f"{text} s" if name in ("pace", "turn_seconds") else text.replace("_", " ")
        value = _SHOWN.get((name, text)) or in_words
        about = _ABOUT.get(name, {}).get(text, "") or _HELP.get(name, "")
        if name == "language":
            value, about = game_form.language_in_words(text), game_form.about_language(text) or about
        elif name == "words" and text and self._stated:
            value = f"{value} ({game_form.language_in_words(self._stated)})"
        problem = self._problems.get(name, "")
        about = problem or about
        section = "Game" if name == game_form.RULES[0] else ""
        return Item(name, label, value, problem, about, section, turns=name in game_form.CHOICES, wrong=bool(problem))

    # Filling in

    def on_item_list_turned(self, message: ItemList.Turned) -> None:
        """Take the next choice."""
        name = message.item.name
        self._fill({name: game_form.next_choice(name, self.form[name], message.steps, self._recent)})

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Ask for a value, or start."""
        name = message.item.name
        if name == START:
            self.action_start()
        elif name in game_form.SEATS:
            self._ask_agent(Seat(name))
        elif name in ("words", "language", "seed", "pace", "rounds", "turn_seconds"):
            self._ask_text(name)
        else:
            self._fill({name: game_form.next_choice(name, self.form[name], 1)})

    def _ask_agent(self, seat: Seat) -> None:
        title = f"{seat.label.capitalize()}:"
        chooser = agent_chooser(title, self.form[seat], self._recent, self.glyphs)
        self.app.push_screen(chooser, lambda spec: self._take(seat.value, spec))

    def _ask_text(self, name: str) -> None:
        def check(text: str) -> str:
            return game_form.problem_with(name, {**self.form, name: text})

        ask = AskText(_LABELS[name], self.form[name], _HELP[name], check, self.glyphs)
        self.app.push_screen(ask, lambda text: self._take(name, text))

    def _take(self, name: str, text: str | None) -> None:
        if text is None:
            return
        if name in game_form.SEATS and text not in game_form.agents_to_choose():
            self._recent = with_recent(self._recent, game_form.kept_spec(text))
        self._fill({name: text})

    def _fill(self, values: Mapping[str, str]) -> None:
        self.form.update(values)
        for name in values:
            self._problems.pop(name, None)
        self._show()
        self.describe()
        self._check(*values)

    def action_sit_down(self) -> None:
        """Give the seat that is pointed at to the person, or to the usual agent."""
        if seat := self._pointed_seat():
            you = self.form[seat] == HUMAN
            self._fill({seat: game_form.default_form(self._preferences)[seat] if you else HUMAN})

    def action_parameters(self) -> None:
        """Ask for the parameters of the model that is pointed at."""
        if (seat := self._pointed_seat()) is None:
            return
        agent = next(game_form.readable([self.form[seat]]), None)
        if agent is None or not game_form.is_model(agent.spec):
            self.say("Only language models have parameters; choose one with Enter.")
            return
        asking = SetParameters(f"Parameters of the {seat.label}", agent, self.glyphs)
        self.app.push_screen(asking, lambda spec: self._take(seat.value, spec))

    def action_same_for_team(self) -> None:
        """Give the whole team the agent that is pointed at."""
        if seat := self._pointed_seat():
            self._fill({other: self.form[seat] for other in Seat if other.team is seat.team})

    def action_same_for_all(self) -> None:
        """Give all seats the agent that is pointed at."""
        if seat := self._pointed_seat():
            self._fill(dict.fromkeys(Seat, self.form[seat]))

    def action_swap(self) -> None:
        """Swap the line-ups."""
        self._fill({seat: self.form[Seat.of(seat.team.other, seat.role)] for seat in Seat})

    def action_reset(self) -> None:
        """Put back what is usual in the field that is pointed at."""
        if (item := self.list.pointed) and item.name in self.form:
            self._fill({item.name: game_form.default_form(self._preferences)[item.name]})

    def _pointed_seat(self) -> Seat | None:
        item = self.list.pointed
        if item and item.name in game_form.SEATS:
            return Seat(item.name)
        self.say("Select a seat first.")
        return None

    # Checking

    def _check(self, *names: str) -> None:
        """Check fields: a model's provider may have to be looked up, which takes a while, so it is done in a thread."""
        self.run_worker(self._find_problems(names), group="check")

    async def _find_problems(self, names: tuple[str, ...]) -> None:
        form = dict(self.form)
        if "words" in names:
            self._stated = game_form.stated_language(form)
        for name in names:
            slow = name in game_form.SEATS and game_form.is_model(form[name])
            check = partial(game_form.problem_with, name, form)
            problem = await asyncio.to_thread(check) if slow else check()
            if self.form[name] == form[name]:
                self._problems[name] = problem
        self._show()
        self.describe()

    def action_start(self) -> None:
        """Check everything once more, and play."""
        self.run_worker(self._start(), group="start", exclusive=True)

    async def _start(self) -> None:
        await self._find_problems(game_form.FIELDS)
        wrong = [name for name in game_form.FIELDS if self._problems.get(name)]
        if wrong:
            self.list.point_at(wrong[0])
            self.describe()
            return
        self.post_message(Settled("recent", self._recent))
        self.post_message(Settled("game", game_form.remembered(self.form)))
        self.post_message(StartGame(self.form))
