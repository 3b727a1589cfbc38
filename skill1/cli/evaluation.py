"""The commands that let a policy play: eval, rollout, and replay (an episode again, with another skill or none)."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from skill1.cli.arguments import (
    COUNT,
    NATURAL,
    OVERRIDES_NOTE,
    SEED,
    CommandParser,
    add_config_choice,
    config_for,
    short_overrides,
)
from skill1.cli.output import make_console, make_table, print_json, say
from skill1.config import Skill1Config
from skill1.config.keys import config_keys
from skill1.config.load import foreign_note, load_config, load_run_config
from skill1.config.method import uses_library
from skill1.config.mixture import is_mixture, member_config, member_names
from skill1.config.registry import LOGS
from skill1.config.trust import COMMAND
from skill1.errors import ConfigError, DataError
from skill1.run.directory import MANIFEST_FILE, read_manifest
from skill1.run.locate import Located, locate_policy
from skill1.schema import storable

if TYPE_CHECKING:
    from skill1.evaluate.replay import Replay, ReplayedArm
    from skill1.evaluate.under_way import Kept


SHORT_OPTIONS = {
    "split": "eval.split",
    "library": "eval.library",
    "temperature": "eval.temperature",
    "limit": "eval.limit",
    "batch_size": "eval.batch_size",
    "workers": "env.workers",
    "profile": "agent.profile",
}


def configure_eval(parser: CommandParser) -> None:
    """Options of ``skill1 eval``."""
    parser.add_argument(
        "target",
        metavar="RUN|MODEL|URL",
        help="a run directory (RUN@40, RUN@best), one of its checkpoints, a model folder or name, or the address of an "
        "OpenAI-compatible server, http://127.0.0.1:8000/v1, with --endpoint.model NAME; "
        "or an agent's command line, 'command:PROGRAM --print {prompt}'",
    )
    add_config_choice(parser)
    parser.add_argument("--split", metavar="S", help="short for --eval.split")
    parser.add_argument(
        "--library",
        choices=config_keys()["eval.library"].kinds,
        help="short for --eval.library: none; frozen: the run's, read-only; fresh: starts empty and grows; online: the "
        "run's, and grows; random: the run's, and each episode gets a randomly drawn skill",
    )
    parser.add_argument("--library-file", metavar="F", help="a library to use instead of the run's")
    parser.add_argument(
        "--pool",
        metavar="F.json",
        help="skills of a method's training log instead of a library (with --iteration alone: the run's own log)",
    )
    parser.add_argument(
        "--iteration", type=NATURAL, metavar="N", help="which of the log's pools (default: the last)"
    )
    parser.add_argument("--temperature", metavar="T", help="short for --eval.temperature; 0 is greedy")
    parser.add_argument("--limit", metavar="N", help="short for --eval.limit")
    parser.add_argument("--repeats", type=COUNT, default=1, metavar="R", help="episodes of each task (default: 1)")
    parser.add_argument("--profile", metavar="P", help="short for --agent.profile")
    parser.add_argument("--batch-size", metavar="N", help="short for --eval.batch_size")
    parser.add_argument("--workers", metavar="N", help="short for --env.workers")
    parser.add_argument(
        "--output",
        metavar="F.json",
        type=Path,
        help="write the result there, and a card beside it, F.md (default: RUN/eval for a run; not saved for a model)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.epilog = OVERRIDES_NOTE


def run_eval(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Evaluate each task of a split once per repeat, keep the result and show it; of several environments each."""
    from skill1.evaluate.storage import kept_answers, kept_episodes

    policy, config = chosen_policy("eval", arguments, [*overrides, *short_overrides(arguments, SHORT_OPTIONS)])
    # Before anything is played: an evaluation may take hours.
    folder = _writable_place(arguments, policy)
    several = is_mixture(config.env)
    each = [member_config(config, name) for name in member_names(config.env.name)] if several else [config]
    results: list[Mapping[str, object]] = []
    failed: list[str] = []
    # Without the model: a server's is its address, and one that comes back on another port keeps its answers.
    also = f"{policy.library} {arguments.pool} {arguments.iteration} {arguments.repeats}"
    try:
        with kept_answers(folder, config, also) as answers:
            episodes = [kept_episodes(folder, one, f"{policy.model} {also}") for one in each]
            # Kept and shown one by one: one environment without a result does not stop the others.
            for one, kept in zip(each, episodes, strict=True):
                try:
                    results.append(_evaluate_one(arguments, policy, one, answers, kept))
                except DataError as error:
                    if not several:
                        raise
                    failed.append(f"{one.env.name}: {error}")
                    # At once, too: the others may take hours, or end in an error that stops them.
                    say(f"warning: no result of {failed[-1]}", stderr=True)
                    continue
                _keep_and_show(arguments, policy, one, results[-1], several=several)
            if failed:
                listed = "\n".join(failed)
                raise DataError(f"{len(failed)} of {len(each)} environments have no result.\n{listed}")
            # Not one by one: the same command plays all of them.
            for kept in filter(None, episodes):
                kept.forget()
    finally:  # what was played is shown, also where it cannot be written
        if arguments.json and results:
            print_json(results if several else results[0])
    return 0


