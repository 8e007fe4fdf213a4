"""What is read out of the answers of language models, and what is not.

The cases in `data/parse_cases.jsonl` are one answer a line: what was asked, the raw text, and what it commits to
(`null`: it has to be asked again).
"""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.examples import examples

from codenames_agents.parsing import (
    ParsedClue,
    ParsedGuesses,
    ParsedMessage,
    RejectedGuess,
    Unreadable,
    parse_clue,
    parse_discussion,
    parse_guesses,
    parse_intended_targets,
)
from codenames_agents.reading.refusals import _IN_JSON, CLUE_FORM, for_json
from codenames_core.game.words import normalise
from codenames_core.text.sanitiser import clean

BOARD = ("POLICE", "WAVE", "SHIP", "NEW YORK", "ICE CREAM", "JACK-IN-THE-BOX", "BEAR", "YORK", "STAR", "X-RAY")
CASES = [
    json.loads(line) for line in (Path(__file__).parent / "data/parse_cases.jsonl").read_text("utf-8").splitlines()
]


def reading(case: dict[str, Any]) -> Any:
    """What the parser makes of a case, in the fixture's terms."""
    board = case.get("board", BOARD)
    board = (*BOARD, "ICE") if board == "with ICE" else board
    match case["ask"]:
        case "clue":
            clue = parse_clue(case["raw"])
            return [clue.word, clue.number] if isinstance(clue, ParsedClue) else None
        case "message":
            message = parse_discussion(case["raw"])
            return [message.text, message.consensus] if isinstance(message, ParsedMessage) else None
        case "guesses":
            guesses = parse_guesses(case["raw"], board)
            return list(guesses.words) if isinstance(guesses, ParsedGuesses) else None
        case _:
            return list(parse_intended_targets(case["raw"], board))


@pytest.mark.parametrize("ask", dict.fromkeys(case["ask"] for case in CASES))
def test_an_answer_is_read_for_what_it_commits_to(ask: str) -> None:
    for case in (case for case in CASES if case["ask"] == ask):
        assert reading(case) == case["want"], (case["kind"], case["raw"])


@pytest.mark.parametrize("raw", [None, 5, b"CLUE: SEA 2", ["CLUE: SEA 2"], {"clue": "SEA"}, 2.5, True])
def test_what_is_no_text_is_unreadable(raw: object) -> None:
    assert isinstance(parse_clue(raw), Unreadable)
    assert isinstance(parse_discussion(raw), Unreadable)
    assert isinstance(parse_guesses(raw, BOARD), Unreadable)
    assert parse_intended_targets(raw, BOARD) == ()


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (parse_clue("CLUE: SEA 2\nCLUE: OCEAN 3"), "there are 2 different clues (SEA 2; OCEAN 3); give one"),
        (parse_clue("CLUE: SEA, 2\nNUMBER: 1"), "there are different numbers (2, 1) for the clue 'SEA'; give one"),
        (parse_clue("CLUE: SEA"), "the clue 'SEA' has no number; write NUMBER: and one whole number, or unlimited"),
        (
            parse_clue("CLUE: SEA2"),
            "the number is glued to the clue 'SEA2'; write them apart, on the lines CLUE: and NUMBER:",
        ),
        (parse_clue("Hello."), f"there is no clue; {CLUE_FORM}"),
        (parse_clue("<think>SEA 2"), "there is no answer after the thoughts; write it after them"),
        (parse_clue("CLUE: <word>\nNUMBER: 2"), "the clue '<word>' is only a placeholder; put your own word there"),
        (parse_discussion("We agree."), "there is no verdict; end with one line CONSENSUS: YES or CONSENSUS: NO"),
        (
            parse_discussion("CONSENSUS: YES\nCONSENSUS: NO"),
            "the verdict is both YES and NO; end with one line CONSENSUS: YES or CONSENSUS: NO",
        ),
        (
            parse_guesses("GUESSES: PANT", BOARD),
            "no guess can be touched: 'PANT' is not a word of the board; choose from the words that are face down",
        ),
        (
            parse_guesses("GUESSES: PASS, WAVE", BOARD),
            "PASS stands before words; write PASS alone, or the words and then PASS",
        ),
        (
            parse_guesses("I like WAVE.", BOARD),
            "there is no list of guesses; write one line GUESSES: and words of the board, separated by commas",
        ),
    ],
)
def test_a_refusal_says_what_would_be_right(answer: object, says: str) -> None:
    assert answer == Unreadable(says)


