"""A person takes a seat: what is asked, what is seen meanwhile, and that the seat can change hands at any moment."""

import asyncio
import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.people import (
    CLUER,
    G1,
    clock_of,
    come_to_keyboard,
    game_of,
    panel_of,
    play_to_the_talk,
    sit_down,
    take,
)
from tests.tui.table import (
    BLUE_SCRIPT,
    CONFIG,
    EVENTS,
    KEY,
    RED_SCRIPT,
    WORDS,
    frame,
    live,
    runner_of,
    screen_of,
    team_of,
    until,
)
from textual.pilot import Pilot

from codenames_agents.seats.human import Human
from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, AnyGuesserView, Discussion, DiscussionAnswer, TeamAgents
from codenames_core.game.config import AgentConfig, GameConfig, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Guess
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.board.picking import picking_among
from codenames_tui.game.seats.dialogs import ChooseSeat, ConfirmGivingUp, HandOver
from codenames_tui.game.seats.pick_form import PickForm
from codenames_tui.game.sessions.disclosure import UNHEARD, disclosure_for
from codenames_tui.game.sessions.live import LiveSession


async def type_text(pilot: Pilot[int], text: str) -> None:
    await pilot.press(*("space" if character == " " else character for character in text))


async def test_a_person_gives_a_clue_and_the_record_says_so() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await type_text(pilot, "sea 2")
        await pilot.press("enter")
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        clue = game_of(app).timeline.events[0]
        trace = game_of(app)._runner.tries[-1]
        changes = game_of(app)._runner.played.seat_changes
    assert clue == Clue("sea", 2, team=Team.RED)
    assert trace.is_human
    assert trace.failure is None
    assert [(change.seat, change.at, change.agent) for change in changes] == [(CLUER, 0, AgentConfig(spec="human"))]


@pytest.mark.parametrize("keys", [[*"sea", "enter"], ["escape", "y"]], ids=["answered", "given back"])
async def test_what_was_said_before_is_unsaid_by_an_answer_and_by_giving_the_seat_back(keys: list[str]) -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        screen_of(app).say("You play RED cluer.")
        await pilot.pause()
        assert "You play RED cluer." in frame(app)
        await pilot.press(*keys)
        await until(pilot, lambda: panel_of(app) is None)
        await pilot.pause()
        assert "You play RED cluer." not in frame(app)


async def test_the_referee_is_heard_while_a_clue_is_typed() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await type_text(pilot, "ship")
        await pilot.pause()
        assert "'ship' is on the board" in frame(app)
        await pilot.press("enter")
        await pilot.pause()
        assert len(game_of(app).timeline) == 0
        await type_text(pilot, "yard")
        await pilot.pause()
        assert "contains SHIP" in " ".join(frame(app).split())


async def test_the_keys_at_the_foot_are_those_that_work_while_a_person_is_asked() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        foot = frame(app).splitlines()[-1]
        assert foot.split("  ") == ["f2 seats", "esc give the seat back", "f1 help", "^c quit"]


async def test_up_and_down_change_the_number() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await type_text(pilot, "sea")
        await pilot.press("up", "up", "down", "enter")
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert game_of(app).timeline.events[0] == Clue("sea", 2, team=Team.RED)


async def test_a_person_speaks_and_agrees() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await sit_down(pilot, app, G1)
        await type_text(pilot, "wave")
        await pilot.press("tab", "enter")
        await until(pilot, lambda: len(game_of(app).timeline) == 2)
        assert game_of(app).timeline.events[1] == DiscussionMessage(seat=G1, text="wave", consensus=True)


async def play_to_the_guesses(pilot: Pilot[int], app: CodenamesApp) -> None:
    for count in range(1, 5):
        await pilot.press("f6")
        await until(pilot, lambda count=count: len(game_of(app).timeline) == count)  # type: ignore[misc]


