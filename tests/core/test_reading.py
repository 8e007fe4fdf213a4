"""Files that are broken, hostile or from another version: a clear message, or what could be read, and never a crash."""

import asyncio
import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.games import BUSY_BLUE, RED_WORDS, WINNING_RED, golden_episode, header, runner, story, team

from codenames_core.audit.verify import differences
from codenames_core.files.atomic_writes import refuse_existing
from codenames_core.files.journal import JournalWriter
from codenames_core.files.record import EpisodeRecord, Reading, file_name, read_episode, save_episode
from codenames_core.files.schema import SCHEMA_VERSION
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import Guess, UnknownEvent
from codenames_core.game.replay import Replay, ViewerState
from codenames_core.game.state import Outcome, Termination
from codenames_core.support.errors import EpisodeFileError, FileInTheWayError, StorageError
from codenames_core.support.folders import LARGEST_FILE

GOLDEN = asyncio.run(golden_episode())
TEXT = GOLDEN.to_json()

Tree = dict[str, Any]


def place_of(kind: str, number: int = 0) -> int:
    """Where the event of that type is, counted from 0."""
    return [index for index, event in enumerate(GOLDEN.public_transcript) if event.type == kind][number]


FIRST_GUESS, LAST_GUESS = place_of("guess"), place_of("guess", -1)


def read(tmp_path: Path, data: bytes | str, name: str = "game.json") -> Reading:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_episode(path)


def changed(change: Callable[[Tree], Any]) -> str:
    """The text of the golden episode after a change of its tree."""
    tree = json.loads(TEXT)
    change(tree)
    return json.dumps(tree)


def replay_of(record: EpisodeRecord) -> Replay:
    return Replay(record.initial_state(), record.public_transcript)


def test_an_unbroken_file_is_read_without_a_note(tmp_path: Path) -> None:
    record, notes = read(tmp_path, TEXT)
    assert (record, notes) == (GOLDEN, [])
    assert differences(record) == []


# Text


