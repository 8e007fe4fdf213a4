"""Arms of an experiment: the same games again, with something changed.

The games of an arm have the boards, line-ups and seeds of the agents of those without a change (the base), so that what
the change does is compared board by board.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError, model_validator

from codenames_core.game.config import ClueRules, IllegalCluePolicy, PictureStyle
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line

BASE: Final = ""
"""The arm without a change."""


class Arm(BaseModel):
    """What is changed; what is not given is as in the experiment."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompts: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")] | None = None
    """Prompt set of all language models."""
    sees: Literal["words", "picture", "picture+words"] | None = None
    """How all agents are shown the board that can be shown a picture of it."""
    picture: PictureStyle | None = None
    """How that picture looks."""
    surveillance: StrictBool | None = None
    blind: StrictBool | None = None
    clue_rules: ClueRules | None = None
    illegal_clue: IllegalCluePolicy | None = None
    max_retries: Annotated[int, Field(strict=True, ge=0, le=100)] | None = None
    max_rounds: Annotated[int, Field(strict=True, ge=1, le=100)] | None = None
    max_turns: Annotated[int, Field(strict=True, ge=1, le=10_000)] | None = None

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if not self.model_dump(exclude_none=True):
            raise ValueError(f"changes nothing; give it one of {', '.join(type(self).model_fields)}")
        if self.picture is not None and self.sees in (None, "words"):
            raise ValueError('picture is for seats that see one; give it sees = "picture", too')
        return self

    @property
    def rules(self) -> Mapping[str, Any]:
        """What it changes in the rules of a game."""
        return self.model_dump(exclude_none=True, exclude={"prompts", "sees", "picture"})


NO_CHANGE: Final = Arm.model_construct()


def parse_arm(text: str) -> tuple[str, Arm]:
    """Return the name and the change of an arm that is written as `KEY=VALUE`, such as `prompts=short`.

    `picture=LOOK` shows a picture that looks so.

    >>> parse_arm("surveillance=false")[0], parse_arm("max_rounds=1")[1].rules
    ('surveillance-false', {'max_rounds': 1})

    Raises:
        InputError: it is none.
    """
    key, sign, value = text.partition("=")
    if not sign or key not in Arm.model_fields:
        keys = ", ".join(Arm.model_fields)
        raise InputError(f"--add-arm: {one_line(text, 60)!r} is not KEY=VALUE with one of {keys}")
    plain: Any = {"true": True, "false": False}.get(value, value)
    if value.isascii() and value.isdecimal():
        plain = int(value)
    seen = {"sees": "picture"} if key == "picture" else {}  # of one key, a look can be of nothing else
    try:
        return f"{key}-{value}", Arm.model_validate({**seen, key: plain})
    except ValidationError as error:
        raise InputError(f"--add-arm: {first_problem(error)}") from error