def _writable_place(arguments: argparse.Namespace, policy: Located) -> Path | None:
    """The folder for the result; None: it is kept nowhere."""
    from skill1.evaluate.storage import EVAL_FOLDER, require_json_name
    from skill1.run.disk import require_place, require_writable

    if arguments.output is not None:
        require_place(require_json_name(arguments.output), "a result is")
        return arguments.output.parent
    if policy.config is None:
        return None
    folder = Path(policy.config).parent / EVAL_FOLDER
    require_writable(folder)
    return folder


def _evaluate_one(
    arguments: argparse.Namespace,
    policy: Located,
    config: Skill1Config,
    answers: Path | None,
    kept: Kept | None,
) -> Mapping[str, object]:
    from skill1.evaluate import evaluate

    with _library_path(arguments, policy, config) as library:
        return evaluate(
            config,
            model=policy.model,
            library_path=library,
            repeats=arguments.repeats,
            answers=answers,
            kept=kept,
            console=make_console(stderr=True),
        )


def _keep_and_show(
    arguments: argparse.Namespace,
    policy: Located,
    config: Skill1Config,
    result: Mapping[str, object],
    *,
    several: bool,
) -> None:
    """Of one environment; with ``--output F.json`` of several each has its own file, ``F-household.json``."""
    from skill1.evaluate.storage import write_result

    path = arguments.output or _default_path(arguments, policy, config, result)
    if arguments.output and several:
        path = arguments.output.with_stem(f"{arguments.output.stem}-{config.env.name}")
    try:
        # Shown even if the disk refuses it, which is told after the tables.
        # Without the program's own path, which says nothing on another machine.
        written = write_result(path, result, storable(shlex.join(["skill1", *sys.argv[1:]]))) if path else ()
    finally:
        if not arguments.json:
            _print_tables(result)
    _say_aloud(result, written)


@contextlib.contextmanager
def _library_path(arguments: argparse.Namespace, policy: Located, config: Skill1Config) -> Iterator[str | None]:
    """The library to play with: the run's, a file, or one made of a pool for as long as it is needed."""
    _require_used(arguments, config, config.eval.library)
    if arguments.pool is None and arguments.iteration is None:
        yield policy.library
        return
    if arguments.library_file is not None:
        raise ConfigError(
            "--library-file F and a pool (--pool, --iteration) both name skills. Type only one of them."
        )
    is_logged = config.method in LOGS.built_in
    # A pool in a file may be played under any method; it is read as the first one that keeps such a log wrote it.
    method = config.method if is_logged else next(iter(LOGS.built_in))
    if arguments.pool is None and not (policy.config and is_logged):
        raise ConfigError(
            f"--iteration N needs a training log. Name a run of method {method}, or type --pool F.json."
        )
    log = LOGS.load(method)
    path = arguments.pool or Path(policy.config).parent / method / log.file
    with tempfile.TemporaryDirectory(prefix="skill1-pool-") as folder:
        yield str(log.write_library(Path(path), arguments.iteration, config, Path(folder) / "library.sqlite"))


