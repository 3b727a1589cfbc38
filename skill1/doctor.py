"""Looks at the machine and says what is missing for a configuration, with the command that mends each.

Takes a configuration or None, returns findings. Loads torch only to ask it for a GPU, and runs without it.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from skill1.config import TINY, Skill1Config
from skill1.env.registry import make_suite
from skill1.errors import Skill1Error
from skill1.hub import is_downloaded, is_hub_name, is_offline

Status = Literal["ok", "missing", "warn"]
OLDEST_PYTHON = (3, 11)
LEAST_FREE_GIB = 3.0  # a household quickstart with both runs; a 7B model needs far more
GIB = 1 << 30
HASHING_ENCODER = "hashing"
# Bytes a parameter takes in local training.
LOW_PRECISION_BYTES = 20  # bfloat16 weights 2, gradient 2; float32 copies 4, their gradient 4, AdamW 8
FULL_PRECISION_BYTES = 16  # float32 weights 4, gradient 4, AdamW 8
LARGE_POLICY = 1e9  # parameters; below, memory is nobody's worry and a CPU will do
_SIZE_IN_NAME = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)b(?![a-z0-9])", re.IGNORECASE)
INSTALL_LOCAL = "pip install 'skill1[local]'"
SMALLER_POLICY = (
    "set --model.path to a smaller policy; `--model.path tiny --agent.profile compact` runs on any CPU"
)
INSTALL_ENCODERS = "pip install 'skill1[encoders]'"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the diagnosis; ``command`` mends it and is empty when nothing needs mending."""

    name: str
    status: Status
    detail: str
    command: str = ""


def diagnose(config: Skill1Config | None = None) -> list[Finding]:
    """Check the machine; with a configuration also what that configuration needs (model, encoder, environment).

    ``missing`` means the configuration (or, without one, local training) cannot run; ``warn`` that it can.
    """
    findings = [
        _python(),
        *_packages(config),
        _gpu(config),
        _disk(Path(config.run_dir or ".") if config else Path()),
    ]
    if config is not None:
        findings += [_environment(config), _model(config), *_memory(config), *_encoder(config)]
    return findings


def is_healthy(findings: list[Finding]) -> bool:
    """Whether nothing required is missing."""
    return all(finding.status != "missing" for finding in findings)


def _python() -> Finding:
    version = f"{platform.python_version()} ({sys.executable})"
    if sys.version_info < OLDEST_PYTHON:
        return Finding("python", "missing", f"{version}; 3.11 or newer is needed", "python3.11 -m venv .venv")
    return Finding("python", "ok", version)


def _packages(config: Skill1Config | None) -> Iterator[Finding]:
    yield _package("torch", "torch", INSTALL_LOCAL)
    yield _package("transformers", "transformers", INSTALL_LOCAL)
    if config is None or config.library.enabled:
        yield _package("faiss", "faiss-cpu", INSTALL_LOCAL)
    if config is not None and _needs_sentence_transformers(config):
        yield _package("sentence_transformers", "sentence-transformers", INSTALL_ENCODERS)


def _package(module: str, distribution: str, command: str) -> Finding:
    if importlib.util.find_spec(module) is None:
        return Finding(distribution, "missing", "not installed", command)
    try:
        return Finding(distribution, "ok", importlib.metadata.version(distribution))
    except importlib.metadata.PackageNotFoundError:
        return Finding(distribution, "ok", "installed under another name")  # faiss-gpu, conda builds


def _gpu(config: Skill1Config | None) -> Finding:
    wanted = config is not None and config.model.device.startswith("cuda")
    command = "use --model.device auto, or install a CUDA build: https://pytorch.org/get-started" if wanted else ""
    try:
        torch = _load_torch()
    except (ImportError, OSError) as error:  # OSError: a shared library torch was built against is missing
        return Finding("gpu", "missing" if wanted else "warn", f"torch cannot be loaded: {error}", INSTALL_LOCAL)
    if not torch.cuda.is_available():
        detail = f"none that torch {torch.__version__} can use; the CPU is used ({os.cpu_count()} cores)"
        return Finding("gpu", "missing" if wanted else "warn", detail, command)
    names = [torch.cuda.get_device_name(index) for index in range(torch.cuda.device_count())]
    return Finding("gpu", "ok", ", ".join(names))


def _load_torch() -> Any:
    return importlib.import_module("torch")


def _disk(folder: Path) -> Finding:
    existing = next(path for path in [folder.resolve(), *folder.resolve().parents] if path.exists())
    free_gib = shutil.disk_usage(existing).free / GIB
    if free_gib < LEAST_FREE_GIB:
        detail = f"{free_gib:.1f} GiB free at {existing}; checkpoints need about {LEAST_FREE_GIB:.0f} GiB"
        return Finding("disk", "warn", detail, "use --run-dir on a larger disk")
    return Finding("disk", "ok", f"{free_gib:.1f} GiB free at {existing}")


