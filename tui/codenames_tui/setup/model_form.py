"""The parameters of a model as fields of a form, which read and write its spec. Nothing here draws."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final, get_args
from urllib.parse import quote

from codenames_core.game.config import SIGHT, AgentConfig, PictureStyle
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder

MODEL: Final = "spec"
EXTRA: Final = "extra"
FIELDS: Final[Mapping[str, str]] = {
    MODEL: "Model",
    "temperature": "Temperature",
    "reasoning_effort": "Effort",
    "max_tokens": "Token limit",
    "output": "Answers",
    "prompts": "Prompt set",
    "persona": "Persona",
    "seed": "Seed",
    "api_base": "Server",
    "key_variable": "Key variable",
    "sees": "Sees",
    "picture": "Picture",
    "picture_seed": "Picture's seed",
    EXTRA: "Further",
}
"""The fields with their labels."""
ABOUT: Final[Mapping[str, str]] = {
    MODEL: "PROVIDER/MODEL, as litellm names it.",
    "temperature": "From 0 to 2. Leave empty for the model's default; most thinking models take none.",
    "reasoning_effort": "How long a model thinks, if it can. Leave empty for its default.",
    "max_tokens": "Per answer, including thoughts. Leave empty for the model's default; small models may ramble.",
    "output": "schema: answers in JSON. text: answers in lines. auto: schema for models known to follow it.",
    "prompts": "The prompts that the model is sent.",
    "persona": "The manner in which it plays, in a line: cautious, and short of words.",
    "sees": "The board: its words, a picture of it, or both. Only models that take pictures see one.",
    "picture": "Of a seat that sees one: clean, cards as on a table, or a photo, harder to read the higher its number.",
    "picture_seed": "A whole number with which all photos are taken. Leave empty for one that follows from the board.",
    "seed": "A whole number, for providers that take one.",
    "api_base": "Such as http://127.0.0.1:8080/v1. Leave empty for the provider's own.",
    "key_variable": "NAME of the environment variable with the key, not the key itself. Leave empty for the usual one.",
    EXTRA: "Other parameters of the provider: top_p=0.9 num_ctx=16384",
}


USUAL: Final[Mapping[str, str]] = {"sees": "words", "picture": "clean"}
"""What a field is that is not given, where that is not the model's own."""


def choices_of(field: str) -> tuple[str, ...]:
    """Return what left and right go through, the blank first; none where a field is typed in."""
    match field:
        case "temperature":
            return ("", "0", "0.3", "0.7", "1")
        case "max_tokens":
            return ("", "300", "1000", "4000", "16000")
        case "prompts":
            return ("", *_prompt_sets())
        case "sees":
            return ("", "picture", "picture+words")
        case "picture":
            return ("", *(style for style in get_args(PictureStyle) if style not in ("clean", "photo")))
        case "reasoning_effort" | "output":
            (literal, _) = get_args(AgentConfig.model_fields[field].annotation)
            return ("", *get_args(literal))
        case _:
            return ()


def _prompt_sets() -> Iterator[str]:
    shipped = (Path(entry.name) for entry in files("codenames_agents").joinpath("data/prompts").iterdir())
    own = prompts_folder().glob("*.toml")
    yield from sorted({path.stem for path in (*shipped, *own) if path.suffix == ".toml"})


def text_of(field: str, agent: AgentConfig) -> str:
    """Return the text of a field, blank where it is not given."""
    if field == EXTRA:
        given = AgentConfig(spec="x", extra=agent.extra).text.partition("?")[2]
        return " ".join(part.removeprefix("extra.") for part in given.split("&"))
    value = getattr(agent, field)
    return f"{value:g}" if isinstance(value, float) else "" if value is None else str(value)


def with_text(field: str, text: str, agent: AgentConfig) -> AgentConfig:
    """Return `agent` with another text in a field.

    Raises:
        InputError: there cannot be such an agent; the message says what would be right.
    """
    text = text.strip()
    if field == MODEL:
        if not text:
            raise InputError("a model is needed, such as openai/gpt-4o")
        parameters = agent.text.partition("?")[2]
        return AgentConfig.parse(text if "?" in text or not parameters else f"{text}?{parameters}")
    rest = _fitting(field, text, agent).text
    if not text:
        return AgentConfig.parse(rest)
    given = _further(text) if field == EXTRA else f"{field}={quote(text, safe=':/@')}"
    return AgentConfig.parse(f"{rest}{'&' if '?' in rest else '?'}{given}")


def _fitting(field: str, text: str, agent: AgentConfig) -> AgentConfig:
    """Return an agent without a field, and so that the text fits that it is to have: only a picture has a look."""
    changes: dict[str, str | int | None] = {field: None}
    if field == "sees" and not text:
        changes |= dict.fromkeys(SIGHT)
    elif field in SIGHT and text and agent.sees is None:
        changes = {"sees": "picture", **changes}
    if field == "picture" and not text.startswith("photo"):
        changes["picture_seed"] = None
    return agent.model_copy(update=changes)


def _further(text: str) -> str:
    pairs = text.split()
    if wrong := next((pair for pair in pairs if not pair.partition("=")[2]), None):
        raise InputError(f"{wrong[:40]!r}: NAME=VALUE is needed, with a space between several")
    return "&".join(f"extra.{pair}" for pair in pairs)
