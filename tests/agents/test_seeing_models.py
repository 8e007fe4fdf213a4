"""Models that see the board: no word of it is in the text, and the picture is sent, recorded and replayed."""

import base64
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.eyes import texts_of
from tests.agents.players import SHORT, Memory, config, door, game, offline, sound, team_of
from tests.fake_provider import USAGE, FakeProvider, Json
from tests.games import BOARD, clue, position, rest, touch

from codenames_agents.models.picture_prompts import UNNAMED, without_unnamed_words
from codenames_agents.models.prompts import load_prompts, messages_for
from codenames_agents.models.vision_check import refuse_who_cannot_see, why_cannot_see
from codenames_agents.providers.cassette import Cassette
from codenames_agents.providers.model_io import ModelRequest, RequestImage
from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.board_reading import read_board_with
from codenames_agents.vision.look import PictureLook, Sight
from codenames_agents.vision.picture_file import picture_file, pixel_hash
from codenames_core.game.agent import Question
from codenames_core.game.board import CardType, deal
from codenames_core.game.config import AgentConfig, GameConfig, Seat, Team, TeamConfig
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.visibility import Rejection, visible_state
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.setup.prepared_games import forked_game, new_game, resumed_game

PIL = pytest.importorskip("PIL.Image")
SETS = ("default", "short", "deliberate")
STYLES = ("clean", "cards", "photo")
ILLEGAL = Rejection("CLUE: FALCONRY\nNUMBER: 2", "'FALCONRY' is a form of FALCON, which is on the board; give another")
OFF_THE_BOARD = Rejection("GUESSES: WHALE", "'WHALE' is not on the board; choose from DRAGON or ENGINE")


def talk(text: str) -> DiscussionMessage:
    return DiscussionMessage(seat=Seat.RED_GUESSER_1, text=text, consensus=False)


def questions() -> Iterator[tuple[Question, Seat, tuple[Any, ...]]]:
    opened = clue(Team.RED, "sea", 2), touch(Team.RED, "ANCHOR"), touch(Team.RED, "CANDLE")
    yield Question.CLUE, Seat.RED_CLUER, ()
    yield Question.CLUE, Seat.BLUE_CLUER, opened
    yield Question.PENALTY, Seat.BLUE_CLUER, opened
    for asked in (Question.MESSAGE, Question.GUESSES):
        yield asked, Seat.RED_GUESSER_2, (clue(Team.RED, "sea", 2), talk("I like it."))
        yield asked, Seat.BLUE_GUESSER_1, (clue(Team.RED, "sea", 2), rest(Team.RED), clue(Team.BLUE, "tool", 1))


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize("rejected", [(), (ILLEGAL, OFF_THE_BOARD)], ids=["first", "retry"])
def test_no_word_of_the_board_is_in_any_text_of_a_seat_that_sees_it(
    name: str, style: Any, blind: bool, rejected: tuple[Rejection, ...]
) -> None:
    sight = Sight(PictureLook(style))
    for question, seat, events in questions():
        state = position(*events, config=GameConfig(blind=blind))
        view = visible_state(state, seat, rejected)
        messages = messages_for(question, load_prompts(name), view, state.turn.discussion, "dry", sight)
        text = "\n".join(message["content"] for message in messages).upper()
        assert not [word for word in view.unrevealed if re.search(rf"\b{word}\b", text)]
        assert "picture" in messages[-1]["content"]


def test_what_was_said_and_touched_stays_text() -> None:
    state = position(clue(Team.RED, "sea", 2), talk("ENGINE first."), config=GameConfig())
    view = visible_state(state, Seat.RED_GUESSER_2)
    told = messages_for(Question.GUESSES, load_prompts(), view, state.turn.discussion, sight=Sight(PictureLook()))[-1][
        "content"
    ]
    assert "> ENGINE first." in told
    assert "DRAGON" not in told


def test_the_words_beside_a_picture_are_as_ever() -> None:
    view = visible_state(position(), Seat.RED_CLUER)
    plain = messages_for(Question.CLUE, load_prompts(), view)
    both = messages_for(Question.CLUE, load_prompts(), view, sight=Sight(PictureLook(), words_too=True))
    assert both[:-1] == plain[:-1]
    assert both[-1]["content"].endswith(plain[-1]["content"])
    assert both[-1]["content"].startswith("The picture shows the board")


@pytest.mark.parametrize("style", STYLES)
def test_only_who_sees_the_key_is_told_how_the_picture_shows_it(style: Any) -> None:
    sight = Sight(PictureLook(style))
    for blind, seat in ((False, Seat.RED_CLUER), (True, Seat.RED_CLUER)):
        view = visible_state(position(config=GameConfig(blind=blind)), seat)
        told = messages_for(Question.CLUE, load_prompts(), view, sight=sight)[-1]["content"]
        assert bool(re.search(r"\bkey\b", told.partition("\n")[0])) is not blind


