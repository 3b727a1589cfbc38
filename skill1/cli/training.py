"""The commands that write: train, sft, demos, internalise, quickstart."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from skill1.cli.arguments import (
    COUNT,
    OVERRIDES_NOTE,
    SEED,
    SHARE,
    CommandParser,
    add_config_choice,
    add_config_help,
    config_for,
)
from skill1.cli.output import make_console, print_json, print_result, report, say
from skill1.config import Skill1Config
from skill1.config.load import parse_overrides
from skill1.config.method import declared
from skill1.config.mixture import is_mixture
from skill1.config.registry import QUICKSTARTS
from skill1.config.save import config_to_dict, config_to_yaml
from skill1.config.trust import require_trust, shard_claims
from skill1.errors import ConfigError, DataError, quoted, refuse_closed
from skill1.run.directory import (
    CONFIG_FILE,
    RUNS_FOLDER,
    RunState,
    is_begun,
    is_finished,
    prepare_run_dir,
    read_manifest,
)
from skill1.run.locate import default_run_dir, is_run, newest_unfinished, split_selector

DEMO_KINDS = ("oracle", "explorer", "orderly", "sloppy", "wary")
DEMO_FORMATS = ("skill1", "llama-factory")


def configure_train(parser: CommandParser) -> None:
    """Options of ``skill1 train``; the only help that lists every configuration key."""
    parser.usage = (
        "skill1 train --config C | --env E [--method M] [--section.key VALUE ...] [--run-dir D] "
        "[--resume | --fresh] [--fork RUN@STEP] [--dry-run] [--json]"
    )
    add_config_choice(parser)
    where = "where the run is kept (default: a new folder in runs/)"
    # Also by the name of its key, so that both spellings come in by this one way.
    parser.add_argument("--run-dir", "--run_dir", metavar="D", type=os.path.expanduser, help=where)
    going_on = parser.add_mutually_exclusive_group()
    going_on.add_argument(
        "--resume",
        action="store_true",
        help="resume a run: that of --run-dir, with its own configuration unless one is named; without "
        "--run-dir the newest unfinished one in runs/ with the same configuration",
    )
    going_on.add_argument("--fresh", action="store_true", help="start over; the old directory moves to discarded/")
    parser.add_argument(
        "--fork",
        metavar="RUN@STEP",
        help="begin a new run from a checkpoint of another (also @best, @latest), with its configuration",
    )
    parser.add_argument("--dry-run", action="store_true", help="print the resolved configuration and stop")
    parser.add_argument("--json", action="store_true", help="print the closing summary as JSON")
    # Last: it leaves out keys that an option above has taken.
    add_config_help(parser)


def run_train(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Resolve the configuration, settle the run directory, train, print the summary."""
    if arguments.fork and arguments.resume:
        raise ConfigError("--fork begins a run. To resume a fork, type --run-dir FORK --resume without --fork.")
    if arguments.resume and not (arguments.run_dir or arguments.config or arguments.env):
        raise ConfigError(_which_to_resume(Path(RUNS_FOLDER)))
    if arguments.run_dir:
        _refuse_checkpoint(arguments.run_dir)
    run_dir = [f"--run_dir={arguments.run_dir}"] if arguments.run_dir else []
    default = _own_config(arguments)
    config = config_for("train", arguments, [*overrides, *run_dir], default=default)
    if default is not None and not arguments.fork:
        # Only here: to evaluate a cluster's run loads no pickles, and a fork asks for itself.
        require_trust(shard_claims(config, arguments.run_dir), arguments.run_dir, typed=parse_overrides(overrides))
    if arguments.fork and not arguments.run_dir and _is_of_the_run_left(arguments, config):
        config = replace(config, run_dir=None)  # that of the run it leaves
    if arguments.dry_run:
        if arguments.json:
            print_json(config_to_dict(config))
        else:
            sys.stdout.write(_dry_run(config))
        return 0
    console = make_console(stderr=arguments.json)
    state = _settled_run(arguments, config, parse_overrides(overrides))
    if state.notice:
        console.print(state.notice, markup=False)
    summary: dict[str, Any] = dict(state.manifest.get("summary") or {})
    # Of a finished run the closing figures stand in its manifest.
    if state.kind != "finished":
        try:
            summary = _train(config, state.path, console)
        except KeyboardInterrupt:
            # The same command without --run-dir would begin another run.
            say(f"To resume from what is saved: skill1 train --run-dir {quoted(state.path)} --resume", stderr=True)
            raise
    summary["run_dir"] = str(state.path)  # of a run that was copied or renamed the manifest names the old one
    if arguments.json:
        print_json({"run": str(state.path), "state": state.kind, **summary})
        return 0
    title = "already finished; --fresh starts over" if state.kind == "finished" else "finished"
    print_result(console, f"{state.path}: {title}", summary)
    say(f"next: skill1 eval {quoted(state.path)}{_split_option(config, state.path)}")
    return 0


