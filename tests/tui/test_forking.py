"""Forks of a game: made at any position, played by other agents or by people, compared with their original."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tui.forks import RANDOM, app_of, fork_screen, line_of, played
from tests.tui.table import (
    EVENTS,
    SIZES,
    frame,
    is_on,
    live,
    play_events,
    screen_of,
    until,
)
from textual.pilot import Pilot

from codenames_core.decisions.protocol import next_question
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent, SeatChange
from codenames_core.game.config import AgentConfig, Seat, Team, TeamConfig
from codenames_core.game.events import Clue
from codenames_core.play.resume import fork
from codenames_tui.app.app import CodenamesApp
from codenames_tui.episodes.episode_index import row_of
from codenames_tui.episodes.find_episode import find_episode
from codenames_tui.exports.picture import Pictures, Size
from codenames_tui.game.forks.branch import branches_at
from codenames_tui.game.forks.comparison_screen import ComparisonScreen
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.panels.score import scoreboard_at
from codenames_tui.game.seats.answer_panel import AnswerPanel
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.game.talk.seat_changes import lines_before, seat_changed
from codenames_tui.library.samples import SAMPLES, sample_path
from codenames_tui.setup import prepared_games
from codenames_tui.setup.fork_screen import ForkScreen
from codenames_tui.ui.data import sample_name
from codenames_tui.ui.lines.lines import UNICODE, plain
from codenames_tui.ui.prose.narration import facts_of, title_of
from codenames_tui.ui.screens.choosing import ChooseAgent
from codenames_tui.ui.screens.key_help import KeyHelp


def games_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def top_game(app: CodenamesApp) -> LiveSession:
    """The game on the screen that is on top."""
    assert isinstance(app.screen, GameScreen)
    assert isinstance(app.screen.session, LiveSession)
    return app.screen.session


async def play_on(pilot: Pilot[int], app: CodenamesApp) -> LiveSession:
    await pilot.press("f4")
    await until(pilot, lambda: isinstance(app.screen, GameScreen) and app.screen.is_live)
    return top_game(app)


@pytest.mark.parametrize(
    ("position", "where"),
    [
        (0, "before RED's clue in turn 1"),
        (2, "in RED's discussion in turn 1"),
        (12, "before BLUE's guess in turn 2"),
        (len(EVENTS), "before RED's guess in turn 3"),
        (len(EVENTS) - 1, "before RED's guess in turn 3"),
    ],
)
def test_a_place_is_named_and_the_end_of_a_game_is_before_what_ended_it(position: int, where: str) -> None:
    choices, default = branches_at(played(), position)
    assert choices[default].where == where


@pytest.mark.parametrize(
    ("position", "names", "default"),
    [
        (0, ["From the start"], 0),
        (1, ["Before this clue", "After it"], 1),
        (3, ["Before this message", "Before this clue", "After it"], 2),
        (5, ["Before this guess", "Before this clue", "After it"], 2),
        (7, ["Before this pass", "Before this clue", "After it"], 2),
        (14, ["Before this guess", "Before this clue", "After it"], 0),
        (19, ["Before this guess", "Before this clue"], 0),
    ],
)
def test_the_places_are_those_around_an_event_and_a_mistake_is_undone(
    position: int, names: list[str], default: int
) -> None:
    branches = branches_at(played(), position)
    assert [branch.name for branch in branches.choices] == names
    assert branches.default == default


@given(st.lists(st.integers(0, 40), max_size=60), st.integers(0, 60))
@settings(max_examples=60)
def test_a_fork_can_begin_wherever_it_is_offered_to(choices: list[int], position: int) -> None:
    game = played(line_of(0, choices))
    branches = branches_at(game, position)
    begins = [branch.at for branch in branches.choices]
    assert len({*begins}) == len(begins)
    here = min(position, len(game.public_transcript))
    for branch in branches.choices:
        assert branch.at <= here
        assert branch.state == game.state_at(branch.at)
        assert branch.state.outcome is None
        assert next_question(branch.state) is not None
        fork(game, branch.at)  # what is not possible raises


async def test_at_a_mark_the_default_does_without_the_mistake(tmp_path: Path) -> None:
    app = app_of(played(), 0, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("m")
        await until(pilot, lambda: "mark 1 of" in frame(app))
        assert screen_of(app).position == 14
        screen = await fork_screen(pilot, app)
        shown = frame(app)
        assert 'Fork "random vs itself" before BLUE\'s guess in turn 2 (the original is not changed)' in shown
        assert "● Before this guess  APPLE: neutral" in shown
        assert "· Before this clue   SKY 3" in shown
        assert "· After it           next: RED's clue" in shown
        assert screen.list.pointed is not None
        assert screen.list.pointed.name == Seat.BLUE_GUESSER_1
        await pilot.press("right", "a")
        await pilot.pause()
        blue = {screen.seats[seat] for seat in Seat if seat.team is Team.BLUE}
        assert len(blue) == 1
        assert RANDOM not in blue
        assert {screen.seats[seat] for seat in Seat if seat.team is Team.RED} == {RANDOM}
        game = await play_on(pilot, app)
        assert game.facts.parent == Parent(episode_id="a-game", at=13)
        await until(pilot, lambda: game.standing.over)
        await pilot.press("end")
        await until(pilot, lambda: "c compare" in frame(app).splitlines()[-1])


async def test_another_place_is_one_key_away_and_takes_those_along_who_sat_there(tmp_path: Path) -> None:
    before = played()
    change = SeatChange(seat=Seat.BLUE_CLUER, at=10, agent=AgentConfig(spec="ghost:pass"))
    app = app_of(before.model_copy(update={"seat_changes": [change]}), 14, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await fork_screen(pilot, app)
        assert screen.seats[Seat.BLUE_CLUER].spec == "ghost:pass"
        await pilot.press("home", "down", "enter")
        await until(pilot, lambda: "before BLUE's clue in turn 2" in frame(app))
        assert (screen.branch.at, screen.seats[Seat.BLUE_CLUER]) == (7, RANDOM)
        await pilot.press("right")
        await until(pilot, lambda: "before RED's clue in turn 3" in frame(app))
        assert screen.branch.at == 14
        await pilot.press("left", "h")
        await until(pilot, lambda: "You play BLUE cluer. Press f4 to start." in frame(app))
        assert screen.seats[Seat.BLUE_CLUER].spec == "human"


async def test_a_fork_of_a_sample_is_named_by_it_and_tells_its_story(tmp_path: Path) -> None:
    app = app_of(EpisodeRecord.load(sample_path("comeback")), 51, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await fork_screen(pilot, app)
        await pilot.press("home", "left")
        await until(pilot, lambda: 'Fork "comeback" before RED\'s clue in turn 7 (the original is not' in frame(app))
        assert "Comeback: RED is five words behind and wins" in frame(app)
        game = await play_on(pilot, app)
        assert game.message == 'Fork of "comeback" from event 51'
        (said,) = lines_before(51, {}, (), game.facts.parent, UNICODE)
        assert plain([said.line]) == 'fork  forked here from "comeback"'


def test_samples_are_known_by_the_ids_in_their_files() -> None:
    for name in SAMPLES:
        assert sample_name(EpisodeRecord.load(sample_path(name)).episode_id) == name


async def test_a_fork_with_the_same_agents_is_saved_as_a_new_game_that_names_its_original(tmp_path: Path) -> None:
    parent = played()
    before = parent.to_json()
    app = app_of(parent, 12, tmp_path)
    async with app.run_test() as pilot:
        screen = await fork_screen(pilot, app)
        assert 'Fork "random vs itself" before BLUE\'s guess in turn 2 (the original is not' in frame(app)
        assert screen.list.pointed is not None
        assert screen.list.pointed.name == Seat.BLUE_GUESSER_1
        game = await play_on(pilot, app)
        await until(pilot, lambda: game.standing.over)
        await pilot.press("end")
        await pilot.pause()
        fork = EpisodeRecord.load(game.standing.saved)
        await pilot.press("escape")
        await until(pilot, lambda: not top_is_live(app))
        assert screen_of(app).position == 12
    assert Path(game.standing.saved).parent == tmp_path
    assert fork.parent == Parent(episode_id=parent.episode_id, at=12)
    assert fork.public_transcript[:12] == parent.public_transcript[:12]
    assert fork.teams == parent.teams
    assert parent.to_json() == before


def top_is_live(app: CodenamesApp) -> bool:
    return isinstance(app.screen, GameScreen) and app.screen.is_live


async def test_seats_take_other_agents_by_arrows_by_list_and_by_a_key(tmp_path: Path) -> None:
    app = app_of(played(), 0, tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await fork_screen(pilot, app)
        await pilot.press("right")
        assert screen.seats[Seat.RED_CLUER] != RANDOM
        await pilot.press("left")
        assert screen.seats[Seat.RED_CLUER] == RANDOM
        await pilot.press("down", "enter")
        await until(pilot, lambda: is_on(app, ChooseAgent))
        await pilot.press(*"ghost", "enter")
        await until(pilot, lambda: is_on(app, ForkScreen))
        assert screen.seats[Seat.RED_GUESSER_1].spec == "ghost:pass"
        await pilot.press("backspace", "down", "h")
        await pilot.pause()
        assert screen.seats[Seat.RED_GUESSER_1] == RANDOM
        assert screen.seats[Seat.RED_GUESSER_2].spec == "human"
        assert "was random" in frame(app)
        await pilot.press("h")
        await pilot.pause()
        assert screen.seats[Seat.RED_GUESSER_2] == RANDOM


async def test_an_agent_that_cannot_play_here_is_named_and_nothing_begins(tmp_path: Path) -> None:
    scripted = TeamConfig.homogeneous(AgentConfig(spec="scripted:gone.json"), seed=1)
    parent = played().model_copy(update={"teams": {Team.RED: scripted, Team.BLUE: played().teams[Team.BLUE]}})
    app = app_of(parent, 0, tmp_path)
    async with app.run_test() as pilot:
        await fork_screen(pilot, app)
        await pilot.press("s")
        await until(pilot, lambda: "gone.json" in frame(app))
        assert is_on(app, ForkScreen)
        assert "a seat needs another agent" in frame(app)
    assert not games_in(tmp_path)


async def test_a_person_plays_the_fork_in_three_keys_and_the_other_agents_stay_the_same(tmp_path: Path) -> None:
    parent = played()
    app = app_of(parent, 12, tmp_path)
    async with app.run_test() as pilot:
        await fork_screen(pilot, app)
        await pilot.press("h")
        game = await play_on(pilot, app)
        await until(pilot, lambda: bool(app.screen.query(AnswerPanel)))
        assert game.seats.people == (Seat.BLUE_GUESSER_1,)
        assert game.header.teams == parent.teams
        assert game.seat_changes == (SeatChange(seat=Seat.BLUE_GUESSER_1, at=12, agent=AgentConfig(spec="human")),)
        assert 'Fork of "random vs itself" from' in frame(app)
        await pilot.press("escape", "y")
        await until(pilot, lambda: not game.seats.people)
        await until(pilot, lambda: game.standing.over)
        assert game.seat_changes[-1].agent == RANDOM


async def test_a_seat_that_was_taken_before_the_game_was_resumed_goes_back_to_the_agent_of_then(tmp_path: Path) -> None:
    game = forked(played(), 12, tmp_path)
    LiveSession(game.runner).seats.take(Seat.BLUE_GUESSER_1)
    game.journal.close()
    resumed = prepared_games.resumed_game(game.journal.path)
    live_again = LiveSession(resumed.runner)
    assert live_again.seats.people == (Seat.BLUE_GUESSER_1,)
    live_again.seats.give_back(Seat.BLUE_GUESSER_1)
    assert live_again.seat_changes[-1] == SeatChange(seat=Seat.BLUE_GUESSER_1, at=12, agent=RANDOM)
    resumed.give_up()


async def test_a_person_may_sit_down_where_the_agent_cannot_be_made_here(tmp_path: Path) -> None:
    gone = played().teams[Team.BLUE].model_copy(update={"guesser_1": AgentConfig(spec="scripted:gone.json")})
    parent = played().model_copy(update={"teams": {Team.RED: played().teams[Team.RED], Team.BLUE: gone}})
    app = app_of(parent, 12, tmp_path)
    async with app.run_test() as pilot:
        await fork_screen(pilot, app)
        await pilot.press("h")
        game = await play_on(pilot, app)
        await until(pilot, lambda: bool(app.screen.query(AnswerPanel)))
        assert game.seats.people == (Seat.BLUE_GUESSER_1,)


async def test_a_live_game_pauses_for_its_fork_and_waits_below_it() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 3)
        original = screen_of(app)
        original.session.playback.change_pace(20, original.viewpoint.place)
        await pilot.press("space")
        await until(pilot, lambda: original.session.playback.running)
        await pilot.press("f")
        await until(pilot, lambda: is_on(app, ForkScreen))
        assert not original.session.playback.running
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is original)
        assert not original.session.standing.over


async def test_at_the_end_of_a_live_game_the_fork_begins_before_what_ended_it(tmp_path: Path) -> None:
    app = app_of(played(), 12, tmp_path)
    async with app.run_test() as pilot:
        await fork_screen(pilot, app)
        game = await play_on(pilot, app)
        await until(pilot, lambda: game.standing.over)
        await pilot.press("end")
        screen = await fork_screen(pilot, app)
        assert screen.branch.at < len(game.timeline)
        assert screen.branch.state.outcome is None
        assert screen.original.episode_id == game.record.episode_id


def forked(parent: EpisodeRecord, at: int, folder: Path) -> prepared_games.PreparedGame:
    return prepared_games.forked_game(parent, at, parent.teams_at(at), folder=folder)


async def finished(game: prepared_games.PreparedGame) -> EpisodeRecord:
    record = await game.runner.run()
    game.seal(record)
    return record


async def test_a_fork_of_a_fork_names_the_fork(tmp_path: Path) -> None:
    parent = played()
    child = await finished(forked(parent, 12, tmp_path))
    grandchild = await finished(forked(child, 14, tmp_path))
    assert grandchild.parent == Parent(episode_id=child.episode_id, at=14)
    assert grandchild.public_transcript[:14] == child.public_transcript[:14]


async def test_an_original_is_found_by_its_id_whatever_its_file_is_called(tmp_path: Path) -> None:
    parent = played()
    parent.save(tmp_path / "anything.json")
    (tmp_path / "broken.json").write_text("{")
    assert find_episode(parent.episode_id, [tmp_path / "none", tmp_path]) == parent
    assert find_episode(parent.episode_id, [tmp_path]) == parent  # now from the cache
    assert find_episode("another", [tmp_path]) is None
    assert find_episode(parent.episode_id, [tmp_path], lambda: True) is None


@pytest.mark.parametrize("size", SIZES)
async def test_original_and_fork_stand_side_by_side(tmp_path: Path, size: tuple[int, int]) -> None:
    parent = played()
    parent.save(tmp_path / "parent.json")
    fork = await finished(forked(parent, 12, tmp_path))
    app = app_of(fork, 0, tmp_path)
    async with app.run_test(size=size) as pilot:
        screen_of(app).source = tmp_path / "fork.json"
        await pilot.press("c")
        await until(pilot, lambda: is_on(app, ComparisonScreen))
        await pilot.pause()
        shown = frame(app)
        assert "Original: BLUE wins" in shown
        assert 'Original  "random vs itself"' in shown or size[0] < 100
        assert all(len(line) <= size[0] for line in shown.splitlines())
        await pilot.press("end")
        await pilot.pause()
        assert "theory of mind" in frame(app)
        await pilot.press("question_mark")
        await until(pilot, lambda: is_on(app, KeyHelp))
        assert "Page down" in frame(app)
        await pilot.press("escape", "escape")
        await until(pilot, lambda: is_on(app, GameScreen))
        assert "quit" in frame(app).splitlines()[-1]


async def test_an_original_that_is_not_found_is_said_to_be_missing(tmp_path: Path) -> None:
    fork = await finished(forked(played(), 12, tmp_path))
    app = app_of(fork, 0, tmp_path)
    async with app.run_test() as pilot:
        await pilot.press("c")
        await until(pilot, lambda: "The original game (a-game) was not found." in frame(app))


async def test_a_game_that_is_not_a_fork_says_how_to_get_a_fork(tmp_path: Path) -> None:
    app = app_of(played(), 0, tmp_path)
    async with app.run_test() as pilot:
        await pilot.press("c")
        await pilot.pause()
        assert "This game is not a fork. Press f to fork it." in frame(app)


async def test_the_original_is_not_shown_before_the_fork_is_over(tmp_path: Path) -> None:
    app = app_of(played(), 12, tmp_path)
    async with app.run_test() as pilot:
        await fork_screen(pilot, app)
        await pilot.press("h")
        await play_on(pilot, app)
        await until(pilot, lambda: bool(app.screen.query(AnswerPanel)))
        await app.run_action("screen.compare")
        await pilot.pause()
        assert not is_on(app, ComparisonScreen)


async def test_the_transcript_says_where_a_fork_was_made_and_who_takes_a_seat(tmp_path: Path) -> None:
    human = AgentConfig(spec="human")
    changes = [
        SeatChange(seat=Seat.RED_GUESSER_1, at=4, agent=human),
        SeatChange(seat=Seat.RED_GUESSER_1, at=6, agent=RANDOM),
    ]
    parent = Parent(episode_id="0123456789", at=4)
    record = played().model_copy(update={"seat_changes": changes, "parent": parent})
    app = app_of(record, 7, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("z", "z")  # the transcript
        shown = " ".join(frame(app).split())
        assert "fork forked here from game 01234567" in shown
        assert "seat a person takes RED guesser 1 from random" in shown
        assert "seat random plays RED guesser 1 again, after a person" in shown


def test_another_agent_that_sits_down_is_named() -> None:
    change = SeatChange(seat=Seat.BLUE_CLUER, at=0, agent=RANDOM)
    assert seat_changed(change, AgentConfig(spec="vector:bold")) == "random plays BLUE cluer"


def test_a_game_that_contradicts_itself_is_not_forked(tmp_path: Path) -> None:
    broken = played((Clue("sea", 2, team=Team.RED), Clue("sky", 1, team=Team.RED)))
    with pytest.raises(Exception, match="cannot be forked"):
        forked(broken, 2, tmp_path)
    assert not list(tmp_path.iterdir())


# Who sits there


async def test_the_score_of_a_fork_names_those_who_sit_there_at_the_cursor(tmp_path: Path) -> None:
    record = EpisodeRecord.load(sample_path("local-model"))
    app = app_of(record, 41, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        before = scoreboard_at(screen.viewpoint, UNICODE).teams[1].label
        assert before == "qwen1.5b + 2 × balanced"
        await pilot.press("right")
        assert screen.position == 42
        assert scoreboard_at(screen.viewpoint, UNICODE).teams[1].label == "bold"
        await pilot.press("left")
        assert scoreboard_at(screen.viewpoint, UNICODE).teams[1].label == before


async def test_the_score_of_a_running_game_follows_a_seat_that_changes_hands() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 1)
        game = screen_of(app).session
        assert isinstance(game, LiveSession)
        assert game.seats is not None
        before = scoreboard_at(screen_of(app).viewpoint, UNICODE).teams[1].label
        game.seats.take(Seat.BLUE_GUESSER_1)
        assert "you" in scoreboard_at(screen_of(app).viewpoint, UNICODE).teams[1].label
        game.seats.give_back(Seat.BLUE_GUESSER_1)
        assert scoreboard_at(screen_of(app).viewpoint, UNICODE).teams[1].label == before


def test_the_library_and_the_exports_name_all_who_played(tmp_path: Path) -> None:
    record = EpisodeRecord.load(sample_path("local-model"))
    row = row_of(record.save(tmp_path / "fork.json"))
    assert row.blue.endswith("vector:balanced, then vector:bold")
    assert "then vector:bold" in title_of(record)
    assert ("Blue cluer", "openai/qwen1.5b?temperature=0.4&max_tokens=160") in facts_of(record)
    assert ("Blue cluer from event 42", "vector:bold") in facts_of(record)
    timeline = record.timeline()
    before, after = (plain(Pictures(record, timeline, Size(160, 30)).at(at)) for at in (41, 42))
    assert ("qwen1.5b" in before, "BLUE bold" in before) == (True, False)
    assert "BLUE bold" in after
