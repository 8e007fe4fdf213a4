"""The parser of the command line: every command, its options, and the function that runs it.

The function is named as text, `playing.play:play` for `play` in `commands/playing/play.py`, and imported when its
command is called: `--help` loads no command.
"""

import argparse
from typing import Any, NoReturn

from codenames_tui import __version__

EXIT_CODES = """\
exit codes: 0 done; 1 internal error; 2 wrong usage or input, or no terminal; 3 done with skipped
games or files; 4 budget reached; 5 check failed; 129, 130, 143 hung up, interrupted, terminated"""
EPISODE = "an episode, a journal, or sample:NAME for one that comes with the app"
CLUE_RULES = ("official", "basic")
_LANGUAGE = "language of the words (default: what the list states, or en)"
_LIST_FORMS = "one word per line, UTF-8; CSV, JSON, bullets, numbers in front and commas are read, too"
SEATS = ("cluer", "guesser-1", "guesser-2")
_FORCE = "show pictures of the board also to a model that is not known to see them"
_SEES = ("words", "picture", "picture+words")
_PICTURES = ("clean", "cards", "photo", *(f"photo-{strength}" for strength in range(6)))
_AGENTS = "agents"
TRANSPORTS = ("auto", "litellm")
_DECISIONS = ("clue", "message", "guess")
FOREIGN_FORMATS = ("lines", "stepmat", "dewey", "marichka", "clembench", "kaggle", "duet", "connector")
_MODES = ("standard", "no_assassin", "single_guesser")


class _Parser(argparse.ArgumentParser):
    """Complains in one line: what is wrong, and where to read what would be right."""

    def format_help(self) -> str:
        """Return the help; the kinds of agents that it lists are imported here, not at every start."""
        for group in self._action_groups:
            if group.title == _AGENTS:
                from codenames_agents.kinds import spec_usage

                group.description = f"SPEC is {spec_usage()}"
        return super().format_help()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, and complain of what is unknown by the command that does not know it, whose help says what it takes.

        Left to argparse, it is the whole program that complains.
        """
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown

    def error(self, message: str) -> NoReturn:
        """Print what is wrong with the arguments, and exit."""
        from codenames_core.text.sanitiser import one_line

        self.exit(2, f"{self.prog}: {one_line(message, 600)}; see {self.prog} --help\n")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; the option `handler` names the function that runs the command."""
    whole = _Parser(
        prog="codenames-tui",
        description="Watch agents and people play Codenames, replay every decision, and measure who plays well.",
        epilog=EXIT_CODES,
    )
    whole.add_argument("--version", action="version", version=f"codenames-tui {__version__}")
    _add_screen_options(whole, before_the_command=True)
    whole.set_defaults(handler="playing.home:home")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND")
    _add_demo(commands)
    _add_play(commands)
    _add_replay(commands)
    _add_watch(commands)
    _add_host(commands)
    _add_join(commands)
    _add_serve(commands)
    _add_export(commands)
    _add_verify(commands)
    _add_import(commands)
    _add_compare(commands)
    _add_metrics(commands)
    _add_bench(commands)
    _add_suite(commands)
    _add_probe(commands)
    _add_tune(commands)
    _add_words(commands)
    _add_clue(commands)
    _add_keys(commands)
    _add_config(commands)
    _add_doctor(commands)
    _add_models(commands)
    _add_prompts(commands)
    return whole


def _add_command(commands: Any, name: str, handler: str, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text, epilog=EXIT_CODES)
    parser.set_defaults(handler=handler)
    return parser


def _add_demo(commands: Any) -> None:
    demo = _add_command(
        commands, "demo", "playing.demo:demo", "watch a game between offline agents; plain text without a terminal"
    )
    demo.add_argument("--seed", type=int, metavar="N", help="deal this board (default: a new one)")
    demo.add_argument("--plain", action="store_true", help="print lines instead of opening the app")
    demo.add_argument("--pace", type=float, metavar="S", help="seconds between events")
    _add_screen_options(demo)


def _add_play(commands: Any) -> None:
    play = _add_command(commands, "play", "playing.play:play", "play a game, watched or not; finished games are saved")
    _add_agents_and_rules(play)
    _add_limits_for_people(play)
    _add_models_of_a_game(play)
    start = play.add_argument_group("where to start")
    start.add_argument("--resume", metavar="JOURNAL", help="resume an interrupted game")
    start.add_argument("--from", dest="parent", metavar="FILE", help=f"fork {EPISODE}; with --at")
    start.add_argument("--at", type=int, metavar="N", help="number of events that the fork keeps (default: all)")
    output = play.add_argument_group("output")
    how = output.add_mutually_exclusive_group()
    how.add_argument("--headless", action="store_true", help="print only the result")
    how.add_argument("--plain", action="store_true", help="print lines instead of opening the app")
    output.add_argument("--out", metavar="FILE", help="save the episode here (default: the data folder)")
    output.add_argument(
        "--cassette", metavar="FILE", help="record the answers of models here; if the file exists, play them from it"
    )
    output.add_argument("--json", action="store_true", help="print the result as JSON")
    output.add_argument("--pace", type=float, metavar="S", help="seconds between events")
    _add_serving_options(output)
    _add_screen_options(play)


