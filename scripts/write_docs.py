"""Writes the generated part of the documentation: keys, commands, metrics, a JSON Schema for each kind of file.

python -m scripts.write_docs
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Literal, NotRequired

from pydantic import ConfigDict, TypeAdapter, with_config
from scripts.metric_docs import metrics_page
from typing_extensions import TypedDict

from codenames_agents.providers.cassette import VERSION as CASSETTE_VERSION
from codenames_agents.providers.errors import ErrorKind
from codenames_agents.providers.model_io import ModelReply
from codenames_agents.providers.usage import Attempt
from codenames_agents.seats.scripted import Script
from codenames_core.files.journal import Header
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SCHEMA_VERSION, SeatChange
from codenames_core.game.agent import AgentTrace
from codenames_core.game.events import KNOWN_TYPES, Event
from codenames_core.table.messages import REQUEST, TABLE_VERSION, TOLD
from codenames_core.watch.broadcast import MESSAGE, STREAM_VERSION
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.statistics.intervals import Bounds, Interval
from codenames_tui.app.key_meanings import keys_by_meaning
from codenames_tui.app.keymap import KnownBinding, known_bindings, written
from codenames_tui.cli.command_line import parser
from codenames_tui.ui.look import LONGEST_PACE
from codenames_tui.ui.preferences import TABLE_OF, Preferences
from codenames_tui.ui.toml_file import TOP

DOCS: Final = Path(__file__).parents[1] / "docs"
Schema = dict[str, Any]
_CLOSED: Final = ConfigDict(extra="forbid")


@with_config(_CLOSED)
class HeaderLine(TypedDict):
    """The first line of a journal."""

    header: Header


@with_config(_CLOSED)
class AnswerLine(TypedDict):
    """What an agent answered, used or refused."""

    answer: AgentTrace


@with_config(_CLOSED)
class EventLine(TypedDict):
    """What happened."""

    event: Event


@with_config(_CLOSED)
class SeatLine(TypedDict):
    """A seat changed hands."""

    seat: SeatChange


@with_config(_CLOSED)
class CassetteHeader(TypedDict):
    """The first line of a cassette: its version."""

    cassette: Literal[1]


class Failure(TypedDict):
    """How a question to a model failed."""

    kind: ErrorKind
    detail: str
    status: int | None
    attempts: list[Attempt]
    reasoning: NotRequired[str]


@with_config(_CLOSED)
class Answered(TypedDict):
    """A question to a model, and what came of it: `reply` or `error`."""

    key: str
    attempt: int
    model: str
    reply: NotRequired[ModelReply]
    error: NotRequired[Failure]


def generated() -> dict[str, str]:
    """Return the text of each generated file, by its path from `docs/`."""
    schemas = {f"schemas/{name}.json": _file(title, make()) for name, (title, make) in SCHEMAS.items()}
    pages = {
        "keys.md": keys_page(known_bindings()),
        "commands.md": commands_page(parser()),
        "metrics.md": metrics_page((DOCS / "metrics.md").read_text("utf-8")),
    }
    return pages | schemas


def _leaderboard() -> Schema:
    """Return the schema of a leaderboard, whose intervals are written with the names of their fields."""
    schema: Schema = Leaderboard.model_json_schema(mode="serialization")
    for kind in (Interval, Bounds):
        given = schema["$defs"][kind.__name__]
        fields = dict(zip(kind._fields, given.pop("prefixItems"), strict=True))
        del given["minItems"], given["maxItems"]
        given |= {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    return schema


def keys_page(bindings: tuple[KnownBinding, ...]) -> str:
    """Return the page of all keys, a table for each place in which they work."""
    meanings = [
        f"| {' '.join(f'`{key}`' for key in keys)} | {what} |" for what, keys in keys_by_meaning(bindings).items()
    ]
    parts = [_KEYS_HEAD, "\n".join([_MEANINGS_HEAD, "", "| keys | mean |", "|---|---|", *meanings])]
    for where, group in groupby(bindings, key=lambda one: one.where):
        rows = [f"| `{one.id}` | {_keys(one)} | {one.description} |" for one in group]
        parts.append("\n".join([f"## {where.capitalize()}", "", "| id | keys | does |", "|---|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


_KEYS_HEAD: Final = """\
# Keys

