"""An agent whose strength depends on what its prompt says, with a known optimum, and a model that rewrites prompts.

Its prompt says `Care: N`. With the chance `strength_of` it answers as a sharp agent does, and else at random: best at
`BEST`, the worse the further from it. So what a prompt is worth is known exactly: it is linear in the strength.
"""

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.agents.players import Memory, door, no_wait
from tests.fake_provider import Json

from codenames_agents.catalogue import build_agent
from codenames_agents.models.prompts import PromptSet, load_prompts
from codenames_core.game.config import AgentConfig, GameMode
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.asking.questions import LabQuestion
from codenames_metrics.laboratory.tuning.outcome.story import TuneStory
from codenames_metrics.laboratory.tuning.planning.candidates import TunedSeat, components, with_texts
from codenames_metrics.laboratory.tuning.planning.plan import Optimiser, TuneGoal, TunePlan, split_boards
from codenames_metrics.laboratory.tuning.running import Tune, open_tune_folder
from codenames_metrics.laboratory.tuning.searching.answering import AnswersByPrompts

BEST: Final = 7
SPEC: Final = "openai/fake?api_base=http://127.0.0.1:9/v1"
REFLECTING: Final = "openai/reflecting?api_base=http://127.0.0.1:9/v1"
_CARE: Final = re.compile(r"^Care: (\d+)$", re.MULTILINE)


def careful(care: int, questions: Sequence[str] = ("guesses",)) -> PromptSet:
    """The default prompts with so much care in the system text of some questions."""
    start = load_prompts()
    texts = components(start, questions)
    return with_texts(start, {n: f"{text}\nCare: {care}\n" for n, text in texts.items() if n.endswith("system")})


def strength_of(text: str) -> float:
    """From 0 to 1: the chance that an answer by a prompt is a good one."""
    said = _CARE.search(text)
    return max(0.0, 1 - abs(int(said[1]) - BEST) / BEST) if said else 0.0


def strength(prompts: PromptSet, questions: Sequence[str]) -> float:
    """The mean strength of the system texts of some questions."""
    texts = [text for name, text in components(prompts, questions).items() if name.endswith("system")]
    return sum(map(strength_of, texts)) / len(texts)


def share_of_gain(story: TuneStory) -> float:
    """How much of what could be gained over the start a tune has gained."""
    assert story.chosen is not None
    sets = (story.candidates[one].prompts for one in (story.chosen, story.start))
    found, start = (strength(prompts, story.plan.questions) for prompts in sets)
    return (found - start) / (1 - start)


def build_careful(question: LabQuestion, prompts: PromptSet) -> Any:
    """The agent, as good as the text for its question says."""
    text = getattr(prompts, {"clue": "clue", "message": "message"}.get(str(question.ask.question), "guesses")).system
    share = strength_of(text)
    dice = random.Random(f"{question.key.position} {share}")
    spec = "vector:sharp" if dice.random() < share else "random"
    return build_agent(spec, question.ask.seat.role, dice.getrandbits(32))


def rewrites(body: Json) -> str:
    """What the reflecting model replies: another care, two times in three nearer to the best; questions stay."""
    request = body["messages"][-1]["content"]
    text = request.partition("The text:\n\n```\n")[2].partition("\n```\n")[0]
    said = _CARE.search(text)
    if said is None:
        return f"```\n{text}\n```"
    dice, nearer = random.Random(request), 1 if int(said[1]) < BEST else -1
    care = max(0, min(14, int(said[1]) + nearer * dice.choice((3, 1, -1))))
    return f"Here it is:\n```\n{_CARE.sub(f'Care: {care}', text)}\n```\n"


def plan(
    given: Sequence[PromptSet] = (),
    *,
    start: PromptSet | None = None,
    seat: TunedSeat = TunedSeat.GUESSER,
    boards: int = 20,
    **changes: Any,
) -> TunePlan:
    """A plan: a grid of the given sets, or gepa where there are none."""
    config = ExperimentConfig(
        name="tuned", models=["openai/fake"], game_modes=[GameMode.SINGLE_GUESSER], seeds=list(range(boards))
    )
    usual: dict[str, Any] = {
        "optimiser": Optimiser.GRID if given else Optimiser.GEPA,
        "reflecting": None if given else AgentConfig.parse(REFLECTING),
        "goal": TuneGoal.WORDS,
        "rollouts": 300,
        "items": 30,
        "finalists": 3,
        "splits": split_boards(config.seeds, (60, 20, 20), 1),
        "partners": (AgentConfig.parse("vector:sharp"),),
        "test_partners": (AgentConfig.parse("vector:stranger"),),
        "seed": 1,
    }
    return TunePlan(
        config=config,
        model=AgentConfig.parse(SPEC),
        seat=seat,
        start=start or careful(1, ("clue",) if seat is TunedSeat.CLUER else ("guesses",)),
        given=tuple(given),
        **{**usual, **changes},
    )


async def tuned(
    folder: Path, plan: TunePlan, memory: Memory | None = None, build: Any = build_careful, **options: Any
) -> tuple[TuneStory, LabStatus]:
    """Run a tune in a folder, and return what it came to."""
    answers = AnswersByPrompts(build) if build else AnswersByPrompts()
    provider = door(memory or Memory(rewrites))
    with open_tune_folder(folder, plan) as lab:
        async with Laboratory(lab, answerer=answers, provider=provider, sleep=no_wait, **options) as laboratory:
            tune = Tune(plan, laboratory, answers, folder)
            status = await tune.run()
    return tune.story, status
