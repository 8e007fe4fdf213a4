"""Two games that look alike from a guesser's seat are drawn alike, panel by panel, in every position of any game.

What is pressed there, and how the panels stand together on a screen, `test_no_identity` looks at.
"""

from collections.abc import Iterable, Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.games import BOARD
from tests.tui.table import record_of, says
from tests.whole_games import whole_game

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.board import Board
from codenames_core.game.config import GameConfig, Role, Seat
from codenames_core.game.events import Clue, Event
from codenames_core.game.state import Outcome, Termination
from codenames_core.game.timeline import Timeline
from codenames_core.watch.highlights import highlights
from codenames_core.watch.turn_log import turn_log
from codenames_tui.game.board.board_lines import board_lines, shape_for
from codenames_tui.game.board.table import table_at
from codenames_tui.game.ending.discussion_panel import discussion_panel_at
from codenames_tui.game.ending.ending import ending_at
from codenames_tui.game.ending.ending_lines import ending_rows
from codenames_tui.game.panels.footer_keys import footer_context_at
from codenames_tui.game.panels.score import score_lines, scoreboard_at
from codenames_tui.game.panels.scrub_bar import scrub_bar_at, scrub_bar_line
from codenames_tui.game.panels.status import status_at, status_line
from codenames_tui.game.panels.turn import moment_at, turn_lines
from codenames_tui.game.sessions.disclosure import disclosure_for
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.stage.stage_lines import Scene, stage_lines
from codenames_tui.game.story.story import story_at
from codenames_tui.game.story.story_lines import story_rows, title
from codenames_tui.game.talk.transcript import further_entries
from codenames_tui.ui.lines.lines import UNICODE

GUESSERS = [seat for seat in Seat if seat.role is not Role.CLUER]


def with_talk(game: Timeline, draw: Random) -> list[Event]:
    """The events of a game in which guessers say after each clue which hidden cards they believe in."""
    events: list[Event] = []
    for index, event in enumerate(game.events):
        events.append(event)
        if isinstance(event, Clue) and game.state_at(0).config.discussion:
            revealed = game.state_at(index).revealed
            hidden = [word for word in game.state_at(0).board.words if word not in revealed]
            for seat in GUESSERS:
                if seat.team is event.team:
                    first, second = draw.sample(hidden, 2)
                    said = f"RANKED: {first} 0.60, {second} 0.20" if draw.random() < 0.7 else f"{first}, and {second}."
                    events.append(says(seat, said))
    return events


def look_alike(board: Board, revealed: Iterable[str], draw: Random) -> Board:
    """The board to whoever sees only its open cards; what the others are is shuffled."""
    hidden = sorted(set(board.words) - set(revealed))
    shuffled = draw.sample(hidden, len(hidden))
    turned = dict(zip(hidden, shuffled, strict=True))
    return Board(board.words, {word: board.key[turned.get(word, word)] for word in board.words})


def drawn(record: EpisodeRecord, seat: Seat) -> dict[str, object]:
    """Every panel at the last position of a game, as it is drawn for whoever sits in `seat`."""
    session = RecordedSession(record)
    timeline = session.timeline
    view = Viewpoint(session, len(timeline), disclosure_for([seat], seat, record.config))
    log = turn_log(timeline)
    story = story_at(view, log)
    score = scoreboard_at(view, UNICODE)
    moment = moment_at(view, None, aim_shown=False)
    ending = ending_at(view, log, highlights(timeline, log), UNICODE)
    status = status_at(view, "", seen=view.position, filler="", aside=())
    return {
        "board": board_lines(table_at(view, UNICODE), shape_for(100, 40), UNICODE),
        "score": score_lines(score, 40, 8, UNICODE),
        "turn": turn_lines(moment, 60, 20, UNICODE),
        "stage": stage_lines(Scene(moment, score), 100, 14, UNICODE),
        "discussion": discussion_panel_at(view, (), UNICODE),
        "transcript": further_entries(timeline, 0, view.disclosure, UNICODE, lambda _: ()),
        "story": (title(story, 60, UNICODE), story_rows(story, 60, 40, UNICODE)),
        "scrub bar": scrub_bar_line(scrub_bar_at(view, seen=view.position), 80, UNICODE),
        "status": status_line(status, 80, UNICODE),
        "keys": footer_context_at(view, is_answering=False, finishing="", is_inspecting=False, leads_back=False),
        "ending": ending and ending_rows(ending._replace(summary=None), (), 60, 30, UNICODE, pointed=None),
    }


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 2**32), st.floats(0, 1), st.sampled_from(GUESSERS), st.booleans(), st.booleans())
def test_every_panel_is_the_same_for_boards_that_look_alike(
    seed: int, place: float, seat: Seat, surveillance: bool, aborted: bool
) -> None:
    draw = Random(seed)
    game = whole_game(seed)
    events = with_talk(game, draw)
    begun = game.state_at(0)
    config = begun.config.model_copy(update={"surveillance": surveillance})
    played = events[: round(place * len(events))]
    alike = look_alike(begun.board, Timeline(begun, played).last_state.revealed, draw)
    mine, theirs = (drawn(recorded(played, board, config, aborted), seat) for board in (begun.board, alike))
    assert {name: mine[name] == theirs[name] for name in mine} == dict.fromkeys(mine, True)


def recorded(events: Sequence[Event], board: Board, config: GameConfig, aborted: bool) -> EpisodeRecord:
    """The record of a game that goes on, ended, or was stopped there."""
    record = record_of(events, board, config)
    if aborted and record.outcome is None:
        return record.model_copy(update={"outcome": Outcome(None, Termination.ABORTED)})
    return record


def test_what_is_compared_has_bars_chances_and_endings() -> None:
    """Else the law above would say nothing of them."""
    game = whole_game(5)
    events = with_talk(game, Random(0))
    spoken = next(index for index, event in enumerate(events) if "RANKED" in getattr(event, "text", "")) + 1
    config = game.state_at(0).config
    going_on = drawn(recorded(events[:spoken], BOARD, config, aborted=False), Seat.RED_GUESSER_1)
    assert any(sign in str(going_on["board"]) for sign in UNICODE.chance)
    assert "%" in str(going_on["story"])
    assert going_on["ending"] is None
    for end, aborted in ((spoken, True), (len(events), False)):
        assert drawn(recorded(events[:end], BOARD, config, aborted), Seat.RED_GUESSER_1)["ending"]
