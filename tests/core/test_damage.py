"""Journals and episodes that were damaged, by chance or by hand: a clear error that says where, or a sound game."""

import asyncio
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import to_json
from tests.core.journals import GAMES, lines_of, resumed, written
from tests.examples import examples
from tests.games import WINNING_RED, golden_episode, header, idle, runner, team, turn

from codenames_agents.catalogue import build_teams
from codenames_agents.seats.scripted import ScriptedGuesser
from codenames_core.audit.verify import differences
from codenames_core.files.journal import JournalWriter
from codenames_core.files.record import MOST_EVENTS, MOST_NOTES, EpisodeRecord, Reading, parse_episode, read_episode
from codenames_core.files.schema import SeatChange, occupants
from codenames_core.files.strict_json import DEEPEST, MOST_DIGITS, MOST_VALUES, read_json
from codenames_core.files.untrusted_files import read_bytes
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, Seat, Team
from codenames_core.game.replay import Replay
from codenames_core.play.episode import fork, resume_journal
from codenames_core.support.errors import CodenamesError, EpisodeFileError, InputError
from codenames_metrics.game.episode_files import read_record

GOLDEN = asyncio.run(golden_episode())
TREE = json.loads(GOLDEN.to_json())

Tree = dict[str, Any]


def written_bytes(name: str) -> bytes:
    teams, config = GAMES[name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        written(teams(), config, path)
        return path.read_bytes()


WHOLE = {name: written_bytes(name) for name in GAMES}


def episode(change: Callable[[Tree], Any]) -> Reading:
    """The golden episode after a change of its tree."""
    tree = json.loads(json.dumps(TREE))
    change(tree)
    return parse_episode(json.dumps(tree).encode(), "game.json")


def journal_with(tmp_path: Path, line: int, change: Callable[[bytes], bytes]) -> Path:
    """The golden journal with one line changed, counted from 1."""
    lines = WHOLE["golden"].splitlines(keepends=True)
    lines[line - 1] = change(lines[line - 1])
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(lines))
    return path


# The law


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, bytes]:
    """A real journal of which bytes or lines were flipped, deleted, inserted, repeated or swapped."""
    name = draw(st.sampled_from(sorted(WHOLE)))
    data = WHOLE[name]
    for _ in range(draw(st.integers(1, 3))):
        data = draw(st.sampled_from((_bytes_damaged, _lines_damaged)))(draw, data)
    return name, data


def _bytes_damaged(draw: st.DrawFn, data: bytes) -> bytes:
    begin = draw(st.integers(0, len(data)))
    end = min(begin + draw(st.sampled_from((0, 1, 1, 2, 50))), len(data))
    put = draw(
        st.binary(max_size=2)
        | st.sampled_from((b"\n", b"NaN", b"null", b"-1", b"99", b"\\ud800", b"[[[[", b'"at":1,', data[begin:end] * 2))
    )
    return data[:begin] + put + data[end:]


