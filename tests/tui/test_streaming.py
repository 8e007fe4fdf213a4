"""Answers of models as they come: drawn under the name of the seat, not too often, and gone when they have landed."""

import asyncio

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.tui.speaker import Speaker
from tests.tui.table import (
    BLUE_SCRIPT,
    BOARD,
    CONFIG,
    RED_SCRIPT,
    frame,
    live,
    play_events,
    runner_of,
    screen_of,
    team_of,
    text_of,
    until,
)
from textual.pilot import Pilot

from codenames_agents.providers.provider import CallState, Provider
from codenames_agents.providers.provider import RequestPhase as CallPhase
from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser
from codenames_core.game.agent import (
    AgentTrace,
    AnyCluerView,
    ClueAnswer,
    OnToken,
    Question,
    TeamAgents,
    Unavailable,
)
from codenames_core.game.config import Seat
from codenames_core.game.events import Clue
from codenames_core.play.episode import EpisodeRunner, new_header
from codenames_core.play.pause_gate import PauseGate
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import SECONDS_BETWEEN_PICTURES
from codenames_tui.game.inspector.inspector_pane import InspectorPane
from codenames_tui.game.seats.answer_panel import AnswerPanel
from codenames_tui.game.sessions.open_question import Speaking
from codenames_tui.game.talk.speaking import MOST_SHOWN, speaking_entry
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain
from codenames_tui.ui.lines.paper import entry_lines

G1 = Seat.RED_GUESSER_1


class SpeakingCluer(ScriptedCluer):
    """Thinks aloud."""

    streams = True

    def __init__(self) -> None:
        super().__init__(RED_SCRIPT)
        self.say: OnToken | None = None

    async def generate_clue(self, view: AnyCluerView, *, on_token: OnToken | None = None) -> ClueAnswer:
        self.say = on_token
        await asyncio.Event().wait()
        raise AssertionError


def spoken_to(speaker: Speaker) -> CodenamesApp:
    return live(runner_of(TeamAgents(ScriptedCluer(RED_SCRIPT), speaker, ScriptedGuesser(RED_SCRIPT))))


async def begin_to_speak(app: CodenamesApp, pilot: Pilot[int], speaker: Speaker, text: str) -> None:
    await play_events(app, pilot, 1)
    await pilot.press(".")
    await until(pilot, lambda: speaker.say is not None)
    assert speaker.say is not None
    speaker.say(text)
    screen_of(app).show_speech()
    await pilot.pause()


async def test_a_message_is_shown_as_it_comes_and_is_gone_when_it_lands() -> None:
    speaker = Speaker()
    app = spoken_to(speaker)
    async with app.run_test() as pilot:
        await begin_to_speak(app, pilot, speaker, "I would rather take the ")
        assert "guesser 1" in frame(app)
        assert "┃ I would rather take the" in frame(app)
        assert speaker.say is not None
        speaker.say("WAVE")
        screen_of(app).show_speech()
        await pilot.pause()
        assert "rather take the WAVE" in " ".join(frame(app).split())
        speaker.may_answer.set()
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        assert "rather" not in frame(app)
        assert "SHIP it is." in frame(app)
        assert screen_of(app).session.speaking is None


async def test_words_light_up_while_they_are_being_spoken() -> None:
    speaker = Speaker()
    app = spoken_to(speaker)
    async with app.run_test() as pilot:
        await begin_to_speak(app, pilot, speaker, "WAVE?")
        table = screen_of(app).board.table
        assert [card.word for card in table if card.mentioned] == ["WAVE"]


async def test_an_answer_that_begins_anew_is_forgotten() -> None:
    speaker = Speaker()
    app = spoken_to(speaker)
    async with app.run_test() as pilot:
        await begin_to_speak(app, pilot, speaker, "first try")
        assert speaker.say is not None
        speaker.say(None)
        speaker.say("second try")
        screen_of(app).show_speech()
        await pilot.pause()
        assert "second try" in frame(app)
        assert "first try" not in frame(app)


async def test_a_flood_of_pieces_is_drawn_ten_times_a_second_at_most() -> None:
    speaker = Speaker()
    app = spoken_to(speaker)
    async with app.run_test() as pilot:
        await begin_to_speak(app, pilot, speaker, "a")
        screen = screen_of(app)
        pictures: list[int] = []
        screen.watch(screen, "position", lambda: pictures.append(1), init=False)
        assert speaker.say is not None
        for _ in range(1_000):
            speaker.say("b")
        assert screen._speech_timer is not None
        assert screen._speech_timer._interval == SECONDS_BETWEEN_PICTURES >= 0.1
        assert not pictures
        screen.show_speech()
        assert len(pictures) == 1
        screen.show_speech()
        assert len(pictures) == 1
        assert screen._speech_timer is None