def _is_of_the_run_left(arguments: argparse.Namespace, config: Skill1Config) -> bool:
    """Whether a fork's configuration is the other run's, or a file's with the same directory."""
    is_named = arguments.config or arguments.env
    run, _ = split_selector(arguments.fork)
    # Also of a copy, whose file still names the directory of the first one.
    if arguments.config and Path(arguments.config).resolve() == (run / CONFIG_FILE).resolve():
        return True
    return not is_named or (config.run_dir is not None and Path(config.run_dir).resolve() == run.resolve())


def _which_to_resume(folder: Path) -> str:
    # Without hidden folders, such as that of a fork which is still being copied.
    runs = [run for run in folder.glob("[!.]*") if _is_unfinished(run)]
    if not runs:
        return f"--resume needs a run, and {folder} has no unfinished one. Type --run-dir RUN --resume."
    newest_first = sorted(runs, key=lambda run: run.stat().st_mtime, reverse=True)
    commands = "\n".join(f"  skill1 train --run-dir {quoted(run)} --resume" for run in newest_first)
    return f"--resume needs a run. Unfinished runs; type one of:\n{commands}"


def _is_unfinished(run: Path) -> bool:
    try:
        return is_run(run) and is_begun(run) and not is_finished(run) and not read_manifest(run).get("smoke")
    except (ConfigError, DataError):  # damaged, which is told where it is named
        return False


def _split_option(config: Skill1Config, run: Path) -> str:
    """A split to evaluate on, where an environment of the user's own has none that is named as ``eval.split``."""
    # Not asked again: to open an environment may take minutes.
    others = [split for split in read_manifest(run).get("splits") or () if split != config.env.train_split]
    if is_mixture(config.env) or not others or config.eval.split in (config.env.train_split, *others):
        return ""
    return f" --split {shlex.quote(others[-1])}"


def _dry_run(config: Skill1Config) -> str:
    """The resolved configuration, one YAML document; with a cluster what verl makes of it follows in comments."""
    if config.backend == "local":
        return config_to_yaml(config)
    from skill1.train.verl.overlay import dry_run

    # A second document would be refused by most readers of YAML, and as --config.
    return config_to_yaml(config) + textwrap.indent(dry_run(config), "# ")


def _train(config: Skill1Config, path: Path, console) -> dict[str, Any]:
    if config.backend == "verl":
        from skill1.train.verl.run import train_on_verl

        return train_on_verl(config, path, console)
    from skill1.train.trainer import Skill1Trainer

    return Skill1Trainer(config, path, console=console).train()


