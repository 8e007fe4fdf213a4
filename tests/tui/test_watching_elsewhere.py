"""Watching a game that is played elsewhere: the same screen, at the viewer's own pace, and never a seat."""

import pytest
from tests.tui.table import BOARD, EVENTS, SIZES, frame, is_on, screen_of, text_of, until
from tests.tui.wire import END, OUTCOME, RECORD, Wire, happened, start, watched

from codenames_core.game.config import Seat, Team
from codenames_core.game.events import Clue, Guess
from codenames_core.game.replay import Replay
from codenames_core.support.errors import EpisodeFileError
from codenames_core.watch.broadcast import Audience, SeatChanged
from codenames_core.watch.markers import MarkerKind
from codenames_tui.game.sessions.remote import RemoteSession
from codenames_tui.streaming.news import Notice
from codenames_tui.ui.screens.dialogs import ConfirmLeaving


@pytest.mark.parametrize("size", SIZES)
async def test_the_screen_follows_the_game_to_its_end(size: tuple[int, int]) -> None:
    wire = Wire(start(), *happened(EVENTS[:5]))
    async with (app := watched(wire)).run_test(size=size) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 5)
        assert "WATCH live" in frame(app)
        assert "event 5/5" in frame(app)
        wire.say(*happened(EVENTS[5:], 5), END)
        await until(pilot, lambda: screen_of(app).session.standing.over)
        seen = frame(app)
        assert "GAME OVER" in seen
        assert "BLUE wins" in seen


async def test_no_card_that_lies_face_down_shows_what_it_is_not_even_at_the_end() -> None:
    wire = Wire(start(), *happened(EVENTS), END)
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: screen_of(app).session.standing.over)
        await pilot.press("s")
        assert "spymaster's token" in frame(app)
        assert "s key" not in frame(app).splitlines()[-1]
        turned = {event.word: event.card for event in EVENTS if isinstance(event, Guess)}
        assert {card.word: card.card for card in screen_of(app).board.table if card.card} == turned


async def test_the_spymasters_view_shows_the_key_when_it_is_asked_for() -> None:
    wire = Wire(start(Audience.SPYMASTER), *happened(EVENTS[:2]))
    async with (app := watched(wire, start(Audience.SPYMASTER))).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        assert all(card.card is None for card in screen_of(app).board.table)
        await pilot.press("s")
        assert {card.word: card.card for card in screen_of(app).board.table} == dict(BOARD.key)
        assert "s key" in frame(app).splitlines()[-1]


async def test_a_pause_is_the_viewers_own_and_says_how_much_is_new() -> None:
    wire = Wire(start(), *happened(EVENTS[:2]))
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        game = screen_of(app).session
        await until(pilot, lambda: len(game.timeline) == 2)
        await pilot.press("space")
        wire.say(*happened(EVENTS[2:5], 2))
        await until(pilot, lambda: len(game.timeline) == 5)
        assert "event 2/5" in frame(app)
        assert "3 new" in frame(app)
        await pilot.press(".")
        assert "event 3/5" in frame(app)
        await pilot.press("space")
        assert "event 5/5" in frame(app)


async def test_at_a_pace_events_wait_here_and_are_shown_one_by_one() -> None:
    wire = Wire(start(), *happened(EVENTS), END)
    async with (app := watched(wire, pace=5.0)).run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        await until(pilot, lambda: screen.session.standing.over)
        assert "WATCH 5 s" in frame(app)
        assert "event 0/19" in frame(app)
        for _ in range(3):
            screen.play_one()
        await pilot.pause()
        assert "event 3/19" in frame(app)
        for _ in EVENTS[3:]:
            screen.play_one()
        await pilot.pause()
        assert "event 19/19" in frame(app)
        assert "End of game" in frame(app)


async def test_at_the_end_of_what_has_come_nothing_is_drawn_and_the_following_goes_on() -> None:
    wire = Wire(start(), *happened(EVENTS[:1]))
    async with (app := watched(wire, pace=1.0)).run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        await until(pilot, lambda: len(screen.session.timeline) == 1)
        for _ in range(3):
            screen.play_one()
        assert (screen.position, screen.session.playback.running) == (1, True)


async def test_a_lost_connection_is_on_the_status_line_until_it_is_there_again() -> None:
    wire = Wire(start(), *happened(EVENTS[:2]), Notice("reconnecting in 2 s: the connection was lost"))
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "reconnecting in 2 s" in frame(app))
        wire.say(Notice(""))
        await until(pilot, lambda: "reconnecting" not in frame(app))
        assert "event 2/2" in frame(app)