def _add_agents_and_rules(game: argparse.ArgumentParser) -> None:
    agents = game.add_argument_group(_AGENTS)
    for team in ("red", "blue"):
        agents.add_argument(f"--{team}", metavar="SPEC", help=f"all three {team} seats")
        for seat in SEATS:
            agents.add_argument(f"--{team}-{seat}", metavar="SPEC", help=f"only the {team} {seat.replace('-', ' ')}")
    agents.add_argument("--force", action="store_true", help=_FORCE)
    rules = game.add_argument_group("rules")
    rules.add_argument("--seed", type=int, metavar="N", help="deal this board (default: a new one)")
    rules.add_argument("--mode", choices=_MODES, help="default: standard")
    rules.add_argument("--max-rounds", type=int, metavar="N", help="rounds of discussion (default: 3)")
    rules.add_argument("--max-turns", type=int, metavar="N", help="turns after which the game is a draw (default: 50)")
    rules.add_argument("--blind", action="store_true", help="cluers play without the key")
    rules.add_argument("--no-surveillance", action="store_true", help="teams do not overhear each other")
    rules.add_argument("--words", metavar="FILE", help="deal from this word list")
    rules.add_argument("--clue-rules", choices=CLUE_RULES, help="which clues the referee refuses (default: official)")
    rules.add_argument("--language", metavar="CODE", help=_LANGUAGE)
    rules.add_argument(
        "--fallback",
        metavar="WHAT",
        help="for a seat that fails to answer: forfeit the turn, abort the game, or substitute:SPEC (default: forfeit, "
        "but stop the game where a model cannot be asked)",
    )


def _add_limits_for_people(game: argparse.ArgumentParser) -> None:
    people = game.add_argument_group("people")
    people.add_argument(
        "--turn-seconds", type=int, metavar="N", help="how long a person may take for an answer (default: no limit)"
    )
    people.add_argument(
        "--time-up",
        choices=("stand-in", "forfeit"),
        help="when time is up: an agent makes this one decision, or the seat fails (default: stand-in)",
    )


def _add_models_of_a_game(game: argparse.ArgumentParser) -> None:
    models = game.add_argument_group("models")
    models.add_argument(
        "--call-seconds", type=_seconds, metavar="S", help="time limit of one request to a model (default: 120)"
    )
    models.add_argument(
        "--outage-seconds",
        type=_seconds,
        metavar="S",
        help="how long a seat waits for a model that cannot be reached (default: 900)",
    )
    models.add_argument(
        "--price-in", type=_price, metavar="USD", help="per million tokens read, where no price is known; 0 means free"
    )
    models.add_argument("--price-out", type=_price, metavar="USD", help="per million tokens written")
    models.add_argument(
        "--budget", type=_dollars, metavar="USD", help="stop before the game costs more; it can be resumed"
    )
    _add_transport(models)


def _add_replay(commands: Any) -> None:
    replay = _add_command(commands, "replay", "playing.replay:replay", "step through an episode, forwards and back")
    replay.add_argument(
        "path", metavar="FILE|DIR", nargs="?", help=EPISODE + ", or a folder, for the library; none: list samples"
    )
    replay.add_argument("--plain", action="store_true", help="print lines instead of opening the app")
    replay.add_argument("--pace", type=float, metavar="S", help="seconds between events once it plays (default: 1)")
    replay.add_argument("--turn", type=int, metavar="N", help="start at this turn")
    _add_screen_options(replay)


def _add_watch(commands: Any) -> None:
    text = "follow a game that is played elsewhere, by its stream or its journal"
    watch = _add_command(commands, "watch", "playing.watch:watch", text)
    watch.add_argument("source", metavar="URL|JOURNAL", help="http://HOST:PORT of --serve-events, or a journal")
    watch.add_argument("--token-file", metavar="FILE", help="watch with the key: the token file of --serve-events")
    watch.add_argument("--public", action="store_true", help="use the token, but watch without the key")
    watch.add_argument("--plain", action="store_true", help="print lines instead of opening the app")
    watch.add_argument("--pace", type=float, metavar="S", help="seconds between events (default: as they come)")
    _add_screen_options(watch)


