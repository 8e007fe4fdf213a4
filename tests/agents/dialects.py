"""How thinking models put thoughts and answers on the wire: one row a dialect, one function a shape.

A shape turns what a model thinks and says into the bytes that its server sends, whole or in pieces. The rows name where
each is documented; `docs/thinking-models.md` is the same table for people.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from tests.fake_provider import Json, Request

from codenames_agents.providers.endpoints import provider_of
from codenames_agents.providers.transport import Endpoint

THOUGHTS: Final = "Is it this?\nCLUE: TRAP\nNUMBER: 9\nGUESSES: PASS\nCONSENSUS: NO\n\nNo, that is not it."
"""A draft in each form of an answer, which is taken back: nothing of it may be played."""
TOKENS_OUT: Final = 70
TOKENS_OF_THOUGHTS: Final = 50
PIECE: Final = 9
"""Characters of a piece of a stream."""

Event: TypeAlias = tuple[str, Json | str]
"""The name of an event of a stream, empty where they have none, and its content."""


@dataclass(frozen=True)
class Shape:
    """The form of an answer, as a whole and in pieces."""

    whole: Callable[[str, str], Json]
    """Of thoughts and text."""
    pieces: Callable[[str, str], Iterable[Event]]
    in_lines: bool = False
    """Whether a stream is JSON lines, and not events."""


def cut(text: str) -> list[str]:
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


# Chat completions, as OpenAI has them, with a field for thoughts beside `content`

USAGE: Final = {
    "prompt_tokens": 40,
    "completion_tokens": TOKENS_OUT,
    "total_tokens": 40 + TOKENS_OUT,
    "completion_tokens_details": {"reasoning_tokens": TOKENS_OF_THOUGHTS},
}
UNCOUNTED: Final = {name: count for name, count in USAGE.items() if name != "completion_tokens_details"}


def chat(
    fields: Callable[[str], Json] = lambda thought: {},
    *,
    content: Callable[[str, str], str | None] = lambda thoughts, text: text,
    usage: Json = USAGE,
) -> Shape:
    """Chat completions: `fields` hold a piece of thought, `content` what the field of that name holds."""

    def body(kind: str, choices: list[Json], **more: Any) -> Json:
        return {"id": "1", "object": kind, "created": 1_700_000_000, "model": "thinker-2026", "choices": choices} | more

    def whole(thoughts: str, text: str) -> Json:
        message = {"role": "assistant", "content": content(thoughts, text), **fields(thoughts)}
        return body("chat.completion", [{"index": 0, "message": message, "finish_reason": "stop"}], usage=usage)

    def delta(change: Json, finish: str | None = None) -> Event:
        return "", body("chat.completion.chunk", [{"index": 0, "delta": change, "finish_reason": finish}])

    def pieces(thoughts: str, text: str) -> Iterator[Event]:
        yield delta({"role": "assistant", "content": ""})
        for piece in cut(thoughts) if fields("") else []:
            yield delta(fields(piece))
        for piece in cut(content(thoughts, text) or ""):
            yield delta({"content": piece})
        yield delta({}, "stop")
        yield "", body("chat.completion.chunk", [], usage=usage)
        yield "", "[DONE]"

    return Shape(whole, pieces)


def reasoning_details(thought: str) -> Json:
    """OpenRouter gives the thought twice, once with its kind."""
    detail = {"type": "reasoning.text", "text": thought, "format": "unknown", "index": 0}
    return {"reasoning": thought, "reasoning_details": [detail]}


HIDDEN: Final = chat()
BESIDE: Final = chat(lambda thought: {"reasoning_content": thought})
BESIDE_UNCOUNTED: Final = chat(lambda thought: {"reasoning_content": thought}, usage=UNCOUNTED)
NEW_NAME: Final = chat(lambda thought: {"reasoning": thought}, usage=UNCOUNTED)
ROUTED: Final = chat(reasoning_details)
TAGGED: Final = chat(content=lambda thoughts, text: f"<think>\n{thoughts}\n</think>\n\n{text}", usage=UNCOUNTED)
ONLY_CLOSED: Final = chat(content=lambda thoughts, text: f"{thoughts}\n</think>\n\n{text}", usage=UNCOUNTED)
CHANNELS: Final = chat(
    content=lambda thoughts, text: (
        f"<|channel|>analysis<|message|>{thoughts}<|end|><|start|>assistant<|channel|>final<|message|>{text}<|return|>"
    ),
    usage=UNCOUNTED,
)
MISPLACED: Final = Shape(
    lambda thoughts, text: chat(
        lambda thought: {"reasoning_content": thought}, content=lambda *_: None, usage=UNCOUNTED
    ).whole(f"{thoughts}\n\n{text}", ""),
    lambda thoughts, text: chat(lambda thought: {"reasoning_content": thought}, content=lambda *_: None).pieces(
        f"{thoughts}\n\n{text}", ""
    ),
)
"""All of it in `reasoning_content`."""


# Messages, as Anthropic has them


def messages(*, redacted: bool = False, omitted: bool = False) -> Shape:
    """Anthropic's blocks: thoughts with a signature, some or all of them encrypted."""
    usage = {"input_tokens": 40, "output_tokens": TOKENS_OUT}

    def blocks(thoughts: str, text: str) -> list[Json]:
        hidden = [{"type": "redacted_thinking", "data": "Zm9v"}] if redacted else []
        shown = {"type": "thinking", "thinking": "" if omitted else thoughts, "signature": "c2ln"}
        return [shown, *hidden, {"type": "text", "text": text}]

    def whole(thoughts: str, text: str) -> Json:
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-thinker-2026",
            "content": blocks(thoughts, text),
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": usage,
        }

    def event(kind: str, **fields: Any) -> Event:
        return kind, {"type": kind, **fields}

    def pieces(thoughts: str, text: str) -> Iterator[Event]:
        start = {**whole(thoughts, text), "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
        yield event("message_start", message=start)
        for at, block in enumerate(blocks(thoughts, text)):
            empty = {"thinking": {"thinking": "", "signature": ""}, "text": {"text": ""}}.get(block["type"], {})
            yield event("content_block_start", index=at, content_block=block | empty)
            name = {"thinking": "thinking", "text": "text"}.get(block["type"])
            for piece in cut(block[name]) if name else []:
                yield event("content_block_delta", index=at, delta={"type": f"{name}_delta", name: piece})
            if name == "thinking":
                signature = {"type": "signature_delta", "signature": block["signature"]}
                yield event("content_block_delta", index=at, delta=signature)
            yield event("content_block_stop", index=at)
        yield event("message_delta", delta={"stop_reason": "end_turn", "stop_sequence": None}, usage=usage)
        yield event("message_stop")

    return Shape(whole, pieces)


# Responses, as OpenAI has them


def _response(thoughts: str, text: str) -> Json:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_700_000_000,
        "status": "completed",
        "model": "thinker-2026",
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "output": [
            {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": thoughts}]},
            {
                "type": "message",
                "id": "msg_1",
                "status": "completed",
                "role": "assistant",
                "content": [{"type": "output_text", "text": text, "annotations": []}],
            },
        ],
        "usage": {
            "input_tokens": 40,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": TOKENS_OUT,
            "output_tokens_details": {"reasoning_tokens": TOKENS_OF_THOUGHTS},
            "total_tokens": 40 + TOKENS_OUT,
        },
    }


def _response_events(thoughts: str, text: str) -> Iterator[Event]:
    number = iter(range(10_000))
    done = _response(thoughts, text)

    def event(kind: str, **fields: Any) -> Event:
        return kind, {"type": kind, "sequence_number": next(number), **fields}

    yield event("response.created", response={**done, "status": "in_progress", "output": [], "usage": None})
    thinking, said = done["output"]
    yield event("response.output_item.added", output_index=0, item={**thinking, "summary": []})
    for piece in cut(thoughts):
        place = {"item_id": "rs_1", "output_index": 0, "summary_index": 0}
        yield event("response.reasoning_summary_text.delta", **place, delta=piece)
    yield event("response.output_item.done", output_index=0, item=thinking)
    yield event("response.output_item.added", output_index=1, item={**said, "status": "in_progress", "content": []})
    for piece in cut(text):
        place = {"item_id": "msg_1", "output_index": 1, "content_index": 0}
        yield event("response.output_text.delta", **place, delta=piece, logprobs=[])
    yield event("response.output_item.done", output_index=1, item=said)
    yield event("response.completed", response=done)


RESPONSES: Final = Shape(_response, _response_events)


# Gemini and Ollama


def _candidate(parts: list[Json], finish: str | None = "STOP") -> Json:
    candidate: Json = {"content": {"role": "model", "parts": parts}, "index": 0}
    return {
        "candidates": [candidate | ({"finishReason": finish} if finish else {})],
        "usageMetadata": {
            "promptTokenCount": 40,
            "candidatesTokenCount": TOKENS_OUT - TOKENS_OF_THOUGHTS,
            "thoughtsTokenCount": TOKENS_OF_THOUGHTS,
            "totalTokenCount": 40 + TOKENS_OUT,
        },
        "modelVersion": "gemini-thinker",
        "responseId": "1",
    }


def _parts(thoughts: str, text: str) -> Json:
    return _candidate([{"text": thoughts, "thought": True}, {"text": text, "thoughtSignature": "c2ln"}])


def _candidates(thoughts: str, text: str) -> Iterator[Event]:
    for piece in cut(thoughts):
        yield "", _candidate([{"text": piece, "thought": True}], None)
    for piece in cut(text):
        yield "", _candidate([{"text": piece}], None)
    yield "", _candidate([{"text": "", "thoughtSignature": "c2ln"}])


GEMINI: Final = Shape(_parts, _candidates)


def _ollama(message: Json, *, done: bool = True) -> Json:
    line: Json = {"model": "thinker", "created_at": "2026-01-01T00:00:00Z", "message": {"role": "assistant", **message}}
    counted = {"done_reason": "stop", "prompt_eval_count": 40, "eval_count": TOKENS_OUT}
    return line | {"done": done} | (counted if done else {})


def _ollama_lines(thoughts: str, text: str) -> Iterator[Event]:
    for piece in cut(thoughts):
        yield "", _ollama({"content": "", "thinking": piece}, done=False)
    for piece in cut(text):
        yield "", _ollama({"content": piece}, done=False)
    yield "", _ollama({"content": ""})


OLLAMA: Final = Shape(
    lambda thoughts, text: _ollama({"content": text, "thinking": thoughts}), _ollama_lines, in_lines=True
)


# The table


@dataclass(frozen=True)
class Dialect:
    """A way to ask a model that thinks, and the shape in which its server answers."""

    spec: str
    """As people write it, with what tells the model to think."""
    shape: Shape
    path: str = "/v1"
    """Of `api_base`."""
    key: str | None = None
    """The variable of the key."""
    asked: Json = field(default_factory=dict)
    """What the request has to say of thinking."""
    shows_thoughts: bool = True
    counts_thoughts: bool = True

    @property
    def model(self) -> str:
        return self.spec.partition("?")[0]

    @property
    def endpoint(self) -> Endpoint:
        """Of a server on this machine."""
        return Endpoint(provider_of(self.model) or "", "http://127.0.0.1:1/v1")


CLAUDE: Final = {"thinking": {"type": "enabled", "budget_tokens": 1024}}

DIALECTS: Final[dict[str, Dialect]] = {
    "Claude, extended thinking": Dialect(
        "anthropic/claude-sonnet-4-5?reasoning_effort=low", messages(), "", "ANTHROPIC_API_KEY", CLAUDE
    ),
    "Claude, redacted thinking": Dialect(
        'anthropic/claude-sonnet-4-5?extra.thinking={"type":"enabled","budget_tokens":1024}',
        messages(redacted=True),
        "",
        "ANTHROPIC_API_KEY",
        CLAUDE,
    ),
    "Claude, adaptive thinking, omitted": Dialect(
        "anthropic/claude-opus-4-6?reasoning_effort=low",
        messages(omitted=True),
        "",
        "ANTHROPIC_API_KEY",
        {"thinking": {"type": "adaptive", "display": "summarized"}},
        shows_thoughts=False,
        counts_thoughts=False,
    ),
    "GPT-5, chat completions": Dialect(
        "openai/gpt-5?reasoning_effort=low", HIDDEN, asked={"reasoning_effort": "low"}, shows_thoughts=False
    ),
    "o-series, chat completions": Dialect(
        "openai/o3?reasoning_effort=low", HIDDEN, asked={"reasoning_effort": "low"}, shows_thoughts=False
    ),
    "GPT-5, Responses": Dialect(
        "openai/responses/gpt-5?reasoning_effort=low", RESPONSES, asked={"reasoning": {"effort": "low"}}
    ),
    "o-series, Responses": Dialect(
        "openai/responses/o3?reasoning_effort=low", RESPONSES, asked={"reasoning": {"effort": "low"}}
    ),
    "Gemini": Dialect(
        "gemini/gemini-2.5-flash?reasoning_effort=low",
        GEMINI,
        "",
        "GEMINI_API_KEY",
        {"generationConfig": {"thinkingConfig": {"includeThoughts": True, "thinkingBudget": 1024}}},
    ),
    "DeepSeek": Dialect("deepseek/deepseek-reasoner", BESIDE, key="DEEPSEEK_API_KEY"),
    "Qwen3, DashScope": Dialect(
        "dashscope/qwen3-32b?extra.enable_thinking=true",
        BESIDE,
        key="DASHSCOPE_API_KEY",
        asked={"enable_thinking": True},
    ),
    "Qwen3, tags in the text": Dialect(
        'openai/qwen3?extra.chat_template_kwargs={"enable_thinking":true}',
        TAGGED,
        asked={"chat_template_kwargs": {"enable_thinking": True}},
        counts_thoughts=False,
    ),
    "Qwen3, closing tag alone": Dialect("openai/qwen3", ONLY_CLOSED, counts_thoughts=False),
    "GLM": Dialect(
        'zai/glm-4.6?extra.thinking={"type":"enabled"}',
        BESIDE,
        key="ZAI_API_KEY",
        asked={"thinking": {"type": "enabled"}},
    ),
    "OpenRouter": Dialect(
        "openrouter/qwen/qwen3-235b-a22b?reasoning_effort=low",
        ROUTED,
        key="OPENROUTER_API_KEY",
        asked={"reasoning_effort": "low"},
    ),
    "vLLM, reasoning": Dialect("hosted_vllm/gpt-oss-20b?reasoning_effort=low", NEW_NAME, counts_thoughts=False),
    "vLLM, reasoning_content": Dialect("hosted_vllm/qwen3", BESIDE_UNCOUNTED, counts_thoughts=False),
    "vLLM, all in reasoning_content": Dialect("hosted_vllm/qwen3", MISPLACED, counts_thoughts=False),
    "llama.cpp, reasoning_content": Dialect("openai/gpt-oss", BESIDE_UNCOUNTED, counts_thoughts=False),
    "gpt-oss, channels in the text": Dialect("openai/gpt-oss", CHANNELS, counts_thoughts=False),
    "Ollama": Dialect(
        "ollama_chat/gpt-oss:20b?reasoning_effort=low", OLLAMA, "", asked={"think": "low"}, counts_thoughts=False
    ),
}


def speaks(dialect: Dialect) -> Callable[[Request], Any]:
    """Return the behaviour of a server that speaks a dialect."""

    async def behave(request: Request) -> None:
        streams = request.body.get("stream") or "streamGenerateContent" in request.path
        if not streams:
            await request.send(200, dialect.shape.whole(THOUGHTS, request.text))
            return
        kind = "application/x-ndjson" if dialect.shape.in_lines else "text/event-stream"
        await request.head(200, {"content-type": kind, "transfer-encoding": "chunked"})
        for name, content in dialect.shape.pieces(THOUGHTS, request.text):
            text = content if isinstance(content, str) else json.dumps(content)
            event = f"event: {name}\n" if name else ""
            raw = (f"{text}\n" if dialect.shape.in_lines else f"{event}data: {text}\n\n").encode()
            await request.raw(b"%x\r\n%s\r\n" % (len(raw), raw))
        await request.raw(b"0\r\n\r\n")

    return behave


def question_of(body: Json) -> str:
    """Return the last question of a request in any of the shapes."""
    turns = body.get("messages") or body.get("input") or body.get("contents") or [{}]
    content = turns[-1].get("content", turns[-1].get("parts", ""))
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