@pytest.mark.parametrize("how", ["arrows", "places", "mouse"])
async def test_a_person_picks_cards_on_the_board_in_order(how: str) -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_guesses(pilot, app)
        await sit_down(pilot, app, G1)
        ship, wave = WORDS.index("SHIP"), WORDS.index("WAVE")
        for index in (wave, ship):
            row, column = divmod(index, 5)
            if how == "places":
                await pilot.press("abcde"[column], "12345"[row])
            elif how == "mouse":
                board, shape = screen_of(app).board, screen_of(app).board.shape
                at = (4 + column * (shape.card_width + 1), 1 + row * shape.card_height)
                await pilot.click(board, offset=at)
            else:
                form = screen_of(app).query_one(PickForm)
                here, there = divmod(form.picking.cursor, 5)
                await pilot.press(*["down"] * ((row - here) % 5), *["right"] * ((column - there) % 5), "enter")
            await pilot.pause()
        assert "WAVE → SHIP" in frame(app)
        assert "f4 guess" in frame(app).splitlines()[-1]
        await pilot.press("f4")
        await until(pilot, lambda: len(game_of(app).timeline) == 5)
        await pilot.press("f6")
        await until(pilot, lambda: len(game_of(app).timeline) > 5)
        words = [event.word for event in game_of(app).timeline.events if isinstance(event, Guess)]
    assert words == ["WAVE", "SHIP"]


async def test_enter_picks_a_card_and_drops_none() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_guesses(pilot, app)
        await sit_down(pilot, app, G1)
        word = WORDS[screen_of(app).query_one(PickForm).picking.cursor]
        for said in ("in order", "is picked already"):
            assert said in " ".join(frame(app).split())
            await pilot.press("enter", "enter")
            await pilot.pause()
            assert screen_of(app).answers.draft == word
        await pilot.press("backspace")
        assert screen_of(app).answers.draft == ""
        assert len(game_of(app).timeline) == 4


async def test_ending_the_turn_without_a_guess_takes_two_presses() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_guesses(pilot, app)
        await sit_down(pilot, app, G1)
        assert "f4 end the turn" in frame(app).splitlines()[-1]
        await pilot.press("f4")
        await pilot.pause()
        assert len(game_of(app).timeline) == 4
        form = screen_of(app).query_one(PickForm)
        assert "f4 again ends the turn" in "".join(span.text for line in form.hint_panel.hints for span in line)
        await pilot.press("f4")
        await until(pilot, lambda: len(game_of(app).timeline) == 5)
        assert game_of(app).timeline.events[4].type == "pass"


async def test_whoever_looked_back_and_gives_the_seat_back_sees_how_the_game_goes_on() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await sit_down(pilot, app, G1)
        screen_of(app).look_at(0)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ConfirmGivingUp))
        await pilot.press("y")
        await until(pilot, lambda: not game_of(app).seats.people)
        await pilot.press("f6")
        await until(pilot, lambda: len(game_of(app).timeline) > 1)
        await until(pilot, lambda: screen_of(app).position == len(game_of(app).timeline))


async def test_whoever_goes_to_the_end_before_it_is_shown_goes_along_with_the_game() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.pause()
        screen, timeline = screen_of(app), game_of(app).timeline
        timeline.append(EVENTS[0])
        screen.look_at(1)
        timeline.append(EVENTS[1])
        screen.take_changes()
        assert screen.position == 2


async def test_escape_gives_the_seat_back_and_asks_where_something_was_typed() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await type_text(pilot, "se")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ConfirmGivingUp))
        await pilot.press("n")
        await pilot.pause()
        assert panel_of(app) is not None
        await pilot.press("escape", "y")
        await until(pilot, lambda: not game_of(app).seats.people)
        assert panel_of(app) is None
        await pilot.press("f6")
        await until(pilot, lambda: len(game_of(app).timeline) == 1)
        assert game_of(app).timeline.events[0] == Clue("sea", 2, team=Team.RED)


async def test_the_question_of_the_agent_is_abandoned_and_no_late_answer_lands() -> None:
    late = asyncio.Event()

    class Slow(ScriptedGuesser):
        async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
            with contextlib.suppress(asyncio.CancelledError):
                await late.wait()
            return DiscussionMessage(text="too late", consensus=True), AgentTrace()

    red = TeamAgents(ScriptedCluer(RED_SCRIPT), Slow(RED_SCRIPT), ScriptedGuesser(RED_SCRIPT))
    app = live(runner_of(red, team_of(BLUE_SCRIPT)))
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await pilot.press("f6")
        await until(pilot, lambda: game_of(app).asked is not None)
        await sit_down(pilot, app, G1)
        late.set()
        await pilot.pause()
        assert len(game_of(app).timeline) == 1
        await type_text(pilot, "mine")
        await pilot.press("enter")
        await until(pilot, lambda: len(game_of(app).timeline) == 2)
        said = game_of(app).timeline.events[1]
    assert isinstance(said, DiscussionMessage)
    assert said.text == "mine"


