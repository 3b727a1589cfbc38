"""How large a policy is, and what its training and its checkpoints take. Reads headers and names, loads no weights."""

from __future__ import annotations

import json
import math
import os
import re
from pathlib import Path

from skill1.models.hub import local_folder

GIB = 1 << 30
# Bytes a parameter takes in local training.
LOW_PRECISION_BYTES = 20  # bfloat16 weights 2, gradient 2; float32 copies 4, their gradient 4, AdamW 8
FULL_PRECISION_BYTES = 16  # float32 weights 4, gradient 4, AdamW 8
# Bytes a parameter takes in a checkpoint.
LOW_PRECISION_CHECKPOINT_BYTES = 14  # bfloat16 weights 2, float32 copies 4, AdamW 8
FULL_PRECISION_CHECKPOINT_BYTES = 12  # float32 weights 4, AdamW 8
LONGEST_HEADER = 100 << 20  # the format's own limit
_SIZE_IN_NAME = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)b(?![a-z0-9])", re.IGNORECASE)


def parameter_count(path: str) -> float | None:
    """Parameters of a model folder or downloaded hub model, counted in its safetensors headers.

    Else the size in its name, which rounds down ("Qwen2.5-7B": 7e9). None where nothing tells.
    """
    folder = local_folder(path)
    files = sorted(folder.glob("*.safetensors")) if folder.is_dir() else []
    counted = sum(map(_parameters_in, (file for file in files if file.name != "optimizer.safetensors")))
    if counted:
        return float(counted)
    size = _SIZE_IN_NAME.search(path)
    return float(size[1]) * 1e9 if size else None


def _parameters_in(file: Path) -> int:
    """Sum of the tensors' sizes: eight bytes of length, then a JSON header with every tensor's shape."""
    with open(file, "rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        if length > LONGEST_HEADER:
            raise ValueError(f"{file} is no safetensors file: its header would have {length} bytes")
        header = json.loads(stream.read(length))
    return sum(math.prod(entry["shape"]) for name, entry in header.items() if name != "__metadata__")


def is_whole_model(folder: Path) -> bool:
    """Whether a folder holds a configuration and weights; a cut-off download leaves one without the other."""
    has_config = (folder / "config.json").is_file()
    weights = [*folder.glob("*.safetensors"), *folder.glob("*.bin")]
    index = folder / "model.safetensors.index.json"
    if index.is_file():
        shards = set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
        return has_config and all(os.path.isfile(folder / shard) for shard in shards)
    return has_config and any(os.path.isfile(file) for file in weights)  # follows the cache's links


def weight_bytes(*, is_full: bool) -> int:
    """Bytes of one parameter that nothing trains."""
    return 4 if is_full else 2


def bytes_per_parameter(*, is_full: bool, has_reference: bool) -> int:
    """GPU bytes of one parameter in training; the frozen reference of the KL term is one more copy of the weights."""
    weights = weight_bytes(is_full=is_full)
    return (FULL_PRECISION_BYTES if is_full else LOW_PRECISION_BYTES) + weights * has_reference


def checkpoint_bytes(parameters: float, *, is_full: bool) -> float:
    """Bytes of one checkpoint: weights, AdamW moments, full-precision copies."""
    return parameters * (FULL_PRECISION_CHECKPOINT_BYTES if is_full else LOW_PRECISION_CHECKPOINT_BYTES)
