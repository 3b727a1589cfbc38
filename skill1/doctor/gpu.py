"""GPU: driver against torch's build, memory, bfloat16, and whether a large policy fits.

How large a policy is, and what its training and its checkpoints take, is read from headers and names; no weights are
loaded.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import json
import math
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skill1.config import Skill1Config
from skill1.config.files import config_names
from skill1.env.service import Finding, Status
from skill1.errors import Skill1Error
from skill1.models.hub import local_folder
from skill1.plan.estimate import make_plan
from skill1.plan.memory import GIB
from skill1.plan.shape import shape_of
from skill1.plan.tokens import usual

INSTALL_LOCAL = "pip install 'skill1[local]'"
CUDA_BUILD = "use --model.device auto, or install a CUDA build: https://pytorch.org/get-started"
LARGE_POLICY = 1e9  # parameters; below, memory is nobody's worry and a CPU will do
BFLOAT16_CAPABILITY = 8  # Ampere; older cards emulate bfloat16 slowly
LONGEST_HEADER = 100 << 20  # of a safetensors file: the format's own limit
# Not the 7B of 8x7B, which has more, nor the A3B of 30B-A3B, which says how many of them are active.
_SIZE_IN_NAME = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)b(?![a-z0-9])", re.IGNORECASE)
# A line of torch's version file: `cuda: Optional[str] = '12.8'`, or `None` in a build for a CPU.
_BUILD = re.compile(r"^(cuda|hip)\b[^=]*=\s*(?:'([^']*)'|None)", re.MULTILINE)


def gpu(config: Skill1Config | None = None) -> Iterator[Finding]:
    """What torch can use; ``missing`` only when ``model.device`` demands a GPU that is not there."""
    is_wanted = config is not None and config.model.device.startswith("cuda") and not config.endpoint.url
    lack: Status = "missing" if is_wanted else "warn"
    if importlib.util.find_spec("torch") is None:
        yield Finding("gpu", lack, "torch is not installed", INSTALL_LOCAL)
        return
    reason, command = unusable()
    if reason:
        reason = f"{reason}; the CPU is used ({os.cpu_count()} cores)"
        yield Finding("gpu", lack, reason, command or (CUDA_BUILD if is_wanted else ""))
        return
    try:
        torch = _load_torch()
    except (ImportError, OSError) as error:  # OSError: a shared library torch was built against is missing
        yield Finding("gpu", lack, f"torch cannot be loaded: {error}", f"{INSTALL_LOCAL} --force-reinstall")
        return
    yield from _devices(torch, config, lack)


def unusable() -> tuple[str, str]:
    """Why torch cannot use a GPU and the command against it, from files and the driver only; empty: ask torch."""
    build, driver = torch_build(), driver_cuda()
    # No version file: torch itself has to be asked.
    if build is None:
        return "", ""
    if not build:
        if driver is None:
            return "torch is a CPU build and there is no NVIDIA driver", ""
        return f"torch is a CPU build, but the driver offers CUDA {driver[0]}.{driver[1]}", CUDA_BUILD
    # On other systems, and for builds that are not of CUDA, only torch itself can tell.
    if sys.platform == "linux" and build.get("cuda"):
        if driver is None:
            return f"torch was built for CUDA {build['cuda']}, but there is no NVIDIA driver", ""
        # Within one major version an older driver runs newer builds (CUDA minor version compatibility).
        if driver[0] < int(build["cuda"].split(".")[0]):
            detail = f"the driver supports CUDA {driver[0]}.{driver[1]}; torch was built for CUDA {build['cuda']}"
            return detail, "update the NVIDIA driver, or install a torch built for the older CUDA"
    return "", ""


def torch_build() -> dict[str, str] | None:
    """What the installed torch was built for: ``{"cuda": "12.8"}``, ``{"hip": …}``, ``{}`` for a CPU build.

    Read from torch's version file: loading torch takes seconds. None if there is no such file.
    """
    spec = importlib.util.find_spec("torch")
    if spec is None or not spec.origin:
        return None
    file = Path(spec.origin).parent / "version.py"
    if not file.is_file():
        return None
    return {name: value for name, value in _BUILD.findall(file.read_text(encoding="utf-8")) if value}


def driver_cuda() -> tuple[int, int] | None:
    """Newest CUDA version the NVIDIA driver knows; None without a driver."""
    name = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        driver = ctypes.CDLL(name)
        version = ctypes.c_int(0)
        if driver.cuDriverGetVersion(ctypes.byref(version)) != 0:
            return None
    except (OSError, AttributeError):
        return None
    # CUDA 12.8 is told as 12080.
    return version.value // 1000, version.value % 1000 // 10


def _load_torch() -> Any:
    return importlib.import_module("torch")


def _devices(torch: Any, config: Skill1Config | None, lack: Status) -> Iterator[Finding]:
    if not torch.cuda.is_available():
        detail = f"none that torch {torch.__version__} can use; the CPU is used ({os.cpu_count()} cores)"
        yield Finding("gpu", lack, detail, CUDA_BUILD if lack == "missing" else "")
        return
    count = torch.cuda.device_count()
    # The count first: asking for a card that is not there would raise.
    index = _index(config)
    if index >= count:
        detail = f"model.device is cuda:{index}, but there are {count} GPUs"
        yield Finding("gpu", "missing", detail, "set --model.device to cuda:0 or auto")
        return
    cards = [torch.cuda.get_device_properties(number) for number in range(count)]
    detail = ", ".join(f"{card.name} ({card.total_memory / GIB:.0f} GiB)" for card in cards)
    yield Finding("gpu", "ok", f"{detail}; torch {torch.__version__}")
    is_older = cards[index].major < BFLOAT16_CAPABILITY and not getattr(torch.version, "hip", None)
    if is_older and config is not None and _is_bfloat16(config):
        yield Finding("bfloat16", "warn", f"{cards[index].name} lacks it in hardware", "use --model.dtype float32")


def _is_bfloat16(config: Skill1Config) -> bool:
    """``auto`` on a cluster is bfloat16 whatever its GPUs are; locally it is float32 on an older GPU."""
    return config.model.dtype == "bfloat16" or (config.model.dtype == "auto" and config.backend == "verl")


def _index(config: Skill1Config | None) -> int:
    number = config.model.device.partition(":")[2] if config is not None else ""
    return int(number) if number.isdigit() else 0


def memory(config: Skill1Config) -> Iterator[Finding]:
    """What a large policy takes on the local backend, which holds everything on one GPU; backend verl: ``cluster``.

    Without room for its weights, and for gradients, AdamW and reference where they are trained, it cannot run. Without
    room for all episodes at full length, as ``skill1 plan`` works it out, it may run out of memory.
    """
    if (
        config.endpoint.url
        or config.backend != "local"
        or (parameter_count(config.model.path) or 0) < LARGE_POLICY
    ):
        return
    there = gpu_gib(config)
    try:
        shape, _ = shape_of(config.model.path)
        plan = make_plan(config, shape, None, there, usual(config))
    except Skill1Error as error:
        yield Finding("memory", "warn", f"unknown: {error}")
        return
    # Where no weights are trained there is no update, and what has to fit is what the rollout holds.
    parts = plan.memory.update or plan.memory.rollout
    held = {
        name: parts[name] / GIB for name in ("weights", "gradients", "optimizer", "reference") if name in parts
    }
    least = sum(held.values())
    detail = (
        f"{shape.parameters / 1e9:.3g} B parameters on the local backend need {least:.0f} GiB of GPU memory "
        f"({', '.join(held)}), {plan.need_gib:.0f} with all episodes at full length; "
    ) + (f"the GPU has {there:.0f} GiB" if there else "there is no GPU")
    if there < least:
        tiny = f"{config.env.name}/tiny"
        on_a_cpu = f"skill1 train --config {tiny}" if tiny in config_names() else "skill1 quickstart household"
        command = f"use a GPU with that much memory, or a smaller --model.path; `{on_a_cpu}` runs on any CPU"
        yield Finding("memory", "missing", detail, command)
    elif not plan.fits:
        yield Finding("memory", "warn", detail, f"skill1 plan says what to change: --memory {there:.0f}")
    else:
        yield Finding("memory", "ok", detail)


def gpu_count() -> int:
    """GPUs that torch can use."""
    torch = _torch_with_gpus()
    return torch.cuda.device_count() if torch else 0


def gpu_gib(config: Skill1Config) -> float:
    """Memory of the GPU that would be used; 0 without one."""
    torch, index = None if config.model.device == "cpu" else _torch_with_gpus(), _index(config)
    if torch is None or index >= torch.cuda.device_count():
        return 0.0
    return torch.cuda.get_device_properties(index).total_memory / GIB


def _torch_with_gpus() -> Any | None:
    """torch, where it can use a GPU."""
    if unusable()[0]:
        return None
    try:
        torch = _load_torch()
    except (ImportError, OSError):
        return None
    return torch if torch.cuda.is_available() else None


def parameter_count(path: str) -> float | None:
    """Parameters of a model folder or downloaded hub model, counted in its safetensors headers.

    Else those of its sizes, where they are known, or the number in its name, which is rounded. None: nothing tells.
    """
    folder = local_folder(path)
    # macOS leaves a hidden file beside each one that it copies to a foreign disk.
    files = sorted(folder.glob("[!.]*.safetensors")) if folder.is_dir() else []
    # In a checkpoint the optimizer's moments are tensors, too.
    counted = sum(map(_parameters_in, (file for file in files if file.name != "optimizer.safetensors")))
    if counted:
        return float(counted)
    try:
        return float(shape_of(path)[0].parameters)
    except Skill1Error:  # neither on disk nor in the table, or no dense decoder
        size = _SIZE_IN_NAME.search(path)
    return float(size[1]) * 1e9 if size else None


def _parameters_in(file: Path) -> int:
    """Sum of the tensors' sizes."""
    _, header = _header_of(file)
    return sum(math.prod(entry["shape"]) for name, entry in header.items() if name != "__metadata__")


