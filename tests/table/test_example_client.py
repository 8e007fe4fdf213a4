"""The client in the documentation: it plays a whole game, and knows nothing but the protocol."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tests.table.tables import open_table, runner_of

from codenames_core.audit.verify import differences
from codenames_core.game.config import Role, Seat
from codenames_core.table.invitations import Admits

EXAMPLE = Path(__file__).parents[2] / "docs/examples/table_client.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("table_client", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_imports_nothing_of_ours_and_is_short() -> None:
    text = EXAMPLE.read_text("utf-8")
    imports = {
        alias.name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in (node.names if isinstance(node, ast.Import) else [ast.alias(node.module or "")])
    }
    assert imports - sys.stdlib_module_names == {"aiohttp"}
    assert len([line for line in text.splitlines() if line.strip()]) <= 60


@pytest.mark.parametrize("seat", [Seat.RED_CLUER, Seat.BLUE_GUESSER_1])
async def test_it_plays_a_whole_game(seat: Seat, example: ModuleType) -> None:
    async with open_table(runner_of(agents="vector:bold")) as table:
        invitation = f"http://127.0.0.1:{table.port}/#{table.token(Admits.LOBBY)}"
        last = await example.play(invitation, str(seat))
        assert table.playing is not None
        record = await table.playing
    assert last["type"] == "end"
    assert record.outcome is not None
    assert last["outcome"]["termination"] == record.outcome.termination
    assert differences(record) == []
    assert record.metadata["people"] == {str(seat): "robot"}
    role = Role.CLUER if seat.role is Role.CLUER else Role.GUESSER_1
    assert any(trace.is_human for trace in record.decisions() if trace.seat is Seat.of(seat.team, role))