Every key of the app, by the place in which it works. `make docs` writes this page from the bindings;
`codenames-tui keys` prints the same with the keys that your settings give them. The
[user guide](user-guide.md#keys) says which ones matter, and how to give a binding other keys by its id."""


_MEANINGS_HEAD: Final = """\
## One meaning for each key

A key means the same wherever it is pressed. In a question, and in what closes by any usual key, letters are answers,
and the question says which. A click on a row does what `Enter` does there, and a click on a key that is named at the
foot of a screen or a dialog presses it."""


def _keys(binding: KnownBinding) -> str:
    return " ".join(f"`{written(key)}`" for key in binding.keys)


def commands_page(parser: argparse.ArgumentParser) -> str:
    """Return the page of all commands, a table of arguments and options for each."""
    parts = [_COMMANDS_HEAD]
    for name, command in commands_of(parser):
        rows = [f"| {_spelled(one)} | {_cell(one.help or '')} |" for one in _arguments(command)]
        table = ["", "| | |", "|---|---|", *rows] if rows else []
        about = (command.description or "").rstrip(".")
        parts.append("\n".join([f"## {name}", "", f"{about[:1].upper()}{about[1:]}.", *table]))
    return "\n\n".join(parts) + "\n"


_COMMANDS_HEAD: Final = """\
# Commands

Every command and option, as `--help` has them; `make docs` writes this page from the command line itself. What they are
good for is in the [user guide](user-guide.md), with the [exit codes](user-guide.md#exit-codes)."""


def commands_of(
    parser: argparse.ArgumentParser, name: str = "codenames-tui"
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield each command by its whole name; one that only leads to actions is none itself."""
    inner: list[argparse._SubParsersAction[argparse.ArgumentParser]] = [
        one for one in parser._actions if isinstance(one, argparse._SubParsersAction)
    ]
    if not any(one.required for one in inner):
        yield name, parser
    for one in inner:
        for word, command in one.choices.items():
            yield from commands_of(command, f"{name} {word}")


def _arguments(command: argparse.ArgumentParser) -> list[argparse.Action]:
    return [one for one in command._actions if not isinstance(one, (argparse._HelpAction, argparse._SubParsersAction))]


def _spelled(argument: argparse.Action) -> str:
    """Return an argument as it is typed, with what it takes."""
    name = ", ".join(argument.option_strings)
    value = argument.metavar or ("|".join(argument.choices) if argument.choices else "")
    if argument.nargs == "+":
        value = f"{value}…"
    return _cell(f"`{name} {value}`" if name and value else f"`{name}{value}`")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("%%", "%")


def _file(title: str, schema: Schema) -> str:
    named = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return json.dumps({**named, **schema, "title": title}, indent=1) + "\n"


def _of(kind: Any) -> Schema:
    """Return the schema of what is read as `kind`."""
    return _with_apart_events(TypeAdapter(kind).json_schema())


def _with_apart_events(schema: Schema) -> Schema:
    """Say of unknown events what no JSON Schema is told of them: that theirs is none of the known types."""
    if unknown := schema.get("$defs", {}).get("UnknownEvent"):
        unknown["properties"]["type"]["not"] = {"enum": list(KNOWN_TYPES)}
    return schema


def _stream() -> Schema:
    return _with_apart_events(MESSAGE.json_schema(mode="serialization"))


def _experiment() -> Schema:
    schema = _of(ExperimentConfig)
    seeds = schema["properties"]["seeds"]
    about = seeds.pop("description", None)
    seeds.pop("default", None)
    short = [_table_of("count", {"type": "integer", "minimum": 1}), _table_of("file", {"type": "string"})]
    schema["properties"]["seeds"] = {"anyOf": [seeds, {"type": "string"}, *short]} | (
        {"description": about} if about else {}
    )
    return schema


def _table_of(name: str, value: Schema) -> Schema:
    return {"type": "object", "properties": {name: value}, "required": [name], "additionalProperties": False}


def _settings() -> Schema:
    """Return the settings as the file has them: most in tables, and none of them without a value."""
    flat = TypeAdapter(Preferences).json_schema()["properties"]
    flat["animation"] = {"type": "boolean"}
    flat["pace"] |= {"minimum": 0, "maximum": LONGEST_PACE}
    tables: dict[str, Schema] = {}
    for name, value in flat.items():
        tables.setdefault(TABLE_OF.get(name, TOP), {})[name] = value
    top = tables.pop(TOP)
    inner = {name: _closed(properties) for name, properties in tables.items()}
    return {"description": (Preferences.__doc__ or "").strip()} | _closed(top | inner)


def _closed(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False}


SCHEMAS: Final[Mapping[str, tuple[str, Callable[[], Schema]]]] = {
    "episode": (f"Episode, version {SCHEMA_VERSION}", lambda: _of(EpisodeRecord)),
    "journal-line": (
        f"Line of a journal, version {SCHEMA_VERSION}",
        lambda: _of(HeaderLine | AnswerLine | EventLine | SeatLine),
    ),
    "experiment": ("Experiment", _experiment),
    "settings": ("Settings", _settings),
    "script": ("Script of a team", lambda: _of(Script)),
    "cassette-line": (f"Line of a cassette, version {CASSETTE_VERSION}", lambda: _of(CassetteHeader | Answered)),
    "leaderboard": ("leaderboard.json of a benchmark", _leaderboard),
    "stream": (f"Message of the stream, version {STREAM_VERSION}", _stream),
    "table-request": (
        f"Message to a table, version {TABLE_VERSION}",
        lambda: REQUEST.json_schema(mode="validation"),
    ),
    "table-message": (
        f"Message from a table, version {TABLE_VERSION}",
        lambda: _with_apart_events(TOLD.json_schema(mode="serialization")),
    ),
}
"""Kind of file: its title, and what makes its schema."""


def main() -> None:
    """Write every file."""
    for name, text in generated().items():
        path = DOCS / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
