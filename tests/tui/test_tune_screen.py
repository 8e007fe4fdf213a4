"""A tune on the screen: what it looks like, what its keys do, and that no text upsets it."""

import asyncio
import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from tests.agents.players import door
from tests.laboratory.prompted import BEST, build_careful, careful, plan, tuned
from tests.tui.colours import unreadable_texts
from tests.tui.hostile import HOSTILE, check
from tests.tui.table import SIZES, frame, until

from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig
from codenames_core.watch.stream import Signal
from codenames_metrics.laboratory.asking.laboratory import LabProgress, LabStatus
from codenames_metrics.laboratory.asking.questions import LabQuestion
from codenames_metrics.laboratory.tuning.outcome.choice import CandidatePoint
from codenames_metrics.laboratory.tuning.outcome.story import TuneStage, TuneStory
from codenames_metrics.laboratory.tuning.planning.candidates import Candidate, with_texts
from codenames_metrics.laboratory.tuning.searching.answering import AnswersByPrompts
from codenames_metrics.runner.game_task import Meter
from codenames_tui.app.app import CodenamesApp
from codenames_tui.benchmark.tuning.front_picture import HEIGHT, front_lines
from codenames_tui.benchmark.tuning.tune_run import TuneRun
from codenames_tui.benchmark.tuning.tune_screen import TuneScreen
from codenames_tui.ui.lines.lines import UNICODE, plain, width_of
from codenames_tui.ui.look import Look
from codenames_tui.ui.preferences import Preferences, Settings


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> TuneStory:
    """A finished tune of three prompt sets, one of which is said to be made of another."""
    given = [careful(care) for care in (3, BEST, 12)]
    grid = plan(given, items=8, rollouts=32)
    found, _ = asyncio.run(tuned(tmp_path_factory.mktemp("tune"), grid))
    named = {
        name: dataclasses.replace(one, prompts=one.prompts.model_copy(update={"name": f"set-{number}"}))
        for number, (name, one) in enumerate(found.candidates.items())
    }
    _, first, second, _ = named
    named[second] = dataclasses.replace(named[second], parent=first, changed="guesses.system")
    progress = LabProgress(LabStatus.DONE, 400, 400, 0, 0, 1.0, 0.0, 0)
    return dataclasses.replace(found, candidates=named, progress=progress)


def still(story: TuneStory | None, *, trouble: str = "") -> TuneRun:
    """A tune that is over, or has not begun."""
    run = TuneRun(story.plan if story else plan(), Path("laboratory/tune"))
    run.story, run.trouble, run.changes = story, trouble, Signal()
    run.status = None if story is None or trouble else LabStatus.DONE
    return run


def app_of(run: TuneRun, look: Look | None = None) -> CodenamesApp:
    look = look or Look()
    settings = Settings(Path("/nowhere/settings.toml"), Preferences())
    return CodenamesApp(TuneScreen(run, glyphs=look.glyphs), look, settings)


@pytest.mark.parametrize("size", SIZES)
async def test_what_a_tune_looks_like(story: TuneStory, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    app = app_of(still(story), Look(ascii_only=size == SIZES[1]))
    async with app.run_test(size=size) as pilot:
        await pilot.press("down", "down")
        await until(pilot, lambda: "What differs from" in frame(app))
        assert frame(app) == snapshot
        for theme in ("light", "dark"):
            app.theme = theme
            await pilot.pause()
            assert not list(unreadable_texts(app))


async def test_what_the_front_looks_like(story: TuneStory, snapshot: SnapshotAssertion) -> None:
    app = app_of(still(story))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "Gain (to the right)" in frame(app))
        assert frame(app) == snapshot


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(0, 1)), min_size=1, max_size=20))
def test_the_picture_of_the_front_has_a_mark_for_each_that_is_on_it(values: list[tuple[float, float]]) -> None:
    points = [CandidatePoint(str(n), gain, risk, None) for n, (gain, risk) in enumerate(values)]
    lines = front_lines(points, {"0"}, UNICODE)
    assert len(lines) == HEIGHT + 1
    assert plain(lines).count(UNICODE.turning) == 1
    assert {width_of(line) for line in lines[:-1]} == {width_of(lines[-1])}


