"""Games of other programs: the same short game in every format, and what the rules cannot follow."""

import copy
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core import foreign_games as own
from tests.examples import examples

from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord
from codenames_core.foreign import sources
from codenames_core.foreign.following import follow
from codenames_core.foreign.formats import FORMATS, games_in, import_hint, recognised
from codenames_core.foreign.game import ForeignGame, Refusal
from codenames_core.foreign.importing import ImportTally, import_games_into
from codenames_core.foreign.mapping import read_map
from codenames_core.foreign.readers.lines import game_of
from codenames_core.foreign.setting import board_of
from codenames_core.game.board import CardType
from codenames_core.game.config import GameMode, Role, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, Reveal
from codenames_core.game.state import Termination
from codenames_core.support.errors import InputError

FILES: dict[str, Callable[[Path], Path]] = {}


def in_format(name: str) -> Callable[[Callable[[Path], Path]], Callable[[Path], Path]]:
    def remember(write: Callable[[Path], Path]) -> Callable[[Path], Path]:
        FILES[name] = write
        return write

    return remember


@in_format("lines")
def a_line(folder: Path) -> Path:
    return own.write_lines(folder / "games.jsonl", own.line())


@in_format("stepmat")
def a_stepmat_folder(folder: Path) -> Path:
    return own.write_stepmat(folder / "results", own.TURNS)


@in_format("dewey")
def dewey_results(folder: Path) -> Path:
    return as_json(folder / "results.json", own.dewey(own.TURNS))


@in_format("marichka")
def marichka_events(folder: Path) -> Path:
    return as_json(folder / "game_1.json", own.marichka())


@in_format("kaggle")
def a_replay(folder: Path) -> Path:
    return as_json(folder / "replay.json", own.kaggle())


def as_json(path: Path, tree: Any) -> Path:
    path.write_text(json.dumps(tree), "utf-8")
    return path


def games(format: str, *paths: Path) -> list[ForeignGame | Refusal]:
    return list(games_in(FORMATS[format], map(str, paths)))


def followed(game: ForeignGame | Refusal, **options: Any) -> EpisodeRecord:
    assert isinstance(game, ForeignGame), game
    record = follow(game, "test", **options)
    assert isinstance(record, EpisodeRecord), record
    return record


def refused(tree: dict[str, Any], **options: Any) -> Refusal:
    game = game_of(tree, "games.jsonl, line 1")
    refusal = game if isinstance(game, Refusal) else follow(game, "lines", **options)
    assert isinstance(refusal, Refusal)
    return refusal


def told(event: Event) -> str:
    match event:
        case Clue():
            return f"clue {event.team} {event.word} {event.number}"
        case Guess():
            return f"guess {event.team} {event.word}"
        case Pass():
            return f"pass {event.team} {event.reason}"
        case Reveal():
            return f"reveal {event.team} {event.word}"
        case DiscussionMessage():
            return f"message {event.seat} {event.text}"
        case _:
            raise AssertionError(event)


@pytest.mark.parametrize("format", FILES)
def test_the_same_game_in_any_format_is_the_same_episode(format: str, tmp_path: Path) -> None:
    [game] = games(format, FILES[format](tmp_path))
    record = followed(game)
    assert [told(event).casefold() for event in record.public_transcript] == [event.casefold() for event in own.EVENTS]
    assert record.outcome is not None
    assert (record.winner, record.outcome.termination) == (Team.RED, Termination.ASSASSIN)
    assert record.config.mode is GameMode.SINGLE_GUESSER
    assert record.config.starting_team is Team.RED
    assert differences(record) == []


@pytest.mark.parametrize("format", FILES)
def test_a_file_is_recognised_as_one_of_its_format_and_of_no_other(format: str, tmp_path: Path) -> None:
    path = FILES[format](tmp_path)
    file = path / "move_log.txt" if path.is_dir() else path
    assert recognised(file) == format
    assert [name for name, other in FORMATS.items() if other.looks_like(file.read_text("utf-8"))] == [format]
    assert f"this looks like {format}; import it with codenames-tui import {format} " in import_hint(path)


def test_an_imported_episode_is_read_as_it_was_written(tmp_path: Path) -> None:
    [game] = games("lines", a_line(tmp_path))
    record = followed(game)
    again = EpisodeRecord.load(record.save(tmp_path / "game.json"))
    assert again.to_json() == record.to_json()
    assert again.imported == {"format": "test", "name": "own/1", "licence": "our own"}


