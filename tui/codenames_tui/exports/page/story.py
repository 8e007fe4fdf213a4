"""The written part of a page: the talk, event by event, the clue log, and how the game ended, as HTML.

All of it stands in the page as text, so that it can be read and printed without scripts; `data-at` says from which
position on a part is shown.
"""

from collections.abc import Iterator
from html import escape
from typing import Final, assert_never

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Role, Rules, Seat, Team
from codenames_core.game.events import (
    Clue,
    DiscussionMessage,
    Event,
    Guess,
    GuessKind,
    Pass,
    PassReason,
    Reveal,
    UnknownEvent,
)
from codenames_core.game.timeline import Timeline
from codenames_core.text.sanitiser import clean, one_line
from codenames_core.watch.highlights import highlights
from codenames_core.watch.turn_log import LoggedTurn, Step, turn_log
from codenames_tui.game.ending.ending import FinalScore, final_score, headline_of, landmarks_of
from codenames_tui.ui.lines.lines import UNICODE
from codenames_tui.ui.prose.explanation import explanation
from codenames_tui.ui.prose.narration import GameNarration, NarratedEvent
from codenames_tui.ui.prose.speech import in_words, parts
from codenames_tui.ui.wording import (
    format_change,
    format_guess,
    format_pass,
    format_reveal,
    format_silence,
    format_unknown,
    name_of,
    seat_of,
    verdict,
)

_GUESS_SIGNS: Final = {
    GuessKind.CORRECT: "✓",
    GuessKind.NEUTRAL: "–",
    GuessKind.OPPONENT: "✗",
    GuessKind.ASSASSIN: "☠",
}


def introduction(record: EpisodeRecord) -> Iterator[str]:
    """Yield who sat down, and who moves first, as the first item of the talk."""
    state = record.initial_state()
    first = state.turn.team
    yield '<li class="intro" data-at="0"><dl>'
    for team, line_up in record.seated_first.items():
        for role, agent in zip(Role, (line_up.cluer, line_up.guesser_1, line_up.guesser_2), strict=True):
            if role is Role.GUESSER_2 and not record.config.discussion:
                continue  # the first one guesses alone
            yield f"<div><dt>{seat_of(Seat.of(team, role))}</dt><dd>{escape(one_line(agent.label, 80))}</dd></div>"
    mode = record.config.mode.replace("_", " ")
    words = state.words_left(first)
    yield f"</dl><p>A {mode} game. {name_of(first)} moves first and has {words} words to find.</p>"
    yield f'<p class="rules">{" ".join(_rules(record.config))}</p></li>'


def _rules(rules: Rules) -> Iterator[str]:
    """Yield how the game goes, for whoever has never played it."""
    knows = "who does not know either whose words they are" if rules.blind else "who alone knows whose words they are"
    yield f"In each turn the cluer, {knows}, says one word and how many cards it is about."
    told = "Its guessers talk about which ones" if rules.discussion else "Its guesser works out which ones"
    yield f"{told}, and turn card after card until one is not their own."
    yield "The team wins whose words are all found first;"
    yield "whoever turns the assassin ☠ loses at once." if rules.assassin_count else "there is no assassin."


def story_items(narration: GameNarration, *, with_targets: bool) -> Iterator[str]:
    """Yield the items of the talk: each event, and a heading where a turn begins."""
    timeline = narration.timeline
    for position, (event, told) in enumerate(zip(timeline.events, narration.events, strict=True), 1):
        if told.heading is not None:
            turn = f"Turn {told.turn}, {name_of(told.team)}"
            yield f'<li class="heading {told.team}" data-at="{position}"><h3>{turn}</h3></li>'
        body = "".join(_event(event, told, with_targets=with_targets))
        note = f'<p class="note">does not follow: {escape(one_line(told.note))}</p>' if told.note else ""
        yield f'<li class="event {_kind(event)} {told.team}" data-at="{position}">{body}{note}</li>'


def _kind(event: Event) -> str:
    match event:
        case Clue():
            return "clue"
        case DiscussionMessage():
            return f"message {event.seat.role.replace('_', '-')}"
        case Guess():
            return f"guess {event.result}"
        case Pass() | Reveal() | UnknownEvent():
            return "move"
        case _:
            assert_never(event)


def _event(event: Event, told: NarratedEvent, *, with_targets: bool) -> Iterator[str]:
    match event:
        case Clue():
            yield f'<p class="who">{name_of(event.team)} cluer</p>'
            word, number = escape(one_line(event.word).upper()), escape(one_line(str(event.number)))
            yield f'<p class="said"><strong>{word}</strong> <span class="times">×</span>{number}</p>'
            if told.targets and with_targets:
                yield f'<p class="meant">meant for {escape(", ".join(told.targets))}</p>'
        case DiscussionMessage():
            yield from _message(event)
        case Guess():
            sign = _GUESS_SIGNS[event.result]
            yield f'<p><span class="sign" aria-hidden="true">{sign}</span> {escape(format_guess(event))}</p>'
        case Pass():
            yield f"<p>{escape(format_pass(event))}</p>"
        case Reveal():
            yield f"<p>Penalty: {escape(format_reveal(event))}</p>"
        case UnknownEvent():
            yield f"<p>An {escape(format_unknown(event))}</p>"
        case _:
            assert_never(event)