async def test_looking_back_shows_nothing_of_what_is_being_said() -> None:
    speaker = Speaker()
    app = spoken_to(speaker)
    async with app.run_test() as pilot:
        await begin_to_speak(app, pilot, speaker, "hear me")
        await pilot.press("left")
        assert "hear me" not in frame(app)
        await pilot.press("end")
        assert "hear me" in frame(app)


async def test_a_cluer_is_only_heard_where_the_key_is_shown() -> None:
    cluer = SpeakingCluer()
    app = live(runner_of(TeamAgents(cluer, ScriptedGuesser(RED_SCRIPT), ScriptedGuesser(RED_SCRIPT))))
    async with app.run_test() as pilot:
        await pilot.press(".")
        await until(pilot, lambda: cluer.say is not None)
        assert cluer.say is not None
        cluer.say("SHIP and WAVE")
        screen_of(app).show_speech()
        await pilot.pause()
        assert "RED cluer thinks  13 characters so far" in frame(app)
        assert "(13 characters, s to read along)" in text_of(screen_of(app).turn)
        assert "SHIP and" not in frame(app)
        await pilot.press("s")
        assert "cluer thinks  SHIP and WAVE" in frame(app)


async def test_nothing_is_heard_while_a_person_plays() -> None:
    speaker = Speaker()
    app = spoken_to(speaker)
    async with app.run_test() as pilot:
        await begin_to_speak(app, pilot, speaker, "my secret thoughts")
        seats = screen_of(app).session.seats
        assert seats is not None
        seats.take(Seat.BLUE_GUESSER_2)
        screen_of(app).redraw()
        await pilot.pause()
        assert "secret" not in frame(app)


KEYS = ("i", "P", "z", "s", "left", "right", "end", "tab", "less_than_sign", "greater_than_sign", "space", "up", "t")


@settings(
    max_examples=4,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)
@given(st.lists(st.sampled_from(KEYS), min_size=15, max_size=15))
def test_no_key_shows_a_guesser_more_than_its_seat_may_see(keys: list[str]) -> None:
    """Neither what the agents think, nor what a card is, whatever is pressed while a person guesses for blue."""

    async def look_about() -> None:
        speaker = Speaker()
        app = spoken_to(speaker)
        async with app.run_test() as pilot:
            await begin_to_speak(app, pilot, speaker, "my secret thoughts")
            screen = screen_of(app)
            assert screen.session.seats is not None
            screen.session.seats.take(Seat.BLUE_GUESSER_1)
            screen.redraw()
            for key in keys:
                await pilot.press(*([key, "escape"] if key == "t" else [key]))
                screen.show_speech()
                await pilot.pause()
                assert "secret" not in frame(app)
                assert "what it saw" not in frame(app)
                assert not screen.query(InspectorPane)
                assert not [card for card in screen.board.table if card.card and not card.revealed]

    asyncio.run(look_about())


async def test_a_takeover_silences_the_agent_at_once() -> None:
    speaker = Speaker()
    app = spoken_to(speaker)
    async with app.run_test() as pilot:
        await begin_to_speak(app, pilot, speaker, "my secret thoughts")
        game = screen_of(app).session
        assert game.seats is not None
        game.seats.take(G1)
        await until(pilot, lambda: bool(screen_of(app).query(AnswerPanel)))
        assert speaker.say is not None
        speaker.say("and more")
        assert game.speaking is None
        assert "secret" not in frame(app)


async def test_resizing_while_somebody_speaks() -> None:
    speaker = Speaker()
    app = spoken_to(speaker)
    async with app.run_test() as pilot:
        await begin_to_speak(app, pilot, speaker, "word " * 200)
        assert speaker.say is not None
        for number in range(20):
            speaker.say(f"WAVE {number} [b] \x1b[2J 水 ")
            await pilot.resize_terminal(1 + number * 37 % 200, 1 + number * 13 % 60)
            screen_of(app).show_speech()
        await pilot.resize_terminal(80, 24)
        screen_of(app).show_speech()
        await pilot.pause()
        assert "WAVE 19 [b]" in " ".join(frame(app).replace("┃", "").split())
        assert "\x1b" not in frame(app)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_of_a_long_answer_the_end_is_shown(glyphs: Glyphs) -> None:
    entry = speaking_entry(Speaking(G1, Question.MESSAGE, "x " * 10_000 + "the end"), glyphs, key_shown=False)
    shown = plain(entry_lines(entry, 40))
    assert "the end" in shown
    assert len(shown) < MOST_SHOWN * 1.2


