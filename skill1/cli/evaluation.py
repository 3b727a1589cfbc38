"""The commands that look at a policy: eval and rollout."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence

from skill1.cli.arguments import OVERRIDES_NOTE, CommandParser, add_config_choice, chosen_config
from skill1.cli.output import make_console, print_json, print_result
from skill1.config import Skill1Config
from skill1.errors import ConfigError
from skill1.locate import Located, locate_policy

LIBRARY_MODES = ("none", "frozen", "fresh", "online")


def configure_eval(parser: CommandParser) -> None:
    """Options of ``skill1 eval``."""
    parser.add_argument("target", metavar="RUN|MODEL", help="a run directory, one of its checkpoints, or a model")
    add_config_choice(parser, method=False)
    parser.add_argument("--split", metavar="S", help="short for --eval.split")
    parser.add_argument(
        "--library",
        choices=LIBRARY_MODES,
        help="short for --eval.library: none; frozen: the run's, "
        "read-only; fresh: starts empty and grows; online: the run's, and grows",
    )
    parser.add_argument("--library-file", metavar="F", help="a library to use instead of the run's")
    parser.add_argument("--temperature", metavar="T", help="short for --eval.temperature")
    parser.add_argument("--limit", metavar="N", help="short for --eval.limit")
    parser.add_argument(
        "--repeats", type=int, default=1, metavar="R", help="times the split is evaluated (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = OVERRIDES_NOTE


def run_eval(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Evaluate each task of a split once per repeat."""
    short = [
        f"--eval.{key}={value}"
        for key in ("split", "library", "temperature", "limit")
        if (value := getattr(arguments, key)) is not None
    ]
    policy, config = _chosen(arguments, [*overrides, *short])
    from skill1.evaluate import evaluate

    console = make_console(stderr=arguments.json)
    result = evaluate(
        config, model=policy.model, library_path=policy.library, repeats=arguments.repeats, console=console
    )
    if arguments.json:
        print_json(result)
    else:
        print_result(
            console,
            f"{arguments.target} on {config.env.name} {config.eval.split}, library {config.eval.library}",
            result,
        )
    return 0


def configure_rollout(parser: CommandParser) -> None:
    """Options of ``skill1 rollout``."""
    parser.add_argument("target", metavar="RUN|MODEL", nargs="?", help="default: the model of --config")
    add_config_choice(parser, method=False)
    parser.add_argument("--task", metavar="ID", help="task id (default: drawn by the seed)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the episode (default: 0)")
    parser.add_argument("--library-file", metavar="F", help="a library to use instead of the run's")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.epilog = OVERRIDES_NOTE


def run_rollout(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print one episode: prompts, tokens, the skill in use, rewards and credit."""
    policy, config = _chosen(arguments, overrides)
    from skill1.evaluate.show import show_rollout

    facts = show_rollout(
        config,
        model=policy.model,
        library_path=policy.library,
        task_id=arguments.task,
        seed=arguments.seed,
        console=None if arguments.json else make_console(),
    )
    if arguments.json:
        print_json(facts)
    return 0


def _chosen(arguments: argparse.Namespace, overrides: Sequence[str]) -> tuple[Located, Skill1Config]:
    """The policy and its configuration: --config or --env, else the run's own. No target: the configuration's model."""
    if arguments.target is None:
        config = chosen_config(arguments, overrides)
        return Located(config.model.path, arguments.library_file or config.library.init, None), config
    found = locate_policy(arguments.target)
    if not (found.config or arguments.config or arguments.env):
        raise ConfigError(
            f"{arguments.target} is a model, not a run, so it brings no configuration. "
            "Add --env NAME or --config C."
        )
    config = chosen_config(arguments, overrides, default=found.config)
    return dataclasses.replace(found, library=arguments.library_file or found.library), config
