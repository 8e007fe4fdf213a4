"""Every reader of what others wrote, as a function of bytes: what it may raise is said, anything else is a fault.

Hypothesis feeds them in `test_targets.py`, atheris in `fuzz.py`.
"""

import contextlib
import json
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.core import foreign_games

from codenames_agents.models.prompts import parse_prompts
from codenames_agents.parsing import parse_clue, parse_discussion, parse_guesses, parse_intended_targets
from codenames_agents.providers.cassette import Cassette
from codenames_agents.seats.scripted import load_script
from codenames_core.audit.verify import differences
from codenames_core.files.journal import parse_journal
from codenames_core.files.record import EpisodeRecord, as_record, parse_episode
from codenames_core.files.untrusted_files import decode
from codenames_core.files.word_lists import read_word_list
from codenames_core.foreign.following import follow
from codenames_core.foreign.formats import FORMATS, games_in, recognised
from codenames_core.foreign.game import Refusal
from codenames_core.foreign.mapping import read_map
from codenames_core.foreign.readers.lines import game_of
from codenames_core.game.board import deal
from codenames_core.game.config import AgentConfig, GameConfig
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import clean, one_line
from codenames_core.watch.broadcast import Audience
from codenames_metrics.experiment.experiment_file import load_experiment, parse_experiment, shipped_experiments
from codenames_metrics.game.episode import compute_episode_metrics
from codenames_metrics.run_folder.manifest import read_config, read_manifest
from codenames_tui.app.keymap import check_keymap, known_bindings
from codenames_tui.app.terminal_input import TerminalInput
from codenames_tui.cli.commands.checks.clue import verdict_of
from codenames_tui.streaming.addresses import parse_address
from codenames_tui.streaming.client import parse, stream_url
from codenames_tui.streaming.cross_site_requests import why_refused
from codenames_tui.streaming.frames import FrameReader
from codenames_tui.ui.preferences import read_settings
from codenames_tui.ui.themes.theming import read_theme

CHECKOUT: Final = Path(__file__).parents[2]
BOARD: Final = tuple(deal(GameConfig(seed=7)).words)
SCRATCH: Final = Path(tempfile.gettempdir())


class Target(NamedTuple):
    """One reader."""

    read: Callable[[bytes], object]
    """Raises `CodenamesError` for what cannot be used, and nothing else."""
    examples: Callable[[], Iterable[bytes]]
    """What it reads in earnest: where fuzzing begins."""
    tokens: tuple[str, ...] = ()
    """What its language is made of."""


def text_of(data: bytes) -> str:
    """Return any text, half surrogates too."""
    return data.decode("utf-8", "surrogateescape")


def in_a_file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """Return `read` as a function of what is in the file."""

    def read_bytes(data: bytes) -> object:
        with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
            path = Path(folder) / name
            path.write_bytes(data)
            return read(path)

    return read_bytes


def _answers(data: bytes) -> None:
    text = text_of(data)
    parse_clue(text)
    parse_guesses(text, BOARD)
    parse_discussion(text)
    parse_intended_targets(text, BOARD)


def _texts(data: bytes) -> None:
    shown = clean(text_of(data))
    assert clean(shown) == shown
    assert "\x1b" not in shown
    assert one_line(shown).isprintable() or any(ord(sign) > 127 for sign in shown)


def _read_journal(data: bytes) -> None:
    journal = parse_journal(data, "fuzz")
    as_record(journal.header, journal.played)


def _episode(data: bytes) -> None:
    record = parse_episode(data, "fuzz.json").record
    differences(record)
    with contextlib.suppress(CodenamesError):
        compute_episode_metrics(record)
    record.to_json()


def _stream(data: bytes) -> None:
    reader = FrameReader()
    for start in range(0, len(data), 7):
        for frame in reader.feed(data[start : start + 7]):
            parse(frame)


def _request(data: bytes) -> None:
    host, _, origin = text_of(data).partition("\n")
    why_refused({"Host": host, "Origin": origin}, "localhost")
    for use in (parse_address, lambda text: stream_url(text, Audience.PUBLIC)):
        with contextlib.suppress(CodenamesError):
            use(host)


