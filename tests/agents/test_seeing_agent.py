"""An offline agent with eyes: it plays with what it read, right or wrong, and knows nothing else of the board."""

import importlib.util
from collections.abc import Sequence
from typing import Any

import pytest
from tests.agents.eyes import eyes_that_read, texts_of
from tests.games import BOARD, RED_WORDS, clue, position, touch

from codenames_agents.catalogue import agent_seed, build_agent, build_team
from codenames_agents.offline.styles import STYLES
from codenames_agents.offline.vector_agent import VectorCluer, VectorGuesser
from codenames_agents.seats.seeing_agent import SeeingAgent
from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.board_reading import ReadCard, read_board, read_board_with, words_by_place
from codenames_agents.vision.look import PictureLook
from codenames_agents.vision.ocr import FoundText
from codenames_agents.vision.picture_file import picture_file
from codenames_agents.vision.seen_view import seen_view
from codenames_core.game.agent import TeamAgents, Unreadable
from codenames_core.game.board import CardType, deal
from codenames_core.game.config import GameConfig, Role, Seat, Team, TeamConfig
from codenames_core.game.state import GameState, initialize_game
from codenames_core.game.visibility import Rejection, visible_state
from codenames_core.game.words import normalise
from codenames_core.play.episode import run_episode
from codenames_core.support.errors import InputError

pytest.importorskip("PIL")
needs_ocr = pytest.mark.skipif(importlib.util.find_spec("rapidocr") is None, reason="RapidOCR is not installed")
BALANCED = STYLES["balanced"]
TOUCHED = clue(Team.RED), touch(Team.RED, "ANCHOR"), touch(Team.RED, "CANDLE")


def picture(state: GameState, seat: Seat, look: PictureLook) -> bytes:
    return picture_file(board_picture(visible_state(state, seat)), look).png


def cluer(read: Any) -> SeeingAgent:
    return SeeingAgent(VectorCluer(BALANCED, 1), PictureLook(), "vector:balanced?sees=picture", read)


def guesser(read: Any) -> SeeingAgent:
    return SeeingAgent(VectorGuesser(BALANCED, 1), PictureLook(), "vector:balanced?sees=picture", read)


@pytest.mark.parametrize(
    "look", [PictureLook(), PictureLook("cards"), PictureLook("photo", 1, 5)], ids=lambda look: look.style
)
@pytest.mark.parametrize("seat", [Seat.RED_CLUER, Seat.BLUE_GUESSER_1])
def test_colours_are_seen_on_every_card(look: PictureLook, seat: Seat) -> None:
    state = position(*TOUCHED)
    cards = read_board_with(lambda _pixels: (), picture(state, seat, look), look.style)
    face_up = [state.board.key[word] if word in state.revealed else None for word in state.board.words]
    assert [card.face_up for card in cards] == face_up
    if seat is Seat.RED_CLUER:
        hidden = [None if word in state.revealed else state.board.key[word] for word in state.board.words]
        assert [card.key for card in cards] == hidden
    else:
        assert all(card.key is None for card in cards)


def test_texts_are_words_by_where_they_stand() -> None:
    assert words_by_place(texts_of(BOARD.words), "clean") == list(BOARD.words)
    two_lines = [FoundText("CREAM", 30, 70, 90, 90), FoundText("ICE", 40, 40, 80, 60)]
    assert words_by_place(two_lines, "clean")[0] == "ICE CREAM"
    outside = [FoundText("EDGE", -30, -10, 10, 4), FoundText("END", 1165, 660, 1190, 700)]
    assert [word for word in words_by_place(outside, "clean") if word] == ["EDGE", "END"]


def test_a_view_that_was_seen_has_the_words_that_were_read_and_what_was_said() -> None:
    view: Any = visible_state(position(*TOUCHED), Seat.RED_GUESSER_1)
    read = {"ANCHOR": "ANCH0R", "BRIDGE": "BR1DGE", "FALCON": ""}
    cards = [ReadCard(read.get(word, word), view.revealed.get(word)) for word in view.words]
    seen = seen_view(view, cards)
    assert seen.words[:6] == ("ANCHOR", "BR1DGE", "CANDLE", "DRAGON", "ENGINE", "card 6")
    assert dict(seen.revealed) == {"ANCHOR": CardType.RED, "CANDLE": CardType.NEUTRAL}
    assert len(set(map(normalise, seen.words))) == 25
    assert type(seen) is type(view)
    assert seen.public_transcript == view.public_transcript


def test_two_cards_that_were_read_alike_are_told_apart() -> None:
    view: Any = visible_state(position(), Seat.RED_GUESSER_1)
    seen = seen_view(view, [ReadCard("SAME") for _ in view.words])
    assert seen.words[:3] == ("SAME", "SAME card 2", "SAME card 3")


def test_a_cluer_that_mistakes_a_colour_has_another_key() -> None:
    view: Any = visible_state(position(), Seat.RED_CLUER)
    cards = [ReadCard(word, key=view.key[word]) for word in view.words]
    cards[0], cards[1] = ReadCard("ANCHOR", key=CardType.BLUE), ReadCard("BRIDGE")
    seen = seen_view(view, cards)
    assert (seen.key["ANCHOR"], seen.key["BRIDGE"]) == (CardType.BLUE, CardType.NEUTRAL)