def _add_serve(commands: Any) -> None:
    serve = _add_command(
        commands, "serve", "playing.serve:serve", "serve the app to browsers (extra [web]), or show games to a room"
    )
    serve.add_argument(
        "--read-only", metavar="SITE|FOLDER", help="show a published site, or the games of a folder, and nothing else"
    )
    serve.add_argument(
        "--key",
        choices=("asked", "shown", "never"),
        help="with --read-only FOLDER: whether visitors see the key (default: never)",
    )
    serve.add_argument(
        "--table", metavar="FILE", help="let browsers join the table whose invitation is in this file, and nothing else"
    )
    serve.add_argument("--host", metavar="HOST", default="127.0.0.1", help="where to listen (default: 127.0.0.1)")
    serve.add_argument("--port", type=_port, metavar="PORT", default=8000, help="default: 8000")
    serve.add_argument("--public-url", metavar="URL", help="the URL by which browsers reach it behind a proxy")


def _add_host(commands: Any) -> None:
    text = "open a table that people join from their own terminals; agents take the other seats"
    host = _add_command(commands, "host", "playing.host:host", text)
    table = host.add_argument_group("the table")
    table.add_argument(
        "--listen", metavar="HOST:PORT", help="where people reach it (default: 127.0.0.1:8777, or as before)"
    )
    table.add_argument(
        "--seats", metavar="SEATS", help="seats for people, as in red-cluer,blue-guesser-1 or red (default: all)"
    )
    table.add_argument("--public-url", metavar="URL", help="how people reach it behind a tunnel or a proxy")
    table.add_argument("--tls-certificate", metavar="FILE", help="encrypt: the certificate, with its chain, as PEM")
    table.add_argument("--tls-key", metavar="FILE", help="the private key of the certificate, as PEM")
    table.add_argument(
        "--trusted-tunnel",
        action="store_true",
        help="listen beyond this machine without TLS, since a VPN, an SSH tunnel or a proxy encrypts",
    )
    _add_agents_and_rules(host)
    _add_limits_for_people(host)
    _add_models_of_a_game(host)
    start = host.add_argument_group("where to start")
    start.add_argument("--resume", metavar="JOURNAL", help="go on with an interrupted game; invitations stay the same")
    start.add_argument("--from", dest="parent", metavar="FILE", help=f"fork {EPISODE}; with --at")
    start.add_argument("--at", type=int, metavar="N", help="number of events that the fork keeps (default: all)")
    output = host.add_argument_group("output")
    output.add_argument("--out", metavar="FILE", help="save the episode here (default: the data folder)")
    output.add_argument("--pace", type=float, metavar="S", help="seconds between events")


def _add_join(commands: Any) -> None:
    join = _add_command(commands, "join", "playing.join:join", "sit down at a table that somebody hosts, or watch it")
    join.add_argument(
        "invitation", metavar="INVITATION", nargs="?", help="what the host printed: http://HOST:PORT/#SECRET"
    )
    join.add_argument("--invitation-file", metavar="FILE", help="read the invitation from this file")
    join.add_argument("--seat", metavar="SEAT", help="such as red-cluer or blue-guesser-2, or watch (default: choose)")
    join.add_argument("--name", metavar="NAME", default="", help="how you are called at the table and in the record")
    join.add_argument("--tls-authority", metavar="FILE", help="trust certificates of this authority, as PEM")
    _add_screen_options(join)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 65_536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")
    return int(text)


def _add_serving_options(group: Any) -> None:
    group.add_argument(
        "--serve-events", metavar="HOST:PORT", help="let others watch: Server-Sent Events, without the key"
    )
    group.add_argument(
        "--token-file",
        metavar="FILE",
        help="anyone with the token in this file may watch with the key, also from elsewhere",
    )


def _add_export(commands: Any) -> None:
    export = _add_command(commands, "export", "episodes.export:export", "export a game to a file that others can open")
    export.add_argument("file", metavar="FILE", help=EPISODE)
    export.add_argument(
        "--format",
        choices=("html", "md", "gif", "cast", "svg"),
        help="one HTML page that plays the game; Markdown; a moving picture; asciicast v2 for asciinema; a picture of "
        "one position (default: what the name of the file ends in)",
    )
    export.add_argument("--out", metavar="FILE", help="write to this new file (default, and -: standard output)")
    export.add_argument(
        "--pace", type=float, metavar="S", help="seconds between events in html, gif and cast (default: 2)"
    )
    export.add_argument("--animated", action="store_true", help="make the svg play the game, without a script")
    export.add_argument("--turns", metavar="A-B", help="show only these turns, in gif and svg --animated")
    export.add_argument(
        "--key",
        choices=("asked", "shown", "never"),
        help="whether readers of the page see the key: when they ask for it, from the beginning, or not at all "
        "(default: asked)",
    )
    where = export.add_mutually_exclusive_group()
    where.add_argument("--turn", type=int, metavar="N", help="draw svg, or begin html and cast, at this turn")
    where.add_argument("--at", type=int, metavar="N", help="draw or begin after this many events")


