"""The identity of a run directory: which configuration it belongs to, and whether a command may resume in it.

Takes a path and a configuration, leaves ``config.yaml`` and ``manifest.json`` in the directory and says whether
the run is new, resumes or is finished. Knows nothing about what a run does.
"""

from __future__ import annotations

import datetime
import itertools
import json
import os
import platform
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from skill1.config import Skill1Config
from skill1.config.load import foreign_note, load_run_config
from skill1.config.save import config_to_yaml, diff_configs
from skill1.config.trust import accept, claims, shard_claims
from skill1.errors import ConfigError, DataError, StorageError, content_of, is_left_by_system, quoted
from skill1.run.disk import (
    LOCK_FILE,
    WRITER_FILE,
    refuse_if_written,
    sole_writer,
    write_atomically,
    write_json_atomic,
)
from skill1.run.versions import edits, git_commit, package_versions, stored_values
from skill1.schema import VERSION, storable

CONFIG_FILE = "config.yaml"
KEPT_CONFIG = f"{CONFIG_FILE}.before"  # what was there under its name when the run was made
MANIFEST_FILE = "manifest.json"
METRICS_FILE = "metrics.jsonl"
REPORT_FILE = "report.html"
CHECKPOINTS_FOLDER = "checkpoints"
# Of a checkpoint: what backend verl resumes from, sharded weights and optimizer, as pickles.
SHARDS_FOLDER = "verl"
STAGES_FOLDER = "stages"  # what a method prepares before RL
DISCARDED_FOLDER = "discarded"
RUNS_FOLDER = "runs"
# Keys, or their beginnings, that say where and how a run is carried out, not what it computes.
OPERATIONAL_KEYS = (
    "run_dir",
    "train.threads",
    "train.keep_",
    "train.best_metric",
    "train.validate_",
    "train.errors_in_a_row",
    "logging.",
    "env.workers",
    "env.timeout_s",
    "env.python",
    "env.url",
    "eval.batch_size",
    "eval.errors_in_a_row",
    "endpoint.",
    # How a teacher is reached and accounted for, not who it is; its errors say to type another value.
    "teacher.api_key_variable",
    "teacher.timeout_s",
    "teacher.retries",
    "teacher.concurrency",
    "teacher.requests_per_minute",
    "teacher.prompt_price",
    "teacher.completion_price",
    "teacher.cache",
    "cluster.ray_address",
    "cluster.agent_workers",
    "cluster.tensor_parallel",
    "cluster.gpu_memory",
    "cluster.offload",
    # When a run is ended, not what it computes; their messages say to type another value.
    "cluster.start_timeout_s",
    "cluster.stall_timeout_s",
    "cluster.logprob_gap_limit",
    "verl.ray_kwargs.",  # Ray's slots, logs and the variables of its processes
)
# The same keys of one environment of several.
# To the key's end: an environment may have such words in its own name (`my.url:Suite`, `my.url.suite:Suite`).
OF_SEVERAL = re.compile(r"env\.mixture\.[^ ]*\.(workers|timeout_s|python|url|validate_split)(?=: |$)")
# The same server at another address (passages, a teacher, a selector); from none to one, or back, it may be another.
SERVER_MOVED = re.compile(r"(env\.(mixture\.[^ ]*\.)?retriever|\w+\.\w*url): 'https?://[^']*' → 'https?://")
# Another server may want another key.
KEY_VARIABLE = re.compile(r"\w+\.\w*api_key_variable(?=: |$)")


@dataclass(frozen=True, slots=True)
class RunState:
    """What :func:`prepare_run_dir` found and did."""

    kind: Literal["new", "resume", "finished"]
    path: Path
    manifest: Mapping[str, Any]
    notice: str = ""  # for the user: what was moved aside, which versions differ; empty if nothing


