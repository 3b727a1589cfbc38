"""``skill1 envs fetch | make-games | make-catalogue | make-corpus``: an environment's own commands and options.

Which environment that is stands among the arguments; its class is asked for ``commands`` (``skill1.env.service``).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from skill1.cli.arguments import COUNT, NATURAL, SEED, CommandParser, UsageError
from skill1.cli.output import make_console, make_table, print_json, say
from skill1.env.protocol import offered
from skill1.env.registry import suite_class, suite_targets
from skill1.env.service import Command, Outcome
from skill1.errors import ConfigError, Skill1Error


class Summary(NamedTuple):
    """What the help says of a command, and what an error says of an environment without it."""

    help: str
    description: str
    lacking: str


SUMMARIES = {
    "fetch": Summary(
        "download published tasks",
        "download and unpack what an environment's authors published; to resume, run the same command again",
        "has nothing to fetch",
    ),
    "make-games": Summary(
        "make games without a download",
        "write a folder of new games; the same seed and numbers give the same bytes",
        "cannot make games",
    ),
    "make-catalogue": Summary(
        "make products to shop for without a download",
        "write a folder of new products and goals; the same seed and numbers give the same bytes",
        "sells nothing",
    ),
    "make-corpus": Summary(
        "make pages to search in without a download",
        "write a folder of new pages and questions; the same seed and numbers give the same bytes",
        "has no pages to search in",
    ),
}


class EnvironmentParser(CommandParser):
    """Parser of one of these commands: it learns the environment's options once it sees which environment it is."""

    def __init__(self, *, own_command: str = "", **settings: Any) -> None:
        super().__init__(**settings)
        # Environments import nothing of the command line, so they say by name which numbers an option takes.
        self.register("type", "count", COUNT)
        self.register("type", "natural", NATURAL)
        self._own_command = own_command  # empty: a command without such options
        self._environment = ""

    def parse_known_args(self, args=None, namespace=None):
        """Raises ``ConfigError`` if there is no such environment, or it has no such command."""
        # Before parsing: by then the environment's own options have to be known.
        name = _environment_in(args or ()) if self._own_command else ""
        if name and not self._environment:
            command = command_of(name, self._own_command)
            command.configure(self)
            self._environment, self.epilog = name, command.note
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        """Without an environment: names those whose own help says more."""
        if self._own_command and not self._environment:
            able = ", ".join(environments_with(self._own_command))
            self.epilog = f"Environments: {able}. An environment's own options: {self.prog} NAME --help"
        return super().format_help()


def configure_environment_commands(commands: Any) -> None:
    """Adds them to the subcommands of ``skill1 envs``, whose parsers are ``EnvironmentParser``."""
    for name, summary in SUMMARIES.items():
        parser = commands.add_parser(name, own_command=name, help=summary.help, description=summary.description)
        parser.add_argument("name", metavar="NAME", help="the environment")
        if name == "fetch":
            parser.add_argument(
                "folder",
                metavar="DIR",
                nargs="?",
                type=Path,
                help="where it goes (default: the folder that the environment's variable names, as in `skill1 doctor`; "
                "else one in ~/.cache)",
            )
        else:
            parser.add_argument("out", metavar="OUT", type=Path, help="a new or empty folder")
            parser.add_argument("--seed", metavar="S", type=SEED, default=0, help="random seed (default: 0)")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run_environment_command(arguments: argparse.Namespace) -> int:
    """Say what there is in the end, and what to type to play it; exit code 1 if there is a warning."""
    command = command_of(arguments.name, arguments.command)
    try:
        with ShownProgress(make_console(stderr=True)) as shown:
            outcome = command.run(arguments, shown)
    # What holds between an environment's options shows only when it runs them.
    except argparse.ArgumentTypeError as error:
        raise UsageError(str(error), f"skill1 envs {arguments.command} {arguments.name}") from error
    except KeyboardInterrupt as error:
        if "out" not in arguments:  # a fetch resumes from what it has; what is made is made in one piece
            raise
        raise KeyboardInterrupt(f"interrupted; what was made in {arguments.out} so far is incomplete.") from error
    if arguments.json:
        out = {"out": str(arguments.out)} if "out" in arguments else {}
        print_json({**out, **outcome.data, **({"warnings": outcome.warnings} if outcome.warnings else {})})
    else:
        _print(outcome)
    return 1 if outcome.warnings else 0


def _print(outcome: Outcome) -> None:
    for table in outcome.tables:
        make_console().print(make_table(table.title, table.columns, table.rows))
    for line in outcome.lines:
        say(line)
    for line in outcome.warnings:
        say(Text(f"warning: {line}", "yellow"))
    if outcome.to_play:
        say(f"to play: {outcome.to_play}")


def command_of(env: str, command: str) -> Command:
    """A command of an environment.

    Raises:
        ConfigError: there is no such environment, or it has no such command; names those that have.
    """
    found = (offered(suite_class(env), "commands") or {}).get(command)
    if found is None:
        able = ", ".join(environments_with(command)) or "none is installed"
        raise ConfigError(f"{env} {SUMMARIES[command].lacking}; environments that do: {able}.")
    return found


def environments_with(command: str) -> Iterator[str]:
    """Names of the environments that have a command; one that cannot be loaded has none."""
    for name in suite_targets():
        try:
            commands = offered(suite_class(name), "commands") or {}
        except Skill1Error:
            continue
        if command in commands:
            yield name


def _environment_in(arguments: Sequence[str]) -> str:
    """The environment among the arguments: a known name or module:Class wherever it stands, else the first word."""
    words = [word for word in arguments if not word.startswith("-")]
    known = suite_targets()
    # An option before it may have a value, such as the number of `--seed 3` or an address.
    named = (word for word in words if word in known or (":" in word and "/" not in word))
    return next(named, words[0] if words else "")


class ShownProgress:
    """The progress of one thing after the other: bars on a terminal, elsewhere a line for each tenth."""

    def __init__(self, console: Console) -> None:
        self._console = console
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
        )
        self._bars = Progress(*columns, console=console) if console.is_terminal else None
        self._tasks: dict[str, int] = {}
        self._said: dict[str, int] = {}

    def __enter__(self) -> ShownProgress:
        if self._bars:
            self._bars.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._bars:
            self._bars.stop()

    def __call__(self, what: str, done: int, total: int | None) -> None:
        if self._bars:
            if what not in self._tasks:
                self._tasks[what] = self._bars.add_task(what)
            self._bars.update(self._tasks[what], completed=done, total=total)
            return
        # Without a total there is one line, at the beginning.
        tenth = 10 * done // total if total else 0
        if self._said.get(what) != tenth:
            self._said[what] = tenth
            share = f" {10 * tenth} %" if total else ""
            self._console.print(Text(f"{what}{share}"), soft_wrap=True)
