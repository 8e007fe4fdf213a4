"""What seeing costs: an arm in which seats see a picture, compared with words board by board."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.agents.eyes import texts_of
from tests.agents.players import Memory, plays
from tests.bench.benchmarks import offline, played, with_models

from codenames_agents.providers.transport import Call, RawAnswer
from codenames_agents.vision.board_reading import read_board_with
from codenames_core.game.board import CardType, deal
from codenames_core.game.config import GameConfig, Team
from codenames_core.support.errors import EpisodeFileError, InputError
from codenames_metrics.experiment.arms import Arm, parse_arm
from codenames_metrics.experiment.config import check_agents_can_play
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.metrics_cache import measured_games

pytest.importorskip("PIL")
EYES: dict[str, Any] = {"arms": {"eyes": {"sees": "picture"}}, "seeds": [1], "game_modes": ["standard"]}


class Seeing(Memory):
    """A model that reads what it is shown, and takes the first word of each picture for another."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        image = call.request.image
        if image is None:
            return await super().send(call, on_piece)
        texts = tuple(texts_of(deal(GameConfig(seed=1)).words))
        cards = read_board_with(lambda _pixels: texts, image.png, "clean")
        hidden = [card.word for card in cards if card.face_up is None]
        question = str(call.request.messages[-1]["content"])
        own = [card.word for card in cards if card.key is CardType.RED] or hidden
        answer = f"TARGETS: {own[0]}, MISREAD\nCLUE: QUIXLE\nNUMBER: 2"
        if "What do you say" in question:
            answer = f"{hidden[0]}.\nCONSENSUS: YES"
        elif "Give your clue" not in question:
            answer = f"GUESSES: {own[0]}"
        self.text = lambda _body: answer
        try:
            return await super().send(call, on_piece)
        finally:
            self.text = plays


def test_an_arm_shows_the_board_to_all_that_can_be_shown_it_with_the_same_seeds() -> None:
    plan = Plan(offline(models=["random", "vector:novice"], arms={"eyes": {"sees": "picture", "picture": "photo"}}))
    labels = {plan.config.agent(name, "eyes").label for name in plan.config.models}
    assert labels == {"random", "vector:novice?sees=picture&picture=photo-2"}
    base, changed = ([job for job in plan if job.cell.arm == arm] for arm in ("", "eyes"))
    seeds = {(job.seed, job.cell.combo): [job.teams[team].seed for team in Team] for job in base}
    assert all([job.teams[team].seed for team in Team] == seeds[job.seed, job.cell.combo] for job in changed)
    assert len({job.key for job in plan}) == len(plan)
    other = Plan(offline(models=["random", "vector:novice"], arms={"eyes": {"sees": "picture"}}))
    assert other.benchmark_id != plan.benchmark_id


@pytest.mark.skipif(importlib.util.find_spec("rapidocr") is None, reason="RapidOCR is not installed")
def test_an_arm_can_take_pictures_away() -> None:
    config = offline(models=["random", "vector:novice?sees=picture"], arms={"read": {"sees": "words"}})
    assert config.agent("vector:novice?sees=picture", "read").label == "vector:novice"


def test_arms_of_sight_are_read_from_the_command_line_where_a_look_is_that_of_a_picture() -> None:
    assert parse_arm("sees=picture+words") == ("sees-picture+words", Arm(sees="picture+words"))
    assert parse_arm("picture=photo-5") == ("picture-photo-5", Arm(sees="picture", picture="photo-5"))
    with pytest.raises(InputError, match=r"^--add-arm: picture: should be 'clean', 'cards'.* not 'photo-9'$"):
        parse_arm("picture=photo-9")
    with pytest.raises(ValueError, match=r'give it sees = "picture", too'):
        Arm(picture="cards")


def test_a_model_that_does_not_see_is_named_before_the_run_unless_it_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    config = offline(models=["random", "openai/o3-mini"], **EYES)
    with pytest.raises(InputError, match=r"models\[1\]: openai/o3-mini is not known to see pictures.*--force"):
        check_agents_can_play(config)
    check_agents_can_play(config, force=True)


def test_who_cannot_play_in_an_arm_alone_is_named_with_the_arm() -> None:
    arms = {"both": {"sees": "picture+words"}}
    with pytest.raises(InputError, match=r"^models\[1\]: vector:novice reads either .* \(in arms\.both\)$"):
        check_agents_can_play(offline(models=["random", "vector:novice"], arms=arms))


async def test_the_report_tells_what_seeing_costs(tmp_path: Path) -> None:
    await played(with_models("one", **EYES), tmp_path, Seeing())
    board = json.loads((tmp_path / "leaderboard.json").read_text("utf-8"))
    rows = {(row["lineup"], row["arm"]): row for row in board["seeing"]}
    words, pictures = rows["one", ""], rows["one", "eyes"]
    assert (words["pictures"], words["words_unknown"], words["difference"]) == (0, 0, None)
    assert words["words_named"] > 0
    assert pictures["pictures"] > 0
    assert pictures["words_unknown"] > 0
    assert pictures["difference"]["difference"] > 0
    report = (tmp_path / "report.md").read_text("utf-8")
    assert "## What seeing costs (exploratory)" in report
    section = report.partition("## What seeing costs")[2].partition("\n## ")[0]
    assert section.count("\n| one |") == 2
    plan = Plan(with_models("one", **EYES))
    shown, other = (next(place for place, job in enumerate(plan) if job.cell.arm == arm) for arm in ("", "eyes"))
    path = tmp_path / "episodes" / plan.record_name(shown)
    for wrong in (b"{", (tmp_path / "episodes" / plan.record_name(other)).read_bytes()):
        path.write_bytes(wrong)  # what is measured of it is in the cache, but not what was read of words
        with pytest.raises(EpisodeFileError, match=r"delete the file|not the game that the experiment has here"):
            list(measured_games(tmp_path, plan))


async def test_words_that_an_arm_shows_in_place_of_pictures_are_held_against_them(tmp_path: Path) -> None:
    spec = {"spec": "openai/one", "api_base": "http://127.0.0.1:9/v1", "sees": "picture"}
    arms = {"read": {"sees": "words"}, "short": {"max_turns": 2}}
    config = with_models("one", model={"one": spec}, seeds=[1], game_modes=["standard"], arms=arms)
    await played(config, tmp_path, Seeing())
    board = json.loads((tmp_path / "leaderboard.json").read_text("utf-8"))
    rows = {(row["lineup"], row["arm"]): row for row in board["seeing"]}
    name = next(lineup for lineup, _ in rows)
    assert {arm for _, arm in rows} == {"", "read", "short"}
    assert rows[name, ""]["words_unknown"] > 0
    assert (rows[name, "read"]["pictures"], rows[name, "read"]["words_unknown"]) == (0, 0)
    assert rows[name, "read"]["words_named"] > 0
    assert rows[name, "read"]["difference"]["difference"] < 0


async def test_a_run_without_pictures_has_no_such_table(tmp_path: Path) -> None:
    await played(offline(seeds=[1], game_modes=["standard"]), tmp_path)
    assert "What seeing costs" not in (tmp_path / "report.md").read_text("utf-8")
