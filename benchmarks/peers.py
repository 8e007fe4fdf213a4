"""The same work by other packages, beside ours: `python -m benchmarks.peers [NAME…] [--keep DIR] [--write-docs]`.

Each is installed from the package index into an environment of its own, which is thrown away again; none is a
dependency of the app. A game is that of `rules.py`: random clues, random guesses until the number of the clue is used
up. TextArena fetches its words and a tagger from elsewhere when it is imported; here it gets our words instead.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.figures import Better, Figure, Run, conditions, table
from benchmarks.page import write_page

ROOT: Final = Path(__file__).parents[1]
GAMES: Final = "games of rules"

MEASURE: Final = """
import json, os, random, re, sys, time
began = time.process_time()
def status(field):
    return int(re.search(field + r":\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
def tell(*rows):
    print(json.dumps(rows))
def games_of_rules(play, imported, games=600, rounds=3):
    dice = random.Random(1)
    rates = []
    for _ in range(rounds):
        began = time.process_time()
        for seed in range(games):
            play(seed, dice)
        rates.append(games / (time.process_time() - began))
    return (("imported", imported, "s of CPU"), ("games of rules", max(rates), "/s of CPU"),
            ("memory at most", status("VmHWM"), "MB"))
def steps_of_games(play, games=60, rounds=3):
    dice = random.Random(1)
    rates = []
    for _ in range(rounds):
        began = time.process_time()
        steps = sum(play(seed, dice) for seed in range(games))
        rates.append(steps / (time.process_time() - began))
    return (("steps, each with what the player sees", max(rates), "/s of CPU"),)
"""
"""What every script begins with."""

OURS: Final = """
import codenames_core.game.rules, codenames_core.referee.legality, codenames_core.game.state, codenames_core.game.board
imported = time.process_time() - began
from benchmarks.rules import play
tell(*games_of_rules(play, imported))
"""

OUR_ENVIRONMENT: Final = """
from codenames_agents.environment.aec import CodenamesEnv
imported = time.process_time() - began
env = CodenamesEnv()
def play(seed, dice):
    env.reset(seed=seed)
    steps = 0
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return steps
        env.step(dice.choice(seen["action_mask"].nonzero()[0]))
        steps += 1
tell(("imported", imported, "s of CPU"), *steps_of_games(play))
"""

CODENAMES: Final = """
from codenames.boards.builder import generate_board
from codenames.game.move import Guess, Hint
from codenames.game.state import new_game_state
imported = time.process_time() - began
CLUES = [a + b for a in ("bri", "clo", "dru", "fla", "gne", "sko") for b in ("mp", "lk", "sh", "nt", "ft")]
def play(seed, dice):
    state = new_game_state(board=generate_board("english", seed=seed))
    hidden, clues = list(range(25)), dice.sample(CLUES, len(CLUES))  # no word may be given twice
    dice.shuffle(hidden)
    while not state.is_game_over:
        number = dice.randint(1, 3)
        team = state.current_team_color
        state.process_hint(Hint(word=clues.pop(), card_amount=number))
        for _ in range(number):
            state.process_guess(Guess(card_index=hidden.pop()))
            if state.is_game_over or state.current_team_color != team:
                break
        else:
            state.process_guess(Guess(card_index=-1))
tell(*games_of_rules(play, imported))
"""

TEXTARENA: Final = """
import nltk
nltk.download = lambda *_, **__: True
import textarena
from textarena.envs.Codenames.env import CodenamesEnv
imported = time.process_time() - began
WORDS = [word for word in os.environ["WORDS"].lower().split() if len(word) < 8 and word.isalpha()]
CLUES = [a + b for a in ("bri", "clo", "dru", "fla", "gne") for b in ("mp", "lk", "sh", "nt")]
class Env(CodenamesEnv):
    def _load_word_list(self, hardcore=False):
        self.word_list = WORDS
def play(seed, dice):
    env = Env()
    env.reset(num_players=4, seed=seed)
    hidden = list(env.board)
    dice.shuffle(hidden)
    done, steps = False, 0
    while not done:
        steps += 1
        player, _ = env.get_observation()
        if player in (0, 2):
            number = dice.randint(1, 3)
            done, _ = env.step(f"[{dice.choice(CLUES)} {number}]")
        elif number:
            number -= 1
            done, _ = env.step(f"[{hidden.pop()}]")
        else:
            done, _ = env.step("[pass]")
    return steps
tell(*games_of_rules(play, imported), *steps_of_games(play, games=600))
"""

INSPECT: Final = """
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import solver
imported = time.process_time() - began
GAMES, CALLS = 200, 16
@solver
def play():
    async def solve(state, generate):
        for _ in range(CALLS):
            state.messages.append(ChatMessageUser(content="word " * 200))
            state = await generate(state)
        return state
    return solve
def written():
    return int(re.search(r"wchar: (\\d+)", open("/proc/self/io").read())[1])
def answers():
    while True:
        output = ModelOutput.from_content("mockllm/model", "word " * 44)
        output.usage = ModelUsage(input_tokens=1000, output_tokens=30, total_tokens=1030)  # or it fetches a tokenizer
        yield output
model = get_model("mockllm/model", custom_outputs=answers())
before, began = written(), time.process_time()
samples = [Sample(input=f"game {number}") for number in range(GAMES)]
task = Task(dataset=samples, solver=play())
[log] = eval(task, model=model, max_connections=64, max_samples=64, display="none", log_dir="log")
spent, bytes_ = time.process_time() - began, written() - before
calls = sum(len(sample.messages) for sample in log.samples) / len(log.samples)
if log.status != "success" or calls < 2 * CALLS:
    sys.exit(f"{log.status}, {calls} messages in a game")
size = sum(entry.stat().st_size for entry in os.scandir("log"))
tell(("imported", imported, "s of CPU"), ("a call, all that it takes", spent / GAMES / CALLS * 1000, "ms of CPU"),
     ("written", bytes_ / size, "times the final size"), ("memory at most", status("VmHWM"), "MB"))
"""


class Peer(NamedTuple):
    """Another package."""

    name: str
    requirements: tuple[str, ...]
    script: str
    about: str
    aim: float | None = None
    """How many times as many games of rules as it plays are aimed at."""


PEERS: Final = (
    Peer("TextArena", ("textarena==0.7.4",), TEXTARENA, "random guesses; prompts are written too", 3),
    Peer("codenames", ("codenames==4.1.7",), CODENAMES, "random guesses"),
    Peer("inspect_ai", ("inspect_ai==0.3.285", "openai"), INSPECT, "200 games of 16 calls, 64 at once, defaults"),
)


def measured(name: str, python: Path | str, script: str, about: str, folder: str) -> Run:
    """Run a script, and return what it told."""
    from codenames_core.game.words import default_word_list

    now = conditions()
    environment = {"PATH": "/usr/bin:/bin", "HOME": folder, "WORDS": " ".join(default_word_list().words)}
    if python == sys.executable:
        environment["PYTHONPATH"] = str(ROOT)
    command = [str(python), "-c", MEASURE + script]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment).stdout
    rows = json.loads(said.splitlines()[-1])
    return Run(f"peers: {name}", now, tuple(Figure(what, value, unit, about=about) for what, value, unit in rows))


def beside(ours: Run, theirs: Run, aim: float | None) -> Run:
    """Return a run of a peer with one figure more, where both play games of rules: how many times as many ours are."""
    rates = [figure.value for run in (ours, theirs) for figure in run.figures if figure.name == GAMES]
    if len(rates) < 2:
        return theirs
    ratio = Figure(f"{GAMES}: ours beside these", rates[0] / rates[1], "times as many", aim, Better.MORE)
    return theirs._replace(figures=(*theirs.figures, ratio))


def installed(peer: Peer, folder: Path) -> Path:
    """Make an environment with a package in it, unless it is there, and return its interpreter."""
    python = folder / peer.name / "bin" / "python"
    if not python.exists():
        venv.create(folder / peer.name, with_pip=True)
        command = [str(python), "-m", "pip", "install", "--quiet", *peer.requirements]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return python


def main() -> None:
    """Print the rows, ours first."""
    names = [peer.name for peer in PEERS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description="Other packages beside ours.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(names)}; all by default")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where environments are kept for the next time")
    parser.add_argument("--write-docs", action="store_true", help="also put the rows into the page")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(names):
        parser.error(f"no peer {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        runs.append(measured("ours", sys.executable, OURS, "random guesses", folder))
        print(table(runs[-1]), flush=True)
        about = "random actions of six agents; masks of 3,600 clues are made"
        runs.append(measured("our environment", sys.executable, OUR_ENVIRONMENT, about, folder))
        print(table(runs[-1]), flush=True)
        for peer in PEERS:
            if not asked.names or peer.name in asked.names:
                python = installed(peer, asked.keep or Path(folder))
                theirs = measured(peer.name, python, peer.script, peer.about, folder)
                runs.append(beside(runs[0], theirs, peer.aim))
                print(table(runs[-1]), flush=True)
    if asked.write_docs:
        write_page(runs)


if __name__ == "__main__":
    main()
