"""Reading errors: words that are not on the board and colours that were mistaken, apart from wrong guesses."""

from typing import Any

from tests.games import BOARD
from tests.metrics.episodes import played, record

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, FailureKind, Question, RefusedTry, SeenPicture
from codenames_core.game.config import GameConfig, Role, Seat, Team
from codenames_core.game.traces import TurnTraces
from codenames_metrics.game.episode import compute_episode_metrics, with_words_read
from codenames_metrics.game.reading_errors import ReadingErrors, UnknownWord

PICTURE = SeenPicture(style="clean", sha256="0" * 64, width=1172, height=672)


def trace(question: Question, role: Role, raw: str, **more: Any) -> AgentTrace:
    seat = Seat.of(Team.RED, role)
    return AgentTrace(**{"seat": seat, "question": question, "turn": 1, "at": 0, "raw": raw, "prompt": "p", **more})


def one_turn(clue: AgentTrace, guesses: AgentTrace | None = None, **config: Any) -> EpisodeRecord:
    one = TurnTraces(turn_number=1, team=Team.RED, clue_trace=clue, guess_trace=guesses)
    return record(played(Team.RED, "bird", 2, "FALCON"), traces=[one], config=GameConfig(seed=7, **config))


def reading(clue: AgentTrace, guesses: AgentTrace | None = None, **config: Any) -> ReadingErrors | None:
    told = one_turn(clue, guesses, **config)
    return with_words_read(compute_episode_metrics(told), told).red_metrics.reading


def test_replies_are_read_again_only_where_a_seat_was_shown_a_picture() -> None:
    raw = "TARGETS: FALCON, BRIDGE\nCLUE: BIRD\nNUMBER: 2"
    for seen in (None, PICTURE):
        told = one_turn(trace(Question.CLUE, Role.CLUER, raw, picture=seen))
        found = compute_episode_metrics(told).red_metrics.reading
        assert (found is None) is (seen is None)
        with_words = with_words_read(compute_episode_metrics(told), told)
        assert with_words.red_metrics.reading is not None
        assert with_words.red_metrics.reading.words_named == 2
        assert with_words.blue_metrics.reading is None


def test_a_target_that_is_not_on_the_board_was_misread_and_has_a_nearest_word() -> None:
    raw = "REASONING: x.\nTARGETS: FALCON, DRAG0N, BRIDGE\nCLUE: BIRD\nNUMBER: 2"
    found = reading(trace(Question.CLUE, Role.CLUER, raw, intended_targets=("FALCON", "BRIDGE"), picture=PICTURE))
    assert found is not None
    assert (found.pictures, found.words_named, found.words_unknown, found.words_seen) == (1, 3, 1, 2)
    assert found.colours_mistaken == 1  # BRIDGE is blue
    assert found.unknown == (UnknownWord("DRAG0N", "DRAGON"),)


def test_a_blind_cluer_mistakes_no_colour() -> None:
    raw = "TARGETS: FALCON, BRIDGE\nCLUE: BIRD\nNUMBER: 2"
    found = reading(trace(Question.CLUE, Role.CLUER, raw), blind=True)
    assert found is not None
    assert (found.words_named, found.colours_mistaken, found.pictures) == (2, 0, 0)


def test_guesses_of_all_tries_are_looked_at() -> None:
    first = RefusedTry(raw="GUESSES: FALC0N", reason="…", failure=FailureKind.ILLEGAL)
    clue = trace(Question.CLUE, Role.CLUER, "TARGETS: FALCON\nCLUE: BIRD\nNUMBER: 2")
    guesses = trace(Question.GUESSES, Role.GUESSER_1, "GUESSES: FALCON, WHALE", refused=(first,), at=3)
    found = reading(clue, guesses)
    assert found is not None
    assert [one.word for one in found.unknown] == ["FALC0N", "WHALE"]
    assert (found.words_named, found.words_unknown) == (4, 2)


def test_what_a_program_read_is_held_against_the_cards_that_are_face_down() -> None:
    read = tuple({"BRIDGE": "BR1DGE", "FALCON": "", "PALACE": ""}.get(word, word.lower()) for word in BOARD.words)
    seen = PICTURE.model_copy(update={"read": read})
    found = reading(trace(Question.CLUE, Role.CLUER, "CLUE: BIRD", prompt=None, picture=seen))
    assert found is not None
    assert (found.cards_read, found.cards_misread) == (24, 2)  # FALCON was touched in this turn


def test_a_team_without_models_and_pictures_has_nothing_to_read() -> None:
    assert reading(trace(Question.CLUE, Role.CLUER, "TARGETS: WHALE\nCLUE: BIRD", prompt=None)) is None


def test_a_guess_that_lies_face_up_already_is_a_mistaken_colour() -> None:
    guesses = trace(Question.GUESSES, Role.GUESSER_1, "GUESSES: FALCON, DRAGON", turn=3)
    later = TurnTraces(turn_number=3, team=Team.RED, guess_trace=guesses)
    told = record(
        played(Team.RED, "bird", 1, "FALCON"),
        played(Team.BLUE, "tool", 1, "HAMMER"),
        played(Team.RED, "myth", 1, "DRAGON"),
        traces=[later],
    )
    found = with_words_read(compute_episode_metrics(told), told).red_metrics.reading
    assert found is not None
    assert (found.words_named, found.words_unknown, found.colours_mistaken) == (2, 0, 1)
