"""``skill1 library``: look into a skill library, move it in and out, check it."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from skill1.cli.arguments import CommandParser, UsageError
from skill1.cli.output import make_console, make_table, print_json, print_result
from skill1.config import LibraryConfig
from skill1.errors import DataError
from skill1.locate import locate_library
from skill1.schema import Candidate, Skill

if TYPE_CHECKING:
    from skill1.library import Library

STATUSES = ("active", "retired", "merged", "all")
COLUMNS = ("id", "utility", "retrieved", "selected", "wins", "step", "description", "strategy")
LISTED_CHARS = 80  # of a skill's parts in a table; `show` and --json give all of it
FOUND = 5


def configure_library(parser: CommandParser) -> None:
    """Subcommands of ``skill1 library``."""
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, summary: str, *, json: bool = True) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=summary, description=summary)
        command.add_argument(
            "library", metavar="LIBRARY|RUN", help="a library.sqlite, a run or a checkpoint folder"
        )
        if json:
            command.add_argument("--json", action="store_true", help="print the result as JSON")
        return command

    listing = add("list", "skills, best utility first")
    listing.add_argument("--status", choices=STATUSES, default="active", help="default: active")
    listing.add_argument("--limit", type=int, metavar="N", help="only the first N")
    add("show", "one skill in full").add_argument("id", metavar="ID")
    searching = add("search", "skills most like a text, as the agent would find them")
    searching.add_argument("text", metavar="TEXT")
    searching.add_argument("-k", type=int, default=FOUND, help=f"how many (default: {FOUND})")
    add("stats", "counts and utilities")
    add("check", "is the file whole? exit code 1 if not")
    add("export", "write the skills as JSON lines").add_argument("file", metavar="FILE", type=Path)
    importing = add("import", "add skills from JSON lines; the library is made if there is none")
    importing.add_argument("file", metavar="FILE", type=Path)
    for command in (searching, importing):
        command.add_argument("--encoder", metavar="E", help="default: the library's own; hashing for a new one")


def run_library(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Dispatch to a subcommand."""
    if overrides:
        raise UsageError(f"unknown option {overrides[0]}: a library is read as it is", "skill1 library")
    return _SUBCOMMANDS[arguments.command](arguments)


def _open(target: str, *, encoder: str | None = None, read_only: bool = True) -> Library:
    file, run_config = locate_library(target)
    config = run_config.library if run_config else None  # None: the encoder the library was made with
    if encoder:
        config = dataclasses.replace(config or LibraryConfig(), encoder=encoder)
    return _library_class().open(file, config=config, read_only=read_only)


def _open_or_make(arguments: argparse.Namespace) -> Library:
    if Path(arguments.library).exists():
        return _open(arguments.library, encoder=arguments.encoder, read_only=False)
    # hashing needs no download; opening a library with another encoder embeds it anew.
    config = LibraryConfig(encoder=arguments.encoder or "hashing")
    return _library_class().open(Path(arguments.library), config=config, create=True)


def _library_class() -> type[Library]:
    from skill1.library import Library  # here: it loads numpy and SQLite, which --help does not need

    return Library


def _list(arguments: argparse.Namespace) -> int:
    with _open(arguments.library) as library:
        skills = library.skills(None if arguments.status == "all" else arguments.status)
    skills = sorted(skills, key=lambda skill: (-skill.utility, skill.id))[: arguments.limit]
    if arguments.json:
        print_json([dataclasses.asdict(skill) for skill in skills])
    else:
        make_console().print(make_table(f"{len(skills)} {arguments.status} skills", COLUMNS, map(_row, skills)))
    return 0


def _show(arguments: argparse.Namespace) -> int:
    with _open(arguments.library) as library:
        skill = library.get(arguments.id)
    if arguments.json:
        print_json(dataclasses.asdict(skill))
    else:
        print_result(make_console(), skill.id, dataclasses.asdict(skill))
    return 0


def _search(arguments: argparse.Namespace) -> int:
    with _open(arguments.library, encoder=arguments.encoder) as library:
        found: Sequence[Candidate] = library.search(arguments.text, arguments.k)
    if arguments.json:
        print_json([dataclasses.asdict(candidate) for candidate in found])
        return 0
    rows = [
        [f"{candidate.similarity:.3f}", f"{candidate.score:.3f}", *_row(candidate.skill)] for candidate in found
    ]
    make_console().print(make_table(f"{len(rows)} found", ("similarity", *COLUMNS), rows))
    return 0


def _stats(arguments: argparse.Namespace) -> int:
    with _open(arguments.library) as library:
        stats = dict(library.stats())
    if arguments.json:
        print_json(stats)
    else:
        print_result(make_console(), arguments.library, stats)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    with _open(arguments.library) as library:
        problems = list(library.check())
    if arguments.json:
        print_json({"library": arguments.library, "problems": problems})
    else:
        console = make_console()
        for problem in problems:
            console.print(Text(f"✗ {problem}", "red"))
        console.print(Text(f"{arguments.library}: {f'{len(problems)} problem(s)' if problems else 'whole'}"))
    return 1 if problems else 0


def _export(arguments: argparse.Namespace) -> int:
    with _open(arguments.library) as library:
        count = library.export_jsonl(arguments.file)
    return _moved(arguments, count, f"skills written to {arguments.file}")


def _import(arguments: argparse.Namespace) -> int:
    if not arguments.file.is_file():
        raise DataError(f"there is no file {arguments.file}.")
    with _open_or_make(arguments) as library:
        count = library.import_jsonl(arguments.file)
    return _moved(arguments, count, f"skills added to {arguments.library}")


def _moved(arguments: argparse.Namespace, count: int, text: str) -> int:
    if arguments.json:
        print_json({"library": arguments.library, "file": str(arguments.file), "skills": count})
    else:
        make_console().print(Text(f"{count} {text}"))
    return 0


def _row(skill: Skill) -> list[Any]:
    return [
        skill.id,
        f"{skill.utility:.3f}",
        skill.retrieved,
        skill.selected,
        skill.wins,
        skill.created_step,
        _cut(skill.description),
        _cut(skill.strategy),
    ]


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LISTED_CHARS else line[: LISTED_CHARS - 1] + "…"


_SUBCOMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "list": _list,
    "show": _show,
    "search": _search,
    "stats": _stats,
    "check": _check,
    "export": _export,
    "import": _import,
}
