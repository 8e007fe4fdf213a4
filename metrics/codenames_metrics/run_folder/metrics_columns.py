"""The metrics of many games column by column, as bytes that are read in a quarter of the time of lines of JSON.

A column is the list of its different values, as JSON, and for each row the place of its value in that list. So any type
of value can stand in one, each value is validated once, and rows share it. There are three tables: a row for each game,
for each side (red and blue in turn), and for each counted turn of a side.

Pure functions; which file the bytes are in, and whether they are up to date, is said in `column_file`.
"""

import sys
from array import array
from collections import namedtuple
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count, islice
from math import copysign
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter

from codenames_core.game.config import TEAMS, GameConfig
from codenames_core.support.frozen import copy_model
from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics
from codenames_metrics.game.metric import Count
from codenames_metrics.game.turns.turn_summary import TurnSummary

_CODES: Final = "BHI"
"""Arrays of 1, 2 and 4 bytes for each row."""
_MOST_ROWS: Final = 1_000_000
"""Of a table: a column of one value takes no bytes, however many rows it is said to have."""
_named_tuple: Final[Any] = namedtuple


class _EpisodeParts(_named_tuple("_EpisodeParts", EpisodeMetrics.model_fields)):  # type: ignore[misc]
    """Reads as `EpisodeMetrics` does, and is made in a tenth of the time; the next two likewise."""

    __slots__ = ()
    of = EpisodeMetrics.of
    is_decided, has_forfeit, is_untouched = (
        EpisodeMetrics.is_decided, EpisodeMetrics.has_forfeit, EpisodeMetrics.is_untouched
    )  # fmt: skip


_TeamParts: Final = _named_tuple("_TeamParts", TeamMetrics.model_fields)
_TurnParts: Final = _named_tuple("_TurnParts", TurnSummary.model_fields)


class PlacedMetrics(NamedTuple):
    """What was measured of the game at a place of a plan."""

    place: int
    metrics: EpisodeMetrics
    """Or, where it comes from columns, a tuple of the same fields, which cannot be copied or written as a model can."""


class DamagedColumns(ValueError):
    """Bytes are not those of columns."""


def as_tuples(metrics: EpisodeMetrics) -> EpisodeMetrics:
    """Return metrics as tuples that read like the models: to read all fields takes two thirds of the time."""
    fields = metrics.__dict__ | {"red_metrics": _team(metrics.red_metrics), "blue_metrics": _team(metrics.blue_metrics)}
    parts: EpisodeMetrics = _EpisodeParts._make(_of_episode(fields))
    return parts


def _team(metrics: TeamMetrics) -> Any:
    turns = tuple([_TurnParts._make(_of_turn(turn.__dict__)) for turn in metrics.turn_summaries])
    return _TeamParts._make(_of_team(metrics.__dict__ | {"turn_summaries": turns}))


_of_episode, _of_team, _of_turn = (
    itemgetter(*model.model_fields) for model in (EpisodeMetrics, TeamMetrics, TurnSummary)
)


def with_config(metrics: EpisodeMetrics, config: GameConfig) -> EpisodeMetrics:
    """Return metrics with another config."""
    if isinstance(metrics, _EpisodeParts):
        replaced: EpisodeMetrics = metrics._replace(config=config)
        return replaced
    return copy_model(metrics, config=config)


def _columns_of(model: type[BaseModel], without: Iterable[str] = (), **more: Any) -> dict[str, Any]:
    """Return names and types of the columns that hold the fields of a model."""
    fields = {name: field.annotation for name, field in model.model_fields.items() if name not in without}
    return {name: Count if kind is int else kind for name, kind in (fields | more).items()}


_GAMES: Final = _columns_of(
    EpisodeMetrics, ("config", "red_metrics", "blue_metrics"), usual=GameConfig, seed=int | None, place=int
)
"""`usual` is the config without its seed, which all games of a cell share."""
_SIDES: Final = _columns_of(TeamMetrics, ("turn_summaries",), summaries=int)
"""`summaries` says how many rows of the next table are the side's."""
_TURNS: Final = _columns_of(TurnSummary)
_TABLES: Final = (_GAMES, _SIDES, _TURNS)
LAYOUT: Final = ";".join(f"{name}:{kind}" for table in _TABLES for name, kind in table.items())
"""Says which columns there are; those of another layout cannot be read."""


def columns_of(games: Sequence[PlacedMetrics]) -> bytes:
    """Return the columns of some games.

    Raises:
        TypeError: a value cannot stand in a column.
    """
    metrics = [game.metrics for game in games]
    sides = [game.of(team) for game in metrics for team in TEAMS]
    turns = [turn for side in sides for turn in side.turn_summaries]
    tables = (
        [
            *_fields(metrics, list(_GAMES)[:-3]),
            _usual_configs(game.config for game in metrics),
            [game.config.seed for game in metrics],
            [game.place for game in games],
        ],
        [*_fields(sides, list(_SIDES)[:-1]), [len(side.turn_summaries) for side in sides]],
        _fields(turns, list(_TURNS)),
    )
    different = [[_different(column) for column in table] for table in tables]
    counts = (len(games), len(sides), len(turns))
    if max(counts) > _MOST_ROWS:
        raise TypeError("more rows than a table may have")
    head = _adapter().dump_json((counts, *(tuple(map(list, table)) for table in different)))
    codes = (
        _codes(column, values, is_float=float in (kind, *get_args(kind)))
        for kinds, table, listed in zip(_TABLES, tables, different, strict=True)
        for kind, column, values in zip(kinds.values(), table, listed, strict=True)
    )
    return b"%d\n%s%s" % (len(head), head, b"".join(codes))


