"""A fork: a new run that begins where another one was at some checkpoint, and continues under its own configuration."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from skill1.config import TINY, Skill1Config
from skill1.config.load import load_run_config
from skill1.config.method import changes_weights, declared, make_recipe, uses_library
from skill1.config.save import flat_values
from skill1.config.trust import accept, require_trust, shard_claims
from skill1.errors import CheckpointError, ConfigError, quoted
from skill1.models.files import WHOLE_MARK, file_hash
from skill1.run.directory import (
    CONFIG_FILE,
    STAGES_FOLDER,
    RunState,
    discard,
    is_begun,
    prepare_run_dir,
    read_manifest,
    run_differences,
    update_manifest,
)
from skill1.run.disk import refuse_if_written, written
from skill1.run.locate import (
    LATEST,
    LIBRARY_FILE,
    checkpoint_at,
    is_run,
    split_selector,
    step_folder,
    whole_checkpoints,
)
from skill1.train import checkpoint
from skill1.train.preflight import check_before_a_run
from skill1.train.records import copy_metrics
from skill1.train.start import TINY_FOLDER, begin_anew, configured_words

FORKED_FROM = "forked_from"
# What a checkpoint's tensors are: other values would need other tensors. What to do instead.
FIXED_KEYS = {
    "model.path": "the weights are those of the run; model.reference names another reference policy",
    "model.dtype": "the optimizer's tensors have that type; start a run from the checkpoint folder with --model.path",
}
# Of a cluster: each process writes a part of the optimizer, and verl takes these settings back with it.
FIXED_ON_VERL = (
    "train.learning_rate",
    "train.warmup_steps",
    "train.weight_decay",
    "cluster.nodes",
    "cluster.gpus_per_node",
    "model.lora_rank",
    "model.lora_alpha",  # with another the same adapters are another policy
)


def fork_run(
    source: str | os.PathLike[str],
    config: Skill1Config,
    run_dir: Path,
    *,
    fresh: bool = False,
    typed: Iterable[str] = (),
) -> RunState:
    """Make ``run_dir`` a run that continues from ``source`` (RUN, RUN@STEP, RUN@best), for ``Skill1Trainer`` to train.

    It takes over the checkpoint (weights, optimizer, library, delay buffer, step), the metrics rows up to its step,
    and a tiny policy's start weights or the files of a method's stages, so that the KL reference stays what it was. The
    manifest says ``forked_from``.
    The same fork in a directory that holds it resumes, also where ``source`` has meanwhile removed that checkpoint.
    ``fresh`` moves what is there to ``discarded/`` first. ``typed``: keys that the user has typed for this fork.

    Raises:
        UntrustedError: ``source`` is somebody else's run on a cluster, whose checkpoints hold pickles.
        ConfigError: ``source`` is no run, an override does not fit its checkpoint, or ``run_dir`` holds another run or
            is ``source`` itself. What :func:`check_before_a_run` refuses is refused here too, before anything is moved.
        CheckpointError: there is no such checkpoint, or it is not whole.
        StorageError: the disk does not take it.
    """
    run, selector = split_selector(source)
    if not is_run(run):
        raise ConfigError(f"there is no run at {run} to fork. Type --fork RUN, RUN@STEP, RUN@latest or RUN@best.")
    goes_on = is_begun(run_dir) and not fresh
    # Before the checkpoint is looked for: it may be gone by now, and the fork has its own copy.
    if goes_on and _is_pruned_origin(run, selector, run_dir):
        return prepare_run_dir(run_dir, config)
    folder = checkpoint_at(run, selector or LATEST)
    # Hashes the whole checkpoint: a broken one is refused before anything is made or moved.
    origin = _origin(run, folder)
    _check_place(run, run_dir)
    # The same command again, as after a kill: what was forked then resumes.
    if goes_on:
        return _going_on(run_dir, config, origin)
    # From here on a new run: what can be refused is refused first, then what is in its place moves aside.
    before = load_run_config(run / CONFIG_FILE)
    _check_fit(before, config, checkpoint.step_of(folder), folder)
    # Here, too, whoever typed the configuration: what is loaded is the other run's.
    require_trust(shard_claims(config, run), run, typed=typed)
    # After the cheaper checks, for it may download an encoder; before anything is moved.
    check_before_a_run(config, run_dir, fresh=fresh, checkpoint=folder)
    moved = ""
    if is_begun(run_dir):
        # A trainer at work there would write on under the same path, hence into the new run.
        refuse_if_written(run_dir)
        moved = f"--fresh: the old {run_dir} was moved to {discard(run_dir)}. "
    state = _make(run, folder, config, run_dir, origin)
    return RunState("new", run_dir, state.manifest, moved + _notice(before, config, folder, origin))


def _is_pruned_origin(run: Path, selector: str | None, run_dir: Path) -> bool:
    """Whether ``run_dir`` was forked from this step of ``run``, which keeps it no more: only its name can tell."""
    found = read_manifest(run_dir).get(FORKED_FROM)
    # Only a number always means the same checkpoint: `latest` and `best` move on while the run trains.
    if not found or not (selector or "").isdigit() or Path(found["run"]).resolve() != run.resolve():
        return False
    return int(selector) == found["step"] and found["step"] not in whole_checkpoints(run)


def _check_place(run: Path, run_dir: Path) -> None:
    if run_dir.resolve() == run.resolve():
        raise ConfigError(f"a fork of {run} needs its own directory. Type another --run-dir.")
    is_free = not run_dir.exists() or (run_dir.is_dir() and not any(run_dir.iterdir()))
    if not is_free and not is_begun(run_dir):
        raise ConfigError(f"{run_dir} exists and is not a run directory. Type another --run-dir.")


def _origin(run: Path, folder: Path) -> dict[str, object]:
    """What the manifest keeps: the run's name, the step, and the hash of the list of the checkpoint's file hashes."""
    if broken := checkpoint.problems(folder):
        raise CheckpointError(f"{folder} cannot be forked, it is not whole: {'; '.join(broken)}.")
    identity = file_hash(folder / WHOLE_MARK)
    return {"run": str(run), "step": checkpoint.step_of(folder), "checkpoint": identity}


def _going_on(run_dir: Path, config: Skill1Config, origin: dict[str, object]) -> RunState:
    found = read_manifest(run_dir).get(FORKED_FROM) or {}
    # Told by content: the run may have moved since, or begun anew with other checkpoints of the same steps.
    if found.get("checkpoint") != origin["checkpoint"]:
        what = f"a fork of {found['run']}@{found['step']}" if found else "a run that is no fork"
        raise ConfigError(f"{run_dir} holds {what}. Type another --run-dir, or --fresh to start over.")
    return prepare_run_dir(run_dir, config)


def _check_fit(before: Skill1Config, config: Skill1Config, step: int, folder: Path) -> None:
    if not (folder / checkpoint.STATE_FILE).is_file():
        raise ConfigError(
            f"{folder} has no {checkpoint.STATE_FILE}, which a fork continues from: such a run was shared, or cut. "
            + begin_anew(before, folder)
        )
    if (before.endpoint.url is None) != (config.endpoint.url is None):
        raise ConfigError(
            "a fork plays as its run did: with weights that are here, or with a model behind endpoint.url. "
            + begin_anew(before, folder, with_weights=False)
        )
    if before.backend != config.backend:
        raise ConfigError(
            f"a fork cannot change backend ({before.backend} → {config.backend}): neither can read the optimizer "
            f"state of the other. {begin_anew(before, folder)}"
        )
    for key, instead in FIXED_KEYS.items():
        old, new = (getattr(c.model, key.removeprefix("model.")) for c in (before, config))
        # Another machine may take something else for `auto` than the run's did, which may be named then.
        is_named = (key, old) == ("model.dtype", "auto") and _made_in(before, folder) in (new, None)
        if old != new and not is_named:
            raise ConfigError(f"a fork cannot change {key} ({old!r} → {new!r}): {instead}.")
    _check_library(before.library.init, config, folder)
    _check_optimizer(before, config, folder)
    _check_writer(before, config, folder)
    _check_stages(before, config, folder)
    if config.train.steps <= step:
        raise ConfigError(
            f"train.steps = {config.train.steps}, but {folder} has already done {step}. Type --train.steps N with a "
            "larger N, or fork an earlier step."
        )
    # Last, for it takes longest: the environments of both configurations are made.
    if config.model.path == TINY:
        _check_words(before, config)


def _made_in(before: Skill1Config, folder: Path) -> str | None:
    """What ``auto`` became; None where nothing was made of it."""
    # A cluster's tensors are in other files. There `auto` asks no machine: this is `train.verl.settings.dtype`.
    if before.backend == "verl":
        return "float32" if before.model.device == "cpu" else "bfloat16"
    return checkpoint.made_in(folder)


def _check_library(old: str | None, config: Skill1Config, folder: Path) -> None:
    """Skills that are typed would be read by nobody where the checkpoint brings its own."""
    new = config.library.init
    if new not in (None, old) and uses_library(config) and (folder / LIBRARY_FILE).is_file():
        raise ConfigError(
            f"a fork cannot change library.init ({old!r} → {new!r}): it continues with the library of its checkpoint. "
            f"To use its weights with other skills, type without --fork: --model.path {quoted(folder)}"
        )


def _check_optimizer(before: Skill1Config, config: Skill1Config, folder: Path) -> None:
    """What the optimizer would go on with as it was, while the configuration says another."""
    old, new = flat_values(before), flat_values(config)
    # Of frozen layers there are no moments; verl's state brings its rates along.
    fixed = FIXED_ON_VERL if config.backend == "verl" else ("train.frozen_layers",)
    other = [key for key in fixed if old[key] != new[key]]
    if other:
        changed = ", ".join(f"{key} ({old[key]!r} → {new[key]!r})" for key in other)
        options = " ".join(f"--{key} {new[key]}" for key in other)
        raise ConfigError(
            f"a fork cannot change {changed} on backend {config.backend}: the optimizer state from which it "
            f"continues depends on it. {begin_anew(before, folder)} {options}"
        )


def _check_writer(before: Skill1Config, config: Skill1Config, folder: Path) -> None:
    """What a method's writer noted in a checkpoint is for that writer only, and to forget it would be no fork."""
    # Without notes, as after a method that has no writer, any writer may begin.
    if before.method == config.method or not checkpoint.load_state(folder).writer:
        return
    # A method without a writer reads no notes, so none can be misread.
    if make_recipe(config).writer is None:
        return
    told = begin_anew(before, folder, with_weights=config.endpoint.url is None)
    raise ConfigError(
        f"a fork cannot continue with method {config.method} from what {before.method} has recorded about its "
        f"skills. {told}"
    )