def test_a_byte_order_mark_in_front_is_ignored(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbf" + TEXT.encode()) == Reading(GOLDEN, [])


def test_utf_16_is_said_to_be_that(tmp_path: Path) -> None:
    with pytest.raises(EpisodeFileError, match=r"game\.json: this is UTF-16 text; save it as UTF-8"):
        read(tmp_path, TEXT.encode("utf-16"))


def test_a_byte_of_latin_1_is_named_by_its_line(tmp_path: Path) -> None:
    data = TEXT.encode().replace(b'"word": "sea"', b'"word": "CAF\xe9"')
    line = data[: data.index(b"\xe9")].count(b"\n") + 1
    with pytest.raises(EpisodeFileError, match=f"line {line}: not UTF-8 text"):
        read(tmp_path, data)


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity"])
def test_what_is_not_a_number_is_named_by_its_path_and_never_written(tmp_path: Path, literal: str) -> None:
    text = TEXT.replace('"metadata": {}', f'"metadata": {{"scores": [1, {literal}]}}')
    with pytest.raises(EpisodeFileError, match=r"metadata\.scores\[1\] is not a number"):
        read(tmp_path, text)
    for cost in (float("nan"), float("inf")):
        trace = GOLDEN.decisions()[0].model_copy(update={"cost_usd": cost})
        json.loads(trace.model_dump_json(), parse_constant=pytest.fail)


def test_a_number_beyond_all_numbers_is_refused_and_its_place_named(tmp_path: Path) -> None:
    with pytest.raises(EpisodeFileError, match=r"metadata\.score is not a number"):
        read(tmp_path, TEXT.replace('"metadata": {}', '"metadata": {"score": 1e999}'))


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    for name in ("game.json", "game.jsonl"):
        os.mkfifo(tmp_path / name)
        with pytest.raises(EpisodeFileError, match="not an ordinary file"):
            read_episode(tmp_path / name)


def test_a_duplicate_key_is_refused_and_named(tmp_path: Path) -> None:
    text = TEXT.replace('"winner": "red",', '"winner": "red",\n  "winner": "blue",', 1)
    with pytest.raises(EpisodeFileError, match="duplicate key 'winner'"):
        read(tmp_path, text)


def test_several_episodes_in_one_file_are_said_to_be_that(tmp_path: Path) -> None:
    line = json.dumps(json.loads(TEXT))
    with pytest.raises(EpisodeFileError, match=r"line 2: extra data; one episode per file"):
        read(tmp_path, "\n".join([line] * 3))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("", "the file is empty"),
        ("{", "not JSON"),
        (TEXT[: len(TEXT) // 2], "not JSON"),
        ("[]", "an episode is a JSON object, but this is a list"),
        ("null", "JSON object"),
        ('"\x1b[2J"', "not JSON"),
        ("9" * 5000, "game.json"),
        ("{}", "schema_version is not given"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
    ],
    ids=range(10),
)
def test_what_is_no_episode_at_all_is_said_so(tmp_path: Path, data: str, reason: str) -> None:
    with pytest.raises(EpisodeFileError, match=reason) as refusal:
        read(tmp_path, data)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 500


def test_lists_nested_a_hundred_thousand_times_are_a_message(tmp_path: Path) -> None:
    text = TEXT.replace('"metadata": {}', '"metadata": {"extra": ' + "[" * 100_000 + "]" * 100_000 + "}")
    with pytest.raises(EpisodeFileError, match="nested too deeply"):
        read(tmp_path, text)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"{")
    os.truncate(path, 200_000_000)  # a hole: it takes no room on the disk
    with pytest.raises(EpisodeFileError, match=f"200,000,000 bytes; the limit is {LARGEST_FILE:,}"):
        read_episode(path)


def test_a_long_reasoning_is_read(tmp_path: Path) -> None:
    def think(tree: Tree) -> None:
        tree["traces"][0]["clue_trace"]["reasoning"] = "because " * 200_000

    record, _ = read(tmp_path, changed(think))
    assert record.traces[0].clue_trace is not None
    assert len(record.traces[0].clue_trace.reasoning) == 1_600_000


@pytest.mark.parametrize("name", ["nothing.json", "nothing.jsonl"])
def test_a_file_that_is_not_there_or_a_folder_is_said_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(EpisodeFileError, match="No such file"):
        read_episode(tmp_path / name)
    with pytest.raises(EpisodeFileError, match="directory"):
        read_episode(tmp_path)


def test_a_hostile_file_name_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    with pytest.raises(EpisodeFileError) as refusal:
        read_episode(tmp_path / "\x1b]0;mine\x07\u202egame.json")
    assert str(refusal.value).isprintable()


# Versions


def test_a_newer_schema_is_read_as_far_as_it_goes_with_a_note(tmp_path: Path) -> None:
    record, notes = read(tmp_path, changed(lambda tree: tree.update(schema_version=999, new_field={"a": 1})))
    assert notes == [f"made by a newer version (schema 999); this one knows {SCHEMA_VERSION}, so parts may be missing"]
    assert record.public_transcript == GOLDEN.public_transcript


@pytest.mark.parametrize("version", ["1.0.0-beta", None, True, 0, -1, 1.5, "\x1b[2J", [1]])
def test_a_schema_version_that_is_no_whole_number_is_shown(tmp_path: Path, version: Any) -> None:
    with pytest.raises(EpisodeFileError, match=r"schema_version is .*a whole number up to 1 is needed") as refusal:
        read(tmp_path, changed(lambda tree: tree.update(schema_version=version)))
    assert str(refusal.value).isprintable()


def test_a_missing_schema_version_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(EpisodeFileError, match="schema_version is not given"):
        read(tmp_path, changed(lambda tree: tree.pop("schema_version")))


def test_an_unknown_event_is_shown_and_skipped(tmp_path: Path) -> None:
    weather = {"type": "weather", "payload": {}}
    record, notes = read(tmp_path, changed(lambda tree: tree["public_transcript"].insert(5, weather)))
    assert notes == ["events of the unknown type 'weather' are shown and skipped"]
    assert isinstance(record.public_transcript[5], UnknownEvent)
    assert story(record.public_transcript)[5] == "? weather"
    assert replay_of(record).last_state.outcome == GOLDEN.outcome
    assert json.loads(record.to_json())["public_transcript"][5] == weather


# Events that do not follow


def test_a_guess_before_its_clue_is_marked_and_the_order_of_the_file_is_kept(tmp_path: Path) -> None:
    def swap(tree: Tree) -> None:
        events = tree["public_transcript"]
        events[0], events[FIRST_GUESS] = events[FIRST_GUESS], events[0]

    record, _ = read(tmp_path, changed(swap))
    replay = replay_of(record)
    assert replay.notes[0] == "guess before clue"
    assert replay.events == tuple(record.public_transcript)
    assert "event 0: guess before clue" in differences(record)


def test_a_guess_of_a_word_that_is_not_on_the_board_is_marked(tmp_path: Path) -> None:
    def paint(tree: Tree) -> None:
        tree["public_transcript"][FIRST_GUESS]["word"] = "PAINT"

    record, _ = read(tmp_path, changed(paint))
    replay = replay_of(record)
    assert replay.notes == {FIRST_GUESS: "'PAINT' is not on the board"}
    assert "PAINT" not in ViewerState.of(replay.seek(FIRST_GUESS + 1)).revealed
    assert f"event {FIRST_GUESS}: 'PAINT' is not on the board" in differences(record)


def test_a_guess_after_the_end_is_marked_and_changes_nothing(tmp_path: Path) -> None:
    late = {"type": "guess", "team": "red", "word": "MARBLE", "card": "assassin", "result": "assassin"}
    record, _ = read(tmp_path, changed(lambda tree: tree["public_transcript"].append(late)))
    replay = replay_of(record)
    assert replay.notes == {LAST_GUESS + 1: "guess after the end of the game"}
    assert replay.last_state.outcome == Outcome(Team.RED, Termination.ALL_WORDS)
    assert differences(record) == [f"event {LAST_GUESS + 1}: guess after the end of the game"]


def test_a_winner_that_contradicts_the_moves_is_shown_beside_the_replayed_one(tmp_path: Path) -> None:
    def swap_winner(tree: Tree) -> None:
        tree["winner"] = tree["outcome"]["winner"] = "blue"

    record, _ = read(tmp_path, changed(swap_winner))
    assert differences(record) == [
        "outcome: recorded blue by all_words, replayed red by all_words",
        "winner: recorded blue, replayed red",
    ]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("card", "blue", "is said to be blue, but the key says red"),
        ("result", "neutral", "is said to be neutral"),
        ("team", "blue", "it is red's turn"),
    ],
)
def test_a_guess_that_lies_about_its_card_is_marked(tmp_path: Path, field: str, value: str, reason: str) -> None:
    def lie(tree: Tree) -> None:
        tree["public_transcript"][FIRST_GUESS][field] = value

    record, _ = read(tmp_path, changed(lie))
    assert any(reason in what and what.startswith(f"event {FIRST_GUESS}: ") for what in differences(record))


