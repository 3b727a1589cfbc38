"""The weights of a checkpoint as verl writes them, made those of an ordinary Hugging Face folder.

LoRA adapters are folded into them, and float32 becomes bfloat16 where the model runs in it. Imports torch but nothing
of verl.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"
PREFIX, BASE = "base_model.model.", ".base_layer"  # what peft puts around the names of a model's weights
DOWN, UP = ".lora_A.default.weight", ".lora_B.default.weight"


def merged(tensors: Mapping, scale: float) -> dict:
    """W + scale·B·A under the model's own names; ``scale`` = alpha / rank. Other tensors are kept."""
    result = {}
    for name, tensor in tensors.items():
        if name.endswith((DOWN, UP)):
            continue
        stem = name.removesuffix(".weight").removesuffix(BASE)
        if f"{stem}{UP}" in tensors:
            # In float32: the change is too small for the precision of the weights.
            change = scale * tensors[f"{stem}{UP}"].float() @ tensors[f"{stem}{DOWN}"].float()
            tensor = (tensor.float() + change).to(tensor.dtype)
        result[name.removeprefix(PREFIX).replace(BASE, "")] = tensor
    return result


def merge_folder(folder: Path, scale: float) -> None:
    """Rewrite the weights of a folder that verl saved with adapters beside them. All of them fit in memory."""
    from safetensors.torch import load_file, save_file

    files = sorted(folder.glob("*.safetensors"))
    tensors = {name: tensor for file in files for name, tensor in load_file(file).items()}
    # Removed, not overwritten: the tensors may still be views of these files.
    for file in [*files, folder / INDEX]:
        file.unlink(missing_ok=True)
    save_file(merged(tensors, scale), folder / WEIGHTS, metadata={"format": "pt"})


def round_folder(folder: Path) -> None:
    """Rewrite a folder's float32 weights in bfloat16, file by file: half the size, and what the servers sampled from.

    What resuming needs stays float32: it is in the shards beside them.
    """
    import torch
    from safetensors.torch import load_file, save_file

    total = 0
    for file in sorted(folder.glob("*.safetensors")):
        tensors = load_file(file)
        for name, tensor in tensors.items():
            if tensor.dtype == torch.float32:
                tensors[name] = tensor.to(torch.bfloat16)
            total += tensors[name].nbytes
        # Beside the old file, which the tensors that were not rounded may still be views of.
        save_file(tensors, file.with_suffix(".rounded"), metadata={"format": "pt"})
        file.with_suffix(".rounded").replace(file)
    _note(folder / "config.json", lambda stored: {_dtype_key(stored): "bfloat16"})
    _note(folder / INDEX, lambda stored: {"metadata": {**stored.get("metadata", {}), "total_size": total}})


def _dtype_key(stored: Mapping) -> str:
    # Earlier versions of transformers write `torch_dtype`, later ones `dtype`.
    return "torch_dtype" if "torch_dtype" in stored else "dtype"


def _note(file: Path, change: Callable[[Mapping], Mapping]) -> None:
    """Change some entries of a JSON file, if it is there."""
    if file.is_file():
        stored = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps({**stored, **change(stored)}, indent=2) + "\n", encoding="utf-8")