def _lines_damaged(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.split(b"\n")
    one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    how = draw(st.sampled_from(("delete", "repeat", "swap")))
    match how:
        case "delete":
            del lines[one]
        case "repeat":
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


@settings(max_examples=examples(50), deadline=None)
@given(damaged())
def test_a_damaged_journal_is_a_clear_error_or_a_game_that_holds_and_loses_nothing(case: tuple[str, bytes]) -> None:
    name, data = case
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_bytes(data)
        for use in (_look_at, lambda path: _play_on(path, name)):
            said = _complaint(use, path)
            assert said.isprintable()
            assert said.count(str(path)) == bool(said)
            assert len(said) < 500 + len(str(path))
        assert path.read_bytes().startswith(data[: data.rfind(b"\n") + 1])


def _complaint(use: Callable[[Path], None], path: Path) -> str:
    try:
        use(path)
    except CodenamesError as error:
        return str(error)
    return ""


def _look_at(path: Path) -> None:
    record, _ = read_episode(path)
    assert all(isinstance(sentence, str) for sentence in differences(record))
    assert len(Replay(record.initial_state(), record.public_transcript)) == len(record.public_transcript)


def _play_on(path: Path, name: str) -> None:
    record = resumed(path, GAMES[name][0]())
    assert [what for what in differences(record) if not what.startswith("board:")] == []
    assert EpisodeRecord.load(record.save(path.with_suffix(".json"))) == record


# One reader for both kinds of file

BAD_JSON = {
    "half of a surrogate pair": (b'"\\ud83d"', "half of a surrogate pair"),
    "not a number": (b"NaN", r"is not a number that can be used \(NaN\)"),
    "infinite": (b"-Infinity", "is not a number that can be used"),
    "too large a number": (b"1e999", "is not a number that can be used"),
    "too many digits": (b"1" * (MOST_DIGITS + 1), r"is not a number that can be used \(1111"),
    "a key twice": (b'{"a":1,"a":2}', "duplicate key 'a'; keep one of the two"),
    "too deep": (b"[" * DEEPEST + b"]" * DEEPEST, "nested too deeply"),
    "far too deep": (b"[" * 50_000 + b"]" * 50_000, "nested too deeply"),
}


@pytest.mark.parametrize("what", BAD_JSON)
def test_what_has_no_place_in_a_file_is_refused_in_either_kind_and_named_once(tmp_path: Path, what: str) -> None:
    bad, said = BAD_JSON[what]
    text = GOLDEN.to_json().encode().replace(b'"metadata": {}', b'"metadata": {"a": ' + bad + b"}")
    (tmp_path / "game.json").write_bytes(text)
    header_line = journal_with(
        tmp_path, 1, lambda line: line.replace(b'"metadata":{}', b'"metadata":{"a":' + bad + b"}")
    )
    for path in (tmp_path / "game.json", header_line):
        with pytest.raises(EpisodeFileError, match=said) as refusal:
            read_episode(path)
        assert str(refusal.value).count("game.json") == 1
        assert "sys." not in str(refusal.value)
    with pytest.raises(EpisodeFileError, match=rf"game\.jsonl: line 1: .*{said}"):
        resume_journal(header_line)


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("board_seed", lambda tree, seed: tree.update(board_seed=seed)),
        ("teams.red.seed", lambda tree, seed: tree["teams"]["red"].update(seed=seed)),
    ],
)
def test_a_seed_of_thousands_of_digits_is_refused_by_every_reader(
    tmp_path: Path, place: str, change: Callable[[Tree, int], None]
) -> None:
    tree = json.loads(GOLDEN.to_json())
    change(tree, int("7" * 3_000))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(tree))
    said = set()
    for read in (read_episode, read_record):
        with pytest.raises(EpisodeFileError, match=f"{place} is not a number that can be used") as refusal:
            read(path)
        said.add(str(refusal.value))
    assert len(said) == 1


def test_the_deepest_that_can_be_read_can_be_written() -> None:
    lists: Any = []
    for _ in range(DEEPEST - 3):
        lists = [lists]
    record, _ = episode(lambda tree: tree.update(metadata={"a": lists}))
    assert parse_episode(record.to_json().encode(), "again").record == record


def read_or_refused(text: str) -> str:
    """What a text says, types and all, or why it says nothing."""
    try:
        return repr(read_json(text, "here"))
    except InputError as error:
        return str(error)


def is_too_deep(lists: int) -> str:
    lines = [" " * depth + "[" for depth in range(1, lists)]
    return '{\n "a": ' + "\n".join([*lines, " " * lists + "[]", *(line.replace("[", "]") for line in lines[::-1])])[1:]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
STRANGE = [bad.decode() for bad, _ in BAD_JSON.values()]
STRANGE += [
    "1e5",
    "-0",
    "1" * MOST_DIGITS,
    "0.10",
    '"\\u00e9"',
    "1e-999",
    '"\\/"',
    '"\\u007f"',
    "[ ]",
    "1.0",
    '"' + " " * 200 + '"',
]


@settings(max_examples=examples(50))
@given(st.dictionaries(st.text(max_size=3), VALUES, min_size=1, max_size=3))
def test_what_is_written_as_we_write_it_is_read_as_anything_else(tree: Tree) -> None:
    text = to_json(tree, indent=1).decode() + "\n"
    assert text.startswith("{\n")
    assert read_or_refused(text) == read_or_refused(" " + text)


@pytest.mark.parametrize("strange", STRANGE)
def test_a_strange_value_is_met_as_strictly_where_all_else_is_written_as_we_write_it(strange: str) -> None:
    text = f'{{\n "a": {strange},\n "b": 1\n}}\n'
    assert read_or_refused(text) == read_or_refused(" " + text)


