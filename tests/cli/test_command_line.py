"""The parser of the command line as a whole: what holds for every command, whichever there are."""

import argparse
from collections.abc import Iterator
from typing import Any

import pytest

from codenames_tui.cli import exits, main
from codenames_tui.cli.command_line import parser

SCREEN = {"ascii": ["--ascii"], "no_mouse": ["--no-mouse"], "theme": ["--theme", "light"]}
SAID = {"ascii": True, "no_mouse": True, "theme": "light"}


def commands_of(whole: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    found: dict[str, argparse.ArgumentParser] = {}
    for action in whole._actions:
        if isinstance(action, argparse._SubParsersAction):
            found.update(action.choices)
    return found


def lines(
    whole: argparse.ArgumentParser, words: tuple[str, ...] = (), above: tuple[argparse.ArgumentParser, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser, tuple[argparse.ArgumentParser, ...]]]:
    """Every command with its actions: its words, its parser, and the parsers that have read before it."""
    for name, command in commands_of(whole).items():
        yield (*words, name), command, (*above, whole)
        yield from lines(command, (*words, name), (*above, whole))


def options_of(command: argparse.ArgumentParser) -> set[str]:
    return {action.dest for action in command._actions if action.option_strings and action.dest != "help"}


def needed(command: argparse.ArgumentParser) -> list[str]:
    """The least that a command wants to be told."""
    arguments: list[str] = []
    for action in command._actions:
        if action.required:
            arguments += [*action.option_strings[:1], str(next(iter(action.choices or ("1" if action.type else "x",))))]
    return arguments


WHOLE = parser()
COMMANDS = {" ".join(words): (words, command, above) for words, command, above in lines(WHOLE)}
ENDS = {name: found for name, found in COMMANDS.items() if not commands_of(found[1])}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_default_of_a_command_overwrites_an_option_that_stands_before_it(name: str) -> None:
    _, command, above = COMMANDS[name]
    said_before = set[str]().union(*map(options_of, above))
    own = {action.dest: action.default for action in command._actions} | command._defaults
    assert {dest: own[dest] for dest in said_before & own.keys() if own[dest] is not argparse.SUPPRESS} == {}


@pytest.mark.parametrize("name", ENDS)
def test_an_option_of_the_screen_means_the_same_before_a_command_and_behind_it(name: str) -> None:
    words, command, _ = ENDS[name]
    rest = [*words, *needed(command)]
    parse = parser().parse_args
    plain = vars(parse(rest))
    for dest, option in SCREEN.items():
        expected: dict[str, Any] = {**plain, dest: SAID[dest]}
        assert vars(parse([*option, *rest])) == expected
        if dest in options_of(command):
            assert vars(parse([*rest, *option])) == expected


def test_what_is_said_behind_a_command_counts_more_than_what_is_said_before_it() -> None:
    said = parser().parse_args(["--theme", "dark", "--ascii", "replay", "--theme", "light", "x"])
    assert (said.theme, said.ascii, said.no_mouse) == ("light", True, False)


@pytest.mark.parametrize("line", [("--theme", "nosuch", "replay", "x"), ("replay", "--theme", "nosuch", "x")])
def test_an_unknown_theme_is_refused_wherever_it_stands(
    line: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*line]) == exits.WRONG_INPUT
    assert "'nosuch'" in capsys.readouterr().err
