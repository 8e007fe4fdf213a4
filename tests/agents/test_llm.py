"""Agents that ask a model: one question and one reading each, and a trace that tells what it took."""

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.agents.players import Memory, config, door, plays, team_of
from tests.games import BLUE_WORDS, BOARD, RED_WORDS, clue, position, touch

from codenames_agents.models.output_forms import asking_for_json, schema_of
from codenames_agents.models.prompts import (
    PERSONA,
    clue_messages,
    guesses_messages,
    load_prompts,
    message_messages,
    penalty_messages,
)
from codenames_agents.parsing import parse_clue, parse_discussion, parse_guesses
from codenames_agents.providers.errors import ErrorKind, provider_error
from codenames_agents.providers.usage import Usage
from codenames_agents.reading.refusals import CLUE_FORM
from codenames_core.game.agent import AgentTrace, Question, TeamAgents, Unavailable, Unreadable
from codenames_core.game.config import GameConfig, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.visibility import Rejection, visible_state

PROMPTS = load_prompts()
RED_CLUE = clue(Team.RED, "sea", 2)


def view(seat: Seat, *events: Any, rejected: tuple[Rejection, ...] = (), rules: GameConfig | None = None) -> Any:
    return visible_state(position(*events, config=rules), seat, rejected)


def at(memory: Memory, **parameters: Any) -> TeamAgents:
    return team_of(config(**parameters), door(memory))


def says(text: str) -> Memory:
    return Memory(lambda body: text)


async def clue_of(memory: Memory, **parameters: Any) -> tuple[Any, AgentTrace]:
    return await at(memory, **parameters).cluer.generate_clue(view(Seat.RED_CLUER))


async def guesses_of(memory: Memory, **parameters: Any) -> tuple[Any, AgentTrace]:
    return await at(memory, **parameters).guesser_1.make_guesses(view(Seat.RED_GUESSER_1, RED_CLUE), ())


# One ask, one reading


async def test_a_clue_comes_with_everything_that_is_known_of_it() -> None:
    memory = says("REASONING: wings.\nTARGETS: FALCON, DRAGON, PARROT\nCLUE: WINGS\nNUMBER: 2\nCONFIDENCE: 80%")
    answer, trace = await clue_of(memory, temperature=0.5)
    assert answer == Clue("WINGS", 2)
    assert len(memory.calls) == 1
    assert trace.agent == "openai/fake?temperature=0.5"
    assert (trace.model, trace.prompt, trace.output) == ("fake-2026", PROMPTS.label, "text")
    assert trace.messages == tuple(dict(one) for one in memory.calls[0].request.messages)
    assert "CLUE: WINGS" in trace.raw
    assert trace.reasoning == "hm\n\nwings."
    assert trace.intended_targets == ("FALCON", "DRAGON")
    assert trace.confidence == 0.8
    assert (trace.tokens_in, trace.tokens_out, trace.tokens_cached, trace.tokens_reasoning) == (40, 8, 16, 3)
    assert trace.cost_usd == 0.001
    assert trace.requests == ()


async def test_targets_that_are_not_listed_are_read_from_the_reasoning_and_are_the_own_teams() -> None:
    text = f"REASONING: {RED_WORDS[0]} and {RED_WORDS[1]}, away from {BLUE_WORDS[0]}.\nCLUE: WINGS\nNUMBER: 2"
    _, trace = await clue_of(says(text))
    assert trace.intended_targets == RED_WORDS[:2]


async def test_a_clue_of_a_worked_example_is_no_answer() -> None:
    answer, _ = await clue_of(says("REASONING: it.\nTARGETS: FALCON\nCLUE: Upstream\nNUMBER: 2"))
    assert answer == Unreadable("'Upstream' is the clue of an example; give one for this board")


async def test_a_persona_is_sent_in_the_system_text_and_is_part_of_who_answered() -> None:
    memory = says("CLUE: WINGS\nNUMBER: 2")
    _, trace = await clue_of(memory, persona="dry, and bold")
    assert str(memory.calls[0].request.messages[0]["content"]).endswith(f"\n\n{PERSONA}dry, and bold")
    assert trace.agent == "openai/fake?persona=dry%2C%20and%20bold"


async def test_what_cannot_be_read_goes_back_with_the_reason_after_one_question() -> None:
    memory = says("I would rather not.")
    answer, trace = await clue_of(memory)
    assert isinstance(answer, Unreadable)
    assert CLUE_FORM in answer.reason
    assert trace.raw == "I would rather not."
    assert len(memory.calls) == 1


