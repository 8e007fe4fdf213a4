"""Empty files, packed files, and where half of a character is: what a reader says of them."""

import gzip
import os
from itertools import product
from pathlib import Path

import pytest

from codenames_core.files.journal import JournalWriter, new_header, read_journal
from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, unpacked
from codenames_core.game.config import AgentConfig, GameConfig, Team, TeamConfig
from codenames_core.game.events import Clue
from codenames_core.support.errors import EpisodeFileError, InputError
from codenames_core.support.folders import JOURNAL_SUFFIX, RECORD_SUFFIX, game_suffix, is_game_name
from codenames_metrics.game.episode_files import episode_files, read_record
from codenames_tui.episodes.episode_index import latest_files, row_of
from codenames_tui.library.samples import sample_path


@pytest.mark.parametrize("content", [b"", b" ", b"\n\n \t\n", b"\xef\xbb\xbf\n"])
@pytest.mark.parametrize("name", ["a.json", "a.json.gz"])
def test_an_empty_episode_is_called_empty(tmp_path: Path, content: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    for read in (read_episode, read_record):
        with pytest.raises(EpisodeFileError, match="the file is empty"):
            read(path)


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_an_empty_journal_is_called_empty(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.jsonl").write_bytes(content)
    with pytest.raises(EpisodeFileError, match=r"a\.jsonl: the file is empty"):
        read_episode(tmp_path / "a.jsonl")


def test_a_packed_episode_is_read_wherever_episodes_are(tmp_path: Path) -> None:
    data = sample_path("comeback").read_bytes()
    path = tmp_path / "game.json.gz"
    path.write_bytes(gzip.compress(data[:1000]) + gzip.compress(data[1000:]) + b"\0" * 20)
    whole = EpisodeRecord.load(sample_path("comeback"))
    assert read_episode(path) == (whole, [])
    assert read_record(path) == whole
    assert episode_files(str(tmp_path)) == latest_files(tmp_path) == [path]
    assert row_of(path).episode_id == whole.episode_id
    plain = tmp_path / "packed.json"  # also where the name does not say so
    plain.write_bytes(gzip.compress(data))
    assert read_record(plain) == whole


def test_a_packed_journal_is_viewed_but_not_gone_on_with(tmp_path: Path) -> None:
    team = TeamConfig.homogeneous(AgentConfig(spec="random"))
    writer = JournalWriter(tmp_path / "a.jsonl", new_header(GameConfig(seed=1), team, team))
    writer.happened(Clue("sea", 2, team=Team.RED))
    writer.close()
    path = tmp_path / "b.jsonl.gz"
    path.write_bytes(gzip.compress((tmp_path / "a.jsonl").read_bytes()))
    assert read_episode(path).record == read_episode(tmp_path / "a.jsonl").record
    assert not row_of(path).can_go_on
    with pytest.raises(EpisodeFileError, match="this is a gzip file; unpack it first"):
        read_journal(path)


def test_a_gzip_file_unpacks_to_no_more_than_the_limit() -> None:
    assert unpacked(gzip.compress(b"x" * 1_000), 1_000, "a.gz") == b"x" * 1_000
    many = b"".join(gzip.compress(b"x" * 100) for _ in range(11))
    for bomb in (gzip.compress(b"x" * 1_001), gzip.compress(b"\0" * 50_000_000), many):
        with pytest.raises(InputError, match=r"a\.gz: this gzip file unpacks to more than 1,000 bytes"):
            unpacked(bomb, 1_000, "a.gz")


def test_a_gzip_file_that_is_damaged_or_cut_off_is_called_so() -> None:
    packed = gzip.compress(os.urandom(2_000))
    for end in (3, 12, len(packed) - 1):
        with pytest.raises(InputError, match=r"a\.gz: this gzip file is cut off"):
            unpacked(packed[:end], 10_000, "a.gz")
    with pytest.raises(InputError, match=r"a\.gz: a damaged gzip file"):
        unpacked(packed[:-8] + b"12345678", 10_000, "a.gz")


def test_other_readers_call_a_gzip_file_one() -> None:
    with pytest.raises(InputError, match=r"words\.txt: this is a gzip file; unpack it first"):
        decode(gzip.compress(b"APPLE"), "words.txt")


@pytest.mark.parametrize("half", [r"\ud800", r"\uDC00", r"\\\udbff", r"\ud800\ud800\udc00"])
def test_half_of_a_surrogate_pair_is_named_with_its_line(half: str) -> None:
    text = '{\n "a": "\\ud83d\\ude00 \\\\ud800",\n "b": "' + half + '"\n}\n'
    with pytest.raises(InputError, match=r"a\.json: line 3: contains half of a surrogate pair"):
        read_json(text, "a.json")


NAMES = [
    stem + "".join(endings)
    for stem in ("", ".", "a", "a.b", ".hidden", "a.json")
    for endings in product(("", ".json", ".jsonl", ".JSON", ".txt", "json"), ("", ".gz", ".gz.gz", ".GZ", "."))
]


@pytest.mark.parametrize("name", sorted({name for name in NAMES if Path(name).name == name != ""}))
def test_a_name_is_that_of_a_game_by_its_ending(name: str) -> None:
    assert is_game_name(name) == (game_suffix(Path(name)) in (RECORD_SUFFIX, JOURNAL_SUFFIX))