@pytest.mark.parametrize("lists", [DEEPEST - 2, DEEPEST - 1, DEEPEST, DEEPEST + 1])
def test_depth_is_seen_by_the_lines_too(lists: int) -> None:
    text = is_too_deep(lists) + "\n}\n"
    assert read_or_refused(text) == read_or_refused(" " + text)
    assert ("nested too deeply" in read_or_refused(text)) == (lists >= DEEPEST)


def test_commas_and_brackets_of_texts_are_no_values() -> None:
    prose = json.dumps(['a, [b] \\ " , {c}, ' * (MOST_VALUES // 10)])
    assert read_json(prose, "here") == json.loads(prose)


@pytest.mark.parametrize("text", ["[" + "[]," * MOST_VALUES + "[]]", '["' + '","' * (3 * MOST_VALUES) + '"]'])
def test_millions_of_tiny_values_are_refused_before_they_are_made(text: str) -> None:
    with pytest.raises(InputError, match=f"here: more than {MOST_VALUES:,} values"):
        read_json(text, "here")


def test_more_events_than_any_game_has_are_refused() -> None:
    with pytest.raises(EpisodeFileError, match=f"50,001 events; the limit is {MOST_EVENTS:,}"):
        episode(lambda tree: tree.update(public_transcript=[{"type": "weather"}] * (MOST_EVENTS + 1)))


def test_thousands_of_unknown_types_are_a_few_notes_and_how_many_more_there_are(tmp_path: Path) -> None:
    events = [{"type": f"kind {number:05}"} for number in range(10_000)]
    _, notes = episode(lambda tree: tree["public_transcript"].extend(events))
    assert len(notes) == MOST_NOTES + 1
    assert notes[0] == "events of the unknown type 'kind 00000' are shown and skipped"
    assert notes[-1] == "and 9,980 more unknown types of events"
    late = b'{"event":{"type":"pass","team":"red","reason":"chosen"}}\n'
    path = journal_with(tmp_path, len(WHOLE["golden"].splitlines()), lambda line: line + late * 100)
    notes = read_episode(path).notes
    assert len(notes) == MOST_NOTES + 1
    assert notes[-1] == "and 80 more events that were skipped"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a file whose size is not told")
def test_a_file_that_grows_while_it_is_read_is_bounded_all_the_same() -> None:
    with pytest.raises(InputError, match="more than 10 bytes, which is the limit"):
        read_bytes("/proc/self/status", 10)  # the system says of it that it is empty


@pytest.mark.parametrize("field", ["traces", "seat_changes", "parent", "metadata", "board_seed", "winner", "outcome"])
def test_null_is_read_as_absent_where_a_field_may_be_absent(field: str) -> None:
    assert episode(lambda tree: tree.update({field: None})).record == episode(lambda tree: tree.pop(field)).record


EMPTY_IN_THE_EPISODE = ("messages", "intended_targets", "refused", "requests", "is_ghost", "is_human", "is_fallback")


@pytest.mark.parametrize("field", EMPTY_IN_THE_EPISODE)
def test_null_is_read_as_absent_in_traces_too(field: str) -> None:
    assert episode(lambda tree: tree["traces"][0]["clue_trace"].update({field: None})).record == GOLDEN
    assert episode(lambda tree: tree["traces"][0].update(other_traces=None)).record == GOLDEN


# Plain words


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda tree: tree["public_transcript"][0].update(number=1.5),
            "public_transcript[0].number: a whole number is",
        ),
        (lambda tree: tree["public_transcript"][0].pop("word"), "public_transcript[0]: a clue without its word"),
        (lambda tree: tree["public_transcript"][0].update(self=1, word=3), "public_transcript[0].word: text is needed"),
        (lambda tree: tree["public_transcript"].__setitem__(0, 3), "public_transcript[0]: an object is needed, not 3"),
        (
            lambda tree: tree["traces"][0]["clue_trace"].update(at="x"),
            "traces[0].clue_trace.at: a whole number is needed",
        ),
        (lambda tree: tree["config"].update(max_rounds=0), "config.max_rounds: should be greater than or equal to 1"),
        (lambda tree: tree["config"].update(weather="fine"), "config.weather: is not known here"),
        (lambda tree: tree["board"]["words"].pop(), "board: board has 24 words; 25 are needed"),
        (lambda tree: tree["teams"].pop("blue"), "teams: no agent is named for blue"),
        (lambda tree: tree.update(parent={"episode_id": "x", "at": -1}), "parent.at: should be greater than or equal"),
        (lambda tree: tree.update(episode_id=1, winner="green"), "episode_id: text is needed, not 1 (and 1 more)"),
    ],
    ids=range(11),
)
def test_what_is_wrong_is_said_once_and_in_plain_words(change: Callable[[Tree], Any], said: str) -> None:
    with pytest.raises(EpisodeFileError) as refusal:
        episode(change)
    message = str(refusal.value)
    assert message.startswith(f"game.json: {said}")
    for jargon in ("Value error", "function-", "Input should", "clue.number.int", "dictionary"):
        assert jargon not in message