async def test_an_answer_that_was_cut_off_says_so_in_the_reason() -> None:
    class Cut(Memory):
        async def send(self, *call: Any) -> Any:
            return replace(await super().send(*call), finish_reason="length")

    answer, _ = await clue_of(Cut(lambda body: "REASONING: well, let me"))
    assert isinstance(answer, Unreadable)
    assert "cut off" in answer.reason


class OnlyThoughts(Memory):
    """A server that takes the answer for a thought."""

    async def send(self, *call: Any) -> Any:
        answer = await super().send(*call)
        return replace(answer, text=None, reasoning=answer.text or "")


@pytest.mark.parametrize(
    "thoughts",
    [
        "CLUE: WINGS\nNUMBER: 2",
        "SEA? No.\n\nREASONING: they fly\nTARGETS: FALCON\nCLUE: WINGS\nNUMBER: 2",
        "CLUE: SEA\nNUMBER: 9\n\nNo, SEA is bad.\n\nCLUE: WINGS\nNUMBER: 2\n",
        "CLUE: SEA 9, or not?</think>\nCLUE: WINGS 2",
        "Let me see.\n\n" + '{"reasoning": "they fly", "targets": [], "clue": "WINGS", "number": 2}',
    ],
)
async def test_an_answer_at_the_end_of_the_thoughts_is_read_and_noted(thoughts: str) -> None:
    memory = OnlyThoughts(lambda body: thoughts)
    answer, trace = await clue_of(memory)
    assert answer == Clue("WINGS", 2)
    assert trace.note == "the answer was read from the end of the reasoning"
    assert trace.reasoning.startswith(thoughts.strip()[:20])
    assert len(memory.calls) == 1


@pytest.mark.parametrize(
    "thoughts",
    [
        "CLUE: WINGS\nNUMBER: 2\n\nWait, that is a word of the board.",
        "I thought of CLUE: WINGS 2, but it does not fit",
        "Perhaps WINGS 2",
        "<think>CLUE: WINGS\nNUMBER: 2",
        "CLUE: WINGS\nNUMBER: 2\nBut the assassin flies as well.",
    ],
)
async def test_a_thought_is_no_answer_and_is_kept_beside_the_reason(thoughts: str) -> None:
    memory = OnlyThoughts(lambda body: thoughts)
    answer, trace = await clue_of(memory)
    assert answer == Unreadable("the answer was empty, since all of the text was reasoning; write the answer after it")
    assert trace.reasoning == thoughts
    assert len(memory.calls) == 1


async def test_a_list_of_guesses_is_ordered_and_what_is_none_is_left_out_with_a_note() -> None:
    answer, trace = await guesses_of(says("REASONING: sure.\nGUESSES: ISLAND, SEA, anchor"))
    assert answer == ("ISLAND", "ANCHOR")
    assert trace.note is not None
    assert "SEA" in trace.note
    assert trace.reasoning.endswith("sure.")


async def test_a_message_is_said_without_its_verdict() -> None:
    agents = at(says("ISLAND fits best.\nCONSENSUS: YES"))
    answer, _ = await agents.guesser_2.discuss(view(Seat.RED_GUESSER_2, RED_CLUE), ())
    assert answer == DiscussionMessage(text="ISLAND fits best.", consensus=True)


@pytest.mark.parametrize(
    ("wrote", "reason"),
    [
        ("ISLAND", "'ISLAND' was revealed already"),
        ("SEA", "'SEA' is the clue itself"),
        ("SEA 2", "'SEA 2' is the clue itself"),
        ("ANCHR", "'ANCHR' is not a word of the board; did you mean ANCHOR?"),
        ("VOLCANIC", "'VOLCANIC' is not a word of the board"),
    ],
)
async def test_a_guess_is_refused_for_the_reason_that_is_true(wrote: str, reason: str) -> None:
    seen = view(Seat.RED_GUESSER_1, RED_CLUE, touch(Team.RED, "ISLAND"))
    answer, _ = await at(says(f"GUESSES: {wrote}")).guesser_1.make_guesses(seen, ())
    assert answer == Unreadable(f"no guess can be touched: {reason}; choose from the words that are face down")


