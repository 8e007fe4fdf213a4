"""Why a game ended as it did, in one sentence, of which every word follows from the events.

Pure. "Ahead" means fewer words left. Beside the verdict (`codenames_tui.ui.wording.verdict`), which says who won and by
which rule, this says what decided it: the turning point, where chances are known, else the last turn.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from codenames_core.game.config import Team
from codenames_core.game.events import Clue, Guess, GuessKind, Pass, Reveal
from codenames_core.game.state import GameState, Outcome, Termination, initialize_game
from codenames_core.game.timeline import Timeline
from codenames_core.text.plurals import plural
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.highlights import TurningPoint, turning_point
from codenames_core.watch.turn_log import LoggedTurn, RaceStanding, Step, turn_log
from codenames_tui.ui.wording import OneLine, clue_of, name_of, verdict

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def explanation(outcome: Outcome | None, timeline: Timeline, line: OneLine = one_line) -> str:
    """Return what decided a game; nothing for one that goes on, or whose events tell of no such end.

    Args:
        outcome: how the game ended.
        timeline: the whole game.
        line: cleans words of agents and files.
    """
    log = turn_log(timeline)
    if outcome is None or not log:
        return ""
    if outcome.winner is None:
        left = log[-1].after
        return f"RED had {_words(left.red)} left and BLUE {_number(left.blue)}."
    if outcome != timeline.last_state.outcome:
        return ""
    last = log[-1]
    match outcome.termination:
        case Termination.ASSASSIN | Termination.OPPONENT_COMPLETED:
            return _lost_by_a_guess(last, line)
        case Termination.ALL_WORDS if last.team is not outcome.winner:
            return _lost_by_a_penalty(last, line)
        case _:
            point = turning_point(timeline, log)
            return _last_words(last, line) if point is None or point.turn is last else _turned(point, log, line)


def verdict_and_why(outcome: Outcome | None, state: GameState, line: OneLine = one_line) -> str:
    """Return who won and by which rule, and what decided it, where that is known.

    Args:
        outcome: how the game ended.
        state: after all its events.
        line: cleans words of agents and files.
    """
    timeline = Timeline(initialize_game(state.config, state.board), state.public_transcript)
    return f"{verdict(outcome, state)} {explanation(outcome, timeline, line)}".rstrip()


def _lost_by_a_guess(last: LoggedTurn, line: OneLine) -> str:
    """Return how the losers stood when they guessed the card that ended the game."""
    step, loser = last.steps[-1], last.team
    what = f"guessed {_word(step, line)}{_for(last, line)} in turn {last.number}"
    if isinstance(step.event, Guess) and step.event.result is GuessKind.OPPONENT:
        return f"{name_of(loser)} had {_words(step.after.left(loser))} left itself when it {what}."
    lead = step.after.lead_of(loser)
    if not lead:
        return f"The teams were level when {name_of(loser)} {what}."
    if lead > 0:
        return f"{name_of(loser)} was {_words(lead)} ahead when it {what}."
    return f"{name_of(loser)} was {_words(-lead)} behind when it {what}."


def _lost_by_a_penalty(last: LoggedTurn, line: OneLine) -> str:
    card = f"{_word(last.steps[-1], line)}, the last word of {name_of(last.team.other)}"
    return f"An illegal clue of {name_of(last.team)} in turn {last.number} revealed {card}."


def _last_words(last: LoggedTurn, line: OneLine) -> str:
    """Return with which clue the winners found what they had left."""
    others = f"when {name_of(last.team.other)} had {_words(last.after.left(last.team.other))} left"
    found = f"found {_last(last.found)}{_with(last, line)} in turn {last.number}"
    return f"{name_of(last.team)} {found}, {others}."


def _turned(point: TurningPoint, log: Sequence[LoggedTurn], line: OneLine) -> str:
    if point.turn.team is point.winner:
        return _won_ground(point, log, line)
    then = _answer(point, log) or _score(point.turn)
    return f"In turn {point.turn.number} {_let_go(point, line)}, {then}."


def _won_ground(point: TurningPoint, log: Sequence[LoggedTurn], line: OneLine) -> str:
    """Return what the winners found in the turn that raised their chance most, and how they stood then."""
    turn, winner = point.turn, point.winner
    before, after = turn.before.lead_of(winner), turn.after.lead_of(winner)
    later = [step.after.lead_of(winner) for each in log if each.number > turn.number for step in each.steps]
    if before <= 0 < after:
        stood = "went ahead for good" if all(lead > 0 for lead in later) else "went ahead"
    elif after == 0:
        stood = "drew level"
    elif after > 0:
        stood = f"was {_words(after)} ahead"
    else:
        stood = f"was {_words(-after)} behind"
    return f"{name_of(winner)} found {_words(turn.found)}{_with(turn, line)} in turn {turn.number} and {stood}."


def _let_go(point: TurningPoint, line: OneLine) -> str:
    """Return what the losers did in the turn that raised the winners' chance most."""
    turn = point.turn
    step = turn.steps[-1]
    loser = f"{name_of(turn.team)}{_from_winning(step.after, turn.team)}"
    event = step.event
    match event:
        case Guess(result=GuessKind.NEUTRAL):
            return f"{loser} guessed {_word(step, line)}, which was neutral"
        case Guess(result=GuessKind.OPPONENT):
            return f"{loser} guessed {_word(step, line)}, a word of {name_of(point.winner)}"
        case Reveal():
            return f"{loser} gave an illegal clue, which revealed {_word(step, line)} of {name_of(point.winner)}"
        case Guess() | Clue() | Pass():
            return f"{name_of(turn.team) if turn.found else loser} found {_words(turn.found)}"
        case _:
            assert_never(event)


def _from_winning(standing: RaceStanding, team: Team) -> str:
    left = standing.left(team)
    return f", {_words(left)} from winning," if left <= 2 else ""


def _answer(point: TurningPoint, log: Sequence[LoggedTurn]) -> str:
    """Return what the winners made of it, where they won in the next turn."""
    last = log[-1]
    if last.number != point.turn.number + 1:
        return ""
    return f"and {name_of(point.winner)} found {_last(last.found)} in the next turn"


def _score(turn: LoggedTurn) -> str:
    """Return how the team of `turn` stood at its end."""
    lead = turn.after.lead_of(turn.team)
    if not lead:
        return "and the teams were level"
    return f"though it stayed {_words(lead)} ahead" if lead > 0 else f"and was {_words(-lead)} behind"


def _word(step: Step, line: OneLine) -> str:
    return line(step.event.word) if isinstance(step.event, Guess | Reveal) else ""


def _with(turn: LoggedTurn, line: OneLine) -> str:
    return f" with the clue {clue_of(turn.clue, line)}" if turn.clue else ""


def _for(turn: LoggedTurn, line: OneLine) -> str:
    return f" for {clue_of(turn.clue, line)}" if turn.clue else ""


def _words(count: int) -> str:
    """Return so many words: `two words`."""
    return f"{_number(count)} {plural(count, 'word')}"


def _last(count: int) -> str:
    return "its last word" if count == 1 else f"its last {_words(count)}"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count}"
