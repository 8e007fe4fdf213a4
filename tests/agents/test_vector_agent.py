"""The offline agents at the table: whole games, single decisions, and every kind of partner."""

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any

import pytest
from tests.games import board_of, clue, ghost, idle, play, position, rest, story, touch

from codenames_agents.catalogue import build_team
from codenames_agents.offline import cluing, guessing
from codenames_agents.offline.links import dialects, word_links
from codenames_agents.offline.links.strength import CLUER_WEIGHTS, common_strength
from codenames_agents.offline.links.word_links import space
from codenames_agents.offline.random_agent import RandomCluer, RandomGuesser
from codenames_agents.offline.styles import STYLES
from codenames_agents.offline.transcript import clue_records, last_mistake, words_given
from codenames_agents.offline.vector_agent import VectorCluer, VectorGuesser
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import Unavailable, Unreadable
from codenames_core.game.board import Board, CardType, deal
from codenames_core.game.config import GameConfig, GameMode, IllegalCluePolicy, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, PassReason
from codenames_core.game.visibility import Rejection, visible_state
from codenames_core.play.episode import run_episode
from codenames_core.referee.legality import why_illegal_clue

BOARD = board_of("""
    OCEAN+   QUEEN-   BREAD.   DRAGON+  ENGINE-
    FALCON+  GARDEN.  HAMMER-  ISLAND+  JACKET-
    CASTLE+  LADDER-  POISON!  NEEDLE+  ORCHID.
    PALACE-  SHARK+   ROCKET.  SADDLE+  TEMPLE-
    DOCTOR.  VIOLIN-  KNIGHT+  LEMON.   ZEBRA.
""")
BALANCED = STYLES["balanced"]
PLAIN = STYLES["stranger"]


def cluer_view(*events: Event, seat: Seat = Seat.RED_CLUER, config: GameConfig | None = None, **more: Any) -> Any:
    """What a cluer sees after `events`."""
    return visible_state(position(*events, config=config, board=BOARD), seat, **more)


def guesser_view(
    *events: Event, seat: Seat = Seat.RED_GUESSER_1, config: GameConfig | None = None, board: Board = BOARD
) -> Any:
    """What a guesser sees after `events`."""
    return visible_state(position(*events, config=config, board=board), seat)


def says(seat: Seat, text: str, *, consensus: bool = False) -> DiscussionMessage:
    """A recorded message."""
    return DiscussionMessage(seat=seat, text=text, consensus=consensus)


async def given(cluer: VectorCluer, view: Any) -> Clue:
    """The clue that a cluer gives."""
    answer, _ = await cluer.generate_clue(view)
    assert isinstance(answer, Clue)
    return answer


async def touched(guesser: VectorGuesser, view: Any, discussion: Sequence[DiscussionMessage] = ()) -> tuple[str, ...]:
    """The words that a guesser touches."""
    answer, _ = await guesser.make_guesses(view, tuple(discussion))
    assert not isinstance(answer, Unreadable | Unavailable)
    return tuple(answer)


async def first_said(guesser: VectorGuesser, view: Any, discussion: Sequence[DiscussionMessage] = ()) -> str:
    """What a guesser says."""
    answer, _ = await guesser.discuss(view, tuple(discussion))
    assert isinstance(answer, DiscussionMessage)
    return answer.text


async def game(red: str, blue: str, seed: int, **config: Any) -> EpisodeRecord:
    """A whole game on the board of a seed."""
    return await run_episode(
        GameConfig(seed=seed, **config), build_team(red, seed=seed), build_team(blue, seed=seed + 1)
    )


def digest(record: EpisodeRecord) -> str:
    """A hash of all that happened, was said and was thought."""
    traces = [trace for turn in record.traces for trace in turn.decisions()]
    lines = [event.model_dump_json() for event in record.public_transcript]
    lines += [f"{trace.raw}{trace.reasoning}{trace.confidence}{trace.intended_targets}" for trace in traces]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def forget_everything() -> None:
    """Empty the caches, as in a fresh process."""
    word_links._known.clear()
    word_links.space.cache_clear()
    word_links.strength_and_disagreement.cache_clear()
    dialects.dialect.cache_clear()
    guessing._strengths.cache_clear()