def prepare_run_dir(
    path: str | os.PathLike[str],
    config: Skill1Config,
    *,
    resume: bool = False,
    fresh: bool = False,
    smoke: bool | None = None,
    prompt_hashes: Mapping[str, str] | None = None,
) -> RunState:
    """Make a run directory, or decide what to do with the one that is there.

    Same configuration (operational keys aside): resumed, or ``finished``. ``fresh``: the run that is there moves to
    ``<runs>/discarded/<name>-<n>``. Two kinds of directory move aside by themselves: a smoke run's when the new run is
    a real one, and that of a run that failed before its first step when the new one has another configuration.

    Args:
        path: the run directory.
        resume: resuming is demanded; a missing directory is an error instead of a new run.
        fresh: start over, whatever is there.
        smoke: True: this run is only a trial of the machinery, which its manifest says. False: it is a real one.
            None: of the kind that is there, so that a trainer may call this again on what its caller prepared.
        prompt_hashes: prompt name → hash, for the manifest; other texts than the run began with are a difference.

    Raises:
        ConfigError: the directory belongs to another configuration (with the differences), is no run directory, or
            ``resume`` was asked and there is nothing to resume from.
        RunInUseError: another process is making or writing this very run.
    """
    path = Path(path)
    if resume and fresh:
        raise ConfigError("resume and fresh exclude each other: one resumes, the other starts over.")
    # `smoke` None: a trainer asks again about what its caller prepared, maybe as a smoke run; it must stay.
    notice = _clear_the_way(path, config, fresh=fresh, is_real=smoke is False and not resume)
    # A new run: there is nothing, or what a creation left that was cut off.
    if _is_unstarted(path):
        if resume:
            raise ConfigError(f"nothing to resume in {path}. Leave out --resume to start a run there.")
        if manifest := _create(path, config, smoke=bool(smoke), prompt_hashes=prompt_hashes or {}):
            return RunState("new", path, manifest, notice)
    # From here on there is something, which has to be a run of this configuration.
    # A trainer that asks again does not say again what its caller told.
    foreign, kept = _refuse_other_config(path, config, prompt_hashes or {})
    notice = " ".join(filter(None, [notice, "" if smoke is None else kept]))
    manifest = read_manifest(path)
    # After the check of the configuration: a finished run of another one must not pass for this one's result.
    if manifest.get("finished"):
        return RunState("finished", path, manifest, notice)
    # The manifest of a run that another process is at is not ours to change.
    with sole_writer(path):
        if prompt_hashes and not manifest.get("prompts"):
            # Made by a caller that did not know them yet.
            update_manifest(path, prompts=dict(prompt_hashes))
        manifest, edited = _note_edits(path, read_manifest(path))
        manifest, versions = _note_versions(path, manifest)
    return RunState("resume", path, manifest, " ".join(filter(None, [notice, foreign, edited, versions])))


def _clear_the_way(path: Path, config: Skill1Config, *, fresh: bool, is_real: bool) -> str:
    """Move aside what must not stay; returns a sentence about it, or nothing."""
    if fresh and _names(path) and _is_ours(path):
        said = f"--fresh: the old {path}"
    elif is_real and _is_smoke(path):
        said = f"{path} held a smoke run; it"
    elif (is_real or _is_smoke(path)) and _is_stepless(path) and _stored_differences(path, config):
        said = f"{path} held a run that ended before its first step; it"
    else:
        return ""
    # Not from under a process that still writes there.
    refuse_if_written(path)
    return f"{said} was moved to {discard(path)}."


