"""``skill1 doctor``: prints the findings of ``skill1.doctor``."""

from __future__ import annotations

import argparse
import dataclasses
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.text import Text

from skill1.cli.arguments import OVERRIDES_NOTE, CommandParser, UsageError
from skill1.cli.output import make_console, print_json, say
from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.config.trust import load_own_config
from skill1.doctor import Finding, diagnose, is_healthy
from skill1.doctor.self_check import ProcessBench, no_gpu, self_check
from skill1.run.directory import CONFIG_FILE
from skill1.run.locate import checkpoint_at, split_selector

GPU_WORK = "runs/gpu-check"
MARKS = {"ok": ("ok     ", "green"), "warn": ("warning", "yellow"), "missing": ("missing", "red")}


def configure_doctor(parser: CommandParser) -> None:
    """Options of ``skill1 doctor``."""
    parser.add_argument(
        "--for",
        dest="config",
        metavar="CONFIG",
        help="a configuration (file, name, run directory or RUN@40) that must be able to run here; without it, local "
        "training in general",
    )
    parser.add_argument(
        "--gpu",
        action="store_true",
        help="test every way of training a small policy on one GPU, about ten minutes",
    )
    parser.add_argument(
        "--model", metavar="MODEL", help="with --gpu: the small policy to use; default: a generated one"
    )
    parser.add_argument(
        "--run-dir",
        metavar="RUN",
        type=os.path.expanduser,
        help=f"with --for: where that run will be, or is; with --gpu: folder of its runs and logs ({GPU_WORK})",
    )
    parser.add_argument("--missing", action="store_true", help="print only what is missing, one per line")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.epilog = "Exit code 1: something needed is missing. " + OVERRIDES_NOTE


def run_doctor(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print each finding and the command that mends it."""
    if arguments.gpu:
        return _run_gpu(arguments, overrides)
    if arguments.model:
        raise UsageError("--model needs --gpu", "skill1 doctor")
    if (overrides or arguments.run_dir) and not arguments.config:
        raise UsageError("configuration keys and --run-dir need --for CONFIG", "skill1 doctor")
    if arguments.run_dir:
        overrides = [*overrides, f"--run_dir={arguments.run_dir}"]
    findings = diagnose(_config(arguments.config, overrides) if arguments.config else None)
    if arguments.json:
        chosen = [finding for finding in findings if not arguments.missing or finding.status == "missing"]
        print_json([dataclasses.asdict(finding) for finding in chosen])
    elif arguments.missing:
        _print_missing(findings)
    else:
        _print_all(findings)
    return 0 if is_healthy(findings) else 1


def _run_gpu(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Each verdict as soon as it is known. A machine without a GPU is told so before anything is made."""
    if overrides or arguments.config or arguments.missing:
        raise UsageError("--gpu takes --model, --run-dir and --json only", "skill1 doctor")
    # Asked first: without a GPU no folder is made and nothing is taught.
    lacking = no_gpu()
    findings = []
    for finding in [lacking] if lacking else _gpu_findings(arguments):
        findings.append(finding)
        if not arguments.json:
            _print_all([finding])
    if arguments.json:
        print_json([dataclasses.asdict(finding) for finding in findings])
    return 0 if is_healthy(findings) else 1


def _gpu_findings(arguments: argparse.Namespace) -> Iterator[Finding]:
    work = Path(arguments.run_dir or GPU_WORK).resolve()
    bench = ProcessBench(work)
    if arguments.model:
        yield from self_check(bench, arguments.model, is_tiny=False)
        return
    from skill1.recipes.cold_start import make_check_policy

    # After the bench, which clears its folder when it is made.
    make_check_policy(work / "policy")
    yield from self_check(bench, str(work / "policy"), is_tiny=True)


def _print_all(findings: Sequence[Finding]) -> None:
    console = make_console()
    for finding in findings:
        mark, colour = MARKS[finding.status]
        console.print(Text.assemble((mark, colour), f"  {finding.name}: {finding.detail}"))
        if finding.command:
            say(Text(f"         → {finding.command}", "bold"))


def _print_missing(findings: Sequence[Finding]) -> None:
    """Thing, state and mending command in one line, for scripts that stop with it."""
    for finding in findings:
        if finding.status == "missing":
            line = " ".join(f"{finding.name}: {finding.detail} → {finding.command}".split())
            say(f"missing  {line}")


def _config(name: str, overrides: Sequence[str]) -> Skill1Config:
    """A run directory stands for the configuration it was made with, which all of its checkpoints share."""
    run, selector = split_selector(name)
    if selector is not None:
        checkpoint_at(run, selector)  # one that is not there cannot run anywhere
    # A diagnosis makes its environments and asks its servers, so what the file names has to be trusted. It gets
    # the name that its folder has now: a run may have been moved.
    if (run / CONFIG_FILE).is_file():
        return load_own_config(run / CONFIG_FILE, [f"--run_dir={run}", *overrides])
    return load_config(name, overrides)