def _require_used(arguments: argparse.Namespace, config: Skill1Config, mode: str) -> None:
    """Refuse skills that a mode or a method would not look at."""
    given = {name: getattr(arguments, name, None) for name in ("library_file", "pool", "iteration")}
    named = [f"--{name.replace('_', '-')}" for name, value in given.items() if value is not None]
    if named and not uses_library(config):
        raise ConfigError(
            f"{named[0]} names skills, but method {config.method} as configured has no library. Leave it out."
        )
    if named and mode in ("none", "fresh"):
        raise ConfigError(
            f"{named[0]} names skills, but --library {mode} uses none. Leave it out, or type --library frozen."
        )


def _default_path(
    arguments: argparse.Namespace, policy: Located, config: Skill1Config, result: Mapping
) -> Path | None:
    """The file in the run's own folder; None for what belongs to no run."""
    if policy.config is None:
        return None
    from skill1.evaluate.storage import stored_path

    # What no key says, but what gives another result: it goes into the name of the file.
    url = config.endpoint.url or ""
    other = [str(arguments.library_file or ""), str(result["model"] if url else "")]
    # An agent's model is among its arguments; a server's address may change, and says nothing.
    other.append(url if url.startswith(COMMAND) else "")
    if arguments.pool is not None or arguments.iteration is not None:
        number = "last" if arguments.iteration is None else arguments.iteration
        other.append(f"pool {arguments.pool or ''}@{number}")
    # Played by a server or an agent, it has no step that would tell which checkpoint's library this is.
    elif result["checkpoint_step"] is None and result["library"] not in ("none", "fresh"):
        other.append("" if arguments.library_file or not policy.library else Path(policy.library).parent.name)
    before = load_run_config(policy.config)
    return stored_path(Path(policy.config).parent, result, before, config, "\n".join(filter(None, other)))


def _print_tables(result: Mapping) -> None:
    from skill1.evaluate.card import TOKEN_COLUMNS, headline, label_table, token_rows, type_columns, type_rows

    console = make_console()
    say(headline(result))
    if result["split_source"]:
        say(f"tasks: {result['split_source']}")
    if labelled := label_table(result):
        console.print(make_table("", *labelled))
    console.print(make_table("", type_columns(result), type_rows(result)))
    console.print(make_table("", TOKEN_COLUMNS, token_rows(result)))


def _say_aloud(result: Mapping, written: Sequence[Path]) -> None:
    """Warnings, and where the files are; on stderr, beside any output."""
    for text in result["warnings"]:
        say(f"warning: {text}", stderr=True)
    if written:
        say(f"written: {' and '.join(map(str, written))}", stderr=True)


def configure_rollout(parser: CommandParser) -> None:
    """Options of ``skill1 rollout``."""
    parser.add_argument(
        "target", metavar="RUN|MODEL", nargs="?", help="a run or a model (default: the model of --config)"
    )
    add_config_choice(parser, method=False)
    parser.add_argument("--task", metavar="ID", help="task id (default: drawn by the seed)")
    parser.add_argument("--seed", type=SEED, default=0, metavar="S", help="seed of the episode (default: 0)")
    parser.add_argument("--library-file", metavar="F", help="a library to use instead of the run's")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.epilog = OVERRIDES_NOTE


