"""Having a model rewrite one text of a prompt set, from what came of some answers."""

import hashlib
import re
from collections.abc import Sequence
from typing import Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import clean
from codenames_metrics.laboratory.asking.positions import RecordedPosition
from codenames_metrics.laboratory.asking.questions import AnswerKey
from codenames_metrics.laboratory.tuning.planning.candidates import LONGEST_TEXT, Candidate, components, revised
from codenames_metrics.laboratory.tuning.planning.plan import TuneGoal
from codenames_metrics.laboratory.tuning.searching.answering import REFLECTION, reflection
from codenames_metrics.laboratory.tuning.searching.rollouts import Rollout
from codenames_metrics.laboratory.tuning.searching.trials import Trials

MOST_REFUSED: Final = 20
"""Proposals in a row that cannot be used, after which the search asks for no more."""
_BLOCK: Final = re.compile(r"```[^\n]*\n(.*?)```", re.DOTALL)
_AIMS: Final = {
    TuneGoal.WORDS: (
        "An answer is worth the own words that it brings, less the opponents' words. The assassin loses the game."
    ),
    TuneGoal.LEGALITY: "An answer counts if it has the form that is asked for, and the rules accept it at first.",
}
_REQUEST: Final = """\
A language model plays a word-guessing game, Codenames, by instructions. Below are one text of its instructions, the
part `{name}`, and what came of some of its answers. Rewrite the text so that its answers become better.

{aim}

Keep every placeholder that begins with a dollar sign ({places}), spelled as it is: a program fills them in. Write $$
for a dollar sign. Keep the form of the answer that the text asks for: a program reads it. Say what holds for all
boards, and name no word of these. Use at most {longest:,} characters.

The text:

```
{text}
```

What came of it:

{examples}

Reply with the whole new text between two lines of ``` and nothing else."""


def request_for(name: str, text: str, rollouts: Sequence[Rollout], goal: TuneGoal) -> str:
    """Return what the reflecting model is asked."""
    examples = "\n\n".join(
        f"Example {number}\n{one.situation}\nAnswer: {one.answer or '(none)'}\n{one.feedback}"
        for number, one in enumerate(rollouts, start=1)
    )
    places = ", ".join(dict.fromkeys(re.findall(r"\$[a-z_]+", text))) or "there is none here"
    return _REQUEST.format(
        name=name, aim=_AIMS[goal], places=places, longest=LONGEST_TEXT, text=text.strip(), examples=examples
    )


def text_in(reply: str) -> str:
    r"""Return the text that a reply proposes: what stands in its first block, or all of it where there is none.

    >>> text_in("Here it is:\n```\nGuess well.\n```\n"), text_in(" Guess well.")
    ('Guess well.\n', 'Guess well.\n')
    """
    block = _BLOCK.search(reply)
    text = clean(block[1] if block else reply).strip()
    return f"{text}\n" if text else ""


class Reflector:
    """Asks the reflecting model of a plan for other texts; see `Trials` for what is known of candidates.

    Args:
        trials: of the search.
        items: the positions of the search.
    """

    def __init__(self, trials: Trials, items: Sequence[RecordedPosition]) -> None:
        self._trials = trials
        self._items = items
        self._times: dict[str, int] = {}
        self.refused_in_a_row = 0

    @property
    def is_hopeless(self) -> bool:
        """Whether so many proposals in a row could not be used that no more are asked for."""
        return self.refused_in_a_row >= MOST_REFUSED

    async def propose(self, parent: Candidate, name: str, rollouts: Sequence[Rollout]) -> Candidate | None:
        """Return a candidate with one text rewritten; None where what was proposed cannot be used, which is counted.

        Raises:
            AskingEnded: the model could not be asked.
            InputError: the plan names none.
        """
        plan, laboratory = self._trials.plan, self._trials.laboratory
        if plan.reflecting is None:
            raise InputError("no model is named that rewrites prompts; name one with --reflect SPEC")
        text = components(parent.prompts, plan.questions)[name]
        request = request_for(name, text, rollouts, plan.goal)
        key = hashlib.sha256(request.encode()).hexdigest()[:16]
        repeat = self._times[key] = self._times.get(key, -1) + 1
        await laboratory.ask([reflection(plan.reflecting, key, repeat, request, self._items[0].state)])
        reply = self._trials.answer(AnswerKey(key, REFLECTION, repeat)).raw
        found = revised(parent, name, text_in(reply))
        if isinstance(found, Candidate) and len(self._trials.searched.get(found.id, ())) == len(self._items):
            found = "it was tried before"
        if isinstance(found, str):
            self.refused_in_a_row += 1
            self._trials.refuse(found)
            return None
        self.refused_in_a_row = 0
        return self._trials.add(found)
