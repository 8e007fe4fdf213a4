"""Who sat where in the course of a game: in forks, and where seats changed hands."""

from hypothesis import given
from hypothesis import strategies as st
from tests.games import golden_episode

from codenames_agents.catalogue import build_team
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent, SeatChange
from codenames_core.files.seating import labels_in_turn, seated_after, seated_first
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import AgentConfig, GameConfig, Role, Seat, Team, TeamConfig
from codenames_core.play.episode import EpisodeRunner, run_episode
from codenames_core.play.resume import fork

AGENTS = ("random", "vector", "vector:bold", "ghost:pass")


def line_ups(spec: str) -> dict[Team, TeamConfig]:
    return dict.fromkeys(Team, TeamConfig.homogeneous(AgentConfig(spec=spec)))


def seats_at(record: EpisodeRecord, position: int) -> dict[Seat, str]:
    teams = seated_after(position, record.seated_first, record.seat_changes)
    return {seat: teams[seat.team].of(seat.role).label for seat in Seat}


async def played(spec: str) -> EpisodeRecord:
    return await run_episode(GameConfig(seed=5), build_team(spec, seed=1), build_team(spec, seed=2))


async def forked(record: EpisodeRecord, at: int, spec: str) -> EpisodeRecord:
    agents = {team: build_team(spec, seed=3) for team in Team}
    header, played = fork(record, at, teams={team: agents[team].config for team in Team})
    runner = EpisodeRunner(header, agents[Team.RED], agents[Team.BLUE], played=played)
    return await runner.run()


async def test_a_fork_credits_its_parents_events_to_those_who_played_them_and_so_does_a_fork_of_it() -> None:
    parent = await played("random")
    one = await forked(parent, 9, "vector:bold")
    two = await forked(one, 15, "vector:sharp")
    for record, positions in (
        (parent, {0: "random", 20: "random"}),
        (one, {0: "random", 8: "random", 9: "vector:bold", len(one.public_transcript): "vector:bold"}),
        (two, {0: "random", 8: "random", 9: "vector:bold", 14: "vector:bold", 15: "vector:sharp"}),
    ):
        who = {position: {seats_at(record, position)[seat] for seat in answering(record)} for position in positions}
        assert who == {position: {spec} for position, spec in positions.items()}


def answering(record: EpisodeRecord) -> set[Seat]:
    """The seats that answered before anything changed: of the others nothing is known but who sits there now."""
    first = min((change.at for change in record.seat_changes), default=len(record.public_transcript))
    return {trace.seat for trace in record.decisions() if trace.seat and (trace.at or 0) < first}


async def test_a_game_without_a_parent_is_played_by_whom_its_head_names() -> None:
    record = await golden_episode()
    assert record.seated_first == record.teams
    other = AgentTrace(agent="somebody", seat=Seat.RED_CLUER, question=Question.CLUE, at=0, turn=1)
    change = SeatChange(seat=Seat.RED_CLUER, at=3, agent=AgentConfig(spec="human"))
    assert seated_first(record.teams, (), [other]) == record.teams
    changed = record.model_copy(update={"seat_changes": [change]})
    assert changed.seated_first == record.teams


def test_a_trace_that_names_no_agent_changes_nothing() -> None:
    change = SeatChange(seat=Seat.RED_CLUER, at=3, agent=AgentConfig(spec="vector"))
    for name in ("", "\ud800", "x" * 100_000):
        trace = AgentTrace.model_construct(agent=name, seat=Seat.RED_CLUER, at=0)
        assert seated_first(line_ups("vector"), [change], [trace])[Team.RED].guesser_1.spec == "vector"


def test_all_who_played_are_named_once_in_the_order_in_which_they_came() -> None:
    changes = [
        SeatChange(seat=Seat.of(Team.RED, role), at=at, agent=AgentConfig(spec=spec))
        for at, spec in ((4, "human"), (9, "random"))
        for role in Role
    ]
    assert labels_in_turn(line_ups("random"), changes) == {Team.RED: "random, then human", Team.BLUE: "random"}
    assert labels_in_turn(line_ups("vector"), changes)[Team.RED] == "vector, then human, then random"


@given(
    st.lists(st.tuples(st.sampled_from(Seat), st.integers(0, 30), st.sampled_from(AGENTS)), max_size=6),
    st.sampled_from(AGENTS),
)
def test_whoever_sits_down_is_there_from_then_on_until_the_next(
    sitting: list[tuple[Seat, int, str]], first: str
) -> None:
    changes = [
        SeatChange(seat=seat, at=at, agent=AgentConfig(spec=spec))
        for seat, at, spec in sorted(sitting, key=lambda change: change[1])
    ]
    for position in range(32):
        teams = seated_after(position, line_ups(first), changes)
        for seat in Seat:
            came = [change.agent.spec for change in changes if change.seat is seat and change.at <= position]
            assert teams[seat.team].of(seat.role).spec == (came or [first])[-1]


def test_the_sample_that_is_a_fork_says_who_played_before() -> None:
    from codenames_tui.library.samples import sample_path

    record = EpisodeRecord.load(sample_path("local-model"))
    assert record.parent == Parent(episode_id=record.parent.episode_id if record.parent else "", at=42)
    model = "openai/qwen1.5b?temperature=0.4&max_tokens=160"
    assert seats_at(record, 41)[Seat.BLUE_CLUER] == model
    assert seats_at(record, 42)[Seat.BLUE_CLUER] == "vector:bold"
    assert seats_at(record, 41)[Seat.RED_GUESSER_1] == "vector:balanced"
    assert record.labels_in_turn[Team.BLUE] == "openai/qwen1.5b + vector:balanced, then vector:bold"
