"""How well a game was played, as its end shows it: numbers of the metrics, beside what they are made of."""

from tests.tui.table import BOARD, EVENTS, frame, live, play_events, record_of, replayed, screen_of, until

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, Seat, Team, TeamConfig
from codenames_core.game.events import Clue, Event, Pass, PassReason
from codenames_core.game.state import Outcome, Termination
from codenames_core.game.traces import TurnTraces
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_tui.cli.commands.playing.game_lines import closing_lines
from codenames_tui.game.ending.summary import TITLE, summary_lines, summary_of, summary_text
from codenames_tui.game.sessions.measuring import measured
from codenames_tui.ui.lines.lines import ASCII, UNICODE

END = len(EVENTS)


def metrics_of(record: EpisodeRecord) -> EpisodeMetrics:
    metrics = measured(record)
    assert metrics is not None
    return metrics


def table_of(record: EpisodeRecord, *, ascii_only: bool = False, width: int = 60) -> list[str]:
    glyphs = ASCII if ascii_only else UNICODE
    lines = summary_lines(summary_of(metrics_of(record), glyphs), width)
    return ["".join(span.text for span in line).rstrip() for line in lines]


def test_each_number_stands_beside_what_it_is_made_of() -> None:
    assert table_of(record_of()) == [
        "                 RED              BLUE",
        "clue words found 3 of 3 promised  1 of 3 promised",
        "right guesses    3 of 4           1 of 2",
        "coordination     0.91 2 turns     0.53 1 turn",
        "theory of mind   0.75*2 clues     0.50*1 clue",
        "* targets unknown: scored by own words picked",
    ]


def test_a_score_whose_targets_are_known_has_no_mark() -> None:
    trace = AgentTrace(seat=Seat.RED_CLUER, intended_targets=("SHIP", "STORM"))
    traces = [TurnTraces(turn_number=1, team=Team.RED, clue_trace=trace)]
    lines = table_of(record_of().model_copy(update={"traces": traces}))
    assert "theory of mind   0.50 1 clue      0.50*1 clue" in lines


def test_people_and_substitutes_are_named() -> None:
    person = AgentTrace(seat=Seat.RED_CLUER, is_human=True)
    stand_in = AgentTrace(seat=Seat.BLUE_CLUER, is_fallback=True)
    traces = [
        TurnTraces(turn_number=1, team=Team.RED, clue_trace=person),
        TurnTraces(turn_number=2, team=Team.BLUE, clue_trace=stand_in),
    ]
    record = record_of().model_copy(update={"traces": traces})
    assert table_of(record)[-2:] == ["RED: a person decided in 1 turn", "BLUE: a substitute decided in 1 turn"]
    assert "; a person decided in 1 turn" in "\n".join(summary_text(metrics_of(record), BOARD))


def test_a_fork_says_that_its_parents_turns_count() -> None:
    record = record_of().model_copy(update={"parent": Parent(episode_id="a-parent", at=7)})
    note = "forked at event 7; figures include the original's turns"
    assert table_of(record)[-1] == note
    assert [*summary_text(metrics_of(record), BOARD)][-1].strip() == note


def test_a_team_without_turns_has_no_numbers() -> None:
    events: tuple[Event, ...] = (Pass(team=Team.RED, reason=PassReason.GHOST), Clue("sky", 2, team=Team.BLUE))
    ghost = AgentConfig(spec="ghost:pass")
    line_up = TeamConfig.homogeneous(ghost)
    record = record_of(events)
    record = record.model_copy(update={"teams": {**record.teams, Team.RED: line_up}})
    assert table_of(record, ascii_only=True) == [
        "                 RED ghost BLUE",
        "clue words found -         -",
        "right guesses    -         -",
        "coordination     -         -",
        "theory of mind   -         -",
    ]


def test_plain_mode_ends_with_a_line_for_each_team() -> None:
    record = record_of()
    lines = [*closing_lines(record.outcome, record.state_at(END), measured(record))]
    assert lines[-3] == f"{TITLE}:"
    assert lines[-2] == (
        "  RED: own words found 3 of 9; clue words found 3 of 3 promised; right guesses 3 of 4; "
        "coordination 0.91 (2 turns); theory of mind 0.75 (2 clues), targets unknown: scored by own words picked"
    )


def test_where_the_table_has_no_room_sentences_stand() -> None:
    assert table_of(record_of(), width=47)[:2] == [
        "RED  clue words found 3 of 3 promised; right",
        "  guesses 3 of 4; coordination 0.91 (2 turns);",
    ]


async def test_it_stands_at_the_end_of_a_recorded_game_and_nowhere_else() -> None:
    app = replayed(at=END)
    async with app.run_test(size=(120, 50)) as pilot:
        await pilot.pause()
        assert "clue words found 3 of 3 promised" in frame(app)
        await pilot.press("left")
        assert "clue words found" not in frame(app)
        assert "HARBOR, or ANCHOR?" in frame(app)
        await pilot.press("right")
        assert "clue words found 3 of 3 promised" in frame(app)


async def test_it_stands_at_the_end_of_a_live_game() -> None:
    app = live()
    async with app.run_test(size=(120, 50)) as pilot:
        await play_events(app, pilot, 3)
        assert "clue words found" not in frame(app)
        await pilot.press("space")
        await until(pilot, lambda: screen_of(app).session.standing.over)
        await until(pilot, lambda: "clue words found 3 of 3 promised" in frame(app))


async def test_an_unfinished_game_goes_on_showing_what_was_said() -> None:
    app = replayed(EVENTS[:2], at=2)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "SHIP first, I think." in frame(app)
        assert TITLE not in frame(app)


def test_a_game_whose_events_contradict_each_other_has_no_numbers() -> None:
    outcome = Outcome(None, Termination.ABORTED)
    record = record_of().model_copy(update={"public_transcript": [EVENTS[4]], "outcome": outcome})
    assert measured(record) is None