def _add_verify(commands: Any) -> None:
    verify = _add_command(
        commands, "verify", "episodes.verify:verify", "replay episodes and report what differs from the record"
    )
    verify.add_argument("files", metavar="FILE", nargs="+", help="episodes, journals or sample:NAME")
    verify.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_import(commands: Any) -> None:
    text = "turn games of other programs into episodes, and clues of people into a suite"
    importing = _add_command(commands, "import", "episodes.import_games:import_games", text)
    importing.add_argument("format", metavar="FORMAT", help=f"one of {', '.join(FOREIGN_FORMATS)}")
    importing.add_argument("paths", metavar="PATH", nargs="+", help="files of that format, or folders with some")
    importing.add_argument("--out", "-o", metavar="DIR", required=True, help="write into this folder")
    importing.add_argument("--map", metavar="FILE", help="what the source calls our fields, as TOML; with lines")
    importing.add_argument("--unfinished", action="store_true", help="import games without an end as well")
    importing.add_argument("--dry-run", action="store_true", help="say what would be imported, and write nothing")
    importing.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_compare(commands: Any) -> None:
    text = "show two games on one board side by side, from where they part, such as a fork and its original"
    compare = _add_command(commands, "compare", "episodes.compare:compare_games", text)
    compare.add_argument("first", metavar="FILE", help=EPISODE)
    compare.add_argument("second", metavar="FILE", help="the other game")
    compare.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_metrics(commands: Any) -> None:
    metrics = _add_command(commands, "metrics", "episodes.metrics:metrics", "measure how well episodes were played")
    metrics.add_argument("paths", metavar="FILE|DIR|GLOB", nargs="+", help="episodes, journals, sample:NAME, folders")
    metrics.add_argument(
        "--format",
        choices=("markdown", "json", "csv", "parquet"),
        help="tables to read, everything, or rows for other programs "
        "(default: what the name of the file ends in; else tables, and csv with --tidy)",
    )
    metrics.add_argument(
        "--discussion", action="store_true", help="also analyse the messages: agreement, hedging (takes longer)"
    )
    metrics.add_argument(
        "--literal-listener",
        action="store_true",
        help="also compare clues with a listener who knows only the shipped word vectors (takes longer)",
    )
    metrics.add_argument("--tidy", action="store_true", help="a row for each clue, message and guess")
    metrics.add_argument(
        "--baseline", metavar="RUN", help="compare with these episodes, played on the same seeds without surveillance"
    )
    metrics.add_argument("--no-vectors", action="store_true", help="do not compare clues with the shipped word vectors")
    metrics.add_argument("--aggregate", action="store_true", help="only averages, for each config and pair of line-ups")
    metrics.add_argument(
        "--exclude",
        action="append",
        choices=("human", "fallback", "aborted", "forfeited"),
        default=[],
        help="leave out turns of people or of substitutes, or games that were not finished or in which a side "
        "forfeited a turn; may be repeated",
    )
    metrics.add_argument(
        "--weights",
        metavar="W,W,W,W",
        help="weights: efficiency, accuracy, consensus, speed (default: 0.4,0.3,0.2,0.1)",
    )
    metrics.add_argument("--out", metavar="FILE", help="write to this new file instead of standard output")