# --- whole games


@pytest.mark.parametrize("style", [*STYLES])
async def test_every_style_plays_to_the_end_without_a_refused_answer(style: str) -> None:
    record = await game(f"vector:{style}", "vector", seed=3)
    assert record.outcome is not None
    assert record.outcome.winner is not None
    for trace in (trace for turn in record.traces for trace in turn.decisions()):
        assert (trace.failure, trace.refused) == (None, ())
        assert trace.agent in (f"vector:{style}", "vector:balanced")


async def test_the_same_seeds_play_the_same_game_to_the_letter() -> None:
    one = digest(await game("vector", "vector:bold", seed=5))
    forget_everything()
    assert digest(await game("vector", "vector:bold", seed=5)) == one
    assert digest(await game("vector", "vector:bold", seed=6)) != one


async def test_decisions_do_not_depend_on_the_order_in_which_games_run() -> None:
    seeds = range(20, 24)
    forwards = {seed: digest(await game("vector:noisy", "vector:novice", seed)) for seed in seeds}
    forget_everything()
    backwards = {seed: digest(await game("vector:noisy", "vector:novice", seed)) for seed in reversed(seeds)}
    forget_everything()
    together = await asyncio.gather(*(game("vector:noisy", "vector:novice", seed) for seed in seeds))
    assert forwards == backwards == dict(zip(seeds, map(digest, together), strict=True))


async def test_clues_are_the_same_on_every_machine() -> None:
    clues = []
    for seed in range(4):
        config = GameConfig(seed=seed)
        view: Any = visible_state(position(config=config, board=deal(config)), Seat.RED_CLUER)
        clues.append(str(await given(VectorCluer(BALANCED, seed), view)))
    assert clues == GOLDEN_CLUES


GOLDEN_CLUES = ["HOTEL 3", "ALBUM 2", "CONCRETE 2", "STRUCTURAL 4"]


@pytest.mark.parametrize(
    "config",
    [
        {"mode": GameMode.SINGLE_GUESSER},
        {"mode": GameMode.NO_ASSASSIN},
        {"blind": True},
        {"surveillance": False},
        {"max_rounds": 1},
        {"max_rounds": 5},
        {"illegal_clue": IllegalCluePolicy.PENALTY},
        {"assassin_count": 3},
    ],
    ids=str,
)
async def test_every_way_to_play_comes_to_an_end(config: dict[str, Any]) -> None:
    record = await game("vector", "vector:cautious", seed=8, **config)
    assert record.outcome is not None
    traces = [trace for turn in record.traces for trace in turn.decisions()]
    assert [trace.refused for trace in traces if trace.refused] == []
    if config.get("mode") is GameMode.SINGLE_GUESSER:
        assert not any(isinstance(event, DiscussionMessage) for event in record.public_transcript)


@pytest.mark.parametrize("script", ["中文词语", "עברית", "ΕΛΛΗΝΙΚΑ", "zzyzx-"])
async def test_a_board_in_any_script_is_played_to_the_end(script: str) -> None:
    words = tuple(f"{script}{chr(ord('a') + place)}" for place in range(25))
    board = Board(words, dict(zip(words, deal(GameConfig(seed=1)).key.values(), strict=True)))
    record = await play(build_team("vector", seed=1), build_team("random", seed=2), board=board)
    assert record.outcome is not None
    assert all(trace.failure is None for turn in record.traces for trace in turn.decisions())


async def test_a_team_alone_finds_its_words() -> None:
    record = await play(build_team("vector:sharp", seed=1), ghost(), board=BOARD)
    assert record.outcome is not None
    assert record.outcome.winner is Team.RED
    assert sum(isinstance(event, Clue) for event in record.public_transcript) <= 9