def test_an_illegal_clue_in_a_record_is_marked(tmp_path: Path) -> None:
    def cheat(tree: Tree) -> None:
        tree["public_transcript"][0]["word"] = "anchor"

    record, _ = read(tmp_path, changed(cheat))
    illegal, contradicted = differences(record)
    assert illegal.startswith("event 0: illegal clue: 'anchor' is on the board")
    assert contradicted.startswith("event 0: the clue of red cluer: it led to clue 'sea' 2, but what happened is clue")


def test_times_that_someone_added_to_events_are_ignored(tmp_path: Path) -> None:
    def date(tree: Tree) -> None:
        for event in tree["public_transcript"]:
            event["time"] = "2024-05-05T12:00:00"
        tree["public_transcript"][9]["time"] = "1970-01-01T00:00:00"

    record, notes = read(tmp_path, changed(date))
    assert (record, notes) == (GOLDEN, [])


def before(event: int, turn: Tree) -> Tree:
    """The traces of a turn up to that event."""
    kept = {name: [one for one in turn[name] if one["at"] < event] for name in ("discussion_traces", "other_traces")}
    kept |= {name: turn[name] for name in ("clue_trace", "guess_trace") if turn[name] and turn[name]["at"] < event}
    return {"turn_number": turn["turn_number"], "team": turn["team"], **kept}


@pytest.mark.parametrize("kept", [0, 1, 9, LAST_GUESS])
def test_a_game_without_its_end_is_unfinished_and_nobody_has_won(tmp_path: Path, kept: int) -> None:
    def cut(tree: Tree) -> None:
        tree["public_transcript"] = tree["public_transcript"][:kept]
        tree["outcome"] = tree["winner"] = None
        tree["traces"] = [before(kept, turn) for turn in tree["traces"]]

    record, notes = read(tmp_path, changed(cut))
    assert notes == ["unfinished: the game has no outcome"]
    assert (record.outcome, record.winner, replay_of(record).last_state.winner) == (None, None, None)
    assert differences(record) == []