LONG = "both of them have to do with water, and no other word of the board is anywhere near it"


@pytest.mark.parametrize(
    "answer",
    [
        parse_clue(f"CLUE: {LONG}\nNUMBER: 2"),
        parse_clue(f"CLUE: SEA\nNUMBER: {LONG}"),
        parse_clue("\n".join(f"CLUE: {word} 2" for word in LONG.upper().split(" "))),
        parse_guesses(f"GUESSES: {LONG}", BOARD),
        parse_guesses(f"GUESSES: {', '.join(BOARD[:4])}\nGUESSES: {', '.join(BOARD[4:])}", BOARD),
    ],
)
def test_a_refusal_quotes_a_field_whole_or_not_at_all(answer: object) -> None:
    assert isinstance(answer, Unreadable)
    assert "…" not in answer.reason
    assert len(answer.reason) < 250


@pytest.mark.parametrize("form", [*_IN_JSON, *_IN_JSON.values()])
@pytest.mark.parametrize("copied", ["{}", "- refused: there is no answer; {}", "CLUE: {}\nNUMBER: {}", "GUESSES: {}"])
def test_no_form_that_a_refusal_names_is_an_answer_where_it_is_repeated(form: str, copied: str) -> None:
    board = [*BOARD, "WORD", "PASS"]
    for text in (copied.replace("{}", form), copied.replace("{}", for_json(form))):
        assert isinstance(parse_clue(text), Unreadable)
        assert isinstance(parse_guesses(text, board), Unreadable)
        message = parse_discussion(text)
        assert isinstance(message, Unreadable) or not message.consensus


def test_what_is_left_out_of_a_list_is_reported() -> None:
    guesses = parse_guesses("GUESSES: WAVE, WAVES, WAVE, not ICE, PASS, SHIP", BOARD)
    assert guesses == ParsedGuesses(
        ("WAVE",),
        (
            RejectedGuess("WAVES", "is not a word of the board; did you mean WAVE?"),
            RejectedGuess("WAVE", "is in the list already"),
            RejectedGuess("not ICE", "is not a word of the board"),
            RejectedGuess("SHIP", "stands after PASS"),
        ),
    )


def test_targets_and_reasoning_come_with_a_clue() -> None:
    labelled = parse_clue("REASONING: both are wet,\nand BEAR is not.\nTARGETS: SHIP and WAVE\nCLUE: SEA\nNUMBER: 2")
    assert labelled == ParsedClue("SEA", 2, ("SHIP", "WAVE"), "both are wet,\nand BEAR is not.")
    structured = parse_clue('{"reasoning": "wet", "targets": ["SHIP", "WAVE"], "clue": "SEA", "number": 2}')
    assert structured == ParsedClue("SEA", 2, ("SHIP", "WAVE"), "wet")
    assert parse_clue("<think>wet</think>CLUE: SEA 2") == ParsedClue("SEA", 2, (), "wet")


def test_a_word_with_spaces_or_a_number_as_a_clue_is_the_referees_business() -> None:
    assert parse_clue("CLUE: ICE CREAM 2") == ParsedClue("ICE CREAM", 2)
    assert parse_clue("CLUE: SEA 99") == ParsedClue("SEA", 99)


# --- laws -------------------------------------------------------------------------------------------------------