def _note_edits(path: Path, manifest: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """A configuration edited by hand is what the run resumes with: the manifest keeps the edits, the user is told."""
    file = path / CONFIG_FILE
    found, now = edits(manifest.get("config"), file), stored_values(file)
    # Without a server nothing reads its model's name.
    counts = ("endpoint.model:",) if now.get("endpoint.url", "null") != "null" else ()
    changed = [
        line for line in found if line.startswith(counts) or not (is_operational(line) or _is_of_evaluations(line))
    ]
    if not changed:
        return manifest, ""
    edited = [*manifest.get("config_edits", []), {"at": _now(), "changed": changed}]
    manifest = update_manifest(path, config=now, config_edits=edited)
    if _is_stepless(path):  # as after a failed start: there is nothing yet that the edits could part
        return manifest, ""
    return manifest, (
        f"{file} was edited since the run began or last resumed ({', '.join(changed)}): it may not come out as an "
        "uninterrupted run would have. If that is not meant, stop it and put the old values back."
    )


def _note_versions(path: Path, manifest: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Versions may differ from those of the last resume: the manifest keeps them, and the user is told."""
    history = manifest.get("resumed_with", [])
    # Against the last resume, not the beginning, so that each change of versions is told once.
    before, now = {**manifest, **(history[-1] if history else {})}, _versions()
    old = {"skill1": before.get("version"), "commit": before.get("git_commit"), **before.get("packages", {})}
    new = {"skill1": now["version"], "commit": now["git_commit"], **now["packages"]}
    changed = [
        f"{name} {old.get(name)} → {new.get(name)}"
        for name in sorted({*old, *new})
        # An unknown commit is not another one: git may be missing here, or too slow.
        if old.get(name) != new.get(name) and (name != "commit" or (old[name] and new[name]))
    ]
    if not changed:
        return manifest, ""
    manifest = update_manifest(path, resumed_with=[*history, {"at": _now(), **now}])
    return manifest, (
        f"{path} resumes with different versions ({', '.join(changed)}): its result may differ from that of an "
        "uninterrupted run."
    )


def discard(path: Path) -> Path:
    """Move a run directory to ``<its parent>/discarded/<name>-<n>`` and say where it went.

    Raises:
        StorageError: it may not be moved.
    """
    folder = path.parent / DISCARDED_FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while (folder / f"{path.name}-{number}").exists():
            number += 1
        # Below the same parent, hence on the same disk: a rename, however large the run.
        target = folder / f"{path.name}-{number}"
        os.replace(path, target)
    except OSError as error:
        raise StorageError(
            f"{path} cannot be moved to {folder}: {error}. Move it yourself, or type another folder."
        ) from error
    return target


def is_finished(path: Path) -> bool:
    """Whether the manifest says so. A last checkpoint is not enough: a kill may have come before the summary."""
    return bool(read_manifest(path).get("finished"))


def is_begun(path: Path) -> bool:
    """Whether a run was made in this directory."""
    # `os.path`, here and below: unlike a Path's own methods it answers also where a folder may not be entered.
    return os.path.isfile(path / MANIFEST_FILE)


def mark_finished(path: Path, summary: Mapping[str, Any] | None = None) -> None:
    """Note in the manifest that the run is complete, with its closing figures."""
    update_manifest(path, finished=True, finished_at=_now(), summary=dict(summary or {}))


def update_manifest(path: Path, **entries: Any) -> dict[str, Any]:
    """Add or replace entries of the manifest, atomically; returns the new manifest."""
    # Read anew: fork, trainer and recipe each add entries of their own.
    manifest = {**read_manifest(path), **entries}
    write_json_atomic(path / MANIFEST_FILE, manifest)
    return manifest


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a run directory; empty if it has none.

    Raises:
        DataError: the file is there but is not a JSON object, or a field that is counted on has another kind.
    """
    file = path / MANIFEST_FILE
    if not os.path.isfile(file):
        return {}
    try:
        manifest = json.loads(content_of(file).decode())
    # RecursionError: thousands of nested brackets.
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"cannot read {file}: {error}") from error
    if not isinstance(manifest, dict):
        raise DataError(f"{file} holds a {type(manifest).__name__}; expected a JSON object.")
    history = manifest.get("resumed_with", [])
    # Someone else may have edited it. Of all other fields any kind is borne where they are read.
    if not isinstance(history, list) or not all(map(_names_versions, [manifest, *history])):
        raise DataError(
            f"{file}: resumed_with must be a list of objects, and packages and prompts objects. Correct them, or "
            "remove them from the file."
        )
    return manifest


def _names_versions(entry: Any) -> bool:
    """Whether it is an object in which packages and prompts, if any, are objects."""
    return isinstance(entry, dict) and all(isinstance(entry.get(n, {}), dict) for n in ("packages", "prompts"))


def save_config(config: Skill1Config, path: str | os.PathLike[str]) -> None:
    """Write every key to a YAML file, atomically: a reader sees the old file or the whole new one."""
    write_atomically(Path(path), config_to_yaml(config))


def run_differences(before: Skill1Config, after: Skill1Config) -> list[str]:
    """``diff_configs`` without the operational keys."""
    return [line for line in diff_configs(before, after) if not is_operational(line)]


def training_differences(before: Skill1Config, after: Skill1Config) -> list[str]:
    """What makes another run: not what evaluations alone read; a server's other model, but not its address."""
    played = [config.endpoint.model if config.endpoint.url is not None else None for config in (before, after)]
    other = [f"endpoint.model: {played[0]} → {played[1]}"] if played[0] != played[1] else []
    return [*(line for line in run_differences(before, after) if not _is_of_evaluations(line)), *other]


def _is_of_evaluations(line: str) -> bool:
    # A method may learn from tasks of `eval.split`. Validation has keys of its own.
    return line.startswith("eval.") and not line.startswith("eval.split:")


def is_operational(key: str) -> bool:
    """Whether a key, or a line that begins with one, says where and how a run is carried out."""
    return key.startswith(OPERATIONAL_KEYS) or any(
        of.match(key) for of in (OF_SEVERAL, SERVER_MOVED, KEY_VARIABLE)
    )


def _create(
    path: Path, config: Skill1Config, *, smoke: bool, prompt_hashes: Mapping[str, str]
) -> dict[str, Any] | None:
    """The manifest; None if another process has made the run meanwhile."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        # Two that start at once would write over each other's files.
        with sole_writer(path):
            return _write(path, config, smoke, prompt_hashes) if _is_unstarted(path) else None
    except (OSError, StorageError) as error:
        why = error.__cause__ or error  # not what a full disk asks for: there is no run to resume yet
        raise ConfigError(
            f"the run directory {path} cannot be created: {why}. Type another --run-dir (of a quickstart: --runs-dir)."
        ) from error


def _write(path: Path, config: Skill1Config, smoke: bool, prompt_hashes: Mapping[str, str]) -> dict[str, Any]:
    # The run is this user's: neither its configuration nor its checkpoints are asked about when they are used.
    accept((*claims(config), *shard_claims(config, path)))
    _keep_other_config(path, config)
    # Every key, defaults included: those of a later skill1 may differ.
    save_config(config, path / CONFIG_FILE)
    manifest = {
        "name": storable(path.name),
        **_versions(),
        "seed": config.seed,
        # An argument need not be UTF-8.
        "command": storable(shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])),
        "created_at": _now(),
        "platform": platform.platform(),
        "prompts": dict(prompt_hashes),
        "smoke": smoke,
        "config": stored_values(path / CONFIG_FILE),
        "finished": False,
    }
    # Last of the two files: a directory with a manifest is whole, one without was never begun.
    write_json_atomic(path / MANIFEST_FILE, manifest)
    return manifest


def _keep_other_config(path: Path, config: Skill1Config) -> None:
    """Copy a ``config.yaml`` that says anything else to a free name: it may be the user's own."""
    file = path / CONFIG_FILE
    if not file.is_file() or file.read_bytes() == config_to_yaml(config).encode():
        return
    numbers = itertools.count(2)
    kept = path / KEPT_CONFIG
    while kept.exists():
        kept = path / f"{KEPT_CONFIG}-{next(numbers)}"
    shutil.copyfile(file, kept)


def _versions() -> dict[str, Any]:
    return {
        "version": VERSION,
        "git_commit": git_commit(),
        "python": platform.python_version(),
        "packages": package_versions(),
    }


def _refuse_other_config(path: Path, config: Skill1Config, prompt_hashes: Mapping[str, str]) -> tuple[str, str]:
    """Returns a sentence about keys that only another skill1 has, and one about those of evaluations; or nothing."""
    # A configuration alone makes no run: any project may have a file of this name.
    for name in (CONFIG_FILE, MANIFEST_FILE):
        if not os.path.isfile(path / name):
            raise ConfigError(
                f"{path} exists but is not a run directory (it has no {name}). Type another --run-dir."
            )
    # Read to be compared, so the file need not be trusted; keys that only another version knows are left out.
    stored = load_run_config(path / CONFIG_FILE)
    differences = training_differences(stored, config)
    before = read_manifest(path).get("prompts", {})
    if before and prompt_hashes:  # the text of a prompt file may have changed under the same name
        names = sorted({*before, *prompt_hashes})
        changed = [(name, before.get(name), prompt_hashes.get(name)) for name in names]
        differences += [f"prompt {name}: {old} → {new}" for name, old, new in changed if old != new]
    if differences:
        listed = "\n".join(f"  {line}" for line in differences)
        raise ConfigError(
            f"{path} belongs to a run with another configuration (there → now):\n{listed}\n"
            "Type --fresh to start over (the old directory is kept under discarded/), or another --run-dir (of a "
            f"quickstart --runs-dir).{_way_to_continue(path)}"
        )
    kept = ", ".join(line for line in run_differences(stored, config) if _is_of_evaluations(line))
    said = f"{path} keeps its own settings of evaluations (there → now: {kept}); skill1 eval takes others."
    return foreign_note(path / CONFIG_FILE), said if kept else ""


def _way_to_continue(path: Path) -> str:
    """With other settings from where it is; nothing before its first checkpoint."""
    if not any((path / CHECKPOINTS_FOLDER).glob("step_*")):
        return ""
    # Of what a fork cannot change it says itself how to begin anew with what this run has learnt.
    latest = quoted(f"{path}@latest")
    return f" To continue from its weights with these settings: skill1 train … --fork {latest} --run-dir NEW."


def _stored_differences(path: Path, config: Skill1Config) -> list[str]:
    stored = load_run_config(path / CONFIG_FILE)
    # Settings of evaluations too: a run without a step has nothing that others would be at odds with.
    of_evaluations = filter(_is_of_evaluations, run_differences(stored, config))
    return [*training_differences(stored, config), *of_evaluations]


def _is_unstarted(path: Path) -> bool:
    """No directory, an empty one, or one whose creation was cut off before its manifest."""
    if os.path.exists(path) and not os.path.isdir(path):
        raise ConfigError(f"{path} is a file; a run directory is expected. Type another --run-dir.")
    # A kill during creation leaves no more than these: the configuration is written before the manifest, each by
    # way of a temporary file, and one that was there is kept. A lock and its note say nothing of a run.
    expected = (CONFIG_FILE, LOCK_FILE, WRITER_FILE)
    others = [name for name in _names(path) if name not in expected and not is_left_by_system(name)]
    return all(name.endswith(".tmp") or name.startswith(KEPT_CONFIG) for name in others)


def _names(path: Path) -> list[str]:
    """What lies in a directory; nothing if there is none."""
    try:
        return os.listdir(path)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error}. Type another --run-dir.") from error


def _is_ours(path: Path) -> bool:
    """Whether a run was, or began to be, made in this directory: what else lies somewhere is never moved."""
    return is_begun(path) or _is_unstarted(path)


def _is_stepless(path: Path) -> bool:
    """A run was begun here (a wrong model, encoder or library, say) and left nothing worth keeping."""
    # Rows alone are worth keeping: the first checkpoint comes only after train.checkpoint_every steps.
    is_open = is_begun(path) and not is_finished(path)
    return is_open and not (path / METRICS_FILE).exists() and not any((path / CHECKPOINTS_FOLDER).glob("step_*"))


def _is_smoke(path: Path) -> bool:
    return bool(read_manifest(path).get("smoke"))


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