def games_in(data: bytes) -> Iterator[PlacedMetrics]:
    """Yield the games of which these are the columns.

    Raises:
        DamagedColumns: before the first game: they are not what `columns_of` returned.
    """
    try:
        size, _, rest = data.partition(b"\n")
        counts, *tables = _adapter().validate_json(rest[: int(size)])
        if max(counts) > _MOST_ROWS:
            raise DamagedColumns("more rows than a table may have")
        reader = _CodeReader(memoryview(rest)[int(size) :])
        games, sides, turns = (
            [reader.column(values, length) for values in table] for length, table in zip(counts, tables, strict=True)
        )
        reader.finish(sum(sides[-1]) == counts[2] and counts[1] == len(TEAMS) * counts[0])
    except (ValueError, LookupError) as error:
        raise DamagedColumns("not columns of metrics") from error
    return _games(*(map(iter, table) for table in (games, sides, turns)))


def _games(games: Iterator[Any], sides: Iterator[Any], turns: Iterator[Any]) -> Iterator[PlacedMetrics]:
    summaries = map(_TurnParts._make, zip(*turns, strict=True))
    *numbers, lengths = sides
    at = tuple(TeamMetrics.model_fields).index("turn_summaries")
    numbers.insert(at, (tuple(islice(summaries, length)) for length in lengths))
    teams = map(_TeamParts._make, zip(*numbers, strict=True))
    *facts, usual, seeds, places = games
    own = dict(zip(list(_GAMES)[:-3], facts, strict=True))
    own |= {"config": map(_seeded, usual, seeds), "red_metrics": teams, "blue_metrics": teams}
    episodes = map(_EpisodeParts._make, zip(*(own[name] for name in EpisodeMetrics.model_fields)))  # noqa: B905
    return map(PlacedMetrics, places, episodes)


def _seeded(config: GameConfig, seed: int | None) -> GameConfig:
    return copy_model(config, seed=seed)


def _fields(rows: Sequence[Any], names: Sequence[str]) -> list[Sequence[Any]]:
    """Return the fields of some models, field by field."""
    return list(zip(*map(attrgetter(*names), rows), strict=True)) if rows else [()] * len(names)


def _usual_configs(configs: Iterable[GameConfig]) -> list[GameConfig]:
    """Return configs without their seeds, one for all that are alike."""
    known: dict[Any, GameConfig] = {}
    usual = []
    for config in configs:
        key = _but_seed(config.__dict__)
        if key not in known:
            known[key] = copy_model(config, seed=None)
        usual.append(known[key])
    return usual


_but_seed: Final = itemgetter(*(name for name in GameConfig.model_fields if name != "seed"))


def _different(column: Sequence[Any]) -> dict[Any, None]:
    """Return the values of a column, each once; most columns have the same one in all rows."""
    is_constant = column and column.count(column[0]) == len(column)
    return dict.fromkeys(column[:1] if is_constant else column)


def _codes(column: Sequence[Any], different: dict[Any, None], *, is_float: bool) -> bytes:
    """Return for each row of a column the place of its value; nothing where all have the same one."""
    if is_float and 0.0 in different and any(value == 0 and copysign(1, value) < 0 for value in column):
        raise TypeError("a negative zero equals zero, and cannot stand beside it")
    if len(different) == 1:
        return b""
    places = dict(zip(different, count()))
    codes = array(_code_for(len(different)), map(places.__getitem__, column))
    if sys.byteorder == "big":
        codes.byteswap()
    return codes.tobytes()


def _code_for(values: int) -> str:
    return _CODES[(values > 2**8) + (values > 2**16)]


@cache
def _adapter() -> TypeAdapter[Any]:
    """Reads and writes how many rows each table has, and the different values of each column."""
    tuple_of: Any = tuple
    tables = [tuple_of[tuple(list[kind] for kind in table.values())] for table in _TABLES]  # type: ignore[valid-type]
    return TypeAdapter(
        tuple_of[(tuple[int, int, int], *tables)], config=ConfigDict(ser_json_inf_nan="constants", allow_inf_nan=False)
    )


class _CodeReader:
    """Takes the codes of one column after another."""

    def __init__(self, data: memoryview) -> None:
        self._data, self._at = data, 0

    def column(self, values: list[Any], length: int) -> Sequence[Any]:
        """Return the values of the next column, row by row."""
        if len(values) == 1 and length > 0:
            return [values[0]] * length
        codes = array(_code_for(len(values)))
        begins, self._at = self._at, self._at + length * codes.itemsize
        codes.frombytes(self._data[begins : self._at])
        if sys.byteorder == "big":
            codes.byteswap()
        if len(codes) != length or (length and max(codes) >= len(values)):
            raise DamagedColumns("a column ends too early, or names values that it does not have")
        return [values[code] for code in codes]

    def finish(self, is_whole: bool) -> None:
        if self._at != len(self._data) or not is_whole:
            raise DamagedColumns("more codes than columns, or turns than games")