def test_an_end_that_was_cut_off_contradicts_the_recorded_outcome(tmp_path: Path) -> None:
    record, _ = read(
        tmp_path, changed(lambda tree: tree.update(public_transcript=tree["public_transcript"][:LAST_GUESS]))
    )
    assert "outcome: recorded red by all_words, replayed unfinished" in differences(record)


def unstamped(index: int, stamp: str, tree: Tree) -> None:
    del tree["public_transcript"][index][stamp]


def test_an_event_without_its_team_or_seat_is_named(tmp_path: Path) -> None:
    for index in (0, 1, FIRST_GUESS):
        kind = GOLDEN.public_transcript[index].type
        stamp = "seat" if kind == "message" else "team"
        with pytest.raises(EpisodeFileError, match=rf"game\.json: public_transcript\[{index}\](\.{stamp})?: "):
            read(tmp_path, changed(partial(unstamped, index, stamp)))


# Boards


def without(word: str) -> Callable[[Tree], None]:
    def change(tree: Tree) -> None:
        tree["board"]["words"].remove(word)
        del tree["board"]["key"][word]

    return change


def with_one_more(word: str) -> Callable[[Tree], None]:
    def change(tree: Tree) -> None:
        tree["board"]["words"].append(word)
        tree["board"]["key"][word] = "neutral"

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (without("ZIPPER"), "board has 24 words; 25 are needed"),
        (with_one_more("EXTRA"), "board has 26 words"),
        (lambda tree: tree["board"]["words"].__setitem__(3, "anchor"), "board has the word 'anchor' twice"),
        (lambda tree: tree["board"]["key"].pop("ANCHOR"), "the key does not cover 'ANCHOR'"),
        (lambda tree: tree["board"]["key"].update(EXTRA="red"), "26 entries"),
        (lambda tree: tree["board"]["key"].update(ANCHOR="green"), "board.key.ANCHOR"),
        (lambda tree: tree["board"].update(words="ANCHOR"), "board.words"),
        (lambda tree: tree.pop("board"), "board"),
    ],
    ids=range(8),
)
def test_a_board_that_is_none_is_a_clear_message(tmp_path: Path, change: Callable[[Tree], Any], reason: str) -> None:
    with pytest.raises(EpisodeFileError, match=reason):
        read(tmp_path, changed(change))


@pytest.mark.parametrize(
    ("word", "card", "counts"),
    [
        ("YELLOW", "assassin", ["2 assassin cards, but the rules of the game deal 1", "6 neutral cards"]),
        ("MARBLE", "neutral", ["0 assassin cards", "8 neutral cards"]),
        ("YELLOW", "blue", ["9 blue cards", "6 neutral cards"]),
    ],
)
def test_a_layout_that_the_config_does_not_state_is_a_warning(
    tmp_path: Path, word: str, card: str, counts: list[str]
) -> None:
    record, _ = read(tmp_path, changed(lambda tree: tree["board"]["key"].update({word: card})))
    said = differences(record)
    assert all(any(count in what for what in said) for count in counts)


def test_a_layout_that_the_config_states_is_none(tmp_path: Path) -> None:
    def two_assassins(tree: Tree) -> None:
        tree["board"]["key"]["YELLOW"] = "assassin"
        tree["config"]["assassin_count"] = 2

    record, _ = read(tmp_path, changed(two_assassins))
    assert differences(record) == []


# Nulls and what is missing


@pytest.mark.parametrize("field", ["reasoning", "raw", "agent", "model", "note", "latency_s"])
def test_a_null_in_a_trace_is_read_as_nothing(tmp_path: Path, field: str) -> None:
    record, _ = read(tmp_path, changed(lambda tree: tree["traces"][0]["clue_trace"].update({field: None})))
    trace = record.traces[0].clue_trace
    assert trace is not None
    assert getattr(trace, field) in ("", None)
    assert "None" not in f"{trace.reasoning}{trace.raw}{trace.agent}"


@pytest.mark.parametrize("field", ["traces", "seat_changes", "parent", "metadata", "board_seed"])
def test_an_optional_field_may_be_missing(tmp_path: Path, field: str) -> None:
    record, _ = read(tmp_path, changed(lambda tree: tree.pop(field)))
    assert record.public_transcript == GOLDEN.public_transcript