async def test_the_details_scroll_once_they_have_the_focus(story: TuneStory) -> None:
    app = app_of(still(story))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down")
        await until(pilot, lambda: "What differs from" in frame(app))
        await pilot.press("tab", "pagedown", "pagedown")
        await until(pilot, lambda: "What differs from" not in frame(app))
        await pilot.press("pageup", "pageup", "tab", "up")
        await until(pilot, lambda: "What differs from" in frame(app))


async def test_the_verdict_is_said_to_its_end_in_a_small_terminal(story: TuneStory) -> None:
    model = AgentConfig.parse("openai/fake?temperature=0.2&max_tokens=160&reasoning_effort=low&output=text")
    plan, progress = dataclasses.replace(story.plan, model=model), dataclasses.replace(story.progress, unpriced=3)
    kept = dataclasses.replace(story, chosen=story.start, plan=plan, progress=progress)
    app = app_of(still(kept))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "so nothing was tested." in " ".join(frame(app).split()))


async def test_what_ended_a_tune_is_said(story: TuneStory) -> None:
    app = app_of(still(story, trouble="the disk is full"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "the disk is full" in frame(app))


async def test_why_a_tune_is_not_finished_is_said(story: TuneStory) -> None:
    progress = dataclasses.replace(story.progress, last_failure="openai/fake: no connection")
    run = still(dataclasses.replace(story, progress=progress))
    run.status = LabStatus.INCOMPLETE
    app = app_of(run)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "It ended: incomplete. openai/fake: no connection" in frame(app))


async def test_a_tune_that_goes_on_is_drawn_again(story: TuneStory) -> None:
    run = still(None)
    app = app_of(run)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Boards are played for positions" in frame(app))
        run.story = dataclasses.replace(story, stage=TuneStage.SEARCH, chosen=None, games={}, tested={})
        run.changes.notify()
        await until(pilot, lambda: "Searching" in frame(app))
        run.story, run.status = story, LabStatus.DONE
        run.changes.notify()
        await until(pilot, lambda: "It ended: done" in frame(app))


async def test_an_answer_that_comes_slowly_is_seen_before_the_next_one(tmp_path: Path) -> None:
    """The search asks ten positions of a set together; where they take minutes, the screen shows each."""
    two, hold = asyncio.Event(), asyncio.Event()

    class Slow(AnswersByPrompts):
        given = 0

        async def answer(self, question: LabQuestion, meter: Meter | None) -> AgentTrace:
            self.given += 1
            if self.given > 2:
                two.set()
                await hold.wait()
            return await super().answer(question, meter)

    run = TuneRun(
        plan([careful(BEST)], items=8, rollouts=16),
        tmp_path,
        concurrency=1,
        answers=Slow(build_careful),
        provider=door(),
    )
    app = app_of(run)
    async with app.run_test(size=(120, 40)) as pilot:
        playing = asyncio.create_task(run.play())
        await two.wait()
        await until(pilot, lambda: "0 of 16 answers · 2 candidates  2 answers in all" in frame(app))
        hold.set()
        await until(pilot, lambda: "It ended: done" in frame(app))
        await playing


async def test_no_text_of_a_model_upsets_the_screen(story: TuneStory) -> None:
    start, chosen = story.start, story.chosen
    assert chosen is not None
    said = [
        one._replace(answer=text, feedback=text, situation=text)
        for one, text in zip(story.tested[chosen], HOSTILE, strict=False)
    ]
    sets = [with_texts(story.plan.start, {"guesses.system": f"{text}\nx"}) for text in HOSTILE]
    odd = dataclasses.replace(
        story,
        candidates={**story.candidates, **{f"odd {n}": Candidate(one, start) for n, one in enumerate(sets)}},
        tested={start: tuple(one._replace(answer="") for one in said), chosen: tuple(said)},
        refused=dict.fromkeys(HOSTILE, 1),
    )
    app = app_of(still(odd))
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in odd.candidates:
            check(app)
            await pilot.press("down")
            await pilot.pause()
        check(app)