def _settled_run(arguments: argparse.Namespace, config: Skill1Config, typed: Iterable[str]) -> RunState:
    """The directory to train in: named once here, made new, found again or forked."""
    path = newest_unfinished(config) if arguments.resume and not config.run_dir else default_run_dir(config)
    if arguments.fork:
        from skill1.train.fork import fork_run

        return fork_run(arguments.fork, config, path, fresh=arguments.fresh, typed=typed)
    from skill1.train.preflight import check_before_a_run

    # First, so that a run that cannot begin leaves no directory and moves none aside.
    check_before_a_run(config, path, fresh=arguments.fresh)
    return prepare_run_dir(path, config, resume=arguments.resume, fresh=arguments.fresh, smoke=False)


def _own_config(arguments: argparse.Namespace) -> str | None:
    """Going on in a named directory, and forking a run, need no --config: the run keeps its own."""
    if arguments.config or arguments.env:
        return None
    if arguments.fork:
        return _config_of(split_selector(arguments.fork)[0], "fork")
    if arguments.run_dir and (arguments.resume or is_run(Path(arguments.run_dir))):
        return _config_of(Path(arguments.run_dir), "resume in")
    return None


def _refuse_checkpoint(run_dir: str) -> None:
    """Raises ``ConfigError`` for RUN@40, of which a new run's folder would be made."""
    run, selector = split_selector(run_dir)
    if selector is not None:
        raise ConfigError(
            f"{run_dir} is a checkpoint, but a run resumes from its newest one. Type --run-dir {quoted(run)} "
            f"--resume. For a new run from that checkpoint: skill1 train --fork {quoted(run_dir)}"
        )


def _config_of(path: Path, what: str) -> str:
    if not is_run(path):
        refuse_closed(path / CONFIG_FILE)
        raise ConfigError(
            f"nothing to {what} {path}: it is not a run directory (no {CONFIG_FILE}). Name one, such as runs/NAME."
        )
    return str(path / CONFIG_FILE)


def configure_sft(parser: CommandParser) -> None:
    """Options of ``skill1 sft``."""
    add_config_choice(parser)
    parser.add_argument("--data", metavar="F", required=True, type=Path, help="demonstrations, from skill1 demos")
    parser.add_argument("--output", metavar="DIR", required=True, type=Path, help="folder for the trained model")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = OVERRIDES_NOTE