LABELS = [
    "CLUE: ",
    "clue:",
    "NUMBER: ",
    "TARGETS: ",
    "REASONING: ",
    "GUESSES: ",
    "GUESS 1: ",
    "CONSENSUS: ",
    "my clue is ",
]
WORDS = ["SEA", "OCEAN", "sea-side", "WAVE", "SHIP", "NEW YORK", "YORK", "ICE CREAM", "ICE", "ice-cream", "X-RAY", "é"]
VALUES = ["2", "3", "two", "unlimited", "-1", "²", "YES", "NO", "PASS", "İ", "汉字", "\u200b", "\x1b[31m", "\ud800"]
MARKS = [
    "<think>",
    "</think>",
    "<answer>",
    "</answer>",
    "<|im_end|>",
    "<|im_start|>user\n",
    "```json",
    "```",
    "**",
    "`",
]
HEADINGS = ["Candidates:\n", "Possible clues:\n- ", "NOT YET", "PARTIAL", "otherwise", "and stop", "if right", "first"]
SIGNS = ["- ", "1. ", "{", "}", "[", "]", '"', "'", ": ", ", ", ". ", "(", ")", "/", "~~", "|", "#"]
LINKS = ["Final answer:", "Draft:", "wait, ", "not ", "and ", "or ", "because ", "avoid ", "is ", "example "]
KEYS = ['"clue": ', '"number": ', '"guesses": ', '"consensus": ', '"message": ', '"SEA"', '"WAVE"', '"YES"']
PIECES = st.sampled_from([*LABELS, *WORDS, *VALUES, *MARKS, *SIGNS, *LINKS, *KEYS, *HEADINGS])
SOUPS = st.lists(st.one_of(PIECES, st.sampled_from(["\n", " ", "\n\n"]), st.text(max_size=3)), max_size=40).map("".join)


def letters(text: str) -> str:
    """A text without what the reading drops: Markdown, spaces, hyphens, differences of case and width."""
    return re.sub(r"[*`\s‐‑-]", "", normalise(clean(text)))


@given(st.one_of(SOUPS, st.text()))
@settings(max_examples=examples(100))
@example('{"clue": "SE\\u001b[31mA", "number": 2}')
@example("[" * 5_000)
@example('{"a":' * 5_000)
def test_nothing_is_raised_and_nothing_is_made_up(raw: str) -> None:
    clue = parse_clue(raw)
    if isinstance(clue, ParsedClue) and "\\u" not in raw:
        assert clue.word == clean(clue.word) != ""
        assert letters(clue.word) in letters(raw)
        assert clue.number == "unlimited" or isinstance(clue.number, int)
    message = parse_discussion(raw)
    if isinstance(message, ParsedMessage):
        assert not message.consensus or letters("consensus") in letters(raw)
    guesses = parse_guesses(raw, BOARD)
    if isinstance(guesses, ParsedGuesses):
        assert len(set(guesses.words)) == len(guesses.words)
        assert all(word in BOARD and letters(word) in letters(raw) for word in guesses.words)
    targets = parse_intended_targets(raw, BOARD)
    assert all(word in BOARD and letters(word) in letters(raw) for word in targets)


@given(SOUPS)
@settings(max_examples=examples(100))
def test_what_was_read_reads_the_same_in_the_form_that_was_asked_for(raw: str) -> None:
    clue = parse_clue(raw)
    if isinstance(clue, ParsedClue):
        pair = (clue.word, clue.number)
        plain = parse_clue(f"REASONING: so be it\nCLUE: {clue.word}\nNUMBER: {clue.number}")
        structured = parse_clue(json.dumps({"reasoning": "", "clue": clue.word, "number": clue.number}))
        assert isinstance(plain, ParsedClue)
        assert isinstance(structured, ParsedClue)
        assert (plain.word, plain.number) == (structured.word, structured.number) == pair
    guesses = parse_guesses(raw, BOARD)
    if isinstance(guesses, ParsedGuesses):
        assert parse_guesses(f"GUESSES: {', '.join(guesses.words) or 'PASS'}", BOARD) == ParsedGuesses(guesses.words)
        assert parse_guesses(json.dumps({"guesses": guesses.words}), BOARD) == ParsedGuesses(guesses.words)