# Lines of a journal


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda line: b"\n" + line, "line 4: an empty line"),
        (lambda line: b"  \n" + line, "line 4: an empty line"),
        (lambda line: line[:-1] + line, "line 4: extra data after character"),
        (lambda line: b"[" + line[:-1] + b"]\n", "line 4: not a line of a journal"),
        (lambda line: line.replace(b'{"answer"', b'{"other":1,"answer"'), "line 4: not a line of a journal"),
        (lambda line: line.replace(b'"red_guesser_1"', b'"green_guesser"'), "line 4: answer: seat: should be"),
        (lambda line: line.replace(b'"at":1', b'"at":null'), "line 4: this answer does not say where it belongs"),
        (
            lambda line: line.replace(b'"at":1', b'"at":3'),
            "line 4: this answer belongs at event 3 but stands at event 1",
        ),
        (lambda line: line.replace(b'"turn":1', b'"turn":7'), "line 4: .* recorded in turn 7, but it was turn 1"),
        (lambda line: line.replace(b'_guesser_1"', b'_guesser_2"'), "line 4: .* the seat was not asked that then"),
        (lambda line: line + line, "line 4: .* the question was answered twice"),
        (lambda line: line.replace(b'"consensus":false', b'"consensus":3'), "line 4: .* is not an answer to it"),
        (lambda line: line.replace(b'"answer":{"text', b'"answer":{"txt'), "line 4: .* is not an answer to it"),
        (lambda line: line.replace(b"Then", b"Than").replace(b"first.", b"last."), "line 4: .* but what happened is"),
        (lambda line: b"", "line 4: event 1: no answer led to it"),
    ],
    ids=range(15),
)
def test_a_damaged_line_is_named_and_the_journal_stays_as_it_is(
    tmp_path: Path, damage: Callable[[bytes], bytes], said: str
) -> None:
    path = journal_with(tmp_path, 4, damage)
    before = path.read_bytes()
    with pytest.raises(EpisodeFileError, match=rf"game\.jsonl: {said}"):
        resume_journal(path)
    assert path.read_bytes() == before


def test_spaces_within_a_line_and_a_mark_in_front_of_the_file_do_no_harm(tmp_path: Path) -> None:
    spaced = [
        json.dumps(json.loads(line), indent=None, separators=(" , ", " : ")) for line in WHOLE["golden"].splitlines()
    ]
    path = tmp_path / "game.jsonl"
    path.write_text("\ufeff" + "\r\n".join(spaced[:20]) + "\n", newline="")
    assert resumed(path, GAMES["golden"][0]()) == GOLDEN


@pytest.mark.parametrize(
    "answer",
    [{"word": "two words", "number": 99}, {"word": "anchor", "number": 1}, {"word": "sea", "number": "2"}, None, 3],
)
def test_an_answer_that_the_referee_refuses_is_not_used_on_resume(tmp_path: Path, answer: Any) -> None:
    lines = WHOLE["golden"].splitlines(keepends=True)[:2]
    told = json.loads(lines[1])
    told["answer"]["answer"] = answer
    path = tmp_path / "game.jsonl"
    path.write_bytes(lines[0] + json.dumps(told).encode() + b"\n")
    before = path.read_bytes()
    with pytest.raises(EpisodeFileError, match=r"game\.jsonl: line 2: event 0: the clue of red cluer: "):
        resume_journal(path)
    assert path.read_bytes() == before


