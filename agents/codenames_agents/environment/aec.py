"""The game as a PettingZoo environment (Agent Environment Cycle, Terry et al., 2021).

from codenames_agents.environment import env

game = env(players={"blue": "vector:balanced"})
game.reset(seed=7)
for agent in game.agent_iter():
    observation, reward, terminated, truncated, info = game.last()
    over = terminated or truncated
    game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
"""

import operator
import sys
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, assert_never

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from codenames_agents.catalogue import team_seed
from codenames_agents.environment.codes import GUESSER_ACTIONS, NO_WORD, ActionCodes, message
from codenames_agents.environment.observations import arrays_of, observation_space
from codenames_agents.environment.other_seats import OtherSeats
from codenames_agents.environment.replies import as_text, conversation, read_reply
from codenames_agents.environment.stepping import PLAYER, SteppedGame
from codenames_agents.environment.table_text import table_text
from codenames_agents.environment.text_space import TextSpace
from codenames_agents.kinds import HUMAN
from codenames_agents.models.prompts import DEFAULT_PROMPTS, Message, load_prompts
from codenames_core.decisions.questions import Ask
from codenames_core.files.journal import new_header
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import Question, Unreadable
from codenames_core.game.board import deal
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, Role, Seat, Team, TeamConfig
from codenames_core.game.state import Termination
from codenames_core.game.visibility import View
from codenames_core.game.words import WordList, default_word_list
from codenames_core.support.folders import prompts_folder
from codenames_core.text.sanitiser import one_line

_LARGEST_SEED: Final = 2**63
_LARGEST_PROMPT: Final = 1_000_000
_LARGEST_REPLY: Final = 1_000_000
_MOST_BITS: Final = 64
_GUESSERS: Final = (Role.GUESSER_1, Role.GUESSER_2)


class CodenamesEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # of a package that need not be installed
    """Codenames for six agents, or for four.

    Every seat that no agent of ours plays is an agent of the environment, named `red_cluer`, `blue_guesser_1` and so
    on. Whoever is asked next is `agent_selection`, and sees what that seat may know in a game: only a cluer's
    observation holds the key. A win is worth 1 and a loss -1, at the end; a game that reaches the turn limit is
    truncated, and worth 0. An answer that the rules refuse is asked for again, with the reason in `info["refusal"]`;
    after `max_retries` more the turn is over, as in every game.

    Args:
        config: the rules. Its seed is that of the first board, if `reset` is given none.
        players: who of ours plays which seats, by team (`"blue"`) or seat (`"red_cluer"`): agent specs.
        actions: `index` for numbers with a mask, or `text` for replies as a language model writes them.
        guessers: `together` makes one agent of the guessers of a team, `red_guessers`, which answers for both.
        vocabulary: what clues by number are made of; the words of the word list if not given.
        word_list: where boards are dealt from; the shipped list if not given.
        prompts: the name of the prompt set of text observations.
        render_mode: `ansi` for a text, or `human` to print it after every step.

    Raises:
        ValueError: a player is given for no seat or team, no seat is left to play, or an option is none of those named.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "codenames_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        config: GameConfig | None = None,
        *,
        players: Mapping[str, str] | None = None,
        actions: Literal["index", "text"] = "index",
        guessers: Literal["apart", "together"] = "apart",
        vocabulary: Sequence[str] | None = None,
        word_list: WordList | None = None,
        prompts: str = DEFAULT_PROMPTS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is {render_mode!r}; it is one of {', '.join(self.metadata['render_modes'])}")
        if actions not in ("index", "text") or guessers not in ("apart", "together"):
            raise ValueError("actions are 'index' or 'text', and guessers play 'apart' or 'together'")
        self._config = config or GameConfig()
        if self._config.fallback != "forfeit":
            raise ValueError(f"fallback is {self._config.fallback!r}; in an environment it is 'forfeit'")
        self.render_mode = render_mode
        self._words = word_list or default_word_list()
        self._codes = ActionCodes(vocabulary or self._words.words)
        self._places = {word: place for place, word in enumerate(self._words.words)}
        self._is_text = actions == "text"
        self._prompts = load_prompts(prompts, prompts_folder())
        self._ours = _agents_by_seat(players or {}, self._config.mode)
        self._agent_of = _agents_of_seats(self._ours, self._config.mode, are_together=guessers == "together")
        self.possible_agents = list(dict.fromkeys(self._agent_of.values()))
        if not self.possible_agents:
            raise ValueError("players are given for every seat, so that nobody is left to play")
        self._seat_of = {agent: seat for seat, agent in reversed(self._agent_of.items())}
        self.agents: list[str] = []
        self._others = OtherSeats()
        self._random = np.random.default_rng(self._config.seed)
        self._next_seed = self._config.seed
        self.observation_spaces = {agent: self._observation_space(agent) for agent in self.possible_agents}
        self.action_spaces = {agent: self._action_space(agent) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what `agent` sees: `observation`, and `action_mask` or `text`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what `agent` answers: a number, or a text."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new board: that of `seed` as everywhere else, or a random one.

        Raises:
            SeatError: one of our agents cannot be built.
            TypeError, ValueError: the seed is not a whole number of at most 64 bits, or is negative.
        """
        if seed is not None:
            seed = _number_of(seed, "the seed")
            if seed < 0:
                raise ValueError(f"the seed is {seed}; it is at least 0")
            self._random, self._next_seed = np.random.default_rng(seed), seed
        if self._next_seed is None:
            self._next_seed = int(self._random.integers(_LARGEST_SEED))
        config = self._config.model_copy(update={"seed": self._next_seed, "word_list": self._words.name})
        self._next_seed = None
        teams = {team: self._line_up(team, config.seed or 0) for team in Team}
        board = deal(config, self._words)
        self._game = SteppedGame(
            new_header(config, *teams.values(), board=board, episode_id=f"environment-{config.seed}")
        )
        if self._ours:
            self._others.sit_down(teams, self._ours)
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._play_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what `agent` sees now."""
        seat = self._seat(agent)
        view, ask = self._game.view(seat), self._game.due
        asked = ask if ask and ask.seat is seat else None
        seen: dict[str, Any] = {
            "observation": arrays_of(view, asked.question if asked else None, self._places, self._codes)
        }
        if self._is_text:
            seen["text"] = as_text(conversation(asked, view, self._prompts)) if asked else table_text(self._game.state)
        elif asked:
            seen["action_mask"] = self._codes.mask(asked, view)
        else:
            seen["action_mask"] = np.zeros(self._actions_of(seat), np.int8)
        return seen

    def view(self) -> View:
        """Return what `agent_selection` may know, as the agents of this package take it.

        Raises:
            RuntimeError: the game is over.
        """
        if self._game.due is None:
            raise RuntimeError("the game is over: nobody is asked")
        return self._game.view(self._game.due.seat)

    def messages(self) -> list[Message]:
        """Return the conversation that puts the open question to a language model; empty once the game is over."""
        ask = self._game.due
        return conversation(ask, self._game.view(ask.seat), self._prompts) if ask else []

    def step(self, action: Any) -> None:
        """Answer for `agent_selection`; None for an agent whose game is over.

        Raises:
            TypeError: the action is not a whole number, or not a text, whichever is played with.
            ValueError: the number has more than 64 bits.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = _text_of(action) if self._is_text else _number_of(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if ask := self._game.due:
            if self._is_text:
                self._reply(action, ask)
            else:
                self._choose(action, ask.question)
        self._play_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def record(self) -> EpisodeRecord:
        """Return the record of the game so far, which the app replays like any other."""
        return self._game.record()

    def render(self) -> str | None:
        """Return or print the table as everybody sees it."""
        text = table_text(self._game.state)
        if self.render_mode != "human":
            return text
        sys.stdout.write(f"{text}\n\n")
        return None

    def close(self) -> None:
        """Let our agents go."""
        self._others.close()

    def _play_on(self) -> None:
        """Let our agents answer until somebody else is asked, or the game is over."""
        game = self._game
        while (ask := game.due) and ask.seat not in self._agent_of:
            game.settle(self._others.decide(ask, game.state))
        if game.due:
            self.agent_selection = self._agent_of[game.due.seat]
        else:
            self._end()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = self._info()

    def _end(self) -> None:
        state = self._game.state
        is_cut_off = state.outcome is not None and state.outcome.termination is Termination.TURN_LIMIT
        for agent in self.agents:
            team = self._seat_of[agent].team
            self.rewards[agent] = 0.0 if state.winner is None else 1.0 if team is state.winner else -1.0
            self.terminations[agent], self.truncations[agent] = not is_cut_off, is_cut_off
        self.agent_selection = self.agents[0]

    def _info(self) -> dict[str, Any]:
        ask = self._game.due
        return {"question": str(ask.question), "refusal": self._game.refusal} if ask else {}

    def _reply(self, text: str, ask: Ask[Any]) -> None:
        if len(text) > _LARGEST_REPLY:
            reason = f"the reply has {len(text):,} characters; the most is {_LARGEST_REPLY:,}"
            self._game.answer(Unreadable(reason), raw=text[:_LARGEST_REPLY])
        else:
            self._game.answer(read_reply(text, ask, self._game.view(ask.seat)), raw=text)

    def _choose(self, action: int, question: Question) -> None:
        game, words = self._game, self._game.state.board.words
        match question:
            case Question.CLUE:
                game.answer(self._codes.clue(action), raw=str(action))
            case Question.PENALTY:
                game.answer(self._codes.penalty(action, words), raw=str(action))
            case _ if not 0 <= action < GUESSER_ACTIONS:
                game.answer(Unreadable(f"action {action} is none of 0 to {GUESSER_ACTIONS - 1}"), raw=str(action))
            case Question.MESSAGE:
                game.answer(message(action, words), raw=str(action))
            case Question.GUESSES if action // 2 == NO_WORD:
                game.stop()
            case Question.GUESSES:
                game.guess(words[action // 2])
            case _:
                assert_never(question)

    def _seat(self, agent: str) -> Seat:
        """Return the seat that `agent` plays now: one agent may play two."""
        ask = self._game.due
        return ask.seat if ask and self._agent_of.get(ask.seat) == agent else self._seat_of[agent]

    def _line_up(self, team: Team, seed: int) -> TeamConfig:
        player = AgentConfig(spec=PLAYER)
        agents = {role.value: self._ours.get(Seat.of(team, role), player) for role in Role}
        return TeamConfig(**agents, seed=team_seed(seed))

    def _actions_of(self, seat: Seat) -> int:
        return self._codes.cluer_actions if seat.role is Role.CLUER else GUESSER_ACTIONS

    def _observation_space(self, agent: str) -> spaces.Space[Any]:
        seat = self._seat_of[agent]
        seen: dict[str, spaces.Space[Any]] = {
            "observation": observation_space(self._config, seat.role, self._words, self._codes)
        }
        if self._is_text:
            seen["text"] = TextSpace(_LARGEST_PROMPT)
        else:
            seen["action_mask"] = spaces.Box(0, 1, (self._actions_of(seat),), np.int8)
        return spaces.Dict(seen)

    def _action_space(self, agent: str) -> spaces.Space[Any]:
        seat = self._seat_of[agent]
        if not self._is_text:
            return spaces.Discrete(self._actions_of(seat))
        if seat.role is Role.CLUER:
            return TextSpace(_LARGEST_REPLY, [f"CLUE: {word}\nNUMBER: 2" for word in self._codes.vocabulary])
        said = [f"I would touch {word}.\nCONSENSUS: YES" for word in self._words.words]
        return TextSpace(_LARGEST_REPLY, [*said, "GUESSES: PASS"])


def _number_of(action: Any, what: str = "an action") -> int:
    """Return a value that is a whole number of any library; 2.7, None and b"3" are not."""
    try:
        number = operator.index(action)
    except TypeError:
        raise TypeError(f"{what} is {type(action).__name__}; a whole number is needed") from None
    if number.bit_length() > _MOST_BITS:
        raise ValueError(f"{what} is a number of {number.bit_length():,} bits; the most is {_MOST_BITS}")
    return number


def _text_of(action: Any, what: str = "an action") -> str:
    if not isinstance(action, str):
        raise TypeError(f"{what} is {type(action).__name__}; a text is needed")
    return str(action)


def raw_env(**options: Any) -> CodenamesEnv:
    """Return the environment as it is; options are those of `CodenamesEnv`."""
    return CodenamesEnv(**options)


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """Return the environment with PettingZoo's checks of the order of calls; options are those of `CodenamesEnv`."""
    return wrappers.OrderEnforcingWrapper(CodenamesEnv(**options))


def _seats(mode: GameMode) -> list[Seat]:
    """The seats that are asked anything in a mode."""
    return [seat for seat in Seat if mode is not GameMode.SINGLE_GUESSER or seat.role is not Role.GUESSER_2]


def _agents_by_seat(players: Mapping[str, str], mode: GameMode) -> dict[Seat, AgentConfig]:
    """Return who of ours plays where.

    Raises:
        ValueError: there is no such team or seat.
    """
    found: dict[Seat, AgentConfig] = {}
    for name in sorted(players, key=len):  # teams first: a seat is more to the point than its team
        seats = [seat for seat in _seats(mode) if name in (seat.value, seat.team.value)]
        if not seats:
            known = ", ".join([*(team.value for team in Team), *(seat.value for seat in _seats(mode))])
            raise ValueError(
                f"players has {one_line(name, 40)!r}, which is no team or seat of this mode; there are {known}"
            )
        spec = _text_of(players[name], f"the player of {name}")
        agent = AgentConfig.parse(spec)
        if agent.spec == HUMAN:  # nobody would ever be asked
            raise ValueError(f"players has {HUMAN!r} for {name}; leave the seat out, and answer for it with step")
        found |= dict.fromkeys(seats, agent)
    return found


def _agents_of_seats(ours: Mapping[Seat, AgentConfig], mode: GameMode, *, are_together: bool) -> dict[Seat, str]:
    """Return the name of the environment's agent at each seat that it plays."""
    return {
        seat: f"{seat.team}_guessers" if are_together and seat.role in _GUESSERS else seat.value
        for seat in _seats(mode)
        if seat not in ours
    }