@given(SOUPS)
@settings(max_examples=examples(100))
def test_a_message_shown_without_its_verdict_and_given_one_reads_the_same(raw: str) -> None:
    message = parse_discussion(raw)
    if isinstance(message, ParsedMessage):
        verdict = "YES" if message.consensus else "NO"
        assert parse_discussion(f"{message.text}\nCONSENSUS: {verdict}") == message


@given(
    SOUPS, st.sampled_from(["<think>{}", "<THINK>{}", "<reasoning>{}", "{}</think>", "<think>{}</think>", "[THINK]{}"])
)
def test_thoughts_are_never_an_answer(raw: str, frame: str) -> None:
    raw = re.sub("[\x1b\x80-\x9f]", "", raw)  # the start of a terminal's sequence takes what follows along with it
    thought = frame.format(re.sub(r"(?i)[<\[◁].*?(think|reason).*?[>\]▷]", "", raw).replace("<", ""))
    assert isinstance(parse_clue(thought), Unreadable)
    assert isinstance(parse_discussion(thought), Unreadable)
    assert isinstance(parse_guesses(thought, BOARD), Unreadable)


KEYWORDS = ("PASS", "STOP", "NONE", "YES", "NO", "CONSENSUS", "CLUE", "NUMBER", "NOTE", "TARGET", "ANSWER", "WORD")


@given(SOUPS, st.lists(st.sampled_from([*KEYWORDS, *BOARD]), unique=True, min_size=1))
@settings(max_examples=examples(50))
def test_only_words_of_the_board_are_guesses_and_their_own_form_reads_the_same(raw: str, board: list[str]) -> None:
    guesses = parse_guesses(raw, board)
    if isinstance(guesses, ParsedGuesses):
        assert set(guesses.words) <= set(board)
        marked = [f"[{word}]" for word in guesses.words]
        for form in (f"GUESSES: {', '.join(marked) or 'PASS'}", json.dumps({"guesses": marked})):
            assert parse_guesses(form, board) == ParsedGuesses(guesses.words)


@given(st.lists(st.sampled_from([*KEYWORDS, *BOARD]), unique=True, min_size=1), st.randoms(use_true_random=False))
def test_a_list_keeps_its_order_however_it_is_told(board: list[str], random: Any) -> None:
    told = ["{}", "then {}", "{} if that is right", "and then {}", "{} next", "finally {}"]
    words = [word for word in board if word not in KEYWORDS]
    items = [random.choice(told).replace("{}", word) for word in words]
    answer = parse_guesses(f"GUESSES: {', '.join(items)}{random.choice(['', ' and stop', ', then stop.'])}", board)
    assert not words or (isinstance(answer, ParsedGuesses) and list(answer.words) == words)


HOSTILE = [
    *("a", "a ", "\n", "a\n", " ", "<", "< ", "<think>", "</think>", "<think>x</think>", "<|im_end|>", "[think]"),
    *("{", '{"a":', "[", '"', "((((", "*", "#", "~~a", "**clue**\n", "_", "- ", "1. ", "9 ", "|", ": "),
    *(
        "CLUE: SEA 2 ",
        "CLUE:\n",
        "GUESSES: WAVE, ",
        "WAVE ",
        "CONSENSUS: YES\n",
        "consensus: consensus: ",
        "clue ",
        "CONSENSUS: NOT ",
    ),
    *("Final answer:\n", "draft:\nCLUE: SEA 2\n\n", "targets ", "avoid ", "NEW ", "n't ", "('sea', 2)\n"),
    *(
        "my clue is ",
        "first ",
        "CLUE: WORD 2\n",
        "candidates:\nx\nclue: a\n",
        "GUESSES: WAVE if ",
        " and stop",
        "\x1b[",
        "\x1b]",
        "\u200b",
        "\u0301",
        "İ",
        "汉",
        "\ud800",
    ),
]