@pytest.mark.parametrize("field", ["episode_id", "config", "board", "teams", "public_transcript"])
def test_a_field_that_is_needed_is_named_where_it_is_missing_or_null(tmp_path: Path, field: str) -> None:
    for change in (lambda tree: tree.pop(field), lambda tree: tree.update({field: None})):
        with pytest.raises(EpisodeFileError, match=rf"game\.json: {field}"):
            read(tmp_path, changed(change))


def test_half_of_a_surrogate_pair_is_refused_and_a_whole_pair_is_a_character(tmp_path: Path) -> None:
    with pytest.raises(EpisodeFileError, match="half of a surrogate pair"):
        read(tmp_path, TEXT.replace('"metadata": {}', '"metadata": {"note": "\\ud83d"}'))
    record, _ = read(tmp_path, TEXT.replace('"metadata": {}', '"metadata": {"note": "\\ud83d\\ude00"}'))
    assert record.metadata == {"note": "😀"}


# Files that change


def test_a_journal_that_grows_while_it_is_open_is_read_as_it_was(tmp_path: Path) -> None:
    path, start = tmp_path / "game.jsonl", header()
    game = runner(team(*WINNING_RED), team(*BUSY_BLUE), start=start, journal=JournalWriter(path, start))
    game.pause()

    async def watched() -> list[int]:
        playing = asyncio.create_task(game.run())
        lengths = []
        for _ in range(6):
            lengths.append(len(read_episode(path).record.public_transcript))
            game.step()
            for _ in range(10):
                await asyncio.sleep(0)
        playing.cancel()
        await asyncio.wait({playing})
        return lengths

    assert asyncio.run(watched()) == [0, 1, 2, 3, 4, 5]
    assert "unfinished" in read_episode(path).notes[0]


# Writing


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = GOLDEN.save(tmp_path / "deep" / "game.json")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StorageError, match="No space left"):
            GOLDEN.model_copy(update={"episode_id": "other"}).save(path, overwrite=True)
    assert os.listdir(path.parent) == ["game.json"]
    assert EpisodeRecord.load(path) == GOLDEN


def test_a_record_is_never_written_over_unasked(tmp_path: Path) -> None:
    path = GOLDEN.save(tmp_path / "game.json")
    with pytest.raises(FileInTheWayError, match="already exists"):
        GOLDEN.save(path)
    GOLDEN.save(path, overwrite=True)


def test_a_link_that_leads_nowhere_is_something_in_the_way(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(FileInTheWayError, match="already exists"):
        GOLDEN.save(path)
    assert path.is_symlink()


@pytest.mark.parametrize("name", ["x" * 300, "nul\x00.json"], ids=["too long", "a NUL"])
def test_a_name_that_no_file_can_have_is_refused_before_anything_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(StorageError, match="could not be written"):
        refuse_existing(tmp_path / name)


@pytest.mark.parametrize("episode_id", ["../../etc/passwd", "/abs", "", "\x1b[2J", "CON:", "x" * 500])
def test_a_name_from_outside_never_becomes_a_path(tmp_path: Path, episode_id: str) -> None:
    for created in ("../..", "2026-01-02T03:04:05+00:00", 7, None):
        name = file_name(episode_id, {"created": created})
        assert Path(name).name == name
        assert name.isprintable()
        assert len(name) < 60
    saved = save_episode(GOLDEN.model_copy(update={"episode_id": episode_id}), tmp_path)
    assert saved.parent == tmp_path


def test_episodes_are_kept_in_the_data_folder_unless_one_is_given(home: Path) -> None:
    assert save_episode(GOLDEN).is_relative_to(home)


def test_an_aborted_game_has_no_difference_to_its_replay() -> None:
    aborted = GOLDEN.model_copy(
        update={
            "public_transcript": GOLDEN.public_transcript[:6],
            "traces": [],
            "outcome": Outcome(None, Termination.ABORTED),
            "winner": None,
        }
    )
    assert differences(aborted) == []


def test_the_golden_guesses_are_what_the_tests_above_take_them_for() -> None:
    first = GOLDEN.public_transcript[FIRST_GUESS]
    assert isinstance(first, Guess)
    assert first.word == RED_WORDS[0]
    assert GOLDEN.config == GameConfig()
