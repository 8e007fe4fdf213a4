"""The samples are real games that still follow from their events, and each is what its name says."""

import pytest

from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.game.config import GameConfig, GameMode, Seat, Team
from codenames_core.game.events import Clue
from codenames_core.game.replay import Replay
from codenames_core.game.state import Outcome, Termination, fold
from codenames_core.support.errors import InputError
from codenames_core.watch.markers import MarkerKind, markers
from codenames_metrics import compute_episode_metrics
from codenames_tui.cli import exits, main
from codenames_tui.library.samples import SAMPLES, episode_path, sample_path
from codenames_tui.ui.data import data_folder


def sample(name: str) -> EpisodeRecord:
    return EpisodeRecord.load(sample_path(name))


def termination(record: EpisodeRecord) -> Termination | None:
    return record.outcome.termination if record.outcome else None


def deficits(record: EpisodeRecord, team: Team) -> list[int]:
    """How many words more than its opponents the team has yet to find, at every position."""
    replay = Replay(record.initial_state(), record.public_transcript)
    states = [replay.seek(position) for position in range(len(replay) + 1)]
    return [state.words_left(team) - state.words_left(team.other) for state in states]


def test_every_file_of_the_folder_is_a_sample_and_every_sample_has_a_file() -> None:
    assert {path.name for path in data_folder("sample_episodes").iterdir()} == {f"{name}.json" for name in SAMPLES}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_folded_and_decided_again_as_it_was(name: str) -> None:
    reading = read_episode(sample_path(name))
    record = reading.record
    assert reading.notes == []
    assert fold(record.initial_state(), record.public_transcript).outcome == record.outcome
    assert len(record.decisions()) > 10
    assert differences(record) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_played_by_the_default_rules(name: str) -> None:
    config = sample(name).config
    assert config == GameConfig(mode=config.mode, seed=config.seed, blind=name == "blind")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_holds_no_path_of_the_machine_on_which_it_was_played(name: str) -> None:
    text = sample_path(name).read_text("utf-8")
    assert not any(folder in text for folder in ("/home", "/root", "/work", "/tmp", "/Users", "\\\\"))  # noqa: S108


def test_the_assassin_is_touched_after_many_turns() -> None:
    record = sample("assassin-loss")
    game = Replay(record.initial_state(), record.public_transcript)
    assert termination(record) is Termination.ASSASSIN
    assert len(game.turn_starts) == 10
    assert MarkerKind.ASSASSIN in [marker.kind for marker in markers(game)[-2:]]


def test_the_comeback_is_one() -> None:
    record = sample("comeback")
    assert record.winner is Team.RED
    assert termination(record) is Termination.ALL_WORDS
    assert max(deficits(record, Team.RED)) == 5


def test_the_opponents_complete_the_words_of_the_other_team() -> None:
    assert termination(sample("opponent-completed")) is Termination.OPPONENT_COMPLETED


def test_in_the_blind_game_every_clue_is_for_one_word_and_aims_no_better_than_chance() -> None:
    record = sample("blind")
    clues = [event for event in record.public_transcript if isinstance(event, Clue)]
    assert {clue.number for clue in clues} == {1}
    assert record.outcome == Outcome(Team.RED, Termination.ASSASSIN)
    metrics = compute_episode_metrics(record)
    for side in (metrics.red_metrics, metrics.blue_metrics):
        assert side.blind_targets == side.total_clues
        assert side.blind_own_share is not None
        assert side.blind_chance_share is not None
        assert abs(side.blind_own_share - side.blind_chance_share) < 0.5


def test_the_single_guesser_has_nobody_to_talk_to() -> None:
    record = sample("single-guesser")
    assert record.config.mode is GameMode.SINGLE_GUESSER
    assert not any(event.type == "message" for event in record.public_transcript)


def test_the_board_without_an_assassin_has_none() -> None:
    record = sample("no-assassin")
    assert record.config.mode is GameMode.NO_ASSASSIN
    assert "assassin" not in record.board.key.values()


def test_the_solo_team_plays_against_a_ghost_that_passes() -> None:
    record = sample("solo")
    assert record.teams[Team.BLUE].label == "ghost:pass"
    assert {event.type for event in record.public_transcript if getattr(event, "team", None) is Team.BLUE} == {"pass"}


def test_the_local_model_really_answered() -> None:
    record = sample("local-model")
    answers = [trace for trace in record.decisions() if trace.seat is Seat.RED_CLUER]
    assert len(answers) > 3
    assert all(trace.model and trace.tokens_out and trace.raw for trace in answers if trace.failure is None)
    assert any(trace.refused for trace in answers)


def test_replay_without_a_file_lists_the_samples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay"]) == exits.DONE
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == [f"sample:{name}" for name in SAMPLES]


def test_a_sample_is_opened_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--plain", "sample:opponent-completed"]) == exits.DONE
    assert "RED wins: BLUE revealed RED's last word." in capsys.readouterr().out


def test_a_sample_that_is_not_there_is_named_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--plain", "sample:../../etc/passwd"]) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert "unknown sample '../../etc/passwd'; available: comeback," in said
    assert said.count("\n") == 1
    with pytest.raises(InputError):
        episode_path("sample:")
