"""What fills the places of prompts is part of a set's label: it does not change without its version."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.golden.filled_prompts import FOLDER, every_place_filled

from codenames_agents.models.prompts import FILLER, load_prompts

prompts_module = import_module("codenames_agents.models.prompts")


def golden(version: int) -> Path:
    return FOLDER / f"filled-prompts-{version}.txt"


def test_places_are_filled_as_the_version_of_the_filler_says() -> None:
    advice = "count FILLER up in codenames_agents/models/prompts.py, then write the golden files anew"
    assert golden(FILLER).exists(), "write the golden files anew: FILLER has no file yet"
    assert every_place_filled() == golden(FILLER).read_text("utf-8"), advice


def test_each_version_of_the_filler_fills_otherwise() -> None:
    texts = [golden(version).read_text("utf-8") for version in range(1, FILLER + 1)]
    assert len(set(texts)) == len(texts)


def test_a_label_tells_the_version_of_the_filler_from_the_second_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts_module, "FILLER", 1)
    first: Any = load_prompts().model_validate(load_prompts().model_dump())  # without a label that was computed before
    assert first.label.count("-") == 2
    monkeypatch.setattr(prompts_module, "FILLER", 2)
    second: Any = load_prompts().model_validate(first.model_dump())
    assert second.label == f"{first.label}-f2"