@pytest.mark.parametrize("output", ["text", "schema"])
async def test_a_refusal_says_what_is_right_in_the_form_that_was_asked_for(output: str) -> None:
    agents = at(says("I would rather not."), output=output)
    clue_, _ = await agents.cluer.generate_clue(view(Seat.RED_CLUER))
    guesses, _ = await agents.guesser_1.make_guesses(view(Seat.RED_GUESSER_1, RED_CLUE), ())
    penalty, _ = await at(says("ANSWER: ANCHOR, ISLAND"), output=output).cluer.choose_penalty(view(Seat.RED_CLUER))
    message, _ = await at(says("We agree."), output=output).guesser_1.discuss(view(Seat.RED_GUESSER_1, RED_CLUE), ())
    for answer in (clue_, guesses, penalty, message):
        assert isinstance(answer, Unreadable)
        assert ("JSON" in answer.reason) is (output == "schema")
        assert ("line" in answer.reason) is (output == "text")


async def test_the_penalty_is_one_word() -> None:
    one, _ = await at(says(f"ANSWER: {RED_WORDS[3]}")).cluer.choose_penalty(view(Seat.RED_CLUER))
    two, _ = await at(says("ANSWER: ANCHOR, ISLAND")).cluer.choose_penalty(view(Seat.RED_CLUER))
    assert one == RED_WORDS[3]
    assert isinstance(two, Unreadable)


async def test_the_parameters_of_the_config_are_sent() -> None:
    memory = says("CLUE: WINGS\nNUMBER: 1")
    await clue_of(memory, temperature=0.2, max_tokens=50, seed=3, reasoning_effort="low", extra={"top_p": 0.9})
    request = memory.calls[0].request
    assert request.parameters == {"temperature": 0.2, "max_tokens": 50, "seed": 3, "reasoning_effort": "low"}
    assert request.extra == {"top_p": 0.9}


async def test_dropped_parameters_are_in_the_note() -> None:
    memory = says("CLUE: WINGS\nNUMBER: 1")
    memory.failures = [provider_error(ErrorKind.UNSUPPORTED_PARAMETER, "no seed", status=400, parameter="seed")]
    _, trace = await clue_of(memory, seed=3)
    assert trace.note == "asked without seed"
    assert [one.outcome for one in trace.requests] == ["parameter not supported", "ok"]


# Failures


async def test_the_cost_of_failed_requests_is_in_the_trace_of_the_try() -> None:
    memory = Memory()
    memory.failures = [provider_error(ErrorKind.SERVER, "oops", status=500, usage=Usage(100, 5), cost_usd=0.5)]
    _, trace = await clue_of(memory)
    assert (trace.tokens_in, trace.cost_usd) == (140, 0.501)
    assert [(one.outcome, one.status, one.tokens_in) for one in trace.requests] == [
        ("server error", 500, 100),
        ("ok", 200, 40),
    ]


async def test_a_provider_that_is_down_is_unavailable_and_what_it_cost_is_known() -> None:
    memory = Memory()
    memory.failures = [provider_error(ErrorKind.OVERLOADED, "busy", status=503, usage=Usage(9, 1))] * 2
    answer, trace = await clue_of(memory)
    assert answer == Unavailable("overloaded (503) after 2 tries: busy")
    assert len(trace.requests) == 2
    assert trace.tokens_in == 18
    assert trace.cost_usd is None


@pytest.mark.parametrize(
    "kind",
    [
        ErrorKind.AUTHENTICATION,
        ErrorKind.QUOTA,
        ErrorKind.NOT_FOUND,
        ErrorKind.BAD_REQUEST,
        ErrorKind.CONTEXT_LENGTH,
        ErrorKind.CONTENT_POLICY,
    ],
)
async def test_a_refusal_is_for_good(kind: ErrorKind) -> None:
    memory = Memory()
    memory.failures = [provider_error(kind, "no", status=400)]
    answer, _ = await guesses_of(memory)
    assert isinstance(answer, Unavailable)
    assert answer.for_good
    assert answer.reason.startswith(f"{kind} (400): ")


@pytest.mark.parametrize("kind", [ErrorKind.EMPTY, ErrorKind.OUT_OF_TOKENS])
async def test_a_model_that_says_nothing_has_answered_badly_and_is_not_out_of_reach(kind: ErrorKind) -> None:
    memory = Memory()
    memory.failures = [provider_error(kind, "", status=200)] * 2
    answer, trace = await guesses_of(memory)
    assert isinstance(answer, Unreadable)
    assert str(kind) not in answer.reason
    assert not any(word in answer.reason for word in ("200", "finish_reason", "tries"))
    assert trace.note is not None
    assert trace.note.startswith(str(kind))


async def test_a_missing_key_is_for_good_and_nothing_is_sent() -> None:
    memory = Memory()
    agents = team_of(config(key_variable="NOBODY_SET_THIS"), door(memory))
    answer, _ = await agents.cluer.generate_clue(view(Seat.RED_CLUER))
    assert answer == Unavailable("key missing: NOBODY_SET_THIS is not set", for_good=True)
    assert memory.calls == []


