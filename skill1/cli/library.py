"""``skill1 library``: see a skill library, curate it, prune it, move it in and out, compare it with another."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from skill1.cli import library_change, library_exchange, library_read
from skill1.cli.arguments import COUNT, NATURAL, SHARE, CommandParser
from skill1.config.registry import FORMATS
from skill1.schema import SKILL_STATUSES

STATUSES = (*SKILL_STATUSES, "all")
# Written here, too: the module that owns these names loads SQLite and numpy, which --help does not need.
SORTS = ("utility", "wins", "selected", "retrieved", "step")
FOUND = 5
SIMILARITY = 0.9  # as skill1.library.formats.merge
LIBRARY_HELP = "a library.sqlite, a run, RUN@STEP or a checkpoint folder"
CHANGED_HELP = "a library.sqlite or a run; a checkpoint never changes"
CHANGING = ("pin", "ban", "edit", "approve", "rollback", "prune", "reindex", "import", "merge")
ID_HELP = "a skill's id, or a unique prefix of it"

Configure = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


def configure_library(parser: CommandParser) -> None:
    """Subcommands of ``skill1 library``."""
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (summary, configure, _) in _SUBCOMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary)
        if name == "queue":
            command.add_argument("library", metavar="RUN", help="a run directory")
        else:
            text = CHANGED_HELP if name in CHANGING else LIBRARY_HELP
            command.add_argument("library", metavar="LIBRARY|RUN", help=text)
        configure(command)
        # Its standard output belongs to the protocol.
        if name != "serve":
            command.add_argument("--json", action="store_true", help="print the result as JSON")


def run_library(arguments: argparse.Namespace) -> int:
    """Dispatch to a subcommand."""
    return _SUBCOMMANDS[arguments.command][2](arguments)


def _list(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--status", choices=STATUSES, default="active", help="skills of this status (default: active)"
    )
    command.add_argument("--env", metavar="E", help="only those learnt in this environment")
    command.add_argument("--match", metavar="TEXT", help="only those whose texts hold TEXT")
    command.add_argument(
        "--sort", choices=SORTS, default="utility", help="what to sort by, largest first (default: utility)"
    )
    _limit(command, f"how many; 0: all (default: {library_read.LISTED})")


def _show(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", metavar="ID", help=ID_HELP)


def _search(command: argparse.ArgumentParser) -> None:
    command.add_argument("text", metavar="TEXT", help="what to search for")
    command.add_argument("-k", type=COUNT, default=FOUND, help=f"how many skills (default: {FOUND})")
    _encoder(command)


def _diff(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "other", metavar="OTHER", help="the later library: again a file, run, RUN@STEP or checkpoint"
    )
    _limit(command, f"rows of a table; 0: all (default: {library_read.LISTED}); --json has all")


def _reindex(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--encoder",
        metavar="E",
        required=True,
        help="hashing, a sentence-transformers name or folder, or URL#MODEL of an /embeddings server",
    )


def _export(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE|FOLDER", type=Path, help="where to write them")
    command.add_argument(
        "--status", choices=STATUSES, default="active", help="skills of this status (default: active)"
    )
    _format(command)


def _import(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE|FOLDER", type=Path, help="the skills to add")
    command.add_argument("--env", metavar="E", default="", help="the environment for skills that name none")
    _format(command)
    _encoder(command)


def _merge(command: argparse.ArgumentParser) -> None:
    command.add_argument("sources", metavar="SOURCE", nargs="+", help=LIBRARY_HELP)
    text = f"least cosine at which two skills count as one (default: {SIMILARITY})"
    command.add_argument("--similarity", type=SHARE, default=SIMILARITY, metavar="S", help=text)
    _encoder(command)


def _prune(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add(
        "--keep",
        type=NATURAL,
        metavar="N",
        help="keep this many; those with the lowest U·log(1+selected) go first",
    )
    add(
        "--unused-for",
        type=NATURAL,
        metavar="N",
        help="retire skills that were in no episode's prompt in the last N commits",
    )
    add("--below", type=SHARE, metavar="U", help="retire skills with a lower utility")
    add(
        "--min-selected",
        type=NATURAL,
        default=0,
        metavar="N",
        help="with --below: only if selected at least N times",
    )
    add("--apply", action="store_true", help="apply the changes; without this, only report what would go")
    command.epilog = (
        "A skill that any rule matches is retired, never deleted; pinned skills stay. To undo: "
        "skill1 library approve."
    )


def _pin(command: argparse.ArgumentParser) -> None:
    _ids(command)
    command.add_argument("--off", action="store_true", help="remove the pin")


def _ban(command: argparse.ArgumentParser) -> None:
    _ids(command)
    command.add_argument("--reason", metavar="TEXT", default="", help="why, kept in the skill's history")


def _edit(command: argparse.ArgumentParser) -> None:
    _show(command)
    command.add_argument("--description", metavar="TEXT", help="its new description: when it applies")
    command.add_argument("--strategy", metavar="TEXT", help="its new strategy: what to do")
    command.epilog = "Give at least one of them."


def _rollback(command: argparse.ArgumentParser) -> None:
    goal = command.add_mutually_exclusive_group(required=True)
    goal.add_argument("--to-step", type=NATURAL, metavar="N", help="restore the state after this step")
    goal.add_argument("--to", metavar="OTHER", help="restore the state in this file, run, RUN@STEP or checkpoint")


def _serve(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--mcp", action="store_true", required=True, help="over the Model Context Protocol, on stdin and stdout"
    )
    command.add_argument("--feedback", action="store_true", help="also let clients report outcomes")


def _bench_encoders(command: argparse.ArgumentParser) -> None:
    command.add_argument("encoders", metavar="ENCODER", nargs="+", help="as for reindex --encoder")
    command.add_argument("-k", type=COUNT, default=FOUND, help=f"K of recall@K (default: {FOUND})")


def _nothing(command: argparse.ArgumentParser) -> None:
    """A command with no options of its own."""


def _ids(command: argparse.ArgumentParser) -> None:
    command.add_argument("ids", metavar="ID", nargs="+", help=ID_HELP)


def _limit(command: argparse.ArgumentParser, text: str) -> None:
    command.add_argument("--limit", type=NATURAL, default=library_read.LISTED, metavar="N", help=text)


def _encoder(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--encoder", metavar="E", help="encoder (default: the library's own; hashing for a new one)"
    )


def _format(command: argparse.ArgumentParser) -> None:
    text = "format (default: by the file suffix; skill-md for a folder)"
    command.add_argument("--format", choices=tuple(FORMATS), help=text)


_SUBCOMMANDS: dict[str, tuple[str, Configure, Run]] = {
    "list": ("list skills, best utility first", _list, library_read.list_skills),
    "show": ("show one skill in full", _show, library_read.show_skill),
    "search": (
        "find the skills whose descriptions are most similar to a text",
        _search,
        library_read.search_skills,
    ),
    "why": (
        "tell the life of a skill: who wrote it, what it was used for, how much it helped",
        _show,
        library_read.tell_why,
    ),
    "diff": ("show what changed between two libraries or checkpoints", _diff, library_read.tell_difference),
    "stats": ("show counts, utilities and turnover", _nothing, library_read.tell_figures),
    "check": ("check that the file is intact; exit code 1 if not", _nothing, library_read.check_library),
    "queue": (
        "show the changes asked of a run's library while it trains, and what came of them",
        _nothing,
        library_read.tell_queue,
    ),
    "pin": ("protect skills from retirement", _pin, library_change.pin_skills),
    "ban": ("take skills out of use for good", _ban, library_change.ban_skills),
    "edit": ("reword a skill", _edit, library_change.edit_skill),
    "approve": ("activate proposed, banned or retired skills", _ids, library_change.approve_skills),
    "rollback": ("restore earlier statuses and utilities", _rollback, library_change.roll_back),
    "prune": ("retire weak or unused skills, drop old history", _prune, library_change.prune_library),
    "reindex": ("embed the skills with another encoder", _reindex, library_change.reindex_library),
    "export": ("write the skills in another format", _export, library_exchange.export_skills),
    "import": (
        "add skills from a file or folder; the library is created if missing",
        _import,
        library_exchange.import_skills,
    ),
    "merge": ("add the skills of other libraries, merging duplicates", _merge, library_exchange.merge_into),
    "serve": ("offer the skills to other agents", _serve, library_exchange.serve_library),
    "bench-encoders": (
        "compare encoders on the library's own history",
        _bench_encoders,
        library_exchange.bench_encoders_of,
    ),
}