def test_players_keep_the_names_that_they_have_there(tmp_path: Path) -> None:
    [game] = games("lines", a_line(tmp_path))
    teams = followed(game).teams
    assert [teams[Team.RED].of(role).spec for role in Role] == ["imported:first"] * 3
    assert [teams[Team.BLUE].of(role).spec for role in Role] == ["imported:second", "imported:third", "imported:fourth"]


def test_who_played_is_unknown_where_the_source_does_not_say() -> None:
    game = game_of(own.line(players=None), "line 1")
    assert followed(game).teams[Team.RED].label == "imported:unknown"


def test_a_team_that_plays_alone_meets_a_ghost() -> None:
    record = followed(game_of(own.line(own.ALONE), "line 1"))
    assert [told(event) for event in record.public_transcript] == [
        "clue red ship 2",
        "guess red HARBOUR",
        "guess red TEAPOT",
        "pass blue ghost",
        "clue red metal 1",
        "guess red COPPER",
        "pass red stopped",
        "pass blue ghost",
        "clue red hot 1",
        "guess red VOLCANO",
    ]
    assert record.config.variant == "one team"
    assert record.teams[Team.BLUE].label == "ghost:pass"
    assert record.winner is Team.BLUE


def test_cards_of_which_only_the_colour_is_known_are_named_so(tmp_path: Path) -> None:
    [game] = games("dewey", dewey_results(tmp_path))
    record = followed(game)
    assert record.board.words[:7] == ("HARBOUR", "ANCHOR", "GLACIER", "ice cream", "LADDER", "TUNNEL", "CANDLE")
    assert record.board.words[8:10] == ("?1", "?2")
    assert {card: len(words) for card, words in record.board.cards.items()} == {
        CardType.RED: 9,
        CardType.BLUE: 8,
        CardType.NEUTRAL: 7,
        CardType.ASSASSIN: 1,
    }
    assert record.imported is not None
    assert record.imported["unknown_words"] == 17


def test_a_board_with_fewer_cards_is_refused_unless_the_others_are_counted() -> None:
    tree = own.line()
    chosen = {word for turn in own.TURNS for word in turn.guesses}
    tree["board"] = [card for card in tree["board"] if card["word"] in chosen]
    assert refused(tree).reason.startswith("board has 8 words, and 25 are needed; where the others are not known")
    tree["counts"] = {"red": 9, "blue": 8, "neutral": 7, "assassin": 1}
    assert len(followed(game_of(tree, "line 1")).board.words) == 25


def test_unknown_clues_and_numbers_stay_unknown() -> None:
    tree = own.line()
    tree["events"][0] |= {"number": None, "clue": None}
    first = followed(game_of(tree, "line 1")).public_transcript[0]
    assert isinstance(first, Clue)
    assert (first.word, first.number) == ("?", "unknown")


def test_other_rules_are_stated_as_a_variant() -> None:
    tree = own.line(variant="three guessers vote")
    for card in tree["board"]:
        card["role"] = "neutral" if card["word"] in ("SADDLE", "PISTON") else card["role"]
    for event in tree["events"]:
        event.pop("rem_after", None)
    changed = followed(game_of(tree, "line 1"))
    assert changed.config.variant == "three guessers vote; cards 9-6-9-1 instead of 9-8-7-1"
    assert changed.config.rules.variant == changed.config.variant


def test_a_turn_that_goes_on_beyond_our_limit_lifts_it_for_the_game() -> None:
    turns = (own.Told("red", "sea", 1, ("HARBOUR", "ANCHOR", "LADDER")), own.Told("blue", "hot", 2, ("VOLCANO",)))
    record = followed(game_of(own.line(turns), "line 1"))
    assert [told(event) for event in record.public_transcript] == [
        "clue red sea 1",
        "guess red HARBOUR",
        "guess red ANCHOR",
        "guess red LADDER",
        "pass red stopped",
        "clue blue hot 2",
        "guess blue VOLCANO",
    ]
    assert (record.config.variant, record.config.guess_limit) == ("no limit of guesses", False)
    assert record.state_at(3).guesses_remaining is None
    assert differences(record) == []
    assert followed(game_of(own.line(), "line 1")).config.guess_limit is True