def test_a_journal_of_a_newer_version_is_looked_at_and_never_written(tmp_path: Path) -> None:
    path = journal_with(tmp_path, 1, lambda line: line.replace(b'"schema_version":1', b'"schema_version":2'))
    assert "made by a newer version (schema 2)" in read_episode(path).notes[0]
    with pytest.raises(EpisodeFileError, match="line 1: made by a newer version"):
        resume_journal(path)


# What verify says


def change_of(seat: Seat, at: int, spec: str = "random") -> Tree:
    return {"seat": seat, "at": at, "agent": {"spec": spec}}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda tree: tree["traces"][0]["clue_trace"]["answer"].update(word="ocean"),
            "event 0: the clue of red cluer: it led to clue 'ocean' 2, but what happened is clue 'sea' 2",
        ),
        (
            lambda tree: tree["traces"][0]["clue_trace"]["answer"].update(word="two words"),
            "event 0: the clue of red cluer: {'word': 'two words', 'number': 2} cannot have been accepted: ",
        ),
        (
            lambda tree: tree["traces"][0]["guess_trace"]["answer"].reverse(),
            "event 4: the guesses of red guesser 1: it led to guess ISLAND, but what happened is guess ANCHOR",
        ),
        (
            lambda tree: tree["traces"][0]["guess_trace"]["answer"].append("DRAGON"),
            "event 4: the guesses of red guesser 1: it led to guess DRAGON, but what happened is pass (stopped)",
        ),
        (
            lambda tree: tree["traces"][0]["discussion_traces"][0].update(failure="timeout", answer=None),
            "event 1: the message of red guesser 1: it led to message 'timeout', but what happened is message",
        ),
        (
            lambda tree: tree["traces"][0]["clue_trace"].update(at=500),
            "event 500: the clue of red cluer: there are only",
        ),
        (
            lambda tree: tree["traces"][0]["clue_trace"].update(seat="blue_cluer"),
            "event 0: the clue of blue cluer: the seat was not asked that then",
        ),
        (
            lambda tree: tree["traces"][0].update(turn_number=3),
            "traces of turn 3: one of them says that it is of turn 1",
        ),
        (
            lambda tree: tree.update(seat_changes=[change_of(Seat.RED_CLUER, 500)]),
            "red cluer changes hands at event 500, but there are",
        ),
        (
            lambda tree: tree.update(seat_changes=[change_of(Seat.RED_CLUER, 9), change_of(Seat.BLUE_CLUER, 3)]),
            "blue cluer changes hands at event 3, after a change at event 9",
        ),
        (
            lambda tree: tree.update(seat_changes=[change_of(Seat.RED_CLUER, 9, " ")]),
            "red cluer changes hands at event 9 to ' ', which names no agent",
        ),
    ],
    ids=range(11),
)
def test_verify_says_what_contradicts_the_events(change: Callable[[Tree], Any], said: str) -> None:
    found = differences(episode(change).record)
    assert any(sentence.startswith(said) for sentence in found), found
    assert all(sentence.isprintable() for sentence in found)


@pytest.mark.parametrize("name", GAMES)
def test_verify_has_nothing_to_say_of_a_game_that_was_played(tmp_path: Path, name: str) -> None:
    teams, config = GAMES[name]
    assert differences(written(teams(), config, tmp_path / "game.jsonl")) == []


def test_a_change_of_seats_before_the_game_began_is_refused() -> None:
    with pytest.raises(EpisodeFileError, match=r"seat_changes\[0\]\.at: should be greater than or equal to 0, not -1"):
        episode(lambda tree: tree.update(seat_changes=[change_of(Seat.RED_CLUER, -1)]))


# Who sits where