def _results(data: bytes) -> None:
    with tempfile.TemporaryDirectory(dir=SCRATCH) as name:
        folder = Path(name)
        for read, file in ((read_manifest, "manifest.json"), (read_config, "config.json")):
            (folder / file).write_bytes(data)
            with contextlib.suppress(CodenamesError):
                read(folder)


def _settings(path: Path) -> None:
    settings = read_settings(path)
    check_keymap(settings.preferences.keys, known_bindings())


def _typed(data: bytes) -> None:
    read = TerminalInput()
    for _ in (*read.feed(data), *read.flush()):
        pass


def _foreign(path: Path) -> None:
    """Read a file as every format of other programs; what is followed agrees with itself."""
    for format in FORMATS.values():
        for game in games_in(format._replace(looks_like=lambda _: True), [str(path)]):
            record = game if isinstance(game, Refusal) else follow(game, format.name, unfinished=True)
            if isinstance(record, EpisodeRecord):
                assert differences(record) == []
    recognised(path)


def _foreign_games() -> Iterable[bytes]:
    trees = (foreign_games.line(), foreign_games.dewey(foreign_games.TURNS), foreign_games.marichka())
    texts = [json.dumps(tree) for tree in (*trees, foreign_games.clembench(), foreign_games.kaggle())]
    return [text.encode() for text in (*texts, foreign_games.marichka_text())]


def _map_and_game(data: bytes) -> None:
    in_a_file("map.toml", lambda path: game_of(foreign_games.theirs(), "line 1", read_map(path)))(data)


def _files(*patterns: str) -> Callable[[], Iterable[bytes]]:
    return lambda: [path.read_bytes() for pattern in patterns for path in sorted(CHECKOUT.glob(pattern))]


def _cut(*patterns: str) -> Callable[[], Iterable[bytes]]:
    """Episodes without their traces: small enough to be changed in many ways."""

    def examples() -> Iterable[bytes]:
        for data in _files(*patterns)():
            tree = json.loads(data)
            yield json.dumps({**tree, "traces": [], "public_transcript": tree["public_transcript"][:12]}).encode()

    return examples


def _journals() -> Iterable[bytes]:
    for data in _cut("sample_episodes/*.json")():
        tree = json.loads(data)
        header = {name: tree[name] for name in ("episode_id", "config", "board", "teams")}
        lines: list[Mapping[str, Any]] = [{"header": header}, *({"event": one} for one in tree["public_transcript"])]
        yield b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def _configs() -> Iterable[bytes]:
    """What a results folder keeps of the experiments that are shipped."""
    for path in shipped_experiments().values():
        yield json.dumps(load_experiment(path).model_dump(mode="json", exclude_none=True)).encode()


def _said() -> Iterable[bytes]:
    lines = (CHECKOUT / "tests/agents/data/parse_cases.jsonl").read_bytes().splitlines()
    return [json.loads(line)["raw"].encode() for line in lines]