# Streams


async def test_an_answer_is_heard_as_it_grows_and_begins_anew_after_a_failure() -> None:
    heard: list[str | None] = []
    memory = Memory(lambda body: "CLUE: WINGS\nNUMBER: 2")
    memory.failures = [provider_error(ErrorKind.CUT, "", status=200)]
    await at(memory).cluer.generate_clue(view(Seat.RED_CLUER), on_token=heard.append)  # type: ignore[call-arg]
    assert heard[0] is None
    assert len(heard) > 2
    assert "".join(piece or "" for piece in heard) == "CLUE: WINGS\nNUMBER: 2"


# Structured output


@pytest.mark.parametrize(
    ("output", "knows", "expected"),
    [("text", True, "text"), ("schema", False, "schema"), ("auto", True, "schema"), ("auto", False, "text")],
)
async def test_a_schema_is_sent_where_it_is_wanted_or_known_to_work(output: str, knows: bool, expected: str) -> None:
    memory = Memory(schema=knows)
    answer, trace = await guesses_of(memory, output=output)
    assert answer == BOARD.words[:2]
    assert trace.output == expected
    assert (memory.calls[0].request.response_format is not None) is (expected == "schema")


async def test_a_server_that_refuses_the_schema_is_asked_without_and_the_trace_says_text() -> None:
    memory = Memory()
    memory.failures = [provider_error(ErrorKind.UNSUPPORTED_PARAMETER, "", status=400, parameter="response_format")]
    _, trace = await guesses_of(memory, output="schema")
    assert trace.output == "text"
    assert trace.note == "asked without response_format"


@pytest.mark.parametrize("rejected", [(), (Rejection("ANCHOR 2", "'ANCHOR' is on the board"),)])
async def test_text_and_schema_mean_the_same(rejected: tuple[Rejection, ...]) -> None:
    answers = []
    for output in ("text", "schema"):
        agents = at(Memory(), output=output)
        given, trace = await agents.cluer.generate_clue(view(Seat.RED_CLUER, rejected=rejected))
        said, _ = await agents.guesser_1.discuss(view(Seat.RED_GUESSER_1, RED_CLUE), ())
        words, _ = await agents.guesser_1.make_guesses(view(Seat.RED_GUESSER_1, RED_CLUE), ())
        penalty, _ = await agents.cluer.choose_penalty(view(Seat.RED_CLUER))
        assert isinstance(said, DiscussionMessage)
        answers.append((given, trace.intended_targets, said.consensus, words, penalty))
    assert answers[0] == answers[1]


def test_every_example_in_a_form_fits_its_schema_and_is_read_alike() -> None:
    cluer, guesser = view(Seat.RED_CLUER), view(Seat.RED_GUESSER_1, RED_CLUE)
    asked: dict[Question, Any] = {
        Question.CLUE: clue_messages(PROMPTS, cluer),
        Question.MESSAGE: message_messages(PROMPTS, guesser, ()),
        Question.GUESSES: guesses_messages(PROMPTS, guesser, ()),
        Question.PENALTY: penalty_messages(PROMPTS, cluer),
    }
    everything = " ".join(example.question for example in PROMPTS.guesses.examples).replace(",", " ").split()
    for question, messages in asked.items():
        formed = asking_for_json(question, messages)
        for plain, form in zip(messages, formed, strict=True):
            if plain["role"] != "assistant":
                continue
            answer = json.loads(form["content"])
            schema: Any = schema_of(question)
            assert set(answer) == set(schema["required"])
            match question:
                case Question.CLUE:
                    assert parse_clue(form["content"]) == parse_clue(plain["content"])
                case Question.MESSAGE:
                    assert parse_discussion(form["content"]) == parse_discussion(plain["content"])
                case _:
                    read = [parse_guesses(text["content"], everything) for text in (form, plain)]
                    assert not isinstance(read[0], Unreadable)
                    assert not isinstance(read[1], Unreadable)
                    assert read[0].words == read[1].words


def test_the_schemas_are_strict() -> None:
    for question in Question:
        schema: Any = schema_of(question)
        assert schema["additionalProperties"] is False
        assert set(schema["required"]) == set(schema["properties"])


def test_the_fake_model_understands_the_prompts() -> None:
    body = {"messages": [{"content": "Your team's words: SEA, SHIP\n\nGive your clue for RED."}]}
    assert "CLUE: SEA" in plays(body)
