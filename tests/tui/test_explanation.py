"""Why a game ended as it did: every claim of the sentence is read back and checked against the events."""

import re
from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st
from tests.games import ASSASSIN, BLUE_WORDS, BOARD, NEUTRAL_WORDS, RED_WORDS, clue, rest, touch
from tests.whole_games import whole_game

from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import Event, Guess, GuessKind, Reveal
from codenames_core.game.state import GameState, Outcome, Termination, initialize_game
from codenames_core.game.timeline import Timeline
from codenames_tui.ui.prose.explanation import explanation
from codenames_tui.ui.wording import name_of

RED, BLUE = Team.RED, Team.BLUE
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TEAM = "(RED|BLUE)"
COUNT = f"({'|'.join(NUMBERS)})"
CLUE = r"(\S+ \S+)"
DRAWN = re.compile(rf"RED had {COUNT} words? left and BLUE {COUNT}\.")
GUESSED = re.compile(
    rf"(?:{TEAM} had {COUNT} words? left itself|(The teams were level)|{TEAM} was {COUNT} words? (ahead|behind))"
    rf" when (?:it|{TEAM}) guessed (\S+) for {CLUE} in turn (\d+)\."
)
PENALTY = re.compile(rf"An illegal clue of {TEAM} in turn (\d+) revealed (\S+), the last word of {TEAM}\.")
LAST = re.compile(
    rf"{TEAM} found its last (?:word|{COUNT} words) with the clue {CLUE} in turn (\d+),"
    rf" when {TEAM} had {COUNT} words? left\."
)
FOUND = re.compile(
    rf"{TEAM} found {COUNT} words? with the clue {CLUE} in turn (\d+) and"
    rf" (?:(went ahead)( for good)?|(drew level)|was {COUNT} words? (ahead|behind))\."
)
LET_GO = re.compile(
    rf"In turn (\d+) {TEAM}(?:, {COUNT} words? from winning,)?"
    rf" (?:guessed (\S+), (?:which was (neutral)|a word of {TEAM})|gave an illegal clue, which revealed (\S+) of {TEAM}"
    rf"|found {COUNT} words?),"
    rf" (?:and {TEAM} found its last (?:word|{COUNT} words) in the next turn|and (the teams were level)"
    rf"|though it stayed {COUNT} words? ahead|and was {COUNT} words? behind)\."
)


def clue_said(event: Event | None) -> str:
    return str(event).upper().replace("UNLIMITED", "unlimited")


def lead(state: GameState, team: Team) -> int:
    return state.words_left(team.other) - state.words_left(team)