async def test_who_reads_everything_plays_as_with_words_and_the_trace_says_what_was_seen() -> None:
    view: Any = visible_state(position(), Seat.RED_CLUER)
    plain, _ = await VectorCluer(BALANCED, 1).generate_clue(view)
    answer, trace = await cluer(eyes_that_read(BOARD.words)).generate_clue(view)
    assert answer == plain
    assert trace.agent == "vector:balanced?sees=picture"
    assert trace.picture is not None
    assert trace.picture.read == BOARD.words
    assert trace.picture.sha256 == picture_file(board_picture(view), PictureLook()).facts.sha256


async def test_a_misread_word_is_guessed_as_it_was_read_and_dropped_when_it_is_refused() -> None:
    state = position(clue(Team.RED, "bird", 1))
    eyes = eyes_that_read(BOARD.words, {"FALCON": "FALC0N"})
    view: Any = visible_state(state, Seat.RED_GUESSER_1)
    seen = seen_view(view, eyes(picture(state, Seat.RED_GUESSER_1, PictureLook()), "clean"))
    assert "FALC0N" in seen.unrevealed
    refused = (Rejection("GUESSES: FALC0N", "'FALC0N' is not on the board; choose from the words"),)
    again: Any = visible_state(state, Seat.RED_GUESSER_1, refused)
    assert "FALC0N" not in seen_view(again, eyes(picture(state, Seat.RED_GUESSER_1, PictureLook()), "clean")).unrevealed


async def test_a_cluer_that_sees_no_card_of_its_team_says_so() -> None:
    view: Any = visible_state(position(), Seat.RED_CLUER)

    def blind(_png: bytes, _style: str) -> Sequence[ReadCard]:
        return [ReadCard(word) for word in BOARD.words]

    agent = SeeingAgent(VectorCluer(BALANCED, 1), PictureLook(), "v", blind)
    answer, trace = await agent.generate_clue(view)
    assert answer == Unreadable("no card of the team is seen on the picture")
    assert trace.picture is not None
    penalty, _ = await agent.choose_penalty(view)
    assert isinstance(penalty, Unreadable)


async def test_a_whole_game_is_played_by_eyes() -> None:
    config = GameConfig(seed=4, max_turns=6)
    words = deal(config).words
    eyes = eyes_that_read(words, {words[0]: "MISREAD"})
    teams = {team: TeamAgents(cluer(eyes), guesser(eyes), guesser(eyes)) for team in Team}
    record = await run_episode(config, teams[Team.RED], teams[Team.BLUE])
    pictures = [trace.picture for trace in record.decisions()]
    assert pictures
    assert all(one is not None and one.read for one in pictures)
    assert record.public_transcript


async def test_a_penalty_is_a_word_that_was_read() -> None:
    view: Any = visible_state(position(), Seat.RED_CLUER)
    answer, _ = await cluer(eyes_that_read(BOARD.words)).choose_penalty(view)
    assert answer in RED_WORDS


@needs_ocr
def test_eyes_change_no_seed_so_that_games_are_compared_board_by_board() -> None:
    words, pictures = (build_team(spec, seed=5).config for spec in ("vector", "vector?sees=picture"))
    assert {agent_seed(words, role) for role in Role} == {agent_seed(pictures, role) for role in Role}
    assert isinstance(words, TeamConfig)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("random?sees=picture", "'random' does not take sees; vector and language models do"),
        ("vector?seed=1", "'vector' does not take seed; language models do"),
        ("vector?sees=picture+words", "reads either the words or a picture; write sees=picture"),
    ],
)
def test_what_an_offline_agent_cannot_see_is_refused(spec: str, said: str) -> None:
    with pytest.raises(InputError, match=said.replace("+", r"\+")):
        build_agent(spec, Role.CLUER, 0)


def test_eyes_that_are_not_installed_are_named_with_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "rapidocr" else found(name))
    with pytest.raises(InputError, match=r"pip install 'codenames-tui\[ocr\]'"):
        build_agent("vector?sees=picture", Role.CLUER, 0)


@needs_ocr
def test_every_word_and_colour_of_a_clean_picture_is_read() -> None:
    state = initialize_game(GameConfig(seed=11))
    cards = read_board(picture(state, Seat.RED_CLUER, PictureLook()), "clean")
    assert [normalise(card.word) for card in cards] == [normalise(word) for word in state.board.words]
    assert [card.key for card in cards] == [state.board.key[word] for word in state.board.words]


@pytest.mark.soak
@needs_ocr
def test_of_200_clean_boards_99_in_100_are_read_whole() -> None:
    whole = 0
    for seed in range(200):
        state = initialize_game(GameConfig(seed=seed))
        cards = read_board(picture(state, Seat.RED_CLUER, PictureLook()), "clean")
        whole += [normalise(card.word) for card in cards] == [normalise(word) for word in state.board.words]
    assert whole >= 198