def _check_stages(before: Skill1Config, config: Skill1Config, folder: Path) -> None:
    """A model that the run's own stages made is its KL reference; without them it would silently be another."""
    compares = changes_weights(config) and config.loss.kl_coefficient and not config.model.reference
    begun, begins = (declared(c.method).begins_with_sft(c) for c in (before, config))
    # RUN/checkpoints/step_000050 is the folder.
    made = [file.parent for file in (folder.parent.parent / STAGES_FOLDER).glob("*/config.json")]
    if not (compares and made and begun and not begins):
        return
    # verl's reference is always what its processes make the model from.
    is_free = config.backend == "local"
    anew = f"{begin_anew(before, folder)} --method {config.method}"
    told = f"Type --model.reference {quoted(made[0])}" if is_free else anew
    raise ConfigError(
        f"the KL term of the run compares with {made[0]}, which its stages made; that of the fork, with method "
        f"{config.method}, would compare with {config.model.path!r}. {told}, or leave it out: --loss.kl_coefficient 0"
    )


def _check_words(before: Skill1Config, config: Skill1Config) -> None:
    """A tiny policy knows only the words it was made with."""
    known, needed = (set(configured_words(c)) for c in (before, config))
    if missing := sorted(needed - known):
        raise ConfigError(
            f"the run's tiny policy does not know {len(missing)} words of this configuration ({', '.join(missing[:5])}"
            " …): another env.name, agent.profile, agent.prompts or library.top_k needs a run of its own."
        )


