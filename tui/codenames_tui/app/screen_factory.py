"""From what a person chose to the screen that shows it: a new game, one that goes on, another one, an episode.

This imports the screen of games; those that a person chooses from are painted before. What plays a game is imported
when one begins: a replay needs no agent.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codenames_agents.kinds import HUMAN
from codenames_core.game.config import Role, Seat
from codenames_core.game.words import DEFAULT_WORD_LIST
from codenames_core.play.pause_gate import PauseGate
from codenames_core.play.unreachable import WhenUnreachable
from codenames_core.support.errors import InputError
from codenames_core.watch.staged_turn import opening_of_turn
from codenames_tui.episodes.episode_index import latest_files
from codenames_tui.episodes.foreign_games import read_or_hint
from codenames_tui.game.forks.hindsight import Hindsight
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.prose.narration import name_of_record
from codenames_tui.ui.wording import seat_of

if TYPE_CHECKING:
    from codenames_core.files.journal import Header
    from codenames_core.files.record import EpisodeRecord
    from codenames_core.game.config import AgentConfig
    from codenames_tui.setup.prepared_games import PreparedGame


def new_screen(form: Mapping[str, str], folder: Path, glyphs: Glyphs) -> GameScreen:
    """Begin the game of a form.

    Raises:
        InputError: a field cannot be used.
        StorageError: the journal cannot be written.
    """
    from codenames_tui.setup import game_form, prepared_games

    word_list = game_form.word_list_of(form)
    config = game_form.config_of(form, word_list.language)
    teams = game_form.teams_of(form, config.seed)
    game = prepared_games.new_game(
        config,
        teams,
        word_list=word_list,
        folder=folder,
        gate=PauseGate(pace=game_form.pace_of(form)),
    )
    return live_screen(game, glyphs)


def resumed_screen(path: Path, pace: float, glyphs: Glyphs) -> GameScreen:
    """Go on with the game of a journal.

    Raises:
        InputError: it is no journal, or one of its agents cannot be used here.
        StorageError: another process is playing it, or the disk refused.
    """
    from codenames_tui.setup import prepared_games

    return live_screen(prepared_games.resumed_game(path, gate=PauseGate(pace=pace)), glyphs)


def swapped_screen(header: "Header", folder: Path, pace: float, glyphs: Glyphs) -> GameScreen:
    """Begin the game of `header` again on the same board, with the line-ups on the other side.

    Raises:
        InputError: one of its agents cannot be used here.
        StorageError: the journal cannot be written.
    """
    from codenames_tui.setup import prepared_games

    return live_screen(prepared_games.rematch(header, folder=folder, gate=PauseGate(pace=pace)), glyphs)


def next_screen(
    header: "Header", form: Mapping[str, str] | None, folder: Path, pace: float, glyphs: Glyphs
) -> GameScreen:
    """Begin another game of the same line-ups on a new board; `form` is what the game was set up with, if it was.

    Raises:
        InputError: an agent or the word list cannot be used here.
        StorageError: the journal cannot be written.
    """
    from codenames_tui.setup import game_form, prepared_games

    if form is not None:
        return new_screen({**form, "seed": "", "pace": f"{pace:g}"}, folder, glyphs)
    if header.config.word_list != DEFAULT_WORD_LIST:
        raise InputError(f"this game's word list, {header.config.word_list}, was not found; set up a new game")
    seed = game_form.new_seed()
    config = header.config.model_copy(update={"seed": seed})
    teams = {team: line_up.model_copy(update={"seed": seed}) for team, line_up in header.teams.items()}
    return live_screen(prepared_games.new_game(config, teams, folder=folder, gate=PauseGate(pace=pace)), glyphs)


def forked_screen(
    parent: "EpisodeRecord", at: int, seats: "Mapping[Seat, AgentConfig]", folder: Path, pace: float, glyphs: Glyphs
) -> GameScreen:
    """Play a fork of `parent` from after its first `at` events.

    A person sits down as in a takeover: the line-up stays that of the agents, which the seat can be given back to.

    Args:
        parent: the game; it stays as it is.
        at: number of events that are shared.
        seats: who plays on; people are named `human`.
        folder: where it will be saved.
        pace: seconds between two events.
        glyphs: what is drawn with.

    Raises:
        InputError: the game cannot be forked there, or one of the agents cannot be used here.
        StorageError: the journal cannot be written.
    """
    from codenames_tui.setup import game_form, prepared_games

    before = parent.teams_at(at)
    newcomers = [seat for seat in Seat if seats[seat].spec == HUMAN != before[seat.team].of(seat.role).spec]
    people = [seat for seat in newcomers if game_form.can_give_back(seat, before[seat.team].of(seat.role))]
    agents = {**seats, **{seat: before[seat.team].of(seat.role) for seat in people}}
    teams = {
        team: line_up.model_copy(update={role.value: agents[Seat.of(team, role)] for role in Role})
        for team, line_up in before.items()
    }
    game = prepared_games.forked_game(parent, at, teams, folder=folder, gate=PauseGate(pace=pace))
    live = _live(game)
    for seat in people:
        live.seats.take(seat)
    live.message = f"Fork of {name_of_record(parent)} from event {at}"
    screen = GameScreen(live, glyphs=glyphs, journal=game.journal.path)
    screen.hindsight = Hindsight(parent)
    return screen


def live_screen(game: "PreparedGame", glyphs: Glyphs) -> GameScreen:
    """Return the screen of a game that is about to be played, or played on."""
    return GameScreen(_live(game), glyphs=glyphs, journal=game.journal.path)


def _live(game: "PreparedGame") -> LiveSession:
    game.runner.when_unreachable = WhenUnreachable.PAUSE
    live = LiveSession(game.runner, pace=game.runner.gate.pace, on_end=game.seal)
    people = live.seats.people
    live.message = game.note or (f"You play {seat_of(people[0])}." if len(people) == 1 else "")
    return live


def replay_screen(path: Path, glyphs: Glyphs, among: Sequence[str] = (), turn: int | None = None) -> GameScreen:
    """Open an episode, or what there is of the game of a journal.

    Args:
        path: its file.
        glyphs: what is drawn with.
        among: the files of the list that it was chosen from, in their order.
        turn: the turn to begin with, counted from 1; the start if not given.

    Raises:
        EpisodeFileError: it cannot be read; the message says where and why.
    """
    reading = read_or_hint(path)
    session = RecordedSession(reading.record, notes=reading.notes)
    position = None if turn is None else opening_of_turn(session.timeline, turn)
    screen = GameScreen(session, glyphs=glyphs, position=position)
    screen.source, screen.among = path, tuple(among)
    return screen


def position_screen(record: "EpisodeRecord", at: int, note: str, glyphs: Glyphs) -> GameScreen:
    """Show a game from after its first `at` events on, with a note about it."""
    session = RecordedSession(record)
    session.message = note
    return GameScreen(session, glyphs=glyphs, position=at)


def next_file(path: Path, among: Sequence[str] = ()) -> Path | None:
    """Return the file after `path` in a list, or in its folder, the latest first; None where it is the last."""
    files = [*map(Path, among)] or latest_files(path.parent)
    place = files.index(path) + 1 if path in files else 0
    return files[place] if place < len(files) else None