def _message(message: DiscussionMessage) -> Iterator[str]:
    who = seat_of(message.seat)
    if message.skipped is not None:
        yield f'<p class="who">{who}</p><p class="silent">{escape(format_silence(message.skipped))}</p>'
        return
    agrees = '<span class="agrees">agrees</span>' if message.consensus else ""
    yield f'<p class="who">{who} {agrees}</p>'
    speech = parts(clean(message.text))
    yield from (f"<p>{escape(line)}</p>" for line in speech.prose)
    yield from (f'<p class="aside">{escape(in_words(line))}</p>' for line in speech.asides)


def clue_log(timeline: Timeline) -> Iterator[str]:
    """Yield the turns, each with its clue, what was guessed, and what became of its team's chance."""
    for turn in turn_log(timeline):
        clue = turn.clue
        said = "no clue" if clue is None else f"{one_line(clue.word).upper()} ×{one_line(str(clue.number))}"
        yield f'<li class="{turn.team}" data-at="{turn.begins}">'
        yield f'<button type="button" data-go="{turn.begins}"><span class="hush">Turn </span>'
        yield f'<span class="number">{turn.number}</span><span class="hush">, {name_of(turn.team)}</span>'
        yield f" <strong>{escape(said)}</strong></button>"
        yield f'<span class="cards">{"".join(_log_cards(turn))}</span>{_change(turn)}</li>'


def _log_cards(turn: LoggedTurn) -> Iterator[str]:
    for step in turn.cards:
        event = step.event
        if isinstance(event, Guess):
            sign = f'<span aria-hidden="true">{_GUESS_SIGNS[event.result]}</span>'
            kind = f'<span class="hush"> {_RESULTS[event.result]}</span>'
            word = escape(one_line(event.word))
            yield f'<span class="card {event.result}" data-at="{step.position}">{word} {sign}{kind}</span> '
        elif isinstance(event, Reveal):
            word = escape(one_line(event.word))
            yield f'<span class="card penalty" data-at="{step.position}">{word} revealed</span> '
    if how := _stopped(turn.steps[-1]):
        yield f'<span class="card pass" data-at="{turn.ends}">{how}</span>'


_RESULTS: Final = {
    GuessKind.CORRECT: "right",
    GuessKind.NEUTRAL: "neutral",
    GuessKind.OPPONENT: "wrong team",
    GuessKind.ASSASSIN: "assassin",
}


def _stopped(last: Step) -> str:
    if not isinstance(last.event, Pass):
        return ""
    return "forfeited" if last.event.reason is PassReason.FORFEITED else "stopped"


def _change(turn: LoggedTurn) -> str:
    change = format_change(turn.team, turn.before.chance_of(turn.team), turn.after.chance_of(turn.team), "→")
    return f'<span class="change" data-at="{turn.ends}">{change}</span>' if change else ""


def ending_card(record: EpisodeRecord, timeline: Timeline) -> Iterator[str]:
    """Yield how the game ended: who won, why, the score, and three places to go to."""
    outcome = record.outcome
    winner = "" if outcome is None or outcome.winner is None else str(outcome.winner)
    headline = "NOT FINISHED" if outcome is None else headline_of(outcome)
    yield f'<li class="ending {winner}" data-at="{len(timeline)}" id="ending">'
    yield f"<h3>{headline}</h3>"
    yield f"<p>{escape(verdict(outcome, timeline.last_state))}</p>"
    if why := explanation(outcome, timeline):
        yield f'<p class="why">{escape(why)}</p>'
    log = turn_log(timeline)
    yield "<ul>" + "".join(_score(final_score(team, timeline.last_state, log)) for team in Team) + "</ul>"
    if places := [*landmarks_of(highlights(timeline, log), UNICODE)] if outcome else []:
        yield '<ul class="landmarks">'
        for place in places:
            change = f' <span class="change">{escape(place.change)}</span>' if place.change else ""
            yield f'<li><button type="button" data-go="{place.position}"><b>{place.name}</b> {escape(place.what)}'
            yield f"{change}</button></li>"
        yield "</ul>"
    yield "</li>"


def _score(score: FinalScore) -> str:
    given = f", given by {name_of(score.team.other)} {score.given}" if score.given else ""
    return f"<li><b>{name_of(score.team)}</b> found {score.found}{given}, left {score.left}</li>"