def _make(run: Path, folder: Path, config: Skill1Config, run_dir: Path, origin: dict[str, object]) -> RunState:
    """Built beside its place and moved there when whole: half a fork would begin from the start weights."""
    # Hidden, so that no listing of runs takes it for one.
    partial = run_dir.with_name(f".{run_dir.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    state = prepare_run_dir(partial, config)
    target = step_folder(partial, checkpoint.step_of(folder))
    with written(target):
        try:
            shutil.copytree(folder, target)
            for name in (TINY_FOLDER, STAGES_FOLDER):
                if (run / name).is_dir():
                    shutil.copytree(run / name, partial / name)
        except shutil.Error as error:  # a list of errors of single files
            raise OSError(str(error)) from error
    # The other run may be training still, and have pruned this checkpoint meanwhile.
    if broken := checkpoint.problems(target):
        raise CheckpointError(
            f"{folder} changed while it was copied: {'; '.join(broken)}. Type the command again."
        )
    # From these rows follows whether this checkpoint is the best one so far.
    copy_metrics(run, partial, checkpoint.step_of(folder))
    # It was made under the name of the folder that it was built in.
    manifest = update_manifest(partial, name=run_dir.name, **{FORKED_FROM: origin})
    # The claims of the folder that it is built in are accepted already. Before the rename: a kill in between must not
    # leave the user's own fork untrusted.
    accept(shard_claims(config, run_dir))
    with written(run_dir):
        os.replace(partial, run_dir)  # onto nothing or an empty folder; a foreign one refuses
    return RunState(state.kind, run_dir, manifest)


def _notice(before: Skill1Config, config: Skill1Config, folder: Path, origin: dict[str, object]) -> str:
    differences = run_differences(before, config)
    said = f"fork of {origin['run']}@{origin['step']}; " + (", ".join(differences) or "same configuration")
    if before.seed != config.seed:
        said += (
            f". Steps from {checkpoint.step_of(folder) + 1} on use the new seed; earlier steps keep the old one"
        )
    if uses_library(config) and not (folder / LIBRARY_FILE).is_file():
        said += f". That run had no library; this one begins with {config.library.init or 'an empty one'}"
    return said + "."