# Outages


class Away(ScriptedCluer):
    """Cannot be reached, until it can."""

    def __init__(self) -> None:
        super().__init__(RED_SCRIPT)
        self.is_back = False

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        if not self.is_back:
            return Unavailable("503 overloaded [b]"), AgentTrace(agent="openai/m", latency_s=0.0)
        return Clue("sea", 2), AgentTrace()


class Hours:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 0.0
        self.rung = asyncio.Event()

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        await self.rung.wait()
        self.rung.clear()


def away_game(cluer: ScriptedCluer, hours: Hours, outage_seconds: float = 300.0) -> EpisodeRunner:
    red = TeamAgents(cluer, ScriptedGuesser(RED_SCRIPT), ScriptedGuesser(RED_SCRIPT))
    blue = team_of(BLUE_SCRIPT)
    config = CONFIG.model_copy(update={"outage_seconds": outage_seconds})
    header = new_header(config, red.config, blue.config, board=BOARD, episode_id="a-game")
    return EpisodeRunner(header, red, blue, gate=PauseGate(), clock=hours, sleep=hours.sleep)


async def test_an_outage_counts_down_and_says_when_it_gives_up() -> None:
    cluer, hours = Away(), Hours()
    runner = away_game(cluer, hours)
    app = live(runner)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: runner.outage is not None)
        await pilot.pause()
        assert "cluer: provider is away; next try in 5 s, gives up in 5:00" in text_of(screen_of(app).turn)
        assert "503 overloaded [b]" in frame(app)
        assert screen_of(app).counts_seconds
        hours.now = 2.0
        screen_of(app).show_seconds()
        await pilot.pause()
        assert "next try in 3 s, gives up in 4:58" in text_of(screen_of(app).turn)
        await pilot.press("P")
        await pilot.pause()
        assert "next try in 3 s, gives up in 4:58" in frame(app)
        assert "503" not in frame(app)
        await pilot.press("P")
        cluer.is_back = True
        hours.now = 5.0
        hours.rung.set()
        await until(pilot, lambda: len(screen_of(app).session.timeline) > 0)
        assert "provider is away" not in frame(app)


async def test_a_request_that_is_sent_again_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    provider = Provider(clock=lambda: 100.0)
    monkeypatch.setattr("codenames_agents.providers.provider.shared_provider", lambda: provider)
    cluer = SpeakingCluer()
    app = live(runner_of(TeamAgents(cluer, ScriptedGuesser(RED_SCRIPT), ScriptedGuesser(RED_SCRIPT))))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(".")
        await until(pilot, lambda: cluer.say is not None)
        reason = "overloaded [b] (503)"
        state = CallState("m", Seat.RED_CLUER.label, CallPhase.RETRYING, 2, 5, resume_at=108.0, reason=reason)
        provider.show(cluer, state, None)
        screen_of(app).show_seconds()
        await pilot.pause()
        told = " ".join(frame(app).split())
        assert "retry 2/5 in 8 s" in told
        assert "overloaded [b]" in told
        seats = screen_of(app).session.seats
        assert seats is not None
        seats.take(Seat.BLUE_GUESSER_1)
        screen_of(app).redraw()
        await pilot.pause()
        assert "overloaded" not in frame(app)


async def test_what_a_provider_says_is_private_while_a_person_plays() -> None:
    hours = Hours()
    runner = away_game(Away(), hours)
    app = live(runner)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: runner.outage is not None)
        seats = screen_of(app).session.seats
        assert seats is not None
        seats.take(Seat.BLUE_GUESSER_1)
        screen_of(app).redraw()
        runner.retry_scheduled(Seat.RED_CLUER, "503 overloaded", 5.0, 100.0)
        screen_of(app).show_seconds()
        await pilot.pause()
        assert "provider is away" in frame(app)
        assert "overloaded" not in frame(app)


async def test_why_a_seat_failed_is_said_at_the_end() -> None:
    class Refused(ScriptedCluer):
        """Has a wrong key."""

        async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
            return Unavailable("401 invalid key", for_good=True), AgentTrace(agent="openai/m")

    app = live(away_game(Refused(RED_SCRIPT), Hours()))
    async with app.run_test(size=(200, 60)) as pilot:
        game = screen_of(app).session
        await until(pilot, lambda: game.standing.over)
        await pilot.pause()
        told = frame(app)
        assert "RED cluer failed" in told
        assert "out of reach" in told
        assert "401" in told
        assert "invalid key" in told