@given(st.sampled_from(BOARD.words), st.sampled_from(BOARD.words))
def test_a_refusal_keeps_the_words_that_the_answer_names_and_no_others(named: str, other: str) -> None:
    refused = Rejection(f"guess: {named.lower()}", f"'{named}' is like {other}, which is on the board")
    reason = without_unnamed_words(refused, BOARD.words)
    assert f"'{named}'" in reason
    assert (other in reason) is (other == named)
    assert (UNNAMED in reason) is (other != named)


@pytest.mark.parametrize(
    "word", ["ICE  CREAM", "SUGAR\N{SOFT HYPHEN}", "CAF\u0301\u0301\u0301\u0301\u0301\u0301E", "a\u200bb", "TEA\tPOT"]
)
def test_a_refusal_names_no_word_either_that_it_quotes_without_what_cannot_be_seen(word: str) -> None:
    refused = Rejection("CLUE: creamy", f"'creamy' is like {one_line(word)}, which is on the board")
    assert without_unnamed_words(refused, [word]) == f"'creamy' is like {UNNAMED}, which is on the board"
    named = Rejection(f"CLUE: {one_line(word).lower()}", f"{one_line(word)!r} is on the board")
    assert without_unnamed_words(named, [word]) == named.reason


def shown(body: Json) -> bytes:
    """The PNG that a request holds, which is a part of its last message."""
    text, image = body["messages"][-1]["content"]
    assert text["type"] == "text"
    head, _, data = image["image_url"]["url"].partition(",")
    assert head == "data:image/png;base64"
    assert all(isinstance(message["content"], str) for message in body["messages"][:-1])
    return base64.b64decode(data, validate=True)


def player_of(rules: GameConfig, *, wrong: bool = False) -> Any:
    """What a model says that sees the pictures of this game, and on its first try misreads them."""
    words = deal(rules).words

    def answer(body: Json) -> str:
        question = body["messages"][-1]["content"][0]["text"]
        cards = read_board_with(lambda _pixels: tuple(texts_of(words)), shown(body), "clean")
        again = "could not be used" in question or not wrong
        if "Give your clue" in question:
            own = [card.word for card in cards if card.key is CardType.BLUE]
            return f"REASONING: x.\nTARGETS: {', '.join(own[:2])}\nCLUE: {'QUIXLE' if again else own[0]}\nNUMBER: 2"
        hidden = [card for card in cards if card.face_up is None]
        if "What do you say" in question:
            return f"{hidden[0].word}, I think.\nCONSENSUS: YES"
        own = [card.word for card in cards if card.key is CardType.BLUE] or [hidden[0].word]
        return f"REASONING: in order.\nGUESSES: {own[0] if again else 'MISREAD'}"

    return answer


async def test_a_whole_game_over_http_shows_every_seat_its_own_picture_once_for_each_question() -> None:
    async with FakeProvider(text=player_of(SHORT, wrong=True)) as server:
        provider = door()
        seeing = team_of(config(server, sees="picture"), provider)
        record = await game(offline(), seeing).run()
        await provider.close()
    sound(record)
    decisions = [trace for trace in record.decisions() if trace.seat and trace.seat.team is Team.BLUE]
    tries = sum(1 + len(trace.refused) for trace in decisions)
    assert tries == len(server.requests) > len(decisions)
    timeline = record.timeline()
    sent = iter(server.requests)
    for trace in decisions:
        assert trace.seat
        assert trace.at is not None
        drawn = picture_file(board_picture(visible_state(timeline.state_at(trace.at), trace.seat)), PictureLook())
        for _ in range(1 + len(trace.refused)):  # retries are sent it again
            assert shown(next(sent).body) == drawn.png
        assert trace.picture == drawn.facts
        assert pixel_hash(PIL.open(io.BytesIO(drawn.png))) == trace.picture.sha256
        text = " ".join(str(message["content"]) for message in trace.messages)
        assert "data:image" not in text


async def test_pictures_change_no_count_of_tokens_which_is_the_servers() -> None:
    async with FakeProvider(text=player_of(SHORT)) as server:
        provider = door()
        _, trace = await team_of(config(server, sees="picture"), provider).cluer.generate_clue(
            visible_state(position(), Seat.RED_CLUER)  # type: ignore[arg-type]
        )
        await provider.close()
    assert trace.tokens_in == USAGE["prompt_tokens"]