def _header_of(file: Path) -> tuple[int, dict[str, Any]]:
    """Eight bytes of length, then a JSON header with every tensor's shape and place: that length, and the header."""
    with open(file, "rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        # In a damaged file these eight bytes may be any number, and reading would ask for as much memory.
        if length > LONGEST_HEADER:
            raise ValueError(f"{file} is not a safetensors file: its header would have {length} bytes")
        return length, json.loads(stream.read(length))


def is_whole_model(folder: Path) -> bool:
    """Whether a folder holds a configuration and weights; a cut-off download leaves one without the other."""
    has_config = (folder / "config.json").is_file()
    weights = [*folder.glob("[!.]*.safetensors"), *folder.glob("[!.]*.bin")]
    index = folder / "model.safetensors.index.json"
    if index.is_file():
        # A model in several files is whole only with all that its index names.
        try:
            named = json.loads(index.read_text(encoding="utf-8"))["weight_map"].values()
            shards = {folder / shard for shard in named}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return False
        return has_config and all(map(_is_whole_file, shards))
    return has_config and bool(weights) and all(map(_is_whole_file, weights))


def _is_whole_file(file: Path) -> bool:
    """Whether a file of weights is there, and none of safetensors that is cut off, or a pointer of Git LFS."""
    if not os.path.isfile(file) or file.suffix != ".safetensors":  # follows the cache's links
        return os.path.isfile(file)
    try:
        length, header = _header_of(file)
        ends = [entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
    return file.stat().st_size >= 8 + length + max(ends, default=0)
