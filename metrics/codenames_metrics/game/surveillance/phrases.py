"""Reads `signs.toml`: what signs of overhearing look like, as rules for each seat."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from codenames_core.game.config import Team

Span = tuple[int, int]

_PLACE: Final = re.compile(r"<([a-z_]+)>")


@dataclass(frozen=True, slots=True)
class Rule:
    """Things that make a sign when they stand in one sentence."""

    example: str
    """A sentence in which they do."""
    needs: tuple[str, ...]
    unless: tuple[str, ...]
    """Patterns. One is compiled where it is first looked for, since that takes longer than measuring a game."""

    def find(self, sentence: str) -> Span | None:
        """Return from where to where in the sentence the things stand; None where one of them is missing."""
        first, last = len(sentence), 0
        for thing in self.needs:
            match = _compiled(thing).search(sentence)
            if match is None:
                return None
            first, last = min(first, match.start()), max(last, match.end())
        return None if any(_compiled(excuse).search(sentence) for excuse in self.unless) else (first, last)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@dataclass(frozen=True, slots=True)
class Phrases:
    """What is looked for in what is written from one seat."""

    anchors: Mapping[str, tuple[int, ...]]
    """The rules, by number, of the sentences in which each word or phrase stands."""
    openings: Mapping[bytes, tuple[str, ...]]
    """The anchors by their first words, as they stand in a file."""
    rules: tuple[Rule, ...]


@cache
def phrases(team: Team, *, cluer: bool) -> Phrases:
    """Return what to look for in what `team`'s cluer thinks, or its guessers say."""
    entries = [entry for entry in _data()["rule"] if entry.get("seats") in (None, "cluer" if cluer else "guessers")]
    anchored: dict[str, tuple[int, ...]] = {}
    for number, entry in enumerate(entries):
        for anchor in _anchors(entry["anchors"], team):
            anchored[anchor] = (*anchored.get(anchor, ()), number)
    openings: dict[bytes, tuple[str, ...]] = {}
    for anchor in anchored:
        first = anchor.partition(" ")[0].encode()
        openings[first] = (*openings.get(first, ()), anchor)
    return Phrases(anchored, openings, tuple(_rule(entry, team) for entry in entries))


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("signs.toml").read_text("utf-8"))


def _rule(entry: Mapping[str, Any], team: Team) -> Rule:
    needs = (f"(?:{'|'.join(entry['any'])})", *entry.get("and", ()))
    return Rule(
        example=entry["example"],
        needs=tuple(_filled(pattern, team) for pattern in needs),
        unless=tuple(_filled(pattern, team) for pattern in entry.get("unless", ())),
    )


def _filled(pattern: str, team: Team) -> str:
    """Return a pattern with what its places stand for."""
    data = _data()

    def meant(place: re.Match[str]) -> str:
        name = place[1]
        if name == "colour":
            return str(team.other)
        if name in data["words"]:
            return "(?:" + "|".join(word.replace("*", r"[\w']*") for word in _split(data["words"][name])) + ")"
        return _filled(data["patterns"][name], team)

    return _PLACE.sub(meant, pattern)


def _anchors(text: str, team: Team) -> list[str]:
    named = _data()["anchors"]
    return _split(_PLACE.sub(lambda place: str(team.other) if place[1] == "colour" else named[place[1]], text), team)


def _split(text: str, team: Team | None = None) -> list[str]:
    words = [" ".join(word.split()) for word in text.split(",")]
    return [str(team.other) if team and word == "<colour>" else word for word in words if word]