def run_sft(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Supervised training on a file of demonstrations."""
    config = config_for("sft", arguments, overrides)
    if config.backend == "verl":
        from skill1.train.verl.sft import run_sft as train_on_demonstrations
    else:
        from skill1.train.sft import run_sft as train_on_demonstrations

    console = make_console(stderr=arguments.json)
    result = train_on_demonstrations(config, data=arguments.data, output=arguments.output, console=console)
    # On a cluster there are numbers of rows and updates only.
    told = "" if config.backend == "verl" else "; of each stage the mean loss over the last updates"
    return report(arguments.json, f"model in {arguments.output}{told}", result)


def configure_demos(parser: CommandParser) -> None:
    """Options of ``skill1 demos``."""
    add_config_choice(parser)
    parser.add_argument("--n", type=COUNT, required=True, metavar="N", help="number of episodes")
    parser.add_argument("--output", metavar="F", required=True, type=Path, help="file for the demonstrations")
    parser.add_argument(
        "--expert",
        choices=DEMO_KINDS,
        default="oracle",
        help="oracle: makes no mistakes and knows hidden facts, but in the household it has to search and may lose; "
        "sloppy: makes mistakes and recovers; in some environments also explorer: sees only what a policy sees, "
        "and searches; orderly: an explorer that is easy to imitate; wary: an explorer that often ignores its "
        "skill (default: oracle)",
    )
    parser.add_argument(
        "--format",
        choices=DEMO_FORMATS,
        default="skill1",
        help="skill1: a file of token ids, for `skill1 sft`; llama-factory: --output is a folder, for chat messages as "
        "sharegpt and alpaca JSON with their dataset_info.json (default: skill1)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = OVERRIDES_NOTE + " --seed sets the demonstrations' seed."


def run_demos(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Write demonstrations of a scripted expert."""
    config = config_for("demos", arguments, overrides)
    if declared(config.method).shows_bank and config.library.init is None:
        raise ConfigError(
            f"method {config.method} acts with a bank in the prompt, but none was given. Type --library.init FILE, "
            "such as the output of `skill1 distill`; for demonstrations without skills, --config "
            f"{config.env.name}/grpo."
        )
    if arguments.format == "llama-factory":
        from skill1.train.demos_export import export_llama_factory as write
    else:
        from skill1.train.demos import write_demos as write

    result = write(
        config,
        episodes=arguments.n,
        kind=arguments.expert,
        seed=config.seed,
        output=arguments.output,
        console=make_console(stderr=arguments.json),
    )
    return report(arguments.json, f"demonstrations in {arguments.output}", result)


def configure_internalise(parser: CommandParser) -> None:
    """Options of ``skill1 internalise``."""
    parser.add_argument(
        "run", metavar="RUN", help="a finished run with a library, or a checkpoint of one: RUN@40, RUN@best"
    )
    parser.add_argument("--output", metavar="DIR", required=True, type=Path, help="folder for the trained model")
    parser.add_argument(
        "--episodes",
        type=COUNT,
        metavar="N",
        help="episodes to play and learn from (default: each training task once)",
    )
    parser.add_argument(
        "--with-library",
        type=SHARE,
        default=1.0,
        metavar="X",
        help="share of the won episodes also learnt as played, so that the policy can still use a library (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(config=None, env=None)  # the run brings its own
    parser.epilog = OVERRIDES_NOTE + " The `sft` keys set how it trains."


def run_internalise(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Distil what a run's library teaches into its weights."""
    from skill1.train.internalise import internalise, locate_taught

    policy = locate_taught(arguments.run)
    config = config_for("internalise", arguments, overrides, default=policy.config)
    result = internalise(
        policy,
        config,
        arguments.output,
        episodes=arguments.episodes,
        share=arguments.with_library,
        console=make_console(stderr=arguments.json),
    )
    return report(arguments.json, f"model in {arguments.output}", result)


def configure_quickstart(parser: CommandParser) -> None:
    """Options of ``skill1 quickstart``."""
    parser.add_argument(
        "world",
        choices=list(QUICKSTARTS),
        nargs="?",
        default="household",
        help="which world (default: household); the others have generated tasks in the formats of published ones",
    )
    parser.add_argument(
        "--method", metavar="M", help="train only this method, from the same cold start; no evaluation"
    )
    parser.add_argument(
        "--model", metavar="M", help="a packaged language model (skill1 models list) in place of a tiny policy"
    )
    parser.add_argument("--seed", type=SEED, default=0, metavar="S", help="root of all randomness (default: 0)")
    parser.add_argument("--smoke", action="store_true", help="a quick trial of the machinery; learns nothing")
    parser.add_argument("--fresh", action="store_true", help="start over; old runs move to discarded/")
    parser.add_argument(
        "--runs-dir", type=Path, default=Path("runs"), metavar="D", help="folder of runs (default: runs)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = OVERRIDES_NOTE


def run_quickstart(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Cold start, training, baseline and comparison in one go; or the cold start and one method."""
    parse_overrides(overrides)  # refuse a misspelt key before minutes of work
    from skill1.recipes.worlds import world_of

    world, console = world_of(arguments.world, arguments.model), make_console(stderr=arguments.json)
    options = {name: getattr(arguments, name) for name in ("seed", "smoke", "fresh", "runs_dir")}
    options |= {"overrides": overrides, "console": console}
    if arguments.method:
        from skill1.recipes.quickstart import train_method

        result = train_method(world, arguments.method, **options)
    else:
        from skill1.recipes.quickstart import quickstart

        result = quickstart(world, **options)
    if arguments.json:
        print_json(result)
    elif arguments.method:
        print_result(console, f"{result['run_dir']}: finished", result)
        say(f"next: skill1 eval {shlex.quote(result['run_dir'])}")
    return 0