def _environment(config: Skill1Config) -> Finding:
    """Ask the suite itself: listing its splits reads the data it needs."""
    name = f"environment {config.env.name}"
    command = f"skill1 envs check {config.env.name}"
    if config.env.name == "alfworld":
        folder = config.env.data or os.environ.get("ALFWORLD_DATA", "")
        command = "pip install alfworld && alfworld-download, then export ALFWORLD_DATA=~/.cache/alfworld"
        if not folder:
            return Finding(name, "missing", "neither --env.data nor $ALFWORLD_DATA names its data folder", command)
        if not Path(folder).expanduser().is_dir():
            return Finding(name, "missing", f"the data folder {folder} does not exist", command)
    try:
        splits = make_suite(config.env).splits()
    except (Skill1Error, OSError) as error:
        return Finding(name, "missing", str(error), command)
    absent = sorted({config.env.train_split, config.eval.split} - set(splits))
    if absent:
        return Finding(
            name,
            "missing",
            f"no split {', '.join(absent)}; there are {', '.join(splits)}",
            "set --env.train_split and --eval.split to splits that exist",
        )
    return Finding(name, "ok", ", ".join(f"{split} {size}" for split, size in splits.items()))


def _model(config: Skill1Config) -> Finding:
    path = config.model.path
    if path == TINY:
        return Finding("model", "ok", "tiny (random, made at the start of the run)")
    folder = Path(path).expanduser()
    if folder.is_dir():
        if (folder / "config.json").is_file():
            return Finding("model", "ok", str(folder))
        return Finding(
            "model",
            "missing",
            f"{folder} has no config.json: not a Hugging Face folder",
            "set --model.path to a model folder or name",
        )
    if not is_hub_name(path):
        made_by = f"skill1 sft --config CONFIG --data DEMOS --output {path}"
        command = "skill1 quickstart household" if config.env.name == "household" else made_by
        return Finding("model", "missing", f"the folder {path} does not exist", command)
    return _hub_finding("model", path)


def _memory(config: Skill1Config) -> Iterator[Finding]:
    """What training a large policy takes on the local backend, which holds everything on one GPU.

    The size is read from the name ("7B"), which rounds down; caches and activations are not counted.
    """
    size = _SIZE_IN_NAME.search(config.model.path)
    parameters = float(size[1]) * 1e9 if size else 0.0
    if parameters < LARGE_POLICY:
        return
    is_full = config.model.dtype == "float32"
    bytes_each = FULL_PRECISION_BYTES if is_full else LOW_PRECISION_BYTES
    if config.loss.kl_coefficient:
        bytes_each += 4 if is_full else 2  # the frozen reference
    needed, there = parameters * bytes_each / GIB, _gpu_gib(config)
    detail = (
        f"training {parameters / 1e9:g} B parameters on the local backend needs at least {needed:.0f} GiB of GPU "
        "memory (weights, gradients, AdamW, reference; caches and activations on top); "
    ) + (f"the GPU has {there:.0f} GiB" if there else "there is no GPU")
    is_enough = there >= needed
    yield Finding("memory", "ok" if is_enough else "missing", detail, "" if is_enough else SMALLER_POLICY)


def _gpu_gib(config: Skill1Config) -> float:
    """Memory of the GPU that would be used; 0 without one."""
    if config.model.device == "cpu":
        return 0.0
    try:
        torch = _load_torch()
    except (ImportError, OSError):
        return 0.0
    if not torch.cuda.is_available():
        return 0.0
    index = config.model.device.partition(":")[2]
    return torch.cuda.get_device_properties(int(index) if index else 0).total_memory / GIB


def _encoder(config: Skill1Config) -> Iterator[Finding]:
    if not config.library.enabled:
        return
    name = config.library.encoder
    if name == HASHING_ENCODER:
        yield Finding("encoder", "ok", "hashing (built in, no download)")
    elif Path(name).expanduser().is_dir():
        yield Finding("encoder", "ok", name)
    elif is_hub_name(name) or "/" not in name:
        # sentence-transformers reads a bare name as one of its own organisation's.
        yield _hub_finding("encoder", name if "/" in name else f"sentence-transformers/{name}")
    else:
        yield Finding(
            "encoder",
            "missing",
            f"the folder {name} does not exist",
            "set --library.encoder to a sentence-transformers folder or name, or to hashing",
        )


def _needs_sentence_transformers(config: Skill1Config) -> bool:
    return config.library.enabled and config.library.encoder != HASHING_ENCODER


def _hub_finding(what: str, name: str) -> Finding:
    if is_downloaded(name):
        return Finding(what, "ok", f"{name} (downloaded)")
    command = f"hf download {name}"
    if is_offline():
        return Finding(what, "missing", f"{name} is not downloaded and HF_HUB_OFFLINE is set", command)
    return Finding(what, "warn", f"{name} is not downloaded; it is fetched at the first use", command)
