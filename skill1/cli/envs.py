"""``skill1 envs``: list, check, play and serve environments; their own commands are in ``env_commands``."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.text import Text

from skill1.cli.arguments import (
    OVERRIDES_NOTE,
    PORT_NUMBER,
    CommandParser,
    UsageError,
    config_of_env,
    refuse_keys,
)
from skill1.cli.env_commands import (
    SUMMARIES,
    EnvironmentParser,
    configure_environment_commands,
    run_environment_command,
)
from skill1.cli.output import make_console, make_table, print_json, say
from skill1.config import EnvConfig
from skill1.config.load import load_config
from skill1.env.border import environment_border
from skill1.env.check import check_suite, vocabulary_notes
from skill1.env.openenv_server import serve_openenv
from skill1.env.protocol import Suite, TextEnv, offered
from skill1.env.registry import opened_suite, suite_targets
from skill1.env.remote import BlockingSuite
from skill1.env.serve import serve, serve_app
from skill1.env.splits import split_source, tasks_of
from skill1.env.wire import options_of, settings_of
from skill1.errors import DataError, Skill1Error
from skill1.evaluate.escaping import plain
from skill1.schema import Observation, Task

NAME_HELP = "a name of `skill1 envs list`, or module:Class of a suite in the working directory"
SHOWN_ACTIONS = 40  # a long list of admissible actions hides the text above it


def configure_envs(parser: CommandParser) -> None:
    """Subcommands of ``skill1 envs``."""
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=EnvironmentParser
    )
    listing = commands.add_parser(
        "list",
        help="list names, splits and sizes",
        epilog=OVERRIDES_NOTE,
        description="list names, splits and sizes",
    )
    checking = commands.add_parser(
        "check",
        help="check an environment against the contract",
        epilog=OVERRIDES_NOTE,
        description="play tasks of every split and list violations of the contract",
    )
    checking.add_argument("name", metavar="NAME", help=NAME_HELP)
    checking.add_argument("--split", metavar="S", help="only this split (default: all)")
    _configure_play(commands)
    _configure_serve(commands)
    configure_environment_commands(commands)
    for command in (listing, checking):
        command.add_argument("--json", action="store_true", help="print the result as JSON")


def _configure_play(commands) -> None:
    playing = commands.add_parser(
        "play",
        help="play a task yourself",
        epilog=OVERRIDES_NOTE,
        description="play in the browser if the environment has pages, served on 127.0.0.1 until interrupted; "
        "otherwise, or with --text, type one action per line; end of input ends the game",
    )
    playing.add_argument("name", metavar="NAME", help=NAME_HELP)
    playing.add_argument("--split", metavar="S", help="split to play (default: the first)")
    playing.add_argument(
        "--task",
        metavar="I",
        help="position in the split, or a task id (default: 0; in the browser, a list to choose from)",
    )
    playing.add_argument("--text", action="store_true", help="play in the terminal, even if there are pages")
    playing.add_argument("--port", metavar="P", type=PORT_NUMBER, help="port of the pages (default: a free one)")


def _configure_serve(commands) -> None:
    serving = commands.add_parser(
        "serve",
        help="let other processes use an environment on this machine",
        epilog=f"{OVERRIDES_NOTE} --env.workers N plays in N crash-isolated processes; without it, a step that hangs "
        "blocks the server. The client sets --env.url to the printed address.",
        description="answer JSON over HTTP on 127.0.0.1 until interrupted; from another machine, use an SSH tunnel "
        "(needs: pip install 'skill1[serve]')",
    )
    serving.add_argument("name", metavar="NAME", help=NAME_HELP)
    serving.add_argument("--port", metavar="P", type=PORT_NUMBER, required=True, help="0 picks a free one")
    serving.add_argument(
        "--protocol",
        metavar="X",
        choices=("skill1", "openenv"),
        default="skill1",
        help="skill1: for --env.url (default); openenv: for OpenEnv's clients, such as TRL and verifiers "
        "(needs: pip install 'skill1[openenv]')",
    )


def run_envs(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Dispatch to a subcommand."""
    if arguments.command == "list":
        return _list(load_config(None, overrides).env, arguments.json)
    if arguments.command in SUMMARIES:
        refuse_keys(overrides, f"skill1 envs {arguments.command}")
        return run_environment_command(arguments)
    config = config_of_env(arguments.name, None, overrides).env
    # The server makes the suite itself, once it listens: its data may take long to load.
    if arguments.command == "serve":
        return _serve(config, arguments.port, arguments.protocol)
    with opened_suite(config) as suite:
        if arguments.command == "check":
            problems = check_suite(suite, split=arguments.split, max_steps=config.max_steps)
            # Played once more, which a suite with faults need not survive.
            notes = [] if problems else vocabulary_notes(suite, split=arguments.split)
            return _checked(problems, notes, arguments.name, arguments.json)
        if offered(suite, "browser_app") and not arguments.text:
            return _play_on_pages(suite, arguments.split, arguments.task, arguments.port or 0)
        if arguments.port is not None:
            raise UsageError("leave out --port: this game is played in the terminal", "skill1 envs play")
        # A suite that waits for a server offers coroutines, and a person plays without an event loop.
        return _play(BlockingSuite(suite), arguments.split, arguments.task or "0")