def test_the_last_occupant_of_each_seat_plays_on() -> None:
    random, ghost = AgentConfig(spec="random"), AgentConfig(spec="ghost:pass")
    line_up = GOLDEN.teams[Team.RED].model_copy(update={"cluer": random, "guesser_1": random, "guesser_2": random})
    teams = {Team.RED: line_up, Team.BLUE: line_up}
    changes = [
        SeatChange(seat=Seat.RED_CLUER, at=0, agent=AgentConfig(spec="nobody")),
        SeatChange(seat=Seat.RED_CLUER, at=2, agent=ghost),
    ]
    seats = occupants(teams, changes)
    assert [seat for seat in Seat if seats[seat] == ghost] == [Seat.RED_CLUER]
    agents = build_teams(teams, seats)
    assert [getattr(agents[seat.team].of(seat.role), "is_ghost", False) for seat in Seat] == [True, *[False] * 5]
    assert agents[Team.RED].config == line_up
    with pytest.raises(InputError, match="red cluer: unknown agent 'nobody'"):
        build_teams(teams, occupants(teams, changes[:1]))


def taken_over(path: Path) -> EpisodeRecord:
    """A game in which red guesser 1 changes hands after two events, in the middle of a list."""
    config = GameConfig(mode=GameMode.SINGLE_GUESSER, max_turns=3)
    start = header(config)
    newcomer = ScriptedGuesser([turn("sea", 4, "WALNUT"), turn("", 0), *[turn("", 0)] * 3])

    async def game() -> EpisodeRecord:
        playing_game = runner(
            team(turn("sea", 4, "ANCHOR", "DRAGON"), turn("horse", 2)),
            idle(),
            start=start,
            journal=JournalWriter(path, start),
        )
        playing_game.pause()
        playing = asyncio.create_task(playing_game.run())
        while len(playing_game.state.public_transcript) < 2:
            playing_game.step()
            await asyncio.sleep(0)
        playing_game.swap(Seat.RED_GUESSER_1, newcomer, AgentConfig(spec="random"))
        playing_game.resume()
        return await playing

    return asyncio.run(game())


def test_a_fork_seats_who_sat_there_then(tmp_path: Path) -> None:
    record = taken_over(tmp_path / "game.jsonl")
    assert differences(record) == []
    for at in range(len(record.public_transcript) + 1):
        start, played = fork(record, at)
        seat = occupants(start.teams, played.seat_changes)[Seat.RED_GUESSER_1].spec
        assert seat == ("random" if at >= 2 else record.teams[Team.RED].guesser_1.spec), at
        assert start.teams == record.teams


def test_a_fork_that_puts_the_first_occupant_back_says_so(tmp_path: Path) -> None:
    record = taken_over(tmp_path / "game.jsonl")
    start, played = fork(record, 4, teams=record.teams)
    assert occupants(start.teams, played.seat_changes)[Seat.RED_GUESSER_1] == record.teams[Team.RED].guesser_1
    assert [(change.seat, change.at) for change in played.seat_changes] == [
        (Seat.RED_GUESSER_1, 2),
        (Seat.RED_GUESSER_1, 4),
    ]


def test_an_event_that_is_not_there_cannot_be_forked_at() -> None:
    last = len(GOLDEN.public_transcript)
    for at in (-1, last + 1, 10**6):
        with pytest.raises(InputError, match=f"a fork is possible at 0 to {last}, not at {at}"):
            fork(GOLDEN, at)


def test_a_record_is_forked_only_where_its_events_follow_and_its_open_list_fits() -> None:
    record, _ = episode(lambda tree: tree["public_transcript"].pop(0))
    with pytest.raises(InputError, match="cannot be forked at 3: event 0: discussion before clue"):
        fork(record, 3)
    record, _ = episode(lambda tree: tree["traces"][0]["guess_trace"].update(answer=["ANCHOR", "ANCHOR"]))
    fork(record, 4)
    with pytest.raises(InputError, match="cannot be forked at 5: event 4: the guesses of red guesser 1"):
        fork(record, 5)
    fork(record, 12)


def test_a_fork_that_was_killed_goes_on_though_its_parent_has_an_illegal_clue(tmp_path: Path) -> None:
    def cheat(tree: Tree) -> None:
        tree["public_transcript"][0]["word"] = tree["traces"][0]["clue_trace"]["answer"]["word"] = "anchors"

    record, _ = episode(cheat)
    start, played = fork(record, 9, episode_id="fork")
    JournalWriter(tmp_path / "game.jsonl", start, played).close()
    assert lines_of(tmp_path / "game.jsonl")
    child = resumed(tmp_path / "game.jsonl", (team(*WINNING_RED), GAMES["golden"][0]()[1]))
    assert child.public_transcript == record.public_transcript
