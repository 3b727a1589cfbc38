"""What an environment may offer to people: to ``skill1 envs`` and to ``skill1 doctor``, besides being played.

``Service`` lists all of it once. A suite offers what it has: a class or object without one of these names does without.
The records here are what goes between the environment, which knows, and the command line, which prints.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal, Protocol

from skill1.config import EnvConfig

Status = Literal["ok", "missing", "warn"]
Report = Callable[[str, int, int | None], None]  # what is under way, units done, units in all if known
CommandName = Literal["fetch", "make-games", "make-catalogue", "make-corpus"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of ``skill1 doctor``; ``command`` mends it and is empty when nothing needs mending."""

    name: str
    status: Status
    detail: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class DataFolder:
    """Where data is looked for without ``env.data``, and what to type to get some."""

    variable: str  # of the shell
    command: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of plain values."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command has to tell in the end: ``data`` with ``--json``, all else without.

    With a warning the command's exit code is 1.
    """

    data: Mapping[str, Any]
    tables: Sequence[Table] = ()
    lines: Sequence[str] = ()
    warnings: Sequence[str] = ()
    to_play: str = ""  # what to type now


@dataclass(frozen=True, slots=True)
class Command:
    """One of ``skill1 envs fetch | make-games | make-catalogue | make-corpus`` for one environment.

    Attributes:
        run: does it, given the parsed arguments: ``folder`` of ``fetch`` (None: not given), ``out`` and ``seed`` of the
            others, and what ``configure`` added. Arguments that do not go together: ``argparse.ArgumentTypeError``.
        configure: adds the environment's own options; none of them may be a configuration key without a dot. The parser
            knows the types ``"count"`` (whole numbers from 1) and ``"natural"`` (from 0).
        note: stands at the end of the help.
    """

    run: Callable[[Namespace, Report], Outcome]
    configure: Callable[[ArgumentParser], object] = lambda parser: None
    note: str = ""


class Service(Protocol):
    """All of it is optional. The attributes and ``doctor`` belong to the class: no suite is made to ask for them."""

    data_folder: DataFolder
    needs: Mapping[str, Sequence[str]]
    """Extra of skill1 that playing in this interpreter takes → its packages."""
    commands: Mapping[CommandName, Command]
    tools: Sequence[Callable[..., str]]
    """What it can be told as typed functions, for trainers whose models call tools: each words one command."""

    @staticmethod
    def doctor(config: EnvConfig) -> Iterator[Finding]:
        """What this interpreter has or lacks for the environment, besides data and ``needs``."""
        ...

    def check_data(self) -> Sequence[tuple[str, str]]:
        """Facts about all the data, each with a warning or ""."""
        ...

    def split_manifest(self) -> Mapping[str, Any]:
        """What tells this data set from another, ready for JSON."""
        ...

    def browser_app(self, split: str, task_index: int | None = None) -> tuple[Any, str]:
        """Web pages to play on (``skill1 envs play``): an ASGI application, and the path to open."""
        ...

    def make_quickstart(
        self, out: Path, *, seed: int, train: int, seen: int, unseen: int, on_task: Callable[[], None] | None
    ) -> None:
        """Writes the generated tasks of a quickstart: so many of each split."""
        ...

    def close(self) -> None:
        """Frees what the suite holds: processes, connections."""
        ...


def counted(report: Report, what: str, total: int) -> Callable[[], None]:
    """A callback that reports one more unit done each time."""
    numbers = count(1)
    return lambda: report(what, next(numbers), total)