def _serve(config: EnvConfig, port: int, protocol: str) -> int:
    """Prints the address once it listens; what connects before the suite is ready waits."""
    options = f"--env.name {config.name} {options_of(settings_of(config))}"
    is_openenv = protocol == "openenv"

    def announce(address: str) -> None:
        url = address.replace("http://", "openenv://") if is_openenv else address
        sys.stdout.write(f"{config.name} on {address}\nplay there with: {options} --env.url {url}\n")
        # Whoever starts this in the background waits for the line.
        sys.stdout.flush()

    with contextlib.suppress(KeyboardInterrupt):  # how it is meant to end
        (serve_openenv if is_openenv else serve)(config, port, announce)
    return 0


def _list(config: EnvConfig, as_json: bool) -> int:
    rows = []
    for name, target in suite_targets().items():
        try:
            # One that lacks data or a package is listed, too, with the reason.
            with opened_suite(replace(config, name=name)) as suite:
                splits, note = dict(suite.splits()), ""
                sources, manifest = _sources(suite, splits), _manifest(suite)
        except (Skill1Error, OSError) as error:
            splits, sources, manifest, note = {}, {}, {}, str(error)
        row = {"name": name, "splits": splits, "sources": sources, "manifest": manifest}
        rows.append({**row, "target": target, "problem": note})
    if as_json:
        print_json(rows)
    else:
        cells = ([row["name"], row["splits"] or row["problem"], row["target"]] for row in rows)
        make_console().print(make_table("", ("name", "splits (tasks)", "class"), cells))
        for row in rows:
            for split, source in row["sources"].items():
                say(f"{row['name']} {split}: {source}")
        say("Also textarena:<Game-v0> (extra textarena): its single-player games.")
    return 0


def _sources(suite: Suite, splits: Iterable[str]) -> dict[str, str]:
    """Which tasks each split really has, or what is wrong with them, where the suite says so."""
    told = {split: split_source(suite, split) for split in splits}
    return {
        split: f"warning: {warning}" if warning else text
        for split, (text, warning) in told.items()
        if any((text, warning))
    }


def _manifest(suite: Suite) -> dict[str, Any]:
    """What tells this data set from another, where the suite says so."""
    manifest = offered(suite, "split_manifest")
    return dict(manifest()) if manifest else {}


def _checked(problems: Sequence[str], notes: Sequence[str], name: str, as_json: bool) -> int:
    if as_json:
        print_json({"name": name, "problems": problems, "notes": notes})
    else:
        for problem in problems:
            say(Text(f"✗ {problem}", "red"))
        verdict = f"{len(problems)} problem(s)" if problems else "keeps the contract"
        say(f"{name}: {verdict}")
        for note in notes:
            say(f"note: {note}")
    return 1 if problems else 0


def _play_on_pages(suite: Any, split: str | None, task: str | None, port: int) -> int:
    """Prints the address once it can be opened."""
    split = split or _first_split(suite)
    app, path = suite.browser_app(split, None if task is None else find_task(suite.tasks(split), task))

    def announce(address: str) -> None:
        sys.stdout.write(
            f"open {address}{path}\n(only on this machine; Ctrl-C ends it, --text plays in the terminal)\n"
        )
        sys.stdout.flush()

    with contextlib.suppress(KeyboardInterrupt):  # how it is meant to end
        serve_app(lambda: app, port, announce, "playing in the browser (--text: in the terminal)")
    return 0


def _first_split(suite: Suite) -> str:
    """The first that is not empty."""
    sizes = suite.splits()
    # Of equals max() takes the first; where all are empty, whoever plays it tells so.
    return max(sizes, key=lambda name: sizes[name] > 0, default="")


def _play(suite: Suite, split: str | None, task: str) -> int:
    split = split or _first_split(suite)
    index = find_task(tasks_of(suite, suite.name, split), task)
    with environment_border(f"playing {suite.name}", passed=Skill1Error):
        _play_task(suite.make(split), split, index)
    return 0


def _play_task(env: TextEnv, split: str, index: int) -> None:
    console = make_console()
    try:
        observation = env.reset(task_index=index)
        console.print(Text(plain(f"{env.task.id}  {env.task.instruction}") if env.task else split, "bold"))
        _show(console, observation)
        for action in _typed_lines(console):
            observation, reward, terminated, truncated, info = env.step(action)
            _show(console, observation)
            if terminated or truncated:
                won = "won" if info.get("won") else "lost"
                console.print(Text(f"the episode is over: {won}, last reward {reward:g}", "bold"))
                break
    finally:
        env.close()


def find_task(tasks: Sequence[Task], wanted: str) -> int:
    """Position of a task given by position or id.

    Raises:
        DataError: there is no such task.
    """
    positions = {task.id: position for position, task in enumerate(tasks)}
    # A number is a position first; one past the end may still be an id.
    positions |= {str(position): position for position in range(len(tasks))}
    if wanted in positions:
        return positions[wanted]
    raise DataError(
        f"there is no task '{wanted}'; expected a position from 0 to {len(tasks) - 1}, or an id such as "
        f"{tasks[0].id if tasks else 'none: the split is empty'}."
    )


def _typed_lines(console: Console) -> Iterable[str]:
    while True:
        console.print("> ", end="")
        line = sys.stdin.readline()
        if not line:
            console.print()
            return
        yield line.rstrip("\n")


def _show(console: Console, observation: Observation) -> None:
    console.print(Text(plain(observation.text)))
    if observation.admissible is not None:
        more = len(observation.admissible) - SHOWN_ACTIONS
        listed = " · ".join(observation.admissible[:SHOWN_ACTIONS]) + (f" … and {more} more" if more > 0 else "")
        console.print(Text(plain(f"[{listed}]"), "dim"))
