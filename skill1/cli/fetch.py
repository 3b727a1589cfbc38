"""``skill1 envs fetch``: the published tasks of an environment, from where their authors keep them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from skill1.cli.arguments import CommandParser, UsageError
from skill1.cli.output import make_console
from skill1.config import EnvConfig
from skill1.env.registry import make_suite
from skill1.errors import ConfigError

CACHE = "~/.cache"  # ~/.cache/alfworld is alfworld-download's own


def configure_fetch(parser: CommandParser) -> None:
    """Options of ``skill1 envs fetch``."""
    parser.add_argument("name", metavar="NAME", help="an environment whose tasks are published, such as alfworld")
    parser.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        type=Path,
        help=f"where they go (default: $ALFWORLD_DATA, else {CACHE}/alfworld; $WEBSHOP_DATA, else {CACHE}/webshop/SET)",
    )
    parser.add_argument("--set", dest="which", metavar="SET", help="webshop: 1000 (the default) or full, 5.7 GB")


def run_fetch(arguments: argparse.Namespace) -> int:
    """Say what is there in the end, and what to type to play it; exit code 1 if it is not all that was published."""
    suite, name = make_suite(EnvConfig(name=arguments.name)), arguments.name
    fetch = getattr(suite, "fetch", None)
    if fetch is None:
        raise ConfigError(f"{name} has nothing to fetch; expected an environment such as alfworld or webshop.")
    which = _chosen_set(name, getattr(suite, "data_sets", ()), arguments.which)
    variable = f"{name.upper()}_DATA"
    folder = arguments.folder or Path(os.environ.get(variable) or "/".join([CACHE, name, *which]))
    console = make_console()
    with _Shown(make_console(stderr=True)) as shown:
        found = fetch(folder.expanduser(), shown, *which)
    console.print(Text("fetched" if found.is_new else "all is there already; nothing was fetched"))
    for file, sha256 in found.files.items():
        console.print(Text(f"{file}: SHA-256 {sha256}"), soft_wrap=True)
    for text in found.facts:
        console.print(Text(text), soft_wrap=True)
    for text in found.warnings:
        console.print(Text(f"warning: {text}", "yellow"), soft_wrap=True)
    console.print(Text(f"to play: export {variable}={found.folder}"), soft_wrap=True)
    return 1 if found.warnings else 0


def _chosen_set(name: str, sets: Sequence[str], given: str | None) -> list[str]:
    """The set to fetch, or nothing where all that is published is one."""
    if given is None:
        return list(sets[:1])
    if given not in sets:
        known = f"expected {' or '.join(sets)}" if sets else "what is published there is one set"
        raise UsageError(f"--set {given} is nothing {name} has; {known}", "skill1 envs fetch")
    return [given]


class _Shown:
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

    def __enter__(self) -> _Shown:
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
        tenth = 10 * done // total if total else 0
        if self._said.get(what) != tenth:
            self._said[what] = tenth
            share = f" {10 * tenth} %" if total else ""
            self._console.print(Text(f"{what}{share}"), soft_wrap=True)