async def test_a_game_that_takes_the_others_place_is_shown_from_its_start() -> None:
    wire = Wire(start(), *happened(EVENTS[:6]))
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 6)
        wire.say(start(game="beeffeed"), *happened(EVENTS[:1]))
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 1)
        assert "event 1/1" in frame(app)
        assert "HARBOR." not in frame(app)


async def test_what_breaks_the_stream_is_said_and_ends_the_following() -> None:
    wire = Wire(start(), *happened(EVENTS[:2]))
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        wire.say(EpisodeFileError("game.jsonl: line 4: not a line of a journal"))
        await until(pilot, lambda: screen_of(app).session.standing.over)
        assert "line 4: not a line of a journal" in frame(app)


async def test_nobody_takes_a_seat_and_leaving_asks_nothing() -> None:
    wire = Wire(start(), *happened(EVENTS[:2]))
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        await pilot.press("h")
        assert "Seats can be taken in a game that is being played." in frame(app)
        await pilot.press("r")
        assert len(app.screen_stack) == 1
        await pilot.press("q")
        assert not is_on(app, ConfirmLeaving)
    assert app.return_code == 0


async def test_what_needs_the_whole_game_is_refused_and_the_following_goes_on() -> None:
    wire = Wire(start(), *happened(EVENTS[:2]))
    async with (app := watched(wire)).run_test() as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        for key in "fei":
            await pilot.press("G", key)
            await pilot.pause()
            assert screen_of(app).session.why_withheld in frame(app)
            assert screen_of(app).session.playback.running
            assert len(app.screen_stack) == 1


async def test_who_sits_where_is_shown_as_it_is_told() -> None:
    taken = SeatChanged(number=0, at=2, seat=Seat.RED_GUESSER_2, agent="human")
    given = SeatChanged(number=1, at=4, seat=Seat.RED_GUESSER_2, agent="vector:bold")
    wire = Wire(start(), *happened(EVENTS[:2]))
    async with (app := watched(wire)).run_test(size=(200, 60)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        await pilot.press("z", "z")  # the transcript
        before = start().seats[Seat.RED_GUESSER_2]
        wire.say(taken, *happened(EVENTS[2:4], 2))
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 4)
        assert "a person takes RED guesser 2 from" in frame(app)
        assert before in frame(app)
        assert "person" in text_of(screen_of(app).score)
        assert screen_of(app).session.marked(private=False)[-1].kind is MarkerKind.SEAT_CHANGE
        wire.say(given, *happened(EVENTS[4:5], 4))
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 5)
        assert "vector:bold plays RED guesser 2 again" in frame(app)
        assert "person" not in text_of(screen_of(app).score)
        assert "bold" in text_of(screen_of(app).score)


async def test_seats_of_which_nothing_was_told_at_the_start_change_nothing() -> None:
    told = start().model_copy(update={"seats": {}})
    wire = Wire(told, SeatChanged(number=0, at=0, seat=Seat.RED_CLUER, agent="human"), *happened(EVENTS[:2]))
    async with (app := watched(wire, told)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        assert "human" not in frame(app)
        assert "a person" not in frame(app)


async def test_a_hostile_name_of_an_agent_does_no_harm() -> None:
    name = "x?api_base=file:///[@click=app.quit]x[/]\x1b]52;c;aGk=\x07\u202e"
    wire = Wire(start(), SeatChanged(number=0, at=0, seat=Seat.RED_CLUER, agent=name), *happened(EVENTS[:2]))
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        await pilot.press("z", "z")  # the transcript
        seen = frame(app)
        assert "[@click=app.quit]x[/]" in seen
        assert not any(sign in seen for sign in "\x1b\x07\u202e")


async def test_hostile_events_and_texts_do_no_harm() -> None:
    hostile = Clue("[@click=app.quit]x[/]\x1b]52;c;aGk=\x07\u202e", 2, team=Team.RED)
    wire = Wire(start(), *happened([*EVENTS[4:6], hostile, *EVENTS[:3]]))
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 6)
        await pilot.press("z", "z")
        seen = frame(app)
        assert "[@click=app.quit]x[/]" in seen.casefold()
        assert not any(sign in seen for sign in "\x1b\x07\u202e")


@pytest.mark.parametrize("audience", Audience)
def test_events_fold_alike_whatever_a_hidden_card_was_taken_for(audience: Audience) -> None:
    game = RemoteSession(start(audience), Wire())
    for news in (*happened(EVENTS), END):
        game.take(news)
    true = Replay(RECORD.initial_state(), EVENTS)
    assert game.timeline.notes == {}
    assert game.standing.outcome == game.timeline.last_state.outcome == OUTCOME
    assert game.timeline.events == EVENTS
    assert game.timeline.turn_starts == true.turn_starts
