"""What agents were sent and what they answered, for whoever publishes prompts: the end of a page, folded away."""

import json
from collections.abc import Iterator
from html import escape

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace
from codenames_core.text.sanitiser import clean, one_line
from codenames_tui.exports.page.seen_pictures import SeenPictures
from codenames_tui.ui.wording import seat_of


def asked_section(record: EpisodeRecord) -> Iterator[str]:
    """Yield the decisions of which a prompt or a raw reply is known."""
    decisions = [trace for trace in record.decisions() if trace.messages or trace.raw]
    if not decisions:
        return
    pictures = SeenPictures(record)
    yield "<details><summary>What the models were sent, and what they answered</summary>"
    for trace in decisions:
        yield f"<details><summary>{_what(trace)}</summary>"
        yield from pictures.of(trace)
        for message in trace.messages:
            content = message.get("content")
            text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
            yield f"<p>{escape(one_line(str(message.get('role', ''))))}</p><pre>{escape(clean(text))}</pre>"
        yield f"<p>answer</p><pre>{escape(clean(trace.raw))}</pre></details>"
    yield "</details>"


def _what(trace: AgentTrace) -> str:
    seat = seat_of(trace.seat) if trace.seat else "?"
    return f"Turn {trace.turn or 0}, {seat}: {trace.question or ''}"