def _add_bench(commands: Any) -> None:
    bench = _add_command(
        commands, "bench", "bench.status:status", "let agents and models play many games, and compare them"
    )
    actions = bench.add_subparsers(title="actions", required=True)
    run = _add_command(actions, "run", "bench.run:run", "run an experiment, or resume it")
    run.add_argument("experiment", metavar="EXPERIMENT.toml", help="a file, or a shipped experiment: offline, models")
    run.add_argument("--out", metavar="DIR", help="where the results folder goes (default: benchmark_results)")
    run.add_argument("--dry-run", action="store_true", help="print an estimate, and run nothing")
    run.add_argument(
        "--detect",
        type=_points,
        metavar="POINTS",
        help="print how many boards it takes to tell apart win rates that differ by this many points, and run nothing",
    )
    _add_playing(run)
    extend = _add_command(
        actions, "extend", "bench.extend:extend", "add models, boards or arms to a run, and play the new games"
    )
    extend.add_argument("folder", metavar="RUN", help="its results folder")
    extend.add_argument(
        "--add-model", metavar="SPEC", action="append", default=[], help="another model; may be repeated"
    )
    extend.add_argument(
        "--add-arm",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="the same games again with a change, such as prompts=short; may be repeated",
    )
    extend.add_argument("--add-boards", type=_count, default=0, metavar="N", help="how many more boards")
    extend.add_argument("--dry-run", action="store_true", help="print an estimate, and change and run nothing")
    _add_playing(extend)
    until = _add_command(
        actions,
        "until",
        "bench.until:until",
        "play a run until pairs are told apart, adding boards where needed",
    )
    until.add_argument("folder", metavar="RUN", help="its results folder")
    until.add_argument(
        "--resolve", required=True, metavar="WHO", help="all, top3 (the order of the best three), or line-ups: a,b,c"
    )
    until.add_argument(
        "--width",
        type=_points,
        metavar="POINTS",
        help="a pair is also done once its interval reaches no farther than this",
    )
    until.add_argument(
        "--max-boards", type=_count, required=True, metavar="N", help="at most this many boards for each pair"
    )
    until.add_argument("--dry-run", action="store_true", help="print an estimate, and change and run nothing")
    _add_playing(until)
    submit = _add_command(
        actions,
        "submit",
        "bench.submit:submit",
        "write the finished games of a run into one file for others",
    )
    submit.add_argument("folder", metavar="RUN", help="its results folder")
    submit.add_argument("--out", "-o", required=True, metavar="BUNDLE", help="a new file")
    merge = _add_command(
        actions, "merge", "bench.merge:merge", "check the games of bundles and merge them into one run"
    )
    merge.add_argument("bundles", metavar="BUNDLE", nargs="+", help="what bench submit wrote")
    merge.add_argument("--out", "-o", required=True, metavar="RUN", help="a new results folder")
    status = _add_command(actions, "status", "bench.status:status", "show the progress of runs")
    status.add_argument("folders", metavar="DIR", nargs="+", help="results folders")
    status.add_argument("--json", action="store_true", help="print the result as JSON")
    watch = _add_command(
        actions, "watch", "bench.watch:watch", "watch a run of another process, or open a finished one"
    )
    watch.add_argument("folder", metavar="DIR", help="its results folder")
    watch.add_argument("--plain", action="store_true", help="print progress lines instead of opening the app")
    _add_screen_options(watch)
    report = _add_command(actions, "report", "bench.report:report", "compare the agents of a run, finished or not")
    report.add_argument("folders", metavar="DIR", nargs="+", help="results folders; tables and plots go there, too")
    printed = report.add_mutually_exclusive_group()
    printed.add_argument("--json", action="store_true", help="print the leaderboard as JSON")
    printed.add_argument(
        "--format",
        choices=("markdown", "latex", "methods"),
        default="markdown",
        help="print the report; its tables for LaTeX (booktabs); or a paragraph on how the games were played, with "
        "versions and seeds (default: markdown)",
    )
    report.add_argument(
        "--parquet", action="store_true", help="also write leaderboard.parquet; needs the extra [parquet]"
    )
    publish = _add_command(
        actions, "publish", "bench.publish:publish", "write runs as a site: results, models, and every game to watch"
    )
    publish.add_argument("folders", metavar="RUN", nargs="+", help="results folders, finished or not")
    publish.add_argument(
        "--out", "-o", metavar="SITE", required=True, help="a new folder, or a site that was published before"
    )
    publish.add_argument(
        "--key",
        choices=("asked", "shown", "never"),
        default="asked",
        help="whether visitors see the key: when they ask for it, from the beginning, or not at all (default: asked)",
    )
    publish.add_argument(
        "--with-prompts", action="store_true", help="also publish what models were sent, and their raw replies"
    )
    publish.add_argument(
        "--public-url", metavar="URL", help="where the site will be, so that posts show pictures of links to it"
    )
    compare = _add_command(
        actions, "compare", "bench.compare:compare", "compare two runs, board by board where that is fair"
    )
    compare.add_argument("first", metavar="RUN_A", help="a results folder")
    compare.add_argument("second", metavar="RUN_B", help="another one")
    compare.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_playing(command: argparse.ArgumentParser) -> None:
    """Add the options of commands that play games of a benchmark."""
    command.add_argument("--yes", action="store_true", help="do not ask before money is spent")
    command.add_argument("--force", action="store_true", help=_FORCE)
    _add_transport(command)
    how = command.add_mutually_exclusive_group()
    how.add_argument("--tui", action="store_true", help="watch and control it in the app")
    how.add_argument("--plain", action="store_true", help="print progress lines (default)")
    how.add_argument("--json", action="store_true", help="print the result as JSON, and no progress")
    command.add_argument("--concurrency", type=_count, metavar="N", help="games at once (default: the experiment's)")
    command.add_argument(
        "--budget", type=_dollars, metavar="USD", help="what the run may cost, including earlier sessions"
    )
    command.add_argument("--drain", action="store_true", help="when interrupted, finish the running games first")
    command.add_argument(
        "--executor",
        choices=("local", "procs", "dask"),
        default="local",
        help="play in this process, in several (offline agents), or on a cluster of Dask (default: local)",
    )
    command.add_argument("--workers", type=_count, metavar="N", help="how many processes (default: one for each core)")
    command.add_argument(
        "--scheduler",
        metavar="ADDR",
        help="address of the cluster: tcp://10.0.0.5:8786 (default: one on this machine)",
    )
    _add_serving_options(command)
    _add_screen_options(command)