async def test_two_people_hand_the_keyboard_over_behind_a_screen_without_the_key() -> None:
    app = live()
    clock = clock_of(app)
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await take(pilot, app, G1)
        await type_text(pilot, "sea")
        await pilot.press("enter")
        await until(pilot, lambda: len(game_of(app).timeline) == 1)
        assert all(card.card is None for card in screen_of(app).board.table)
        await pilot.press("f6")
        await until(pilot, lambda: isinstance(app.screen, HandOver))
        assert "RED GUESSER 1" in frame(app)
        assert not any(word in frame(app) for word in WORDS)
        await come_to_keyboard(pilot, app, clock)
        await until(pilot, lambda: panel_of(app) is not None)
        assert all(card.card is None for card in screen_of(app).board.table)


async def test_a_guesser_sees_no_identity_anywhere() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.press("s")
        await play_to_the_guesses(pilot, app)
        await sit_down(pilot, app, G1)
        for keys in (["s"], ["left"], ["f5"], ["escape"], ["h", "escape"]):
            shown = screen_of(app).board.table
            assert all(card.card is None for card in shown if not card.revealed), keys
            pending = game_of(app).seats.pending
            assert pending is not None
            assert not hasattr(pending.question.view, "key")
            if keys != ["escape"]:
                await pilot.press(*keys)
                await pilot.pause()


BLIND = GameConfig(blind=True)


async def test_a_person_in_a_blind_cluers_seat_sees_no_key_and_is_told_why() -> None:
    app = live(runner_of(config=BLIND))
    async with app.run_test() as pilot:
        await pilot.press("s")
        await pilot.pause()
        assert any(card.card is not None for card in screen_of(app).board.table)
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, ChooseSeat))
        lines = frame(app).splitlines()
        assert [
            seat.label for seat in Seat if any(seat.label in one and "nobody has the key" in one for one in lines)
        ] == [
            "red cluer",
            "blue cluer",
        ]
        await pilot.press("escape")
        await sit_down(pilot, app, CLUER)
        assert "A blind game: nobody has the key" in frame(app)
        for keys in (["f5"], ["escape"]):
            assert all(card.card is None for card in screen_of(app).board.table), keys
            await pilot.press(*keys)
            await pilot.pause()


async def test_a_blind_cluers_clue_needs_no_key() -> None:
    app = live(runner_of(config=BLIND))
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await type_text(pilot, "ship")
        assert "is on the board" in frame(app)
        await pilot.press("ctrl+u")
        await type_text(pilot, "sea 1")
        await pilot.press("enter")
        await until(pilot, lambda: len(game_of(app).timeline) == 1)
        assert game_of(app).timeline.events[0] == Clue("sea", 1, team=Team.RED)


async def test_a_blind_cluer_takes_the_keyboard_over_as_a_guesser_does() -> None:
    app = live(runner_of(config=BLIND))
    clock = clock_of(app)
    async with app.run_test() as pilot:
        await take(pilot, app, G1)
        await take(pilot, app, CLUER)
        await until(pilot, lambda: isinstance(app.screen, HandOver))
        assert "RED CLUER" in frame(app)
        assert "A blind game: nobody has the key" in frame(app)
        assert "nobody else should look" not in frame(app)
        await come_to_keyboard(pilot, app, clock)
        await until(pilot, lambda: panel_of(app) is not None)
        assert all(card.card is None for card in screen_of(app).board.table)


async def test_without_surveillance_a_person_does_not_read_the_opponents() -> None:
    config = GameConfig(surveillance=False)
    sight = disclosure_for([Seat.BLUE_GUESSER_1], Seat.BLUE_GUESSER_1, config)
    said = DiscussionMessage(seat=G1, text="our secret", consensus=True)
    assert sight.event(said) == DiscussionMessage(seat=G1, text=UNHEARD, consensus=False)
    assert sight.event(own := said.model_copy(update={"seat": Seat.BLUE_GUESSER_2})) is own