class Game:
    """What a claim is checked against: the states and the events, turn by turn."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.starts = timeline.turn_starts

    def before(self, turn: int) -> GameState:
        return self.timeline.state_at(self.starts[turn - 1])

    def after(self, turn: int) -> GameState:
        return self.timeline.state_at(self.starts[turn] if turn < len(self.starts) else len(self.timeline))

    def events(self, turn: int) -> list[Event]:
        end = self.starts[turn] if turn < len(self.starts) else len(self.timeline)
        return list(self.timeline.events_between(self.starts[turn - 1], end))

    def found(self, turn: int) -> int:
        return sum(isinstance(event, Guess) and event.result is GuessKind.CORRECT for event in self.events(turn))


def check(timeline: Timeline, sentence: str) -> str:
    """Check every claim of `sentence`, and return which kind of sentence it is."""
    game, last = Game(timeline), timeline.last_state
    turns = len(game.starts)
    if match := DRAWN.fullmatch(sentence):
        assert [NUMBERS.index(count) for count in match.groups()] == [last.words_left(RED), last.words_left(BLUE)]
        return "drawn"
    if match := GUESSED.fullmatch(sentence):
        itself, left, level, ahead, by, way, also, word, said, turn = match.groups()
        loser = last.turn.team
        assert (itself or ahead or also) == name_of(loser)
        assert int(turn) == turns
        guess = timeline.event(len(timeline) - 1)
        assert isinstance(guess, Guess)
        assert (guess.word, clue_said(last.turn.clue)) == (word, said)
        assert last.winner is loser.other
        if itself:
            assert guess.card.team is loser.other
            assert NUMBERS.index(left) == last.words_left(loser)
        else:
            assert word == ASSASSIN
            assert lead(last, loser) == (0 if level else NUMBERS.index(by) * (1 if way == "ahead" else -1))
        return "guess"
    if match := PENALTY.fullmatch(sentence):
        team, turn, word, owner = match.groups()
        reveal = timeline.event(len(timeline) - 1)
        assert isinstance(reveal, Reveal)
        assert (name_of(reveal.team), int(turn), reveal.word) == (team, turns, word)
        assert last.winner is not None
        assert name_of(last.winner) == owner
        return "penalty"
    if match := LAST.fullmatch(sentence):
        team, count, said, turn, other, left = match.groups()
        assert last.winner is not None
        assert (name_of(last.winner), int(turn), clue_said(last.turn.clue)) == (team, turns, said)
        assert game.found(turns) == NUMBERS.index(count or "one") == game.before(turns).words_left(last.winner)
        assert (other, NUMBERS.index(left)) == (name_of(last.winner.other), last.words_left(last.winner.other))
        return "last words"
    if match := FOUND.fullmatch(sentence):
        team, count, said, turn, ahead, for_good, level, by, way = match.groups()
        number, winner = int(turn), last.winner
        assert winner is not None
        assert name_of(winner) == team
        assert game.found(number) == NUMBERS.index(count)
        assert said == clue_said(game.events(number)[0])
        now = lead(game.after(number), winner)
        if ahead:
            assert lead(game.before(number), winner) <= 0 < now
            later = [lead(timeline.state_at(at), winner) for at in range(game.starts[number], len(timeline) + 1)]
            assert bool(for_good) == all(each > 0 for each in later)
        else:
            assert now == (0 if level else NUMBERS.index(by) * (1 if way == "ahead" else -1))
        return "found"
    match = LET_GO.fullmatch(sentence)
    assert match, sentence
    turn, team, short, word, neutral, owner, revealed, of, count, winner_, words, level, stayed, behind = match.groups()
    number, loser = int(turn), Team(team.lower())
    assert last.winner is loser.other
    assert game.before(number).turn.team is loser
    end, left = game.after(number), game.after(number).words_left(loser)
    assert (NUMBERS.index(short) == left) if short else left > 2 or game.found(number)
    if word or revealed:
        card = game.events(number)[-1]
        assert isinstance(card, Reveal if revealed else Guess)
        assert card.word == (word or revealed)
        assert card.card.value == ("neutral" if neutral else (owner or of).lower())
    else:
        assert game.found(number) == NUMBERS.index(count)
    if winner_:
        assert winner_ == name_of(loser.other)
        assert number + 1 == turns
        assert game.found(turns) == NUMBERS.index(words or "one") == end.words_left(loser.other)
    else:
        assert lead(end, loser) == (0 if level else NUMBERS.index(stayed) if stayed else -NUMBERS.index(behind))
    return "let go"


@given(st.integers(0, 2**32))
@example(0)
def test_every_claim_is_true(seed: int) -> None:
    timeline = whole_game(seed)
    check(timeline, explanation(timeline.last_state.outcome, timeline))


def test_games_end_in_every_way_that_is_explained() -> None:
    kinds = Counter(check(game, explanation(game.last_state.outcome, game)) for game in map(whole_game, range(150)))
    assert set(kinds) == {"drawn", "guess", "penalty", "last words", "found", "let go"}


def timeline(*events: Event, config: GameConfig | None = None) -> Timeline:
    return Timeline(initialize_game(config or GameConfig(), BOARD), events)


def test_what_was_not_decided_by_the_events_is_not_explained() -> None:
    begun = timeline(clue(RED, "sea", 2), touch(RED, RED_WORDS[0]))
    assert explanation(None, begun) == ""
    assert explanation(Outcome(RED, Termination.ALL_WORDS), begun) == ""  # a file may claim anything
    assert explanation(Outcome(None, Termination.ABORTED), timeline()) == ""
    assert explanation(Outcome(None, Termination.ABORTED), begun) == "RED had eight words left and BLUE eight."


def test_the_assassin_and_a_gift_are_told_with_the_clue_and_the_score() -> None:
    lost = timeline(clue(RED, "sea", 2), touch(RED, RED_WORDS[0]), touch(RED, ASSASSIN))
    assert (
        explanation(lost.last_state.outcome, lost)
        == "The teams were level when RED guessed MARBLE for SEA 2 in turn 1."
    )
    given: list[Event] = []
    for word, neutral in zip(BLUE_WORDS[:-1], [*NEUTRAL_WORDS, ""], strict=False):
        given += [clue(RED, "sea", 1), touch(RED, word)]
        given += [clue(BLUE, "sky", 1), touch(BLUE, neutral) if neutral and neutral != ASSASSIN else rest(BLUE)]
    gift = timeline(*given, clue(RED, "sea", 3), touch(RED, RED_WORDS[0]), touch(RED, BLUE_WORDS[-1]))
    assert gift.last_state.outcome == Outcome(BLUE, Termination.OPPONENT_COMPLETED)
    sentence = explanation(gift.last_state.outcome, gift)
    assert sentence == "RED had eight words left itself when it guessed VIOLIN for SEA 3 in turn 15."


def test_words_of_others_are_cleaned() -> None:
    hostile = timeline(clue(RED, "se\x1b[31ma\n", 2), touch(RED, ASSASSIN))
    assert "\x1b" not in explanation(hostile.last_state.outcome, hostile)