def test_turns_may_be_told_as_a_whole() -> None:
    turns = [{**turn._asdict(), "guesses": list(turn.guesses)} for turn in own.TURNS]
    tree = own.line(turns=turns, targets=[])
    del tree["events"]
    record = followed(game_of(tree, "line 1"))
    assert [told(event) for event in record.public_transcript] == list(own.EVENTS)


def test_targets_and_reasons_are_kept_with_the_clue() -> None:
    tree = own.line()
    tree["events"][0] |= {"targets": ["ANCHOR", "harbour"], "rationale": "both are at sea"}
    [trace] = followed(game_of(tree, "line 1")).decisions()
    assert (trace.intended_targets, trace.reasoning) == (("ANCHOR", "harbour"), "both are at sea")
    assert (trace.at, trace.turn, trace.seat) == (0, 1, "red_cluer")


def test_a_refused_clue_forfeits_the_turn_and_a_penalty_turns_a_card() -> None:
    tree = own.line(outcome={"winner": None, "finished": False})
    tree["events"] = [
        {"t": "invalid_clue", "team": "red"},
        {"t": "reveal", "team": "blue", "word": "HARBOUR"},
        *tree["events"][:1],
        {"t": "invalid_guess", "team": "red", "word": "NOWHERE"},
        tree["events"][2] | {"rem_after": None},
    ]
    record = followed(game_of(tree, "line 1"), unfinished=True)
    assert [told(event) for event in record.public_transcript] == [
        "pass red forfeited",
        "reveal blue HARBOUR",
        "clue red ship 2",
        "guess red ANCHOR",
    ]
    assert record.outcome is None


@pytest.mark.parametrize(
    ("lie", "event", "reason"),
    [
        (lambda tree: tree["events"][1]["rem_after"].update(red=7), 1, "another number of red cards is left"),
        (lambda tree: tree["events"][1].update(role="blue"), 1, "a guess has another colour than the board"),
        (lambda tree: tree["events"][1].update(game_over_src=True), 1, "the game ends with a guess that does not"),
        (lambda tree: tree["events"][1].update(ends_turn_src=True), 1, "the turn ends with a guess after which"),
        (lambda tree: tree["events"][6].update(ends_turn_src=False), 6, "the turn goes on after a guess that ends it"),
        (lambda tree: tree["events"][1].update(word="PAINT"), 1, "the word that is guessed is not on the board"),
        (lambda tree: tree["events"][2].update(word="HARBOUR"), 2, "the word that is guessed lies face up already"),
        (lambda tree: tree["events"][5].update(team="red"), 5, "red guesses, but it is blue's turn"),
        (lambda tree: tree["events"].append(tree["events"][1]), 14, "a guess after the end of the game"),
        (lambda tree: tree["events"].pop(0), 0, "there is no clue yet"),
        (lambda tree: tree["outcome"].update(winner="blue"), None, "another winner"),
        (lambda tree: tree["outcome"].update(reason="all words"), None, "another ending"),
        (lambda tree: tree["outcome"].update(finished=False), None, "unfinished by its source, but over by the rules"),
        (lambda tree: tree["events"].pop(), None, "it has an end that does not follow from its events"),
        (lambda tree: tree.update(strict_replayable=False), None, "the source says that it cannot be replayed"),
        (lambda tree: tree.update(language="Klingonese of old"), None, "rules that there are not here"),
        (lambda tree: tree["board"].pop(), None, "board has 24 words"),
        (lambda tree: tree["board"][0].update(word="HARBOUR"), None, "board has the word 'HARBOUR' twice"),
        (lambda tree: tree["events"][0].update(t="weather"), None, "events[0].t is 'weather'; one of clue, guess"),
        (lambda tree: tree["events"][0].update(team="green"), None, "events[0].team is 'green'; red or blue"),
        (lambda tree: tree["events"][0].update(number="many"), None, "events[0].number is 'many'; a number from 0"),
        (lambda tree: tree["board"][3].update(role="pink"), None, "board[3].role is 'pink'; red, blue, neutral"),
        (lambda tree: tree["board"][3].update(word=" "), None, "board[3].word is ' '; a text is needed"),
        (lambda tree: tree.update(board=7), None, "board is 7; a list is needed"),
        (lambda tree: tree.pop("events"), None, "events is not given; a list is needed"),
    ],
)
def test_what_the_rules_cannot_follow_is_refused_with_the_event_and_the_reason(
    lie: Callable[[dict[str, Any]], object], event: int | None, reason: str
) -> None:
    tree = copy.deepcopy(own.line())
    lie(tree)
    refusal = refused(tree)
    assert (refusal.name, refusal.event) == ("own/1", event)
    assert refusal.reason.startswith(reason)