SEATS = st.lists(st.sampled_from(list(Seat)), unique=True)


@given(SEATS, st.none() | st.sampled_from(list(Seat)), st.booleans(), st.booleans())
def test_the_key_is_shown_to_nobody_but_a_cluer_that_has_it(
    people: list[Seat], at_keyboard: Seat | None, blind: bool, surveillance: bool
) -> None:
    sight = disclosure_for(people, at_keyboard, GameConfig(blind=blind, surveillance=surveillance))
    if not people:
        assert sight.key is None
        assert sight.private
        return
    assert not sight.private
    eyes = at_keyboard if at_keyboard in people else None
    assert sight.key is (eyes is not None and eyes.role.value == "cluer" and not blind)
    if not surveillance and eyes is not None:
        assert sight.unheard == {eyes.team.other}


@given(st.lists(st.sampled_from(["l", "r", "u", "d", "t", "z", *"abcde12345"])), st.sets(st.sampled_from(WORDS)))
def test_picking_names_each_free_card_once_whatever_is_pressed(keys: list[str], free: set[str]) -> None:
    picking = picking_among(WORDS, free)
    moves = {"l": (-1, 0), "r": (1, 0), "u": (0, -1), "d": (0, 1)}
    for key in keys:
        if key in moves:
            picking = picking.moved(*moves[key])
        elif key == "t":
            picking = picking.toggled(picking.cursor)
        elif key == "z":
            picking = picking.undone()
        else:
            picking = picking.typed(key)
        assert 0 <= picking.cursor < 25
        assert len(set(picking.picks)) == len(picking.picks)
        assert {WORDS[index] for index in picking.picks} <= free


async def test_a_game_of_six_people_is_played_to_its_end() -> None:
    people = {seat: Human() for seat in Seat}
    human = AgentConfig(spec="human")
    runner = runner_of()
    for seat in Seat:
        runner.swap(seat, people[seat], human)
    runner.gate.resume()
    task = asyncio.create_task(runner.run())
    for _ in range(200):
        await asyncio.sleep(0)
        for seat, person in people.items():
            if (owed := person.pending) is None:
                continue
            left = [word for word in owed.view.unrevealed if KEY[word].team is seat.team]
            answers = {
                "clue": Clue("zebra", 0),
                "message": DiscussionMessage(text="yes", consensus=True),
                "guesses": tuple(left),
            }
            assert person.answer(answers[owed.question.value])
            assert not person.answer("twice")
    record: EpisodeRecord = await asyncio.wait_for(task, 10)
    assert record.winner is Team.RED
    assert all(trace.is_human for trace in record.decisions())
    assert json.loads(record.to_json())["seat_changes"]


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["take", "give", "answer", "pause", "resume", "step", "wait"]), st.sampled_from(list(Seat))
    ),
    max_size=30,
)


@given(ACTIONS)
def test_any_order_of_takeover_answer_pause_and_give_back_leaves_a_consistent_game(
    actions: list[tuple[str, Seat]],
) -> None:
    async def play() -> EpisodeRecord:
        runner = runner_of()
        game = LiveSession(runner, pace=0, clock=lambda: 0.0)
        task = asyncio.create_task(runner.run())
        for action, seat in actions:
            match action:
                case "take":
                    game.seats.take(seat)
                case "give":
                    game.seats.give_back(seat)
                case "answer":
                    if game.seats.pending:
                        game.seats.answer(DiscussionMessage(text="me", consensus=True))
                case "pause" | "resume" | "step":
                    getattr(runner, action)()
                case _:
                    await asyncio.sleep(0)
        for seat in Seat:
            game.seats.give_back(seat)
        runner.resume()
        return await asyncio.wait_for(task, 10)

    record = asyncio.run(play())
    assert record.outcome is not None
    assert record.state_at(len(record.public_transcript)).outcome is not None or record.outcome.winner is None
    assert CONFIG.mode is record.config.mode
