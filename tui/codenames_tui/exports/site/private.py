"""What is published of a game and of a report: nothing that was private to whoever ran it.

Of a record, prompts, raw replies, requests and reasoning are left out, and of its metadata all but a few known facts;
addresses and paths are taken out of every text that is not said in the game. Where a spec names a server or a key, its
label leaves both out already (`AgentConfig.label`); here they are left out of the record itself.
"""

import re
from collections.abc import Iterable
from typing import Final

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, TeamConfig
from codenames_core.game.events import DiscussionMessage, Event
from codenames_core.game.traces import turn_traces
from codenames_tui.ui.prose.narration import KNOWN_OFFLINE

_KEPT_METADATA: Final = ("created", KNOWN_OFFLINE)
_ADDRESS: Final = re.compile(r"\b(?:https?|wss?|tcp|ftp)://[^\s|)`\"'<>]+", re.IGNORECASE)
_PART: Final = r"[\w.@-]+(?: [\w.@-]+)*"
_PATH: Final = re.compile(rf"(?<![\w./:])(?:~|[A-Za-z]:)?[/\\](?:{_PART}[/\\])+[\w.@-]*|\b[A-Za-z]:\\[\w.@-]+")


def without_addresses(text: str) -> str:
    """Return a text without addresses of servers and without paths of files.

    >>> without_addresses("asked http://10.0.0.1:8080/v1 with /home/me/words.txt, 3/4 found")
    'asked (address) with (path), 3/4 found'
    """
    return _PATH.sub("(path)", _ADDRESS.sub("(address)", text))


def public_record(record: EpisodeRecord, *, with_prompts: bool = False) -> EpisodeRecord:
    """Return the game as it may be published.

    Args:
        record: the game.
        with_prompts: whether what models were sent, and what came back, is kept.
    """
    config = record.config.model_copy(update={"word_list": without_addresses(record.config.word_list)})
    return record.model_copy(
        update={
            "config": config,
            "teams": {team: _public_team(line_up) for team, line_up in record.teams.items()},
            "public_transcript": [_public_event(event) for event in record.public_transcript],
            "traces": turn_traces(_public_traces(record.decisions(), with_prompts=with_prompts)),
            "seat_changes": [_public_change(change) for change in record.seat_changes],
            "metadata": {name: record.metadata[name] for name in _KEPT_METADATA if name in record.metadata},
        }
    )


def _public_agent(agent: AgentConfig) -> AgentConfig:
    extra = {name: value for name, value in (agent.extra or {}).items() if isinstance(value, int | float)}
    return agent.model_copy(
        update={
            "spec": without_addresses(agent.spec),
            "api_base": None,
            "key_variable": None,
            "persona": None,
            "extra": extra or None,
        }
    )


def _public_team(team: TeamConfig) -> TeamConfig:
    seats = {name: _public_agent(getattr(team, name)) for name in ("cluer", "guesser_1", "guesser_2")}
    return team.model_copy(update=seats)


def _public_change(change: SeatChange) -> SeatChange:
    return change.model_copy(update={"agent": _public_agent(change.agent)})


def _public_event(event: Event) -> Event:
    """Return what happened; a reason for silence may quote an error of a provider."""
    if isinstance(event, DiscussionMessage) and event.skipped is not None:
        return event.model_copy(update={"skipped": without_addresses(event.skipped)})
    return event


def _public_traces(traces: Iterable[AgentTrace], *, with_prompts: bool) -> list[AgentTrace]:
    """Return what is known of decisions: when they were, what clues were meant for, and which tries were refused."""
    return [
        AgentTrace(
            seat=trace.seat,
            question=trace.question,
            turn=trace.turn,
            at=trace.at,
            answer=trace.answer,
            intended_targets=trace.intended_targets,
            failure=trace.failure,
            refused=tuple(
                refused.model_copy(update={"raw": "", "reasoning": "", "reason": without_addresses(refused.reason)})
                for refused in trace.refused
            ),
            messages=trace.messages if with_prompts else (),
            raw=trace.raw if with_prompts else "",
            picture=trace.picture if with_prompts else None,
        )
        for trace in traces
    ]
