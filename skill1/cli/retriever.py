"""``skill1 retriever``: build an index of a corpus, and serve it to environments of this machine.

What an index is and how it answers is the environments' own; ``skill1_envs`` names the module.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import sys
from pathlib import Path
from typing import Any

from rich.text import Text

from skill1.cli.arguments import PORT_NUMBER, CommandParser, UsageError
from skill1.cli.env_commands import ShownProgress
from skill1.cli.output import make_console, print_json, say
from skill1.config.registry import RETRIEVER
from skill1.env.serve import serve_app
from skill1.errors import quoted


def configure_retriever(parser: CommandParser) -> None:
    """Options of ``skill1 retriever``."""
    service = importlib.import_module(RETRIEVER)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    building = commands.add_parser(
        "build",
        help="make an index of a corpus",
        description="build an index of a corpus of any size, in bounded memory; to resume, run the same command again",
        epilog="The index reads passages from the corpus, which must not change; move both together.",
    )
    building.add_argument(
        "corpus", metavar="CORPUS", type=Path, help='a file with {"id", "contents"} on each line, unpacked'
    )
    building.add_argument("folder", metavar="FOLDER", type=Path, help="folder to create for the index")
    building.add_argument(
        "--index",
        metavar="KIND",
        choices=service.INDEXES,
        default="bm25",
        help="bm25: by words (default); by meaning: flat (exact), hnsw (fast, all in memory), ivfpq (little memory)",
    )
    building.add_argument(
        "--encoder",
        metavar="NAME",
        help=f"of an index by meaning: a sentence-transformers name or folder, hashing, or URL#MODEL; texts are cut at "
        f"{service.MAX_TOKENS} tokens (default: {service.ENCODER})",
    )
    building.add_argument("--json", action="store_true", help="print the result as JSON")
    serving = commands.add_parser(
        "serve",
        help="answer searches over HTTP",
        description="answer POST /retrieve on 127.0.0.1 until interrupted, as the retrieval servers of Search-R1's "
        "family do; from another machine, use an SSH tunnel (needs: pip install 'skill1[serve]')",
    )
    serving.add_argument("folder", metavar="FOLDER", type=Path, help="an index, or a folder with corpus.jsonl")
    serving.add_argument("--encoder", metavar="NAME", help="the encoder that the index was built with")
    serving.add_argument("--port", metavar="P", type=PORT_NUMBER, required=True, help="0 picks a free one")


def run_retriever(arguments: argparse.Namespace) -> int:
    """Carry out one of the two."""
    service = importlib.import_module(RETRIEVER)
    return (_build if arguments.command == "build" else _serve)(arguments, service)


def _build(arguments: argparse.Namespace, service: Any) -> int:
    if arguments.encoder and arguments.index == "bm25":
        said = "--encoder is for an index by meaning. Type --index flat (or hnsw, ivfpq) too, or leave it out"
        raise UsageError(said, "skill1 retriever build")
    errors = make_console(stderr=True)
    with ShownProgress(errors) as shown:
        about = service.build(
            arguments.corpus,
            arguments.folder,
            arguments.index,
            arguments.encoder or service.ENCODER,
            shown,
            # Above the bars, which only their own console knows of.
            lambda line: errors.print(Text(line), soft_wrap=True),
        )
    if arguments.json:
        print_json({"folder": str(arguments.folder), **about})
    else:
        told = ", ".join(
            f"{name} {value:,}" if isinstance(value, int) else f"{name} {value}" for name, value in about.items()
        )
        say(f"{arguments.folder}: {told}")
        say(f"to serve: skill1 retriever serve {quoted(arguments.folder)} --port 8000")
    return 0


def _serve(arguments: argparse.Namespace, service: Any) -> int:
    """Prints the address once the index is open; what connects a little earlier waits."""
    app, about = service.served(arguments.folder, arguments.encoder)

    def announce(address: str) -> None:
        sys.stdout.write(f"{about['index']} of {about['passages']:,} passages on {address}{service.PATH}\n")
        sys.stdout.flush()

    with contextlib.suppress(KeyboardInterrupt):  # how it is meant to end
        serve_app(lambda: app, arguments.port, announce, "skill1 retriever serve")
    return 0
