"""`models check`: whether a language model can play."""

import argparse
import asyncio
import json
from dataclasses import asdict

from codenames_agents.catalogue import model_of
from codenames_agents.kinds import did_you_mean
from codenames_core.game.config import AgentConfig, shown_spec
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits


def check(options: argparse.Namespace) -> int:
    """Ask the model, and print what its answer shows; the exit code is no if there was none."""
    config = AgentConfig.parse(options.spec)
    if model_of(config.spec) is None:
        hint = did_you_mean(config.spec)
        raise InputError(f"{shown_spec(config.spec)} is not a model; {hint}write PROVIDER/MODEL, or litellm:MODEL")
    from codenames_agents.models.model_check import check_model

    result = asyncio.run(check_model(config))
    if options.json:
        print(json.dumps({"works": result.works, **asdict(result)}))
    else:
        for line in result.lines():
            print(one_line(line))
    return exits.DONE if result.works else exits.ANSWER_IS_NO