def _add_suite(commands: Any) -> None:
    suite = commands.add_parser(
        "suite",
        help="ask agents and models single decisions, without games",
        description="ask agents and models single decisions, without games",
        epilog=EXIT_CODES,
    )
    actions = suite.add_subparsers(title="actions", required=True)
    build = _add_command(actions, "build", "laboratory.suite:build", "draw a suite of positions from recorded games")
    build.add_argument("sources", metavar="RUN|EPISODE", nargs="+", help="results folders, or episodes")
    build.add_argument(
        "--kind", action="append", choices=_DECISIONS, help="what is asked; may be repeated (default: guess)"
    )
    build.add_argument(
        "--per-model",
        type=_count,
        default=50,
        metavar="N",
        help="positions for each model that gave clues (default: 50)",
    )
    build.add_argument("--speakers", type=_specs, default=(), metavar="SPEC,…", help="take only the clues of these")
    build.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the draw (default: 1)")
    build.add_argument("--without-talk", action="store_true", help="leave out what was said in earlier turns")
    build.add_argument("--out", "-o", required=True, metavar="FILE", help="the suite; packed if its name ends in .gz")
    run = _add_command(actions, "run", "laboratory.suite:run", "have models answer a suite, or resume it")
    run.add_argument("suite", metavar="FILE", help="a suite, or basic for the one that is shipped")
    run.add_argument("--models", type=_specs, required=True, metavar="SPEC,…", help="the agents to ask, by their specs")
    run.add_argument(
        "--panel", type=_specs, metavar="SPEC,…", help="who hears the clues (default: three offline agents)"
    )
    run.add_argument("--kind", action="append", choices=_DECISIONS, help="ask only these; may be repeated")
    run.add_argument("--repeats", type=_count, default=1, metavar="N", help="answers to each question (default: 1)")
    run.add_argument("--json", action="store_true", help="print the results as JSON")
    run.add_argument("--force", action="store_true", help=_FORCE)
    _add_asking_options(run)
    report = _add_command(actions, "report", "laboratory.suite:report", "report what the answers to a suite are worth")
    report.add_argument("folder", metavar="DIR", help="folder of the answers")
    report.add_argument("--json", action="store_true", help="print the results as JSON")
    show = _add_command(
        actions, "show", "laboratory.show:show", "look at a suite, or at the answers to one or to a probe, in the app"
    )
    show.add_argument("path", metavar="FILE|DIR", help="a suite, basic for the one that is shipped, or the answers")
    _add_screen_options(show)


def _add_probe(commands: Any) -> None:
    probe = _add_command(
        commands,
        "probe",
        "laboratory.probe:probe",
        "ask recorded decisions again with one thing changed",
    )
    probe.add_argument("sources", metavar="RUN|EPISODE", nargs="+", help="results folders, or episodes")
    probe.add_argument("--ask", choices=_DECISIONS, default="clue", help="which decisions (default: clue)")
    probe.add_argument(
        "--arms",
        type=_specs,
        default=("unheard",),
        metavar="ARM,…",
        help="unheard (what opponents said is hidden), no-partner-talk, model=SPEC, clue-of=SPEC, sees=picture, "
        "picture=photo-4 (a picture in that style), or a parameter of models, such as prompts=NAME or temperature=0 "
        "(default: unheard); as-was is always asked, and asked again",
    )
    probe.add_argument("--repeats", type=_count, default=5, metavar="N", help="answers under each arm (default: 5)")
    probe.add_argument(
        "--positions", type=_count, default=400, metavar="N", help="most decisions to ask (default: 400)"
    )
    probe.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the draw of decisions (default: 1)")
    probe.add_argument("--force", action="store_true", help=_FORCE)
    _add_asking_options(probe)


def _add_tune(commands: Any) -> None:
    text = "look for better prompts on some boards, and test them once on others"
    tune = _add_command(commands, "tune", "laboratory.tune:tune", text)
    tune.add_argument("experiment", metavar="EXPERIMENT", help="its rules, boards and model: a file, or a shipped name")
    tune.add_argument("--model", metavar="NAME", help="whose prompts (default: the experiment's only language model)")
    tune.add_argument(
        "--seat", choices=("cluer", "guesser", "all"), default="cluer", help="which seats' prompts (default: cluer)"
    )
    tune.add_argument("--start", metavar="SET", help="the prompt set to begin with (default: the model's own)")
    tune.add_argument(
        "--optimiser",
        choices=("grid", "gepa"),
        default="grid",
        help="compare the sets of --sets, or have the model of --reflect rewrite texts (default: grid)",
    )
    tune.add_argument(
        "--sets", type=_specs, metavar="SET,…", help="prompt sets that a grid compares (default: all that are shipped)"
    )
    tune.add_argument("--reflect", metavar="SPEC", help="the model that rewrites texts (default: the tuned model)")
    tune.add_argument(
        "--goal",
        choices=("words", "legality"),
        default="words",
        help="net words, or answers that are legal at the first try (default: words)",
    )
    tune.add_argument("--rollouts", type=_count, default=300, metavar="N", help="answers of the search (default: 300)")
    tune.add_argument("--items", type=_count, default=30, metavar="N", help="positions of the search (default: 30)")
    tune.add_argument(
        "--finalists",
        type=_count,
        default=3,
        metavar="N",
        help="candidates that play games for the choice (default: 3)",
    )
    tune.add_argument(
        "--splits",
        type=_shares,
        default=(60, 20, 20),
        metavar="A/B/C",
        help="percent of the boards for search, choice and test (default: 60/20/20)",
    )
    tune.add_argument("--partners", type=_specs, metavar="SPEC,…", help="of search and choice (default: two offline)")
    tune.add_argument("--test-partners", type=_specs, metavar="SPEC,…", help="of the test (default: two other ones)")
    tune.add_argument("--seed", type=int, default=1, metavar="N", help="of the draws and the optimiser (default: 1)")
    _add_asking_options(tune, in_processes=False)