async def test_a_cassette_replays_the_game_by_the_hashes_of_its_pictures(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    async with FakeProvider(text=player_of(SHORT)) as server:
        provider = door(cassette=Cassette.record_to(path))
        first = await game(offline(), team_of(config(server, sees="picture"), provider)).run()
        await provider.close()
    assert "base64" not in path.read_text("ascii")
    replaying = door(cassette=Cassette.replay_from(path))
    again = await game(offline(), team_of(config(sees="picture"), replaying)).run()
    assert again.public_transcript == first.public_transcript
    other = Cassette.replay_from(path)
    await game(offline(), team_of(config(sees="picture", picture="cards"), door(cassette=other))).run()
    assert "was never asked" in other.missing


def test_a_request_is_known_by_the_hash_of_its_picture_and_not_by_its_bytes() -> None:
    def request(png: bytes, sha256: str) -> ModelRequest:
        return ModelRequest("openai/x", ({"role": "user", "content": "?"},), image=RequestImage(png, sha256))

    plain = ModelRequest("openai/x", ({"role": "user", "content": "?"},))
    assert request(b"one", "a").fingerprint() == request(b"two", "a").fingerprint()
    assert len({plain.fingerprint(), request(b"", "a").fingerprint(), request(b"", "b").fingerprint()}) == 3
    assert "two" not in repr(request(b"two", "a"))


async def test_a_model_that_takes_no_system_role_is_shown_the_picture_all_the_same() -> None:
    memory = Memory(lambda body: "CLUE: QUIXLE\nNUMBER: 1")
    agent = team_of(config(sees="picture"), door(memory)).cluer
    await agent.generate_clue(visible_state(position(), Seat.RED_CLUER))  # type: ignore[arg-type]
    request = memory.calls[0].request.without_system_role()
    assert request.image is not None
    assert isinstance(request.messages[-1]["content"], str)


@pytest.mark.parametrize(
    ("spec", "can"),
    [
        ("gpt-4o?sees=picture", True),
        ("anthropic/claude-sonnet-4-5?sees=picture", True),
        ("gpt-3.5-turbo?sees=picture", False),
        ("openai/o3-mini?sees=picture+words", False),
        ("o3-mini", True),
        ("openai/o3-mini?sees=picture&api_base=http://127.0.0.1:8080/v1", True),
        ("openai/nobody-knows-it?sees=picture", True),
        ("vector?sees=picture", True),
    ],
)
def test_a_model_that_is_known_not_to_see_is_refused_unless_it_is_forced(spec: str, can: bool) -> None:
    agent = AgentConfig.parse(spec)
    assert (why_cannot_see(agent) == "") is can
    refuse_who_cannot_see([agent], BOARD.words, force=True)
    if not can:
        with pytest.raises(InputError, match=r"is not known to see pictures.*sees=words.*--force"):
            refuse_who_cannot_see([agent], BOARD.words)


def test_a_substitute_that_cannot_see_is_refused_before_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    teams = {team: TeamConfig.homogeneous(AgentConfig(spec="random"), seed=1) for team in Team}

    def game(spec: str, **more: Any) -> None:
        rules = GameConfig(seed=1, fallback=f"substitute:{spec}")
        new_game(rules, teams, out=tmp_path / "game.json", **more).give_up()

    with pytest.raises(InputError, match=r"openai/o3-mini.* is not known to see pictures"):
        game("openai/o3-mini?sees=picture")
    game("openai/o3-mini?sees=picture", force=True)
    game("openai/o3-mini")


def test_who_cannot_see_takes_no_seat_in_a_game_that_goes_on_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    teams = {team: TeamConfig.homogeneous(AgentConfig(spec="random"), seed=1) for team in Team}
    blind = "openai/o3-mini?sees=picture"
    rules = {"with": GameConfig(seed=1, fallback=f"substitute:{blind}"), "without": GameConfig(seed=1)}
    journals = {}
    for name, rule in rules.items():
        begun = new_game(rule, teams, out=tmp_path / f"{name}.json", force=True)
        begun.journal.close()
        journals[name] = begun.journal.path
        record = begun.runner.record()
        if name == "with":
            with pytest.raises(InputError, match=r"openai/o3-mini.* is not known to see pictures"):
                forked_game(record, 0, out=tmp_path / "fork.json")
            forked_game(record, 0, out=tmp_path / "fork.json", force=True).give_up()
    named = {Seat.RED_CLUER: AgentConfig.parse(blind)}
    for name, seats in (("with", None), ("without", named)):
        with pytest.raises(InputError, match=r"openai/o3-mini.* is not known to see pictures"):
            resumed_game(journals[name], seats)
        resumed_game(journals[name], seats, force=True).journal.close()


@pytest.mark.parametrize(("spec", "extra"), [("vector?sees=picture", "ocr"), ("openai/gpt-4o?sees=picture", "vision")])
def test_the_extra_that_is_asked_for_is_all_that_an_agent_needs(
    spec: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(InputError, match=rf"pip install 'codenames-tui\[{extra}\]'"):
        refuse_who_cannot_see([AgentConfig.parse(spec)], BOARD.words)


def test_a_board_that_cannot_be_drawn_is_refused_where_somebody_sees_it_and_only_there() -> None:
    words = ("ខ្មែរ", *BOARD.words[1:])
    refuse_who_cannot_see([AgentConfig.parse("vector")], words)
    with pytest.raises(InputError, match=r"vector\?sees=picture is to see a picture of the board.*KHMER"):
        refuse_who_cannot_see([AgentConfig.parse("vector?sees=picture")], words, force=True)