def test_a_game_without_an_end_is_imported_only_if_it_is_wanted() -> None:
    tree = own.line(events=list(own.moves(own.TURNS[:2])), outcome={"winner": None, "finished": False})
    assert refused(tree).reason == "unfinished: it has no end"
    assert followed(game_of(tree, "line 1"), unfinished=True).outcome is None


# Formats


def test_stepmat_takes_the_board_from_what_was_printed(tmp_path: Path) -> None:
    turns = (own.TURNS[0], own.Told("blue", "hot", 1, ("VOLCANO",)))
    [first, second] = games("stepmat", own.write_stepmat(tmp_path / "results", turns, turns, printed=True))
    for game in (first, second):
        record = followed(game)
        assert record.board.words == tuple(word.replace(" ", "-") for word in own.BOARD)
        assert record.imported is not None
        assert "unknown_words" not in record.imported
    assert record.teams[Team.RED].cluer.spec == "imported:Bot:mini"


def test_stepmat_deals_from_the_seed_only_what_agrees_with_every_guess(tmp_path: Path) -> None:
    words = tuple(f"word{number}" for number in range(40))
    folder = own.write_stepmat(tmp_path / "results", own.ALONE[:1] + own.ALONE[2:], word_list=words)
    [game] = games("stepmat", folder)
    assert followed(game).board.words[0] == "HARBOUR", "the words of the list are not those that were chosen"
    log = json.loads((folder / "move_log.txt").read_text())
    dealt = _dealt(words)
    for key, word in (
        ("guess_1", dealt["red"][0]),
        ("guess_2", dealt["neutral"][0]),
        ("guess_4", dealt["assassin"][0]),
    ):
        log[key]["guess_answer"] = word
    (folder / "move_log.txt").write_text(json.dumps(log))
    [game] = games("stepmat", folder)
    record = followed(game)
    assert {word for word in record.board.words if record.board.key[word] is CardType.RED} == set(dealt["red"])


def _dealt(words: tuple[str, ...]) -> dict[str, list[str]]:
    """What the other program deals from seed 0."""
    import random

    rng = random.Random(0)
    pool = list(words)
    rng.shuffle(pool)
    key = ["red"] * 9 + ["blue"] * 8 + ["neutral"] * 7 + ["assassin"]
    rng.shuffle(key)
    dealt = [(word.upper(), card) for word, card in zip(pool[:25], key, strict=True)]
    return {card: [word for word, of in dealt if of == card] for card in key}


def test_stepmat_knows_that_red_plays_alone(tmp_path: Path) -> None:
    [game] = games("stepmat", own.write_stepmat(tmp_path / "results", own.ALONE))
    assert followed(game).config.variant == "one team"


def test_stepmat_needs_as_many_results_as_games(tmp_path: Path) -> None:
    folder = own.write_stepmat(tmp_path / "results", own.TURNS, own.TURNS)
    results = folder / "bot_results_new_style.txt"
    results.write_text(results.read_text().splitlines()[0] + "\n")
    first, second = games("stepmat", folder)
    assert isinstance(first, ForeignGame)
    assert isinstance(second, Refusal)
    assert "not as many games" in second.reason
    results.unlink()
    [nothing] = games("stepmat", folder)
    assert isinstance(nothing, Refusal)
    assert "there is no bot_results_new_style.txt" in nothing.reason


