"""SkillRL's stages by themselves: collect, distill."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from skill1.cli.arguments import COUNT, OVERRIDES_NOTE, CommandParser, add_config_choice, config_for
from skill1.cli.output import make_console, report
from skill1.config import Skill1Config
from skill1.config.load import load_config, parse_overrides
from skill1.config.trust import environment_claims, require_trust
from skill1.errors import ConfigError


def configure_collect(parser: CommandParser) -> None:
    """Options of ``skill1 collect``."""
    add_config_choice(parser)
    parser.add_argument("--episodes", type=COUNT, metavar="N", help="default: skillrl.collect_episodes")
    parser.add_argument(
        "--output", metavar="F", required=True, type=Path, help="file for the memories (JSON lines)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = OVERRIDES_NOTE


def run_collect(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """The start model plays training tasks without skills."""
    config = config_for("collect", arguments, overrides)
    episodes = config.skillrl.collect_episodes if arguments.episodes is None else arguments.episodes
    # 0 is a value of the key (no such stage), but nothing to ask this command for.
    if episodes < 1:
        raise ConfigError(f"--episodes {episodes} collects nothing; expected at least 1.")
    # Imported here: it loads what plays, which help texts and wrong arguments should not wait for.
    from skill1.methods.skillrl.stages import collect

    console = make_console(stderr=arguments.json)
    result = collect(config, episodes=episodes, output=arguments.output, console=console)
    return report(arguments.json, f"memories in {arguments.output}", result)


def configure_distill(parser: CommandParser) -> None:
    """Options of ``skill1 distill``."""
    add_config_choice(parser)
    parser.add_argument(
        "--trajectories",
        metavar="F",
        required=True,
        type=Path,
        help="memories: of skill1 collect, or of SkillRL",
    )
    parser.add_argument("--output", metavar="F", required=True, type=Path, help="file for the skill bank (JSON)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = OVERRIDES_NOTE + " Without --config and --env the environment is that of the memories."


def run_distill(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """The teacher writes a bank from memories."""
    from skill1.methods.skillrl.stages import distil_file

    config = _config_for(arguments, overrides)
    console = make_console(stderr=arguments.json)
    result = distil_file(config, trajectories=arguments.trajectories, output=arguments.output, console=console)
    return report(arguments.json, f"bank in {arguments.output}", result)


def _config_for(arguments: argparse.Namespace, overrides: Sequence[str]) -> Skill1Config:
    if arguments.config or arguments.env:
        return config_for("distill", arguments, overrides)
    from skill1.methods.skillrl.memories import read_memories

    env = read_memories(arguments.trajectories)[0].env
    # The name comes from the file, whoever wrote it, and loading an environment may import a module of that name.
    require_trust(environment_claims(env), arguments.trajectories, typed=parse_overrides(overrides), is_run=False)
    return load_config(None, ["--method=skillrl", *([f"--env.name={env}"] if env else []), *overrides])