_JSON: Final = ("{", "}", "[", "]", '":', ",", "null", "true", "1e999", "NaN", "\\ud800", "\\u0000", "-0", "9" * 40)
_TOML: Final = ("[[", "]]", "[", "]", " = ", '"', '"""', "'''", "\n", "inf", "nan", "1e999", "1979-05-27", "\\u0000")
TARGETS: Final[Mapping[str, Target]] = {
    "answers": Target(
        _answers, _said, ("CLUE:", "NUMBER:", "GUESSES:", "CONSENSUS: YES", "PASS", "```json", "<think>")
    ),
    "text": Target(_texts, lambda: [b"a\x1b]52;c;aGk=\x07b", "\u202eא".encode()], ("\x1b[", "\x9b", "\u202e", "\x07")),
    "agent": Target(
        lambda data: AgentConfig.parse(text_of(data)),
        lambda: [
            b"litellm:openai/x?temperature=0.3&extra.top_p=0.9&api_base=http://127.0.0.1:1/v1",
            b"scripted:a.json",
        ],
        ("litellm:", "?", "&", "api_base=", "extra.", "seed=", "temperature=", "%00", "://", "@", "[::1]"),
    ),
    "words": Target(
        in_a_file("words.txt", read_word_list),
        lambda: [sep.join(word.encode() for word in BOARD) for sep in (b"\n", b",", b"\t0\n", b"\n- ", b'",\n"')],
        ("#", "[", '"', "- ", "1. ", ",", ";", "\t", "\ufeff", "\u00ad", "\u200d", "\u200c", *_JSON),
    ),
    "journal": Target(_read_journal, _journals, _JSON),
    "episode": Target(_episode, _cut("sample_episodes/*.json", "tests/golden/episode.json"), _JSON),
    "foreign": Target(in_a_file("file.json", _foreign), _foreign_games, (*_JSON, "red", "blue", "GAME: ", "[RED]")),
    "map": Target(_map_and_game, lambda: [foreign_games.MAP.encode()], (*_TOML, "cards.", "board", "events.")),
    "script": Target(
        in_a_file("script.json", load_script),
        lambda: [b'{"turns": [{"clue": ["sea", 2], "discussion": [["SHIP.", false]], "guesses": ["SHIP"]}]}'],
        (*_JSON, "penalty", "unlimited"),
    ),
    "cassette": Target(
        in_a_file("cassette.jsonl", Cassette.replay_from),
        lambda: [
            b'{"cassette":1}\n{"key":"a","attempt":0,"model":"m","error":{"kind":"timeout","detail":"","status":null,'
            b'"attempts":[]}}\n{"key":"b","attempt":0,"model":"m","reply":{"text":"x","reasoning":"","finish_reason":'
            b'"stop","model":"m","latency_s":1.0,"attempts":[]}}\n'
        ],
        _JSON,
    ),
    "experiment": Target(
        lambda data: parse_experiment(decode(data, "fuzz"), "fuzz", SCRATCH),
        _files("metrics/codenames_metrics/experiments/*.toml"),
        (*_TOML, "seeds", "models", "limits", "budget_usd", "modes", "word_list", "file"),
    ),
    "prompts": Target(
        lambda data: parse_prompts(decode(data, "fuzz"), "fuzz"),
        _files("agents/codenames_agents/data/prompts/*.toml"),
        _TOML,
    ),
    "theme": Target(
        in_a_file("theme.toml", read_theme), _files("themes/*.toml"), (*_TOML, "#fff", "rgb(", "hsl(", "%")
    ),
    "settings": Target(
        in_a_file("config.toml", _settings),
        lambda: [b'theme = "dark"\npace = 2\n[agents]\nred = "random"\nrecent = []\n[keys]\n"app.quit" = "q"\n'],
        (*_TOML, "keys", "game", "agents", "ctrl+"),
    ),
    "results": Target(_results, _configs, (*_JSON, "manifest", "games", "status", "models", "seeds")),
    "stream": Target(
        _stream, lambda: [b'event: end\ndata: {"type":"end","events":1}\n\n'], ("event: ", "data: ", "id: ", *_JSON)
    ),
    "request": Target(
        _request, lambda: [b"127.0.0.1:80\nhttp://127.0.0.1:80", b"[::1]:8\nnull"], ("http://", "[", "]", "@", ":")
    ),
    "terminal": Target(
        _typed,
        lambda: [
            b"a\xc3\xa9\x1b[A\x1bOP\x1bb\x1b[1;5C\x1b[97:65;2u\x1b[27;1:3u\x1b[<0;5;5M\x1b[M   ",
            b"\x1b[200~two\rlines\x1b[201~\x1b[48;24;80;480;640t\x1b[I\x1b[?2026;2$y\x1b]11;rgb:0/0/0\x1b\\",
        ],
        ("\x1b", "\x1b[", "\x1b]", "\x1b\\", ":", ";", "<", "?", "$", "u", "~", "M", "t", "R", "1:3", "0", "1114112"),
    ),
    "cases": Target(
        lambda data: verdict_of(decode(data, "fuzz"), "fuzz", Namespace(rules="official", language="en")),
        lambda: [b'{"clue": "sea", "number": 2, "board": ["SHIP", "WAVE"], "revealed": []}'],
        _JSON,
    ),
}
