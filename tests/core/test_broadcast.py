"""What the public is told: nothing that does not lie on the table."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from tests.games import BOARD

from codenames_core.files.journal import Header
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SeatChange
from codenames_core.game.board import LONGEST_BOARD_WORD, Board, CardType
from codenames_core.game.config import AgentConfig, GameConfig, Seat, Team, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, UnknownEvent
from codenames_core.game.replay import Replay
from codenames_core.game.state import GameState, fold, initialize_game
from codenames_core.play.episode import new_header
from codenames_core.watch.broadcast import (
    MESSAGE,
    UNHEARD,
    Audience,
    End,
    Happened,
    board_of,
    config_of,
    face_up,
    published_event,
    seat_changed_of,
    snapshot_of,
    start_of,
)
from codenames_tui.library.samples import SAMPLES, sample_path

SEED = 4_211_994_771
GAME = "0123456789abcdef"
RECORDS = [EpisodeRecord.load(sample_path(name)) for name in SAMPLES]


def header_of(record: EpisodeRecord, board: Board | None = None) -> Header:
    """The header of a record, full of what must not be told."""
    secret = TeamConfig.homogeneous(AgentConfig(spec="vector:bold", temperature=0.25), seed=SEED)
    return new_header(
        record.config.model_copy(update={"seed": SEED}),
        secret,
        secret,
        board=board or record.board,
        episode_id="an-id-that-hashes-the-board",
        metadata={"benchmark": {"key": "1:feedbeef"}},
    )


def told(header: Header, events: tuple[Event, ...], audience: Audience = Audience.PUBLIC) -> str:
    """Every byte that a stream has for somebody, snapshots included."""
    state = initialize_game(header.config, header.board)
    messages = [start_of(header, GAME, audience).model_dump_json(exclude_none=True)]
    taken = SeatChange(seat=Seat.BLUE_CLUER, at=0, agent=header.teams[Team.RED].cluer)
    messages.append(seat_changed_of(taken, 0).model_dump_json())
    for at, event in enumerate(events):
        state = fold(state, [event])
        messages.append(Happened(at=at, event=published_event(event, header.config.rules, audience)).model_dump_json())
        messages.append(snapshot_of(state).model_dump_json())
    return "\n".join([*messages, End(events=len(events), outcome=state.outcome).model_dump_json()])


@st.composite
def positions(draw: st.DrawFn) -> tuple[EpisodeRecord, tuple[Event, ...], Board]:
    """A game, a part of it from the start, and a board that differs from its own in cards that lie face down alone."""
    record = draw(st.sampled_from(RECORDS))
    events = tuple(record.public_transcript[: draw(st.integers(0, len(record.public_transcript)))])
    known = face_up(record.board.words, events)
    hidden = [word for word in record.board.words if word not in known]
    cards = draw(st.permutations([record.board.key[word] for word in hidden]))
    return record, events, Board(record.board.words, {**record.board.key, **dict(zip(hidden, cards, strict=True))})


@given(positions())
def test_games_that_differ_only_in_cards_face_down_are_told_in_the_same_bytes(
    position: tuple[EpisodeRecord, tuple[Event, ...], Board],
) -> None:
    record, events, other = position
    assert told(header_of(record), events) == told(header_of(record, other), events)


@given(positions())
def test_the_public_is_told_no_seed_id_parameter_or_metadata(
    position: tuple[EpisodeRecord, tuple[Event, ...], Board],
) -> None:
    record, events, _ = position
    data = told(header_of(record), events)
    for secret in (str(SEED), "an-id-that-hashes", "feedbeef", "temperature", "0.25", '"key"', "traces", "seed"):
        assert secret not in data or any(secret in event.model_dump_json() for event in events)


@given(positions())
def test_a_card_that_lies_face_down_is_nowhere_said_to_be_anything(
    position: tuple[EpisodeRecord, tuple[Event, ...], Board],
) -> None:
    record, events, _ = position
    known = face_up(record.board.words, events)
    for line in told(header_of(record), events).splitlines():
        for word, card in said_to_be(json.loads(line)):
            assert known[word] == card


def said_to_be(tree: object) -> list[tuple[str, str]]:
    """Every word of which a message says what it is."""
    found: list[tuple[str, str]] = []
    if isinstance(tree, dict):
        if "card" in tree:
            found.append((tree["word"], tree["card"]))
        found += [(name, value) for name, value in tree.items() if name.isupper() and value in list(CardType)]
        tree = list(tree.values())
    for one in tree if isinstance(tree, list) else []:
        found += said_to_be(one)
    return found


@given(positions())
def test_what_is_told_folds_to_the_table_that_it_was_told_of(
    position: tuple[EpisodeRecord, tuple[Event, ...], Board],
) -> None:
    record, events, _ = position
    for audience in Audience:
        start = start_of(header_of(record), GAME, audience)
        heard = [MESSAGE.validate_json(line) for line in told(header_of(record), events, audience).splitlines()]
        retold = [one.event for one in heard if isinstance(one, Happened)]
        game = Replay(initialize_game(config_of(start), board_of(start, retold)), retold)
        assert game.notes == {}
        assert on_the_table(game.last_state) == on_the_table(fold(record.initial_state(), events))
        assert (dict(board_of(start, retold).key) == dict(record.board.key)) or audience is Audience.PUBLIC


def on_the_table(state: GameState) -> object:
    left = {team: state.words_left(team) for team in Team}
    return state.turn.number, state.turn.team, state.phase, state.revealed, left, state.outcome


@pytest.mark.parametrize("file", ["/home/me/secret plans/opening.json", r"C:\Users\me\opening.json", "opening.json"])
def test_of_a_script_the_public_is_told_the_name_and_not_where_it_lies(file: str) -> None:
    scripted = AgentConfig(spec=f"scripted:{file}")
    mixed = TeamConfig(cluer=scripted, guesser_1=AgentConfig(spec="random"), guesser_2=AgentConfig(spec="a/model"))
    header = new_header(GameConfig(seed=SEED), TeamConfig.homogeneous(scripted), mixed, board=BOARD)
    start = start_of(header, GAME, Audience.SPYMASTER)
    assert start.teams == {Team.RED: "scripted:opening", Team.BLUE: "scripted:opening + random + a/model"}
    assert start.seats[Seat.RED_CLUER] == "scripted:opening"
    assert seat_changed_of(SeatChange(seat=Seat.BLUE_CLUER, at=0, agent=scripted), 0).agent == "scripted:opening"


def test_where_teams_do_not_overhear_each_other_the_public_hears_neither() -> None:
    said = DiscussionMessage(seat=Seat.RED_GUESSER_1, text="ANCHOR, I think", consensus=True)
    apart, together = GameConfig(surveillance=False).rules, GameConfig().rules
    heard = published_event(said, apart, Audience.PUBLIC)
    assert isinstance(heard, DiscussionMessage)
    assert (heard.text, heard.consensus) == (UNHEARD, True)
    assert published_event(said, apart, Audience.SPYMASTER) == published_event(said, together, Audience.PUBLIC) == said


def test_of_an_event_from_a_newer_version_only_the_type_is_told() -> None:
    event = UnknownEvent.model_validate({"type": "omen", "key": {"ANCHOR": "red"}})
    for audience in Audience:
        assert published_event(event, GameConfig().rules, audience).model_dump() == {"type": "omen"}


def test_a_stream_that_miscounts_its_cards_still_has_a_board() -> None:
    start = start_of(header_of(RECORDS[0], BOARD), GAME, Audience.PUBLIC).model_copy(update={"cards": {}})
    turned = Guess.model_validate(
        {"type": "guess", "team": "red", "word": "ANCHOR", "card": "assassin", "result": "assassin"}
    )
    board = board_of(start, [Clue("SEA", 1, team=Team.RED), turned, turned])
    assert board.key["ANCHOR"] is CardType.ASSASSIN
    assert set(board.key.values()) == {CardType.ASSASSIN, CardType.NEUTRAL}


def test_the_longest_word_of_a_board_can_be_told() -> None:
    words = ("A" * LONGEST_BOARD_WORD, *BOARD.words[1:])
    board = Board(words, dict(zip(words, BOARD.key.values(), strict=True)))
    told = start_of(header_of(RECORDS[0], board), GAME, Audience.PUBLIC)
    assert MESSAGE.validate_json(told.model_dump_json()).words == words


@pytest.mark.parametrize(
    "broken",
    [
        "[]",
        "{}",
        '{"type":"end"}',
        '{"type":"event","at":-1,"event":{"type":"pass","team":"red","reason":"chosen"}}',
        '{"type":"event","at":0,"event":{"type":"clue","word":"SEA"}}',
        '{"type":"start","version":2}',
    ],
)
def test_what_is_no_message_is_refused(broken: str) -> None:
    with pytest.raises(ValidationError):
        MESSAGE.validate_json(broken)