def run_rollout(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print one episode: prompts, tokens, the skill in use, rewards and credit."""
    policy, config = chosen_policy("rollout", arguments, overrides)
    if config.endpoint.url is not None:
        raise ConfigError(
            "skill1 rollout shows log-probabilities and credit, which a server does not provide. Name a run or a model."
        )
    # Whatever eval.library says: a rollout always looks at the library that it is given.
    _require_used(arguments, config, "frozen")
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


def chosen_policy(
    command: str, arguments: argparse.Namespace, overrides: Sequence[str], default_env: str | None = None
) -> tuple[Located, Skill1Config]:
    """The policy and its configuration: --config or --env, else the run's own. No target: the configuration's model.

    ``default_env``: of a model without a configuration, where a command knows it; "": any will do.
    """
    target = arguments.target
    if target is None:
        config = config_for(command, arguments, overrides)
        found = Located(config.model.path, arguments.library_file or config.library.init, None)
        return found, config
    if target.startswith(("http://", "https://", COMMAND)):
        # In front, so that a typed --endpoint.url wins.
        overrides = [f"--endpoint.url={target}", *overrides]
        found = Located(target, None, None)
    else:
        found = locate_policy(target)
        # Else figures of the one are taken for the other's. Not refused: a script may type its settings everywhere.
        if any(word.partition("=")[0] == "--model.path" for word in overrides):
            say(
                f"note: `model.path` has no effect here: {target} is what plays. To play the model: skill1 {command} "
                "MODEL",
                stderr=True,
            )
    is_bare = not (found.config or arguments.config or arguments.env)
    if is_bare and default_env:
        # As if it had been typed, so that all that follows is decided as usual.
        arguments.env = default_env
    elif is_bare and default_env is None:
        raise ConfigError(
            f"{target} is a model, not a run, so it has no configuration. Add --env NAME or --config C."
        )
    # No environment of ours is played, so none needs to be named.
    if is_bare and default_env == "":
        return found, load_config(None, overrides)
    model = None if found.config else found.model  # a run's plays as it was trained
    config = config_for(command, arguments, overrides, default=found.config, model=model)
    if found.config and not (arguments.config or arguments.env):
        if note := foreign_note(found.config):
            say(f"note: {note}", stderr=True)
        _tell_of_other_prompts(Path(found.config), config)
    return dataclasses.replace(found, library=arguments.library_file or found.library), config


def _tell_of_other_prompts(path: Path, config: Skill1Config) -> None:
    """A run is not resumed with other prompt texts than it was trained with; played it may be, but not unsaid."""
    from skill1.evaluate.storage import prompt_hashes

    stored = load_run_config(path)
    if is_mixture(config.env) or config.env.name != stored.env.name:
        return
    before = read_manifest(path.parent).get("prompts") if (path.parent / MANIFEST_FILE).is_file() else None
    if before and config.agent == stored.agent and before != prompt_hashes(config):
        say("note: this version of skill1 has other prompt texts than the run was trained with", stderr=True)


DEFAULT_REPEATS = 16
COLUMNS = ("arm", "skill", "success rate", "mean outcome", "mean turns")


def configure_replay(parser: CommandParser) -> None:
    """Options of ``skill1 replay``."""
    parser.add_argument(
        "episode",
        metavar="RUN/EPISODE",
        help="an episode of a run's episode files, runs/household/s0-000012-t03-r5; RUN@40/EPISODE plays it with the "
        "weights of step 40 instead of the newest checkpoint's",
    )
    change = parser.add_mutually_exclusive_group(required=True)
    change.add_argument("--without", metavar="SKILL", help="also play without the skill the episode used")
    change.add_argument(
        "--with", metavar="OTHER", dest="other", help="also play with another skill of the library"
    )
    parser.add_argument(
        "--repeats",
        type=COUNT,
        default=DEFAULT_REPEATS,
        metavar="R",
        help=f"episodes of each arm (default: {DEFAULT_REPEATS})",
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.epilog = "docs/how-to/measure-uplift.md explains what the difference means."


def run_replay(arguments: argparse.Namespace) -> int:
    """Play both arms and print their difference."""
    from skill1.evaluate.replay import replay

    found = replay(
        arguments.episode,
        without=arguments.without,
        other=arguments.other,
        repeats=arguments.repeats,
        console=make_console(stderr=True),
    )
    if arguments.json:
        print_json(asdict(found))
        return 0
    rows = [_row("as played", found.as_played), _row("changed", found.changed)]
    make_console().print(make_table(f"{found.recorded.id}: {found.recorded.task.instruction}", COLUMNS, rows))
    for sentence in sentences(found):
        say(sentence)
    return 0


def _row(name: str, arm: ReplayedArm) -> tuple[object, ...]:
    return name, arm.skill or "none", arm.success_rate, arm.mean_outcome, arm.mean_turns


def sentences(found: Replay) -> list[str]:
    """What stands below the table."""
    recorded = found.recorded
    said = [
        f"success, as played − changed: {found.difference:+.3f} (95 % {found.low:+.3f} … {found.high:+.3f}) over "
        f"{found.pairs} pairs with the same random numbers",
        f"weights: {found.model}, temperature {found.temperature:g}; the episode itself was played in step "
        f"{recorded.key.step}, with the weights before that step, and {'won' if recorded.success else 'lost'} (outcome "
        f"{recorded.outcome:g}). With other weights or samples it may end differently.",
    ]
    if found.errors:
        said.append(f"left out: {found.errors} pairs in which the environment failed")
    return said