async def test_team_mates_do_not_read_each_others_thoughts() -> None:
    view = guesser_view(clue(Team.RED, "music", 2))
    one, other = (VectorGuesser(STYLES["noisy"], seed) for seed in (1, 2))
    beliefs = [(await guesser.discuss(view, ()))[1].confidence for guesser in (one, other)]
    assert beliefs[0] != beliefs[1]


async def test_one_seed_makes_two_minds_in_two_seats() -> None:
    said_before = says(Seat.RED_GUESSER_1, "?")
    one = guesser_view(clue(Team.RED, "music", 2))
    other = guesser_view(clue(Team.RED, "music", 2), said_before, seat=Seat.RED_GUESSER_2)
    guesser = VectorGuesser(BALANCED, 7)
    assert (await guesser.discuss(one, ()))[1].confidence != (await guesser.discuss(other, ()))[1].confidence


# --- clues


async def test_a_refused_clue_is_not_given_again() -> None:
    cluer = VectorCluer(BALANCED, 1)
    first = await given(cluer, cluer_view())
    for answer in (first.word, f"{first.word} {first.number}", first.word.lower()):
        second = await given(cluer, cluer_view(rejected=(Rejection(answer, "no"),)))
        assert second.word != first.word


async def test_a_clue_is_given_once_in_a_game_by_either_team() -> None:
    cluer = VectorCluer(BALANCED, 1)
    best = await given(cluer, cluer_view())
    used = (clue(Team.RED, "zzz"), rest(Team.RED), clue(Team.BLUE, best.word.lower()), rest(Team.BLUE))
    config = GameConfig(mode=GameMode.SINGLE_GUESSER)
    assert (await given(cluer, cluer_view(*used, config=config))).word != best.word


async def test_clues_are_legal_and_tactful_in_every_position() -> None:
    for seed in range(12):
        config = GameConfig(seed=seed)
        view: Any = visible_state(position(config=config, board=deal(config)), Seat.RED_CLUER)
        answer = await given(VectorCluer(STYLES["novice"], seed), view)
        assert why_illegal_clue(answer.word, answer.number, view.unrevealed, config.clue_rules) is None
        assert not any(answer.word.lower() in word.lower() for word in view.words)