def _shares(text: str) -> tuple[int, int, int]:
    parts = text.split("/")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not three shares in percent, such as 60/20/20")
    first, second, third = map(int, parts)
    return first, second, third


def _add_asking_options(command: argparse.ArgumentParser, *, in_processes: bool = True) -> None:
    command.add_argument("--out", metavar="DIR", help="where the folder of answers goes (default: laboratory)")
    command.add_argument("--dry-run", action="store_true", help="print an estimate, and ask nothing")
    command.add_argument("--tui", action="store_true", help="show progress and results in the app")
    command.add_argument("--yes", action="store_true", help="do not ask before money is spent")
    command.add_argument("--budget", type=_dollars, metavar="USD", help="what it may cost, including earlier sessions")
    command.add_argument(
        "--price-in", type=_price, metavar="USD", help="per million tokens read, where no price is known; 0 means free"
    )
    command.add_argument("--price-out", type=_price, metavar="USD", help="per million tokens written")
    command.add_argument(
        "--cassette", metavar="FILE", help="record the answers of models here; if the file exists, play them from it"
    )
    command.add_argument("--concurrency", type=_count, metavar="N", help="questions at once (default: 16 with models)")
    _add_screen_options(command)
    if not in_processes:
        return
    command.add_argument(
        "--executor",
        choices=("local", "procs", "dask"),
        default="local",
        help="ask in this process, in several (offline agents), or on a cluster of Dask (default: local)",
    )
    command.add_argument("--workers", type=_count, metavar="N", help="how many processes (default: one for each core)")
    command.add_argument("--scheduler", metavar="ADDR", help="address of the cluster (default: one on this machine)")


def _specs(text: str) -> list[str]:
    """Return agent specs that a comma parts; one inside a query, as in `?persona=a, b`, has to be written %2C."""
    specs = [one.strip() for one in text.split(",")]
    if not all(specs):
        raise argparse.ArgumentTypeError(f"{text!r} has nothing between two commas")
    return specs


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= 10_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 10,000")
    return int(text)


def _seconds(text: str) -> float:
    return _number(text, 0.1, 1e6, "a number of seconds, such as 600")


def _price(text: str) -> float:
    return _number(text, 0.0, 1e6, "a price in US dollars per million tokens, such as 2.50")


def _points(text: str) -> float:
    return _number(text, 0.1, 90.0, "a number of points from 0.1 to 90, such as 5")


