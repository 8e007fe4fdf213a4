"""What is told where a game has ended: who won, how many words each team found, why, and three places to go to."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from codenames_core.game.config import Team
from codenames_core.game.events import Guess, GuessKind, Reveal
from codenames_core.game.state import GameState, Outcome, Termination
from codenames_core.watch.highlights import Highlights, TurningPoint
from codenames_core.watch.turn_log import LoggedTurn
from codenames_tui.game.ending.summary import GameSummary, summary_of
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.prose.explanation import explanation
from codenames_tui.ui.wording import clue_of, format_change, name_of


class FinalScore(NamedTuple):
    """Where the words of one team have gone."""

    team: Team
    found: int
    """By its own guesses."""
    given: int
    """Revealed by the other team."""
    left: int


class Landmark(NamedTuple):
    """A place of the game that is worth a look."""

    name: str
    what: str
    """What happened there; clean."""
    change: str
    """What became of a team's chance by it; may be empty."""
    position: int


class GameEnding(NamedTuple):
    """Everything that is told of the end of a game."""

    headline: str
    winner: Team | None
    scores: tuple[FinalScore, ...]
    why: str
    """In a sentence; may be empty."""
    landmarks: tuple[Landmark, ...]
    summary: GameSummary | None = None
    """How it was played, where that can be measured."""


def ending_at(view: Viewpoint, log: Sequence[LoggedTurn], places: Highlights, glyphs: Glyphs) -> GameEnding | None:
    """Return the end of a game; None anywhere else, and for a game that has no end.

    Args:
        view: from where the game is looked at.
        log: the turns of the game.
        places: what decided it.
        glyphs: what it is drawn with.
    """
    outcome = view.session.standing.outcome
    if outcome is None or not view.is_final:
        return None
    scores = tuple(final_score(team, view.state, log) for team in Team)
    why = explanation(outcome, view.timeline, glyphs.line)
    metrics = view.session.metrics
    summary = summary_of(metrics, glyphs) if metrics else None
    return GameEnding(headline_of(outcome), outcome.winner, scores, why, tuple(landmarks_of(places, glyphs)), summary)


def headline_of(outcome: Outcome) -> str:
    """Return how a game ended in two words: `BLUE WINS`."""
    if outcome.winner is not None:
        return f"{name_of(outcome.winner)} WINS"
    return "DRAW" if outcome.termination is Termination.TURN_LIMIT else "NO WINNER"


def final_score(team: Team, state: GameState, log: Sequence[LoggedTurn]) -> FinalScore:
    """Return where the words of `team` have gone, from the state after all events and the turns of the game."""
    cards = [(turn.team, step.event) for turn in log for step in turn.steps]
    own = [by for by, event in cards if isinstance(event, Guess | Reveal) and event.card.team is team]
    return FinalScore(team, own.count(team), own.count(team.other), state.words_left(team))


def landmarks_of(places: Highlights, glyphs: Glyphs) -> Iterator[Landmark]:
    """Yield the places of a game that are worth a look, as far as it has them."""
    if point := places.turning_point:
        before, after = point.turn.before.chance_of(point.winner), point.turn.after.chance_of(point.winner)
        what = f"turn {point.turn.number}: {_what_turned(point, glyphs)}"
        yield Landmark("Turning point", what, format_change(point.winner, before, after, glyphs.arrow), point.position)
    if best := places.best_clue:
        what = f"turn {best.turn.number}: {_clue(best.turn, glyphs)}"
        yield Landmark("Best clue", what, f"{best.found} found", best.position)
    if wrong := places.costliest_guess:
        team, word = wrong.turn.team, glyphs.line(wrong.guess.word)
        what = f"turn {wrong.turn.number}: {word}, {_CARDS[wrong.guess.result]}"
        change = format_change(team, wrong.before.chance_of(team), wrong.step.after.chance_of(team), glyphs.arrow)
        yield Landmark("Costliest guess", what, change, wrong.position)


_CARDS: Final = {
    GuessKind.NEUTRAL: "neutral",
    GuessKind.OPPONENT: "wrong team",
    GuessKind.ASSASSIN: "assassin",
    GuessKind.CORRECT: "right",
}


def _clue(turn: LoggedTurn, glyphs: Glyphs) -> str:
    if turn.clue is None:
        return f"{name_of(turn.team)} without a clue"
    return f"{name_of(turn.team)} {clue_of(turn.clue, glyphs.line, glyphs.times)}"


def _what_turned(point: TurningPoint, glyphs: Glyphs) -> str:
    """Return the guess by which the game turned, and for which clue; or the clue itself, where that turned it."""
    turn, event = point.turn, point.decisive.event
    if isinstance(event, Guess) and turn.team is not point.winner:
        return f"{name_of(turn.team)} hit {glyphs.line(event.word)}"
    if isinstance(event, Guess) and turn.clue:
        return f"{glyphs.line(event.word)} for {clue_of(turn.clue, glyphs.line, glyphs.times)}"
    return _clue(turn, glyphs)