def test_marichka_tells_debates_of_two_in_its_printed_logs(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text(own.marichka_text())
    [game] = games("marichka", tmp_path)
    record = followed(game)
    messages = [event for event in record.public_transcript if isinstance(event, DiscussionMessage)]
    assert [(message.seat, message.text) for message in messages[:2]] == [
        ("red_guesser_1", "1. **I think** of one."),
        ("red_guesser_2", "So do I."),
    ]
    rest = [told(event) for event in record.public_transcript if not isinstance(event, DiscussionMessage)]
    assert rest == list(own.EVENTS)
    assert record.board.words == tuple(own.BOARD)
    assert record.config.mode is GameMode.STANDARD
    assert record.teams[Team.RED].label == "imported:a + imported:b + imported:c"


def test_marichka_states_more_than_two_guessers(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text(own.marichka_text(models="[a, b, c, d]"))
    [game] = games("marichka", tmp_path)
    record = followed(game)
    assert record.config.variant == "3 guessers and a judge"
    assert not any(isinstance(event, DiscussionMessage) for event in record.public_transcript)


def test_clembench_tells_the_turns_of_the_script_as_unknown_clues(tmp_path: Path) -> None:
    (tmp_path / "0_low/episode_3").mkdir(parents=True)
    as_json(tmp_path / "0_low/episode_3/interactions.json", own.clembench())
    [game] = games("clembench", tmp_path)
    record = followed(game)
    assert [told(event) for event in record.public_transcript] == [
        "clue red ship 2",
        "guess red HARBOUR",
        "guess red ANCHOR",
        "pass red stopped",
        "clue blue ? unknown",
        "guess blue SADDLE",
        "pass blue stopped",
        "clue red hot 1",
        "guess red VOLCANO",
    ]
    assert game.name == "0_low/episode_3" if isinstance(game, ForeignGame) else False
    assert record.config.variant == "scripted opponent"
    assert record.board.words == tuple(own.BOARD), "in the order in which the guesser was told them"
    assert record.teams[Team.RED].label == "imported:giver + imported:guesser + imported:guesser"
    assert record.decisions()[0].intended_targets == ("HARBOUR", "ANCHOR")


def test_kaggle_turns_a_card_for_an_illegal_clue_and_passes(tmp_path: Path) -> None:
    replay = own.kaggle((own.TURNS[0],))
    state = dict(replay["steps"][-1][0]["observation"])
    state["revealed"] = [lies or word == "LADDER" for word, lies in zip(state["words"], state["revealed"], strict=True)]
    replay["steps"].append(own._step(state | {"current_turn": 2}))
    [game] = games("kaggle", as_json(tmp_path / "replay.json", replay))
    record = followed(game, unfinished=True)
    assert [told(event) for event in record.public_transcript][-2:] == ["pass red stopped", "reveal blue LADDER"]


def test_kaggle_plays_several_games_in_one_replay(tmp_path: Path) -> None:
    first, second = own.kaggle(), own.kaggle()
    for step in second["steps"]:
        for number, agent in enumerate(step):
            agent["observation"] = dict(agent["observation"])
            agent["reward"] += number > 1  # what was won before
            if "words" in agent["observation"]:
                agent["observation"]["words"] = [f"{word}S" for word in agent["observation"]["words"]]
    last = first["steps"].pop()
    begin = second["steps"][0]
    place = next(at for at, lies in enumerate(last[0]["observation"]["revealed"]) if lies and own_word(at) == "VOLCANO")
    for agent in range(4):
        begin[agent] |= {"action": {"submission": {"guess": place}}}
    replay = {**first, "steps": first["steps"] + second["steps"]}
    one, two = games("kaggle", as_json(tmp_path / "replay.json", replay))
    for game in (one, two):
        record = followed(game)
        assert len(record.public_transcript) == len(own.EVENTS)
        assert record.winner is Team.RED


def own_word(place: int) -> str:
    return list(own.BOARD)[place]


def test_kaggle_has_no_forfeit_of_a_whole_game_here(tmp_path: Path) -> None:
    replay = own.kaggle()
    replay["steps"][1][2]["status"] = "INVALID"
    [refusal] = games("kaggle", as_json(tmp_path / "replay.json", replay))
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "an invalid action lost the game at once"


# Maps


def test_a_map_says_what_a_source_calls_our_fields_colours_and_events(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(own.MAP)
    path = own.write_lines(tmp_path / "theirs.jsonl", own.theirs())
    [game] = games_in(FORMATS["lines"], [str(path)], read_map(tmp_path / "map.toml"))
    record = followed(game)
    assert [told(event) for event in record.public_transcript] == list(own.EVENTS)
    assert record.teams[Team.RED].label == "imported:first"
    assert record.winner is Team.RED


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("fields = [", "not TOML"),
        ('["  "]\n', "there is no table"),
        ('"" = 3\n', "there is no table ''"),
        ('[roles]\n"" = 3\n', "is to be a text"),
        ("[field]\n", "there is no table 'field' in a map; there are fields, roles, events"),
        ('[fields]\n"a" = "bord"\n', "there is no field 'bord'"),
        ("[fields]\ncards.text = 'board.word'\n", 'write a path with dots between quotation marks: "cards.text"'),
        ('[roles]\ntrap = "death"\n', "'death' is none of ours; there are red, blue, neutral, assassin"),
        ('[events]\nhint = "tip"\n', "'tip' is none of ours; there are clue, guess"),
        ('roles = "red"\n', r"\[roles\] is a table"),
    ],
)
def test_a_map_that_says_what_there_is_not_is_refused(text: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(text)
    with pytest.raises(InputError, match=complaint):
        read_map(tmp_path / "map.toml")


# Files from untrusted hands


def reasons(format: str, *paths: Path) -> list[str]:
    return [game.reason for game in games(format, *paths) if isinstance(game, Refusal)]


def test_what_is_no_game_is_skipped_and_the_rest_is_read(tmp_path: Path) -> None:
    good = json.dumps(own.line())
    bad = ["{", "[]", "7", '{"board": 1}', "null", '{"id": "\\ud800"}', "{" * 200, '{"a": 1, "a": 2}', "NaN"]
    path = tmp_path / "mixed.jsonl"
    path.write_bytes("\n".join([good, *bad, good]).encode() + b"\n\xff\xfe\n" + good[:300].encode())
    found = games("lines", path)
    assert sum(isinstance(game, ForeignGame) for game in found) == 2
    assert len(reasons("lines", path)) == len(bad) + 2
    assert {game.name for game in found if isinstance(game, Refusal)} >= {"mixed.jsonl, line 2", "mixed.jsonl, line 12"}


@pytest.mark.parametrize("count", [2**70, 10**12, 26, -1])
def test_a_number_of_cards_that_no_board_has_is_refused_before_they_are_dealt(count: int, tmp_path: Path) -> None:
    tree = own.dewey(own.TURNS)
    tree["config"]["game"]["red_words"] = count
    [game] = games("dewey", as_json(tmp_path / "results.json", tree))
    assert isinstance(game, ForeignGame)
    outcome = follow(game, "dewey")
    assert isinstance(outcome, Refusal)
    assert "a board of 25 cards cannot have" in outcome.reason


def test_a_log_without_moves_is_refused_beside_a_result_with_cards(tmp_path: Path) -> None:
    folder = own.write_stepmat(tmp_path / "results", own.TURNS)
    (folder / "move_log.txt").write_text("{}\n")
    told = [game if isinstance(game, Refusal) else follow(game, "stepmat") for game in games("stepmat", folder)]
    assert [type(game) for game in told] == [Refusal]


def test_a_packed_file_is_read_and_one_that_is_cut_off_as_far_as_it_goes(tmp_path: Path) -> None:
    data = "".join(json.dumps(own.line(id=f"game {number}")) + "\n" for number in range(40)).encode()
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress(data))
    assert len(games("lines", tmp_path)) == 40
    path.write_bytes(gzip.compress(data)[:-20])
    assert "the gzip file is cut off" in reasons("lines", path)[-1]


@pytest.mark.parametrize("row", ["a" * 3_000, "a," * 1_500, '"\n",' * 600], ids=["line", "cells", "lines"])
def test_a_row_without_end_is_refused_before_it_is_read(
    row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "LONGEST_LINE", 1_000)
    path = tmp_path / "table.csv.gz"
    path.write_bytes(gzip.compress(b"one,two\n1,2\n3,4\n" + row.encode()))
    *read, (_, last) = sources.rows_of(path)
    assert [row for _, row in read] == [{"one": "1", "two": "2"}, {"one": "3", "two": "4"}]
    assert isinstance(last, Refusal)
    assert "a row has more than 1,000 characters" in last.reason


@pytest.mark.parametrize(
    ("format", "data", "reason"),
    [
        ("lines", "{}".encode("utf-16"), "this is UTF-16 text"),
        ("dewey", b"\xff\xfe{", "this is UTF-16 text"),
        ("dewey", b'{"benchmark_id": 1', "not JSON"),
        ("dewey", b'{"benchmark_id": 1, "games": {}}', "games is {}; a list is needed"),
        ("dewey", b'{"benchmark_id": 1, "games": [1]}', "game is 1; an object is needed"),
        ("kaggle", b'{"name": "word_association", "steps": [[1]]}', "steps is 1; an object is needed"),
        ("kaggle", b'{"name": "word_association", "steps": []}', "a step has not four agents"),
        ("clembench", b'{"turns": [[]], "board status": 1}', "board status is not given"),
        ("marichka", b"[]", "there is no board_state"),
        ("marichka", b'[{"type": "game_start"}, 7]', "[1] is 7; an object is needed"),
        ("stepmat", b'{"clue_0": 7}', "there is no bot_results_new_style.txt"),
    ],
)
def test_a_file_that_is_none_of_its_format_says_why(format: str, data: bytes, reason: str, tmp_path: Path) -> None:
    (tmp_path / "file.json").write_bytes(data)
    [found] = reasons(format, tmp_path / "file.json")
    assert reason in found


def test_a_file_of_another_format_is_named(tmp_path: Path) -> None:
    assert reasons("dewey", a_line(tmp_path)) == ["looks like lines, and not like dewey"]
    assert reasons("lines", tmp_path / "nowhere") == ["there is no such file or folder"]


def test_a_line_without_an_end_is_refused_before_it_is_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codenames_core.foreign.sources.LONGEST_LINE", 10_000)
    path = tmp_path / "long.jsonl"
    path.write_text(json.dumps(own.line()) + "\n" + "x" * 20_000)
    assert reasons("lines", path) == ["line 2 has more than 10,000 bytes, and that is the most"]


def test_hostile_names_are_kept_as_harmless_text(tmp_path: Path) -> None:
    tree = own.line(
        id="../../etc/\x1b]52;c;aGk=\x07passwd",
        players={"red": "a?api_base=http://evil&x=1\x1b[2J", "blue": "\ud800".encode("utf-8", "replace").decode()},
        licence="x" * 10_000,
        variant="\u202ebad",
    )
    [tally] = import_games_into([game_of(tree, "line 1")], "lines", tmp_path / "out")
    assert tally.new == 1
    [file] = (tmp_path / "out").iterdir()
    record = EpisodeRecord.load(file)
    assert file.name == f"game-{record.episode_id[:16]}.json"
    assert record.imported is not None
    assert record.imported["name"] == "../../etc/passwd"
    assert len(str(record.imported["licence"])) == 200
    assert record.teams[Team.RED].cluer.spec == "imported:a api_base=http://evil&x=1"
    assert record.teams[Team.RED].cluer.parameters == {}
    assert "\x1b" not in file.read_text("utf-8")


def test_an_import_can_be_repeated_and_overwrites_nothing(tmp_path: Path) -> None:
    trees = [own.line(id=f"game {number}") for number in range(3)]
    read = [game_of(tree, "line 1") for tree in trees]

    def imported(count: int) -> ImportTally:
        return [*import_games_into(read[:count], "lines", tmp_path)][-1]

    assert (imported(2).new, imported(3).new, imported(3).there) == (2, 1, 3)
    [first, *others] = sorted(tmp_path.iterdir())
    first.write_text("precious")
    again = imported(3)
    assert (again.there, again.skipped) == (2, 1)
    assert "nothing was overwritten" in again.examples[0].reason
    assert first.read_text() == "precious"
    assert len(others) == 2


# Laws


@settings(max_examples=examples(60), deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        _nested := lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from([*own.line(), "t", "team", "word", "role"]), inner)
        ),
        max_leaves=12,
    )
)
def test_any_tree_is_a_game_or_a_refusal(tree: Any) -> None:
    game = game_of(tree, "line 1")
    assert isinstance(game if isinstance(game, Refusal) else follow(game, "lines"), Refusal)


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_a_game_with_one_value_changed_is_followed_or_refused(data: st.DataObject) -> None:
    tree = copy.deepcopy(own.line())
    places = [*_places(tree)]
    holder, key = data.draw(st.sampled_from(places))
    holder[key] = data.draw(st.none() | st.integers(-2, 30) | st.sampled_from(["red", "blue", "HARBOUR", "x", [], {}]))
    game = game_of(tree, "line 1")
    record = game if isinstance(game, Refusal) else follow(game, "lines")
    if isinstance(record, EpisodeRecord):
        assert differences(record) == []


def _places(tree: Any) -> list[tuple[Any, Any]]:
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [place for key, value in entries for place in ((tree, key), *_places(value))]


def test_the_board_of_a_game_has_no_word_of_a_player_called_like_an_unknown_one() -> None:
    cards = own.line()["board"][:23]
    cards[0]["word"] = "?1"
    game = game_of(own.line(board=cards, counts={"red": 9, "blue": 8, "neutral": 7, "assassin": 1}), "line 1")
    assert isinstance(game, ForeignGame)
    assert board_of(game).words[23:] == ("?2", "?3")