def _number(text: str, least: float, most: float, what: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
    return number


def _dollars(text: str) -> float:
    try:
        amount = float(text)
    except ValueError:
        amount = -1.0
    if not 0 < amount < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount in US dollars, such as 25")
    return amount


def _add_words(commands: Any) -> None:
    words = _add_command(commands, "words", "checks.words:check", "work with word lists")
    actions = words.add_subparsers(title="actions", required=True)
    check = _add_command(actions, "check", "checks.words:check", "check whether boards can be dealt from a word list")
    check.add_argument("file", metavar="FILE", help=_LIST_FORMS)
    check.add_argument("--language", metavar="CODE", help=_LANGUAGE)
    check.add_argument("--json", action="store_true", help="print the result as JSON")
    convert = _add_command(actions, "convert", "checks.words:convert", "write a word list to a file, one word per line")
    convert.add_argument("file", metavar="FILE", help=_LIST_FORMS)
    convert.add_argument("--out", "-o", metavar="LIST", required=True, help="write the words to this new file")
    convert.add_argument("--force", action="store_true", help="replace an existing file")


def _add_clue(commands: Any) -> None:
    clue = _add_command(commands, "clue", "checks.clue:check", "ask the referee about clues")
    actions = clue.add_subparsers(title="actions", required=True)
    check = _add_command(actions, "check", "checks.clue:check", "say whether a clue is legal, and why not")
    check.add_argument("word", metavar="WORD", nargs="?", help="the clue")
    check.add_argument("number", metavar="NUMBER", nargs="?", help="its number (default: 1)")
    check.add_argument("--board", metavar="WORDS", help="the words on the table, separated by commas")
    check.add_argument("--revealed", metavar="WORDS", help="which of them are face up")
    check.add_argument("--rules", choices=CLUE_RULES, default=CLUE_RULES[0], help="the rule set (default: official)")
    check.add_argument("--language", metavar="CODE", default="en", help="language of the words (default: en)")
    check.add_argument("--cases", metavar="FILE", help='JSON lines with "clue", "number", "board", "revealed" instead')
    check.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_keys(commands: Any) -> None:
    keys = _add_command(commands, "keys", "checks.keys:keys", "list every key with the id by which it can be remapped")
    keys.add_argument("--json", action="store_true", help="print the list as JSON")


def _add_config(commands: Any) -> None:
    config = _add_command(commands, "config", "checks.config:show", "show the settings and where they are kept")
    actions = config.add_subparsers(title="actions", required=True)
    _add_command(actions, "path", "checks.config:path", "print the path of the settings file")
    show = _add_command(actions, "show", "checks.config:show", "print the settings in effect")
    show.add_argument("--json", action="store_true", help="print them as JSON")


def _add_doctor(commands: Any) -> None:
    doctor = _add_command(commands, "doctor", "checks.doctor:doctor", "describe this terminal for a bug report")
    doctor.add_argument("--json", action="store_true", help="print it as JSON")


def _add_models(commands: Any) -> None:
    models = _add_command(commands, "models", "checks.models:check", "ask about language models")
    actions = models.add_subparsers(title="actions", required=True)
    check = _add_command(
        actions, "check", "checks.models:check", "ask a model one short question and report what it can do"
    )
    check.add_argument("spec", metavar="SPEC", help="litellm:MODEL[?PARAMETER=VALUE&…] or a model's name")
    _add_transport(check)
    check.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_prompts(commands: Any) -> None:
    prompts = _add_command(commands, "prompts", "checks.prompts:list_sets", "work with the prompts for language models")
    actions = prompts.add_subparsers(title="actions", required=True)
    listed = _add_command(actions, "list", "checks.prompts:list_sets", "list all prompt sets")
    listed.add_argument("--json", action="store_true", help="print the list as JSON")
    text = "print exactly what a seat is sent, with its tokens"
    show = _add_command(actions, "show", "checks.prompts:show", text)
    show.add_argument("seat", metavar="SEAT", help="the seat, such as red-cluer or blue-guesser-2")
    show.add_argument("--set", dest="prompts", metavar="NAME", help="the prompt set (default: default)")
    show.add_argument("--persona", metavar="TEXT", help="the persona of the seat")
    show.add_argument("--sees", choices=_SEES, default="words", help="how the seat is shown the board (default: words)")
    show.add_argument("--picture", choices=_PICTURES, help="how its picture looks (default: clean)")
    show.add_argument("--save-picture", metavar="FILE", help="write the picture that goes with it to this new PNG file")
    where = show.add_mutually_exclusive_group()
    where.add_argument(
        "--mode", choices=_MODES, help="where the seat is asked first in the sample of this mode (default: standard)"
    )
    where.add_argument("--at", metavar="GAME:EVENT", help=f"in a saved game, after this many events; GAME is {EPISODE}")
    show.add_argument("--json", action="store_true", help="print the messages as JSON")
    copy = _add_command(actions, "copy", "checks.prompts:copy", "write a prompt set to a new file, to edit it")
    copy.add_argument("name", metavar="NAME", help="name of the set")
    copy.add_argument("to", metavar="TO", help="a new file that ends in .toml, or a name: a new set in your own folder")
    check = _add_command(actions, "check", "checks.prompts:check", "say what is wrong with a prompt set, and where")
    check.add_argument("file", metavar="FILE", help="the TOML file, or the name of a set")
    check.add_argument("--json", action="store_true", help="print the problems as JSON")


def _add_transport(parser: Any) -> None:
    parser.add_argument(
        "--transport",
        choices=TRANSPORTS,
        help="auto: directly where a server has OpenAI's chat completions, else by litellm; litellm: always by it "
        "(default: auto)",
    )


def _add_screen_options(parser: argparse.ArgumentParser, *, before_the_command: bool = False) -> None:
    """Add the options of the screen, which may stand before the command or behind it.

    Those behind it have no default: it would overwrite what was said before it.
    """
    flag, name = (False, None) if before_the_command else (argparse.SUPPRESS, argparse.SUPPRESS)
    screen = parser.add_argument_group("screen")
    screen.add_argument("--ascii", action="store_true", default=flag, help="use only ASCII characters")
    screen.add_argument("--no-mouse", action="store_true", default=flag, help="leave the mouse to the terminal")
    screen.add_argument(
        "--theme",
        metavar="NAME",
        default=name,
        help="colours: dark, light, high-contrast, colour-blind, ansi, or others",
    )