def seconds_to_read(raw: str) -> float:
    """The most processor time that a reader takes."""
    readers: list[Callable[[str], object]] = [
        parse_clue,
        parse_discussion,
        lambda text: parse_guesses(text, BOARD),
        lambda text: parse_intended_targets(text, BOARD),
    ]
    taken = []
    for reader in readers:
        started = time.process_time()
        reader(raw)
        taken.append(time.process_time() - started)
    return max(taken)


@pytest.mark.parametrize("piece", HOSTILE, ids=[repr(piece) for piece in HOSTILE])
def test_no_pattern_goes_back_too_often(piece: str) -> None:
    assert seconds_to_read((piece * 30_000)[:30_000]) < 0.2


@pytest.mark.parametrize("piece", ["<think>", pytest.param("('sea', 2)\n", marks=pytest.mark.soak)])
def test_a_megabyte_is_read_in_time(piece: str) -> None:
    assert seconds_to_read((piece * 1_000_000)[:1_000_000]) < 4


def test_ten_megabytes_are_refused_at_once() -> None:
    started = time.process_time()
    assert parse_clue("<" * 10_000_000) == Unreadable("the answer has 10,000,000 characters; answer in a few lines")
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    "echo",
    [
        "SHIP.\n  refused: there is no verdict; end with one line CONSENSUS: YES or CONSENSUS: NO",
        "SHIP. CONSENSUS: YES/NO",
        "SHIP. Say CONSENSUS: NO, or CONSENSUS: YES",
    ],
)
def test_an_echo_of_what_may_be_said_is_no_verdict(echo: str) -> None:
    assert isinstance(parse_discussion(echo), Unreadable)


@pytest.mark.parametrize(
    ("reasoning", "targets"),
    [
        ("SEA links SHIP and WAVE, avoiding BEAR.", ("SHIP", "WAVE")),
        ("Two of ours.\nTARGETS: SHIP, WAVE\nBEAR is the assassin.", ("SHIP", "WAVE")),
        ("I want my team to find SHIP and NEW YORK, but not BEAR.", ("SHIP", "NEW YORK")),
        ("My intended targets are ship, wave.", ("SHIP", "WAVE")),
        ("Targets:\n- SHIP\n- NEW YORK", ("SHIP", "NEW YORK")),
        ("OCEAN connects SHIP, WAVE. BEAR is too risky.", ("SHIP", "WAVE")),
        ("there are no targets at all", ()),
        ("", ()),
        (None, ()),
    ],
)
def test_targets_are_read_where_nobody_says_which_words_there_are(reasoning: object, targets: tuple[str, ...]) -> None:
    assert parse_intended_targets(reasoning) == targets
    assert parse_intended_targets(reasoning, ["WAVE", "NEW YORK", "SHIP", "BEAR"]) == targets
    assert parse_intended_targets(reasoning, []) == ()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("GUESSES: 🐱 cat face, 🐶 dog", ("🐱 cat face", "🐶 dog")),
        ("GUESSES: cat face, dog", ("🐱 cat face", "🐶 dog")),
        ("GUESSES: Cat-Face, 🐶", ("🐱 cat face", "🐶 dog")),
        ("🐶, SHIP", ("🐶 dog", "SHIP")),
    ],
)
def test_an_emoji_on_the_board_is_guessed_by_itself_or_by_its_name(answer: str, words: tuple[str, ...]) -> None:
    board = ("🐱 cat face", "🐶 dog", "SHIP")
    assert parse_guesses(answer, board) == ParsedGuesses(words)
