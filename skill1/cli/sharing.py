"""``skill1 push`` and ``skill1 pull``: runs on the Hugging Face Hub; ``skill1 traces``: episodes as it shows them."""

from __future__ import annotations

import argparse
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path

from skill1.cli.arguments import COUNT, NATURAL, CommandParser
from skill1.cli.output import report_line, say
from skill1.errors import Skill1Error, quoted
from skill1.run.directory import RUNS_FOLDER
from skill1.run.locate import LIBRARY_FILE, locate_policy

REPOSITORY_HELP = "ORGANISATION/NAME on the Hugging Face Hub"


def configure_push(parser: CommandParser) -> None:
    """Options of ``skill1 push``."""
    parser.add_argument("run", metavar="RUN", help="a run directory, RUN@40, RUN@best")
    parser.add_argument("repository", metavar="ORG/NAME", help=f"{REPOSITORY_HELP}; created if missing")
    parser.add_argument("--private", action="store_true", help="if the repository is created, make it private")
    parser.add_argument("--message", metavar="TEXT", help="commit message (default: the run's name and step)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = (
        "Shares weights, library, configuration, metrics and evaluations; no episodes, no optimizer state."
    )


def run_push(arguments: argparse.Namespace) -> int:
    """One commit."""
    from skill1.share.hub import push_run

    with suppress(Skill1Error):  # a note refuses nothing: what cannot be shared `push_run` says itself
        _note_curation(arguments.run)
    done = push_run(arguments.run, arguments.repository, private=arguments.private, message=arguments.message)
    told = f"{done.files} files, {done.bytes / 2**20:.1f} MiB: {done.url} (commit {done.revision})"
    return report_line(arguments.json, asdict(done), told)


def _note_curation(target: str) -> None:
    """Before anything leaves this machine: a skill that a person banned is still active in what is shared."""
    from skill1.library.curation_queue import read_queue
    from skill1.library.store import Store

    found = locate_policy(target)
    if found.config is None:
        return
    own, shared = Path(found.config).parent / LIBRARY_FILE, Path(found.model) / LIBRARY_FILE
    if not own.is_file() or not shared.is_file():
        return
    with (
        closing(Store.open(own, create=False, read_only=True)) as now,
        closing(Store.open(shared, create=False, read_only=True)) as then,
    ):
        step = now.last_step()
        # A run that has trained on since its checkpoint is at a later step.
        is_curated = step == then.last_step() and now.version() != then.version()
    if is_curated:
        left_out = f"what was changed in {own} after step {step}"
    elif any(entry.applied_step is None for entry in read_queue(own.parent)):
        left_out = f"the changes that wait for {own}"
    else:
        return
    say(
        f"note: {shared} is shared, without {left_out}. To share that as well: skill1 library export {quoted(own)} "
        "skills.jsonl",
        stderr=True,
    )


def configure_pull(parser: CommandParser) -> None:
    """Options of ``skill1 pull``."""
    parser.add_argument("repository", metavar="ORG/NAME", help=REPOSITORY_HELP)
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", type=Path, help="folder for the run (default: runs/NAME)"
    )
    parser.add_argument("--revision", metavar="R", help="a branch, tag or commit (default: main)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run_pull(arguments: argparse.Namespace) -> int:
    """A run directory, or nothing."""
    from skill1.share.hub import pull_run, require_repository

    # Before a part of it becomes the name of a folder.
    require_repository(arguments.repository)
    folder = arguments.folder or Path(RUNS_FOLDER) / arguments.repository.partition("/")[2]
    found = pull_run(arguments.repository, folder, revision=arguments.revision)
    facts = {"run": str(folder), "name": found.name, "step": found.step, "files": len(found.files)}
    told = f"{folder}: {found.name} at step {found.step}, {len(found.files)} files. Type: skill1 eval {quoted(folder)}"
    return report_line(arguments.json, facts, told)


def configure_traces(parser: CommandParser) -> None:
    """Options of ``skill1 traces``."""
    parser.add_argument("run", metavar="RUN", type=Path, help="a run directory that keeps episodes")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="one file is written for each episode")
    parser.add_argument("--step", type=NATURAL, metavar="N", help="step to take (default: the newest saved)")
    parser.add_argument("--limit", type=COUNT, metavar="N", help="only the first N")
    parser.epilog = "Upload the folder to a dataset of the Hub, whose viewer shows each file as a conversation."


def run_traces(arguments: argparse.Namespace) -> int:
    """JSON lines."""
    from skill1.evaluate.traces import write_traces

    written = write_traces(arguments.run, arguments.folder, step=arguments.step, limit=arguments.limit)
    say(f"{len(written)} episodes written to {arguments.folder}")
    return 0
