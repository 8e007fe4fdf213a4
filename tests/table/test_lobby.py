"""Who may sit where, and what pauses a game: the rules of a table, without a network."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from codenames_core.game.config import GameConfig, GameMode, Rules, Seat
from codenames_core.support.errors import InputError
from codenames_core.table.allowance import Allowance
from codenames_core.table.invitations import Admits, Invitations, digest
from codenames_core.table.lobby import (
    LONGEST_PERSON,
    MOST_PEOPLE,
    MOST_WITHOUT_SEAT,
    Away,
    Lobby,
    NotAllowedError,
    Person,
    Presence,
    playable_seats,
)
from codenames_core.table.saved_table import invitations_kept, lobby_kept, names_kept, read_table, table_to_keep

EMPTY = Lobby(Rules(), tuple(Seat))


def with_people(count: int, lobby: Lobby = EMPTY) -> Lobby:
    """A table to which so many people have come; the first is its owner."""
    for number in range(count):
        lobby, _ = lobby.come(f"person {number + 1}", is_owner=not number)
    return lobby


def test_the_first_who_asks_has_the_seat() -> None:
    lobby = with_people(2).sit(1, Seat.RED_CLUER)
    with pytest.raises(NotAllowedError, match="person 1 has the seat of red cluer"):
        lobby.sit(2, Seat.RED_CLUER)
    assert lobby.sit(1, None).sit(2, Seat.RED_CLUER).in_seat(Seat.RED_CLUER) == lobby.sit(1, None).sit(
        2, Seat.RED_CLUER
    ).person(2)


def test_whoever_takes_another_seat_leaves_the_one_before() -> None:
    lobby = with_people(1).sit(1, Seat.RED_CLUER).sit(1, Seat.BLUE_CLUER)
    assert [person.seat for person in lobby.people] == [Seat.BLUE_CLUER]


def test_a_cluer_who_has_seen_the_key_never_guesses_in_that_game() -> None:
    lobby = with_people(2).sit(2, Seat.RED_CLUER).begin()
    for by_owner in (False, True):
        with pytest.raises(NotAllowedError, match="has seen the key"):
            lobby.sit(2, Seat.BLUE_GUESSER_1, by_owner=by_owner)
    assert lobby.sit(2, Seat.BLUE_CLUER).person(2).seat is Seat.BLUE_CLUER
    with pytest.raises(NotAllowedError, match="has seen the key"):
        lobby.sit(2, None).sit(2, Seat.RED_GUESSER_1)


def test_before_the_game_and_in_a_blind_one_nobody_has_seen_it() -> None:
    assert with_people(1).sit(1, Seat.RED_CLUER).sit(1, Seat.RED_GUESSER_1).begin().person(1).knows_key is False
    blind = Lobby(Rules(blind=True), tuple(Seat))
    assert with_people(1, blind).sit(1, Seat.RED_CLUER).begin().sit(1, Seat.RED_GUESSER_1).person(1).seat


def test_an_invitation_to_a_seat_is_for_that_seat_unless_the_owner_says_otherwise() -> None:
    lobby, ann = EMPTY.come("Ann", only_seat=Seat.RED_CLUER)
    with pytest.raises(NotAllowedError, match="for red cluer"):
        lobby.sit(ann.number, Seat.BLUE_CLUER)
    assert lobby.sit(ann.number, Seat.BLUE_CLUER, by_owner=True).person(ann.number).seat is Seat.BLUE_CLUER


def test_the_game_is_ready_once_all_who_sit_here_are() -> None:
    lobby = with_people(3).sit(1, Seat.RED_CLUER).sit(2, Seat.BLUE_CLUER)
    assert not EMPTY.all_are_ready
    assert not lobby.set_ready(1, ready=True).all_are_ready
    assert lobby.set_ready(1, ready=True).set_ready(2, ready=True).all_are_ready
    assert lobby.set_ready(1, ready=True).present(2, Presence.LOST).all_are_ready


def test_a_pause_takes_more_than_half_of_those_who_sit_or_the_owner() -> None:
    lobby = with_people(4).sit(2, Seat.RED_CLUER).sit(3, Seat.BLUE_CLUER).sit(4, Seat.RED_GUESSER_1).begin()
    one = lobby.want_pause(2, pause=True)
    two = one.want_pause(3, pause=True)
    assert [table.is_paused for table in (lobby, one, two)] == [False, False, True]
    assert not two.present(3, Presence.LOST).is_paused
    assert not two.want_pause(1, pause=False).is_paused
    assert lobby.want_pause(1, pause=True).is_paused
    with pytest.raises(NotAllowedError, match="not begun"):
        with_people(1).want_pause(1, pause=True)


def test_a_seat_is_played_by_an_agent_while_its_person_is_gone_or_waits() -> None:
    lobby = with_people(1).sit(1, Seat.RED_CLUER)
    plays = [lobby.present(1, presence).played_by_people for presence in Presence]
    assert plays == [{Seat.RED_CLUER}, {Seat.RED_CLUER}, frozenset()]
    assert lobby.set_away(1, Away.WAIT).present(1, Presence.GONE).played_by_people == {Seat.RED_CLUER}


def test_a_seat_that_was_left_to_its_agent_can_be_taken_and_one_that_waits_cannot() -> None:
    lobby = with_people(2).sit(1, Seat.RED_CLUER).present(1, Presence.GONE)
    taken = lobby.sit(2, Seat.RED_CLUER)
    assert [person.seat for person in taken.people] == [None, Seat.RED_CLUER]
    with pytest.raises(NotAllowedError, match="person 1 has the seat"):
        lobby.set_away(1, Away.WAIT).sit(2, Seat.RED_CLUER)
    with pytest.raises(NotAllowedError, match="person 1 has the seat"):
        lobby.present(1, Presence.LOST).sit(2, Seat.RED_CLUER)


def test_a_table_is_not_filled_without_end() -> None:
    lobby = replace(with_people(1), people=tuple(Person(number, only_watches=True) for number in range(MOST_PEOPLE)))
    with pytest.raises(NotAllowedError, match=str(MOST_PEOPLE)):
        lobby.come("one more")
    gone = replace(lobby, people=tuple(replace(one, presence=Presence.GONE) for one in lobby.people))
    assert len(gone.come("one more")[0].people) == 1


def test_so_many_come_to_watch_and_players_come_beside_them() -> None:
    lobby = with_people(1)
    for _ in range(MOST_WITHOUT_SEAT):
        lobby, _watcher = lobby.come("", only_watches=True)
    with pytest.raises(NotAllowedError, match=f"{MOST_WITHOUT_SEAT} people without a seat"):
        lobby.come("", only_watches=True)
    assert lobby.come("", only_seat=Seat.RED_CLUER)[1].number == lobby.come("")[1].number == lobby.last_number + 1
    assert lobby.present(lobby.last_number, Presence.GONE).come("", only_watches=True)


def test_whoever_has_seen_the_key_is_remembered_without_a_seat() -> None:
    lobby = with_people(3).sit(2, Seat.RED_CLUER).begin().sit(2, None)
    assert [person.number for person in lobby.remembered] == [1, 2]
    digests = {number: digest(f"secret {number}") for number in (1, 2, 3)}
    kept = table_to_keep(lobby, Invitations.draw(tuple(Seat)), digests, {})
    assert lobby_kept(kept, lobby.rules).person(2).knows_key


def test_a_name_is_one_line_and_short() -> None:
    lobby, person = EMPTY.come("a\x1b]0;b\x07\nc" + "d" * 500)
    assert person.name.startswith("a cd")
    assert len(person.name) == LONGEST_PERSON
    assert lobby.rename(1, "\u202eEve").person(1).name == "Eve"


def test_nobody_plays_for_a_ghost_or_for_the_second_of_a_single_guesser() -> None:
    single = GameConfig(mode=GameMode.SINGLE_GUESSER).rules
    assert playable_seats(single, [Seat.BLUE_CLUER]) == (Seat.RED_CLUER, Seat.RED_GUESSER_1, Seat.BLUE_GUESSER_1)


def test_every_invitation_opens_what_it_is_for_and_nothing_else_does() -> None:
    invitations = Invitations.draw(tuple(Seat))
    assert len({one.token for one in invitations.all}) == len(invitations.all) == 3 + len(Seat)
    assert all(invitations.opened_by(one.token) == one for one in invitations.all)
    for wrong in ("", "x" * 32, invitations.all[0].token[:-1], "\ud800"):
        assert invitations.opened_by(wrong) is None
    assert invitations.of(Admits.SEAT, Seat.BLUE_CLUER).seat is Seat.BLUE_CLUER


def test_a_table_is_kept_with_everybody_who_sits_and_the_hashes_of_their_tokens_alone() -> None:
    lobby = with_people(3).sit(2, Seat.RED_CLUER).set_away(2, Away.WAIT).begin()
    invitations = Invitations.draw(tuple(Seat))
    digests = {number: digest(f"secret {number}") for number in (1, 2, 3)}
    kept = table_to_keep(lobby, invitations, digests, {Seat.RED_CLUER: "person 2"})
    text = kept.model_dump_json()
    assert "secret 2" not in text
    again = read_table(text, "here")
    back = lobby_kept(again, lobby.rules)
    assert [person.number for person in back.people] == [1, 2]  # the third only watched
    assert {person.presence for person in back.people} == {Presence.LOST}
    assert replace(back.person(2), presence=Presence.HERE) == lobby.person(2)
    assert back.has_begun
    assert invitations_kept(again) == invitations


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        (lambda kept: kept["people"].append({**kept["people"][1], "number": 9}), "two people have one seat"),
        (lambda kept: kept["people"].append({**kept["people"][1], "seat": None}), "two people have one number"),
        (lambda kept: kept["people"][1].update(owner=True), "two people own the table"),
        (lambda kept: kept["people"][1].update(token_sha256=digest("1")), "two people have one secret"),
        (lambda kept: kept["people"][1].update(seat="red_guesser_1"), "a guesser has seen the key"),
        (lambda kept: kept.update(open=["blue_cluer"]), "somebody sits where people may not"),
        (lambda kept: kept["invitations"][4].update(token=kept["invitations"][3]["token"]), "invitations are the same"),
        (lambda kept: kept["invitations"][4].update(kept["invitations"][3], token="x" * 20), "are for the same"),
        (lambda kept: kept["invitations"][4].update(seat=None), "is for a seat and names none"),
        (lambda kept: kept["invitations"][0].update(seat="red_cluer"), "is for a seat and names none"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_no_host_can_have_kept_is_refused(fault: Callable[[Any], None], complaint: str) -> None:
    lobby = with_people(2).sit(2, Seat.RED_CLUER).begin()
    kept = table_to_keep(lobby, Invitations.draw(tuple(Seat)), {1: digest("1"), 2: digest("2")}, {})
    data = kept.model_dump(mode="json")
    fault(data)
    with pytest.raises(InputError, match=complaint):
        read_table(json.dumps(data), "here")


def test_a_cluer_has_seen_the_key_whatever_the_file_says() -> None:
    lobby = with_people(2).sit(2, Seat.RED_CLUER).begin()
    kept = table_to_keep(lobby, Invitations.draw(tuple(Seat)), {1: digest("1"), 2: digest("2")}, {})
    people = tuple(person.model_copy(update={"knows_key": False}) for person in kept.people)
    assert lobby_kept(kept.model_copy(update={"people": people}), lobby.rules).person(2).knows_key


def test_names_in_the_file_of_a_table_are_cleaned() -> None:
    kept = table_to_keep(with_people(1), Invitations.draw(()), {}, {Seat.RED_CLUER: "A\x1b]0;b\x07nn"})
    assert names_kept(kept) == {Seat.RED_CLUER: "Ann"}


REQUESTS = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from([*Seat, None]), st.sampled_from(Presence), st.booleans()), max_size=25
)


@given(REQUESTS)
@settings(max_examples=examples(60))
def test_whatever_people_ask_for_no_seat_has_two_of_them_and_no_guesser_has_seen_the_key(
    requests: list[tuple[int, Seat | None, Presence, bool]],
) -> None:
    lobby = with_people(4)
    for index, (number, seat, presence, begin) in enumerate(requests):
        try:
            lobby = lobby.sit(number, seat).present(number, presence)
        except NotAllowedError:
            continue
        if begin and index > 5:
            lobby = lobby.begin()
        seats = [person.seat for person in lobby.seated]
        assert len(seats) == len(set(seats))
        assert lobby.played_by_people <= set(seats)
        for person in lobby.seated:
            assert not (person.knows_key and person.seat and "guesser" in person.seat)


def test_an_allowance_is_used_up_and_comes_back_with_time() -> None:
    allowance = Allowance.full(3, 2.0, now=0.0)
    spent = []
    for now in (0.0, 0.0, 0.0, 0.0, 0.4, 0.5, 0.5, 100.0, 100.0, 100.0, 100.0):
        allowance, within = allowance.spend(now)
        spent.append(within)
    assert spent == [True, True, True, False, False, True, False, True, True, True, False]