@pytest.mark.parametrize("style", [*STYLES])
@pytest.mark.parametrize("blind", [False, True])
async def test_the_best_clue_is_found_however_few_are_looked_at_first(
    style: str, blind: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = set()
    for looked_at in (1, cluing._LOOKED_AT, 10_000):
        monkeypatch.setattr(cluing, "_LOOKED_AT", looked_at)
        found.add(digest(await game(f"vector:{style}", "vector", seed=11, blind=blind)))
    assert len(found) == 1


async def test_a_cluer_with_no_legal_clue_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codenames_agents.offline.cluing.why_illegal_in", lambda *_: "no")
    answer, _ = await VectorCluer(BALANCED, 1).generate_clue(cluer_view())
    assert answer == Unreadable("no word that I know is a legal clue here")


async def test_a_cluers_trace_names_its_targets() -> None:
    answer, trace = await VectorCluer(BALANCED, 1).generate_clue(cluer_view())
    assert isinstance(answer, Clue)
    assert len(trace.intended_targets) == answer.number
    assert all(BOARD.key[word] is CardType.RED for word in trace.intended_targets)
    assert trace.reasoning.endswith("TARGETS: " + ", ".join(trace.intended_targets))
    assert trace.confidence is not None
    assert 0 < trace.confidence <= 1
    assert trace.raw.startswith("REASONING: ")
    assert trace.raw.endswith(f"CLUE: {answer.word}\nNUMBER: {answer.number}")


async def test_a_cautious_cluer_asks_for_less_than_a_bold_one() -> None:
    numbers = {"bold": 0, "cautious": 0}
    for seed in range(10):
        config = GameConfig(seed=seed)
        view: Any = visible_state(position(config=config, board=deal(config)), Seat.RED_CLUER)
        for style in numbers:
            numbers[style] += int((await given(VectorCluer(STYLES[style], seed), view)).number)
    assert numbers["cautious"] < numbers["bold"]


async def test_a_blind_cluer_points_at_one_word_and_knows_what_that_is_worth() -> None:
    config = GameConfig(blind=True, mode=GameMode.SINGLE_GUESSER)
    found = (clue(Team.RED, "zzz", 1), touch(Team.RED, "OCEAN", BOARD), rest(Team.RED, PassReason.STOPPED))
    view = cluer_view(*found, clue(Team.BLUE, "yyy", 1), rest(Team.BLUE), config=config)
    answer, trace = await VectorCluer(PLAIN, 1).generate_clue(view)
    assert isinstance(answer, Clue)
    (target,) = trace.intended_targets
    assert answer.number == 1
    assert target in view.unrevealed
    assert trace.confidence == pytest.approx(8 / 24, abs=1e-4)
    links = space(view.words).links_of(answer.word)
    assert links is not None
    strength = common_strength(links, CLUER_WEIGHTS)
    assert max(view.unrevealed, key=lambda word: strength[view.words.index(word)]) == target


async def test_a_guesser_takes_no_bonus_on_the_clue_of_a_blind_cluer() -> None:
    taken = []
    for blind in (False, True):
        config = GameConfig(blind=blind, mode=GameMode.SINGLE_GUESSER)
        earlier = (clue(Team.RED, "sea", 9), touch(Team.RED, "OCEAN", BOARD), rest(Team.RED, PassReason.STOPPED))
        later = (clue(Team.BLUE, "yyy", 1), rest(Team.BLUE), clue(Team.RED, "king", 1))
        view: Any = visible_state(position(*earlier, *later, config=config, board=BOARD), Seat.RED_GUESSER_1)
        taken.append(len(await touched(VectorGuesser(PLAIN._replace(bonus_above=0.01), 1), view)))
    assert taken == [2, 1]


@pytest.mark.parametrize("blind", [False, True])
async def test_the_penalty_is_a_hidden_own_word_as_far_as_one_can_tell(blind: bool) -> None:
    view = cluer_view(seat=Seat.BLUE_CLUER, config=GameConfig(blind=blind))
    answer, _ = await VectorCluer(BALANCED, 1).choose_penalty(view)
    assert answer in view.unrevealed
    assert blind or BOARD.key[str(answer)] is CardType.BLUE


# --- guesses


async def test_a_plain_clue_finds_its_words() -> None:
    assert set(await touched(VectorGuesser(PLAIN, 1), guesser_view(clue(Team.RED, "sea", 3)))) == {
        "OCEAN",
        "ISLAND",
        "SHARK",
    }


async def test_an_unknown_clue_is_called_unknown_and_still_answered() -> None:
    view = guesser_view(clue(Team.RED, "frobnicate", 2))
    guesser = VectorGuesser(BALANCED, 1)
    assert "FROBNICATE" in await first_said(guesser, view)
    assert len(await touched(guesser, view)) == 2


async def test_the_partner_is_believed_where_a_clue_means_nothing() -> None:
    view = guesser_view(clue(Team.RED, "frobnicate", 1))
    partner = says(Seat.RED_GUESSER_2, "RANKED: LEMON 0.80, ZEBRA 0.20\nPLAN: LEMON\nCONSENSUS: NO")
    assert await touched(VectorGuesser(BALANCED, 1), view, [partner]) == ("LEMON",)


@pytest.mark.parametrize("text", ["I'm sure it is ROCKET!", "RANKED: ROCKET 0.95", "rocket, nothing else"])
async def test_a_persons_plain_words_move_the_belief(text: str) -> None:
    view = guesser_view(clue(Team.RED, "fruit", 1))
    guesser = VectorGuesser(PLAIN, 1)
    alone, convinced = guesser._model.prior(view), guesser._model.posterior(view, _heard(view, text))
    place = BOARD.words.index("ROCKET")
    assert convinced[place] > 2 * alone[place]


def _heard(view: Any, text: str) -> Any:
    return guessing.partner_preferences(view, (says(Seat.RED_GUESSER_2, text),))


async def test_a_bare_yes_confirms_what_was_said_before() -> None:
    guesser = VectorGuesser(BALANCED, 1)
    opening = clue(Team.RED, "sea", 2)
    mine, _ = await guesser.discuss(guesser_view(opening), ())
    assert isinstance(mine, DiscussionMessage)
    discussion = [says(Seat.RED_GUESSER_1, mine.text), says(Seat.RED_GUESSER_2, "Yes, let's!", consensus=True)]
    answer, _ = await guesser.discuss(guesser_view(opening, *discussion), tuple(discussion))
    assert isinstance(answer, DiscussionMessage)
    assert answer.consensus
    assert answer.text.split("PLAN: ")[1].split("\n")[0] == mine.text.split("PLAN: ")[1].split("\n")[0]


async def test_zero_warns_off_the_words_like_the_clue() -> None:
    guesses = await touched(VectorGuesser(PLAIN, 1), guesser_view(clue(Team.RED, "sea", 0)))
    assert len(guesses) == 1
    assert not {"OCEAN", "ISLAND", "SHARK"} & set(guesses)


async def test_without_a_limit_one_goes_on_while_confident() -> None:
    guesses = await touched(VectorGuesser(PLAIN, 1), guesser_view(clue(Team.RED, "sea", "unlimited")))
    assert guesses[0] in ("OCEAN", "ISLAND", "SHARK")
    assert len(guesses) <= 9


async def test_the_extra_guess_pays_an_earlier_clues_debt() -> None:
    config = GameConfig(mode=GameMode.SINGLE_GUESSER)
    unfinished = (
        clue(Team.RED, "sea", 3),
        touch(Team.RED, "ISLAND", BOARD),
        touch(Team.RED, "SHARK", BOARD),
        rest(Team.RED, PassReason.STOPPED),
        clue(Team.BLUE, "zzz", 1),
        rest(Team.BLUE),
    )
    view = guesser_view(*unfinished, clue(Team.RED, "horse", 1), config=config)
    assert await touched(VectorGuesser(PLAIN, 1), view) == ("SADDLE", "OCEAN")
    assert await touched(VectorGuesser(STYLES["cautious"], 1), view) == ("SADDLE",)


async def test_a_new_occupant_in_the_middle_of_a_turn_goes_on_with_the_guesses_left() -> None:
    agreed = [says(seat, "OCEAN", consensus=True) for seat in (Seat.RED_GUESSER_1, Seat.RED_GUESSER_2)]
    view = guesser_view(
        clue(Team.RED, "sea", 3), *agreed, touch(Team.RED, "OCEAN", BOARD), touch(Team.RED, "ISLAND", BOARD)
    )
    guesses = await touched(VectorGuesser(PLAIN, 1), view, agreed)
    assert guesses[0] == "SHARK"
    assert len(guesses) <= 2


async def test_a_guesser_is_only_asked_about_a_clue() -> None:
    with pytest.raises(ValueError, match="none has been given"):
        await VectorGuesser(BALANCED, 1).make_guesses(guesser_view(), ())


async def test_two_guessers_come_to_a_consensus_or_use_their_rounds() -> None:
    agreed = set()
    for seed in range(6):
        record = await game("vector:noisy", "vector:novice", seed)
        turns: list[list[DiscussionMessage]] = []
        for event in record.public_transcript:
            if isinstance(event, Clue):
                turns.append([])
            if isinstance(event, DiscussionMessage):
                turns[-1].append(event)
        for messages in turns:
            assert not messages[0].consensus
            assert 2 <= len(messages) <= 6
            consensus = all(message.consensus for message in messages[-2:])
            agreed.add(consensus)
            assert consensus or len(messages) == 6
            plan = messages[-1].text.split("PLAN: ")[1].split("\n")[0]
            assert plan
    assert agreed == {True, False}


async def test_guesses_follow_what_was_agreed() -> None:
    followed = []
    for seed in range(8):
        record = await game("vector", "vector", seed)
        plan: str | None = None
        for event in record.public_transcript:
            if isinstance(event, DiscussionMessage):
                plan = event.text.split("PLAN: ")[1].split("\n")[0]
            if isinstance(event, Guess) and plan is not None:
                followed.append(plan.startswith(event.word))
                plan = None
    assert sum(followed) >= 0.95 * len(followed)


# --- memory read off the transcript


def test_found_words_count_for_their_clue_and_bonus_words_for_an_unfinished_one() -> None:
    config = GameConfig(mode=GameMode.SINGLE_GUESSER)
    state = position(
        clue(Team.RED, "sea", 3),
        touch(Team.RED, "OCEAN", BOARD),
        touch(Team.RED, "BREAD", BOARD),
        clue(Team.BLUE, "king", 1),
        touch(Team.BLUE, "PALACE", BOARD),
        rest(Team.BLUE, PassReason.STOPPED),
        clue(Team.RED, "horse", 1),
        touch(Team.RED, "SADDLE", BOARD),
        touch(Team.RED, "ISLAND", BOARD),
        config=config,
        board=BOARD,
    )
    records = clue_records(state.public_transcript, Team.RED)
    assert [(record.clue.word, record.found, record.unfinished) for record in records] == [
        ("sea", 2, True),
        ("horse", 1, False),
    ]
    assert words_given(state.public_transcript) == {"sea", "king", "horse"}


def test_a_slip_is_remembered_until_the_team_guesses_better() -> None:
    config = GameConfig(mode=GameMode.SINGLE_GUESSER)
    opening: tuple[Event, ...] = (clue(Team.RED, "sea", 3), touch(Team.RED, "BREAD", BOARD))
    state = position(*opening, config=config, board=BOARD)
    assert last_mistake(state.public_transcript, Team.RED) == "BREAD"
    assert last_mistake(state.public_transcript, Team.BLUE) is None


# --- random agents


async def test_a_random_clue_is_legal_and_a_random_guess_hidden() -> None:
    for seed in range(20):
        answer, _ = await RandomCluer(seed).generate_clue(cluer_view())
        assert isinstance(answer, Clue)
        assert answer.number in (1, 2, 3)
        assert why_illegal_clue(answer.word, answer.number, BOARD.words) is None
        view = guesser_view(clue(Team.RED, answer.word, answer.number))
        guesses, _ = await RandomGuesser(seed).make_guesses(view, ())
        assert isinstance(guesses, tuple)
        assert len(set(guesses)) == answer.number
        assert set(guesses) <= set(view.unrevealed)


async def test_random_agents_agree_at_once() -> None:
    record = await play(build_team("random", seed=1), idle(), board=BOARD)
    first_turn = story(record.public_transcript)[1:3]
    assert all(line.endswith("(agrees)") for line in first_turn)


async def test_a_random_cluer_with_no_legal_clue_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codenames_agents.offline.random_agent.why_illegal_in", lambda *_: "no")
    answer, _ = await RandomCluer(1).generate_clue(cluer_view())
    assert isinstance(answer, Unreadable)


@pytest.mark.parametrize("blind", [False, True])
async def test_a_random_penalty_is_an_own_word_where_the_key_is_known(blind: bool) -> None:
    view = cluer_view(seat=Seat.BLUE_CLUER, config=GameConfig(blind=blind))
    answer, _ = await RandomCluer(3).choose_penalty(view)
    assert answer in view.unrevealed
    assert blind or BOARD.key[str(answer)] is CardType.BLUE


@pytest.mark.parametrize("spec", ["vector", "random"])
async def test_agents_wait_for_nothing(spec: str) -> None:
    team = build_team(spec, seed=1)
    with pytest.raises(StopIteration):
        team.cluer.generate_clue(cluer_view()).send(None)
